"""The ledger beside the chart of Novgorod: missions, career, players, the log; or the ways to do one thing.

Missions, own and open, are always shown. The other parts grow with the room that is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region

from core.games.novgorod import text as novgorod_text
from core.games.novgorod.components import (
    BOTH_SEALS,
    LINE_SEALS,
    MISSIONS,
    ROW_PRIVILEGE,
    ROW_SEALS,
    ROW_X,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    Need,
)
from core.games.novgorod.scoring import completed
from core.games.novgorod.text import DUCATS, SEALS
from core.games.novgorod.view import NOW, THEN, targets
from core.games.novgorod.view.goods_uses import BOTH, BOTTOM, SPECIAL, STEP, TOP, GoodsUse
from core.games.novgorod.view.targets import CAREER
from core.view import Target
from tui.games.novgorod import other_players
from tui.games.novgorod.art import ROLES, parts
from tui.games.novgorod.board import paint_lit, paint_news, paint_token
from tui.match.board_view import SEAT_TARGET
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width, clip

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView

#: The career in one row, in three, or as a ladder under its head.
_ONE_ROW, _THREE_ROWS, _LADDER = 1, 3, 2 + TOP_LEVEL


class Sections(NamedTuple):
    """The first row of each part of the ledger; -1 for a part that is not shown."""

    missions: int
    open: int
    specials: int
    specials_head: bool
    career: int
    career_rows: int
    players: int
    players_head: bool
    log: int


def _sections(board: NovgorodBoardView) -> Sections:
    """Lay out the missions first; the career takes what room there is, and the log or the legend the rest."""
    s = board.state
    height = board.board_rows
    own, display = max(1, len(board.view.missions)), len(s.display)
    special = 1 + len(s.row) if s.row else 0
    players = (s.players - 1) * other_players.HEIGHT if board.is_wide else 1 + s.players
    spare = height - (1 + own + 1 + display + special + _ONE_ROW + players)
    # With all seats taken on a small board, two headings are left out.
    players_head, specials_head = spare >= 0, spare >= -1
    career = _LADDER if spare >= _LADDER - 1 else _THREE_ROWS if spare >= _THREE_ROWS - 1 else _ONE_ROW
    spare -= career - _ONE_ROW
    air = 1 if spare >= 4 and height > 24 else 0
    opens = 1 + own + air
    specials = opens + 1 + display + air - (not specials_head)
    at = specials + special + (air if special else 0) if special else opens + 1 + display + air
    first = at + career + air - (not players_head)
    return Sections(
        0, opens, specials if special else -1, specials_head, at, career, first, players_head, first + players + air
    )


def areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return the regions of all targets in the ledger, beside the chart."""
    if board.view.listed is not None:
        return _way_areas(board)
    s, rows = board.state, _sections(board)
    found = {}
    for step, card in enumerate(board.view.missions):
        if card >= 0:
            found[Target(targets.MISSION, card)] = _line(board, rows.missions + 1 + step)
    for step, card in enumerate([-1, *s.display]):
        found[Target(targets.OPEN, card)] = _line(board, rows.open + step)
    if rows.specials >= 0:
        for step, code in enumerate(s.row):
            found[Target(targets.SPECIAL, code >> 2)] = _line(board, rows.specials + 1 + step)
    found[CAREER] = _line(board, rows.career, rows.career_rows)
    if board.is_wide:
        for step, seat in enumerate(other_players.seats(board)):
            found[Target(SEAT_TARGET, seat)] = _line(
                board, rows.players + step * other_players.HEIGHT, other_players.HEIGHT - 1
            )
    else:
        for seat in range(s.players):
            found[Target(SEAT_TARGET, seat)] = _line(board, rows.players + 1 + seat)
    return found


def _line(board: NovgorodBoardView, y: int, height: int = 1) -> Region:
    return Region(board.board_columns, y, board.side_columns - 1, height)


# Drawing


def paint(board: NovgorodBoardView, canvas: Canvas, at: dict[Target, Region]) -> None:
    if board.view.listed is not None:
        _paint_ways(board, canvas, at)
        return
    rows = _sections(board)
    chances = board.view.possible_uses(board.current_choice)
    _paint_missions(board, canvas, rows.missions, chances)
    _paint_open(board, canvas, rows.open, at)
    if rows.specials >= 0:
        if rows.specials_head:
            narrow = f"Special {SEALS} seals {DUCATS} ducats"
            _head(board, canvas, rows.specials, narrow if canvas.width < 36 else "Special missions")
        _paint_specials(board, canvas, at, chances)
    _paint_career(board, canvas, rows.career, rows.career_rows, chances)
    rest = Region(0, rows.log, canvas.width - 1, canvas.height - rows.log)
    if board.is_wide:
        below = Region(0, rows.players, canvas.width, canvas.height - rows.players)
        board.paint_still(canvas, "players", below, lambda part: _paint_other_players(board, part, at, rest))
    else:
        columns = _LARGE_COLUMNS if board.is_large else _COLUMNS
        if rows.players_head:
            _paint_players_head(board, canvas, rows.players, columns)
        _paint_players(board, canvas, at, columns)
        if rest.height > 1:
            board.paint_log(canvas, rest)


