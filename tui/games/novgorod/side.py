"""The ledger beside the chart: missions, career, players, the log; or the ways to do one thing.

Missions, own and open, are always to be seen. What else there is grows with the room that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region

from core.games.novgorod import text as words
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
from core.games.novgorod.view import NOW, THEN
from core.games.novgorod.view import targets as places
from core.games.novgorod.view.goods_uses import BOTH, BOTTOM, SPECIAL, STEP, TOP, Aim
from core.games.novgorod.view.targets import CAREER
from core.view import Place
from tui.games.novgorod import other_players as others
from tui.games.novgorod.art import ROLES, parts
from tui.games.novgorod.board import paint_lit, paint_news, paint_token
from tui.match.screen import SEAT
from tui.widgets.canvas import Picture, cell_width, clip

if TYPE_CHECKING:
    from tui.games.novgorod.screen import NovgorodScreen

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


def _sections(screen: NovgorodScreen) -> Sections:
    """Missions first; the career takes what room there is, and what is then left is for the log or the legend."""
    s = screen.state
    height = screen.room_for("side").height
    own, display = max(1, len(screen.offers.missions)), len(s.display)
    special = 1 + len(s.row) if s.row else 0
    players = (s.players - 1) * others.HEIGHT if screen.wide else 1 + s.players
    spare = height - (1 + own + 1 + display + special + _ONE_ROW + players)
    # A full table on a small screen: two heads go without saying.
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


def areas(screen: NovgorodScreen) -> dict[Place, Region]:
    """Everything in the ledger that can be pointed at, beside the chart."""
    if screen.offers.listed is not None:
        return _way_areas(screen)
    s, rows = screen.state, _sections(screen)
    found = {}
    for step, card in enumerate(screen.offers.missions):
        if card >= 0:
            found[Place(places.MISSION, card)] = _line(screen, rows.missions + 1 + step)
    for step, card in enumerate([-1, *s.display]):
        found[Place(places.OPEN, card)] = _line(screen, rows.open + step)
    if rows.specials >= 0:
        for step, code in enumerate(s.row):
            found[Place(places.SPECIAL, code >> 2)] = _line(screen, rows.specials + 1 + step)
    found[CAREER] = _line(screen, rows.career, rows.career_rows)
    if screen.wide:
        for step, seat in enumerate(others.seats(screen)):
            found[Place(SEAT, seat)] = _line(screen, rows.players + step * others.HEIGHT, others.HEIGHT - 1)
    else:
        for seat in range(s.players):
            found[Place(SEAT, seat)] = _line(screen, rows.players + 1 + seat)
    return found


def _line(screen: NovgorodScreen, y: int, height: int = 1) -> Region:
    return Region(screen.board_columns, y, screen.side_columns - 1, height)


# Drawing


def paint(screen: NovgorodScreen, picture: Picture, at: dict[Place, Region]) -> None:
    if screen.offers.listed is not None:
        _paint_ways(screen, picture, at)
        return
    rows = _sections(screen)
    chances = screen.offers.chances(screen.chosen)
    _paint_missions(screen, picture, rows.missions, chances)
    _paint_open(screen, picture, rows.open, at)
    if rows.specials >= 0:
        if rows.specials_head:
            narrow = f"Special {SEALS} seals {DUCATS} ducats"
            _head(screen, picture, rows.specials, narrow if picture.width < 36 else "Special missions")
        _paint_specials(screen, picture, at, chances)
    _paint_career(screen, picture, rows.career, rows.career_rows, chances)
    rest = Region(0, rows.log, picture.width - 1, picture.height - rows.log)
    if screen.wide:
        for seat in others.seats(screen):
            others.paint_player(screen, picture, at[Place(SEAT, seat)].y, seat)
        others.paint_legend(screen, picture, rest)
    else:
        columns = _LARGE_COLUMNS if screen.large else _COLUMNS
        if rows.players_head:
            _paint_players_head(screen, picture, rows.players, columns)
        _paint_players(screen, picture, at, columns)
        if rest.height > 1:
            screen.paint_log(picture, rest)


def _head(screen: NovgorodScreen, picture: Picture, y: int, title: str, note: str = "") -> None:
    look = screen.look
    after = picture.text(0, y, f"{title} ", look.style("accent", attributes="bold"))
    picture.text(after, y, "─" * (picture.width - 1 - after), look.style("faint"))
    if note:
        picture.right(picture.width - 1, y, f" {note}", look.style("dim"))


def _row_colours(screen: NovgorodScreen, place: Place) -> tuple[str, str]:
    """Ink and ground of a line that is a place: the cursor's, or bright where something can be done."""
    if place in screen.lit:
        return "mark_ink", "mark"
    if screen.points_at(place):
        return "cursor_ink", "cursor"
    useful = not screen.deciding or screen.offers.invites(place)
    return "ink" if useful else "dim", "panel" if useful and screen.deciding else "ground"


