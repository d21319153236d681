"""A draft as an importer makes it: files by name, and the list.

An importer makes a ``Draft`` of what it has read: each file of YAML from mappings and comments, and
the list of what was found, carried over, left open and left behind. Nothing is written to the disk
here; that is for ``folder``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from hexwar.imports.listing import ImportList
from hexwar.imports.writing import Nested, block

LIST_TEXT = "imported.md"
LIST_DATA = "imported.json"
OFFERED = "offered"
"""The folder for what was found and is no part of the game yet; no game reads it."""
PICTURES = "pictures"

COLORS = ("#b3392f", "#2f5f9e", "#3f7a3a", "#8a5a2b", "#6a4a8a", "#b08a2f", "#3a8a8a", "#8a3a6a")


@dataclass
class Draft:
    """What is written: ``files`` by their names in the folder, without the list itself."""

    name: str
    listing: ImportList
    files: dict[str, bytes] = field(default_factory=dict)

    def add(self, name: str, *sections: Mapping[str, object] | str) -> None:
        """A file of YAML: mappings, and comments as texts, in their order."""
        lines: list[str] = []
        for section in sections:
            if isinstance(section, str):
                lines += [f"# {line}".rstrip() for line in section.splitlines()]
            else:
                lines += block(section)
        self.files[name] = ("\n".join(lines) + "\n").encode()


def game_file(draft: Draft, title: str, summary: str, sides: Mapping[str, str]) -> None:
    """The file ``game.yaml`` of a draft: its header, and its sides if there are any."""
    named = {
        side: {"name": name, "color": COLORS[at % len(COLORS)]}
        for at, (side, name) in enumerate(sides.items())
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
        {"sides": Nested(named)} if named else "",
    )


def terrain_file(draft: Draft, kinds: Mapping[str, Mapping[str, str]]) -> None:
    """The file ``terrain.yaml``: kinds by section (hexes, hexsides, paths, features) and id.

    What they cost is open. Several kinds of hex are drawn so that they can be told apart.
    """
    written = {}
    for part, named in kinds.items():
        differ = part == "hexes" and len(named) > 1
        entries = {
            ident: {"title": title} | (_look(ident, title) if differ else {})
            for ident, title in named.items()
        }
        if entries:
            written[part] = Nested(entries)
    draft.add("terrain.yaml", {"terrain": Nested(written)})


def _look(ident: str, title: str) -> dict[str, str]:
    """How a kind of hex is drawn: as one of its words says, or else in a colour of its own."""
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
    """A light colour that a word always has: red, green and blue."""
    hashed = blake2b(word.encode(), digest_size=3).digest()
    return bytes(110 + part * 130 // 255 for part in hashed)
