"""The ledger beside the chart: missions, career, offers, players, the log; or the ways to do one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region

from core.novgorod import outlook, words
from core.novgorod.components import (
    BOTH_SEALS,
    CITY_NAMES,
    GOOD_NAMES,
    IN_PROGRESS,
    LINE_SEALS,
    LUXURY_NAMES,
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
from core.novgorod.moves import SHIP_UNIT, Side
from core.novgorod.phases import INTRO
from core.novgorod.rules.use import special_price
from core.novgorod.scoring import completed
from core.novgorod.words import mission_cards
from tui.games.novgorod.art import DUCATS, LUXURY_SIGNS, PRIVILEGE_SIGNS, ROLES, SEALS, parts
from tui.games.novgorod.chart import paint_token
from tui.games.novgorod.offers import CAREER, Place, spent
from tui.widgets.picture import Picture, clip

if TYPE_CHECKING:
    from tui.games.novgorod.screen import NovgorodScreen


class Sections(NamedTuple):
    """The first row of each part of the ledger; -1 for a part that is not shown now."""

    missions: int
    career: int
    specials: int
    open: int
    players: int
    log: int


def own_missions(screen: NovgorodScreen) -> list[int]:
    """The missions in progress of the seat looked at; -1 for each that the viewer may not know."""
    s, seat = screen.novgorod, screen.board_seat
    known = s.left[seat] | (s.hand[seat] if seat == screen.viewer else s.hand[seat] & ~s.hidden[seat])
    secret = 0 if seat == screen.viewer else s.hidden[seat].bit_count()
    return mission_cards(known) + [-1] * secret


def sections(screen: NovgorodScreen) -> Sections:
    """Missions and career first; on a small screen open and special missions take turns."""
    s = screen.novgorod
    large = screen.large
    career = 1 + (2 if s.phase == INTRO else IN_PROGRESS) + large
    y = career + (8 if large else 3)
    specials = opens = -1
    if s.row and (large or not screen.shows_open):
        specials = y
        y += 1 + len(s.row) + large
    if large or screen.shows_open:
        opens = y
        y += 2 + len(s.display) + large
    return Sections(0, career, specials, opens, y, y + 1 + s.players + large)


def places(screen: NovgorodScreen) -> dict[Place, Region]:
    """The places of the ledger, in the chart's coordinates."""
    s, rows = screen.novgorod, sections(screen)
    x, width = screen.scale.width, screen.side_size()[0] - 1
    found: dict[Place, Region] = {}
    for step, card in enumerate(own_missions(screen)):
        if card >= 0:
            found["mission", card] = Region(x, rows.missions + 1 + step, width, 1)
    found[CAREER] = Region(x, rows.career, width, 8 if screen.large else 3)
    if rows.specials >= 0:
        for step, code in enumerate(s.row):
            found["special", code >> 2] = Region(x, rows.specials + 1 + step, width, 1)
    if rows.open >= 0:
        for step, card in enumerate([*s.display, -1]):
            found["open", card] = Region(x, rows.open + 1 + step, width, 1)
    return found


def player_at(screen: NovgorodScreen, y: int) -> int | None:
    """The player whose line this is."""
    seat = y - sections(screen).players - 1
    return seat if 0 <= seat < screen.novgorod.players else None


# Drawing


def paint(screen: NovgorodScreen, picture: Picture) -> None:
    if screen.listed is not None:
        _paint_ways(screen, picture)
        return
    rows = sections(screen)
    chances = screen.prospects()
    _paint_missions(screen, picture, rows.missions, chances)
    _paint_career(screen, picture, rows.career, chances)
    if rows.specials >= 0:
        _paint_specials(screen, picture, rows.specials, chances)
    if rows.open >= 0:
        _paint_open(screen, picture, rows.open)
    _paint_players(screen, picture, rows.players)
    screen.paint_log(picture, Region(0, rows.log, picture.width - 1, picture.height - rows.log))


def _head(screen: NovgorodScreen, picture: Picture, y: int, title: str, note: str = "") -> None:
    look = screen.look
    after = picture.text(0, y, f"{title} ", look.style("accent", attributes="bold"))
    picture.text(after, y, "─" * (picture.width - 1 - after), look.style("faint"))
    if note:
        picture.right(picture.width - 1, y, f" {note}", look.style("dim"))


