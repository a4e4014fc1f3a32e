"""A member's own keys: list them, remove one, and add one with a link code."""

from collections.abc import Callable

from saves.club.auth import Authenticator
from saves.club.errors import ClubError, ClubRefusedError
from saves.club.public_keys import fingerprint
from saves.club.store import Club
from tui.server.prefork.protocol import ProcessTask


def keys(words: list[str], task: ProcessTask, open_club: Callable[[str], Club]) -> int:
    """Run `list`, `link` or `remove NUMBER`."""
    with open_club(task.club) as club:
        found = club.member(task.member)
        if found is None:
            raise ClubError("You are no longer a member of this club.")
        if words[0] == "link":
            word = Authenticator(club).new_link_code(task.member)
            print(f"With the new key, within ten minutes: ssh link@ and this host, then {word}")
            if any("#" in form for form in task.friend_forms):
                print(f"In a browser that has no name here yet: open the page, and type {word} as the link code.")
        elif words[0] == "remove":
            removed = _numbered(found.keys, words[1])
            Authenticator(club).remove_key(task.member, removed)
            print(f"{fingerprint(removed)} has been removed.")
        else:
            for number, key in enumerate(found.keys, 1):
                print(f"{number}  {key.split()[0]}  {fingerprint(key)}")
    return 0


def _numbered(keys: tuple[str, ...], number: str) -> str:
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= len(keys)):
        raise ClubRefusedError("Which key? keys list shows them with their numbers.")
    return keys[int(number) - 1]
