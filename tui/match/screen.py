"""The one screen on which every match is seen and played: top line, board, log, prompt and keys.

A session (`tui.sessions`) knows what happens, the game's `BoardView` what is seen of it and where the cursor is, and a
feature (`tui.match.feature`) what a kind of match does differently. This screen passes keys and clicks on to them, and
shows what has changed.
"""

import asyncio
from collections.abc import Mapping
from itertools import islice
from typing import Any

from textual import events
from textual.actions import parse
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.dom import DOMNode
from textual.geometry import Size

from core.view import Choice
from tui import commands
from tui.match.board_view import BoardLook, BoardView, load_board_view
from tui.match.feature import MatchFeature
from tui.match.layout import PROMPT_ROWS, MatchLayout
from tui.match.panels import (
    ChoiceButton,
    ChoicePrompt,
    Content,
    NewsPage,
    NewsStory,
    Panel,
    SeatScore,
    Story,
    TopLine,
)
from tui.screens.base import BaseScreen
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, MessageDialog
from tui.screens.input_guard import INPUT_EVENTS, accepts_input
from tui.screens.pass_keyboard import PassKeyboardDialog
from tui.sessions import texts
from tui.sessions.changes import (
    Change,
    DecisionBegan,
    Ended,
    HintFound,
    MatchReplaced,
    ModeChanged,
    Said,
    Saved,
    TakenBack,
)
from tui.sessions.glossary import explain_terms
from tui.sessions.hints import NO_HINT_NOW
from tui.sessions.mode import Assessed, Confirming, Deciding, PassKeyboard, ReadOnly, Sending, settled
from tui.sessions.session import LogRow, MatchSession
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyBar

#: The seconds for which a key waits for the move before it, on its way to a club.
_TIMEOUT = 0.5


