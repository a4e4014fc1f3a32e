"""The ledger beside the chart of Novgorod: missions, what can be done, career, players, the log; or ways to pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region

from core.games.novgorod import text as novgorod_text
from core.games.novgorod.components import (
    BONUS_NAMES,
    BOTH_SEALS,
    CITY_COUNT,
    END_SEALS,
    LINE_SEALS,
    MISSION_PRICE,
    MISSIONS,
    ROW_PRIVILEGE,
    ROW_SEALS,
    ROW_X,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    Need,
    cities_of,
)
from core.games.novgorod.components import GOOD_NAMES as _GOODS
from core.games.novgorod.scoring import completed
from core.games.novgorod.text import DUCATS, SEALS
from core.games.novgorod.view import NOW, THEN, targets
from core.games.novgorod.view.actions import TargetAction
from core.games.novgorod.view.goods_uses import BOTH, BOTTOM, SPECIAL, STEP, TOP, GoodsUse
from core.games.novgorod.view.targets import CAREER
from core.view import Target
from tui.games.novgorod import art, sections
from tui.games.novgorod.art import FAMILY, ROLES, parts
from tui.games.novgorod.board import bonus_worth, paint_lit, paint_news, paint_token
from tui.games.novgorod.sections import Section
from tui.match.board_view import SEAT_TARGET
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width, clip, distinct_names

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView


#: The width from which on headings have more words.
_BROAD = 36


def areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return the regions of all targets in the ledger, beside the chart."""
    if board.view.listed is not None:
        return _way_areas(board)
    s, shown = board.state, sections.sections(board)
    found: dict[Target, Region] = {}
    missions = shown[sections.MISSIONS]
    rows = _mission_rows(board, missions)
    for step, card in enumerate(board.view.missions):
        if card >= 0:
            found[Target(targets.MISSION, card)] = _line(board, missions.y + 1 + step * rows, rows)
    if specials := shown.get(sections.SPECIALS):
        for step, code in enumerate(s.row):
            found[Target(targets.SPECIAL, code >> 2)] = _line(board, specials.y + specials.height - len(s.row) + step)
    if opened := shown.get(sections.OPEN):
        for step, card in enumerate([-1, *s.display]):
            found[Target(targets.OPEN, card)] = _line(board, opened.y + step)
    if career := shown.get(sections.CAREER):
        found[CAREER] = _line(board, career.y, career.height)
    elif actions := shown.get(sections.ACTIONS):
        found |= _action_areas(board, actions)
    if bonus := shown.get(sections.BONUS):
        for step, card in enumerate(board.view.bonus_history):
            found[Target(targets.BONUS, card)] = _line(board, bonus.y + 1 + step)
    players = shown[sections.PLAYERS]
    if players.height >= s.players:
        rows = _player_rows(board, players)
        top = players.y + players.height - rows * s.players
        for step, seat in enumerate(_seats(board)):
            found[Target(SEAT_TARGET, seat)] = _line(board, top + step * rows, rows)
    return found


def _line(board: NovgorodBoardView, y: int, height: int = 1) -> Region:
    return Region(board.board_columns, y, board.side_columns, height)


def _mission_rows(board: NovgorodBoardView, section: Section) -> int:
    return (section.height - 1) // max(1, len(board.view.missions))


def _player_rows(board: NovgorodBoardView, section: Section) -> int:
    return 2 if section.height > 2 * board.state.players else 1


def _seats(board: NovgorodBoardView) -> list[int]:
    """Return all players, the viewer first."""
    return sorted(range(board.state.players), key=board.lane_of)


# Drawing


