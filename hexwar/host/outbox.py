"""Notes that it is somebody's turn: to an address on the web, or by mail through a program.

An address on the web is a player's, and so a stranger's: it must be https, every address that its
name leads to must be a public one, and the one that was looked at is the one that is called, so
that nothing of the owner's network is reached by a name that changes its mind.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
import subprocess
from collections.abc import Callable, Sequence
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

PATIENCE = 10.0
"""Seconds for which a note may take to go."""

MAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}")

Resolve = Callable[[str, int], Sequence[str]]


class UnsentError(Exception):
    """A note cannot go there; one sentence says why."""


def is_destination(to: str, *, mail: bool) -> bool:
    """Whether notes may go to this: an https address, or a mail address if mail is sent.

    >>> is_destination("a@b.example", mail=True), is_destination("a@b.example", mail=False)
    (True, False)
    """
    if len(to) > 300 or any(sign.isspace() or not sign.isprintable() for sign in to):
        return False
    if mail and MAIL.fullmatch(to):
        return True
    try:
        place = urlsplit(to)
        return place.scheme == "https" and bool(place.hostname) and place.port != 0
    except ValueError:
        return False


def addresses_of(name: str, port: int) -> list[str]:
    """The addresses that a name leads to now."""
    try:
        entries = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UnsentError("there is no such host") from None
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


def public_address(name: str, port: int, resolve: Resolve = addresses_of) -> str:
    """The address that a name leads to, if all that it leads to are public.

    :class:`UnsentError` otherwise: no note may go to this machine or into a private network.
    """
    addresses = resolve(name, port)
    if not addresses:
        raise UnsentError("there is no such host")
    for address in addresses:
        try:
            resolved = ip_address(address.partition("%")[0])
        except ValueError:
            raise UnsentError("that is no address") from None
        if isinstance(resolved, IPv6Address):  # an address at home may be wrapped in a public one
            resolved = resolved.ipv4_mapped or resolved.sixtofour or resolved
        if not resolved.is_global or resolved.is_multicast:
            raise UnsentError("notes go to public addresses only")
    return addresses[0]


class _Pinned(HTTPSConnection):
    """Calls the address that was looked at, whatever the name leads to by now."""

    def __init__(self, name: str, port: int, address: str) -> None:
        self._address, self._ssl = address, ssl.create_default_context()
        super().__init__(name, port, timeout=PATIENCE, context=self._ssl)

    def connect(self) -> None:
        """Connect to the address, and make sure that the server there answers for that name."""
        plain = socket.create_connection((self._address, self.port), PATIENCE)
        self.sock = self._ssl.wrap_socket(plain, server_hostname=self.host)


def post(to: str, text: str, resolve: Resolve = addresses_of) -> None:
    """Post a note to an https address, and follow it nowhere else. :class:`UnsentError` if not."""
    place = urlsplit(to)
    name, port = place.hostname or "", place.port or 443
    connection = _Pinned(name, port, public_address(name, port, resolve))
    path = f"{place.path or '/'}{'?' if place.query else ''}{place.query}"
    try:
        connection.request(
            "POST", path, json.dumps({"text": text}), {"content-type": "application/json"}
        )
        status = connection.getresponse().status
    except (OSError, HTTPException, ValueError) as problem:
        raise UnsentError(f"nobody answers there: {problem}") from None
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise UnsentError(f"the answer there was {status}")


def mail(program: Sequence[str], to: str, text: str) -> None:
    """Hand a mail to the owner's program, as ``sendmail -t`` takes it. :class:`UnsentError` if not.

    No part of it is an argument of the program, and only the address in it comes from a player.
    """
    written = f"To: {to}\nSubject: It is your turn\nContent-Type: text/plain; charset=utf-8\n\n"
    try:
        subprocess.run(  # noqa: S603 - the owner named it
            program, input=f"{written}{text}\n".encode(), timeout=PATIENCE, check=True
        )
    except (OSError, subprocess.SubprocessError) as problem:
        raise UnsentError(f"the mail program failed: {problem}") from None


def deliver(to: str, text: str, program: Sequence[str]) -> None:
    """Send a note wherever it is to go. :class:`UnsentError` if it does not get there."""
    if MAIL.fullmatch(to):
        if not program:
            raise UnsentError("this host sends no mail")
        mail(program, to, text)
    else:
        post(to, text)
