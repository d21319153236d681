"""Modules for VASSAL as the tests make them: buildfiles, counters, pictures and saves."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hexwar.imports.vassal.module import hidden

PIECE = "VASSAL.build.widget.PieceSlot"
GRID = "VASSAL.build.module.map.boardPicker.board.HexGrid"
NUMBERING = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"


def encode(tokens: Iterable[str], mark: str) -> str:
    """One text of some tokens. An empty list and a list of one empty token look the same."""
    return mark.join(guarded(token, mark) for token in tokens)


def guarded(token: str, mark: str) -> str:
    """A token as it stands among others: its own marks escaped, in apostrophes if need be."""
    escaped = token.replace(mark, f"\\{mark}")
    quoted = token.endswith("\\") or (token.startswith("'") and token.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


def encode_chain(members: Iterable[str], mark: str = "\t") -> str:
    """A chain: each member with the rest of the chain behind it, level within level."""
    every = list(members)
    text = every.pop() if every else ""
    while every:
        text = encode([every.pop(), text], mark)
    return text


def png(width: int, height: int) -> bytes:
    """A picture of one colour."""
    row = b"\0" * (1 + (width + 7) // 8)
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(row * height)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
        for kind, data in chunks
    )


def gif(width: int, height: int) -> bytes:
    """The head of a GIF."""
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    return b"GIF89a" + size + b"\x80\0\0\0\0\0\xff\xff\xff;"


def element(tag: str, inside: str = "", /, **attributes: object) -> str:
    """An element of a buildfile."""
    said = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{tag}{said}>{inside}</{tag}>"


def escaped(text: str) -> str:
    """A text for XML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def counter(
    name: str,
    image: str,
    *traits: tuple[Sequence[str], str],
    ident: str = "null",
    at: str = "null;0;0",
    gpid: str = "",
) -> str:
    """The text of a counter; traits are their fields and their state, outermost first."""
    kinds = [encode(fields, ";") for fields, _ in traits] + [
        encode(["piece", "", "", image, name], ";")
    ]
    states = [state for _, state in traits] + [f"{at};{gpid};0"]
    return encode(["+", ident, encode_chain(kinds), encode_chain(states)], "/")


def layer(pictures: Sequence[str], always: bool, key: str = "F", name: str = "") -> list[str]:
    """The fields of a layer."""
    fields = [""] * 32
    fields[0], fields[3], fields[16], fields[19] = "emb2", key, encode(pictures, ","), name
    fields[22], fields[25], fields[26] = "false", "1", "true" if always else "false"
    return fields


def slot(text: str, entry: str = "", gpid: str = "") -> str:
    """A slot of the palette."""
    return element(PIECE, escaped(text), entryName=entry, gpid=gpid)


def board(name: str, image: str, grid: str = "", **attributes: object) -> str:
    """A board with what is in it."""
    return element(
        "VASSAL.build.module.map.boardPicker.Board", grid, name=name, image=image, **attributes
    )


def hex_grid(numbering: Mapping[str, object] | None = None, /, **attributes: object) -> str:
    """A grid, with its numbering if it has one."""
    inside = "" if numbering is None else element(NUMBERING, **numbering)
    return element(GRID, inside, **attributes)


def module_map(boards: Iterable[str], *inside: str, **attributes: object) -> str:
    """A map with its boards."""
    picker = element("VASSAL.build.module.map.BoardPicker", "".join(boards))
    said = {"mapName": "Main Map", "edgeWidth": 0, "edgeHeight": 0} | attributes
    return element("VASSAL.build.module.Map", picker + "".join(inside), **said)


def stack(x: int, y: int, *slots: str, **attributes: object) -> str:
    """An at-start stack."""
    said = {"owningBoard": "", "useGridLocation": "false", "x": x, "y": y} | attributes
    return element("VASSAL.build.module.map.SetupStack", "".join(slots), **said)


def palette(tabs: Mapping[str, Iterable[str]]) -> str:
    """A palette with tabs."""
    inside = "".join(
        element("VASSAL.build.widget.ListWidget", "".join(slots), entryName=tab)
        for tab, slots in tabs.items()
    )
    window = element("VASSAL.build.widget.TabWidget", inside, entryName="Units")
    return element("VASSAL.build.module.PieceWindow", window, text="Pieces")


def prototypes(texts: Mapping[str, str]) -> str:
    """Prototypes by name."""
    inside = "".join(
        element("VASSAL.build.module.PrototypeDefinition", escaped(text), name=name)
        for name, text in texts.items()
    )
    return element("VASSAL.build.module.PrototypesContainer", inside)


def roster(*names: str) -> str:
    """The seats."""
    return element(
        "VASSAL.build.module.PlayerRoster", "".join(f"<entry>{escaped(n)}</entry>" for n in names)
    )


def set_up(name: str, file: str = "") -> str:
    """A set-up of the menu."""
    return element(
        "VASSAL.build.module.PredefinedSetup",
        name=name,
        file=file,
        useFile="true" if file else "false",
        isMenu="false",
    )


@dataclass
class Made:
    """A module in the making."""

    inside: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    root: str = "VASSAL.build.GameModule"
    name: str = "A Battle"
    buildfile: str = "buildFile.xml"

    def xml(self) -> bytes:
        """The buildfile."""
        text = element(self.root, "".join(self.inside), name=self.name, version="1.2")
        return ('<?xml version="1.0" encoding="UTF-8"?>' + text).encode()

    def data(self) -> bytes:
        """The module."""
        return zipped({self.buildfile: self.xml(), **self.files})


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip; the same files are the same bytes."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name, (1990, 1, 1, 0, 0, 0)), data, ZIP_DEFLATED)
    return written.getvalue()


def save(*commands: str, key: int | None = 0x5F) -> bytes:
    """A saved game."""
    text = encode(["begin_save", *commands, "end_save"], "\x1b").encode()
    return zipped({"savedGame": text if key is None else hidden(text, key)})


def saved_stack(where: str, x: int, y: int, *idents: str) -> str:
    """A stack in a save."""
    return encode(["+", "77", "stack", encode([where, str(x), str(y), *idents, "@@0"], ";")], "/")


def kassala(files: Mapping[str, bytes] | None = None) -> Made:
    """A small module: one board, two sides told by names, two kinds of counter."""
    names = ("Red_Infantry_4-2", "Red_Guns_1-0", "Blue_Infantry_3-2")
    slots = [
        slot(counter(n, f"{n}.png", (["prototype", "Unit"], ""), gpid=str(i)), n, str(i))
        for i, n in enumerate(names, 20)
    ]
    made = Made()
    made.inside = [
        roster("Red", "Blue"),
        module_map(
            [board("Field", "Board.png", hex_grid(dx=60.0, dy=70.0, x0=40, y0=40))],
            stack(100, 75, slots[0], slots[0]),
            stack(160, 180, slots[2]),
        ),
        prototypes({"Unit": counter("", "", (["delete", "Delete"], ""))}),
        palette({"Red Units": slots[:2], "Blue Units": slots[2:]}),
        set_up("Standard"),
    ]
    made.files = {f"images/{name}.png": png(75, 75) for name in names}
    made.files |= {"images/Board.png": png(640, 480), **(files or {})}
    return made