def paint(board: NovgorodBoardView, canvas: Canvas, at: dict[Target, Region]) -> None:
    if board.view.listed is not None:
        _paint_ways(board, canvas, at)
        return
    shown = sections.sections(board)
    _paint_missions(board, canvas, shown[sections.MISSIONS])
    if specials := shown.get(sections.SPECIALS):
        _paint_specials(board, canvas, specials)
    if opened := shown.get(sections.OPEN):
        _paint_open(board, canvas, opened)
    if actions := shown.get(sections.ACTIONS):
        _paint_actions(board, canvas, actions)
    if career := shown.get(sections.CAREER):
        _paint_career(board, canvas, career)
    if bonus := shown.get(sections.BONUS):
        _paint_bonus_cards(board, canvas, bonus)
    players = shown[sections.PLAYERS]
    region = Region(0, players.y, canvas.width, players.height)
    board.paint_still(canvas, "players", region, lambda part: _paint_players(board, part, players))
    if (log := shown.get(sections.LOG)) and not board.is_wide:
        board.paint_log(canvas, Region(0, log.y, canvas.width, log.height))


def _head(board: NovgorodBoardView, canvas: Canvas, y: int, title: str, note: str = "") -> None:
    palette = board.palette
    after = canvas.draw_text(0, y, f"{title} ", palette.style("accent", attributes="bold"))
    canvas.draw_text(after, y, "─" * (canvas.width - after), palette.style("faint"))
    if note:
        canvas.draw_text_right(canvas.width, y, f" {note}", palette.style("dim"))


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
    canvas.draw_text(0, y, " " * (canvas.width), board.palette.style(ink, on))
    return ink, on, ink if on in ("cursor", "mark") else ""


def _paint_need(board: NovgorodBoardView, canvas: Canvas, x: int, y: int, need: Need, on: str, plain: str = "") -> int:
    """Draw goods and luxuries by shape and name, in the colours of their families."""
    palette = board.palette
    for step, (name, family) in enumerate(parts(need, canvas.width - x, board.ascii)):
        if step:
            x = canvas.draw_text(x, y, "+", palette.style(plain or "dim", on))
        role = plain or (ROLES[family] if family >= 0 else "ink")
        x = canvas.draw_text(x, y, name, palette.style(role, on))
    return x


# Missions

#: What is written before a thing that the route has, or would have with the harbour under the cursor.
_CHANCES = {NOW: ("✓", "income_card"), THEN: ("+", "seal_card"), "": (" ", "card_dim")}
_CHANCES_ON_GROUND = {NOW: ("✓", "good"), THEN: ("+", "accent"), "": (" ", "dim")}
#: Before the seals for both lines of a mission. Letters for goods take more columns, so the word has fewer.
_BOTH, _BOTH_ASCII = " both ", " all"


def _paint_missions(board: NovgorodBoardView, canvas: Canvas, section: Section) -> None:
    seat, view = board.board_seat, board.view
    whose = "Your missions" if seat == board.viewer else f"Missions of {board.names[seat]}"
    done = completed(board.state, seat)
    notes = [f"{done} done"] * bool(done) + ["✓ on route"] * bool(view.possible_uses(board.current_choice))
    note = next((note for note in (", ".join(notes), *notes) if len(whose) + len(note) + 2 <= canvas.width), "")
    _head(board, canvas, section.y, clip(whose, canvas.width - len(note) - 2), note)
    y = section.y + 1
    if not view.missions:
        canvas.draw_text(1, y, "none in progress", board.palette.style("dim"))
    rows = _mission_rows(board, section)
    for number, card in enumerate(view.missions):
        if card < 0:
            canvas.draw_text(1, y, "a secret mission", board.palette.style("dim"))
        elif rows > 1:
            _paint_mission(board, canvas, y, card, "card_second" if number % 2 else "card")
        else:
            _paint_mission_line(board, canvas, y, card)
        y += rows


