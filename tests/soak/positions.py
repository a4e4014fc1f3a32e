"""`python -m tests.soak.positions [SECONDS]`: wrong positions are refused in a sentence, or they are sound."""

import sys
import time

from core import registry
from core.errors import InvalidMatchError
from core.game import Game
from core.position_editor import editor_of, to_toml
from core.rng import Rng
from saves.position_file import read_position

#: Lines that nobody should write.
_LINES = (
    *("", "\0", "x = 1", "seat = 3", "[seat]", "[[seat]]", "round = -1", "round = 1e9", "turn = 99", "goal = true"),
    *("points = 99999999999999999999999", "amulets = 76", "painting = []", "pads = 1979-05-27", 'stamps = "é"'),
    *("name = 5", 'gone = "1 2 3 4 5 6 7 8 9 10 11 12"', "icon = 'none'", "[[seat.name]]", "a.b.c.d = 1"),
)
#: Letters that are put in the place of others.
_LETTERS = ' .?()HhsSoO\u00e9\u4e2d\t"#'


def spoiled(game: Game, rng: Rng) -> bytes:
    """Return the file of a position with a few lines spoiled."""
    found, players = editor_of(game), rng.choice(list(game.player_counts))
    told = found.to_fields(found.example(game, players, rng.randrange(50)), [f"P{seat}" for seat in range(players)])
    lines = [line for line in to_toml(game, told).splitlines() if not line.startswith("#")]
    for _ in range(1 + rng.randrange(3)):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        cut = rng.randrange(len(lines[at]) + 1)
        lines[at : at + 1] = rng.choice(
            [
                [rng.choice(_LINES)],
                [lines[at][:cut]],
                [lines[at][:cut] + rng.choice(tuple(_LETTERS)) + lines[at][cut + 1 :]],
                [lines[at], lines[other]],
                [lines[other]],
            ]
        )
    data = "\n".join(lines).encode()
    return data[: rng.randrange(len(data) + 1)] + b"\xff" if rng.randrange(20) == 0 else data


def refusal(data: bytes, game: Game) -> str:
    """Why a position is refused; nothing when it is read, and sound."""
    try:
        match = read_position(data, game)
    except InvalidMatchError as error:
        return str(error)
    assert match.state.violations() == []
    return ""


def main(seconds: float) -> None:
    rng, end = Rng(1), time.monotonic() + seconds
    refused = read = 0
    while time.monotonic() < end:
        game = registry.get_game(rng.choice(["mezen", "gzhel"]))
        if said := refusal(spoiled(game, rng), game):
            assert said.endswith((".", "?")) and "\n" not in said, said
            refused += 1
        else:
            read += 1
    print(f"{refused} positions refused in a sentence, {read} read and sound")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
