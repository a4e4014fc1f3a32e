"""Random games: nothing is lost, copies share nothing, nothing hidden leaks, and every game ends."""

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from core import bots
from core.game import GameEvent, OptionValue
from core.games.gzhel import GAME
from core.games.gzhel.components import CARDS, ROUNDS
from core.games.gzhel.deal import start
from core.games.gzhel.phases import PAINT, TURN_PADS
from core.games.gzhel.rules import goal_points
from core.games.gzhel.state import GzhelState, face_of
from core.rng import Rng
from tests.core.games.gzhel.gzhel_positions import MATE, play, set_up

TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    (1, {}),
    (2, {}),
    (3, {"icon": "fan"}),
    (4, {"beginners": True}),
    (1, {"beginners": True, "icon": "star"}),
]


def positions(players: int, options: dict[str, OptionValue], seed: int) -> Iterator[GzhelState]:
    """The positions of a random game, one object all along."""
    state = start(GAME.setup(players, options, seed))
    rng = Rng(seed + 77)
    while state.actor is not None:
        yield state
        state.play(rng.choice(list(state.legal_moves())))
    yield state


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_position_is_sound_and_every_game_ends(players: int, options: dict[str, OptionValue]) -> None:
    for seed in range(6):
        kept: list[tuple[GzhelState, bytes]] = []
        for number, state in enumerate(positions(players, options, seed)):
            assert state.violations() == []
            assert len(state.legal_moves()) <= 320
            kept.append((state.copy(), msgspec.json.encode(state)))
            assert number < 300 * players
        assert state.round == ROUNDS
        assert all(msgspec.json.encode(copy) == text for copy, text in kept)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_positions_survive_json_and_go_on_alike(players: int, options: dict[str, OptionValue]) -> None:
    for number, state in enumerate(positions(players, options, 8)):
        if number % 9 == 0:
            again = msgspec.json.decode(msgspec.json.encode(state), type=GzhelState)
            assert again == state
            for move in state.legal_moves()[:3]:
                one, other = state.copy(), again.copy()
                one.play(move)
                other.play(move)
                assert one.digest() == other.digest()


def test_points_are_what_the_goals_paid_each_round() -> None:
    """The sum of what the three goals were worth at the end of each round is the score."""
    for seed in range(4):
        state = start(GAME.setup(3, {}, seed))
        rng = Rng(seed)
        told: Counter[int] = Counter()
        events: list[GameEvent] = []
        while state.actor is not None:
            final = state.phase == PAINT and (state.actor + 1) % 3 == state.active
            move = rng.choice(list(state.legal_moves()))
            if final and move.notation == "done":
                for seat in range(3):
                    told[seat] += sum(goal_points(state, seat))
            state.play(move, events.append)
        for seat in range(3):
            told[seat] += 2 * state.stamps[seat].bit_count()
        assert [told[seat] for seat in range(3)] == state.scores()
        totals = [sum(column) for column in zip(*state.breakdown().values(), strict=True)]
        assert totals == state.scores()
        assert sum(event.kind == "scored" for event in events) == 3 * ROUNDS


@pytest.mark.parametrize(
    ("spoil", "law"),
    [
        (lambda s: s.hand.__setitem__(0, 3), "tokens of orchid"),
        (lambda s: s.flowers.__setitem__(1, s.flowers[1] | s.flowers[0]), "two tokens lie on one space"),
        (lambda s: s.flowers.__setitem__(1, s.flowers[1] << 32), "flowers does not fit"),
        (lambda s: s.stamps.__setitem__(0, 1 << 31), "a stamp lies where no token is"),
        (lambda s: s.deck.__setitem__(0, s.middle), "12 different cards"),
        (lambda s: s.points.__setitem__(3, 2), "points for stamps"),
        (lambda s: s.points.__setitem__(0, -1), "points does not fit"),
        (lambda s: s.pads.__setitem__(0, s.pads[1]), "a pad lies twice"),
        (lambda s: s.lifted.__setitem__(0, 1), "flowers are lifted"),
        (lambda s: setattr(s, "held", 3), "held"),
        (lambda s: s.hand.__setitem__(0, -1), "hand does not fit"),
        (
            lambda s: s.pile.__setitem__(0, next(c for c in range(36) if "spiral" not in CARDS[c].icons)),
            "icon",
        ),
    ],
)
def test_check_finds_what_is_broken(spoil: object, law: str) -> None:
    state = set_up(MATE)
    assert state.violations() == []
    spoil(state)  # type: ignore[operator]
    assert any(law in text for text in state.violations()), state.violations()


# What a seat cannot know


