"""The worked examples, N01 to N32; those of the rulebook name their section."""

from typing import Any

import pytest

from core.games.novgorod import GAME
from core.games.novgorod.components import BONUS_HIGH, CITY_COUNT, LINKS, SHIP_PRICE, SPECIALS, STACKS, cities_of
from core.games.novgorod.phases import BUY, OVER
from core.games.novgorod.rules.turn import pirate_price
from core.games.novgorod.rules.use import sale, special_price
from tests.core.games.novgorod.novgorod_positions import (
    CITY,
    CLOTHING,
    JEWELRY,
    LIGHT_1,
    LIGHT_2,
    PROVISIONS,
    SILVER_2,
    card,
    fresh,
    legal,
    play,
    possible,
    turn,
)

NONE_CLOSED = CITY_COUNT

JEWELRY_CLOTHING = card(["jewelry"], ["clothing"])
GRAIN_OVER_AMBER = card(["cloth", "grain"], ["amber", "salt"])


@pytest.mark.parametrize(("players", "prices"), [(4, (7, 6, 6, 5)), (3, (7, 6, 5)), (2, (6, 5))])
def test_n01_the_danzig_stack_preparation_3(players: int, prices: tuple[int, ...]) -> None:
    assert STACKS[players][CITY["danzig"]] == prices
    s = fresh(players)
    assert s.stacks[CITY["danzig"]] == len(prices)
    # The cheapest lies on top.
    play_price = [e for e in play(s, "danzig") if e.kind == "pick_office"]
    assert play_price[0].facts == (CITY["danzig"], 5)


def test_n02_three_players_see_five_missions_preparation_4() -> None:
    s = fresh(3)
    assert len(s.display) == 5
    assert [hand.bit_count() for hand in s.hand] == [1, 1, 1]


def test_n03_everybody_starts_with_27_ducats_preparation_5() -> None:
    s = fresh(4)
    assert s.ducats == [27] * 4
    assert s.seals == [0] * 4
    assert s.speed == [2] * 4


def test_n04_volker_pays_23_for_his_first_cards_introductory_rounds() -> None:
    s = fresh(2)
    volker = s.actor
    assert volker is not None
    # The middle office of Visby costs 7 once the cheapest is gone.
    play(s, "bergen", "visby", "deck", "deck", "visby", "riga")
    assert (27 - 4 - 7 - 6 - 6) == 4
    assert s.ducats[volker] == 4
    assert s.seals[volker] == 0


def test_n05_missions_are_filled_up_to_four_introductory_rounds() -> None:
    s = fresh(2)
    first, second = s.display[0], s.display[1]
    play(s, f"m{first + 1}", f"m{second + 1}", "riga", "riga", "bergen", "bergen")
    assert len(s.display) == 4
    # With four players who all draw blind, six stay (the correction to this example).
    s = fresh(4)
    play(s, *["deck"] * 4, "riga", "danzig", "london", "bergen", "novgorod", "luebeck", "visby", "antwerpen")
    assert len(s.display) == 6


def test_n06_london_is_not_next_to_danzig_phase_1() -> None:
    assert CITY["danzig"] not in LINKS[NONE_CLOSED][CITY["london"]]
    s = turn(offices=["london", "danzig"])
    play(s, "+london")
    assert "+danzig" not in legal(s)


def test_n07_london_lies_between_antwerpen_and_bergen_phase_1() -> None:
    assert set(LINKS[NONE_CLOSED][CITY["london"]]) == {CITY["antwerpen"], CITY["bergen"]}


def test_n08_visby_and_luebeck_have_three_neighbours_phase_1() -> None:
    numbers = {name: len(LINKS[NONE_CLOSED][c]) for name, c in CITY.items()}
    assert numbers.pop("visby") == numbers.pop("luebeck") == 3
    assert set(numbers.values()) == {2}
    assert CITY["visby"] in LINKS[NONE_CLOSED][CITY["luebeck"]]


def test_n09_heike_sails_three_cities_with_speed_2_and_the_privilege_phase_1() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], careers=SILVER_2)
    told = play(s, "+luebeck", "+visby", "+novgorod", "sail")
    assert told[-1].facts[2], "Speed +1 was used"
    slow = turn(offices=["luebeck", "visby", "novgorod"], careers=LIGHT_2, level=3)
    play(slow, "+luebeck", "+visby")
    assert legal(slow) == {"sail"}


