"""`python -m core.puzzles.find GAME`: looks for puzzles in games of masters and adepts, and goes on where it stopped.

A master thinks about every turn of a game. Where one turn stands out, the levels below try the position, which tells
how easy it is; then a deeper search with new luck, which considers more turns, looks again. What it keeps is a puzzle.
Where whole turns hardly ever stand out, `--inside` looks for puzzles in the middle of turns instead.
Whoever looks in another way than before begins a new chapter. When masters have become stronger, `--again` searches
every puzzle anew, deeper than ever, and drops those for which they find something as good; `--anew` forgets all that
was found before.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from core import registry
from core.bots.evaluator import Evaluator
from core.bots.player import BotPlayer
from core.bots.search import Budget, Candidate
from core.game import Game
from core.match import Match, Seat
from core.puzzles.attempt import PuzzleSubmission, finished_turn, start_attempt, turn_from_moves, verdict
from core.puzzles.best_turn import BestTurn, find_best_turn
from core.puzzles.book import (
    FILE,
    Book,
    Chapter,
    Heading,
    Puzzle,
    SearchSettings,
    SourceGame,
    read,
    replay_source,
    to_jsonl,
)
from core.rng import Rng

#: The rollouts that a master has for a turn where it only plays.
_STEPS = 72
#: How often each lower level tries a state. Adepts mostly choose the same turn.
_TRIES = {"novice": 6, "adept": 2}
#: From which rate of finding it a puzzle is easy, and what part of the puzzles may be.
_OFTEN, _EASY = 0.5, 0.4
#: How many turns of a game lie between two puzzles, which would be much alike otherwise.
_APART = 3
#: The fewest ways to go on that a puzzle inside of a turn must have.
_ROOM = 8
#: Games of puzzles begin with this seed, far from those that people and tests begin with.
_SEED = 7_000_000
#: The seed of the deepest search.
_DEEP = 0xDEE9


def quick_settings(evaluator: Evaluator) -> SearchSettings:
    """Return how deep every state is searched.

    The rollouts grow with the turns that are considered, because masters of some games consider three times as many as
    those of others.
    """
    return SearchSettings(steps=10 * evaluator.master_candidates, breadth=1, rivals=3, worlds=36)


def deep_settings(evaluator: Evaluator) -> SearchSettings:
    """Return how deep a promising state is searched: twice as many turns, and twice the rollouts for each."""
    return SearchSettings(steps=40 * evaluator.master_candidates, breadth=2, rivals=5, worlds=144)


def deepest_settings(evaluator: Evaluator) -> SearchSettings:
    """Return how deep a puzzle is searched again: three times as many turns as in play, and more rollouts for each."""
    return SearchSettings(steps=90 * evaluator.master_candidates, breadth=3, rivals=5, worlds=240)


def levels(game: Game, number: int) -> tuple[str, ...]:
    """Return the levels of the seats of this game: masters and adepts in turn, as few as can play."""
    return tuple(("master", "adept")[(seat + number) % 2] for seat in range(game.player_counts[0]))


def search(game: Game, number: int, heading: Heading, room_for_easy: int) -> SourceGame:
    """Play a game and look for puzzles in it."""
    seats, ahead = levels(game, number), heading.ahead
    match = Match.new(game, [Seat(level, "bot", level) for level in seats], {}, _SEED + number)
    candidates, found, apart = 0, list[Puzzle](), 0
    while not match.is_over:
        wanted = apart >= 0 and not _is_first_turn(match)
        seen, lines = _look(match, heading.find, ahead) if wanted and not heading.inside else (None, [])
        turn = _turn(match, lines)
        for spot, best in _spots(match, seen, turn if wanted else (), heading):
            often = _found(spot, best)
            easy = sum(puzzle.found >= _OFTEN for puzzle in found)
            if often is not None and (often < _OFTEN or easy < room_for_easy):
                candidates += 1
                if (puzzle := _checked(spot, best, heading, often)) is not None:
                    found.append(puzzle)
                    apart = -_APART
                    break
        for notation in turn:
            match.play(notation)
        apart += 1
    moves = [entry.notation for entry in match.log[: max((puzzle.at for puzzle in found), default=0)]]
    return SourceGame(_SEED + number, seats, candidates, " ".join(moves), tuple(found))


def _spots(
    match: Match, seen: BestTurn | None, turn: Sequence[str], heading: Heading
) -> Iterator[tuple[Match, BestTurn]]:
    """Yield where one way to go on stands out: the whole turn, or the rest of it from inside, the longest first."""
    if seen is not None and seen.stands_out(heading.ahead):
        yield match, seen
    if heading.inside:
        yield from reversed(list(_inside(match, turn, heading)))


def _inside(match: Match, turn: Sequence[str], heading: Heading) -> Iterator[tuple[Match, BestTurn]]:
    """Yield the states inside of a turn, from its end as far back as one rest of it stands out."""
    for made_before in range(len(turn) - 1, 0, -1):
        spot = Match.replay(match.game, match.setup, match.seats, [entry.notation for entry in match.log])
        for notation in turn[:made_before]:
            spot.play(notation)
        seen, candidates = _look(spot, heading.find, heading.ahead)
        if len(candidates) >= _ROOM:
            if seen is None or not seen.stands_out(heading.ahead):
                break
            yield spot, seen


def recheck_source(game: Game, heading: Heading, source: SourceGame) -> SourceGame:
    """Return the same game with only those puzzles whose answers today's masters give, too."""
    kept = [puzzle for puzzle in source.puzzles if is_right(replay_source(game, heading, source, puzzle.at), puzzle)]
    moves = source.moves.split()[: max((puzzle.at for puzzle in kept), default=0)]
    return msgspec.structs.replace(source, moves=" ".join(moves), puzzles=tuple(kept))


