"""Each god: its Call and each of its actions, in a position where it matters."""

import pytest

from core.games.mezo.components import CARDS, DEVOTION_LEVEL, GODS, NEUTRAL, God
from core.games.mezo.scoring import leaders, majority
from core.games.mezo.state import MezoState
from tests.core.games.mezo.mezo_positions import (
    BECAN,
    BLUE,
    CHICHEN,
    COBA,
    GREEN,
    HOCHOB,
    PALENQUE,
    RED,
    UXMAL,
    YELLOW,
    action,
    answer,
    ask,
    bury,
    call,
    carve,
    effect_of,
    fight,
    glyphs,
    legal,
    put,
    pyramid,
    reserves,
    scene,
    stand,
    tokens,
    units,
    xibalba,
)


def red_follows(name: str, age: int = 1) -> MezoState:
    """Red's god looks upon Becan and Palenque; a conflict goes on in Becan around Blue's Champion."""
    others = [god.id for god in GODS if god.id != name][:3]
    state = scene((name, *others), age=age, vp=(10, 20, 30, 40))
    stand(state, RED, "v9")
    fight(state, BECAN, BLUE)
    return state


def level(state: MezoState, wanted: int) -> MezoState:
    state.devotion[RED] = DEVOTION_LEVEL.index(wanted)
    return state


@pytest.mark.parametrize("god", GODS, ids=lambda god: god.id)
def test_the_ceremonial_action_is_on_every_card_of_a_god(god: God) -> None:
    assert len(god.actions) == len(CARDS)
    assert {actions[2].number for actions in god.actions} == {god.actions[0][2].number}
    assert god.actions[0][2].text.endswith("You may APPEASE.")


@pytest.mark.parametrize("name", [god.id for god in GODS])
@pytest.mark.parametrize("card", ["legacy", "vengeance"])
def test_legacy_and_vengeance_call_the_god(name: str, card: str) -> None:
    state = red_follows(name)
    ask(state, effect_of(state, RED, card, 1), RED)
    assert legal(state)[-1] == "ability"
    assert "v9" not in legal(state)
    answer(state, "v8")
    assert state.presence(RED) == 1 << HOCHOB | 1 << BECAN | 1 << PALENQUE


# Kukulkan


def test_kukulkan_call_deploys_as_many_warriors_as_the_age() -> None:
    for age in (1, 2, 3):
        state = red_follows("kukulkan", age)
        call(state, RED, "v8", *["hochob-red-w"] * age)
        assert units(state, RED, HOCHOB) == (age, 0)


def test_kukulkan_legacy() -> None:
    state = action(red_follows("kukulkan"), RED, "legacy", 2, "palenque-pyramid")
    assert state.pyramids[PALENQUE] == (RED * 4,)
    assert (units(state, RED, PALENQUE), state.vp[RED]) == ((1, 0), 11)


def test_kukulkan_vengeance() -> None:
    state = red_follows("kukulkan")
    put(state, YELLOW, PALENQUE, 1)
    put(state, GREEN, BECAN, 0, 1)
    action(state, RED, "vengeance", 2, "palenque-yellow-w")
    assert (units(state, YELLOW, PALENQUE), units(state, RED, PALENQUE)) == ((0, 0), (2, 0))
    assert xibalba(state, YELLOW) == (2, 1)


def test_kukulkan_fervor() -> None:
    state = level(red_follows("kukulkan"), 2)
    action(state, RED, "fervor", 1, "becan-red-w", "becan-red-w", "palenque-red-w")
    assert xibalba(state, RED) == (0, 0)
    assert (units(state, RED, BECAN), units(state, RED, PALENQUE)) == ((2, 0), (1, 0))
    put(state, YELLOW, BECAN, 2, 4)
    action(state, RED, "fervor", 2)
    assert units(state, YELLOW, BECAN) == (2, 1)


