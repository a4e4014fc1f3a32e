"""`python -m tests.soak.words` looks for words that are cut in many more games, with many half-made choices."""

import sys

from core import registry
from tests.tui.match.words_in_sight import Sweep, recorded_games

#: The seeds of the games by threes, and how many drafts are followed from each decision.
_SEEDS, _DRAFTS = range(10, 40, 2), 40


def main() -> int:
    """As many texts as are cut."""
    found = 0
    for game in registry.all_games():
        for seed in _SEEDS:
            for recorded in recorded_games(game, seed):
                cut = Sweep(recorded, _DRAFTS).run().cut
                found += len(cut)
                for text in cut:
                    print(text, flush=True)
        print(f"{game.title}: {2 * len(_SEEDS)} games", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(bool(main()))