def is_right(match: Match, puzzle: Puzzle) -> bool:
    """Whether the best turn of the deepest search is the answer, or clearly worth less."""
    evaluator, state = match.game.evaluator(), match.state
    settings = deepest_settings(evaluator)
    # A lead of 0 asks for the best turn even if it does not stand out.
    seen, candidates = find_best_turn(evaluator, state, settings, 0.0, Rng(_DEEP).spawn())
    best = seen.best if seen is not None else candidates[0].plan
    if seen is not None and seen.lead.mean < 0:
        best = seen.rival
    turn = turn_from_moves(start_attempt(match), [move.notation for move in best])
    if turn is None:
        return True  # it cannot be compared with the answer
    told = verdict(match.game, state, PuzzleSubmission(tuple(puzzle.answer.split()), turn), settings.worlds)
    return told.same or told.cost.mean >= evaluator.mistake_threshold / 4


def _is_first_turn(match: Match) -> bool:
    """Whether the seat to move has chosen nothing yet; first turns are much the same in every game."""
    return all(entry.seat != match.state.actor or entry.origin != "chosen" for entry in match.log)


def _look(match: Match, settings: SearchSettings, ahead: float) -> tuple[BestTurn | None, list[Candidate]]:
    """Return the best turn of the seat to move, and all candidates of a master, the best first."""
    evaluator, state = match.game.evaluator(), match.state
    if not evaluator.can_search(state):
        return None, []
    return find_best_turn(evaluator, state, settings, ahead, Rng(len(match.log), settings.steps).spawn())


def _turn(match: Match, candidates: Sequence[Candidate]) -> list[str]:
    """Return the moves that the seat to move chooses by its level; for a master, those of its search, if any."""
    attempt = start_attempt(match)
    actor = match.state.actor
    assert actor is not None
    master = [move.notation for move in candidates[0].plan] if candidates else []
    if not (match.seats[actor].level == "master" and master and turn_from_moves(attempt, master)):
        attempt = start_attempt(match)
        _try(attempt, "adept" if master else match.seats[actor].level, Rng(len(match.log)))
    return [entry.notation for entry in attempt.log if entry.origin == "chosen"]


def _try(attempt: Match, level: str, rng: Rng) -> tuple[str, ...] | None:
    """Let a bot of this level make a turn in an attempt; return the turn."""
    state = attempt.state
    assert state.actor is not None
    seats = [Seat(name, "bot", level) for name in attempt.names]
    # The random numbers of bots come from the seed of the match, so each try gets another one.
    setup = msgspec.structs.replace(attempt.setup, seed=rng.next_uint64())
    tried = Match.resume_from(attempt.game, setup, seats, state, attempt.archived_moves)
    player = BotPlayer(Budget(steps=_STEPS))
    while (turn := finished_turn(tried)) is None:
        tried.play(player.decide(tried).notation)
    return turn_from_moves(attempt, turn)


def _found(match: Match, seen: BestTurn) -> float | None:
    """Return how often the lower levels find the turn that stands out; None when that is no whole turn."""
    answer = start_attempt(match)
    if turn_from_moves(answer, [move.notation for move in seen.best]) is None:
        return None
    digest, rng = answer.state.digest(), Rng(len(match.log))
    shares = []
    for level, tries in _TRIES.items():
        attempts = [start_attempt(match) for _ in range(tries)]
        for attempt in attempts:
            _try(attempt, level, rng)
        shares.append(sum(attempt.state.digest() == digest for attempt in attempts) / tries)
    return round(sum(shares) / len(shares), 2)


