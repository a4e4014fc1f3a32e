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

#: So many trials a master has for a turn where it only plays.
_STEPS = 72
#: So many of each lower level try a position. Adepts are much of one mind.
_TRIES = {"novice": 6, "adept": 2}
#: What is found so often is easy, and only a part of the puzzles may be.
_OFTEN, _EASY = 0.5, 0.4
#: So many turns of a game lie between two puzzles, which would be much alike otherwise.
_APART = 3
#: Inside of a turn there is something to find where so many ways to go on come to mind.
_ROOM = 8
#: Games of puzzles begin with this seed, far from those that people and tests begin with.
_SEED = 7_000_000
#: The luck of the deepest search.
_DEEP = 0xDEE9


def quick_settings(evaluator: Evaluator) -> SearchSettings:
    """How deep every position is looked at: each turn that is considered gets its trials, for masters of some games
    think of three times as many as those of others.
    """
    return SearchSettings(steps=10 * evaluator.master_candidates, breadth=1, rivals=3, worlds=36)


def deep_settings(evaluator: Evaluator) -> SearchSettings:
    """How deep a position is looked at that looks like a puzzle: twice as many turns, and twice the trials for each."""
    return SearchSettings(steps=40 * evaluator.master_candidates, breadth=2, rivals=5, worlds=144)


def deepest_settings(evaluator: Evaluator) -> SearchSettings:
    """How deep a puzzle is looked at again: three times as many turns as in play, and more trials for each."""
    return SearchSettings(steps=90 * evaluator.master_candidates, breadth=3, rivals=5, worlds=240)


def levels(game: Game, number: int) -> tuple[str, ...]:
    """Who sits at the table of this game: masters and adepts in turn, as few as can play."""
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
    """Where one way to go on stands out: the turn as a whole, or the rest of it from inside, the longest first."""
    if seen is not None and seen.stands_out(heading.ahead):
        yield match, seen
    if heading.inside:
        yield from reversed(list(_inside(match, turn, heading)))


def _inside(match: Match, turn: Sequence[str], heading: Heading) -> Iterator[tuple[Match, BestTurn]]:
    """The positions inside of a turn, from its end as far back as one rest of it stands out."""
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
    """The same game with those of its puzzles whose answers the masters of today give, too."""
    kept = [puzzle for puzzle in source.puzzles if is_right(replay_source(game, heading, source, puzzle.at), puzzle)]
    moves = source.moves.split()[: max((puzzle.at for puzzle in kept), default=0)]
    return msgspec.structs.replace(source, moves=" ".join(moves), puzzles=tuple(kept))


def is_right(match: Match, puzzle: Puzzle) -> bool:
    """Whether the best that the deepest search finds is the answer, or plainly worth less."""
    evaluator, state = match.game.evaluator(), match.state
    palette = deepest_settings(evaluator)
    # Nothing need stand out: what comes out best is wanted in any case.
    seen, candidates = find_best_turn(evaluator, state, palette, 0.0, Rng(_DEEP).spawn())
    best = seen.best if seen is not None else candidates[0].plan
    if seen is not None and seen.lead.mean < 0:
        best = seen.rival
    turn = turn_from_moves(start_attempt(match), [move.notation for move in best])
    if turn is None:
        return True  # it cannot be told apart from the answer here
    told = verdict(match.game, state, PuzzleSubmission(tuple(puzzle.answer.split()), turn), palette.worlds)
    return told.same or told.cost.mean >= evaluator.mistake_threshold / 4


def _is_first_turn(match: Match) -> bool:
    """Whether the seat to move has done nothing yet: first turns are much the same in every game."""
    return all(entry.seat != match.state.actor or entry.origin != "chosen" for entry in match.log)


def _look(match: Match, palette: SearchSettings, ahead: float) -> tuple[BestTurn | None, list[Candidate]]:
    """What stands out for the seat to move, and all that a master considers there, the best first."""
    evaluator, state = match.game.evaluator(), match.state
    if not evaluator.can_search(state):
        return None, []
    return find_best_turn(evaluator, state, palette, ahead, Rng(len(match.log), palette.steps).spawn())


def _turn(match: Match, candidates: Sequence[Candidate]) -> list[str]:
    """What the seat to move chooses in its turn, by its level: what the master has found, if anybody asked it."""
    attempt = start_attempt(match)
    actor = match.state.actor
    assert actor is not None
    master = [move.notation for move in candidates[0].plan] if candidates else []
    if not (match.seats[actor].level == "master" and master and turn_from_moves(attempt, master)):
        attempt = start_attempt(match)
        _try(attempt, "adept" if master else match.seats[actor].level, Rng(len(match.log)))
    return [entry.notation for entry in attempt.log if entry.origin == "chosen"]


def _try(attempt: Match, level: str, rng: Rng) -> tuple[str, ...] | None:
    """The turn that a bot of this level makes in a position."""
    state = attempt.state
    assert state.actor is not None
    seats = [Seat(name, "bot", level) for name in attempt.names]
    # The luck of bots comes from the seed of the match: another one for each try.
    setup = msgspec.structs.replace(attempt.setup, seed=rng.next_uint64())
    tried = Match.resume_from(attempt.game, setup, seats, state, attempt.archived_moves)
    player = BotPlayer(Budget(steps=_STEPS))
    while (turn := finished_turn(tried)) is None:
        tried.play(player.decide(tried).notation)
    return turn_from_moves(attempt, turn)


def _found(match: Match, seen: BestTurn) -> float | None:
    """How often the lower levels find the turn that stands out; None when that is no whole turn."""
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
    """The puzzle that a position is, if the deeper search finds that the same turn stands out."""
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
    return Path(__file__).parents[1] / "games" / type(game).__module__.rpartition(".")[2] / FILE


def _begun(game: Game, ahead: float | None, inside: bool, anew: bool) -> Book:
    """What was found before, with the chapter at its end that goes on now; it is begun where it is not the last."""
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
    """Every game that was searched before; the file is written anew when all of them have been looked at."""
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
    """Game after game, each kept when it is told, until there are so many puzzles."""
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
