"""The options `--like` and `--from` of `samovar play`: deal a match again, or go on from one of its moves."""

from typing import TYPE_CHECKING

import click

from core import registry
from core.match import Match
from core.text import count_text, list_text
from saves.history.fitting import fit_bots
from saves.match_store import MatchStore, read_match
from tui.cli.arguments import read_seats

if TYPE_CHECKING:
    from core.match import Seat


def branch_match(
    store: MatchStore,
    game: str | None,
    like: str | None,
    branch: str | None,
    seats: str | None,
    dealt: list[str],
    player_name: str = "",
) -> Match:
    """Return the new match. `dealt` names the given options that are not allowed, as the other match decides them;
    `player_name` is who types, where that is known.
    """
    if like is not None and branch is not None:
        raise click.UsageError("--like plays the deal again and --from plays on from a move: choose one.")
    if dealt:
        which = "--like" if like is not None else "--from"
        raise click.UsageError(f"With {which} {list_text(dealt)} comes from the other match; leave it out.")
    name, _, move = (like, "", "0") if like is not None else (branch or "").rpartition(":")
    if not name:
        raise click.UsageError("Write --from NAME:MOVE, such as --from Sunday:12.")
    entry = store.find(name)
    match = read_match(entry.path).match
    if game is not None and registry.get_game(game) is not match.game:
        raise click.UsageError(
            f"{entry.name} is a match of {match.game.title}, not of {registry.get_game(game).title}."
        )
    if match.is_counted_daily and not match.is_over:
        raise click.UsageError(f"{entry.name} is a counted daily attempt: you can practise its deal when it is over.")
    at = _move(move, entry.name, match)
    named = _seats(seats, match, entry.name, player_name)
    fitted = fit_bots(store.paths, match.game, match.seats if named is None else named)
    found = match.branch(at, fitted.seats)
    fitted.record(found)
    return found


def _move(text: str, name: str, match: Match) -> int:
    """Return the number of moves after which the new match goes on."""
    last = len(match.log)
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= last):
        raise click.UsageError(
            f"{name} has {count_text(last, 'move')}: write --from {name}:MOVE with a number from 0 to {last}."
        )
    if int(text) == last and match.is_over:
        raise click.UsageError(f"{name} is over after move {last}: choose one before it.")
    return int(text)


def _seats(text: str | None, match: Match, name: str, player_name: str) -> "list[Seat] | None":
    """Return the seats that are named, as many as in the other match; None for the same players."""
    if text is None:
        return None
    seats = read_seats(text, player_name=player_name)
    if len(seats) != len(match.seats):
        there = count_text(len(match.seats), "seat")
        raise click.UsageError(f"{name} has {there}, and the same deal needs as many; --seats names {len(seats)}.")
    return seats