def _paint_mission(board: NovgorodBoardView, canvas: Canvas, y: int, card: int, paper: str) -> None:
    """Draw a mission as a card of two lines: what the route has of each, and the seals."""
    s, view, palette = board.state, board.view, board.palette
    target = Target(targets.MISSION, card)
    chances = view.possible_uses(board.current_choice)
    is_pointed_at = board.points_at(target)
    top_done = s.left[board.board_seat] >> card & 1
    for row, need in enumerate(MISSIONS[card]):
        aim = GoodsUse(BOTTOM if row else TOP, card)
        on = "cursor" if is_pointed_at else "card_lit" if aim in chances else paper
        plain = "cursor_ink" if is_pointed_at else ""
        canvas.draw_text(0, y + row, " " * (canvas.width), palette.style(plain or "card_ink", on))
        if top_done and not row:
            canvas.draw_text(0, y, "✓ top line done", palette.style(plain or "card_dim", on))
            continue
        _paint_items(board, canvas, 0, y + row, need, on, plain)
    _paint_mission_seals(board, canvas, y, card, chances, paper)
    paint_news(board, canvas, target, 0, y)
    paint_lit(board, canvas, target, Region(0, y, canvas.width, 2))


def _paint_items(board: NovgorodBoardView, canvas: Canvas, x: int, y: int, need: Need, on: str, plain: str) -> None:
    """Draw what a line asks for, each with a mark for whether the route has it."""
    palette, view = board.palette, board.view
    singles = [(Need(luxuries=(each,)), each[0]) for each in need.luxuries]
    singles += [(Need(goods=1 << good), FAMILY[good]) for good in cities_of(need.goods)]
    for number, (single, family) in enumerate(singles):
        sign, role = _CHANCES[view.chance_of(single, board.current_choice)]
        x = canvas.draw_text(x + (number > 0), y, sign, palette.style(plain or role, on, "bold"))
        name, _ = parts(single, canvas.width, board.ascii)[0]
        x = canvas.draw_text(x, y, name, palette.style(plain or f"{ROLES[family]}_card", on, "bold"))


def _paint_mission_seals(
    board: NovgorodBoardView, canvas: Canvas, y: int, card: int, chances: dict[GoodsUse, str], paper: str
) -> None:
    """Draw the seals of each line, bold where the route can do it, and those of both in one turn."""
    s, palette = board.state, board.palette
    on = "cursor" if board.points_at(Target(targets.MISSION, card)) else ""
    plain = "cursor_ink" if on else ""
    both = _BOTH_ASCII if board.ascii else _BOTH
    x = canvas.width - len(both) - 4
    top_done = bool(s.left[board.board_seat] >> card & 1)
    last = BOTH_SEALS - LINE_SEALS if s.topped >> card & 1 else LINE_SEALS
    for row, aim in enumerate((GoodsUse(TOP, card), GoodsUse(BOTTOM, card))):
        if row == 0 and top_done:
            continue
        ground = on or ("card_lit" if aim in chances else paper)
        role = "seal_card" if aim in chances else "card_dim"
        text = f"{last if row else LINE_SEALS}{SEALS}"
        canvas.draw_text(x, y + row, text, palette.style(plain or role, ground, "bold"))
    if not top_done:
        aim = GoodsUse(BOTH, card)
        ground = on or ("card_lit" if GoodsUse(BOTTOM, card) in chances else paper)
        role = "seal_card" if aim in chances else "card_dim"
        at = canvas.draw_text(x + 2, y + 1, both, palette.style(plain or "card_dim", ground))
        canvas.draw_text(at, y + 1, f"{BOTH_SEALS}{SEALS}", palette.style(plain or role, ground, "bold"))


def _paint_mission_line(board: NovgorodBoardView, canvas: Canvas, y: int, card: int) -> None:
    """Draw a mission in one line, where there is no room for a card."""
    s, palette = board.state, board.palette
    target = Target(targets.MISSION, card)
    chances = board.view.possible_uses(board.current_choice)
    _, on, plain = _begin_row(board, canvas, target, y)
    top, bottom = MISSIONS[card]
    sign, role = _CHANCES_ON_GROUND[chances.get(GoodsUse(TOP, card), "")]
    x = canvas.draw_text(0, y, sign, palette.style(plain or role, on, "bold"))
    if s.left[board.board_seat] >> card & 1:
        x = canvas.draw_text(x, y, "top done", palette.style(plain or "dim", on))
    else:
        x = _paint_need(board, canvas, x, y, top, on, plain)
    sign, role = _CHANCES_ON_GROUND[chances.get(GoodsUse(BOTTOM, card), "")]
    x = canvas.draw_text(x, y, "/", palette.style(plain or "dim", on))
    x = canvas.draw_text(x, y, sign.strip(), palette.style(plain or role, on, "bold"))
    _paint_need(board, canvas, x, y, bottom, on, plain)
    paint_news(board, canvas, target, canvas.width - 1, y)


