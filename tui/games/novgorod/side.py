"""The ledger beside the chart: missions, career, offers, players, the log; or the ways to do one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region

from core.novgorod import words
from core.novgorod.components import (
    BOTH_SEALS,
    GOOD_NAMES,
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
from core.novgorod.offers import NOW, THEN, places
from core.novgorod.offers.places import CAREER
from core.novgorod.offers.prospects import BOTH, BOTTOM, SPECIAL, STEP, TOP, Aim
from core.novgorod.scoring import completed
from core.novgorod.words import DUCATS, SEALS
from core.offers import Place
from tui.frame import SEAT
from tui.games.novgorod.art import PRIVILEGE_SIGNS, ROLES, parts
from tui.games.novgorod.board import paint_token
from tui.widgets.picture import Panel, Picture, clip

if TYPE_CHECKING:
    from tui.games.novgorod.screen import NovgorodScreen

#: The line that turns the page of a small ledger.
PAGE = Place("page")


class Sections(NamedTuple):
    """The first row of each part of the ledger; -1 for a part that is not shown now."""

    missions: int
    career: int
    specials: int
    open: int
    players: int
    log: int


def _sections(screen: NovgorodScreen) -> Sections:
    """Missions and career first; on a small screen open and special missions take turns."""
    s, large = screen.state, screen.large
    career = 1 + screen.offers.mission_room + large
    y = career + (8 if large else 3)
    specials = opens = -1
    if s.row and (large or not screen.shows_open):
        specials = y
        y += 1 + len(s.row) + large
    if large or screen.shows_open:
        opens = y
        y += 2 + len(s.display) + large
    return Sections(0, career, specials, opens, y, y + 1 + s.players + large)


def areas(screen: NovgorodScreen) -> dict[Place, Region]:
    """Everything in the ledger that can be pointed at, beside the chart."""
    if screen.offers.listed is not None:
        return _way_areas(screen)
    s, rows = screen.state, _sections(screen)
    found = {}
    for step, card in enumerate(screen.offers.missions):
        if card >= 0:
            found[Place(places.MISSION, card)] = _line(screen, rows.missions + 1 + step)
    found[CAREER] = _line(screen, rows.career, 8 if screen.large else 3)
    if rows.specials >= 0:
        for step, code in enumerate(s.row):
            found[Place(places.SPECIAL, code >> 2)] = _line(screen, rows.specials + 1 + step)
    if rows.open >= 0:
        for step, card in enumerate([*s.display, -1]):
            found[Place(places.OPEN, card)] = _line(screen, rows.open + 1 + step)
    if not screen.large:
        found[PAGE] = _line(screen, rows.players)
    for seat in range(s.players):
        found[Place(SEAT, seat)] = _line(screen, rows.players + 1 + seat)
    return found


def _line(screen: NovgorodScreen, y: int, height: int = 1) -> Region:
    width = screen.side_columns
    return Region(screen.board_columns, y, width - 1, height)


# Drawing


def paint(screen: NovgorodScreen, picture: Picture, at: dict[Place, Region]) -> None:
    if screen.offers.listed is not None:
        _paint_ways(screen, picture, at)
        return
    rows = _sections(screen)
    chances = screen.offers.chances(screen.chosen)
    _paint_missions(screen, picture, rows.missions, chances)
    _paint_career(screen, picture, at[CAREER].y, chances)
    if rows.specials >= 0:
        _paint_specials(screen, picture, rows.specials, at, chances)
    if rows.open >= 0:
        _paint_open(screen, picture, rows.open, at)
    _paint_players(screen, picture, rows.players, at)
    screen.paint_log(picture, Region(0, rows.log, picture.width - 1, picture.height - rows.log))


def _head(screen: NovgorodScreen, picture: Picture, y: int, title: str, note: str = "") -> None:
    look = screen.look
    after = picture.text(0, y, f"{title} ", look.style("accent", attributes="bold"))
    picture.text(after, y, "─" * (picture.width - 1 - after), look.style("faint"))
    if note:
        picture.right(picture.width - 1, y, f" {note}", look.style("dim"))


def _row_colours(screen: NovgorodScreen, place: Place) -> tuple[str, str]:
    """Ink and ground of a line that is a place: the cursor's, or bright where something can be done."""
    if screen.points_at(place):
        return "cursor_ink", "cursor"
    useful = not screen.deciding or screen.offers.invites(place)
    return "ink" if useful else "dim", "panel" if useful and screen.deciding else "ground"


def _paint_need(screen: NovgorodScreen, picture: Picture, x: int, y: int, need: Need, on: str, plain: str = "") -> int:
    """Goods and luxuries by name, in the colours of their families."""
    look = screen.look
    for step, (name, family) in enumerate(parts(need, picture.width - 1 - x, screen.house.ascii)):
        if step:
            x = picture.text(x, y, "+", look.style(plain or "dim", on))
        role = plain or (ROLES[family] if family >= 0 else "ink")
        x = picture.text(x, y, name, look.style(role, on))
    return x


