"""The effect language: how its words are read, and what its controls mean."""

from typing import Any

import pytest

from core.games.mezo.components import EFFECTS, ComponentsError, Spec
from core.games.mezo.effects import language
from core.games.mezo.effects.language import NODES, compile_effect
from core.games.mezo.phases import BEGIN
from core.games.mezo.state import MezoState
from tests.core.games.mezo.mezo_positions import (
    BECAN,
    BLUE,
    COBA,
    GREEN,
    HOCHOB,
    PALENQUE,
    RED,
    UXMAL,
    YELLOW,
    answer,
    bury,
    carve,
    fight,
    glyphs,
    legal,
    put,
    pyramid,
    scene,
    stand,
    tokens,
    units,
    xibalba,
)


def resolve(state: MezoState, spec: Spec, *notations: str, seat: int = RED) -> MezoState:
    """Carry out an effect that is written here."""
    begin(state, spec, seat)
    answer(state, *notations)
    assert state.stack == [], legal(state)
    return state


def begin(state: MezoState, spec: Spec, seat: int = RED) -> MezoState:
    state.same, state.place, state.done = -1, 0, 0
    state.stack = [(BEGIN, compile_effect("a test", spec), seat)]
    state.advance()
    return state


def amount(state: MezoState, spec: Any, seat: int = RED) -> int:
    return language.amount("a test", spec)(state, seat)


VP = {"do": "vp", "n": 1}


def test_every_effect_in_the_box_is_read() -> None:
    assert len(language.ROOTS) == len(EFFECTS)
    assert len(EFFECTS) == 2 + 10 + 6 + 6 + 12 + 7 + 8 * 12


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ({"do": "dance"}, "verb cannot be 'dance'"),
        ({"do": "smite", "who": "friend"}, "who cannot be 'friend'"),
        ({"do": "smite", "wher": "any"}, "unknown field wher"),
        ({"do": "deploy", "where": "reserve"}, "only SMITE reaches into the Reserves"),
        ({"do": "vp", "n": "lots"}, "'lots' is no amount"),
        ({"do": "vp", "n": {"pow": [2, 3]}}, "arithmetic cannot be 'pow'"),
        ({"if": {"sunny": True}, "then": VP}, "is no condition"),
        ({"cost": VP, "then": VP}, "a cost must be units or stone"),
        ({"either": [VP, VP]}, "either needs a text for each"),
        ({"perhaps": VP}, "is no effect"),
    ],
)
def test_what_the_language_does_not_know_is_named(spec: Spec, fault: str) -> None:
    with pytest.raises(ComponentsError, match=fault) as caught:
        compile_effect("altar of a test", spec)
    assert "altar of a test" in str(caught.value)


def test_amounts() -> None:
    state = scene(age=2)
    state.devotion[RED] = 12
    put(state, RED, BECAN, 2, 1)
    put(state, YELLOW, BECAN, 1, 1)
    put(state, RED, UXMAL, 0, 1)
    carve(state, YELLOW, BECAN, 2)
    pyramid(state, BECAN, RED, YELLOW)
    stand(state, RED, "v9")
    assert amount(state, 7) == 7
    assert amount(state, "age") == 2
    assert amount(state, "devotion_level") == 2
    assert amount(state, {"add": ["age", {"mul": [3, 4]}, -1]}) == 13
    assert amount(state, {"div": [14, 5]}) == 2
    assert amount(state, {"min": [4, "age"]}) == 2
    assert amount(state, {"max": [4, "age"]}) == 4
    assert amount(state, {"count": "units", "who": "self", "where": "any"}) == 4
    assert amount(state, {"count": "units", "who": "self", "where": "presence", "unit": "shaman"}) == 1
    assert amount(state, {"count": "units", "who": "enemy", "where": "any"}) == 2
    assert amount(state, {"count": "glyphs", "who": "enemy", "where": "any"}) == 2
    assert amount(state, {"count": "pyramids", "who": "self", "where": "any"}) == 1
    assert amount(state, {"count": "pyramids", "who": "all", "where": "any"}) == 2
    has = {"thing": "units", "who": "self", "unit": "shaman", "min": 1}
    assert amount(state, {"count": "regions", "where": "any", "has": has}) == 2
    assert amount(state, {"count": "regions", "where": "presence", "has": has}) == 1
    assert amount(state, {"count": "xibalba", "who": "self"}) == 2
    assert amount(state, {"count": "xibalba", "who": "all"}) == 8
    assert amount(state, {"count": "reserve", "who": "self", "unit": "warrior"}) == 5
    assert amount(state, {"count": "wrath"}) == 0


