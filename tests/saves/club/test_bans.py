"""Whom the operator keeps out."""

import pytest

from saves.club.bans import Ban, BanList, read_ban
from saves.club.errors import ClubRefusedError
from saves.club.public_keys import fingerprint
from saves.club.store import Club

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBnTL8YFKyeQ1CVCLYMNAvNKLBZzU3tYIw6hOFFlWRaM"
OTHER = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBnTL8YFKyeQ1CVCLYMNAvNKLBZzU3tYIw6hOFFlWRaN"


@pytest.mark.parametrize(
    ("text", "kind", "subject"),
    [
        ("203.0.113.7", "network", "203.0.113.7/32"),
        ("203.0.113.7/24", "network", "203.0.113.0/24"),
        (" 2001:db8::1/48 ", "network", "2001:db8::/48"),
        (f"{KEY} somebody@home", "key", fingerprint(KEY)),
        (fingerprint(KEY), "key", fingerprint(KEY)),
    ],
)
def test_a_ban_is_read_as_it_is_written(text: str, kind: str, subject: str) -> None:
    assert read_ban(text) == Ban(kind, subject)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "anna", "203.0.113.0/33", "SHA256:short", "ssh-ed25519 nonsense", "0x7f000001"])
def test_what_is_neither_is_refused(text: str) -> None:
    with pytest.raises(ClubRefusedError):
        read_ban(text)


def test_networks_and_keys_keep_out_until_they_are_lifted(club: Club) -> None:
    bans = BanList(club)
    for text in ("203.0.113.0/24", "2001:db8::/48", KEY, KEY):
        bans.add(text)
    assert {ban.subject for ban in bans.all()} == {"203.0.113.0/24", "2001:db8::/48", fingerprint(KEY)}
    for address in ("203.0.113.255", "::ffff:203.0.113.1", "2001:db8:0:1::2%eth0"):
        assert bans.keeps_out(OTHER, address), address
    for address in ("203.0.114.1", "2001:db8:1::1", "", "nowhere"):
        assert not bans.keeps_out(OTHER, address), address
        assert bans.keeps_out(KEY, address)
    assert bans.lift(fingerprint(KEY)).kind == "key"
    assert not bans.keeps_out(KEY, "203.0.114.1")
    with pytest.raises(ClubRefusedError, match="is not banned"):
        bans.lift(KEY)


def test_a_members_key_cannot_be_banned(club: Club) -> None:
    club.admit("anna", KEY)
    with pytest.raises(ClubRefusedError, match="This key is anna's; samovar club dismiss anna"):
        BanList(club).add(fingerprint(KEY))
    assert BanList(club).all() == []
