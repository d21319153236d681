"""A program in a seat: such as anybody can write from the protocol, by requests alone.

It needs no package beside Python, so joining from a terminal needs no further installation. Nothing
is pushed: it asks again and again what has happened since it heard last, and the host may keep the
answer back for a while. What a host sends is somebody else's, and whatever does not fit is a
:class:`LineError`, never a traceback.
"""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from itertools import count
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

from hexwar.joining.parts import DiceParts

Plain = dict[str, Any]

PATIENCE = 40.0
"""Seconds for which an answer is waited for."""

MOST_BYTES = 70_000_000
"""Of an answer, the pack of a game among them: a host may be anybody's."""

PACKED = "application/octet-stream"
"""The kind of a pack; all else that is no JSON is text."""

TOO_MANY, FAULT = 429, 500
"""Statuses after which a message is sent again: 429, it came too soon; and from 500 on, the host
failed.
"""


class LineError(OSError):
    """The host cannot be reached, or does not speak as one; one sentence says why."""


class Client:
    """A seat that a link opens. ``n`` and ``head`` are those of the last step that it knows,
    ``said`` is the number of the last chat line that it has. ``informed``: it wants all that it
    needs to hold the position itself.
    """

    def __init__(self, link: str, *, informed: bool = False) -> None:
        """LineError for what is no link, and for one that opens no seat."""
        self._informed = informed
        try:
            place = urlsplit(link)
            self._port = place.port
        except ValueError:
            raise LineError("that is no link") from None
        if place.scheme not in ("http", "https") or not place.hostname or not place.fragment:
            raise LineError("a link begins with http or https and ends with # and a secret")
        self._secure, self._host = place.scheme == "https", place.hostname
        self.token, self._word, self._numbers = place.fragment, token_hex(4), count()
        self.parts = DiceParts(link)
        """What this seat gives to dice that all throw."""
        self.n: int | None = None
        self.said = 0
        self.head = ""
        self.path = ""
        # What is entered is known by the secret alone: the answer names the table and the seat.
        status, entered = self.request("POST", "/enter", {"token": self.token})
        if status != 200 or not isinstance(entered, dict) or "go" not in entered:
            raise LineError(str(entered.get("why", "") if isinstance(entered, dict) else "no host"))
        self.path = str(entered["go"])

    def link_of(self, token: str) -> str:
        """The link of another seat of this host."""
        port = "" if self._port is None else f":{self._port}"
        name = f"[{self._host}]" if ":" in self._host else self._host
        return f"{'https' if self._secure else 'http'}:{'//'}{name}{port}/#{token}"

    def request(
        self, method: str, path: str, payload: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """A request with the secret of the seat: its status, and what is answered."""
        kind = HTTPSConnection if self._secure else HTTPConnection
        connection = kind(self._host, self._port, timeout=PATIENCE)
        sent_headers = {"authorization": f"Bearer {self.token}", **(headers or {})}
        try:
            connection.request(
                method, path, None if payload is None else json.dumps(payload), sent_headers
            )
            answer = connection.getresponse()
            body = answer.read(MOST_BYTES)
            kind_of_body = answer.headers.get_content_type()
            if kind_of_body == "application/json":
                return answer.status, json.loads(body)
            return answer.status, body if kind_of_body == PACKED else body.decode()
        except (OSError, HTTPException, ValueError, RecursionError) as problem:
            raise LineError(f"the host cannot be reached: {problem}") from None
        finally:
            connection.close()

    def hear(self, wait: int = 0) -> list[Plain]:
        """What has happened since it heard last; it may ``wait`` some seconds for that."""
        query = f"&said={self.said}" + ("" if self.n is None else f"&after={self.n}")
        query += "&known=1" if self._informed else ""
        status, heard = self.request("GET", f"{self.path}/steps?wait={wait}{query}")
        if status == 404:
            raise LineError("this link opens no seat: take the one that the host shows for a side")
        if status != 200 or not isinstance(heard, dict):
            raise LineError(str(heard.get("why", "") if isinstance(heard, dict) else "no host"))
        try:
            messages: list[Plain] = heard["messages"]
            for message in messages:
                if message["t"] in ("step", "whole"):
                    self.n, self.head = message["n"], message["head"]
                    if self._informed and "known" not in message:
                        self.n = None  # all went back: next time it is told the whole
                elif message["t"] == "chat":
                    self.said = message["k"]
                if (part := self.parts.hear(message)) is not None:
                    self.say("part", **part)
        except (LookupError, TypeError, ValueError):
            raise LineError("what the host says makes no sense") from None
        if self.parts.fault:
            raise LineError(self.parts.fault)
        return messages

    def message(self, kind: str, **parts: Any) -> Plain:
        """A message with an id of its own, by which the host knows it when it is sent again."""
        return {"t": kind, "base": self.head, "id": f"{self._word}{next(self._numbers)}", **parts}

    def send(self, message: Plain) -> Plain:
        """Send a message, perhaps once more; the answer."""
        status, reply = self.request("POST", f"{self.path}/say", message)
        if status == TOO_MANY or status >= FAULT or not isinstance(reply, dict):
            raise LineError("the host does not answer now")
        return {**reply, "id": message["id"]}

    def say(self, kind: str, **parts: Any) -> Plain:
        """A message, and the answer."""
        return self.send(self.message(kind, **parts))
