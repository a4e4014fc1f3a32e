"""Parse members' public keys as OpenSSH writes them: one a line, its kind, the key, and a comment that is dropped."""

import base64
import binascii
import hashlib
import itertools

from saves.club.errors import ClubRefusedError

_LENGTH = 4


def public_keys(text: str) -> list[str]:
    """Return the keys in a file such as id_ed25519.pub or authorized_keys; ClubRefusedError says why there are none."""
    if "PRIVATE KEY" in text:
        raise ClubRefusedError(
            "This is a private key, which nobody else should ever have; give the file that ends in .pub."
        )
    lines = [line.split() for line in text.splitlines()]
    found = [key for words in lines if (key := _key(words))]
    if not found:
        raise ClubRefusedError("There is no public key in this file; one begins with a word such as ssh-ed25519.")
    return found


def fingerprint(key: str) -> str:
    """Return the fingerprint of a key as OpenSSH shows it."""
    digest = hashlib.sha256(base64.b64decode(key.split()[1])).digest()
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


def _key(words: list[str]) -> str | None:
    """Return the key among the words of a line: the word after a kind of key that holds a key of this kind."""
    if not words or words[0].startswith("#"):
        return None
    pairs = itertools.pairwise(words)
    return next((f"{kind} {key}" for kind, key in pairs if _kind(key) == kind), None)


def _kind(key: str) -> str:
    """Return the kind that a base64 key names in its data; empty when it is no key."""
    try:
        data = base64.b64decode(key, validate=True)
        return data[_LENGTH : _LENGTH + int.from_bytes(data[:_LENGTH], "big")].decode("ascii")
    except (binascii.Error, ValueError):
        return ""
