"""Read one YAML file from an author, or from a stranger, without being surprised.

The YAML is the 1.2 core schema and a little less: no anchors, aliases, merge keys, tags or second
documents; a key may stand once; ``0101`` is text, ``3:1`` is text, ``no`` is text. One pass over
the parser's events builds the tree (:mod:`hexwar.definition.tree`), so that neither nesting nor
size can exhaust the machine. Whatever the bytes, the answer is findings, never an exception.

First bytes become lines of text (:func:`read_bytes`), then lines a tree (:func:`parse`); the last
part reports a text that is not YAML: in our words where one of the usual slips explains it, since
the parser's tell of its own state, else in those of the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from hexwar.definition.diagnostics import MISTAKEN_SIGN, Findings, Fix, of_a_sign
from hexwar.definition.editing import quoted, text_within
from hexwar.definition.lookalikes import sign_name
from hexwar.definition.misread_lines import (
    MARGIN,
    RUNAWAY,
    WRAPPED,
    Misread,
    of_yaml,
    with_plain,
)
from hexwar.definition.tree import (
    MappingEntry,
    MappingNode,
    Node,
    ScalarNode,
    ScalarValue,
    SequenceNode,
    SourceFile,
)

MOST_BYTES = 4 * 1024 * 1024
"""Of one file. Maps of thousands of hexes have some ten thousand."""
MOST_EVENTS = 200_000
"""Values, lists and mappings of one file, each with a beginning and an end."""
MOST_DEPTH = 32
"""Levels of lists and mappings: forms go through a value by calls."""

MOST_MARKS = 20
"""Byte order marks that are reported for one file."""
MOST_TRIALS = 40
"""So often a file is read to learn which characters are in the way; a large one less often."""
_TO_THE_END = (MOST_BYTES, 0)
"""Where reading stops, as line and column, if nothing stops it."""

# Eighteen digits fit into 64 bits, as other readers of YAML and JSON keep whole numbers.
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,18}")
_NOT_A_NUMBER = re.compile(r"[-+]?\.(?:inf|nan)", re.IGNORECASE)
_WORDS: dict[str, ScalarValue] = {
    "": None,
    "~": None,
    "null": None,
    "true": True,
    "false": False,
}
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_UNSEEN_BREAKS = "\x85\u2028\u2029"
"""They come with pasted text; a file with them is refused, and its lines are counted as editors
do.
"""
UNQUOTED_COLOR = re.compile(r":\s+(#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3}))(?![0-9A-Za-z])")
"""A colour that is not quoted: the comment that YAML takes it for begins at its #."""
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")
"""A line that git writes where two versions of a file do not agree."""
MOST_OF_A_CONFLICT = 4
"""At one place there are so many at most: ``<``, ``|``, ``=`` and ``>``."""
_COLON_WITHIN = re.compile(r":\s+[^\s,{}\[\]\"'][^,{}\[\]\"']*:\s")
_APOSTROPHE_WITHIN = re.compile(r"(?:^|[\s\[{,:])'[^',{}\[\]]*\w'\w")
_BLOCK_HEADER = re.compile(r"[|>][-+]?\s*(?:#.*)?$")


def scalar_value(raw: str) -> ScalarValue:
    """Say what an unquoted word means.

    >>> [scalar_value(raw) for raw in ("4", "1.5", "true", "~", "0101", "3:1", "no", "1_000")]
    [4, 1.5, True, None, '0101', '3:1', 'no', '1_000']
    """
    if raw in _WORDS:
        return _WORDS[raw]
    if _INTEGER.fullmatch(raw):
        return int(raw)
    if _DECIMAL.fullmatch(raw):
        return float(raw)
    return raw


