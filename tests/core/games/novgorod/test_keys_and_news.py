"""Keys that stay for the whole game, a cursor that gives nothing away, and a turn told in one line."""

import pytest

from core.game import GameEvent, Move
from core.games.novgorod import GAME
from core.games.novgorod.bot.move_rating import rate
from core.games.novgorod.components import CITY_COUNT, CITY_NAMES
from core.games.novgorod.moves import SAIL, FulfilLine, LayArtisan, LayOffice
from core.games.novgorod.phases import BUY, CLOSE, INTRO, ROUTE, USE
from core.games.novgorod.state import NovgorodState
from core.games.novgorod.view import NovgorodView, targets
from core.games.novgorod.view.targets import CAREER, SHIP
from core.rng import Rng
from core.view import Target
from tests.core.games.novgorod.novgorod_positions import CITY, JEWELRY, card, fresh, play, turn

NAMES = ["Anna", "Boris", "Vera", "Gleb"]
FUR_SALT = card(["fur", "salt"], ["amber", "grain"])


def offers(s: NovgorodState, seat: int | None = 0) -> NovgorodView:
    here = GAME.view(s, seat, NAMES[: s.players])
    assert isinstance(here, NovgorodView)
    return here


def next_move(s: NovgorodState, rng: Rng) -> Move:
    moves = list(s.legal_moves())
    ratings = rate(s, moves)
    return moves[ratings.index(max(ratings))] if rng.randrange(3) else rng.choice(moves)


@pytest.mark.parametrize("seed", range(2))
def test_a_digit_is_its_harbour_in_every_decision(seed: int) -> None:
    """1 to 8 go to the harbours round the ring, or add them; 0 goes on; every key is there once."""
    s, rng, phases = fresh(4, seed, pirate="front", special=True), Rng(seed), set()
    while s.actor is not None:
        here = offers(s, s.actor)
        phases.add(s.phase)
        for cursor in (None, SHIP, CAREER, *(targets.city(city) for city in range(CITY_COUNT))):
            items = here.prompt_items(cursor)
            keys = [item.key for item in items if item.key]
            assert len(keys) == len(set(keys)), "a key means one thing"
            for item in items:
                if "1" <= item.key <= "8":
                    city = int(item.key) - 1
                    if s.phase == ROUTE:
                        assert item.choice is not None
                        assert isinstance(item.choice.first_move, LayOffice) and item.choice.first_move.city == city
                    else:
                        assert item.target == targets.city(city)
                if item.key == "0":
                    assert item.choice is not None and item.choice in here.choices(SHIP)
        s.play(next_move(s, rng))
    assert {INTRO, ROUTE, USE, BUY} <= phases


@pytest.mark.parametrize("seed", range(2))
def test_every_harbour_that_can_be_added_has_its_digit(seed: int) -> None:
    """Also where a route begins and the player has many offices."""
    s, rng = fresh(2, seed), Rng(seed)
    while s.actor is not None:
        if s.phase == ROUTE:
            legal = {str(move.city + 1) for move in s.legal_moves() if isinstance(move, LayOffice)}
            legal |= {"9"} if any(isinstance(move, LayArtisan) for move in s.legal_moves()) else set()
            legal |= {"0"} if SAIL in s.legal_moves() else set()
            assert {item.key for item in offers(s, s.actor).prompt_items(None)} == legal
        s.play(next_move(s, rng))


@pytest.mark.parametrize("seed", range(2))
def test_all_that_can_be_done_with_a_route_is_listed(seed: int) -> None:
    s, rng, longest = fresh(3, seed, special=True), Rng(seed), 0
    while s.actor is not None:
        if s.phase == USE:
            here = offers(s, s.actor)
            listed = {way[0] for row in here.action_rows for way in row.action.ways}
            assert listed >= {move for move in s.legal_moves() if "pirate" not in move.notation}
            assert {row.target for row in here.action_rows} <= set(here.tab_stops())
            longest = max(longest, len(here.action_rows))
        s.play(next_move(s, rng))
    assert longest > 5


