"""The site: its pages and forms, and the WebSocket of each window.

A browser's identity is a cookie that only a form sets, sent by a page of the site from a browser that has none.
"""

import asyncio
import contextlib
import json
import re
import secrets
import socket
from collections.abc import Awaitable, Callable

from aiohttp import WSCloseCode, WSMsgType, web

from saves.sanitize import one_line
from tui.server.web.frames import LONGEST, FrameError, Hello, Ping, Size, Typed, read_frame
from tui.server.web.messages import Answer, SiteSetup
from tui.server.web.origins import ForwardedAddress, Origins
from tui.server.web.pages import Pages
from tui.server.web.server_client import ServerClient

#: A cookie of this kind is sent to this host alone, on secure lines, and no other host can set it.
COOKIE = "__Host-samovar"
_SECRET_BYTES = 32
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
#: Browsers keep no cookie for longer.
_DAYS = 400
_LONGEST_FORM, _LONGEST_NAME, _LONGEST_CODE = 4096, 200, 64
_CHUNK = 32 * 1024
#: The seconds between two signs of life on a WebSocket, and for its first message or the body of a form.
_HEARTBEAT, _PATIENCE = 20.0, 10.0
#: The seconds in which a terminal takes at most one new size.
_RESIZING = 0.05
#: Why a WebSocket was closed, for our page: the terminal has ended, the guest was refused, the browser is unknown.
ENDED, REFUSED, UNKNOWN = 4000, 4003, 4001
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self';"
        " img-src 'self' data:; connect-src 'self'{socket}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Server": "Samovar",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with less, browsers do not tell from where a form comes
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """What is answered to browsers."""

    def __init__(self, setup: SiteSetup, server: ServerClient) -> None:
        self._origins = Origins(setup.origins)
        self._addresses = ForwardedAddress(setup.trusted_proxies)
        self._server = server
        self._pages = Pages()
        #: Called with the connection of each window that has been let in.
        self.on_window: Callable[[asyncio.BaseTransport | None], None] = lambda transport: None

    def application(self) -> web.Application:
        application = web.Application(middlewares=[self._guard], client_max_size=_LONGEST_FORM)
        application.add_routes(
            [
                web.get("/", self._welcome),
                web.get("/play", self._play),
                web.get("/cookie", self._has_cookie),
                web.get("/ws", self._open_window),
                web.get("/files/{path:.+}", self._file),
                web.get("/favicon.ico", self._icon),
                web.post("/join", self._join),
                web.post("/link", self._link),
                web.post("/forget", self._forget),
            ]
        )
        return application

    # Every request

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer only those who name this site, and give every answer the headers that keep a browser safe."""
        try:
            self._must_name_site(request)
            response = await handler(request)
        except web.HTTPException as answer:
            response = answer
        except (ConnectionError, asyncio.CancelledError):
            raise
        except Exception as error:  # it must show neither to the guest nor, with what was sent, in a log
            self._server.report(f"unforeseen: {type(error).__name__} at {request.method} {_route(request)}")
            response = web.Response(status=500, text="Something went wrong here; try again.\n")
        if not response.prepared:
            self._add_headers(request, response)
        if isinstance(response, web.HTTPException):
            raise response
        return response

    def _must_name_site(self, request: web.Request) -> None:
        if len(request.headers.getall("Host", ())) != 1 or not self._origins.is_host(request.host):
            raise web.HTTPMisdirectedRequest(text="This is not the address of this site.\n")

    def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        socket = f" {self._socket_origin(request)}" if self._origins.is_host(request.host) else ""
        for name, value in _HEADERS.items():
            response.headers[name] = value.format(socket=socket)
        response.headers.setdefault("Cache-Control", "no-store")

    def _socket_origin(self, request: web.Request) -> str:
        """Return the origin of the WebSocket, which not every browser takes for the page's own."""
        scheme = "wss" if self._origins.is_secure(request.host) else "ws"
        return f"{scheme}://{request.host}"

    def _must_be_own(self, request: web.Request) -> None:
        """Refuse a request that no page of this site has sent."""
        told = request.headers.getall("Origin", ())
        if len(told) != 1 or not self._origins.is_own(told[0], request.host):
            raise web.HTTPForbidden(text="This can be asked for only from this site itself.\n")

    def _address(self, request: web.Request) -> str:
        return self._addresses.of(request.remote or "", request.headers.getall("X-Forwarded-For", ()))

    # Pages

    async def _welcome(self, request: web.Request) -> web.StreamResponse:
        if _secret_of(request):
            raise web.HTTPSeeOther("/play")
        return self._page(self._pages.welcome())

    async def _play(self, request: web.Request) -> web.StreamResponse:
        if not _secret_of(request):
            return self._page(self._pages.welcome())
        return self._page(self._pages.play(f"{self._socket_origin(request)}/ws"))

    async def _has_cookie(self, request: web.Request) -> web.StreamResponse:
        """Tell a page whether its browser has a cookie: one that was reached by a link elsewhere came without it."""
        return web.json_response(bool(_secret_of(request)))

    def _page(self, text: str, status: int = 200) -> web.Response:
        return web.Response(text=text, content_type="text/html", status=status)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file = self._pages.files.get(request.match_info["path"])
        if file is None:
            raise web.HTTPNotFound(text="There is no such file.\n")
        headers = {"ETag": f'"{file.tag}"', "Content-Type": file.kind, "Vary": "Accept-Encoding"}
        is_named = request.query.get("v") == file.tag  # its address changes with its content
        headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_named else "no-cache"
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        if file.zipped and "gzip" in request.headers.get("Accept-Encoding", ""):
            return web.Response(body=file.zipped, headers={**headers, "Content-Encoding": "gzip"})
        return web.Response(body=file.body, headers=headers)

    async def _icon(self, request: web.Request) -> web.StreamResponse:
        raise web.HTTPMovedPermanently("/files/own/icon.svg")

    # Forms

    async def _join(self, request: web.Request) -> web.StreamResponse:
        """Make somebody without a cookie a member, and give them one."""
        form = await self._form(request)
        name, code = form.get("name", "").strip()[:_LONGEST_NAME], form.get("code", "").strip()[:_LONGEST_CODE]
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        answer = await self._server.join(self._address(request), secret, name, code)
        return self._page_for(answer, secret, name)

    async def _link(self, request: web.Request) -> web.StreamResponse:
        """Let somebody without a cookie be a member by a link code, and give them one."""
        form = await self._form(request)
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        answer = await self._server.link(self._address(request), secret, form.get("word", "")[:_LONGEST_CODE])
        return self._page_for(answer, secret)

    async def _form(self, request: web.Request) -> dict[str, str]:
        """Return the fields of a form that a page of ours has sent from a browser without a cookie."""
        self._must_be_own(request)
        if COOKIE in request.cookies:
            raise web.HTTPConflict(text="This browser has a name here already.\n")
        if request.content_type != "application/x-www-form-urlencoded":
            raise web.HTTPUnsupportedMediaType(text="This is not what the form sends.\n")
        async with asyncio.timeout(_PATIENCE):
            sent = await request.post()
        return {name: value for name, value in sent.items() if isinstance(value, str)}

    def _page_for(self, answer: Answer, secret: str, name: str = "") -> web.StreamResponse:
        if answer.refusal:
            return self._page(self._pages.welcome(answer.refusal, one_line(name, _LONGEST_NAME)), 409)
        response = web.Response(status=303, headers={"Location": "/play"})
        response.set_cookie(
            COOKIE, secret, max_age=_DAYS * 86400, path="/", secure=True, httponly=True, samesite="Strict"
        )
        return response

    async def _forget(self, request: web.Request) -> web.StreamResponse:
        """Take the cookie from a browser that is nobody's here any more."""
        self._must_be_own(request)
        if (secret := _secret_of(request)) and not (await self._server.ask_known(secret)).is_unknown:
            raise web.HTTPConflict(text="This browser is a key of yours: remove it with keys remove elsewhere.\n")
        response = web.Response(status=303, headers={"Location": "/"})
        response.del_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="Strict")
        return response

    # Windows

    async def _open_window(self, request: web.Request) -> web.StreamResponse:
        """Connect a window to its terminal, until one of them ends."""
        self._must_be_own(request)
        secret = _secret_of(request)
        window = web.WebSocketResponse(max_msg_size=LONGEST, heartbeat=_HEARTBEAT, protocols=())
        self._add_headers(request, window)
        await window.prepare(request)
        if not secret:
            await window.close(code=UNKNOWN)
            return window
        with contextlib.suppress(FrameError, TimeoutError, ConnectionError):
            hello = read_frame(await asyncio.wait_for(_text(window), _PATIENCE))
            if not isinstance(hello, Hello):
                raise FrameError
            await self._serve_window(window, request, secret, hello)
        if not window.closed:
            await window.close(code=WSCloseCode.POLICY_VIOLATION)
        return window

    async def _serve_window(
        self, window: web.WebSocketResponse, request: web.Request, secret: str, hello: Hello
    ) -> None:
        width, height = _cells(request, "width", 80), _cells(request, "height", 24)
        answer = await self._server.enter(
            self._address(request), secret, hello.window, width, height, hello.code, hello.lines
        )
        if isinstance(answer, Answer):
            await window.send_str(json.dumps(["refused", answer.refusal]))
            await window.close(code=UNKNOWN if answer.is_unknown else REFUSED)
            return
        entered, line = answer
        self.on_window(request.transport)
        with line:
            await window.send_str(json.dumps(["entered", {"back": entered.is_back}]))
            await _Window(window, line, lambda size: self._server.resize(entered.number, *size)).run()


