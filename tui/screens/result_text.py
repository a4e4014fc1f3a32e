"""Sentences on a result: who won and by what, what a player can be proud of, and one thing to try."""

from core.lessons.course import load
from core.lessons.first_game_feedback import weakest_source
from core.match import Match
from core.text import list_text


def headline(match: Match) -> str:
    """Return who has won and how clearly; empty in a solo game, whose outcome says it all."""
    if len(match.seats) == 1:
        return ""
    state, unit = match.state, match.game.unit
    places, scores = state.ranking(), state.scores()
    names = list_text([match.seats[seat].name for seat in places[0]])
    if len(places) == 1:
        return f"{names} share the victory!"
    first, second = scores[places[0][0]], max(scores[seat] for seat in places[1])
    verb = "wins" if len(places[0]) == 1 else "win"
    return f"{names} {verb} with {first} {unit} to {second}!" if first > second else f"{names} {verb}!"


def praise(match: Match, seat: int) -> str:
    """Tell a player what brought the most compared with the others; empty where that is nothing."""
    found = match.state.breakdown()
    told = load(match.game).sources
    ahead = {
        source: points[seat] - max((other for each, other in enumerate(points) if each != seat), default=0)
        for source, points in found.items()
        if source in told and points[seat] > 0
    }
    if not ahead:
        return ""
    best = max(ahead, key=lambda source: ahead[source])
    points = found[best][seat]
    if len(match.seats) == 1:
        return f"Most came from {told[best].most}: {points} {match.game.unit}."
    if ahead[best] <= 0:
        return ""
    others = points - ahead[best]
    compared = f"the others at most {others}" if others > 0 else "the others none"
    return f"{_sentence(told[best].most)} brought you {points} {match.game.unit}, {compared}."


def advice(match: Match, seat: int) -> str:
    """Return one thing to try next time, by the source of points in which a seat was furthest behind."""
    source = weakest_source(match.game, match.state, seat)
    return f"{_sentence(load(match.game).sources[source].next)}." if source else ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
