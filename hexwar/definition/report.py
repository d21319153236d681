"""Write findings as text for people and as records for programs, and mend what they can mend.

``full`` shows the line of the file with carets under the stretch, as compilers do; ``concise`` is
one line a finding, which editors can jump to; :func:`to_dict` is what JSON is made of. All of them
may quote a stranger's file, and so write nothing that could move a cursor. At the end,
:func:`mend` changes the files where a finding says how, and nobody needs to look.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from textwrap import fill
from typing import Any
from urllib.parse import quote

from hexwar.definition.codes import CODES, Code
from hexwar.definition.diagnostics import Diagnostic, Span
from hexwar.definition.printable import clean, path_named, shown
from hexwar.definition.writing_files import write_whole

TAB = "    "
WIDEST = 100
"""The most columns of a line that are shown; a longer one is reduced to the part around the
carets.
"""

_STYLES = {"error": "1;31", "warning": "1;33", "rule": "1;34", "strong": "1"}


def format_full(diagnostic: Diagnostic, *, color: bool = False) -> str:
    """Write a finding in several lines: its line, carets, related places and help.

    ``color`` adds ANSI colours: ask for them only when writing to a terminal.
    """
    ink = _Ink(color)
    places = [diagnostic.place, *diagnostic.related]
    gutter = max(len(str(place.line)) for place in places)
    head = ink(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    lines = [head + ink(f": {diagnostic.message}", "strong")]
    for index, place in enumerate(places):
        style = "rule" if index else diagnostic.severity
        arrow, mark = (":::", "-") if index else ("-->", "^")
        lines += _excerpt(place, gutter, arrow, mark, ink, style)
    notes = [("help", diagnostic.help)] if diagnostic.help else []
    notes.append(("explain", f"hexwar explain {diagnostic.code}"))
    equals = " " * gutter + " " + ink("=", "rule")
    lines += [f"{equals} {ink(name, 'strong')}: {text}" for name, text in notes]
    return "\n".join(lines)


def format_concise(diagnostic: Diagnostic, *, color: bool = False) -> str:
    """Write one line: ``file:line:column: error[HW204]: message``."""
    ink = _Ink(color)
    head = ink(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    return f"{position(diagnostic.place)}: {head}: {diagnostic.message}"


def to_dict(diagnostic: Diagnostic) -> dict[str, Any]:
    """Write the finding as plain data; lines and columns count from 1, ends are exclusive."""
    fix: dict[str, Any] | None = None
    if diagnostic.fix is not None:
        fix = {"text": diagnostic.fix.text, "safe": diagnostic.fix.safe}
        if diagnostic.fix.instead_of is not None:  # else it replaces the finding's own stretch
            place = _place_dict(diagnostic.fix.instead_of)
            fix["instead_of"] = {key: place[key] for key in ("line", "column", "end")}
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place_dict(diagnostic.place),
        "pointer": diagnostic.pointer,
        "related": [{**_place_dict(place), "label": place.label} for place in diagnostic.related],
        "help": diagnostic.help,
        "fix": fix,
    }


def format_github(diagnostic: Diagnostic) -> str:
    """Write a finding as a workflow command of GitHub, which shows it beside its line."""
    place = diagnostic.place
    position = {
        "file": place.file,
        "line": place.line,
        "endLine": place.end_line,
        "col": place.column,
        "endColumn": place.end_column,
        "title": f"{diagnostic.code} {CODES[diagnostic.code].title}",
    }
    if place.end_line != place.line:
        del position["col"], position["endColumn"]  # columns are of one line there
    escaped = {key: _data(str(value)) for key, value in position.items()}
    properties = ",".join(
        f"{key}={value.replace(':', '%3A').replace(',', '%2C')}" for key, value in escaped.items()
    )
    return f"::{diagnostic.severity} {properties}::{_data(_in_one_text(diagnostic))}"


def _in_one_text(diagnostic: Diagnostic) -> str:
    """Say what is wrong and how to mend it, for those who show one text."""
    return ". ".join(filter(None, (diagnostic.message, diagnostic.help)))


def _data(text: str) -> str:
    # As GitHub's documentation of workflow commands has it: these would end the command.
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def to_sarif(diagnostics: Sequence[Diagnostic], version: str) -> dict[str, Any]:
    """Write findings as SARIF 2.1.0 (OASIS), which code scanners and editors read.

    Of places a region's end is exclusive, as here. Files below the working folder are named from
    there, the others by their whole path.
    """
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": CODES[code].title},
            "fullDescription": {"text": CODES[code].explanation},
            "defaultConfiguration": {"level": CODES[code].severity},
        }
        for code in codes
    ]
    driver = {"name": "hexwar", "version": version, "rules": rules}
    results = [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in diagnostics]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"uri": f"{Path.cwd().as_uri().rstrip('/')}/"}},
        "results": results,
    }
    return {"version": "2.1.0", "runs": [run]}


def _result(finding: Diagnostic, rule: int) -> dict[str, Any]:
    """Write a finding as a result of SARIF; ``rule`` is its code's place in the list."""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": _in_one_text(finding)},
        "locations": [{"physicalLocation": _physical(finding.place)}],
    }
    if finding.related:
        result["relatedLocations"] = [
            {"physicalLocation": _physical(place), "message": {"text": place.label or "see here"}}
            for place in finding.related
        ]
    if finding.fix is not None:
        region = _physical(finding.mended_at)
        change = {
            "deletedRegion": region["region"],
            "insertedContent": {"text": finding.fix.text},
        }
        changes = {"artifactLocation": region["artifactLocation"], "replacements": [change]}
        result["fixes"] = [{"artifactChanges": [changes]}]
    return result


