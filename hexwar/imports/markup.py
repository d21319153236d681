"""XML of anybody's, as a tree with bounds.

No document type is accepted, so there are no entities; depth and number of elements are counted
while the text is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from hexwar.imports.refusal import BAD_MARKUP, ImportRefusedError

DEEPEST = 64
MOST_ELEMENTS = 250_000
MOST_ATTRIBUTES = 400
"""Of one element."""


@dataclass(slots=True)
class Element:
    """One element: its name, attributes, own text and children.

    ``name`` of a Java class is its last component.
    """

    name: str
    attributes: Mapping[str, str]
    children: list[Element] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text directly in it."""
        return "".join(self.parts)

    def get(self, attribute: str, default: str = "") -> str:
        """The value of an attribute."""
        return self.attributes.get(attribute, default)

    def named(self, *names: str) -> Iterator[Element]:
        """The children of these names."""
        return (child for child in self.children if child.name in names)

    def within(self) -> Iterator[Element]:
        """All elements in it, itself too, in the order of the text."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


class _TreeReader:
    def __init__(self, called: str) -> None:
        self._called = called
        self._open: list[Element] = []
        self._count = 0
        self.root: Element | None = None

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise self.refused(f"has more than {MOST_ELEMENTS:,} elements")
        if len(self._open) >= DEEPEST:
            raise self.refused(f"is nested deeper than {DEEPEST} levels")
        if len(attributes) > MOST_ATTRIBUTES:
            raise self.refused(f"has an element of more than {MOST_ATTRIBUTES} attributes")
        element = Element(name.rpartition(".")[2], attributes)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def end(self, _: str) -> None:
        self._open.pop()

    def text(self, text: str) -> None:
        if self._open:
            self._open[-1].parts.append(text)

    def doctype(self, *_: object) -> None:
        raise self.refused("declares a document type, which is not read: it may grow without end")

    def refused(self, why: str) -> ImportRefusedError:
        return ImportRefusedError(BAD_MARKUP, f"{self._called} {why}")


def read_markup(data: bytes, called: str) -> Element:
    """The tree of a text in XML; its names are without packages.

    :class:`ImportRefusedError`, whose sentence begins with ``called``, if it is none or too much.
    """
    reader = _TreeReader(called)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.begin
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        why = f"is no XML that can be read (line {problem.lineno}: "
        raise reader.refused(f"{why}{expat.ErrorString(problem.code)})") from None
    except (LookupError, ValueError) as problem:
        if isinstance(problem, ImportRefusedError):
            raise
        raise reader.refused(f"is in an encoding that is not known ({problem})") from None
    if reader.root is None:
        raise reader.refused("holds no element")
    return reader.root
