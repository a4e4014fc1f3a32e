"""The frame of a match on the screen: top line, board, side, prompt, keys, and a cursor to look around with.

What can be done where is asked of the game (`core.view`). A game's own screen only lays out and paints: where its
places are (`areas`), the board (`paint_board`) and what stands beside it (`paint_side`). What happens when something is
chosen is in `tui.match.play_screen`, walking through a finished match in `tui.match.replay_screen`; both stand on this frame.
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
from core.view import Begun, Moment, Offer, Offers, Place
from tui.screens.base import Key, Room
from tui.screens.dialogs import Entry, Pick, Tell
from tui.sessions.glossary import explained
from tui.sessions.news import last_turn_end, since
from tui.widgets.canvas import Panel, Picture, cell_width, clip, wrap

S = TypeVar("S", bound=State)
Offered = TypeVar("Offered", bound=Offers[Any])

#: A place of this kind is a player: a click on it looks at that player's board.
SEAT = "seat"
#: How many rows the prompt has; top line and keys have one each.
_PROMPT = 3


class Frame(Room, Generic[S, Offered]):
    """What is shown of a match. `state` is the position shown: the present one, or one in the past."""

    DEFAULT_CSS = """
    Frame #top, Frame #keys { height: 1; }
    Frame #prompt { height: 3; }
    Frame #table { height: 1fr; }
    """

    #: How wide the board is on a screen of 80 columns, on a large one, and on one so wide that the story stands beside.
    board_width = 40
    board_width_large = 66
    board_width_wide = 66
    #: Letters for signs of this game in words, where it draws them as other letters than everybody does in ASCII.
    ascii_signs: ClassVar[dict[int, str]] = {}

    def __init__(self, match: Match, seats: Collection[int] | None = None) -> None:
        super().__init__()
        self.match = match
        #: The seats of the people at this terminal; none at all for a bystander.
        self.seats = frozenset(match.persons if seats is None else seats)
        self.cursor: Place | None = None
        #: Which of the choices Enter means.
        self.picked = 0
        #: What the person who decides has only begun.
        self.begun: Begun | None = None
        #: Said in the prompt's second line until the next key.
        self.remark = ""
        #: The seat whose board is shown large; None: one's own.
        self.looked_at: int | None = None
        #: How long the log was when a person last decided: what came since is marked.
        self.read_until = len(match.log)
        self.choice_areas: list[Region] = []
        #: What is being shown before the table goes on.
        self.moment: Moment | None = None
        #: Whether the side tells what has happened since a person here last decided.
        self.telling = False
        self._marks: dict[Place, str] = {}
        self._marks_of: tuple[int | None, int] = (None, -1)
        self._offers: Offered | None = None
        self._offers_at = -1
        #: The offers while the panels are painted: nothing changes meanwhile.
        self._painted: Offered | None = None
        self._columns = (-1, -1)

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        with Horizontal(id="table"):
            yield Panel(id="board")
            yield Panel(id="side")
            yield Panel(id="story")
        yield Panel(id="prompt")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    # What a game's screen provides

    def areas(self) -> dict[Place, Region]:
        """Where everything that can be pointed at lies; what is painted there and clicked there is the same.

        Columns count from the left of the board; those of the side go on behind it. Where two areas overlap, the first
        is meant.
        """
        return {}

    def paint_board(self, picture: Picture) -> None:
        """Draw the board."""
        for y, line in enumerate(self.state.board(self.viewer).split("\n")):
            picture.text(1, y, line, self.look.style())

    def paint_side(self, picture: Picture) -> None:
        """Draw what stands beside the board."""
        self.paint_log(picture, Region(0, 0, picture.width, picture.height))

    def pointed_at(self, place: Place) -> None:
        """A click on a place where the cursor cannot go."""

    # Who is here, and what they see

    @property
    def state(self) -> S:
        return cast(S, self.match.state)

    @property
    def story(self) -> Match:
        """The match whose log tells what has happened: the one that is shown."""
        return self.match

    @property
    def notes(self) -> Sequence[Note]:
        """What was said besides moves."""
        return self.story.notes

    @property
    def viewer(self) -> int | None:
        """The seat through whose eyes the table is seen: one at this terminal, or nobody."""
        return min(self.seats, default=None)

    @property
    def board_seat(self) -> int:
        """The seat whose board is shown large."""
        return self.offers.board

    @property
    def deciding(self) -> bool:
        """Whether a person at this terminal is asked for a move right now."""
        return False

    @property
    def curtained(self) -> bool:
        """Whether the board must not show anybody's secrets now."""
        return False

    @property
    def offers(self) -> Offered:
        """What the viewer sees and can do, made anew only when that changes."""
        if self._painted is not None:
            return self._painted
        known, state, deciding = self._offers, self.state, self.deciding
        if (
            known is None
            or known.state is not state
            or self._offers_at != self.log_end
            or known.seat != self.viewer
            or known.begun != self.begun
            or known.wanted != self.looked_at
            or known.deciding != deciding
        ):
            game, names = self.match.game, self.match.names
            legal = self.match.legal if deciding else None
            found = game.offers(state, self.viewer, names, self.begun, self.looked_at, deciding, legal)
            known = self._offers = cast(Offered, found)
            self._offers_at = self.log_end
        return known

    def forget_offers(self) -> None:
        """Look at the position anew: it has changed under our eyes."""
        self._offers = None

    @property
    def choices(self) -> list[Offer]:
        """What can be done here and now, in the order of the digits."""
        return self.offers.choices(self.cursor)

    @property
    def chosen(self) -> Offer | None:
        """What Enter would do."""
        return self.offers.picked(self.cursor, self.picked)

    @property
    def large(self) -> bool:
        """Whether there is room for the larger drawings."""
        return self.size.width >= 120 and self.size.height >= 40

    @property
    def wide(self) -> bool:
        """Whether there is room for the story beside the table, too; then it is `large` as well."""
        return self.size.width >= 160 and self.size.height >= 45

    @property
    def story_columns(self) -> int:
        """How wide the story is: all that has happened, where there is room for it."""
        return min(56, self.size.width // 4) if self.wide else 0

    @property
    def board_columns(self) -> int:
        return self.board_width_wide if self.wide else self.board_width_large if self.large else self.board_width

    @property
    def side_columns(self) -> int:
        return self.size.width - self.board_columns - self.story_columns

    def room_for(self, panel: str) -> Size:
        """How large a panel is, or will be: after a window has changed, Textual lays it out only later."""
        width, height = self.size
        if panel == "prompt":
            return Size(width, _PROMPT)
        columns = {"board": self.board_columns, "side": self.side_columns, "story": self.story_columns}
        return Size(columns[panel], height - _PROMPT - 2) if panel in columns else Size(width, 1)

    # What is new

    @property
    def lit(self) -> tuple[Place, ...]:
        """The places that light up now, because they counted."""
        moment = self.moment
        return moment.places if moment is not None and moment.board in (None, self.board_seat) else ()

    @property
    def news_from(self) -> int:
        """Where in the log the news begin: after the last turn of the viewer."""
        return last_turn_end(self.story, self.viewer, self.log_end)

    @property
    def marks(self) -> dict[Place, str]:
        """Where others changed something since the viewer's last turn: "★" by the last move, "•" before it."""
        known = (self.viewer, self.log_end)
        if self._marks_of != known:
            self._marks, self._marks_of = self._found_marks(), known
        return self._marks

    def _found_marks(self) -> dict[Place, str]:
        log = self.story.log
        others = [at for at in range(self.news_from, self.log_end) if log[at].seat not in self.seats]
        if not others:
            return {}
        after = self.match.game.offers(self._at(others[-1] + 1), self.viewer, self.match.names)
        chosen = [at for at in others if log[at].how == "chosen"]
        last = after.altered(self._at((chosen or others)[-1]))
        return {place: "★" if place in last else "•" for place in after.altered(self._at(others[0])) | last}

    def _at(self, at: int) -> S:
        return cast(S, self.story.state_at(at))

    # The cursor

    def point(self, place: Place | None) -> None:
        """Put the cursor somewhere; Enter means there what comes naturally."""
        self.cursor = place
        self.picked = self.offers.natural(place)

    def begin(self, begun: Begun | None) -> None:
        """Go on with a choice that is only begun, or with none."""
        self.begun = begun
        self.point(self.offers.start(self.cursor))

    def action_move(self, dx: int, dy: int) -> None:
        self.remark = ""
        if self.deciding and not self.offers.targets():
            count = len(self.choices)
            self.picked = (self.picked + dx + dy) % count if count else 0
        else:
            self._move_cursor(dx, dy)
        self.repaint()

    def _move_cursor(self, dx: int, dy: int) -> None:
        """To the nearest place in that direction; straight ahead counts more than near."""
        areas = self.areas()
        places = [place for place in self.offers.places() if place in areas]
        if self.cursor not in areas:
            self.point(next(iter(places), None))
            return
        here = areas[self.cursor]
        best, nearest = self.cursor, None
        for place in places:
            ahead, aside = _offset(here, areas[place], dx, dy)
            if ahead > 0 and (nearest is None or ahead + 3 * aside < nearest):
                best, nearest = place, ahead + 3 * aside
        self.point(best)

    def action_target(self, step: int) -> None:
        self.remark = ""
        targets = self.offers.targets()
        if targets:
            at = targets.index(self.cursor) if self.cursor in targets else -1 if step > 0 else 0
            self.point(targets[(at + step) % len(targets)])
        elif choices := self.choices:
            self.picked = (self.picked + step) % len(choices)
        self.repaint()

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
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
        place = next((place for place, area in self.areas().items() if area.contains(x, y)), None)
        if place is None:
            return
        if place.kind == SEAT:
            self.look_at(place.number)
        elif place in self.offers.places():
            self.click_place(place)
        else:
            self.pointed_at(place)

    def click_place(self, place: Place) -> None:
        """A click on a place looks at it."""
        self.remark = ""
        self.point(place)
        self.repaint()

    def click_prompt(self, x: int, y: int) -> None:
        """A click on the prompt."""

    # Looking around

    def look_at(self, seat: int) -> None:
        """Show somebody's board large."""
        self.looked_at = None if seat == self.viewer else seat
        self.repaint()

    def action_others(self) -> None:
        if len(self.match.seats) > 1:
            self.look_at((self.board_seat + 1) % len(self.match.seats))

    def action_inspect(self) -> None:
        """What is under the cursor, and the words of the game that stand there and in the prompt."""
        text = self.offers.explain(self.cursor)
        words = explained(self.match.game, f"{self.question()} {self.preview()} {text}")
        self.house.push_screen(Tell(self.match.game.title, "\n\n".join([text, *words])))

    def action_rules(self) -> None:
        from tui.screens.rules import RulesScreen

        self.house.push_screen(RulesScreen(self.match.game, self.offers.chapter()))

    def action_log(self) -> None:
        rows = self.log_rows(len(self.story.log))
        if not rows:
            self.remark = "Nothing has happened yet."
            self.repaint()
            return
        entries = [Entry(text, at, self.log_help(at)) for at, text in rows]
        self.house.push_screen(Pick("What has happened", entries, len(entries) - 1), self.log_picked)

    def log_help(self, at: int) -> str:
        """What Enter does on a line of the log."""
        return ""

    def log_picked(self, at: int | None) -> None:
        """A line of the log was chosen."""

    # The log

    @property
    def log_end(self) -> int:
        """How many moves of the log have been made in the position shown."""
        return len(self.story.log)

    def log_rows(self, end: int | None = None) -> list[tuple[int, str]]:
        """Everything that happened, as the viewer may know it: the number of the move and a sentence."""
        return list(self._newest_rows(self.log_end if end is None else end))[::-1]

    def _newest_rows(self, end: int) -> Iterator[tuple[int, str]]:
        """The rows of the log from the last to the first: a panel needs only a few, and a log grows long."""
        return rows_of(self.story, self.notes, end, self.viewer)

    def paint_log(self, picture: Picture, region: Region) -> None:
        """The last of what happened; news since your last decision carry a mark."""
        lines: list[tuple[str, bool]] = []
        for at, text in self._newest_rows(self.log_end):
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
        if self.cursor is None and (start := self.offers.start(None)) is not None:
            self.point(start)
        self._lay_out()
        self._painted = self.offers
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
                self.query_one(f"#{panel}", Panel).styles.width = width

    def _paint_panels(self) -> None:
        self._paint_top()
        picture = self.picture_for("board")
        if picture.width:
            side = self.picture_for("side")
            if not self.curtained:
                self.paint_board(picture)
                self._paint_news(side) if self.telling and not self.wide else self.paint_side(side)
            self.show("board", picture)
            self.show("side", side)
        if self.wide:
            self._paint_story()
        self._paint_prompt()
        self.paint_keys("keys", self.keys())

    def _paint_news(self, picture: Picture) -> None:
        """What the others did since the viewer's last turn; where room is short, the last of it."""
        look, width = self.look, picture.width - 2
        rows: list[tuple[str, Style]] = []
        for told in since(self.story, self.news_from, self.viewer, self.offers):
            points = f"  {told.points:+}" if told.points else ""
            ink = f"seat{told.seat + 1}" if told.seat is not None else "accent"
            rows.append((clip(told.name, width - cell_width(points)) + points, look.style(ink, "ground", "bold")))
            for sentence in told.sentences:
                rows += [
                    (("▸ " if not i else "  ") + line, look.style()) for i, line in enumerate(wrap(sentence, width - 2))
                ]
        room = picture.height - 3
        picture.text(0, 0, "Since your last turn", look.style("accent", "ground", "bold"))
        if len(rows) > room:
            picture.text(0, 1, f"… {len(rows) - room} lines before; g shows all", look.style("dim"))
        for y, (text, style) in enumerate(rows[-room:]):
            picture.text(0, y + 2, text, style)
        picture.text(0, picture.height - 1, "any key: back to the table", look.style("dim"))

    def _paint_story(self) -> None:
        """All that has happened, as far back as there is room; or the news, when they are told."""
        picture = self.picture_for("story")
        if self.telling and not self.curtained:
            self._paint_news(picture)
            self.show("story", picture)
            return
        width, height = picture.width, picture.height
        picture.frame(Region(0, 0, width, height), self.look.style("dim"), "what has happened", round_=True)
        self.paint_log(picture, Region(2, 1, width - 3, height - 2))
        self.show("story", picture)

    def _paint_top(self) -> None:
        look = self.look
        picture = self.picture_for("top", "bar")
        bold = look.style("accent", "bar", "bold")
        x = picture.text(1, 0, self.match.game.title, bold)
        x = picture.text(x, 0, f" · {self.when()}", look.style("ink", "bar"))
        if self.state.actor is not None:
            name = self.match.seats[self.state.actor].name
            x = picture.text(x, 0, f" · {name}", look.style(f"seat{self.state.actor + 1}", "bar", "bold"))
        scores = self._scores_in_words(picture.width - x - 4)
        at = picture.width - 1 - sum(cell_width(text) for text, _ in scores)
        for text, style in scores:
            at = picture.text(at, 0, text, style)
        self.show("top", picture)

    def when(self) -> str:
        """Where in the game we are, for the top line."""
        return self.state.when()

    def _scores_in_words(self, room: int) -> list[tuple[str, Style]]:
        """The scores, those of whoever sits here alone first, with names as long as there is room for."""
        scores = self.state.shown_scores()
        points = ["?"] * len(self.match.seats) if scores is None else [*map(str, scores)]
        seats = list(range(len(points)))
        first = self.viewer or 0 if len(self.seats) <= 1 else 0  # at a shared keyboard everybody keeps their place
        seats = seats[first:] + seats[:first]
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

    def repaint_prompt(self) -> None:
        """Draw only the prompt anew."""
        if self.is_mounted and self._stands and not self.has_class("small"):
            self._paint_prompt()

    def _paint_prompt(self) -> None:
        """What is asked, what the choice under the cursor would do, and the choices."""
        look = self.look
        picture = self.picture_for("prompt", "panel")
        room = max(1, picture.width - 2)
        first, *rest = wrap(self._in_signs(self.question()), room) or [""]
        second = " ".join(rest) or self._in_signs(self.preview())
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

    def question(self) -> str:
        """The first line of the prompt: what is asked, or what is going on."""
        if self.looked_at is not None:
            return f"You look at the board of {self.match.seats[self.looked_at].name}: o next, Esc back."
        return "The game is over." if self.match.over else self.offers.question()

    def preview(self) -> str:
        """The second line of the prompt: what Enter would bring, or what lies under the cursor."""
        why_not = self._why_not()
        if (chosen := self.chosen) and (brings := chosen.brings()):
            enter = f"{'Enter:' if self.house.ascii else '⏎'} {brings}"
            return f"{why_not} · {enter}" if why_not else enter
        if self.cursor is None:
            return ""
        return " · ".join(words for words in (self.offers.says(self.cursor), why_not) if words)

    def _why_not(self) -> str:
        """Why nothing can be done where the cursor is, although something is asked."""
        offers, place = self.offers, self.cursor
        if not offers.deciding or place is None or offers.at(place):
            return ""
        # Where nothing is to be chosen on the table at all, no place needs an excuse.
        return offers.why_not(place) if self.chosen is None or offers.targets() else ""

    def _paint_choices(self, picture: Picture) -> None:
        look = self.look
        self.choice_areas = []
        x = 1
        choices = self.choices
        for number, offer in enumerate(choices):
            digit = f"{(number + 1) % 10}" if number < 10 else " "
            label = self._in_signs(offer.label)
            width = cell_width(label) + 4
            if x + width > picture.width - 1 and number < len(choices):
                picture.text(x, 2, "…", look.style("dim", "panel"))
                break
            picked = number == self.picked
            ink, on = ("cursor_ink", "cursor") if picked else ("dim" if offer.is_spent else "ink", "choice")
            picture.text(x, 2, f" {digit} {label} ", look.style(ink, on, "bold" if picked else ""))
            self.choice_areas.append(Region(x, 2, width, 1))
            x += width + 1

    def _in_signs(self, text: str) -> str:
        """Words of the game with its signs as they are drawn here."""
        return text.translate(self.ascii_signs) if self.house.ascii else text

    def keys(self) -> list[Key]:
        """The keys that work now, for the bar."""
        return []


def rows_of(match: Match, notes: Sequence[Note], end: int, viewer: int | None) -> Iterator[tuple[int, str]]:
    """What happened in the first moves of a match as a viewer may know it, from the last row to the first."""
    said: dict[int, list[str]] = {}
    for note in notes:
        said.setdefault(note.at, []).append(note_text(note, match))
    for text in reversed(said.get(end, [])):
        yield max(0, end - 1), text
    for at in range(end - 1, -1, -1):
        for event in reversed(match.log[at].events):
            if event.to is None or event.to == viewer:
                yield at, match.game.sentence(event, match.names)
        for text in reversed(said.get(at, [])):
            yield at, text


def _offset(here: Region, there: Region, dx: int, dy: int) -> tuple[float, float]:
    """How far ahead and how far aside an area lies; a row counts as two columns."""
    x = (there.x + there.width / 2) - (here.x + here.width / 2)
    y = 2 * ((there.y + there.height / 2) - (here.y + here.height / 2))
    return (x * dx, abs(y)) if dx else (y * dy, abs(x))


def _short(name: str, length: int) -> str:
    """A name cut to a length; below four letters a sign that it was cut would cost too much."""
    return clip(name, length) if length > 3 else name[:length].strip()