def open_part(state: GzhelState) -> tuple[object, ...]:
    """Everything on the table but the unseen cards and the luck to come."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    for hidden in ("deck", "pile", "chance"):
        del fields[hidden]
    return (fields, len(state.deck), state.deck[-1], state.pile[3:], face_of(state.pile[2]))


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_only_unseen_cards_are_imagined(players: int, options: dict[str, OptionValue]) -> None:
    rng = Rng(12)
    for state in positions(players, options, 4):
        if state.actor is None:
            continue
        before = state.digest()
        view = state.determinize(state.actor, rng)
        assert state.digest() == before
        assert view.violations() == []
        assert open_part(view) == open_part(state)
        assert sorted(view.deck + view.pile) == sorted(state.deck + state.pile)
        assert [move.notation for move in view.legal_moves()] == [move.notation for move in state.legal_moves()]
        assert view.board_text(state.actor) == state.board_text(state.actor)
        assert view.chance != state.chance


def test_every_unseen_card_can_be_imagined_on_every_unseen_place() -> None:
    state = set_up(MATE, number=3)
    rng = Rng(5)
    seen_below, seen_buried = set(), set()
    for _ in range(400):
        view = state.determinize(0, rng)
        seen_below.add(view.deck[0])
        seen_buried.add(view.pile[0])
    unseen = {*state.deck[:-1], *state.pile[:2]}
    # The first open pattern card shares its pattern side with at most one other.
    twins = {card for card in unseen | {state.pile[2]} if face_of(card) == face_of(state.pile[2])}
    assert seen_below == seen_buried == (unseen if len(twins) == 1 else unseen | twins)


def test_the_first_pattern_card_is_known_by_its_pattern_side_only() -> None:
    # In the spiral set, cards 20 and 29 both show leaf, spiral and fan.
    state = set_up(MATE, goals=(21, 30, 20))
    state.pile = [state.pile[0], state.pile[1], state.pile[2]]
    assert state.pile[-1] == 19
    assert 28 in state.deck + state.pile
    rng = Rng(5)
    assert {state.determinize(0, rng).pile[2] for _ in range(60)} == {19, 28}


def test_what_is_imagined_depends_on_nothing_hidden() -> None:
    state = set_up(MATE, MATE, number=2)
    alike = state.determinize(0, Rng(1))
    assert alike.deck != state.deck
    for seat in (0, 1):
        assert alike.determinize(seat, Rng(9)) == state.determinize(seat, Rng(9))


# Events and words


def test_what_comes_to_light_is_marked() -> None:
    state = start(GAME.setup(1, {}, 2))
    events: list[GameEvent] = []
    while state.phase == TURN_PADS:
        state.play(state.legal_moves()[0], events.append)
    assert [(event.kind, event.reveals) for event in events] == [
        ("pads", False),
        ("dealt", True),
        ("round", True),
    ]
    told = play(state, "fox", "lift")
    assert [(event.kind, event.reveals) for event in told] == [("named", False), ("lifted", False)]
    told = play(state, "done")
    assert [(event.kind, event.reveals) for event in told] == [
        ("done", False),
        ("scored", False),
        ("round", True),
    ]
    assert all(event.visible_to is None for event in events + told)


def test_playing_with_and_without_a_listener_is_the_same() -> None:
    for state in positions(2, {}, 6):
        for move in state.legal_moves()[:2]:
            one, other = state.copy(), state.copy()
            one.play(move)
            other.play(move, lambda event: None)
            assert one == other


def test_every_event_and_move_has_its_words() -> None:
    names = ["Anna", "Boris"]
    kinds = set()
    for seed in range(20):
        state = start(GAME.setup(2, {}, seed))
        rng = Rng(seed)
        while state.actor is not None:
            prompt = state.prompt
            assert prompt.sentence[-1] in ".?" and not prompt.secret
            described = [state.describe(move) for move in state.legal_moves()]
            assert len(set(described)) == len(described)
            events: list[GameEvent] = []
            state.play(rng.choice(list(state.legal_moves())), events.append)
            for event in events:
                kinds.add(event.kind)
                text = GAME.describe_event(event, names)
                assert text.endswith(".") and text[0].isupper()
                assert "a orchid" not in text and "-1" not in text
                if event.seat is not None:
                    assert names[event.seat] in text
    assert kinds == {
        "pads", "dealt", "round", "named", "stamp", "changed", "lifted", "placed", "moved", "swapped", "done",
        "scored", "stamps", "over", "stayed", "picked", "rested",
    }  # fmt: skip


def test_sentences_say_what_happened() -> None:
    state = set_up(MATE)
    told = play(state, "fox", "*ra4", "swan")
    assert [GAME.describe_event(event, ["Anna"]) for event in told] == [
        "Anna chooses the fox.",
        "Anna places a rose stamp on a4.",
        "Anna uses the swan instead.",
        # Pad 3, diamond side: o o / o p around the swan; pad 4, circle side: t t / t b.
        "Anna lifts 3 orchids, 1 poppy, 3 tulips and 1 bellflower around the swan.",
    ]


def test_the_board_shows_stamps_as_capitals_and_the_goals() -> None:
    state = set_up(MATE)
    play(state, "fox", "*ra4", "-")
    text = state.board_text(0)
    assert "RG" in text
    assert "You: 0 points" in text
    assert "grid spaces of both pads" in text
    assert "Player 1" in state.board_text(None)


# The cheap rule


def test_the_cheap_rule_rates_every_decision() -> None:
    for number, state in enumerate(positions(2, {}, 3)):
        if state.actor is not None and number % 4 == 0:
            ratings = GAME.evaluator().rate_moves(state.determinize(state.actor, Rng(1)), state.legal_moves())
            assert len(ratings) == len(state.legal_moves())
            assert all(-200 < rating < 300 for rating in ratings)


def test_the_cheap_rule_beats_luck() -> None:
    won = 0
    for seed in range(8):
        state = start(GAME.setup(2, {}, seed))
        rng = Rng(seed)
        while state.actor is not None:
            level = "greedy" if state.actor == seed % 2 else "random"
            notation = bots.choose(GAME, state, level, rng)
            state.play(next(move for move in state.legal_moves() if move.notation == notation))
        won += state.ranking()[0] == [seed % 2]
    assert won == 8
