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

from core import registry as shelf
from core.bots.evaluator import Judge
from core.bots.player import Player
from core.bots.search import Budget, Line
from core.game import Game
from core.match import Match, Seat
from core.puzzles.attempt import Tried, made, opened, turn_made, verdict
from core.puzzles.best_turn import Standing, standing
from core.puzzles.book import FILE, Book, Chapter, Heading, Look, Puzzle, Source, read, replayed, written
from core.rng import Chance

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


def first_look(judge: Judge) -> Look:
    """How deep every position is looked at: each turn that is considered gets its trials, for masters of some games
    think of three times as many as those of others.
    """
    return Look(steps=10 * judge.master_plans, breadth=1, rivals=3, worlds=36)


def deeper_look(judge: Judge) -> Look:
    """How deep a position is looked at that looks like a puzzle: twice as many turns, and twice the trials for each."""
    return Look(steps=40 * judge.master_plans, breadth=2, rivals=5, worlds=144)


def deepest_look(judge: Judge) -> Look:
    """How deep a puzzle is looked at again: three times as many turns as in play, and more trials for each."""
    return Look(steps=90 * judge.master_plans, breadth=3, rivals=5, worlds=240)


def levels(game: Game, number: int) -> tuple[str, ...]:
    """Who sits at the table of this game: masters and adepts in turn, as few as can play."""
    return tuple(("master", "adept")[(seat + number) % 2] for seat in range(game.seats[0]))


def search(game: Game, number: int, heading: Heading, room_for_easy: int) -> Source:
    """Play a game and look for puzzles in it."""
    seats, ahead = levels(game, number), heading.ahead
    match = Match.new(game, [Seat(level, "bot", level) for level in seats], {}, _SEED + number)
    candidates, found, apart = 0, list[Puzzle](), 0
    while not match.over:
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
    moves = [line.notation for line in match.log[: max((puzzle.at for puzzle in found), default=0)]]
    return Source(_SEED + number, seats, candidates, " ".join(moves), tuple(found))


def _spots(
    match: Match, seen: Standing | None, turn: Sequence[str], heading: Heading
) -> Iterator[tuple[Match, Standing]]:
    """Where one way to go on stands out: the turn as a whole, or the rest of it from inside, the longest first."""
    if seen is not None and seen.stands_out(heading.ahead):
        yield match, seen
    if heading.inside:
        yield from reversed(list(_inside(match, turn, heading)))


def _inside(match: Match, turn: Sequence[str], heading: Heading) -> Iterator[tuple[Match, Standing]]:
    """The positions inside of a turn, from its end as far back as one rest of it stands out."""
    for made_before in range(len(turn) - 1, 0, -1):
        spot = Match.replay(match.game, match.setup, match.seats, [line.notation for line in match.log])
        for notation in turn[:made_before]:
            spot.play(notation)
        seen, lines = _look(spot, heading.find, heading.ahead)
        if len(lines) >= _ROOM:
            if seen is None or not seen.stands_out(heading.ahead):
                break
            yield spot, seen


def weighed_again(game: Game, heading: Heading, source: Source) -> Source:
    """The same game with those of its puzzles whose answers the masters of today give, too."""
    kept = [puzzle for puzzle in source.puzzles if is_right(replayed(game, heading, source, puzzle.at), puzzle)]
    moves = source.moves.split()[: max((puzzle.at for puzzle in kept), default=0)]
    return msgspec.structs.replace(source, moves=" ".join(moves), puzzles=tuple(kept))


def is_right(match: Match, puzzle: Puzzle) -> bool:
    """Whether the best that the deepest search finds is the answer, or plainly worth less."""
    judge, state = match.game.judge(), match.state
    look = deepest_look(judge)
    # Nothing need stand out: what comes out best is wanted in any case.
    seen, lines = standing(judge, state, look, 0.0, Chance(_DEEP).fork())
    best = seen.best if seen is not None else lines[0].plan
    if seen is not None and seen.lead.mean < 0:
        best = seen.rival
    turn = made(opened(match), [move.notation for move in best])
    if turn is None:
        return True  # it cannot be told apart from the answer here
    told = verdict(match.game, state, Tried(tuple(puzzle.answer.split()), turn), look.worlds)
    return told.same or told.cost.mean >= judge.mistake / 4


def _is_first_turn(match: Match) -> bool:
    """Whether the seat to move has done nothing yet: first turns are much the same in every game."""
    return all(line.seat != match.state.actor or line.how != "chosen" for line in match.log)


def _look(match: Match, look: Look, ahead: float) -> tuple[Standing | None, list[Line]]:
    """What stands out for the seat to move, and all that a master considers there, the best first."""
    judge, state = match.game.judge(), match.state
    if not judge.weighs(state):
        return None, []
    return standing(judge, state, look, ahead, Chance(len(match.log), look.steps).fork())


