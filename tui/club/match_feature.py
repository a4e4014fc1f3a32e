"""A match of the club on the match screen: talk, who is here, handing seats over, and what comes after the end."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui import commands
from tui.club import text as club_text
from tui.club.dialogs import ask_days, ask_level, ask_message, ask_mute
from tui.club.session import ClubSession
from tui.features.lessons.text import first_decision_text
from tui.match.feature import Action, MatchFeature
from tui.screens.dialogs import ChoiceOption
from tui.widgets.key_bar import KeyLabel

if TYPE_CHECKING:
    from tui.club.navigation import ClubNavigation


#: The mark that it is the member's turn at another table.
NEXT_TABLE = KeyLabel(commands.NEXT_TABLE.shown, "your turn elsewhere", "app.next_table")


class ClubFeature(MatchFeature):
    """A match that is played at several terminals."""

    commands = commands.CLUB_MATCH
    bar = ("undo", "tip", "rules", "news", "others", "inspect", "log", "back")
    menu = (
        "undo",
        "restart",
        "tip",
        "log",
        "rules",
        "talk",
        "who",
        "mute",
        "agree",
        "decline",
        "go_away",
        "hand_over",
        "get_up",
    )

    def __init__(self, navigation: "ClubNavigation") -> None:
        self.navigation = navigation

    @property
    def club(self) -> ClubSession:
        assert isinstance(self.session, ClubSession)
        return self.session

    @property
    def actions(self) -> Mapping[str, Action]:
        session = self.club
        return {
            "talk": lambda: ask_message(self.app, session.client, session.talk),
            "who": lambda: self.app.show_message(f"Table {session.client.name}", "\n".join(session.who_lines())),
            "mute": lambda: ask_mute(self.app, session.connection),
            "agree": session.agree,
            "decline": session.play_on,
            "go_away": lambda: ask_days(self.app, session.go_away),
            "hand_over": lambda: ask_level(self.app, session.hand_over),
            "get_up": lambda: ask_level(self.app, session.get_up),
            "lobby": self.navigation.show_lobby,
        }

    def enter(self) -> None:
        self.on_ended()

    def on_ended(self) -> None:
        """Show the result; a match that was ended by agreement has only points."""
        table = self.club.table
        if table.ended == "played":
            self.navigation.show_result(self.club.client)
        else:
            self.app.show_message("The match is over", "\n".join(club_text.ended_lines(table)))

    def exit_text(self) -> str | None:
        client = self.club.client
        return "" if client.table.ended else club_text.exit_message(client.name, client.seat)

    def progress_text(self, progress: str) -> str:
        """Return how far the match is, and what is left of the agreed pace."""
        return " · ".join(filter(None, (progress, self.club.left_text)))

    def notice(self) -> str:
        """Return the request that waits for an answer; while others decide, where else it is the member's turn."""
        return self.club.request_text or ("" if self.session.is_deciding else self.club.elsewhere_text)

    def first_decision_text(self) -> str:
        """Return what a kind of decision is about, the first time that it comes up; a setting turns this off."""
        if not self.app.settings.explain or self._is_asked:
            return ""
        return first_decision_text(self.session.match, self.app.lesson_store)

    # The key bar and the menu

    def keys(self) -> list[KeyLabel]:
        """Return the keys of any match; those who play can talk."""
        keys = super().keys()
        elsewhere = [NEXT_TABLE] if self.club.connection.awaited_elsewhere else []
        if not self.session.seats:
            return [*elsewhere, *keys]
        answers = [KeyLabel("A", "accept", "agree"), KeyLabel("D", "decline", "decline")] if self._is_asked else []
        return [*answers, *elsewhere, *keys[:3], self.key("talk"), *keys[3:]]

    @property
    def _is_asked(self) -> bool:
        """Whether a request waits for the member's answer."""
        return self.club.client.seat in self.club.table.asked_to_end

    @property
    def go_on_label(self) -> str:  # type: ignore[override]
        return "Continue playing" if self.session.seats else "Continue watching"

    def is_listed(self, name: str) -> bool:
        return self.is_enabled(name)

    def ways_out(self) -> list[ChoiceOption[str]]:
        next_table = [ChoiceOption("Go to the next table where it is your turn", NEXT_TABLE.action)]
        return [
            *(next_table if self.club.connection.awaited_elsewhere else []),
            ChoiceOption("Go to the lobby; your seat is kept", "lobby"),
            ChoiceOption("Go home; your seat is kept", "app.home"),
            ChoiceOption("Quit; your seat is kept", "app.leave"),
        ]
