"""Each doubtful point of the rules as we decided it; the numbers are those of the list in rules.md."""

from core.games.novgorod import GAME
from core.games.novgorod.components import CITY_NAMES, LUXURY, MISSIONS, ROUTE, UNCOVERED
from core.games.novgorod.phases import BUY, INTRO, SIDES, USE
from core.view import Target
from tests.core.games.novgorod.novgorod_positions import (
    CITY,
    CLOTHING,
    JEWELRY,
    LIGHT_1,
    LIGHT_2,
    LIGHT_4,
    PROVISIONS,
    SILVER_1,
    SILVER_2,
    SILVER_3,
    card,
    cities,
    fresh,
    legal,
    play,
    possible,
    turn,
)

LAZY = ("sail", "finish", "pass")
ALL = tuple(CITY)
FUR_SALT = card(["fur", "salt"], ["amber", "grain"])
JEWELRY_CLOTHING = card(["jewelry"], ["clothing"])
PROVISIONS_JEWELRY = card(["provisions"], ["jewelry"])


# Preparation and introduction


def test_01_names_are_spelled_one_way() -> None:
    assert GAME.title == "Novgorod"
    assert "Danzig" in CITY_NAMES


def test_03_half_of_the_missions_ask_for_goods_half_for_luxuries() -> None:
    of_goods = [m for m in MISSIONS if all(line.goods.bit_count() == 2 and not line.luxuries for line in m)]
    of_luxuries = [m for m in MISSIONS if all(len(line.luxuries) == 1 and not line.goods for line in m)]
    assert (len(of_goods), len(of_luxuries)) == (12, 12)


def test_04_no_pick_that_cannot_be_paid() -> None:
    s = fresh(4)
    # Three offices of Visby and of Lübeck are gone: 8 ducats each, and two of them would be 16.
    s.stacks[CITY["visby"]] = s.stacks[CITY["luebeck"]] = 1
    seat = s.actor
    assert seat is not None
    assert {"visby", "luebeck"} <= legal(s)
    s.offices[seat] = cities("visby")
    s.owed[seat] += 8
    assert "luebeck" not in legal(s), "27 - 6 - 6 - 8 leaves 7"
    assert "london" in legal(s)


def test_04_a_pick_leaves_enough_for_the_cheapest_ones_to_come() -> None:
    s = fresh(2)
    seat = s.actor
    assert seat is not None
    s.owed[seat] = 6 + 5
    # 27 - 11 - 6 for the mission leaves 10; the cheapest other office costs 4.
    assert {"visby", "luebeck", "danzig"} <= legal(s)
    s.owed[seat] = 6 + 6
    assert "visby" not in legal(s), "6 and then 4 are more than 9"
    assert {"danzig", "riga"} <= legal(s)


def test_05_picks_go_counter_clockwise_three_times_the_starter_last() -> None:
    s = fresh(4)
    s.first = 2
    s.actor = 1
    order = []
    for _ in range(12):
        assert s.phase == INTRO
        order.append(s.actor)
        play(s, s.legal_moves()[0].notation)
    assert order == [1, 0, 3, 2] * 3
    assert s.actor == 2


def test_05_the_lowest_career_number_starts() -> None:
    for seed in range(10):
        s = fresh(3, seed)
        assert s.careers[s.first] == min(s.careers)
        assert s.actor == (s.first - 1) % 3


def test_06_first_offices_need_not_be_neighbours() -> None:
    s = fresh(2)
    seat = s.actor
    play(s, "riga", "riga", "london", "london", "deck", "deck")
    assert seat is not None
    assert s.offices[seat] == cities("riga", "london")


def test_06_each_player_ends_the_introduction_with_two_offices_and_two_missions() -> None:
    s = fresh(2)
    seat = s.actor
    assert seat is not None
    play(s, "deck", "deck")
    assert not any(m.startswith(("m", "deck")) for m in legal(s)), "one mission in all"
    play(s, "visby", "visby")
    assert "visby" not in legal(s), "one office a city"
    play(s, "riga", "riga")
    assert [hand.bit_count() for hand in s.hand] == [2, 2]
    assert [mask.bit_count() for mask in s.offices] == [2, 2]


