"""The choice of a god before the first Age of Mezo: a list of names, and the whole text of the one under the cursor."""

from collections.abc import Iterable, Sequence

from textual.geometry import Region

from core.games.mezo.components import CARDS, GODS, God
from core.games.mezo.state import MezoState
from core.text import initials
from core.view import Target
from themes import Palette
from tui.games.mezo import god_pictures
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import wrap

#: The columns of the list.
LIST_WIDTH = 22
#: How many times as large a face is where there is room, and what the text of a god needs beside it.
_LARGE, _TEXT_BESIDE_FACE, _ROWS_BESIDE_FACE = 2, 56, 32


def god_areas(targets: Iterable[Target], height: int) -> dict[Target, Region]:
    """Return the regions of the gods below each other."""
    step = 1 if height < 3 * len(GODS) else 2
    return {target: Region(0, 1 + target.number * step, LIST_WIDTH - 1, 1) for target in targets}


def paint_list(
    canvas: Canvas,
    palette: Palette,
    state: MezoState,
    players: Sequence[str],
    areas: dict[Target, Region],
    cursor: Target | None,
    with_face: bool,
) -> None:
    """Draw each god with its digit and a word, or with the player who has chosen it; below, the one at the cursor."""
    for target, area in areas.items():
        god = GODS[target.number]
        seat = state.gods.index(target.number) if target.number in state.gods else None
        ink, on = ("cursor_ink", "cursor") if target == cursor else ("faint" if seat is not None else "ink", "ground")
        small = "cursor_ink" if target == cursor else "dim"
        canvas.fill(area, palette.style(ink, on))
        canvas.draw_text(area.x + 1, area.y, f"{target.number + 1} {god.name}", palette.style(ink, on, "bold"))
        if seat is None:
            canvas.draw_text_right(area.right - 1, area.y, word(god), palette.style(small, on))
        else:
            room = area.width - len(god.name) - 5
            name = players[seat] if len(players[seat]) <= room else initials(players)[seat]
            badge = palette.style("badge", f"dark_{seat + 1}", "bold")
            canvas.draw_text_right(area.right, area.y, f" {name} ", badge)

    top = 1 + max((area.bottom for area in areas.values()), default=0)
    if with_face and cursor is not None and cursor.kind == "god" and top + god_pictures.HEIGHT <= canvas.height:
        god_pictures.draw_face(canvas, (LIST_WIDTH - god_pictures.WIDTH) // 2, top, cursor.number)


def word(god: God) -> str:
    """Return the word with which a god's way of playing begins."""
    return god.theme.partition(":")[0]


def has_large_face(width: int, height: int) -> bool:
    """Whether a large face has room beside the text of a god; else there is a small one below the list."""
    return width >= _TEXT_BESIDE_FACE + _LARGE * god_pictures.WIDTH and height >= _ROWS_BESIDE_FACE


def paint_god(canvas: Canvas, palette: Palette, god: God, with_face: bool) -> None:
    """Draw a god with its Call and all its cards; the way it plays is left out where rows are scarce."""
    width = canvas.width
    if with_face and has_large_face(*canvas.size):
        left = width - _LARGE * god_pictures.WIDTH - 1
        god_pictures.draw_face(canvas, left, 1, GODS.index(god), _LARGE)
        width = left - 3
    blocks = _fitting_blocks(god, width, canvas.height - 1)
    gap = 1 if sum(map(len, blocks)) + len(blocks) < canvas.height else 0
    x = canvas.draw_text(0, 0, god.name, palette.style("accent", attributes="bold"))
    canvas.draw_text(x, 0, f" · {god.title}", palette.style())
    y = 1
    for number, block in enumerate(blocks):
        y += gap
        # Without rows between them paragraphs lie on two grounds in turn.
        on = "ground" if gap or number % 2 else "panel"
        canvas.fill(Region(0, y, width, len(block)), palette.style("ink", on))
        for parts in block:
            x = 0
            for text, role in parts:
                style = palette.style(role, on, "bold" if role in ("accent", "good") else "")
                x = canvas.draw_text(x, y, text, style)
            y += 1


#: A line: texts with the roles of their colours.
_Line = list[tuple[str, str]]


def _fitting_blocks(god: God, width: int, rows: int) -> list[list[_Line]]:
    """Return the paragraphs about a god, a column free behind them; where rows are scarce, without how it plays."""
    free = _blocks(god, width - 1)
    wishes = [free, free[1:], _blocks(god, width)[1:]]
    return next((blocks for blocks in wishes if sum(map(len, blocks)) <= rows), wishes[-1])


def _blocks(god: God, width: int) -> list[list[_Line]]:
    """Return how it plays, its Call, its cards and what every card has, each as lines."""
    plays = god.theme.partition(": ")[2]
    blocks: list[list[_Line]] = [[[(line, "dim")] for line in wrap(f"{plays[:1].upper()}{plays[1:]}", width)]]
    blocks.append(_flow([("Call", "good"), (god.call.text, "ink")], width))
    for card, (first, second, _) in zip(CARDS, god.actions, strict=True):
        told = [
            (card.capitalize(), "accent"),
            ("1", "accent"),
            (first.text, "ink"),
            ("2", "accent"),
            (second.text, "ink"),
        ]
        blocks.append(_flow(told, width))
    last = [("Every card", "accent"), ("3", "accent"), (god.actions[0][2].text, "ink")]
    return [*blocks, _flow(last, width)]


def _flow(parts: Sequence[tuple[str, str]], width: int) -> list[_Line]:
    """Return texts with their roles as one paragraph."""
    lines: list[_Line] = [[]]
    used = 0
    for text, role in parts:
        for each in text.split():
            if used and used + 1 + len(each) > width:
                lines.append([])
                used = 0
            elif used:
                lines[-1].append((" ", "ink"))
                used += 1
            lines[-1].append((each, role))
            used += len(each)
    return lines
