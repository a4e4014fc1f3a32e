"""The view of Mazaytsy: choices and previews, orders that point at cards, drafts, highlights."""

import random
from collections.abc import Callable

import pytest

from core.games.mazaytsy import GAME, phases
from core.games.mazaytsy.components import FUNNEL, LOG, STRAIGHT, SWAMP, WHIRLPOOL
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.hares import VALUES
from core.games.mazaytsy.moves import ACTS, FORWARD, LEFT, UNLOAD, Add, ChooseCell, Launch, Spin, land
from core.games.mazaytsy.rules.prediction import predict_boat, predict_card
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.view import CELLS, MAZAY, ROW, STACK, LandingDraft, MazaytsyView, StealDraft
from core.games.mazaytsy.view.highlights import NOTHING, highlights_of
from core.games.mazaytsy.water import WATERS
from core.match import find_move
from core.rng import Rng
from core.view import Choice, Target
from tests.core.games.mazaytsy.drawn_boards import NARROW, bunch_of, card, cell, do, drawn, flood

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def offers(s: MazaytsyState, draft: LandingDraft | StealDraft | None = None, seat: int | None = None) -> MazaytsyView:
    """What the actor, or somebody else, is offered."""
    return MazaytsyView(s, s.actor if seat is None else seat, NAMES[: s.players], draft)


def at(name: str, side: int = 6) -> Target:
    return CELLS[side][cell(name, side)]


def labels(found: list[Choice]) -> list[str]:
    return [choice.label for choice in found]


def found(
    kind: str, number: int, check: Callable[[MazaytsyState], bool] = lambda s: True, **options: bool
) -> MazaytsyState:
    """The first position of random games, by seeds, in which the first player is asked this kind of question."""
    for seed in range(40):
        s = start(GAME.setup(number, dict(options), seed))
        luck = random.Random(seed)
        while s.actor is not None:
            if s.prompt.kind == kind and s.actor == 0 and len(s.legal_moves()) > 1 and check(s):
                return s
            s.play(luck.choice(list(s.legal_moves())))
    raise AssertionError(f"no {kind} in forty games")


# Orders and the cards they point at


def test_a_boat_is_steered_by_pointing_at_a_card() -> None:
    """Ahead, diagonally ahead, beside for a turn, behind for the first of two turns, and its own card to stay."""
    here = offers(flood(drawn({"c3": ".//Rn"})))
    meant = {"c2": "f", "b2": "fl", "d2": "fr", "b3": "l", "d3": "r", "c1": "f", "a1": "fl", "f1": "fr"}
    for name, notation in meant.items():
        chosen = here.choice_at(at(name), here.default_index(at(name)))
        assert chosen is not None and str(chosen.first_move) == notation, name
    assert here.tab_stops() == [at(name) for name in ("c2", "b3", "d3", "b2", "d2")]
    assert here.initial_target(None) == at("c2")


def test_pointing_at_where_a_current_leads_means_the_order_that_gets_there() -> None:
    here = offers(flood(drawn({"c3": ".//Rn", "b2": "~w"})))
    assert here.choice_at(at("a2"), here.default_index(at("a2"))) == here.choices(at("a2"))[3]
    assert labels(here.choices(None)) == ["row ↑", "left ←", "right →", "slip left ↖", "slip right ↗"]


def test_its_own_card_means_to_land_or_to_stop() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (3, 2)})
    here = offers(s)
    assert at("a3") in here.tab_stops()
    assert here.choices(None)[here.default_index(at("a3"))].first_move == ACTS[UNLOAD]
    do(s, "l")
    here = offers(s)
    assert here.choices(None)[here.default_index(at("a3"))].label == "stop"


def test_a_boat_at_the_shore_with_hares_is_told_that_it_may_land() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (3,)})
    assert offers(s).question() == "Row, turn, slip or land hares: point at a card."
    s = flood(drawn({"a3": ".//Rn"}))
    assert offers(s).question() == "Row, turn or slip: point at a card."


def test_pointing_at_a_card_means_its_kind_when_mazay_asks() -> None:
    s = found("add", 4)
    here = offers(s)
    for target in here.tab_stops():
        chosen = here.choices(target)[here.default_index(target)].first_move
        assert isinstance(chosen, Add) and chosen.kind == s.field[target.number] >> 3
    assert len(here.tab_stops()) == len(s.legal_moves())


def test_the_cards_in_reach_are_those_of_the_next_step() -> None:
    s = flood(drawn({"c3": ".//Rn", "b2": "#", "c2": "~e"}))
    assert offers(s).reach == {cell("c2"), cell("d2")}
    assert offers(s, seat=1).reach == frozenset()