def test_08_an_empty_deck_gives_neither_refill_nor_blind_draw() -> None:
    s = turn(ducats=9, display=list(range(23)), hand=[23])
    assert s.deck == []
    s.display, s.deck = [0, 1], []
    s.under[1] = sum(1 << m for m in range(2, 23))
    assert s.violations() == []
    play(s, "sail", "finish")
    assert "deck" not in legal(s)
    assert "deck-3" not in legal(s)
    play(s, "m1")
    assert s.display == [1]


def test_36_the_start_money_is_27() -> None:
    assert fresh(3).ducats == [27, 27, 27]


def test_43_each_player_may_choose_a_side_of_the_career() -> None:
    s = fresh(3, careers="choose")
    assert s.phase == SIDES
    order = []
    for side in ("light", "silver", "light"):
        order.append(s.actor)
        play(s, side)
    assert order == [(s.first + i) % 3 for i in range(3)]
    assert [s.careers[(s.first + i) % 3] & 1 for i in range(3)] == [0, 1, 0]
    assert s.phase == INTRO
    assert s.actor == (s.first - 1) % 3
    assert all(c & 1 for c in fresh(4, careers="silver").careers)


# The route


def test_09_a_route_starts_anywhere_and_may_be_empty() -> None:
    s = turn(offices=["riga"])
    assert legal(s) == {"sail", *(f"+{name}" for name in CITY)}
    play(s, "sail")
    assert s.phase == USE


def test_10_no_city_twice() -> None:
    s = turn(offices=["visby", "luebeck"], speed=5)
    play(s, "+visby", "+luebeck")
    assert "+visby" not in legal(s)


def test_11_an_artisan_beside_his_office_needs_a_spare_office_in_hand() -> None:
    assert possible(turn(offices=["visby", "riga"]), "+visby", "+artisan", "sail")
    assert not possible(turn(offices=["visby"]), "+visby", "+artisan")
    # The stored card cannot lie face down; neither can a base office.
    assert not possible(turn(offices=["visby", "riga"], stored="riga"), "+visby", "+artisan")
    assert possible(turn(offices=["riga"]), "+visby", "+artisan")


def test_11_a_card_that_lies_face_down_cannot_be_laid_as_a_city() -> None:
    s = turn(offices=["visby", "luebeck"], speed=3)
    play(s, "+visby", "+artisan")
    assert "+luebeck" not in legal(s), "the Lübeck office lies face down"
    assert "+novgorod" in legal(s)


def test_12_an_artisan_alone_covers_good_and_income() -> None:
    s = turn(offices=["danzig", "luebeck"], artisans={"luebeck": JEWELRY})
    play(s, "+danzig", "+luebeck", "sail", "luebeck!amber")
    assert s.units == 0
    assert not any(m.startswith(("income=", "store=")) for m in legal(s))


def test_12_the_good_under_an_artisan_is_not_his() -> None:
    s = turn(offices=["luebeck", "danzig"], artisans={"danzig": JEWELRY})
    play(s, "+luebeck", "+danzig", "sail")
    assert not any(m.startswith("danzig!") for m in legal(s))


def test_12_office_and_artisan_of_one_city_use_its_own_good() -> None:
    s = turn(offices=["danzig", "riga"], artisans={"danzig": JEWELRY})
    play(s, "+danzig", "+artisan", "sail", "danzig!amber", "sell=danzig")
    assert s.seals[0] == 1
    assert not any("!" in m for m in legal(s)), "an artisan works once"


def test_13_an_artisan_on_a_base_office_costs_the_fee() -> None:
    s = turn(offices=["danzig"], ducats=5, artisans={"luebeck": JEWELRY})
    play(s, "+danzig", "+luebeck", "sail", "luebeck!amber", "sell=luebeck", "finish")
    assert s.ducats[0] == 5 + 1 - 3


def test_14_base_offices_pay_nothing_and_cannot_be_stored() -> None:
    s = turn(ducats=9)
    play(s, "+visby", "sail")
    assert not {"income=visby", "store=visby"} & legal(s)
    play(s, "finish")
    assert s.ducats[0] == 9 - 3


