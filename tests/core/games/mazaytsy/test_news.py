"""What others did: the places it changed, what brought points, and what it means for a seat."""

import random

from core.game import GameEvent
from core.games.mazaytsy import GAME
from core.games.mazaytsy.components import FISH, FUNNEL, LOG, PLAIN, WHIRLPOOL
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.moves import LandHares
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.stack import cards_in_stack, mazay_places, mazay_text, visit_text
from core.games.mazaytsy.view import CELLS, MAZAY, ROW, MazaytsyView
from core.games.mazaytsy.view.changes import boat_trails
from core.match import LogEntry
from core.rng import Rng
from core.view import Target
from tests.core.games.mazaytsy.drawn_boards import card, cell, do, drawn, flood
from tui.widgets.text_layout import join_facts

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def offers(s: MazaytsyState, seat: int | None = 0) -> MazaytsyView:
    return MazaytsyView(s, seat, NAMES[: s.players])


def at(*names: str) -> set[Target]:
    return {CELLS[6][cell(name)] for name in names}


# Places that changed


def test_cards_hares_and_boats_that_changed_are_marked() -> None:
    s = flood(drawn({"c4": ".//Rn", "c3": "./2"}), row=[card(FUNNEL), card(LOG), card(LOG)], stack=[card(FISH)] * 9)
    before = s.copy()
    do(s, "f +2 stop")
    assert offers(s).changed_targets(before) == at("c4", "c3")
    do(s, "a1")
    # The two logs have moved up, and only the card that joined them is new.
    assert offers(s).changed_targets(before) == at("c4", "c3", "a1") | {ROW[2]}
    assert offers(s).changed_targets(s.copy()) == frozenset()


def test_a_card_that_joins_others_like_it_is_new() -> None:
    s = flood(drawn({"c4": ".//Rn"}), row=[card(FUNNEL), card(LOG), card(LOG)], stack=[card(LOG)] * 9)
    before = s.copy()
    do(s, "l stop a1")
    assert ROW[2] in offers(s).changed_targets(before) and ROW[1] not in offers(s).changed_targets(before)


def test_a_bow_that_turned_and_mazay_are_marked() -> None:
    s = flood(drawn({"c4": ".//Rn"}), stack=[card(PLAIN)], under=0)
    before = s.copy()
    do(s, "l stop")
    assert offers(s).changed_targets(before) == at("c4")
    do(s, "a1")
    assert s.due == 1 and MAZAY in offers(s).changed_targets(before)
    later = s.copy()
    do(s, "l")
    assert MAZAY not in offers(s).changed_targets(later)


def test_wakes_are_the_cards_that_others_passed() -> None:
    """Told in the words of the rules: what seat 0 rows over counts for everybody but seat 0."""
    s = flood(drawn({"c4": ".//Rn", "c3": "~e", "b6": ".//Bn", "f1": ".//Gw"}), row=[card(FUNNEL)] * 3)
    turns = ((0, "f f a1"), (1, "fr f6"))
    entries = [LogEntry(seat, moves, "chosen", tuple(do(s, moves)), 2) for seat, moves in turns]
    assert boat_trails(entries, None) == {cell("c3"): 0, cell("d3"): 0, cell("d2"): 0, cell("c5"): 1}
    assert boat_trails(entries, 0) == {cell("c5"): 1}
    assert boat_trails([], 0) == {}


# What brought points


def moments(s: MazaytsyState, moves: str) -> list[tuple[str, set[Target]]]:
    """What is worth a look after the last of these moves."""
    *first, last = moves.split()
    do(s, " ".join(first))
    before = s.copy()
    return [(moment.text, set(moment.targets)) for moment in offers(s).moments(before, do(s, last))]


def test_a_hare_taken_and_a_hare_stolen_bring_points() -> None:
    assert moments(flood(drawn({"c3": "./3/Rn"})), "+3") == [("+3: Anna picks up a hare on c3", at("c3"))]
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bn"}), holds={1: (4, 2)}, stealing=True)
    assert moments(s, "f B-4") == [("+4: Anna steals a hare from Boris", at("c2"))]


