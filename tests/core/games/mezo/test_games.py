"""Whole games: nothing is lost, nothing is shared, nothing hidden is seen, and every game ends."""

import msgspec
import pytest

from core import bots
from core.game import GameEvent, OptionValue
from core.games.mezo import GAME, phases
from core.games.mezo.components import CARDS, REGIONS, WRATHFUL_OF_AGE
from core.games.mezo.state import MezoState
from core.match import Match, Seat
from core.rng import Rng

TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    (players, {"gods": gods, "blessed_cards": blessed})
    for players in GAME.player_counts
    for gods in ("chosen", "dealt")
    for blessed in (False, True)
]


def begin(players: int, options: dict[str, OptionValue], seed: int) -> MezoState:
    state = GAME.start(GAME.setup(players, options, seed))
    assert isinstance(state, MezoState)
    return state


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_lost_in_a_random_game(players: int, options: dict[str, OptionValue], seed: int) -> None:
    state = begin(players, options, seed)
    rng = Rng(seed)
    copies = []
    asked = 0
    while state.actor is not None:
        assert state.violations() == []
        moves = state.legal_moves()
        assert 1 <= len(moves) <= 100
        assert len({move.notation for move in moves}) == len(moves)
        copies.append((state.copy(), state.digest()))
        state.play(rng.choice(list(moves)))
        asked += 1
    assert state.violations() == []
    assert asked < 2000
    assert state.age == 3
    assert sorted(seat for (seat,) in state.ranking()) == list(range(players))
    assert [sum(points) for points in zip(*state.breakdown().values(), strict=True)] == state.scores()
    for copy, digest in copies:
        assert copy.digest() == digest


@pytest.mark.parametrize("players", GAME.player_counts)
def test_telling_changes_nothing(players: int) -> None:
    quiet, loud = begin(players, {}, 4), begin(players, {}, 4)
    rng = Rng(4)
    heard: list[GameEvent] = []
    while quiet.actor is not None:
        move = rng.choice(list(quiet.legal_moves()))
        quiet.play(move)
        loud.play(move, heard.append)
    assert quiet.digest() == loud.digest()
    told = sum(event.facts[0] + event.facts[1] for event in heard if event.kind == "vp")
    assert told + sum(quiet.breakdown()["start"]) == sum(quiet.scores())


def test_a_position_survives_json() -> None:
    for players, options in TABLES:
        state = begin(players, options, 5)
        rng = Rng(5)
        while state.actor is not None:
            state.play(rng.choice(list(state.legal_moves())))
            again = msgspec.json.decode(msgspec.json.encode(state), type=MezoState)
            assert again == state
            assert [m.notation for m in again.legal_moves()] == [m.notation for m in state.legal_moves()]


def hidden_from(state: MezoState, seat: int) -> dict[str, object]:
    """Every field of a position, what this seat may not see taken out."""
    seen = msgspec.structs.asdict(state.copy())
    seen.pop("chance")
    seen["tiles"] = sorted(state.tiles)
    seen["wrathful"] = state.wrathful[: state.age]
    decks, cards = [], []
    for owner in range(state.players):
        laid = state.cards[owner] if not state.revealed and state.cards[owner] >= 0 else -1
        if owner == seat:
            known = state.known[owner]
            decks.append([*state.decks[owner][:known], *sorted(state.decks[owner][known:])])
            cards.append(state.cards[owner])
        else:
            decks.append(sorted([*state.decks[owner], *([laid] if laid >= 0 else [])]))
            cards.append(-2 if laid >= 0 else state.cards[owner])
    seen["decks"], seen["cards"] = decks, cards
    return seen


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_imagining_changes_only_what_a_seat_cannot_know(players: int, options: dict[str, OptionValue]) -> None:
    state = begin(players, options, 6)
    luck, rng = Rng(6), Rng(60)
    changed: set[str] = set()
    kinds: set[str] = set()
    number = 0
    while state.actor is not None:
        number += 1
        if number % 4 and state.prompt.kind in kinds:  # every fourth position, and every kind of decision
            state.play(luck.choice(list(state.legal_moves())))
            continue
        kinds.add(state.prompt.kind)
        for seat in range(players):
            world = state.determinize(seat, rng)
            assert world.violations() == []
            assert hidden_from(world, seat) == hidden_from(state, seat)
            assert world.board_text(seat) == state.board_text(seat)
            assert world.chance.seed != state.chance.seed
            for name in ("tiles", "wrathful", "decks", "cards"):
                if getattr(world, name) != getattr(state, name):
                    changed.add(name)
        world = state.determinize(state.actor, rng)
        assert [m.notation for m in world.legal_moves()] == [m.notation for m in state.legal_moves()]
        state.play(luck.choice(list(state.legal_moves())))
    assert changed == {"tiles", "wrathful", "decks", "cards"}


