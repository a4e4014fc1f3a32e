"""Every doubtful point of the rules, as rules.md lists them, by its number there."""

import pytest

from core.game import Event, Setup
from core.mezo import steps
from core.mezo.components import (
    CALENDAR,
    CARDS,
    CODEX,
    CONSTANTS,
    DEVOTION_END,
    GODS,
    NEUTRAL,
    REGIONS,
    SHAMAN,
    TOUCHES,
    VERTICES,
    WARRIOR,
)
from core.mezo.effects.gods import free_vertices
from core.mezo.rules import MezoState, start
from core.mezo.scoring import award, devote, leaders, majority, strength, strengths
from core.mezo.state import FROM_ACTIONS, FROM_ALTARS, FROM_TRIBE
from tests.core.mezo.scene import (
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
    ability,
    action,
    altar,
    answer,
    ask,
    bury,
    call,
    carve,
    decide,
    effect_of,
    fight,
    glyphs,
    legal,
    put,
    pyramid,
    reserves,
    resolve,
    scene,
    stand,
    tokens,
    turn_up,
    units,
    xibalba,
)

BUILDERS = ("itzamna", "kukulkan", "zotz", "cabrakan")


# Gods and vertices


def test_1_2_a_god_goes_to_any_free_vertex_but_its_own() -> None:
    state = scene()
    for seat, vertex in enumerate(("v1", "v2", "v3", "v4")):
        stand(state, seat, vertex)
    assert [VERTICES[v].id for v in free_vertices(state)] == ["v5", "v6", "v7", "v8", "v9", "v10"]
    state.stack = [(steps.CALL, -1, RED, 0)]
    state.advance()
    # From one end of the map to the other: there is no distance.
    assert legal(state) == ["v5", "v6", "v7", "v8", "v9", "v10", "ability"]


def test_3_desolate_regions_are_no_presence_and_a_vertex_of_nothing_else_is_no_place() -> None:
    state = scene(("kukulkan", "ixchel", "zotz"), desolate=(UXMAL, HOCHOB), vp=(5, 4, 3))
    stand(state, RED, "v3")
    assert state.presence(RED) == 1 << CHICHEN
    assert "v7" not in [VERTICES[v].id for v in free_vertices(state)]
    assert TOUCHES[6] == 1 << UXMAL | 1 << HOCHOB


def test_call_in_age_one_places_the_god_first() -> None:
    state = scene()
    state.stack = [(steps.CALL, -1, RED, 0)]
    state.advance()
    assert "ability" not in legal(state)
    answer(state, "v9")
    # It stands between Becan and Palenque, and Deploys there.
    assert legal(state) == ["becan-red-w", "palenque-red-w"]


def test_after_the_ability_the_god_must_move() -> None:
    state = scene(("kinich-ahau", "ixchel", "zotz", "chaac"))
    stand(state, RED, "v9")
    state.stack = [(steps.CALL, -1, RED, 0)]
    state.advance()
    answer(state, "ability", "palenque")
    assert tokens(state, RED, PALENQUE) == 1
    assert "ability" not in legal(state) and "v9" not in legal(state)


def test_gods_stay_where_they_are_between_ages() -> None:
    state = start(Setup(3, 5, {"gods": "dealt"}))
    while state.age == 1:
        standing = list(state.vertices)
        answer(state, legal(state)[0])
    assert state.vertices == standing
    assert min(standing) >= 0


# Start of Age and Deploy Step


def test_4_two_tribes_may_take_the_same_ability() -> None:
    state = start(Setup(2, 1, {"gods": "dealt"}))
    answer(state, "jaguar-champion")
    assert "jaguar-champion" in legal(state)
    answer(state, "jaguar-champion")
    assert state.abilities == ((ability("jaguar-champion"),),) * 2


def test_abilities_are_chosen_from_the_most_points_down_and_kept() -> None:
    state = start(Setup(4, 2, {"gods": "dealt"}))
    asked = []
    while state.prompt.kind == "ability":
        asked.append(state.actor)
        answer(state, legal(state)[0])
    assert asked == sorted(range(4), key=lambda seat: -state.vp[seat])
    while state.age < 2 or state.prompt.kind == "ability":
        answer(state, legal(state)[0])
    assert [len(taken) for taken in state.abilities] == [2] * 4


def deploy(state: MezoState) -> MezoState:
    state.stack = [(steps.DEPLOY, 0)]
    state.advance()
    return state


def test_5_units_that_stand_there_already_do_not_count_for_the_limit() -> None:
    state = scene()
    put(state, RED, UXMAL, 2, 1)
    deploy(state)
    answer(state, "palenque")
    assert state.prompt.sentence.startswith("Uxmal")
    assert "uxmal=3w" in legal(state) and "uxmal=4w" not in legal(state)
    answer(state, "uxmal=2w1s")
    assert units(state, RED, UXMAL) == (4, 2)