def test_every_move_that_has_a_card_is_offered_there() -> None:
    rng = Rng(9 + 77)
    s = start(GAME.setup(3, {}, 9))
    while s.actor is not None:
        here = offers(s)
        if s.phase in (phases.CELL, phases.PULL):
            assert [choice.first_move for target in here.tab_stops() for choice in here.choices_at(target)] == list(
                s.legal_moves()
            )
            for target in here.tab_stops():
                (choice,) = here.choices_at(target)
                assert str(choice.first_move) == WATERS[s.side].names[target.number]
        elif s.phase == phases.ACT:
            pointed = {here.choices(target)[here.default_index(target)].first_move for target in here.targets()}
            assert pointed >= {move for move in s.legal_moves() if move.notation in ("f", "fl", "fr", "land", "stop")}
        s.play(rng.choice(list(s.legal_moves())))


# Half-made choices


def test_hares_that_stay_aboard_are_named_one_by_one() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (4, 3, 3)})
    do(s, "land")
    here = offers(s)
    assert here.escape_undoes and here.initial_target(None) == at("a3")
    assert labels(here.choices(None)) == ["land 4+3+3", "keep a 4", "keep a 3"]
    assert here.choices(None)[1].preview() == "keep a hare worth 4 aboard, then land the rest"
    half = here.choices(None)[2].next_draft
    assert half == LandingDraft((VALUES.index(3),))
    here = offers(s, LandingDraft((VALUES.index(3),)))
    assert labels(here.choices(None)) == ["land 4+3", "keep a 4", "keep a 3", "land all"]
    assert here.choices(None)[0].preview() == "land hares worth 4 and 3, keep hare 3 aboard"
    assert str(here.choices(None)[3].first_move) == "4+3+3"
    here = offers(s, LandingDraft((VALUES.index(3), VALUES.index(4))))
    assert labels(here.choices(None)) == ["land 3", "land all"]
    assert here.step_back() == LandingDraft((VALUES.index(3),))
    assert offers(s, LandingDraft((VALUES.index(3),))).step_back() is None


def test_a_landing_is_shown_with_what_stays() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (4, 3, 3)})
    do(s, "land")
    shown = offers(s).locate([find_move(GAME, s, "4+3")])
    assert shown == (LandingDraft((VALUES.index(3),)), at("a3"), 0)
    assert offers(s).locate([find_move(GAME, s, "4+3+3")]).draft is None


def test_all_hares_are_landed_in_one_go_or_some_of_them() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (4, 3, 3)})
    here = offers(s)
    every, some = here.choices(None)[-2:]
    assert (every.label, every.preview()) == ("land all", "land hares worth 4, 3 and 3")
    assert [str(move) for move in every.moves] == ["land", "4+3+3"]
    assert (some.label, [str(move) for move in some.moves]) == ("land some", ["land"])
    assert here.choices(None)[here.default_index(at("a3"))] == every
    plans = {plan: [ACTS[UNLOAD], land(bunch_of(*plan))] for plan in ((4, 3, 3), (4, 3))}
    assert here.choices(None)[here.locate(plans[4, 3, 3]).choice_index] == every
    assert here.choices(None)[here.locate(plans[4, 3]).choice_index] == some
    lone = offers(flood(drawn({"a3": ".//Rn"}), holds={0: (4,)}))
    assert labels(lone.choices(None))[-1] == "land"


def test_hares_that_fit_are_taken_in_one_go_and_the_best_comes_first() -> None:
    s = flood(drawn({"c3": "./3+1+1/Rn"}), holds={0: (2,)})
    here = offers(s)
    assert labels(here.choices(None)) == ["pick up 3+1+1", "pick up 3", "pick up 1", "go on"]
    assert here.choices(None)[0].preview() == "pick up hares worth 3, 1 and 1 · then 4 of 4 aboard"
    assert [str(move) for move in here.choices(None)[0].moves] == ["+3", "+1", "+1"]
    assert here.locate([find_move(GAME, s, "+3")]).choice_index == 1
    s.holds[0] = bunch_of(2, 2)
    assert labels(offers(s).choices(None)) == ["pick up 3", "pick up 1", "go on"]


