"""The legend of Mezo: the signs of its board, and what a player looks up in the printed game."""

from core.games.mezo.components import CALENDAR, CODEX, CONSTANTS, DEVOTION_END, DEVOTION_LEVEL, DEVOTION_VP, WRATHFUL
from core.games.mezo.effects.gods import price
from core.games.mezo.state import MezoState
from core.text import count_text
from tui.games.mezo.art import Signs
from tui.match.legend import LegendRow
from tui.sessions.session import CHANGED_LAST


def legend(state: MezoState, signs: Signs) -> list[LegendRow]:
    """Return signs, Calendar, Codex, wrathful tiles, devotion and what the end of an Age scores."""
    return [*_signs(signs), *_tracks(), *_wrath(state), *_devotion(), *_scoring()]


def _heading(text: str) -> LegendRow:
    return LegendRow(text, is_heading=True)


def _signs(signs: Signs) -> list[LegendRow]:
    champion = CONSTANTS.champion_strength
    return [
        _heading("Signs"),
        LegendRow("Warrior, strength 1; the most of them win the Codex", signs.warrior, "seat1"),
        LegendRow("Shaman, strength 1; the most of them win the Calendar", signs.shaman, "seat1"),
        LegendRow(f"Champion, strength {champion}; its player decides ties", signs.champion, "seat1"),
        LegendRow("glyph, strength 1; can buy a third action", signs.glyph, "seat1"),
        LegendRow("strength by cards, until the conflict is over", "+2", "seat1"),
        LegendRow("units sacrificed in the Blessed conflict", "†", "seat1"),
        LegendRow("a free vertex; its number is its key (0 is the tenth)", f"{signs.vertex}3", "plate_ink", "plate"),
        LegendRow("the god of the player A stands on this vertex", f"{signs.god}A", "badge", "dark_1", "bold"),
        LegendRow("behind a letter: this player's god has presence here", f"A{signs.god}", "seat1", "panel", "bold"),
        LegendRow("a region in which your god has presence", "Uxmal", "lit_ink", "lit", "bold"),
        LegendRow("the region that is fought over", "Uxmal", "blood_ink", "blood", "bold"),
        LegendRow(
            "underlined: the most of this kind in the region", signs.warrior * 2, "seat1", "panel", "bold underline"
        ),
        LegendRow("leads in strength; the bar behind a rank is its strength", " 4 ", "badge", "dark_1", "bold"),
        LegendRow("tied for the lead", "=3 ", "seat1", "panel", "bold"),
        LegendRow("a pyramid: a level in the colour of each owner; grey: to come", "/AB\\", "ink"),
        LegendRow("what your choice would change", " 5 ", "mark_ink", "mark", "bold"),
        LegendRow("changed since your last turn", CHANGED_LAST, "new"),
        LegendRow("whose turn it is in a conflict", signs.turn, "accent"),
        LegendRow("an action that is used, or free", "[x] [ ]"),
        LegendRow(
            "a bar: strength of pieces; hatched: by cards; lighter: by your choice",
            f"{signs.pieces}{signs.cards}{signs.choice}",
            "seat1",
        ),
    ]


def _tracks() -> list[LegendRow]:
    rows = []
    for title, track in (
        ("Immortal Calendar: who has the most Shamans in a conflict takes a space", CALENDAR),
        ("Heroic Codex: who has the most Warriors in a conflict takes a space", CODEX),
    ):
        rows.append(_heading(title))
        rows += [LegendRow(space.effect.text, str(number), "accent") for number, space in enumerate(track, 1)]
    return rows


def _wrath(state: MezoState) -> list[LegendRow]:
    tiles = [WRATHFUL[tile] for tile in state.face_up()]
    asks = f": {count_text(price(state), 'unit')} to APPEASE it" if tiles else ""
    rows = [LegendRow(f"{tile.name}: {tile.effect.text}") for tile in tiles]
    return [_heading(f"Wrathful god{asks}"), *rows, LegendRow("One more tile is revealed each Age.")]


def _devotion() -> list[LegendRow]:
    rows = [_heading("Devotion: worth VP after the last Age")]
    for level in (1, 2, 3):
        spaces = [space for space in range(DEVOTION_END + 1) if DEVOTION_LEVEL[space] == level]
        worth = f"{DEVOTION_VP[spaces[0]]} to {DEVOTION_VP[spaces[-1]]} VP"
        rows.append(LegendRow(f"Level {level}: devotion {spaces[0]} to {spaces[-1]}, {worth}"))
    return rows


def _scoring() -> list[LegendRow]:
    return [
        _heading("At the end of an Age"),
        LegendRow(f"{CONSTANTS.track_unit_vp} VP for each of your units on Calendar and Codex"),
        LegendRow("for each region with a pyramid piece of yours: VP equal to the Age (1, 2, 3)"),
        LegendRow("A marker never stops on another one on the VP track: it goes on to the next free space."),
    ]
