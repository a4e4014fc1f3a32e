"""Offers: what is said of a route and of a move must be what the rules then do, and every move has its place."""

from typing import Any

import pytest

from core.game import Move
from core.games.novgorod import GAME
from core.games.novgorod.components import SPECIALS, cities_of
from core.games.novgorod.moves import (
    LAY,
    SAIL,
    BuyMission,
    BuyOffice,
    BuyShip,
    Collect,
    ExtraIncome,
    Finish,
    Line,
    Make,
    Pirate,
    Sell,
    Special,
    Step,
)
from core.games.novgorod.phases import BUY, ROUTE, SIDES, USE
from core.games.novgorod.scoring import FROM_BONUS
from core.games.novgorod.state import Novgorod
from core.games.novgorod.view import NOW, THEN, Listed, NovgorodOffers
from core.games.novgorod.view import targets as places
from core.games.novgorod.view.gains import Gain, gain
from core.games.novgorod.view.goods_uses import Aim, Prospect, in_reach, prospects
from core.games.novgorod.view.route import fees, purse, slots, slots_left
from core.games.novgorod.view.targets import CAREER, SHIP
from core.rng import Chance
from core.view import Begun, Place
from tests.core.games.novgorod.novgorod_positions import (
    CITY,
    CLOTHING,
    JEWELRY,
    PROVISIONS,
    SILVER_2,
    card,
    fresh,
    play,
    turn,
)

JEWELRY_CLOTHING = card(["jewelry"], ["clothing"])
FUR_SALT = card(["fur", "salt"], ["amber", "grain"])

NAMES = ("Anna", "Boris", "Vera")
OPTIONS: dict[str, Any] = {"merchant": "front", "pirate": "front", "special": True, "bonus": "random"}


def test_cards_of_a_route_tell_what_became_of_them() -> None:
    s = turn(
        offices=["luebeck", "visby", "novgorod", "riga", "london"],
        artisans={"novgorod": PROVISIONS, "visby": PROVISIONS},
        speed=5,
    )
    play(s, "+luebeck", "+visby", "+artisan", "+novgorod", "+riga", "sail")
    assert [slot.status for slot in slots(s)] == ["open"] * 5
    assert [slot.artisan for slot in slots(s)] == [False, False, True, False, False]
    play(s, "novgorod!salt", "store=riga", "income=visby")
    assert [slot.status for slot in slots(s)] == ["turned", "turned", "open", "covered", "stored"]


def test_an_artisan_has_worked_on_the_card_kept_for_him() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], artisans={"visby": PROVISIONS}, speed=3)
    play(s, "+luebeck", "+visby", "+artisan", "sail", "visby!salt")
    assert [slot.status for slot in slots(s)] == ["turned", "open", "covered"]


def test_a_special_mission_must_be_paid_for() -> None:
    s = turn(options={"special": True}, row=[12, 0, 4, 8], ducats=0)
    s.route = cities_of(SPECIALS[3][0].need.goods)
    assert Aim("special", 3) not in in_reach(s)
    s.ducats[0] = 20
    assert Aim("special", 3) in in_reach(s)


def test_fees_and_cash_while_laying() -> None:
    s = turn(offices=["luebeck"], ducats=5)
    play(s, "+luebeck", "+visby")
    assert fees(s) == 3
    assert purse(s).then == 5 + 4 - 3
    play(s, "sail")
    assert purse(s).then == 6


def test_cards_left_to_lay() -> None:
    s = turn(careers=SILVER_2)
    assert slots_left(s) == (2, 3)
    play(s, "+riga", "+danzig", "+luebeck")
    assert slots_left(s) == (0, 0)


# Where things are done


def offers(s: Novgorod, seat: int | None = 0, begun: Begun | None = None, board: int | None = None) -> NovgorodOffers:
    found = GAME.offers(s, seat, NAMES[: s.players], begun, board)
    assert isinstance(found, NovgorodOffers)
    return found


def moves_at(here: NovgorodOffers, place: Place) -> set[str]:
    """The notations of everything that can be done at a place, in whatever way."""
    found = set()
    for offer in here.at(place):
        if offer.begins is None:
            found.add(offer.moves[0].notation)
        else:
            listed = offers(here.state, here.seat, offer.begins)
            found |= {listed.at(way)[0].moves[0].notation for way in listed.places()}
    return found


