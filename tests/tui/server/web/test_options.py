"""What an operator writes for browsers, and what is wrong with it."""

import datetime
from pathlib import Path

import click
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.tui.server.ssh_clients import Door
from tests.tui.server.web.browsers import Browser
from tui.server.web.options import WebOptions, read_web_options


@pytest.mark.parametrize(
    ("words", "origin"),
    [
        (("127.0.0.1:8080", None), "http://127.0.0.1:8080"),
        (("[::1]:80", None), "http://127.0.0.1"),
        (("0.0.0.0:8080", "https://games.example"), "https://games.example"),
        (("0.0.0.0:443", "https://Games.Example:443/"), "https://games.example"),
        (("0.0.0.0:443", "https://bücher.example:8443"), "https://xn--bcher-kva.example:8443"),
        (("127.0.0.1:1", "http://localhost:8000"), "http://localhost:8000"),
    ],
)
def test_the_site_is_called_as_browsers_call_it(words: tuple[str, str | None], origin: str) -> None:
    options = read_web_options(*words, None)
    assert options is not None
    assert options.origins(options.port)[0] == origin


@pytest.mark.parametrize(
    ("listen", "url", "tls", "sentence"),
    [
        (None, "https://games.example", None, "name an address with --web"),
        ("8080", None, None, "no address with a port"),
        ("127.0.0.1", None, None, "no address with a port"),
        ("0.0.0.0:8080", None, None, "add --public-url"),
        ("127.0.0.1:8080", "http://games.example", None, "takes https://games.example"),
        ("127.0.0.1:8080", "https://games.example/club", None, "without a path"),
        ("127.0.0.1:8080", "https://me@games.example", None, "no address of a site"),
        ("127.0.0.1:8080", "games.example", None, "no address of a site"),
        ("127.0.0.1:8080", None, ("/nowhere/cert", "/nowhere/key"), "--tls takes two files"),
    ],
)
def test_what_is_wrong_is_said(listen: str | None, url: str | None, tls: tuple[str, str] | None, sentence: str) -> None:
    with pytest.raises(click.UsageError, match=sentence):
        read_web_options(listen, url, tls)


def test_without_web_no_browser_is_served() -> None:
    assert read_web_options(None, None, None) is None
    assert WebOptions("127.0.0.1", 443, certificate=("a", "b")).origins(443)[1] == "https://localhost"


def _certificate(folder: Path) -> tuple[str, str]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(7).not_valid_before(now).not_valid_after(now + datetime.timedelta(1)).sign(key, hashes.SHA256())
    )  # fmt: skip
    files = folder / "cert.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return str(files[0]), str(files[1])


def test_the_server_does_tls_itself(tmp_path: Path) -> None:
    with Door(tmp_path, "--web", "127.0.0.1:0", "--tls", *_certificate(tmp_path)) as door:
        assert door.url.startswith("https://127.0.0.1:")
        browser = Browser(door)
        assert "wss://127.0.0.1" in browser.get("/").headers["Content-Security-Policy"]
        assert browser.join("anna").status == 303
        window = browser.open()
        window.sees("The club")
        window.cut()
