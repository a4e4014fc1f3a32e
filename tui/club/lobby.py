"""The lobby: the member's tables, those with their turn first; open ones, running ones to watch, and finished ones."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from core.match import Match
from saves.club.errors import ClubError, ClubRefusedError
from saves.club.member_names import casefolded
from saves.club.ratings import MemberStanding
from saves.club.records import TableSummary
from saves.errors import SaveError
from tui import commands
from tui.club import text
from tui.club.client import TableClient, join_table
from tui.club.dialogs import ask_level
from tui.club.members import MembersScreen
from tui.club.new_table import NewTableScreen
from tui.club.notices import NoticesScreen
from tui.club.requests import decline_invitation, leave_table, write_request
from tui.club.table_filter import PAGE, TableFilter, page_of
from tui.club.table_lists import ALL, SOME, LobbyTables, load_lobby, member_standings
from tui.club.turns import ClubTurn
from tui.club.watcher import ClubWatcher
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, PromptDialog
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import join_fitting

if TYPE_CHECKING:
    from tui.club.navigation import ClubNavigation

#: The headings of the lobby, and what Enter does below them.
_GROUPS = {
    "turn": ("It is your turn", "play"),
    "mine": ("Your other tables", "go there"),
    "open": ("Open tables", "join"),
    "running": ("Running, to watch", "watch"),
    "over": ("Finished", "result"),
}
#: The columns of a row that its value cannot use.
_TAKEN = 36


class LobbyScreen(ListScreen):
    """All tables, kept up to date."""

    own_commands = commands.LOBBY
    has_editable_values = False

    def __init__(self, navigation: "ClubNavigation") -> None:
        super().__init__()
        self.navigation = navigation
        self._lobby: LobbyTables | None = None
        #: The ratings by game and casefolded name, as of when the lobby was opened.
        self._ratings: dict[str, dict[str, int]] | None = None
        self._watcher: ClubWatcher[LobbyTables] | None = None
        #: What is listed, which page of it, and how many pages each group has.
        self._filter = TableFilter()
        self._page = 0
        self._pages: dict[str, int] = {}
        #: How many tables of others are read.
        self._most = SOME
        #: Why the club could not be read last; empty when it could.
        self._trouble = ""

    @property
    def title_text(self) -> str:  # type: ignore[override]
        mine = [(game, names.get(casefolded(self.navigation.member))) for game, names in (self._ratings or {}).items()]
        only = [f"only {self._filter.text}"] if self._filter.text else []
        return " · ".join(
            ["The club", *only, self.navigation.member, *(f"{text.title(game)} {own}" for game, own in mine if own)]
        )

    # Keeping up

    def on_screen_resume(self) -> None:
        if self._watcher is None:
            club, me = self.navigation.club, self.navigation.member
            self._watcher = ClubWatcher(club, lambda: load_lobby(club, me, self._most), self._seen, self._troubled)

    def on_screen_suspend(self) -> None:
        self._stop()

    def on_unmount(self) -> None:
        self._stop()

    def _stop(self) -> None:
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _seen(self, found: LobbyTables) -> None:
        self._lobby = found
        if self._trouble:
            self.status = text.IS_BACK if self.status == self._trouble else self.status
            self._trouble = ""
            self.repaint()
        self.cursor = self.cursor or next(filter(None, self.row_names()), "")
        if self._ratings is None:  # after the tables are shown, because the ratings take longer
            self._ratings = {}
            self.navigation.tasks.submit(self._standings, self._rate)
        self.samovar_app.set_club_turns([ClubTurn.of(table, self.navigation.member) for table in found.turn])

    def _standings(self) -> list[MemberStanding] | None:
        """Return the standings, or None while the club is away: the watcher says so, and nobody asked for them."""
        try:
            return member_standings(self.navigation.club)[0]
        except ClubError:
            return None

    def _rate(self, found: list[MemberStanding] | None) -> None:
        if found is None:
            self._ratings = None  # loaded with the tables when the club is back
            return
        ratings: dict[str, dict[str, int]] = {}
        for standing in (each for each in found if not each.is_bot):
            for game, points in standing.points.items():
                ratings.setdefault(game, {})[casefolded(standing.name)] = points
        self._ratings = ratings
        self.repaint()

    def _troubled(self, sentence: str) -> None:
        self.status = self._trouble = sentence
        self.repaint()

    # The rows

    def _groups(self) -> list[tuple[str, list[TableSummary]]]:
        found = self._lobby
        groups = [] if found is None else [(kind, self._listed(kind, getattr(found, kind))) for kind in _GROUPS]
        return [(kind, tables) for kind, tables in groups if tables]

    def _listed(self, kind: str, tables: list[TableSummary]) -> list[TableSummary]:
        """Return the tables of a group that the filter and the page show; one's own are left out by a search only."""
        if kind in ("turn", "mine"):
            words = TableFilter(words=self._filter.words)
            return [table for table in tables if words.shows(table)]
        shown, _, pages = page_of([table for table in tables if self._filter.shows(table)], self._page, PAGE)
        self._pages[kind] = pages
        return shown

    def rows(self) -> list[ListRow]:
        if self._lobby is None:
            return [ListRow("Loading the tables…")]
        rows: list[ListRow] = []
        for kind, tables in self._groups():
            heading = ListRow(f"{_GROUPS[kind][0]}{self._page_text(kind)}")
            rows += [ListRow(""), heading] if rows else [heading]
            rows += [self._row(kind, table) for table in tables]
        if not rows and self._filter != TableFilter():
            return [ListRow(f"No table shows {self._filter.text}. Press f to see all.")]
        return rows or [ListRow("There are no tables yet. Press n to create one.")]

    def _page_text(self, kind: str) -> str:
        """Return which page of a group is shown, where it has several."""
        pages = self._pages.get(kind, 1) if kind not in ("turn", "mine") else 1
        more = "+" if self._lobby is not None and self._lobby.has_more and kind != "over" else ""
        return f" (page {min(self._page, pages - 1) + 1} of {pages}{more}, ← →)" if pages > 1 else ""

    def _row(self, kind: str, table: TableSummary) -> ListRow:
        width = max(20, self.size.width - _TAKEN)
        value = join_fitting(self._facts(kind, table), width)
        ratings = (self._ratings or {}).get(table.terms.game, {})
        name = text.title(table.terms.game) or f"Table {table.id}"
        unread = self._lobby.unread.get(table.id, 0) if self._lobby is not None else 0
        marked = f"{name} · {unread} unread" if unread else name
        return ListRow(marked, value, text.listed_help(table, ratings), table.id)

    def _facts(self, kind: str, table: TableSummary) -> Sequence[str]:
        """Return the facts in a table's row, the most important first."""
        assert self._lobby is not None
        if kind == "over":
            return text.result_facts(self._lobby.results.get(table.id))
        return text.table_facts(table, self._lobby.me, self._lobby.now)

    def _kind(self) -> str:
        """Return the group of the table under the cursor."""
        return next((kind for kind, tables in self._groups() for table in tables if table.id == self.cursor), "")

    def keys(self) -> list[KeyLabel]:
        kind = self._kind()
        enter = [KeyLabel("Enter", _GROUPS[kind][1], "choose")] if kind else []
        if self._is_invited:
            enter = [KeyLabel("Enter", "join", "choose"), KeyLabel("D", "decline", "decline")]
        more = {
            "turn": [KeyLabel("L", "leave the table", "get_up")],
            "mine": [] if self._is_invited else [KeyLabel("L", "leave the table", "get_up")],
            "open": [],
            "running": [],
            "over": [
                KeyLabel("v", "replay", "review"),
                KeyLabel("r", "rematch", "rematch"),
                KeyLabel("s", "save", "keep"),
            ],
        }
        new, members = KeyLabel("n", "new table", "lay"), KeyLabel("m", "members", "members")
        find = [KeyLabel("f", "filter", "filter"), KeyLabel("/", "search", "search")]
        return [*enter, new, *more.get(kind, []), members, *find, KeyLabel("Esc", "home", "leave")]

    # What can be done

    def action_choose(self) -> None:
        kind = self._kind()
        if kind in ("turn", "mine", "open"):
            self.navigation.join(self.cursor)
        elif kind:
            self.navigation.watch(self.cursor)

    def action_watch(self) -> None:
        if self._kind():
            self.navigation.watch(self.cursor)

    def action_change(self, by: int) -> None:
        """Turn the page."""
        last = max(self._pages.values(), default=1) - 1
        self._page = min(max(0, self._page + by), last)
        if self._page == last:
            self._read_more(self._most + SOME)
        self.repaint()

    def _read_more(self, most: int) -> None:
        """Read more tables of others, if there are more."""
        if self._lobby is not None and self._lobby.has_more:
            self._most = most
            if self._watcher is not None:  # otherwise they are read when the screen is in front again
                self._watcher.refresh()

    def action_filter(self) -> None:
        """Ask what is to be listed, until the member has enough of it."""
        shown = self._filter
        game = text.title(shown.game) if shown.game else "all"
        entries = [
            ChoiceOption(f"Game: {game}", shown.with_next_game()),
            ChoiceOption(
                f"Only open seats: {'yes' if shown.has_open_seats else 'no'}",
                msgspec.structs.replace(shown, has_open_seats=not shown.has_open_seats),
            ),
            ChoiceOption(f"Pace: {TableFilter(pace=shown.pace).text or 'any'}", shown.with_next_pace()),
            ChoiceOption("Show all", TableFilter()),
        ]
        self.samovar_app.push_screen(ChoiceDialog("Which tables?", entries), self._show_filtered)

    def _show_filtered(self, wanted: TableFilter | None) -> None:
        if wanted is None:
            return
        self._filter, self._page, self.cursor = wanted, 0, ""
        self._look_far()
        self.repaint()
        if wanted != TableFilter():
            self.action_filter()

    def action_search(self) -> None:
        """Ask for a name, a game or a table."""
        self.samovar_app.push_screen(PromptDialog("A name, a game or a table:", self._filter.words), self._search)

    def _search(self, words: str | None) -> None:
        if words is not None:
            self._filter, self._page = msgspec.structs.replace(self._filter, words=words.strip()), 0
            self.cursor = ""
            self._look_far()
            self.repaint()

    def _look_far(self) -> None:
        """Read all tables while only some are to be listed, which may be anywhere."""
        if self._filter == TableFilter():
            self._most = SOME
        else:
            self._read_more(ALL)

    def action_lay(self) -> None:
        self.samovar_app.push_screen(NewTableScreen(self.navigation))

    def action_members(self) -> None:
        self.samovar_app.push_screen(MembersScreen(self.navigation))

    def action_notices(self) -> None:
        self.samovar_app.push_screen(NoticesScreen(self.navigation))

    def action_rematch(self) -> None:
        if self._kind():
            self.navigation.rematch(self.cursor)

    def action_review(self) -> None:
        self._with_match(self.samovar_app.navigation.show_replay)

    def action_keep(self) -> None:
        """Save the match among the player's own."""
        self._with_match(self._keep)

    def _keep(self, match: Match) -> None:
        try:
            match_file = self.samovar_app.store.new_file()
            self.status = match_file.save(match) or "Saved among your matches: press m at home to see them."
            match_file.close()
        except SaveError as error:
            self.status = str(error)
        self.repaint()

    def _with_match(self, then: Callable[[Match], None]) -> None:
        """Do something with the finished match under the cursor."""
        navigation, name = self.navigation, self.cursor
        if not self._kind():
            return

        def finished() -> Match:
            client = navigation.open_table(name)
            if not client.table.ended or client.table.match is None:
                raise ClubRefusedError(f"The match of table {name} is not over.")
            return client.table.match

        navigation.tasks.submit(finished, then)

    @property
    def _is_invited(self) -> bool:
        """Whether the table under the cursor keeps a seat for the member, who has not sat down yet."""
        if self._lobby is None:
            return False
        head = next((table.head for table in self._lobby.mine if table.id == self.cursor), None)
        return head is not None and head.role_of(self._lobby.me) == "invited"

    def action_decline(self) -> None:
        """Decline the invitation under the cursor."""
        if not self._is_invited:
            self.status = "Nobody has invited you to this table."
            self.repaint()
            return
        navigation, name = self.navigation, self.cursor

        def decline() -> TableClient:
            client = join_table(navigation.club, name, navigation.member)
            write_request(client, decline_invitation)
            return client

        navigation.tasks.submit(decline, self._declined)

    def _declined(self, client: TableClient) -> None:
        self.status = f"You have declined the invitation of {client.table.terms.host}."
        if self._watcher is not None:
            self._watcher.refresh()
        self.repaint()

    def action_get_up(self) -> None:
        """Leave the table under the cursor."""
        if self._kind() not in ("turn", "mine"):
            self.status = "You have no seat at this table."
            self.repaint()
            return
        name = self.cursor
        ask_level(self.samovar_app, lambda level: self._get_up(name, level))

    def _get_up(self, name: str, level: str) -> None:
        navigation = self.navigation

        def leave() -> TableClient:
            client = join_table(navigation.club, name, navigation.member)
            leave_table(client, level)
            return client

        navigation.tasks.submit(leave, self._got_up)

    def _got_up(self, client: TableClient) -> None:
        self.status = text.left(client.table, client.name)
        if self._watcher is not None:
            self._watcher.refresh()
        self.repaint()

    def action_leave(self) -> None:
        self.samovar_app.go_home()
