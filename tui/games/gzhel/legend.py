"""The legend of Gzhel: its signs as they are drawn, and what a player looks up in the printed game."""

from core.games.gzhel.components import FLOWER_LETTERS, FLOWERS, PATTERN_POINTS, PATTERNS, STAMP_POINTS, TITLES
from core.games.gzhel.labels import LABELS
from core.games.gzhel.view import FLOWER_KEYS, STAMP_KEYS
from tui.games.gzhel import art
from tui.games.gzhel.board import signs
from tui.match.legend import LegendRow
from tui.sessions.session import CHANGED_EARLIER, CHANGED_LAST


def piece_rows(plain: bool) -> list[LegendRow]:
    """Return the four patterns, the five flowers and a stamp."""
    rows = [
        LegendRow(name, art.weave(pattern, 3, 2, plain)[0], f"{name}_line", name)
        for pattern, name in enumerate(PATTERNS)
    ]
    for kind, name in enumerate(FLOWERS):
        rows.append(
            LegendRow(
                name, f"({FLOWER_LETTERS[kind]})" if plain else f" {FLOWER_LETTERS[kind]} ", f"on_{name}", name, "bold"
            )
        )
    return [*rows, LegendRow("stamp", "[R]" if plain else " R ", "stamp_ink", "dark_rose", "bold")]


def mark_rows(plain: bool) -> list[LegendRow]:
    """Return the signs beside spaces."""
    on_pads = signs(plain)
    return [
        LegendRow("goal pays", f"{on_pads[0]} {on_pads[1]}", "pays", "pad", "bold"),
        LegendRow("pattern pays", f" {on_pads[2]} ", "pays", "pad", "bold"),
        LegendRow("just changed", f" {CHANGED_LAST} ", "new", "pad", "bold"),
        LegendRow("earlier", f" {CHANGED_EARLIER} ", "new", "pad", "bold"),
    ]


def key_lines(width: int, plain: bool) -> list[list[LegendRow]]:
    """Return the key to the pads in two lines of so many columns: the patterns, a stamp, and the signs that pay."""
    stamp, on_pads = piece_rows(plain)[-1], signs(plain)
    pays = LegendRow("earns points", on_pads, "pays", "pad", "bold")
    for columns, space in ((2, " "), (1, " "), (1, "")):
        patterns = [
            LegendRow(
                f"{space}{name}" if space or not plain else name.title(),
                art.weave(pattern, columns, 1, plain)[0],
                f"{name}_line",
                name,
            )
            for pattern, name in enumerate(PATTERNS)
        ]
        lines = [patterns, [stamp._replace(text=f" {stamp.text}"), pays._replace(text=f" {pays.text}")]]
        if all(sum(len(row.sign) + len(row.text) + 1 for row in line) - 1 <= width for line in lines):
            return lines
    return []


def legend_rows(plain: bool) -> list[LegendRow]:
    """Return the whole legend."""
    pieces, marks = piece_rows(plain), mark_rows(plain)
    flowers, stamp = pieces[len(PATTERNS) : -1], pieces[-1]
    arrow = ">" if plain else "▸"
    return [
        LegendRow("Tokens and their keys", is_heading=True),
        *(
            row._replace(text=f"{row.text}: {key} places the flower, {stamp_key} the stamp")
            for row, key, stamp_key in zip(flowers, FLOWER_KEYS, STAMP_KEYS, strict=True)
        ),
        stamp._replace(text="a stamp: a capital letter; it counts as its flower"),
        LegendRow("in a dashed frame: what Enter would place here", "t? T?", "cursor_ink", "cursor", "bold"),
        LegendRow("Patterns", is_heading=True),
        *pieces[: len(PATTERNS)],
        LegendRow("The pattern of this round's goal has darker lines."),
        LegendRow("Beside a space", is_heading=True),
        marks[0]._replace(text="this token earns points for the goal of its pad"),
        marks[1]._replace(text="this token earns points for the pattern goal"),
        marks[2]._replace(text="changed by the last move of another player"),
        marks[3]._replace(text="changed since your last turn"),
        LegendRow(f"4{arrow}6 beside a goal: 4 points now, 6 after Enter."),
        LegendRow("now +5 beside a player: points this round as things stand."),
        LegendRow("Stamps", is_heading=True),
        LegendRow("Before lifting: place a stamp to use another figurine, for yourself only."),
        LegendRow("After lifting: place a stamp to move 1 flower or swap 2; stamps never move."),
        LegendRow("Flowers you keep at the end of your turn become stamps."),
        LegendRow("Lifting around a stamp flips it to a flower; it stays where it is."),
        LegendRow(f"At the end: {STAMP_POINTS} points for each stamp on your pads, nothing for those in hand."),
        LegendRow("Goals", is_heading=True),
        LegendRow(f"Pattern: {_pattern_points()} of the same flower on its 8 spaces, both pads together."),
        LegendRow("Each round the diamond goal moves to the circle pad, and the circle card flips to its pattern."),
        LegendRow("After 8 rounds the highest score wins; in a tie, fewer stamps on the pads."),
        LegendRow(f"Alone: {', '.join(f'{LABELS.title(title)} from {least}' for least, title in TITLES if least)}."),
    ]


def _pattern_points() -> str:
    """ "2 points for 3, 4 for 4, 7 for 5"."""
    paid = [(count, points) for count, points in enumerate(PATTERN_POINTS) if points]
    first, *rest = paid
    return ", ".join([f"{first[1]} points for {first[0]}", *(f"{points} for {count}" for count, points in rest)])