def test_14_a_base_office_gives_its_good() -> None:
    s = turn(ducats=9, hand=[FUR_SALT], speed=3)
    play(s, "+novgorod", "+visby", "+luebeck", "sail", f"m{FUR_SALT + 1}:top=fur+salt", "finish")
    assert s.seals[0] == 2
    assert s.ducats[0] == 9 - 2 - 3 - 3


def test_15_no_route_whose_fees_cannot_be_paid() -> None:
    s = turn(ducats=2, careers=SILVER_2, level=4)
    assert "+riga" in legal(s)
    assert "+visby" not in legal(s), "3 ducats of fee, and nothing to come"
    play(s, "+riga")
    assert legal(s) == {"sail"}, "the neighbours cost 2 more each"


def test_15_income_of_the_same_route_counts() -> None:
    s = turn(ducats=0, offices=["luebeck"], careers=SILVER_2, level=4)
    assert "+visby" in legal(s), "Lübeck will pay"
    assert "+novgorod" not in legal(s)
    play(s, "+visby")
    assert legal(s) == {"+luebeck"}, "neither sailing nor another way would pay the fee"
    play(s, "+luebeck", "sail", "finish")
    assert s.ducats[0] == 0 - 3 + 4


def test_15_the_income_privilege_counts_unless_it_is_needed_for_speed() -> None:
    s = turn(ducats=0, careers=LIGHT_1)
    assert {"+novgorod", "+riga"} <= legal(s)
    assert "+visby" not in legal(s)
    play(s, "+novgorod", "sail")
    assert "finish" not in legal(s), "2 ducats of fee are not there yet"
    play(s, "income+2", "finish")
    assert s.ducats[0] == 0
    fast = turn(ducats=4, careers=SILVER_2)
    # Three base offices for 1 + 2 + 3 ducats: the third needs Speed +1, so Income +2 is not to be had.
    play(fast, "+riga", "+danzig")
    assert legal(fast) == {"sail"}


def test_15_a_use_that_leaves_too_little_for_the_fees_is_illegal() -> None:
    s = turn(ducats=0, offices=["luebeck"], careers=SILVER_2, level=4)
    play(s, "+luebeck", "+visby", "sail")
    assert "store=luebeck" not in legal(s), "its income must pay the fee"
    assert {"income=luebeck", "finish"} <= legal(s)
    play(s, "income=luebeck", "finish")
    assert s.ducats[0] == 1


def test_15_what_a_luxury_sells_for_pays_fees_too() -> None:
    shops = {"riga": JEWELRY}
    s = turn(ducats=0, careers=SILVER_2, level=4, artisans=shops, hand=[JEWELRY_CLOTHING], offices=["danzig"])
    play(s, "+danzig", "+riga", "sail", "riga!amber")
    # The amber would have brought 3; the jewelry still brings the 1 that Riga asks.
    assert f"m{JEWELRY_CLOTHING + 1}:top=riga" not in legal(s)
    assert {"sell=riga", "finish"} <= legal(s)
    play(s, "finish")
    assert s.ducats[0] == 0


def test_15_luxuries_of_this_very_turn_pay_the_fees() -> None:
    """Lübeck and Antwerpen ask for 5 ducats: 4 are there, and the salt sold as provisions brings the fifth."""
    s = turn(ducats=4, offices=["visby", "novgorod"], careers=SILVER_2, level=4, artisans={"visby": JEWELRY})
    assert {"+luebeck", "+antwerpen"} <= legal(s)
    play(s, "+luebeck", "+antwerpen", "sail")
    assert legal(s) == {"antwerpen!salt"}, "anything else would leave the fees unpaid"
    play(s, "antwerpen!salt")
    assert legal(s) == {"sell=antwerpen", "finish"}
    play(s, "finish")
    assert (s.seals[0], s.ducats[0]) == (1, 0)


def test_15_without_that_artisan_the_route_is_refused() -> None:
    shops = {"antwerpen": CLOTHING, "visby": JEWELRY}
    s = turn(ducats=4, offices=["visby", "novgorod"], careers=SILVER_2, level=4, artisans=shops)
    play(s, "+luebeck")
    assert "+antwerpen" not in legal(s), "the salt is no cloth"


