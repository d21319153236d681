"""Pictures that a game brings: what they are and how large, told before they are decoded.

Nothing is drawn here. A picture of a hundred kilobytes may claim a thousand million pixels, so
its size is read from its header, and what is too large is never given to a decoder.

First what is asked of any picture; then headers of those in pixels; then SVG, which is read whole,
reduced to what is drawn, and counted.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.folder import read_from, stamp_of
from hexwar.definition.markup import MarkupError, parse_markup

MOST_BYTES = 16 * 1024 * 1024
MOST_PIXELS = 64_000_000
"""Of one picture."""
MOST_BYTES_TOGETHER = 64 * 1024 * 1024
MOST_PIXELS_TOGETHER = 128_000_000
"""Of all that a game names."""

KINDS = "PNG, JPEG, GIF or SVG"


class PictureError(ValueError):
    """A picture cannot be used, in words that follow its name."""


class PictureSize(NamedTuple):
    """A picture from outside: its bytes, and its width and height in pixels."""

    bytes: int
    width: int
    height: int

    @property
    def pixels(self) -> int:
        """The pixels that it has when it is decoded."""
        return self.width * self.height

    @property
    def too_large(self) -> str:
        """What is too large about it, in words that follow its name; empty if nothing is."""
        if self.bytes > MOST_BYTES:
            return f"has more than {MOST_BYTES:,} bytes"
        if self.pixels > MOST_PIXELS:
            size = f"{self.width:,} x {self.height:,}"
            return f"is {size} pixels, and a picture may have {MOST_PIXELS:,}"
        return ""


def look_at(folder: Path, name: str) -> PictureSize:
    """A picture in a folder or a pack, by the name that the game gives it.

    OSError if it cannot be read, :class:`PictureError` if it is no picture of the kinds known.
    """
    path = folder / name
    return _look(folder, path, *stamp_of(folder, path))


# The key includes the time of the last change and the size: a file that was written again is read
# again.
@lru_cache(maxsize=8192)
def _look(folder: Path, path: Path, changed: int, size: int) -> PictureSize:
    return PictureSize(size, *size_of(read_from(folder, path, MOST_BYTES + 1)))


def read_picture(folder: Path, name: str) -> bytes:
    """The bytes of a picture that may be decoded; else OSError or :class:`PictureError`."""
    if wrong := look_at(folder, name).too_large:
        raise PictureError(wrong)
    return read_from(folder, folder / name, MOST_BYTES)


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a picture as its header states them. :class:`PictureError` if it is none.

    >>> size_of(b"GIF89a" + bytes([3, 0, 2, 0]))
    (3, 2)
    """
    try:
        if size := raster_size(data):
            return size
        if looks_like_svg(data):
            drawing = read_svg(data)
            return drawing.width, drawing.height
    except (RasterError, SvgError) as problem:
        raise PictureError(str(problem)) from None
    raise PictureError(f"is no picture that can be shown: it is no {KINDS}")


# Pictures in pixels: how large they say they are, read from their headers alone.


class RasterError(ValueError):
    """A picture breaks off or is damaged, in words that follow its name."""