def test_deploy_offers_every_mixture_of_at_most_three_units_the_reserves_hold() -> None:
    state = scene()
    bury(state, RED, 6, 5)
    assert reserves(state, RED) == (1, 2)
    deploy(state)
    answer(state, "palenque")
    assert sorted(legal(state)) == sorted(f"uxmal={mix}" for mix in ("0", "1s", "2s", "1w", "1w1s", "1w2s"))


def test_a_champion_may_join_own_units_but_no_other_champion() -> None:
    state = scene()
    put(state, YELLOW, PALENQUE, 1)
    deploy(state)
    answer(state, "becan", "uxmal=0", "chichen=0", "hochob=0", "palenque=0")
    assert state.actor == YELLOW
    assert legal(state) == ["uxmal", "chichen", "hochob", "palenque"]


def test_the_own_champions_region_gets_no_units_without_the_honour_guard() -> None:
    state = scene()
    deploy(state)
    asked = []
    answer(state, "hochob")
    while state.actor == RED:
        asked.append(state.prompt.sentence.split(":")[0])
        answer(state, legal(state)[0])
    assert asked == ["Uxmal", "Chichen Itza", "Becan", "Palenque"]


def test_honour_guard_lets_two_units_join_the_champion() -> None:
    state = scene()
    state.abilities = ((ability("honour-guard"),), (), (), ())
    deploy(state)
    answer(state, "hochob", "uxmal=0", "chichen=0")
    assert state.prompt.sentence.startswith("Hochob: Deploy up to 2 units")
    assert "hochob=2w" in legal(state) and "hochob=3w" not in legal(state)


def test_honour_guard_with_two_champions_guards_both() -> None:
    state = scene(("kukulkan", "zotz"), vp=(5, 4))
    state.abilities = ((ability("honour-guard"),), ())
    deploy(state)
    answer(state, "hochob", "becan", "uxmal=0", "chichen=0", "hochob=2w", "becan=2s")
    assert (units(state, RED, HOCHOB), units(state, RED, BECAN)) == ((2, 0), (0, 2))


def test_6_the_region_without_champion_is_blessed_and_nobody_is_asked() -> None:
    state = scene()
    deploy(state)
    for region in ("uxmal", "chichen", "hochob", "becan"):
        answer(state, region)
        while state.prompt.kind == "station":
            answer(state, legal(state)[0])
    assert state.blessed == PALENQUE
    assert state.stack == []


def test_two_players_set_both_champions_before_any_unit() -> None:
    state = scene(("kukulkan", "zotz"), vp=(5, 4))
    deploy(state)
    answer(state, "uxmal")
    assert (state.actor, state.prompt.kind) == (RED, "champion")
    assert "uxmal" not in legal(state)
    answer(state, "chichen")
    assert state.prompt.kind == "station"
    while state.actor == RED:
        answer(state, legal(state)[0])
    answer(state, "hochob", "becan")
    while state.stack:
        answer(state, legal(state)[0])
    assert state.blessed == PALENQUE


def test_several_abilities_at_the_start_of_deploy_act_in_their_owners_order() -> None:
    state = scene()
    bury(state, RED, 1, 0)
    state.abilities = ((ability("ancestors-return"), ability("pilgrims")), (), (), ())
    deploy(state)
    assert (state.prompt.kind, legal(state)) == ("order", ["ancestors-return", "pilgrims"])
    answer(state, "pilgrims")
    # All three are home again: the ancestors find nobody to bring back.
    assert (state.devotion[RED], xibalba(state, RED)) == (1, (0, 0))
    assert state.prompt.kind == "champion"


def test_start_of_deploy_abilities_come_before_the_champion() -> None:
    state = scene()
    state.abilities = ((ability("stone-carvers"),), (), (), ())
    deploy(state)
    answer(state, "becan-red-glyph")
    assert (glyphs(state, RED, BECAN), state.devotion[RED]) == (1, 1)
    assert state.prompt.kind == "champion"


# The Blessed region


def blessed(cards: bool = False, vp: tuple[int, ...] = (5, 4, 3, 2), **more: int) -> MezoState:
    state = scene(vp=vp)
    state.age = more.get("age", 3)
    state.blessed = UXMAL
    state.blessed_cards = cards
    return state


def test_7_no_cards_are_played_in_the_blessed_conflict() -> None:
    state = blessed()
    decks = state.decks
    turn_up(state, UXMAL)
    assert state.prompt.kind == "sacrifice"
    assert state.decks == decks


