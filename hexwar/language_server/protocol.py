"""What an editor is told of a file, in the types of the language server protocol.

Hexwar counts lines and columns from 1, and columns in letters; the protocol counts from 0, and
columns in the units that the client asked for. A :class:`~pygls.workspace.PositionCodec` turns one
into the other and needs the text of the line for it, which is why lines are handed along.

In this order: files and their lines, places in them there and back, findings with what mends them,
and the outline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

from hexwar.definition.codes import CODES
from hexwar.definition.diagnostics import Diagnostic, Span
from hexwar.definition.tree import MappingNode, Node, SequenceNode

# -- files and their lines -------------------------------------------------------------------------


def path_of(uri: str) -> Path | None:
    """The file that a client means; ``None`` if it is none of this machine."""
    path = uris.to_fs_path(uri)
    return Path(path) if path else None


def uri_of(path: str) -> str:
    """How a client names a file."""
    return uris.from_fs_path(str(Path(path).absolute())) or ""


def lines_of(text: str) -> list[str]:
    """The lines of a text as files are read: ended by a line feed, a return or both."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def lines_in(text: str | None, file: str) -> list[str]:
    """The lines of a file: those that the editor holds, or else those on the disk."""
    if text is not None:
        return lines_of(text)
    try:
        return lines_of(Path(file).read_text(encoding="utf-8-sig", errors="replace"))
    except OSError:
        return [""]


# -- places in files as the protocol counts them, and back -----------------------------------------


def range_of(place: Span, codec: PositionCodec, lines: Sequence[str] | None = None) -> types.Range:
    """The range of a stretch of a file, kept within its ``lines`` as they are now.

    Without them (for a place in another file, which need not be open) only the first line is known,
    which the stretch itself has; in any other each letter is counted as one unit.
    """
    positions = []
    for line, column in ((place.line, place.column), (place.end_line, place.end_column)):
        index = line - 1
        if lines is None:
            text = place.text if line == place.line else " " * (column - 1)
        else:
            index = min(index, max(0, len(lines) - 1))
            text = lines[index] if lines else ""
        positions.append(types.Position(index, codec.client_num_units(text[: max(0, column - 1)])))
    start, end = positions
    # In a file that has become shorter the end may come to lie before the start.
    return types.Range(start, max(start, end))


def place_of(
    lines: Sequence[str], position: types.Position, codec: PositionCodec
) -> tuple[int, int]:
    """Line and column, from 0, that a client means; a position beyond the text is its end."""
    if position.line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    line = lines[position.line]
    if position.character >= codec.client_num_units(line):
        return position.line, len(line)
    return position.line, codec.position_from_client_units(lines, position).character


# -- findings as an editor shows them, and the changes that mend them ------------------------------

# A finding was made of the text as it was when the game was checked, and is shown in the text as it
# is now: its place is kept within the lines that there are, and what mends it is offered only where
# its line still reads as it did.

SOURCE = "hexwar"
"""Who found it, as editors show it beside a finding."""

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def diagnostic_of(
    finding: Diagnostic, lines: Sequence[str], codec: PositionCodec
) -> types.Diagnostic:
    """A finding as the protocol has it, in the lines of its file."""
    related = [
        types.DiagnosticRelatedInformation(
            location=types.Location(uri_of(place.file), range_of(place, codec)),
            message=place.label or "see here",
        )
        for place in finding.related
    ]
    return types.Diagnostic(
        range=range_of(finding.place, codec, lines),
        message="\n".join(part for part in (finding.message, finding.help) if part),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        related_information=related or None,
    )