def test_every_launch_and_every_funnel_has_a_digit() -> None:
    s = start(GAME.setup(3, {}, 1))
    here = offers(s)
    assert labels(here.choices(None)) == ["c3 ↑", "c3 ←", "d3 ↑", "d3 →", "c4 ↓", "c4 ←", "d4 →", "d4 ↓"]
    assert [here.default_index(at(name)) for name in ("c3", "d3", "c4", "d4", "a1")] == [0, 2, 4, 6, 0]
    s = flood(drawn({"c3": ".//Rn", "b1": "V", "d1": "V"}))
    do(s, "f stop")
    assert labels(offers(s).choices(None)) == ["d1", "b1"]
    assert [offers(s).default_index(at(name)) for name in ("d1", "b1")] == [0, 1]


def test_many_hares_to_steal_are_grouped_by_boat() -> None:
    s = flood(
        drawn({"c3": ".//Rn", "c2": "./2/Bn,Gn,Yn"}),
        players=4,
        holds={1: (4, 2, 1), 2: (3, 2), 3: (4, 3, 1)},
        stealing=True,
    )
    do(s, "f")
    here = offers(s)
    assert labels(here.choices(None)) == ["pick up 2", "steal from B", "steal from V", "steal from G", "go on"]
    assert here.choices(None)[2].preview() == "choose a hare of Vera: hares worth 3 and 2"
    assert here.choices(None)[2].next_draft == StealDraft(2)
    robbing = offers(s, StealDraft(2))
    assert labels(robbing.choices(None)) == ["steal V 2", "steal V 3"]
    assert robbing.step_back() is None
    assert here.locate([find_move(GAME, s, "Y-3")]) == (StealDraft(3), at("c2"), 1)


def test_few_hares_to_steal_are_named_at_once() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bn"}), holds={1: (4, 2)}, stealing=True)
    do(s, "f")
    assert labels(offers(s).choices(None)) == ["steal B 2", "steal B 4", "go on"]


# Open cards


def test_an_open_card_is_chosen_where_it_lies() -> None:
    s = flood(
        drawn({"c3": "=//Rn", "c2": "="}),
        row=[card(LOG), card(FUNNEL), card(SWAMP)],
        row_hares=[(), (3,), ()],
        stack=[card(WHIRLPOOL)] * 10,
        choice=True,
    )
    assert offers(s).targets() == CELLS[6]
    do(s, "f")
    here = offers(s)
    assert here.tab_stops() == [*ROW[:3], STACK] == here.open_cards
    assert [here.default_index(target) for target in here.tab_stops()] == [0, 1, 2, 3]
    assert here.default_index(at("a1")) == 0
    assert labels(here.choices(None)) == ["log", "funnel", "swamp", "top: whirlpool"]
    assert here.choices(None)[1].preview() == "place card 2 of the row: funnel with a hare worth 3"
    assert here.caption(ROW[1]) == "funnel, hare 3"
    assert here.caption(STACK) == "top of the stack: whirlpool"
    assert here.pointed_card(here.choices(None)[3]) == STACK
    assert offers(s, seat=1).targets() == CELLS[6]
    do(s, "top")
    assert offers(s).pointed_card(None) == STACK


def test_the_card_to_go_next_is_pointed_at_and_then_the_one_in_hand() -> None:
    s = flood(drawn({"c3": ".//Rn"}), row=[card(LOG), card(FUNNEL), card(SWAMP)])
    assert offers(s).pointed_card(None) == ROW[0]
    s.due, s.under = 1, -1
    assert offers(s).open_cards == [ROW[0], MAZAY, *ROW[1:3], STACK]
    s.due = 0
    assert offers(s).pointed_card(None) == MAZAY
    assert offers(s).caption(MAZAY) == "Mazay: new hares"
    s.row = s.row_hares = s.stack = []
    s.due = -1
    assert offers(s).pointed_card(None) is None and offers(s).caption(ROW[0]) == ""


# What it would bring


def brings(s: MazaytsyState, notation: str) -> str:
    here = offers(s)
    return here.describe_move(find_move(GAME, s, notation))


def test_an_order_tells_the_hares_on_its_way() -> None:
    s = flood(drawn({"c4": ".//Rn", "c3": "~e/2", "d3": "./4+1", "f6": "=/3"}))
    assert brings(s, "f") == "hares 4+2+1 · row forward to c3, drift to d3"
    assert brings(s, "l") == "turn left to face west"


def test_hares_on_a_funnel_are_promised_only_where_it_is_certain() -> None:
    s = flood(drawn({"c4": ".//Rn", "c3": "=", "b2": "V/4"}))
    assert brings(s, "f") == "hare 4 · row forward to c3, then the funnel on b2"
    shown = highlights_of(s, ACTS[FORWARD])
    assert shown.ghost == (0, cell("b2"), 0) and shown.highlighted == {cell("c3"), cell("b2")}
    s = flood(drawn({"c4": ".//Rn", "c3": "=", "b2": "V/4", "d2": "V/3"}))
    assert brings(s, "f") == "row forward to c3, then a funnel on d2 or b2"
    shown = highlights_of(s, ACTS[FORWARD])
    assert shown.ghost == (0, cell("c3"), 0) and shown.highlighted == {cell("c3"), cell("b2"), cell("d2")}