def test_7_the_option_plays_cards_there_too_in_the_vp_order() -> None:
    state = blessed(cards=True, vp=(3, 9, 5, 7))
    turn_up(state, UXMAL)
    kinds = []
    while state.prompt.kind in ("card", "act"):
        kinds.append((state.prompt.kind, state.actor))
        answer(state, "pass1-devotion" if "pass1-devotion" in legal(state) else legal(state)[-2])
    order = [YELLOW, BLUE, GREEN, RED]
    assert kinds == [("card", s) for s in order] + [("act", s) for s in order] * 2
    assert state.prompt.kind == "sacrifice"


def test_7_with_the_option_the_fifth_conflict_has_one_card_left() -> None:
    state = start(Setup(4, 3, {"gods": "dealt", "blessed_cards": True}))
    drawn = []
    while state.age == 1:
        if state.prompt.kind == "card" and state.actor == 0:
            drawn.append(len(legal(state)))
        answer(state, legal(state)[0])
    assert drawn == [3, 3, 3, 2, 1]


def test_8_16_the_order_of_gifts_is_frozen_when_the_conflict_begins() -> None:
    state = blessed(vp=(10, 9, 3, 2))
    state.devotion[YELLOW] = DEVOTION_END
    turn_up(state, UXMAL)
    answer(state, "0")
    assert state.actor == YELLOW
    answer(state, "4w")  # worth 4 points beyond the track: Yellow leads now
    assert state.vp[YELLOW] == 13
    assert state.actor == GREEN


def test_9_when_nobody_has_strength_all_are_tied_and_the_last_player_picks() -> None:
    state = blessed(vp=(10, 2, 30, 20))
    turn_up(state, UXMAL)
    for _ in range(4):
        answer(state, "0")
    assert (state.actor, legal(state)) == (YELLOW, ["red", "yellow", "green", "blue"])


def test_10_the_tied_player_with_the_fewest_points_now_names_the_winner() -> None:
    state = blessed(vp=(10, 9, 30, 20))
    state.devotion[YELLOW] = DEVOTION_END
    turn_up(state, UXMAL)
    answer(state, "0", "0", "3w")  # Green, Blue, Red
    answer(state, "3w")  # Yellow: 3 points beyond the track pass Red's 10
    assert state.vp[YELLOW] == 12
    assert (state.actor, legal(state)) == (RED, ["red", "yellow"])
    answer(state, "yellow")
    assert state.breakdown()["Blessed region"] == [0, 8, 0, 0]


def test_gifts_come_from_the_reserves_alone() -> None:
    state = blessed()
    put(state, RED, UXMAL, 3, 3)
    bury(state, RED, 3, 3)
    assert reserves(state, RED) == (1, 1)
    turn_up(state, UXMAL)
    assert (state.actor, legal(state)) == (RED, ["0", "1s", "1w", "1w1s"])


def test_35_the_blessed_strength_is_what_stands_there_and_what_is_given() -> None:
    state = blessed()
    put(state, GREEN, UXMAL, 2, 1)
    carve(state, BLUE, UXMAL, 2)
    state.tokens[BLUE * REGIONS + UXMAL] = 3
    turn_up(state, UXMAL)
    answer(state, "0", "0", "2w2s")
    assert strengths(state, UXMAL) == [0, 0, 7, 5]
    answer(state, "0")
    assert state.breakdown()["Blessed region"] == [0, 0, 8, 0]


def test_the_blessed_region_awards_neither_altar_nor_tracks() -> None:
    state = blessed(vp=(50, 40, 30, 20), age=1)
    state.altars = (altar("long-count"), *state.altars[1:])
    put(state, RED, UXMAL, 3, 3)
    turn_up(state, UXMAL)
    told = []
    for _ in range(4):
        told += answer(state, "0")
    assert {"altar", "space"} & {event.kind for event in told} == set()
    assert state.vp[RED] == 58
    assert reserves(state, RED) == (7, 7)


# Points and devotion


def test_11_surplus_devotion_is_one_point_each() -> None:
    state = scene(vp=(5, 40, 30, 20))
    state.devotion[RED] = DEVOTION_END
    devote(state, RED, 2, None)
    assert (state.devotion[RED], state.vp[RED]) == (DEVOTION_END, 7)


def test_14_a_marker_that_lands_on_others_goes_on_to_the_next_free_space() -> None:
    state = scene(vp=(5, 7, 8, 9))
    award(state, RED, ((2, FROM_ACTIONS),), None)
    assert state.vp[RED] == 10
    assert state.breakdown()["jumps"] == [3, 0, 0, 0]
    award(state, RED, ((0, FROM_ACTIONS),), None)
    assert state.vp[RED] == 10