def read_bytes(path: Path, data: bytes, findings: Findings) -> SourceFile | None:
    """Decode a file's bytes; ``None`` (and a finding) if they are not clean UTF-8 text."""
    nameless = SourceFile(path)
    if len(data) > MOST_BYTES:
        message = f"{path.name} has {len(data):,} bytes; a file may have {MOST_BYTES:,}"
        findings.add("HW006", nameless.place(), message)
        return None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = f"{path.name} is UTF-16, not UTF-8"
        findings.add("HW007", nameless.place(), message, help="save the file as UTF-8")
        return None
    if data.startswith(b"{\\rtf"):
        message = f"{path.name} is rich text, as a word processor saves it"
        hint = "save it as plain text; in TextEdit: Format, Make Plain Text"
        findings.add("HW007", nameless.place(), message, help=hint)
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start)
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1)
        file = SourceFile(path, data.decode("utf-8", "replace"))
        message = f"byte 0x{data[error.start]:02x} is not UTF-8 text"
        findings.add("HW007", file.place(line, column, 1), message, help="save the file as UTF-8")
        return None
    file = SourceFile(path, text.replace("\r\n", "\n").replace("\r", "\n"))
    text = "\n".join(file.lines)
    # YAML stops at the first character that it does not know, so that one is reported. Marks are
    # all reported: each can be deleted safely.
    marks = [*islice(re.finditer("\ufeff", text), MOST_MARKS)]  # of texts that were put together
    controls = marks or [*islice(_UNPRINTABLE.finditer(text), 1)]
    for bad in controls:
        line = text.count("\n", 0, bad.start())
        column = bad.start() - (text.rfind("\n", 0, bad.start()) + 1)
        message, hint = f"control character U+{ord(bad.group()):04X} in the text", "delete it"
        if bad.group() in _UNSEEN_BREAKS:
            message = f"U+{ord(bad.group()):04X} ends a line for YAML, and no editor shows that"
            hint = "delete it, or begin a new line there"
        elif marks:
            message = sign_name(bad.group())
        fix = Fix("", safe=True) if marks else None
        findings.add("HW007", file.place(line, column, 1), message, help=hint, fix=fix)
    return None if controls else file


def parse(file: SourceFile, findings: Findings) -> Node | None:
    """Build the tree of a file; ``None`` if it is empty or cannot be read as YAML.

    Where characters that only look like YAML's are in the way, each is a finding, and the file is
    read as if the right ones were there, so that everything else wrong with it is reported as well.
    """
    if _in_conflict(file, findings):
        return None
    misread = _misread(file)
    for sign in misread:
        _report_misread(file, sign, findings)
    if any(len(sign.text) != len(sign.plain) for sign in misread):
        return None  # columns would no longer be those of the file
    text = with_plain(file.lines, misread)
    builder = _Builder(file, findings)
    try:
        for event in _events(text):
            if not builder.take(event):
                return None
    except yaml.YAMLError as error:
        _report_syntax(file, error, findings)
        return None
    file.root = builder.root
    return builder.root


def _in_conflict(file: SourceFile, findings: Findings) -> bool:
    """Say whether a merge was left undone in a file; report it if so."""
    marks = [n for n, text in enumerate(file.lines) if _CONFLICT.match(text)]
    kinds = {file.lines[n][0] for n in marks}
    if not {"<", ">"} <= kinds:
        return False
    place, *further_places = (file.place(n, 0, len(file.lines[n])) for n in marks)
    message = "a merge of two versions of this file was left unfinished"
    hint = "keep one of the two texts, and delete the lines of <, = and >"
    others = further_places[: MOST_OF_A_CONFLICT - 1]
    related = [other.labelled("and here") for other in others]
    findings.add("HW020", place, message, related=related, help=hint)
    return True