def test_currents_that_face_each_other_act_once() -> None:
    s = flood(drawn({"c4": ".//Rn", "c3": "~e", "d3": "~w/1"}))
    assert brings(s, "f") == "hare 1 · row forward to c3, drift to d3 and c3"


def test_a_hare_taken_tells_how_full_the_boat_is_unless_points_count() -> None:
    s = flood(drawn({"c3": "./2/Rn"}), holds={0: (1, 1)})
    assert brings(s, "+2") == "pick up the hare worth 2 · then 3 of 4 aboard"
    assert brings(flood(drawn({"c3": "./2/Rn"}), weight=True), "+2") == "pick up the hare worth 2"


def laying_position(kind: int, **cards: str) -> MazaytsyState:
    """The first player has stopped on c3 and lays a card of this kind."""
    s = flood(drawn({"c4": ".//Rn", "c3": "=", **cards}), row=[card(kind)] * 3)
    do(s, "f")
    assert s.phase == phases.CELL
    return s


def test_a_card_tells_what_it_does_where_it_is_laid() -> None:
    s = laying_position(SWAMP, b1="./3", a3="./2")
    assert offers(s).question() == "Place the swamp where no boat or hare is."
    assert brings(s, "b2") == "draws in hares 3+2 · place it on b2, replacing plain water"
    assert offers(s).caption(at("b1")) == "b1: plain water · hare 3"
    assert offers(s).unavailable_reason(at("b1")) == "a hare sits here"
    s = laying_position(WHIRLPOOL, b3="./3", d1="./4")
    assert brings(s, "d2") == "moves hare 4 · place it on d2, replacing plain water"
    assert brings(s, "e5") == "place it on e5, replacing plain water"


def test_a_whirlpool_tells_what_it_brings_and_what_it_loses() -> None:
    s = laying_position(WHIRLPOOL, b3="./3", c1="./4", d1="#")
    do(s, "c2")
    assert brings(s, "cw") == "turn it clockwise, losing a hare worth 4"
    assert brings(s, "ccw") == "turn it counter-clockwise · brings you hare 3"


def test_a_current_tells_where_it_flows() -> None:
    s = laying_position(STRAIGHT, b1="V")
    do(s, "a1")
    here = offers(s)
    assert here.initial_target(at("f6")) == at("a1")
    assert labels(here.choices(None)) == ["n ↑", "e →", "s ↓", "w ←"]
    assert brings(s, "n") == "let it flow north, against the shore"
    assert brings(s, "e") == "let it flow east, to b1 (funnel)"
    assert [here.flowing(dx, dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))] == [0, 1, 2, 3]
    assert here.default_index(at("c1")) == 1
    assert here.default_index(at("a6")) == 2


def test_partners_are_told_who_gets_what() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Gn"}), players=4, holds={0: (4, 2), 2: (4,)}, teams=True)
    do(s, "f share")
    here = offers(s)
    assert brings(s, "keep2") == "keep 2 of 2 worth 4, Vera gets 0"
    assert here.choices(None)[here.default_index(None)].label == "keep 1"


def test_what_lies_on_a_card_is_told() -> None:
    s = flood(drawn({"c3": ".//Rn,Bn", "d4": "%/3+1", "e5": "~ne//Gs"}))
    s.mires[1] = cell("d4")
    here = offers(s)
    assert here.caption(at("c3")) == "c3: plain water · boats A and B"
    assert here.caption(at("e5")) == "e5: side current, north-east · Vera's boat"
    assert here.caption(at("d4")) == "d4: swamp · hares 3+1 · sink after Boris's next move"
    assert here.explain(at("d4")).startswith(f"{here.caption(at('d4'))}.\nWhen placed, draws in the hares around it")
    assert "V: Vera, green boat on e5, bow south; aboard no hares; none ashore; 0 points in all." in here.explain(None)
    looking = MazaytsyView(s, 0, NAMES[:3], board=2)
    assert looking.notes(at("a1")) == [
        "Vera, green boat on e5, bow south; aboard no hares; none ashore; 0 points in all."
    ]


# What lights up