def test_at_a_city_are_its_moves() -> None:
    s = turn(offices=["luebeck", "visby"])
    assert moves_at(offers(s), places.city(CITY["riga"])) == {"+riga"}
    play(s, "+luebeck", "+visby", "sail")
    here = offers(s)
    assert moves_at(here, Place(places.SLOT, 0)) == {"store=luebeck", "income=luebeck"}
    assert not here.at(places.city(CITY["luebeck"]))


def test_at_a_mission_are_its_moves() -> None:
    s = turn(offices=["luebeck", "novgorod", "visby"], hand=[FUR_SALT], speed=3, display=[0, 1, 2, 3])
    play(s, "+luebeck", "+visby", "+novgorod", "sail")
    number = FUR_SALT + 1
    assert moves_at(offers(s), Place(places.MISSION, FUR_SALT)) == {
        f"m{number}:top=fur+salt",
        f"m{number}:top/under=fur+salt",
    }
    play(s, "finish")
    assert moves_at(offers(s), Place(places.OPEN, -1)) == {"deck", "deck-3"}


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_has_one_place(seed: int) -> None:
    """Each move stands under one deed at one place that can be pointed at, or under what can be done anywhere."""
    s = fresh(3, seed, **OPTIONS, careers="choose")
    luck = Chance(seed)
    while s.actor is not None:
        here = offers(s, s.actor)
        listed = [way[0] for there in here.deeds.values() for deed in there for way in deed.ways if len(way) == 1]
        assert sorted(move.notation for move in listed) == sorted(move.notation for move in s.moves())
        assert set(here.deeds) - {None} <= set(here.places())
        s.play(luck.pick(list(s.moves())))


def with_ways() -> tuple[Novgorod, Place, str]:
    """A step that takes three goods of four: in four ways; and a mission that Tab visits before it."""
    s = turn(offices=["luebeck", "visby", "novgorod", "riga"], hand=[FUR_SALT], speed=4)
    play(s, "+luebeck", "+visby", "+novgorod", "+riga", "sail")
    return s, CAREER, "climb"


def test_ways_are_listed_and_lead_back() -> None:
    s, place, label = with_ways()
    before = offers(s)
    offer = next(offer for offer in before.at(place) if offer.label == f"{label}…")
    assert offer.begins == Listed(place, label) and not offer.moves
    assert offer.brings().endswith("(4 ways to choose from)")
    here = offers(s, begun=offer.begins)
    assert here.start(place) == places.way(place, 0)
    ways = [here.at(way) for way in here.places()]
    assert [len(there) for there in ways] == [1, 1, 1, 1]
    assert {there[0].moves[0] for there in ways} == {m for m in s.moves() if isinstance(m, Step)}
    assert not here.anywhere() and here.back() is None
    assert before.targets()[0] != place
    assert before.start(places.way(place, 3)) == place, "from the list back to where it was opened"


def test_a_way_says_what_it_uses() -> None:
    s, place, label = with_ways()
    here = offers(s, begun=Listed(place, label))
    told = {here.way_in_words(way) for way in here.places()}
    assert told == {"glass + fur + grain", "glass + fur + salt", "glass + grain + salt", "fur + grain + salt"}
    assert here.touched(here.at(here.places()[0])[0])[0].bit_count() == 3


def test_a_way_finds_back_to_any_place() -> None:
    for place in (Place(places.SLOT, 5), Place(places.MISSION, 23), Place(places.SPECIAL, 3), CAREER):
        for number in (0, 999):
            way = places.way(place, number)
            assert (places.origin_of(way), places.number_of(way)) == (place, number)


def test_both_lines_are_shown_as_one() -> None:
    s = turn(
        offices=["danzig", "luebeck", "novgorod", "antwerpen"],
        stored="novgorod",
        hand=[JEWELRY_CLOTHING],
        artisans={"luebeck": JEWELRY, "antwerpen": CLOTHING},
        speed=3,
    )
    play(s, "+danzig", "+luebeck", "+antwerpen", "sail", "luebeck!amber", "antwerpen!ship")
    here = offers(s)
    place = Place(places.MISSION, JEWELRY_CLOTHING)
    assert here.at(place)[0].label == "both 5◉"
    top, bottom = here.at(place)[0].moves
    both, alone = here.shown([top, bottom]), here.shown([top])
    assert here.picked(both.place, both.pick).moves == (top, bottom)  # type: ignore[union-attr]
    assert here.picked(alone.place, alone.pick).moves == (top,)  # type: ignore[union-attr]
    assert gain(s, top) == gain(s, bottom) == Gain(2)
    play(s, top.notation)
    assert gain(s, bottom) == Gain(3), "both lines in one turn bring 5"


