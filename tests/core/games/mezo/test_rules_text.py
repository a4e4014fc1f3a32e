"""The rules for people say what the components say."""

import re

import pytest

from core.games.mezo import GAME
from core.games.mezo.components import ABILITIES, ALTARS, CALENDAR, CODEX, DEVOTION_LEVEL, DEVOTION_VP, GODS, WRATHFUL
from core.games.mezo.components import God as MezoGod

LINES = GAME.rules().splitlines()
#: Both actions of a god's own cards in their order.
_CARDS = ("Legacy", "Vengeance", "Fervor", "Edict", "Task")


def test_every_ability_altar_space_and_tile_is_told_in_its_own_words() -> None:
    named = [(each.name, each.effect.text) for each in (*ALTARS, *CALENDAR, *CODEX, *WRATHFUL)]
    for name, text in [*((each.name, each.text) for each in ABILITIES), *named]:
        assert f"- **{name}**: {text}" in LINES


@pytest.mark.parametrize("god", GODS, ids=lambda god: god.id)
def test_every_god_is_told_in_the_words_of_its_cards(god: MezoGod) -> None:
    at = LINES.index(f"### {god.name}, {god.title}")
    cards = [
        f"- **{card}**: 1. {first.text} 2. {second.text}"
        for card, (first, second, _) in zip(_CARDS, god.actions, strict=True)
    ]
    every = f"- **3 on every card**: {god.actions[0][2].text}"
    assert LINES[at + 2 : at + 11] == [god.theme, "", f"- **Call**: {god.call.text}", *cards, every]


def test_every_space_of_the_devotion_track_is_told_with_its_worth() -> None:
    told = [line for line in LINES if re.match(r"- Level \d, spaces", line)]
    for level, line in enumerate(told, 1):
        spaces = [space for space, at in enumerate(DEVOTION_LEVEL) if at == level]
        worth = ", ".join(str(DEVOTION_VP[space]) for space in spaces)
        assert line == f"- Level {level}, spaces {spaces[0]} to {spaces[-1]}: {worth} VP"
    assert len(told) == max(DEVOTION_LEVEL)
