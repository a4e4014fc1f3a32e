"""Writes one seeded random game per game and variant as readable text.

`python -m tests.core.playthroughs` writes them anew. Read the difference before it is committed: it shows
what a change of rules or words does.
"""

from collections.abc import Iterator
from pathlib import Path

from core import registry
from core.game import STARTER, Game, OptionValue
from core.match import Match, Seat
from core.rng import Rng
from core.starting_player import DRAWN

FOLDER = Path(__file__).parent.parent / "playthroughs"

#: In how many positions the whole board is shown, and how many moves are listed at most.
_BOARDS = 4
_MOVES = 8

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Daria")


def variants(game: Game) -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """The fewest and the most players by default, one table with every option turned, and one where another begins.

    Where a rule has changed they are played as before: a golden game stays what it was.
    """
    begins = {option.name: option.value_in(0) for option in game.options if option.name == STARTER}
    older = {option.name: option.value_in(0) for option in game.options if option.before}
    yield f"{game.name}-{game.player_counts[0]}", game.player_counts[0], older
    yield f"{game.name}-{game.player_counts[-1]}", game.player_counts[-1], older
    turned = {option.name: next(c for c in option.choices if c != option.default) for option in game.options}
    for players in reversed(game.player_counts):
        if turned and game.setup_conflict(players, turned | begins) is None:
            yield f"{game.name}-{players}-options", players, turned | begins
            break
    if begins:
        yield f"{game.name}-3-starter", 3, {STARTER: 2 if begins[STARTER] == DRAWN else DRAWN}


def playthrough(game: Game, players: int, options: dict[str, OptionValue], seed: int = 1) -> str:
    """A random game as text: prompts, legal moves, moves and events; a few positions in full."""
    match = Match.new(game, [Seat(name) for name in NAMES[:players]], options, seed)
    rng = Rng(seed + 1000)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    lines = [f"{game.title}, edition {game.edition}, {players} seats, seed {seed}, {match.setup.options}"]
    state = game.start(match.setup)
    shown = {i * len(match.log) // _BOARDS for i in range(_BOARDS)}
    for number, entry in enumerate(match.log):
        if number in shown:
            lines += ["", f"-- {state.progress_text()}, position {state.digest()}", state.board_text(entry.seat), ""]
        legal = list(state.legal_moves())
        listed = " ".join(move.notation for move in legal[:_MOVES])
        more = f" … {len(legal)} in all" if len(legal) > _MOVES else ""
        move = next(move for move in legal if move.notation == entry.notation)
        lines.append(f"{number + 1}. {NAMES[entry.seat]} ({state.prompt.kind}) {state.prompt.sentence}")
        lines.append(f"   legal: {listed}{more}")
        lines.append(f"   {entry.notation}: {state.describe(move)}")
        state.play(move)
        lines += [f"   * {game.describe_event(event, NAMES)}" for event in entry.events]
    lines += ["", f"-- over, position {state.digest()}", state.board_text(None), "", state.outcome_text()]
    for place, seats in enumerate(state.ranking(), 1):
        lines += [f"{place}. {NAMES[seat]} {state.scores()[seat]}" for seat in seats]
    label = game.labels().source
    lines += [f"   {label(source)}: {' '.join(map(str, points))}" for source, points in state.breakdown().items()]
    return "\n".join(lines) + "\n"


def write_playthroughs(game: Game) -> None:
    """Write every golden game of `game`."""
    for name, players, options in variants(game):
        (FOLDER / f"{name}.txt").write_text(playthrough(game, players, options), "utf-8")


if __name__ == "__main__":
    for each in registry.all_games():
        write_playthroughs(each)
