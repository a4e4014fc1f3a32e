"""The facts of a match in a version: numbers and notations, to compare with those of later versions.

What people read is apart from it (`shown`), because sentences are made when they are read: only this module asks for
them.
"""

from typing import Any

from core.errors import GameError
from core.log_notes import note_text
from core.match import Match

#: So many times a move is taken back.
_BACK = 4


def facts(match: Match) -> dict[str, Any]:
    """Where a match stands, how it came there, and what can be done."""
    state = match.state
    found: dict[str, Any] = {
        "game": match.game.name,
        "edition": match.game.edition,
        "options": match.setup.options,
        "players": match.names,
        "levels": [seat.level for seat in match.seats],
        "habits": [seat.habits for seat in match.seats],
        "past": len(match.archived_moves),
        "moves": len(match.log),
        "seats": "".join(str(entry.seat) for entry in match.log),
        "notes": [note.at for note in match.notes],
        "round": state.round,
        "turn": state.actor,
        "scores": state.scores(),
        "points": list(state.breakdown().values()),
        "undo": steps_back(match),
    }
    if match.is_over:
        return {**found, "ranking": state.ranking()}
    return {**found, "decision": state.prompt.kind, "legal": " ".join(move.notation for move in match.legal_moves)}


def steps_back(match: Match) -> list[int]:
    """How many moves are left after one is taken back, after two, and so on; afterwards all are there again."""
    found: list[int] = []
    end, notes = len(match.log), list(match.notes)
    while len(found) < _BACK:
        try:
            match.undo()
        except GameError:
            break
        found.append(len(match.log))
    while len(match.log) < end:
        match.redo()
    match.notes = notes
    return found


def finished_facts(game: Any) -> dict[str, Any]:
    """What a line of the finished games says in numbers."""
    return {
        "match": game.match,
        "started": game.started.isoformat(),
        "game": game.game,
        "edition": game.edition,
        "options": game.options,
        "players": [[seat.name, seat.kind, seat.level] for seat in game.seats],
        "moves": game.moves,
        "scores": game.scores,
        "ranking": game.ranking,
    }


def shown(match: Match) -> dict[str, Any]:
    """The sentences and labels that a player reads of it."""
    found: dict[str, Any] = {"notes": [note_text(note, match) for note in match.notes]} if match.notes else {}
    labels = match.game.labels()
    if match.is_over:
        found |= {
            "sources": [labels.source(name) for name in match.state.breakdown()],
            "verdict": match.state.outcome_text(),
        }
        found |= {"title": labels.title(match.state.solo_title())} if len(match.seats) == 1 else {}
    return found