def test_what_can_be_done_anywhere_is_shown_at_the_ship() -> None:
    s = turn(offices=["luebeck"])
    play(s, "+luebeck", "sail")
    shown = offers(s).shown([move for move in s.moves() if isinstance(move, Finish)])
    assert shown.place == SHIP
    assert isinstance(offers(s).picked(*shown[1:]).move, Finish)  # type: ignore[union-attr]


# Where the cursor goes, and what Enter means


def chosen(here: NovgorodOffers, place: Place | None) -> Move | None:
    offer = here.picked(place, here.natural(place))
    return offer.move if offer else None


def test_the_end_of_the_route_means_sailing() -> None:
    s = turn(offices=["luebeck", "visby"])
    play(s, "+luebeck")
    here = offers(s)
    assert chosen(here, places.city(CITY["luebeck"])) == SAIL, "and not a place for its artisan"
    assert chosen(here, places.city(CITY["visby"])) == LAY[CITY["visby"]]
    assert here.escape_undoes and not offers(turn()).escape_undoes


def test_tab_comes_last_to_income_and_never_to_the_pirate() -> None:
    s = turn(
        offices=["luebeck", "visby", "novgorod"],
        artisans={"visby": JEWELRY, "novgorod": PROVISIONS},
        hand=[FUR_SALT],
        speed=3,
        options={"pirate": "front"},
        ducats=20,
    )
    play(s, "+luebeck", "+visby", "+novgorod", "sail")
    here = offers(s)
    slot = [Place(places.SLOT, at) for at in range(3)]
    assert here.targets() == [Place(places.MISSION, FUR_SALT), CAREER, slot[2], SHIP, slot[0], slot[1]]
    assert here.at(places.city(0)), "the pirate can be sent there"


def test_a_side_is_chosen_at_the_career_card() -> None:
    s = fresh(2, careers="choose")
    assert s.phase == SIDES and s.actor is not None
    here = offers(s, s.actor)
    assert here.start(None) == CAREER
    sides = [here.career(offer) for offer in here.choices(CAREER)]
    assert sides == [s.careers[s.actor] & ~1, s.careers[s.actor] | 1]


def test_a_faster_ship_is_bought_at_the_ship() -> None:
    s = turn(offices=["luebeck"], ducats=30)
    play(s, "+luebeck", "sail", "finish")
    assert s.phase == BUY
    here = offers(s)
    assert SHIP in here.targets()
    assert isinstance(chosen(here, SHIP), BuyShip)


def test_a_cursor_where_a_card_lay_says_nothing() -> None:
    s = turn(offices=["luebeck"])
    assert offers(s).says(Place(places.SLOT, 2)) == ""
    assert offers(s).says(Place(places.MISSION, FUR_SALT)) == "", "nobody holds it"


# What others may see


def test_secret_missions_are_counted_and_not_named() -> None:
    s = turn(hand=[FUR_SALT])
    s.hidden[0] = s.hand[0]
    for seat in (1, None):
        here = offers(s, seat, board=0)
        assert here.missions == [-1]
        assert Place(places.MISSION, FUR_SALT) not in here.places()
        assert not here.chances(None) and not here.choices(None)
    assert offers(s, 0).missions == [FUR_SALT]


def test_the_ship_shown_is_the_actors_unless_another_is_looked_at() -> None:
    s = turn(offices=["luebeck"])
    play(s, "+luebeck")
    assert offers(s, 1).ship_seat == 0 and len(offers(s, 1).cards) == 1
    other = offers(s, 0, board=1)
    assert other.ship_seat == 1 and not other.cards and other.purse is None


# What a choice would bring


def test_a_card_to_be_laid_lights_up_what_it_makes_possible() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], hand=[FUR_SALT], speed=4, ducats=9)
    play(s, "+luebeck", "+visby")
    here = offers(s)
    novgorod = here.at(places.city(CITY["novgorod"]))[0]
    assert here.next_card(novgorod) == CITY["novgorod"]
    assert here.chances(novgorod)[Aim("top", FUR_SALT)] == THEN
    assert Aim("top", FUR_SALT) not in here.chances(None)
    assert novgorod.brings() == "sail to Novgorod, income 3; could then do fur and salt and the career step"
    play(s, "+novgorod")
    here = offers(s)
    assert here.chances(None)[Aim("top", FUR_SALT)] == NOW
    assert here.chances(here.at(places.city(CITY["riga"]))[0])[Aim("top", FUR_SALT)] == NOW
    assert not offers(s, 0, board=1).chances(None), "nothing lights up before another's board"


# The route as it lies


