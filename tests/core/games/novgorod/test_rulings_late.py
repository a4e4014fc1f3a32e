"""More doubtful points as we decided them: bonus cards, the end, the expert game (numbers as in rules.md)."""

import pytest

from core.game import OptionValue
from core.games.novgorod import GAME
from core.games.novgorod.components import CAREER, LINKS, MISSIONS_DONE, OFFICES, ROUTE, VARIETY
from core.games.novgorod.moves import SAIL
from core.games.novgorod.phases import CLOSE, USE
from core.games.novgorod.rules.use import special_price
from core.games.novgorod.scoring import variety_seals
from core.games.novgorod.state import NovgorodState
from tests.core.games.novgorod.novgorod_positions import (
    CITY,
    CLOTHING,
    JEWELRY,
    LIGHT_1,
    LIGHT_2,
    PROVISIONS,
    SILVER_2,
    card,
    cities,
    fresh,
    legal,
    play,
    turn,
)

LAZY = ("sail", "finish", "pass")
ALL = tuple(CITY)
FUR_SALT = card(["fur", "salt"], ["amber", "grain"])
JEWELRY_CLOTHING = card(["jewelry"], ["clothing"])


# Bonus cards


def test_30_one_taker_turns_a_bonus_to_its_low_value() -> None:
    s = turn(ducats=[20, 20], speed=5)
    five = ("+visby", "+novgorod", "+riga", "+danzig", "+luebeck", "sail", "finish", "pass")
    play(s, *five)
    assert s.bonus[ROUTE] == 4, "it changes only when the round ends"
    play(s, *LAZY)
    assert s.bonus[ROUTE] == 2
    s.speed[1] = 5
    s.ducats[0] = 20
    gained = s.seals[0]
    play(s, *five[:-2])
    assert s.seals[0] == gained, "once a game for each player"
    play(s, "finish", "pass")
    before = s.seals[1]
    play(s, *five[:-2])
    assert s.seals[1] == before + 2
    play(s, "finish", "pass")
    assert s.bonus[ROUTE] == 0


def test_30_all_who_qualify_in_the_same_round_get_the_high_value() -> None:
    s = turn(ducats=[20, 20], speed=[5, 5])
    five = ("+visby", "+novgorod", "+riga", "+danzig", "+luebeck", "sail", "finish", "pass")
    play(s, *five, *five)
    assert [t & 1 << ROUTE for t in s.taken] == [1 << ROUTE] * 2
    assert s.points[5] == s.points[6 + 5] == 4
    assert s.bonus[ROUTE] == 0


def test_30_eight_offices() -> None:
    s = turn(ducats=9, offices=[c for c in ALL if c != "riga"], level=4)
    play(s, "sail", "finish", "office=riga")
    assert s.taken[0] == 1 << OFFICES
    assert s.points[5] == 6


def test_30_career_level() -> None:
    shops = {"luebeck": JEWELRY, "novgorod": CLOTHING}
    s = turn(offices=ALL, artisans=shops, level=3, speed=5, stored="antwerpen", bonus=[0, 0, 0, 0, 4, 0])
    play(s, "+danzig", "+luebeck", "+artisan", "+visby", "+novgorod", "sail")
    play(s, "luebeck!amber", "novgorod!ship", "career=glass+salt+novgorod+luebeck")
    assert s.taken[0] == 1 << CAREER
    assert s.seals[0] == 4


def test_32_three_missions_under_the_ship_even_with_one_line() -> None:
    s = turn(
        offices=["luebeck", "visby", "novgorod"],
        hand=[FUR_SALT],
        under=[0, 1],
        speed=3,
        bonus=[0, 0, 0, 4, 0, 0],
    )
    play(s, "+luebeck", "+visby", "+novgorod", "sail")
    kept = s.copy()
    play(kept, f"m{FUR_SALT + 1}:top=fur+salt")
    assert kept.taken[0] == 0, "left of the ship it is not completed"
    play(s, f"m{FUR_SALT + 1}:top/under=fur+salt")
    assert s.taken[0] == 1 << MISSIONS_DONE
    assert s.seals[0] == 2 + 4


def test_32_variety_of_goods_counts_both_lines() -> None:
    amber_cloth = card(["amber", "cloth"], ["salt", "tin"])
    assert variety_seals(1 << amber_cloth) == 1
    assert variety_seals(1 << amber_cloth | 1 << JEWELRY_CLOTHING) == 2
    s = turn(under=[amber_cloth, JEWELRY_CLOTHING], final=True, ducats=[0, 0], bonus=[0] * 5 + [1])
    play(s, *LAZY, *LAZY)
    assert s.bonus[VARIETY]
    assert s.seals == [1 + 2, 1], "the extra seals of the turn, and 2 for six kinds"


