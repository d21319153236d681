"""The host's doors: pages, posts and sockets, by Starlette.

A secret link leads to the first page with the secret behind ``#``, where no server and no log sees
it. The page posts it and gets a cookie that no script can read, for the one seat. Programs send the
secret as a bearer's token.

A request passes :class:`Guard` first, which reads no body; then one of :class:`Doors`: coming in,
at a table (whose secret is looked at each time), for the owner of the host. A refusal is raised as
a :class:`_Refusal`, and :func:`_refused` makes the answer of that and of every error that is
nobody's fault. :func:`make_app`, at the end, says which path leads to which door.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from hmac import compare_digest
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexwar.definition.diagnostics import ChoiceError, DefinitionError
from hexwar.host.guards import (
    APART,
    HEADERS,
    MOST_BYTES,
    SEATS_OF_ADDRESS,
    Gate,
    is_known_host,
    is_own_page,
)
from hexwar.host.hub import Hub, Listener, on_the_beat
from hexwar.host.page import door_page, host_page, seat_page, static_file
from hexwar.host.policy import Policy, PolicyError
from hexwar.host.store import SeatPlace, StoreError
from hexwar.host.table import RefusedError
from hexwar.joining.client import PACKED
from hexwar.records import Replay, SaveFile
from hexwar.rules.game import Game
from hexwar.viewer.page.page import TooLongError, replay_page

COOKIE = "hexwar"
OWNER = "/host"
YEAR = 365 * 86_400

TOO_MUCH = "That is too much at once: wait a moment."

LONGEST_POLL = 25.0
"""Seconds for which a request for steps waits for one."""

NEWS = ("step", "whole", "chat")
"""What a request that waits is answered with at once."""

MOST_PAGES = 8
"""Pages of replays that are kept."""

SLOW = 20.0
"""Seconds in which a listener has to take what is sent to him."""

Endpoint = Callable[[Request], Any]


class Doors:
    """The endpoints. ``owner`` is the secret that allows its holder to begin tables."""

    def __init__(self, hub: Hub, gate: Gate, owner: str, link: Callable[[str], str]) -> None:
        self.hub, self.gate, self._owner, self._link = hub, gate, owner, link
        self._replaying = asyncio.Lock()
        self._replayed: dict[str, tuple[int, str]] = {}

    # -- coming in --------------------------------------------------------------------------

    async def door(self, _: Request) -> Response:
        """The first page, to which all links lead."""
        return HTMLResponse(door_page())

    async def enter(self, request: Request) -> Response:
        """A secret is exchanged for a cookie, and for the place that it opens."""
        body = await _body(request)
        token = body.get("token") if isinstance(body, dict) else None
        if not isinstance(token, str) or len(token) > 200:
            raise _Refusal(400, "A link ends with the secret of a seat, behind the sign #.")
        # In a time that does not depend on how much of it is right; the store looks up hashes.
        if compare_digest(token.encode(), self._owner.encode()):
            path = OWNER
        else:
            place = await self.hub.ask(partial(self.hub.host.seat_of, token))
            if place is None:
                raise _Refusal(404, "This link opens no seat here: ask whoever gave it to you.")
            path = f"/t/{place.table}/{place.seat}"
        answer = JSONResponse({"go": path})
        answer.set_cookie(
            COOKIE,
            token,
            max_age=YEAR,
            path=path,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer

    async def static(self, request: Request) -> Response:
        """A script or a style; there are no others than those that the host has."""
        file = static_file(request.path_params["name"])
        if file is None:
            raise _Refusal(404, "There is no such page.")
        headers = {"cache-control": "no-cache"}
        return Response(file.content, media_type=file.media_type, headers=headers)

    # -- at a table -------------------------------------------------------------------------

    async def _seat(self, connection: HTTPConnection) -> SeatPlace:
        """The table and seat that are asked for, if the secret that comes along opens them."""
        place = SeatPlace(connection.path_params["table"], connection.path_params["seat"])
        token = _secret(connection)
        if not token or await self.hub.ask(partial(self.hub.host.seat_of, token)) != place:
            raise _Refusal(403, "This seat is not yours: open it by its link.")
        return place

    async def seat(self, request: Request) -> Response:
        """The page of somebody in a seat."""
        table, seat = await self._seat(request)
        return HTMLResponse(await self.hub.ask(partial(seat_page, self.hub.host, table, seat)))

    async def steps(self, request: Request) -> Response:
        """What happened after a step; it waits for one if somebody wants that."""
        table, seat = await self._seat(request)
        after, remark = _heard(request)
        wait = min(_number(request.query_params.get("wait")) or 0, LONGEST_POLL)
        informed = request.query_params.get("known") == "1"
        listener = await self.hub.join(table, seat, after, remark, informed=informed)
        try:
            messages = await listener.messages()
            if wait and not any(message["t"] in NEWS for message in messages):
                with suppress(TimeoutError):
                    messages += await asyncio.wait_for(listener.messages(), wait)
        finally:
            self.hub.leave(listener)
        return JSONResponse({"messages": messages})

    async def say(self, request: Request) -> Response:
        """A message by post; the answer."""
        table, seat = await self._seat(request)
        if not self.gate.post(f"seat {table} {seat}"):
            raise _Refusal(429, TOO_MUCH)
        message = await _body(request)
        reply = await self.hub.say(table, seat, message)
        await on_the_beat(await self.hub.beat_of(table))
        return JSONResponse(reply)

    async def live(self, socket: WebSocket) -> None:
        """A socket: messages both ways as long as it is open."""
        address = _address(socket)
        if not self.gate.enter(address):
            await socket.close(1008, "There are too many sockets of this address.")
            return
        try:
            await self._talk(socket)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has gone, perhaps before it was let in, or was closed from here
        finally:
            self.gate.leave(address)

    async def _talk(self, socket: WebSocket) -> None:
        """Let somebody into his seat, and speak with him until he goes."""
        try:
            place = await self._seat(socket)
            listener = await self.hub.join(*place, *_heard(socket))
        except (_Refusal, RefusedError):
            await socket.close(1008, "This seat is not yours.")
            return
        sending = None
        try:
            await socket.accept()
            sending = asyncio.create_task(self._send(socket, listener))
            await self._read(socket, listener)
        finally:
            self.hub.leave(listener)
            if sending is not None:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def _send(self, socket: WebSocket, listener: Listener) -> None:
        """Send what there is at each beat; a client that does not take it is let go."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            while not listener.lost:
                for message in await listener.messages():
                    async with asyncio.timeout(SLOW):  # wait_for may lose that it was cancelled
                        await socket.send_text(json.dumps(message, separators=(",", ":")))
                    await asyncio.sleep(0)  # that he has gone is noticed between two
        with suppress(RuntimeError, OSError):
            await socket.close(1013, "Too slow.")

    async def _read(self, socket: WebSocket, listener: Listener) -> None:
        """Read messages, as many as one may send."""
        bucket = self.gate.bucket()
        while True:
            text = await socket.receive_text()
            if len(text.encode()) > MOST_BYTES:
                await socket.close(1009, "Too long.")
                return
            if not bucket.takes(monotonic()):
                await socket.close(1008, "Too many messages.")
                return
            try:
                message = json.loads(text)
            except (ValueError, RecursionError):
                listener.send([{"t": "refused", "why": "That is no message.", "rule": ""}])
                continue
            listener.send([await self.hub.say(listener.table, listener.seat, message)])

    async def save(self, request: Request) -> Response:
        """The record as a save, to take home."""
        table, seat = await self._seat(request)
        record = await self.hub.ask(partial(self.hub.host.record, table, seat))
        headers = {"content-disposition": f'attachment; filename="{table}.jsonl"'}
        return Response(b"".join(record.raw), media_type="application/jsonl", headers=headers)

    async def rules(self, request: Request) -> Response:
        """The packs of the rules in use, for a client that holds the position itself."""
        table, _ = await self._seat(request)
        game, packs = await self.hub.ask(partial(self.hub.host.packs, table))
        wanted = request.path_params.get("name")
        if wanted is None:
            return JSONResponse({"game": game, "packs": [pack.name for pack in packs]})
        pack = next((pack for pack in packs if pack.name == wanted), None)
        if pack is None:
            raise _Refusal(404, "There is no such page.")
        return Response(await asyncio.to_thread(pack.read_bytes), media_type=PACKED)

    async def replay(self, request: Request) -> Response:
        """The game from its beginning, as a page: when it is over, or where nothing is hidden."""
        table, seat = await self._seat(request)
        record = await self.hub.ask(partial(self.hub.host.record, table, seat))
        lines = len(record.raw)
        async with self._replaying:  # one at a time, and beside the games that go on
            if self._replayed.get(table, (0, ""))[0] != lines:
                game = await self.hub.ask(lambda: self.hub.host.table(table).game)
                page = await asyncio.to_thread(self._page_of, record, game)
                self._replayed[table] = lines, page
                while len(self._replayed) > MOST_PAGES:
                    self._replayed.pop(next(iter(self._replayed)))
            _, page = self._replayed[table]
        return HTMLResponse(page, headers={"content-security-policy": APART})

    def _page_of(self, record: SaveFile, game: Game) -> str:
        replay = Replay.of_record(record, game)
        with self.hub.host.drawing:
            return replay_page(replay, (), lambda _: None)

    # -- the owner --------------------------------------------------------------------------

    def _require_owner(self, request: Request) -> None:
        token = _secret(request)
        if not token or not compare_digest(token.encode(), self._owner.encode()):
            raise _Refusal(403, "Only the owner of this host begins tables: open it by his link.")

    async def host(self, request: Request) -> Response:
        """The owner's page: what may be played, and how."""
        self._require_owner(request)
        return HTMLResponse(await self.hub.ask(partial(host_page, self.hub.host)))

    async def begin(self, request: Request) -> Response:
        """A new table; the links of its seats."""
        self._require_owner(request)
        body = await _body(request)
        if not isinstance(body, dict):
            raise _Refusal(400, "Say which game is to be played.")
        options, players = body.get("options", []), body.get("players", {})
        words = body.get("game"), body.get("scenario"), body.get("edition")
        if not all(isinstance(word, str | None) for word in words) or not isinstance(options, list):
            raise _Refusal(400, "Game, scenario and edition are words, options a list of words.")
        if not isinstance(players, dict) or not isinstance(body.get("policy", {}), dict):
            raise _Refusal(400, "Players and policy are mappings.")
        if not all(isinstance(word, str) for word in (*options, *players.values())):
            raise _Refusal(400, "Options and players are called by words.")
        try:
            policy = Policy.from_dict(body.get("policy", {}))
        except (PolicyError, TypeError) as problem:
            raise _Refusal(400, f"That is no policy: {problem}.") from None
        game, scenario, edition = words
        # Tried in another thread: a stranger's game may take a minute, and others play meanwhile.
        await asyncio.to_thread(self.hub.host.try_game, game or "")
        table, tokens = await self.hub.ask(
            lambda: self.hub.host.begin(
                game or "", scenario or None, options, edition or None, players, policy
            )
        )
        links = {seat: self._link(token) for seat, token in tokens.items()}
        return JSONResponse({"table": table, "links": links})

    async def renew(self, request: Request) -> Response:
        """Another link for a seat, in the place of one that was lost."""
        self._require_owner(request)
        body = await _body(request)
        words = body if isinstance(body, dict) else {}
        table, seat = words.get("table"), words.get("seat")
        if not isinstance(table, str) or not isinstance(seat, str):
            raise _Refusal(400, "Say which seat of which table is meant.")
        token = await self.hub.ask(partial(self.hub.host.renew, table, seat))
        return JSONResponse({"links": {seat: self._link(token)}})


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() and len(text) < 9 else None


