"""The sentences for the events of Mazaytsy."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.game import GameEvent
from core.games.mazaytsy.hares import count, points, worths
from core.games.mazaytsy.text.names import BOW_NAMES, KIND_NAMES, card, cell_name, face, hares, points_of, with_article
from core.text import count_text, list_text


def describe_event(event: GameEvent, names: Sequence[str]) -> str:
    who = names[event.seat] if event.seat is not None else ""
    return _SENTENCES[event.kind](who, event.facts, names)


def _laid_text(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    side, cell, new, old, bunch = f
    rider = f" with {hares(bunch)}" if bunch else ""
    placed, replaced = with_article(face(new)), with_article(face(old))
    return f"{who} places {placed}{rider} on {cell_name(side, cell)}, replacing {replaced}."


def _whirled_text(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    clockwise, moved, lost = f
    way = "clockwise" if clockwise else "counter-clockwise"
    text = f"The whirlpool turns {way}"
    if not moved:
        return f"{text} and washes {hares(lost)} away."
    return (
        f"{text}, moves {hares(moved)} and washes {hares(lost)} away." if lost else f"{text} and moves {hares(moved)}."
    )


def _added_text(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    side, kind, strewn = f
    if not strewn:
        return f"{who} chooses {KIND_NAMES[kind]}, but no hares are left."
    where = list_text([f"{cell_name(side, cell)} ({worths(one)[0]})" for cell, one in strewn])
    return f"{who} chooses {KIND_NAMES[kind]}: new hares on {where}."


def _opened_text(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    code, bunch, advanced = f
    return f"New card in the row: {card(code, advanced)}{f' with {hares(bunch)}' if bunch else ''}."


def _shuffled_text(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    row, bunches, advanced = f
    cards = [card(c, advanced) + (f" ({worths(b)[0]})" if b else "") for c, b in zip(row, bunches, strict=True)]
    return f"All cards outside the water are shuffled. New row: {list_text(cards)}."


def _last_lap_text(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    return f"Mazay comes for the last time{'' if f[0] else ': this is the last lap'}."


def _told_landed(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    bunch, face_down = f
    return (
        f"{who} lands {count_text(count(bunch), 'hare')}, face down." if face_down else f"{who} lands {hares(bunch)}."
    )


_SENTENCES: Final[dict[str, Callable[[str, tuple[Any, ...], Sequence[str]], str]]] = {
    "placed": lambda w, f, n: f"{w} launches on {cell_name(f[0], f[1])}, bow {BOW_NAMES[f[2]]}.",
    "begins": lambda w, f, n: f"{w} begins.",
    "took": lambda w, f, n: f"{w} picks up {hares(f[2])} on {cell_name(f[0], f[1])}.",
    "stole": lambda w, f, n: f"{w} steals {hares(f[1])} from {n[f[0]]}.",
    "shared": lambda w, f, n: f"{w} keeps {hares(f[1])}; {n[f[0]]} gets {hares(f[2])}.",
    "turned": lambda w, f, n: f"{w} turns to face {BOW_NAMES[f[0]]}.",
    "rowed": lambda w, f, n: f"{w} rows to {cell_name(*f)}.",
    "slipped": lambda w, f, n: f"{w} slips to {cell_name(*f)}.",
    "stopped": lambda w, f, n: f"{w} stops on {cell_name(*f)}.",
    "log": lambda w, f, n: f"A log on {cell_name(*f)} stops {w}.",
    "drifted": lambda w, f, n: f"The current carries {w} from {cell_name(f[0], f[1])} to {cell_name(f[0], f[2])}.",
    "blocked": lambda w, f, n: (
        f"The current on {cell_name(f[0], f[1])} presses {w} against the {'shore' if f[2] else 'thicket'}."
    ),
    "landed": _told_landed,
    "pulled": lambda w, f, n: f"The funnel on {cell_name(*f)} pulls {w} in.",
    "sank": lambda w, f, n: f"The swamp on {cell_name(f[0], f[1])} swallows {hares(f[2])}.",
    "no place": lambda w, f, n: f"No card can be replaced: {w} discards {with_article(card(f[0]))}.",
    "laid": _laid_text,
    "hare came": lambda w, f, n: f"The card on {cell_name(f[0], f[1])} brings {hares(f[2])}.",
    "whirled": _whirled_text,
    "sucked": lambda w, f, n: f"The swamp on {cell_name(f[0], f[1])} draws in {hares(f[2])}.",
    "cleared": lambda w, f, n: f"Removed from every {KIND_NAMES[f[0]]} card: {hares(f[1])}.",
    "opened": _opened_text,
    "mazay": lambda w, f, n: f"Mazay comes; {w} will call new hares.",
    "last lap": _last_lap_text,
    "booked": lambda w, f, n: f"{w} scores {points_of(points(f[0]))} for {hares(f[0])} ashore.",
    "added": _added_text,
    "shuffled": _shuffled_text,
    "over": lambda w, f, n: "The game is over: all rescued hares count, ashore and aboard.",
}