def test_n10_one_fur_makes_clothing_for_one_seal_phase_2a_example_1() -> None:
    s = turn(offices=["novgorod", "visby"], artisans={"visby": CLOTHING})
    before = s.ducats[0]
    play(s, "+novgorod", "+visby", "sail", "visby!fur", "sell=visby")
    assert s.seals[0] == 1
    assert s.ducats[0] == before + 1


def test_n11_salt_fish_and_grain_make_provisions_for_four_seals_phase_2a_example_2() -> None:
    s = turn(
        offices=["riga", "bergen", "visby", "luebeck", "danzig"],
        stored="riga",
        artisans={"danzig": PROVISIONS},
        speed=4,
    )
    before = s.ducats[0]
    play(s, "+bergen", "+visby", "+luebeck", "+danzig", "sail", "danzig!salt+fish+ship", "sell=danzig")
    assert s.seals[0] == 4
    assert s.ducats[0] == before + 4


def test_n12_heike_makes_provisions_in_novgorod_phase_2a() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], careers=SILVER_2, artisans={"novgorod": PROVISIONS})
    play(s, "+luebeck", "+visby", "+novgorod", "sail")
    before = s.ducats[0]
    play(s, "novgorod!salt", "sell=novgorod")
    assert s.seals[0] == 1
    assert s.ducats[0] == before + 1
    # Lübeck is turned, Novgorod is covered: neither good nor income; Visby is still there.
    assert {m for m in legal(s) if m.startswith(("income=", "store="))} == {"income=visby", "store=visby"}
    artisans = s.artisans
    play(s, "finish")
    assert s.ducats[0] == before + 1 + 4
    assert s.artisans == artisans


def test_n13_heike_fulfils_the_lower_line_only_phase_2b_example_1() -> None:
    s = turn(offices=["danzig", "luebeck"], hand=[GRAIN_OVER_AMBER])
    play(s, "+danzig", "+luebeck", "sail", f"m{GRAIN_OVER_AMBER + 1}:bottom=amber+salt")
    assert s.seals[0] == 2
    assert s.under[0] == 1 << GRAIN_OVER_AMBER
    assert s.hand[0] == s.left[0] == 0


def test_n14_volker_fulfils_the_upper_line_with_jewelry_phase_2b_example_2() -> None:
    s = turn(
        offices=["danzig", "luebeck", "antwerpen"],
        hand=[JEWELRY_CLOTHING],
        artisans={"luebeck": JEWELRY, "antwerpen": CLOTHING, "novgorod": CLOTHING},
    )
    number = JEWELRY_CLOTHING + 1
    before = s.ducats[0]
    play(s, "+danzig", "+luebeck", "sail", "luebeck!amber", f"m{number}:top=luebeck")
    assert s.seals[0] == 2
    assert s.ducats[0] == before, "the artisan pays nothing"
    assert s.left[0] == 1 << JEWELRY_CLOTHING
    # Later he makes clothes: cloth from Antwerpen, kept for the artisan there.
    later = turn(offices=["danzig", "luebeck", "antwerpen"], left=[JEWELRY_CLOTHING], artisans={"antwerpen": CLOTHING})
    play(later, "+antwerpen", "+artisan", "sail", "antwerpen!cloth", f"m{number}:bottom=antwerpen")
    assert later.seals[0] == 2
    assert later.under[0] == 1 << JEWELRY_CLOTHING
    assert later.left[0] == 0


def test_n15_volker_fulfils_both_lines_with_a_stored_fur_phase_2d() -> None:
    s = turn(
        offices=["visby", "bergen", "london", "antwerpen", "novgorod"],
        stored="novgorod",
        hand=[JEWELRY_CLOTHING],
        artisans={"bergen": JEWELRY, "london": CLOTHING},
        speed=4,
    )
    number = JEWELRY_CLOTHING + 1
    play(s, "+visby", "+bergen", "+london", "+antwerpen", "sail")
    # The cloth of Antwerpen comes too late for London.
    assert {m for m in legal(s) if m.startswith("london!")} == {"london!ship"}
    play(s, "bergen!glass", "london!ship", f"m{number}:top=bergen", f"m{number}:bottom=london")
    assert s.seals[0] == 5
    assert {"income=antwerpen", "store=antwerpen"} <= legal(s)
    assert not {"income=visby", "income=bergen", "income=london"} & legal(s)
    play(s, "finish")
    assert s.ship[0] == -1, "the fur is used up"