def test_a_landing_is_a_moment_and_so_is_what_sinks_then() -> None:
    s = flood(drawn({"a3": ".//Rn", "e5": "%/2+1"}), holds={0: (4, 3)})
    s.mires[0] = cell("e5")
    assert moments(s, "land 4+3") == [
        ("Anna lands hares 4+3: 7 points", at("a3")),
        ("The swamp on e5 swallows hares 2+1", at("e5")),
    ]


def test_hares_that_a_whirlpool_carries_away() -> None:
    s = flood(drawn({"c4": ".//Rn", "a1": "./3", "b1": "./2"}), row=[card(WHIRLPOOL)] * 3)
    assert moments(s, "l stop a2 ccw") == [("The whirlpool washes away hare 3", at("a1"))]
    s = flood(drawn({"c4": ".//Rn", "a1": "./3"}), row=[card(WHIRLPOOL)] * 3)
    assert moments(s, "l stop a2 cw") == []


def test_hares_that_mazay_calls() -> None:
    s = flood(drawn({"c4": ".//Rn", "a1": "=", "f5": "="}))
    s.due, s.under = 0, -1
    ((text, targets),) = moments(s, "l stop log")
    assert text.startswith("New hares on every log: ") and targets == at("a1", "f5")
    s = flood(drawn({"c4": ".//Rn", "a1": "="}))
    s.due, s.under, s.pool = 0, -1, 0
    assert moments(s, "l stop log") == [("Mazay calls, but no hares are left", set())]


def test_a_barren_card_lights_what_it_clears() -> None:
    s = flood(
        drawn({"c4": ".//Rn", "a1": "=/3", "f5": "=/1", "b6": "=", "a6": "./2"}), row=[card(LOG)] * 3, barren=True
    )
    assert moments(s, "l stop d6") == [("Removed from every log: hares 3+1", at("a1", "f5"))]


def test_rowing_is_no_moment() -> None:
    assert moments(flood(drawn({"c3": ".//Rn"})), "f") == []


# What it means for a seat


def changed(s: MazaytsyState, change: dict[str, str], seat: int = 0) -> list[str]:
    """What a seat is told when these cards have become others."""
    now = flood(drawn(change))
    now.boats, now.bows, now.actor = s.boats[:], s.bows[:], s.actor
    return offers(now, seat).change_texts(s)


def test_what_lies_ahead_is_told_as_what_it_does_to_the_boat() -> None:
    s = flood(drawn({"c3": ".//Rn", "d2": "#", "b2": "./2"}))
    lying = {"c3": ".//Rn", "d2": "#", "b2": "./2"}
    assert changed(s, lying) == []
    assert changed(s, lying | {"c2": "#"}) == ["A thicket ahead, on c2, blocks your way."]
    assert changed(s, lying | {"c2": "="}) == ["A log ahead, on c2, would stop you."]
    assert changed(s, lying | {"c2": "~e"}) == ["A current ahead, on c2, would hold you there."]
    assert changed(s, lying | {"c2": "~n"}) == ["A current ahead, on c2, would carry you to c1."]
    assert changed(s, lying | {"d2": "."}) == ["The thicket ahead right, on d2, is gone."]
    assert changed(s, lying | {"c2": "@"}) == []
    assert changed(s, lying | {"b2": "."}) == ["Hare 2 ahead left is gone."]
    assert changed(s, lying | {"c2": "./3"}) == ["Hare 3 ahead, on c2."]
    assert changed(s, lying | {"d4": "V"}) == ["A new funnel on d4 pulls at you."]
    assert changed(s, lying | {"a6": "V"}) == []


def test_hares_under_the_boat() -> None:
    s = flood(drawn({"c3": "./2/Rn"}))
    assert changed(s, {"c3": "./2+1+1/Rn"}) == ["You can pick up hares 1+1 under your boat."]
    assert changed(s, {"c3": ".//Rn"}) == ["Hare 2 under your boat is gone."]