def test_14_passing_markers_is_no_jump() -> None:
    state = scene(vp=(5, 6, 7, 9))
    award(state, RED, ((3, FROM_ACTIONS),), None)
    assert state.vp[RED] == 8


def test_15_gains_at_one_time_go_in_the_order_before_them() -> None:
    state = scene(("itzamna", "kukulkan", "ixchel", "zotz"), vp=(4, 5, 2, 1))
    pyramid(state, UXMAL, YELLOW)
    # Yellow first, to 6; so Red, who builds the second level, finds its 6 taken.
    action(state, RED, "legacy", 2, "uxmal-pyramid")
    assert state.vp == [7, 6, 2, 1]


# Stone


def test_18_the_builder_takes_no_extra_point_for_older_pieces() -> None:
    state = scene(("itzamna", "kukulkan", "ixchel", "zotz"), vp=(10, 20, 30, 40))
    pyramid(state, UXMAL, RED, YELLOW)
    action(state, RED, "legacy", 2, "uxmal-pyramid")
    assert state.vp == [13, 21, 30, 40]


def test_19_20_one_pyramid_a_region_of_four_levels_at_most() -> None:
    state = scene(BUILDERS)
    pyramid(state, UXMAL, YELLOW, GREEN, BLUE, YELLOW)
    pyramid(state, BECAN, YELLOW)
    ask(state, effect_of(state, RED, "legacy", 2), RED)
    assert legal(state) == ["chichen-pyramid", "hochob-pyramid", "becan-pyramid", "palenque-pyramid"]
    answer(state, "becan-pyramid")
    assert state.pyramids[BECAN] == (YELLOW * 4, RED * 4 + 1)


def test_20_without_the_right_piece_nobody_builds_on() -> None:
    state = scene(BUILDERS)
    for region in (UXMAL, CHICHEN, HOCHOB):
        pyramid(state, region, RED, base=2)
    pyramid(state, BECAN, GREEN)
    ask(state, effect_of(state, RED, "legacy", 2), RED)
    assert state.pieces[RED * 4 + 1] == 0
    assert "becan-pyramid" not in legal(state)  # it needs level 2
    assert "palenque-pyramid" in legal(state)


def test_21_neutral_pieces_count_score_for_nobody_and_can_be_thrown_down() -> None:
    state = scene(("itzamna", "cabrakan"), vp=(10, 20))
    pyramid(state, UXMAL, NEUTRAL)
    pyramid(state, BECAN, NEUTRAL)
    action(state, RED, "legacy", 2, "uxmal-pyramid")
    assert state.vp == [12, 20]
    stand(state, YELLOW, "v6")
    action(state, YELLOW, "edict", 2)
    assert state.pyramids[BECAN] == ()
    assert state.vp == [12, 22]


def test_21_22_a_neutral_piece_transformed_leaves_the_game() -> None:
    state = scene(("itzamna", "cabrakan"), vp=(10, 20))
    pyramid(state, UXMAL, NEUTRAL)
    fight(state, UXMAL, YELLOW)
    action(state, RED, "edict", 1)
    assert state.pyramids[UXMAL] == (RED * 4,)
    assert state.pieces[RED * 4] == 1
    assert state.vp == [11, 20]


def test_22_transforming_anothers_top_needs_an_own_piece_of_its_level() -> None:
    state = scene(BUILDERS, vp=(10, 20, 30, 40))
    pyramid(state, UXMAL, YELLOW, GREEN)
    fight(state, UXMAL, YELLOW)
    action(state, RED, "edict", 1)
    # Green has no piece left in it, so only Yellow shares.
    assert state.pyramids[UXMAL] == (YELLOW * 4, RED * 4 + 1)
    assert state.vp == [12, 21, 30, 40]
    assert state.pieces[GREEN * 4 + 1] == 3
    other = scene(BUILDERS, vp=(10, 20, 30, 40))
    pyramid(other, UXMAL, YELLOW, GREEN)
    for region in (CHICHEN, HOCHOB, BECAN):
        pyramid(other, region, RED, base=2)
    fight(other, UXMAL, YELLOW)
    action(other, RED, "edict", 1)
    assert other.pyramids[UXMAL] == (YELLOW * 4, GREEN * 4 + 1)


def test_a_glyph_is_transformed_only_with_an_own_glyph_left() -> None:
    state = scene(("zotz", "kukulkan", "ixchel", "cabrakan"))
    carve(state, YELLOW, UXMAL)
    carve(state, RED, BECAN, 6)
    action(state, RED, "edict", 2)
    assert (glyphs(state, YELLOW, UXMAL), glyphs(state, RED, UXMAL)) == (1, 0)
    state.glyphs[RED * REGIONS + BECAN] -= 1
    state.stelae[RED] += 1
    action(state, RED, "edict", 2)
    assert (glyphs(state, YELLOW, UXMAL), glyphs(state, RED, UXMAL)) == (0, 1)
    assert state.stelae[YELLOW] == 6


