"""The list of saved matches: resume, replay or delete one. A broken file is listed with its reason."""

from core import registry
from core.match import Match
from core.text import count_text
from saves.errors import SaveError
from saves.match_store import MatchEntry, read_match
from tui import commands
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.key_bar import KeyLabel


class MatchesScreen(ListScreen):
    """All saved matches, the newest first."""

    title_text = "Matches"
    own_commands = commands.MATCHES
    has_editable_values = False

    def __init__(self) -> None:
        super().__init__()
        self._delete_pending = ""
        self._entries: list[MatchEntry] = []

    def on_mount(self) -> None:
        self._read()

    def _read(self) -> None:
        self._entries = self.samovar_app.store.entries()

    def row_names(self) -> list[str]:
        return [entry.slug for entry in self._entries] or [""]

    def window(self, first: int, end: int) -> list[ListRow]:
        if not self._entries:
            return [ListRow("No matches yet. Start one from home.")]
        shown = self._entries[first:end]
        return [ListRow(e.name, _about(e), _standing(e), e.slug) for e in shown]

    def keys(self) -> list[KeyLabel]:
        entry = self._entry()
        return [
            KeyLabel("Enter", "continue" if entry is None or entry.is_unfinished else "result", "choose"),
            KeyLabel("v", "replay", "replay"),
            *([] if entry is None or entry.is_unfinished else [KeyLabel("r", "review", "review")]),
            KeyLabel("s", "same deal", "same_deal"),
            KeyLabel("d", "delete", "delete"),
            KeyLabel("Esc", "back", "leave"),
        ]

    def _entry(self) -> MatchEntry | None:
        return next((entry for entry in self._entries if entry.slug == self.cursor), None)

    def action_step(self, by: int) -> None:
        self._delete_pending = ""
        super().action_step(by)

    def action_choose(self) -> None:
        entry = self._entry()
        if entry is None:
            return
        if entry.reason:
            self.status = entry.reason
            self.repaint()
        elif entry.is_unfinished:
            self.samovar_app.resume(entry)
        else:
            self.action_result()

    def action_replay(self) -> None:
        if (match := self._match()) is not None:
            self.samovar_app.navigation.show_replay(match, self.cursor)

    def action_review(self) -> None:
        if (match := self._ended_match()) is not None:
            self.samovar_app.navigation.show_review(match, self.cursor)

    def action_result(self) -> None:
        if (match := self._ended_match()) is not None:
            self.samovar_app.navigation.show_result(match, slug=self.cursor)

    def action_same_deal(self) -> None:
        if (match := self._match()) is not None:
            self.samovar_app.navigation.play_from(match, 0)

    def _ended_match(self) -> Match | None:
        """Return the match under the cursor if it is over; else set the status to why not."""
        match = self._match()
        if match is not None and not match.is_over:
            self.status = "This match is not over. Enter continues it."
            self.repaint()
            return None
        return match

    def _match(self) -> Match | None:
        """Read the match under the cursor; if that fails, set the status to why."""
        entry = self._entry()
        if entry is None:
            return None
        try:
            return read_match(entry.path).match
        except SaveError as error:
            self.status = str(error)
            self.repaint()
            return None

    def action_delete(self) -> None:
        """Delete the match under the cursor, after asking for the key twice."""
        entry = self._entry()
        if entry is None:
            return
        if self._delete_pending != entry.slug:
            self._delete_pending = entry.slug
            self.status = f"Press d again to delete {entry.name} for good."
        else:
            try:
                self.samovar_app.store.delete(entry.slug)
                self.status = f"{entry.name} is deleted."
            except SaveError as error:
                self.status = str(error)
            self._delete_pending = ""
            self._read()
        self.repaint()


def _about(entry: MatchEntry) -> str:
    """Return the game, how far the match is, and when it was played last."""
    head = entry.head
    if head is None:
        return "cannot be opened"
    title = registry.get_game(head.game).title if head.game in registry.GAME_NAMES else head.game
    how_far = "finished" if head.finished else f"turn of {head.turn}" if head.turn else count_text(head.moves, "move")
    return f"{title}, {how_far}, {entry.saved:%d %b %H:%M}"


def _standing(entry: MatchEntry) -> str:
    """Return the players, with their points where they are known."""
    return entry.head.standing if entry.head is not None else entry.reason
