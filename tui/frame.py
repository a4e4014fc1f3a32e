"""The frame of a match on the screen: top line, board, side, prompt, keys, and what a game must provide for it.

A game's own screen says where its places are (`spots`), what can be done there (`choices`), and draws them
(`paint_board`, `paint_side`). What happens when something is done is in `tui.play`.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region

from core.game import Move
from core.match import Match
from saves.store import Keeper
from tui import commands
from tui.room import Key, Room
from tui.widgets.picture import Panel, Picture, cell_width, clip, wrap

Spot = Hashable


class Choice(NamedTuple):
    """Something that can be done now: a move, or a step towards one. `says` previews it in words."""

    label: str
    do: Move | Callable[[], None]
    says: str = ""


class Frame(Room):
    """What is shown of a match. `state` is the position shown: the present one, or one in the past."""

    DEFAULT_CSS = """
    Frame #top, Frame #keys { height: 1; }
    Frame #prompt { height: 3; }
    Frame #table { height: 1fr; }
    """

    #: How wide the board is on a screen of 80 columns, and on a large one.
    board_width = 40
    board_width_large = 66
    #: Commands of this game alone; its BINDINGS are made of them, and the palette and the help list them.
    game_commands: tuple[commands.Command, ...] = ()

    def __init__(self, match: Match, keeper: Keeper | None, remarks: Sequence[str] = ()) -> None:
        super().__init__()
        self.match = match
        self.keeper = keeper
        self.cursor: Spot = None
        self.picked = 0
        #: Said in the prompt's second line until the next key.
        self.remark = " ".join(said for said in remarks if keeper is None or said != keeper.read_only)
        #: The seat whose board is shown large; None: that of the person who decides.
        self.looked_at: int | None = None
        #: Who was last let see their secrets at a shared keyboard.
        self.shown_to: int | None = None
        #: Whose finished turn waits to be confirmed.
        self.unconfirmed: int | None = None
        self.thinking = False
        #: For how many seconds the bot to move has been thinking.
        self.thought_for = 0
        #: How long the log was when a person last decided: what came since is marked.
        self.read_until = len(match.log)
        self.choice_places: list[Region] = []

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        with Horizontal(id="table"):
            yield Panel(id="board")
            yield Panel(id="side")
        yield Panel(id="prompt")
        yield Panel(id="keys")
        yield Panel(id="too-small")

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
            and not self.needs_curtain
            and not (self.keeper is not None and self.keeper.read_only)
        )

    @property
    def shared_keyboard(self) -> bool:
        return len(self.match.persons) > 1

    # What can be done

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

    # Secrets

    @property
    def needs_curtain(self) -> bool:
        """Whether the next decision is secret and its player has not been let see it."""
        state = self.match.state
        return self.shared_keyboard and state.prompt.secret and state.actor != self.shown_to

    @property
    def curtained(self) -> bool:
        """Whether the board must not show anybody's secrets now."""
        return self.needs_curtain and self.unconfirmed is None and self.match.waits_for_person

    # The log

    @property
    def log_end(self) -> int:
        """How many moves of the log are shown."""
        return len(self.match.log)

    def log_rows(self) -> list[tuple[int, str]]:
        """Everything that happened, as the viewer may know it: the number of the move and a sentence."""
        return list(self._newest_rows())[::-1]

    def _newest_rows(self) -> Iterator[tuple[int, str]]:
        """The rows of the log from the last to the first: a panel needs only a few, and a log grows long."""
        notes: dict[int, list[str]] = {}
        for note in self.match.notes:
            notes.setdefault(note.at, []).append(note.text)
        end, names, viewer = self.log_end, self.match.names, self.viewer
        for text in reversed(notes.get(end, [])):
            yield max(0, end - 1), text
        for at in range(end - 1, -1, -1):
            for event in reversed(self.match.log[at].events):
                if event.to is None or event.to == viewer:
                    yield at, self.match.game.sentence(event, names)
            for text in reversed(notes.get(at, [])):
                yield at, text

    def paint_log(self, picture: Picture, region: Region) -> None:
        """The last of what happened; news since your last decision carry a mark."""
        lines: list[tuple[str, bool]] = []
        for at, text in self._newest_rows():
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

    def _scores_in_words(self, room: int) -> list[tuple[str, Style]]:
        """The scores, the viewer's first, with names as long as there is room for."""
        points = self.state.scores()
        seats = list(range(len(points)))
        seats = seats[self.viewer :] + seats[: self.viewer]
        for length in range(12, 0, -1):
            names = [_short(self.match.seats[seat].name, length) for seat in seats]
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
        room = max(1, picture.width - 2)
        first, *rest = wrap(self._question(), room) or [""]
        second = " ".join(rest) or self._preview()
        first_style, second_style = look.style("accent", "panel", "bold"), look.style("ink", "panel")
        if self.remark:
            # A long remark takes both lines: what it answers was asked a moment ago.
            second, *more = wrap(self.remark, room) or [""]
            second_style = look.style("warn", "panel")
            if more:
                first, second, first_style = second, " ".join(more), second_style
        picture.text(1, 0, first, first_style)
        picture.text(1, 1, clip(second, room), second_style)
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
            waited = f" {self.thought_for} s" if self.thought_for else ""
            return f"{self.match.seats[actor].name} is thinking…{waited}"
        if self.curtained:
            return "Pass the keyboard on."
        if self.shared_keyboard and self.match.state.actor is not None:
            return f"{self.match.seats[self.match.state.actor].name}: {self.prompt_words()}"
        return self.prompt_words()

    def _preview(self) -> str:
        choices = self.all_choices()
        if choices and (says := choices[min(self.picked, len(choices) - 1)].says):
            return f"{'Enter' if self.house.ascii else '⏎'} {says}"
        return self.says(self.cursor)

    def _paint_choices(self, picture: Picture) -> None:
        look = self.look
        self.choice_places = []
        x = 1
        choices = self.all_choices()
        for number, choice in enumerate(choices):
            digit = f"{(number + 1) % 10}" if number < 10 else " "
            width = cell_width(choice.label) + 4
            if x + width > picture.width - 1 and number < len(choices):
                picture.text(x, 2, "…", look.style("dim", "panel"))
                break
            picked = number == self.picked
            ink, on = ("cursor_ink", "cursor") if picked else ("ink", "choice")
            picture.text(x, 2, f" {digit} {choice.label} ", look.style(ink, on, "bold" if picked else ""))
            self.choice_places.append(Region(x, 2, width, 1))
            x += width + 1

    def _keys(self) -> list[Key]:
        # What there is no room for is left out from the end; the menu has it all.
        wanted = ["choose", "target(1)", "undo", "tip", "rules", "others", "inspect", "log", "back"]
        if len(self.match.seats) == 1:
            wanted.remove("others")
        if self.match.can_redo:
            wanted.insert(3, "redo")
        known = {command.name: command for command in commands.PLAY}
        keys = [Key(known[name].shown, known[name].label, name) for name in wanted]
        return keys[:2] + self.extra_keys() + keys[2:]

    def palette(self) -> list[commands.Command]:
        """What the command palette offers here."""
        usual = [command for command in commands.PLAY if not command.name.startswith(("move", "target"))]
        return [*self.game_commands, *usual]


def _short(name: str, length: int) -> str:
    """A name cut to a length; below four letters a sign that it was cut would cost too much."""
    return clip(name, length) if length > 3 else name[:length].strip()
