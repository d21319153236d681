"""Every kind of finding: its code, severity, title, explanation and examples.

Codes are stable and never used again for something else. The first digit says what a finding is
about: 0 the text of the files, 1 their shape, 2 the map, 3 names, 4 rules and tables, 5 scenarios,
6 who can get where, 9 hexwar itself. Each hundred is one module here; the table is plain data.
"""

from __future__ import annotations

from hexwar.definition.codes import internal
from hexwar.definition.codes.code import Code, Severity

__all__ = ["CODES", "Code", "Severity"]


class _Table(dict[str, Code]):
    def __missing__(self, code: str) -> Code:
        return Code(code, "error", "", "")


CODES: dict[str, Code] = _Table((code.code, code) for code in internal.CODES)
"""Code to its record, in the order of the codes."""
