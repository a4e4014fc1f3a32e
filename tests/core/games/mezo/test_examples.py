"""The worked examples of the rulebook (E1 to E13, E21, E22), and ours."""

import pytest

from core.game import GameEvent, Setup
from core.games.mezo import phases
from core.games.mezo.components import (
    ABILITIES,
    CALENDAR,
    CARDS,
    CODEX,
    DEVOTION_END,
    DEVOTION_LEVEL,
    DEVOTION_VP,
    GODS,
    NEUTRAL,
    REGIONS,
    SHAMAN,
    WARRIOR,
)
from core.games.mezo.deal import start
from core.games.mezo.scoring import (
    FROM_CITIES,
    FROM_DEVOTION,
    FROM_SHARING,
    FROM_TRACKS,
    FROM_TRIBE,
    devote,
    score_cities,
    score_end,
    score_tracks,
    strengths,
)
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
    ability,
    action,
    answer,
    ask,
    bury,
    call,
    carve,
    decide,
    fight,
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

BUILDER = ("itzamna", "kukulkan", "ixchel", "ah-puch")


def test_e1_the_fourth_level_pays_four_and_one_to_each_other_builder() -> None:
    state = scene(("kukulkan", "itzamna", "ixchel", "ah-puch"), vp=(20, 10, 30, 40))
    pyramid(state, UXMAL, RED, BLUE, YELLOW)
    action(state, YELLOW, "legacy", 2, "uxmal-pyramid")
    assert state.vp == [21, 14, 30, 41]


def test_e2_the_leader_scores_first_and_the_builder_jumps_over_it() -> None:
    state = scene(BUILDER, vp=(12, 1, 13, 2))
    pyramid(state, UXMAL, GREEN)
    action(state, RED, "legacy", 2, "uxmal-pyramid")
    assert state.vp == [15, 1, 14, 2]


def test_e3_recover_three_with_two_in_xibalba_brings_back_two() -> None:
    state = scene(("zotz", "ixchel", "ah-puch", "cabrakan"))
    assert xibalba(state, RED) == (1, 1)
    action(state, RED, "task", 1)
    assert xibalba(state, RED) == (0, 0)
    assert reserves(state, RED) == (8, 8)


def test_e4_kukulkan_smites_shamans_only_where_it_is_present() -> None:
    state = scene(desolate=(UXMAL,))
    stand(state, RED, "v2")
    put(state, YELLOW, CHICHEN, shamans=1)
    put(state, GREEN, COBA, warriors=1, shamans=2)
    put(state, BLUE, BECAN, shamans=3)
    action(state, RED, "fervor", 2, "coba-green-s", "chichen-yellow-s")
    assert units(state, YELLOW, CHICHEN) == (0, 0)
    assert units(state, GREEN, COBA) == (1, 1)
    assert units(state, BLUE, BECAN) == (0, 3)
    assert xibalba(state, YELLOW) == (1, 2)


def test_e5_kukulkan_calls_in_age_two_before_it_moves() -> None:
    state = scene(age=2)
    stand(state, RED, "v8")
    call(state, RED, "ability", "becan-red-w", "palenque-red-w", "v9")
    assert units(state, RED, BECAN) == (1, 0)
    assert units(state, RED, PALENQUE) == (1, 0)
    assert state.presence(RED) == 1 << BECAN | 1 << PALENQUE


def test_e5_the_warriors_may_go_to_any_of_the_three_regions() -> None:
    state = scene(age=2)
    stand(state, RED, "v8")
    state.stack = [(phases.CALL, -1, RED, 0)]
    state.advance()
    answer(state, "ability")
    assert legal(state) == ["hochob-red-w", "becan-red-w", "palenque-red-w"]


def test_e6_a_warrior_smitten_is_two_strength_with_presence_and_nothing_without() -> None:
    state = scene()
    stand(state, RED, "v8")
    fight(state, BECAN, YELLOW)
    put(state, RED, BECAN, warriors=2)
    action(state, RED, "edict", 1)
    assert (units(state, RED, BECAN), tokens(state, RED, BECAN)) == ((1, 0), 2)
    assert xibalba(state, RED) == (2, 1)
    stand(state, RED, "v1")
    action(state, RED, "edict", 1)
    assert (units(state, RED, BECAN), tokens(state, RED, BECAN)) == ((1, 0), 2)


