"""The dialogs of the club's screens."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.bots import PLAYABLE_LEVELS
from saves.club.errors import ClubRefusedError
from saves.club.member_names import casefolded
from saves.club.talk import REMARK_LENGTH
from tui.club import requests
from tui.club.client import TableClient
from tui.club.connection import TableConnection
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, PromptDialog

if TYPE_CHECKING:
    from tui.app import SamovarApp


def ask_level(app: "SamovarApp", then: Callable[[str], None]) -> None:
    """Ask for the level of a bot."""
    entries = [ChoiceOption(f"{level.capitalize()} bot", level) for level in PLAYABLE_LEVELS]
    app.push_screen(ChoiceDialog("Which bot takes the seat?", entries), lambda level: then(level) if level else None)


def ask_days(app: "SamovarApp", then: Callable[[str], None]) -> None:
    """Ask for how many days the member is away."""
    app.push_screen(
        PromptDialog("Away for how many days? (0: back)", longest=3), lambda days: then(days.strip()) if days else None
    )


def ask_message(app: "SamovarApp", client: TableClient, then: Callable[[str], None]) -> None:
    """Ask for a message to the table."""
    try:
        requests.must_play(client)
    except ClubRefusedError as error:
        app.show_message("Talk", str(error))
        return
    app.push_screen(PromptDialog("Say:", longest=REMARK_LENGTH), lambda said: then(said) if said else None)


def ask_mute(app: "SamovarApp", connection: TableConnection) -> None:
    """Ask whose messages to hide, or to show again."""
    client = connection.client
    club, me = client.club, client.member

    def show(muted: frozenset[str]) -> None:
        others = [
            club_seat.member for club_seat in client.table.seats if club_seat.member and not club_seat.belongs_to(me)
        ]
        if not others:
            app.show_message("Mute", "Nobody else is at this table.")
            return
        entries = [
            ChoiceOption(f"Unmute {name}" if casefolded(name) in muted else f"Mute {name}", name) for name in others
        ]
        app.push_screen(
            ChoiceDialog("Mute or unmute", entries),
            lambda name: connection.mute(name, casefolded(name) not in muted) if name else None,
        )

    connection.ask(lambda: club.muted(me), show)