def _heard(connection: HTTPConnection) -> tuple[int | None, int]:
    """The step, and what was said, that a listener knows last."""
    query = connection.query_params
    return _number(query.get("after")), _number(query.get("said")) or 0


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def _secret(connection: HTTPConnection) -> str:
    """What a browser's cookie or a program's header shows."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")


async def _body(request: Request) -> Any:
    """What a post says; no more of it is read than a message may have."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise _Refusal(413, f"A message has {MOST_BYTES} bytes at most.")
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise _Refusal(400, "That is no message.") from None


class _Refusal(Exception):  # noqa: N818 - what is answered, no error of ours
    """A request is answered with a status and a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class Guard:
    """Stands before all endpoints: names, origins and rates; and what headers answers carry."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...], gate: Gate) -> None:
        self._app, self._names, self._gate = app, names, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        refusal = self._refused(connection, scope)
        if refusal is not None and scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(1008, refusal.why)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                have = {name.decode() for name, _ in message["headers"]}
                added = {name: value for name, value in HEADERS.items() if name not in have}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in added.items()),
                ]
            await send(message)

        app: ASGIApp = self._app if refusal is None else _answer(refusal)
        await app(scope, receive, send_guarded)

    def _refused(self, connection: HTTPConnection, scope: Scope) -> _Refusal | None:
        # In the order of what it costs. Looking at a page changes nothing, so it may come from
        # anywhere: a link in a mail has to open it. Sockets are counted where they are opened.
        headers = connection.headers
        if not is_known_host(headers.get("host", ""), self._names):
            return _Refusal(421, "This host has another name: start it with --name.")
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return None
        by_cookie = "authorization" not in headers and COOKIE in connection.cookies
        if not is_own_page(headers, by_cookie=by_cookie):
            return _Refusal(403, "That came from a page of somebody else's.")
        if scope["type"] == "http" and not self._gate.post(
            f"address {_address(connection)}", SEATS_OF_ADDRESS
        ):
            return _Refusal(429, TOO_MUCH)
        return None


