"""What strangers meet before anything of theirs is read: names, origins, rates, numbers.

In this order, by :mod:`hexwar.host.web`: does the request name this host? If it does more than look
at a page, does it come from a page of this host, or from no page? Has its address sent too much?
Nothing here reads a body or asks the store: to say no must cost less than to ask.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

MOST_BYTES = 16 * 1024
"""Of a message, by socket or by post."""

PER_SECOND = 10.0
"""Messages a second from a socket or a seat; twice as many may come at once."""

SEATS_OF_ADDRESS = 5
"""Several people may come from one address: it may send as much as so many seats."""

SOCKETS = 8
"""Sockets of one address."""

MOST_ADDRESSES = 10_000
"""Addresses that are remembered at a time."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""What a page of the host may do: run only what is in files of the host. The drawing of the map,
which holds escaped texts alone, has styles in its elements."""

APART = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data:"
)
"""A replay is a page of its own with a script in it: it runs as if it came from nowhere."""

HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(slots=True)
class Bucket:
    """Lets so many through a second, twice as many at once; ``last`` is when it was asked."""

    rate: float
    last: float
    left: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = 2 * self.rate

    def takes(self, now: float) -> bool:
        """Whether one more is let through."""
        self.left = min(2 * self.rate, self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass(slots=True)
class Gate:
    """Counts what comes from an address, and from a seat. ``clock`` goes on steadily."""

    clock: Callable[[], float]
    per_second: float = PER_SECOND
    most: int = SOCKETS
    sockets: Counter[str] = field(default_factory=Counter)
    _posts: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def bucket(self, seats: int = 1) -> Bucket:
        """For a new socket, seat or address."""
        return Bucket(seats * self.per_second, self.clock())

    def post(self, sender: str, seats: int = 1) -> bool:
        """Whether one more post of an address, or of a seat, is read."""
        bucket = self._posts.pop(sender, None) or self.bucket(seats)
        self._posts[sender] = bucket
        while len(self._posts) > MOST_ADDRESSES:  # else strangers could fill the memory
            self._posts.popitem(last=False)
        return bucket.takes(self.clock())

    def enter(self, address: str) -> bool:
        """Whether an address may open one more socket; it counts from now on."""
        if self.sockets[address] >= self.most:
            return False
        self.sockets[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A socket of an address is closed."""
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]


def is_known_host(host: str, names: Iterable[str]) -> bool:
    """Whether a request names this host: one of its names, or an address in digits.

    If a stranger's name that resolves to this host were allowed, his pages could talk to it; no
    name can be made to look like an address.

    >>> is_known_host("192.168.1.7:8765", []), is_known_host("evil.example", ["localhost"])
    (True, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in names:
        return True
    try:  # in digits it may be any: behind a proxy or a router the host does not know its own
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_page(headers: Mapping[str, str], *, by_cookie: bool) -> bool:
    """Whether a post or an upgrade comes from a page of this host, or from no page at all.

    A browser tells where a page comes from. A program need not: it shows its secret itself, which
    no browser does for somebody else's page.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return not by_cookie
    try:
        return urlsplit(origin).netloc == headers.get("host") != ""
    except ValueError:
        return False
