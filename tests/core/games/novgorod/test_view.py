"""The view of Novgorod: what it says of a route and of a move is what the rules do, and every move has a target."""

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
    ClimbStep,
    Collect,
    CompleteSpecial,
    Finish,
    FulfilLine,
    Make,
    MovePirate,
    Sell,
    UseExtraIncome,
)
from core.games.novgorod.phases import BUY, ROUTE, SIDES, USE
from core.games.novgorod.scoring import FROM_BONUS
from core.games.novgorod.state import NovgorodState
from core.games.novgorod.view import NOW, THEN, NovgorodView, OptionsDraft, targets
from core.games.novgorod.view.gains import Gain, gain
from core.games.novgorod.view.goods_uses import GoodsUse, PossibleUse, in_reach, possible_uses
from core.games.novgorod.view.route import fees, purse, slots, slots_left
from core.games.novgorod.view.targets import CAREER, SHIP
from core.rng import Rng
from core.view import Draft, Target
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
    assert GoodsUse("special", 3) not in in_reach(s)
    s.ducats[0] = 20
    assert GoodsUse("special", 3) in in_reach(s)


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


def offers(
    s: NovgorodState, seat: int | None = 0, draft: Draft | None = None, board: int | None = None
) -> NovgorodView:
    found = GAME.view(s, seat, NAMES[: s.players], draft, board)
    assert isinstance(found, NovgorodView)
    return found


def moves_at(here: NovgorodView, target: Target) -> set[str]:
    """The notations of everything that can be done at a place, in whatever way."""
    found = set()
    for choice in here.choices_at(target):
        if choice.next_draft is None:
            found.add(choice.moves[0].notation)
        else:
            listed = offers(here.state, here.seat, choice.next_draft)
            found |= {listed.choices_at(way)[0].moves[0].notation for way in listed.targets()}
    return found


def test_at_a_city_are_its_moves() -> None:
    s = turn(offices=["luebeck", "visby"])
    assert moves_at(offers(s), targets.city(CITY["riga"])) == {"+riga"}
    play(s, "+luebeck", "+visby", "sail")
    here = offers(s)
    assert moves_at(here, targets.city(CITY["luebeck"])) == {"store=luebeck", "income=luebeck"}
    assert not here.choices_at(targets.city(CITY["riga"]))


def test_at_a_mission_are_its_moves() -> None:
    s = turn(offices=["luebeck", "novgorod", "visby"], hand=[FUR_SALT], speed=3, display=[0, 1, 2, 3])
    play(s, "+luebeck", "+visby", "+novgorod", "sail")
    number = FUR_SALT + 1
    assert moves_at(offers(s), Target(targets.MISSION, FUR_SALT)) == {
        f"m{number}:top=fur+salt",
        f"m{number}:top/under=fur+salt",
    }
    play(s, "finish")
    assert moves_at(offers(s), Target(targets.OPEN, -1)) == {"deck", "deck-3"}


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_has_one_place(seed: int) -> None:
    """Each move stands under one deed at one place that can be pointed at, or under what can be done anywhere."""
    s = fresh(3, seed, **OPTIONS, careers="choose")
    rng = Rng(seed)
    while s.actor is not None:
        here = offers(s, s.actor)
        listed = [
            way[0] for there in here.actions_by_target.values() for deed in there for way in deed.ways if len(way) == 1
        ]
        assert sorted(move.notation for move in listed) == sorted(move.notation for move in s.legal_moves())
        assert set(here.actions_by_target) - {None} <= set(here.targets())
        s.play(rng.choice(list(s.legal_moves())))


def with_ways() -> tuple[NovgorodState, Target, str]:
    """A step that takes three goods of four: in four ways; and a mission that Tab visits before it."""
    s = turn(offices=["luebeck", "visby", "novgorod", "riga"], hand=[FUR_SALT], speed=4)
    play(s, "+luebeck", "+visby", "+novgorod", "+riga", "sail")
    return s, CAREER, "career step"


def test_ways_are_listed_and_lead_back() -> None:
    s, target, label = with_ways()
    before = offers(s)
    choice = next(choice for choice in before.choices_at(target) if choice.label == label)
    assert choice.next_draft == OptionsDraft(target, label) and not choice.moves
    assert choice.preview().endswith("choose one of 4 ways")
    here = offers(s, draft=choice.next_draft)
    assert here.initial_target(target) == targets.way(target, 0)
    ways = [here.choices_at(way) for way in here.targets()]
    assert [len(there) for there in ways] == [1, 1, 1, 1]
    assert {there[0].moves[0] for there in ways} == {m for m in s.legal_moves() if isinstance(m, ClimbStep)}
    assert not here.global_choices() and here.step_back() is None
    assert before.tab_stops()[0] != target
    assert before.initial_target(targets.way(target, 3)) == target, "from the list back to where it was opened"