def test_e7_the_second_action_of_that_card_takes_the_majority_of_warriors() -> None:
    state = scene()
    fight(state, BECAN, YELLOW)
    put(state, RED, BECAN, warriors=1)
    put(state, BLUE, BECAN, warriors=3)
    action(state, RED, "edict", 2)
    decide(state)
    assert (state.actor, state.prompt.kind) == (RED, "space")
    assert legal(state) == [space.id for space in CODEX]


def four_tribes_in_hochob() -> MezoState:
    """The conflict example: Blue 2, Yellow 5, Green 5 with its Champion, Red 7."""
    state = scene(vp=(30, 20, 10, 1))
    fight(state, HOCHOB, GREEN)
    put(state, RED, HOCHOB, 2, 2)
    carve(state, RED, HOCHOB)
    state.tokens[RED * REGIONS + HOCHOB] = 2
    put(state, YELLOW, HOCHOB, 3, 2)
    put(state, GREEN, HOCHOB, 1, 2)
    put(state, BLUE, HOCHOB, 1, 1)
    bury(state, GREEN, 2, 3)
    return state


def test_e8_e11_red_is_strongest_and_takes_the_two_points_of_the_altar() -> None:
    state = four_tribes_in_hochob()
    assert strengths(state, HOCHOB) == [7, 5, 5, 2]
    decide(state)
    assert state.vp == [32, 20, 10, 1]


def test_e9_green_breaks_the_tie_of_shamans_for_itself_and_recovers_five() -> None:
    state = four_tribes_in_hochob()
    decide(state)
    assert (state.actor, legal(state)) == (GREEN, ["red", "yellow", "green"])
    answer(state, "green")
    assert state.actor == GREEN
    assert xibalba(state, GREEN) == (3, 4)
    answer(state, "day-of-water", "1w4s")
    assert xibalba(state, GREEN) == (2, 0)
    assert state.tracks[SHAMAN][0] == GREEN
    assert units(state, GREEN, HOCHOB) == (1, 1)


def test_e10_yellow_has_most_warriors_and_awakens_one_unit_anywhere() -> None:
    state = four_tribes_in_hochob()
    decide(state)
    answer(state, "green", "day-of-maize")
    assert (state.actor, state.prompt.kind) == (YELLOW, "space")
    answer(state, "page-of-the-returned")
    assert legal(state) == [
        f"{place}-yellow-{kind}" for place in ("uxmal", "chichen", "hochob", "becan", "palenque") for kind in "ws"
    ]
    answer(state, "becan-yellow-s")
    assert units(state, YELLOW, BECAN) == (0, 1)
    assert xibalba(state, YELLOW) == (1, 0)
    assert state.tracks[WARRIOR].count(YELLOW) == 1
    # The conflict is over: all but the glyph has left the region.
    assert [units(state, seat, HOCHOB) for seat in range(4)] == [(0, 0)] * 4
    assert state.champions[HOCHOB] == -1
    assert glyphs(state, RED, HOCHOB) == 1


def test_e12_the_blessed_region_goes_to_the_tied_player_with_the_fewest_points() -> None:
    state = scene(desolate=(COBA,), vp=(25, 10, 30, 20))
    state.blessed = UXMAL
    put(state, GREEN, UXMAL, 2, 1)
    put(state, RED, UXMAL, 2, 2)
    put(state, BLUE, UXMAL, 1, 1)
    put(state, YELLOW, UXMAL, 2, 2)
    state.tiles = (UXMAL,)
    state.age = 3
    state.stack = [(phases.TILE,)]
    state.advance()
    assert [state.actor, state.prompt.kind] == [GREEN, "sacrifice"]
    before = [sum(xibalba(state, seat)) for seat in range(4)]
    for seat, given in ((GREEN, "2w2s"), (RED, "4s"), (BLUE, "3w4s"), (YELLOW, "5w")):
        assert state.actor == seat
        answer(state, given)
        if seat != YELLOW:
            assert state.devotion[seat] == {GREEN: 4, RED: 4, BLUE: 7}[seat]
    assert state.actor == YELLOW
    assert legal(state) == ["yellow", "blue"]
    assert strengths(state, UXMAL) == [8, 9, 7, 9]
    assert state.devotion == [4, 5, 4, 7]
    told = answer(state, "yellow")
    wins = next(event for event in told if event.kind == "wins")
    assert (wins.seat, wins.facts[1]) == (YELLOW, (8, 9, 7, 9))
    assert state.breakdown()["blessed-region"] == [0, 8, 0, 0]
    assert "space" not in {event.kind for event in told}
    assert "altar" not in {event.kind for event in told}
    after = [sum(xibalba(state, seat)) for seat in range(4)]
    assert [late - early for early, late in zip(before, after, strict=True)] == [4, 5, 4, 7]