def test_kukulkan_edict() -> None:
    state = red_follows("kukulkan")
    put(state, RED, PALENQUE, 1)
    action(state, RED, "edict", 1)  # the Warrior may fall in another region of its presence
    assert (units(state, RED, PALENQUE), tokens(state, RED, BECAN)) == ((0, 0), 2)
    put(state, RED, BECAN, 1)
    put(state, YELLOW, BECAN, 3)
    action(state, RED, "edict", 2)
    assert majority(state, BECAN, 0) == [RED]


def test_kukulkan_task() -> None:
    state = red_follows("kukulkan")
    bury(state, RED, 2, 2)
    action(state, RED, "task", 1, "2w2s", "palenque-red-w")
    assert (xibalba(state, RED), units(state, RED, PALENQUE), state.devotion[RED]) == ((1, 1), (1, 0), 1)
    put(state, RED, BECAN, 2, 0)
    put(state, RED, UXMAL, 2, 0)  # not in its presence
    action(state, RED, "task", 2)
    assert state.vp[RED] == 13


def test_kukulkan_ceremonial() -> None:
    state = action(red_follows("kukulkan"), RED, "task", 3, "1s", "becan-red-w", "enough")
    assert (xibalba(state, RED), units(state, RED, BECAN)) == ((1, 0), (1, 0))


# Ixchel


def test_ixchel_call() -> None:
    state = call(red_follows("ixchel", 2), RED, "v8", "hochob-red-s", "palenque-red-s")
    assert (units(state, RED, HOCHOB), units(state, RED, PALENQUE)) == ((0, 1), (0, 1))


def test_ixchel_legacy() -> None:
    state = action(red_follows("ixchel"), RED, "legacy", 2, "a", "becan-pyramid")
    assert state.vp[RED] == 11
    action(state, RED, "legacy", 2, "b", "becan-red-glyph")
    assert (glyphs(state, RED, BECAN), glyphs(state, RED, PALENQUE)) == (1, 1)


def test_ixchel_vengeance() -> None:
    state = red_follows("ixchel")
    put(state, YELLOW, PALENQUE, 1)
    action(state, RED, "vengeance", 2)
    assert (units(state, YELLOW, PALENQUE), reserves(state, YELLOW)) == ((0, 0), (7, 7))
    assert (units(state, RED, PALENQUE), tokens(state, RED, PALENQUE)) == ((0, 1), 1)


def test_ixchel_fervor() -> None:
    state = level(red_follows("ixchel"), 2)
    action(state, RED, "fervor", 1, "becan-red-w", "palenque-red-s")
    assert (units(state, RED, BECAN), units(state, RED, PALENQUE)) == ((1, 0), (0, 1))
    action(state, RED, "fervor", 2)
    assert tokens(state, RED, BECAN) == 3


def test_ixchel_edict() -> None:
    state = red_follows("ixchel")
    action(state, RED, "edict", 1)
    assert state.devotion[RED] == 0  # no Shaman of its own to EXILE: nothing
    put(state, RED, PALENQUE, 0, 1)
    action(state, RED, "edict", 1)
    assert (units(state, RED, PALENQUE), state.devotion[RED], xibalba(state, RED)) == ((0, 0), 2, (0, 0))
    put(state, RED, BECAN, 0, 1)
    put(state, YELLOW, BECAN, 0, 3)
    action(state, RED, "edict", 2)
    assert majority(state, BECAN, 1) == [RED]


def test_ixchel_task() -> None:
    state = red_follows("ixchel")
    bury(state, RED, 1, 1)
    action(state, RED, "task", 1, "palenque-red-s")
    assert (xibalba(state, RED), units(state, RED, PALENQUE)) == ((0, 0), (0, 1))
    put(state, RED, BECAN, 0, 3)
    action(state, RED, "task", 2)
    assert state.vp[RED] == 12


def test_ixchel_ceremonial() -> None:
    state = action(red_follows("ixchel"), RED, "task", 3, "enough")
    assert xibalba(state, RED) == (0, 0)


# Ah Puch


def test_ah_puch_call() -> None:
    state = red_follows("ah-puch", 2)
    put(state, YELLOW, PALENQUE, 2)
    put(state, GREEN, PALENQUE, 0, 1)
    call(state, RED, "v10", "palenque-yellow-w")
    # The second must be another's: Green's is the only one.
    assert (units(state, YELLOW, PALENQUE), units(state, GREEN, PALENQUE)) == ((1, 0), (0, 0))


