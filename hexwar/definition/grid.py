"""The terrain of a map as rows of symbols under a header of column labels."""

from __future__ import annotations

import re
from typing import NamedTuple

from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.tree import MappingNode, ScalarNode
from hexwar.hexmap import Numbering
from hexwar.hexmap.numbering import Letters

VOID = "void"
"""The terrain of what is no part of the map."""

_TOKEN = re.compile(r"\S+")


class _Row(NamedTuple):
    """One line of the block: its words, and where they stand in the file."""

    place: Span
    words: list[str]
    columns: list[int]

    def at(self, index: int, label: str = "") -> Span:
        """The place of a word."""
        line, start = self.place.line, self.columns[index]
        end = start + len(self.words[index])
        return Span(self.place.file, line, start, line, end, self.place.text, label)


def read_rows(
    section: MappingNode, block: ScalarNode, numbering: Numbering, findings: Findings
) -> dict[str, str]:
    """Hex number to terrain id, from the rows of ``terrain: |``.

    Rows stand as on the paper, from the top down; each begins with its label.
    """
    columns = list(range(numbering.first_column, numbering.first_column + numbering.columns))
    if numbering.columns_from == "right":
        columns.reverse()
    lines = range(numbering.first_row, numbering.first_row + numbering.rows)
    order = list(lines) if numbering.rows_from == "top" else list(reversed(lines))
    legend = {
        symbol: entry.value.raw
        for symbol, entry in section.mapping("legend").entries.items()
        if isinstance(entry.value, ScalarNode)
    }
    # Where a symbol is missing or unknown some terrain has to stand, or the hex would be reported
    # as missing wherever it is named.
    unknown = next((kind for kind in legend.values() if kind != VOID), VOID)
    terrain = dict.fromkeys(numbering.numbers(), unknown)
    rows = _rows(block)
    if len(rows) <= 1:
        message = "the block has no rows" if block.literal else "the rows have become one line"
        findings.add("HW202", block.place(), message, help="write `terrain: |` and a line a row")
        return terrain
    _check_header(rows[0], columns, numbering, findings)
    if len(rows) - 1 != len(order):
        message = f"{len(rows) - 1} rows of terrain; the grid has {len(order)}"
        findings.add("HW202", rows[-1].place, message)
    for row, number in zip(rows[1:], order, strict=False):
        expected = _label(numbering, "rows", number)
        if row.words[0].lstrip("0") != expected.lstrip("0"):
            message = f"this row is labelled {row.words[0]}, but it is row {expected}"
            findings.add("HW202", row.at(0), message)
        if len(row.words) - 1 != len(columns):
            message = f"row {row.words[0]} has {len(row.words) - 1} symbols for"
            findings.add("HW202", row.place, f"{message} {len(columns)} columns")
        for index, column in enumerate(columns, start=1):
            kind = legend.get(row.words[index]) if index < len(row.words) else unknown
            if kind is None:
                _unknown_symbol(row, index, legend, findings)
            terrain[numbering.number(column, number)] = kind or unknown
    return terrain


def symbol_places(block: ScalarNode, numbering: Numbering) -> dict[str, tuple[int, int, int]]:
    """Where the symbol of each hex stands: its line and columns, counted from 0."""
    columns = range(numbering.first_column, numbering.first_column + numbering.columns)
    lines = range(numbering.first_row, numbering.first_row + numbering.rows)
    order = list(lines) if numbering.rows_from == "top" else list(reversed(lines))
    found = {}
    for row, number in zip(_rows(block)[1:], order, strict=False):
        for index, column in enumerate(columns, start=1):
            if index < len(row.words):
                start = row.columns[index] - 1
                place = row.place.line - 1, start, start + len(row.words[index])
                found[numbering.number(column, number)] = place
    return found


def _rows(block: ScalarNode) -> list[_Row]:
    rows = []
    for index, text in enumerate(block.raw.split("\n")):
        matches = list(_TOKEN.finditer(text))
        if not matches:
            continue
        place = block.place()
        margin = 0
        if block.literal:
            # A literal block's lines are the file's lines below the `|`, less their margin.
            line = block.line + 1 + index
            written = block.file.lines[line] if line < len(block.file.lines) else ""
            margin = max(0, len(written) - len(text))
            end = len(written) + 1
            place = Span(block.file.name, line + 1, margin + 1, line + 1, end, written)
        starts = [margin + match.start() + 1 for match in matches]
        rows.append(_Row(place, [match.group() for match in matches], starts))
    return rows


def _check_header(
    header: _Row, columns: list[int], numbering: Numbering, findings: Findings
) -> None:
    labels = header.words[1:]
    if len(labels) != len(columns):
        message = f"the header names {len(labels)} columns; the grid has {len(columns)}"
        hint = "the first line holds a corner word such as rc and then every column's number"
        findings.add("HW202", header.place, message, help=hint)
        return
    for index, (label, column) in enumerate(zip(labels, columns, strict=True), start=1):
        expected = _label(numbering, "columns", column)
        if label.lstrip("0") != expected.lstrip("0"):
            message = f"the header says {label} where column {expected} stands"
            findings.add("HW202", header.at(index), message)


def _label(numbering: Numbering, of: Letters, line: int) -> str:
    """What a column or a row is called: its number, or its letters."""
    if not numbering.is_lettered or numbering.letters != of:
        return f"{line:02}"
    first = numbering.first_column, numbering.first_row
    place = (line, first[1]) if of == "columns" else (first[0], line)
    return numbering.number(*place).removeprefix(numbering.prefix).strip("0123456789")


def _unknown_symbol(row: _Row, index: int, legend: dict[str, str], findings: Findings) -> None:
    symbol = row.words[index]
    message = f"symbol {symbol!r} is not in the legend"
    findings.add("HW211", row.at(index), message, help=findings.suggestion(symbol, legend))
