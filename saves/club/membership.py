"""Who is a member: new members, new names, keys. Each function works in a transaction of the club.

A name that was ever used belongs to its member for good, also after another name was taken, and after leaving.
"""

from saves.club.database.protocol import Transaction
from saves.club.errors import ClubRefusedError
from saves.club.member_directory import new_id
from saves.club.member_names import casefolded, new_member_name


def add_member(transaction: Transaction, name: str) -> str:
    """Make somebody a member by a name that nobody has had; return the id."""
    must_be_distinct(transaction, name)
    member = new_id()
    transaction.run("INSERT INTO club_members (id, name, joined) VALUES (?, ?, ?)", member, name, transaction.now())
    take_name(transaction, member, name)
    return member


def take_name(transaction: Transaction, member: str, name: str) -> None:
    """Give a new name to a member, with the places and mutes that were kept for it."""
    folded = casefolded(name)
    taken = transaction.run(
        "INSERT INTO club_names (folded, name, member) VALUES (?, ?, ?) ON CONFLICT (folded) DO NOTHING",
        folded,
        name,
        member,
    )
    if not taken:
        raise ClubRefusedError(f"{name} has just been taken by somebody else.")
    transaction.run("UPDATE club_naming SET version = version + 1")
    transaction.run(
        "DELETE FROM club_places WHERE member = ? AND table_id IN (SELECT table_id FROM club_places WHERE member = ?)",
        folded,
        member,
    )
    transaction.run("UPDATE club_places SET member = ? WHERE member = ?", member, folded)
    transaction.run(
        "DELETE FROM club_mutes WHERE muted = ? AND listener IN (SELECT listener FROM club_mutes WHERE muted = ?)",
        folded,
        member,
    )
    transaction.run("UPDATE club_mutes SET muted = ? WHERE muted = ?", member, folded)


def must_be_distinct(transaction: Transaction, wanted: str, member: str = "") -> None:
    """Refuse a name that nobody new may have, that is taken, or that looks like one that another member has had."""
    owners = {str(name): str(owner) for name, owner in transaction.rows("SELECT name, member FROM club_names")}
    others = [name for name, owner in owners.items() if owner != member]
    if casefolded(wanted) in map(casefolded, others):
        raise ClubRefusedError(f"{wanted} is, or was, the name of another member; choose another one.")
    new_member_name(wanted, others)


def give_key(transaction: Transaction, member: str, key: str) -> None:
    """Give a key to a member by the operator, who may give one back that was barred."""
    transaction.run("DELETE FROM club_barred WHERE public_key = ?", key)
    transaction.run(
        "INSERT INTO club_keys (public_key, member, added) VALUES (?, ?, ?) ON CONFLICT (public_key) DO NOTHING",
        key,
        member,
        transaction.now(),
    )
    if not transaction.rows("SELECT 1 FROM club_keys WHERE public_key = ? AND member = ?", key, member):
        raise ClubRefusedError("This key already belongs to another member.")


def dismiss_member(transaction: Transaction, member: str) -> None:
    """Bar a member's keys; the name stays taken."""
    transaction.run(
        "INSERT INTO club_barred (public_key, member) SELECT public_key, member FROM club_keys WHERE member = ?"
        " ON CONFLICT (public_key) DO NOTHING",
        member,
    )
    transaction.run("DELETE FROM club_keys WHERE member = ?", member)
    transaction.run("DELETE FROM club_links WHERE member = ?", member)


def rename_member(transaction: Transaction, member: str, name: str) -> None:
    """Give a member another name, which nobody else has had."""
    must_be_distinct(transaction, name, member)
    if not transaction.rows("SELECT 1 FROM club_names WHERE folded = ?", casefolded(name)):
        take_name(transaction, member, name)
    transaction.run("UPDATE club_members SET name = ? WHERE id = ?", name, member)
    transaction.run("UPDATE club_naming SET version = version + 1")