def _physical(place: Span) -> dict[str, Any]:
    """Write a stretch of a file as a location of SARIF."""
    path, working_folder = Path(place.file).absolute(), Path.cwd()
    location = {"uri": path.as_uri()}
    if path.is_relative_to(working_folder):
        relative = path.relative_to(working_folder).as_posix()
        location = {"uri": quote(relative), "uriBaseId": "ROOT"}
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": max(place.end_column, 1),
    }
    return {"artifactLocation": location, "region": region}


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Count errors and warnings: ``2 errors, 1 warning``, or ``no findings``."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    counts = [(severities.count(name), name) for name in ("error", "warning")]
    return (
        ", ".join(f"{n} {name}{'s' if n > 1 else ''}" for n, name in counts if n) or "no findings"
    )


_COLUMNS = 80
"""As wide as a terminal is that nobody has widened."""


def format_explanation(code: Code, *, color: bool = False) -> str:
    """Explain what a code means, with YAML that causes it and YAML that does not."""
    ink = _Ink(color)
    head = ink(f"{code.severity}[{code.code}]", code.severity) + ink(f": {code.title}", "strong")
    blocks = [head, fill(code.explanation, _COLUMNS)]
    good = [file for file in code.good if file not in code.bad]
    for title, files in (("This is reported:", code.bad), ("This is not:", good)):
        blocks += [ink(title, "strong")] * bool(files)
        for name, text in files:
            shown = [f"  # {name}" if text else f"  # without {name}"]
            shown += [f"  {_visible(line)}" for line in text.splitlines()]
            blocks.append("\n".join(line.rstrip() for line in shown))
    return "\n\n".join(blocks)


def position(place: Span) -> str:
    """Write ``file:line:column``."""
    return f"{path_named(place.file)}:{place.line}:{place.column}"


class _Ink:
    """Colours text, or leaves it alone."""

    def __init__(self, color: bool) -> None:
        self._color = color

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._color and text else text


def _place_dict(place: Span) -> dict[str, Any]:
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "end": {"line": place.end_line, "column": place.end_column},
    }


