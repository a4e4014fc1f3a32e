"""What a player does with their files, and what must be left of it whatever fails: a solo match, an attempt of the day.

A scenario tells what the program has acknowledged so far: only that may be relied on after a fault.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from core import registry
from core.daily import daily_match
from core.match import Match, Seat
from core.rng import Rng
from saves import daily, settings
from saves.errors import SaveError
from saves.match_store import MatchFile, MatchStore
from saves.paths import DataPaths

DAY = date(2026, 11, 18)
#: So many moves before its end a match is saved again, move by move.
_LAST = 3
_GAME = registry.get_game("mezen")


class Acknowledged(msgspec.Struct):
    """What the program has said is saved."""

    #: Every log that was to be saved, and how many of them there were when one was saved for sure. Also a later one may
    #: be on the disk: what failed may have been the last thing to do.
    tried: list[list[str]] = []
    saved: int = 0
    is_counted: bool = False
    has_begun: bool = False
    pace: str = ""
    sentences: list[str] = []

    def hear(self, sentence: str) -> bool:
        """Note a sentence; return whether all is well."""
        if sentence:
            self.sentences.append(sentence)
        return not sentence


def random_moves(match: Match) -> Match:
    """Play a match to its end."""
    rng = Rng(3)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    return match


@cache
def _notations(is_daily: bool) -> list[str]:
    """Return the moves of a whole match."""
    begun = daily_match(_GAME, DAY, "Anna", counts=True) if is_daily else Match.new(_GAME, [Seat("Anna")], seed=4)
    return [entry.notation for entry in random_moves(begun).log if entry.origin == "chosen"]


def _steps(begun: Match) -> Iterator[None]:
    """Play a match to its end: its first moves are to be saved one by one, and its last."""
    notations = _notations(begun.is_counted_daily)
    stops = {1, 2, 3, *range(len(notations) - _LAST, len(notations) + 1)}
    for number, notation in enumerate(notations, 1):
        begun.play(notation)
        if number in stops:
            yield


def _save(match_file: MatchFile, match: Match, acknowledged: Acknowledged) -> None:
    log = [entry.notation for entry in match.log]
    acknowledged.tried.append(log)
    trouble = match_file.save(match)
    if acknowledged.hear(trouble):
        acknowledged.saved = len(acknowledged.tried)
        acknowledged.has_begun |= match.is_counted_daily
        acknowledged.is_counted |= match.is_over


def play_solo(home: Path, acknowledged: Acknowledged) -> None:
    """Play a match by oneself, name it, and change a setting."""
    paths = DataPaths.under(home)
    match = Match.new(_GAME, [Seat("Anna")], seed=4)
    with MatchStore(paths).new_file() as match_file:
        for _ in _steps(match):
            _save(match_file, match, acknowledged)
        match.undo()
        acknowledged.is_counted = False
        _save(match_file, match, acknowledged)
        try:
            acknowledged.hear(match_file.rename(match, "Sunday"))
        except SaveError as error:
            acknowledged.hear(str(error))
    if acknowledged.hear(settings.save(paths.settings, settings.Settings(pace=settings.AT_ONCE))):
        acknowledged.pace = settings.AT_ONCE
    MatchStore(paths).entries()


def play_daily(home: Path, acknowledged: Acknowledged) -> None:
    """Play the deal of a day."""
    store = MatchStore(DataPaths.under(home))
    try:
        opened = daily.attempt(store, _GAME, DAY, "Anna")
    except SaveError as error:
        acknowledged.hear(str(error))
        return
    with opened.file:
        for _ in _steps(opened.match):
            _save(opened.file, opened.match, acknowledged)


SCENARIOS: dict[str, Callable[[Path, Acknowledged], None]] = {"solo": play_solo, "daily": play_daily}


def check(name: str, home: Path, acknowledged: Acknowledged) -> None:
    """Open everything as the next start does: nothing acknowledged is lost, and the match goes on."""
    for sentence in acknowledged.sentences:
        assert re.fullmatch(r"[A-Z][^\n]*[.]", sentence) and "Errno" not in sentence and "Error" not in sentence
    paths = DataPaths.under(home)
    store = MatchStore(paths)
    entries = store.entries()
    assert not [entry.reason for entry in entries if entry.reason]
    if acknowledged.saved:
        (entry,) = entries
        opened = store.open_entry(entry)
        with opened.file:
            assert not opened.messages, opened.messages
            log = [made.notation for made in opened.match.log]
            assert log in acknowledged.tried[acknowledged.saved - 1 :], "an acknowledged move is lost"
            _go_on(opened.match, opened.file)
    elif not entries:
        with store.new_file() as match_file:
            _go_on(Match.new(_GAME, [Seat("Anna")], seed=5), match_file)
    if acknowledged.is_counted:
        assert len(store.finished()) == 1, "a result is lost, or counted twice"
    if name == "daily" and acknowledged.has_begun:
        assert daily.Journal(paths).attempt(_GAME.name, DAY).begun is not None, "the attempt is not noted"
    if acknowledged.pace:
        assert settings.load(paths.settings)[0].pace == acknowledged.pace
    assert not list(paths.matches.glob(f".{_GAME.name}*.tmp")), "something is left over"


def _go_on(match: Match, match_file: MatchFile) -> None:
    if not match.is_over:
        match.play(match.legal_moves[0])
    assert match_file.save(match) == ""