def _paint_open(board: NovgorodBoardView, canvas: Canvas, section: Section) -> None:
    """Draw the missions that anybody can buy, below a heading that is the deck itself."""
    s, palette, y = board.state, board.palette, section.y
    deck = Target(targets.OPEN, -1)
    _head(board, canvas, y, "Open missions")
    ink, on = _row_colours(board, deck)
    text = (
        f" {MISSION_PRICE}{DUCATS} each, deck of {len(s.deck)}" if s.deck else f" {MISSION_PRICE}{DUCATS} each, no deck"
    )
    if canvas.width < _BROAD:
        text = f" {MISSION_PRICE}{DUCATS}, deck {len(s.deck)}"
    canvas.draw_text_right(canvas.width, y, text, palette.style(ink, on))
    for step, card in enumerate(s.display, 1):
        target = Target(targets.OPEN, card)
        _, on, plain = _begin_row(board, canvas, target, y + step)
        top, bottom = MISSIONS[card]
        x = _paint_need(board, canvas, 1, y + step, top, on, plain)
        x = canvas.draw_text(x, y + step, "/", palette.style(plain or "dim", on))
        _paint_need(board, canvas, x, y + step, bottom, on, plain)
        paint_news(board, canvas, target, 0, y + step)


def _paint_specials(board: NovgorodBoardView, canvas: Canvas, section: Section) -> None:
    """Draw what each special gives, what it costs now, and what it asks for."""
    s, palette = board.state, board.palette
    chances = board.view.possible_uses(board.current_choice)
    y = section.y
    if section.height > len(s.row):
        _head(board, canvas, y, "Special missions")
        y += 1
    for step, code in enumerate(s.row):
        card, half = code >> 2, SPECIALS[code >> 2][code & 3]
        target = Target(targets.SPECIAL, card)
        _, on, plain = _begin_row(board, canvas, target, y + step)
        done = s.done >> step & 1
        sign, role = ("✓", "dim") if done else _CHANCES_ON_GROUND[chances.get(GoodsUse(SPECIAL, card), "")]
        x = canvas.draw_text(0, y + step, sign, palette.style(plain or role, on, "bold"))
        x = canvas.draw_text(x, y + step, f"{half.seals}{SEALS}", palette.style(plain or "seal", on, "bold"))
        if not done:
            price = board.view.special_price(step)
            x = canvas.draw_text(x, y + step, f"{price}{DUCATS}", palette.style(plain or "coin", on))
        _paint_need(board, canvas, x + 1, y + step, half.need, on, "dim" if done else plain)
        paint_news(board, canvas, target, canvas.width - 1, y + step)


# What can be done with a route


def _first_action(board: NovgorodBoardView, section: Section) -> int:
    """Return the first line of the list that is in sight, so that the one of the cursor is."""
    rows, height = board.view.action_rows, section.height - 1
    at = next((n for n, row in enumerate(rows) if row[:2] == (board.cursor, board.choice_index)), 0)
    return max(0, min(at - height + 1, len(rows) - height)) if at >= height else 0


def _action_areas(board: NovgorodBoardView, section: Section) -> dict[Target, Region]:
    """Return the line of the career in the list of actions, where it is shown nowhere else."""
    first = _first_action(board, section)
    at = [number for number, row in enumerate(board.view.action_rows) if row.target == CAREER]
    return {CAREER: _line(board, section.y + 1 + at[0] - first)} if at else {}


def action_row_at(board: NovgorodBoardView, y: int) -> int | None:
    """Return which line of the list of actions is drawn in a row of the ledger."""
    section = None if board.view.listed is not None else sections.sections(board).get(sections.ACTIONS)
    if section is None or not section.y < y < section.y + section.height:
        return None
    return _first_action(board, section) + y - section.y - 1