def _paint_other_players(board: NovgorodBoardView, canvas: Canvas, at: Mapping[Target, Region], legend: Region) -> None:
    for seat in other_players.seats(board):
        other_players.paint_player(board, canvas, at[Target(SEAT_TARGET, seat)].y, seat)
    other_players.paint_legend(board, canvas, legend)


def _head(board: NovgorodBoardView, canvas: Canvas, y: int, title: str, note: str = "") -> None:
    palette = board.palette
    after = canvas.draw_text(0, y, f"{title} ", palette.style("accent", attributes="bold"))
    canvas.draw_text(after, y, "─" * (canvas.width - 1 - after), palette.style("faint"))
    if note:
        canvas.draw_text_right(canvas.width - 1, y, f" {note}", palette.style("dim"))


def _row_colours(board: NovgorodBoardView, target: Target) -> tuple[str, str]:
    """Return text colour and background of a target's line: the cursor's, or bright where something can be chosen."""
    if target in board.highlighted_targets:
        return "mark_ink", "mark"
    if board.points_at(target):
        return "cursor_ink", "cursor"
    useful = not board.is_deciding or board.view.invites(target)
    return "ink" if useful else "dim", "panel" if useful and board.is_deciding else "ground"


def _begin_row(board: NovgorodBoardView, canvas: Canvas, target: Target, y: int) -> tuple[str, str, str]:
    """Clear the line of a target; return its text colour, its background, and the colour of all text there, if one."""
    ink, on = _row_colours(board, target)
    canvas.draw_text(0, y, " " * (canvas.width - 1), board.palette.style(ink, on))
    return ink, on, ink if on in ("cursor", "mark") else ""


def paint_need(board: NovgorodBoardView, canvas: Canvas, x: int, y: int, need: Need, on: str, plain: str = "") -> int:
    """Draw goods and luxuries by shape and name, in the colours of their families."""
    palette = board.palette
    for step, (name, family) in enumerate(parts(need, canvas.width - 1 - x, board.ascii)):
        if step:
            x = canvas.draw_text(x, y, "+", palette.style(plain or "dim", on))
        role = plain or (ROLES[family] if family >= 0 else "ink")
        x = canvas.draw_text(x, y, name, palette.style(role, on))
    return x


# Missions

#: What the route can meet, now or then.
Chances = dict[GoodsUse, str]

#: What the ledger writes before a line that the route can meet, or could with the city under the cursor.
_CHANCES = {NOW: ("✓", "good"), THEN: ("+", "accent"), "": (" ", "dim")}


def _paint_missions(board: NovgorodBoardView, canvas: Canvas, y: int, chances: Chances) -> None:
    seat = board.board_seat
    whose = "Your missions" if seat == board.viewer else f"Missions of {board.names[seat]}"
    done = completed(board.state, seat)
    _head(board, canvas, y, clip(whose, 22), f"{done} done" if done else "")
    if not board.view.missions:
        canvas.draw_text(1, y + 1, "none in progress", board.palette.style("dim"))
    for step, card in enumerate(board.view.missions):
        if card < 0:
            canvas.draw_text(1, y + 1 + step, "a secret mission", board.palette.style("dim"))
        else:
            _paint_mission(board, canvas, y + 1 + step, card, chances)


def _paint_mission(board: NovgorodBoardView, canvas: Canvas, y: int, card: int, chances: Chances) -> None:
    """Draw both lines, each with a mark when the route can meet it, and the seals in reach."""
    s, palette = board.state, board.palette
    target = Target(targets.MISSION, card)
    _, on, plain = _begin_row(board, canvas, target, y)
    left = s.left[board.board_seat] >> card & 1
    top, bottom = MISSIONS[card]
    sign, role = _CHANCES[chances.get(GoodsUse(TOP, card), "")]
    x = canvas.draw_text(0, y, sign, palette.style(plain or role, on, "bold"))
    if left:
        x = canvas.draw_text(x, y, "top done", palette.style(plain or "dim", on))
    else:
        x = paint_need(board, canvas, x, y, top, on, plain)
    sign, role = _CHANCES[chances.get(GoodsUse(BOTTOM, card), "")]
    x = canvas.draw_text(x, y, "/", palette.style(plain or "dim", on))
    if sign != " ":
        x = canvas.draw_text(x, y, sign, palette.style(plain or role, on, "bold"))
    x = paint_need(board, canvas, x, y, bottom, on, plain)
    worth = BOTH_SEALS if GoodsUse(BOTH, card) in chances else LINE_SEALS
    if left and s.topped >> card & 1:
        worth = BOTH_SEALS - LINE_SEALS
    in_reach = GoodsUse(TOP, card) in chances or GoodsUse(BOTTOM, card) in chances
    if in_reach and x < canvas.width - 3:
        canvas.draw_text_right(canvas.width - 1, y, f"{worth}{SEALS}", palette.style(plain or "seal", on, "bold"))
    paint_news(board, canvas, target, canvas.width - 1, y)


