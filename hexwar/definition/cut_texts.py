"""Texts that YAML cuts at a blank and a #, which begin a comment: ``title: The battle #2``.

A comment has a blank behind its #, or stands apart: two blanks before it. What has neither is told
where a text for players may go on in it, and nowhere else: behind a number, an id or a hex nothing
was lost.
"""

from __future__ import annotations

import re

from hexwar.definition.diagnostics import Findings, Fix, Span
from hexwar.definition.editing import quoted
from hexwar.definition.tree import Node, ScalarNode, pointer

_CUT = re.compile(r"(?:[ \t](?=#[^\s#!])|[ \t]+(?=#[0-9]))(#(?!hexwar:).*)")
_COMMENT = re.compile(r"(?<!\s)\s+(?:#(?:\s.*|$)|$)")
_IN_FLOW = r"[^,{}\[\]\"'#]"
_WITHIN = re.compile(
    rf"(?<=[:\[,{{])\s+(?P<text>(?!\s){_IN_FLOW}(?:(?!:\s){_IN_FLOW})*(?<=\S)\s+#[^\s,}}\]][^,}}\]]*)"
)
_ALL_OF_IT = re.compile(r"[:-]?[ \t]+(#[^\s#!].*)")


def is_cut(node: ScalarNode) -> bool:
    """Whether a comment follows a text that may be meant as a part of it."""
    first = node.file.lines[node.line][node.column : node.column + 1]
    return first not in ("'", '"', "|", ">") and bool(_CUT.match(node.line_after))


def report_cut(node: ScalarNode, findings: Findings) -> None:
    """A warning for a text that may be cut, with how to write it whole."""
    place = node.place()
    if cut := _CUT.match(node.line_after):
        lost = _COMMENT.sub("", cut[1])
        column = place.end_column + cut.start(1)
        line = place.text if place.line == place.end_line else node.file.lines[node.end_line]
        at = Span(place.file, place.end_line, column, place.end_line, column + len(lost), line)
        message = f"the text ends before {lost}: a # after a blank begins a comment"
        between = node.line_after[: cut.start(1)].replace("\t", " ")
        whole = quoted(f"{node.raw}{between}{lost}")
        help_ = f"write {whole}; for a comment, a blank behind the #"
        fix = None
        if place.line == place.end_line:
            at = Span(place.file, place.line, place.column, place.line, at.end_column, line)
            fix = Fix(whole, safe=lost[1:2].isdigit() and not re.search(r"[,\[\]{}#]", lost[1:]))
        findings.add("HW026", at, message, pointer=pointer(node), help=help_, fix=fix)


def report_lost(node: Node, message: str, findings: Findings) -> bool:
    """Whether a # stands at the beginning of a text, of which nothing is left; a finding if so."""
    text = node.file.lines[node.line] if node.line < len(node.file.lines) else ""
    lost = _ALL_OF_IT.match(text, max(0, node.column - 1))
    if lost is None:
        return False
    whole = _COMMENT.sub("", lost[1])
    findings.add(
        "HW103",
        node.file.place(node.line, lost.start(1), len(whole)),
        f"{message}: a # after a blank begins a comment",
        pointer=pointer(node),
        help=f"write {quoted(whole)}",
        fix=Fix(quoted(whole), safe=whole[1:2].isdigit()),
    )
    return True


def text_within(line: str) -> re.Match[str] | None:
    """The text in braces or brackets of one line that a # cuts, and all behind it with it.

    >>> text_within("  red: {name: Red #2, color: '#fff'}")["text"]
    'Red #2'
    """
    return _WITHIN.search(line)
