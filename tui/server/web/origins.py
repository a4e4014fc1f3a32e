"""Whose requests are answered: those that name the site, come from its own pages, and for which address."""

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

#: The address of a request whose real one a proxy did not tell: limits by address do not apply to it.
UNKNOWN = ""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Origins:
    """The origins of the site, by which browsers know it."""

    def __init__(self, origins: Sequence[str]) -> None:
        self._origins = frozenset(origins)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in origins)

    def is_host(self, host: str) -> bool:
        """Whether a request names this site as its host."""
        return host.lower() in self._hosts

    def is_secure(self, host: str) -> bool:
        """Whether browsers reach the site by this name on secure lines."""
        return f"https://{host.lower()}" in self._origins

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a request was sent by a page of the site that it was sent to."""
        return origin in self._origins and urlsplit(origin).netloc == host.lower()


class ForwardedAddress:
    """For whom a proxy sends a request: the rightmost address in X-Forwarded-For that is no named proxy."""

    def __init__(self, proxies: Sequence[str]) -> None:
        self._proxies: list[Network] = [ipaddress.ip_network(text) for text in proxies]

    def of(self, peer: str, headers: Sequence[str]) -> str:
        """Return the address of who has sent a request; UNKNOWN where the proxies do not tell."""
        if not self.is_proxy(peer):
            return peer
        told = [text.strip() for header in headers for text in header.split(",")]
        for text in reversed(told):
            if _plain(text) is None:
                return UNKNOWN
            if not self.is_proxy(text):
                return text
        return UNKNOWN

    def is_proxy(self, text: str) -> bool:
        """Whether others send their requests through this address."""
        found = _plain(text)
        return found is not None and any(found in network for network in self._proxies)


def _plain(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