def test_ah_puch_legacy() -> None:
    state = red_follows("ah-puch")
    carve(state, YELLOW, PALENQUE)
    action(state, RED, "legacy", 2, "palenque-yellow-glyph", "becan-pyramid")
    assert (glyphs(state, YELLOW, PALENQUE), state.pyramids[BECAN]) == (0, (RED * 4,))
    carve(state, YELLOW, PALENQUE)
    action(state, RED, "legacy", 2, "enough", "palenque-pyramid")
    assert glyphs(state, YELLOW, PALENQUE) == 1


def test_ah_puch_vengeance() -> None:
    state = red_follows("ah-puch")
    put(state, YELLOW, BECAN, 1)
    put(state, GREEN, PALENQUE, 1)
    action(state, RED, "vengeance", 2)
    assert (units(state, YELLOW, BECAN), units(state, GREEN, PALENQUE)) == ((0, 0), (1, 0))
    assert tokens(state, RED, BECAN) == 1


def test_ah_puch_fervor() -> None:
    state = level(red_follows("ah-puch"), 2)
    bury(state, RED, 2, 0)
    action(state, RED, "fervor", 1, "becan-red-w", "palenque-red-s")
    assert (units(state, RED, BECAN), units(state, RED, PALENQUE)) == ((1, 0), (0, 1))
    put(state, YELLOW, BECAN, 2)
    put(state, GREEN, PALENQUE, 0, 1)
    put(state, GREEN, BECAN, 1)
    action(state, RED, "fervor", 2, "becan-green-w")
    assert (units(state, YELLOW, BECAN), units(state, GREEN, PALENQUE)) == ((2, 0), (0, 0))


def test_ah_puch_edict() -> None:
    state = red_follows("ah-puch")
    put(state, RED, BECAN, 1, 1)
    put(state, YELLOW, BECAN, 3, 1)
    action(state, RED, "edict", 1, "a")
    assert (units(state, RED, BECAN), units(state, YELLOW, BECAN)) == ((0, 1), (0, 1))
    action(state, RED, "edict", 1, "b")
    assert (units(state, RED, BECAN), units(state, YELLOW, BECAN)) == ((0, 0), (0, 0))
    # 8 asleep since the start, and 6 more: 14 // 5
    action(state, RED, "edict", 2)
    assert tokens(state, RED, BECAN) == 2
    for seat in (RED, YELLOW, GREEN):
        bury(state, seat, 0, 4)
    action(state, RED, "edict", 2)
    assert tokens(state, RED, BECAN) == 6  # 4 at most


def test_ah_puch_task() -> None:
    state = action(red_follows("ah-puch"), RED, "task", 1)
    assert (xibalba(state, RED), state.vp[RED]) == ((0, 0), 11)
    bury(state, RED, 5, 0)
    action(state, RED, "task", 2)  # enemies' 6 units there, its own do not count
    assert state.devotion[RED] == 1
    bury(state, YELLOW, 7, 7)
    action(state, RED, "task", 2)
    assert state.devotion[RED] == 3


def test_ah_puch_ceremonial() -> None:
    state = action(red_follows("ah-puch"), RED, "task", 3, "1w", "enough")
    assert xibalba(state, RED) == (0, 1)


# Cabrakan


def test_cabrakan_call() -> None:
    state = red_follows("cabrakan", 2)
    put(state, YELLOW, PALENQUE, 1)
    put(state, RED, PALENQUE, 0, 1)
    call(state, RED, "v10", "palenque-yellow-w", "uxmal", "palenque-red-s", "becan")
    assert (units(state, YELLOW, UXMAL), units(state, RED, BECAN)) == ((1, 0), (0, 1))
    state = red_follows("cabrakan", 2)
    put(state, YELLOW, PALENQUE, 2)
    call(state, RED, "v10", "palenque-yellow-w", "becan", "enough")
    assert units(state, YELLOW, PALENQUE) == (1, 0)