def _misread(file: SourceFile) -> list[Misread]:
    """Find the characters that keep a file from being read, where the plain ones would not.

    Such a character may also belong to a text. So the lines before the place where reading fails
    are tried, the nearest first, and more of them each time, until reading gets further.
    """
    signs = {n: of_yaml(n, text) for n, text in enumerate(file.lines) if not text.isascii()}
    suspects = [n for n, signs_of_line in signs.items() if signs_of_line]
    culprits: list[int] = []  # lines whose signs are known to be in the way
    size_of_file = sum(map(len, file.lines)) + 1
    trials = min(MOST_TRIALS, MOST_BYTES // size_of_file) if suspects else 0

    def try_without(lines: Iterable[int]) -> tuple[int, int]:
        """Say how far reading gets with the signs of these lines made plain, beside those known."""
        nonlocal trials
        trials -= 1
        made_plain = [sign for n in (*culprits, *lines) for sign in signs[n]]
        return _read_up_to(with_plain(file.lines, made_plain))

    reached = try_without(()) if suspects else _TO_THE_END
    while reached < _TO_THE_END and trials > 0:
        nearest_first = [n for n in reversed(suspects) if n <= reached[0] + 1 and n not in culprits]
        count = 1
        while True:
            further = try_without(nearest_first[:count])
            if further > reached or count >= len(nearest_first) or trials <= 0:
                break
            count *= 2
        if further <= reached:
            break
        # Of the lines that were tried together, those without which it gets as far are innocent.
        guilty = nearest_first[:count]
        if count > 1:
            for suspect in nearest_first[:count]:
                others = [n for n in guilty if n != suspect]
                if trials > 0 and try_without(others) >= further:
                    guilty = others
        culprits += guilty
        reached = further
    # What is read to its end may still not say what was meant: a key with its value in it.
    if trials > 0:
        scratch = _Builder(file, Findings())
        with suppress(yaml.YAMLError):
            made_plain = [sign for n in culprits for sign in signs[n]]
            for event in _events(with_plain(file.lines, made_plain)):
                if not scratch.take(event):
                    break
        culprits += {key.line for key in scratch.runaway if key.line in signs} - {*culprits}
    return [sign for n in sorted(culprits) for sign in signs[n]]


def _read_up_to(text: str) -> tuple[int, int]:
    """Say the line and column from which on a text is no YAML."""
    try:
        for _ in islice(_events(text), MOST_EVENTS):
            pass
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return (mark.line, mark.column) if mark else (0, 0)
    return _TO_THE_END


def _events(text: str) -> Iterator[Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.parse(text, Loader=loader)


def _report_misread(file: SourceFile, misread: Misread, findings: Findings) -> None:
    """Report a sign that only looks like one of YAML's."""
    place = file.place(misread.line, misread.column, len(misread.text))
    fix = Fix(misread.plain, safe=True)
    findings.add(MISTAKEN_SIGN, place, misread.message, help=misread.help, fix=fix)


class _Builder:
    """Builds the tree from events; a stack of open collections instead of recursion."""

    def __init__(self, file: SourceFile, findings: Findings) -> None:
        self.file = file
        self.findings = findings
        self.root: Node | None = None
        self.open: list[MappingNode | SequenceNode] = []
        self.keys: list[ScalarNode | None] = []  # the key that waits for its value, per level
        self.events = 0
        self.documents = 0
        self.runaway: list[ScalarNode] = []
        """Keys that began or were to end where a sign stands that is none of YAML's."""

    def take(self, event: Any) -> bool:
        """Take one event; ``False`` when reading cannot go on."""
        self.events += 1
        if self.events > MOST_EVENTS:
            message = f"{self.file.path.name} has more than {MOST_EVENTS:,} values"
            return self._stop("HW006", event, message)
        handler = self._HANDLERS.get(type(event).__name__)
        return True if handler is None else handler(self, event)

    def _scalar(self, event: Any) -> bool:
        """Take a single value; only one that is not quoted means more than its text."""
        self._refuse_anchor_and_tag(event)
        plain_style = event.style is None or event.style == ""
        raw: str = event.value
        start, end = _span(event)
        value = scalar_value(raw) if plain_style and event.tag is None else raw
        node = ScalarNode(self.file, start, end, raw, value, literal=event.style == "|")
        if plain_style and _NOT_A_NUMBER.fullmatch(raw):
            self.findings.add("HW015", node.place(), f"{raw} is not a number that a rule can use")
        elif not plain_style and _UNPRINTABLE.search(raw):
            self.findings.add("HW007", node.place(), "an escape makes a control character here")
        return self._put(node)

    def _alias(self, event: Any) -> bool:
        start, end = _span(event)
        node = ScalarNode(self.file, start, end, f"*{event.anchor}", None, is_alias=True)
        message = f"*{event.anchor} is an alias; the format has none"
        self.findings.add("HW003", node.place(), message, help="write the value out")
        return self._put(node)

    def _start(self, event: Any) -> bool:
        if len(self.open) >= MOST_DEPTH:
            return self._stop("HW006", event, f"nested deeper than {MOST_DEPTH} levels")
        if self.open and isinstance(self.open[-1], MappingNode) and self.keys[-1] is None:
            return self._stop("HW014", event, "a key must be a single word, not a collection")
        self._refuse_anchor_and_tag(event)
        start, end = _span(event)
        node: MappingNode | SequenceNode
        if type(event).__name__ == "MappingStartEvent":
            node = MappingNode(self.file, start, end)
        else:
            node = SequenceNode(self.file, start, end)
        self._put(node)
        self.open.append(node)
        self.keys.append(None)
        return True

    def _end(self, event: Any) -> bool:
        node = self.open.pop()
        self.keys.pop()
        node.end_line, node.end_column = event.end_mark.line, event.end_mark.column
        return True

    def _document(self, event: Any) -> bool:
        self.documents += 1
        if self.documents > 1:
            message = "a second document begins here; a file holds one"
            return self._stop("HW005", event, message, help="delete the line with ---")
        return True

    _HANDLERS = {  # noqa: RUF012 - a constant table
        "ScalarEvent": _scalar,
        "AliasEvent": _alias,
        "MappingStartEvent": _start,
        "SequenceStartEvent": _start,
        "MappingEndEvent": _end,
        "SequenceEndEvent": _end,
        "DocumentStartEvent": _document,
    }

    def _put(self, node: Node) -> bool:
        """Put a node where it belongs: into a list, as a key, or as the value of the key before."""
        if not self.open:
            self.root = node
            return True
        parent = self.open[-1]
        if isinstance(parent, SequenceNode):
            parent.items.append(node)
            return True
        key = self.keys[-1]
        if key is None and isinstance(node, ScalarNode):
            self.keys[-1] = node
            if not node.raw.isascii():
                if RUNAWAY.match(node.raw) or MARGIN.match(self.file.lines[node.line]):
                    self.runaway.append(node)
                elif WRAPPED.fullmatch(node.raw) and node.line == node.end_line:
                    sign = of_a_sign(node.place())
                    self.findings.include([sign] if sign else ())
            if node.raw == "<<":
                message = "<< is a merge key; the format has none"
                self.findings.add("HW003", node.place(), message, help="use `extends` or a patch")
            return True
        if key is not None:
            self.keys[-1] = None
            earlier = parent.entries.get(key.raw)
            if earlier is None:
                parent.entries[key.raw] = MappingEntry(key, node)
            else:
                self.findings.add(
                    "HW002",
                    key.place("stated again here"),
                    f"key {key.raw!r} stands twice in one mapping",
                    related=[earlier.key.place("first stated here")],
                    help="keep one of the two",
                )
        return True

    def _refuse_anchor_and_tag(self, event: Any) -> None:
        if event.anchor is None and event.tag is None:
            return
        start, _ = _span(event)
        place = self.file.place(start[0], start[1], 1)
        if event.anchor is not None:
            message = f"&{event.anchor} is an anchor; the format has none"
            self.findings.add("HW003", place, message, help="write the value out where it is used")
        if event.tag is not None:
            message = f"{event.tag} is a tag; the format has none"
            self.findings.add("HW004", place, message, help="delete the word that begins with !")

    def _stop(self, code: str, event: Any, message: str, help: str = "") -> bool:  # noqa: A002
        line, column = event.start_mark.line, event.start_mark.column
        self.findings.add(code, self.file.place(line, column, 1), message, help=help)
        return False


def _span(event: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Say where an event begins and ends, each as line and column."""
    start, end = event.start_mark, event.end_mark
    return (start.line, start.column), (end.line, end.column)


def _report_syntax(file: SourceFile, error: Any, findings: Findings) -> None:
    """Report a text that is no YAML: the likeliest slip that is near, at its own place.

    The parser notices a slip where it can make no more sense of the text, which is often a line
    or more behind it, and its words are about its own state.
    """
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    line = min(line, len(file.lines) - 1)
    if "nesting depth" in str(getattr(error, "problem", "")):  # the scanner's own limit comes first
        message = f"nested deeper than {MOST_DEPTH} levels"
        findings.add("HW006", file.place(line, column, 1), message)
        return
    if (trap := _deeper_first_line(file, line)) is not None:
        indent = len(file.lines[trap]) - len(file.lines[trap].lstrip(" "))
        findings.add(
            "HW009",
            file.place(trap, indent, max(1, len(file.lines[trap].rstrip()) - indent)),
            "the first line of this block is indented deeper than the lines below it",
            help="indent every line of the block alike; the first line sets the margin",
        )
        return
    for nearby in (line, line - 1):
        text = file.lines[nearby] if nearby >= 0 else ""
        margin = text[: len(text) - len(text.lstrip())]
        if "\t" in margin:
            place = file.place(nearby, margin.index("\t"), 1)
            message = "a tab in the margin; YAML is indented with spaces"
            findings.add("HW008", place, message, help="replace the tab by two spaces")
            return
        if MARGIN.match(text):
            _report_misread(file, of_yaml(nearby, text)[0], findings)
            return
    context = getattr(error, "context_mark", None)
    for nearby in range(min(line, context.line if context else line), line + 1):
        if colour := UNQUOTED_COLOR.search(file.lines[nearby]):
            report_unquoted_color(file, nearby, colour, findings)
            return
        if within := text_within(file.lines[nearby]):
            # Said only if it is so: with the text in quotes reading gets further.
            misread_text = Misread(
                nearby, within.start("text"), within["text"], quoted(within["text"])
            )
            if _read_up_to(with_plain(file.lines, [misread_text])) > (line, column):
                place = file.place(nearby, misread_text.column, len(misread_text.text))
                message = "a # after a blank begins a comment, also within braces and brackets"
                fix = Fix(misread_text.plain, safe=True)
                findings.add("HW001", place, message, help=f"write {misread_text.plain}", fix=fix)
                return
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
    help_ = _remedy(file, line, problem, context.line if context else line)
    related = [] if context is None else [file.place(context.line, context.column, 1)]
    findings.add(
        "HW001",
        file.place(line, column, 1),
        f"not YAML: {problem}",
        related=[place.labelled("in what begins here") for place in related],
        help=help_,
    )


def _remedy(file: SourceFile, line: int, problem: str, begun: int) -> str:
    """Say how a text that is not YAML is mended, as far as it can be told."""
    lines = file.lines[min(begun, line) : line + 1]
    colon = any(_COLON_WITHIN.search(text) for text in lines if "{" in text)
    if colon or problem.startswith("mapping values are not allowed"):
        return "a text with a colon and a blank in it stands in quotes; or the indent is wrong"
    for text in lines:
        if _APOSTROPHE_WITHIN.search(text):
            return "an apostrophe ends a text in single quotes: put it in double quotes"
        if text.lstrip().startswith("```"):
            return "``` frames a block on a page, and is no part of it: delete the line"
    return (
        "here or shortly before, a bracket, a quote or the space after a colon is missing, "
        "or a line is indented otherwise than its neighbours"
    )


def report_unquoted_color(
    file: SourceFile, line: int, color: re.Match[str], findings: Findings
) -> None:
    """Report a colour that YAML takes for a comment."""
    start, end = color.span(1)
    findings.add(
        "HW019",
        file.place(line, start, end - start),
        f"{color[1]} is not in quotes, and so the rest of the line is a comment",
        help=f'write "{color[1]}"',
        fix=Fix(f'"{color[1]}"', safe=True),
    )


def _deeper_first_line(file: SourceFile, failed: int) -> int | None:
    """Find the first line of a ``|`` block above line ``failed`` that the next lines undercut."""
    for header in range(min(failed, len(file.lines) - 1), -1, -1):
        text = file.lines[header]
        if not _BLOCK_HEADER.search(text) or text.lstrip().startswith("#"):
            continue
        margin = _indent(text)
        body = [n for n in range(header + 1, len(file.lines)) if file.lines[n].strip()][:2]
        if len(body) == 2:
            first_indent, second_indent = (_indent(file.lines[n]) for n in body)
            if margin < second_indent < first_indent:
                return body[0]
        return None
    return None


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
