"""The public keys of members, as OpenSSH writes them: one a line, its kind, the key, and a remark that is not kept."""

import base64
import binascii
import itertools

from saves.club.errors import ClubRefusedError

_LENGTH = 4


def public_keys(text: str) -> list[str]:
    """The keys in the text of a file such as id_ed25519.pub or authorized_keys; a Refused says why there are none."""
    if "PRIVATE KEY" in text:
        raise ClubRefusedError(
            "This is a private key, which nobody else should ever have; give the file that ends in .pub."
        )
    lines = [line.split() for line in text.splitlines()]
    found = [key for words in lines if (key := _key(words))]
    if not found:
        raise ClubRefusedError("There is no public key in this file; one begins with a word such as ssh-ed25519.")
    return found


def _key(words: list[str]) -> str | None:
    """The key among the words of a line: the kind of a key, and a key that says it is of this kind."""
    if not words or words[0].startswith("#"):
        return None
    pairs = itertools.pairwise(words)
    return next((f"{kind} {key}" for kind, key in pairs if _kind(key) == kind), None)


def _kind(key: str) -> str:
    """The kind that a key in base64 says it is of; empty when it is no key."""
    try:
        data = base64.b64decode(key, validate=True)
        return data[_LENGTH : _LENGTH + int.from_bytes(data[:_LENGTH], "big")].decode("ascii")
    except (binascii.Error, ValueError):
        return ""
