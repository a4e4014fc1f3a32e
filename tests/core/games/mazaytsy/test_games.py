"""Whole random games: conservation, copies, JSON, determinized states, previews, and the end."""

import itertools
from collections.abc import Iterator

import msgspec
import pytest

from core.bots import choose
from core.errors import IllegalMoveError, InvalidMoveError
from core.game import GameEvent, OptionValue
from core.games.mazaytsy import GAME
from core.games.mazaytsy.components import CARDS, FUNNEL, LOG, SWAMP
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.moves import GiveOrder
from core.games.mazaytsy.phases import ACT, HERE, OVER, PULL
from core.games.mazaytsy.rules.prediction import predict_boat
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.water import WATERS
from core.match import Match, Seat, find_move
from core.rng import Rng
from tests.core.games.mazaytsy.drawn_boards import asked, card, do, drawn, flood

Options = dict[str, OptionValue]

TABLES: list[tuple[int, Options]] = [
    *((players, {}) for players in (2, 3, 4)),
    (3, {"barren": True}),
    (3, {"choice": True}),
    (3, {"weight": True}),
    (3, {"stealing": True}),
    (2, {"barren": True, "choice": True, "weight": True, "stealing": True}),
    (3, {"rounds": 5, "choice": True}),
    (4, {"teams": True}),
    (4, {"teams": True, "weight": True, "stealing": True}),
    (4, {"teams": True, "rounds": 4, "barren": True, "choice": True, "weight": True, "stealing": True}),
]


def name(table: tuple[int, Options]) -> str:
    return "-".join([str(table[0]), *table[1]])


def game(table: tuple[int, Options], seed: int) -> Iterator[MazaytsyState]:
    """The positions of a random game, the same object every time."""
    s = start(GAME.setup(table[0], table[1], seed))
    rng = Rng(seed + 77)
    yield s
    while s.actor is not None:
        s.play(rng.choice(list(s.legal_moves())))
        yield s


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_nothing_is_ever_lost_and_every_game_ends(table: tuple[int, Options]) -> None:
    for seed in range(8):
        for number, s in enumerate(game(table, seed)):
            assert s.violations() == []
            assert number < 2000
        assert s.phase == OVER
        assert s.turn % s.players == s.players - 1, "everybody had as many turns"


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_earlier_copies_stay_as_they_were(table: tuple[int, Options]) -> None:
    kept = [(s.copy(), s.digest()) for s in game(table, 3)]
    for copy, digest in kept:
        assert copy.digest() == digest


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_json_round_trip(table: tuple[int, Options]) -> None:
    for s in game(table, 4):
        assert msgspec.json.decode(msgspec.json.encode(s), type=MazaytsyState) == s


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_decisions_stay_small(table: tuple[int, Options]) -> None:
    for s in game(table, 5):
        assert len(s.legal_moves()) <= 36


HIDDEN = {"stack", "under", "chance"}


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_imagining_changes_only_the_order_of_the_stack_and_the_luck(table: tuple[int, Options]) -> None:
    rng = Rng(9)
    changed = 0
    for s in game(table, 6):
        for seat in range(s.players):
            world = s.determinize(seat, rng)
            assert world.violations() == []
            for field in s.__struct_fields__:
                if field not in HIDDEN:
                    assert getattr(world, field) == getattr(s, field), field
            assert sorted(world.stack) == sorted(s.stack)
            assert world.stack[-1:] == s.stack[-1:], "the top is known"
            assert world.stack[: s.sunk] == s.stack[: s.sunk], "and so are thickets put under the stack"
            assert (world.under < 0) == (s.under < 0)
            if s.players == 2:
                assert world.under == s.under
            assert world.legal_moves() == s.legal_moves()
            assert world.chance.seed != s.chance.seed
            changed += world.stack != s.stack
    assert changed


def test_mazay_is_imagined_wherever_he_may_lie_but_never_on_top() -> None:
    s = flood(drawn({"c3": ".//Rn"}), stack=[2] * 3, under=1)
    assert {s.determinize(0, Rng(seed)).under for seed in range(60)} == {0, 1, 2}
    s = flood(drawn({"c3": ".//Rn"}), stack=[2] * 9, under=1)
    assert {s.determinize(0, Rng(seed)).under for seed in range(90)} == {0, 1, 2, 3, 4}


def test_two_streams_of_luck_deal_different_hares() -> None:
    s = start(GAME.setup(3, {}, 1))
    worlds = [s.determinize(0, Rng(seed)) for seed in range(20)]
    assert len({world.chance.next_uint64() for world in worlds}) == 20


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_previews_foretell_what_the_water_does(table: tuple[int, Options]) -> None:
    """Each order of the movement stage, played on a copy with every hare left, ends where it was drawn."""
    for s in game(table, 8):
        if s.phase != ACT:
            continue
        seat = s.actor
        assert seat is not None
        for move in s.legal_moves():
            assert isinstance(move, GiveOrder)
            told = predict_boat(s, move)
            if move.notation == "land":
                continue
            after = s.copy()
            path: list[int] = []

            def hear(event: GameEvent, path: list[int] = path) -> None:
                if event.kind in ("rowed", "slipped", "drifted"):
                    path.append(event.facts[-1])

            after.play(move, hear)
            while after.actor == seat and after.phase == HERE and after.turn == s.turn:
                after.play(find_move(GAME, after, "leave"), hear)
            assert tuple(path) == told.path
            still = after.phase == ACT and after.turn == s.turn
            assert told.over == (not still)
            if len(told.funnels) > 1:
                assert after.phase == PULL
            elif told.funnels:
                assert after.boats[seat] == told.funnels[0]
            elif after.turn == s.turn:
                assert after.boats[seat] == (told.path[-1] if told.path else s.boats[seat])
            assert after.bows[seat] == told.bow


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_everything_has_words(table: tuple[int, Options]) -> None:
    s = start(GAME.setup(table[0], table[1], 2))
    rng = Rng(2)
    names = ["Anna", "Boris", "Vera", "Gleb"]
    while s.actor is not None:
        assert s.prompt.sentence[-1] in ".?"
        assert s.progress_text()
        texts = [s.describe(move) for move in s.legal_moves()]
        assert len(set(texts)) == len(texts)
        for text in (*texts, s.prompt.sentence, s.board_text()):
            assert "_" not in text
        told: list[GameEvent] = []
        s.play(rng.choice(list(s.legal_moves())), told.append)
        for event in told:
            text = GAME.describe_event(event, names)
            assert text[0].isupper() and text.endswith(".")
    assert s.outcome_text().endswith(".")


