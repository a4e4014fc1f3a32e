"""The members of a club and their keys, for a server that must know who connects.

auth = Authenticator(club)
auth.key_status(key, "anna")             # whose key it is, whether it is barred, whether the name is taken
auth.join("anna", key)                   # a new member
word = auth.new_link_code("anna")        # a word that gives Anna one more key, for ten minutes
auth.use_link_code(word, other_key)      # "anna"; the word is used up
"""

import hashlib
import secrets

import msgspec

from saves.club.database.protocol import Transaction
from saves.club.errors import ClubRefusedError
from saves.club.member_names import casefolded, member_name, new_member_name
from saves.club.membership import add_member, rename_member
from saves.club.store import Club

#: The seconds for which a link code is valid.
LINK_SECONDS = 600.0
#: Sixteen of these 32 letters are 80 random bits.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_WORD_LENGTH = 16


class KeyStatus(msgspec.Struct, frozen=True):
    """What the club knows of a key, and of the name with which it connects."""

    owner: str
    is_barred: bool
    name_is_taken: bool


class Authenticator:
    """Say whose key it is and what it may do; add and remove members' keys."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def key_status(self, key: str, name: str) -> KeyStatus:
        owner = self._club.owner_of(key)
        barred = self._club.query("SELECT 1 FROM club_barred WHERE public_key = ?", key)
        taken = self._club.query("SELECT 1 FROM club_names WHERE folded = ?", casefolded(name))
        return KeyStatus(owner or "", bool(barred), bool(taken))

    def name_refusal(self, name: str) -> str:
        """Say why somebody new cannot have this name; empty when they can."""
        try:
            new_member_name(name, [str(known) for (known,) in self._club.query("SELECT name FROM club_names")])
        except ClubRefusedError as refused:
            return str(refused)
        return ""

    def new_name_refusal(self, name: str) -> str:
        """Say why somebody new cannot have a name that they have typed; empty when they can."""
        try:
            wanted = member_name(name)
        except ClubRefusedError as refused:
            return str(refused)
        if self._club.query("SELECT 1 FROM club_names WHERE folded = ?", casefolded(wanted)):
            return f"{wanted} belongs to another member; choose another name."
        return self.name_refusal(wanted)

    def join(self, name: str, key: str) -> str:
        """Register a free name and a new key as a member; return the name."""
        wanted = member_name(name)
        with self._club.transaction() as transaction:
            _must_be_new(transaction, key)
            if transaction.rows("SELECT 1 FROM club_names WHERE folded = ?", casefolded(wanted)):
                raise ClubRefusedError(f"{wanted} has just been taken by somebody else.")
            _add_key(transaction, add_member(transaction, wanted), key)
        return wanted

    def rename(self, name: str, wanted: str) -> str:
        """Give a member another name; return it as the club writes it. The former name stays theirs."""
        written, member = member_name(wanted), self._club.id_of(name)
        with self._club.transaction() as transaction:
            rename_member(transaction, member, written)
            self._club.wake_lobby(transaction)
        return written

    def folder(self, name: str) -> str:
        """Return the name of this member's folder: random, and always the same."""
        member = self._club.id_of(name)
        with self._club.transaction() as transaction:
            transaction.run(
                "UPDATE club_members SET folder = ? WHERE id = ? AND folder = ''", secrets.token_hex(16), member
            )
            ((found,),) = transaction.rows("SELECT folder FROM club_members WHERE id = ?", member)
        return str(found)

    def dismissed(self) -> frozenset[str]:
        """Return the casefolded names, also former ones, of members who were dismissed or have left."""
        return frozenset(
            str(name)
            for (name,) in self._club.query(
                "SELECT folded FROM club_names JOIN club_members ON member = id WHERE dismissed = 1 OR former > 0"
            )
        )

    def remove_key(self, name: str, key: str) -> None:
        """Remove a member's key, unless it is the last one."""
        member = self._club.id_of(name)
        with self._club.transaction() as transaction:
            ((keys,),) = transaction.rows("SELECT COUNT(*) FROM club_keys WHERE member = ?", member)
            if int(keys) < 2:
                raise ClubRefusedError("This is your only key: without it you could not log in.")
            if not transaction.run("DELETE FROM club_keys WHERE member = ? AND public_key = ?", member, key):
                raise ClubRefusedError("You have no such key.")

    # One more key

    def new_link_code(self, name: str, by_operator: bool = False) -> str:
        """Return a word that gives this member one more key; the word before it gives none any more.

        The operator's gives it also to a member who has as many as there may be, all of which may be lost.
        """
        letters = [secrets.choice(_LETTERS) for _ in range(_WORD_LENGTH)]
        member = self._club.id_of(name)
        word = "-".join("".join(letters[at : at + 4]) for at in range(0, _WORD_LENGTH, 4))
        with self._club.transaction() as transaction:
            now = transaction.now()
            if not by_operator:
                self._must_have_room(transaction, member)
            transaction.run(
                "DELETE FROM club_links WHERE until <= ? OR until > ? OR member = ?",
                now,
                now + LINK_SECONDS,
                member,
            )
            transaction.run(
                "INSERT INTO club_links (digest, member, until) VALUES (?, ?, ?)",
                _digest(word, by_operator),
                member,
                now + LINK_SECONDS,
            )
        return word

    def has_link_codes(self) -> bool:
        """Whether any link code is still good."""
        now = self._club.now()
        # One that is valid for longer than its term is from before the clock was set back.
        found = self._club.query("SELECT 1 FROM club_links WHERE until > ? AND until <= ?", now, now + LINK_SECONDS)
        return bool(found)

    def use_link_code(self, word: str, key: str) -> str:
        """Give the key to the member who asked for this word, and delete the word; return the member's name."""
        with self._club.transaction() as transaction:
            _must_be_new(transaction, key)
            now = transaction.now()
            found = transaction.rows(
                "SELECT id, name, digest FROM club_links JOIN club_members ON member = id"
                " WHERE digest IN (?, ?) AND until > ? AND until <= ? AND dismissed = 0",
                _digest(word),
                _digest(word, by_operator=True),
                now,
                now + LINK_SECONDS,
            )
            if not found:
                raise ClubRefusedError(
                    "This link code does not work: it has been used, a newer one has replaced it, it is older than ten"
                    " minutes, or it is mistyped."
                )
            member, name, digest = map(str, found[0])
            if digest != _digest(word, by_operator=True):
                self._must_have_room(transaction, member)
            transaction.run("DELETE FROM club_links WHERE digest = ?", digest)
            _add_key(transaction, member, key)
        return name

    def _must_have_room(self, transaction: Transaction, member: str) -> None:
        """Refuse one more key of a member who has enough."""
        ((keys,),) = transaction.rows("SELECT COUNT(*) FROM club_keys WHERE member = ?", member)
        if 0 < self._club.limits.keys <= int(keys):
            raise ClubRefusedError(f"{keys} keys are enough for a member; keys remove NUMBER makes room for another.")


def _must_be_new(transaction: Transaction, key: str) -> None:
    for where in ("club_keys", "club_barred"):
        if transaction.rows(f"SELECT 1 FROM {where} WHERE public_key = ?", key):
            raise ClubRefusedError("This key already belongs to a member.")


def _add_key(transaction: Transaction, member: str, key: str) -> None:
    transaction.run(
        "INSERT INTO club_keys (public_key, member, added) VALUES (?, ?, ?)", key, member, transaction.now()
    )


def _digest(word: str, by_operator: bool = False) -> str:
    """Return what is stored of a link code; that of the operator's is another one."""
    plain = "".join(letter for letter in word.lower() if letter in _LETTERS) + ("+" if by_operator else "")
    return hashlib.sha256(plain.encode()).hexdigest()