def test_a_landing_points_at_the_shore_and_orders_at_their_way() -> None:
    s = found("first", 2, lambda s: ACTS[UNLOAD] in s.legal_moves())
    assert highlights_of(s, ACTS[UNLOAD]).arrows
    corner = flood(drawn({"a1": ".//Rn"}), holds={0: (1, 2)})
    assert highlights_of(corner, ACTS[UNLOAD]) == (
        {cell("a1")},
        ((cell("a1"), 0), (cell("a1"), 6)),
        set(),
        set(),
        None,
        None,
    )
    turned = highlights_of(s, ACTS[LEFT])
    assert turned.ghost is not None and turned.ghost.bow == (s.bows[0] + 3) % 4
    assert offers(s).highlights(None) is NOTHING


def test_a_path_is_lit_from_card_to_card() -> None:
    def drifts(s: MazaytsyState) -> bool:
        return ACTS[FORWARD] in s.legal_moves() and len(predict_boat(s, ACTS[FORWARD]).path) > 2

    s = found("first", 4, drifts)
    way = predict_boat(s, ACTS[FORWARD])
    shown = highlights_of(s, ACTS[FORWARD])
    assert set(way.path) <= shown.highlighted
    assert [cell for cell, _ in shown.arrows][: len(way.path)] == [s.boats[0], *way.path[:-1]]


def test_a_whirlpool_shows_where_hares_go_and_which_are_lost() -> None:
    s = found("spin", 3)
    for move in s.legal_moves():
        assert isinstance(move, Spin)
        shown = highlights_of(s, move)
        assert shown.laid is not None and shown.laid.cell == s.spot
        assert len(shown.arrows) + len(shown.lost) == len(shown.highlighted)
        assert all(s.hares[cell] for cell in shown.highlighted)


def test_a_swamp_lights_the_hares_it_draws_in() -> None:
    s = found("cell", 4, lambda s: s.row[0] >> 1 == SWAMP)
    assert any(highlights_of(s, move).arrows for move in s.legal_moves())
    for target in offers(s).tab_stops():
        (choice,) = offers(s).choices_at(target)
        assert offers(s).highlights(choice).highlighted == set(predict_card(s, target.number).drawn_in)


@pytest.mark.parametrize("kind", ["place", "first", "cell", "turn", "spin", "add"])
def test_nothing_is_played_to_look_ahead(kind: str) -> None:
    """What lights up, and all words, leave the position as it is, to the last drawn number."""
    s = found(kind, 3)
    before = s.digest()
    here = offers(s)
    for move in s.legal_moves():
        assert highlights_of(s, move) is not NOTHING or not isinstance(move, Launch | ChooseCell)
        assert here.describe_move(move)
    assert s.digest() == before


def test_a_boat_that_is_looked_at_shows_where_it_can_go() -> None:
    s = flood(drawn({"c3": ".//Rn", "a3": ".//Bw", "e1": ".//Gn", "a4": "#"}))
    looking = [MazaytsyView(s, 0, NAMES[:3], board=seat).highlights(None) for seat in (1, 2)]
    assert looking[0].highlighted == {cell("a3")} and looking[0].arrows == ()
    assert looking[1].highlighted == {cell("e1")}
    s.bows[1] = 1
    lit = MazaytsyView(s, 0, NAMES[:3], board=1).highlights(None)
    assert lit.highlighted == {cell("a3"), cell("b2"), cell("b3"), cell("b4")}
    s.boats[1] = -1
    assert MazaytsyView(s, 0, NAMES[:3], board=1).highlights(None) is NOTHING


def test_two_players_are_asked_only_for_the_bow() -> None:
    s = start(GAME.setup(2, {"starter": 1}, 1))
    here = offers(s)
    assert here.question() == "Both boats start on the card in the middle. Where does your bow point? Anna begins."
    assert here.tab_stops() == [at("c3", 5)]
    assert labels(here.choices(at("c3", 5))) == ["bow ↑ north", "bow → east", "bow ↓ south", "bow ← west"]


def test_the_shore_at_the_edge_is_no_card_to_point_at() -> None:
    s = flood(drawn({"c1": ".//Rn"}, NARROW), players=2)
    here = offers(s)
    assert here.tab_stops() == [at("b1", 5), at("d1", 5)]
    assert here.initial_target(None) == at("b1", 5)


def test_a_call_tells_how_many_hares_come() -> None:
    s = flood(drawn({"c4": ".//Rn", "a1": "=", "f5": "="}))
    s.due, s.under = 0, -1
    do(s, "l stop")
    assert brings(s, "log") == "2 new hares, one on each log"
    s.pool = bunch_of(3)
    assert brings(s, "log") == "1 new hare, on 2 log cards"
