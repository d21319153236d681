"""Collect findings about a game's files: what is wrong, where, and how to mend it.

Code that reads or checks files adds to one :class:`Findings`, and goes on: an author wants all that
is wrong in one run. Much of this page is about saying a thing only once. A value that could not be
read is not said to have the wrong shape as well; a letter that only looks like a quotation mark
takes the place of all that follows from it; a name that is missing everywhere is one finding with
the first few places; what hundreds of places share in a playtest is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hexwar.definition.lookalikes import lookalike
from hexwar.definition.printable import clean
from hexwar.definition.spelling import nearest, suggestion
from hexwar.definition.verdict import Severity

UNREADABLE_VALUES = ("HW003", "HW004", "HW007", "HW015")
"""Findings about a value that cannot be read: that it has the wrong shape is no news."""
ONE_CAUSE = ("HW301", "HW303")
"""Findings that have one cause if they say the same: the thing itself is missing."""
FLOODS = ("HW685", "HW688")
"""Findings about what never came up in play: after few games there are hundreds with one cause."""
MOST_OF_A_FLOOD = 12
MISTAKEN_SIGN = "HW025"
OF_A_NAME = ("HW017", "HW110")
"""Findings of other kinds that are about a name as well: that nothing is called so."""
MOST_ALIKE = 3
MOST_FINDINGS = 1000
MOST_SUGGESTIONS = 100
"""For so many findings the word that was probably meant is looked up, which takes time."""
_COLLECTION = re.compile(r"[{\[]|- |(?:[^\s\"':]+|\"[^\"]*\"|'[^']*'): ")
"""How a list or a mapping begins, which stands on one line."""
SEVERITY_ORDER: tuple[Severity, ...] = ("error", "warning")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file; lines and columns count from 1, the end is exclusive.

    ``text`` is the first line of the stretch as the author wrote it; ``label`` says what is the
    matter there.
    """

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    text: str = ""
    label: str = ""

    def labelled(self, label: str) -> Span:
        """Give this stretch of the file another label."""
        return Span(
            self.file, self.line, self.column, self.end_line, self.end_column, self.text, label
        )


@dataclass(frozen=True, slots=True)
class Fix:
    """Text to put in place of the finding's stretch; ``safe`` if it can be applied unseen.

    ``instead_of``: in place of this stretch of the same file, which may span lines; ``lines`` are
    all of these as they were read.
    """

    text: str
    safe: bool = False
    instead_of: Span | None = None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. ``pointer`` is the JSON Pointer of the value in its file.

    ``message`` and ``help`` may quote a stranger's file: they become a line of visible characters.
    """

    code: str
    severity: Severity
    message: str
    place: Span
    pointer: str = ""
    related: tuple[Span, ...] = ()
    help: str = ""
    fix: Fix | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", clean(self.message))
        object.__setattr__(self, "help", clean(self.help))

    @property
    def fault(self) -> tuple[str, str, Span]:
        """What is wrong and where, whatever is advised."""
        return self.code, self.message, self.place

    @property
    def mended_at(self) -> Span:
        """The stretch that its fix replaces."""
        instead_of = self.fix.instead_of if self.fix is not None else None
        return self.place if instead_of is None else instead_of

    def reads_as_checked(self, lines: Sequence[str]) -> bool:
        """Say whether in the lines of a file the stretch that its fix replaces is as it was."""
        place, checked = self.mended_at, self.fix.lines if self.fix is not None else ()
        if not checked:
            checked = (place.text,) if place.line == place.end_line else ()
        lines_now = lines[place.line - 1 : place.line - 1 + len(checked)]
        return bool(checked) and [line.rstrip("\r") for line in lines_now] == [*checked]

    @property
    def file(self) -> str:
        """The file's path."""
        return self.place.file

    @property
    def line(self) -> int:
        """The first line, counted from 1."""
        return self.place.line

    @property
    def column(self) -> int:
        """The first column, counted from 1."""
        return self.place.column

    @property
    def end_line(self) -> int:
        """The last line."""
        return self.place.end_line

    @property
    def end_column(self) -> int:
        """The column after the last one."""
        return self.place.end_column

    def __str__(self) -> str:
        position = f"{clean(self.file)}:{self.line}:{self.column}"
        return f"{position}: {self.severity}[{self.code}] {self.message}"