# The end


def test_33_the_last_round_is_exactly_one_more() -> None:
    s = turn(3, ducats=[0, 0, 0], level=[0, 4, 0])
    play(s, *LAZY * 3)
    assert (s.round, s.final) == (2, True)
    play(s, *LAZY * 3)
    assert s.actor is None


def test_34_when_all_show_an_x_nobody_wins() -> None:
    s = turn(seals=[35, 30], level=[1, 0], final=True, ducats=[0, 0])
    play(s, *LAZY, *LAZY)
    assert s.ranking() == [[0, 1]]
    assert "nobody wins" in s.outcome_text()


@pytest.mark.parametrize(
    ("fields", "order", "why"),
    [
        ({"ducats": [2, 3]}, [[1], [0]], "A tie in seals: more ducats decide."),
        ({"ducats": [3, 3], "level": [4, 3]}, [[0], [1]], "ducats: the higher career row decides."),
        ({"ducats": [3, 3], "offices": [cities("riga"), 0]}, [[0], [1]], "career row: more offices decide."),
        ({"ducats": [3, 3]}, [[1], [0]], "offices: the later seat in the round decides."),
    ],
)
def test_35_ties_are_broken(fields: dict[str, list[int]], order: list[list[int]], why: str) -> None:
    s = turn(final=True, level=[3, 3])
    play(s, *LAZY, *LAZY)
    for name, value in fields.items():
        setattr(s, name, value)
    s.seals = [30, 30]
    if "ducats" in fields:
        s.ducats = fields["ducats"]
    assert s.ranking() == order
    assert why in s.outcome_text()


def test_35_the_last_tie_break_is_turn_order_not_seat() -> None:
    s = turn(3, final=True, level=[3, 3, 3], ducats=[0, 0, 0])
    play(s, *LAZY * 3)
    s.first = 2
    s.seals = [30, 30, 30]
    assert s.ranking() == [[1], [0], [2]]


# Merchant and pirate


def test_37_the_pirate_moves_once_a_turn_and_ties_pay_alike() -> None:
    s = turn(3, ducats=20, options={"pirate": "front"})
    play(s, "pirate=riga")
    assert s.ducats[0] == 14, "at nought all, everybody leads"
    assert not any(m.startswith("pirate") for m in legal(s))
    play(s, "sail", "finish")
    assert not any(m.startswith("pirate") for m in legal(s))


def test_37_the_pirate_moves_in_any_phase() -> None:
    for before in ((), ("sail",), ("sail", "finish"), ("sail", "finish", "pass")):
        s = turn(ducats=20, options={"pirate": "front"})
        play(s, *before)
        assert s.actor == 0
        play(s, "pirate=riga")
        assert s.pirate == CITY["riga"]


def test_37_who_cannot_pay_cannot_move_the_pirate() -> None:
    s = turn(ducats=5, options={"pirate": "front"})
    assert not any(m.startswith("pirate") for m in legal(s))


def test_37_the_pirate_slows_a_route_through_his_city() -> None:
    s = turn(offices=ALL, ducats=0, careers=LIGHT_2, level=3, options={"pirate": "front"}, speed=3)
    play(s, "+luebeck", "+antwerpen")
    assert legal(s) == {"sail"}, "speed 3 less 1"
    s = turn(offices=ALL, ducats=0, careers=LIGHT_2, level=3, options={"pirate": "front"}, speed=2)
    play(s, "+luebeck")
    assert "+antwerpen" not in legal(s)
    assert "+visby" in legal(s)


def test_37_the_pirate_cannot_be_sent_where_the_route_would_be_too_long() -> None:
    s = turn(offices=ALL, ducats=20, careers=LIGHT_2, level=3, options={"pirate": "front"})
    play(s, "+visby", "+novgorod")
    assert "pirate=riga" in legal(s)
    assert not {"pirate=visby", "pirate=novgorod"} & legal(s)


def test_38_neighbours_of_a_closed_city_become_neighbours() -> None:
    around = LINKS[CITY["visby"]]
    trio = ("bergen", "novgorod", "luebeck")
    for name in trio:
        assert {CITY[other] for other in trio if other != name} <= set(around[CITY[name]])
    assert all(CITY["visby"] not in links for links in around)