def test_prospects_of_a_route_still_being_laid() -> None:
    s = turn(
        offices=["danzig", "luebeck", "novgorod"],
        stored="novgorod",
        hand=[JEWELRY_CLOTHING, FUR_SALT],
        artisans={"luebeck": JEWELRY, "antwerpen": CLOTHING},
        speed=3,
    )
    play(s, "+danzig", "+luebeck")
    seen = {p.aim: p.possible for p in prospects(s)}
    assert seen[Aim("top", JEWELRY_CLOTHING)]
    assert not seen[Aim("bottom", JEWELRY_CLOTHING)]
    assert seen[Aim("top", FUR_SALT)]
    assert not seen[Aim("both", FUR_SALT)]
    assert not seen[Aim("step", -1)], "amber and salt; the fur of the ship is not for steps"
    s.stored_steps = True
    assert Prospect(Aim("step", -1), 0, True) in prospects(s)
    play(s, "+antwerpen")
    seen = {p.aim: p.possible for p in prospects(s)}
    assert seen[Aim("both", JEWELRY_CLOTHING)], "jewelry in Lübeck, clothing in Antwerpen"
    assert Prospect(Aim("both", JEWELRY_CLOTHING), 5, True) in prospects(s)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_promised_is_what_happens(seed: int) -> None:
    """In random games each preview of a gain equals what the move then brings, bonus cards aside."""
    s = fresh(3, seed, **OPTIONS)
    luck = Chance(seed)
    uses = (Sell, Line, Step, Special, Collect, ExtraIncome, Finish)
    purchases = (Pirate, BuyMission, BuyOffice, BuyShip)
    while s.actor is not None:
        move = luck.pick(list(s.moves()))
        seat, before = s.actor, s.copy()
        promised = gain(s, move)
        s.play(move)
        if isinstance(move, uses + purchases):
            assert s.ducats[seat] - before.ducats[seat] == promised.ducats, move
            if (s.actor == seat and s.phase == before.phase) or isinstance(move, Finish):
                assert printed(s, seat) - printed(before, seat) == promised.seals, move
        elif isinstance(move, Make):
            sold = next(m for m in s.moves() if isinstance(m, Sell) and m.city == move.city)
            assert gain(s, sold) == promised


def printed(s: Novgorod, seat: int) -> int:
    return s.seals[seat] - s.points[seat * 6 + FROM_BONUS]


@pytest.mark.parametrize("seed", range(4))
def test_prospects_come_true(seed: int) -> None:
    """What is said to be possible can be reached by legal moves, and what is not, cannot."""
    s = fresh(2, seed)
    luck = Chance(seed)
    looked = 0
    while s.actor is not None and looked < 40:
        if s.phase == USE and s.route and not s.fee:
            looked += 1
            reach = lines_in_reach(s)
            for p in prospects(s):
                if p.aim.kind in ("top", "bottom"):
                    assert ((p.aim.kind == "bottom", p.aim.card) in reach) == p.possible
        # Steps in favour of long routes make the test worth its time.
        moves = [m for m in s.moves() if m.notation != "sail"] if s.phase == ROUTE else s.moves()
        s.play(luck.pick(list(moves or s.moves())))


def lines_in_reach(s: Novgorod) -> set[tuple[bool, int]]:
    """Lines that can be fulfilled after making any luxuries, found by trying all."""
    found = set()
    for move in s.moves():
        if isinstance(move, Line):
            found.add((move.bottom, move.card))
        elif isinstance(move, Make):
            after = s.copy()
            after.play(move)
            found |= lines_in_reach(after)
    return found


def test_a_gain_is_nothing_for_a_mere_step() -> None:
    assert gain(turn(), turn().moves()[0]) == Gain()


def test_places_are_called_as_in_the_notation() -> None:
    state: Any = GAME.start(GAME.setup(2, {"special": True}, 217))
    offers = NovgorodOffers(state, 0, NAMES)
    own, open_ = state.hand[0].bit_length() - 1, state.display[0]
    assert offers.named("luebeck") == places.city(CITY["luebeck"])
    assert offers.named(f"m{own + 1}") == Place(places.MISSION, own)
    assert offers.named(f"m{open_ + 1}") == Place(places.OPEN, open_)
    assert offers.named("deck") == Place(places.OPEN, -1)
    assert offers.named("s3") == Place(places.SPECIAL, 2)
    assert offers.named("career") == CAREER
    secret = state.hand[1].bit_length() - 1
    assert [offers.named(word) for word in (f"m{secret + 1}", "m99", "slot 0", "hamburg", "m")] == [None] * 5