def test_cabrakan_legacy() -> None:
    state = red_follows("cabrakan")
    put(state, YELLOW, PALENQUE, 1)
    action(state, RED, "legacy", 2, "palenque-pyramid", "palenque-yellow-w", "chichen")
    assert units(state, YELLOW, CHICHEN) == (1, 0)
    action(state, RED, "legacy", 2, "becan-pyramid")  # nobody there to move
    assert state.pyramids[BECAN] == (RED * 4,)


def test_cabrakan_vengeance() -> None:
    state = red_follows("cabrakan")
    put(state, YELLOW, BECAN, 1, 1)
    put(state, GREEN, BECAN, 2)
    action(state, RED, "vengeance", 2, "becan-yellow-s")
    assert (units(state, YELLOW, BECAN), units(state, GREEN, BECAN)) == ((1, 0), (1, 0))
    assert tokens(state, RED, BECAN) == 1


def test_cabrakan_fervor() -> None:
    state = level(red_follows("cabrakan"), 2)
    put(state, RED, UXMAL, 2)
    put(state, RED, PALENQUE, 0, 2)
    action(state, RED, "fervor", 1, "uxmal-red-w", "palenque-red-s", "uxmal-red-w")
    assert units(state, RED, BECAN) == (2, 1)
    carve(state, YELLOW, PALENQUE, 2)
    carve(state, GREEN, BECAN)
    action(state, RED, "fervor", 2, "palenque-yellow-glyph", "becan-green-glyph")
    assert (glyphs(state, YELLOW, PALENQUE), glyphs(state, GREEN, BECAN), state.vp[RED]) == (1, 0, 12)
    action(state, RED, "fervor", 2, "enough")
    assert state.vp[RED] == 12


def test_cabrakan_edict() -> None:
    state = red_follows("cabrakan")
    put(state, YELLOW, BECAN, 2, 1)
    put(state, GREEN, BECAN, 1)
    action(state, RED, "edict", 1, "becan-yellow-s")
    assert (units(state, YELLOW, BECAN), units(state, GREEN, BECAN)) == ((1, 0), (0, 0))
    pyramid(state, PALENQUE, RED, YELLOW)
    carve(state, GREEN, BECAN)
    action(state, RED, "edict", 2, "palenque-pyramid")
    assert (state.pyramids[PALENQUE], state.vp[RED], state.pieces[YELLOW * 4 + 1]) == ((RED * 4,), 12, 3)


def test_cabrakan_task() -> None:
    state = red_follows("cabrakan")
    put(state, RED, UXMAL, 1)
    action(state, RED, "task", 1, "uxmal-red-w", "hochob")
    assert (xibalba(state, RED), units(state, RED, HOCHOB)) == ((0, 0), (1, 0))
    put(state, RED, BECAN, 1, 1)
    action(state, RED, "task", 2, "becan-red-w", "uxmal", "becan-red-s", "uxmal")
    assert (units(state, RED, UXMAL), state.vp[RED]) == ((1, 1), 12)
    put(state, RED, BECAN, 2)
    action(state, RED, "task", 2, "enough")  # who declines once is not asked twice
    assert state.vp[RED] == 12


def test_cabrakan_ceremonial() -> None:
    state = red_follows("cabrakan")
    put(state, RED, UXMAL, 1)
    action(state, RED, "task", 3, "uxmal-red-w", "enough")
    assert units(state, RED, BECAN) == (1, 0)


# Zotz


def test_zotz_call() -> None:
    state = red_follows("zotz", 2)
    put(state, YELLOW, PALENQUE, 3)
    call(state, RED, "v10")
    assert (units(state, YELLOW, PALENQUE), reserves(state, YELLOW)) == ((1, 0), (6, 7))


def test_zotz_legacy() -> None:
    state = red_follows("zotz")
    put(state, RED, PALENQUE, 1)
    action(state, RED, "legacy", 2, "palenque-pyramid", "palenque-red-w")
    assert (units(state, RED, PALENQUE), glyphs(state, RED, PALENQUE)) == ((0, 0), 1)
    put(state, RED, BECAN, 1)
    action(state, RED, "legacy", 2, "becan-pyramid", "enough")
    assert (units(state, RED, BECAN), glyphs(state, RED, BECAN)) == ((1, 0), 0)


