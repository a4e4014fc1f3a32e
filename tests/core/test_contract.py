"""The contract that every game of the registry must fulfil."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from core import bots, registry
from core.bots.search import Budget
from core.errors import IllegalMoveError, InvalidMatchError, InvalidMoveError
from core.game import Game, GameEvent, GameOption, OptionValue, State
from core.match import Match, Seat, find_move
from core.rng import Rng
from tests.core.games.pebbles import GAME as PEBBLES

Table = tuple[Game, int, dict[str, OptionValue]]


#: The games on the shelf, and the example that shows how to fulfil the contract.
GAMES = [*registry.all_games(), PEBBLES]


def tables() -> Iterator[Table]:
    """Every seat count; and every choice of every option, of rows of numbers the ends, in a sample of combinations."""
    for game in GAMES:
        for players in game.player_counts:
            yield game, players, {}
        rng = Rng(2)
        left = {option.name: _unusual(option) for option in game.options}
        while any(left.values()):
            turned = {name: choices[-1] for name, choices in left.items() if choices and rng.randrange(2)}
            possible = [p for p in game.player_counts if turned and _is_possible(game, p, turned)]
            if possible:
                yield game, rng.choice(possible), turned
                for name in turned:
                    left[name].pop()


def _unusual(option: GameOption) -> list[OptionValue]:
    """The choices beside the default; of more than three numbers, the lowest and the highest."""
    others = [choice for choice in option.choices if choice != option.default]
    counted = [choice for choice in others if type(choice) is int]
    return [counted[0], counted[-1]] if len(counted) > 3 else others


def _is_possible(game: Game, players: int, turned: dict[str, OptionValue]) -> bool:
    return game.setup_conflict(players, {option.name: option.default for option in game.options} | turned) is None


def table_name(table: Table) -> str:
    game, players, options = table
    return "-".join([game.name, str(players), *(f"{k}={v}" for k, v in options.items())])


ALL = list(tables())
EACH: list[Table] = [(game, max(game.player_counts), {}) for game in GAMES]


def states(table: Table, seed: int = 7) -> Iterator[State]:
    """The positions of a random game, the same object every time."""
    game, players, options = table
    state = game.start(game.setup(players, options, seed))
    rng = Rng(seed)
    yield state
    while state.actor is not None:
        state.play(rng.choice(list(state.legal_moves())))
        yield state


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_a_random_game_is_sound_from_start_to_end(table: Table) -> None:
    game = table[0]
    copies: list[tuple[State, str]] = []
    for number, state in enumerate(states(table)):
        assert state.violations() == []
        assert len(state.scores()) == table[1]
        if state.actor is not None:
            notations = [move.notation for move in state.legal_moves()]
            assert notations
            assert len(set(notations)) == len(notations)
            for notation in notations:
                assert game.is_notation(notation), notation
                assert notation.split() == [notation]
        if number % 10 == 0:
            copies.append((state.copy(), state.digest()))
        assert number < 5000, "the game does not end"
    assert list(state.legal_moves()) == []
    for copy, digest in copies:
        assert copy.digest() == digest, "a copy shares something with the position it was taken from"
    places = state.ranking()
    assert sorted(seat for place in places for seat in place) == list(range(table[1]))
    assert set(state.breakdown()) <= set(table[0].labels().sources)
    columns = state.breakdown().values()
    assert [sum(column) for column in zip(*columns, strict=True)] == state.scores()
    assert state.outcome_text()


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_a_position_survives_json(table: Table) -> None:
    for number, state in enumerate(states(table)):
        if number % 25 == 0 or state.actor is None:
            again = msgspec.json.decode(msgspec.json.encode(state), type=table[0].state_type())
            assert again == state
            assert again.digest() == state.digest()
            assert [m.notation for m in again.legal_moves()] == [m.notation for m in state.legal_moves()]


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_imagining_keeps_what_the_actor_can_see(table: Table) -> None:
    rng = Rng(3)
    for number, state in enumerate(states(table)):
        if state.actor is None or number % 5:
            continue
        before = state.digest()
        world = state.determinize(state.actor, rng)
        assert state.digest() == before
        assert world.violations() == []
        assert [m.notation for m in world.legal_moves()] == [m.notation for m in state.legal_moves()]
        assert world.prompt == state.prompt
        assert world.scores() == state.scores()
        assert world.board_text(state.actor) == state.board_text(state.actor)
        assert [world.describe(m) for m in world.legal_moves()] == [state.describe(m) for m in state.legal_moves()]


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_imagined_luck_is_not_the_true_luck(table: Table) -> None:
    """Whatever stream of chance a position holds, under whatever name, an imagined one has another."""
    game, players, options = table
    state = game.start(game.setup(players, options, 7))
    assert state.actor is not None
    worlds = [state, *(state.determinize(state.actor, Rng(seed)) for seed in range(3))]
    for name in state.__struct_fields__:
        if isinstance(getattr(state, name), Rng):
            assert len({msgspec.json.encode(getattr(world, name)) for world in worlds}) == len(worlds), name


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_a_world_is_imagined_from_nothing_that_the_seat_cannot_know(table: Table) -> None:
    """Positions that look alike to a seat give it the same world from the same luck: no bot can cheat."""
    for number, state in enumerate(states(table)):
        if number % 10 or state.actor is None:
            continue
        for seat in range(table[1]):
            alike = state.determinize(seat, Rng(99))
            assert alike.determinize(seat, Rng(5)).digest() == state.determinize(seat, Rng(5)).digest()


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_bots_choose_alike_whatever_is_hidden(table: Table) -> None:
    for number, state in enumerate(states(table)):
        if state.actor is None or number % 40:
            continue
        alike = state.determinize(state.actor, Rng(99))
        for level in bots.LEVELS:
            chosen = bots.think(table[0], state, level, Rng(5), Budget(steps=8)).plan
            assert chosen == bots.think(table[0], alike, level, Rng(5), Budget(steps=8)).plan


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_every_event_and_move_has_words(table: Table) -> None:
    game, players, options = table
    match = random_match(game, players, options)
    for entry in match.log:
        for event in entry.events:
            sentence = game.describe_event(event, match.names)
            assert sentence and sentence.endswith((".", "!", ":")), sentence
            assert sentence[0].isupper() or sentence[0].isdigit(), sentence
    state = match.state_at(len(match.log) // 2)
    assert state.prompt.sentence
    assert state.progress_text()
    for move in state.legal_moves():
        assert state.describe(move)
    assert state.board_text(None)


def random_match(game: Game, players: int, options: dict[str, OptionValue], seed: int = 5) -> Match:
    match = Match.new(game, [Seat(f"P{i}") for i in range(players)], options, seed)
    rng = Rng(seed)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    return match


@pytest.mark.parametrize("table", EACH[:-1], ids=table_name)
def test_a_log_replays_to_the_same_position_in_another_process(table: Table) -> None:
    game, players, options = table
    match = random_match(game, players, options)
    moves = [entry.notation for entry in match.log]
    again = Match.replay(game, match.setup, match.seats, moves)
    assert again.state.digest() == match.state.digest()
    program = (
        "import sys, msgspec\n"
        "from core import registry\nfrom core.match import Match, Seat\n"
        "name, players, seed, moves = msgspec.json.decode(sys.stdin.buffer.read())\n"
        "game = registry.get_game(name)\n"
        "seats = [Seat(f'P{i}') for i in range(players)]\n"
        "match = Match.replay(game, game.setup(players, {}, seed), seats, moves)\n"
        "print(match.state.digest())\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        input=msgspec.json.encode([game.name, players, match.setup.seed, moves]),
        capture_output=True,
        env={"PYTHONHASHSEED": "123", "PYTHONPATH": ":".join(p or "." for p in sys.path)},
        check=True,
    )
    assert told.stdout.decode().strip() == match.state.digest()


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_undo_leads_back_to_the_start_and_redo_to_the_end(table: Table) -> None:
    game, players, options = table
    seats = [Seat("You"), *(Seat(f"Bot {i}", "bot", "random") for i in range(1, players))]
    match = Match.new(game, seats, options, 5)
    first, rng = match.state.digest(), Rng(5)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    last, length = match.state.digest(), len(match.log)
    while any(entry.origin == "chosen" and entry.seat == 0 for entry in match.log):
        match.undo()
    if match.log:
        match.undo_to(0)
    assert match.state.digest() == game.start(match.setup).digest() or match.state.digest() == first
    while match.can_redo:
        match.redo()
    assert (match.state.digest(), len(match.log)) == (last, length)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_wrong_notations_are_told_apart(game: Game) -> None:
    state = game.start(game.setup(min(game.player_counts), {}, 1))
    with pytest.raises(InvalidMoveError, match=game.title):
        find_move(game, state, "§ what?")
    legal = [move.notation for move in state.legal_moves()]
    every = {m.notation for s in states((game, min(game.player_counts), {})) for m in s.legal_moves()}
    for later in every - set(legal):
        with pytest.raises(IllegalMoveError) as caught:
            find_move(game, state, later)
        assert caught.value.legal == legal


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_impossible_tables_are_refused_in_a_sentence(game: Game) -> None:
    too_many = max(game.player_counts) + 1
    with pytest.raises(InvalidMatchError, match=f"{game.title} seats .* players, not {too_many}"):
        game.setup(too_many, {}, 1)
    with pytest.raises(InvalidMatchError, match="has no option 'nonsense'"):
        game.setup(max(game.player_counts), {"nonsense": True}, 1)
    for option in game.options:
        with pytest.raises(InvalidMatchError, match=f"Option {option.name} can be"):
            game.setup(max(game.player_counts), {option.name: "nonsense"}, 1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_introduces_itself_in_a_line(game: Game) -> None:
    assert game.name == game.title.lower()
    assert 20 < len(game.tagline) <= 52 and game.tagline[0].isupper() and game.tagline[-1].isalpha()
    assert game.credits.startswith("by ")
    assert game.rules().startswith(f"# {game.title}\n")
    for option in (*game.options, *game.habits):
        assert option.default in option.choices
        assert option.help and len(option.help) < 76


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_the_shelf_tells_of_a_game_without_loading_its_rules(game: Game) -> None:
    program = "import sys; from core import registry; registry.all_games(); print(sorted(sys.modules))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert f"core.games.{game.name}" in told.stdout
    assert f"core.games.{game.name}.rules" not in told.stdout


def test_core_knows_no_screen_and_no_disk() -> None:
    program = (
        "import sys\nfrom core import registry\nfrom core.match import Match\n"
        "for game in registry.all_games(): game.start(game.setup(game.player_counts[-1], {}, 1)).legal_moves()\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('textual', 'rich', 'tui', 'saves', 'themes')])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


# Steps that all take at once

TOGETHER = [table for table in ALL if table[0].name in ("mezen", "gzhel", "mezo") and table[1] > 1]


def part_of(state: State, seat: int, rng: Rng, chosen: list[str] | None = None) -> list[tuple[object, ...]]:
    """What a seat is asked and told while the turn is its own, playing at random or as was chosen before."""
    seen: list[tuple[object, ...]] = []
    round_ = state.round
    while state.actor == seat and state.round == round_:
        legal = list(state.legal_moves())
        wanted = chosen[len(seen)] if chosen else rng.choice(legal).notation
        assert wanted in [move.notation for move in legal], "what could be chosen before cannot be chosen now"
        events: list[GameEvent] = []
        asked = state.prompt, [(move.notation, state.describe(move)) for move in legal]
        state.play(next(move for move in legal if move.notation == wanted), events.append)
        told = [event for event in events if event.seat == seat and event.kind not in ROUND_ENDS]
        seen.append((wanted, *asked, told))
    return seen


def asides(table: Table) -> Iterator[tuple[State, int, State]]:
    """Every third of the positions of a random game in which a seat can decide aside: the true one, and that."""
    found = 0
    for state in states(table):
        for seat in range(table[1]):
            if (view := state.early_state(seat)) is not None:
                found += 1
                if found % 3 == 1:
                    yield state, seat, view


#: What a seat has arranged: nobody else touches it before the next step.
OWN: dict[str, Callable[[Any, int], object]] = {
    "mezen": lambda state, seat: state.paintings[seat],
    "gzhel": lambda state, seat: state.pads[2 * seat : 2 * seat + 2],
    "mezo": lambda state, seat: (state.decks[seat], state.cards[seat]),
}
#: Events of a seat that tell how the round ended, which depends on everybody.
ROUND_ENDS = {"scored", "stamps", "round", "dealt", "pay", "stay", "card", "earn"}


@pytest.mark.parametrize("table", TOGETHER, ids=table_name)
def test_a_seat_decides_aside_what_it_would_decide_in_its_place(table: Table) -> None:
    """Whatever the others do until then: its moves, their words and what comes of them are the same."""
    own = OWN[table[0].name]
    number = 0
    for number, (state, seat, view) in enumerate(asides(table)):
        assert view.actor == seat and view.violations() == []
        assert view.scores() == state.scores() and view.round == state.round
        assert view.board_text(seat)
        before = state.digest()
        decided = part_of(view, seat, Rng(number))
        assert state.digest() == before, "looking ahead changed the position"
        for other_luck in (1, 2):
            later, rng = state.copy(), Rng(other_luck + number)
            while later.actor != seat:
                later.play(rng.choice(list(later.legal_moves())))
            assert part_of(later, seat, rng, [str(step[0]) for step in decided]) == decided
            assert own(later, seat) == own(view, seat)
    assert number >= 2


@pytest.mark.parametrize("table", TOGETHER, ids=table_name)
def test_deciding_aside_shows_nothing_that_the_seat_cannot_know(table: Table) -> None:
    for state, seat, view in asides(table):
        alike = state.determinize(seat, Rng(99)).early_state(seat)
        assert alike is not None
        assert alike.board_text(seat) == view.board_text(seat)
        assert alike.prompt == view.prompt
        assert [alike.describe(move) for move in alike.legal_moves()] == [
            view.describe(move) for move in view.legal_moves()
        ]
        assert alike.determinize(seat, Rng(5)).digest() == view.determinize(seat, Rng(5)).digest()


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_only_who_waits_for_a_place_decides_aside(table: Table) -> None:
    for state in states(table):
        if state.actor is None:
            assert all(state.early_state(seat) is None for seat in range(table[1]))
        else:
            assert state.early_state(state.actor) is None