def test_alike_positions_give_the_same_world() -> None:
    state = begin(4, {"blessed_cards": True}, 16)
    rng = Rng(16)
    while state.actor is not None:
        for seat in range(4):
            alike = state.determinize(seat, rng)
            assert alike.determinize(seat, Rng(1)) == state.determinize(seat, Rng(1))
        state.play(rng.choice(list(state.legal_moves())))


def test_an_imagined_game_can_be_played_to_its_end() -> None:
    state = begin(4, {}, 7)
    rng = Rng(7)
    for number in range(150):
        assert state.actor is not None
        state.play(rng.choice(list(state.legal_moves())))
        if number % 30 == 0:
            world = state.determinize(0, rng)
            while world.actor is not None:
                world.play(rng.choice(list(world.legal_moves())))
            assert world.violations() == []


def test_a_later_wrathful_tile_is_always_one_of_its_age() -> None:
    before = begin(3, {}, 8)
    assert before.face_up() == ()
    assert {before.determinize(0, Rng(seed)).wrathful[0] for seed in range(40)} == set(WRATHFUL_OF_AGE[0])
    assert "Wrathful god" not in before.board_text(0)
    state = begin(3, {"gods": "dealt"}, 8)
    for seed in range(20):
        world = state.determinize(0, Rng(seed))
        assert world.face_up() == state.face_up() == state.wrathful[:1]
        for age in (1, 2):
            assert world.wrathful[age] in WRATHFUL_OF_AGE[age]


def test_choosing_a_card_is_guest_and_its_showing_reveals() -> None:
    state = begin(4, {"gods": "dealt"}, 9)
    rng = Rng(9)
    while state.prompt.kind != "card":
        assert not state.prompt.secret
        state.play(rng.choice(list(state.legal_moves())))
    assert state.prompt.secret
    heard: list[GameEvent] = []
    first = state.actor
    assert first is not None
    card = state.legal_moves()[0]
    state.play(card, heard.append)
    assert [event.kind for event in heard] == ["lays"]
    assert heard[0].facts == ()
    for seat in range(4):
        shown = state.board_text(seat)
        assert (f"face down {CARDS[state.cards[first]].capitalize()}" in shown) == (seat == first)
    assert "face down " not in state.board_text(None)
    while state.prompt.kind == "card":
        heard.clear()
        state.play(state.legal_moves()[0], heard.append)
    assert {event.kind for event in heard if event.reveals} == {"card"}


def test_turning_up_tiles_reveals() -> None:
    heard: list[GameEvent] = []
    state = begin(2, {"gods": "dealt"}, 10)
    while state.actor is not None:
        state.play(state.legal_moves()[0], heard.append)
    kinds = {event.kind for event in heard if event.reveals}
    assert kinds == {"age", "conflict", "card"}
    assert sum(event.kind == "conflict" for event in heard) == 15
    assert sum(event.kind == "age" for event in heard) == 2  # the first Age began before the first move


