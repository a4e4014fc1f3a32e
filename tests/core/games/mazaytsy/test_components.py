"""The components of Mazaytsy: what they are, and the errors for wrong ones."""

from importlib import resources

import pytest

from core.games.mazaytsy import GAME
from core.games.mazaytsy.components import BARREN, BOX, CARDS, KINDS, SIGNED, ComponentsError, read
from core.games.mazaytsy.text.names import KIND_NAMES

TEXT = resources.files("core.games.mazaytsy").joinpath("components.toml").read_text("utf-8")


def test_nine_kinds_and_25_signs() -> None:
    assert len(CARDS) == 51
    assert {card >> 1 for card in CARDS} == set(range(9))
    assert sum(card & 1 for card in CARDS) == 25


def test_each_kind_with_the_sign_has_one_card_without_it() -> None:
    for kind, name in enumerate(KINDS):
        if SIGNED[kind]:
            assert CARDS.count(kind * 2) == 1, name
    assert [card for card in range(18) if BARREN[card]] == [k * 2 for k in range(9) if SIGNED[k]]


def test_forty_hares_worth_ninety_points() -> None:
    assert sum(BOX.counts) == 40
    assert sum(v * n for v, n in zip(BOX.values, BOX.counts, strict=True)) == 90


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("water_cards = 51", "water_cards = 50", "add up to 51, not 50"),
        ("fish = { count = 6, signs = 5 }", "fish = { count = 6, signs = 4 }", "exactly one fish card lacks"),
        ("thicket = { count = 6, signs = 0 }", "thicket = { count = 6, signs = 1 }", "never shows the sign"),
        ("funnel = { count = 5", "geyser = { count = 5", "no kind of card called 'geyser'"),
        ("worth = 2", "worth = 1", "rise in worth"),
        ("count = 15", "count = -1", "count as a whole number"),
        ("points = 9", "points = 3", "points as a whole number"),
        ("side = 6", "side = 7", "6 cards wide"),
        ("[boat]", "[ship]", "[boat] needs tokens"),
        ("[cards]", "[cards", "cannot be read"),
    ],
)
def test_a_wrong_box_is_told_what_is_wrong(old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentsError) as caught:
        read(TEXT.replace(old, new, 1))
    assert complaint in str(caught.value)


def test_the_rules_tell_of_every_option_and_every_kind() -> None:
    text = GAME.rules()
    for option in GAME.options:
        assert f"**{option.name}:**" in text
    for name in KIND_NAMES:
        assert name in text
    assert "## Rulings" in text
    assert "## House components" in text