def test_glyphs_have_no_limit_in_a_region_but_the_supply() -> None:
    state = scene(("chaac", "kukulkan", "ixchel", "cabrakan"))
    stand(state, RED, "v9")
    carve(state, RED, BECAN, 5)
    ask(state, GODS[state.gods[RED]].call.number, RED)
    answer(state, "becan-red-glyph")
    assert glyphs(state, RED, BECAN) == 6
    resolve(state, GODS[state.gods[RED]].call.number, RED)
    assert glyphs(state, RED, BECAN) == 6


def test_40_neutral_pieces_are_enemies_of_all() -> None:
    state = scene(("cabrakan", "zotz"), vp=(10, 20))
    pyramid(state, BECAN, RED, base=1)
    pyramid(state, PALENQUE, NEUTRAL)
    stand(state, RED, "v9")
    action(state, RED, "edict", 2)
    assert (state.pyramids[BECAN], state.pyramids[PALENQUE]) == ((RED * 4,), ())


# Conflicts


def test_23_the_champion_is_no_unit() -> None:
    state = scene(("kinich-ahau", "kukulkan", "ixchel", "zotz"))
    fight(state, BECAN, YELLOW)
    action(state, RED, "edict", 1)
    assert state.champions[BECAN] == YELLOW
    assert strength(state, YELLOW, BECAN) == 2


def play_cards(state: MezoState, region: int, card: str = "edict") -> None:
    """Everybody lays this card in a conflict here."""
    state.decks = tuple((CARDS.index(card), *(n for n in range(5) if n != CARDS.index(card))) for _ in state.vp)
    turn_up(state, region)
    while state.prompt.kind == "card":
        answer(state, card)


def test_24_a_glyph_buys_the_last_action_once_and_leaves_first() -> None:
    state = scene(("chaac", "kukulkan", "ixchel", "zotz"))
    state.champions[BECAN] = BLUE
    carve(state, RED, BECAN, 2)
    play_cards(state, BECAN)
    answer(state, "pass1-devotion", *["pass1-devotion"] * 3, "3", "enough", *["pass2-devotion"] * 3)
    assert (state.actor, state.prompt.kind, legal(state)) == (RED, "third", ["yes", "no"])
    answer(state, "yes")
    # Edict 2 of Chaac: 1 strength and 2 for each glyph; one of the two has already left.
    assert state.breakdown()["altars"][RED] == 2
    assert glyphs(state, RED, BECAN) == 1


def test_24_the_third_action_is_offered_to_those_with_a_glyph_here_at_their_turn() -> None:
    state = scene(("zotz", "cabrakan", "ixchel", "kukulkan"))
    state.champions[BECAN] = BLUE
    carve(state, YELLOW, BECAN)
    carve(state, RED, BECAN)
    play_cards(state, BECAN)
    # Red keeps Edict 2 (TRANSFORM an enemy glyph) for last, and so takes Yellow's third action away.
    answer(state, "pass1-devotion", *["pass1-devotion"] * 3, "pass3-devotion", *["pass2-devotion"] * 3)
    assert state.actor == RED
    answer(state, "yes")
    assert glyphs(state, YELLOW, BECAN) == 0
    assert state.prompt.kind != "third"


def test_24_no_pass_for_the_third_action() -> None:
    state = scene()
    state.champions[BECAN] = BLUE
    carve(state, RED, BECAN)
    play_cards(state, BECAN)
    for action_ in (1, 2):
        for _ in range(4):
            answer(state, f"pass{action_}-devotion")
    assert legal(state) == ["yes", "no"]
    answer(state, "no")
    assert glyphs(state, RED, BECAN) == 1


def test_25_26_any_uncovered_action_may_be_chosen_even_if_it_does_nothing() -> None:
    state = scene()
    state.champions[BECAN] = BLUE
    play_cards(state, BECAN)
    assert legal(state) == [
        "1", "2", "3",
        "pass1-devotion", "pass1-recover", "pass2-devotion", "pass2-recover",
        "pass3-devotion", "pass3-recover",
    ]  # fmt: skip
    before = state.copy()
    answer(state, "1")  # Kukulkan stands nowhere: nothing happens
    assert state.units == before.units and state.tokens == before.tokens
    assert state.actor == YELLOW