def test_places() -> None:
    state = scene()
    stand(state, RED, "v5")  # Chichen Itza, Coba (Desolate) and Becan
    state.champions[UXMAL] = RED
    place = language.PLACES.index

    def where(name: str) -> int:
        return language.regions_of(state, RED, place(name))

    assert where("presence") == 1 << 1 | 1 << BECAN
    assert where("conflict") == 0
    assert where("another") == where("any") == state.live
    state.conflict = BECAN
    assert where("conflict") == 1 << BECAN
    assert where("another") == state.live & ~(1 << BECAN)
    assert where("champion") == 1 << UXMAL
    assert where("same") == 0
    state.same = HOCHOB
    assert where("same") == 1 << HOCHOB
    assert not where("any") >> COBA & 1


def test_a_cost_is_paid_in_full_or_not_at_all() -> None:
    spec = {"cost": {"do": "smite", "who": "self", "n": 2, "where": "any"}, "then": {"do": "vp", "n": 3}}
    state = scene(vp=(10, 20, 30, 40))
    put(state, RED, BECAN, 1)
    resolve(state, spec)
    assert (units(state, RED, BECAN), state.vp[RED]) == ((1, 0), 10)
    put(state, RED, UXMAL, 0, 1)
    resolve(state, spec)
    assert (units(state, RED, BECAN), units(state, RED, UXMAL), state.vp[RED]) == ((0, 0), (0, 0), 13)


def test_a_may_that_cannot_be_paid_is_not_offered() -> None:
    spec = {"may": {"cost": {"do": "smite", "who": "self", "n": 2, "where": "any"}, "then": VP}}
    state = scene(vp=(10, 20, 30, 40))
    put(state, RED, BECAN, 1)
    resolve(state, spec)
    put(state, RED, BECAN, 1)
    begin(state, spec)
    assert legal(state) == ["yes", "no"]
    answer(state, "no")
    assert (units(state, RED, BECAN), state.vp[RED]) == ((2, 0), 10)
    resolve(state, spec, "yes")
    assert (units(state, RED, BECAN), state.vp[RED]) == ((0, 0), 11)


def test_a_may_of_nothing_possible_is_not_offered() -> None:
    resolve(scene(), {"may": {"do": "demolish", "what": "glyph", "owner": "enemy", "where": "any"}})
    resolve(scene(), {"may": {"do": "smite", "who": "enemy", "n": 3, "where": "any"}})


def test_an_either_offers_branches_that_do_nothing() -> None:
    spec = {"texts": ["strike", "gain"], "either": [{"do": "smite", "who": "enemy", "where": "any"}, VP]}
    state = begin(scene(vp=(10, 20, 30, 40)), spec)
    assert [state.describe(move) for move in state.legal_moves()] == ["strike", "gain"]
    answer(state, "a")
    assert state.vp[RED] == 10


def test_for_each_reads_its_amount_once() -> None:
    spec = {"for_each": "devotion_level", "effect": {"do": "devotion", "n": 1}}
    state = scene()
    state.devotion[RED] = 10  # one more opens level 2
    resolve(state, spec)
    assert state.devotion[RED] == 11


def test_upto_may_stop_early_and_done_tells_how_many() -> None:
    spec = {
        "seq": [
            {"do": "smite", "who": "enemy", "n": 3, "where": "any", "upto": True},
            {"do": "vp", "n": "done"},
        ]
    }
    state = scene(vp=(10, 20, 30, 40))
    put(state, YELLOW, BECAN, 3)
    resolve(state, spec, "becan-yellow-w", "becan-yellow-w", "enough")
    assert (units(state, YELLOW, BECAN), state.vp[RED]) == ((1, 0), 12)


