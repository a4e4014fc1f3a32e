"""With whom a member has played, so that lists show these people first."""

from collections.abc import Iterable, Mapping

from saves.club.member_names import casefolded
from saves.club.store import Club


def companions(club: Club, member: str) -> dict[str, int]:
    """Return the casefolded names of those with whom a member has sat at tables, and at how many."""
    directory = club.directory
    rows = club.query(
        "SELECT other.member, COUNT(*) FROM club_places own JOIN club_places other ON other.table_id = own.table_id"
        " WHERE own.member = ? AND other.member <> own.member AND own.state <> 'waiting'"
        " GROUP BY other.member",
        directory.key_of(member),
    )
    return {casefolded(directory.name_of(str(other))): int(tables) for other, tables in rows}


def known_first(names: Iterable[str], tables: Mapping[str, int]) -> list[str]:
    """Sort names: first those with whom one has played most."""
    return sorted(names, key=lambda name: (-tables.get(casefolded(name), 0), casefolded(name)))
