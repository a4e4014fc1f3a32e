"""Browsers without a screen: each has a cookie, sends forms, and opens WebSockets as a page of ours does."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

import aiohttp
from yarl import URL

from tests.limits import LIMIT
from tests.tui.server.ssh_clients import Caller, Door, Loop
from tui.server.web.site import COOKIE

_loop: list[Loop] = []


def loop() -> Loop:
    """The event loop of all browsers."""
    if not _loop:
        _loop.append(Loop())
    return _loop[0]


class Reply:
    """What came back for a request."""

    def __init__(self, status: int, headers: Mapping[str, str], text: str, cookie: str | None) -> None:
        self.status, self.headers, self.text, self.cookie = status, headers, text, cookie


class Browser:
    """One browser, with its cookie, at an address of its own."""

    def __init__(self, door: Door, address: str = "127.0.0.1") -> None:
        self.door, self.address = door, address
        self.cookie = ""
        #: Where it connects, whatever the site is called.
        self.place = f"127.0.0.1:{door.web_port}"
        self.scheme, self.host = door.url.split("://")
        #: Whether no proxy stands before the server: it speaks the scheme of its address itself.
        self.is_direct = True

    # Pages and forms

    def get(self, path: str, **headers: str) -> Reply:
        return loop().run(self._request("GET", path, None, headers))

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Reply:
        """Send a form as a page of the site does; an empty header is not sent."""
        return loop().run(self._request("POST", path, fields, {"Origin": self.door.url, **headers}))

    async def _request(
        self, method: str, path: str, fields: Mapping[str, str] | None, headers: Mapping[str, str]
    ) -> Reply:
        async with (
            self.session() as session,
            session.request(
                method, self.url(path), data=fields, headers=self.headers(headers), allow_redirects=False, ssl=False
            ) as found,
        ):
            cookie = found.headers.get("Set-Cookie")
            return Reply(found.status, found.headers, await found.text(), cookie)

    def session(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(local_addr=(self.address, 0))
        return aiohttp.ClientSession(
            connector=connector, cookie_jar=aiohttp.DummyCookieJar(), timeout=aiohttp.ClientTimeout(LIMIT)
        )

    def url(self, path: str) -> URL:
        return URL(f"{self.scheme if self.is_direct else 'http'}://{self.place}{path}", encoded=True)

    def headers(self, given: Mapping[str, str]) -> dict[str, str]:
        """The headers of a request, with `_` in a name for `-`; an empty one is left out."""
        cookie = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        named = {name.replace("_", "-"): value for name, value in given.items()}
        return {name: value for name, value in {"Host": self.host, **cookie, **named}.items() if value}

    def join(self, name: str, code: str = "") -> Reply:
        """Answer the question for a name, and keep the cookie."""
        return self._keep(self.post("/join", {"name": name, "code": code}))

    def link(self, word: str) -> Reply:
        return self._keep(self.post("/link", {"word": word}))

    def _keep(self, reply: Reply) -> Reply:
        if reply.cookie:
            self.cookie = reply.cookie.partition(";")[0].partition("=")[2]
        return reply

    # Windows

    def open(
        self,
        window: str = "",
        code: str = "",
        lines: bool = False,
        size: tuple[int, int] = (80, 24),
        **headers: str,
    ) -> "Window":
        """Open a window as our page does, with a number of its own unless one is named."""
        hello = {"window": window or secrets.token_hex(16), "code": code, "lines": lines}
        return Window(self, hello, size, {"Origin": self.door.url, **headers})


class Window(Caller):
    """A window with a terminal."""

    def __init__(
        self, browser: Browser, hello: dict[str, Any] | None, size: tuple[int, int], headers: Mapping[str, str]
    ) -> None:
        super().__init__()
        self.status = 101
        #: What the server has told the page, beside the terminal's bytes.
        self.told: list[list[Any]] = []
        self.socket: aiohttp.ClientWebSocketResponse
        loop().run(self._open(browser, hello, size, headers))

    async def _open(
        self, browser: Browser, hello: dict[str, Any] | None, size: tuple[int, int], headers: Mapping[str, str]
    ) -> None:
        self._session = browser.session()
        try:
            self.socket = await self._session.ws_connect(
                browser.url(f"/ws?width={size[0]}&height={size[1]}"), headers=browser.headers(headers), ssl=False
            )
        except aiohttp.WSServerHandshakeError as refusal:
            self.status = refusal.status
            await self._session.close()
            self._ended(refusal.status)
            return
        self._task = asyncio.create_task(self._listen())
        if hello is not None:
            await self.socket.send_str(json.dumps(["hello", hello]))

    async def _listen(self) -> None:
        with contextlib.suppress(aiohttp.ClientError, ConnectionError):
            async for message in self.socket:
                if message.type == aiohttp.WSMsgType.TEXT:
                    with self._news:
                        self.told.append(json.loads(message.data))
                        self._news.notify_all()
                else:
                    self._heard(message.data)
        await self._session.close()
        self._ended(self.socket.close_code or 0)

    def is_told(self, kind: str) -> Any:
        """Wait until the server has told something of this kind, and return it."""
        self.until(lambda: any(each[0] == kind for each in self.told), f"told {kind}")
        return next(each[1] for each in self.told if each[0] == kind)

    @property
    def is_back(self) -> bool:
        return bool(self.is_told("entered")["back"])

    def send_text(self, text: str) -> None:
        """Send a message as it stands."""
        loop().run(self.socket.send_str(text))

    def send(self, data: bytes) -> None:
        self.send_text(json.dumps(["stdin", data.decode()]))

    def type(self, *lines: str) -> None:
        self.send("".join(f"{line}\r" for line in lines).encode())

    def finish(self) -> None:
        self.send(b"\x04")

    def resize(self, width: int, height: int) -> None:
        self.send_text(json.dumps(["resize", {"width": width, "height": height}]))

    def cut(self) -> None:
        """Close the window."""
        loop().run(self.socket.close())
        self.ends()

    def stop_reading(self) -> None:
        """Read nothing more."""
        loop().loop.call_soon_threadsafe(lambda: self._transport.pause_reading())

    def read_on(self) -> None:
        loop().loop.call_soon_threadsafe(lambda: self._transport.resume_reading())

    def break_off(self) -> None:
        """Lose the line without a word."""
        loop().loop.call_soon_threadsafe(self._abort)
        self.ends()

    def _abort(self) -> None:
        self._transport.abort()

    @property
    def _transport(self) -> asyncio.Transport:
        """The connection, which aiohttp's client does not hand out."""
        connection = self.socket._response.connection
        assert connection is not None and isinstance(connection.transport, asyncio.Transport)
        return connection.transport
