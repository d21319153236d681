"""The list of an import: what was found, carried over, left open and left behind, as text and data.

Nothing disappears in silence: who reads a file tells the list of all that he leaves aside.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from hexwar.imports.writing import told

KIND = "import"
"""The kind of document that the data are (``schemas/documents``)."""
EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line: what, how many, the first examples, and why."""

    what: str
    count: int
    examples: tuple[str, ...] = ()
    why: str = ""
    is_cut: bool = False
    """Whether there are more than the examples."""

    def plain(self) -> dict[str, Any]:
        """The line as data."""
        data: dict[str, Any] = {"what": self.what, "count": self.count}
        if self.examples:
            data["examples"] = list(self.examples)
        return data | ({"why": self.why} if self.why else {})

    @property
    def line(self) -> str:
        """The line as text."""
        named = f": {', '.join(self.examples)}" if self.examples else ""
        more = ", ..." if self.is_cut else ""
        return f"{self.count:>7,}  {self.what}{named}{more}{f'; {self.why}' if self.why else ''}"


def about(what: str, every: Iterable[str], why: str = "", most: int = 60) -> ListLine:
    """A line about some things by their names, of which so many characters are told."""
    names = list(every)
    shown = tuple(told(name, most) or "(without a name)" for name in names[:EXAMPLES])
    return ListLine(what, len(names), shown, why, len(names) > EXAMPLES)


def counted(what: str, times: Mapping[str, int], why: str = "") -> ListLine:
    """A line about things that occur several times, the commonest first."""
    order = sorted(times, key=lambda name: (-times[name], name))
    shown = tuple(f"{told(name, 60) or '(blank)'} ({times[name]})" for name in order[:EXAMPLES])
    return ListLine(what, sum(times.values()), shown, why, len(order) > EXAMPLES)


@dataclass
class ImportList:
    """What is told of an import. ``source`` names the file, its digest, kind, name and version."""

    source: Mapping[str, str]
    found: list[ListLine] = field(default_factory=list)
    carried: list[ListLine] = field(default_factory=list)
    open: list[ListLine] = field(default_factory=list)
    left: list[ListLine] = field(default_factory=list)
    decided: dict[str, str] = field(default_factory=dict)
    """How sides, faces and numbers were decided."""
    numbers: dict[str, dict[str, str]] = field(default_factory=dict)
    """By map, hexes to what the file calls them, where that could not be said."""
    next: list[str] = field(default_factory=list)
    added: dict[str, list[str]] = field(default_factory=dict)
    """By a file that its author changed, what was added to it."""

    def plain(self) -> dict[str, Any]:
        """All of it as data, of the kind ``import``."""
        parts = ("found", "carried", "open", "left")
        lines = {
            part: [line.plain() for line in getattr(self, part) if line.count] for part in parts
        }
        more: dict[str, Any] = {"numbers": self.numbers} if self.numbers else {}
        more |= {"added": self.added} if self.added else {}
        endings = {"decided": self.decided, "next": self.next[:3]}
        return {"import": 1, "source": dict(self.source), **lines, **endings, **more}

    def text(self) -> str:
        """All of it for reading."""
        source = self.source
        name = f"{source.get('name', '')} {source.get('version', '')}".strip()
        lines = [f"# Imported from {source['file']}", ""]
        lines += [
            f"{source['kind']}{f': {name}' if name else ''}",
            f"digest {source['digest']}",
            "",
        ]
        for title, entries in (
            ("Found", self.found),
            ("Carried over", self.carried),
            ("Left open: for you to say", self.open),
            ("Not carried over", self.left),
        ):
            there = [entry.line for entry in entries if entry.count]
            if there:
                lines += [f"## {title}", "", *there, ""]
        if self.added:
            lines += ["## Added to files that you have changed", ""]
            lines += [f"- {name}: {', '.join(what)}" for name, what in self.added.items()] + [""]
        if self.decided:
            lines += ["## How it was decided", ""]
            lines += [f"- {what}: {how}" for what, how in self.decided.items()] + [""]
        lines += ["## What to write next", ""]
        lines += [f"{number}. {step}" for number, step in enumerate(self.next[:3], 1)]
        lines += ["", RIGHTS, ""]
        return "\n".join(lines)


RIGHTS = "Pictures and names belong to their publishers. Ask them before you pass this game on."


def digest(data: bytes) -> str:
    """A digest of a file: BLAKE2b of 16 bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def as_json(said: Mapping[str, Any]) -> bytes:
    """Data for a file: the same data are the same bytes."""
    return (json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode()
