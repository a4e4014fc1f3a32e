"""The settings of a player: colours, characters, confirmation, thinking time, the pace of the bots' moves."""

import themes
from saves.settings import PACES
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.key_bar import KeyLabel

_CHARACTERS: dict[bool | None, str] = {None: "auto", False: "Unicode", True: "ASCII only"}
_SECONDS = (0.3, 0.5, 1.0, 2.0, 4.0, 8.0)


class SettingsScreen(ListScreen):
    """The list of settings; each change takes effect and is saved at once."""

    title_text = "Settings"

    def rows(self) -> list[ListRow]:
        settings = self.samovar_app.settings
        mode = settings.theme if settings.theme in themes.MODES else "dark"
        return [
            ListRow(
                "Colours",
                f"◂ {themes.MODES[mode]} ▸",
                "Each game has its own look in dark and light.",
                "theme",
            ),
            ListRow(
                "Characters",
                f"◂ {_CHARACTERS[settings.ascii]} ▸",
                "ASCII only: pieces are letters in plain frames.",
                "ascii",
            ),
            ListRow(
                "Confirm turns",
                f"◂ {'yes' if settings.confirm_turn else 'no'} ▸",
                "At a shared keyboard: ask before the next person's turn begins.",
                "confirm",
            ),
            ListRow(
                "Bots think",
                f"◂ {settings.bot_seconds:g} s a turn ▸",
                "The most a master takes; weaker bots are faster.",
                "seconds",
            ),
            ListRow(
                "Bot speed",
                f"◂ {self.samovar_app.settings.known_pace} ▸",
                "Brisk: each move is shown for a moment. Step by step: until you press a key.",
                "pace",
            ),
            ListRow(
                "Scoring",
                f"◂ {'highlight' if settings.payoff else 'off'} ▸",
                "Highlight what scored; any key skips it.",
                "payoff",
            ),
            ListRow(
                "Movement",
                f"◂ {'on' if settings.movement else 'off'} ▸",
                "Hares jump, pyramids rise, ships sail; any key hurries them.",
                "movement",
            ),
            ListRow(
                "Your turn at the club",
                f"◂ {'bell' if settings.bell else 'silent'} ▸",
                "Ring the terminal's bell once when others wait for you.",
                "bell",
            ),
            ListRow(
                "First-time hints",
                f"◂ {'on' if settings.explain else 'off'} ▸",
                "Explain each kind of decision the first time you meet it.",
                "explain",
            ),
        ]

    def keys(self) -> list[KeyLabel]:
        return [
            KeyLabel("↑↓", "row", "step(1)"),
            KeyLabel("←→", "change", "change(1)"),
            KeyLabel("Esc", "back", "leave"),
        ]

    def action_choose(self) -> None:
        self.action_change(1)

    def action_change(self, by: int) -> None:
        settings = self.samovar_app.settings
        if self.cursor == "theme":
            modes = list(themes.MODES)
            mode = settings.theme if settings.theme in modes else "dark"
            self._set("theme", modes[(modes.index(mode) + by) % len(modes)])
        elif self.cursor == "ascii":
            values = list(_CHARACTERS)
            self._set("ascii", values[(values.index(settings.ascii) + by) % len(values)])
        elif self.cursor == "confirm":
            self._set("confirm_turn", not settings.confirm_turn)
        elif self.cursor == "seconds":
            nearest = min(range(len(_SECONDS)), key=lambda i: abs(_SECONDS[i] - settings.bot_seconds))
            self._set("bot_seconds", _SECONDS[(nearest + by) % len(_SECONDS)])

        elif self.cursor == "pace":
            self._set("pace", PACES[(PACES.index(self.samovar_app.settings.known_pace) + by) % len(PACES)])
        elif self.cursor == "payoff":
            self._set("payoff", not settings.payoff)
        elif self.cursor == "movement":
            self._set("movement", not settings.movement)
        elif self.cursor == "bell":
            self._set("bell", not settings.bell)
        elif self.cursor == "explain":
            self._set("explain", not settings.explain)

    def _set(self, name: str, value: object) -> None:
        self.samovar_app.change_settings(lambda settings: setattr(settings, name, value))
        self.status, self.samovar_app.status = self.samovar_app.status, ""
        self.repaint()
