"""The board of a match as a widget: the board and what stands beside it, a cursor, and clicks.

    board = load_board_view(match.game.name)(session)
    yield board                                    # in any Textual app
    def on_board_view_choice_made(self, message): session.submit(message.choice.moves); board.repaint()

What can be chosen where, the game's view (`core.view`) says. A game's own class only lays out and paints: where its
targets are (`target_regions`), the board (`paint_board`) and the side (`paint_side`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, cast

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region, Size
from textual.message import Message

import themes
from core.game import State
from core.lessons.guide import Page
from core.match import Match, Note
from core.view import Choice, ChoiceLocation, Draft, Moment, PromptItem, SeatView, Target
from tui.games import load_part
from tui.match.layout import MatchLayout
from tui.match.legend import LegendRow
from tui.match.spotlight import spotlight
from tui.sessions.session import LogRow
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import wrap

S = TypeVar("S", bound=State)
View = TypeVar("View", bound=SeatView[Any])

#: A target of this kind is a seat: a click on it shows that seat's board.
SEAT_TARGET = "seat"


class BoardPosition(Protocol):
    """What a board shows; every match session is one."""

    @property
    def match(self) -> Match: ...

    @property
    def log_match(self) -> Match: ...

    @property
    def viewer(self) -> int | None: ...

    @property
    def notes(self) -> Sequence[Note]: ...

    @property
    def log_end(self) -> int: ...

    @property
    def seen_log_index(self) -> int: ...

    @property
    def moment(self) -> Moment | None: ...

    @property
    def frame(self) -> int: ...

    @property
    def page(self) -> Page | None: ...

    @property
    def is_hidden(self) -> bool: ...

    def make_view(self, draft: Draft | None = None, board: int | None = None) -> SeatView[Any]: ...

    def marks(self) -> Mapping[Target, str]: ...

    def newest_rows(self) -> Iterator[LogRow]: ...


class BoardHost(Protocol):
    """Who has put a board onto a screen, and is told what happens there."""

    def board_changed(self) -> None:
        """The cursor was moved, or another board is looked at."""

    def board_entered(self) -> None:
        """The target under the cursor was clicked: do what Enter does."""

    def board_said(self, text: str) -> None:
        """A target was clicked to which the cursor cannot go; this lies there."""

    def board_asked(self) -> None:
        """What is under the cursor is to be explained."""


class SidePage(Protocol):
    """A page that takes the place of the side."""

    def paint(self, canvas: Canvas, palette: themes.Palette) -> None: ...


class Spotlight(NamedTuple):
    """The targets that are pointed at, by fading everything else so much; the cursor may stay bright, too."""

    targets: tuple[Target, ...]
    fading: float
    spares_cursor: bool


class BoardLook(NamedTuple):
    """How a board is painted."""

    layout: MatchLayout
    palette: themes.Palette
    ascii: bool = False
    few_colours: bool = False
    spotlight: Spotlight | None = None
    side_page: SidePage | None = None


class BoardView(Horizontal, Generic[S, View], can_focus=True):
    """The board of a match, in words for a game that has no drawings."""

    DEFAULT_CSS = """
    BoardView { width: 1fr; height: 1fr; }
    """
    BINDINGS = [
        ("up", "move(0,-1)"), ("down", "move(0,1)"), ("left", "move(-1,0)"), ("right", "move(1,0)"),
        ("tab", "next_stop(1)"), ("shift+tab", "next_stop(-1)"), ("enter", "choose"), ("escape", "back"),
        *((str(digit), f"press('{digit}')") for digit in range(10)),
    ]  # fmt: skip

    #: How wide the board is on a screen of 80 columns, on a large one, and on one with room for the log beside it.
    board_width = 40
    board_width_large = 66
    board_width_wide = 66
    #: Whether the board itself tells the news, so that they need not take the place of the prompt.
    tells_news = False
    #: Whether the cursor changes nothing of the side, which is then painted once for each view.
    has_still_side = False
    #: Letters for signs in this game's texts, where its ASCII drawings differ from those of the other games.
    ascii_signs: ClassVar[Mapping[int, str]] = {}

    class ChoiceMade(Message):
        """A choice that plays moves was made."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class Told(Message):
        """Something about a target is to be read."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, position: BoardPosition, host: BoardHost | None = None) -> None:
        super().__init__()
        self.position = position
        self._host = host
        self.cursor: Target | None = None
        #: The index of the choice that Enter would make.
        self.choice_index = 0
        #: The draft of the deciding player.
        self.draft: Draft | None = None
        #: Whether the cursor stands somewhere from the beginning; where keys do not move it, only a click sets it.
        self.begins_with_cursor = True
        #: The seat whose board is shown large; None: the viewer's own.
        self.viewed_seat: int | None = None
        #: How it is painted; None: for the app's own window and theme.
        self._look: BoardLook | None = None
        #: What was painted last.
        self._painted: tuple[object, ...] = ()
        #: The view while the board is painted: nothing changes meanwhile.
        self._painted_view: View | None = None
        self._columns = -1
        #: The parts that the cursor does not change, each as it was painted, and for what.
        self._still_parts: dict[str, Canvas] = {}
        self._still_key: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        yield CanvasView(id="board")
        yield CanvasView(id="side")

    # What a game provides

    def target_regions(self) -> Mapping[Target, Region]:
        """Return the region of each target; painting and clicks use the same regions.

        Columns count from the left of the board; those of the side go on behind it. Where two regions overlap, the
        first counts.
        """
        return {}

    def paint_board(self, canvas: Canvas) -> None:
        """Draw the board."""
        for y, line in enumerate(self.state.board_text(self.viewer).split("\n")):
            canvas.draw_text(1, y, line, self.palette.style())

    def paint_side(self, canvas: Canvas) -> None:
        """Draw what stands beside the board."""
        self.paint_log(canvas, Region(0, 0, canvas.width, canvas.height))

    def click_other(self, target: Target) -> None:
        """Handle a click on a target to which the cursor cannot go."""

    def legend(self) -> list[LegendRow]:
        """Return what the signs on this board mean, and what a player looks up in the printed game."""
        return []

    # What is seen

    @property
    def view(self) -> View:
        """What the viewer sees, with the draft and the board that is looked at."""
        if self._painted_view is not None:
            return self._painted_view
        return cast(View, self.position.make_view(self.draft, self.viewed_seat))

    @property
    def state(self) -> S:
        return cast(S, self.view.state)

    def past_state(self, log_index: int) -> S:
        """Return the position after so many moves of the log."""
        return cast(S, self.position.log_match.state_at(log_index))

    @property
    def names(self) -> list[str]:
        return self.position.match.names

    @property
    def viewer(self) -> int | None:
        return self.position.viewer

    @property
    def board_seat(self) -> int:
        """The seat whose board is shown large."""
        return self.view.board_seat

    @property
    def is_deciding(self) -> bool:
        return self.view.is_deciding

    @property
    def choices(self) -> list[Choice]:
        """The choices at the cursor, in the order of the digits."""
        return self.view.choices(self.cursor)

    @property
    def prompt_items(self) -> list[PromptItem]:
        """The row of choices with their keys."""
        return self.view.prompt_items(self.cursor)

    def item_for(self, key: str) -> PromptItem | None:
        """Return the item of a key."""
        return next((item for item in self.prompt_items if item.key == key), None)

    def is_picked(self, item: PromptItem) -> bool:
        """Whether Enter would make the choice of an item, or the cursor is where the item leads."""
        if item.choice is None:
            return item.target is not None and item.target == self.cursor
        return item.choice is self.current_choice

    def item_roles(self, item: PromptItem) -> tuple[str, str]:
        """Return the roles of ink and ground in which an item that can be chosen is written."""
        return "ink", "choice"

    @property
    def current_choice(self) -> Choice | None:
        """The choice that Enter would make; None while a page is read, because Enter turns that."""
        return None if self.position.page is not None else self.view.choice_at(self.cursor, self.choice_index)

    @property
    def marks(self) -> Mapping[Target, str]:
        """The targets that are new to the viewer, with their marks."""
        return self.position.marks()

    @property
    def moment(self) -> Moment | None:
        return self.position.moment

    @property
    def frame(self) -> int:
        """How far has come what moves in the moment; in the last of `tui.sessions.pacing.FRAMES` it has arrived."""
        return self.position.frame

    @property
    def highlighted_targets(self) -> tuple[Target, ...]:
        """The targets that are highlighted now: of the moment being shown, or of a page where no colours can fade."""
        moment, page = self.moment, self.position.page
        if page is not None:
            return page.targets if self.palette.mode == themes.MONO else ()
        return moment.targets if moment is not None and moment.board in (None, self.board_seat) else ()

    def in_signs(self, text: str) -> str:
        """Return a text of the game with its signs as they are drawn here."""
        return text.translate(self.ascii_signs) if self.ascii else text

    # How it is drawn

    @property
    def look(self) -> BoardLook:
        """How the board is drawn: as its host has said; alone in an app, for the app's own window and theme."""
        return self._look or self._own_look()

    @look.setter
    def look(self, look: BoardLook) -> None:
        self._look = look

    def _own_look(self) -> BoardLook:
        mode = "dark" if self.app.current_theme.dark else "light"
        palette = themes.load_palette(self.position.match.game.name, mode)
        return BoardLook(MatchLayout(self.app.size), palette)

    @property
    def palette(self) -> themes.Palette:
        return self.look.palette

    @property
    def ascii(self) -> bool:
        return self.look.ascii

    @property
    def window(self) -> Size:
        return self.look.layout.window

    @property
    def is_large(self) -> bool:
        return self.look.layout.is_large

    @property
    def is_wide(self) -> bool:
        return self.look.layout.is_wide

    @property
    def story_columns(self) -> int:
        return self.look.layout.story_columns

    @property
    def board_rows(self) -> int:
        return self.look.layout.board_rows

    @property
    def board_columns(self) -> int:
        return self.board_width_wide if self.is_wide else self.board_width_large if self.is_large else self.board_width

    @property
    def side_columns(self) -> int:
        return self.window.width - self.board_columns - self.story_columns

    # The cursor

    def move_cursor_to(self, target: Target | None) -> None:
        """Move the cursor to a target and select the default choice there."""
        self.cursor = target
        self.choice_index = self.view.default_index(target)

    def set_draft(self, draft: Draft | None) -> None:
        """Go on with a draft, or with none, and move the cursor to where it begins."""
        self.draft = draft
        self.move_cursor_to(self.view.initial_target(self.cursor))

    def begin_decision(self, same_seat: bool) -> None:
        """Move the cursor to where the next decision begins; what remains of a draft goes on for the same seat."""
        draft = self.draft
        self.set_draft(None)
        if same_seat and draft is not None and (carried := self.view.carry_over(draft)) is not None:
            self.draft = carried
            self.move_cursor_to(self.cursor)

    def go_to(self, location: ChoiceLocation) -> None:
        """Move the cursor to where a turn is carried out, on the viewer's own board."""
        self.viewed_seat = None
        self.draft = location.draft
        if location.target is not None:
            self.cursor, self.choice_index = location.target, location.choice_index
        else:  # it can be done anywhere: the choices at the cursor come before it
            self.choice_index = len(self.choices) - len(self.view.choices(None)) + location.choice_index

    def reset(self) -> None:
        """Forget cursor and draft, because another match is shown."""
        self.cursor = self.draft = self.viewed_seat = None
        self.choice_index = 0

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor in a direction; where no target can be chosen, go on to the next choice."""
        if self.is_deciding and not self.view.tab_stops():
            count = len(self.choices)
            self.choice_index = (self.choice_index + dx + dy) % count if count else 0
        else:
            self._move_cursor(dx, dy)

    def _move_cursor(self, dx: int, dy: int) -> None:
        """Move to the nearest target in that direction; a column aside counts like three ahead."""
        areas = self.target_regions()
        targets = [target for target in self.view.targets() if target in areas]
        if self.cursor is None or self.cursor not in areas:
            self.move_cursor_to(next(iter(targets), None))
            return
        here = areas[self.cursor]
        best, nearest = self.cursor, None
        for target in targets:
            ahead, aside = _offset(here, areas[target], dx, dy)
            if ahead > 0 and (nearest is None or ahead + 3 * aside < nearest):
                best, nearest = target, ahead + 3 * aside
        self.move_cursor_to(best)

    def next_stop(self, step: int) -> None:
        """Jump to the next target where something can be chosen, or to the next choice."""
        targets = self.view.tab_stops()
        if targets:
            at = targets.index(self.cursor) if self.cursor in targets else -1 if step > 0 else 0
            self.move_cursor_to(targets[(at + step) % len(targets)])
        elif choices := self.choices:
            self.choice_index = (self.choice_index + step) % len(choices)

    def look_at(self, seat: int) -> None:
        """Show a seat's board large."""
        self.viewed_seat = None if seat == self.viewer else seat

    def look_at_next(self) -> None:
        """Show the next player's board large."""
        if len(self.names) > 1:
            self.look_at((self.board_seat + 1) % len(self.names))

    def step_back(self) -> bool:
        """Leave another player's board, or take back one step of the draft; return whether there was one."""
        if self.viewed_seat is not None:
            self.viewed_seat = None
            return True
        if self.draft is not None and self.is_deciding:
            self.set_draft(self.view.step_back())
            return True
        return False

    # Clicks

    def click(self, panel: str | None, x: int, y: int) -> None:
        """Handle a click on a cell of the board or of the side."""
        if panel == "side":
            x += self.board_columns
        target = next((target for target, area in self.target_regions().items() if area.contains(x, y)), None)
        if target is None:
            return
        if target.kind == SEAT_TARGET:
            self.look_at(target.number)
            self.host.board_changed()
        elif target in self.view.targets():
            self.click_target(target)
        else:
            self.click_other(target)

    def click_target(self, target: Target) -> None:
        """Move the cursor to a target at the first click; at the second, do what Enter does."""
        if target == self.cursor:
            self.host.board_entered()
        else:
            self.move_cursor_to(target)
            self.host.board_changed()

    @property
    def host(self) -> BoardHost:
        """Who is told of clicks: the screen, or the board itself where it is alone."""
        return self._host or self

    # Alone in an app

    def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if self._host is None:
            message.stop()
            self.focus()
            self.click(message.panel.id, message.x, message.y)

    def board_changed(self) -> None:
        self.repaint()

    def board_entered(self) -> None:
        self.action_choose()

    def board_said(self, text: str) -> None:
        self.post_message(self.Told(text))

    def board_asked(self) -> None:
        self.board_said(self.view.explain(self.cursor))

    def on_mount(self) -> None:
        if self._host is None:
            self.app.theme_changed_signal.subscribe(self, lambda _: self.repaint())
            self.repaint()

    def on_resize(self) -> None:
        if self._host is None:
            self.repaint()

    def repaint(self) -> None:
        """Paint the board anew, for the app's own window and theme."""
        self.show(self._own_look())

    def action_move(self, dx: int, dy: int) -> None:
        self.move(dx, dy)
        self.repaint()

    def action_next_stop(self, step: int) -> None:
        self.next_stop(step)
        self.repaint()

    def action_back(self) -> None:
        self.step_back()
        self.repaint()

    def action_choose(self) -> None:
        if self.current_choice is not None:
            self._make_choice(self.current_choice)

    def action_press(self, key: str) -> None:
        """Do what a key of the row of choices does."""
        item = self.item_for(key)
        if item is None or item.is_disabled:
            return
        if item.choice is not None:
            self._make_choice(item.choice)
        else:
            self.move_cursor_to(item.target)
            self.repaint()

    def _make_choice(self, choice: Choice) -> None:
        """Post a choice that plays moves; go on with the draft of any other."""
        if choice.moves:
            self.post_message(self.ChoiceMade(choice))
        elif choice.next_draft is not None:
            self.set_draft(choice.next_draft)
            self.repaint()

    # Painting

    def show(self, look: BoardLook) -> None:
        """Paint what has changed since the last time."""
        self.look = look
        if self.begins_with_cursor and self.cursor is None and (start := self.view.initial_target(None)) is not None:
            self.move_cursor_to(start)
        view, position = self.view, self.position
        hidden, log = position.is_hidden, self._log_key
        inputs = (look, view, self.cursor, self.choice_index, self.marks, self._shown, position.frame, hidden, log)
        if inputs == self._painted:
            return
        self._painted = inputs
        self._lay_out()
        board, side = self.pictures()
        for panel, canvas in (("board", board), ("side", side)):
            shown = self.query_one(f"#{panel}", CanvasView)
            if canvas is not shown.canvas:
                shown.set_canvas(canvas.ascii() if look.ascii else canvas)

    @property
    def _shown(self) -> Moment | Page | None:
        """What is looked at or read before the match goes on."""
        return self.moment or self.position.page

    @property
    def _log_key(self) -> tuple[int, int, int]:
        """What the painted log depends on."""
        position = self.position
        return position.log_end, position.seen_log_index, len(position.notes)

    def _lay_out(self) -> None:
        if self.board_columns != self._columns:
            self._columns = self.board_columns
            self.query_one("#board", CanvasView).styles.width = self._columns

    def pictures(self) -> tuple[Canvas, Canvas]:
        """Return the board and the side as they are painted, also for a board that is never mounted."""
        look = self.look
        self._painted_view = self.view
        try:
            board = self._new_canvas(self.board_columns)
            if self.position.is_hidden or not board.width:
                return board, self._new_canvas(self.side_columns)
            self.paint_board(board)
            if self.has_still_side and look.side_page is None and look.spotlight is None:
                return board, self._still_canvas("side", self.side_columns, self.paint_side)
            side = self._new_canvas(self.side_columns)
            look.side_page.paint(side, look.palette) if look.side_page is not None else self.paint_side(side)
            self._paint_spotlight(board, side)
            return board, side
        finally:
            self._painted_view = None

    def _new_canvas(self, columns: int) -> Canvas:
        return Canvas(max(0, columns), max(0, self.board_rows), self.palette.style())

    def _still_canvas(self, name: str, columns: int, paint: Callable[[Canvas], None]) -> Canvas:
        """Return a canvas that the cursor does not change: painted once for each view, marks, look and log."""
        key = (self.view, self.marks, self._shown, self.look, self._log_key)
        if self._still_key != key:
            self._still_key, self._still_parts = key, {}
        if (canvas := self._still_parts.get(name)) is None:
            canvas = self._still_parts[name] = self._new_canvas(columns)
            paint(canvas)
        return canvas

    def _paint_spotlight(self, board: Canvas, side: Canvas) -> None:
        """Fade what is not pointed at."""
        light = self.look.spotlight
        if light is None:
            return
        areas = self.target_regions()
        bright = [areas[target] for target in light.targets if target in areas]
        if not bright:
            return
        if light.spares_cursor and self.cursor in areas and self.cursor in self.view.tab_stops():
            bright.append(areas[self.cursor])
        fade = partial(spotlight, palette=self.palette, fading=light.fading, few_colours=self.look.few_colours)
        fade(board, bright)
        if self.look.side_page is None:
            fade(side, [area.translate((-self.board_columns, 0)) for area in bright])

    def paint_still(self, canvas: Canvas, name: str, region: Region, paint: Callable[[Canvas], None]) -> None:
        """Paint a part that the cursor does not change: once, and after that it is only copied."""
        canvas.paste_region(self._still_canvas(name, canvas.width, paint), region)

    def paint_log(self, canvas: Canvas, region: Region) -> None:
        """Draw the last rows of the log into a region."""
        paint_log(canvas, region, self.position.newest_rows(), self.position.seen_log_index, self.palette)


