"""XML of a module or a map as a tree. No document type is accepted.

How much there may be, and how deep, is bounded by the reader (``hexwar.definition.markup``) before
anything is made of it; names of Java classes are cut to their last part, as modules of some
versions write all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hexwar.definition.markup import MarkupError, parse_markup
from hexwar.imports.refusal import BAD_MARKUP, ImportRefusedError


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
    def __init__(self) -> None:
        self._open: list[Element] = []
        self.root: Element | None = None

    def begin(self, name: str, attributes: dict[str, str]) -> None:
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


def read_markup(data: bytes, called: str) -> Element:
    """The tree of a text in XML; its names are without packages.

    :class:`ImportRefusedError`, whose sentence begins with ``called``, if it is none or too much.
    """
    reader = _TreeReader()
    try:
        parse_markup(data, reader)
    except MarkupError as problem:
        raise ImportRefusedError(BAD_MARKUP, f"{called} {problem}") from None
    if reader.root is None:
        raise ImportRefusedError(BAD_MARKUP, f"{called} holds no element")
    return reader.root
