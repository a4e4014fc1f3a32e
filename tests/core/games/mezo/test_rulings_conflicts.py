"""The rulings of rules.md by their numbers: stone, conflicts, and what the second reading found."""

import pytest

from core.game import GameEvent, Setup
from core.games.mezo import phases
from core.games.mezo.components import CALENDAR, CARDS, CODEX, CONSTANTS, GODS, NEUTRAL, REGIONS, SHAMAN, WARRIOR
from core.games.mezo.deal import start
from core.games.mezo.scoring import FROM_ALTARS, FROM_TRIBE, leaders, majority, strength
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
    altar,
    answer,
    ask,
    blessed,
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


def test_22_the_own_top_is_transformed_without_another_piece_of_its_level() -> None:
    state = scene(BUILDERS, vp=(10, 20, 30, 40))
    for region in (CHICHEN, HOCHOB, BECAN):
        pyramid(state, region, RED, base=2)
    fight(state, BECAN, YELLOW)
    assert state.pieces[RED * 4 + 1] == 0
    action(state, RED, "edict", 1)
    assert (state.pyramids[BECAN], state.vp[RED]) == ((RED * 4 + 1,), 11)


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
    answer(state, "pass1-devotion", *["pass1-devotion"] * 3, "act3", "enough", *["pass2-devotion"] * 3)
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
        "act1", "act2", "act3",
        "pass1-devotion", "pass1-recover", "pass2-devotion", "pass2-recover",
        "pass3-devotion", "pass3-recover",
    ]  # fmt: skip
    before = state.copy()
    answer(state, "act1")  # Kukulkan stands nowhere: nothing happens
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
    state.stack = [(phases.AGE_END,)]
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
    state.stack = [(phases.AGE_END,)]
    state.advance()
    assert state.age == 2
    assert units(state, RED, PALENQUE) == (2, 0)


def test_33_played_cards_are_open_and_come_back_with_the_next_age() -> None:
    state = scene()
    state.champions[BECAN] = BLUE
    play_cards(state, BECAN)
    assert "face down" not in state.board_text(YELLOW)
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
    state.stack = [(phases.AGE_END,)]
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


def test_a_full_track_is_skipped() -> None:
    state = scene(vp=(50, 40, 30, 20))
    fight(state, BECAN, YELLOW)
    put(state, RED, BECAN, 1, 0)
    state.tracks = ((GREEN,) * 6, state.tracks[SHAMAN])
    state.reserves[GREEN * 2] -= 6
    decide(state)
    assert state.stack == []
    assert reserves(state, RED) == (7, 7)


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
    told: list[GameEvent] = []
    state.order = (0, 1, 2, 3)
    state.stack = [(phases.CLEAN_UP,), (phases.WINNER,)]
    state.advance(told.append)
    answer(state, "1w")
    gains = [event.facts for event in told if event.kind == "vp"]
    assert gains == [(2, 0, 52, ((2, FROM_ALTARS),)), (1, 0, 53, ((1, FROM_TRIBE),))]


def test_the_tribute_is_paid_in_the_blessed_region_too() -> None:
    state = blessed(vp=(50, 40, 30, 20), age=3)
    state.abilities = ((ability("victors-tribute"),), (), (), ())
    turn_up(state, UXMAL)
    answer(state, "1w", "0", "0", "0", "1w")
    assert state.breakdown()["tribe-abilities"][RED] == 1


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
    state.stack = [(phases.AGE_END,)]
    state.advance()
    assert state.actor is None
    assert state.breakdown()["tribe-abilities"] == [gain, 0, 0, 0]
    assert state.breakdown()["cities"] == [9, 3, 0, 0]


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