def _paint_open(board: NovgorodBoardView, canvas: Canvas, y: int, areas: dict[Target, Region]) -> None:
    """Draw the missions that anybody can buy, below a heading that is the deck itself."""
    s, palette = board.state, board.palette
    deck = Target(targets.OPEN, -1)
    _head(board, canvas, y, "Open missions")
    ink, on = _row_colours(board, deck)
    wide = canvas.width > 36
    text = f"{'6 ducats, ' if wide else ''}unseen: deck of {len(s.deck)}" if s.deck else "the deck is empty"
    shown = text if cell_width(text) <= canvas.width - 16 else f"deck of {len(s.deck)}"
    canvas.draw_text_right(canvas.width - 1, y, f" {shown}", palette.style(ink, on))
    for card in s.display:
        target = Target(targets.OPEN, card)
        at = areas[target].y
        _, on, plain = _begin_row(board, canvas, target, at)
        top, bottom = MISSIONS[card]
        x = paint_need(board, canvas, 1, at, top, on, plain)
        x = canvas.draw_text(x, at, "/", palette.style(plain or "dim", on))
        paint_need(board, canvas, x, at, bottom, on, plain)
        paint_news(board, canvas, target, canvas.width - 1, at)


def _paint_specials(board: NovgorodBoardView, canvas: Canvas, areas: dict[Target, Region], chances: Chances) -> None:
    """Draw what each special gives, what it costs now, and what it asks for."""
    s, palette = board.state, board.palette
    for step, code in enumerate(s.row):
        card, half = code >> 2, SPECIALS[code >> 2][code & 3]
        target = Target(targets.SPECIAL, card)
        at = areas[target].y
        _, on, plain = _begin_row(board, canvas, target, at)
        done = s.done >> step & 1
        sign, role = ("✓", "dim") if done else _CHANCES[chances.get(GoodsUse(SPECIAL, card), "")]
        x = canvas.draw_text(0, at, sign, palette.style(plain or role, on, "bold"))
        x = canvas.draw_text(x, at, f"{half.seals}{SEALS}", palette.style(plain or "seal", on, "bold"))
        if not done:
            price = board.view.special_price(step)
            x = canvas.draw_text(x, at, f"{price}{DUCATS}", palette.style(plain or "coin", on))
        paint_need(board, canvas, x + 1, at, half.need, on, "dim" if done else plain)
        paint_news(board, canvas, target, canvas.width - 1, at)


# The career


def _paint_career(board: NovgorodBoardView, canvas: Canvas, y: int, rows: int, chances: Chances) -> None:
    """Draw what the next step costs and what it covers; with room, the whole ladder."""
    s, seat, palette = board.state, board.board_seat, board.palette
    career, level = board.view.career(board.current_choice), s.level[seat]
    ink, on, plain = _begin_row(board, canvas, CAREER, y)
    sign, role = _CHANCES[chances.get(GoodsUse(STEP, -1), "")]
    x = canvas.draw_text(0, y, sign, palette.style(plain or role, on, "bold"))
    x = canvas.draw_text(x, y, "Career ", palette.style(plain or "accent", on, "bold"))
    step = f"step: {_price(career, level)}" if level < TOP_LEVEL else "the top is reached"
    canvas.draw_text(x, y, clip(step, canvas.width - x - 1), palette.style(ink, on))
    paint_news(board, canvas, CAREER, canvas.width - 1, y)
    if rows == _LADDER:
        _paint_ladder(board, canvas, y + 1, career, level)
    elif rows == _THREE_ROWS:
        told = [f"row {level}: {row_worth(level)}", _covers(board, career, level)]
        canvas.draw_lines(1, y + 1, [clip(line, canvas.width - 2) for line in told], palette.style("dim"))
    if rows > _ONE_ROW and CAREER in board.highlighted_targets:
        paint_lit(board, canvas, CAREER, Region(0, y, canvas.width - 1, rows))


def _price(career: int, level: int) -> str:
    return novgorod_text.need(STEP_COST[career][level]).replace("different ", "").replace(" and ", ", ")