def _answer(refusal: _Refusal) -> Response:
    return JSONResponse({"t": "refused", "why": refusal.why, "rule": ""}, refusal.status)


async def _refused(_: Request, problem: Exception) -> Response:
    match problem:
        case _Refusal():
            return _answer(problem)
        case RefusedError():
            return _answer(_Refusal(409, problem.why))
        case ChoiceError() | DefinitionError() | TooLongError():
            return _answer(_Refusal(409, f"{problem}"))
        case StoreError():
            return _answer(_Refusal(503, "The store of this host cannot be written now."))
    return _answer(_Refusal(500, "Something went wrong in the host."))


async def _nothing_here(_: Request, problem: Exception) -> Response:
    return _answer(_Refusal(getattr(problem, "status_code", 404), "There is no such page."))


def make_app(
    hub: Hub, gate: Gate, owner: str, names: tuple[str, ...], link: Callable[[str], str]
) -> Starlette:
    """The application: all doors, behind the guard. ``link`` makes the link of a secret."""
    doors = Doors(hub, gate, owner, link)
    seat = "/t/{table}/{seat}"

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        hub.start()
        yield
        await hub.close()

    explained = (_Refusal, RefusedError, ChoiceError, DefinitionError, TooLongError, StoreError)
    handlers: dict[Any, Any] = dict.fromkeys(explained, _refused)
    app = Starlette(
        routes=[
            Route("/", doors.door),
            Route("/enter", doors.enter, methods=["POST"]),
            Route("/static/{name}", doors.static),
            Route(OWNER, doors.host),
            Route(f"{OWNER}/tables", doors.begin, methods=["POST"]),
            Route(f"{OWNER}/links", doors.renew, methods=["POST"]),
            Route(seat, doors.seat),
            Route(f"{seat}/steps", doors.steps),
            Route(f"{seat}/say", doors.say, methods=["POST"]),
            Route(f"{seat}/save", doors.save),
            Route(f"{seat}/replay", doors.replay),
            Route(f"{seat}/rules", doors.rules),
            Route(f"{seat}/rules/{{name}}", doors.rules),
            WebSocketRoute(f"{seat}/live", doors.live),
        ],
        exception_handlers={**handlers, 404: _nothing_here, 405: _nothing_here, 500: _fault},
        lifespan=lifespan,
    )
    # What is added last stands first: the guard, so that nothing is packed for a client that is
    # refused.
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(Guard, names=names, gate=doors.gate)
    return app


async def _fault(request: Request, problem: Exception) -> Response:
    logging.getLogger(__name__).error("a request for %s failed", request.url.path)
    return _answer(_Refusal(500, "Something went wrong in the host."))
