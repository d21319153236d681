"""Every kind of finding: its code, severity, title, explanation and examples.

Codes are stable and never used again for something else. The first digit says what a finding is
about: 0 the text of the files, 1 their shape, 2 the map, 3 names, 4 rules and tables, 5 scenarios,
6 who can get where, and what play shows, 7 rules and tables again, 8 files of studies and of
imports, 9 hexwar itself. They are in files here, one for each hundred; those of a section are in
``findings.yaml`` of its package. A file is read when somebody asks for one of its codes.

A new code takes the number after the highest of its hundred (``hexwar explain`` lists them all; 4
is full, and 7 goes on). A gap may be a number that was given up, and authors still ignore by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeAlias

from hexwar.definition.packages import Section, findings_in, findings_of, sections
from hexwar.definition.verdict import Severity

Files: TypeAlias = tuple[tuple[str, str], ...]
"""File names and their texts."""

_HUNDREDS = {
    "0": "files",
    "1": "shapes",
    "2": "maps",
    "3": "names",
    "4": "rules",
    "5": "scenarios",
    "6": "playing",
    "8": "documents",
    "9": "internal",
}
"""By their first digit, the file of the codes that are no section's."""


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding.

    ``bad`` and ``good`` are files that replace or join those of the tiny game in
    :mod:`hexwar.definition.codes.tiny`: the first makes exactly this finding, the second none. A
    file whose text is empty is missing from the folder.
    """

    code: str
    severity: Severity
    title: str
    explanation: str
    bad: Files = ()
    good: Files = ()


def _read(records: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, Code]:
    """Read the codes of a file, by its records."""
    return {
        code: Code(
            code,
            record["severity"],
            record["title"],
            record["explanation"],
            bad=tuple(record.get("bad", {}).items()),
            good=tuple(record.get("good", {}).items()),
        )
        for code, record in records
    }


@cache
def _own_codes(digit: str) -> dict[str, Code]:
    """Read the codes with a first digit that are no section's; ``KeyError`` without any."""
    return _read(findings_in(__name__, f"{_HUNDREDS[digit]}.yaml"))


@cache
def _codes_of(section: Section) -> dict[str, Code]:
    """Read the codes of a package."""
    return _read(findings_of(section))


def found_by_play() -> frozenset[str]:
    """List the codes of what only playtests find."""
    return frozenset(_own_codes("6"))


class _Codes(Mapping[str, Code]):
    """Code to its record, in the order of the codes; only what is asked for is read."""

    def __getitem__(self, code: str) -> Code:
        section = self._sections.get(code)
        return _own_codes(code[2:3])[code] if section is None else _codes_of(section)[code]

    def __iter__(self) -> Iterator[str]:
        of_no_section = (code for digit in _HUNDREDS for code in _own_codes(digit))
        return iter(sorted((*of_no_section, *self._sections)))

    def __len__(self) -> int:
        return sum(len(_own_codes(digit)) for digit in _HUNDREDS) + len(self._sections)

    @cached_property
    def _sections(self) -> dict[str, Section]:
        """The package of each code that it says it has."""
        return {
            f"HW{number}": section for section in sections().values() for number in section.codes
        }


CODES = _Codes()
"""Code to its record, in the order of the codes."""
