"""Findings as an editor shows them, and the changes that mend them.

A finding was made of the text as it was when the game was checked, and is shown in the text as it
is now: its place is kept within the lines that there are, and what mends it is offered only where
its line still reads as it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec

from hexwar.definition.codes import CODES
from hexwar.definition.diagnostics import Diagnostic
from hexwar.language_server.positions import lines_of, range_of, uri_of

SOURCE = "hexwar"

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def shown(found: Diagnostic, lines: Sequence[str], codec: PositionCodec) -> types.Diagnostic:
    """A finding in the lines of its file."""
    related = [
        types.DiagnosticRelatedInformation(
            location=types.Location(uri_of(place.file), range_of(place, codec)),
            message=place.label or "see here",
        )
        for place in found.related
    ]
    return types.Diagnostic(
        range=range_of(found.place, codec, lines),
        message="\n".join(part for part in (found.message, found.help) if part),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source=SOURCE,
        related_information=related or None,
    )


def actions(
    found: Diagnostic, uri: str, lines: Sequence[str], codec: PositionCodec
) -> Iterator[types.CodeAction]:
    """What mends a finding, or leaves a warning out from now on."""
    diagnostic = shown(found, lines, codec)
    if found.fix is not None and _reads_as_checked(found, lines):
        text = found.fix.text
        yield types.CodeAction(
            title=f"Write {text}",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=found.fix.safe or None,
            edit=types.WorkspaceEdit(changes={uri: [types.TextEdit(diagnostic.range, text)]}),
        )
    if CODES[found.code].severity == "warning" and found.line <= len(lines):
        line = lines[found.line - 1]
        end = types.Position(found.line - 1, codec.client_num_units(line))
        text = f"  # hexwar: ignore[{found.code}]"
        if "#" not in line and not line.rstrip().endswith(("|", ">")):
            yield types.CodeAction(
                title=f"Leave {found.code} out here",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                edit=types.WorkspaceEdit(
                    changes={uri: [types.TextEdit(types.Range(end, end), text)]}
                ),
            )


def mend_all(
    findings: Sequence[Diagnostic], uri: str, lines: Sequence[str], codec: PositionCodec
) -> types.CodeAction | None:
    """All that can be mended in a file without a doubt, in one action."""
    safe = [
        finding
        for finding in findings
        if finding.fix is not None and finding.fix.safe and _reads_as_checked(finding, lines)
    ]
    edits = [
        types.TextEdit(range_of(finding.place, codec, lines), finding.fix.text)
        for finding in safe
        if finding.fix is not None
    ]
    if not edits:
        return None
    return types.CodeAction(
        title="Mend all that is without a doubt",
        kind=types.CodeActionKind.SourceFixAll,
        edit=types.WorkspaceEdit(changes={uri: edits}),
    )


def _reads_as_checked(found: Diagnostic, lines: Sequence[str]) -> bool:
    """Whether a finding's line is as it was, so that its stretch can be replaced."""
    place = found.place
    whole = place.line == place.end_line and place.line <= len(lines)
    return whole and lines[place.line - 1] == place.text


def by_file(findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Findings by the file that they are in."""
    files: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        files.setdefault(finding.file, []).append(finding)
    return files


def lines_in(text: str | None, file: str) -> list[str]:
    """The lines of a file: those that the editor holds, or else those on the disk."""
    if text is not None:
        return lines_of(text)
    try:
        with open(file, encoding="utf-8-sig", errors="replace") as stream:  # noqa: PTH123
            return lines_of(stream.read())
    except OSError:
        return [""]