def test_zotz_vengeance() -> None:
    state = action(red_follows("zotz"), RED, "vengeance", 2)
    assert tokens(state, RED, BECAN) == 2
    state.wrath[YELLOW * 2] = 4
    state.reserves[YELLOW * 2] -= 4
    action(state, RED, "vengeance", 2)
    assert tokens(state, RED, BECAN) == 7  # five at most


def test_zotz_fervor() -> None:
    state = level(red_follows("zotz"), 2)
    put(state, RED, BECAN, 1, 1)
    start = state.devotion[RED]
    action(state, RED, "fervor", 1, "becan-red-w", "becan-red-s")
    assert (tokens(state, RED, BECAN), state.devotion[RED], units(state, RED, BECAN)) == (
        4,
        start + 2,
        (0, 0),
    )
    put(state, YELLOW, PALENQUE, 3, 1)
    action(state, RED, "fervor", 2)
    assert units(state, YELLOW, PALENQUE) == (1, 1)


def test_zotz_edict() -> None:
    state = red_follows("zotz")
    put(state, YELLOW, PALENQUE, 1)
    put(state, GREEN, PALENQUE, 1)
    put(state, YELLOW, BECAN, 2)
    action(state, RED, "edict", 1, "palenque-green-w")
    assert (units(state, GREEN, PALENQUE), units(state, YELLOW, PALENQUE)) == ((0, 0), (1, 0))
    assert (units(state, YELLOW, BECAN), state.devotion[RED]) == ((1, 0), 1)
    carve(state, BLUE, UXMAL)
    action(state, RED, "edict", 2)
    assert (glyphs(state, BLUE, UXMAL), glyphs(state, RED, UXMAL)) == (0, 1)


def test_zotz_task() -> None:
    state = red_follows("zotz")
    bury(state, RED, 1, 1)
    action(state, RED, "task", 1, "1w2s")
    assert (xibalba(state, RED), state.devotion[RED]) == ((1, 0), 1)
    action(state, RED, "task", 2, "1s")
    assert (xibalba(state, RED), state.devotion[RED]) == ((1, 1), 4)
    put(state, RED, PALENQUE, *reserves(state, RED))
    action(state, RED, "task", 2)  # no Reserves, no devotion
    assert state.devotion[RED] == 4


def test_zotz_ceremonial() -> None:
    assert action(red_follows("zotz"), RED, "task", 3, "enough").devotion[RED] == 1


# Chaac


def test_chaac_call() -> None:
    state = call(red_follows("chaac", 3), RED, "v8", "hochob-red-glyph", "hochob-red-w", "hochob-red-s")
    assert (glyphs(state, RED, HOCHOB), units(state, RED, HOCHOB)) == (1, (1, 1))
    first = call(red_follows("chaac", 1), RED, "v8", "becan-red-glyph")
    assert units(first, RED, BECAN) == (0, 0)


def test_chaac_legacy() -> None:
    state = red_follows("chaac")
    action(state, RED, "legacy", 2)
    assert state.pyramids[BECAN] == state.pyramids[PALENQUE] == ()
    carve(state, RED, PALENQUE)
    action(state, RED, "legacy", 2)
    assert (state.pyramids[PALENQUE], state.vp[RED]) == ((RED * 4,), 11)


def test_chaac_vengeance() -> None:
    state = red_follows("chaac")
    put(state, YELLOW, PALENQUE, 3)
    action(state, RED, "vengeance", 2)
    assert (units(state, YELLOW, PALENQUE), tokens(state, RED, PALENQUE)) == ((2, 0), 1)
    carve(state, RED, PALENQUE)
    action(state, RED, "vengeance", 2)
    assert (units(state, YELLOW, PALENQUE), tokens(state, RED, PALENQUE)) == ((0, 0), 2)


