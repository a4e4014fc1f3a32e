"""Previews: what the screen shows of a route must be what the rules then do."""

import pytest

from core.chance import Chance
from core.novgorod import outlook
from core.novgorod.moves import (
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
from core.novgorod.outlook import Gain, Prospect
from core.novgorod.phases import ROUTE, USE
from core.novgorod.scoring import FROM_BONUS
from core.novgorod.state import Novgorod
from tests.core.novgorod.tables import CITY, CLOTHING, JEWELRY, PROVISIONS, SILVER_2, card, fresh, play, turn

JEWELRY_CLOTHING = card(["jewelry"], ["clothing"])
FUR_SALT = card(["fur", "salt"], ["amber", "grain"])

OPTIONS = {"merchant": "front", "pirate": "front", "special": True, "bonus": "random"}


def test_cards_of_a_route_tell_what_became_of_them() -> None:
    s = turn(
        offices=["luebeck", "visby", "novgorod", "riga", "london"],
        artisans={"novgorod": PROVISIONS, "visby": PROVISIONS},
        speed=5,
    )
    play(s, "+luebeck", "+visby", "+artisan", "+novgorod", "+riga", "sail")
    assert [slot.status for slot in outlook.slots(s)] == ["open"] * 5
    assert [slot.artisan for slot in outlook.slots(s)] == [False, False, True, False, False]
    play(s, "novgorod!salt", "store=riga", "income=visby")
    assert [slot.status for slot in outlook.slots(s)] == ["turned", "turned", "open", "covered", "stored"]


def test_fees_and_cash_while_laying() -> None:
    s = turn(offices=["luebeck"], ducats=5)
    play(s, "+luebeck", "+visby")
    assert outlook.fees(s) == 3
    assert outlook.cash_at_finish(s) == 5 + 4 - 3
    play(s, "sail")
    assert outlook.cash_at_finish(s) == 6


def test_cards_left_to_lay() -> None:
    s = turn(careers=SILVER_2)
    assert outlook.slots_left(s) == (2, 3)
    play(s, "+riga", "+danzig", "+luebeck")
    assert outlook.slots_left(s) == (0, 0)


def test_a_click_on_a_city_means_its_moves() -> None:
    s = turn(offices=["luebeck", "visby"])
    assert [m.notation for m in outlook.by_city(s)[CITY["riga"]]] == ["+riga"]
    play(s, "+luebeck", "+visby", "sail")
    assert {m.notation for m in outlook.by_city(s)[CITY["luebeck"]]} == {"store=luebeck", "income=luebeck"}


def test_a_click_on_a_mission_means_its_moves() -> None:
    s = turn(offices=["luebeck", "novgorod", "visby"], hand=[FUR_SALT], speed=3, display=[0, 1, 2, 3])
    play(s, "+luebeck", "+visby", "+novgorod", "sail")
    number = FUR_SALT + 1
    assert {m.notation for m in outlook.by_mission(s)[FUR_SALT]} == {
        f"m{number}:top=fur+salt",
        f"m{number}:top/under=fur+salt",
    }
    play(s, "finish")
    assert {m.notation for m in outlook.by_mission(s)[-1]} == {"deck", "deck-3"}


def test_prospects_of_a_route_still_being_laid() -> None:
    s = turn(
        offices=["danzig", "luebeck", "novgorod"],
        stored="novgorod",
        hand=[JEWELRY_CLOTHING, FUR_SALT],
        artisans={"luebeck": JEWELRY, "antwerpen": CLOTHING},
        speed=3,
    )
    play(s, "+danzig", "+luebeck")
    seen = {(p.kind, p.card): p.possible for p in outlook.prospects(s)}
    assert seen[("top", JEWELRY_CLOTHING)]
    assert not seen[("bottom", JEWELRY_CLOTHING)]
    assert seen[("top", FUR_SALT)]
    assert not seen[("both", FUR_SALT)]
    assert seen[("step", -1)], "amber, salt and the fur of the ship"
    play(s, "+antwerpen")
    seen = {(p.kind, p.card): p.possible for p in outlook.prospects(s)}
    assert seen[("both", JEWELRY_CLOTHING)], "jewelry in Lübeck, clothing in Antwerpen"
    assert Prospect("both", JEWELRY_CLOTHING, 5, True) in outlook.prospects(s)


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
        gain = outlook.gain(s, move)
        s.play(move)
        if isinstance(move, uses + purchases):
            assert s.ducats[seat] - before.ducats[seat] == gain.ducats, move
            if (s.actor == seat and s.phase == before.phase) or isinstance(move, Finish):
                assert printed(s, seat) - printed(before, seat) == gain.seals, move
        elif isinstance(move, Make):
            sold = next(m for m in s.moves() if isinstance(m, Sell) and m.city == move.city)
            assert outlook.gain(s, sold) == gain


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
            for p in outlook.prospects(s):
                if p.kind in ("top", "bottom"):
                    assert ((p.kind == "bottom", p.card) in reach) == p.possible
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
    assert outlook.gain(turn(), turn().moves()[0]) == Gain()
