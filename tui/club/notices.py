"""The screen on which a member chooses what they are told while they are away, and when."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from saves.club.notices import KINDS, MODES, NoticeChoice, read_choice, set_hour, set_mode
from tui import commands
from tui.club.notice_choice import KIND_TEXTS, MODE_TEXTS, sending_text
from tui.screens.dialogs import PromptDialog
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.key_bar import KeyLabel

if TYPE_CHECKING:
    from tui.club.navigation import ClubNavigation


class NoticesScreen(ListScreen):
    """A row for each kind of notice, and the hour of the digest."""

    own_commands = commands.NOTICES
    title_text = "Notices while you are away"

    def __init__(self, navigation: "ClubNavigation") -> None:
        super().__init__()
        self.navigation = navigation
        self.cursor = KINDS[0]
        self._choice: NoticeChoice | None = None

    def on_mount(self) -> None:
        self._load(lambda: None)

    def _load(self, change: Callable[[], None]) -> None:
        """Change something in the club, and show what is chosen then."""
        club, me = self.navigation.club, self.navigation.member

        def changed() -> NoticeChoice:
            change()
            return read_choice(club, me)

        self.navigation.tasks.submit(changed, self._show)

    def _show(self, choice: NoticeChoice) -> None:
        if self._choice is None:
            self.cursor = KINDS[0]  # there was no row before
        self._choice = choice
        self.repaint()

    def rows(self) -> list[ListRow]:
        if self._choice is None:
            return []
        how = sending_text(self.samovar_app.services.notices_an_hour)
        kinds = [ListRow(KIND_TEXTS[kind], f"◂ {MODE_TEXTS[self._choice.modes[kind]]} ▸", how, kind) for kind in KINDS]
        digest = "The digest comes at this hour; z sets your time zone."
        hour = ListRow("Once a day", f"◂ {self._choice.hour}:00, {self._choice.zone} ▸", digest, "hour")
        return [*kinds, ListRow(""), hour]

    def keys(self) -> list[KeyLabel]:
        return [KeyLabel("← →", "change", ""), KeyLabel("z", "time zone", "zone"), KeyLabel("Esc", "back", "leave")]

    def action_change(self, by: int) -> None:
        choice, row, club, me = self._choice, self.cursor, self.navigation.club, self.navigation.member
        if choice is None:
            return
        if row == "hour":
            self._load(lambda: set_hour(club, me, (choice.hour + by) % 24, choice.zone))
            return
        kind = next((kind for kind in KINDS if kind == row), None)
        if kind is None:
            return
        mode = MODES[(MODES.index(choice.modes[kind]) + by) % len(MODES)]
        self._load(lambda: set_mode(club, me, kind, mode))

    def action_choose(self) -> None:
        self.action_change(1)

    def action_zone(self) -> None:
        self.samovar_app.push_screen(PromptDialog("Your time zone, such as Europe/Berlin"), self._set_zone)

    def _set_zone(self, zone: str | None) -> None:
        choice, club, me = self._choice, self.navigation.club, self.navigation.member
        if zone and choice is not None:
            self._load(lambda: set_hour(club, me, choice.hour, zone.strip()))
