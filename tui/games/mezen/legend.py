"""The legend of Mezen: its signs, and what players look up in the printed game."""

from core.games.mezen.components import DARK_ROUND, FACES, GOALS, REFUSAL, ROUNDS, SETS, SPRUCE, TITLES
from core.games.mezen.labels import LABELS
from core.games.mezen.state import MezenState
from core.games.mezen.text import LETTERS, goal_text
from tui.match.legend import LegendRow
from tui.sessions.session import CHANGED_EARLIER, CHANGED_LAST


def legend_rows(state: MezenState, ascii: bool) -> list[LegendRow]:
    """Return the legend for a position."""
    return [
        LegendRow("Tiles", is_heading=True),
        *(_animal_row(face, ascii) for face in range(len(FACES))),
        LegendRow("light side up", " a ", "light_horse", "light_tile"),
        LegendRow("dark side up (capital letters)", " A ", "dark_horse", "dark_tile"),
        LegendRow("in a tile's corner: the letter of its back, once you know it", " h ", "light_sign", "light_tile"),
        LegendRow("in a tile's corner: a spruce on the back", " ▲ ", "light_spruce", "light_tile"),
        LegendRow("Signs", is_heading=True),
        LegendRow("amulet", "◈" if not ascii else "*", "accent"),
        LegendRow("a bridge: links groups, and is not lifted itself", "+", "accent_ink", "accent"),
        LegendRow("excluded: belongs to no group, and is not lifted", "-", "accent_ink", "accent"),
        LegendRow("falls when the group below it is lifted", "↓"),
        LegendRow("changed since your last turn: by the last move, or earlier", f"{CHANGED_LAST} {CHANGED_EARLIER}"),
        LegendRow("what this round's goal would pay a player now", "+6", "dim"),
        LegendRow("Goal cards", is_heading=True),
        LegendRow("counts: this animal", " b ", "accent_ink", "accent", "bold"),
        LegendRow("counts: one animal of your choice", " ■ ", "accent_ink", "accent", "bold"),
        LegendRow("must not be the same animal", " × ", "dim", "hole"),
        LegendRow("light tile, dark tile, spruce", "○●▲"),
        LegendRow("Points besides the goals", is_heading=True),
        LegendRow(f"After round {DARK_ROUND}: 1 point for each dark tile, once."),
        LegendRow(f"After round {ROUNDS}: 1 point for each light tile, each amulet and each tile of one group."),
        LegendRow(f"Any goal: take its points, or {REFUSAL} amulets instead."),
        LegendRow(f"Amulets left in the pool: {state.pool}."),
        LegendRow(f"Alone: {', '.join(f'{LABELS.title(title)} from {least}' for least, title in TITLES if least)}."),
        *_goal_rows(state),
    ]


def goals_to_come(state: MezenState) -> list[int]:
    """Return the goals of the set that are not open yet; the rest of the game takes some of them."""
    return sorted(set(SETS[state.icon]) - set(state.deck[: state.opened]))


def _goal_rows(state: MezenState) -> list[LegendRow]:
    """Return the goals to come, and how many of them will."""
    closed, left = goals_to_come(state), ROUNDS - state.opened
    if not left:
        return []
    heading = LegendRow(f"Goals still to come: {left} of these {len(closed)}", is_heading=True)
    return [heading, *(LegendRow(f"{goal_text(GOALS[card])}.") for card in closed)]


def _animal_row(face: int, ascii: bool) -> LegendRow:
    """Return the name of a face beside its letter."""
    if face == SPRUCE:
        text = "spruce: dark only; belongs to every group it touches; cannot be called or paid for"
        return LegendRow(text, f" {LETTERS[face].upper()} ", "dark_spruce", "dark_tile", "bold")
    return LegendRow(FACES[face], f" {LETTERS[face]} ", f"light_{FACES[face]}", "light_tile", "bold")