class _Window:
    """The bytes between a window and its terminal. Who does not read is not written to, and holds up only itself."""

    def __init__(
        self, window: web.WebSocketResponse, line: socket.socket, resize: Callable[[tuple[int, int]], None]
    ) -> None:
        self._window, self._line, self._resize = window, line, resize
        self._loop = asyncio.get_running_loop()
        self._size: tuple[int, int] | None = None
        self._resizing: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Pass on both ways until the window or the terminal ends."""
        both = {asyncio.create_task(self._hear()), asyncio.create_task(self._tell())}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._resizing is not None:
                self._resizing.cancel()
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _tell(self) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await self._loop.sock_recv(self._line, _CHUNK):
                await self._window.send_bytes(data)
        await self._window.close(code=ENDED)

    async def _hear(self) -> None:
        with contextlib.suppress(FrameError, ConnectionError):
            while True:
                match read_frame(await _text(self._window)):
                    case Typed(data=data):
                        await self._loop.sock_sendall(self._line, data.encode("utf-8", "replace"))
                    case Size(width=width, height=height):
                        self._note_size(width, height)
                    case Ping(text=text):
                        await self._window.send_str(json.dumps(["pong", text]))
                    case Hello():
                        raise FrameError

    def _note_size(self, width: int, height: int) -> None:
        """Pass a size on in a moment: while a window is being drawn larger, sizes come by the dozen."""
        self._size = width, height
        if self._resizing is None:
            self._resizing = self._loop.call_later(_RESIZING, self._pass_size_on)

    def _pass_size_on(self) -> None:
        self._resizing = None
        if self._size is not None:
            self._resize(self._size)


async def _text(window: web.WebSocketResponse) -> str:
    """Return the next message; a FrameError when the window is gone, or sends something else."""
    message = await window.receive()
    if message.type != WSMsgType.TEXT:
        raise FrameError
    return str(message.data)


def _secret_of(request: web.Request) -> str:
    """Return the browser's secret; empty where it has none."""
    secret = request.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else ""


def _cells(request: web.Request, name: str, default: int) -> int:
    text = request.query.get(name, "")
    return min(max(1, int(text)), 1000) if text.isascii() and text.isdigit() and len(text) < 6 else default


def _route(request: web.Request) -> str:
    """Return the form of the path that was asked for: what was sent is never logged."""
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "nowhere"
