"""The base of a match on the screen: top line, board, side, prompt, keys, and a cursor.

The game's view (`core.view`) says what can be chosen where. A game's own screen only lays out and paints: where its
targets are (`target_regions`), the board (`paint_board`) and the side (`paint_side`). What happens when something is
chosen is in `tui.match.play_screen`, stepping through a log in `tui.match.replay_screen`; both derive from this base.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region, Size

from core.game import State
from core.log_notes import note_text
from core.match import Match, Note
from core.view import Choice, Draft, Moment, SeatView, Target
from tui.screens.base import BaseScreen, KeyLabel
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, MessageDialog
from tui.sessions.glossary import explain_terms
from tui.sessions.news import last_turn_end, news_since
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import cell_width, clip, wrap

S = TypeVar("S", bound=State)
View = TypeVar("View", bound=SeatView[Any])

#: A target of this kind is a seat: a click on it shows that seat's board.
SEAT_TARGET = "seat"
#: How many rows the prompt has; top line and keys have one each.
_PROMPT = 3


class MatchScreen(BaseScreen, Generic[S, View]):
    """A match on the screen. `state` is the position shown: the present one, or one of the past."""

    DEFAULT_CSS = """
    MatchScreen #top, MatchScreen #keys { height: 1; }
    MatchScreen #prompt { height: 3; }
    MatchScreen #table { height: 1fr; }
    """

    #: How wide the board is on a screen of 80 columns, on a large one, and on one with room for the log beside it.
    board_width = 40
    board_width_large = 66
    board_width_wide = 66
    #: Letters for signs in this game's texts, where its ASCII drawings differ from those of the other games.
    ascii_signs: ClassVar[dict[int, str]] = {}

    def __init__(self, match: Match, seats: Collection[int] | None = None) -> None:
        super().__init__()
        self.match = match
        #: The seats of the people at this terminal; empty for a spectator.
        self.seats = frozenset(match.human_seats if seats is None else seats)
        self.cursor: Target | None = None
        #: The index of the choice that Enter would make.
        self.choice_index = 0
        #: The draft of the deciding player.
        self.draft: Draft | None = None
        #: The sentence in the prompt's second line until the next key.
        self.status = ""
        #: The seat whose board is shown large; None: the viewer's own.
        self.viewed_seat: int | None = None
        #: How long the log was when a human last decided: what came since is marked.
        self.seen_log_index = len(match.log)
        self.choice_areas: list[Region] = []
        #: The moment that is being shown before the match goes on.
        self.moment: Moment | None = None
        #: Whether the news since the viewer's last turn is shown.
        self.showing_news = False
        self._marks: dict[Target, str] = {}
        self._marks_of: tuple[int | None, int] = (None, -1)
        self._view: View | None = None
        self._view_at = -1
        #: The view while the panels are painted: nothing changes meanwhile.
        self._painted: View | None = None
        self._columns = (-1, -1)

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        with Horizontal(id="table"):
            yield CanvasView(id="board")
            yield CanvasView(id="side")
            yield CanvasView(id="story")
        yield CanvasView(id="prompt")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    # What a game's screen provides

    def target_regions(self) -> dict[Target, Region]:
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

    def on_cursor_moved(self, target: Target) -> None:
        """Handle a click on a target to which the cursor cannot go."""

    # Who is here, and what they see

    @property
    def state(self) -> S:
        return cast(S, self.match.state)

    @property
    def log_match(self) -> Match:
        """The match whose log is shown."""
        return self.match

    @property
    def notes(self) -> Sequence[Note]:
        """The notes of the log: what happened besides moves."""
        return self.log_match.notes

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown: one at this terminal, or None."""
        return min(self.seats, default=None)

    @property
    def board_seat(self) -> int:
        """The seat whose board is shown large."""
        return self.view.board_seat

    @property
    def is_deciding(self) -> bool:
        """Whether a human at this terminal has to decide now."""
        return False

    @property
    def is_hidden(self) -> bool:
        """Whether the board must not show anybody's secrets now."""
        return False

    @property
    def view(self) -> View:
        """The view of the viewer, made anew only when something that it depends on has changed."""
        if self._painted is not None:
            return self._painted
        known, state, deciding = self._view, self.state, self.is_deciding
        if (
            known is None
            or known.state is not state
            or self._view_at != self.log_end
            or known.seat != self.viewer
            or known.draft != self.draft
            or known.requested_board != self.viewed_seat
            or known.is_deciding != deciding
        ):
            game, names = self.match.game, self.match.names
            legal = self.match.legal_moves if deciding else None
            found = game.view(state, self.viewer, names, self.draft, self.viewed_seat, deciding, legal)
            known = self._view = cast(View, found)
            self._view_at = self.log_end
        return known

    def invalidate_view(self) -> None:
        """Make the view anew the next time, because the state was changed in place."""
        self._view = None

    @property
    def choices(self) -> list[Choice]:
        """The choices at the cursor, in the order of the digits."""
        return self.view.choices(self.cursor)

    @property
    def current_choice(self) -> Choice | None:
        """The choice that Enter would make."""
        return self.view.choice_at(self.cursor, self.choice_index)

    @property
    def is_large(self) -> bool:
        """Whether there is room for the larger drawings (120x40)."""
        return self.size.width >= 120 and self.size.height >= 40

    @property
    def is_wide(self) -> bool:
        """Whether there is room for the log beside the board, too (160x45); then `is_large` is true as well."""
        return self.size.width >= 160 and self.size.height >= 45

    @property
    def story_columns(self) -> int:
        """The width of the whole log beside the board; 0 where there is no room for it."""
        return min(56, self.size.width // 4) if self.is_wide else 0

    @property
    def board_columns(self) -> int:
        return self.board_width_wide if self.is_wide else self.board_width_large if self.is_large else self.board_width

    @property
    def side_columns(self) -> int:
        return self.size.width - self.board_columns - self.story_columns

    def size_of(self, panel: str) -> Size:
        """Return the size that a panel has or will have: after a resize, Textual lays it out only later."""
        width, height = self.size
        if panel == "prompt":
            return Size(width, _PROMPT)
        columns = {"board": self.board_columns, "side": self.side_columns, "story": self.story_columns}
        return Size(columns[panel], height - _PROMPT - 2) if panel in columns else Size(width, 1)

    # What is new

    @property
    def highlighted_targets(self) -> tuple[Target, ...]:
        """The targets that are highlighted now, because they belong to the moment being shown."""
        moment = self.moment
        return moment.targets if moment is not None and moment.board in (None, self.board_seat) else ()

    @property
    def news_from(self) -> int:
        """The index of the log where the news begins: after the last turn of the viewer."""
        return last_turn_end(self.log_match, self.viewer, self.log_end)

    @property
    def marks(self) -> dict[Target, str]:
        """The targets that others changed since the viewer's last turn: "★" by the last move, "•" before it."""
        known = (self.viewer, self.log_end)
        if self._marks_of != known:
            self._marks, self._marks_of = self._found_marks(), known
        return self._marks

    def _found_marks(self) -> dict[Target, str]:
        log = self.log_match.log
        others = [at for at in range(self.news_from, self.log_end) if log[at].seat not in self.seats]
        if not others:
            return {}
        after = self.match.game.view(self._at(others[-1] + 1), self.viewer, self.match.names)
        chosen = [at for at in others if log[at].origin == "chosen"]
        last = after.changed_targets(self._at((chosen or others)[-1]))
        return {target: "★" if target in last else "•" for target in after.changed_targets(self._at(others[0])) | last}

    def _at(self, at: int) -> S:
        return cast(S, self.log_match.state_at(at))

    # The cursor

    def move_cursor_to(self, target: Target | None) -> None:
        """Move the cursor to a target and select the default choice there."""
        self.cursor = target
        self.choice_index = self.view.default_index(target)

    def set_draft(self, draft: Draft | None) -> None:
        """Go on with a draft, or with none, and move the cursor to where it begins."""
        self.draft = draft
        self.move_cursor_to(self.view.initial_target(self.cursor))

    def action_move(self, dx: int, dy: int) -> None:
        self.status = ""
        if self.is_deciding and not self.view.tab_stops():
            count = len(self.choices)
            self.choice_index = (self.choice_index + dx + dy) % count if count else 0
        else:
            self._move_cursor(dx, dy)
        self.repaint()

    def _move_cursor(self, dx: int, dy: int) -> None:
        """Move to the nearest target in that direction; a column aside counts like three ahead."""
        areas = self.target_regions()
        targets = [target for target in self.view.targets() if target in areas]
        if self.cursor not in areas:
            self.move_cursor_to(next(iter(targets), None))
            return
        here = areas[self.cursor]
        best, nearest = self.cursor, None
        for target in targets:
            ahead, aside = _offset(here, areas[target], dx, dy)
            if ahead > 0 and (nearest is None or ahead + 3 * aside < nearest):
                best, nearest = target, ahead + 3 * aside
        self.move_cursor_to(best)

    def action_target(self, step: int) -> None:
        self.status = ""
        targets = self.view.tab_stops()
        if targets:
            at = targets.index(self.cursor) if self.cursor in targets else -1 if step > 0 else 0
            self.move_cursor_to(targets[(at + step) % len(targets)])
        elif choices := self.choices:
            self.choice_index = (self.choice_index + step) % len(choices)
        self.repaint()

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        panel = message.panel.id
        if panel == "keys":
            await self.click_key("keys", message.x)
        elif panel == "board":
            self._click_table(message.x, message.y)
        elif panel == "side":
            self._click_table(message.x + self.board_columns, message.y)
        elif panel == "prompt":
            self.click_prompt(message.x, message.y)

    def _click_table(self, x: int, y: int) -> None:
        target = next((target for target, area in self.target_regions().items() if area.contains(x, y)), None)
        if target is None:
            return
        if target.kind == SEAT_TARGET:
            self.look_at(target.number)
        elif target in self.view.targets():
            self.click_target(target)
        else:
            self.on_cursor_moved(target)

    def click_target(self, target: Target) -> None:
        """Move the cursor to the target that was clicked."""
        self.status = ""
        self.move_cursor_to(target)
        self.repaint()

    def click_prompt(self, x: int, y: int) -> None:
        """Handle a click on the prompt."""

    # Looking around

    def look_at(self, seat: int) -> None:
        """Show a seat's board large."""
        self.viewed_seat = None if seat == self.viewer else seat
        self.repaint()

    def action_others(self) -> None:
        if len(self.match.seats) > 1:
            self.look_at((self.board_seat + 1) % len(self.match.seats))

    def action_inspect(self) -> None:
        """Explain what is under the cursor, and the terms of the game that appear there and in the prompt."""
        text = self.view.explain(self.cursor)
        words = explain_terms(self.match.game, f"{self.question()} {self.preview()} {text}")
        self.samovar_app.push_screen(MessageDialog(self.match.game.title, "\n\n".join([text, *words])))

    def action_rules(self) -> None:
        from tui.screens.rules import RulesScreen

        self.samovar_app.push_screen(RulesScreen(self.match.game, self.view.rules_heading()))

    def action_log(self) -> None:
        rows = self.log_rows(len(self.log_match.log))
        if not rows:
            self.status = "Nothing has happened yet."
            self.repaint()
            return
        entries = [ChoiceOption(text, at, self.log_help(at)) for at, text in rows]
        self.samovar_app.push_screen(ChoiceDialog("What has happened", entries, len(entries) - 1), self.log_picked)

    def log_help(self, at: int) -> str:
        """Return what Enter does on a row of the log."""
        return ""

    def log_picked(self, at: int | None) -> None:
        """Handle the choice of a row of the log."""

    # The log

    @property
    def log_end(self) -> int:
        """The number of moves of the log that have been made in the position shown."""
        return len(self.log_match.log)

    def log_rows(self, end: int | None = None) -> list[tuple[int, str]]:
        """Return everything that happened, as the viewer may know it: the index of the move and a sentence."""
        return list(self._newest_rows(self.log_end if end is None else end))[::-1]

    def _newest_rows(self, end: int) -> Iterator[tuple[int, str]]:
        """Yield the rows of the log from the last to the first: a panel needs only a few of a long log."""
        return log_rows_of(self.log_match, self.notes, end, self.viewer)

    def paint_log(self, canvas: Canvas, region: Region) -> None:
        """Draw the last rows of the log; those since the viewer's last decision carry a mark."""
        lines: list[tuple[str, bool]] = []
        for at, text in self._newest_rows(self.log_end):
            new = at >= self.seen_log_index
            wrapped = wrap(text, region.width - 2)
            lines = [(("▸ " if new and not i else "  ") + part, new) for i, part in enumerate(wrapped)] + lines
            if len(lines) >= region.height:
                break
        for row, (text, new) in enumerate(lines[-region.height :]):
            style = self.palette.style("ink" if new else "dim")
            canvas.draw_text(region.x, region.y + row, text, style)

    # Painting

    def paint(self) -> None:
        if self.cursor is None and (start := self.view.initial_target(None)) is not None:
            self.move_cursor_to(start)
        self._lay_out()
        self._painted = self.view
        try:
            self._paint_panels()
        finally:
            self._painted = None

    def _lay_out(self) -> None:
        """Give each panel its columns, when they have changed."""
        columns = (self.board_columns, self.story_columns)
        if columns != self._columns:
            self._columns = columns
            for panel, width in zip(("board", "story"), columns, strict=True):
                self.query_one(f"#{panel}", CanvasView).styles.width = width

    def _paint_panels(self) -> None:
        self._paint_top()
        canvas = self.new_canvas("board")
        if canvas.width:
            side = self.new_canvas("side")
            if not self.is_hidden:
                self.paint_board(canvas)
                self._paint_news(side) if self.showing_news and not self.is_wide else self.paint_side(side)
            self.show("board", canvas)
            self.show("side", side)
        if self.is_wide:
            self._paint_story()
        self._paint_prompt()
        self.paint_keys("keys", self.keys())

    def _paint_news(self, canvas: Canvas) -> None:
        """Draw what the others did since the viewer's last turn; where room is short, the last of it."""
        palette, width = self.palette, canvas.width - 2
        rows: list[tuple[str, Style]] = []
        for fields in news_since(self.log_match, self.news_from, self.viewer, self.view):
            points = f"  {fields.points:+}" if fields.points else ""
            ink = f"seat{fields.seat + 1}" if fields.seat is not None else "accent"
            rows.append((clip(fields.name, width - cell_width(points)) + points, palette.style(ink, "ground", "bold")))
            for sentence in fields.sentences:
                rows += [
                    (("▸ " if not i else "  ") + line, palette.style())
                    for i, line in enumerate(wrap(sentence, width - 2))
                ]
        room = canvas.height - 3
        canvas.draw_text(0, 0, "Since your last turn", palette.style("accent", "ground", "bold"))
        if len(rows) > room:
            canvas.draw_text(0, 1, f"… {len(rows) - room} lines before; g shows all", palette.style("dim"))
        for y, (text, style) in enumerate(rows[-room:]):
            canvas.draw_text(0, y + 2, text, style)
        canvas.draw_text(0, canvas.height - 1, "any key: back to the table", palette.style("dim"))

    def _paint_story(self) -> None:
        """Draw the log, as far back as there is room; or the news, while they are shown."""
        canvas = self.new_canvas("story")
        if self.showing_news and not self.is_hidden:
            self._paint_news(canvas)
            self.show("story", canvas)
            return
        width, height = canvas.width, canvas.height
        canvas.draw_frame(Region(0, 0, width, height), self.palette.style("dim"), "what has happened", round_=True)
        self.paint_log(canvas, Region(2, 1, width - 3, height - 2))
        self.show("story", canvas)

    def _paint_top(self) -> None:
        palette = self.palette
        canvas = self.new_canvas("top", "bar")
        bold = palette.style("accent", "bar", "bold")
        x = canvas.draw_text(1, 0, self.match.game.title, bold)
        x = canvas.draw_text(x, 0, f" · {self.progress_text()}", palette.style("ink", "bar"))
        if self.state.actor is not None:
            name = self.match.seats[self.state.actor].name
            x = canvas.draw_text(x, 0, f" · {name}", palette.style(f"seat{self.state.actor + 1}", "bar", "bold"))
        scores = self._scores_text(canvas.width - x - 4)
        at = canvas.width - 1 - sum(cell_width(text) for text, _ in scores)
        for text, style in scores:
            at = canvas.draw_text(at, 0, text, style)
        self.show("top", canvas)

    def progress_text(self) -> str:
        """Return how far the game is, for the top line."""
        return self.state.progress_text()

    def _scores_text(self, width: int) -> list[tuple[str, Style]]:
        """Return the scores, those of a lone viewer first, with names as long as there is room for."""
        scores = self.state.shown_scores()
        points = ["?"] * len(self.match.seats) if scores is None else [*map(str, scores)]
        seats = list(range(len(points)))
        first = self.viewer or 0 if len(self.seats) <= 1 else 0  # at a shared keyboard the order of the seats stays
        seats = seats[first:] + seats[:first]
        for length in range(12, 0, -1):
            names = [_short(self.match.seats[seat].name, length) for seat in seats]
            if sum(cell_width(f"{n} {points[s]}  ") for n, s in zip(names, seats, strict=True)) <= width:
                break
        words = []
        for name, seat in zip(names, seats, strict=True):
            words.append((f"{name} ", self.palette.style(f"seat{seat + 1}", "bar")))
            gap = "" if seat == seats[-1] else "  "
            words.append((f"{points[seat]}{gap}", self.palette.style("ink", "bar", "bold")))
        return words

    def repaint_prompt(self) -> None:
        """Draw only the prompt anew."""
        if self.is_mounted and self._is_mounted_and_shown and not self.has_class("small"):
            self._paint_prompt()

    def _paint_prompt(self) -> None:
        """Draw what is asked, what the choice under the cursor would do, and the choices."""
        palette = self.palette
        canvas = self.new_canvas("prompt", "panel")
        width = max(1, canvas.width - 2)
        first, *rest = wrap(self._in_signs(self.question()), width) or [""]
        second = " ".join(rest) or self._in_signs(self.preview())
        first_style, second_style = palette.style("accent", "panel", "bold"), palette.style("ink", "panel")
        if self.status:
            # A long status takes both lines: the question that it replaces was shown a moment ago.
            second, *more = wrap(self.status, width) or [""]
            second_style = palette.style("warn", "panel")
            if more:
                first, second, first_style = second, " ".join(more), second_style
        canvas.draw_text(1, 0, first, first_style)
        canvas.draw_text(1, 1, clip(second, width), second_style)
        self._paint_choices(canvas)
        self.show("prompt", canvas)

    def question(self) -> str:
        """Return the first line of the prompt: what is asked, or what is going on."""
        if self.viewed_seat is not None:
            return f"You look at the board of {self.match.seats[self.viewed_seat].name}: o next, Esc back."
        return "The game is over." if self.match.is_over else self.view.question()

    def preview(self) -> str:
        """Return the second line of the prompt: what Enter would bring, or what lies under the cursor."""
        why_not = self._why_not()
        if (chosen := self.current_choice) and (brings := chosen.preview()):
            enter = f"{'Enter:' if self.samovar_app.ascii else '⏎'} {brings}"
            return f"{why_not} · {enter}" if why_not else enter
        if self.cursor is None:
            return ""
        return " · ".join(words for words in (self.view.caption(self.cursor), why_not) if words)

    def _why_not(self) -> str:
        """Return why nothing can be chosen at the cursor, although something is asked."""
        view, target = self.view, self.cursor
        if not view.is_deciding or target is None or view.choices_at(target):
            return ""
        # Where nothing can be chosen on the board at all, no target needs a reason.
        return view.unavailable_reason(target) if self.current_choice is None or view.tab_stops() else ""

    def _paint_choices(self, canvas: Canvas) -> None:
        palette = self.palette
        self.choice_areas = []
        x = 1
        choices = self.choices
        for number, choice in enumerate(choices):
            digit = f"{(number + 1) % 10}" if number < 10 else " "
            label = self._in_signs(choice.label)
            width = cell_width(label) + 4
            if x + width > canvas.width - 1 and number < len(choices):
                canvas.draw_text(x, 2, "…", palette.style("dim", "panel"))
                break
            picked = number == self.choice_index
            ink, on = ("cursor_ink", "cursor") if picked else ("dim" if choice.is_disabled else "ink", "choice")
            canvas.draw_text(x, 2, f" {digit} {label} ", palette.style(ink, on, "bold" if picked else ""))
            self.choice_areas.append(Region(x, 2, width, 1))
            x += width + 1

    def _in_signs(self, text: str) -> str:
        """Return a text of the game with its signs as they are drawn here."""
        return text.translate(self.ascii_signs) if self.samovar_app.ascii else text

    def keys(self) -> list[KeyLabel]:
        """Return the keys that work now, for the bar."""
        return []


def log_rows_of(match: Match, notes: Sequence[Note], end: int, viewer: int | None) -> Iterator[tuple[int, str]]:
    """Yield what happened in the first `end` moves as a viewer may know it, from the last row to the first."""
    said: dict[int, list[str]] = {}
    for note in notes:
        said.setdefault(note.at, []).append(note_text(note, match))
    for text in reversed(said.get(end, [])):
        yield max(0, end - 1), text
    for at in range(end - 1, -1, -1):
        for event in reversed(match.log[at].events):
            if event.visible_to is None or event.visible_to == viewer:
                yield at, match.game.describe_event(event, match.names)
        for text in reversed(said.get(at, [])):
            yield at, text


def _offset(here: Region, there: Region, dx: int, dy: int) -> tuple[float, float]:
    """Return how far ahead and how far aside a region lies; a row counts as two columns."""
    x = (there.x + there.width / 2) - (here.x + here.width / 2)
    y = 2 * ((there.y + there.height / 2) - (here.y + here.height / 2))
    return (x * dx, abs(y)) if dx else (y * dy, abs(x))


def _short(name: str, length: int) -> str:
    """Return a name cut to a length; below four letters a sign that it was cut would cost too much."""
    return clip(name, length) if length > 3 else name[:length].strip()
