"""Which member is meant by a name: everybody's id, every name that they have had, and what they are called today.

Rows of a club hold ids. Above the store everybody goes by today's name; rows and logs from before members had ids, and
whoever still knows somebody by a former name, are understood, too.
"""

import secrets
from collections.abc import Callable, Mapping

import msgspec

from saves.club.database.protocol import Transaction, Value
from saves.club.member_names import casefolded
from saves.club.terms import TableHead, Terms

#: What an id begins with, as no name does.
_SIGN = "@"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
#: The letters of an id: with its sign it is as short as a name may be, because JSON holds it in place of one.
_LENGTH = 14
#: The version of a directory that has not been read.
_UNREAD = -1


class MemberDirectory:
    """The members as of one moment."""

    def __init__(
        self, version: Value = _UNREAD, ids: Mapping[str, str] | None = None, names: Mapping[str, str] | None = None
    ) -> None:
        #: Raised with every change of a name.
        self.version = version
        self._ids = dict(ids or {})
        self._names = dict(names or {})
        self._known: dict[str, str] = {}

    def find(self, name: str) -> str | None:
        """Return the id of the member who has, or had, this name, in any spelling; None for nobody's name."""
        if is_id(name):
            return name
        return self._ids.get(casefolded(name))

    def key_of(self, name: str) -> str:
        """Return what rows call a member: the id, or the casefolded name of somebody who is no member yet."""
        return self.find(name) or casefolded(name)

    def written(self, name: str) -> str:
        """Return what JSON and logs call a member: the id, or the name of somebody who is no member yet."""
        return self.find(name) or name

    def name_of(self, stored: str) -> str:
        """Return what a member is called, by the id or by a former name; any other text is returned as it is."""
        if (known := self._known.get(stored)) is None:
            known = self._known[stored] = self._names.get(self.find(stored) or "", stored)
        return known

    def joined_by(self, newer: "MemberDirectory") -> "MemberDirectory":
        """Return the directory with everybody who is new, while those who were known keep their names."""
        return MemberDirectory(newer.version, newer._ids, {**newer._names, **self._names})

    # JSON

    def with_ids(self, terms: Terms) -> Terms:
        """Return terms as they are stored."""
        return _renamed(terms, self.written)

    def with_names(self, terms: Terms) -> Terms:
        """Return stored terms as they are shown."""
        return _renamed(terms, self.name_of)

    def head_with_ids(self, head: TableHead) -> TableHead:
        """Return a head as it is stored."""
        return _renamed_head(head, self.written)

    def head_with_names(self, head: TableHead) -> TableHead:
        return _renamed_head(head, self.name_of)

    def position_with_ids(self, stored: str) -> str:
        """Return a snapshot of a table as it is stored."""
        return _renamed_snapshot(stored, self.written)

    def position_with_names(self, stored: str) -> str:
        return _renamed_snapshot(stored, self.name_of)

    def result_with_ids(self, record: str) -> str:
        """Return the result of a match as it is stored."""
        return _renamed_result(record, self.written)

    def result_with_names(self, record: str) -> str:
        return _renamed_result(record, self.name_of)


def is_id(text: str) -> bool:
    return text.startswith(_SIGN)


def new_id() -> str:
    """Return the id of a new member."""
    return _SIGN + "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def read_directory(transaction: Transaction, version: Value) -> MemberDirectory:
    """Read the directory; a row that is damaged belongs to nobody."""
    names: dict[str, str] = {}
    ids: dict[str, str] = {}
    for member, name, former in transaction.rows("SELECT id, name, former FROM club_members"):
        if isinstance(former, int) and former > 0:
            names[str(member)] = f"former member {former}"
            ids[names[str(member)]] = str(member)
        elif isinstance(name, str):
            names[str(member)] = name
    rows = transaction.rows("SELECT folded, member FROM club_names")
    return MemberDirectory(version, ids | {str(folded): str(member) for folded, member in rows}, names)


def _renamed(terms: Terms, name: Callable[[str], str]) -> Terms:
    places = tuple(
        target if target.level or not target.name else msgspec.structs.replace(target, name=name(target.name))
        for target in terms.places
    )
    return msgspec.structs.replace(terms, host=name(terms.host), places=places)


def _renamed_head(head: TableHead, name: Callable[[str], str]) -> TableHead:
    """Rename the members in a head; the name at a seat may also be a bot's, which no member has."""
    renamed = {known: name(known) for known in {*head.members, head.host} if known}

    def all_of(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(renamed.get(known, known) for known in names)

    return msgspec.structs.replace(
        head,
        seats=all_of(head.seats),
        members=all_of(head.members),
        turn=all_of(head.turn),
        host=renamed.get(head.host, ""),
        awaited=tuple(
            msgspec.structs.replace(each, member=renamed.get(each.member, each.member)) for each in head.awaited
        ),
        ending=all_of(head.ending),
        answers=all_of(head.answers),
    )


def _renamed_snapshot(stored: str, name: Callable[[str], str]) -> str:
    """Rename the members in the JSON of a snapshot; what cannot be read stays as it is, for those who will say so."""
    try:
        fields = msgspec.json.decode(stored, type=dict[str, msgspec.Raw])
        chairs = msgspec.json.decode(fields["chairs"], type=list[dict[str, msgspec.Raw]])
        stood_in = msgspec.json.decode(fields["stood_in"], type=list[str])
        for chair in chairs:
            if "member" in chair:
                chair["member"] = _raw(name(msgspec.json.decode(chair["member"], type=str)))
    except (msgspec.DecodeError, KeyError, RecursionError, UnicodeError):
        return stored
    return msgspec.json.encode({**fields, "chairs": chairs, "stood_in": sorted(map(name, stood_in))}).decode()


def _renamed_result(record: str, name: Callable[[str], str]) -> str:
    """Rename the members in the JSON of a result; bots have a level."""
    try:
        fields = msgspec.json.decode(record, type=dict[str, msgspec.Raw])
        players = msgspec.json.decode(fields["players"], type=list[dict[str, msgspec.Raw]])
        for player in players:
            if "level" not in player:
                player["name"] = _raw(name(msgspec.json.decode(player["name"], type=str)))
    except (msgspec.DecodeError, KeyError, RecursionError, UnicodeError):
        return record
    return msgspec.json.encode({**fields, "players": players}).decode()


def _raw(text: str) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(text))