def test_chaac_fervor() -> None:
    state = level(red_follows("chaac"), 2)
    action(state, RED, "fervor", 1)
    assert tokens(state, RED, BECAN) == 3
    action(state, RED, "fervor", 2, "palenque-red-glyph", "enough", "1w")
    assert (glyphs(state, RED, PALENQUE), glyphs(state, RED, BECAN)) == (1, 0)
    assert xibalba(state, RED) == (0, 1)


def test_chaac_edict() -> None:
    state = red_follows("chaac")
    put(state, YELLOW, BECAN, 2, 1)
    put(state, GREEN, BECAN, 3)
    action(state, RED, "edict", 1, "a", "green")
    assert (units(state, YELLOW, BECAN), units(state, GREEN, BECAN)) == ((2, 1), (0, 0))
    action(state, RED, "edict", 1, "b")  # only Yellow has Shamans
    assert units(state, YELLOW, BECAN) == (2, 0)
    carve(state, RED, BECAN, 2)
    action(state, RED, "edict", 2)
    assert tokens(state, RED, BECAN) == 5


def test_chaac_task() -> None:
    state = red_follows("chaac")
    bury(state, RED, 3, 0)
    action(state, RED, "task", 1, "3w1s")
    assert (xibalba(state, RED), state.devotion[RED]) == ((1, 0), 1)
    for region in (UXMAL, CHICHEN, HOCHOB, PALENQUE):
        carve(state, RED, region)
    action(state, RED, "task", 2)
    assert state.vp[RED] == 13  # four regions, three at most


def test_chaac_ceremonial() -> None:
    state = action(red_follows("chaac"), RED, "task", 3, "palenque-red-s", "enough")
    assert units(state, RED, PALENQUE) == (0, 1)


# Itzamna


def test_itzamna_call() -> None:
    state = red_follows("itzamna", 2)
    ask(state, GODS[state.gods[RED]].call.number, RED)
    answer(state, "becan-red-w")
    assert units(state, RED, BECAN) == (1, 0)
    assert legal(state) == ["palenque-red-w", "palenque-red-s"]  # each in a different region
    state = call(red_follows("itzamna", 2), RED, "v8", "hochob-red-w", "palenque-red-s")
    assert (units(state, RED, HOCHOB), units(state, RED, PALENQUE)) == ((1, 0), (0, 1))


def test_itzamna_legacy() -> None:
    state = action(red_follows("itzamna"), RED, "legacy", 2, "uxmal-pyramid")
    assert state.pyramids[UXMAL] == (RED * 4,)


def test_itzamna_vengeance() -> None:
    state = red_follows("itzamna")
    pyramid(state, BECAN, RED, YELLOW, RED)
    action(state, RED, "vengeance", 2)
    assert tokens(state, RED, BECAN) == 4


def test_itzamna_fervor() -> None:
    state = red_follows("itzamna")
    carve(state, YELLOW, PALENQUE)
    action(state, RED, "fervor", 1, "becan-red-glyph")
    assert glyphs(state, RED, BECAN) == 1
    level(state, 3)
    pyramid(state, PALENQUE, YELLOW)
    action(state, RED, "fervor", 1, "a", "palenque-pyramid")
    assert (state.pyramids[PALENQUE], state.vp[RED]) == ((RED * 4,), 11)
    action(state, RED, "fervor", 1, "a", "palenque-yellow-glyph")
    assert (glyphs(state, YELLOW, PALENQUE), glyphs(state, RED, PALENQUE)) == (0, 1)
    action(state, RED, "fervor", 1, "b", "palenque-red-glyph")
    assert glyphs(state, RED, PALENQUE) == 2


def test_itzamna_fervor_two_pays_the_level_and_recovers() -> None:
    state = level(red_follows("itzamna"), 3)
    action(state, RED, "fervor", 2, "1w")
    assert (state.vp[RED], xibalba(state, RED)) == (13, (0, 1))


def test_itzamna_edict() -> None:
    state = red_follows("itzamna")
    action(state, RED, "edict", 2)
    assert tokens(state, RED, BECAN) == 2
    pyramid(state, BECAN, YELLOW)
    action(state, RED, "edict", 2)
    assert tokens(state, RED, BECAN) == 5
    action(state, RED, "edict", 1)
    assert (state.pyramids[BECAN], state.vp[RED]) == ((RED * 4,), 11)