def _turn(match: Match, lines: Sequence[Line]) -> list[str]:
    """What the seat to move chooses in its turn, by its level: what the master has found, if anybody asked it."""
    attempt = opened(match)
    actor = match.state.actor
    assert actor is not None
    master = [move.notation for move in lines[0].plan] if lines else []
    if not (match.seats[actor].level == "master" and master and made(attempt, master)):
        attempt = opened(match)
        _try(attempt, "adept" if master else match.seats[actor].level, Chance(len(match.log)))
    return [line.notation for line in attempt.log if line.how == "chosen"]


def _try(attempt: Match, level: str, luck: Chance) -> tuple[str, ...] | None:
    """The turn that a bot of this level makes in a position."""
    state = attempt.state
    assert state.actor is not None
    seats = [Seat(name, "bot", level) for name in attempt.names]
    # The luck of bots comes from the seed of the match: another one for each try.
    setup = msgspec.structs.replace(attempt.setup, seed=luck.bits())
    tried = Match.go_on_from(attempt.game, setup, seats, state, attempt.past)
    player = Player(Budget(steps=_STEPS))
    while (turn := turn_made(tried)) is None:
        tried.play(player.decide(tried).notation)
    return made(attempt, turn)


def _found(match: Match, seen: Standing) -> float | None:
    """How often the lower levels find the turn that stands out; None when that is no whole turn."""
    answer = opened(match)
    if made(answer, [move.notation for move in seen.best]) is None:
        return None
    digest, luck = answer.state.digest(), Chance(len(match.log))
    shares = []
    for level, tries in _TRIES.items():
        attempts = [opened(match) for _ in range(tries)]
        for attempt in attempts:
            _try(attempt, level, luck)
        shares.append(sum(attempt.state.digest() == digest for attempt in attempts) / tries)
    return round(sum(shares) / len(shares), 2)


def _checked(match: Match, seen: Standing, heading: Heading, often: float) -> Puzzle | None:
    """The puzzle that a position is, if the deeper search finds that the same turn stands out."""
    again, _ = _look(match, heading.check, heading.ahead)
    if again is None or not again.stands_out(heading.ahead):
        return None
    first, second, rival = opened(match), opened(match), opened(match)
    answer = made(second, [move.notation for move in again.best])
    made(first, [move.notation for move in seen.best])
    other = made(rival, [move.notation for move in again.rival])
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
    judge = game.judge()
    points = ahead or (chapters[-1].heading.ahead if chapters else judge.mistake)
    heading = Heading(game.name, game.edition, points, first_look(judge), deeper_look(judge), inside)
    if not chapters or chapters[-1].heading != heading:
        chapters = (*chapters, Chapter(heading))
        path.write_bytes(written(Book(chapters)))
    return Book(chapters)


def look_again(game: Game) -> Iterator[Source]:
    """Every game that was searched before; the file is written anew when all of them have been looked at."""
    path = _path(game)
    known = read(path.read_bytes().splitlines())
    assert known is not None
    chapters = []
    for chapter in known.chapters:
        kept = []
        for source in chapter.sources:
            kept.append(weighed_again(game, chapter.heading, source))
            yield kept[-1]
        chapters.append(Chapter(chapter.heading, tuple(kept)))
    path.write_bytes(written(Book(tuple(chapters))))


def searches(
    game: Game, wanted: int, ahead: float | None, inside: bool = False, anew: bool = False
) -> Iterator[Source]:
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
    parser.add_argument("game", choices=shelf.NAMES, nargs="+")
    parser.add_argument("--wanted", type=int, default=66, help="so many puzzles are looked for")
    parser.add_argument("--ahead", type=float, help="points by which answers stand out; else as before, or a mistake's")
    parser.add_argument("--inside", action="store_true", help="look inside of turns instead")
    parser.add_argument("--seconds", type=float, default=0.0, help="no game is begun after so long")
    parser.add_argument("--again", action="store_true", help="drop what a deeper search sees otherwise now")
    parser.add_argument("--anew", action="store_true", help="forget what was found before")
    told = parser.parse_args(arguments)
    for name in told.game:
        end = time.monotonic() + told.seconds
        game = shelf.game(name)
        looks = look_again(game) if told.again else searches(game, told.wanted, told.ahead, told.inside, told.anew)
        for source in looks:
            print(f"{name} {source.seed}: {source.candidates} candidates, {len(source.puzzles)} kept", flush=True)
            if told.seconds and time.monotonic() > end:
                break


if __name__ == "__main__":
    main()
