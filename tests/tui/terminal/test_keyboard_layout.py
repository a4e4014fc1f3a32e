"""Letters of other keyboard layouts mean the Latin ones on the same keys, but not where text is typed."""

import pytest
from textual import events

from tests.tui.pilots import mezen_until, table
from tui.terminal.keyboard_layout import latin_key


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("ш", "i"), ("г", "u"), ("е", "t"), ("Г", "U"), ("і", "s"), ("ς", "w"), ("Τ", "T"), ("é", "2"), ("à", "0")],
)  # fmt: skip
def test_a_letter_means_the_key_at_its_place(typed: str, meant: str) -> None:
    found = latin_key(events.Key(typed, typed))
    assert found is not None and (found.key, found.character) == (meant, meant)


@pytest.mark.parametrize("typed", ["i", "1", "?", "日", "ß"])
def test_any_other_key_stays_what_it_is(typed: str) -> None:
    assert latin_key(events.Key(typed, typed)) is None


async def test_a_match_is_played_on_a_russian_and_a_french_keyboard() -> None:
    async with table(mezen_until("lift")) as at:
        await at.press("ш")
        assert len(at.app.screen_stack) == 3, "i describes"
        await at.press("escape")
        moves, (first, second) = len(at.match.log), [lift.cell for lift in at.board.view.lifts][:2]
        await at.press("é")
        assert at.board.cursor.number == second, "é is on the key of 2"
        await at.press("&")
        assert at.board.cursor.number == first, "& is on the key of 1"
        await at.press("enter")
        assert len(at.match.log) > moves
        await at.press("г")
        assert len(at.match.log) == moves, "u takes it back"


async def test_a_key_that_means_nothing_says_so() -> None:
    async with table(mezen_until("lift", round_=2)) as at:
        moves = len(at.match.log)
        await at.press("z")
        assert at.shows("z does nothing here. F1 lists the keys that do.") and len(at.match.log) == moves


async def test_what_is_typed_into_a_field_is_left_alone() -> None:
    async with table(mezen_until("lift", round_=2)) as at:
        await at.press("s")
        await at.press("ш", "г")
        assert at.shows("шг")