def test_itzamna_edict_two_counts_neutral_stone() -> None:
    state = scene(("itzamna", "zotz"), vp=(10, 20))
    fight(state, BECAN, YELLOW)
    pyramid(state, BECAN, NEUTRAL)
    action(state, RED, "edict", 2)
    assert tokens(state, RED, BECAN) == 3


def test_itzamna_task() -> None:
    state = action(red_follows("itzamna"), RED, "task", 1, "palenque-red-s")
    assert (xibalba(state, RED), units(state, RED, PALENQUE)) == ((0, 0), (0, 1))
    for region in (UXMAL, CHICHEN):
        pyramid(state, region, RED)
    pyramid(state, HOCHOB, YELLOW, RED)
    pyramid(state, BECAN, YELLOW, RED)
    action(state, RED, "task", 2)
    assert state.vp[RED] == 13  # four regions, three at most


def test_itzamna_ceremonial() -> None:
    assert action(red_follows("itzamna"), RED, "task", 3, "enough").vp[RED] == 11


# Kinich Ahau


def test_kinich_ahau_call() -> None:
    state = call(red_follows("kinich-ahau", 3), RED, "v8", "hochob")
    assert tokens(state, RED, HOCHOB) == 3


def test_kinich_ahau_legacy() -> None:
    state = red_follows("kinich-ahau")
    state.champions[UXMAL] = RED
    action(state, RED, "legacy", 2, "b", "uxmal-pyramid")
    assert state.pyramids[UXMAL] == (RED * 4,)
    action(state, RED, "legacy", 2, "a", "palenque-red-glyph")
    assert glyphs(state, RED, PALENQUE) == 1
    state.champions[UXMAL] = -1
    action(state, RED, "legacy", 2, "b")  # it may be chosen, and does nothing
    assert sum(glyphs(state, RED, region) for region in range(6)) == 1


def test_kinich_ahau_vengeance() -> None:
    state = action(red_follows("kinich-ahau"), RED, "vengeance", 2)
    assert tokens(state, RED, BECAN) == 2
    state.champions[BECAN] = RED
    action(state, RED, "vengeance", 2)
    assert tokens(state, RED, BECAN) == 5


def test_kinich_ahau_fervor() -> None:
    state = level(red_follows("kinich-ahau"), 2)
    action(state, RED, "fervor", 1, "becan-red-w", "becan-red-s")
    assert units(state, RED, BECAN) == (1, 1)
    before = state.devotion[RED]
    action(state, RED, "fervor", 2)
    assert (xibalba(state, RED), state.devotion[RED]) == ((0, 0), before + 1)


def test_kinich_ahau_edict() -> None:
    state = red_follows("kinich-ahau")
    put(state, YELLOW, BECAN, 1)
    put(state, GREEN, BECAN, 1, 1)
    action(state, RED, "edict", 1, "becan-green-s")
    assert (units(state, YELLOW, BECAN), units(state, GREEN, BECAN)) == ((0, 0), (1, 0))
    action(state, RED, "edict", 2)
    assert leaders(state, BECAN) == [RED]  # two each with Blue's Champion


def test_kinich_ahau_task() -> None:
    state = red_follows("kinich-ahau")
    bury(state, RED, 2, 0)
    action(state, RED, "task", 1, "3w")
    assert (xibalba(state, RED), state.devotion[RED]) == ((0, 1), 1)
    action(state, RED, "task", 2, "1w")
    assert (xibalba(state, RED), state.vp[RED]) == ((1, 1), 12)


def test_kinich_ahau_ceremonial() -> None:
    assert tokens(action(red_follows("kinich-ahau"), RED, "task", 3, "enough"), RED, BECAN) == 1


def test_a_god_at_the_edge_of_the_world_has_presence_in_live_regions_only() -> None:
    state = red_follows("kukulkan")
    stand(state, RED, "v6")
    assert state.presence(RED) == 1 << BECAN
    assert not state.live >> COBA & 1