def raster_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, JPEG or GIF; ``None`` for anything else.

    >>> raster_size(b"GIF89a" + bytes([3, 0, 2, 0]))
    (3, 2)
    """
    read = next((read for beginning, read in _KINDS.items() if data.startswith(beginning)), None)
    if read is None:
        return None
    width, height = read(data)
    if width < 1 or height < 1:
        raise RasterError("is a picture without a pixel")
    return width, height


# A PNG has its header first: length, IHDR, width and height, four bytes each. A GIF has width and
# height behind its six letters, in two bytes each, the low one first. A JPEG is a row of segments,
# FF, a kind and a length, of which one, somewhere, has height and width.


def _png(data: bytes) -> tuple[int, int]:
    if data[12:16] != b"IHDR" or len(data) < 24:
        raise RasterError("is a PNG that breaks off, or is damaged")
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _gif(data: bytes) -> tuple[int, int]:
    if len(data) < 10:
        raise RasterError("is a GIF that breaks off")
    return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")


# C4 and CC hold tables of codes, C8 is kept for later: these are no frames.
_SIZED = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The segments of a JPEG that say how large it is."""
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Those without a length."""


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # padding
            at += 1
        elif kind in _BARE:
            at += 2
        elif kind in _SIZED:
            height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        else:
            # A length counts its own two bytes.
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
    raise RasterError("is a JPEG that breaks off, or is damaged")


_KINDS: dict[bytes, Callable[[bytes], tuple[int, int]]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"\xff\xd8\xff": _jpeg,
    b"GIF87a": _gif,
    b"GIF89a": _gif,
}


# SVG from anybody, reduced to what is drawn.
#
# Only shapes, text, paint, pictures that a file contains (PNG, JPEG) and what they refer to inside
# it are kept, by name: no script, no link, no animation, nothing from another file. What is kept is
# counted as often as it is drawn, since a few references to references draw a thousand million
# shapes, and pictures by the pixels that they say they have.


MOST_DRAWN = 100_000
"""Elements, each as often as it is drawn; long texts and lines of points count for several."""
MOST_REFERENCES = 100
"""One after the other."""
_LONG = 200  # letters of an element's attributes that count for one more
_MANY = 640  # pixels of a picture in it that do: 64 million in all

SVG = "http://www.w3.org/2000/svg"
"""The namespace."""
# The content of a link or a switch is drawn like a group's; where a link leads and when a switch
# shows is not kept.
_GROUPS = {"a": "g", "switch": "g"}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DRAWN = _words(
    """
    svg g defs symbol use image path rect circle ellipse line polyline polygon text tspan
    textPath linearGradient radialGradient stop clipPath mask pattern marker style
    """
)
_PROPERTIES = _words(
    """
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color
    display visibility font-size font-style font-weight text-anchor text-decoration
    letter-spacing word-spacing baseline-shift dominant-baseline clip-path clip-rule
    mask marker marker-start marker-mid marker-end paint-order stop-color stop-opacity
    overflow image-rendering
    """
)
_ATTRIBUTES = _PROPERTIES | _words(
    """
    x y x1 y1 x2 y2 cx cy r rx ry width height d points transform viewBox
    preserveAspectRatio id class style href offset gradientUnits gradientTransform
    spreadMethod fx fy fr patternUnits patternContentUnits patternTransform
    clipPathUnits maskUnits maskContentUnits refX refY markerWidth markerHeight
    markerUnits orient dx dy rotate textLength lengthAdjust startOffset
    """
)
_NAME = re.compile(r"[\w.:-]{1,200}")
_CLASSES = re.compile(r"[\w.:\s-]{1,1000}")
_PLAIN_VALUE = re.compile(r"[^\\@<>{};\"']*")
_URL = re.compile(r"url\(\s*[\"']?#([\w.:-]{1,200})[\"']?\s*\)")
_SELECTOR = re.compile(r"[\w\s.,#*>-]{1,500}")
_RULE = re.compile(r"([^{}]{1,1000})\{([^{}]{0,10000})\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LENGTH = re.compile(r"\s*(\d{1,9}(?:\.\d{1,15})?|\.\d{1,15})(px|pt|pc|mm|cm|in)?\s*")
_PIXELS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96}
_LARGEST = 1_000_000_000


class SvgError(ValueError):
    """An SVG is not drawn, in words that follow its name."""


@dataclass(slots=True)
class SvgPart:
    """An element: its name, attributes, and what is in it, in order."""

    name: str
    attributes: dict[str, str]
    inside: list[SvgPart | str] = field(default_factory=list)
    pixels: int = 0
    """Of a picture."""

    @property
    def parts(self) -> Iterator[SvgPart]:
        """The elements directly in it."""
        return (part for part in self.inside if isinstance(part, SvgPart))

    def within(self) -> Iterator[SvgPart]:
        """All elements in it, itself too."""
        waiting = [self]
        while waiting:
            part = waiting.pop()
            yield part
            waiting.extend(part.parts)

    @property
    def cited(self) -> Iterator[str]:
        """The ids that it refers to."""
        for name, value in self.attributes.items():
            if name == "href" and not self.pixels:
                yield value.removeprefix("#")
            elif name != "href" and "url(" in value:
                yield from _URL.findall(value)

    def markup(self) -> str:
        """The element in XML."""
        attributes = "".join(
            f' {name}="{escape(value)}"' for name, value in self.attributes.items()
        )
        inner = "".join(
            piece.markup() if isinstance(piece, SvgPart) else escape(piece, quote=False)
            for piece in self.inside
        )
        return (
            f"<{self.name}{attributes}>{inner}</{self.name}>"
            if inner
            else f"<{self.name}{attributes}/>"
        )


@dataclass(frozen=True)
class SvgDrawing:
    """An SVG that may be drawn; ``width`` and ``height`` in pixels, as it says itself."""

    root: SvgPart
    width: int
    height: int

    def markup(self, width: int = 0, height: int = 0) -> str:
        """All of it in XML, to be drawn so large, or as large as it says."""
        size = {"width": str(width or self.width), "height": str(height or self.height)}
        box = {"viewBox": f"0 0 {self.width} {self.height}"}
        attributes = {"xmlns": SVG, **box, **self.root.attributes, **size}
        return replace(self.root, attributes=attributes).markup()


OtherFile = Callable[[str], Mapping[str, SvgPart] | None]
"""The parts of another file by their ids, by the name that is referred to; ``None`` without one."""


_BLANK_BEGINNING = 1000
"""Bytes in which the first sign of markup must stand,"""
_WITHIN = 20_000
"""and those in which the word svg must: comments and declarations may come before it."""


def looks_like_svg(data: bytes) -> bool:
    """Whether a file is meant as one."""
    beginning = data[:_BLANK_BEGINNING].lstrip(b"\xef\xbb\xbf \r\n\t")
    is_markup = beginning.startswith(b"<")
    return is_markup and re.search(rb"<(\w{1,20}:)?svg[\s>]", data[:_WITHIN]) is not None


def read_svg(data: bytes, other_file: OtherFile | None = None) -> SvgDrawing:
    """An SVG with what is drawn of it. :class:`SvgError` if nothing can be, or too much would be.

    What it shows from files beside it is copied into it where ``other_file`` finds them.
    """
    root = read_parts(data)
    if other_file is not None:
        _Taking(other_file).into(root)
    if any(
        not part.attributes["href"].startswith("#")
        for part in root.within()
        if "href" in part.attributes and not part.pixels
    ):
        raise SvgError("shows parts of other files, which are not looked for")
    _Weighing(root).require()
    size = [_length(root.attributes.get(name, "")) for name in ("width", "height")]
    if not all(size):
        box = re.split(r"[\s,]+", root.attributes.get("viewBox", "").strip())
        try:
            wide, high = float(box[2]), float(box[3])
        except (IndexError, ValueError):
            raise SvgError("does not say how large it is") from None
        if not (0 < wide < _LARGEST and 0 < high < _LARGEST):
            raise SvgError("does not say how large it is")
        # One side that is given sizes the other; with none, the box is in pixels.
        share = size[0] / wide or size[1] / high or 1
        size = [wide * share, high * share]
    width, height = max(1, round(size[0])), max(1, round(size[1]))
    return SvgDrawing(root, width, height)


def read_parts(data: bytes) -> SvgPart:
    """The tree of what may be drawn, with references to other files in it."""
    reader = _SvgReader()
    try:
        parse_markup(data, reader, namespace_separator=" ", named_doctype=True)
    except MarkupError as problem:
        raise SvgError(str(problem)) from None
    if reader.root is None:
        raise SvgError("is no SVG")
    return reader.root


class _SvgReader:
    """Keeps the elements and attributes that are known, and skips the content of others."""

    def __init__(self) -> None:
        self._open: list[SvgPart] = []
        self._beside = 0  # how deep in an element that is not drawn
        self.root: SvgPart | None = None

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        local = _GROUPS.get(local, local)
        is_drawn = local in _DRAWN and space in ("", SVG) and (self._open or local == "svg")
        if self._beside or not is_drawn:
            self._beside += 1
            return
        part = SvgPart(local, {} if local == "style" else _harmless_attributes(attributes, local))
        if local == "image" and "href" in part.attributes:
            part.attributes["href"], part.pixels = _picture(part.attributes["href"])
        if self._open:
            self._open[-1].inside.append(part)
        else:
            self.root = part
        self._open.append(part)

    def end(self, _: str) -> None:
        if self._beside:
            self._beside -= 1
        elif (part := self._open.pop()).name == "style":
            text = "".join(piece for piece in part.inside if isinstance(piece, str))
            part.inside = [_cleaned_sheet(text)]

    def text(self, text: str) -> None:
        if self._open and not self._beside and self._open[-1].name in _SPOKEN:
            self._open[-1].inside.append(
                "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
            )


_SPOKEN = ("text", "tspan", "textPath", "style")


def _picture(address: str) -> tuple[str, int]:
    """A picture that an SVG holds, as it is written again, and its pixels.

    The decoder gets what was inspected: the data tell the kind of picture, not its declared type.
    """
    head, data = _DATA.match(address), b""
    try:
        if head:
            data = b64decode("".join(address[head.end() :].split()), validate=True)
        size = raster_size(data)
    except ValueError:
        size = None
    kind = next((kind for begin, kind in _HELD.items() if data.startswith(begin)), "")
    if size is None or not kind:
        raise MarkupError("shows a picture that is no PNG or JPEG in it: save all of it as PNG")
    return f"data:image/{kind};base64,{b64encode(data).decode()}", size[0] * size[1]


_DATA = re.compile(r"data:image/[\w.+-]{1,40};base64,")
_HELD = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg"}


def _harmless_attributes(attributes: dict[str, str], element: str) -> dict[str, str]:
    harmless: dict[str, str] = {}
    for full, written in attributes.items():
        space, _, name = full.rpartition(" ")
        if name not in _ATTRIBUTES or (space not in ("", SVG) and not space.endswith("/xlink")):
            continue
        if name == "href":
            if element != "g":  # a link
                harmless[name] = written.strip()
        elif name == "style":
            harmless[name] = _declarations(written)
        elif name == "id":
            if _NAME.fullmatch(written):
                harmless[name] = written
        elif name == "class":
            if _CLASSES.fullmatch(written):
                harmless[name] = written
        elif (value := _value(written)) is not None:
            harmless[name] = value
    return harmless


def _declarations(text: str) -> str:
    """What a style says of properties that are known."""
    harmless = []
    for line in _COMMENT.sub(" ", text).split(";"):
        name, _, written = line.partition(":")
        value = _value(written.strip())
        if name.strip() in _PROPERTIES and value:
            harmless.append(f"{name.strip()}:{value}")
    return ";".join(harmless)


def _value(written: str) -> str | None:
    """A value that refers to nothing outside; ``None`` for any other."""
    # After references within the file are removed, any `url(` that is left leads out of it.
    plain = _URL.sub("", written)
    if "(" in plain and "url" in plain.lower():
        return None
    if not _PLAIN_VALUE.fullmatch(plain):
        return None
    return _URL.sub(r"url(#\1)", written)


def _cleaned_sheet(text: str) -> str:
    """The plain rules of a style sheet, without those that fetch or embed something."""
    rules = (
        (selector.strip(), _declarations(body))
        for selector, body in _RULE.findall(_COMMENT.sub(" ", text))
    )
    return " ".join(
        f"{selector} {{{body}}}" for selector, body in rules if _SELECTOR.fullmatch(selector)
    )


# -- how much is drawn ----------------------------------------------------------------------------


class _Weighing:
    """Counts elements as often as they are drawn."""

    def __init__(self, root: SvgPart) -> None:
        self._root = root
        self._ids = parts_by_id(root)
        sheets = (part for part in root.within() if part.name == "style")
        text = " ".join(
            piece for sheet in sheets for piece in sheet.inside if isinstance(piece, str)
        )
        # A rule may paint any element: what sheets refer to counts for each of them.
        self._by_sheet = tuple(_URL.findall(text))
        self._known: dict[str, int] = {}
        self._on_the_way: set[str] = set()

    def require(self) -> None:
        """:class:`SvgError` if too much is drawn, or what is drawn is in itself."""
        if self._of(self._root, 0) > MOST_DRAWN:
            raise SvgError(f"draws more than {MOST_DRAWN:,} shapes, or pictures of as much")

    def _of(self, drawing: SvgPart, depth: int) -> int:
        total = 0
        for part in drawing.within():
            letters = sum(map(len, part.attributes.values()))
            letters += sum(len(piece) for piece in part.inside if isinstance(piece, str))
            total += 1 + letters // _LONG + part.pixels // _MANY
            for ident in (*part.cited, *self._by_sheet):
                total += self._cited(ident, depth + 1)
            if total > MOST_DRAWN:
                break
        return total

    def _cited(self, ident: str, depth: int) -> int:
        if ident in self._known or ident not in self._ids:
            return self._known.get(ident, 0)
        if ident in self._on_the_way:
            if ident in self._by_sheet:  # what a sheet paints may be painted by it
                return 0
            raise SvgError("holds a part that is drawn in itself")
        if depth > MOST_REFERENCES:
            raise SvgError(f"refers to its parts more than {MOST_REFERENCES} times in a row")
        self._on_the_way.add(ident)
        self._known[ident] = self._of(self._ids[ident], depth)
        self._on_the_way.discard(ident)
        return self._known[ident]


def _length(text: str) -> float:
    match = _LENGTH.fullmatch(text)
    return float(match[1]) * _PIXELS[match[2] or ""] if match else 0.0


# -- what lies in files beside it ------------------------------------------------------------------


def parts_by_id(root: SvgPart) -> dict[str, SvgPart]:
    """The elements that can be referred to; of several of one id the first."""
    parts: dict[str, SvgPart] = {}
    for part in root.within():
        if "id" in part.attributes:
            parts.setdefault(part.attributes["id"], part)
    return parts


class _Taking:
    """Puts what is shown of other files into a drawing."""

    def __init__(self, other_file: OtherFile) -> None:
        self._other_file = other_file
        self._taken: dict[tuple[str, str], str] = {}
        self._left = MOST_DRAWN
        self._kept = SvgPart("defs", {})

    def into(self, root: SvgPart) -> None:
        for part in list(root.within()):
            file, mark, ident = part.attributes.get("href", "").partition("#")
            if file and mark and (ident_of_part := self._take(file, ident, 0)):
                part.attributes["href"] = f"#{ident_of_part}"
        if self._kept.inside:
            root.inside.insert(0, self._kept)

    def _take(self, file: str, ident: str, depth: int) -> str:
        """The id here of a part of another file, with all that it refers to there."""
        if (file, ident) in self._taken:
            return self._taken[file, ident]
        original = (self._other_file(file) or {}).get(ident)
        if original is None:
            return ""
        # Noted before its own references are followed: one that leads back to it ends here, and is
        # refused when the whole is counted.
        new_ident = self._taken[file, ident] = f"part{len(self._taken)}"
        self._left -= sum(1 for _ in original.within())
        if depth > MOST_REFERENCES or self._left < 0:
            raise SvgError(f"draws more than {MOST_DRAWN:,} shapes")
        copy = _copy_of_part(original)
        self._kept.inside.append(copy)
        for part in copy.within():
            part.attributes.pop("id", None)
            for name, value in part.attributes.items():
                if name == "href" and value.startswith("#"):
                    part.attributes[name] = f"#{self._take(file, value[1:], depth + 1)}"
                elif "url(" in value:
                    beyond = partial(self._cited_anew, file, depth + 1)
                    part.attributes[name] = _URL.sub(beyond, value)
        copy.attributes["id"] = new_ident
        return new_ident

    def _cited_anew(self, file: str, depth: int, cited: re.Match[str]) -> str:
        return f"url(#{self._take(file, cited[1], depth)})"


def _copy_of_part(part: SvgPart) -> SvgPart:
    inside = [
        _copy_of_part(piece) if isinstance(piece, SvgPart) else piece for piece in part.inside
    ]
    return SvgPart(part.name, dict(part.attributes), list[SvgPart | str](inside), part.pixels)
