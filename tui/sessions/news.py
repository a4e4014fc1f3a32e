"""The news since a player's last decision: what it means for them, and a line for each other player."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.game import GameEvent
from core.match import LogEntry, Match
from core.view import SeatView

#: The names of the lines that belong to no player.
FOR_YOU, TABLE = "For you", "Table"


class NewsLine(NamedTuple):
    """One line of the news: a player (None: the viewer or the table), what happened in parts, and points gained."""

    seat: int | None
    name: str
    #: The parts of the line, the most important first; those for which there is no room are left out.
    facts: tuple[str, ...]
    points: int = 0


def last_turn_end(match: Match, seat: int | None, end: int) -> int:
    """Return where the log goes on after a seat's last complete turn; 0 before its first."""
    log = match.log
    here = end
    while here and log[here - 1].seat == seat and log[here - 1].round == match.state.round:
        here -= 1
    if here and log[here - 1].seat == seat:
        return here
    while here and log[here - 1].seat != seat:
        here -= 1
    return here


def news_since(match: Match, at: int, viewer: int | None, view: SeatView[Any]) -> list[NewsLine]:
    """Return everything from entry `at` of the log on, as the viewer may know it: for the viewer, players, table."""
    before = match.state_at(at)
    events = _known_events(match.log[at:], viewer)
    scores, earlier = match.state.shown_scores(), before.shown_scores()
    gained = [0] * len(match.seats)
    if scores is not None and earlier is not None:
        gained = [now - then for now, then in zip(scores, earlier, strict=True)]
    meaning = tuple(text.rstrip(".") for text in view.change_texts(before))
    lines = [NewsLine(None, FOR_YOU, meaning, gained[viewer] if viewer is not None else 0)]
    first = viewer if viewer is not None else 0
    for step in range(len(match.seats)):
        seat = (first + step) % len(match.seats)
        if seat != viewer:
            facts = _facts(match, view, seat, before, [event for event in events if event.seat == seat])
            lines.append(NewsLine(seat, match.seats[seat].name, facts, gained[seat]))
    lines.append(NewsLine(None, TABLE, _facts(match, view, None, before, [e for e in events if e.seat is None])))
    return [line for line in lines if line.facts or (line.points and line.seat is not None)]


def turn_news(match: Match, at: int, end: int, viewer: int | None, view: SeatView[Any]) -> NewsLine:
    """Return what the player of entry `at` of the log has done from there to entry `end`."""
    seat = match.log[at].seat
    events = [event for event in _known_events(match.log[at:end], viewer) if event.seat == seat]
    return NewsLine(seat, match.seats[seat].name, _facts(match, view, seat, match.state_at(at), events))


def _known_events(entries: Sequence[LogEntry], viewer: int | None) -> list[GameEvent]:
    events = [event for entry in entries for event in entry.events]
    return [event for event in events if event.visible_to in (None, viewer)]


def _facts(
    match: Match, view: SeatView[Any], seat: int | None, before: Any, events: Sequence[GameEvent]
) -> tuple[str, ...]:
    """Return what a player did, or what happened at the table; of a game that does not say it, in its sentences."""
    if not events:
        return ()
    facts = view.turn_facts(seat, before, events)
    if not facts:
        spoken = [match.game.describe_event(event, match.names) for event in events]
        facts = [_without(match.seats[seat].name, sentence) if seat is not None else sentence for sentence in spoken]
    return tuple(fact.rstrip(".") for fact in facts)


def _without(name: str, sentence: str) -> str:
    return sentence.removeprefix(f"{name} ")