def test_as_much_as_possible_is_compulsory() -> None:
    state = scene()
    put(state, YELLOW, BECAN, 1, 1)
    begin(state, {"do": "smite", "who": "any", "n": 1, "where": "any"})
    assert legal(state) == ["becan-yellow-w", "becan-yellow-s"]


def test_any_reaches_own_units_too_and_enemy_does_not() -> None:
    state = scene()
    put(state, YELLOW, BECAN, 1)
    put(state, RED, BECAN, 1)
    begin(state, {"do": "exile", "who": "any", "n": 1, "where": "any"})
    assert legal(state) == ["becan-red-w", "becan-yellow-w"]
    resolve(state, {"do": "exile", "who": "enemy", "n": 1, "where": "any"})
    assert (units(state, RED, BECAN), units(state, YELLOW, BECAN)) == ((1, 0), (0, 0))


def test_one_region_binds_the_rest_to_the_first() -> None:
    state = scene()
    put(state, YELLOW, BECAN, 1)
    put(state, YELLOW, UXMAL, 3)
    spec = {"do": "smite", "who": "enemy", "n": 2, "where": "any", "one_region": True}
    begin(state, spec)
    answer(state, "becan-yellow-w")  # the choice of the region is free
    assert (units(state, YELLOW, BECAN), units(state, YELLOW, UXMAL)) == ((0, 0), (3, 0))
    put(state, GREEN, BECAN, 1)
    resolve(state, spec, "uxmal-yellow-w")
    assert units(state, YELLOW, UXMAL) == (1, 0)


def test_one_region_is_chosen_even_if_there_are_no_more_units_than_are_meant() -> None:
    state = scene()
    put(state, YELLOW, BECAN, 1)
    put(state, YELLOW, UXMAL, 1)
    spec = {"do": "smite", "who": "enemy", "n": 2, "where": "any", "one_region": True}
    resolve(state, spec, "uxmal-yellow-w")
    assert (units(state, YELLOW, BECAN), units(state, YELLOW, UXMAL)) == ((1, 0), (0, 0))


def test_distinct_regions_and_owners() -> None:
    state = scene()
    put(state, YELLOW, BECAN, 2)
    put(state, YELLOW, UXMAL, 2)
    put(state, GREEN, UXMAL, 1)
    spec = {"do": "smite", "who": "enemy", "n": 3, "where": "any", "distinct_regions": True}
    resolve(state, spec, "becan-yellow-w", "uxmal-green-w")
    assert (units(state, YELLOW, BECAN), units(state, YELLOW, UXMAL)) == ((1, 0), (2, 0))
    put(state, GREEN, UXMAL, 1)
    spec = {"do": "smite", "who": "enemy", "n": 3, "where": "any", "distinct_owners": True}
    resolve(state, spec, "becan-yellow-w")
    assert (units(state, YELLOW, BECAN), units(state, GREEN, UXMAL)) == ((0, 0), (0, 0))


def test_the_same_region_is_the_one_touched_last() -> None:
    spec = {
        "seq": [
            {"do": "build", "what": "glyph", "where": "any"},
            {"do": "strength", "n": 2, "where": "same"},
            {"do": "deploy", "unit": "shaman", "n": 1, "where": "same"},
        ]
    }
    state = resolve(scene(), spec, "uxmal-red-glyph")
    assert (glyphs(state, RED, UXMAL), tokens(state, RED, UXMAL), units(state, RED, UXMAL)) == (1, 2, (0, 1))


def test_naming_the_same_region_happens_once() -> None:
    spec = {
        "seq": [
            {"do": "smite", "who": "enemy", "where": "presence"},
            {"do": "strength", "n": 1, "where": "same"},
            {"do": "deploy", "unit": "warrior", "n": 1, "where": "same"},
        ]
    }
    state = scene()
    stand(state, RED, "v9")
    resolve(state, spec, "palenque")
    assert (tokens(state, RED, PALENQUE), units(state, RED, PALENQUE)) == (1, (1, 0))