def test_n16_ships_cost_5_10_and_15_phase_3b() -> None:
    assert SHIP_PRICE == {2: 5, 3: 10, 4: 15}
    for speed, price in SHIP_PRICE.items():
        s = turn(speed=speed, ducats=price, careers=LIGHT_1, level=4)
        play(s, "sail", "finish", "ship")
        assert (s.speed[0], s.ducats[0]) == (speed + 1, 0)
        poor = turn(speed=speed, ducats=price - 1)
        play(poor, "sail", "finish")
        assert "ship" not in legal(poor)
    fast = turn(speed=5, ducats=50)
    play(fast, "sail", "finish")
    assert "ship" not in legal(fast)


def test_n17_missions_cost_6_or_3_and_three_may_be_in_progress_phase_3c() -> None:
    s = turn(ducats=6, display=[0, 1, 2, 3])
    play(s, "sail", "finish", "m1")
    assert s.ducats[0] == 0
    cheap = turn(ducats=3, display=[0, 1, 2, 3])
    play(cheap, "sail", "finish")
    assert {m for m in legal(cheap) if m != "pass"} == {"m1-3", "m2-3", "m3-3", "m4-3", "deck-3"}
    play(cheap, "m1-3")
    assert cheap.ducats[0] == 0
    full = turn(ducats=5, hand=[0, 1], left=[2])
    play(full, "sail", "finish")
    assert not any(m.startswith(("m", "deck")) for m in legal(full))


def test_n18_the_income_privilege_pays_without_any_office_phase_2e() -> None:
    s = turn(ducats=0)
    play(s, "sail", "income+2", "finish")
    assert s.ducats[0] == 2


def test_n19_volker_gets_the_two_seals_of_his_row_phase_4() -> None:
    s = turn(ducats=0, careers=LIGHT_2, level=3)
    play(s, "sail", "finish", "pass")
    assert s.seals[0] == 2


def test_n20_one_more_seal_when_no_privilege_was_used_phase_4() -> None:
    s = turn(ducats=0)
    play(s, "sail", "finish", "pass")
    assert s.seals[0] == 1
    used = turn(ducats=0)
    play(used, "sail", "income+2", "finish", "pass")
    assert used.seals[0] == 0


@pytest.mark.parametrize("fields", [{"seals": 30}, {"level": 4}])
def test_n21_one_more_round_after_30_seals_or_the_top_end_of_the_game(fields: dict[str, Any]) -> None:
    s = turn(ducats=0, **fields)
    s.ducats[1] = 0
    lazy = ("sail", "finish", "pass")
    play(s, *lazy)
    assert not s.final, "only at the end of the round"
    play(s, *lazy)
    assert s.final
    assert s.actor == 0
    play(s, *lazy, *lazy)
    assert s.phase == OVER
    assert s.actor is None


def test_n22_who_shows_an_x_cannot_win_end_of_the_game() -> None:
    s = turn(seals=[35, 31], level=[1, 2], final=True, ducats=[0, 0])
    told = play(s, *("sail", "finish", "pass") * 2)
    assert s.ranking() == [[1], [0]]
    assert s.outcome_text() == ("30 seals ended the game. 1 player still showed an X and could not win.")
    sentences = [GAME.describe_event(event, ["Anna", "Boris"]) for event in told]
    assert "Anna still shows an X on the career card and cannot win." in sentences


def test_n23_the_pirate_in_antwerpen_makes_london_and_luebeck_neighbours_expert_a() -> None:
    s = turn(offices=["london", "luebeck"], options={"pirate": "back"})
    assert "+antwerpen" not in legal(s)
    play(s, "+london", "+luebeck", "sail")
    assert possible(turn(offices=["london"], options={"pirate": "front"}), "+london", "sail")


def test_n24_moving_the_pirate_costs_6_3_or_nothing_expert_a() -> None:
    s = turn(4, seals=[9, 7, 7, 3], options={"pirate": "front"})
    assert [pirate_price(s, seat) for seat in range(4)] == [6, 3, 3, 0]
    before = s.ducats[0]
    play(s, "pirate=riga")
    assert s.ducats[0] == before - 6
    assert s.pirate == CITY["riga"]