def _row_colours(screen: NovgorodScreen, place: Place) -> tuple[str, str]:
    """Ink and ground of a line that is a place: the cursor's, or bright where something can be done."""
    if screen.cursor == place and screen.looked_at is None:
        return "cursor_ink", "cursor"
    useful = not screen.deciding or bool(screen.offers_at(place))
    return "ink" if useful else "dim", "panel" if useful and screen.deciding else "ground"


def _paint_need(screen: NovgorodScreen, picture: Picture, x: int, y: int, need: Need, on: str, plain: str = "") -> int:
    """Goods and luxuries by name, in the colours of their families."""
    look = screen.look
    for step, (name, family) in enumerate(parts(need, picture.width - 1 - x)):
        if step:
            x = picture.text(x, y, "+", look.style(plain or "dim", on))
        role = plain or (ROLES[family] if family >= 0 else "ink")
        x = picture.text(x, y, name, look.style(role, on))
    return x


def _paint_missions(screen: NovgorodScreen, picture: Picture, y: int, chances: Chances) -> None:
    seat = screen.board_seat
    whose = "Your missions" if seat == screen.viewer else f"Missions of {screen.match.seats[seat].name}"
    done = completed(screen.novgorod, seat)
    _head(screen, picture, y, clip(whose, 20), f"{done} done" if done else "")
    for step, card in enumerate(own_missions(screen)):
        if card < 0:
            picture.text(0, y + 1 + step, "  a secret mission", screen.look.style("dim"))
        else:
            _paint_mission(screen, picture, y + 1 + step, card, chances)


#: By line, step or special mission: whether the route can meet it.
Chances = dict[tuple[str, int], str]

#: What the ledger writes before a line that the route can meet, or could with the city under the cursor.
_CHANCES = {"now": ("✓", "good"), "then": ("+", "accent"), "": (" ", "dim")}


def _paint_mission(screen: NovgorodScreen, picture: Picture, y: int, card: int, chances: Chances) -> None:
    """Both lines, each with a mark when the route can meet it, and the seals in reach."""
    s, look = screen.novgorod, screen.look
    ink, on = _row_colours(screen, ("mission", card))
    plain = ink if on == "cursor" else ""
    picture.text(0, y, " " * (picture.width - 1), look.style(ink, on))
    left = s.left[screen.board_seat] >> card & 1
    top, bottom = MISSIONS[card]
    sign, role = _CHANCES[chances.get(("top", card), "")]
    x = picture.text(0, y, sign, look.style(plain or role, on, "bold"))
    if left:
        picture.text(x, y, "top done", look.style(plain or "dim", on))
    else:
        _paint_need(screen, picture, x, y, top, on, plain)
    x = 14 if screen.large else 13
    sign, role = _CHANCES[chances.get(("bottom", card), "")]
    x = picture.text(x, y, sign, look.style(plain or role, on, "bold"))
    _paint_need(screen, picture, x, y, bottom, on, plain)
    worth = BOTH_SEALS if ("both", card) in chances else LINE_SEALS
    if left and s.topped >> card & 1:
        worth = BOTH_SEALS - LINE_SEALS
    if any(key in chances for key in (("top", card), ("bottom", card))):
        picture.right(picture.width - 1, y, f"{worth}{SEALS}", look.style(plain or "seal", on, "bold"))


# The career


def _paint_career(screen: NovgorodScreen, picture: Picture, y: int, chances: Chances) -> None:
    s, seat = screen.novgorod, screen.board_seat
    career, level = s.careers[seat], s.level[seat]
    way = screen.picked_way()
    if way and isinstance(way[0], Side):
        career = career & ~1 | way[0].side
    ink, on = _row_colours(screen, CAREER)
    sign, role = _CHANCES[chances.get(("step", -1), "")]
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
    used = screen.novgorod.privilege
    if used and screen.board_seat == screen.novgorod.actor:
        picture.text(3, y + 5, f"used this turn: {words.PRIVILEGE_NAMES[used]}", look.style("dim"))


# Offers