def test_15_a_place_for_the_artisan_may_be_what_pays() -> None:
    s = turn(ducats=0, offices=["novgorod"], careers=SILVER_2, level=4, artisans={})
    assert {"+riga", "+bergen"} <= legal(s), "grain and fish cost 1 and sell for 1, with a card face down behind them"
    play(s, "+bergen")
    assert legal(s) == {"+artisan"}
    play(s, "+artisan", "sail")
    assert legal(s) == {"bergen!fish"}


def test_15_a_luxury_that_must_pay_goes_to_no_mission() -> None:
    s = turn(ducats=4, offices=["visby", "novgorod"], careers=SILVER_2, level=4, artisans={}, hand=[PROVISIONS_JEWELRY])
    play(s, "+luebeck", "+antwerpen", "sail", "antwerpen!salt")
    assert f"m{PROVISIONS_JEWELRY + 1}:top=antwerpen" not in legal(s)


def test_31_five_cities_count_base_offices_but_not_artisans() -> None:
    s = turn(ducats=20, speed=5)
    play(s, "+visby", "+novgorod", "+riga", "+danzig", "+luebeck", "sail")
    assert s.seals[0] == 4
    assert s.taken[0] == 1 << ROUTE
    s = turn(ducats=20, speed=5, offices=["london", "bergen"])
    play(s, "+visby", "+artisan", "+novgorod", "+riga", "+danzig", "sail")
    assert s.seals[0] == 0


# The good at the ship


def test_16_a_stored_good_pays_for_no_career_step() -> None:
    """Phase 2 d): "for the production of luxury goods or for completing missions", and for nothing else."""
    s = turn(offices=["visby", "novgorod", "riga"], stored="riga")
    play(s, "+visby", "+novgorod", "sail")
    assert not [move for move in legal(s) if move.startswith("career")]
    career = GAME.view(s, 0, ["Anna", "Boris"]).unavailable_reason(Target("career"))
    assert career == "the step: a stored good cannot pay for a career step"


def test_16_of_a_good_that_is_there_twice_the_route_pays_for_the_step() -> None:
    """Phase 2 d), with its city on the route too: of the two only the card on the route pays (ruling 18)."""
    s = turn(offices=["visby", "novgorod", "riga"], stored="riga", speed=3)
    play(s, "+visby", "+novgorod", "+riga", "sail")
    assert [move for move in legal(s) if move.startswith("career")] == ["career=glass+fur+grain"]


def test_16_a_luxury_of_a_stored_good_serves_a_career_step() -> None:
    """Phase 2 d): the production of luxury goods is open to it, and c): steps take luxury goods."""
    artisans = {"visby": JEWELRY, "novgorod": PROVISIONS}
    s = turn(offices=ALL, stored="luebeck", artisans=artisans, level=1, speed=4)
    play(s, "+visby", "+artisan", "+novgorod", "sail", "visby!glass", "novgorod!ship")
    play(s, "career=visby+novgorod")
    assert s.level[0] == 2


def test_16_of_goods_and_luxuries_a_stored_good_pays_the_luxuries_alone() -> None:
    """Phase 2 c) and d): "2 different commodities + 2 different luxury goods"."""
    artisans = {"visby": JEWELRY, "novgorod": PROVISIONS}
    route = ("+visby", "+artisan", "+novgorod", "+riga")
    s = turn(offices=ALL, stored="luebeck", artisans=artisans, level=3, speed=5)
    play(s, *route, "+danzig", "sail", "visby!glass", "novgorod!ship")
    assert possible(s, "career=grain+amber+visby+novgorod")
    s = turn(offices=ALL, stored="bergen", artisans=artisans | {"riga": PROVISIONS}, level=3, speed=5)
    play(s, "+luebeck", "+visby", "+artisan", "+novgorod", "+riga", "sail", "visby!glass", "riga!salt")
    assert not [move for move in legal(s) if move.startswith("career")], "fur, and fish from the ship, are not two"


