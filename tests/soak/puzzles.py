"""Whether the answers of all puzzles are right, by a search that is deeper than the one that checked them.

`python -m tests.soak.puzzles [GAME]…` lets the master think far longer about every shipped position, with other luck
and more turns to choose from, and compares in many new worlds whatever comes out best with the answer. A puzzle is kept
when nothing else comes out better than the answer, or so close to it that it would pass for solved. Fails when more
than one in twenty is not kept, and names all that are not.
"""

import argparse
import sys

from core import registry
from core.game import Game
from core.puzzles.book import load_book, puzzle_match
from core.puzzles.find import is_right

WORST = 0.05


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.soak.puzzles", description=__doc__)
    asked.add_argument("game", nargs="*", choices=[*registry.GAME_NAMES, []], help="all five unless named")
    asked.add_argument("--every", type=int, default=1, help="only every so-manieth puzzle")
    words = asked.parse_args()
    return sum(_bad(registry.get_game(name), words.every) for name in words.game or registry.GAME_NAMES)


def _bad(game: Game, every: int) -> bool:
    """Whether too many answers of a game are wrong."""
    found = load_book(game)
    puzzles = found.puzzles[::every] if found is not None else []
    wrong = [puzzle.id for puzzle in puzzles if not is_right(puzzle_match(game, puzzle), puzzle)]
    text = f"; not kept: {' '.join(wrong)}" if wrong else ""
    print(f"{game.title:10} {len(puzzles) - len(wrong)} of {len(puzzles)} kept{text}", flush=True)
    return len(wrong) > WORST * len(puzzles)


if __name__ == "__main__":
    sys.exit(main())
