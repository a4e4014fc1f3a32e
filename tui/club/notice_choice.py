"""What a member is told while they are away, and when, in words."""

from saves.club.notices import KINDS, Kind, Mode, NoticeChoice
from saves.guest import is_guest

KIND_TEXTS: dict[Kind, str] = {
    "turn": "Your turn",
    "invitation": "An invitation",
    "rematch": "A rematch",
    "request": "A request to end",
    "finished": "A finished game",
}
MODE_TEXTS: dict[Mode, str] = {"once": "at once", "daily": "once a day", "never": "never"}
_NO_WAY = "This server cannot send notices: its operator has set up no way."
_NO_SERVER = "Notices are sent by a server (samovar serve --notify); without one nobody sends them."


def sending_text(notices_an_hour: int) -> str:
    """Say how notices are sent, or that there is no way."""
    if not notices_an_hour:
        return _NO_WAY if is_guest() else _NO_SERVER
    return f"At most {notices_an_hour} an hour at once, the rest once a day; none of a table on your screen."


def choice_lines(choice: NoticeChoice, notices_an_hour: int) -> list[str]:
    """Return what a member has chosen, in lines."""
    told = [f"{kind:<12}{MODE_TEXTS[choice.modes[kind]]}" for kind in KINDS]
    return [*told, f"{'once a day':<12}at {choice.hour}:00, {choice.zone}", sending_text(notices_an_hour)]