def test_a_theft_and_the_lost_lead_are_told_to_who_was_robbed() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bn"}), holds={1: (4, 2)}, stealing=True)
    before = s.copy()
    do(s, "f B-4")
    assert offers(s, 1).change_texts(before) == [
        "Stolen from your boat: hare 4.",
        "Anna takes the lead, 4 to 2.",
    ]
    assert offers(s, None).change_texts(before) == []


def test_nobody_loses_a_lead_without_points() -> None:
    s = flood(drawn({"c3": "./3/Rn"}))
    before = s.copy()
    do(s, "+3")
    assert offers(s, 1).change_texts(before) == []


def test_a_partner_shares_out() -> None:
    s = flood(drawn({"c3": ".//Rn,Gn"}), players=4, holds={0: (4, 2)}, teams=True)
    before = s.copy()
    do(s, "share keep0 keep1")
    assert offers(s, 2).change_texts(before) == ["Your boat now has hare 4."]


def test_whom_mazay_waits_for_and_the_last_lap() -> None:
    s = flood(drawn({"c4": ".//Rn"}), stack=[card(PLAIN)], under=0)
    before = s.copy()
    do(s, "l stop a1")
    assert offers(s, 1).change_texts(before) == ["Mazay is here: after moving you call new hares."]
    assert offers(s, 2).change_texts(before) == []
    s = flood(drawn({"c4": ".//Rn"}), stack=[card(PLAIN)], under=0)
    s.seen = 2
    before = s.copy()
    do(s, "l stop a1")
    assert offers(s, 1).change_texts(before) == ["Last lap: you have one more turn."]
    assert offers(s, 0).change_texts(before) == ["Last lap: you have no more turns."]


def test_news_depend_on_nothing_hidden_and_are_never_many() -> None:
    """In whole games, with twins of both positions that look alike to the seat."""
    for players, options in ((2, {}), (4, {"teams": True, "stealing": True, "barren": True})):
        s = start(GAME.setup(players, dict(options), 8))
        luck, before = random.Random(8), None
        while s.actor is not None:
            last = s.copy()
            events: list[GameEvent] = []
            s.play(luck.choice(list(s.legal_moves())), events.append)
            before = before if before is not None and luck.random() < 0.9 else last
            for seat in (None, *range(players)):
                old, new = before.determinize(seat, Rng(5)), s.determinize(seat, Rng(7))
                true, twin = offers(s, seat), offers(new, seat)
                assert true.changed_targets(before) == twin.changed_targets(old)
                assert true.change_texts(before) == twin.change_texts(old)
                assert len(true.change_texts(before)) <= 3
                found = true.moments(last, events)
                assert found == twin.moments(last.determinize(seat, Rng(5)), events) and len(found) <= 3


# A whole turn in one line


def facts(s: MazaytsyState, moves: str, seat: int | None = 0) -> list[str]:
    """What a seat is said to have done with these moves."""
    before = s.copy()
    return offers(s, 1).turn_facts(seat, before, [event for event in do(s, moves) if event.seat == seat])


def test_a_turn_is_told_as_hares_way_and_card() -> None:
    s = flood(drawn({"c4": ".//Rn", "c3": "./2", "c2": "./3"}), row=[card(FUNNEL), card(LOG), card(LOG)])
    assert facts(s, "f +2 f +3 a1") == ["picks up hares 3+2", "rows to c2", "places funnel on a1"]
    s = flood(drawn({"c4": ".//Rn", "c3": "~e", "e3": "V"}), row=[card(LOG)] * 3)
    assert facts(s, "f stop a1")[0] == "rows to c3, drifts to d3, funnel to e3"
    s = flood(drawn({"c5": ".//Rn", "c4": "~n", "c2": "~e", "e1": "V"}), row=[card(LOG)] * 3)
    assert facts(s, "f f a1")[0] == "moves to e1"
    s = flood(drawn({"a3": ".//Rn", "e5": "%/2+1"}), holds={0: (4, 3)}, row=[card(LOG)] * 3)
    s.mires[0] = cell("e5")
    assert facts(s, "land 4+3 b1") == ["lands hares 4+3", "places log on b1", "swamp on e5 swallows hares 2+1"]


