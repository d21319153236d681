"""Change a YAML file of a game in its text, so that comments and layout stay as they are.

A file that is written anew from its data is no longer its author's: comments are gone, and rows of
a map. So every change is made at the places of nodes that were read from the text. Several may be
made at once if none is within another; code that needs to see one before the next reads the text
again. First the changes (:class:`YamlText`); then what deletes a line that has no effect, without
tearing off a comment; last the texts that YAML cuts off at a ``#``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from typing import Self

from hexwar.definition.diagnostics import Findings, Fix, Span
from hexwar.definition.tree import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    key_of,
    parent,
    pointer,
)

Place = tuple[int, int]
"""Line and column, counted from 0."""

_WIDEST = 96  # columns after which a list goes on in the next line


def quoted(text: str) -> str:
    """Write a text as YAML keeps it, whatever is in it: what JSON writes, YAML reads."""
    return json.dumps(text, ensure_ascii=False)


class YamlText:
    """A text, and the changes to make in it: ``text`` is the text with all of them made.

    Insertions at the same place keep the order in which they were made.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._changes: list[tuple[Place, Place, str]] = []

    @property
    def text(self) -> str:
        """The text as it is changed."""
        pieces: list[str] = []
        written_to: Place = (0, 0)
        # By place alone, as sorting is stable: what is put at the same place stays in order.
        for start, end, written in sorted(self._changes, key=lambda change: change[0]):
            pieces += [self._text_between(written_to, start), written]
            written_to = end
        return "".join([*pieces, self._text_between(written_to, (len(self.lines), 0))])

    def _text_between(self, start: Place, end: Place) -> str:
        lines = self.lines[start[0] : end[0] + 1]
        if end[0] < len(self.lines):
            lines[-1] = lines[-1][: end[1]]
        if lines:
            lines[0] = lines[0][start[1] :]
        return "\n".join(lines)

    def replaced(self, node: ScalarNode, written: str) -> Self:
        """Put another value in place of a single one."""
        return self._put((node.line, node.column), (node.end_line, node.end_column), written)

    def spelt(self, start: Place, end: Place, written: str) -> Self:
        """Put other characters on a stretch."""
        return self._put(start, end, written)

    def with_items(self, listed: SequenceNode, *written: str) -> Self:
        """Add items at the end of a list."""
        if not listed.items:
            inner_start = listed.line, listed.column + 1
            return self._put(inner_start, inner_start, ", ".join(written))
        end = _end(listed.items[-1])
        if not self.is_flow(listed):
            items = (f"{' ' * listed.column}- {item}" for item in written)
            return self._insert_after(end[0], "\n".join(items))
        indent, column = listed.items[0].column, end[1]
        joined = ""
        for item in written:
            wide = column + len(item) + 2 > _WIDEST
            joined += (",\n" + " " * indent if wide else ", ") + item
            column = (indent if wide else column + 2) + len(item)
        return self._put(end, end, joined)

    def without_item(self, listed: SequenceNode, place: int) -> Self:
        """Take out one of at least two items of a list."""
        item = listed.items[place]
        if not self.is_flow(listed):
            return self._put((item.line, 0), (_end(item)[0] + 1, 0), "")
        return self._without_item([(node, node) for node in listed.items], place)

    def with_entry(self, mapping: MappingNode, key: str, written: str) -> Self:
        """Add a key at the end of a mapping; ``written`` may be lines below the key."""
        entries = [*mapping.entries.values()]
        if not entries:
            inner_start = mapping.line, mapping.column + 1
            return self._put(inner_start, inner_start, f"{key}: {written}")
        end = _end(entries[-1].value)
        if self.is_flow(mapping):
            return self._put(end, end, f", {key}: {written}")
        return self.with_entry_below(mapping, entries[-1].value, key, written)

    def with_entry_below(self, mapping: MappingNode, value: Node, key: str, written: str) -> Self:
        """Add a key in a mapping of lines, below one of its values."""
        indent = " " * min(entry.key.column for entry in mapping.entries.values())
        joint = "" if written.startswith("\n") else " "
        return self._insert_after(_end(value)[0], f"{indent}{key}:{joint}{written}")

    def without_entry(self, mapping: MappingNode, key: str) -> Self:
        """Take out one of at least two keys of a mapping."""
        entry = mapping.entries[key]
        if not self.is_flow(mapping):
            return self._put((entry.key.line, 0), (_end(entry.value)[0] + 1, 0), "")
        items = [(item.key, item.value) for item in mapping.entries.values()]
        return self._without_item(items, [*mapping].index(key))

    @property
    def change(self) -> tuple[Place, Place]:
        """From where to where the first change is."""
        start, end, _ = self._changes[0]
        return start, end

    def is_flow(self, node: Node) -> bool:
        """Say whether a list or mapping stands in brackets."""
        return self.lines[node.line][node.column : node.column + 1] in ("[", "{")

    def _without_item(self, items: Sequence[tuple[Node, Node]], place: int) -> Self:
        """Remove one of at least two items in brackets, each from its first node to its last."""
        # The first goes with the comma after it, any other with the one before it.
        if place:
            return self._put(_end(items[place - 1][1]), _end(items[place][1]), "")
        leading, following = items[0][0], items[1][0]
        return self._put((leading.line, leading.column), (following.line, following.column), "")

    def _insert_after(self, line: int, written: str) -> Self:
        line = min(line, len(self.lines) - 1)
        end = line, len(self.lines[line])
        return self._put(end, end, f"\n{written}")

    def _put(self, start: Place, end: Place, written: str) -> Self:
        """Put something else between two places."""
        self._changes.append((start, end, written))
        return self