def _begin_row(screen: NovgorodScreen, picture: Picture, place: Place, y: int) -> tuple[str, str, str]:
    """Clear the line of a place; its ink, its ground, and the one ink for all that is written there, if it has one."""
    ink, on = _row_colours(screen, place)
    picture.text(0, y, " " * (picture.width - 1), screen.look.style(ink, on))
    return ink, on, ink if on in ("cursor", "mark") else ""


def paint_need(screen: NovgorodScreen, picture: Picture, x: int, y: int, need: Need, on: str, plain: str = "") -> int:
    """Goods and luxuries by shape and name, in the colours of their families."""
    look = screen.look
    for step, (name, family) in enumerate(parts(need, picture.width - 1 - x, screen.house.ascii)):
        if step:
            x = picture.text(x, y, "+", look.style(plain or "dim", on))
        role = plain or (ROLES[family] if family >= 0 else "ink")
        x = picture.text(x, y, name, look.style(role, on))
    return x


# Missions

#: What the route can meet, now or then.
Chances = dict[Aim, str]

#: What the ledger writes before a line that the route can meet, or could with the city under the cursor.
_CHANCES = {NOW: ("✓", "good"), THEN: ("+", "accent"), "": (" ", "dim")}


def _paint_missions(screen: NovgorodScreen, picture: Picture, y: int, chances: Chances) -> None:
    seat = screen.board_seat
    whose = "Your missions" if seat == screen.viewer else f"Missions of {screen.match.seats[seat].name}"
    done = completed(screen.state, seat)
    _head(screen, picture, y, clip(whose, 22), f"{done} done" if done else "")
    if not screen.offers.missions:
        picture.text(1, y + 1, "none in progress", screen.look.style("dim"))
    for step, card in enumerate(screen.offers.missions):
        if card < 0:
            picture.text(1, y + 1 + step, "a secret mission", screen.look.style("dim"))
        else:
            _paint_mission(screen, picture, y + 1 + step, card, chances)


def _paint_mission(screen: NovgorodScreen, picture: Picture, y: int, card: int, chances: Chances) -> None:
    """Both lines, each with a mark when the route can meet it, and the seals in reach."""
    s, look = screen.state, screen.look
    place = Place(places.MISSION, card)
    _, on, plain = _begin_row(screen, picture, place, y)
    left = s.left[screen.board_seat] >> card & 1
    top, bottom = MISSIONS[card]
    sign, role = _CHANCES[chances.get(Aim(TOP, card), "")]
    x = picture.text(0, y, sign, look.style(plain or role, on, "bold"))
    if left:
        x = picture.text(x, y, "top done", look.style(plain or "dim", on))
    else:
        x = paint_need(screen, picture, x, y, top, on, plain)
    sign, role = _CHANCES[chances.get(Aim(BOTTOM, card), "")]
    x = picture.text(x, y, "/", look.style(plain or "dim", on))
    if sign != " ":
        x = picture.text(x, y, sign, look.style(plain or role, on, "bold"))
    x = paint_need(screen, picture, x, y, bottom, on, plain)
    worth = BOTH_SEALS if Aim(BOTH, card) in chances else LINE_SEALS
    if left and s.topped >> card & 1:
        worth = BOTH_SEALS - LINE_SEALS
    in_reach = Aim(TOP, card) in chances or Aim(BOTTOM, card) in chances
    if in_reach and x < picture.width - 3:
        picture.right(picture.width - 1, y, f"{worth}{SEALS}", look.style(plain or "seal", on, "bold"))
    paint_news(screen, picture, place, picture.width - 1, y)