def _paint_specials(screen: NovgorodScreen, picture: Picture, y: int, chances: Chances) -> None:
    s, look = screen.novgorod, screen.look
    _head(screen, picture, y, "Special missions")
    for step, code in enumerate(s.row):
        card, half = code >> 2, SPECIALS[code >> 2][code & 3]
        ink, on = _row_colours(screen, ("special", card))
        plain = ink if on == "cursor" else ""
        at = y + 1 + step
        picture.text(0, at, " " * (picture.width - 1), look.style(ink, on))
        done = s.done >> step & 1
        sign, role = ("✓", "dim") if done else _CHANCES[chances.get(("special", card), "")]
        x = picture.text(0, at, sign, look.style(plain or role, on, "bold"))
        x = picture.text(x, at, f"{half.seals}{SEALS}", look.style(plain or "seal", on, "bold"))
        if screen.large and not done:
            price = special_price(s, step, False)
            x = picture.text(x, at, f" {price}{DUCATS}", look.style(plain or "coin", on))
        _paint_need(screen, picture, x + 1, at, half.need, on, "dim" if done else plain)


def _paint_open(screen: NovgorodScreen, picture: Picture, y: int) -> None:
    s, look = screen.novgorod, screen.look
    _head(screen, picture, y, "Open missions", f"6{DUCATS} each")
    for step, card in enumerate([*s.display, -1]):
        ink, on = _row_colours(screen, ("open", card))
        plain = ink if on == "cursor" else ""
        at = y + 1 + step
        picture.text(0, at, " " * (picture.width - 1), look.style(ink, on))
        if card < 0:
            picture.text(1, at, f"unseen, from the deck of {len(s.deck)}", look.style(ink, on))
            continue
        top, bottom = MISSIONS[card]
        _paint_need(screen, picture, 1, at, top, on, plain)
        _paint_need(screen, picture, 15 if screen.large else 14, at, bottom, on, plain)


# Players


def _paint_players(screen: NovgorodScreen, picture: Picture, y: int) -> None:
    s, look = screen.novgorod, screen.look
    columns: tuple[tuple[str, int], ...] = (("seals", 15), ("duc.", 20), ("spd", 24), ("row", 28))
    if screen.large:
        columns = (("seals", 17), ("ducats", 24), ("speed", 30), ("row", 34), ("ship", 40))
    _head(screen, picture, y, "")
    if not screen.large:
        picture.text(0, y, "m page ", look.style("dim"))
    for title, right in columns:
        picture.right(right, y, title, look.style("dim"))
    for seat in range(s.players):
        at = y + 1 + seat
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


def _first_way(screen: NovgorodScreen, height: int) -> int:
    """The first way that is shown, so that the one under the cursor is in sight."""
    assert screen.listed is not None
    at = screen.cursor[1] if isinstance(screen.cursor, tuple) else 0
    return max(0, min(at - height // 2, len(screen.listed.ways) - height))


def way_places(screen: NovgorodScreen) -> dict[Place, Region]:
    """One line a way; those out of sight have places too, so that the cursor can go on to them."""
    assert screen.listed is not None
    width, height = screen.side_size()
    first = _first_way(screen, height - 2)
    return {("way", i): Region(screen.scale.width, 2 + i - first, width - 1, 1) for i in range(len(screen.listed.ways))}


def _paint_ways(screen: NovgorodScreen, picture: Picture) -> None:
    assert screen.listed is not None
    look = screen.look
    _head(screen, picture, 0, clip(screen.listed.label, 24), f"{len(screen.listed.ways)} ways")
    picture.text(0, 1, "with", look.style("dim"))
    for place, region in way_places(screen).items():
        if not 2 <= region.y < picture.height:
            continue
        ink, on = ("cursor_ink", "cursor") if screen.cursor == place else ("ink", "ground")
        text = _way_words(screen, place[1])
        picture.text(0, region.y, f" {clip(text, region.width - 1)}".ljust(region.width), look.style(ink, on))


def _way_words(screen: NovgorodScreen, number: int) -> str:
    """What a way uses up: goods, the ship's good, luxuries with their cities."""
    assert screen.listed is not None
    s = screen.novgorod
    way = screen.listed.ways[number]
    units, luxuries = spent(way)
    names = [GOOD_NAMES[good] for good in cities_of(units & 255)]
    if units & SHIP_UNIT and s.actor is not None:
        names.append(f"{GOOD_NAMES[s.ship[s.actor]]} (ship)")
    names += [
        f"{LUXURY_SIGNS[s.artisans[city]]}{LUXURY_NAMES[s.artisans[city]]} ({CITY_NAMES[city]})"
        for city in cities_of(luxuries)
    ]
    gain = outlook.gain(s, way[0]) if len(way) == 1 else outlook.Gain(BOTH_SEALS)
    worth = f" {gain.seals}{SEALS}" if gain.seals else ""
    return f"{' + '.join(names)}{worth}"