def test_n25_the_merchant_adds_three_ducats_expert_a() -> None:
    shop = {"novgorod": PROVISIONS}
    s = turn(offices=["visby", "novgorod"], options={"merchant": "front"}, artisans=shop)
    before = s.ducats[0]
    play(s, "+novgorod", "+visby", "sail", "income=novgorod")
    assert s.ducats[0] == before + 3 + 3
    s = turn(offices=["luebeck", "visby", "novgorod"], options={"merchant": "front"}, artisans=shop, speed=3)
    play(s, "+luebeck", "+visby", "+novgorod", "sail", "novgorod!salt")
    before = s.ducats[0]
    play(s, "sell=novgorod")
    assert (s.seals[0], s.ducats[0]) == (1, before + 1 + 3)


def test_n25_the_merchant_gives_nothing_for_missions_and_careers_expert_a() -> None:
    s = turn(
        offices=["danzig", "riga", "novgorod"],
        hand=[JEWELRY_CLOTHING],
        options={"merchant": "front"},
        artisans={"novgorod": JEWELRY},
        speed=3,
    )
    before = s.ducats[0]
    play(s, "+danzig", "+riga", "+novgorod", "sail", "novgorod!amber")
    play(s, f"m{JEWELRY_CLOTHING + 1}:top=novgorod")
    assert s.ducats[0] == before
    s = turn(offices=["danzig", "riga", "novgorod"], options={"merchant": "front"}, speed=3)
    play(s, "+danzig", "+riga", "+novgorod", "sail", "career=fur+grain+amber", "finish")
    assert s.ducats[0] == before


def test_n26_the_other_merchant_adds_a_seal_and_no_ducats_expert_a() -> None:
    s = turn(options={"merchant": "back"}, artisans={"novgorod": PROVISIONS})
    assert sale(s, CITY["novgorod"], 1) == (2, 1)
    assert sale(s, CITY["novgorod"], 3) == (5, 4)
    assert sale(s, CITY["riga"], 1) == (1, 1)


def test_n27_the_merchant_moves_by_the_speed_of_the_ship_expert_a() -> None:
    s = turn(options={"merchant": "front"})
    assert s.merchant == CITY["novgorod"]
    play(s, "sail", "finish")
    assert s.merchant == CITY["danzig"]


def test_n28_a_special_mission_of_2_is_free_with_the_privilege_expert_b() -> None:
    s = turn(options={"special": True}, row=[4 * 3, 4 * 0, 4 * 1 + 1, 4 * 2 + 2])
    assert special_price(s, 0, False) == 2
    assert special_price(s, 0, True) == 0


def test_n29_two_ducats_more_for_the_third_special_mission_expert_b() -> None:
    s = turn(options={"special": True}, row=[0, 4, 8, 12])
    assert special_price(s, 2, False) == special_price(s, 0, False) + 2


def test_n30_the_row_of_special_missions_starts_a_a_b_c_expert_b() -> None:
    for seed in range(5):
        s = fresh(2, seed, special=True)
        assert [code & 3 for code in s.row] == [0, 0, 1, 2]
        assert sorted(code >> 2 for code in s.row) == [0, 1, 2, 3]


@pytest.mark.parametrize(("half", "follows"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_n31_a_completed_special_mission_shows_its_next_half_expert_b(half: int, follows: int) -> None:
    # The fourth card asks for goods, and in its half D for two luxuries as well.
    s = turn(
        offices=["visby", "novgorod", "riga", "danzig", "luebeck", "antwerpen", "london", "bergen"],
        options={"special": True},
        row=[12 + half, 0, 4, 8],
        ducats=20,
    )
    s.route = cities_of(SPECIALS[3][half].need.goods)
    play(s, "sail")
    if half == 3:
        s.stock = 1 << 2 * s.artisans.index(JEWELRY) | 1 << 2 * s.artisans.index(CLOTHING)
    move = next(m for m in s.legal_moves() if m.notation.startswith("s4="))
    play(s, move.notation, "finish")
    assert s.phase == BUY
    assert s.row == [0, 4, 8, 12 + follows]


def test_n32_two_bonus_cards_are_shown_and_four_are_player_aids_preparation() -> None:
    assert len(BONUS_HIGH) == 6
    for seed in range(20):
        s = fresh(4, seed, bonus="random")
        assert sum(value > 0 for value in s.bonus) == 2
    s = fresh(4)
    assert s.bonus == [6, 4, 0, 0, 0, 0]