def _checked(match: Match, seen: BestTurn, heading: Heading, often: float) -> Puzzle | None:
    """Return a state as a puzzle if the same turn stands out in the deeper search."""
    again, _ = _look(match, heading.check, heading.ahead)
    if again is None or not again.stands_out(heading.ahead):
        return None
    first, second, rival = start_attempt(match), start_attempt(match), start_attempt(match)
    answer = turn_from_moves(second, [move.notation for move in again.best])
    turn_from_moves(first, [move.notation for move in seen.best])
    other = turn_from_moves(rival, [move.notation for move in again.rival])
    if answer is None or other is None or first.state.digest() != second.state.digest():
        return None
    return Puzzle(
        id=match.state.digest()[:8],
        at=len(match.log),
        found=often,
        answer=" ".join(answer),
        rival=" ".join(other),
        ahead=round(again.lead.mean, 2),
        error=round(again.lead.error, 2),
        reason=again.reason,
    )


def _path(game: Game) -> Path:
    return Path(__file__).parents[1] / "games" / game.package.rpartition(".")[2] / FILE


def _begun(game: Game, ahead: float | None, inside: bool, anew: bool) -> Book:
    """Return the book so far; its last chapter has the settings of now and is added where the last one differs."""
    path = _path(game)
    known = None if anew or not path.exists() else read(path.read_bytes().splitlines())
    chapters = known.chapters if known is not None else ()
    evaluator = game.evaluator()
    points = ahead or (chapters[-1].heading.ahead if chapters else evaluator.mistake_threshold)
    heading = Heading(game.name, game.edition, points, quick_settings(evaluator), deep_settings(evaluator), inside)
    if not chapters or chapters[-1].heading != heading:
        chapters = (*chapters, Chapter(heading))
        path.write_bytes(to_jsonl(Book(chapters)))
    return Book(chapters)


def recheck(game: Game) -> Iterator[SourceGame]:
    """Check every game that was searched before; the file is written anew when all of them are done."""
    path = _path(game)
    known = read(path.read_bytes().splitlines())
    assert known is not None
    chapters = []
    for chapter in known.chapters:
        kept = []
        for source in chapter.sources:
            kept.append(recheck_source(game, chapter.heading, source))
            yield kept[-1]
        chapters.append(Chapter(chapter.heading, tuple(kept)))
    path.write_bytes(to_jsonl(Book(tuple(chapters))))


def searches(
    game: Game, wanted: int, ahead: float | None, inside: bool = False, anew: bool = False
) -> Iterator[SourceGame]:
    """Search game after game until there are so many puzzles; each is written to the file before it is yielded."""
    book = _begun(game, ahead, inside, anew)
    known, number, heading = book.puzzles, len(book.sources), book.chapters[-1].heading
    while len(known) < wanted:
        easy = sum(puzzle.found >= _OFTEN for puzzle in known)
        source = search(game, number, heading, round(_EASY * wanted) - easy)
        with _path(game).open("ab") as file:
            file.write(msgspec.json.encode(source) + b"\n")
        known += source.puzzles
        number += 1
        yield source


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.puzzles.find", description=__doc__)
    parser.add_argument("game", choices=registry.GAME_NAMES, nargs="+")
    parser.add_argument("--wanted", type=int, default=66, help="so many puzzles are looked for")
    parser.add_argument("--ahead", type=float, help="points by which answers stand out; else as before, or a mistake's")
    parser.add_argument("--inside", action="store_true", help="look inside of turns instead")
    parser.add_argument("--seconds", type=float, default=0.0, help="no game is begun after so long")
    parser.add_argument("--again", action="store_true", help="drop what a deeper search sees otherwise now")
    parser.add_argument("--anew", action="store_true", help="forget what was found before")
    told = parser.parse_args(arguments)
    for name in told.game:
        end = time.monotonic() + told.seconds
        game = registry.get_game(name)
        looks = recheck(game) if told.again else searches(game, told.wanted, told.ahead, told.inside, told.anew)
        for source in looks:
            print(f"{name} {source.seed}: {source.candidates} candidates, {len(source.puzzles)} kept", flush=True)
            if told.seconds and time.monotonic() > end:
                break


if __name__ == "__main__":
    main()