def _paint_open(screen: NovgorodScreen, picture: Picture, y: int, areas: dict[Place, Region]) -> None:
    """Under a head that is the deck itself: the missions that anybody can buy."""
    s, look = screen.state, screen.look
    deck = Place(places.OPEN, -1)
    _head(screen, picture, y, "Open missions")
    ink, on = _row_colours(screen, deck)
    wide = picture.width > 36
    text = f"{'6 ducats, ' if wide else ''}unseen: deck of {len(s.deck)}" if s.deck else "the deck is empty"
    shown = text if cell_width(text) <= picture.width - 16 else f"deck of {len(s.deck)}"
    picture.right(picture.width - 1, y, f" {shown}", look.style(ink, on))
    for card in s.display:
        place = Place(places.OPEN, card)
        at = areas[place].y
        _, on, plain = _begin_row(screen, picture, place, at)
        top, bottom = MISSIONS[card]
        x = paint_need(screen, picture, 1, at, top, on, plain)
        x = picture.text(x, at, "/", look.style(plain or "dim", on))
        paint_need(screen, picture, x, at, bottom, on, plain)
        paint_news(screen, picture, place, picture.width - 1, at)


def _paint_specials(screen: NovgorodScreen, picture: Picture, areas: dict[Place, Region], chances: Chances) -> None:
    """What each gives, what it costs now, and what it asks for."""
    s, look = screen.state, screen.look
    for step, code in enumerate(s.row):
        card, half = code >> 2, SPECIALS[code >> 2][code & 3]
        place = Place(places.SPECIAL, card)
        at = areas[place].y
        _, on, plain = _begin_row(screen, picture, place, at)
        done = s.done >> step & 1
        sign, role = ("✓", "dim") if done else _CHANCES[chances.get(Aim(SPECIAL, card), "")]
        x = picture.text(0, at, sign, look.style(plain or role, on, "bold"))
        x = picture.text(x, at, f"{half.seals}{SEALS}", look.style(plain or "seal", on, "bold"))
        if not done:
            price = screen.offers.special_price(step)
            x = picture.text(x, at, f"{price}{DUCATS}", look.style(plain or "coin", on))
        paint_need(screen, picture, x + 1, at, half.need, on, "dim" if done else plain)
        paint_news(screen, picture, place, picture.width - 1, at)


# The career


def _paint_career(screen: NovgorodScreen, picture: Picture, y: int, rows: int, chances: Chances) -> None:
    """What the next step costs and what it covers; with room, the whole ladder."""
    s, seat, look = screen.state, screen.board_seat, screen.look
    career, level = screen.offers.career(screen.chosen), s.level[seat]
    ink, on, plain = _begin_row(screen, picture, CAREER, y)
    sign, role = _CHANCES[chances.get(Aim(STEP, -1), "")]
    x = picture.text(0, y, sign, look.style(plain or role, on, "bold"))
    x = picture.text(x, y, "Career ", look.style(plain or "accent", on, "bold"))
    step = f"step: {_price(career, level)}" if level < TOP_LEVEL else "the top is reached"
    picture.text(x, y, clip(step, picture.width - x - 1), look.style(ink, on))
    paint_news(screen, picture, CAREER, picture.width - 1, y)
    if rows == _LADDER:
        _paint_ladder(screen, picture, y + 1, career, level)
    elif rows == _THREE_ROWS:
        told = [f"row {level}: {row_worth(level)}", _covers(screen, career, level)]
        picture.lines(1, y + 1, [clip(line, picture.width - 2) for line in told], look.style("dim"))
    if rows > _ONE_ROW and CAREER in screen.lit:
        paint_lit(screen, picture, CAREER, Region(0, y, picture.width - 1, rows))


def _price(career: int, level: int) -> str:
    return words.need(STEP_COST[career][level]).replace("different ", "").replace(" and ", ", ")


def row_worth(row: int) -> str:
    """What a row gives each turn."""
    return "X, cannot win" if ROW_X[row] else f"{words.seals(ROW_SEALS[row])} a turn"


def _covers(screen: NovgorodScreen, career: int, level: int) -> str:
    return f"a step covers {screen.offers.privilege_name(career, level)}" if level < TOP_LEVEL else "all is covered"