def test_a_way_says_what_it_uses() -> None:
    s, target, label = with_ways()
    here = offers(s, draft=OptionsDraft(target, label))
    told = {here.way_text(way, 40) for way in here.targets()}
    assert told == {"glass + fur + grain", "glass + fur + salt", "glass + grain + salt", "fur + grain + salt"}
    assert here.touched(here.choices_at(here.targets()[0])[0])[0].bit_count() == 3


def test_a_way_finds_back_to_any_place() -> None:
    for target in (targets.city(7), Target(targets.MISSION, 23), Target(targets.SPECIAL, 3), CAREER):
        for number in (0, 999):
            way = targets.way(target, number)
            assert (targets.origin_of(way), targets.number_of(way)) == (target, number)


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
    target = Target(targets.MISSION, JEWELRY_CLOTHING)
    assert here.choices_at(target)[0].label == "both, card done 5◉"
    top, bottom = here.choices_at(target)[0].moves
    both, alone = here.locate([top, bottom]), here.locate([top])
    assert here.choice_at(both.target, both.choice_index).moves == (top, bottom)  # type: ignore[union-attr]
    assert here.choice_at(alone.target, alone.choice_index).moves == (top,)  # type: ignore[union-attr]
    assert gain(s, top) == gain(s, bottom) == Gain(2)
    play(s, top.notation)
    assert gain(s, bottom) == Gain(3), "both lines in one turn bring 5"


def test_what_can_be_done_anywhere_is_shown_at_the_ship() -> None:
    s = turn(offices=["luebeck"])
    play(s, "+luebeck", "sail")
    shown = offers(s).locate([move for move in s.legal_moves() if isinstance(move, Finish)])
    assert shown.target == SHIP
    assert isinstance(offers(s).choice_at(*shown[1:]).first_move, Finish)  # type: ignore[union-attr]


# Where the cursor goes, and what Enter means


def chosen(here: NovgorodView, target: Target | None) -> Move | None:
    choice = here.choice_at(target, here.default_index(target))
    return choice.first_move if choice else None


def test_the_end_of_the_route_means_sailing() -> None:
    s = turn(offices=["luebeck", "visby"])
    play(s, "+luebeck")
    here = offers(s)
    assert here.initial_target(targets.city(CITY["luebeck"])) == targets.city(CITY["visby"]), "and not at the artisan"
    assert chosen(here, targets.city(CITY["visby"])) == LAY[CITY["visby"]]
    assert chosen(here, SHIP) == SAIL
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
    visby, novgorod, luebeck, riga = (targets.city(CITY[name]) for name in ("visby", "novgorod", "luebeck", "riga"))
    assert here.tab_stops() == [Target(targets.MISSION, FUR_SALT), novgorod, CAREER, SHIP, visby, luebeck]
    assert not here.choices_at(riga), "Enter does not send the pirate there"
    assert [item.label for item in here.prompt_items(riga) if item.key == "x"] == ["pirate here 6d"]


def test_a_side_is_chosen_at_the_career_card() -> None:
    s = fresh(2, careers="choose")
    assert s.phase == SIDES and s.actor is not None
    here = offers(s, s.actor)
    assert here.initial_target(None) == CAREER
    sides = [here.career(choice) for choice in here.choices(CAREER)]
    assert sides == [s.careers[s.actor] & ~1, s.careers[s.actor] | 1]


def test_a_faster_ship_is_bought_at_the_ship() -> None:
    s = turn(offices=["luebeck"], ducats=30)
    play(s, "+luebeck", "sail", "finish")
    assert s.phase == BUY
    here = offers(s)
    assert SHIP in here.tab_stops()
    assert isinstance(chosen(here, SHIP), BuyShip)


def test_a_cursor_where_a_card_lay_says_nothing() -> None:
    s = turn(offices=["luebeck"])
    assert offers(s).caption(Target(targets.MISSION, FUR_SALT)) == "", "nobody holds it"


# What others may see


def test_secret_missions_are_counted_and_not_named() -> None:
    s = turn(hand=[FUR_SALT])
    s.hidden[0] = s.hand[0]
    for seat in (1, None):
        here = offers(s, seat, board=0)
        assert here.missions == [-1]
        assert Target(targets.MISSION, FUR_SALT) not in here.targets()
        assert not here.possible_uses(None) and not here.choices(None)
    assert offers(s, 0).missions == [FUR_SALT]


def test_the_ship_shown_is_the_actors_unless_another_is_looked_at() -> None:
    s = turn(offices=["luebeck"])
    play(s, "+luebeck")
    assert offers(s, 1).ship_seat == 0 and len(offers(s, 1).cards) == 1
    other = offers(s, 0, board=1)
    assert other.ship_seat == 1 and not other.cards and other.route_cash is None


# What a choice would bring