class DefinitionError(ValueError):
    """The game's files are unsound; ``diagnostics`` says how."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        errors = [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]
        remainder = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{errors[0]}{remainder}" if errors else "the game is unsound")

    def __reduce__(self) -> tuple[type[DefinitionError], tuple[tuple[Diagnostic, ...]]]:
        # An exception is copied by calling it with its arguments: here they are not the message.
        return type(self), (self.diagnostics,)


class ChoiceError(ValueError):
    """A scenario, option, edition or game that is not there, or does not apply."""


class Findings:
    """Collects diagnostics; the same finding at the same place counts once.

    Once there are :data:`MOST_FINDINGS` the rest are dropped: nobody reads more, and a hostile file
    must not keep the checks busy.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span, str], Diagnostic] = {}
        self._spoiled: set[tuple[str, int, int]] = set()

    def add(
        self,
        code: str,
        place: Span,
        message: str,
        *,
        pointer: str = "",
        related: Iterable[Span] = (),
        help: str = "",  # noqa: A002 - the field's name in every renderer
        fix: Fix | None = None,
    ) -> None:
        """Record one finding; its severity is the code's.

        An error about a value with a character that only looks like one of the format becomes a
        finding about that character: everything else wrong with the value follows from it.
        """
        from hexwar.definition.codes import CODES  # only where something is found

        severity = CODES[code].severity
        diagnostic = Diagnostic(code, severity, message, place, pointer, tuple(related), help, fix)
        of_a_value = severity == "error" and not code.startswith(("HW0", "HW9"))
        if of_a_value or code in OF_A_NAME:
            diagnostic = of_a_sign(place, pointer) or diagnostic
        self.include([diagnostic])

    def include(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record findings made elsewhere."""
        for diagnostic in diagnostics:
            if self.full:
                return
            start = diagnostic.file, diagnostic.line, diagnostic.column
            if diagnostic.code in UNREADABLE_VALUES:
                # What its shape is said to be (HW1..) would be news about something else.
                self._spoiled.add(start)
            elif start in self._spoiled and diagnostic.code.startswith("HW1"):
                continue
            self._found.setdefault(
                (diagnostic.code, diagnostic.place, diagnostic.message), diagnostic
            )

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found.values())

    def nearest(self, word: str, words: Iterable[str]) -> str | None:
        """Find the word that was meant, for the first :data:`MOST_SUGGESTIONS` findings."""
        return None if len(self) >= MOST_SUGGESTIONS else nearest(word, words)

    def suggestion(self, word: str, words: Iterable[str]) -> str:
        """Write a sentence with the word that was probably meant, for as many findings."""
        return "" if len(self) >= MOST_SUGGESTIONS else suggestion(word, words)

    @property
    def full(self) -> bool:
        """Whether no more findings are taken."""
        return len(self._found) >= MOST_FINDINGS

    def __len__(self) -> int:
        return len(self._found)

    @property
    def errors(self) -> list[Diagnostic]:
        """The findings that make a game unsound."""
        return [diagnostic for diagnostic in self if diagnostic.severity == "error"]

    def sorted(self) -> list[Diagnostic]:
        """Sort by severity, file and position; tell once what is missing everywhere."""
        groups: dict[tuple[str, Span | None, str], list[Diagnostic]] = {}
        for diagnostic in sorted(self, key=_rank):
            is_flood = diagnostic.code in FLOODS
            place = None if is_flood or diagnostic.code in ONE_CAUSE else diagnostic.place
            message = "" if is_flood else diagnostic.message
            groups.setdefault((diagnostic.code, place, message), []).append(diagnostic)
        merged = [
            shown
            for (code, _, _), group in groups.items()
            for shown in _as_one(group, is_flood=code in FLOODS)
        ]
        return sorted(merged, key=_rank)

    def raise_errors(self) -> None:
        """Raise :class:`DefinitionError` if any finding is an error."""
        if self.errors:
            raise DefinitionError(self.sorted())


def of_a_sign(place: Span, pointer: str = "") -> Diagnostic | None:
    """Make the finding about a look-alike character in a wrong value; None without one.

    Collections are passed over: the values in them may be texts, where any character is right.
    """
    value = place.text[place.column - 1 : place.end_column - 1]
    is_one_value = place.line == place.end_line and not _COLLECTION.match(value)
    sign = lookalike(value) if is_one_value else None
    if sign is None:
        return None
    column, end = place.column + sign.start, place.column + sign.end
    sign_place = replace(place, column=column, end_column=end, label="")
    fix = Fix(sign.plain, safe=True)
    return Diagnostic(MISTAKEN_SIGN, "error", sign.message, sign_place, pointer, (), sign.help, fix)


def _as_one(group: list[Diagnostic], *, is_flood: bool) -> list[Diagnostic]:
    """Tell many findings as one: of a flood it counts them and points at the first few; of others,
    which say the same of many places, it names these.
    """
    if len(group) <= MOST_ALIKE:
        return group
    shown, *others = group
    if is_flood:
        related = tuple(other.place.labelled(other.message) for other in others[:MOST_OF_A_FLOOD])
        message = f"{shown.message}; {len(others)} more findings are like it"
        return [replace(shown, message=message, related=related)]
    related = tuple(other.place.labelled("here as well") for other in others[:MOST_ALIKE])
    remainder = f"; {len(others)} more places name it" if len(others) > MOST_ALIKE else ""
    return [replace(shown, related=related, help=shown.help + remainder)]


def _rank(diagnostic: Diagnostic) -> tuple[int, str, int, int, str]:
    order = SEVERITY_ORDER.index(diagnostic.severity)
    return order, diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.code
