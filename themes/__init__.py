"""Palettes: colours by role, for the app and for each game, in four modes.

`samovar.toml` gives every role in every mode. A game's own file (`mezen.toml`) changes some of them and adds the roles
of its pieces. A screen never names a colour: it asks its `Palette` for the style of a role.
"""

import tomllib
from functools import cache
from importlib import resources

from rich.style import Style
from textual.theme import Theme

MODES = {
    "dark": "Dark",
    "light": "Light",
    "high-contrast": "High contrast",
    "colour-blind": "Colour-blind safe",
}

#: The mode without colours, which has only shapes, letters, bold and reverse.
MONO = "mono"


class Palette:
    """The colours of a scope (the app or a game) in one mode, as styles."""

    def __init__(self, place: str, mode: str, colours: dict[str, str]) -> None:
        self.scope = place
        self.mode = mode
        self.colours = colours
        self._styles: dict[tuple[str, str, str], Style] = {}

    @property
    def name(self) -> str:
        return f"{self.scope}-{self.mode}"

    def style(self, ink: str = "ink", on: str = "ground", attributes: str = "") -> Style:
        """Return the style of text in one role upon another, with attributes such as "bold underline"."""
        key = (ink, on, attributes)
        found = self._styles.get(key)
        if found is None:
            found = self._styles[key] = self._make(ink, on, attributes)
        return found

    def _make(self, ink: str, on: str, attributes: str) -> Style:
        if self.mode != MONO:
            return Style.parse(f"{attributes} {self.colours[ink]} on {self.colours[on]}")
        # Without colours, text on a marked ground is reversed, and dim text stays plain.
        bold = "bold" if ink in ("accent", "good", "bad") or on in ("cursor", "accent") else ""
        reverse = "reverse" if on in _REVERSED or on.startswith(_REVERSED_PREFIXES) else ""
        return Style.parse(f"{attributes} {bold} {reverse}")

    def theme(self) -> Theme:
        """Return the same colours as a theme for Textual's own widgets."""
        c = self.colours
        return Theme(
            name=self.name,
            primary=c["accent"],
            secondary=c["frame"],
            warning=c["warn"],
            error=c["bad"],
            success=c["good"],
            accent=c["accent"],
            foreground=c["ink"],
            background=c["ground"],
            surface=c["panel"],
            panel=c["panel"],
            dark=self.mode != "light",
            variables={
                "border": c["frame"],
                "block-cursor-background": c["cursor"],
                "block-cursor-foreground": c["cursor_ink"],
                "scrollbar": c["frame"],
                "scrollbar-background": c["ground"],
                "scrollbar-corner-color": c["ground"],
                "scrollbar-hover": c["accent"],
                "scrollbar-active": c["accent"],
                "scrollbar-background-hover": c["ground"],
                "scrollbar-background-active": c["ground"],
            },
        )


_REVERSED = ("cursor", "mark", "bar", "accent")
_REVERSED_PREFIXES = ("dark_",)


@cache
def _tables(place: str) -> dict[str, dict[str, str]]:
    """Return the colours in a scope's file by mode; a game without a file has the app's."""
    file = resources.files("themes").joinpath(f"{place}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


@cache
def load_palette(place: str = "samovar", mode: str = "dark") -> Palette:
    """Return the palette of a scope (the app or a game) in a mode."""
    table = "dark" if mode == MONO else mode
    colours = dict(_tables("samovar")[table])
    if place != "samovar":
        colours |= _tables(place).get(table, {})
    colours.setdefault("choice", colours["bar"])  # the ground of choices that are not picked
    return Palette(place, mode, colours)
