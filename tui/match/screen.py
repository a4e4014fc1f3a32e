"""The one screen on which every match is seen and played: top line, board, log, prompt and keys.

A session (`tui.sessions`) knows what happens, the game's `BoardView` what is seen of it and where the cursor is, and a
feature (`tui.match.feature`) what a kind of match does differently. This screen passes keys and clicks on to them, and
shows what has changed.
"""

import asyncio
import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from textual import events
from textual.actions import parse
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.dom import DOMNode
from textual.geometry import Size

from core.view import Choice, PromptItem
from tui import commands
from tui.match.board_view import BoardLook, BoardView, load_board_view
from tui.match.feature import MatchFeature
from tui.match.layout import MatchLayout
from tui.match.legend_dialog import LegendDialog
from tui.match.log_dialog import LogDialog, LogRequest
from tui.match.panels import (
    ChoicePrompt,
    Content,
    Panel,
    PromptContent,
    Story,
    TopLine,
    seat_scores,
)
from tui.match.prompt import choice_prompt, news_prompt, preview_text, question_text
from tui.screens.base import BaseScreen
from tui.screens.dialogs import MessageDialog
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
        self.board.begins_with_cursor = feature.has_choices
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
        #: The columns of the log and the rows of the prompt, as they were laid out last.
        self._laid_out = (-1, -1)
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
        tells_news = self.feature.tells_news and not self.board.tells_news
        self.showing_news = change.turn_begins and tells_news and self._several_moved
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
            if event.key in ("enter", "space", "escape") or digit:
                event.stop().prevent_default()  # it was meant for the news, not for the decision that was hidden
                return
        if digit and self.board.is_deciding:
            event.stop().prevent_default()
            self._press(event.character or "")
        elif event.key in self._actions and accepts_input(self):  # else the key is for the screen that came in front
            event.stop().prevent_default()
            await self.run_action(self._actions[event.key])
        elif event.is_printable and accepts_input(self):
            event.stop().prevent_default()
            self.say(f"{event.character} does nothing here. F1 lists the keys that do.")

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
            told = preview_text(self.session, self.board, self.feature.preview()) or "Nothing to do here"
            self.status = f"{told}; Tab jumps to the next place where you can act."

    def _press(self, key: str) -> None:
        """Do what a key of the row of choices does."""
        item = self.board.item_for(key)
        if item is None:
            self.say(f"There is no choice {key} here.")
        else:
            self._take(item)

    def _take(self, item: PromptItem) -> None:
        """Make the choice of an item, or go where it leads."""
        if item.choice is not None:
            self.make_choice(item.choice)
        elif item.target is not None:
            self.board.move_cursor_to(item.target)
            self.board_changed()

    def make_choice(self, choice: Choice) -> None:
        """Play the moves of a choice, or go to the draft that it leads to."""
        self.status = ""
        if choice.moves:
            self.session.submit(choice.moves)
        elif choice.is_disabled:
            self.status = f"Not possible now: {choice.preview()}."
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
        elif (item := self.board.item_for(key)) is not None:
            self._take(item)
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
            self.status = "Nobody else has moved since your last turn."
        self.repaint()

    @property
    def news_in_sight(self) -> bool:
        """Whether the news takes the place of the prompt: after a moment that is being shown, whose text is there."""
        return self.showing_news and self.session.moment is None

    @property
    def _several_moved(self) -> bool:
        """Whether the news is worth showing: more than one other turn since the viewer's last one."""
        others = [line for line in self.session.news() if line.seat is not None and line.seat not in self.session.seats]
        return sum(bool(line.facts) for line in others) > 1

    def action_inspect(self) -> None:
        """Explain what is under the cursor, and the terms of the game that appear there and in the prompt."""
        game = self.session.match.game
        page = self.feature.page_prompt()
        text = "" if page is not None else self.board.view.explain(self.board.cursor)
        asked = f"{question_text(self.session, self.board, self.size.width)} {preview_text(self.session, self.board)}"
        read = page.text if page is not None else f"{asked} {text}"
        if told := [each for each in (text, *explain_terms(game, read)) if each]:
            self.samovar_app.push_screen(MessageDialog(self._inspected_title(), "\n\n".join(told)))

    def _inspected_title(self) -> str:
        """Return the name of what is under the cursor, which begins its caption; else that of the game."""
        cursor = self.board.cursor
        caption = self.board.view.caption(cursor) if cursor is not None and self.feature.page_prompt() is None else ""
        return re.split(r"[:·.(]", caption, maxsplit=1)[0].strip() or self.session.match.game.title

    def action_legend(self) -> None:
        """Show what the signs mean, and what a player looks up in the printed game."""
        if rows := self.board.legend():
            self.samovar_app.push_screen(LegendDialog(self.session.match.game.title, rows))
        else:
            self.say("This game has no signs of its own.")

    def action_rules(self) -> None:
        self.samovar_app.navigation.show_rules(self.session.match.game, self.board.view.rules_heading())

    def action_log(self) -> None:
        rows = self.session.log_rows(len(self.session.log_match.log))
        if not rows:
            self.say("Nothing has happened yet.")
            return
        dialog = LogDialog(rows, self.feature.log_hint, self.feature.is_log_walked)
        self.samovar_app.push_screen(dialog, self._follow_log)

    def _follow_log(self, request: LogRequest | None) -> None:
        if request is not None and request.undoes:
            self.feature.ask_undo_to(request.at)
        elif request is not None:
            self.feature.pick_log_row(request.at)

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
        elif self.showing_news:
            self.showing_news = False
            self.repaint()
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
        areas = prompt.choice_areas() if isinstance(prompt, ChoicePrompt) else {}
        items = self.board.prompt_items
        for number, area in areas.items():
            if area.contains(x, y) and number < len(items):
                self._take(items[number])
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
        layout, width = self.match_layout, self.size.width
        prompt = self._prompt()
        self._lay_out(layout.story_columns, prompt.size.height)
        self.board.show(self._board_look(layout))
        self._show("top", self._top_line())
        if layout.is_wide:
            self._show("story", self._story(layout))
        self._show("prompt", prompt)
        # The rules are in the menu and under F1, too; that there is news is only said here.
        bar = KeyBar.fitting(
            self.with_own_keys(self.feature.keys()),
            width,
            self.palette,
            self.samovar_app.ascii,
            self.feature.bar_right(),
            "news",
        )
        self._show("keys", bar)

    def _show(self, panel: str, content: Content) -> None:
        self.query_one(f"#{panel}", Panel).show(content, self.samovar_app.ascii)

    def _lay_out(self, story_columns: int, prompt_rows: int) -> None:
        if (story_columns, prompt_rows) != self._laid_out:
            self._laid_out = story_columns, prompt_rows
            self.query_one("#story", Panel).styles.width = story_columns
            self.query_one("#prompt", Panel).styles.height = prompt_rows

    def _board_look(self, layout: MatchLayout) -> BoardLook:
        app = self.samovar_app
        side_page = self.feature.side_page()
        return BoardLook(layout, self.palette, app.ascii, app.few_colours, self.feature.spotlight(), side_page)

    def _prompt(self) -> PromptContent:
        if self.news_in_sight and not self.session.is_hidden:
            return news_prompt(self.session, self.size.width, self.palette)
        if (page := self.feature.page_prompt()) is not None:
            return page
        told = self.feature.preview()
        status = self.status or self.feature.notice()
        prompt = choice_prompt(self.session, self.board, self.size.width, self.palette, status, told)
        return self._with_own_keys_in(prompt) if self.samovar_app.own_keys else prompt

    def _with_own_keys_in(self, prompt: ChoicePrompt) -> ChoicePrompt:
        own = {command.keys: self.samovar_app.own_keys.shown(command) for command in self.own_commands}
        return prompt._replace(
            question=self.in_own_keys(prompt.question),
            preview=self.in_own_keys(prompt.preview),
            status=self.in_own_keys(prompt.status),
            choices=tuple(choice._replace(key=own.get(choice.key, choice.key)) for choice in prompt.choices),
        )

    def _top_line(self) -> TopLine:
        session, state = self.session, self.board.state
        first = 0 if session.shares_keyboard else session.viewer or 0  # a lone viewer's score comes first
        scores = seat_scores(session.match, state, first)
        actor = next((score for score in scores if score.seat == state.actor), None)
        progress = self.feature.progress_text(state.progress_text())
        return TopLine(session.match.game.title, progress, actor, scores, self.size.width, self.palette)

    def _story(self, layout: MatchLayout) -> Content:
        size = Size(layout.story_columns, layout.board_rows)
        session = self.session
        key = (session.version, session.log_end, len(session.notes), session.viewer, size.height)
        if self._story_rows[0] != key:  # to describe events takes longer than to paint them
            self._story_rows = key, tuple(islice(session.newest_rows(), size.height))
        return Story(self._story_rows[1], session.seen_log_index, size, self.palette)
