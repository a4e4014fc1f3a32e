"""Gzhel on the screen: two porcelain pads, a tray to lay from, and previews of what a choice would bring."""

from collections.abc import Callable
from typing import Any

from textual.binding import Binding
from textual.geometry import Region

from core.game import Move
from core.gzhel import previews, rules
from core.gzhel.components import (
    ALL,
    BOARD,
    CARDS,
    CIRCLE,
    DIAMOND,
    FIGURINES,
    FLOWER_LETTERS,
    FLOWERS,
    PADS,
    ROUNDS,
    SPACE_NAMES,
    STAMP_POINTS,
    spaces_of,
)
from core.gzhel.moves import DONE, LIFT, NAME, NOTHING, PLACE, POINT, STAMP, Lift, Name, Place, Point, Stamp, Turn
from core.gzhel.state import Position
from core.gzhel.words import goals, points_of, some, space_text
from tui.frame import Choice, Spot
from tui.games.gzhel_pads import LARGE, SMALL, Figurine, Layout, PadPainter, Pads, signs
from tui.games.gzhel_side import SidePainter
from tui.games.gzhel_tray import BUTTON, Item, Slot, Tray, items_of, labels
from tui.play import PlayScreen
from tui.room import Key
from tui.widgets.picture import Picture

#: In these phases a figurine is pointed at; in these a token of the tray is laid.
NAMING = (rules.CHOOSE, rules.CHANGE)
LAYING = (rules.BEFORE, rules.PAINT)
#: Steps of a choice that is only begun: Escape takes them back.
BEGUN = (rules.CHANGE, rules.PICK, rules.SHIFT)

#: What goes on without laying anything, by phase: the move and its words on the button.
GOING_ON: dict[int, tuple[Move, str]] = {
    rules.BEFORE: (LIFT, "lift"),
    rules.CHANGE: (NOTHING, "stay"),
    rules.PAINT: (DONE, "end turn"),
    rules.PICK: (NOTHING, "let it lie"),
}