class MatchScreen(BaseScreen):
    """A match on the screen."""

    DEFAULT_CSS = """
    MatchScreen #top, MatchScreen #keys { height: 1; }
    MatchScreen #prompt { height: 3; }
    MatchScreen #table { height: 1fr; }
    MatchScreen #story { width: 0; }
    """

    def __init__(self, session: MatchSession, feature: MatchFeature, remark: str = "") -> None:
        super().__init__()
        self.session, self.feature = session, feature
        feature.screen = self
        game = session.match.game.name
        self.palette_scope = game
        self.board: BoardView[Any, Any] = load_board_view(game)(session, host=self)
        self.board.can_focus = False  # keys are this screen's own
        self.own_commands = feature.all_commands(game)
        self._actions = {key: command.name for command in self.own_commands for key in command.keys.split(",")}
        #: The sentence in the prompt's second line until the next key.
        self.status = remark
        #: Whether the news since the viewer's last turn is shown.
        self.showing_news = False
        self._is_repaint_due = False
        #: Set while no move is on its way to a club.
        self._sent = asyncio.Event()
        self._sent.set()
        self._asks_for_keyboard = False
        self._story_columns = -1
        self._story_rows: tuple[tuple[object, ...], tuple[LogRow, ...]] = ((), ())

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        with Horizontal(id="table"):
            yield self.board
            yield Panel(id="story")
        yield Panel(id="prompt")
        yield Panel(id="keys")
        yield CanvasView(id="too-small")

    def on_mount(self) -> None:
        for canvas_view in self.query(CanvasView):
            canvas_view.painter = self.painter
        self.session.listener = self._on_change
        self.session.start()
        self._follow_mode()
        self.showing_news = False  # a player who comes back sees the board first
        self.repaint()

    def on_unmount(self) -> None:
        self.session.close()
        if (text := self.feature.exit_text()) is not None:
            self.samovar_app.exit_message = text

    # What happens in the session

    def _on_change(self, change: Change) -> None:
        match change:
            case Said(text, weak) if not (weak and self.status):
                self.status = text
            case Saved(trouble) if trouble:
                self.status = trouble
            case TakenBack():
                self.showing_news = False
                self.board.viewed_seat = None
            case MatchReplaced():
                self.board.draft = None
            case ModeChanged(new=Assessed()):
                self.status = ""  # what was said before is not about what the master says now
            case DecisionBegan():
                self._begin_decision(change)
            case HintFound(location, text):
                self.board.go_to(location)
                self.status = text
            case Ended():
                self.feature.on_ended()
        self._follow_mode()
        self.repaint()

    def _begin_decision(self, change: DecisionBegan) -> None:
        self.board.begin_decision(change.same_seat)
        self.showing_news = change.turn_begins and self.feature.tells_news and self._several_moved
        self.status = self.status or self.feature.first_decision_text()

    def _follow_mode(self) -> None:
        """Let keys wait while a move is on its way; ask for the keyboard before a secret decision."""
        session = self.session
        if isinstance(settled(session.mode), Sending) and not session.trouble:
            self._sent.clear()
        else:
            self._sent.set()
        if isinstance(session.mode, PassKeyboard) and not self._asks_for_keyboard:
            self._ask_for_keyboard(session.mode.seat)

    def _ask_for_keyboard(self, seat: int) -> None:
        self._asks_for_keyboard = True
        self.samovar_app.push_screen(PassKeyboardDialog(self.session.match.seats[seat].name), self._keyboard_passed)

    def _keyboard_passed(self, _: None) -> None:
        self._asks_for_keyboard = False
        self.session.keyboard_passed()

    def say(self, text: str) -> None:
        """Show a sentence in the prompt until the next key."""
        self.status = text
        self.repaint()

    # Keys

    async def on_event(self, event: events.Event) -> None:
        """Let a key wait a moment for the move before it, so that fast players notice no club in between."""
        if isinstance(event, INPUT_EVENTS) and not self._sent.is_set():
            try:
                await asyncio.wait_for(self._sent.wait(), _TIMEOUT)
            except TimeoutError:
                self.status = self.session.trouble or "Your move is on its way to the club."
        await super().on_event(event)

    async def on_key(self, event: events.Key) -> None:
        digit = (event.character or "").isdigit() and (event.character or "").isascii()
        if self.session.is_showing and not self.feature.keeps_page(event.key):
            self.session.skip()
            if event.key in ("enter", "space") or digit:
                event.stop().prevent_default()  # it was meant for what was shown, not for the decision now
                return
        if self.showing_news and event.key != "n":
            self.showing_news = False
            self.repaint()
        if digit and self.board.is_deciding:
            event.stop().prevent_default()
            self._choose_number(int(event.character or "") or 10)
        elif event.key in self._actions and accepts_input(self):  # else the key is for the screen that came in front
            event.stop().prevent_default()
            await self.run_action(self._actions[event.key])

    async def run_action(self, action: str, namespaces: Mapping[str, DOMNode] | None = None) -> None:
        """Run an action of the feature; any other is the screen's own or the app's."""
        namespace, name, parameters = parse(action)
        own = None if namespace else self.feature.actions.get(name)
        if own is None:
            await super().run_action(action, namespaces)
        else:
            own(*parameters)

    def action_move(self, dx: int, dy: int) -> None:
        self.board.move(dx, dy)
        self.board_changed()

    def action_target(self, step: int) -> None:
        self.board.next_stop(step)
        self.board_changed()

    def action_choose(self) -> None:
        """Do what the prompt says."""
        session, board = self.session, self.board
        if session.is_showing:
            session.skip()
            return
        self.status = ""
        if session.can_sit_down:
            session.sit_down()
        elif board.viewed_seat is not None:
            board.viewed_seat = None
        else:
            match session.mode:
                case Deciding():
                    self._choose()
                case Confirming():
                    session.confirm()
                case ReadOnly(is_unlocked=True):
                    session.take_over()
                case _:
                    self._enter_feature()
        self.repaint()

    def _enter_feature(self) -> None:
        if texts.enter_label(self.session, has_choice=False):
            self.feature.enter()

    def _choose(self) -> None:
        if (choice := self.board.current_choice) is not None:
            self.make_choice(choice)
        else:
            self.status = f"{self.preview() or 'Nothing can be done here'}; Tab jumps to where something can."

    def _choose_number(self, number: int) -> None:
        choices = self.board.choices
        if number <= len(choices):
            self.make_choice(choices[number - 1])
        else:
            self.say(f"There is no choice {number} here.")

    def make_choice(self, choice: Choice) -> None:
        """Play the moves of a choice, or go to the draft that it leads to."""
        self.status = ""
        if choice.moves:
            self.session.submit(choice.moves)
        elif choice.is_disabled:
            self.status = f"Nothing happens: {choice.preview()}."
        else:
            self.board.set_draft(choice.next_draft)
        self.repaint()

    def action_shortcut(self, key: str) -> None:
        """Run a key that only this game has."""
        if not self.board.is_deciding:
            return
        view, cursor = self.board.view, self.board.cursor
        if self.session.no_hint_reason and self._is_hint(key):
            self.say(self.session.no_hint_reason)
        elif (choice := view.choice_for_key(key, cursor)) is not None:
            self.make_choice(choice)
        else:
            self.say(view.key_refusal(key, cursor))

    def _is_hint(self, key: str) -> bool:
        """Whether this key of the game is as good as a tip."""
        return any(
            command.is_hint and command.name == f"shortcut({key!r})"
            for command in commands.load_game_commands(self.session.match.game.name)
        )

    def action_undo(self) -> None:
        self.status = ""
        self.session.undo()

    def action_restart(self) -> None:
        self.status = ""
        self.session.restart_turn()

    def action_redo(self) -> None:
        self.status = ""
        if self.session.can_redo():
            self.board.viewed_seat = None
        self.session.redo()

    def action_tip(self) -> None:
        if self.board.viewed_seat is not None and not self.session.no_hint_reason:
            self.status = NO_HINT_NOW  # a hint is about the viewer's own board
        else:
            self.session.ask_hint()
        self.repaint()

    def action_back(self) -> None:
        """Take back a step of the draft; without one, go back as the feature does."""
        self.status = ""
        if not self.board.step_back():
            self.feature.go_back()
        self.repaint()

    # Looking around

    def action_others(self) -> None:
        self.board.look_at_next()
        self.repaint()

    def action_news(self) -> None:
        """Show or hide what the others have done since the viewer's last turn."""
        if self.showing_news or self.session.news():
            self.showing_news = not self.showing_news
        else:
            self.status = "Nobody else has done anything since your last turn."
        self.repaint()

    @property
    def _several_moved(self) -> bool:
        """Whether the news is worth showing: more than one other turn since the viewer's last one."""
        board, session = self.board, self.session
        asked = board.target_regions().get(board.cursor) if board.cursor is not None else None
        if asked is not None and asked.x >= board.board_columns and not self.match_layout.is_wide:
            return False  # the target of this decision is where the news would be painted
        others = [news for news in session.news() if news.seat is not None and news.seat not in session.seats]
        return sum(bool(news.sentences) for news in others) > 1

    def action_inspect(self) -> None:
        """Explain what is under the cursor, and the terms of the game that appear there and in the prompt."""
        game = self.session.match.game
        page = self.feature.page_prompt()
        text = "" if page is not None else self.board.view.explain(self.board.cursor)
        read = page.text if page is not None else f"{self.question()} {self.preview()} {text}"
        if told := [each for each in (text, *explain_terms(game, read)) if each]:
            self.samovar_app.push_screen(MessageDialog(game.title, "\n\n".join(told)))

    def action_rules(self) -> None:
        self.samovar_app.navigation.show_rules(self.session.match.game, self.board.view.rules_heading())

    def action_log(self) -> None:
        rows = self.session.log_rows(len(self.session.log_match.log))
        if not rows:
            self.say("Nothing has happened yet.")
            return
        entries = [ChoiceOption(text, at, self.feature.log_help(at)) for at, text in rows]
        self.samovar_app.push_screen(ChoiceDialog("What has happened", entries, len(entries) - 1), self._pick_log_row)

    def _pick_log_row(self, at: int | None) -> None:
        if at is not None:
            self.feature.pick_log_row(at)

    # What the board tells

    def board_changed(self) -> None:
        self.status = ""
        self.repaint()

    def board_entered(self) -> None:
        self.action_choose()

    def board_said(self, text: str) -> None:
        self.say(text)

    def board_asked(self) -> None:
        self.action_inspect()

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        panel = message.panel
        if panel.id == "keys":
            await self._click_keys(panel, message.x)
        elif self.session.is_showing and self.feature.click_goes_on:
            self.session.skip()
        elif panel.id == "prompt":
            self._click_prompt(panel, message.x, message.y)
        elif panel.id in ("board", "side"):
            self.board.click(panel.id, message.x, message.y)

    async def _click_keys(self, panel: CanvasView, x: int) -> None:
        bar = panel.content if isinstance(panel, Panel) else None
        if isinstance(bar, KeyBar) and (action := bar.action_at(x)) is not None:
            await self.run_action(action)

    def _click_prompt(self, panel: CanvasView, x: int, y: int) -> None:
        if isinstance(settled(self.session.mode), Confirming):
            self.action_choose()
            return
        prompt = panel.content if isinstance(panel, Panel) else None
        areas = prompt.choice_areas() if isinstance(prompt, ChoicePrompt) else []
        for choice, area in zip(self.board.choices, areas, strict=False):
            if area.contains(x, y):
                self.make_choice(choice)
                return

    # Painting

    @property
    def match_layout(self) -> MatchLayout:
        return MatchLayout(self.size)

    def repaint(self) -> None:
        """Repaint soon and once: one key or change changes many things, and each of them asks for this."""
        if not self._is_repaint_due and self.is_attached:
            self._is_repaint_due = True
            asyncio.get_running_loop().call_soon(self._repaint_now)

    def _repaint_now(self) -> None:
        self._is_repaint_due = False
        super().repaint()

    def paint(self) -> None:
        """Show what has changed in each panel."""
        layout, page = self.match_layout, self._news_page()
        self._lay_out(layout.story_columns)
        self.board.show(self._board_look(layout, page))
        self._show("top", self._top_line())
        if layout.is_wide:
            self._show("story", self._story(layout, page))
        self._show("prompt", self.feature.page_prompt() or self._prompt())
        width = self.size.width
        bar = KeyBar.fitting(self.feature.keys(), width, self.palette, self.samovar_app.ascii, self.feature.bar_right())
        self._show("keys", bar)

    def _show(self, panel: str, content: Content) -> None:
        self.query_one(f"#{panel}", Panel).show(content, self.samovar_app.ascii)

    def _lay_out(self, story_columns: int) -> None:
        if story_columns != self._story_columns:
            self._story_columns = story_columns
            self.query_one("#story", Panel).styles.width = story_columns

    def _board_look(self, layout: MatchLayout, news: NewsPage | None) -> BoardLook:
        app = self.samovar_app
        page = (None if layout.is_wide else news) or self.feature.side_page()
        return BoardLook(layout, self.palette, app.ascii, app.few_colours, self.feature.spotlight(), page)

    def _news_page(self) -> NewsPage | None:
        return NewsPage(self.session.news()) if self.showing_news and not self.session.is_hidden else None

    def _top_line(self) -> TopLine:
        session, state = self.session, self.board.state
        seats = session.match.seats
        shown = state.shown_scores()
        points = ["?"] * len(seats) if shown is None else [*map(str, shown)]
        scores = [SeatScore(seat, seats[seat].name, points[seat]) for seat in range(len(seats))]
        first = 0 if session.shares_keyboard else session.viewer or 0  # a lone viewer's score comes first
        actor = scores[state.actor] if state.actor is not None else None
        progress = self.feature.progress_text(state.progress_text())
        ordered = (*scores[first:], *scores[:first])
        return TopLine(session.match.game.title, progress, actor, ordered, self.size.width, self.palette)

    def _story(self, layout: MatchLayout, news: NewsPage | None) -> Content:
        size = Size(layout.story_columns, layout.board_rows)
        if news is not None:
            return NewsStory(news, size, self.palette)
        session = self.session
        key = (session.version, session.log_end, len(session.notes), session.viewer, size.height)
        if self._story_rows[0] != key:  # to describe events takes longer than to paint them
            self._story_rows = key, tuple(islice(session.newest_rows(), size.height))
        return Story(self._story_rows[1], session.seen_log_index, size, self.palette)

    def _prompt(self) -> ChoicePrompt:
        board, width = self.board, self.size.width
        asked, preview = board.view.question(), board.in_signs(self.preview())
        if not self.status:  # which takes the second line: half a preview would be of no use
            asked = board.join_prompt(asked, preview, max(1, width - 2))
        question = board.in_signs(texts.question(self.session, asked, board.viewed_seat))
        buttons = tuple(ChoiceButton(board.in_signs(choice.label), choice.is_disabled) for choice in board.choices)
        size = Size(width, PROMPT_ROWS)
        return ChoicePrompt(question, preview, self.status, buttons, board.choice_index, size, self.palette)

    def question(self) -> str:
        """Return the first line of the prompt: what is asked, or what is going on."""
        return texts.question(self.session, self.board.view.question(), self.board.viewed_seat)

    def preview(self) -> str:
        """Return the second line of the prompt: what Enter would bring, or what lies under the cursor."""
        shown = texts.wait_text(self.session)
        if shown is not None:
            return shown
        if self.board.viewed_seat is None and (told := self.feature.preview()) is not None:
            return told
        view, cursor, choice = self.board.view, self.board.cursor, self.board.current_choice
        why_not = self._why_not()
        if choice is not None and (brings := choice.preview()):
            enter = f"{'Enter:' if self.samovar_app.ascii else '⏎'} {brings}"
            return f"{why_not} · {enter}" if why_not else enter
        if cursor is None:
            return ""
        return " · ".join(words for words in (view.caption(cursor), why_not) if words)

    def _why_not(self) -> str:
        """Return why nothing can be chosen at the cursor, although something is asked."""
        board, view = self.board, self.board.view
        if not view.is_deciding or board.cursor is None or view.choices_at(board.cursor):
            return ""
        # Where nothing can be chosen on the board at all, no target needs a reason.
        return view.unavailable_reason(board.cursor) if board.current_choice is None or view.tab_stops() else ""
