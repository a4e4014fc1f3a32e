"""The puzzles of a game as they are shipped: `core/games/GAME/puzzles.jsonl`.

A file has chapters. The first line of each holds the edition of the rules by which its games were played and the depth
of the search; every other line is a game that was searched, with its moves as far as they are needed and the puzzles
that were found in it. So the file grows by a line for each game, a search that is stopped loses no more than the game
it was in, and a search with other settings begins a new chapter.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from typing import Literal

import msgspec

from core.errors import InvalidMatchError
from core.game import Game
from core.match import Match, Seat
from core.turn_reasons import Reason

FILE = "puzzles.jsonl"

#: The thirds of a game's puzzles: those that the lower levels find most often, the next, and the last.
Grade = Literal["easy", "medium", "hard"]
GRADES: tuple[Grade, ...] = ("easy", "medium", "hard")


class SearchSettings(msgspec.Struct, frozen=True):
    """How deep a state is searched.

    `steps` are the rollouts of the search; `breadth` is the number of its turns, as a multiple of what the master
    considers in play; `rivals` is how many of the best are compared with the first, in how many new `worlds`.
    """

    steps: int
    breadth: int
    rivals: int
    worlds: int


class Heading(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line of a chapter: how its puzzles were made."""

    game: str
    edition: int
    #: By how many points the answer is better than any other turn that was considered.
    ahead: float
    find: SearchSettings
    check: SearchSettings
    #: Whether the search was inside of turns, where only the rest of the turn is asked for.
    inside: bool = False


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """One state, and the turn that stands out there. Moves are notations with blanks between."""

    #: The key of a player's progress: it never changes, even if the rules or the fields of a state do.
    id: str
    #: How many moves of the game come before it.
    at: int
    #: How often novices and adepts find the answer: from 0, never, to 1.
    found: float
    answer: str
    #: The best of the other turns, by how many points it lies behind, and the standard error of that.
    rival: str
    ahead: float
    error: float
    #: Why the answer is better than that.
    reason: Reason
    #: Not in the file: it depends on all the others.
    grade: Grade = "hard"


class SourceGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that was searched for puzzles."""

    seed: int
    levels: tuple[str, ...]
    #: How many states looked like puzzles at first; the deeper search kept those in `puzzles`.
    candidates: int = 0
    moves: str = ""
    puzzles: tuple[Puzzle, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """Games that were searched in the same way."""

    heading: Heading
    sources: tuple[SourceGame, ...] = ()

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles in the order in which they were found."""
        return [puzzle for source in self.sources for puzzle in source.puzzles]


class Book(msgspec.Struct, frozen=True):
    """The contents of a puzzle file; there is one chapter at least."""

    chapters: tuple[Chapter, ...]

    @property
    def sources(self) -> list[SourceGame]:
        return [source for chapter in self.chapters for source in chapter.sources]

    @property
    def puzzles(self) -> list[Puzzle]:
        """Every puzzle with its grade, the easiest first: what is found more often, then what stands out further."""
        found = [puzzle for chapter in self.chapters for puzzle in chapter.puzzles]
        found.sort(key=lambda puzzle: (-puzzle.found, -puzzle.ahead))
        thirds = [GRADES[len(GRADES) * number // len(found)] for number in range(len(found))]
        return [msgspec.structs.replace(puzzle, grade=grade) for puzzle, grade in zip(found, thirds, strict=True)]

    @property
    def candidates(self) -> int:
        return sum(source.candidates for source in self.sources)


_heading = msgspec.json.Decoder(Heading)
_source = msgspec.json.Decoder(SourceGame)


#: The beginning of the first line of a chapter.
_BEGINS = b'{"game":'


def read(lines: Sequence[bytes]) -> Book | None:
    """Decode the lines of a book; None when there are none."""
    if not lines:
        return None
    begins = [number for number, line in enumerate(lines) if line.startswith(_BEGINS)]
    return Book(
        tuple(
            Chapter(_heading.decode(lines[first]), tuple(map(_source.decode, lines[first + 1 : end])))
            for first, end in pairwise([*begins, len(lines)])
        )
    )


def to_jsonl(book: Book) -> bytes:
    """Encode a book as lines."""
    lines = [line for chapter in book.chapters for line in (chapter.heading, *chapter.sources)]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


@lru_cache(maxsize=16)
def load_book(game: Game) -> Book | None:
    """Return the puzzles of a game; None when it has none."""
    found = resources.files(game.package).joinpath(FILE)
    return read(found.read_bytes().splitlines()) if found.is_file() else None


def puzzle_match(game: Game, puzzle: Puzzle) -> Match:
    """Return the match of a puzzle, up to it. Every seat has the name of its level."""
    told = load_book(game)
    for chapter in told.chapters if told is not None else ():
        for source in chapter.sources:
            if puzzle.id in [each.id for each in source.puzzles]:
                return replay_source(game, chapter.heading, source, puzzle.at)
    raise InvalidMatchError(f"{game.title} has no puzzle {puzzle.id}.")


def replay_source(game: Game, heading: Heading, source: SourceGame, at: int) -> Match:
    """Replay the first moves of a game in which puzzles were found, by the rules of its chapter."""
    seats = [Seat(level, "bot", level) for level in source.levels]
    setup = game.setup(len(seats), {}, source.seed, heading.edition)
    return Match.replay(game, setup, seats, source.moves.split()[:at])
