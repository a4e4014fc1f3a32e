"""The screen on which a match is played: all that the five games share.

A game's own screen says where its places are (`spots`), what can be done there (`choices`), and draws them
(`paint_board`, `paint_side`). Everything else is here: seats, bots, prompt, log, undo, saving, replay.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.message import Message

from core.bots.table import decide
from core.bots.worker import Answer
from core.errors import TableError
from core.game import Move
from core.match import Match
from saves.errors import SaveError
from saves.store import Keeper
from tui import commands
from tui.room import Key, Room
from tui.screens.dialogs import Ask, Entry, Pick, Tell
from tui.widgets.picture import Panel, Picture, cell_width, clip, wrap

Spot = Hashable

#: Who gives tips until stronger bots do.
TIP_LEVEL = "greedy"


class Choice(NamedTuple):
    """Something that can be done now: a move, or a step towards one. `says` previews it in words."""

    label: str
    do: Move | Callable[[], None]
    says: str = ""


class PlayScreen(Room):
    """A match on the screen. `state` is what is shown: the match itself, or a place in its past."""

    DEFAULT_CSS = """
    PlayScreen #top, PlayScreen #keys { height: 1; }
    PlayScreen #prompt { height: 3; }
    PlayScreen #table { height: 1fr; }
    """
    BINDINGS = [*commands.bindings(commands.PLAY)]

    #: How wide the board is on a screen of 80 columns, and on a large one.
    board_width = 40
    board_width_large = 66

    class Answered(Message):
        """A bot has answered."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, match: Match, keeper: Keeper | None, remarks: Sequence[str] = ()) -> None:
        super().__init__()
        self.match = match
        self.keeper = keeper
        self.cursor: Spot = None
        self.picked = 0
        #: Said in the prompt's second line until the next key.
        self.remark = " ".join(remarks)
        #: The seat whose board is shown large; None: that of the person who decides.
        self.looked_at: int | None = None
        #: Who was last let see their secrets at a shared keyboard.
        self.shown_to: int | None = None
        #: Whose finished turn waits to be confirmed.
        self.unconfirmed: int | None = None
        self.thinking = False
        self.tipping = False
        #: How long the log was when a person last decided: what came since is marked.
        self.read_until = len(match.log)

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        with Horizontal(id="table"):
            yield Panel(id="board")
            yield Panel(id="side")
        yield Panel(id="prompt")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    def on_mount(self) -> None:
        self.follow()

    def on_unmount(self) -> None:
        self.house.thinker.cancel()
        if self.keeper is not None:
            self.keeper.close()

    # What a game's screen provides

    @property
    def state(self) -> Any:
        return self.match.state

    def spots(self) -> dict[Spot, Region]:
        """The places on the board that the cursor can go to, as areas of the board's picture."""
        return {}

    def choices(self, spot: Spot) -> list[Choice]:
        """What can be done at a place now; Enter does the first."""
        return []

    def loose_choices(self) -> list[Choice]:
        """What can be done now wherever the cursor is."""
        return [Choice(str(m), m, self.state.describe(m)) for m in self.state.moves()]

    def natural_pick(self) -> int:
        """Which of the choices Enter means before another is picked."""
        return 0

    def says(self, spot: Spot) -> str:
        """What lies at a place, in a few words."""
        return ""

    def explain(self, spot: Spot) -> str:
        """What lies at a place, in full."""
        return self.says(spot) or self.state.board(self.viewer)

    def paint_board(self, picture: Picture) -> None:
        """Draw the board."""
        for y, line in enumerate(self.state.board(self.viewer).split("\n")):
            picture.text(1, y, line, self.look.style())

    def paint_side(self, picture: Picture) -> None:
        """Draw what stands beside the board."""
        self.paint_log(picture, Region(0, 0, picture.width, picture.height))

    def decision_begins(self) -> None:
        """Somebody is asked something new: forget what was begun before."""

    def prompt_words(self) -> str:
        """What is asked, in one sentence."""
        return str(self.state.prompt.sentence)

    def step_back(self) -> bool:
        """Escape: undo a step that is only begun. False when there is none."""
        return False

    def extra_keys(self) -> list[Key]:
        """Keys of this game that work now, for the bar."""
        return []

    # Who is playing

    @property
    def viewer(self) -> int:
        """The seat through whose eyes the board is seen."""
        persons = self.match.persons
        actor = self.match.state.actor
        if self.unconfirmed is not None:
            return self.unconfirmed
        if actor in persons:
            return actor
        return self.shown_to if self.shown_to is not None else (persons[0] if persons else 0)

    @property
    def board_seat(self) -> int:
        """The seat whose board is shown large."""
        return self.viewer if self.looked_at is None else self.looked_at

    @property
    def deciding(self) -> bool:
        """Whether a person at the keyboard is asked for a move right now."""
        return (
            self.match.waits_for_person
            and self.unconfirmed is None
            and self.looked_at is None
            and not (self.keeper is not None and self.keeper.read_only)
        )

    @property
    def shared_keyboard(self) -> bool:
        return len(self.match.persons) > 1

    # Playing

    def play(self, move: Move) -> None:
        """Play a move for the person who decides, and see what follows."""
        actor = self.match.state.actor
        before = len(self.match.log)
        try:
            self.match.play(move)
        except TableError as error:
            self.remark = str(error)
            self.repaint()
            return
        self.read_until = before
        self._pass_on(actor)

    def play_all(self, moves: Sequence[Move]) -> None:
        """Play several moves of one person at once, such as a whole arrangement."""
        actor = self.match.state.actor
        before = len(self.match.log)
        for move in moves:
            if self.match.state.actor != actor or move not in self.match.state.moves():
                break
            self.match.play(move)
        self.read_until = before
        self._pass_on(actor)

    def _pass_on(self, actor: int | None) -> None:
        """After a move: ask for confirmation if another person would be next, then follow."""
        changed = self.match.state.actor not in (actor, None)
        if changed and self.shared_keyboard and self.house.settings.confirm_turn:
            self.unconfirmed = actor
        self.follow()

    def follow(self) -> None:
        """Save, then find out who is next: a person, a bot, or nobody."""
        self.thinking = self.tipping = False
        self.house.thinker.cancel()
        self.save()
        if self.match.over:
            self.repaint()
            self._end()
            return
        if self.unconfirmed is None:
            if not self.match.waits_for_person:
                self._ask_bot()
            elif self._needs_curtain():
                self._draw_curtain()
            else:
                self.shown_to = self.match.state.actor
                self._begin_decision()
        self.repaint()

    def save(self) -> None:
        if self.keeper is not None and (trouble := self.keeper.save(self.match)):
            self.remark = trouble

    def _begin_decision(self) -> None:
        self.decision_begins()
        targets = self.targets()
        if targets and not self.choices(self.cursor):
            self.cursor = targets[0]
        self.picked = self.natural_pick()

    def _end(self) -> None:
        from tui.screens.result import ResultScreen

        self.house.push_screen(ResultScreen(self.match, self.keeper), self._after_result)

    def _after_result(self, wish: str | None) -> None:
        if wish == "undo":
            self.action_undo()
        elif wish == "review":
            self.house.show_replay(self.match)
        elif wish == "again":
            self.house.play_again(self.match)
        elif wish == "home":
            self.house.go_home()

    # Bots

    def _ask_bot(self) -> None:
        if self.keeper is not None and self.keeper.read_only:
            return
        actor = self.match.state.actor
        assert actor is not None
        self.thinking = True
        self._ask(self.match.seats[actor].level)

    def _ask(self, level: str) -> None:
        thinker = self.house.thinker
        thinker.listener = lambda answer: self.post_message(self.Answered(answer)) and None
        thinker.ask(self.match, level)

    def on_play_screen_answered(self, message: Answered) -> None:
        if self.tipping:
            self._show_tip(message.answer)
        elif self.thinking:
            self._play_bot(message.answer)

    def _play_bot(self, answer: Answer) -> None:
        """A bot has decided; one that failed lets chance decide, and everybody is told."""
        notation = answer.notation
        if answer.trouble:
            decision = decide(self.match)
            notation = decision.notation
            actor = self.match.state.actor
            assert actor is not None
            name = self.match.seats[actor].name
            self.match.note(f"{name} could not think ({answer.trouble}) and moved at once.")
            self.remark = self.match.notes[-1].text
        self.match.play(notation)
        self.follow()

    # Secrets at a shared keyboard

    def _needs_curtain(self) -> bool:
        state = self.match.state
        return self.shared_keyboard and state.prompt.secret and state.actor != self.shown_to

    def _draw_curtain(self) -> None:
        from tui.screens.curtain import Curtain

        actor = self.match.state.actor
        assert actor is not None
        self.house.push_screen(Curtain(self.match.seats[actor].name), lambda _: self._lift_curtain())

    def _lift_curtain(self) -> None:
        self.shown_to = self.match.state.actor
        self._begin_decision()
        self.repaint()

    @property
    def curtained(self) -> bool:
        """Whether the board must not show anybody's secrets now."""
        return self._needs_curtain() and self.unconfirmed is None and self.match.waits_for_person

    # The cursor

    def all_choices(self) -> list[Choice]:
        """What can be done here and now, in the order of the digits."""
        if not self.deciding:
            return []
        return self.choices(self.cursor) + self.loose_choices()

    def targets(self) -> list[Spot]:
        """The places where something can be done."""
        if not self.deciding:
            return list(self.spots())
        return [spot for spot in self.spots() if self.choices(spot)]

    def action_move(self, dx: int, dy: int) -> None:
        self.remark = ""
        if self.deciding and not self.targets():
            count = len(self.all_choices())
            self.picked = (self.picked + dx + dy) % count if count else 0
        else:
            self._move_cursor(dx, dy)
        self.repaint()

    def _move_cursor(self, dx: int, dy: int) -> None:
        """To the nearest place in that direction; straight ahead counts more than near."""
        spots = self.spots()
        here = spots.get(self.cursor)
        if here is None:
            self.cursor = next(iter(spots), None)
            return
        best, nearest = self.cursor, None
        for spot, region in spots.items():
            ahead, aside = _offset(here, region, dx, dy)
            if ahead > 0 and (nearest is None or ahead + 3 * aside < nearest):
                best, nearest = spot, ahead + 3 * aside
        self.cursor = best
        self.picked = self.natural_pick()

    def action_target(self, step: int) -> None:
        self.remark = ""
        targets = self.targets()
        if targets:
            at = targets.index(self.cursor) if self.cursor in targets else -1 if step > 0 else 0
            self.cursor = targets[(at + step) % len(targets)]
            self.picked = self.natural_pick()
        elif choices := self.all_choices():
            self.picked = (self.picked + step) % len(choices)
        self.repaint()

    def action_choose(self) -> None:
        if self.unconfirmed is not None:
            self.unconfirmed = None
            self.follow()
            return
        self.remark = ""
        if self.looked_at is not None:
            self.looked_at = None
            self.repaint()
            return
        choices = self.all_choices()
        if choices:
            self.do(choices[min(self.picked, len(choices) - 1)])
        elif self.deciding:
            self.remark = "Nothing can be done here; Tab jumps to where something can."
            self.repaint()

    def do(self, choice: Choice) -> None:
        """Carry out a choice."""
        if isinstance(choice.do, Move):
            self.play(choice.do)
        else:
            choice.do()
            self.repaint()

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character.isdigit():
            event.stop()
            choices = self.all_choices()
            number = int(event.character) or 10
            if number <= len(choices):
                self.do(choices[number - 1])
            elif self.deciding:
                self.remark = f"There is no choice {number} here."
                self.repaint()

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        panel = message.panel.id
        if panel == "keys":
            await self.click_key("keys", message.x)
        elif panel == "board":
            self.click_board(message.x, message.y)
        elif panel == "prompt":
            self._click_prompt(message.x, message.y)
        elif panel == "side":
            self.click_side(message.x, message.y)

    def click_board(self, x: int, y: int) -> None:
        """The first click on a place looks at it, the second does what Enter would."""
        for spot, region in self.spots().items():
            if region.contains(x, y):
                if spot == self.cursor:
                    self.action_choose()
                else:
                    self.remark = ""
                    self.cursor = spot
                    self.picked = self.natural_pick()
                    self.repaint()
                return

    def click_side(self, x: int, y: int) -> None:
        """A click beside the board; a game's screen may know what lies there."""

    def _click_prompt(self, x: int, y: int) -> None:
        if self.unconfirmed is not None:
            self.action_choose()
            return
        for number, region in enumerate(self._choice_places):
            if region.contains(x, y):
                self.do(self.all_choices()[number])
                return

    # Commands

    def action_undo(self) -> None:
        self._change(lambda: self.match.undo(self.unconfirmed))

    def action_restart(self) -> None:
        self._change(lambda: self.match.restart_turn(self.unconfirmed))

    def action_redo(self) -> None:
        self._change(self.match.redo)

    def _change(self, change: Callable[[], None]) -> None:
        if self.keeper is not None and self.keeper.read_only:
            self.remark = self.keeper.read_only
            self.repaint()
            return
        try:
            change()
        except TableError as error:
            self.remark = str(error)
            self.repaint()
            return
        self.unconfirmed = self.looked_at = None
        self.remark = ""
        self.read_until = len(self.match.log)
        self.follow()

    def action_tip(self) -> None:
        if not self.deciding:
            self.remark = "A tip can be had when it is your turn."
        else:
            self.tipping = True
            self.remark = "Asking for a tip…"
            self._ask(TIP_LEVEL)
        self.repaint()

    def _show_tip(self, answer: Answer) -> None:
        self.tipping = False
        if answer.trouble:
            self.remark = f"There is no tip this time ({answer.trouble})."
        else:
            move = self.match.read(answer.notation)
            self.match.note(f"{self.match.seats[self.viewer].name} asked for a tip.")
            self.show_tip(move)
        self.repaint()

    def show_tip(self, move: Move) -> None:
        """Say the tip and put the cursor where it is carried out."""
        self.remark = f"Tip: {self.state.describe(move)} ({move})."
        for spot in self.spots():
            if any(choice.do == move for choice in self.choices(spot)):
                self.cursor = spot
                break
        picks = [number for number, choice in enumerate(self.all_choices()) if choice.do == move]
        self.picked = picks[0] if picks else 0

    def action_inspect(self) -> None:
        self.house.push_screen(Tell(self.match.game.title, self.explain(self.cursor)))

    def action_others(self) -> None:
        players = len(self.match.seats)
        if players > 1:
            seat = (self.board_seat + 1) % players
            self.looked_at = None if seat == self.viewer else seat
        self.repaint()

    def action_log(self) -> None:
        rows = self.log_rows()
        if not rows:
            self.remark = "Nothing has happened yet."
            self.repaint()
            return
        entries = [Entry(text, at, self._log_help(at)) for at, text in rows]
        self.house.push_screen(Pick("What has happened", entries, len(entries) - 1), self._undo_to)

    def _log_help(self, at: int) -> str:
        return f"Enter takes back everything from move {at + 1} on."

    def _undo_to(self, at: int | None) -> None:
        if at is not None:
            self._change(lambda: self.match.undo_to(at))

    def action_rules(self) -> None:
        from tui.screens.rules import RulesScreen

        self.house.push_screen(RulesScreen(self.match.game))

    def action_name_match(self) -> None:
        if self.keeper is not None:
            self.house.push_screen(Ask("A name for this match:", self.keeper.name), self._named)

    def _named(self, name: str | None) -> None:
        if name is None or self.keeper is None:
            return
        try:
            self.remark = self.keeper.rename(self.match, name) or f"Saved as {self.keeper.called}."
        except SaveError as error:
            self.remark = str(error)
        self.repaint()

    def action_back(self) -> None:
        self.remark = ""
        if self.looked_at is not None:
            self.looked_at = None
        elif not self.step_back():
            self.open_menu()
            return
        self.repaint()

    def open_menu(self) -> None:
        entries = [Entry("Go on playing", "")]
        wanted = ("undo", "redo", "restart", "tip", "log", "rules", "name_match")
        entries += [Entry(c.help, c.name) for c in commands.PLAY if c.name in wanted]
        entries += [Entry(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [Entry("Go home; the match is kept", "app.home"), Entry("Quit; the match is kept", "app.leave")]
        self.house.push_screen(Pick("Menu", entries), self._from_menu)

    async def _from_menu(self, action: str | None) -> None:
        if action:
            await self.run_action(action)

    # The log

    def log_rows(self) -> list[tuple[int, str]]:
        """Everything that happened, as the viewer may know it: the number of the move and a sentence."""
        rows: list[tuple[int, str]] = []
        notes = {}
        for note in self.match.notes:
            notes.setdefault(note.at, []).append(note.text)
        for at, line in enumerate(self.match.log):
            rows += [(at, text) for text in notes.get(at, [])]
            for event in line.events:
                if event.to is None or event.to == self.viewer:
                    rows.append((at, self.match.game.sentence(event, self.match.names)))
        rows += [(max(0, len(self.match.log) - 1), text) for text in notes.get(len(self.match.log), [])]
        return rows

    def paint_log(self, picture: Picture, region: Region) -> None:
        """The last of what happened; news since your last decision carry a mark."""
        lines: list[tuple[str, bool]] = []
        for at, text in reversed(self.log_rows()):
            new = at >= self.read_until
            wrapped = wrap(text, region.width - 2)
            lines = [(("▸ " if new and not i else "  ") + part, new) for i, part in enumerate(wrapped)] + lines
            if len(lines) >= region.height:
                break
        for row, (text, new) in enumerate(lines[-region.height :]):
            style = self.look.style("ink" if new else "dim")
            picture.text(region.x, region.y + row, text, style)

    # Painting

    def paint(self) -> None:
        large = self.size.width >= 120 and self.size.height >= 40
        board = self.query_one("#board", Panel)
        board.styles.width = self.board_width_large if large else self.board_width
        self._paint_top()
        picture = self.picture_for("board")
        if picture.width:
            if self.curtained:
                picture = self.picture_for("board")
            else:
                self.paint_board(picture)
            self.show("board", picture)
            side = self.picture_for("side")
            if not self.curtained:
                self.paint_side(side)
            self.show("side", side)
        self._paint_prompt()
        self.paint_keys("keys", self._keys())

    @property
    def large(self) -> bool:
        """Whether there is room for the larger drawings."""
        return self.size.width >= 120 and self.size.height >= 40

    def _paint_top(self) -> None:
        look = self.look
        picture = self.picture_for("top", "bar")
        bold = look.style("accent", "bar", "bold")
        x = picture.text(1, 0, self.match.game.title, bold)
        x = picture.text(x, 0, f" · {self.state.when()}", look.style("ink", "bar"))
        if self.state.actor is not None:
            name = self.match.seats[self.state.actor].name
            x = picture.text(x, 0, f" · {name}", look.style(f"seat{self.state.actor + 1}", "bar", "bold"))
        scores = self._scores_in_words(picture.width - x - 4)
        at = picture.width - 1 - sum(cell_width(text) for text, _ in scores)
        for text, style in scores:
            at = picture.text(at, 0, text, style)
        self.show("top", picture)

    def _scores_in_words(self, room: int) -> list[tuple[str, Any]]:
        """The scores, the viewer's first, with names as long as there is room for."""
        points = self.state.scores()
        seats = list(range(len(points)))
        seats = seats[self.viewer :] + seats[: self.viewer]
        for length in range(12, 1, -1):
            names = [clip(self.match.seats[seat].name, length) for seat in seats]
            if sum(cell_width(f"{n} {points[s]}  ") for n, s in zip(names, seats, strict=True)) <= room:
                break
        words = []
        for name, seat in zip(names, seats, strict=True):
            words.append((f"{name} ", self.look.style(f"seat{seat + 1}", "bar")))
            gap = "" if seat == seats[-1] else "  "
            words.append((f"{points[seat]}{gap}", self.look.style("ink", "bar", "bold")))
        return words

    def _paint_prompt(self) -> None:
        """What is asked, what the choice under the cursor would do, and the choices."""
        look = self.look
        picture = self.picture_for("prompt", "panel")
        picture.text(1, 0, clip(self._question(), picture.width - 2), look.style("accent", "panel", "bold"))
        second = self.remark or self._preview()
        style = look.style("warn" if self.remark else "ink", "panel")
        picture.text(1, 1, clip(second, picture.width - 2), style)
        self._paint_choices(picture)
        self.show("prompt", picture)

    def _question(self) -> str:
        if self.keeper is not None and self.keeper.read_only:
            return self.keeper.read_only
        if self.unconfirmed is not None:
            return "Your turn is done: Enter lets it stand, u takes it back."
        if self.looked_at is not None:
            return f"You look at the board of {self.match.seats[self.looked_at].name}: o next, Esc back to yours."
        if self.match.over:
            return "The game is over."
        if self.thinking:
            actor = self.match.state.actor
            assert actor is not None
            return f"{self.match.seats[actor].name} is thinking…"
        if self.curtained:
            return "Pass the keyboard on."
        if self.shared_keyboard and self.match.state.actor is not None:
            return f"{self.match.seats[self.match.state.actor].name}: {self.prompt_words()}"
        return self.prompt_words()

    def _preview(self) -> str:
        choices = self.all_choices()
        if choices and (says := choices[min(self.picked, len(choices) - 1)].says):
            return f"⏎ {says}"
        return self.says(self.cursor)

    def _paint_choices(self, picture: Picture) -> None:
        look = self.look
        self._choice_places: list[Region] = []
        x = 1
        choices = self.all_choices()
        for number, choice in enumerate(choices):
            digit = f"{(number + 1) % 10}" if number < 10 else " "
            width = cell_width(choice.label) + 4
            if x + width > picture.width - 1 and number < len(choices):
                picture.text(x, 2, "…", look.style("dim", "panel"))
                break
            picked = number == self.picked
            ink, on = ("cursor_ink", "cursor") if picked else ("ink", "bar")
            picture.text(x, 2, f" {digit} {choice.label} ", look.style(ink, on, "bold" if picked else ""))
            self._choice_places.append(Region(x, 2, width, 1))
            x += width + 1

    def _keys(self) -> list[Key]:
        wanted = ["choose", "target(1)", "undo", "tip", "others", "inspect", "log", "rules", "back"]
        if len(self.match.seats) == 1:
            wanted.remove("others")
        if self.match.can_redo:
            wanted.insert(3, "redo")
        known = {command.name: command for command in commands.PLAY}
        keys = [Key(known[name].shown, known[name].label, name) for name in wanted]
        return keys[:2] + self.extra_keys() + keys[2:]

    def palette(self) -> list[commands.Command]:
        """What the command palette offers here."""
        return [command for command in commands.PLAY if not command.name.startswith(("move", "target"))]


def _offset(here: Region, there: Region, dx: int, dy: int) -> tuple[float, float]:
    """How far ahead and how far aside an area lies; a row counts as two columns."""
    x = (there.x + there.width / 2) - (here.x + here.width / 2)
    y = 2 * ((there.y + there.height / 2) - (here.y + here.height / 2))
    return (x * dx, abs(y)) if dx else (y * dy, abs(x))