def test_38_the_question_mark_moves_the_pirate_first_or_last() -> None:
    s = turn(ducats=0, options={"pirate": "back"})
    play(s, "pirate=riga")
    assert s.pirate == CITY["riga"]
    assert not any(m.startswith("pirate") for m in legal(s))
    play(s, "sail")
    assert "income+2" not in legal(s), "one privilege a turn"
    play(s, "finish", "pass")
    assert s.actor == 1
    assert s.seals[0] == 0
    s = turn(ducats=0, options={"pirate": "back"}, offices=["riga"])
    play(s, "+riga")
    assert not any(m.startswith("pirate") for m in legal(s)), "the turn has begun"
    play(s, "sail", "finish", "pass")
    assert s.phase == CLOSE
    other = s.copy()
    play(s, "pirate=visby")
    assert (s.seals[0], s.pirate, s.actor) == (0, CITY["visby"], 1)
    play(other, "end")
    assert (other.seals[0], other.actor) == (1, 1), "the extra seal instead"


@pytest.mark.parametrize("side", ["front", "back"])
def test_39_the_pirate_slows_the_merchant_with_the_ship(side: str) -> None:
    """Expert Game A), pirate, front side: the speed of the ship is decreased; merchant, both sides: he moves by it."""
    s = turn(offices=ALL, careers=SILVER_2, ducats=0, speed=3, options={"merchant": side, "pirate": "front"})
    play(s, "+luebeck", "+antwerpen", "+london", "sail", "finish")
    assert s.privilege, "Speed +1 made up for the pirate, and lengthened the route alone"
    assert s.merchant == CITY["novgorod"] + 2 == CITY["danzig"]


def test_39_elsewhere_the_merchant_moves_by_the_printed_speed() -> None:
    """Expert Game A): the pirate slows only a route that includes his city, and only his front does."""
    for pirate in ("off", "front", "back"):
        s = turn(offices=ALL, ducats=0, speed=3, options={"merchant": "back", "pirate": pirate})
        play(s, "+luebeck", "+visby", "+novgorod", "sail", "finish")
        assert s.merchant == CITY["novgorod"] + 3 == CITY["luebeck"]


def test_39_a_pirate_sent_away_in_time_slows_nobody() -> None:
    """Expert Game A), pirate, front side: he may be moved at any time; what counts is the end of phase 2."""
    options: dict[str, OptionValue] = {"merchant": "back", "pirate": "front"}
    s = turn(offices=ALL, ducats=6, speed=3, options=options)
    play(s, "+luebeck", "+antwerpen", "sail", "pirate=riga", "finish")
    assert s.merchant == CITY["luebeck"]
    s = turn(offices=ALL, ducats=6, speed=3, options=options)
    play(s, "+luebeck", "+visby", "sail", "pirate=visby", "finish")
    assert s.merchant == CITY["danzig"], "sent into the route, he slows the ship"


def test_39_as_an_option_the_merchant_heeds_no_pirate() -> None:
    options: dict[str, OptionValue] = {"merchant": "back", "pirate": "front", "slow_merchant": False}
    s = turn(offices=ALL, ducats=0, speed=3, options=options)
    play(s, "+luebeck", "+antwerpen", "sail", "finish")
    assert s.merchant == CITY["luebeck"]


EXPERT: dict[str, OptionValue] = {"merchant": "front", "pirate": "back", "places": "random"}


def places(edition: int) -> list[tuple[int, int]]:
    """Where merchant and pirate begin at random, in the deals of many seeds."""
    states = (GAME.start(GAME.setup(2, EXPERT, seed, edition)) for seed in range(600))
    return [(s.merchant, s.pirate) for s in states if isinstance(s, NovgorodState)]


def test_45_at_random_places_merchant_and_pirate_begin_in_two_cities() -> None:
    """Expert Game A), preparation: "decide randomly where the two cards are placed"; all pairs come alike."""
    drawn = places(GAME.edition)
    assert set(drawn) == {(one, other) for one in range(8) for other in range(8) if one != other}
    assert max(drawn.count(pair) for pair in set(drawn)) < 30, "about 11 of each"


def test_45_before_edition_3_they_could_begin_in_one() -> None:
    drawn, now = places(2), places(3)
    assert any(merchant == pirate for merchant, pirate in drawn)
    assert [merchant for merchant, _ in drawn] == [merchant for merchant, _ in now]


def test_40_the_merchant_pays_for_income_and_luxury_of_one_city() -> None:
    s = turn(
        offices=["luebeck", "visby", "novgorod", "riga"],
        options={"merchant": "front"},
        artisans={"novgorod": PROVISIONS},
        speed=4,
        ducats=0,
    )
    play(s, "+luebeck", "+visby", "+novgorod", "+artisan", "sail", "novgorod!salt", "finish")
    assert s.ducats[0] == (1 + 3) + (3 + 3) + 4