def test_a_card_to_be_laid_lights_up_what_it_makes_possible() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], hand=[FUR_SALT], speed=4, ducats=9)
    play(s, "+luebeck", "+visby")
    here = offers(s)
    novgorod = here.choices_at(targets.city(CITY["novgorod"]))[0]
    assert here.next_card(novgorod) == CITY["novgorod"]
    assert here.possible_uses(novgorod)[GoodsUse("top", FUR_SALT)] == THEN
    assert GoodsUse("top", FUR_SALT) not in here.possible_uses(None)
    assert novgorod.preview() == "add Novgorod: earns 3 ducats. New with it: fur+salt · career step"
    play(s, "+novgorod")
    here = offers(s)
    assert here.possible_uses(None)[GoodsUse("top", FUR_SALT)] == NOW
    assert here.possible_uses(here.choices_at(targets.city(CITY["riga"]))[0])[GoodsUse("top", FUR_SALT)] == NOW
    assert not offers(s, 0, board=1).possible_uses(None), "nothing lights up before another's board"


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
    seen = {p.aim: p.possible for p in possible_uses(s)}
    assert seen[GoodsUse("top", JEWELRY_CLOTHING)]
    assert not seen[GoodsUse("bottom", JEWELRY_CLOTHING)]
    assert seen[GoodsUse("top", FUR_SALT)]
    assert not seen[GoodsUse("both", FUR_SALT)]
    assert not seen[GoodsUse("step", -1)], "amber and salt; the fur of the ship is not for steps"
    s.stored_steps = True
    assert PossibleUse(GoodsUse("step", -1), 0, True) in possible_uses(s)
    play(s, "+antwerpen")
    seen = {p.aim: p.possible for p in possible_uses(s)}
    assert seen[GoodsUse("both", JEWELRY_CLOTHING)], "jewelry in Lübeck, clothing in Antwerpen"
    assert PossibleUse(GoodsUse("both", JEWELRY_CLOTHING), 5, True) in possible_uses(s)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_promised_is_what_happens(seed: int) -> None:
    """In random games each preview of a gain equals what the move then brings, bonus cards aside."""
    s = fresh(3, seed, **OPTIONS)
    rng = Rng(seed)
    uses = (Sell, FulfilLine, ClimbStep, CompleteSpecial, Collect, UseExtraIncome, Finish)
    purchases = (MovePirate, BuyMission, BuyOffice, BuyShip)
    while s.actor is not None:
        move = rng.choice(list(s.legal_moves()))
        seat, before = s.actor, s.copy()
        promised = gain(s, move)
        s.play(move)
        if isinstance(move, uses + purchases):
            assert s.ducats[seat] - before.ducats[seat] == promised.ducats, move
            if (s.actor == seat and s.phase == before.phase) or isinstance(move, Finish):
                assert printed(s, seat) - printed(before, seat) == promised.seals, move
        elif isinstance(move, Make):
            sold = next(m for m in s.legal_moves() if isinstance(m, Sell) and m.city == move.city)
            assert gain(s, sold) == promised


def printed(s: NovgorodState, seat: int) -> int:
    return s.seals[seat] - s.points[seat * 6 + FROM_BONUS]


@pytest.mark.parametrize("seed", range(4))
def test_prospects_come_true(seed: int) -> None:
    """What is said to be possible can be reached by legal moves, and what is not, cannot."""
    s = fresh(2, seed)
    rng = Rng(seed)
    looked = 0
    while s.actor is not None and looked < 40:
        if s.phase == USE and s.route and not s.fee:
            looked += 1
            reach = lines_in_reach(s)
            for p in possible_uses(s):
                if p.aim.kind in ("top", "bottom"):
                    assert ((p.aim.kind == "bottom", p.aim.card) in reach) == p.possible
        # Steps in favour of long routes make the test worth its time.
        moves = [m for m in s.legal_moves() if m.notation != "sail"] if s.phase == ROUTE else s.legal_moves()
        s.play(rng.choice(list(moves or s.legal_moves())))


def lines_in_reach(s: NovgorodState) -> set[tuple[bool, int]]:
    """Lines that can be fulfilled after making any luxuries, found by trying all."""
    found = set()
    for move in s.legal_moves():
        if isinstance(move, FulfilLine):
            found.add((move.bottom, move.card))
        elif isinstance(move, Make):
            after = s.copy()
            after.play(move)
            found |= lines_in_reach(after)
    return found


def test_a_gain_is_nothing_for_a_mere_step() -> None:
    assert gain(turn(), turn().legal_moves()[0]) == Gain()


def test_places_are_called_as_in_the_notation() -> None:
    state: Any = GAME.start(GAME.setup(2, {"special": True}, 217))
    view = NovgorodView(state, 0, NAMES)
    own, open_ = state.hand[0].bit_length() - 1, state.display[0]
    assert view.target_named("luebeck") == targets.city(CITY["luebeck"])
    assert view.target_named(f"m{own + 1}") == Target(targets.MISSION, own)
    assert view.target_named(f"m{open_ + 1}") == Target(targets.OPEN, open_)
    assert view.target_named("deck") == Target(targets.OPEN, -1)
    assert view.target_named("s3") == Target(targets.SPECIAL, 2)
    assert view.target_named("career") == CAREER
    secret = state.hand[1].bit_length() - 1
    assert [view.target_named(word) for word in (f"m{secret + 1}", "m99", "slot 0", "hamburg", "m")] == [None] * 5