def test_a_description_tells_what_the_water_does_next() -> None:
    s = flood(drawn({"c5": ".//Rn", "c4": "~e", "d4": "~ne", "e3": "=", "f2": "V"}))
    assert s.describe(find_move(GAME, s, "f")) == ("row forward to c4, drift to d4 and e3, then the funnel on f2")


def test_the_numbers_of_the_row_leave_mazay_out_and_say_so() -> None:
    s = flood(drawn({"c3": "=//Rn", "c2": "="}), row=[card(LOG), card(FUNNEL), card(SWAMP)], choice=True)
    do(s, "f")
    assert s.describe(find_move(GAME, s, "row2")) == "card 2 of the row: funnel"
    s.due, s.under = 1, -1
    assert s.describe(find_move(GAME, s, "row2")) == "card 2 of the row, Mazay not counted: funnel"
    assert "Row, next card first: 1 log, Mazay, 2 funnel, 3 swamp\n" in s.board_text()


def test_the_board_tells_what_is_aboard_what_is_ashore_and_what_that_makes() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (4, 3), 1: (2,)})
    do(s, "land 4")
    boats = [line.partition("; ")[2] for line in s.board_text().split("\n") if line.startswith("Player")]
    assert boats == [
        "aboard a hare worth 3; 1 ashore, worth 4; 7 points in all",
        "aboard a hare worth 2; none ashore; 2 points in all",
        "aboard no hares; none ashore; 0 points in all",
    ]


def test_notations_that_cannot_be_are_told_from_illegal_ones() -> None:
    s = flood(drawn({"c3": ".//Rn"}))
    with pytest.raises(IllegalMoveError):
        find_move(GAME, s, "land")
    with pytest.raises(InvalidMoveError):
        find_move(GAME, s, "g7")


def test_a_match_with_the_habit_never_asks_about_a_lone_hare() -> None:
    seats = [Seat("A", habits={"pickup": True}), Seat("B", habits={"pickup": True})]
    match = Match.new(GAME, seats, {}, 11)
    rng = Rng(11)
    while not match.is_over:
        assert match.state.prompt.kind != "here"
        match.play(rng.choice(list(match.state.legal_moves())))
    assert any(entry.origin == "habit" for entry in match.log)


def test_rounds_step_with_every_lap() -> None:
    rounds = [s.round for s in game((3, {}), 12)]
    assert rounds[0] == 1
    assert all(0 <= b - a <= 1 for a, b in itertools.pairwise(rounds))


@pytest.mark.parametrize("table", [(2, {}), (3, {}), (4, {}), (4, {"teams": True})], ids=name)
def test_the_judge_beats_chance(table: tuple[int, Options]) -> None:
    players, options = table
    wins = 0
    for seed in range(12):
        rng = Rng(seed)
        s = start(GAME.setup(players, options, seed))
        judged = {seed % 2, seed % 2 + 2} if options else {seed % players}
        while s.actor is not None:
            level = "greedy" if s.actor in judged else "random"
            s.play(find_move(GAME, s, choose(GAME, s, level, rng)))
        wins += s.ranking()[0][0] in judged
    assert wins >= 11


def test_the_judge_takes_a_hare_lands_a_load_and_avoids_nothing_legal() -> None:
    s = flood(drawn({"c3": "./4/Rn"}))
    ratings = GAME.evaluator().rate_moves(s, s.legal_moves())
    assert [m.notation for m in s.legal_moves()][ratings.index(max(ratings))] == "+4"
    full = flood(drawn({"a3": ".//Rn", "b5": "./4", "b4": "./4", "b3": "./4"}), holds={0: (1, 1, 1, 1)})
    assert asked(full) == "first"
    ratings = GAME.evaluator().rate_moves(full, full.legal_moves())
    assert [m.notation for m in full.legal_moves()][ratings.index(max(ratings))] == "land"
    do(full, "land")
    ratings = GAME.evaluator().rate_moves(full, full.legal_moves())
    assert full.legal_moves()[ratings.index(max(ratings))].notation == "1+1+1+1"


def test_check_notices_what_is_broken() -> None:
    s = start(GAME.setup(3, {}, 1))
    assert s.violations() == []
    for spoil in (
        lambda s: s.stack.pop(),
        lambda s: s.ashore.__setitem__(0, 1),
        lambda s: setattr(s, "due", 1),
        lambda s: s.row_hares.append(0),
        lambda s: s.mires.__setitem__(0, WATERS[6].start[0]) or s.field.__setitem__(WATERS[6].start[0], 0),
        lambda s: setattr(s, "actor", None),
    ):
        broken = s.copy()
        spoil(broken)
        assert broken.violations()


def test_the_box_has_51_cards() -> None:
    assert len(CARDS) == 51