def test_16_a_stored_good_completes_missions_and_special_missions() -> None:
    """Phase 2 d): "for completing missions"; Expert Game B): special missions are completed as usual."""
    s = turn(offices=["luebeck", "novgorod"], stored="novgorod", hand=[FUR_SALT])
    play(s, "+luebeck", "sail")
    assert possible(s, f"m{FUR_SALT + 1}:top=salt+ship")
    fur_grain_amber = 3
    s = turn(offices=["danzig", "riga", "novgorod"], stored="novgorod", options={"special": True}, ducats=9)
    s.row.sort(key=lambda code: code >> 2 != fur_grain_amber)
    s.row[0] = 4 * fur_grain_amber
    play(s, "+danzig", "+riga", "sail")
    assert any(move.startswith("s4") and "ship" in move for move in legal(s))


def test_16_as_an_option_a_stored_good_pays_for_a_step() -> None:
    s = turn(offices=["visby", "novgorod", "riga"], stored="riga", options={"stored_steps": True})
    play(s, "+visby", "+novgorod", "sail", "career=glass+fur+ship")
    assert s.level[0] == 1
    play(s, "finish")
    assert s.ship[0] == -1


def test_17_an_unused_stored_good_stays() -> None:
    s = turn(offices=["visby", "riga"], stored="riga", ducats=0)
    play(s, "+visby", "sail", "finish")
    assert s.ship[0] == CITY["riga"]


def test_17_a_second_good_drives_out_the_first() -> None:
    s = turn(offices=["visby", "riga"], stored="riga", ducats=0)
    play(s, "+visby", "sail", "store=visby")
    assert s.units == 0, "neither good can be used any more this turn"
    play(s, "finish")
    assert s.ship[0] == CITY["visby"]
    assert s.ducats[0] == 0, "a stored card pays no income"
    assert s.offices[0] == cities("visby", "riga")


def test_17_only_one_good_is_stored_in_a_turn() -> None:
    s = turn(offices=["visby", "novgorod"])
    play(s, "+visby", "+novgorod", "sail", "store=visby")
    assert "store=novgorod" not in legal(s)


def test_18_a_stored_good_whose_city_is_sailed_to_is_there_twice() -> None:
    s = turn(offices=["luebeck", "danzig"], stored="luebeck", artisans={"danzig": PROVISIONS}, ducats=0)
    play(s, "+luebeck", "+danzig", "sail")
    assert s.fee == 0, "the base office at the ship costs nothing"
    made = {m for m in legal(s) if m.startswith("danzig!")}
    assert made == {"danzig!salt", "danzig!ship"}, "one salt each, never two salts in one"
    play(s, "danzig!ship", "finish")
    assert s.ship[0] == -1
    assert s.ducats[0] == 1 + 4


def test_18_unused_it_is_lost_unless_stored_again() -> None:
    s = turn(offices=["luebeck"], stored="luebeck", ducats=0)
    play(s, "+luebeck", "sail", "finish")
    assert s.ship[0] == -1
    assert s.ducats[0] == 4
    again = turn(offices=["luebeck"], stored="luebeck", ducats=0)
    play(again, "+luebeck", "sail", "store=luebeck", "finish")
    assert again.ship[0] == CITY["luebeck"]
    assert again.ducats[0] == 0


def test_19_a_stored_good_reaches_the_first_artisan() -> None:
    s = turn(offices=["bergen", "luebeck"], stored="luebeck", artisans={"bergen": PROVISIONS})
    play(s, "+bergen", "sail", "bergen!ship", "sell=bergen")
    assert s.seals[0] == 1


def test_20_goods_for_missions_come_from_anywhere_on_the_route() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], hand=[FUR_SALT], speed=3)
    play(s, "+luebeck", "+visby", "+novgorod", "sail", f"m{FUR_SALT + 1}:top=fur+salt")
    assert s.seals[0] == 2


# Luxuries, missions, careers


def test_21_one_good_is_enough_for_a_luxury() -> None:
    s = turn(offices=["danzig", "luebeck"], hand=[JEWELRY_CLOTHING], artisans={"luebeck": JEWELRY})
    play(s, "+danzig", "+luebeck", "sail", "luebeck!amber", f"m{JEWELRY_CLOTHING + 1}:top=luebeck")
    assert s.seals[0] == 2