def test_e13_thirteen_for_devotion_and_two_for_each_of_three_levels_as_one_gain() -> None:
    state = scene(age=3, vp=(30, 10, 29, 2))
    space = DEVOTION_VP.index(13)
    assert DEVOTION_LEVEL[space] == 3
    state.devotion[GREEN] = space
    state.abilities = ((), (), (ability("chosen-people"),), ())
    told: list[GameEvent] = []
    score_end(state, told.append)
    assert state.vp[GREEN] == 29 + 19
    assert [event.facts for event in told if event.kind == "vp" and event.seat == GREEN] == [
        (19, 0, 48, ((13, FROM_DEVOTION), (6, FROM_TRIBE)))
    ]
    width = len(state.sources) // 4
    assert state.sources[GREEN * width + FROM_DEVOTION] == 13
    assert state.sources[GREEN * width + FROM_TRIBE] == 6


def test_e14_devotion_beyond_the_end_is_a_point_each_in_one_gain() -> None:
    state = scene(vp=(5, 7, 3, 2))
    state.devotion[RED] = DEVOTION_END - 1
    devote(state, RED, 3, None)
    assert state.devotion[RED] == DEVOTION_END
    assert state.vp == [8, 7, 3, 2]  # 5 + 2 is taken, so 8


def test_e15_one_more_devotion_at_the_end_of_a_level_opens_the_next() -> None:
    state = scene()
    last = DEVOTION_LEVEL.index(2) - 1
    state.devotion[RED] = last
    assert DEVOTION_LEVEL[state.devotion[RED]] == 1
    devote(state, RED, 1, None)
    assert DEVOTION_LEVEL[state.devotion[RED]] == 2


def test_e16_without_level_one_a_pyramid_begins_higher_and_ends_sooner() -> None:
    state = scene(BUILDER, vp=(10, 20, 30, 40))
    pyramid(state, BECAN, RED)
    pyramid(state, HOCHOB, RED)
    for gain in (1, 2, 3):
        before = state.vp[RED]
        action(state, RED, "legacy", 2, "uxmal-pyramid")
        assert state.vp[RED] - before == gain
    assert state.pyramids[UXMAL] == (RED * 4 + 1, RED * 4 + 2, RED * 4 + 3)
    effect = GODS[state.gods[RED]].actions[0][1].number
    ask(state, effect, RED)
    assert "uxmal-pyramid" not in legal(state)


def test_e17_transforming_the_own_top_scores_as_if_it_were_just_built() -> None:
    state = scene(BUILDER, vp=(10, 20, 30, 40))
    pyramid(state, UXMAL, BLUE, RED)
    fight(state, UXMAL, GREEN)
    before = list(state.pieces)
    action(state, RED, "edict", 1)
    assert state.vp == [12, 20, 30, 41]
    assert state.pieces == before


def test_e18_the_first_to_appease_pays_one_unit_the_next_two() -> None:
    state = scene(("itzamna", "zotz", "ixchel", "cabrakan"))
    state.wrathful = (1, *state.wrathful[1:])  # Roar: 2 strength in this conflict
    fight(state, BECAN, GREEN)
    action(state, RED, "task", 3, "reserves-w")
    assert (sum(state.wrath), tokens(state, RED, BECAN)) == (1, 2)
    stand(state, YELLOW, "v8")
    put(state, YELLOW, BECAN, warriors=1)
    action(state, YELLOW, "task", 3, "becan-yellow-w", "reserves-s")
    assert (sum(state.wrath), tokens(state, YELLOW, BECAN)) == (3, 2)
    decide(state)
    while state.actor is not None:
        answer(state, legal(state)[0])
    assert sum(state.wrath) == 0
    assert (xibalba(state, RED), xibalba(state, YELLOW)) == ((2, 1), (2, 2))


