"""Make a draft as importers do: files by name, and the list of what became of everything.

An importer makes a ``Draft`` of what it has read: each file of YAML from mappings and comments, and
the list of what was found, carried over, left open and left behind. Nothing is written to the disk
here; that is for ``folder``, which knows what its author has changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from hexwar.imports.writing import Nested, block, told

LIST_TEXT = "imported.md"
LIST_DATA = "imported.json"
OFFERED = "offered"
"""The folder for what was found and is no part of the game yet; no game reads it."""
PICTURES = "pictures"

Telling = Callable[[str, int, int], None]
"""Is told again and again what is being read, and how much of how much of it is."""


def silent(_: str, __: int, ___: int) -> None:
    """Tell nobody."""


COLORS = ("#b3392f", "#2f5f9e", "#3f7a3a", "#8a5a2b", "#6a4a8a", "#b08a2f", "#3a8a8a", "#8a3a6a")


@dataclass
class Draft:
    """What is written: ``files`` by their names in the folder, without the list itself."""

    name: str
    listing: ImportList
    files: dict[str, bytes] = field(default_factory=dict)

    def add(self, name: str, *sections: Mapping[str, object] | str) -> None:
        """Add a file of YAML: mappings, and comments as texts, in their order."""
        lines: list[str] = []
        for section in sections:
            if isinstance(section, str):
                lines += [f"# {line}".rstrip() for line in section.splitlines()]
            else:
                lines += block(section)
        self.files[name] = ("\n".join(lines) + "\n").encode()


def game_file(draft: Draft, title: str, summary: str, sides: Mapping[str, str]) -> None:
    """Add the file ``game.yaml`` of a draft: its header, and its sides if there are any."""
    section = {
        side: {"name": name, "color": COLORS[number % len(COLORS)]}
        for number, (side, name) in enumerate(sides.items())
    }
    draft.add(
        "game.yaml",
        {
            "hexwar": 2,
            "id": draft.name,
            "title": title,
            "version": "0.1",
            "summary": summary,
            "draft": True,
        },
        "",
        "What was imported, and what is left to write: imported.md, and `hexwar check`.",
        {"sides": Nested(section)} if section else "",
    )


def terrain_file(draft: Draft, kinds: Mapping[str, Mapping[str, str]]) -> None:
    """Add ``terrain.yaml``: kinds by section (hexes, hexsides, paths, features) and id.

    What they cost is open. Several kinds of hex are drawn so that they can be told apart.
    """
    section = {}
    for key, titles in kinds.items():
        differ = key == "hexes" and len(titles) > 1
        entries = {
            ident: {"title": title} | (_look(ident, title) if differ else {})
            for ident, title in titles.items()
        }
        if entries:
            section[key] = Nested(entries)
    draft.add("terrain.yaml", {"terrain": Nested(section)})


def _look(ident: str, title: str) -> dict[str, str]:
    """Say how a kind of hex is drawn: as one of its words says, or else in a colour of its own."""
    words = re.findall(r"[A-Z]?[a-z]+", title)
    pattern = next((_LOOKS[word] for word in map(str.lower, reversed(words)) if word in _LOOKS), "")
    if pattern:
        # A kind that is called as a pattern is drawn by it without being told.
        return {} if pattern == ident else {"pattern": pattern}
    return {"color": f"#{light_color(ident).hex()}"}


_PATTERNS = (
    *("woods", "forest", "trees", "hills", "mountain", "mountains", "rough", "rocks", "grass"),
    *("marsh", "swamp", "water", "lake", "sea", "fields", "sand", "desert", "city", "town"),
)
_LOOKS = {word: word for word in _PATTERNS} | {
    "ocean": "sea", "jungle": "forest", "hill": "hills", "field": "fields", "village": "town",
}  # fmt: skip


def light_color(word: str) -> bytes:
    """Mix a light colour that a word always has: red, green and blue."""
    hashed = blake2b(word.encode(), digest_size=3).digest()
    # From 110 to 240 of 255: dark print can be read on all of it, and none is white.
    return bytes(110 + byte * 130 // 255 for byte in hashed)


# -- the list: what was found, carried over, left open and left behind -----------------------------

# Nothing disappears in silence: the code that reads a file tells the list of all that it leaves
# aside.


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """What the author of a draft says where the importer would guess: sides, by which board the
    map is, where faces are looked for. What is empty is guessed.
    """

    sides: tuple[str, ...] = ()
    board: str = ""
    faces: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Write all of it as data, what is empty too: there it can be written."""
        return {"sides": list(self.sides), "board": self.board, "faces": list(self.faces)}


NOTHING = ImportChoices()

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
        """Write the line as data."""
        data: dict[str, Any] = {"what": self.what, "count": self.count}
        if self.examples:
            data["examples"] = list(self.examples)
        return data | ({"why": self.why} if self.why else {})

    @property
    def line(self) -> str:
        """The line as text."""
        examples_told = f": {', '.join(self.examples)}" if self.examples else ""
        dots = ", ..." if self.is_cut else ""
        reason = f"; {self.why}" if self.why else ""
        return f"{self.count:>7,}  {self.what}{examples_told}{dots}{reason}"


def about(what: str, every: Iterable[str], why: str = "", most: int = 60) -> ListLine:
    """Make a line about some things by their names, of which so many characters are told."""
    names = list(every)
    shown = tuple(told(name, most) or "(without a name)" for name in names[:EXAMPLES])
    return ListLine(what, len(names), shown, why, len(names) > EXAMPLES)


def counted(what: str, times: Mapping[str, int], why: str = "") -> ListLine:
    """Make a line about things that occur several times, the commonest first."""
    order = sorted(times, key=lambda name: (-times[name], name))
    shown = tuple(f"{told(name, 60) or '(blank)'} ({times[name]})" for name in order[:EXAMPLES])
    return ListLine(what, sum(times.values()), shown, why, len(order) > EXAMPLES)


@dataclass
class ImportList:
    """What is told of an import. ``source`` names the file, its digest, kind, name and version."""

    source: Mapping[str, str]
    chosen: ImportChoices | None = None
    """What its author chose; ``None`` where nothing can be chosen."""
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
        """Write all of it as data, of the kind ``import``."""
        data: dict[str, Any] = {"import": 1, "source": dict(self.source)}
        if self.chosen is not None:
            data["chosen"] = self.chosen.plain()
        for group in ("found", "carried", "open", "left"):
            data[group] = [line.plain() for line in getattr(self, group) if line.count]
        data |= {"decided": self.decided, "next": self.next[:3]}
        data |= {"numbers": self.numbers} if self.numbers else {}
        return data | ({"added": self.added} if self.added else {})

    def text(self) -> str:
        """Write all of it for reading."""
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
            lines_of_group = [entry.line for entry in entries if entry.count]
            if lines_of_group:
                lines += [f"## {title}", "", *lines_of_group, ""]
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
    """Digest a file: BLAKE2b of 16 bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def as_json(data: Mapping[str, Any]) -> bytes:
    """Write data for a file: the same data are the same bytes."""
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
