"""A club with tables in every state, of every game, as this version leaves it.

A table whose client was killed has events in its log that the stored position does not include.
"""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from core import registry
from core.rng import Rng
from saves.club.events import (
    ClubEvent,
    EndingProposed,
    MemberGotUp,
    MemberSatDown,
    MoveChosen,
    MovePrepared,
    MoveTakenBack,
    SeatFilled,
    SeatHandedOver,
    TableCalledOff,
    new_id,
)
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from tests.saves.stored.facts import facts

DAY = date(2026, 11, 16)
#: After so many seconds a seat may be given to a bot, where that is allowed at all.
_LIMIT = 0.001
_KEYS = {name: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{name * 4}" for name in ("anna", "boris", "vera")}


class Shared:
    """A table of a club, and one client that writes all of its events."""

    def __init__(self, club: Club, terms: Terms, seed: int) -> None:
        self.club = club
        self.id = club.new_table(terms, seed)
        self.table = TableProjection(club.terms(self.id), club.seed(self.id))
        self.luck = Rng(seed)
        self.keep()

    def add(self, author: str, event: ClubEvent, keep: bool = True) -> None:
        """Append an event, and save what it has led to, unless the process is killed in between."""
        assert self.club.append(self.id, self.table.length, event, author)
        assert self.table.fold(self.club.events(self.id, self.table.length)), event
        if keep:
            self.keep()

    def keep(self) -> None:
        self.club.save_head(self.id, self.table.length, self.table.head(), self.table.snapshot())

    def sit(self, *names: str, keep: bool = True) -> None:
        for name in names:
            seat = next(seat for seat, club_seat in enumerate(self.table.seats) if club_seat.may_be_taken_by(name))
            self.add(name, MemberSatDown(new_id(), seat), keep)

    def play(self, moves: int = 10_000, keep: bool = True) -> None:
        """Play moves of seats that can decide, also before their turn, up to the end of the match."""
        for _ in range(moves):
            if not self.table.turn:
                break
            seat = self.luck.choice(self.table.turn)
            author = self.table.seats[seat].member or self.table.terms.host
            ahead = self.table.early_match(seat)
            match = self.table.match if ahead is None else ahead
            assert match is not None
            move = self.luck.choice(list(match.legal_moves)).notation
            self.add(author, (MoveChosen if ahead is None else MovePrepared)(new_id(), seat, move), keep=False)
        if keep:
            self.keep()

    def take_back(self) -> None:
        """Somebody takes back a move, if anybody can; then the match goes on."""
        for seat, club_seat in enumerate(self.table.seats):
            taken = self.table.last_of(seat) if club_seat.sits else None
            if taken is not None:
                self.add(club_seat.member, MoveTakenBack(new_id(), seat, taken))
                return

    def finish(self, keep: bool = True) -> None:
        """Play to the end, and count it."""
        from saves.club.game_results import finished_game

        self.play(keep=keep)
        assert self.table.ended == "played"
        if keep:
            self.club.finish(self.id, finished_game(self.table))


def write_club(path: Path) -> dict[str, Any]:
    """The club as SQL; what this version says of its tables."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "club.db")
        with Club.open(f"sqlite:///{file}") as club:
            index = _filled(club)
        path.parent.mkdir(parents=True, exist_ok=True)
        with sqlite3.connect(file) as connection:
            path.write_text("\n".join(connection.iterdump()) + "\n", "utf-8")
        connection.close()
    return index


def _filled(club: Club) -> dict[str, Any]:
    for name, key in _KEYS.items():
        club.admit(name, key)
    club.admit("gleb")
    club.dismiss("gleb")
    club.mute("boris", "vera")
    tables = {}
    folders = {name: _folder(club, name) for name in ("anna", "boris")}
    for number, game in enumerate(registry.GAME_NAMES):
        for kind, make in _KINDS.items():
            if not _is_wanted(game, kind):
                continue
            shared = Shared(club, _terms(game, kind), 400 + number)
            make(shared)
            tables[shared.id] = {"kind": kind, **_table_facts(shared)}
    return {
        "members": [member.name for member in club.members()],
        "folders": folders,
        "tables": tables,
        **_counted(club),
    }


def _folder(club: Club, name: str) -> str:
    """Return the name of a member's folder on a server; empty where there is none yet."""
    if find_spec("saves.club.auth") is None:
        return ""
    from saves.club.auth import Authenticator

    return Authenticator(club).folder(name)


def _is_wanted(game: str, kind: str) -> bool:
    """The first clubs counted no finished games; and of long logs that nobody counted a few are enough."""
    if kind == "killed-at-the-end" and game not in ("mezen", "mazaytsy"):
        return False
    return find_spec("saves.club.game_results") is not None or kind not in ("finished", "killed-at-the-end")


def _terms(game: str, kind: str) -> Terms:
    """Return terms for two members and perhaps a bot; a table that waits has an open seat, too."""
    names = ("anna", "") if kind == "filled-up" else ("anna", "boris")
    targets = [SeatTerms(name) for name in names]
    if kind == "waiting":
        targets.insert(1, SeatTerms())
    if kind in ("running", "killed"):
        targets.append(SeatTerms("Novice", "novice"))
    limit = _LIMIT if kind == "handed-over" else 0.0
    return Terms(game, registry.get_game(game).edition, "anna", tuple(targets), limit=limit, tips=kind == "agreed")


# The states of a table


def _running(shared: Shared) -> None:
    shared.sit("boris")
    shared.play(20)
    shared.take_back()
    shared.play(5)
    shared.club.talk.add(shared.id, "anna", "Good luck!", new_id())
    shared.club.talk.add(shared.id, "boris", "You will need it.", new_id())


def _killed(shared: Shared) -> None:
    """Leave two more events in the log than the saved position includes."""
    shared.sit("boris")
    shared.play(20)
    shared.play(2, keep=False)


def _killed_at_the_start(shared: Shared) -> None:
    """Leave a match that has begun, while lists say that the table waits."""
    shared.sit("boris", keep=False)


def _killed_at_the_end(shared: Shared) -> None:
    """The match is over, and nobody has counted it."""
    shared.sit("boris")
    shared.play(5)
    shared.finish(keep=False)


def _waiting(shared: Shared) -> None:
    shared.sit("vera")
    shared.add("vera", MemberGotUp(new_id(), 1, ""))


def _finished(shared: Shared) -> None:
    shared.sit("boris")
    shared.finish()
    shared.club.talk.add(shared.id, "boris", "Again?", new_id())


def _agreed(shared: Shared) -> None:
    shared.sit("boris")
    shared.play(4)
    shared.add("anna", EndingProposed(new_id(), True))
    shared.add("boris", EndingProposed(new_id(), True))


def _called_off(shared: Shared) -> None:
    shared.add("anna", TableCalledOff(new_id()))


def _left(shared: Shared) -> None:
    """A bot sits in for somebody who got up."""
    shared.sit("boris")
    shared.play(6)
    shared.add("boris", MemberGotUp(new_id(), 1, "adept"))
    shared.play(3)


def _handed_over(shared: Shared) -> None:
    shared.sit("boris")
    shared.play(6)
    match = shared.table.match
    assert match is not None and match.state.actor is not None
    late = match.state.actor
    time.sleep(20 * _LIMIT)  # on the club's clock, which may count in milliseconds
    shared.add(("boris", "anna")[late], SeatHandedOver(new_id(), late, "novice"))


def _filled_up(shared: Shared) -> None:
    """The host gave the free seat to a bot."""
    shared.add("anna", SeatFilled(new_id(), 1, "novice"))
    shared.play(8)


_KINDS: dict[str, Callable[[Shared], None]] = {
    "waiting": _waiting,
    "running": _running,
    "killed": _killed,
    "killed-at-the-start": _killed_at_the_start,
    "killed-at-the-end": _killed_at_the_end,
    "finished": _finished,
    "agreed": _agreed,
    "called-off": _called_off,
    "left": _left,
    "handed-over": _handed_over,
    "filled-up": _filled_up,
}


# What this version says of it


def _table_facts(shared: Shared) -> dict[str, Any]:
    table, club = shared.table, shared.club
    return {
        **table_facts(table),
        "kept": club.stored(shared.id).length,
        "talk": [[remark.author, remark.words] for remark in club.talk.messages(shared.id)],
    }


def table_facts(table: TableProjection) -> dict[str, Any]:
    """What the log has led to."""
    return {
        "game": table.game.name,
        "edition": table.edition,
        "lines": table.length,
        "state": table.state,
        "ended": table.ended,
        "names": [club_seat.name for club_seat in table.seats],
        "levels": [club_seat.level for club_seat in table.seats],
        "sits": [club_seat.sits for club_seat in table.seats],
        "stood_in": sorted(table.stood_in),
        "turns": table.turn,
        "prepared": [table.prepared(seat) for seat in range(len(table.seats))],
        "back": [table.last_of(seat) for seat in range(len(table.seats))],
        "match": facts(table.match) if table.match is not None else None,
    }


def _counted(club: Club) -> dict[str, Any]:
    """The finished games as ratings know them, and how members did with the deals of a day; as far as there are any."""
    found: dict[str, Any] = {"finished": {}, "dailies": {}}
    if find_spec("saves.club.game_results"):
        from saves.club.game_results import read_finished

        games = {each.table: read_finished(each.record) for each in club.finished()}
        found["finished"] = msgspec.to_builtins(games)
    if find_spec("saves.club.daily_results"):
        found["dailies"] = _dailies(club)
    return found


def _dailies(club: Club) -> dict[str, Any]:
    from saves.club.daily_results import daily_standings, publish
    from saves.daily import DailyResult

    publish(club, "anna", [DailyResult(DAY, "mezen", 61, [30, 31], 1, 1, "Apprentice")])
    publish(club, "boris", [DailyResult(DAY, "mezo", 40, [20, 20], 2, 3)])
    return {
        game: [[each.member, each.result.points, each.result.place] for each in all_]
        for game, all_ in daily_standings(club, DAY).items()
    }