def paint_log(
    canvas: Canvas, region: Region, newest: Iterator[LogRow], seen_index: int, palette: themes.Palette
) -> None:
    """Draw the last rows of a log; those since the viewer's last decision carry a mark."""
    lines: list[tuple[str, bool]] = []
    for at, text in newest:
        new = at >= seen_index
        wrapped = wrap(text, region.width - 2)
        lines = [(("▸ " if new and not i else "  ") + part, new) for i, part in enumerate(wrapped)] + lines
        if len(lines) >= region.height:
            break
    for row, (text, new) in enumerate(lines[-region.height :]):
        canvas.draw_text(region.x, region.y + row, text, palette.style("ink" if new else "dim"))


def _offset(here: Region, there: Region, dx: int, dy: int) -> tuple[float, float]:
    """Return how far ahead and how far aside a region lies; a row counts as two columns."""
    x = (there.x + there.width / 2) - (here.x + here.width / 2)
    y = 2 * ((there.y + there.height / 2) - (here.y + here.height / 2))
    return (x * dx, abs(y)) if dx else (y * dy, abs(x))


def load_board_view(game: str) -> type[BoardView[Any, Any]]:
    """Return the board of a game, loaded on first use; a game without one is shown in words."""
    part = load_part(game, "board_view")
    found: type[BoardView[Any, Any]] = BoardView if part is None else part.BOARD_VIEW
    return found
