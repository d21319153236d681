"""Every kind of finding: its code, severity, title, explanation and examples.

Codes are stable and never used again for something else. The first digit says what a finding is
about: 0 the text of the files, 1 their shape, 2 the map, 3 names, 4 rules and tables, 5 scenarios,
6 who can get where, 9 hexwar itself. Each hundred is one module here; those of a
section stand in ``findings.yaml`` of its package and are read when somebody asks for one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from hexwar.definition.codes import (
    files,
    internal,
    maps,
    names,
    rules,
    scenarios,
    shapes,
)
from hexwar.definition.codes.code import Code, Severity
from hexwar.definition.packages import Section, findings_of, sections

__all__ = ["CODES", "Code", "Severity"]

_OWN: dict[str, Code] = {
    code.code: code
    for hundred in (files, shapes, maps, names, rules, scenarios, internal)
    for code in hundred.CODES
}


@cache
def _codes_of(section: Section) -> dict[str, Code]:
    """The codes of a package."""
    return {
        code: Code(
            code,
            said["severity"],
            said["title"],
            said["explanation"],
            *(tuple(said[which].items()) for which in ("bad", "good")),
        )
        for code, said in findings_of(section)
    }


class _Codes(Mapping[str, Code]):
    """Code to its record, in the order of the codes; only what is asked for is read."""

    def __getitem__(self, code: str) -> Code:
        if code in _OWN:
            return _OWN[code]
        section = self._sections.get(code)
        if section is None:
            raise KeyError(code)
        return _codes_of(section)[code]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted((*_OWN, *self._sections)))

    def __len__(self) -> int:
        return len(_OWN) + len(self._sections)

    @cached_property
    def _sections(self) -> dict[str, Section]:
        """The package of each code that it says it has."""
        return {f"HW{n}": section for section in sections().values() for n in section.codes}


CODES = _Codes()
"""Code to its record, in the order of the codes."""
