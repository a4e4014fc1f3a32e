"""What the player likes: colours, characters, confirmation, thinking time, the pace of the table."""

import themes
from saves.settings import PACES
from tui.screens.base import Key
from tui.screens.list_screen import Row, RowsScreen

_CHARACTERS: dict[bool | None, str] = {None: "as the terminal can", False: "all", True: "ASCII only"}
_SECONDS = (0.3, 0.5, 1.0, 2.0, 4.0, 8.0)


class SettingsScreen(RowsScreen):
    """Every change is seen and remembered at once."""

    title_words = "Settings"

    def rows(self) -> list[Row]:
        settings = self.house.settings
        mode = settings.theme if settings.theme in themes.MODES else "dark"
        return [
            Row(
                "Colours",
                f"◂ {themes.MODES[mode]} ▸",
                "Each game has its own look in dark and light.",
                "theme",
            ),
            Row(
                "Characters",
                f"◂ {_CHARACTERS[settings.ascii]} ▸",
                "ASCII only: pieces are letters in plain frames.",
                "ascii",
            ),
            Row(
                "Confirm the end of a turn",
                f"◂ {'yes' if settings.confirm_turn else 'no'} ▸",
                "At a shared keyboard: ask before the turn passes to another person.",
                "confirm",
            ),
            Row(
                "Bots think for",
                f"◂ {settings.bot_seconds:g} s a turn ▸",
                "At most; weaker bots are quicker anyway.",
                "seconds",
            ),
            Row(
                "Moves of bots",
                f"◂ {self.house.pace} ▸",
                "Brisk: each is shown for a moment. Step by step: until you press a key.",
                "pace",
            ),
            Row(
                "When points arrive",
                f"◂ {'light up what counted' if settings.payoff else 'go on at once'} ▸",
                "Any key hurries it.",
                "payoff",
            ),
            Row(
                "Your turn in the club",
                f"◂ {'rings the bell' if settings.bell else 'is only shown'} ▸",
                "Once, at home or in the lobby, when others have come to wait for you.",
                "bell",
            ),
            Row(
                "What is new to you",
                f"◂ {'say a word about it' if settings.explain else 'needs no words'} ▸",
                "A line the first time that a kind of decision comes up.",
                "explain",
            ),
        ]

    def keys(self) -> list[Key]:
        return [
            Key("↑↓", "row", "step(1)"),
            Key("←→", "change", "change(1)"),
            Key("Esc", "back", "leave"),
        ]

    def action_choose(self) -> None:
        self.action_change(1)

    def action_change(self, by: int) -> None:
        settings = self.house.settings
        if self.at == "theme":
            modes = list(themes.MODES)
            mode = settings.theme if settings.theme in modes else "dark"
            self._set("theme", modes[(modes.index(mode) + by) % len(modes)])
        elif self.at == "ascii":
            values = list(_CHARACTERS)
            self._set("ascii", values[(values.index(settings.ascii) + by) % len(values)])
        elif self.at == "confirm":
            self._set("confirm_turn", not settings.confirm_turn)
        elif self.at == "seconds":
            nearest = min(range(len(_SECONDS)), key=lambda i: abs(_SECONDS[i] - settings.bot_seconds))
            self._set("bot_seconds", _SECONDS[(nearest + by) % len(_SECONDS)])

        elif self.at == "pace":
            self._set("pace", PACES[(PACES.index(self.house.pace) + by) % len(PACES)])
        elif self.at == "payoff":
            self._set("payoff", not settings.payoff)
        elif self.at == "bell":
            self._set("bell", not settings.bell)
        elif self.at == "explain":
            self._set("explain", not settings.explain)

    def _set(self, name: str, value: object) -> None:
        self.house.change_settings(lambda settings: setattr(settings, name, value))
        self.remark, self.house.remark = self.house.remark, ""
        self.repaint()
