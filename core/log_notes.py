"""Sentences for the notes in a log. Notes also come from files, so one that does not fit is shown as it is."""

from core.bots.failures import trouble_text
from core.match import COULD_NOT_THINK, TEXT, TIP, TOOK_BACK, WENT_ON, Match, Note

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
        case [kind, str(text)] if kind == TEXT:
            return text
    return " ".join(map(str, (note.kind, *note.facts)))


def went_on_text(reason: str) -> str:
    """Return the sentence for a match that went on from its stored position, with the reason."""
    return (
        f"{reason[0].upper()}{reason[1:]}: the match continues from its saved position;"
        " earlier moves can be read but not undone."
    )
