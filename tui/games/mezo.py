"""Mezo on the screen: the map with its cursor, what can be chosen where, and what a choice would bring."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.geometry import Region

from core.bots.hints import Hint
from core.game import Move
from core.mezo import moves as m
from core.mezo import steps
from core.mezo.components import (
    GODS,
    IN_MASK,
    PASSES,
    REGIONS,
    TOUCHES,
)
from core.mezo.glimpse import glimpse
from core.mezo.previews import moves_by_region, moves_by_vertex, outlook, presence_at
from core.mezo.rules import MezoState
from core.mezo.words import explain, names
from tui.frame import Choice, Spot
from tui.games import mezo_side as side
from tui.games import mezo_words as words
from tui.games.mezo_map import LARGE, LETTERS, PLAIN, SHAPES, SMALL, MapPainter, Plan, Shown, Signs, name_place
from tui.games.mezo_sea import SeaPainter, sea_spots
from tui.games.mezo_side import Item, Row
from tui.play import PlayScreen
from tui.widgets.picture import Picture, clip, wrap

#: Lists of at most so many have all their items in the bar, each with its digit.
SHORT_LIST = 4


class MezoScreen(PlayScreen):
    """The cursor goes to regions, vertices, tribes, and to what is listed beside the map."""

    place = "mezo"
    board_width = 50
    board_width_large = 76

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.cursor = ("region", 0)
        #: Warriors and Shamans that would be sacrificed in the Blessed conflict.
        self.gift = (0, 0)

    @property
    def mezo(self) -> MezoState:
        state = self.state
        assert isinstance(state, MezoState)
        return state

    @property
    def signs(self) -> Signs:
        return PLAIN if self.house.ascii else SHAPES

    @property
    def plan(self) -> Plan:
        return LARGE if self.large else SMALL

    @property
    def asked(self) -> str:
        """The kind of the decision at hand."""
        return self.mezo.prompt.kind

    # Places

    def spots(self) -> dict[Spot, Region]:
        if not self.mezo.age:
            return {
                ("god", god): Region(1, 1 + god * self._god_step, self._left - 2, 3 if self.large else 2)
                for god in range(len(GODS))
            }
        found: dict[Spot, Region] = {}
        for vertex, (x, y) in enumerate(self.plan.points):
            if TOUCHES[vertex] & self.mezo.live:
                found["vertex", vertex] = Region(x - 1, y, 3, 1)
        for region, area in enumerate(self.plan.slabs):
            found["region", region] = area
        found |= sea_spots(self.plan, self.mezo.players)
        for y, row in enumerate(self.side_rows()):
            if row.spot is not None and row.spot not in self._on_the_map:
                top = found[row.spot].y if row.spot in found else y
                found[row.spot] = Region(self._left, top, self._side_width, y + 1 - top)
        return found

    _on_the_map = frozenset(("region", region) for region in range(REGIONS)) | {("tribe", seat) for seat in range(4)}

    @property
    def _left(self) -> int:
        """The columns of the board: beside it the side begins."""
        return self.board_width_large if self.large else self.board_width

    @property
    def _side_width(self) -> int:
        return self.size.width - self._left - 1

    @property
    def _god_step(self) -> int:
        return 4 if self.large else 2

    def click_board(self, x: int, y: int) -> None:
        """A name above a region is the region."""
        for region in range(REGIONS):
            left, top = name_place(self.plan, region)
            if self.mezo.age and y == top and left <= x < left + len(names.region(region)) + 2:
                x, y = self.plan.slabs[region].x, self.plan.slabs[region].y
        super().click_board(x, y)

    def click_side(self, x: int, y: int) -> None:
        super().click_board(self._left + x, y)

    # What can be done

    def decision_begins(self) -> None:
        self.gift = (0, 0)

    def listed(self) -> list[Item]:
        """What is chosen from a list beside the map."""
        return side.items(self.mezo, self.match.names)

    def _item_choices(self, number: int) -> list[Choice]:
        """The whole list when it is short, so that digits choose from it; else only this item."""
        found = self.listed()
        if number >= len(found):
            return []
        every = [Choice(item.label, item.move, self.mezo.describe(item.move)) for item in found]
        return every if len(every) <= SHORT_LIST else [every[number]]

    def choices(self, spot: Spot) -> list[Choice]:
        match spot:
            case ("god", int(god)):
                move = m.GOD[god]
                legal = move in self.mezo.moves()
                return [Choice(f"follow {GODS[god].name}", move, self.mezo.describe(move))] if legal else []
            case ("item", int(number)):
                return self._item_choices(number)
            case ("action", int(action)) if self.asked == "act":
                return self._action_choices(action)
            case ("vertex", int(vertex)):
                move_there = moves_by_vertex(self.mezo).get(vertex)
                return [Choice("set the god here", move_there, self._vertex_words(vertex))] if move_there else []
            case ("region", int(region)):
                if self.asked == "sacrifice":
                    return self._gift_choices() if region == self.mezo.conflict else []
                return [self._region_choice(move, region) for move in moves_by_region(self.mezo).get(region, [])]
        return []

    def loose_choices(self) -> list[Choice]:
        state, signs = self.mezo, self.signs
        found = []
        for move in state.moves():
            match move:
                case m.AbilityFirst():
                    found.append(Choice("Call first", move, state.describe(move)))
                case m.Answer(yes=yes):
                    found.append(Choice("yes" if yes else "no", move, state.describe(move)))
                case m.Enough():
                    found.append(Choice("do not" if not state.done else "no more", move, state.describe(move)))
                case m.PickUnits() if self.asked != "sacrifice":
                    label = signs.counted(move.warriors, move.shamans)
                    found.append(Choice(label, move, state.describe(move)))
                case m.PickUnit(region=m.RESERVES, kind=kind):
                    found.append(Choice(f"Reserves {signs[kind]}", move, f"gives {state.describe(move)}"))
        return found

    def natural_pick(self) -> int:
        """The item under the cursor; when units are sent, an even share of the Reserves."""
        match self.cursor:
            case ("item", int(number)) if len(self.listed()) <= SHORT_LIST:
                return number
            case ("region", int(region)) if self.deciding and self.asked == "station":
                moves = moves_by_region(self.mezo).get(region, [])
                wanted = self._fair_share(region)
                return next((n for n, move in enumerate(moves) if _sent(move) == wanted), 0)
        return 0

    def _fair_share(self, region: int) -> tuple[int, int]:
        state, seat = self.mezo, self.viewer
        regions = len(IN_MASK[state.stack[-1][2]])
        limit = state.station_limit(seat, region)
        warriors, shamans = (-(-n // regions) for n in state.reserves[seat * 2 : seat * 2 + 2])
        while warriors + shamans > limit:
            warriors, shamans = (warriors - 1, shamans) if warriors >= shamans else (warriors, shamans - 1)
        return warriors, shamans

    def _action_choices(self, action: int) -> list[Choice]:
        moves = self.mezo.moves()
        if m.ACT[action] not in moves:
            return []
        passes = [
            Choice(f"pass: {PASSES[move.option].effect.text.rstrip('.')}", move, self.mezo.describe(move))
            for move in m.PASS[action]
        ]
        return [Choice(f"do action {action + 1}", m.ACT[action], self.mezo.describe(m.ACT[action])), *passes]

    def _region_choice(self, move: Move, region: int) -> Choice:
        brings = words.outcome(self.mezo, self.viewer, move, region)
        return Choice(self._region_label(move), move, f"{self.mezo.describe(move)}{brings}")

    def _region_label(self, move: Move) -> str:
        signs = self.signs
        match move:
            case m.Station(warriors=warriors, shamans=shamans):
                return signs.units(warriors, shamans, "0")
            case m.PickUnit(owner=owner, kind=kind):
                return f"{LETTERS[owner]} {signs[kind]} {names.KIND[kind]}"
            case m.PickPiece(owner=owner, pyramid=pyramid):
                return "pyramid" if pyramid else f"{LETTERS[owner]} {signs.glyph} glyph"
            case m.ToRegion() if self.asked == "champion":
                return f"{signs.champion} Champion here"
        return "here"

    def _vertex_words(self, vertex: int) -> str:
        state = self.mezo
        god = GODS[state.gods[self.viewer]].name
        return f"{god} looks upon {names.regions(presence_at(state, vertex))}"

    # Sacrifices: so many of each, changed until they are given

    def _gift_choices(self) -> list[Choice]:
        """Give what is counted up, or count; a digit always means the same, even if there is nobody left."""
        state, seat, signs = self.mezo, self.viewer, self.signs
        warriors, shamans = self.gift
        given = m.UNITS[warriors][shamans]
        label = f"give {signs.counted(warriors, shamans, 'nobody')}"
        found = [Choice(label, given, words.gift_words(state, seat, given))]
        for label, more_warriors, more_shamans in (
            (f"+{signs.warrior}", 1, 0),
            (f"+{signs.shaman}", 0, 1),
            (f"-{signs.warrior}", -1, 0),
            (f"-{signs.shaman}", 0, -1),
        ):
            wanted = m.UNITS[_within(warriors + more_warriors, state.reserves[seat * 2])][
                _within(shamans + more_shamans, state.reserves[seat * 2 + 1])
            ]
            found.append(Choice(label, self._giver(wanted), words.gift_words(state, seat, wanted)))
        return found

    def _giver(self, wanted: m.PickUnits) -> Callable[[], None]:
        def count() -> None:
            self.gift = (wanted.warriors, wanted.shamans)
            self.picked = 0

        return count

    def step_back(self) -> bool:
        if self.gift != (0, 0):
            self.gift = (0, 0)
            return True
        frame = self.mezo.stack[-1] if self.mezo.stack else (-1,)
        if self.deciding and frame[0] == steps.MOVE and frame[6] >= 0:
            # A unit that was picked up goes back to where it stood.
            self.action_undo()
            return True
        return False

    def show_tip(self, tip: Hint, others: Sequence[Hint]) -> None:
        """A tip for a sacrifice is shown as a gift; one for an item puts the cursor on that item."""
        move = self.match.read(tip.plan[0])
        if isinstance(move, m.PickUnits) and self.asked == "sacrifice":
            self.gift = (move.warriors, move.shamans)
        super().show_tip(tip, others)
        moves = list(self.mezo.moves())
        if self._cursor_on("item") is not None:
            self.cursor = ("item", moves.index(move))
            self.picked = self.natural_pick()

    def _cursor_on(self, kind: str) -> int | None:
        """The number of the place under the cursor, if it is of this kind."""
        match self.cursor:
            case (found, int(number)) if found == kind:
                return number
        return None

    # In words

    def prompt_words(self) -> str:
        state = self.mezo
        here = names.region(state.conflict) if state.conflict >= 0 else ""
        match self.asked:
            case "sacrifice":
                return f"{here} is Blessed: sacrifice units? 8 VP for the strongest."
            case "act":
                which = "first" if state.stack[-1][1] < state.players else "second"
                return f"{here}, your {which} action of two: do one of your card, or pass."
            case "call" if state.vertices[self.viewer] >= 0 and m.ABILITY_FIRST in state.moves():
                return f"Move {GODS[state.gods[self.viewer]].name} to another vertex, or use its Call first."
            case "winner":
                tied = names.listed(names.tribe(seat) for seat in outlook(state, state.conflict).winner)
                return f"Who wins {here}? {tied} are tied."
            case "majority":
                track = names.TRACK[state.stack[-1][1]]
                return f"Who goes to the {track}? They are tied; the Champion's player picks."
            case "card":
                return f"Conflict in {here}: choose a card in secret (i reads it out)."
            case "station":
                region = IN_MASK[state.stack[-1][2]][0]
                limit = names.several(state.station_limit(self.viewer, region), "unit")
                at = self.viewer * 2
                left = self.signs.counted(state.reserves[at], state.reserves[at + 1])
                return f"{names.region(region)}: Deploy up to {limit}. In your Reserves: {left}."
        return super().prompt_words()

    def says(self, spot: Spot) -> str:
        match spot:
            case ("item", int(number)) if number < len(found := self.listed()):
                return found[number].texts[0] if found[number].texts else ""
        return words.says(self.mezo, self.viewer, spot)

    def explain(self, spot: Spot) -> str:
        match spot:
            case ("item", int(number)) if number < len(found := self.listed()):
                return self._item_in_full(found[number])
        return words.in_full(self.mezo, self.viewer, self.match.names, spot)

    def _item_in_full(self, item: Item) -> str:
        text = "\n".join([item.title, *item.texts])
        if isinstance(item.move, m.PlayCard):
            text = words.card_in_full(self.mezo.gods[self.viewer], item.move.card)
        return "\n".join([text, "", *explain.keywords_in(text)])

    # Drawing

    def chosen(self) -> Move | None:
        """The move that Enter would make now."""
        choices = self.all_choices()
        if not choices:
            return None
        do = choices[min(self.picked, len(choices) - 1)].do
        return do if isinstance(do, Move) else None

    def paint_board(self, picture: Picture) -> None:
        state = self.mezo
        if not state.age:
            self._paint_gods(picture)
            return
        after = glimpse(state, self.chosen())
        vertex = self._cursor_on("vertex")
        looks = TOUCHES[vertex] & state.live if vertex is not None else after.presence(self.board_seat)
        targets = frozenset(self.targets()) if self.deciding else frozenset()
        shown = Shown(state, after, self.viewer, self.cursor, targets, frozenset(IN_MASK[looks]))
        MapPainter(picture, self.look, shown, self.large, self.house.ascii).paint()
        SeaPainter(picture, self.look, self.plan, self.signs, self.large).paint(state, after, self.cursor)

    def _paint_gods(self, picture: Picture) -> None:
        """Before the first Age: the gods to choose from."""
        look, state = self.look, self.mezo
        picture.text(1, 0, "The gods, and what their Call does", look.style("accent", attributes="bold"))
        for spot, area in self.spots().items():
            god = GODS[spot[1]]  # type: ignore[index]
            here = spot == self.cursor
            followers = [seat for seat in range(state.players) if state.gods[seat] == spot[1]]  # type: ignore[index]
            ink, on = ("cursor_ink", "cursor") if here else ("stone_ink", "stone")
            small = "cursor_ink" if here else "stone_dim"
            picture.fill(area, look.style(ink, on))
            x = picture.text(area.x + 1, area.y, god.name, look.style(ink, on, "bold"))
            picture.text(x, area.y, f" · {god.title}", look.style(small, on))
            for seat in followers:
                badge = look.style("badge", f"dark_{seat + 1}", "bold")
                picture.right(area.right, area.y, f" {names.tribe(seat)} ", badge)
            call = wrap(god.call.text, area.width - 2) if self.large else [clip(god.call.text, area.width - 2)]
            picture.lines(area.x + 1, area.y + 1, call, look.style(small, on))

    def side_rows(self) -> list[Row]:
        """What stands beside the map, row by row; the log follows."""
        state = self.mezo
        width = self._side_width
        height = max(1, self.size.height - 5)
        if self.looked_at is not None:
            name = self.match.seats[self.looked_at].name
            return side.tribe_rows(state, self.looked_at, self.viewer, name, width)
        if not state.age:
            return side.god_rows(self._cursor_on("god") or 0, width)
        rows = side.conflict_rows(state) if state.conflict >= 0 else []
        items = self.listed() if self.deciding else []
        # A list may need all the room there is; else the tracks and the last news get some.
        room = height - len(rows) - (0 if items else 4)
        seat = self.viewer
        if items:
            titled = [item._replace(title=f"{number} {item.title}") for number, item in enumerate(items, 1)]
            rows += side.item_rows(titled, width, room)
        elif state.conflict >= 0 and state.cards[seat] >= 0:
            rows += side.action_rows(state, seat, width, room - 1)
        else:
            name = self.match.seats[seat].name
            told = side.tribe_rows(state, seat, seat, name, width)
            rows += told if len(told) <= room else side.tribe_rows(state, seat, seat, name, width, brief=True)[:room]
        return rows + side.track_rows(state, width) if len(rows) <= height - 2 else rows

    def paint_side(self, picture: Picture) -> None:
        look, state = self.look, self.mezo
        rows = self.side_rows()
        after = glimpse(state, self.chosen())
        width = picture.width - 1
        for y, row in enumerate(rows):
            if isinstance(row.spot, tuple) and row.spot[0] == "strength":
                side.paint_strength(picture, 0, y, look, self.signs, row.spot[1], self.viewer, state, after)
            elif row.spot is not None and row.spot == self.cursor and row.spot not in self._on_the_map:
                picture.text(
                    0, y, clip(row.text, width).ljust(width), look.style("cursor_ink", "cursor", row.attributes)
                )
            else:
                picture.text(0, y, clip(row.text, width), look.style(row.ink, attributes=row.attributes))
        y = len(rows)
        if y < picture.height - 1:
            picture.text(0, y, "─" * width, look.style("faint"))
            self.paint_log(picture, Region(0, y + 1, width, picture.height - y - 1))


def _within(n: int, most: int) -> int:
    return max(0, min(n, most))


def _sent(move: Move) -> tuple[int, int] | None:
    return (move.warriors, move.shamans) if isinstance(move, m.Station) else None


SCREEN = MezoScreen