def deletion(
    node: Node, also: Collection[Node] = (), above: int = 0, *, needed: bool = False
) -> Fix | None:
    """Delete a key with its value, or an item of a list.

    ``also``: what else is deleted. A collection that would become empty goes as well, and so on for
    so many steps ``above``. The topmost stays, empty, where it is ``needed`` or stands alone.
    ``None`` where something would be torn off, such as a comment that may be about what is left,
    and where nothing would be left and nothing above may go.
    """
    gone = {_stretch(deleted) for deleted in (node, *also)}
    outermost = node  # of what goes so far
    for step in range(above + 1):
        holder = parent(outermost)
        if holder is None:
            return None
        members = holder.items if isinstance(holder, SequenceNode) else keys(holder)
        is_left = any(_stretch(member) not in gone for member in members)
        is_topmost = above > 0 and step == above
        if is_topmost and isinstance(holder, MappingNode) and (needed or not is_left):
            return _emptying(holder, outermost)
        if is_left:
            return _taking_out(holder, outermost)
        outermost = key_of(holder) or holder
        gone.add(_stretch(outermost))
    return None


def _stretch(node: Node) -> tuple[str, tuple[int, int, int, int]]:
    return node.file.name, node.span


def _taking_out(holder: MappingNode | SequenceNode, node: Node) -> Fix | None:
    """Take out one of several things."""
    lines = holder.file.lines
    text = YamlText("\n".join(lines))
    in_brackets = text.is_flow(holder)
    margin = lines[node.line][: node.column].strip()
    if isinstance(holder, SequenceNode):
        place = next(n for n, item in enumerate(holder.items) if item.span == node.span)
        if not in_brackets and margin != "-":
            return None
        change = text.without_item(holder, place).change
    else:
        key = next(name for name, entry in holder.entries.items() if entry.key.span == node.span)
        if in_brackets or not margin:
            change = text.without_entry(holder, key).change
        elif next(iter(holder.entries)) == key and not margin.strip("- "):
            # The first key of an item of a list stands behind the hyphen, and the next takes its
            # place.
            following = keys(holder)[1]
            change = (node.line, node.column), (following.line, following.column)
            in_brackets = True
        else:
            return None
    (line, _), (end_line, end_column) = change
    # A comment in brackets may be about what is left: no part of it is cut off.
    lines_changed = lines[line : end_line + (end_column > 0)]
    if in_brackets and any("#" in line_of_file for line_of_file in lines_changed[:-1]):
        return None
    return _on_a_stretch(holder, change, "")


def _emptying(holder: MappingNode, key: Node) -> Fix | None:
    """Leave nothing behind a key; ``None`` if there is a comment in brackets."""
    lines = holder.file.lines
    entry = next(entry for entry in holder.entries.values() if entry.key.span == key.span)
    value = entry.value
    if YamlText("\n".join(lines)).is_flow(value):
        if any("#" in line for line in lines[value.line : value.end_line]):
            return None
        return _on_a_stretch(holder, ((value.line, value.column), _end(value)), "{}")
    key_line = lines[key.end_line]
    colon = key_line.index(":", key.end_column) + 1
    end_line = max(key.end_line, _end(value)[0] - (_end(value)[1] == 0))
    end = end_line, len(lines[end_line].rstrip("\r"))
    return _on_a_stretch(holder, ((key.end_line, colon), end), f" {{}}{key_line[colon:].rstrip()}")


def _on_a_stretch(holder: Node, change: tuple[Place, Place], written: str) -> Fix:
    (line, column), (end_line, end_column) = change
    name, lines = holder.file.name, holder.file.lines
    stretch = Span(name, line + 1, column + 1, end_line + 1, end_column + 1, lines[line])
    checked = lines[line : end_line + (end_column > 0)]
    as_read = tuple(text.rstrip("\r") for text in checked)
    return Fix(written, safe=True, instead_of=stretch, lines=as_read)


_WITH_A_PATCH = frozenset({"variants", "options", "effects", "kinds"})
"""Of what is defined here a patch is a part that has to be there."""


def without(line: Node) -> Fix | None:
    """Delete a line that has no effect; in a patch, with all that would be empty then."""
    steps, key = 1, key_of(parent(line) or line)
    while key is not None and key.raw != "patch":
        steps, key = steps + 1, key_of(parent(key) or key)
    if key is None:
        return deletion(line)
    return deletion(line, above=steps, needed=_needs_a_patch(key))