@pytest.mark.parametrize("seed", range(3))
def test_the_cursor_never_begins_where_enter_gives_something_away(seed: int) -> None:
    """No fee, no card for an artisan and no early end of a route while an own harbour can be added."""
    s, rng, cursor = fresh(3, seed, pirate="front"), Rng(seed), None
    while s.actor is not None:
        here = offers(s, s.actor)
        cursor = here.initial_target(cursor)
        chosen = here.choice_at(cursor, here.default_index(cursor))
        first = chosen.first_move if chosen else None
        if s.phase == ROUTE and first is not None:
            own = [m for m in s.legal_moves() if isinstance(m, LayOffice) and s.offices[s.actor] >> m.city & 1]
            free = len(s.route) < s.speed[s.actor] - (s.pirate in s.route)
            assert not isinstance(first, LayArtisan)
            if own and free:
                assert first in own
        if s.phase != CLOSE:
            assert first is None or "pirate" not in first.notation
        if isinstance(first, FulfilLine):
            assert first.bottom or not first.under, "the card stays unless the player says otherwise"
            assert not (first.bottom and s.hand[s.actor] >> first.card & 1), "no top line is lost by the first Enter"
        s.play(next_move(s, rng))


def test_the_cursor_stays_where_something_can_still_be_done() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], hand=[FUR_SALT], speed=3, artisans={"visby": JEWELRY})
    play(s, "+novgorod", "+visby", "+luebeck", "sail")
    assert offers(s).initial_target(CAREER) == CAREER
    assert offers(s).initial_target(targets.city(CITY["riga"])) == Target(targets.MISSION, FUR_SALT)


def test_choices_of_a_mission_begin_with_their_difference() -> None:
    s = turn(offices=["luebeck", "novgorod", "visby"], hand=[FUR_SALT], speed=3)
    play(s, "+luebeck", "+visby", "+novgorod", "sail")
    told = [choice.preview() for choice in offers(s).choices(Target(targets.MISSION, FUR_SALT))]
    assert told == [
        "top line: 2 seals, the card stays; uses fur and salt",
        "top line: 2 seals, the card is done; uses fur and salt",
    ]


def test_ways_to_pay_say_what_they_leave() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod", "riga"], speed=4, ducats=2)
    play(s, "+luebeck", "+visby", "+novgorod", "+riga", "sail")
    here = offers(s)
    step = next(deed for deed in here.actions_by_target[CAREER] if deed.label == "career step")
    # Lübeck and Visby earn 4 ducats, Novgorod 3 and Riga 2: what is not used is collected.
    assert sorted(here.purse_after(way) for way in step.ways) == [4, 5, 6, 6]


# News


def facts_of(s: NovgorodState, *notations: str) -> list[str]:
    before = s.copy()
    told: list[GameEvent] = play(s, *notations)
    return offers(s, 1).turn_facts(0, before, [event for event in told if event.seat == 0])


def test_a_turn_is_one_line() -> None:
    s = turn(offices=["danzig", "luebeck"], artisans={"luebeck": JEWELRY}, ducats=5)
    told = facts_of(s, "+danzig", "+luebeck", "sail", "luebeck!amber", "finish", "ship")
    assert told == ["Danzig→Lübeck", "sells jewelry +1◉", "buys speed 3"]


def test_a_mission_and_an_idle_turn_in_the_news() -> None:
    s = turn(offices=["luebeck", "novgorod", "visby"], hand=[FUR_SALT], speed=3)
    told = facts_of(s, "+luebeck", "+visby", "+novgorod", "sail", f"m{FUR_SALT + 1}:top=fur+salt", "finish", "pass")
    assert told == ["Lübeck→Visby→Novgorod", "mission top line +2◉"]
    assert facts_of(turn(offices=["luebeck"]), "sail", "finish", "pass") == ["stays in harbour"]


@pytest.mark.parametrize("seed", range(2))
def test_the_news_of_a_whole_game_fit_into_a_line(seed: int) -> None:
    """Every turn and round of a game of four: the first part fits beside a long name, and no secret is in it."""
    s, rng = fresh(4, seed, special=True, merchant="front", pirate="back", bonus="random"), Rng(seed)
    before, told = s.copy(), list[GameEvent]()
    while s.actor is not None:
        seat = s.actor
        s.play(next_move(s, rng), told.append)
        if s.actor == seat and s.phase != INTRO:
            continue
        other = offers(s, (seat + 1) % 4)
        known = [event for event in told if event.visible_to in (None, other.seat)]
        for who in (seat, None):
            events = [event for event in known if event.seat == who]
            facts = other.turn_facts(who, before, events)
            assert bool(facts) or not events or all(event.kind in _SILENT for event in events), events
            assert all(len(fact) <= 60 for fact in facts)
            assert not any(fact.endswith(".") for fact in facts)
        assert len(other.change_texts(before)) <= 3
        before, told = s.copy(), []


#: Events that say nothing by themselves beside those that they follow.
_SILENT = {"pays", "starts", "row", "extra_seal", "over", "drawn"}


def test_every_harbour_has_a_name_for_its_digit() -> None:
    assert CITY_NAMES[0] == "Visby" and len(CITY_NAMES) == CITY_COUNT == 8
