"""The lobby: your tables, those where it is your turn first; open ones, running ones to watch, and finished ones."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.match import Match
from saves.club.errors import Refused
from saves.club.member_names import folded
from saves.club.ratings import Standing
from saves.club.records import Listed
from saves.errors import SaveError
from tui import commands
from tui.club import text as words
from tui.club.client import Guest, come
from tui.club.dialogs import ask_level
from tui.club.requests import leave_table
from tui.club.table_lists import Lobby, everybody, lobby
from tui.club.watcher import Lookout
from tui.screens.base import Key
from tui.screens.list_screen import Row, RowsScreen

if TYPE_CHECKING:
    from tui.club.navigation import Visit

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


class LobbyScreen(RowsScreen):
    """All tables, as they change."""

    own_commands = commands.LOBBY
    values_change = False

    def __init__(self, visit: "Visit") -> None:
        super().__init__()
        self.visit = visit
        self._lobby: Lobby | None = None
        #: How strong everybody is, by game and name in small letters; as of when the lobby was opened.
        self._ratings: dict[str, dict[str, int]] | None = None
        self._lookout: Lookout[Lobby] | None = None

    @property
    def title_words(self) -> str:  # type: ignore[override]
        mine = [(game, names.get(folded(self.visit.me))) for game, names in (self._ratings or {}).items()]
        return " · ".join(["The club", self.visit.me, *(f"{words.title(game)} {own}" for game, own in mine if own)])

    # Keeping up

    def on_screen_resume(self) -> None:
        if self._lookout is None:
            club, me = self.visit.club, self.visit.me
            self._lookout = Lookout(club, lambda: lobby(club, me), self._seen, self._troubled)

    def on_screen_suspend(self) -> None:
        self._stop()

    def on_unmount(self) -> None:
        self._stop()

    def _stop(self) -> None:
        if self._lookout is not None:
            self._lookout.close()
            self._lookout = None

    def _seen(self, found: Lobby) -> None:
        self._lobby = found
        self.at = self.at or next(filter(None, self.row_names()), "")
        if self._ratings is None:  # after the first look, which waits for no counting
            self._ratings = {}
            self.visit.errands.do(lambda: everybody(self.visit.club)[0], self._rate)
        self.house.is_awaited_at(len(found.turn))

    def _rate(self, found: list[Standing]) -> None:
        ratings: dict[str, dict[str, int]] = {}
        for standing in found:
            for game, points in standing.points.items():
                ratings.setdefault(game, {})[folded(standing.name)] = points
        self._ratings = ratings
        self.repaint()

    def _troubled(self, sentence: str) -> None:
        self.remark = sentence
        self.repaint()

    # The rows

    def _groups(self) -> list[tuple[str, list[Listed]]]:
        found = self._lobby
        groups = [] if found is None else [(kind, getattr(found, kind)) for kind in _GROUPS]
        return [(kind, tables) for kind, tables in groups if tables]

    def rows(self) -> list[Row]:
        if self._lobby is None:
            return [Row("Looking around…")]
        rows: list[Row] = []
        for kind, tables in self._groups():
            rows += [Row(""), Row(_GROUPS[kind][0])] if rows else [Row(_GROUPS[kind][0])]
            rows += [self._row(kind, table) for table in tables]
        return rows or [Row("There are no tables yet: n lays one.")]

    def _row(self, kind: str, table: Listed) -> Row:
        room = max(20, self.size.width - _TAKEN)
        value = words.fitting(self._facts(kind, table), room)
        ratings = (self._ratings or {}).get(table.terms.game, {})
        return Row(words.title(table.terms.game), value, words.listed_help(table, ratings), table.id)

    def _facts(self, kind: str, table: Listed) -> Sequence[str]:
        """What a row tells of a table: the most important first."""
        assert self._lobby is not None
        if kind == "over":
            return words.result_facts(self._lobby.results.get(table.id))
        return words.table_facts(table, self.visit.me)

    def _kind(self) -> str:
        """What kind of table is under the cursor."""
        return next((kind for kind, tables in self._groups() for table in tables if table.id == self.at), "")

    def keys(self) -> list[Key]:
        kind = self._kind()
        enter = [Key("⏎", _GROUPS[kind][1], "choose")] if kind else []
        more = {
            "turn": [Key("L", "get up", "get_up")],
            "mine": [Key("L", "get up", "get_up")],
            "open": [],
            "running": [],
            "over": [Key("v", "look back", "review"), Key("r", "rematch", "rematch"), Key("s", "keep", "keep")],
        }
        new, members = Key("n", "new table", "lay"), Key("m", "members", "members")
        return [*enter, new, *more.get(kind, []), members, Key("Esc", "home", "leave")]

    # What can be done

    def action_choose(self) -> None:
        kind = self._kind()
        if kind in ("turn", "mine", "open"):
            self.visit.join(self.at)
        elif kind:
            self.visit.watch(self.at)

    def action_watch(self) -> None:
        if self._kind():
            self.visit.watch(self.at)

    def action_lay(self) -> None:
        from tui.club.new_table import NewTableScreen

        self.house.push_screen(NewTableScreen(self.visit))

    def action_members(self) -> None:
        from tui.club.members import MembersScreen

        self.house.push_screen(MembersScreen(self.visit))

    def action_rematch(self) -> None:
        if self._kind():
            self.visit.rematch(self.at)

    def action_review(self) -> None:
        self._with_match(self.house.show_replay)

    def action_keep(self) -> None:
        """Put the match among one's own."""
        self._with_match(self._keep)

    def _keep(self, match: Match) -> None:
        try:
            keeper = self.house.store.begin()
            self.remark = keeper.save(match) or "The match is among your own now: m at home lists them."
            keeper.close()
        except SaveError as error:
            self.remark = str(error)
        self.repaint()

    def _with_match(self, then: Callable[[Match], None]) -> None:
        """Do something with the finished match under the cursor."""
        visit, name = self.visit, self.at
        if not self._kind():
            return

        def finished() -> Match:
            guest = visit.let_in(name)
            if not guest.table.ended or guest.table.match is None:
                raise Refused(f"The match of table {name} is not over.")
            return guest.table.match

        visit.errands.do(finished, then)

    def action_get_up(self) -> None:
        """Leave the table under the cursor."""
        if self._kind() not in ("turn", "mine"):
            self.remark = "You do not sit at this table."
            self.repaint()
            return
        name = self.at
        ask_level(self.house, lambda level: self._get_up(name, level))

    def _get_up(self, name: str, level: str) -> None:
        visit = self.visit

        def leave() -> Guest:
            guest = come(visit.club, name, visit.me)
            leave_table(guest, level)
            return guest

        visit.errands.do(leave, self._got_up)

    def _got_up(self, guest: Guest) -> None:
        self.remark = words.left(guest.table, guest.name)
        if self._lookout is not None:
            self._lookout.look()
        self.repaint()

    def action_leave(self) -> None:
        self.house.go_home()
