"""Every kind of finding: its code, severity, title, explanation and examples.

Codes are stable and never used again for something else. The first digit says what a finding is
about: 0 the text of the files, 1 their shape, 2 the map, 3 names, 4 rules and tables, 5 scenarios,
6 who can get where, 9 hexwar itself. Each hundred is one module here; the table is plain data.
"""

from __future__ import annotations

from hexwar.definition.codes import (
    files,
    internal,
    maps,
    names,
    reach,
    rules,
    scenarios,
    shapes,
)
from hexwar.definition.codes.code import Code, Severity

__all__ = ["CODES", "Code", "Severity"]

CODES: dict[str, Code] = {
    code.code: code
    for hundred in (files, shapes, maps, names, rules, scenarios, reach, internal)
    for code in hundred.CODES
}
"""Code to its record, in the order of the codes."""