def test_21_a_luxury_of_two_boxes_needs_two_goods() -> None:
    s = turn(
        offices=["danzig", "luebeck", "visby"],
        options={"special": True},
        row=[0, 4, 8, 12],
        artisans={"visby": JEWELRY, "luebeck": JEWELRY},
        speed=3,
    )
    play(s, "+danzig", "+luebeck", "+visby", "sail", "luebeck!amber")
    assert not any(m.startswith("s1") for m in legal(s))
    s = turn(
        offices=["danzig", "luebeck", "visby", "london"],
        stored="london",
        options={"special": True},
        row=[0, 4, 8, 12],
        artisans={"visby": JEWELRY, "luebeck": JEWELRY},
    )
    play(s, "+danzig", "+luebeck", "sail", "luebeck!amber+ship", "s1=luebeck")
    assert s.seals[0] == 3


def test_22_the_luxury_merchant_counts_any_luxury_of_two_goods() -> None:
    s = turn(
        offices=["danzig", "luebeck", "london"],
        stored="london",
        hand=[JEWELRY_CLOTHING],
        artisans={"luebeck": JEWELRY},
        bonus=[0, 0, 3, 0, 0, 0],
    )
    play(s, "+danzig", "+luebeck", "sail")
    one = s.copy()
    play(one, "luebeck!amber")
    assert one.seals[0] == 0
    play(s, "luebeck!amber+ship", f"m{JEWELRY_CLOTHING + 1}:top=luebeck")
    assert s.taken[0] == 1 << LUXURY
    assert s.seals[0] == 3 + 2


def test_23_two_lines_at_different_moments_of_a_turn_give_five() -> None:
    s = turn(offices=["danzig", "riga", "novgorod", "luebeck"], stored="luebeck", hand=[FUR_SALT], speed=3)
    number = FUR_SALT + 1
    play(s, "+danzig", "+riga", "+novgorod", "sail", f"m{number}:top=fur+ship")
    assert s.seals[0] == 2
    play(s, f"m{number}:bottom=grain+amber")
    assert s.seals[0] == 5
    assert s.under[0] == 1 << FUR_SALT


def test_23_the_top_line_alone_may_go_under_the_ship_for_good() -> None:
    s = turn(offices=["danzig", "riga", "novgorod", "luebeck"], stored="luebeck", hand=[FUR_SALT], speed=3)
    number = FUR_SALT + 1
    play(s, "+danzig", "+riga", "+novgorod", "sail", f"m{number}:top/under=fur+ship")
    assert s.under[0] == 1 << FUR_SALT
    assert not any(m.startswith(f"m{number}:") for m in legal(s))


def test_23_the_bottom_line_in_a_later_turn_gives_two() -> None:
    s = turn(offices=["danzig", "riga", "novgorod", "luebeck"], stored="luebeck", hand=[FUR_SALT], ducats=[0, 0])
    number = FUR_SALT + 1
    play(s, "+novgorod", "+riga", "sail", f"m{number}:top=fur+ship", "finish", "pass", *LAZY)
    before = s.seals[0]
    play(s, "+danzig", "+riga", "sail", f"m{number}:bottom=grain+amber")
    assert s.seals[0] == before + 2


def test_24_a_step_needs_all_its_goods_in_one_turn() -> None:
    s = turn(offices=["visby", "novgorod"])
    play(s, "+visby", "+novgorod", "sail")
    assert not any(m.startswith("career") for m in legal(s))


def test_24_a_step_of_luxuries_needs_different_ones() -> None:
    shops = {"luebeck": JEWELRY, "visby": JEWELRY, "novgorod": CLOTHING}
    s = turn(offices=ALL, artisans=shops, careers=SILVER_3, speed=5, stored="antwerpen")
    play(s, "+danzig", "+luebeck", "+artisan", "+visby", "+novgorod", "sail")
    play(s, "luebeck!amber")
    assert not any(m.startswith("career") for m in legal(s))
    play(s, "novgorod!ship", "career=novgorod+luebeck")
    assert s.level[0] == 1
    assert s.stock == 0


def test_24_two_goods_and_two_luxuries() -> None:
    shops = {"luebeck": JEWELRY, "novgorod": CLOTHING}
    s = turn(offices=ALL, artisans=shops, level=3, speed=5, stored="antwerpen")
    play(s, "+danzig", "+luebeck", "+artisan", "+visby", "+novgorod", "sail")
    play(s, "luebeck!amber", "novgorod!ship", "career=glass+salt+novgorod+luebeck")
    assert s.level[0] == 4
    assert s.units == 0


