"""Mezo on the screen: the map with its cursor, what can be chosen where, and what a choice would bring."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.geometry import Region

from core.bots.hints import Hint
from core.game import Move
from core.mezo import moves as m
from core.mezo import steps
from core.mezo.components import (
    ABILITIES,
    ALTARS,
    CARDS,
    CONSTANTS,
    GODS,
    IN_MASK,
    PASSES,
    REGIONS,
    TOUCHES,
    TRACKS,
    WRATHFUL,
)
from core.mezo.glimpse import glimpse
from core.mezo.previews import building, laid, moves_by_region, moves_by_vertex, outlook, presence_at
from core.mezo.rules import MezoState
from core.mezo.words import explain, names
from tui.frame import Choice, Spot
from tui.games import mezo_side as side
from tui.games.mezo_map import LARGE, LETTERS, PLAIN, SHAPES, SMALL, MapPainter, Plan, Shown, Signs, fought, name_place
from tui.games.mezo_sea import SeaPainter, sea_spots
from tui.games.mezo_side import Item, Row
from tui.play import PlayScreen
from tui.widgets.picture import Picture, clip

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
                ("god", god): Region(1, 1 + step * self._god_height, self._left - 2, 2)
                for step, god in enumerate(range(len(GODS)))
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
                area = found.get(row.spot)
                top = y if area is None else area.y
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
    def _god_height(self) -> int:
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

    def items(self) -> list[tuple[Item, list[Choice]]]:
        """What is chosen from a list beside the map, each with its choices."""
        state = self.mezo
        found = []
        for number, move in enumerate(state.moves()):
            spot = ("item", number)
            match move:
                case m.TakeAbility(ability=ability):
                    found.append((Item(spot, ABILITIES[ability].name, (ABILITIES[ability].text,)), move))
                case m.PlayCard(card=card):
                    first, second, _ = GODS[state.gods[self.viewer]].actions[card]
                    found.append((Item(spot, CARDS[card].capitalize(), (f"1 {first.text}", f"2 {second.text}")), move))
                case m.Branch(index=index):
                    found.append((Item(spot, "ab"[index] if index < 2 else str(index), (state.describe(move),)), move))
                case m.PickSeat(seat=seat):
                    found.append(
                        (
                            Item(spot, side.tribes_title(seat, self.match.seats[seat].name), (self._seat_words(seat),)),
                            move,
                        )
                    )
                case m.ToSpace(kind=kind, space=space):
                    found.append((Item(spot, TRACKS[kind][space].name, (TRACKS[kind][space].effect.text,)), move))
                case m.TakeTile(tile=tile):
                    found.append((Item(spot, WRATHFUL[tile].name, (WRATHFUL[tile].effect.text,)), move))
        every = [Choice(_label(item), move, state.describe(move)) for item, move in found]
        short = len(found) <= SHORT_LIST
        return [(item, every if short else [every[number]]) for number, (item, _) in enumerate(found)]

    def _seat_words(self, seat: int) -> str:
        state = self.mezo
        if state.conflict < 0:
            return f"{state.vp[seat]} VP"
        at = (seat * REGIONS + state.conflict) * 2
        return f"{names.units(*state.units[at : at + 2])} here, {state.vp[seat]} VP"

    def choices(self, spot: Spot) -> list[Choice]:
        match spot:
            case ("god", int(god)):
                move = m.GOD[god]
                words = f"follow {GODS[god].name}"
                return [Choice(words, move, self.mezo.describe(move))] if move in self.mezo.moves() else []
            case ("item", int(number)):
                items = self.items()
                return items[number][1] if number < len(items) else []
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
                    label = signs.count(move.warriors, move.shamans)
                    found.append(Choice(label, move, state.describe(move)))
                case m.PickUnit(region=m.RESERVES, kind=kind):
                    found.append(Choice(f"Reserves {signs[kind]}", move, f"gives {state.describe(move)}"))
        return found

    def natural_pick(self) -> int:
        """The item under the cursor; when units are sent, an even share of the Reserves."""
        match self.cursor:
            case ("item", int(number)) if len(self.items()) <= SHORT_LIST:
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
        words = self.mezo.describe(move)
        return Choice(self._region_label(move), move, f"{words}{self._outcome(move, region)}")

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

    def _outcome(self, move: Move, region: int) -> str:
        """What a choice brings: points for a pyramid, else how strong you would be here."""
        state, seat = self.mezo, self.viewer
        if isinstance(move, m.PickPiece) and move.pyramid and state.stack[-1][0] == steps.BUILD:
            _, gains = building(state, seat, region)
            return "; " + ", ".join(
                f"{'you' if who == seat else names.tribe(who)} +{n} ({vp} VP)" for who, n, vp in gains
            )
        was, will = outlook(state, region), outlook(glimpse(state, move), region)
        if was == will:
            return ""
        changed = [who for who in range(state.players) if was.strengths[who] != will.strengths[who]]
        words = ", ".join(
            f"{'you' if who == seat else names.tribe(who)} {was.strengths[who]}→{will.strengths[who]}"
            for who in changed
        )
        return f" · strength {words} · {self._leader_words(will.winner)}"

    def _leader_words(self, winner: Sequence[int]) -> str:
        mine = self.viewer in winner
        if len(winner) > 1:
            return "tied with you" if mine else "tied"
        return "you lead" if mine else f"{names.tribe(winner[0])} leads"

    def _vertex_words(self, vertex: int) -> str:
        state = self.mezo
        god = GODS[state.gods[self.viewer]].name
        return f"{god} looks upon {names.regions(presence_at(state, vertex))}"

    # Sacrifices: so many of each, changed until they are given

    def _gift_choices(self) -> list[Choice]:
        state, seat, signs = self.mezo, self.viewer, self.signs
        warriors, shamans = self.gift
        most_warriors, most_shamans = state.reserves[seat * 2 : seat * 2 + 2]
        move = m.UNITS[warriors][shamans]
        label = f"give {signs.count(warriors, shamans, 'nobody')}"
        found = [Choice(label, move, self._gift_words(move))]
        for words, change, possible in (
            (f"+{signs.warrior}", (1, 0), warriors < most_warriors),
            (f"+{signs.shaman}", (0, 1), shamans < most_shamans),
            (f"-{signs.warrior}", (-1, 0), warriors > 0),
            (f"-{signs.shaman}", (0, -1), shamans > 0),
        ):
            if possible:
                wanted = (warriors + change[0], shamans + change[1])
                found.append(Choice(words, self._giver(wanted), self._gift_words(m.UNITS[wanted[0]][wanted[1]])))
        return found

    def _giver(self, gift: tuple[int, int]) -> Callable[[], None]:
        def give() -> None:
            self.gift = gift
            self.picked = 0

        return give

    def _gift_words(self, move: m.PickUnits) -> str:
        state, seat = self.mezo, self.viewer
        view = glimpse(state, move)
        found = outlook(view, state.conflict)
        devotion = f"devotion {state.devotion[seat]}→{view.devotion[seat]}"
        return (
            f"sacrifices {names.units(move.warriors, move.shamans)}: {devotion},"
            f" strength {found.strengths[seat]} of {max(found.strengths)}, {self._leader_words(found.winner)}"
        )

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
        if ("item", moves.index(move)) in self.spots() and isinstance(self.cursor, tuple) and self.cursor[0] == "item":
            self.cursor = ("item", moves.index(move))
            self.picked = self.natural_pick()

    # In words

    def prompt_words(self) -> str:
        state = self.mezo
        here = names.region(state.conflict) if state.conflict >= 0 else ""
        match self.asked:
            case "sacrifice":
                return f"Blessed {here}: sacrifice units? Each is 1 strength and 1 devotion; the strongest gains 8 VP."
            case "act":
                which = "first" if state.stack[-1][1] < state.players else "second"
                return f"{here}: your {which} action of two. Choose one of your card, or pass over it."
            case "card":
                return f"Conflict in {here}: choose a card in secret. i tells all of it."
            case "station":
                region = IN_MASK[state.stack[-1][2]][0]
                limit = names.several(state.station_limit(self.viewer, region), "unit")
                left = self.signs.count(*state.reserves[self.viewer * 2 : self.viewer * 2 + 2])
                return f"{names.region(region)}: Deploy up to {limit}. In your Reserves: {left}."
        return super().prompt_words()

    def says(self, spot: Spot) -> str:
        state = self.mezo
        match spot:
            case ("region", int(region)):
                return self._region_says(region)
            case ("vertex", int(vertex)):
                return explain.vertex(state, vertex)
            case ("god", int(god)):
                taken = [seat for seat in range(state.players) if state.gods[seat] == god]
                return f"{GODS[god].name} is followed by {names.tribe(taken[0])}" if taken else GODS[god].theme
            case ("tribe", int(seat)):
                return explain.devotion(state, seat)
            case ("strength", int(seat)):
                return self._strength_says(seat)
            case ("action", int(action)) if state.cards[self.board_seat] >= 0:
                spent = "spent: " if state.covered[self.board_seat] >> action & 1 else ""
                return spent + GODS[state.gods[self.board_seat]].actions[state.cards[self.board_seat]][action].text
            case ("track", int(kind)):
                free = [
                    TRACKS[kind][n].effect.text.rstrip(".") for n, owner in enumerate(state.tracks[kind]) if owner < 0
                ]
                return f"{names.TRACK[kind]}, free: {'; '.join(free) or 'nothing'}"
            case ("wrath", _):
                tiles = "; ".join(f"{WRATHFUL[t].name}: {WRATHFUL[t].effect.text}" for t in state.face_up())
                return f"The wrathful god asks {names.several(self._price(), 'unit')}. {tiles}"
        return ""

    def _strength_says(self, seat: int) -> str:
        """How a tribe stands in the conflict: what it would win, and its card."""
        found = outlook(self.mezo, self.mezo.conflict)
        prizes = [
            word
            for word, seats in (
                ("the conflict", found.winner),
                ("the Calendar", found.calendar),
                ("the Codex", found.codex),
            )
            if seat in seats
        ]
        card = laid(self.mezo, seat, self.viewer)
        shown = "no card yet" if card is None else "a card face down" if card < 0 else CARDS[card].capitalize()
        leads = f", ahead for {names.listed(prizes)}" if prizes else ""
        return f"{names.tribe(seat)}: strength {found.strengths[seat]}{leads}; {shown}"

    def _price(self) -> int:
        return CONSTANTS.appease_next if any(self.mezo.wrath) else CONSTANTS.appease_first

    def _region_says(self, region: int) -> str:
        state = self.mezo
        name = names.region(region)
        if not state.live >> region & 1:
            return f"{name} is Desolate: out of the game"
        if region == state.blessed:
            what = "Blessed, 8 VP to the strongest"
        else:
            altar = ALTARS[state.altars[region]]
            what = f"altar {altar.name}: {altar.effect.text.rstrip('.')}"
        found = outlook(state, region)
        leads = f" · {self._leader_words(found.winner)}" if max(found.strengths) else ""
        over = " · fought" if fought(state, region) else ""
        return f"{name} · {what}{leads}{over}"

    def explain(self, spot: Spot) -> str:
        state = self.mezo
        match spot:
            case ("region", int(region)):
                text = explain.region(state, region)
            case ("vertex", int(vertex)):
                text = explain.vertex(state, vertex)
            case ("god", int(god)):
                cards = [explain.card(god, card) for card in range(len(CARDS))]
                text = "\n\n".join([explain.god(god), *cards])
            case ("tribe", int(seat)):
                rows = side.tribe_rows(state, seat, self.viewer, self.match.seats[seat].name, 76)
                text = "\n".join([explain.devotion(state, seat), "", *(row.text for row in rows)])
            case ("strength", int(seat)) | ("action", int(seat)) if state.conflict >= 0:
                text = self._card_in_full(spot, seat)
            case ("track", int(kind)):
                text = "\n".join(explain.space(state, kind, number) for number in range(len(TRACKS[kind])))
            case ("wrath", _):
                text = "\n".join(["The wrathful god.", *(explain.tile(tile) for tile in state.face_up())])
            case ("item", int(number)) if number < len(self.items()):
                text = self._item_in_full(number)
            case _:
                text = state.board(self.viewer)
        words = explain.keywords_in(text)
        return "\n".join([text, "", *words]) if words else text

    def _card_in_full(self, spot: Spot, number: int) -> str:
        seat = number if spot == ("strength", number) else self.board_seat
        card = laid(self.mezo, seat, self.viewer)
        if card is None or card < 0:
            return explain.region(self.mezo, self.mezo.conflict)
        return (
            explain.card(self.mezo.gods[seat], card)
            .replace(" 1. ", "\n1. ")
            .replace(" 2. ", "\n2. ")
            .replace(" 3. ", "\n3. ")
        )

    def _item_in_full(self, number: int) -> str:
        move = self.mezo.moves()[number]
        if isinstance(move, m.PlayCard):
            return explain.card(self.mezo.gods[self.viewer], move.card)
        item, _ = self.items()[number]
        return "\n".join([item.title, *item.texts])

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
        vertex = self.cursor[1] if isinstance(self.cursor, tuple) and self.cursor[0] == "vertex" else None
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
            picture.text(area.x + 1, area.y + 1, clip(god.call.text, area.width - 2), look.style(small, on))

    def side_rows(self) -> list[Row]:
        """What stands beside the map, row by row; the log follows."""
        state = self.mezo
        width = self._side_width
        height = max(1, self.size.height - 5)
        if self.looked_at is not None:
            name = self.match.seats[self.looked_at].name
            return side.tribe_rows(state, self.looked_at, self.viewer, name, width)
        if not state.age:
            god = self.cursor[1] if isinstance(self.cursor, tuple) and self.cursor[0] == "god" else 0
            return side.god_rows(god, width)
        rows = side.conflict_rows(state) if state.conflict >= 0 else []
        # While a card is chosen its words need all the room there is; else tracks and the last news get some.
        room = height - len(rows) - (0 if self.asked == "card" else 4)
        items = [item for item, _ in self.items()] if self.deciding else []
        seat = self.viewer
        if items:
            titled = [item._replace(title=f"{number} {item.title}") for number, item in enumerate(items, 1)]
            rows += side.item_rows(titled, width, room)
        elif state.conflict >= 0 and state.cards[seat] >= 0:
            rows += side.action_rows(state, seat, width, room - 1)
        else:
            rows += side.tribe_rows(state, seat, seat, self.match.seats[seat].name, width)[: room - 2]
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


def _label(item: Item) -> str:
    """An item in the bar: its title, or what it says when the title is but a letter."""
    return item.title if len(item.title) > 1 else clip(item.texts[0], 30)


def _sent(move: Move) -> tuple[int, int] | None:
    return (move.warriors, move.shamans) if isinstance(move, m.Station) else None


SCREEN = MezoScreen
