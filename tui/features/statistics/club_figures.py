"""The player's results in the club, for the statistics beside those of games alone."""

import getpass
import os

import msgspec

from core import registry
from core.text import count_text
from saves import settings
from saves.club.errors import ClubError
from saves.club.member_figures import ClubFigures, member_figures
from saves.club.member_names import member_name
from saves.paths import DataPaths
from tui.club.table_lists import member_standings, readable_results
from tui.club.text import rating_text
from tui.services import Services


class ClubResults(msgspec.Struct, frozen=True):
    """The figures by game, or the error that kept them away; all empty without a club."""

    games: dict[str, ClubFigures] = {}
    error: str = ""

    def text(self, game: str) -> str:
        """Return the figures of a game in a sentence."""
        return figures_text(self.games[game])


def club_address(paths: DataPaths) -> str:
    """Return the address of the player's club; empty when there is none."""
    return os.environ.get("SAMOVAR_CLUB", "") or settings.load(paths.settings)[0].club


def load_club_figures(services: Services) -> ClubResults:
    """Read the player's club games. Blocks as long as the database takes."""
    where = club_address(services.paths)
    if not where:
        return ClubResults()
    try:
        with services.open_club(where) as club:
            me = club.name_now(member_name(getpass.getuser()))
            figures = member_figures(me, readable_results(club), member_standings(club)[0])
            return ClubResults({name: found for name, found in figures.items() if name in registry.GAME_NAMES})
    except ClubError as error:
        return ClubResults(error=str(error))
    except (OSError, KeyError):
        return ClubResults(error="Nobody knows your name in the club, so its games are not counted here.")


def figures_text(told: ClubFigures) -> str:
    """Return the figures of a game in a sentence."""
    facts = [count_text(told.games, "game"), f"{told.won} won", f"mean {told.mean:.1f}", f"best {told.best}"]
    if told.rating is not None:
        facts.append(f"rating {rating_text(told.rating)}")
    return f"In the club: {', '.join(facts)}."