def _excerpt(
    place: Span, gutter: int, arrow: str, mark: str, ink: _Ink, style: str
) -> Iterator[str]:
    """Yield the lines about one place: where it is, the line of the file, and ``mark`` under it."""
    margin = " " * gutter
    yield f"{margin}{ink(arrow, 'rule')} {position(place)}"
    if not place.text.strip():
        if place.label:
            yield f"{margin} {ink('=', 'rule')} {clean(place.label)}"
        return
    bar = ink("|", "rule")
    # The line as shown, and the carets' first column and number, counted in screen columns.
    text = place.text.rstrip()
    begin = min(place.column - 1, len(text))
    end = len(text) if place.end_line > place.line else min(place.end_column - 1, len(text))
    # Only what can be shown, and a character more, is drawn and measured: a line may have
    # megabytes.
    text_before = _visible(text[max(0, begin - WIDEST - 1) : begin])
    marked = _visible(text[begin : min(end, begin + WIDEST + 1)])
    text_after = _visible(text[end : end + WIDEST + 1])
    if _width(text_before + marked + text_after) > WIDEST:
        # What is marked gets half of the line, what stands before it a quarter.
        marked = _head(marked, WIDEST // 2)
        text_before = _head(text_before[::-1], WIDEST // 4)[::-1]
        text_after = _head(text_after, WIDEST - _width(text_before) - _width(marked))
    line, start = text_before + marked + text_after, _width(text_before)
    length = max(1, _width(marked))
    label = f" {clean(place.label)}" if place.label else ""
    yield f"{margin} {bar}"
    yield f"{ink(str(place.line).rjust(gutter), 'rule')} {bar} {line}"
    yield f"{margin} {bar} {' ' * start}{ink(mark * length + label, style)}"


def _visible(text: str) -> str:
    return "".join(TAB if c == "\t" else shown(c) for c in text)


def _head(text: str, most: int) -> str:
    """Cut a text that is wider than ``most`` columns, and end it with dots."""
    if _width(text) <= most:
        return text
    ends = accumulate(map(_width, text))
    return text[: sum(end <= most - 3 for end in ends)] + "..."


def _width(text: str) -> int:
    """Count the columns of a terminal: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


# Findings mended in the files: those whose mending can be applied unseen.


def mend(findings: Iterable[Diagnostic], folder: Path) -> int:
    """Apply the safe fixes of findings to files of a folder. Returns how many were applied.

    A file is written whole or not at all, and only where each stretch still reads as it was
    checked. Files outside the folder, such as a series that the game extends, are left alone.
    :class:`OSError` where a file cannot be written.
    """
    by_file: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        if finding.fix is not None and finding.fix.safe:
            by_file.setdefault(finding.file, []).append(finding)
    return sum(
        _mend_file(Path(name), some)
        for name, some in by_file.items()
        if Path(name).resolve().is_relative_to(folder.resolve())
    )


def _mend_file(path: Path, findings: list[Diagnostic]) -> int:
    """Apply the fixes of findings in one file; count how many were applied."""
    lines = path.read_bytes().decode("utf-8").split("\n")
    mark = lines[0][:1] if lines[0].startswith("\ufeff") else ""  # as Notepad begins a file
    lines[0] = lines[0].removeprefix(mark)
    applied = 0
    mended_from = (len(lines) + 1, 1)
    by_place = sorted(findings, key=lambda each: (each.mended_at.line, each.mended_at.column))
    # From the end of the file upwards, so that places before a change stay where they are.
    for finding in reversed(by_place):
        place, fix = finding.mended_at, finding.fix
        end = (place.end_line, place.end_column)
        if fix is None or end > mended_from or not finding.reads_as_checked(lines):
            continue
        if not fix.text and applied and _touch(lines, end, mended_from):
            continue  # once its neighbour is deleted it may be the last: the next round sees
        begin, end_lines = lines[place.line - 1], lines[place.end_line - 1 : place.end_line]
        behind = end_lines[0][place.end_column - 1 :] if end_lines else ""
        lines[place.line - 1 : place.end_line] = [begin[: place.column - 1] + fix.text + behind]
        applied += 1
        mended_from = (place.line, place.column)
    if applied:
        write_whole(path.resolve(), (mark + "\n".join(lines)).encode("utf-8"))
    return applied


def _touch(lines: list[str], end: tuple[int, int], start: tuple[int, int]) -> bool:
    """Say whether nothing but blanks, commas and comments stands between two places, from 1."""
    between = lines[end[0] - 1 : start[0]]
    between[-1:] = [text[: start[1] - 1] for text in between[-1:]]
    between[:1] = [text[end[1] - 1 :] for text in between[:1]]
    return all(text.strip(" ,\r")[:1] in ("", "#") for text in between)
