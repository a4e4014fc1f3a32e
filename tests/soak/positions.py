"""`python -m tests.soak.positions [SECONDS]`: positions told wrongly are refused in a sentence, or sound."""

import sys
import time

from core import registry as shelf
from core.errors import ImpossibleMatch
from core.game import Game
from core.position_editor import teller, written
from core.rng import Chance
from saves.position_file import read_position

#: Lines that nobody should write.
_LINES = (
    *("", "\0", "x = 1", "seat = 3", "[seat]", "[[seat]]", "round = -1", "round = 1e9", "turn = 99", "goal = true"),
    *("points = 99999999999999999999999", "amulets = 76", "painting = []", "pads = 1979-05-27", 'stamps = "é"'),
    *("name = 5", 'gone = "1 2 3 4 5 6 7 8 9 10 11 12"', "icon = 'none'", "[[seat.name]]", "a.b.c.d = 1"),
)
#: Letters that are put in the place of others.
_LETTERS = ' .?()HhsSoO\u00e9\u4e2d\t"#'


def spoiled(game: Game, luck: Chance) -> bytes:
    """A position as it is told, with a few lines spoiled."""
    found, players = teller(game), luck.pick(list(game.seats))
    told = found.tell(found.example(game, players, luck.below(50)), [f"P{seat}" for seat in range(players)])
    lines = [line for line in written(game, told).splitlines() if not line.startswith("#")]
    for _ in range(1 + luck.below(3)):
        at, other = luck.below(len(lines)), luck.below(len(lines))
        cut = luck.below(len(lines[at]) + 1)
        lines[at : at + 1] = luck.pick(
            [
                [luck.pick(_LINES)],
                [lines[at][:cut]],
                [lines[at][:cut] + luck.pick(tuple(_LETTERS)) + lines[at][cut + 1 :]],
                [lines[at], lines[other]],
                [lines[other]],
            ]
        )
    data = "\n".join(lines).encode()
    return data[: luck.below(len(data) + 1)] + b"\xff" if luck.below(20) == 0 else data


def refusal(data: bytes, game: Game) -> str:
    """Why a position is refused; nothing when it is read, and sound."""
    try:
        match = read_position(data, game)
    except ImpossibleMatch as error:
        return str(error)
    assert match.state.check() == []
    return ""


def main(seconds: float) -> None:
    luck, end = Chance(1), time.monotonic() + seconds
    refused = read = 0
    while time.monotonic() < end:
        game = shelf.game(luck.pick(["mezen", "gzhel"]))
        if said := refusal(spoiled(game, luck), game):
            assert said.endswith((".", "?")) and "\n" not in said, said
            refused += 1
        else:
            read += 1
    print(f"{refused} positions refused in a sentence, {read} read and sound")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
