"""The matches on disk: go on, look back, delete. A broken file is listed with its reason."""

from core import registry as shelf
from core.match import Match
from saves.errors import SaveError
from saves.match_store import Entry, read_match
from tui import commands
from tui.screens.base import Key
from tui.screens.list_screen import Row, RowsScreen


class MatchesScreen(RowsScreen):
    """All saved matches, the newest first."""

    title_words = "Matches"
    own_commands = commands.MATCHES
    values_change = False

    def __init__(self) -> None:
        super().__init__()
        self._doomed = ""
        self._entries: list[Entry] = []

    def on_mount(self) -> None:
        self._read()

    def _read(self) -> None:
        self._entries = self.house.store.entries()

    def row_names(self) -> list[str]:
        return [entry.slug for entry in self._entries] or [""]

    def window(self, first: int, end: int) -> list[Row]:
        if not self._entries:
            return [Row("There are no matches yet: begin one from the shelf.")]
        shown = self._entries[first:end]
        return [Row(e.name, _about(e), _standing(e), e.slug) for e in shown]

    def keys(self) -> list[Key]:
        return [
            Key("⏎", "go on" if (entry := self._entry()) is None or entry.unfinished else "result", "choose"),
            Key("v", "look back", "replay"),
            *([] if entry is None or entry.unfinished else [Key("r", "review", "review")]),
            Key("s", "same deal", "same_deal"),
            Key("d", "delete", "delete"),
            Key("Esc", "back", "leave"),
        ]

    def _entry(self) -> Entry | None:
        return next((entry for entry in self._entries if entry.slug == self.at), None)

    def action_step(self, by: int) -> None:
        self._doomed = ""
        super().action_step(by)

    def action_choose(self) -> None:
        entry = self._entry()
        if entry is None:
            return
        if entry.reason:
            self.remark = entry.reason
            self.repaint()
        elif entry.unfinished:
            self.house.resume(entry)
        else:
            self.action_result()

    def action_replay(self) -> None:
        if (match := self._match()) is not None:
            self.house.show_replay(match, self.at)

    def action_review(self) -> None:
        if (match := self._ended_match()) is not None:
            self.house.show_review(match, self.at)

    def action_result(self) -> None:
        if (match := self._ended_match()) is not None:
            self.house.show_result(match, slug=self.at)

    def action_same_deal(self) -> None:
        if (match := self._match()) is not None:
            self.house.play_from(match, 0)

    def _ended_match(self) -> Match | None:
        """The match under the cursor if it is over; or a remark that says why not."""
        match = self._match()
        if match is not None and not match.over:
            self.remark = "This match is not over: Enter goes on with it."
            self.repaint()
            return None
        return match

    def _match(self) -> Match | None:
        """The match under the cursor, read anew; or a remark that says why not."""
        entry = self._entry()
        if entry is None:
            return None
        try:
            return read_match(entry.path).match
        except SaveError as error:
            self.remark = str(error)
            self.repaint()
            return None

    def action_delete(self) -> None:
        """Deleting is asked for twice."""
        entry = self._entry()
        if entry is None:
            return
        if self._doomed != entry.slug:
            self._doomed = entry.slug
            self.remark = f"Press d again to delete {entry.name} for good."
        else:
            try:
                self.house.store.delete(entry.slug)
                self.remark = f"{entry.name} is deleted."
            except SaveError as error:
                self.remark = str(error)
            self._doomed = ""
            self._read()
        self.repaint()


def _about(entry: Entry) -> str:
    """Which game, how far it is, and when it was played last."""
    head = entry.head
    if head is None:
        return "cannot be opened"
    title = shelf.game(head.game).title if head.game in shelf.NAMES else head.game
    how_far = "finished" if head.finished else f"turn of {head.turn}" if head.turn else f"{head.moves} moves"
    return f"{title}, {how_far}, {entry.saved:%d %b %H:%M}"


def _standing(entry: Entry) -> str:
    """Who plays, with their points where they are known."""
    return entry.head.standing if entry.head is not None else entry.reason