class GzhelScreen(PlayScreen):
    """Two pads with a cursor. While tokens are laid, one of the tray is held and goes where Enter is pressed."""

    place = "gzhel"
    board_width = 53
    board_width_large = 86
    BINDINGS = [Binding("e", "go_ahead", "Lift, end the turn, or leave it at that", show=False)]

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        #: The kind of token that is laid next, and whether it is a stamp; None: the first of the tray.
        self.held: tuple[int, bool] | None = None
        #: Where the small pads of the other players were drawn.
        self.seat_places: dict[int, Region] = {}

    @property
    def position(self) -> Position:
        state = self.state
        assert isinstance(state, Position)
        return state

    @property
    def phase(self) -> int:
        return self.position.phase if self.deciding else rules.OVER

    # Places

    @property
    def layout_of_pads(self) -> Layout:
        return LARGE if self.large else SMALL

    def spots(self) -> dict[Spot, Region]:
        layout = self.layout_of_pads
        if self.phase == rules.TURN_PADS:
            return {}
        found: dict[Spot, Region] = {}
        if self.phase in NAMING:
            for side in (DIAMOND, CIRCLE):
                for place in range(len(FIGURINES)):
                    found[Figurine(side, place)] = layout.figurine(side, place)
        else:
            found = {space: layout.space(space) for space in range(BOARD)}
        return found | self._tray().spots()

    def _tray(self) -> Tray:
        layout = self.layout_of_pads
        area = Region(layout.left, layout.pad_height + self.large, 2 * layout.pad_width + 1, 2)
        button = GOING_ON[self.phase][1] if self.phase in GOING_ON else ""
        items = [] if self.phase in NAMING else self._items()
        return Tray(items, area, button)

    def _items(self) -> list[Item]:
        return items_of(self.position, self.board_seat)

    def _figurine(self, spot: Spot) -> int:
        """The figurine that stands on a place of the cursor, or -1."""
        if not isinstance(spot, Figurine):
            return -1
        pad = self.position.pads[2 * self.board_seat + spot.side]
        return PADS[pad][spot.side].seats[spot.place]

    def _empty(self) -> int:
        return rules.empty_spaces(self.position, self.board_seat)

    def targets(self) -> list[Spot]:
        match self.phase:
            case rules.TURN_PADS:
                return []
            case rules.CHOOSE | rules.CHANGE:
                side = self.cursor.side if isinstance(self.cursor, Figurine) else DIAMOND
                places: list[Spot] = [Figurine(side, place) for place in range(len(FIGURINES))]
                return places + ([BUTTON] if self.phase == rules.CHANGE else [])
            case rules.BEFORE | rules.PAINT:
                empty: list[Spot] = list(spaces_of(self._empty())) if self._items() else []
                return [*empty, BUTTON]
            case rules.PICK:
                return [*spaces_of(rules.movable_spaces(self.position, self.viewer)), BUTTON]
            case rules.SHIFT:
                return [move.space for move in self.position.moves() if isinstance(move, Point)]
        return super().targets()

    def decision_begins(self) -> None:
        """Put the cursor where the next step is likely to be."""
        if self.phase in NAMING:
            if not isinstance(self.cursor, Figurine):
                self.cursor = Figurine(DIAMOND, 4)
        elif self.phase == rules.BEFORE or (self.phase == rules.PAINT and not any(self.position.lifted)):
            self.cursor = BUTTON
        elif self.deciding and (self.cursor not in self.targets() or self.cursor == BUTTON):
            spaces = [spot for spot in self.targets() if spot != BUTTON]
            self.cursor = self._nearest(spaces) if spaces else BUTTON

    def _nearest(self, spots: list[Spot]) -> Spot:
        """Of these the one that is nearest to the cursor, or to the figurine that was lifted around."""
        layout = self.layout_of_pads
        if isinstance(self.cursor, int):
            here = layout.space(self.cursor)
        else:
            face = PADS[self.position.pads[2 * self.viewer]][DIAMOND]
            here = layout.figurine(DIAMOND, face.seats.index(max(0, self.position.own)))

        def distance(spot: Spot) -> int:
            there = layout.space(spot) if isinstance(spot, int) else here
            return abs(there.x - here.x) + 2 * abs(there.y - here.y)

        return min(spots, key=distance)

    # What can be done

    def choices(self, spot: Spot) -> list[Choice]:
        match self.phase:
            case rules.CHOOSE | rules.CHANGE:
                return [
                    Choice(FIGURINES[move.figurine], move, self._name_words(move))
                    for move in self.position.moves()
                    if isinstance(move, Name)
                ]
            case rules.BEFORE | rules.PAINT:
                return self._tray_choices(spot)
            case rules.PICK | rules.SHIFT:
                if isinstance(spot, int) and POINT[spot] in self.position.moves():
                    move = POINT[spot]
                    return [Choice(self._point_label(spot), move, self._preview_words(move))]
        return []

    def loose_choices(self) -> list[Choice]:
        state = self.position
        if self.phase == rules.TURN_PADS:
            turns = [move for move in state.moves() if isinstance(move, Turn)]
            return [Choice(f"pad {move.pad + 1} diamond", move, state.describe(move)) for move in turns]
        if self.phase not in GOING_ON:
            return []
        move, label = GOING_ON[self.phase]
        return [Choice(label, move, self._going_on_words(move))]

    def natural_pick(self) -> int:
        """What Enter means: on the button to go on, at a figurine to name it, on a space to lay what is held."""
        if self.phase in NAMING:
            names = [move for move in self.position.moves() if isinstance(move, Name)]
            here = self._figurine(self.cursor)
            return names.index(NAME[here]) if here >= 0 and NAME[here] in names else len(names)
        if self.phase in LAYING:
            if self.cursor == BUTTON:
                return len(self._items())
            return self.cursor.number if isinstance(self.cursor, Slot) else self._held_index()
        return 0

    def _held_index(self) -> int:
        kinds = [(item.kind, item.stamp) for item in self._items()]
        return kinds.index(self.held) if self.held in kinds else 0

    def _tray_choices(self, spot: Spot) -> list[Choice]:
        """A digit for each kind on the tray: on an empty space it is laid there, elsewhere taken in hand."""
        items = self._items()
        going_on = GOING_ON[self.phase][1]
        names = labels(items, self.size.width - len(going_on) - 8, 5, counted=False)
        free = isinstance(spot, int) and bool(self._empty() >> spot & 1)
        found = []
        for item, name in zip(items, names, strict=True):
            if free:
                assert isinstance(spot, int)
                move: Move = (STAMP if item.stamp else PLACE)[item.kind][spot]
                found.append(Choice(name, move, self._preview_words(move)))
            else:
                found.append(Choice(name, self._holder(item, spot), self._hold_words(item, spot)))
        return found

    def _holder(self, item: Item, spot: Spot) -> Callable[[], None]:
        return lambda: self._hold(item, spot)

    def _hold(self, item: Item, spot: Spot) -> None:
        """Take a kind of token in hand; on a space that is taken already, Enter says so."""
        again = self.held == (item.kind, item.stamp) or self._held_index() == self._items().index(item)
        self.held = (item.kind, item.stamp)
        if isinstance(spot, Slot):
            self.cursor = self._nearest(list(spaces_of(self._empty())))
        elif again and isinstance(spot, int):
            self.remark = "Something lies here already; Tab jumps to the empty spaces."
        self.picked = self.natural_pick()

    def do(self, choice: Choice) -> None:
        self.remark = ""
        super().do(choice)

    def action_go_ahead(self) -> None:
        """Do what stands on the button."""
        if self.phase in GOING_ON:
            self.remark = ""
            self.play(GOING_ON[self.phase][0])

    def step_back(self) -> bool:
        if self.phase not in BEGUN:
            return False
        self.action_undo()
        return True

    def click_board(self, x: int, y: int) -> None:
        """A click on the tray takes a token in hand at once; one near a figurine means it, while one is chosen."""
        for spot, region in self._tray().spots().items():
            if isinstance(spot, Slot) and region.contains(x, y) and self.phase in LAYING:
                item = self._items()[spot.number]
                self.held = (item.kind, item.stamp)
                self.remark = ""
                self.picked = self.natural_pick()
                self.repaint()
                return
        if self.phase in NAMING and y < self.layout_of_pads.pad_height:
            spots = [(spot, region) for spot, region in self.spots().items() if isinstance(spot, Figurine)]
            _, region = min(spots, key=lambda each: _distance(each[1], x, y))
            x, y = region.x, region.y
        super().click_board(x, y)

    def click_side(self, x: int, y: int) -> None:
        """A click on small pads shows them large, one on the goals explains them."""
        for seat, region in self.seat_places.items():
            if region.contains(x, y):
                self.looked_at = None if seat == self.viewer else seat
                self.repaint()
                return
        if y < min((region.y for region in self.seat_places.values()), default=10):
            self.action_inspect()

    # The choice under the cursor

    def _choice_move(self) -> Move | None:
        """The move that Enter would make, if it makes one."""
        choices = self.all_choices()
        if not choices:
            return None
        chosen = choices[min(self.picked, len(choices) - 1)].do
        return chosen if isinstance(chosen, Move) else None

    def _flowers(self, move: Move | None = None) -> list[int]:
        """The five masks of the board that is shown, as they are or as they would be."""
        if move is not None:
            return previews.flowers_after(self.position, move)
        return self.position.flowers[5 * self.board_seat : 5 * self.board_seat + 5]

    def _held_space(self) -> int:
        state = self.position
        return state.held if state.phase == rules.SHIFT and state.actor == self.board_seat else -1

    # In words

    def prompt_words(self) -> str:
        state = self.position
        match state.phase:
            case rules.TURN_PADS:
                return f"{state.prompt.sentence} Arrows show both ways."
            case rules.CHOOSE:
                whose = "you lift" if state.players == 1 else "everybody lifts"
                return f"Name a figurine: {whose} around it. Arrows, then Enter."
            case rules.BEFORE:
                return f"Enter lifts around the {FIGURINES[state.own]}; or lay a stamp on an empty space first."
            case rules.PICK:
                return f"{state.prompt.sentence} Esc: back."
            case rules.PAINT:
                return self._laying_words()
            case rules.CHANGE:
                return f"{state.prompt.sentence} Esc: back."
            case rules.SHIFT:
                flower = FLOWERS[rules.kind_at(state, self.viewer, state.held)].capitalize()
                where = SPACE_NAMES[state.held]
                return f"{flower} from {where}: choose an empty space, or a flower to swap. Esc: back."
        return super().prompt_words()

    def _laying_words(self) -> str:
        items = self._items()
        if not items:
            return "Everything is laid. Enter ends the turn, u takes back."
        flowers = sum(item.many for item in items if not item.stamp)
        stamps = sum(item.many for item in items if item.stamp)
        if not flowers:
            return f"{some(stamps, 'stamp')} left: lay one on an empty space, or end the turn (e)."
        also = f", {some(stamps, 'stamp')}" if stamps else ""
        return f"Lay {some(flowers, 'flower')}{also} on empty spaces with Enter; e ends the turn."

    def _name_words(self, move: Name) -> str:
        """ "the fox lifts 4 (oo r t), turns 2 stamps · Boris lifts 3"."""
        state = self.position
        lifted, turned = rules.liftable(state, self.board_seat, move.figurine)
        groups = [
            letter * (mask & lifted).bit_count() for letter, mask in zip(FLOWER_LETTERS, self._flowers(), strict=True)
        ]
        text = f"the {FIGURINES[move.figurine]} lifts {lifted.bit_count()}"
        text += f" ({' '.join(filter(None, groups))})" if lifted else ""
        text += f", turns {some(turned.bit_count(), 'stamp')}" if turned else ""
        if state.phase == rules.CHOOSE and state.players > 1:
            others = [
                f"{self.match.seats[seat].name} {rules.liftable(state, seat, move.figurine)[0].bit_count()}"
                for seat in range(state.players)
                if seat != state.actor
            ]
            text += f" · {', '.join(others)}"
        return text

    def _point_label(self, space: int) -> str:
        if self.phase == rules.PICK:
            return "take this flower"
        return "move it here" if self._empty() >> space & 1 else "swap them"

    def _preview_words(self, move: Move) -> str:
        """A move in words with the points that it would bring, and what may follow."""
        state = self.position
        text = state.describe(move)
        if state.phase == rules.PICK:
            return text
        if isinstance(move, Stamp) and state.phase == rules.PAINT:
            text += ", then move or swap"
        elif isinstance(move, Stamp) and not state.beginners:
            text += ", then change figurine"
        return f"{text}: {self._worth_words(move)}"

    def _worth_words(self, move: Move) -> str:
        """ "now 9 (+2) · next 4 (-1)"."""
        state, seat = self.position, self.viewer
        flowers = previews.flowers_after(state, move)
        words = f"now {_changed(sum(rules.goal_points(state, seat)), sum(rules.goal_points(state, seat, flowers)))}"
        if state.round < ROUNDS:
            before, after = sum(rules.next_points(state, seat)), sum(rules.next_points(state, seat, flowers))
            words += f" · next {_changed(before, after)}"
        elif isinstance(move, Stamp):
            words += f" · {STAMP_POINTS} more for the stamp at the end"
        return words

    def _hold_words(self, item: Item, spot: Spot) -> str:
        what = f"{FLOWERS[item.kind]}{' stamp' if item.stamp else ''}"
        where = self.says(spot) if isinstance(spot, int) else ""
        return f"{where}. The {what} needs an empty space" if where else f"take the {what} in hand"

    def _going_on_words(self, move: Move) -> str:
        state = self.position
        text = state.describe(move)
        if move == DONE:
            paid = points_of(sum(rules.goal_points(state, self.viewer)))
            return f"{text}: this round pays {paid}"
        return text

    def says(self, spot: Spot) -> str:
        state, seat = self.position, self.board_seat
        if isinstance(spot, Figurine):
            return f"the {FIGURINES[self._figurine(spot)]}"
        if not isinstance(spot, int) or state.phase == rules.TURN_PADS:
            return ""
        kind = rules.kind_at(state, seat, spot)
        stamp = " stamp" if state.stamps[seat] >> spot & 1 else ""
        return f"{space_text(state, seat, spot)}: {FLOWERS[kind] + stamp if kind >= 0 else 'empty'}"

    def explain(self, spot: Spot) -> str:
        state = self.position
        seat = None if state.phase == rules.TURN_PADS else self.viewer
        here = self.says(spot)
        plain = self.house.ascii
        diamond, circle = signs(plain)[0], signs(plain)[1]
        lines = [f"{here}.", ""] if here else []
        for line in goals(state, seat):
            lines += [line, ""]
        lines += [
            "A small letter is a flower, a capital a stamp; o orchid, p poppy, r rose, t tulip, b bellflower.",
            f"{diamond} and {circle} mark spaces that earn points for their pad's goal, ■ those of the pattern.",
            "Textures: / leaf, o lace, * floral, + grid; the pattern asked for now is drawn stronger.",
        ]
        return "\n".join(lines)

    def extra_keys(self) -> list[Key]:
        return [Key("e", GOING_ON[self.phase][1], "go_ahead")] if self.phase in GOING_ON else []

    # Drawing

    def paint_board(self, picture: Picture) -> None:
        pads = self._pads()
        PadPainter(picture, self.look, self.layout_of_pads, self.house.ascii, pads).paint()
        held = self.natural_pick() if self.phase in LAYING and isinstance(self.cursor, int) else -1
        self._tray().paint(picture, self.look, self._shown_cursor(), held, self.phase in LAYING)

    def _shown_cursor(self) -> Spot:
        return None if self.position.phase == rules.TURN_PADS else self.cursor

    def _pads(self) -> Pads:
        state, seat = self.position, self.board_seat
        move = self._choice_move()
        planned = move if isinstance(move, Place | Stamp | Point) else None
        first, second = state.pads[2 * seat : 2 * seat + 2]
        if isinstance(move, Turn) and move.pad != first:
            first, second = second, first
        flowers = self._flowers(planned)
        return Pads(
            numbers=(first + 1, second + 1),
            faces=(PADS[first][DIAMOND], PADS[second][CIRCLE]),
            flowers=self._flowers(),
            stamps=state.stamps[seat],
            now=rules.goal_points(state, seat),
            then=rules.goal_points(state, seat, flowers),
            pays=previews.paying_with(state, seat, flowers) if any(flowers) else (0, 0, 0),
            pattern=CARDS[state.pile[-1]].back,
            named=state.own if seat == state.actor else state.figurine,
            lit_figurine=self._lit_figurine(move),
            lit=1 << self._held_space() if self._held_space() >= 0 else 0,
            dim=self._out_of_question(),
            cursor=self._shown_cursor(),
            ghost=self._ghost(planned),
        )

    def _lit_figurine(self, move: Move | None) -> int:
        if isinstance(move, Name):
            return move.figurine
        if isinstance(move, Lift):
            return self.position.own
        return self._figurine(self.cursor) if self.phase in NAMING else -1

    def _out_of_question(self) -> int:
        """While a flower is chosen, what cannot be."""
        if self.phase not in (rules.PICK, rules.SHIFT):
            return 0
        legal = sum(1 << move.space for move in self.position.moves() if isinstance(move, Point))
        held = self._held_space()
        return ALL & ~legal & ~(1 << held if held >= 0 else 0)

    def _ghost(self, move: Move | None) -> tuple[int, bool] | None:
        """The token that the choice would put under the cursor."""
        if isinstance(move, Place | Stamp):
            return move.flower, isinstance(move, Stamp)
        held = self._held_space()
        if isinstance(move, Point) and held >= 0:
            return rules.kind_at(self.position, self.board_seat, held), False
        return None

    def paint_side(self, picture: Picture) -> None:
        state, seat = self.position, self.board_seat
        side = SidePainter(picture, self.look, state, self.large, self.house.ascii)
        move = self._choice_move()
        flowers = self._flowers(move if isinstance(move, Place | Stamp | Point) else None)
        side.goals(
            rules.goal_points(state, seat),
            rules.goal_points(state, seat, flowers),
            rules.next_points(state, seat),
            rules.next_points(state, seat, flowers),
        )
        others = [other for other in range(state.players) if other != seat and state.phase != rules.TURN_PADS]
        self.seat_places = side.others(others, self.match.names)
        side.rule()
        self.paint_log(picture, side.rest())


def _changed(before: int, after: int) -> str:
    """ "6", or "6 (+2)" when it changes."""
    return str(after) if before == after else f"{after} ({after - before:+})"


def _distance(region: Region, x: int, y: int) -> int:
    return abs(region.x + region.width // 2 - x) + 2 * abs(region.y + region.height // 2 - y)


SCREEN = GzhelScreen
