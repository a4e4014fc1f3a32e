"""The pages, and the files of the front end: read once, so that no request opens a file."""

import gzip
import hashlib
import html
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from string import Template

import msgspec

#: What is served of the packages' files, by their endings.
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
_SMALLER = (".css", ".js", ".svg")


class StaticFile(msgspec.Struct, frozen=True):
    """One file of the front end."""

    kind: str
    body: bytes
    #: The same, compressed; empty where that makes it no smaller.
    zipped: bytes
    #: What changes with its content.
    tag: str


class Pages:
    """Everything that is served, in memory."""

    def __init__(self) -> None:
        own = resources.files("tui.server.web") / "static"
        self.files = {
            **{f"front/{path}": file for path, file in _files(resources.files("textual_serve") / "static")},
            **{f"own/{path}": file for path, file in _files(own)},
        }
        self._templates = {
            name: Template(own.joinpath(f"{name}.html").read_text("utf-8")) for name in ("welcome", "play")
        }
        self._tags = {f"tag_{path.rsplit('/')[-1].partition('.')[0]}": file.tag for path, file in self.files.items()}

    def welcome(self, refusal: str = "", name: str = "") -> str:
        """Return the page for a browser that is nobody's yet, with why it was not let in."""
        told = f'<p class="refusal" role="alert">{html.escape(refusal)}</p>' if refusal else ""
        return self._templates["welcome"].substitute(self._tags, refusal=told, name=html.escape(name))

    def play(self, socket_url: str) -> str:
        """Return the page with the terminal."""
        return self._templates["play"].substitute(self._tags, socket_url=html.escape(socket_url))


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, StaticFile]]:
    for each in folder.iterdir():
        path, ending = f"{above}{each.name}", f".{each.name.rpartition('.')[2]}"
        if each.is_dir():
            yield from _files(each, f"{path}/")
        elif ending in _KINDS:
            body = each.read_bytes()
            zipped = gzip.compress(body, mtime=0) if ending in _SMALLER else b""
            yield path, StaticFile(_KINDS[ending], body, zipped, hashlib.sha256(body).hexdigest()[:16])
