"""Where the web process listens, and by which address browsers reach it."""

import ipaddress
import ssl
from urllib.parse import urlsplit

import click
import msgspec

from saves.sanitize import one_line

_LOOPBACK_NAMES = ("localhost",)
_PORTS = {"http": 80, "https": 443}


class WebOptions(msgspec.Struct, frozen=True):
    """The operator's options for browsers."""

    host: str
    port: int
    #: The address of the site; empty where only this computer is served.
    public_url: str = ""
    #: The files of the certificate and its key, where no proxy does TLS.
    certificate: tuple[str, str] | None = None

    def origins(self, port: int) -> tuple[str, ...]:
        """Return the origins whose requests are answered: the public one, or this computer's on this port."""
        if self.public_url:
            return (self.public_url,)
        scheme = "https" if self.certificate else "http"
        end = "" if port == _PORTS[scheme] else f":{port}"
        return tuple(f"{scheme}://{name}{end}" for name in ("127.0.0.1", "localhost", "[::1]"))


def read_web_options(
    listen: str | None, public_url: str | None, certificate: tuple[str, str] | None
) -> WebOptions | None:
    """Return the options that the words of the command line ask for; None where browsers are not served."""
    if listen is None:
        if public_url or certificate:
            raise click.UsageError("--public-url and --tls are for browsers: name an address with --web, too.")
        return None
    host, port = _address(listen)
    url = _public_url(public_url) if public_url else ""
    if not url and not _is_loopback(host):
        raise click.UsageError("Browsers elsewhere need the site's address: add --public-url https://games.example.")
    if certificate is not None:
        _check_certificate(*certificate)
    return WebOptions(host, port, url, certificate)


def _address(text: str) -> tuple[str, int]:
    try:
        found = urlsplit(f"//{text}")
        if found.hostname and found.port is not None and not (found.path or found.query or found.username):
            return found.hostname, found.port
    except ValueError:
        pass
    raise click.UsageError(f"{one_line(text, 60)} is no address with a port; --web takes 127.0.0.1:8080.")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in _LOOPBACK_NAMES


def _public_url(text: str) -> str:
    """Return the origin of the site as browsers write it."""
    try:
        found = urlsplit(text)
        host, port = found.hostname or "", found.port
    except ValueError:
        host, port, found = "", None, urlsplit("")
    is_safe = found.scheme == "https" or (found.scheme == "http" and _is_loopback(host))
    if not host or not is_safe or found.path not in ("", "/") or found.query or found.fragment or found.username:
        raise click.UsageError(
            f"{one_line(text, 60)} is no address of a site; --public-url takes https://games.example, without a path."
        )
    shown = f"[{host}]" if ":" in host else host.encode("idna").decode("ascii")
    return f"{found.scheme}://{shown}" + ("" if port in (None, _PORTS[found.scheme]) else f":{port}")


def _check_certificate(certificate: str, key: str) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as error:  # also what is wrong with their contents
        reason = one_line(error.strerror or str(error), 80)
        raise click.UsageError(
            f"The certificate and its key cannot be used ({reason}); --tls takes two files."
        ) from None
