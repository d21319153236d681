"""Terrain and printed numbers as rows of words under a header of column labels.

An author types the map as it lies on the table: a header with the numbers of the columns, then a
line for each row, which begins with the row's number and has a word for each hex. The labels say
nothing that the grid does not; they are there so that a row or a word that is missing is noticed,
and is told where it is. What fits is read all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.tree import MappingNode, ScalarNode
from hexwar.hexmap import Numbering
from hexwar.hexmap.numbering import Letters

VOID = "void"
"""The terrain of what is no part of the map."""
AS_COUNTED = "."
"""In rows of numbers: the hex has that of the grid."""
LONGEST_NAME = 16

_TOKEN = re.compile(r"\S+")
NAME = re.compile(r"[A-Za-z0-9]+(\.[A-Za-z0-9]+)*")


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
    """Hex number to terrain id, from the rows of ``terrain: |``."""
    legend = {
        symbol: entry.value.raw
        for symbol, entry in section.mapping("legend").entries.items()
        if isinstance(entry.value, ScalarNode)
    }
    # Where a symbol is missing or unknown some terrain has to stand, or the hex would be reported
    # as missing wherever it is named.
    unknown = next((kind for kind in legend.values() if kind != VOID), VOID)
    terrain = dict.fromkeys(numbering.numbers(), unknown)
    for place, row, index in _cells("terrain", block, numbering, findings):
        kind = legend.get(row.words[index])
        if kind is None:
            _unknown_symbol(row, index, legend, findings)
        terrain[numbering.number(*place)] = kind or unknown
    return terrain


def read_names(block: ScalarNode, numbering: Numbering, findings: Findings) -> tuple[str, ...]:
    """What is printed in the hexes of a grid, in map order, from the rows of ``numbers: |``.

    Empty where a dot says that it is the number of the grid.
    """
    printed: dict[tuple[int, int], str] = {}
    first: dict[str, Span] = {}
    for place, row, index in _cells("numbers", block, numbering, findings):
        name = row.words[index]
        if name == AS_COUNTED:
            continue
        if len(name) > LONGEST_NAME or not NAME.fullmatch(name):
            message = f"{name[: LONGEST_NAME + 1]!r} cannot be the number of a hex"
            hint = f"letters and digits, with dots between: {LONGEST_NAME} signs at most"
            findings.add("HW202", row.at(index), message, help=hint)
        elif name in first:
            message, related = f"two hexes are called {name}", [first[name]]
            findings.add("HW202", row.at(index), message, related=related)
        else:
            printed[place], first[name] = name, row.at(index, "first stated here")
    return tuple(printed.get(place, "") for place in numbering.places)


def _cells(
    key: str, block: ScalarNode, numbering: Numbering, findings: Findings
) -> Iterator[tuple[tuple[int, int], _Row, int]]:
    """Column and row of each hex, and where its word stands: a line and how many are before it.

    Rows stand as on the paper, from the top down; each begins with its label.
    """
    columns, order = _on_paper(numbering)
    rows = _rows(block)
    if len(rows) <= 1:
        message = "the block has no rows" if block.literal else "the rows have become one line"
        findings.add("HW202", block.place(), message, help=f"write `{key}: |` and a line a row")
        return
    _check_header(rows[0], columns, numbering, findings)
    if len(rows) - 1 != len(order):
        message = f"{len(rows) - 1} rows of {key}; the grid has {len(order)}"
        findings.add("HW202", rows[-1].place, message)
    for row, number in zip(rows[1:], order, strict=False):
        # 01 and 1 are the same label.
        expected = _label(numbering, "rows", number)
        if row.words[0].lstrip("0") != expected.lstrip("0"):
            message = f"this row is labelled {row.words[0]}, but it is row {expected}"
            findings.add("HW202", row.at(0), message)
        if len(row.words) - 1 != len(columns):
            message = f"row {row.words[0]} has {len(row.words) - 1} symbols for"
            findings.add("HW202", row.place, f"{message} {len(columns)} columns")
        for index, column in enumerate(columns[: len(row.words) - 1], start=1):
            yield (column, number), row, index


def _on_paper(numbering: Numbering) -> tuple[list[int], list[int]]:
    """Columns from left to right, and rows from the top down, by their numbers."""
    columns = list(range(numbering.first_column, numbering.first_column + numbering.columns))
    rows = list(range(numbering.first_row, numbering.first_row + numbering.rows))
    if numbering.columns_from == "right":
        columns.reverse()
    if numbering.rows_from == "bottom":
        rows.reverse()
    return columns, rows


def symbol_places(block: ScalarNode, numbering: Numbering) -> dict[str, tuple[int, int, int]]:
    """Where the symbol of each hex stands: its line and columns, counted from 0."""
    columns, order = _on_paper(numbering)
    places = {}
    for row, number in zip(_rows(block)[1:], order, strict=False):
        for index, column in enumerate(columns[: len(row.words) - 1], start=1):
            start = row.columns[index] - 1
            place = row.place.line - 1, start, start + len(row.words[index])
            places[numbering.number(column, number)] = place
    return places


def labelled_rows(numbering: Numbering, words: Mapping[str, str]) -> list[str]:
    """Rows of words as ``terrain: |`` and ``numbers: |`` have them, under their header.

    ``words`` are those of hexes; a dot stands for all others.
    """
    columns, order = _on_paper(numbering)
    lines = [["rc", *(_label(numbering, "columns", column) for column in columns)]]
    for row in order:
        cells = (words.get(numbering.number(column, row), AS_COUNTED) for column in columns)
        lines.append([_label(numbering, "rows", row), *cells])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        " ".join([label.ljust(widths[0]), *map(str.rjust, line, widths[1:])])
        for label, *line in lines
    ]


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
    return numbering.counted(*place).removeprefix(numbering.prefix).strip("0123456789")


def _unknown_symbol(row: _Row, index: int, legend: dict[str, str], findings: Findings) -> None:
    symbol = row.words[index]
    message = f"symbol {symbol!r} is not in the legend"
    findings.add("HW211", row.at(index), message, help=findings.suggestion(symbol, legend))
