"""Reduce an SVG of anybody's to what is drawn.

Only shapes, text, paint, pictures that a file contains (PNG, JPEG) and what they refer to inside it
are kept, by name: no script, no link, no animation, nothing from another file. What is kept is
counted as often as it is drawn, since a few references to references draw a thousand million
shapes, and pictures by the pixels that they say they have.

First what is known by name and its bounds; then an SVG as it is kept (:class:`SvgPart`,
:class:`SvgDrawing`) and :func:`read_svg`; then the steps of that: what is harmless is taken out of
the markup, what lies in other files is copied in, and how much is drawn is counted.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape

from hexwar.definition.markup import MarkupError, parse_markup
from hexwar.definition.raster import raster_size

MOST_DRAWN = 100_000
"""Elements, each as often as it is drawn; long texts and lines of points count for several."""
MOST_REFERENCES = 100
"""One after the other: how deep what is drawn refers to what is drawn."""
_LETTERS_OF_ONE = 200  # so many letters of attributes and text count for one more element,
_PIXELS_OF_ONE = 640  # and so many pixels of a picture: 64 million in all
_LARGEST_SIDE = 1_000_000_000  # of what a drawing may say of its size, before it is judged

SVG = "http://www.w3.org/2000/svg"
"""The namespace."""

# What may be drawn, by name: anything else may fetch, move or run something.

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
_WITH_TEXT = ("text", "tspan", "textPath", "style")
"""Elements whose letters are kept."""

# How values may be written. The lengths keep any of these patterns from running long.

_NAME = re.compile(r"[\w.:-]{1,200}")
_CLASSES = re.compile(r"[\w.:\s-]{1,1000}")
_PLAIN_VALUE = re.compile(r"[^\\@<>{};\"']*")
_URL = re.compile(r"url\(\s*[\"']?#([\w.:-]{1,200})[\"']?\s*\)")
"""A reference to a part of the same file."""
_SELECTOR = re.compile(r"[\w\s.,#*>-]{1,500}")
_SHEET_RULE = re.compile(r"([^{}]{1,1000})\{([^{}]{0,10000})\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DATA = re.compile(r"data:image/[\w.+-]{1,40};base64,")
"""How the address of a picture begins that is held in the file itself."""
_LENGTH = re.compile(r"\s*(\d{1,9}(?:\.\d{1,15})?|\.\d{1,15})(px|pt|pc|mm|cm|in)?\s*")
_PIXELS_OF_UNIT = {
    "": 1,
    "px": 1,
    "pt": 4 / 3,
    "pc": 16,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96,
}


class SvgError(ValueError):
    """An SVG is not drawn, in words that follow its name."""


# -- an SVG as it is kept --------------------------------------------------------------------------


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
        """Yield all elements in it, itself too."""
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
        """Write the element in XML."""
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
        """Write all of it in XML, to be drawn so large, or as large as it says."""
        size = {"width": str(width or self.width), "height": str(height or self.height)}
        box = {"viewBox": f"0 0 {self.width} {self.height}"}
        attributes = {"xmlns": SVG, **box, **self.root.attributes, **size}
        return replace(self.root, attributes=attributes).markup()


# -- reading one -----------------------------------------------------------------------------------

OtherFile = Callable[[str], Mapping[str, SvgPart] | None]
"""The parts of another file by their ids, by the name that is referred to; ``None`` without one."""


_MARKUP_WITHIN = 1000  # bytes in which the first sign of markup must stand,
_ROOT_WITHIN = 20_000  # and the root element: comments and declarations may come before it


def looks_like_svg(data: bytes) -> bool:
    """Say whether a file is meant as one."""
    beginning = data[:_MARKUP_WITHIN].lstrip(b"\xef\xbb\xbf \r\n\t")
    is_markup = beginning.startswith(b"<")
    return is_markup and re.search(rb"<(\w{1,20}:)?svg[\s>]", data[:_ROOT_WITHIN]) is not None


def read_svg(data: bytes, other_file: OtherFile | None = None) -> SvgDrawing:
    """Read what is drawn of an SVG. :class:`SvgError` if nothing can be, or too much.

    What it shows from files beside it is copied into it where ``other_file`` finds them.
    """
    root = read_parts(data)
    if other_file is not None:
        _OtherFiles(other_file).copy_into(root)
    if any(
        not part.attributes["href"].startswith("#")
        for part in root.within()
        if "href" in part.attributes and not part.pixels
    ):
        raise SvgError("shows parts of other files, which are not looked for")
    _Weight(root).require_bounded()
    width, height = _size_of(root)
    return SvgDrawing(root, max(1, round(width)), max(1, round(height)))


def _size_of(root: SvgPart) -> tuple[float, float]:
    """Say width and height in pixels, by the attributes of these names, or else by the viewBox."""
    lengths = [_LENGTH.fullmatch(root.attributes.get(name, "")) for name in ("width", "height")]
    # 0 for a length that is not said, or in parts of something else.
    width, height = [float(m[1]) * _PIXELS_OF_UNIT[m[2] or ""] if m else 0.0 for m in lengths]
    if not (width and height):
        box = re.split(r"[\s,]+", root.attributes.get("viewBox", "").strip())
        try:
            wide, high = float(box[2]), float(box[3])
        except (IndexError, ValueError):
            raise SvgError("does not say how large it is") from None
        if not (0 < wide < _LARGEST_SIDE and 0 < high < _LARGEST_SIDE):
            raise SvgError("does not say how large it is")
        # One side that is given sizes the other; with none, the box is in pixels.
        share = width / wide or height / high or 1
        return wide * share, high * share
    return width, height


def read_parts(data: bytes) -> SvgPart:
    """Read the tree of what may be drawn, with references to other files in it."""
    reader = _SvgReader()
    try:
        parse_markup(data, reader, namespace_separator=" ", named_doctype=True)
    except MarkupError as problem:
        raise SvgError(str(problem)) from None
    if reader.root is None:
        raise SvgError("is no SVG")
    return reader.root


# -- what is harmless is taken out of the markup ---------------------------------------------------


class _SvgReader:
    """Keeps the elements and attributes that are known, and skips the content of others."""

    def __init__(self) -> None:
        self._open: list[SvgPart] = []
        self._skipped = 0  # how deep in an element that is not drawn
        self.root: SvgPart | None = None

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        local = _GROUPS.get(local, local)
        is_drawn = local in _DRAWN and space in ("", SVG) and (self._open or local == "svg")
        if self._skipped or not is_drawn:
            self._skipped += 1
            return
        part = SvgPart(local, {} if local == "style" else _harmless_attributes(attributes, local))
        if local == "image" and "href" in part.attributes:
            part.attributes["href"], part.pixels = _held_picture(part.attributes["href"])
        if self._open:
            self._open[-1].inside.append(part)
        else:
            self.root = part
        self._open.append(part)

    def end(self, _: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif (part := self._open.pop()).name == "style":
            # The plain rules of a style sheet, without those that fetch or embed something.
            text = "".join(piece for piece in part.inside if isinstance(piece, str))
            rules = _SHEET_RULE.findall(_COMMENT.sub(" ", text))
            part.inside = [
                " ".join(
                    f"{selector.strip()} {{{_declarations(body)}}}"
                    for selector, body in rules
                    if _SELECTOR.fullmatch(selector.strip())
                )
            ]

    def text(self, text: str) -> None:
        if self._open and not self._skipped and self._open[-1].name in _WITH_TEXT:
            self._open[-1].inside.append(
                "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
            )


_HELD_KINDS = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg"}
"""What pictures in a file may be, by the bytes with which they begin."""


def _held_picture(address: str) -> tuple[str, int]:
    """Read a picture that an SVG holds, as it is written again, and its pixels.

    The decoder gets what was inspected: the data tell the kind of picture, not its declared type.
    """
    head, data = _DATA.match(address), b""
    try:
        if head:
            data = b64decode("".join(address[head.end() :].split()), validate=True)
        size = raster_size(data)
    except ValueError:
        size = None
    kind = next((kind for beginning, kind in _HELD_KINDS.items() if data.startswith(beginning)), "")
    if size is None or not kind:
        raise MarkupError("shows a picture that is no PNG or JPEG in it: save all of it as PNG")
    return f"data:image/{kind};base64,{b64encode(data).decode()}", size[0] * size[1]


def _harmless_attributes(attributes: dict[str, str], element: str) -> dict[str, str]:
    """Take the attributes that are known, with values that do no harm."""
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


def _value(written: str) -> str | None:
    """Take a value that refers to nothing outside; ``None`` for any other."""
    # After references within the file are removed, any `url(` that is left leads out of it.
    without_references = _URL.sub("", written)
    if "(" in without_references and "url" in without_references.lower():
        return None
    if not _PLAIN_VALUE.fullmatch(without_references):
        return None
    return _URL.sub(r"url(#\1)", written)


def _declarations(text: str) -> str:
    """Take what a style says of properties that are known."""
    harmless = []
    for line in _COMMENT.sub(" ", text).split(";"):
        name, _, written = line.partition(":")
        value = _value(written.strip())
        if name.strip() in _PROPERTIES and value:
            harmless.append(f"{name.strip()}:{value}")
    return ";".join(harmless)


# -- what lies in files beside it ------------------------------------------------------------------


def parts_by_id(root: SvgPart) -> dict[str, SvgPart]:
    """Find the elements that can be referred to; of several of one id the first."""
    parts: dict[str, SvgPart] = {}
    for part in root.within():
        if "id" in part.attributes:
            parts.setdefault(part.attributes["id"], part)
    return parts


class _OtherFiles:
    """Puts what is shown of other files into a drawing."""

    def __init__(self, other_file: OtherFile) -> None:
        self._other_file = other_file
        self._taken: dict[tuple[str, str], str] = {}
        """The id here of what was copied, by its file and its id there."""
        self._room = MOST_DRAWN
        self._copies = SvgPart("defs", {})

    def copy_into(self, root: SvgPart) -> None:
        """Copy what ``root`` shows of other files into it, and let it refer to the copies."""
        for part in list(root.within()):
            file, mark, ident = part.attributes.get("href", "").partition("#")
            if file and mark and (ident_of_part := self._take(file, ident, 0)):
                part.attributes["href"] = f"#{ident_of_part}"
        if self._copies.inside:
            root.inside.insert(0, self._copies)

    def _take(self, file: str, ident: str, depth: int) -> str:
        """Copy a part of another file, with all that it refers to there, and say its id here."""
        if (file, ident) in self._taken:
            return self._taken[file, ident]
        original = (self._other_file(file) or {}).get(ident)
        if original is None:
            return ""
        # Noted before its own references are followed: one that leads back to it ends here, and is
        # refused when the whole is counted.
        ident_of_copy = self._taken[file, ident] = f"part{len(self._taken)}"
        self._room -= sum(1 for _ in original.within())
        if depth > MOST_REFERENCES or self._room < 0:
            raise SvgError(f"draws more than {MOST_DRAWN:,} shapes")
        copy = _copy_of_part(original)
        self._copies.inside.append(copy)
        for part in copy.within():
            part.attributes.pop("id", None)
            for name, value in part.attributes.items():
                if name == "href" and value.startswith("#"):
                    part.attributes[name] = f"#{self._take(file, value[1:], depth + 1)}"
                elif "url(" in value:
                    cite_anew = partial(self._cited_anew, file, depth + 1)
                    part.attributes[name] = _URL.sub(cite_anew, value)
        copy.attributes["id"] = ident_of_copy
        return ident_of_copy

    def _cited_anew(self, file: str, depth: int, cited: re.Match[str]) -> str:
        return f"url(#{self._take(file, cited[1], depth)})"


def _copy_of_part(part: SvgPart) -> SvgPart:
    pieces = [
        _copy_of_part(piece) if isinstance(piece, SvgPart) else piece for piece in part.inside
    ]
    return SvgPart(part.name, dict(part.attributes), list[SvgPart | str](pieces), part.pixels)


# -- how much is drawn ----------------------------------------------------------------------------


class _Weight:
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
        """The parts whose weight is being reckoned: one that comes again is drawn in itself."""

    def require_bounded(self) -> None:
        """Raise :class:`SvgError` if too much is drawn, or what is drawn is in itself."""
        if self._of(self._root, 0) > MOST_DRAWN:
            raise SvgError(f"draws more than {MOST_DRAWN:,} shapes, or pictures of as much")

    def _of(self, drawing: SvgPart, depth: int) -> int:
        """Count what an element draws with all in it, ``depth`` references away from the root."""
        total = 0
        for part in drawing.within():
            letters = sum(map(len, part.attributes.values()))
            letters += sum(len(piece) for piece in part.inside if isinstance(piece, str))
            total += 1 + letters // _LETTERS_OF_ONE + part.pixels // _PIXELS_OF_ONE
            for ident in (*part.cited, *self._by_sheet):
                total += self._cited(ident, depth + 1)
            if total > MOST_DRAWN:
                break
        return total

    def _cited(self, ident: str, depth: int) -> int:
        """Count what a reference draws; once for each part."""
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