def _paint_missions(screen: NovgorodScreen, picture: Picture, y: int, chances: Chances) -> None:
    seat = screen.board_seat
    whose = "Your missions" if seat == screen.viewer else f"Missions of {screen.match.seats[seat].name}"
    done = completed(screen.state, seat)
    _head(screen, picture, y, clip(whose, 20), f"{done} done" if done else "")
    for step, card in enumerate(screen.offers.missions):
        if card < 0:
            picture.text(0, y + 1 + step, "  a secret mission", screen.look.style("dim"))
        else:
            _paint_mission(screen, picture, y + 1 + step, card, chances)


#: What the route can meet, now or then.
Chances = dict[Aim, str]

#: What the ledger writes before a line that the route can meet, or could with the city under the cursor.
_CHANCES = {NOW: ("✓", "good"), THEN: ("+", "accent"), "": (" ", "dim")}


def _paint_mission(screen: NovgorodScreen, picture: Picture, y: int, card: int, chances: Chances) -> None:
    """Both lines, each with a mark when the route can meet it, and the seals in reach."""
    s, look = screen.state, screen.look
    ink, on = _row_colours(screen, Place(places.MISSION, card))
    plain = ink if on == "cursor" else ""
    picture.text(0, y, " " * (picture.width - 1), look.style(ink, on))
    left = s.left[screen.board_seat] >> card & 1
    top, bottom = MISSIONS[card]
    sign, role = _CHANCES[chances.get(Aim(TOP, card), "")]
    x = picture.text(0, y, sign, look.style(plain or role, on, "bold"))
    if left:
        picture.text(x, y, "top done", look.style(plain or "dim", on))
    else:
        _paint_need(screen, picture, x, y, top, on, plain)
    x = 14 if screen.large else 13
    sign, role = _CHANCES[chances.get(Aim(BOTTOM, card), "")]
    x = picture.text(x, y, sign, look.style(plain or role, on, "bold"))
    _paint_need(screen, picture, x, y, bottom, on, plain)
    worth = BOTH_SEALS if Aim(BOTH, card) in chances else LINE_SEALS
    if left and s.topped >> card & 1:
        worth = BOTH_SEALS - LINE_SEALS
    if Aim(TOP, card) in chances or Aim(BOTTOM, card) in chances:
        picture.right(picture.width - 1, y, f"{worth}{SEALS}", look.style(plain or "seal", on, "bold"))


# The career


def _paint_career(screen: NovgorodScreen, picture: Picture, y: int, chances: Chances) -> None:
    s, seat = screen.state, screen.board_seat
    career, level = screen.offers.career(screen.chosen), s.level[seat]
    ink, on = _row_colours(screen, CAREER)
    sign, role = _CHANCES[chances.get(Aim(STEP, -1), "")]
    look = screen.look
    picture.text(0, y, " " * (picture.width - 1), look.style(ink, on))
    x = picture.text(0, y, sign, look.style(ink if on == "cursor" else role, on, "bold"))
    x = picture.text(x, y, "Career", look.style(ink if on == "cursor" else "accent", on, "bold"))
    step = f"next: {words.need(STEP_COST[career][level])}" if level < TOP_LEVEL else "the top"
    picture.text(x + 1, y, clip(step.replace("different ", ""), picture.width - x - 2), look.style(ink, on))
    if screen.large:
        _paint_ladder(screen, picture, y + 1, career, level)
    else:
        _paint_steps(screen, picture, y + 1, career, level)


def _row_sign(row: int) -> str:
    return "X" if ROW_X[row] else f"{ROW_SEALS[row]}{SEALS}"


def _paint_steps(screen: NovgorodScreen, picture: Picture, y: int, career: int, level: int) -> None:
    """The rows from left to right: seals or an X, and the privilege; covered ones are crossed out."""
    look = screen.look
    for row in range(TOP_LEVEL + 1):
        x = 6 * row
        here = row == level
        role = "seal" if here else "faint" if row < level else "dim"
        mark = f"▸{_row_sign(row)}" if here else f" {_row_sign(row)}"
        picture.text(x, y, mark, look.style(role, attributes="bold" if here else ""))
        sign = PRIVILEGE_SIGNS[ROW_PRIVILEGE[career][row]]
        picture.text(x + 1, y + 1, "·" if row < level else sign, look.style("faint" if row < level else "ink"))