def test_27_appease_is_optional_and_impossible_without_the_price() -> None:
    state = scene(("itzamna", "kukulkan", "ixchel", "zotz"))
    fight(state, BECAN, BLUE)
    action(state, RED, "task", 3, "enough")
    assert sum(state.wrath) == 0
    state.wrath[YELLOW * 2] = 1
    state.reserves[YELLOW * 2] -= 1
    bury(state, RED, 7, 6)
    assert sum(reserves(state, RED)) == 1
    action(state, RED, "task", 3)  # two units are asked for: no question at all
    assert sum(state.wrath) == 1


def test_27_the_price_may_be_mixed_from_reserves_and_regions_of_presence() -> None:
    state = scene(("itzamna", "kukulkan", "ixchel", "zotz"), age=2)
    fight(state, HOCHOB, BLUE)
    stand(state, RED, "v9")
    put(state, RED, BECAN, 1)
    put(state, RED, PALENQUE, 0, 1)
    put(state, RED, UXMAL, 1)
    state.wrath[BLUE * 2] = 1
    state.reserves[BLUE * 2] -= 1
    ask(state, effect_of(state, RED, "task", 3), RED)
    assert legal(state) == ["reserves-w", "reserves-s", "becan-red-w", "palenque-red-s", "enough"]
    answer(state, "becan-red-w")
    assert "enough" not in legal(state)
    answer(state, "palenque-red-s")
    # Paid first; then one of the tiles that lie face up is chosen.
    assert state.prompt.kind == "appease"
    assert len(legal(state)) == 2


def test_27_a_wrathful_tile_obeys_presence() -> None:
    state = scene(("itzamna", "kukulkan", "ixchel", "zotz"))
    state.wrathful = (2, *state.wrathful[1:])  # Mark: BUILD 1 glyph where you have presence
    fight(state, HOCHOB, BLUE)
    action(state, RED, "task", 3, "reserves-w")
    assert sum(state.glyphs) == 0
    stand(state, RED, "v9")
    action(state, RED, "task", 3, "reserves-w", "reserves-w", "palenque-red-glyph")
    assert glyphs(state, RED, PALENQUE) == 1


def test_28_the_majority_token_needs_a_unit_of_that_kind() -> None:
    state = scene()
    fight(state, BECAN, YELLOW)
    put(state, BLUE, BECAN, warriors=1)
    action(state, RED, "edict", 2)
    assert majority(state, BECAN, WARRIOR) == [BLUE]
    put(state, RED, BECAN, warriors=1)
    put(state, BLUE, BECAN, warriors=4)
    assert majority(state, BECAN, WARRIOR) == [RED]


def test_29_altar_then_calendar_then_codex_each_on_the_new_state() -> None:
    state = scene(("kukulkan", "ixchel", "cabrakan", "chaac"), vp=(50, 40, 30, 20))
    fight(state, BECAN, BLUE)
    state.altars = tuple(altar("conch") if region == BECAN else found for region, found in enumerate(state.altars))
    # Red wins by tokens, CALLs, and its new Warrior ties Yellow's.
    state.tokens[RED * REGIONS + BECAN] = 9
    put(state, YELLOW, BECAN, warriors=1)
    decide(state)
    answer(state, "v6")  # Becan is all it sees, Coba being Desolate
    assert (state.actor, legal(state)) == (BLUE, ["red", "yellow"])


def test_30_the_champions_owner_picks_among_the_tied_even_when_it_is_not() -> None:
    state = scene(vp=(50, 40, 30, 20))
    fight(state, BECAN, BLUE)
    put(state, RED, BECAN, 3)
    put(state, GREEN, BECAN, 0, 3)
    decide(state)
    assert (state.actor, legal(state)) == (BLUE, ["red", "green"])
    answer(state, "green")
    assert state.vp[GREEN] == 32


def test_31_strength_elsewhere_waits_and_goes_at_the_end_of_the_age() -> None:
    state = scene(("kinich-ahau", "kukulkan", "ixchel", "zotz"), age=2)
    stand(state, RED, "v1")
    call(state, RED, "v9", "palenque")
    assert tokens(state, RED, PALENQUE) == 2
    fight(state, BECAN, YELLOW)
    decide(state)
    assert tokens(state, RED, PALENQUE) == 2
    state.stack = [(steps.AGE_END,)]
    state.advance()
    assert tokens(state, RED, PALENQUE) == 0


def test_strength_tokens_of_a_region_leave_with_its_conflict() -> None:
    state = scene()
    fight(state, BECAN, YELLOW)
    state.tokens[RED * REGIONS + BECAN] = 4
    state.most = (*state.most[: BECAN * 2], 1, 1, *state.most[BECAN * 2 + 2 :])
    state.ties = (*state.ties[:BECAN], 1, *state.ties[BECAN + 1 :])
    decide(state)
    assert (sum(state.tokens), sum(state.most), sum(state.ties)) == (0, 0, 0)