def actions_for(
    finding: Diagnostic, uri: str, lines: Sequence[str], codec: PositionCodec
) -> Iterator[types.CodeAction]:
    """The changes that an editor offers for a finding: to mend it, and to silence a warning."""
    diagnostic = diagnostic_of(finding, lines, codec)
    if finding.fix is not None and finding.reads_as_checked(lines):
        text = finding.fix.text
        range_ = range_of(finding.mended_at, codec, lines)
        yield types.CodeAction(
            # To delete a stretch is to put nothing in its place.
            title=f"Write {text}" if text or not finding.fix.lines else "Delete it",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=finding.fix.safe or None,
            edit=types.WorkspaceEdit(changes={uri: [types.TextEdit(range_, text)]}),
        )
    if CODES[finding.code].severity == "warning" and finding.line <= len(lines):
        line = lines[finding.line - 1]
        end = types.Position(finding.line - 1, codec.client_num_units(line))
        text = f"  # hexwar: ignore[{finding.code}]"
        # No second comment in a line, and none that would become a part of a text below it.
        if "#" not in line and not line.rstrip().endswith(("|", ">")):
            yield types.CodeAction(
                title=f"Leave {finding.code} out here",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                edit=types.WorkspaceEdit(
                    changes={uri: [types.TextEdit(types.Range(end, end), text)]}
                ),
            )


def mend_all(
    findings: Sequence[Diagnostic], uri: str, lines: Sequence[str], codec: PositionCodec
) -> types.CodeAction | None:
    """One action that applies every safe fix in a file; ``None`` if there is none."""
    edits = [
        types.TextEdit(range_of(finding.mended_at, codec, lines), finding.fix.text)
        for finding in findings
        if finding.fix is not None and finding.fix.safe and finding.reads_as_checked(lines)
    ]
    if not edits:
        return None
    return types.CodeAction(
        title="Mend all that is without a doubt",
        kind=types.CodeActionKind.SourceFixAll,
        edit=types.WorkspaceEdit(changes={uri: edits}),
    )


def by_file(findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Findings by the file that they are in."""
    files: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        files.setdefault(finding.file, []).append(finding)
    return files


# -- the outline of a file: its sections, and what is defined in them ------------------------------


DEEPEST = 3
"""Levels of an outline: sections, what is in them, their ids. More would list the whole file."""


def outline(root: Node, lines: list[str], codec: PositionCodec) -> list[types.DocumentSymbol]:
    """The symbols of a file, down to the level ``DEEPEST``."""
    return [*_symbols(root, lines, codec, 1)] if isinstance(root, MappingNode) else []


def _symbols(
    node: MappingNode, lines: list[str], codec: PositionCodec, depth: int
) -> Iterator[types.DocumentSymbol]:
    for name, entry in node.entries.items():
        range_of_key = range_of(entry.key.place(), codec, lines)
        # The protocol wants a symbol to enclose its name; a value left empty may end before its
        # key does.
        end = max(range_of_key.end, range_of(entry.value.place(), codec, lines).end)
        yield types.DocumentSymbol(
            name=name or '""',  # the protocol allows no empty name
            detail=_title(entry.value),
            kind=types.SymbolKind.Module if depth == 1 else types.SymbolKind.Field,
            range=types.Range(range_of_key.start, end),
            selection_range=range_of_key,
            children=[*_symbols_inside(entry.value, lines, codec, depth + 1)]
            if depth < DEEPEST
            else [],
        )


def _symbols_inside(
    node: Node, lines: list[str], codec: PositionCodec, depth: int
) -> Iterator[types.DocumentSymbol]:
    """The keys of a mapping, or the entries of a list that have an id."""
    if isinstance(node, MappingNode):
        yield from _symbols(node, lines, codec, depth)
    elif isinstance(node, SequenceNode):
        for item in node.mappings():
            if name := item.scalar("id"):
                place = range_of(item.place(), codec, lines)
                yield types.DocumentSymbol(
                    name=name.raw or '""',
                    detail=_title(item),
                    kind=types.SymbolKind.Field,
                    range=place,
                    selection_range=place,
                )


def _title(node: Node) -> str:
    return node.text("title") or node.text("name") if isinstance(node, MappingNode) else ""