def row_worth(row: int) -> str:
    """Return what a row gives each turn."""
    return "X, cannot win" if ROW_X[row] else f"{novgorod_text.seals(ROW_SEALS[row])} a turn"


def _covers(board: NovgorodBoardView, career: int, level: int) -> str:
    return f"a step covers {board.view.privilege_name(career, level)}" if level < TOP_LEVEL else "all is covered"


def _paint_ladder(board: NovgorodBoardView, canvas: Canvas, y: int, career: int, level: int) -> None:
    """Draw the rows from the top down: seals or an X, the privilege and, with room, what the step up costs."""
    palette, used = board.palette, board.state.privilege if board.board_seat == board.state.actor else 0
    for step, row in enumerate(range(TOP_LEVEL, -1, -1)):
        here, covered = row == level, row < level
        role = "faint" if covered else "ink"
        at = y + step
        canvas.draw_text(1, at, "▸" if here else " ", palette.style("seal", attributes="bold"))
        worth = "X: no win" if ROW_X[row] else novgorod_text.seals(ROW_SEALS[row])
        canvas.draw_text(
            2, at, worth, palette.style("faint" if covered else "seal", attributes="" if covered else "bold")
        )
        privilege = "covered" if covered else board.view.privilege_name(career, row)
        if used and used == ROW_PRIVILEGE[career][row] and not covered:
            privilege, role = f"{privilege} used", "dim"
        canvas.draw_text(13, at, privilege, palette.style(role))
        if row < TOP_LEVEL and canvas.width > 48:
            cost = f"step: {_price(career, row)}"
            canvas.draw_text(26, at, clip(cost, canvas.width - 27), palette.style("faint" if covered else "dim"))


# Players


#: What is shown of a player, and the column behind it; a narrow ledger leaves the seals to the top line.
Columns = tuple[tuple[str, int], ...]
_COLUMNS: Columns = (("ducats", 17), ("speed", 23), ("row", 28))
_LARGE_COLUMNS: Columns = (("seals", 18), ("ducats", 25), ("speed", 31), ("row", 35))


def _paint_players_head(board: NovgorodBoardView, canvas: Canvas, y: int, columns: Columns) -> None:
    _head(board, canvas, y, "Players")
    title, right = columns[0]
    style = board.palette.style("dim")
    canvas.draw_text(right - len(title) - 1, y, " " * canvas.width, style)
    for title, right in columns:
        canvas.draw_text_right(right, y, title, style)


def _paint_players(board: NovgorodBoardView, canvas: Canvas, areas: dict[Target, Region], columns: Columns) -> None:
    s, palette = board.state, board.palette
    for seat in range(s.players):
        at = areas[Target(SEAT_TARGET, seat)].y
        paint_token(board, canvas, 0, at, seat)
        style = palette.style(f"seat{seat + 1}", attributes="bold" if seat == board.board_seat else "")
        canvas.draw_text(2, at, clip(board.names[seat], 11), style)
        row = s.level[seat]
        facts = {
            "seals": (f"{s.seals[seat]}{SEALS}", "seal"),
            "ducats": (f"{s.ducats[seat] - s.owed[seat]}{DUCATS}", "coin"),
            "speed": (str(s.speed[seat]), "ink"),
            "row": (f"{row} X" if ROW_X[row] else str(row), "bad" if ROW_X[row] else "ink"),
        }
        for title, right in columns:
            fact, role = facts[title]
            canvas.draw_text_right(right, at, fact, palette.style(role))


# The ways to do one thing

#: Above the ways listed stand two lines.
_WAYS_TOP = 2


def _way_areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return a line for each way; those out of sight have regions too, so that the cursor can go on to them."""
    ways = board.view.targets()
    height = board.board_rows - _WAYS_TOP
    at = ways.index(board.cursor) if board.cursor in ways else 0
    first = max(0, min(at - height // 2, len(ways) - height))
    rows = (number - first for number in range(len(ways)))
    return {target: _line(board, row + _WAYS_TOP if row >= 0 else row) for target, row in zip(ways, rows, strict=True)}


def _paint_ways(board: NovgorodBoardView, canvas: Canvas, at: dict[Target, Region]) -> None:
    view, palette = board.view, board.palette
    assert view.listed is not None
    _head(board, canvas, 0, clip(view.listed.label, 24), f"{len(view.listed.ways)} ways")
    canvas.draw_text(0, 1, "with", palette.style("dim"))
    for target in view.targets():
        area = at[target]
        if 0 <= area.y < canvas.height:
            ink, on = ("cursor_ink", "cursor") if board.cursor == target else ("ink", "ground")
            text = clip(view.way_text(target), area.width - 1)
            canvas.draw_text(0, area.y, f" {text}".ljust(area.width), palette.style(ink, on))
