"""The members of the club with games, victories and ratings, and the bots. Enter mutes a member, or unmutes them."""

from typing import TYPE_CHECKING

from saves.club.member_names import casefolded
from saves.club.ratings import MemberStanding
from tui import commands
from tui.club import text
from tui.club.table_lists import member_standings
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import join_fitting

if TYPE_CHECKING:
    from tui.club.navigation import ClubNavigation


class MembersScreen(ListScreen):
    """All members, as of when the screen was opened."""

    own_commands = commands.MEMBERS
    has_editable_values = False
    title_text = "Members of the club"

    def __init__(self, navigation: "ClubNavigation") -> None:
        super().__init__()
        self.navigation = navigation
        self._found: list[MemberStanding] | None = None
        self._muted: frozenset[str] = frozenset()

    def on_mount(self) -> None:
        club, me = self.navigation.club, self.navigation.member
        self.navigation.tasks.submit(lambda: (*member_standings(club), club.muted(me)), self._seen)

    def _seen(self, found: tuple[list[MemberStanding], str, frozenset[str]]) -> None:
        self._found, self.status, self._muted = found
        self.cursor = next(filter(None, self.row_names()), "")
        self.repaint()

    def rows(self) -> list[ListRow]:
        if self._found is None:
            return [ListRow("Counting…")]
        people = [self._row(each) for each in self._found if not each.is_bot]
        bots = [self._row(each) for each in self._found if each.is_bot]
        return [ListRow("People"), *people, *([ListRow(""), ListRow("Bots"), *bots] if bots else [])]

    def _row(self, standing: MemberStanding) -> ListRow:
        width = max(20, self.size.width - 36)
        muted = ["muted"] if self._is_muted(standing) else []
        rated = text.points_text(standing)
        facts = join_fitting([*muted, *text.standing_facts(standing), *rated], width)
        points = ", ".join(rated) or "No rating yet: finish a game against somebody else to get one."
        return ListRow(standing.name, facts, points, f"{'bot' if standing.is_bot else 'member'} {standing.name}")

    def _is_muted(self, standing: MemberStanding) -> bool:
        return not standing.is_bot and casefolded(standing.name) in self._muted

    def keys(self) -> list[KeyLabel]:
        return [
            KeyLabel("Enter", "mute or unmute", "mute"),
            KeyLabel("↑↓", "row", "step(1)"),
            KeyLabel("Esc", "back", "leave"),
        ]

    def action_choose(self) -> None:
        self.action_mute()

    def action_mute(self) -> None:
        kind, _, name = self.cursor.partition(" ")
        if kind != "member" or casefolded(name) == casefolded(self.navigation.member):
            self.status = "Bots do not talk." if kind == "bot" else "That is you."
            self.repaint()
            return
        club, me, on = self.navigation.club, self.navigation.member, casefolded(name) not in self._muted

        def muted() -> frozenset[str]:
            club.mute(me, name, on)
            return club.muted(me)

        self.navigation.tasks.submit(muted, lambda now: self._changed(now, text.muted(name, on)))

    def _changed(self, muted: frozenset[str], remark: str) -> None:
        self._muted, self.status = muted, remark
        self.repaint()