def without_patch(key: Node) -> Fix | None:
    """Delete an empty patch, but where one is needed."""
    return None if _needs_a_patch(key) else deletion(key)


def _needs_a_patch(key: Node) -> bool:
    """Say whether that which has a patch under this key could not be without."""
    patched = key_of(parent(key) or key)
    section = key_of(parent(patched) or patched) if patched is not None else None
    return section is not None and section.raw in _WITH_A_PATCH


def keys(mapping: MappingNode) -> list[ScalarNode]:
    """List the keys of a mapping, with where they stand."""
    return [entry.key for entry in mapping.entries.values()]


def _end(node: Node) -> Place:
    """Find where a value ends: of lines, where the last that is said in them ends."""
    end = node.end_line, node.end_column
    if isinstance(node, ScalarNode):
        return (node.line + node.raw.rstrip("\n").count("\n") + 1, 0) if node.literal else end
    members = (
        node.items
        if isinstance(node, SequenceNode)
        else [entry.value for entry in node.entries.values()]
    )
    if not members:
        return end
    end_of_members = _end(members[-1])
    if end[1] > 0 and end[0] == end_of_members[0]:
        return end
    # The end of lines is where the next thing begins; that of brackets is where they close.
    lines = node.file.lines
    closing = lines[node.end_line][: node.end_column] if node.end_line < len(lines) else ""
    opening = lines[node.line][node.column : node.column + 1] if node.line < len(lines) else ""
    in_brackets = opening in ("[", "{") and closing.endswith(("]", "}"))
    return end if in_brackets else end_of_members


# Texts that YAML cuts off at a blank and a #, which begin a comment: ``title: The battle #2``.
#
# A comment has a blank behind its #, or stands apart: two blanks before it. Where neither holds, it
# is reported if a text for players may go on in it, and only then: after a number, an id or a hex
# nothing was lost.


_CUT = re.compile(r"(?:[ \t](?=#[^\s#!])|[ \t]+(?=#[0-9]))(#(?!hexwar:).*)")
_COMMENT = re.compile(r"(?<!\s)\s+(?:#(?:\s.*|$)|$)")
_IN_FLOW = r"[^,{}\[\]\"'#]"
_WITHIN = re.compile(
    rf"(?<=[:\[,{{])\s+(?P<text>(?!\s){_IN_FLOW}(?:(?!:\s){_IN_FLOW})*(?<=\S)\s+#[^\s,}}\]][^,}}\]]*)"
)
_ALL_OF_IT = re.compile(r"[:-]?[ \t]+(#[^\s#!].*)")


def is_cut(node: ScalarNode) -> bool:
    """Say whether a comment follows a text that may be meant as a part of it."""
    first_sign = node.file.lines[node.line][node.column : node.column + 1]
    return first_sign not in ("'", '"', "|", ">") and bool(_CUT.match(node.line_after))


def report_cut(node: ScalarNode, findings: Findings) -> None:
    """Warn of a text that may be cut, and say how to write it whole."""
    place = node.place()
    if cut := _CUT.match(node.line_after):
        lost = _COMMENT.sub("", cut[1])
        column = place.end_column + cut.start(1)
        line = place.text if place.line == place.end_line else node.file.lines[node.end_line]
        stretch = Span(place.file, place.end_line, column, place.end_line, column + len(lost), line)
        message = f"the text ends before {lost}: a # after a blank begins a comment"
        between = node.line_after[: cut.start(1)].replace("\t", " ")
        quoted_value = quoted(f"{node.raw}{between}{lost}")
        help_ = f"write {quoted_value}; for a comment, a blank behind the #"
        fix = None
        if place.line == place.end_line:
            stretch = Span(
                place.file, place.line, place.column, place.line, stretch.end_column, line
            )
            fix = Fix(
                quoted_value, safe=lost[1:2].isdigit() and not re.search(r"[,\[\]{}#]", lost[1:])
            )
        findings.add("HW026", stretch, message, pointer=pointer(node), help=help_, fix=fix)


def report_lost(node: Node, message: str, findings: Findings) -> bool:
    """Say whether a # is at the beginning of a text, which loses it; report it if so."""
    text = node.file.lines[node.line] if node.line < len(node.file.lines) else ""
    lost = _ALL_OF_IT.match(text, max(0, node.column - 1))
    if lost is None:
        return False
    lost_text = _COMMENT.sub("", lost[1])
    findings.add(
        "HW103",
        node.file.place(node.line, lost.start(1), len(lost_text)),
        f"{message}: a # after a blank begins a comment",
        pointer=pointer(node),
        help=f"write {quoted(lost_text)}",
        fix=Fix(quoted(lost_text), safe=lost_text[1:2].isdigit()),
    )
    return True


def text_within(line: str) -> re.Match[str] | None:
    """Find the text in braces or brackets that a # cuts off, with everything after it.

    >>> text_within("  red: {name: Red #2, color: '#fff'}")["text"]
    'Red #2'
    """
    return _WITHIN.search(line)
