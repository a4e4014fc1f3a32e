"""What a player reads of the files in a folder: sentences and labels, which later versions show of these files, too."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from core import registry
from core.review.record import Review
from core.turn_reasons import reason_text
from saves.daily import Attempt, Journal
from saves.history.finished import FinishedGame
from saves.match_store import MatchStore, read_match
from saves.paths import DataPaths
from saves.reviews import ReviewStore
from tests.saves.stored.facts import shown
from tests.saves.stored.practice import DEPTH


def all_shown(folder: Path) -> dict[str, Any]:
    """What this version shows of a folder."""
    with tempfile.TemporaryDirectory() as place:
        home = Path(place, "home")
        shutil.copytree(folder / "home", home)
        return home_shown(DataPaths.under(home))


def home_shown(paths: DataPaths) -> dict[str, Any]:
    """What is shown of a player's folder."""
    reviews = {path.stem: review(paths, path.stem) for path in _files(paths.reviews)}
    return {
        "matches": {path.stem: told for path in _files(paths.matches) if (told := match_shown(path))},
        "finished": {game.match: told for game in MatchStore(paths).finished() if (told := finished_shown(game))},
        "reviews": {slug: reasons(slug, kept) for slug, kept in reviews.items()},
        "daily": {
            f"{name} {day}": titles(name, known)
            for name, days in Journal(paths).days().items()
            for day, known in days.items()
            if known.result is not None
        },
    }


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def match_shown(path: Path) -> dict[str, Any]:
    """What is shown of a match; of its notes, those that are in the file."""
    match = read_match(path).match
    del match.notes[len(msgspec.json.decode(path.read_bytes()).get("notes", [])) :]
    return shown(match)


def review(paths: DataPaths, slug: str) -> Review:
    """As much of the review of a match as is kept."""
    return ReviewStore(paths).load(slug, read_match(paths.matches / f"{slug}.json").match, DEPTH)


def finished_shown(game: FinishedGame) -> dict[str, Any]:
    """The title, and where the points came from, in versions that kept them."""
    labels = registry.get_game(game.game).labels()
    title = {"title": labels.title(game.title)} if game.title else {}
    sources = {labels.source(name): msgspec.to_builtins(each) for name, each in game.sources.items()}
    return {**title, "sources": sources} if sources else title


def reasons(slug: str, kept: Review) -> list[str]:
    """Why other turns would have been better; the game is the first word of the file's name."""
    labels = registry.get_game(slug.partition("-")[0]).labels()
    told = [reviewed.reason for reviewed in kept.turns]
    return [reason if isinstance(reason, str) else reason_text(labels, reason) for reason in told]


def titles(game: str, known: Attempt) -> list[str]:
    """The title that was reached, and the master's."""
    labels = registry.get_game(game).labels()
    return [labels.title(result.title) if result is not None else "" for result in (known.result, known.master)]