def _paint_actions(board: NovgorodBoardView, canvas: Canvas, section: Section) -> None:
    """Draw everything that can be done with the route, each line with the key of its place."""
    rows, palette = board.view.action_rows, board.palette
    first, height = _first_action(board, section), section.height - 1
    hidden = len(rows) - height
    _head(board, canvas, section.y, "You can do now", f"{hidden} more ↑↓" if hidden > 0 else "")
    for step, row in enumerate(rows[first : first + height], 1):
        y = section.y + step
        here = (board.cursor, board.choice_index) == row[:2] and board.viewed_seat is None
        ink, on = ("cursor_ink", "cursor") if here else ("ink", "panel" if step % 2 else "ground")
        canvas.draw_text(0, y, " " * (canvas.width), palette.style(ink, on))
        key = _place_key(row.target) if not first + step - 1 or rows[first + step - 2].target != row.target else " "
        canvas.draw_text(0, y, key, palette.style("cursor_ink" if here else "accent", on, "bold"))
        worth = _action_worth(row.action, canvas.width - 3 - cell_width(row.action.label))
        label = clip(row.action.label, canvas.width - 3 - cell_width(worth))
        canvas.draw_text(2, y, label, palette.style(ink, on, "bold" if here else ""))
        canvas.draw_text_right(canvas.width, y, worth, palette.style("cursor_ink" if here else "seal", on, "bold"))


def _action_worth(action: TargetAction, room: int) -> str:
    """Return what an action brings, and where there is room in how many ways it can be done."""
    told = f"{action.worth} {len(action.ways)} ways".strip()
    return told if len(action.ways) > 1 and cell_width(told) <= room else action.worth


def _place_key(target: Target) -> str:
    """Return the key that goes to a place."""
    if target.kind == targets.CITY:
        return str(target.number % CITY_COUNT + 1)
    return {targets.MISSION: "m", CAREER.kind: "9", targets.SHIP.kind: "0"}.get(target.kind, " ")


# The career


def _paint_career(board: NovgorodBoardView, canvas: Canvas, section: Section) -> None:
    """Draw the ladder from the top down, each row with what the step to it costs; or the next step alone."""
    s, seat, palette, y = board.state, board.board_seat, board.palette, section.y
    career, level = board.view.career(board.current_choice), s.level[seat]
    ink, on = _row_colours(board, CAREER)
    canvas.draw_text(0, y, " " * (canvas.width), palette.style(ink, on if section.height == 1 else "ground"))
    if section.height == 1:
        told = f"next step {step_price(career, level)}" if level < TOP_LEVEL else "top row reached"
        head = "Career " if cell_width(told) <= canvas.width - 7 else "Step: "
        told = told if head == "Career " else told.removeprefix("next step ")
        x = canvas.draw_text(0, y, head, palette.style("accent" if on != "cursor" else ink, on, "bold"))
        canvas.draw_text(x, y, clip(told, canvas.width - x), palette.style(ink, on))
    else:
        if canvas.width > _BROAD:
            _head(board, canvas, y, "Career", "seals a turn, price of the step")
        else:
            _head(board, canvas, y, f"Career {SEALS}/turn", "step up for")
        for step, row in enumerate(range(TOP_LEVEL, -1, -1), 1):
            _paint_career_row(board, canvas, y + step, career, level, row)
    paint_news(board, canvas, CAREER, canvas.width - 1, y)
    paint_lit(board, canvas, CAREER, Region(0, y, canvas.width, section.height))


def step_price(career: int, row: int) -> str:
    """Return what the step from a row costs, in few words."""
    return novgorod_text.need(STEP_COST[career][row]).replace("different ", "").replace(" and ", "+")


#: By whether the row has an X: what stands in the player's own row in the place of its price.
_HERE = ("you", "no win yet")


