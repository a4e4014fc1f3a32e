"""The reviews of a player's matches, each in a file beside the matches, and resumed where they stopped.

    review = ReviewStore(store.paths).load(entry.slug, match, depth)    # what is done; empty when it no longer fits
    trouble = reviews.save(entry.slug, review)                          # after every turn; a sentence on failure

A review can be computed again at any time, so a file with anything wrong counts as none.
"""

import contextlib
from pathlib import Path

import msgspec

from core.match import Match
from core.review.comparison import Depth
from core.review.record import Review, ReviewedTurn, fingerprint
from core.review.turns import split_turns
from saves.files import read_bytes, write_cache
from saves.first_release_labels import reason_of
from saves.paths import DataPaths, make_private
from saves.sanitize import one_line

_decoder = msgspec.json.Decoder(Review)


def _with_facts(match: Match, reviewed: ReviewedTurn) -> ReviewedTurn:
    """Return the turn with a reason that can be shown: as facts, where the first release stored it in known words."""
    reason = reviewed.reason
    if isinstance(reason, str):
        facts = reason_of(match.game.name, reason)
        return msgspec.structs.replace(reviewed, reason=one_line(reason) if facts is None else facts)
    shown = tuple(msgspec.structs.replace(each, feature=one_line(each.feature)) for each in reason)
    return msgspec.structs.replace(reviewed, reason=shown)


class ReviewStore:
    """The reviews of a player's matches."""

    def __init__(self, paths: DataPaths) -> None:
        self._folder = paths.reviews
        self._quota = paths.quota

    def load(self, slug: str, match: Match, depth: Depth) -> Review:
        """Return what is done of the review of a match; an empty review when there is none or it no longer fits."""
        kept = self._read(slug)
        if kept is None or not kept.fits(match, depth):
            return Review.of(match, depth)
        there = split_turns(match, range(len(match.seats)))
        kept.key = kept.key or fingerprint(match)
        kept.turns = [_with_facts(match, reviewed) for reviewed in kept.turns if reviewed.turn in there]
        return kept

    def save(self, slug: str, review: Review) -> str:
        """Write a review; return a sentence when that failed."""
        try:
            make_private(self._folder)
            write_cache(self._path(slug), msgspec.json.encode(review), self._quota)
        except OSError as error:
            return f"The review could not be saved ({one_line(error.strerror or str(error))})."
        return ""

    def delete(self, slug: str) -> None:
        """Delete the review of a deleted match."""
        with contextlib.suppress(OSError):
            self._path(slug).unlink()

    def _path(self, slug: str) -> Path:
        return self._folder / f"{slug}.json"

    def _read(self, slug: str) -> Review | None:
        with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return _decoder.decode(read_bytes(self._path(slug), follow=False))
        return None