def test_32_units_put_into_a_resolved_region_wait_for_the_next_age() -> None:
    state = scene(("ixchel", "kukulkan", "ah-puch", "zotz"))
    put(state, RED, PALENQUE, 2)
    state.stack = [(steps.AGE_END,)]
    state.advance()
    assert state.age == 2
    assert units(state, RED, PALENQUE) == (2, 0)


def test_33_played_cards_are_open_and_come_back_with_the_next_age() -> None:
    state = scene()
    state.champions[BECAN] = BLUE
    play_cards(state, BECAN)
    assert "face down" not in state.board(YELLOW)
    assert all(CARDS.index("edict") not in deck for deck in state.decks)
    while state.age == 1:
        answer(state, legal(state)[-1])
    assert all(sorted(deck) == list(range(5)) for deck in state.decks)


def test_33_the_cards_put_back_are_drawn_again_so_their_order_is_no_choice() -> None:
    state = start(Setup(4, 8, {"gods": "dealt"}))
    back: dict[int, set[str]] = {}
    while state.age == 1:
        if state.prompt.kind == "card":
            assert state.actor is not None
            hand = set(legal(state))
            assert back.get(state.actor, set()) <= hand
            back[state.actor] = hand - {legal(state)[0]}
        answer(state, legal(state)[0])


def test_34_units_on_the_tracks_are_not_in_reserves_until_the_end_of_the_age() -> None:
    state = scene(vp=(50, 40, 30, 20))
    fight(state, BECAN, YELLOW)
    put(state, RED, BECAN, 0, 1)
    decide(state)
    answer(state, "day-of-maize")
    assert (reserves(state, RED), state.tracks[SHAMAN].count(RED)) == ((7, 6), 1)
    state.stack = [(steps.AGE_END,)]
    state.advance()
    assert (reserves(state, RED), state.tracks[SHAMAN].count(RED)) == ((7, 7), 0)


def test_36_with_two_players_the_opponent_of_the_champion_begins() -> None:
    state = scene(("kukulkan", "zotz"), vp=(5, 4))
    state.champions[BECAN] = YELLOW
    turn_up(state, BECAN)
    assert state.actor == RED


def test_37_this_conflict_means_nothing_outside_one_and_another_any_live_region() -> None:
    state = scene(("ah-puch", "kukulkan", "ixchel", "zotz"))
    put(state, YELLOW, BECAN, 1)
    action(state, RED, "vengeance", 2)
    assert (units(state, YELLOW, BECAN), sum(state.tokens)) == ((1, 0), 0)
    ask(state, CODEX[2].effect.number, RED)
    assert legal(state) == ["uxmal-red-w", "chichen-red-w", "hochob-red-w", "becan-red-w", "palenque-red-w"]


def test_38_the_active_player_picks_the_unit_unless_its_owner_does() -> None:
    state = scene(("cabrakan", "kukulkan", "ixchel", "zotz"))
    fight(state, BECAN, BLUE)
    put(state, YELLOW, BECAN, 2, 1)
    ask(state, effect_of(state, RED, "vengeance", 2), RED)
    assert state.actor == RED
    answer(state, "becan-yellow-s")
    ask(state, effect_of(state, RED, "edict", 1), RED)
    assert units(state, YELLOW, BECAN) == (0, 0)  # no choice is left: both go
    put(state, YELLOW, BECAN, 2, 1)
    put(state, GREEN, BECAN, 2, 1)
    ask(state, effect_of(state, RED, "edict", 1), RED)
    assert state.actor == YELLOW
    answer(state, "becan-yellow-w", "becan-yellow-w")
    assert state.actor == GREEN


@pytest.mark.parametrize("place", ["hochob", "becan", "palenque"])
def test_39_without_a_first_target_the_player_names_the_same_region(place: str) -> None:
    state = scene()
    stand(state, RED, "v8")
    # Nobody to SMITE in Hochob, Becan or Palenque: two Warriors go where Red says.
    action(state, RED, "vengeance", 2, place)
    index = {"hochob": HOCHOB, "becan": BECAN, "palenque": PALENQUE}[place]
    assert units(state, RED, index) == (2, 0)


# The second reading


def test_no_unit_of_the_kind_skips_the_track_and_nobody_picks() -> None:
    state = scene(vp=(50, 40, 30, 20))
    fight(state, BECAN, YELLOW)
    put(state, RED, BECAN, 3, 0)
    decide(state)
    assert (state.actor, state.prompt.kind) == (RED, "space")
    assert set(legal(state)) == {space.id for space in CODEX}
    answer(state, "page-of-deeds")
    assert state.stack == []
    assert not {space.id for space in CALENDAR} & {space.id for space in CODEX}