def test_42_random_places_for_merchant_and_pirate() -> None:
    places = {
        (s.merchant, s.pirate)
        for s in (fresh(2, seed, merchant="front", pirate="front", places="random") for seed in range(30))
    }
    assert len(places) > 10
    off = fresh(2, 1, places="random")
    assert (off.merchant, off.pirate) == (-1, -1)


# Special missions


def test_41_skipped_cards_cost_a_ducat_each_and_are_counted_once() -> None:
    s = turn(options={"special": True}, row=[0, 4, 8, 12])
    assert [special_price(s, place, False) for place in range(4)] == [2, 3, 4, 5]
    s.done, s.bill = 0b0100, 4
    assert special_price(s, 3, False) == 2, "the two above have been paid for"
    assert special_price(s, 0, False) == 1, "one of them is skipped no longer"


def test_41_several_in_a_turn_share_one_bill_and_one_discount() -> None:
    s = turn(
        offices=["novgorod", "riga", "danzig", "luebeck", "antwerpen", "bergen", "london"],
        options={"special": True},
        row=[12, 8, 0, 4],
        artisans={"danzig": CLOTHING},
        ducats=4,
        stored="antwerpen",
    )
    # S4 A asks for fur, grain and amber; S3 A for clothing and grain.
    s.route = [CITY[c] for c in ("novgorod", "riga", "danzig")]
    s.units = cities("novgorod", "riga", "danzig") | 256
    s.phase = USE
    paid = s.ducats[0]
    play(s, "s4-3=fur+grain+amber")
    assert s.ducats[0] == paid, "2 less 3 is nothing"
    assert special_price(s, 1, False) == 1, "2 + 2 less 3 in all"
    assert not any(m.startswith("s4") for m in legal(s)), "no card twice in a turn"
    deck = s.deck[-1]
    play(s, "finish")
    assert s.unseen[0] == 1 << deck
    assert s.row == [8, 0, 4, 13]
    assert "deck-3" not in legal(s), "the privilege is used"


def test_41_two_special_missions_played_to_the_end() -> None:
    s = turn(
        offices=ALL,
        options={"special": True},
        row=[0, 4, 8, 12],
        artisans={"antwerpen": JEWELRY, "bergen": PROVISIONS},
        ducats=20,
    )
    # A ship for six cards that needs no privilege is faster than any in the box.
    s.route = [CITY[name] for name in ("visby", "riga", "danzig", "luebeck", "antwerpen", "bergen")]
    s.speed[0] = 6
    s.play(SAIL)
    s.speed[0] = 5
    play(s, "antwerpen!glass+amber", "bergen!grain+salt", "s1-3=antwerpen")
    assert s.ducats[0] == 20, "2 less 3"
    play(s, "s2=bergen")
    assert s.ducats[0] == 19, "2 + 2 less 3 in all"
    assert s.points[1] == 3 + 3
    play(s, "finish")
    assert s.row == [8, 12, 1, 5]


def test_15_a_discount_may_cost_the_income_that_pays_the_fees() -> None:
    def table(ducats: int) -> set[str]:
        s = turn(
            offices=["novgorod", "riga", "danzig"],
            options={"special": True},
            row=[12, 0, 4, 8],
            careers=LIGHT_1,
            ducats=ducats,
            speed=4,
        )
        play(s, "+visby", "+novgorod", "+riga", "+danzig", "sail")
        return legal(s)

    assert "s4-3=fur+grain+amber" not in table(1), "Income +2 would be gone, and 3 are due"
    assert "s4-3=fur+grain+amber" in table(3)


def test_41_completed_cards_move_the_uppermost_first() -> None:
    s = turn(options={"special": True}, row=[0, 4 + 3, 8, 12], ducats=0)
    s.phase, s.done, s.bill = USE, 0b0011, 7
    play(s, "finish")
    assert s.row == [8, 12, 1, 4]
    assert s.unseen[0].bit_count() == 2


def test_41_without_cards_in_the_deck_a_marker_counts() -> None:
    s = turn(options={"special": True}, row=[0, 4, 8, 12], bonus=[0, 0, 0, 4, 0, 0], under=[0, 1], ducats=0)
    s.under[1] = sum(1 << m for m in s.deck)
    s.deck = []
    s.phase, s.done, s.bill = USE, 0b0001, 2
    play(s, "finish")
    assert s.markers[0] == 1
    assert s.taken[0] == 1 << MISSIONS_DONE
