"""The rulings of rules.md by their numbers: gods, the first steps of an Age, the Blessed region, points."""

from core.game import Setup
from core.games.mezo import phases
from core.games.mezo.components import DEVOTION_END, REGIONS, TOUCHES, VERTICES
from core.games.mezo.deal import start
from core.games.mezo.effects.gods import free_vertices
from core.games.mezo.scoring import FROM_ACTIONS, award, devote, strengths
from core.games.mezo.state import MezoState
from tests.core.games.mezo.mezo_positions import (
    BECAN,
    BLUE,
    CHICHEN,
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
    blessed,
    bury,
    carve,
    glyphs,
    legal,
    put,
    pyramid,
    reserves,
    scene,
    stand,
    tokens,
    turn_up,
    units,
    xibalba,
)

# Gods and vertices


def test_1_2_a_god_goes_to_any_free_vertex_but_its_own() -> None:
    state = scene()
    for seat, vertex in enumerate(("v1", "v2", "v3", "v4")):
        stand(state, seat, vertex)
    assert [VERTICES[v].id for v in free_vertices(state)] == ["v5", "v6", "v7", "v8", "v9", "v10"]
    state.stack = [(phases.CALL, -1, RED, 0)]
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
    state.stack = [(phases.CALL, -1, RED, 0)]
    state.advance()
    assert "ability" not in legal(state)
    answer(state, "v9")
    # It stands between Becan and Palenque, and Deploys there.
    assert legal(state) == ["becan-red-w", "palenque-red-w"]


def test_after_the_ability_the_god_must_move() -> None:
    state = scene(("kinich-ahau", "ixchel", "zotz", "chaac"))
    stand(state, RED, "v9")
    state.stack = [(phases.CALL, -1, RED, 0)]
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
    state.stack = [(phases.DEPLOY, 0)]
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
    assert state.breakdown()["blessed-region"] == [0, 8, 0, 0]


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
    assert state.breakdown()["blessed-region"] == [0, 0, 8, 0]


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
