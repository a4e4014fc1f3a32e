"""The members of the club with games, victories and ratings, and the bots. Enter mutes a member, or unmutes them."""

from typing import TYPE_CHECKING

import msgspec

from saves.club.auth import Authenticator
from saves.club.blocks import blocked_by, set_block
from saves.club.companions import companions, known_first
from saves.club.member_names import casefolded
from saves.club.ratings import MemberStanding
from saves.club.store import Club
from saves.guest import typed_command
from tui import commands
from tui.club import text
from tui.club.leaving import leave_for_good
from tui.club.table_lists import member_standings
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, PromptDialog
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import join_fitting

if TYPE_CHECKING:
    from tui.club.navigation import ClubNavigation


class MembersShown(msgspec.Struct, frozen=True):
    """All members with what the list marks, and a sentence when there are no ratings."""

    standings: list[MemberStanding]
    remark: str
    muted: frozenset[str]
    blocked: frozenset[str]
    companions: dict[str, int]


def _load(club: Club, me: str) -> MembersShown:
    standings, remark = member_standings(club)
    return MembersShown(standings, remark, club.muted(me), blocked_by(club, me), companions(club, me))


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
        self._blocked: frozenset[str] = frozenset()
        #: With whom the member has played, and at how many tables.
        self._companions: dict[str, int] = {}
        #: What is searched for.
        self._words = ""

    def on_mount(self) -> None:
        club, me = self.navigation.club, self.navigation.member
        self.navigation.tasks.submit(lambda: _load(club, me), self._seen)

    def _seen(self, found: MembersShown) -> None:
        self._found, self.status = found.standings, found.remark
        self._muted, self._blocked, self._companions = found.muted, found.blocked, found.companions
        self.cursor = next(filter(None, self.row_names()), "")
        self.repaint()

    def rows(self) -> list[ListRow]:
        if self._found is None:
            return [ListRow("Counting…")]
        by_name = {each.name: each for each in self._found if not each.is_bot}
        wanted = [name for name in by_name if casefolded(self._words) in casefolded(name)]
        people = [self._row(by_name[name]) for name in known_first(wanted, self._companions)]
        bots = [self._row(each) for each in self._found if each.is_bot]
        return [ListRow("People"), *people, *([ListRow(""), ListRow("Bots"), *bots] if bots else [])]

    def _row(self, standing: MemberStanding) -> ListRow:
        width = max(20, self.size.width - 36)
        muted = ["blocked"] if self._is_blocked(standing) else ["muted"] if self._is_muted(standing) else []
        rated = text.points_text(standing)
        facts = join_fitting([*muted, *text.standing_facts(standing), *text.points_facts(standing)], width)
        points = (
            f"{', '.join(rated)}. ± is one standard error; a rating is provisional until ten games."
            if rated
            else "No rating yet: finish a game against somebody else to get one."
        )
        return ListRow(standing.name, facts, points, f"{'bot' if standing.is_bot else 'member'} {standing.name}")

    def _is_muted(self, standing: MemberStanding) -> bool:
        return not standing.is_bot and casefolded(standing.name) in self._muted

    def _is_blocked(self, standing: MemberStanding) -> bool:
        return not standing.is_bot and casefolded(standing.name) in self._blocked

    def keys(self) -> list[KeyLabel]:
        return [
            KeyLabel("Enter", "you" if self.cursor == f"member {self._me}" else "mute or unmute", "choose"),
            KeyLabel("B", "block or unblock", "block"),
            KeyLabel("/", "search", "search"),
            KeyLabel("↑↓", "row", "step(1)"),
            KeyLabel("Esc", "back", "leave"),
        ]

    def action_choose(self) -> None:
        if self.cursor == f"member {self._me}":
            self._ask_about_oneself()
        else:
            self.action_mute()

    def _ask_about_oneself(self) -> None:
        entries = [
            ChoiceOption("Change your name", "rename"),
            ChoiceOption("Your data as a file", "data"),
            ChoiceOption("Leave the club for good", "leave"),
        ]
        self.samovar_app.push_screen(ChoiceDialog(self._me, entries), self._asked_about_oneself)

    def _asked_about_oneself(self, wish: str | None) -> None:
        app = self.samovar_app
        match wish:
            case "rename":
                app.push_screen(PromptDialog("Your new name:", self._me, 20), self._rename)
            case "data":
                app.show_message("Your data", typed_command("club data > FILE") + " writes all of it as JSON.")
            case "leave":
                app.push_screen(PromptDialog(f"Write {self._me} to leave for good:"), self._leave_for_good)

    def _rename(self, name: str | None) -> None:
        club, me = self.navigation.club, self._me
        if name and name != me:
            self.navigation.tasks.submit(lambda: Authenticator(club).rename(me, name), self._renamed)

    def _renamed(self, name: str) -> None:
        self.navigation.member = name
        self.status = f"You are {name} from now on; nobody else ever gets your old name."
        club = self.navigation.club
        self.navigation.tasks.submit(lambda: _load(club, name), self._show_renamed)

    def _show_renamed(self, found: MembersShown) -> None:
        self._found, self.cursor = found.standings, f"member {self.navigation.member}"
        self.repaint()

    def _leave_for_good(self, typed: str | None) -> None:
        club, me = self.navigation.club, self._me
        if typed:
            self.navigation.tasks.submit(lambda: leave_for_good(club, me, typed), self._left_for_good)

    def _left_for_good(self, former: str) -> None:
        self.samovar_app.exit_message = text.left_for_good(former)
        self.samovar_app.exit()

    @property
    def _me(self) -> str:
        return self.navigation.member

    def action_search(self) -> None:
        self.samovar_app.push_screen(PromptDialog("Whose name?", self._words), self._search)

    def _search(self, words: str | None) -> None:
        if words is not None:
            self._words, self.cursor = words.strip(), ""
            self.repaint()

    @property
    def _other(self) -> str:
        """The member under the cursor; empty, with a sentence, when it is a bot or the member themselves."""
        kind, _, name = self.cursor.partition(" ")
        if kind == "member" and casefolded(name) != casefolded(self.navigation.member):
            return name
        self.status = "Bots do not talk." if kind == "bot" else "That is you."
        self.repaint()
        return ""

    def action_block(self) -> None:
        if not (name := self._other):
            return
        club, me, on = self.navigation.club, self.navigation.member, casefolded(name) not in self._blocked

        def changed() -> MembersShown:
            set_block(club, me, name, on)
            return _load(club, me)

        self.navigation.tasks.submit(changed, lambda shown: self._blocked_now(shown, text.blocked(name, on)))

    def _blocked_now(self, shown: MembersShown, remark: str) -> None:
        self._muted, self._blocked, self.status = shown.muted, shown.blocked, remark
        self.repaint()

    def action_mute(self) -> None:
        if not (name := self._other):
            return
        club, me, on = self.navigation.club, self.navigation.member, casefolded(name) not in self._muted

        def muted() -> frozenset[str]:
            club.mute(me, name, on)
            return club.muted(me)

        self.navigation.tasks.submit(muted, lambda now: self._changed(now, text.muted(name, on)))

    def _changed(self, muted: frozenset[str], remark: str) -> None:
        self._muted, self.status = muted, remark
        self.repaint()