def _paint_career_row(board: NovgorodBoardView, canvas: Canvas, y: int, career: int, level: int, row: int) -> None:
    """Draw a row: seals a turn or an X, the privilege, and the price of the step to it."""
    palette, view = board.palette, board.view
    is_here, is_covered = row == level, row < level
    on = "ground"
    if board.points_at(CAREER):
        on = "cursor" if row == level + 1 or level == TOP_LEVEL == row else "ground"
    if is_here and on == "ground":
        on = "here"
    plain = "cursor_ink" if on == "cursor" else ""
    dim = "faint" if is_covered else "ink"
    canvas.draw_text(0, y, " " * (canvas.width), palette.style(plain or "ink", on))
    canvas.draw_text(0, y, "▸" if is_here else " ", palette.style(plain or "accent", on, "bold"))
    role = plain or ("faint" if is_covered else "seal")
    worth = "X" if ROW_X[row] else f"{ROW_SEALS[row]}{SEALS}"
    canvas.draw_text(1, y, worth.ljust(3), palette.style(role, on, "" if is_covered else "bold"))
    price = "" if is_covered else step_price(career, row - 1) if row > level else _HERE[ROW_X[row]]
    chance = ""
    if row == level + 1:
        chance = view.possible_uses(board.current_choice).get(GoodsUse(STEP, -1), "")
        price = f"{_CHANCES_ON_GROUND[chance][0]} {price}".strip()
    if row == level and canvas.width > _BROAD:
        price = f"you are here{', no win yet' * ROW_X[row]}"
    used = board.state.privilege if board.board_seat == board.state.actor else 0
    privilege = "covered" if is_covered else view.privilege_name(career, row)
    if used and used == ROW_PRIVILEGE[career][row] and not is_covered:
        privilege = f"{privilege} used"
    room = canvas.width - 4 - cell_width(price) - 1
    if cell_width(privilege) > room:
        privilege = "?" if privilege == "move the pirate" else ""
    if privilege != "no privilege":
        canvas.draw_text(4, y, privilege, palette.style(plain or dim, on))
    price_role = plain or ("coin" if row == level + 1 else "dim" if not is_covered else "faint")
    attributes = "bold" if row == level + 1 else ""
    canvas.draw_text_right(canvas.width, y, price, palette.style(price_role, on, attributes))


# Bonus cards


def _paint_bonus_cards(board: NovgorodBoardView, canvas: Canvas, section: Section) -> None:
    """Draw what each bonus card is worth, and who has had it."""
    s, palette = board.state, board.palette
    _head(board, canvas, section.y, "Bonus cards", "once each player")
    for step, card in enumerate(board.view.bonus_history, 1):
        target, y = Target(targets.BONUS, card), section.y + step
        _, on, plain = _begin_row(board, canvas, target, y)
        canvas.draw_text(1, y, BONUS_NAMES[card], palette.style(plain or "ink", on, "bold"))
        worth = bonus_worth(board, card) if s.bonus[card] else "gone"
        x = canvas.draw_text(18, y, worth, palette.style(plain or "seal", on, "bold"))
        had = [seat for seat in range(s.players) if s.taken[seat] >> card & 1]
        if had:
            x = canvas.draw_text(x + 2, y, "had by ", palette.style(plain or "dim", on))
            for seat in had:
                x = paint_token(board, canvas, x, y, seat)
        paint_news(board, canvas, target, 0, y)


# Players


def _paint_players(board: NovgorodBoardView, canvas: Canvas, section: Section) -> None:
    s = board.state
    if section.height < s.players:
        _paint_purses(board, canvas, section.y)
        return
    rows = _player_rows(board, section)
    if section.height > rows * s.players:
        _head(board, canvas, section.y, "Players", f"{END_SEALS}{SEALS} end the game")
    y = section.y + section.height - rows * s.players
    names = distinct_names([board.names[seat] for seat in _seats(board)], s.players * (12 if canvas.width < 36 else 16))
    for name, seat in zip(names, _seats(board), strict=True):
        _paint_player(board, canvas, y, seat, name, max(cell_width(each) for each in names))
        if rows > 1:
            _paint_player_facts(board, canvas, y + 1, seat)
        y += rows


