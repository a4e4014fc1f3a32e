"""The rules: random games against random chess, the cost of a step, import, undo and loading."""

import statistics
from functools import partial
from time import process_time

import chess

from core import registry
from core.game import Game, Move, State
from core.match import Match, Seat
from core.rng import Rng
from tests.bench.measure import Row, micros, pace, process_ms

#: How much faster than random chess random games have to be.
FASTER = {"mezen": 5, "gzhel": 5}
FASTER_THAN_CHESS = 3

_SECONDS = 0.5
_POSITIONS = 24


def figures() -> list[Row]:
    rows = _importing()
    for game in registry.all_games():
        rows += _speed(game)
        rows += _steps(game)
        rows += _looking_back(game)
    return rows


# Import


def _importing() -> list[Row]:
    slower = pace()
    program = "from core import registry\nfrom core.match import Match\nregistry.all_games()\n"
    bare, whole = process_ms("pass"), process_ms(program)
    rows = [Row("import of core over bare Python", (whole - bare) / slower, "ms", "< 60")]
    for game in registry.all_games():
        start = f"game = shelf.game({game.name!r})\ngame.start(game.setup({game.player_counts[-1]}, {{}}, 1)).moves()"
        begun = process_ms(program + start)
        rows.append(Row(f"{game.name}: its rules loaded, a first position", (begun - whole) / slower, "ms"))
    return rows


# Random games


def _speed(game: Game) -> list[Row]:
    """Moves a second in random games, as a ratio to chess: turn about, so that both see the same machine."""
    ours, chess_, ratios = [], [], []
    for turn in range(3):
        mine = _random_games(game, turn)
        theirs = _random_chess(turn)
        ours.append(mine)
        chess_.append(theirs)
        ratios.append(mine / theirs)
    aim = f">= {FASTER.get(game.name, FASTER_THAN_CHESS)}"
    return [
        Row(f"{game.name}: random games", statistics.median(ours), "moves/s"),
        Row(f"{game.name}: random chess in the same run", statistics.median(chess_), "moves/s"),
        Row(f"{game.name}: times as fast as chess", statistics.median(ratios), "x", aim),
    ]


def _random_games(game: Game, seed: int) -> float:
    """Every number of seats in turn, until the time is up; the last game is played to its end."""
    rng = Rng(seed)
    below = rng.randrange
    moves = number = 0
    start = process_time()
    while process_time() - start < _SECONDS:
        for players in game.player_counts:
            state = game.start(game.setup(players, {}, seed + number))
            number += 1
            while state.actor is not None:
                legal = state.legal_moves()
                state.play(legal[below(len(legal))])
                moves += 1
    return moves / (process_time() - start)


def _random_chess(seed: int) -> float:
    rng = Rng(seed)
    below = rng.randrange
    moves = 0
    start = process_time()
    while process_time() - start < _SECONDS:
        board = chess.Board()
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[below(len(legal))])
            moves += 1
    return moves / (process_time() - start)


# One step


def _middle(game: Game, players: int) -> list[State]:
    """Positions spread over the middle half of a random game, the same in every run."""
    state = game.start(game.setup(players, {}, 1))
    rng = Rng(1)
    passed = []
    while state.actor is not None:
        passed.append(state.copy())
        state.play(rng.choice(list(state.legal_moves())))
    quarter = len(passed) // 4
    middle = passed[quarter : 3 * quarter]
    return middle[:: max(1, len(middle) // _POSITIONS)]


def _play_on_a_copy(state: State, move: Move) -> None:
    state.copy().play(move)


def _steps(game: Game) -> list[Row]:
    slower = pace()
    players = game.player_counts[-1]
    positions = _middle(game, players)
    rng = Rng(2)
    copying = statistics.mean(micros(state.copy, 0.01) for state in positions)
    asking = [micros(state.legal_moves, 0.01) for state in positions]
    playing = []
    for state in positions:
        move = rng.choice(list(state.legal_moves()))
        # Playing changes the position, so each goes on a copy; the copy's own cost is taken off.
        both = micros(partial(_play_on_a_copy, state, move), 0.01)
        playing.append(max(0.0, both - micros(state.copy, 0.01)))
    imagining = [micros(partial(state.determinize, state.actor, rng), 0.01) for state in positions]
    where = f"{game.name}, {players} seats"
    return [
        Row(f"{where}: copy", copying / slower, "us", "< 5"),
        Row(f"{where}: moves", statistics.mean(asking) / slower, "us", "< 50"),
        Row(f"{where}: play", statistics.mean(playing) / slower, "us", "< 15"),
        Row(f"{where}: imagine", statistics.mean(imagining) / slower, "us"),
    ]


# Undo, replay, loading


def _looking_back(game: Game) -> list[Row]:
    slower = pace()
    players = game.player_counts[-1]
    match = Match.new(game, [Seat(f"P{i}", "bot", "random") for i in range(players - 1)] + [Seat("You")], seed=3)
    rng = Rng(3)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    moves = [entry.notation for entry in match.log]
    looking = max(_best(partial(match.state_at, at)) for at in range(len(moves)))
    loading = min(_once(lambda: Match.replay(game, match.setup, match.seats, moves)) for _ in range(5))
    worst = 0.0
    while any(entry.origin == "chosen" and entry.seat == players - 1 for entry in match.log):
        worst = max(worst, _once(match.undo))
    where = f"{game.name}, {players} seats"
    return [
        Row(f"{where}: a step of undo, the worst", worst / slower, "ms", "< 10"),
        Row(f"{where}: a look at any position, the worst", looking / slower, "ms", "< 10"),
        Row(f"{where}: loading a finished match of {len(moves)} moves", loading / slower, "ms", "< 100"),
    ]


def _once(action: object) -> float:
    start = process_time()
    action()  # type: ignore[operator]
    return (process_time() - start) * 1000


def _best(action: object) -> float:
    return min(_once(action) for _ in range(3))
