"""Read XML from anybody within limits.

No entity is ever declared in it: a document type that says more than a name is refused, as a few
lines of entities can grow to gigabytes. Depth, elements and attributes are counted while the text
is read, by a parser that hands over what it reads: one that built a tree first would run out of
memory before anything could be counted.
"""

from __future__ import annotations

from typing import Protocol
from xml.parsers import expat

DEEPEST = 64
MOST_ELEMENTS = 250_000
MOST_ATTRIBUTES = 400
"""Of one element."""


class MarkupError(ValueError):
    """A text is no XML, or more than is read; in words that follow its name."""


class MarkupHandler(Protocol):
    """Receives what is read, in its order, and may raise :class:`MarkupError`."""

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """It ends."""

    def text(self, text: str) -> None:
        """Text between marks, perhaps a part of it."""


class _Counting:
    """Stands between the parser and a handler, and ends what grows beyond bounds."""

    def __init__(self, handler: MarkupHandler, named_doctype: bool) -> None:
        self._handler, self._named_doctype = handler, named_doctype
        self._depth = self._count = 0

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        self._depth += 1
        if self._count > MOST_ELEMENTS:
            raise MarkupError(f"has more than {MOST_ELEMENTS:,} elements")
        if self._depth > DEEPEST:
            raise MarkupError(f"is nested deeper than {DEEPEST} levels")
        if len(attributes) > MOST_ATTRIBUTES:
            raise MarkupError(f"has an element of more than {MOST_ATTRIBUTES} attributes")
        self._handler.begin(name, attributes)

    def end(self, name: str) -> None:
        self._depth -= 1
        self._handler.end(name)

    def doctype(
        self, _name: str, _system: str | None, _public: str | None, has_subset: bool
    ) -> None:
        if has_subset or not self._named_doctype:
            raise MarkupError(
                "declares a document type, which is not read: it may grow without end"
            )


def parse_markup(
    data: bytes,
    handler: MarkupHandler,
    *,
    namespace_separator: str | None = None,
    named_doctype: bool = False,
) -> None:
    """Read a text in XML. :class:`MarkupError` if it is not XML or too much.

    With ``namespace_separator`` a name is its namespace, the separator, and the local name.
    ``named_doctype``: a document type that is only named is passed over, and not fetched.
    """
    counting = _Counting(handler, named_doctype)
    parser = expat.ParserCreate(namespace_separator=namespace_separator)
    # Text in few large pieces; else there is a call for every line and every `&amp;`.
    parser.buffer_text = True
    parser.StartElementHandler = counting.begin
    parser.EndElementHandler = counting.end
    parser.CharacterDataHandler = handler.text
    parser.StartDoctypeDeclHandler = counting.doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        why = f"is no XML that can be read (line {problem.lineno}: "
        raise MarkupError(f"{why}{expat.ErrorString(problem.code)})") from None
    except (LookupError, ValueError) as problem:
        # One of ours is a ValueError too, and says already what is wrong.
        if isinstance(problem, MarkupError):
            raise
        raise MarkupError(f"is in an encoding that is not known ({problem})") from None