def _paint_ladder(screen: NovgorodScreen, picture: Picture, y: int, career: int, level: int) -> None:
    """The rows from the top down: seals or an X, the privilege, and what the step up costs."""
    look = screen.look
    for step, row in enumerate(range(TOP_LEVEL, -1, -1)):
        here, covered = row == level, row < level
        role = "faint" if covered else "ink"
        at = y + step
        picture.text(1, at, "▸" if here else " ", look.style("seal", attributes="bold"))
        picture.text(3, at, f"{_row_sign(row):<3}", look.style("faint" if covered else "seal", attributes="bold"))
        privilege = "covered" if covered else words.PRIVILEGE_NAMES[ROW_PRIVILEGE[career][row]]
        picture.text(8, at, privilege, look.style(role))
        if row < TOP_LEVEL:
            cost = words.need(STEP_COST[career][row]).replace("different ", "").replace(" and ", ", ")
            picture.text(19, at, clip(f"↑ {cost}", picture.width - 20), look.style("faint" if covered else "dim"))
    used = screen.state.privilege
    if used and screen.board_seat == screen.state.actor:
        picture.text(3, y + 5, f"used this turn: {words.PRIVILEGE_NAMES[used]}", look.style("dim"))


# Offers


def _paint_specials(
    screen: NovgorodScreen, picture: Picture, y: int, areas: dict[Place, Region], chances: Chances
) -> None:
    s, look = screen.state, screen.look
    _head(screen, picture, y, "Special missions")
    for step, code in enumerate(s.row):
        card, half = code >> 2, SPECIALS[code >> 2][code & 3]
        place = Place(places.SPECIAL, card)
        ink, on = _row_colours(screen, place)
        plain = ink if on == "cursor" else ""
        at = areas[place].y
        picture.text(0, at, " " * (picture.width - 1), look.style(ink, on))
        done = s.done >> step & 1
        sign, role = ("✓", "dim") if done else _CHANCES[chances.get(Aim(SPECIAL, card), "")]
        x = picture.text(0, at, sign, look.style(plain or role, on, "bold"))
        x = picture.text(x, at, f"{half.seals}{SEALS}", look.style(plain or "seal", on, "bold"))
        if screen.large and not done:
            price = screen.offers.special_price(step)
            x = picture.text(x, at, f" {price}{DUCATS}", look.style(plain or "coin", on))
        _paint_need(screen, picture, x + 1, at, half.need, on, "dim" if done else plain)


def _paint_open(screen: NovgorodScreen, picture: Picture, y: int, areas: dict[Place, Region]) -> None:
    s, look = screen.state, screen.look
    _head(screen, picture, y, "Open missions", f"6{DUCATS} each")
    for card in (*s.display, -1):
        place = Place(places.OPEN, card)
        ink, on = _row_colours(screen, place)
        plain = ink if on == "cursor" else ""
        at = areas[place].y
        picture.text(0, at, " " * (picture.width - 1), look.style(ink, on))
        if card < 0:
            picture.text(1, at, f"unseen, from the deck of {len(s.deck)}", look.style(ink, on))
            continue
        top, bottom = MISSIONS[card]
        _paint_need(screen, picture, 1, at, top, on, plain)
        _paint_need(screen, picture, 15 if screen.large else 14, at, bottom, on, plain)


# Players


def _paint_players(screen: NovgorodScreen, picture: Picture, y: int, areas: dict[Place, Region]) -> None:
    s, look = screen.state, screen.look
    columns: tuple[tuple[str, int], ...] = (("seals", 15), ("duc.", 20), ("spd", 24), ("row", 28))
    if screen.large:
        columns = (("seals", 17), ("ducats", 24), ("speed", 30), ("row", 34), ("ship", 40))
    _head(screen, picture, y, "")
    if not screen.large:
        picture.text(0, y, "m page ", look.style("dim"))
    for title, right in columns:
        picture.right(right, y, title, look.style("dim"))
    for seat in range(s.players):
        at = areas[Place(SEAT, seat)].y
        paint_token(screen, picture, 0, at, seat)
        shown = seat == screen.board_seat
        style = look.style(f"seat{seat + 1}", attributes="bold" if shown else "")
        picture.text(2, at, clip(screen.match.seats[seat].name, 11 if screen.large else 8), style)
        row = s.level[seat]
        cargo = GOOD_NAMES[s.ship[seat]] if s.ship[seat] >= 0 else "-"
        facts = (
            f"{s.seals[seat]}{SEALS}",
            f"{s.ducats[seat] - s.owed[seat]}{DUCATS}",
            f"»{s.speed[seat]}",
            _row_sign(row),
            cargo,
        )
        roles = ("seal", "coin", "ink", "bad" if ROW_X[row] else "ink", "ink")
        for (_, right), fact, role in zip(columns, facts, roles, strict=False):
            picture.right(right, at, fact, look.style(role))


# The ways to do one thing

#: Above the ways listed stand two lines.
_WAYS_TOP = 2


def _way_areas(screen: NovgorodScreen) -> dict[Place, Region]:
    """One line a way; those out of sight have areas too, so that the cursor can go on to them."""
    ways = screen.offers.places()
    height = screen.query_one("#side", Panel).size.height - _WAYS_TOP
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
