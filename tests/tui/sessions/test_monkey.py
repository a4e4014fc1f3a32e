"""A monkey at the keyboard of local matches; `tests/soak/sessions.py` has many more."""

from collections import Counter

import pytest

from core import registry
from core.match import Seat
from saves.settings import AT_ONCE, BRISK, STEP_BY_STEP
from tests.tui.sessions.lanterns import GAME
from tests.tui.sessions.monkey import Monkey

ANNA, BORIS, VERA = Seat("Anna"), Seat("Boris"), Seat("Vera", "bot", "novice")


@pytest.mark.parametrize(
    ("name", "pace", "seats"),
    [
        ("mezen", STEP_BY_STEP, (ANNA, VERA, Seat("Gleb", "bot", "novice"))),
        ("mezo", BRISK, (ANNA, BORIS, VERA)),
        ("novgorod", AT_ONCE, (ANNA, BORIS, VERA)),
    ],
)
def test_no_command_confuses_a_session(name: str, pace: str, seats: tuple[Seat, ...]) -> None:
    Monkey(registry.get_game(name), seats, 1, pace).play()


def test_monkeys_meet_every_mode() -> None:
    """What they have not met they have not tried: here everybody chooses what there is to be seen."""
    modes: Counter[str] = Counter()
    for seed in range(6):
        options = {"secret": seed % 2 == 1, "turns": 6}
        monkey = Monkey(GAME, (ANNA, BORIS, VERA), seed, (AT_ONCE, BRISK, STEP_BY_STEP)[seed % 3], options)
        monkey.play()
        modes += monkey.modes
    settled = ("Deciding", "Thinking", "Confirming", "Over")
    assert set(modes) == {*settled, *(f"{mode} shown over" for mode in settled), "PassKeyboard"}