def _paint_ladder(screen: NovgorodScreen, picture: Picture, y: int, career: int, level: int) -> None:
    """The rows from the top down: seals or an X, the privilege, and, with room, what the step up costs."""
    look, used = screen.look, screen.state.privilege if screen.board_seat == screen.state.actor else 0
    for step, row in enumerate(range(TOP_LEVEL, -1, -1)):
        here, covered = row == level, row < level
        role = "faint" if covered else "ink"
        at = y + step
        picture.text(1, at, "▸" if here else " ", look.style("seal", attributes="bold"))
        worth = "X: no win" if ROW_X[row] else words.seals(ROW_SEALS[row])
        picture.text(2, at, worth, look.style("faint" if covered else "seal", attributes="" if covered else "bold"))
        privilege = "covered" if covered else screen.offers.privilege_name(career, row)
        if used and used == ROW_PRIVILEGE[career][row] and not covered:
            privilege, role = f"{privilege} used", "dim"
        picture.text(13, at, privilege, look.style(role))
        if row < TOP_LEVEL and picture.width > 48:
            cost = f"step: {_price(career, row)}"
            picture.text(26, at, clip(cost, picture.width - 27), look.style("faint" if covered else "dim"))


# Players


#: What is told of a player, and the column behind it; a narrow ledger leaves the seals to the top line.
Columns = tuple[tuple[str, int], ...]
_COLUMNS: Columns = (("ducats", 17), ("speed", 23), ("row", 28))
_LARGE_COLUMNS: Columns = (("seals", 18), ("ducats", 25), ("speed", 31), ("row", 35))


def _paint_players_head(screen: NovgorodScreen, picture: Picture, y: int, columns: Columns) -> None:
    _head(screen, picture, y, "Players")
    title, right = columns[0]
    style = screen.look.style("dim")
    picture.text(right - len(title) - 1, y, " " * picture.width, style)
    for title, right in columns:
        picture.right(right, y, title, style)


def _paint_players(screen: NovgorodScreen, picture: Picture, areas: dict[Place, Region], columns: Columns) -> None:
    s, look = screen.state, screen.look
    for seat in range(s.players):
        at = areas[Place(SEAT, seat)].y
        paint_token(screen, picture, 0, at, seat)
        style = look.style(f"seat{seat + 1}", attributes="bold" if seat == screen.board_seat else "")
        picture.text(2, at, clip(screen.match.seats[seat].name, 11), style)
        row = s.level[seat]
        facts = {
            "seals": (f"{s.seals[seat]}{SEALS}", "seal"),
            "ducats": (f"{s.ducats[seat] - s.owed[seat]}{DUCATS}", "coin"),
            "speed": (str(s.speed[seat]), "ink"),
            "row": (f"{row} X" if ROW_X[row] else str(row), "bad" if ROW_X[row] else "ink"),
        }
        for title, right in columns:
            fact, role = facts[title]
            picture.right(right, at, fact, look.style(role))


# The ways to do one thing

#: Above the ways listed stand two lines.
_WAYS_TOP = 2


def _way_areas(screen: NovgorodScreen) -> dict[Place, Region]:
    """One line a way; those out of sight have areas too, so that the cursor can go on to them."""
    ways = screen.offers.places()
    height = screen.room_for("side").height - _WAYS_TOP
    at = ways.index(screen.cursor) if screen.cursor in ways else 0
    first = max(0, min(at - height // 2, len(ways) - height))
    rows = (number - first for number in range(len(ways)))
    return {place: _line(screen, row + _WAYS_TOP if row >= 0 else row) for place, row in zip(ways, rows, strict=True)}


def _paint_ways(screen: NovgorodScreen, picture: Picture, at: dict[Place, Region]) -> None:
    offers, look = screen.offers, screen.look
    assert offers.listed is not None
    _head(screen, picture, 0, clip(offers.listed.label, 24), f"{len(offers.listed.ways)} ways")
    picture.text(0, 1, "with", look.style("dim"))
    for place in offers.places():
        area = at[place]
        if 0 <= area.y < picture.height:
            ink, on = ("cursor_ink", "cursor") if screen.cursor == place else ("ink", "ground")
            text = clip(offers.way_in_words(place), area.width - 1)
            picture.text(0, area.y, f" {text}".ljust(area.width), look.style(ink, on))