@pytest.mark.parametrize(("players", "live", "vp"), [(4, 5, [5, 4, 3, 2]), (3, 4, [5, 4, 3]), (2, 5, [5, 4])])
def test_e19_setting_out(players: int, live: int, vp: list[int]) -> None:
    for seed in range(6):
        state = start(Setup(players, seed, {}))
        assert state.live.bit_count() == live
        first = state.vp.index(5)
        assert [state.vp[(first + step) % players] for step in range(players)] == vp
        for seat in range(players):
            assert (xibalba(state, seat), reserves(state, seat)) == ((1, 1), (7, 7))
            assert state.devotion[seat] == 0
        built = [pieces for pieces in state.pyramids if pieces]
        assert built == ([(NEUTRAL * 4,)] * 2 if players == 2 else [])
        assert len({tile for tile in state.altars if tile >= 0}) == live
        # Gods are chosen from the fewest points up.
        assert state.prompt.kind == "god"
        assert state.order == tuple(sorted(range(players), key=lambda seat: state.vp[seat]))
        assert len(legal(state)) == 8


def test_e20_with_four_players_three_three_three_and_two_cards_are_drawn() -> None:
    drawn: dict[int, list[int]] = {seat: [] for seat in range(4)}
    left = []
    state = start(Setup(4, 3, {"gods": "dealt"}))
    while state.age == 1:
        if state.prompt.kind == "card":
            assert state.actor is not None
            drawn[state.actor].append(len(legal(state)))
            left = [len(deck) for deck in state.decks]
        answer(state, legal(state)[0])
    assert all(counts == [3, 3, 3, 2] for counts in drawn.values())
    assert sorted(left)[0] == 1


def test_e21_a_pass_covers_an_action_and_its_player_still_acts() -> None:
    state = scene()
    fight(state, BECAN, BLUE)
    state.cards = tuple(CARDS.index("edict") for _ in range(4))
    state.order = (RED, YELLOW, GREEN, BLUE)
    state.revealed = True
    state.decks = tuple((0, 1, 2, 4) for _ in range(4))
    state.stack = [(phases.CLEAN_UP,), (phases.ACT, 0)]
    state.advance()
    answer(state, "pass1-recover", "1w")
    assert (xibalba(state, RED), reserves(state, RED)) == ((0, 1), (8, 7))
    for _ in range(3):
        answer(state, "pass1-devotion")
    assert state.actor == RED
    assert [notation for notation in legal(state) if "1" in notation] == []
    assert legal(state)[:2] == ["act2", "act3"]
    answer(state, "pass2-devotion")
    assert state.devotion == [1, 1, 1, 1]


def test_e22_everybody_plays_a_card_and_the_left_of_the_champion_begins() -> None:
    state = scene()
    state.champions[HOCHOB] = GREEN
    put(state, RED, HOCHOB, 1)
    turn_up(state, HOCHOB)
    seen = []
    for _ in range(4):
        assert state.prompt.kind == "card"
        seen.append(state.actor)
        answer(state, legal(state)[0])
    assert seen == [BLUE, RED, YELLOW, GREEN]
    assert (state.actor, state.prompt.kind) == (BLUE, "act")


def test_e23_at_the_end_of_age_two_tracks_score_before_cities() -> None:
    state = scene(age=2, vp=(10, 30, 50, 70))
    for region in (UXMAL, BECAN, PALENQUE):
        pyramid(state, region, RED, base=1 if region != PALENQUE else 2)
    state.tracks = ((RED, -1, -1, -1, -1, -1), (-1, RED, -1, -1, -1, -1))
    state.reserves[RED * 2] -= 1
    state.reserves[RED * 2 + 1] -= 1
    score_tracks(state, None)
    assert state.vp[RED] == 12
    score_cities(state, None)
    assert state.vp[RED] == 18
    width = len(state.sources) // 4
    assert state.sources[RED * width + FROM_TRACKS] == 2
    assert state.sources[RED * width + FROM_CITIES] == 6
    assert state.sources[RED * width + FROM_SHARING] == 0


def test_the_values_of_the_rulebook_are_in_the_box() -> None:
    assert CALENDAR[0].effect.text == "RECOVER 5 units."
    assert CODEX[0].effect.text == "AWAKEN 1 unit to any region."
    assert next(a for a in ABILITIES if a.id == "chosen-people").age == 3


def test_all_simultaneous_gains_go_from_the_most_points_down() -> None:
    state = scene(age=1, vp=(11, 10, 9, 8))
    state.tracks = ((RED, YELLOW, GREEN, BLUE, -1, -1), (-1,) * 6)
    for seat in range(4):
        state.reserves[seat * 2] -= 1
    score_tracks(state, None)
    # Each finds the space above just left free.
    assert state.vp == [12, 11, 10, 9]