def test_no_presence_no_region_to_name() -> None:
    spec = {
        "seq": [
            {"do": "smite", "who": "enemy", "where": "presence"},
            {"do": "strength", "n": 1, "where": "same"},
        ]
    }
    assert sum(resolve(scene(), spec).tokens) == 0


def test_an_optional_part_in_the_same_region_names_only_regions_where_it_can_be_done() -> None:
    spec = {
        "seq": [
            {"do": "build", "what": "pyramid", "where": "presence"},
            {"may": {"do": "move", "who": "any", "n": 1, "from": "same", "to": "any"}},
        ]
    }
    state = scene()
    stand(state, RED, "v8")
    for region in (HOCHOB, BECAN, PALENQUE):
        pyramid(state, region, YELLOW if region != PALENQUE else GREEN)
    for level in range(4):
        state.pieces[RED * 4 + level] = 0  # nothing left to build with
    put(state, YELLOW, BECAN, 1)
    put(state, GREEN, PALENQUE, 1)
    state.stack = [(BEGIN, compile_effect("a test", spec), RED)]
    state.advance()
    assert legal(state) == ["becan", "palenque"]
    state.play(state.legal_moves()[0])
    assert legal(state) == ["becan-yellow-w", "enough"]


def test_each_effect_has_a_scope_of_its_own() -> None:
    """CALL inside an action starts anew; what follows still remembers the region before it."""
    spec = {
        "seq": [
            {"do": "build", "what": "glyph", "where": "any"},
            {"do": "call"},
            {"do": "strength", "n": 1, "where": "same"},
        ]
    }
    state = scene()
    stand(state, RED, "v1")
    resolve(state, spec, "hochob-red-glyph", "v9", "palenque-red-w")
    assert tokens(state, RED, HOCHOB) == 1


def test_a_call_within_an_action_does_not_remember_the_actions_region() -> None:
    spec = {"seq": [{"do": "build", "what": "glyph", "where": "any"}, {"do": "call"}]}
    state = scene(("chaac", "kukulkan", "ixchel", "zotz"), age=2)
    stand(state, RED, "v1")
    carve(state, RED, PALENQUE, 5)
    begin(state, spec)
    answer(state, "uxmal-red-glyph", "v9")
    # Chaac has no glyph left: its units go where Red says among Becan and Palenque, not to Uxmal.
    assert (state.prompt.kind, legal(state)) == ("region", ["becan", "palenque"])


def test_conditions() -> None:
    state = scene()
    fight(state, BECAN, RED)
    stand(state, RED, "v9")
    test = language.condition
    assert test("a test", {"champion_in": "conflict"})(state, RED)
    assert not test("a test", {"champion_in": "conflict"})(state, BLUE)
    assert test("a test", {"present_in": "conflict"})(state, RED)
    assert not test("a test", {"present_in": "conflict"})(state, BLUE)
    assert test("a test", {"cmp": ["age", "==", 1]})(state, RED)
    assert test("a test", {"cmp": ["age", "<=", 1]})(state, RED)
    assert not test("a test", {"cmp": ["age", ">=", 2]})(state, RED)


def test_nothing_is_done_n_zero_times() -> None:
    state = scene()
    put(state, YELLOW, BECAN, 1)
    for verb in ("deploy", "awaken", "smite", "exile", "build", "demolish", "strength", "recover"):
        who = {"who": "enemy"} if verb in ("smite", "exile") else {}
        resolve(state, {"do": verb, "n": 0, "where": "any", **who})
    assert units(state, YELLOW, BECAN) == (1, 0)


def test_units_go_where_the_verbs_say() -> None:
    state = scene()
    bury(state, YELLOW, 1, 0)
    put(state, YELLOW, BECAN, 1, 1)
    resolve(state, {"do": "smite", "who": "enemy", "unit": "shaman", "n": 1, "where": "any"})
    assert xibalba(state, YELLOW) == (2, 2)
    resolve(state, {"do": "awaken", "unit": "shaman", "n": 1, "where": "any"}, "uxmal-yellow-s", seat=YELLOW)
    assert (units(state, YELLOW, UXMAL), xibalba(state, YELLOW)) == ((0, 1), (2, 1))


def test_nodes_are_small_and_shared() -> None:
    assert len(NODES) < 400