def test_win_ties_comes_before_the_champions_owner() -> None:
    state = scene(("kinich-ahau", "kukulkan", "ixchel", "zotz"), vp=(50, 40, 30, 20))
    fight(state, BECAN, BLUE)
    put(state, YELLOW, BECAN, 3)
    put(state, RED, BECAN, 1)
    action(state, RED, "edict", 2)
    assert leaders(state, BECAN) == [RED]
    decide(state)
    assert state.vp[RED] == 52
    assert leaders(scene(), UXMAL) == [RED, YELLOW, GREEN, BLUE]


def test_victory_pays_the_altar_first_then_the_tribute() -> None:
    state = scene(vp=(50, 40, 30, 20))
    state.abilities = ((ability("victors-tribute"),), (), (), ())
    fight(state, BECAN, RED)
    told: list[Event] = []
    state.order = (0, 1, 2, 3)
    state.stack = [(steps.CLEAN_UP,), (steps.WINNER,)]
    state.advance(told.append)
    answer(state, "1w")
    gains = [event.facts for event in told if event.kind == "vp"]
    assert gains == [(2, 0, 52, FROM_ALTARS), (1, 0, 53, FROM_TRIBE)]


def test_the_tribute_is_paid_in_the_blessed_region_too() -> None:
    state = blessed(vp=(50, 40, 30, 20), age=3)
    state.abilities = ((ability("victors-tribute"),), (), (), ())
    turn_up(state, UXMAL)
    answer(state, "1w", "0", "0", "0", "1w")
    assert state.breakdown()["tribe abilities"][RED] == 1


def test_jaguar_champion_is_worth_four() -> None:
    state = scene()
    state.champions[BECAN] = RED
    assert strength(state, RED, BECAN) == 2
    state.abilities = ((ability("jaguar-champion"),), (), (), ())
    assert strength(state, RED, BECAN) == 4


@pytest.mark.parametrize(("name", "gain"), [("chosen-people", 2), ("city-builders", 6), ("keepers-of-the-stelae", 4)])
def test_age_three_abilities_pay_at_the_end(name: str, gain: int) -> None:
    state = scene(age=3, vp=(50, 40, 30, 20))
    for region in (UXMAL, BECAN):
        pyramid(state, region, RED)
        carve(state, RED, region, 2)
    pyramid(state, PALENQUE, YELLOW, RED)
    state.abilities = ((ability(name),), (), (), ())
    state.stack = [(steps.AGE_END,)]
    state.advance()
    assert state.actor is None
    assert state.breakdown()["tribe abilities"] == [gain, 0, 0, 0]
    assert state.breakdown()["cities at Age's end"] == [9, 3, 0, 0]


def test_the_decks_and_tiles_are_whole_again_in_a_new_age() -> None:
    state = start(Setup(3, 4, {"gods": "dealt"}))
    while state.age == 1:
        answer(state, legal(state)[0])
    assert sorted(state.tiles) == [region for region in range(REGIONS) if state.live >> region & 1]
    assert all(sorted(deck) == list(range(5)) for deck in state.decks)
    assert len(state.face_up()) == 2
    assert (state.blessed, state.conflict) == (-1, -1)


def test_every_live_region_is_fought_over_once_an_age() -> None:
    state = start(Setup(4, 9, {"gods": "dealt"}))
    fought: list[int] = []
    while state.age == 1:
        if state.conflict >= 0 and (not fought or fought[-1] != state.conflict):
            fought.append(state.conflict)
        answer(state, legal(state)[0])
    assert sorted(fought) == [region for region in range(REGIONS) if state.live >> region & 1]


def test_desolate_regions_are_no_target_of_any_region() -> None:
    state = scene(("itzamna", "kukulkan", "ixchel", "zotz"), desolate=(COBA,))
    ask(state, effect_of(state, RED, "legacy", 2), RED)
    assert "coba-pyramid" not in legal(state)
    assert CONSTANTS.desolate[4] == 1
    assert not state.live >> COBA & 1


def test_the_wrathful_god_is_fed_until_the_conflict_ends() -> None:
    state = scene(("zotz", "itzamna", "ixchel", "kukulkan"))
    fight(state, BECAN, BLUE)
    state.wrath[YELLOW * 2] = 2
    state.reserves[YELLOW * 2] -= 2
    action(state, RED, "vengeance", 2)
    assert tokens(state, RED, BECAN) == 4
    decide(state)
    assert (sum(state.wrath), xibalba(state, YELLOW)) == (0, (3, 1))
