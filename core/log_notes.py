"""Sentences for the notes in a log. Notes also come from files, so one that does not fit is shown as it is."""

from core.bots import Mixture
from core.bots.failures import trouble_text
from core.match import COULD_NOT_THINK, FITTED, TEXT, TIP, TOOK_BACK, WENT_ON, Match, Note

#: Why a match went on from its stored position.
OTHER_POSITION, BROKEN_LOG, NO_REPLAY, OTHER_RULES = "other-position", "broken-log", "no-replay", "other-rules"

_REASONS = {
    OTHER_POSITION: "its log leads to another position",
    BROKEN_LOG: "its log breaks",
    NO_REPLAY: "its log cannot be replayed",
    OTHER_RULES: "the rules of {game} have changed since it was saved",
}


def note_text(note: Note, match: Match) -> str:
    """Return a note of this match as a sentence."""
    names = dict(enumerate(match.names))
    match note.kind, *note.facts:
        case [kind, int(seat)] if kind == TOOK_BACK and seat in names:
            return f"{names[seat]} undid a move after seeing hidden information."
        case [kind, int(seat)] if kind == TIP and seat in names:
            return f"{names[seat]} asked for a tip."
        case [kind, int(seat), str(trouble), str(level)] if kind == COULD_NOT_THINK and seat in names:
            return f"{names[seat]} could not think ({trouble_text(trouble)}) and plays as {level} for now."
        case [kind, str(why)] if kind == WENT_ON and why in _REASONS:
            return went_on_text(_REASONS[why].format(game=match.game.title))
        case [kind, int(seat), str(lower), str(upper), int(percent), int(points), int(within)] if (
            kind == FITTED and seat in names
        ):
            mixture = Mixture(lower, upper, percent)
            return f"{names[seat]} plays {mixture_text(mixture)}, {_reason_text(mixture, points, within)}."
        case [kind, str(text)] if kind == TEXT:
            return text
    return " ".join(map(str, (note.kind, *note.facts)))


def mixture_text(mixture: Mixture) -> str:
    """Return how strong a bot between two levels is, after `plays`."""
    lower, upper, percent = mixture
    if percent in (0, 100):
        return f"as {upper if percent else lower}"
    return f"between {lower} and {upper} ({percent} % {upper})"


def _reason_text(mixture: Mixture, points: int, within: int) -> str:
    """Return why the mixture was chosen: for a rating with its interval, or without one (then the interval is 0)."""
    if not within:
        return "a first guess, because you have no rating here yet"
    rating = f"your rating of {points} ± {within}"
    if mixture.percent in (0, 100):
        return f"the closest there is to {rating}"
    return f"so that with {rating} you win about half of your games"


def went_on_text(reason: str) -> str:
    """Return the sentence for a match that went on from its stored position, with the reason."""
    return (
        f"{reason[0].upper()}{reason[1:]}: the match continues from its saved position;"
        " earlier moves can be read but not undone."
    )
