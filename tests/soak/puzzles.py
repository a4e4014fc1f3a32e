"""Whether the answers of all puzzles are right, by a search that is deeper than the one that checked them.

`python -m tests.soak.puzzles [GAME]…` lets the master think far longer about every shipped position, with other luck
and more turns to choose from, and compares in many new worlds whatever comes out best with the answer. A puzzle is kept
when nothing else comes out better than the answer, or so close to it that it would pass for solved. Fails when more
than one in twenty is not kept, and names all that are not.
"""

import argparse
import sys

from core import shelf
from core.chance import Chance
from core.game import Game
from core.puzzles.attempt import Tried, made, opened, verdict
from core.puzzles.book import Look, Puzzle, book, position
from core.puzzles.weighing import standing

#: So many trials for each turn that is considered, and three times as many turns as in play.
TRIALS = 30
BREADTH = 3
WORST = 0.05


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.soak.puzzles", description=__doc__)
    asked.add_argument("game", nargs="*", choices=[*shelf.NAMES, []], help="all five unless named")
    asked.add_argument("--every", type=int, default=1, help="only every so-manieth puzzle")
    asked.add_argument("--trials", type=int, default=TRIALS, help="of the search for each turn that is considered")
    words = asked.parse_args()
    return sum(_bad(shelf.game(name), words.trials, words.every) for name in words.game or shelf.NAMES)


def _bad(game: Game, trials: int, every: int) -> bool:
    """Whether too many answers of a game are wrong."""
    look = Look(steps=trials * BREADTH * game.judge().master_plans, breadth=BREADTH, rivals=5, worlds=240)
    found = book(game)
    puzzles = found.puzzles[::every] if found is not None else []
    wrong = [puzzle.id for puzzle in puzzles if not _is_right(game, puzzle, look)]
    named = f"; not kept: {' '.join(wrong)}" if wrong else ""
    print(f"{game.title:10} {len(puzzles) - len(wrong)} of {len(puzzles)} kept{named}", flush=True)
    return len(wrong) > WORST * len(puzzles)


def _is_right(game: Game, puzzle: Puzzle, look: Look) -> bool:
    match = position(game, puzzle)
    answer = tuple(puzzle.answer.split())
    # Nothing need stand out: what comes out best is wanted in any case.
    seen, lines = standing(game.judge(), match.state, look, 0.0, Chance(0xDEE9).fork())
    best = seen.best if seen is not None else lines[0].plan
    if seen is not None and seen.lead.mean < 0:
        best = seen.rival
    turn = made(opened(match), [move.notation for move in best])
    if turn is None:
        return True  # it cannot be told apart from the answer here
    told = verdict(game, match.state, Tried(answer, turn), look.worlds)
    return told.same or told.cost.mean >= game.judge().mistake / 4


if __name__ == "__main__":
    sys.exit(main())