def _paint_purses(board: NovgorodBoardView, canvas: Canvas, y: int) -> None:
    x, s = 0, board.state
    for seat in _seats(board):
        x = paint_token(board, canvas, x, y, seat)
        x = canvas.draw_text(x + 1, y, f"{s.ducats[seat]}{DUCATS}", board.palette.style("coin")) + 2


def _paint_player(board: NovgorodBoardView, canvas: Canvas, y: int, seat: int, name: str, name_width: int) -> None:
    """Draw a player's name, the seals as a bar up to those that end the game, and their number."""
    s, palette = board.state, board.palette
    role = f"seat{seat + 1}"
    paint_token(board, canvas, 0, y, seat)
    canvas.draw_text(2, y, name, palette.style(role, attributes="bold" if seat == board.board_seat else ""))
    left, right = 3 + name_width, canvas.width
    points = f"{s.seals[seat]}{SEALS}"
    width = right - left - 4
    if width > 2:
        filled = min(width, round(width * min(s.seals[seat], END_SEALS) / END_SEALS))
        x = canvas.draw_text(left, y, "█" * filled, palette.style(role))
        canvas.draw_text(x, y, "·" * (width - filled), palette.style("faint"))
    leads = s.seals[seat] == max(s.seals) and s.seals[seat] > 0
    canvas.draw_text_right(right, y, points, palette.style("accent" if leads else "seal", attributes="bold"))


def _paint_player_facts(board: NovgorodBoardView, canvas: Canvas, y: int, seat: int) -> None:
    s, palette = board.state, board.palette
    row = s.level[seat]
    x = canvas.draw_text(2, y, f"{s.ducats[seat] - s.owed[seat]}{DUCATS}", palette.style("coin"))
    x = canvas.draw_text(x, y, f", speed {s.speed[seat]}, ", palette.style("dim"))
    if ROW_X[row]:
        x = canvas.draw_text(x, y, _HERE[1], palette.style("bad", attributes="bold"))
    else:
        x = canvas.draw_text(x, y, f"{ROW_SEALS[row]}{SEALS} a turn", palette.style("dim"))
    cargo = s.ship[seat]
    more = [f"{s.offices[seat].bit_count()} offices"]
    if cargo >= 0:
        more.append(f"carries {art.good(FAMILY[cargo], _GOODS[cargo], board.ascii)}")
    for fact in more:
        if x + cell_width(fact) + 3 < canvas.width:
            x = canvas.draw_text(x, y, f", {fact}", palette.style("dim"))


# The ways to do one thing

#: Above the ways listed stands a heading.
_WAYS_TOP = 1


def _way_areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return a line for each way; those out of sight have regions too, so that the cursor can go on to them."""
    ways = board.view.targets()
    height = board.board_rows - _WAYS_TOP
    at = ways.index(board.cursor) if board.cursor in ways else 0
    first = max(0, min(at - height // 2, len(ways) - height))
    rows = (number - first for number in range(len(ways)))
    return {target: _line(board, row + _WAYS_TOP if row >= 0 else row) for target, row in zip(ways, rows, strict=True)}


def _paint_ways(board: NovgorodBoardView, canvas: Canvas, at: dict[Target, Region]) -> None:
    """Draw what each way uses up, and what it leaves in the purse."""
    view, palette = board.view, board.palette
    assert view.listed is not None
    _head(board, canvas, 0, view.listed.label, "leaves")
    for target in view.targets():
        area = at[target]
        if 0 <= area.y < canvas.height:
            ink, on = ("cursor_ink", "cursor") if board.cursor == target else ("ink", "ground")
            leaves = f"{view.purse_after(view.way_at(target))}{DUCATS}"
            text = clip(board.in_signs(view.way_text(target, area.width - 2 - cell_width(leaves))), area.width - 5)
            canvas.draw_text(0, area.y, f" {text}".ljust(area.width), palette.style(ink, on))
            role = ink if on == "cursor" else "coin"
            canvas.draw_text_right(canvas.width, area.y, leaves, palette.style(role, on, "bold"))