def test_25_ducats_for_a_step_are_paid_any_time_and_need_no_office() -> None:
    s = turn(ducats=15, careers=SILVER_1)
    play(s, "sail", "career=ducats")
    assert (s.level[0], s.ducats[0]) == (1, 0)
    s = turn(ducats=11, careers=SILVER_1, offices=["visby"])
    play(s, "+visby", "sail")
    assert "career=ducats" not in legal(s)
    play(s, "income=visby", "career=ducats")
    assert s.ducats[0] == 0


def test_25_several_steps_in_one_turn() -> None:
    s = turn(ducats=15, careers=SILVER_2, offices=["visby", "novgorod", "riga"], speed=3)
    play(s, "+visby", "+novgorod", "+riga", "sail", "career=glass+fur+grain", "career=ducats")
    assert s.level[0] == 2


def test_26_a_privilege_that_gets_covered_is_lost() -> None:
    s = turn(ducats=15, careers=SILVER_1)
    play(s, "sail", "career=ducats", "finish", "pass")
    assert s.seals[0] == 0, "the extra seal was on the row now covered"
    s = turn(offices=["visby", "novgorod", "riga"], careers=LIGHT_2, speed=3)
    play(s, "+visby", "+novgorod", "+riga", "sail")
    assert "income+2" in legal(s)
    play(s, "career=glass+fur+grain")
    assert "income+2" not in legal(s)


def test_26_a_privilege_used_before_it_is_covered_holds() -> None:
    s = turn(offices=["visby", "novgorod", "riga"], careers=SILVER_2, ducats=0)
    play(s, "+visby", "+novgorod", "+riga", "sail", "career=glass+fur+grain", "finish")
    assert s.level[0] == 1


def test_26_every_uncovered_row_counts() -> None:
    for level in range(5):
        assert UNCOVERED[LIGHT_1][level].bit_count() == 5 - level
    s = turn(ducats=3, careers=LIGHT_4)
    play(s, "sail", "finish")
    assert "deck-3" in legal(s), "Mission -3 is on the fourth row"


def test_27_the_extra_seal_needs_an_unused_privilege() -> None:
    s = turn(ducats=0)
    play(s, "sail", "income+2", "finish", "pass")
    assert s.seals[0] == 0


def test_27_the_extra_seal_is_not_for_who_bought_cheaply() -> None:
    s = turn(ducats=3)
    play(s, "sail", "finish", "deck-3")
    assert s.actor == 1
    assert s.seals[0] == 0


def test_28_the_question_mark_does_nothing_without_the_pirate() -> None:
    s = turn(ducats=0, level=4)
    play(s, *LAZY)
    assert s.actor == 1


def test_29_mission_minus_3_comes_beside_a_purchase() -> None:
    s = turn(ducats=14, display=[0, 1, 2, 3])
    play(s, "sail", "finish", "m1", "m2-3")
    assert s.hand[0] == 0b11
    assert s.ducats[0] == 14 - 6 - 3
    assert s.actor == 1, "nothing more can be bought"
    s = turn(ducats=14, display=[0, 1, 2, 3])
    play(s, "sail", "finish", "m1-3", "office=riga")
    assert s.ducats[0] == 14 - 3 - 4
    assert s.actor == 1
    full = turn(ducats=14, hand=[4, 5], display=[0, 1, 2, 3])
    play(full, "sail", "finish", "m1")
    assert full.actor == 1, "three in progress"


def test_29_only_one_purchase() -> None:
    s = turn(ducats=30, level=4)
    play(s, "sail", "finish", "ship")
    assert s.actor == 1


def test_29_the_display_is_refilled_after_a_purchase() -> None:
    s = turn(ducats=14, display=[0, 1, 2, 3])
    top = s.deck[-1]
    play(s, "sail", "finish", "m1")
    assert s.display == [1, 2, 3, top]
    assert s.phase == BUY


def test_29_one_office_a_city_also_when_it_is_stored() -> None:
    s = turn(ducats=30, offices=["visby"], stored="visby", level=4)
    play(s, "sail", "finish")
    assert "office=visby" not in legal(s)