def test_what_a_card_did_is_told_with_it() -> None:
    s = flood(drawn({"c4": ".//Rn", "a1": "./3", "b1": "./2"}), row=[card(WHIRLPOOL)] * 3)
    assert facts(s, "l stop a2 ccw") == ["turns west", "places whirlpool on a2, losing hare 3"]
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bn"}), holds={1: (4, 2)}, stealing=True)
    assert facts(s, "f B-4") == ["steals hare 4 from Boris", "rows to c2"]


def test_a_line_never_says_what_lies_face_down() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (4, 3)})
    s.face_down = True
    assert facts(s, "land 4+3") == ["lands 2 hares face down"]


def test_every_turn_of_whole_games_is_one_short_line() -> None:
    """At 80 columns with names of twelve letters there are 60 for the facts; what scored is always among them."""
    for players, options in ((2, {}), (4, {"stealing": True, "weight": True, "barren": True})):
        s = start(GAME.setup(players, dict(options), 3))
        luck, told = random.Random(3), 0
        while s.actor is not None:
            before, seat, round_ = s.copy(), s.actor, s.round
            events: list[GameEvent] = []
            while s.actor == seat and s.round == round_:
                s.play(luck.choice(list(s.legal_moves())), events.append)
            found = offers(s).turn_facts(seat, before, [event for event in events if event.seat == seat])
            assert found and join_facts(found, 60)
            if any(event.kind in ("took", "stole", "landed") and event.seat == seat for event in events):
                assert found[0].startswith(("picks up", "steals", "lands"))
                told += 1
        assert told > 5


def test_a_landing_of_ones_own_is_no_theft() -> None:
    """Mid-turn, what the seat did itself is not told as what others did to it."""
    s = flood(drawn({"a3": "./2/Rn"}), holds={0: (4, 3)}, stealing=True, row=[card(LOG)] * 3)
    before = s.copy()
    do(s, "+2")
    assert offers(s, 0).change_texts(before) == []
    do(s, "land 4+3+2")
    assert offers(s, 0).change_texts(before) == []


# Where Mazay can be


def test_mazay_is_always_where_the_stack_says() -> None:
    for players in (2, 3, 4):
        s, luck = start(GAME.setup(players, {}, 6)), random.Random(6)
        while s.actor is not None:
            places = mazay_places(s)
            assert bool(places) == (s.under >= 0)
            if places:
                assert cards_in_stack(s) - s.under in places and places[-1] <= cards_in_stack(s)
                assert len(places) == 1 if players == 2 else len(places) <= 5
                assert places == mazay_places(s.determinize(0, Rng(2)))
            s.play(luck.choice(list(s.legal_moves())))
        assert mazay_text(s) == "Mazay: came for the last time"


def test_where_mazay_can_be_in_words() -> None:
    s = start(GAME.setup(4, {}, 1))
    assert (mazay_text(s), visit_text(s)) == ("Mazay: in the last 5 of 12 cards", "then new hares")
    s.seen = s.visits - 1
    assert visit_text(s) == "then the last lap"
    s = start(GAME.setup(2, {}, 1))
    assert mazay_text(s) == "Mazay: card 12 of 25"
    s.under = 0
    assert mazay_text(s) == "Mazay: last of 25 cards"


# Nothing is given away by the first Enter


def test_the_first_enter_of_a_question_forfeits_nothing() -> None:
    """Hares that fit are picked up, all are landed, what was shared stays, and a boat that may go on goes on."""
    for players, options in ((2, {}), (3, {"choice": True, "stealing": True}), (4, {"teams": True})):
        s, luck, asked = start(GAME.setup(players, dict(options), 4)), random.Random(4), set()
        while s.actor is not None:
            view = offers(s, s.actor)
            target = view.initial_target(None)
            choice = view.choice_at(target, view.default_index(target))
            assert choice is not None
            asked.add(s.phase)
            first = choice.first_move
            assert str(first) not in ("leave", "stop") or len(view.legal_moves) == 1
            if isinstance(first, LandHares):
                assert first.bunch == s.holds[s.actor]
            s.play(luck.choice(list(s.legal_moves())))
        assert len(asked) > 5
