"""What the screens of the club ask for in a dialog."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.bots import OFFERED
from saves.club.errors import Refused
from saves.club.member_names import folded
from saves.club.store import REMARK_LENGTH
from tui.club import requests as wishes
from tui.club import text as words
from tui.club.client import Guest
from tui.club.connection import Sitting
from tui.screens.dialogs import Ask, Entry, Pick

if TYPE_CHECKING:
    from tui.app import SamovarApp


def ask_level(house: "SamovarApp", then: Callable[[str], None]) -> None:
    """Which bot is to sit there."""
    entries = [Entry(f"{level.capitalize()}, a bot", level) for level in OFFERED]
    house.push_screen(Pick("Who sits there?", entries), lambda level: then(level) if level else None)


def ask_words(house: "SamovarApp", guest: Guest, then: Callable[[str], None]) -> None:
    """What is to be said to the table."""
    try:
        wishes.must_play(guest)
    except Refused as error:
        house.tell("Talk", str(error))
        return
    house.push_screen(Ask("Say:", longest=REMARK_LENGTH), lambda said: then(said) if said else None)


def ask_mute(house: "SamovarApp", sitting: Sitting, told: Callable[[str], None]) -> None:
    """Whom not to hear any more, or again."""
    guest = sitting.guest
    club, me = guest.club, guest.member

    def change(name: str, on: bool) -> None:
        sitting.ask(lambda: club.mute(me, name, on), lambda _: told(words.muted(name, on)))

    def show(muted: frozenset[str]) -> None:
        others = [chair.member for chair in guest.table.chairs if chair.member and not chair.belongs_to(me)]
        if not others:
            house.tell("Mute", "There is nobody else here who could talk.")
            return
        entries = [
            Entry(f"Hear {name} again" if folded(name) in muted else f"Do not hear {name} any more", name)
            for name in others
        ]
        house.push_screen(
            Pick("Who is to be heard?", entries),
            lambda name: change(name, folded(name) not in muted) if name else None,
        )

    sitting.ask(lambda: club.muted(me), show)