def test_gods_may_be_dealt() -> None:
    state = begin(4, {"gods": "dealt"}, 11)
    assert len(set(state.gods)) == 4
    assert state.prompt.kind == "ability"
    assert len({begin(4, {"gods": "dealt"}, seed).gods for seed in range(5)}) > 1


def test_a_match_plays_itself_through_forced_steps() -> None:
    match = Match.new(GAME, [Seat("Ann"), Seat("Bo"), Seat("Cy")], {"gods": "dealt"}, 12)
    rng = Rng(12)
    while not match.is_over:
        assert len(match.state.legal_moves()) > 1 or match.state.prompt.pause
        match.play(rng.choice(list(match.state.legal_moves())))
    again = Match.replay(GAME, match.setup, match.seats, [entry.notation for entry in match.log])
    assert again.state.digest() == match.state.digest()
    for entry in match.log:
        for event in entry.events:
            assert GAME.describe_event(event, match.names)


def test_rounds_go_up_by_one() -> None:
    state = begin(3, {}, 13)
    rng = Rng(13)
    rounds = [state.round]
    while state.actor is not None:
        state.play(rng.choice(list(state.legal_moves())))
        if state.round != rounds[-1]:
            rounds.append(state.round)
    assert rounds == list(range(1, 3 * (4 + 1) + 1))


def test_every_step_that_waits_has_moves_words_and_a_prompt() -> None:
    seen = set()
    for seed in range(12):
        state = begin(2 + seed % 3, {"blessed_cards": seed % 2 == 0}, seed)
        rng = Rng(seed)
        while state.actor is not None:
            seen.add(state.stack[-1][0])
            prompt = state.prompt
            assert prompt.sentence.endswith((".", "?", ")"))
            words = [state.describe(move) for move in state.legal_moves()]
            assert len(set(words)) == len(words)
            assert all("_" not in text for text in (*words, prompt.sentence))
            state.play(rng.choice(list(state.legal_moves())))
    asking = {
        phases.GODS, phases.ABILITIES, phases.REMINDERS, phases.CHAMPION, phases.STATION, phases.CARDS, phases.ACT,
        phases.THIRD, phases.WINNER, phases.TRACK, phases.SPACE, phases.SACRIFICE, phases.EITHER, phases.NAME,
        phases.PLACE, phases.RECOVER, phases.GIVE, phases.REMOVE, phases.MOVE, phases.BUILD, phases.DEMOLISH,
        phases.TRANSFORM, phases.MARK, phases.CALL, phases.APPEASE,
    }  # fmt: skip
    assert seen == asking


def test_two_champions_each_with_two_players() -> None:
    state = begin(2, {"gods": "dealt"}, 14)
    while state.prompt.kind != "call":
        state.play(state.legal_moves()[0])
    assert [state.champions.count(seat) for seat in (0, 1)] == [2, 2]
    assert state.champions.count(-1) == REGIONS - 4


@pytest.mark.parametrize("players", GAME.player_counts)
def test_the_greedy_bot_beats_random_players(players: int) -> None:
    for seed in range(3):
        rng = Rng(seed)
        place = seed % players
        state = begin(players, {}, seed)
        while state.actor is not None:
            level = "greedy" if state.actor == place else "random"
            chosen = bots.choose(GAME, state, level, rng)
            state.play(next(move for move in state.legal_moves() if move.notation == chosen))
        assert state.ranking()[0] == [place]
        assert "endure" in state.outcome_text()


def test_the_judge_rates_every_move_and_changes_nothing() -> None:
    state = begin(4, {}, 15)
    rng = Rng(15)
    while state.actor is not None:
        moves = state.legal_moves()
        before = state.digest()
        assert len(GAME.evaluator().rate_moves(state, moves)) == len(moves)
        assert state.digest() == before
        for _ in range(7):
            if state.actor is not None:
                state.play(rng.choice(list(state.legal_moves())))
