"""The news since a player's last decision: by player, in sentences, with the points gained and lost."""

from typing import NamedTuple

from core.match import Match
from core.view import SeatView


class PlayerNews(NamedTuple):
    """The news of one player: seat (None: what it means for the viewer), name, points and sentences."""

    seat: int | None
    name: str
    points: int
    sentences: list[str]


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


def news_since(match: Match, at: int, viewer: int | None, view: SeatView) -> list[PlayerNews]:  # type: ignore[type-arg]
    """Return everything from entry `at` of the log on, as the viewer may know it; players in turn order."""
    before = match.state_at(at)
    scores, earlier = match.state.shown_scores(), before.shown_scores()
    gained = [0] * len(match.seats)
    if scores is not None and earlier is not None:
        gained = [now - then for now, then in zip(scores, earlier, strict=True)]
    first = viewer if viewer is not None else 0
    order = [(first + step) % len(match.seats) for step in range(1, len(match.seats) + 1)]
    told = [
        PlayerNews(seat, match.seats[seat].name, gained[seat], _sentences(match, at, viewer, seat)) for seat in order
    ]
    found = [each for each in told if each.sentences or each.points]
    if changed := view.change_texts(before):
        found.append(PlayerNews(None, "For you", 0, changed))
    return found


def _sentences(match: Match, at: int, viewer: int | None, seat: int) -> list[str]:
    """Return what one player did, without the name before each sentence; nothing for the viewer's own seat."""
    if seat == viewer:
        return []
    entries = match.log[at:]
    events = [e for entry in entries for e in entry.events if (entry.seat if e.seat is None else e.seat) == seat]
    spoken = [match.game.describe_event(event, match.names) for event in events if event.visible_to in (None, viewer)]
    return [_without(match.seats[seat].name, sentence) for sentence in spoken]


def _without(name: str, sentence: str) -> str:
    rest = sentence.removeprefix(f"{name} ")
    return rest[:1].upper() + rest[1:]
