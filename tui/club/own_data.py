"""All data of a member, for the member: what they said and set, their keys, and their games.

Of a table that is still played, only what the member's own seat sees: neither the seed nor the log.
"""

import contextlib
from datetime import UTC, datetime
from typing import Any

import msgspec

from saves.club.blocks import blocked_by
from saves.club.errors import ClubError
from saves.club.public_keys import fingerprint
from saves.club.store import Club
from saves.files import read_bytes
from saves.match_record import encode, make_record
from saves.paths import DataPaths
from tui.club.client import open_table
from tui.club.text import seat_lines, terms_lines
from tui.plain.text import board_text, log_sentences

_ALL = 100_000


def own_data(club: Club, name: str, paths: DataPaths) -> dict[str, Any]:
    """Return everything as JSON's values."""
    member, name = club.id_of(name), club.name_now(name)
    names = [str(each) for (each,) in club.query("SELECT name FROM club_names WHERE member = ? ORDER BY name", member)]
    known = club.member(name)
    return {
        "name": name,
        "former_names": [each for each in names if each != name],
        "joined": _moment(known.joined if known is not None else 0.0),
        "keys": _keys(club, member),
        "settings": _settings(paths),
        "notices": {
            str(kind): str(mode)
            for kind, mode in club.query("SELECT kind, mode FROM club_notice_settings WHERE member = ?", member)
        },
        "muted": sorted(club.muted(name)),
        "blocked": sorted(blocked_by(club, name)),
        "talk": [
            {"table": str(table), "at": _moment(float(at)), "words": str(words)}
            for table, at, words in club.query(
                "SELECT table_id, at, words FROM club_talk WHERE author = ? ORDER BY at, number", member
            )
        ],
        "dailies": [
            msgspec.Raw(str(body).encode())
            for (body,) in club.query("SELECT body FROM club_dailies WHERE member = ? ORDER BY day, game", member)
        ],
        "finished": [_finished(club, table.id, table.made) for table in club.tables_of(name, "over", _ALL)],
        "running": [_running(club, table.id, name) for table in club.tables_of(name, "running", _ALL)],
        "waiting": [_waiting(club, table.id) for table in club.tables_of(name, "waiting", _ALL)],
    }


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds") if seconds else ""


def _keys(club: Club, member: str) -> list[dict[str, str]]:
    rows = club.query("SELECT public_key, kind, added FROM club_keys WHERE member = ? ORDER BY public_key", member)
    return [
        {
            "kind": str(kind),
            "fingerprint": fingerprint(str(key)) if kind == "ssh" else str(key),
            "added": _moment(float(added)),
        }
        for key, kind, added in rows
    ]


def _settings(paths: DataPaths) -> Any:
    with contextlib.suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(read_bytes(paths.settings))
    return {}


def _finished(club: Club, table: str, made: float) -> dict[str, Any]:
    """Return a finished match with its moves."""
    told: dict[str, Any] = {"table": table}
    with contextlib.suppress(ClubError):
        match = open_table(club, table).match
        if match is not None:
            told["match"] = msgspec.Raw(encode(make_record(match, datetime.fromtimestamp(made, UTC))))
    if result := club.results([table]).get(table):
        told["result"] = msgspec.Raw(result.encode())
    return told


def _running(club: Club, table: str, name: str) -> dict[str, Any]:
    """Return what the member's seat sees of a match that is still played."""
    told: dict[str, Any] = {"table": table}
    with contextlib.suppress(ClubError):
        projection = open_table(club, table)
        seat = next((n for n, club_seat in enumerate(projection.seats) if club_seat.belongs_to(name)), None)
        told |= {"terms": terms_lines(projection.terms, None), "seats": seat_lines(projection)}
        if projection.match is not None and seat is not None:
            told["position"] = board_text(projection.match, seat).splitlines()
            told["told"] = log_sentences(projection.match, seat)
    return told


def _waiting(club: Club, table: str) -> dict[str, Any]:
    told: dict[str, Any] = {"table": table}
    with contextlib.suppress(ClubError):
        projection = open_table(club, table)
        told |= {"terms": terms_lines(projection.terms, None), "seats": seat_lines(projection)}
    return told
