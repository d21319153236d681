"""Where a cursor stands in a file of a game, told by the text before it alone.

In the middle of a keystroke a file is seldom YAML. So the text is read from the beginning of its
section, as far as the cursor, by what its margins and brackets say; the rest is only searched for
the keys that the mapping has further down.

:func:`cursor_at` finds the section and feeds it line by line to a :class:`_Scan`, which keeps a
stack of the mappings and lists that are open (:class:`_Frame`): a block is closed by a line that is
indented less, brackets by their counterparts. It forgives whatever a parser would refuse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexwar.definition.source import MOST_DEPTH

Path = tuple[str | int, ...]

# A section begins where a line has no margin; a key ends with a colon and a blank or a new line.
_SECTION = re.compile(r"[A-Za-z_\"']")
_KEY = re.compile(
    r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^']|'')*)'|(?P<plain>[^\s"'{}\[\],#|>&*!%@`:][^:{\[]*?))\s*:(?=\s|$)"""
)
# What tells where brackets close and keys stand in them: comments and quoted texts are passed over.
_SIGNS = re.compile(
    r"""#[^\n]*|(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s,{}\[\]"'#:][^,{}\[\]"'#:\n]*):(?=\s)|"[^"]*"|[,{}\[\]]"""
)
# Behind a key: the text that it holds stands in the lines below.
_BLOCK_TEXT = re.compile(r"[|>][-+\d]*\s*(?:#.*)?$")
_REST_OF_WORD = re.compile(r"[^\s,:#{}\[\]\"']*")
_MOST_LINES = 5000
"""Of a longer section only so many lines before the cursor are read."""


class Cursor(NamedTuple):
    """What may stand at a cursor.

    ``path`` leads to it from the top of the file: to the mapping whose key may stand there
    (``is_key``), or to the value itself (``is_value``); at the beginning of a line both can be.
    ``word`` is what stands there before the cursor, ``whole`` what ends behind it, both from
    ``start`` in the cursor's line; ``siblings`` are the other keys that the mapping has.
    """

    path: Path
    word: str
    whole: str
    start: int
    is_key: bool = False
    is_value: bool = True
    siblings: frozenset[str] = frozenset()
    is_quoted: bool = False
    in_flow: bool = False


@dataclass(slots=True)
class _Frame:
    """An open collection; ``column``: where the entries of a block stand, -1 within brackets."""

    column: int
    is_list: bool
    step: str | int | None = None
    keys: set[str] = field(default_factory=set)

    @property
    def in_flow(self) -> bool:
        return self.column < 0


def cursor_at(lines: Sequence[str], line: int, column: int) -> Cursor | None:
    """Where a cursor stands; ``None`` in a comment, and in a text of several lines."""
    if not 0 <= line < len(lines):
        return None
    first = line
    while first > max(0, line - _MOST_LINES) and not _SECTION.match(lines[first]):
        first -= 1
    reading = _Scan()
    for text in lines[first:line]:
        reading.read(text)
    cursor = reading.stop(lines[line], column)
    if cursor is None or not cursor.is_key:
        return cursor
    if not cursor.path and not cursor.in_flow:
        sections = (_KEY.match(text) for n, text in enumerate(lines[:_MOST_LINES]) if n != line)
        return cursor._replace(siblings=frozenset(_named(key) for key in sections if key))
    after = [lines[line][column:], *lines[line + 1 : line + _MOST_LINES]]
    behind = _keys_in_flow(after) if cursor.in_flow else _keys_below(after[1:], cursor.start)
    return cursor._replace(siblings=cursor.siblings | {*behind} - {cursor.whole})


def _keys_below(lines: Sequence[str], column: int) -> Iterator[str]:
    """The keys of a block that stand in a column below a line."""
    for text in lines:
        margin = _margin(text)
        if text[margin : margin + 1] in ("", "#") or margin > column:
            continue
        key = _KEY.match(text, margin)
        if margin < column or key is None:
            return
        yield _named(key)


def _keys_in_flow(lines: Sequence[str]) -> Iterator[str]:
    """The keys that stand in brackets from some place on, as far as these close."""
    depth, begins = 0, True
    for token in _SIGNS.finditer("\n".join(lines)):
        text = token.group()
        depth += (text in ("{", "[")) - (text in ("}", "]"))
        if depth < 0:
            return
        if depth == 0 and token["key"] is not None and begins:
            yield token["key"].strip().strip("\"'")
        begins = text == ","


def _margin(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


class _Scan:
    """Reads lines one by one, and knows what is open."""

    def __init__(self) -> None:
        self.frames = [_Frame(0, is_list=False)]
        self.quote = ""  # the sign that ends the text in quotes that is open
        self.word = ""
        self.text_margin: int | None = None  # of the key whose text stands in the lines below it
        self.is_comment = False
        self.is_done = False  # the value is whole: nothing may follow it
        self.lone = False  # a word that may be a key that is not finished

    def read(self, text: str) -> None:
        """Read a line."""
        self.is_comment = False
        if self.text_margin is not None:
            if not text.strip() or _margin(text) > self.text_margin:
                return
            self.text_margin = None
        if self.quote or self.frames[-1].in_flow:
            self.word = f"{self.word} " if self.word else ""
            self._inline(text, 0)
        else:
            self._block(text)

    def stop(self, text: str, column: int) -> Cursor | None:
        """Read the line of the cursor as far as it; where that is."""
        end = min(column, len(text))
        head = text[:end]
        in_text = self.text_margin is not None and (
            not head.strip() or _margin(text) > self.text_margin
        )
        was_inside = bool(self.quote or self.frames[-1].in_flow)
        if not in_text:
            self.read(head)
        if in_text or self.is_comment or self.is_done or self.text_margin is not None:
            return None
        # Nothing stands before it: its column alone says what it is in.
        if not was_inside and not head.strip():
            self._leave(end, dashed=False)
            self.word, self.lone = "", True
        return self._cursor_at(text, end)

    def _cursor_at(self, text: str, column: int) -> Cursor:
        end_of_word = _REST_OF_WORD.match(text, column)
        top = self.frames[-1]
        base = tuple(frame.step for frame in self.frames[:-1] if frame.step is not None)
        inner = base if top.step is None else (*base, top.step)
        start = max(0, column - len(self.word))
        cursor = Cursor(
            inner,
            self.word,
            self.word + (end_of_word.group() if end_of_word else ""),
            start,
            is_quoted=bool(self.quote),
            in_flow=top.in_flow,
        )
        keys_above = frozenset(top.keys)
        if top.in_flow and not top.is_list and top.step is None:
            return cursor._replace(is_key=True, is_value=False, siblings=keys_above)
        if top.in_flow or not self.lone:
            return cursor
        # Indented more than the key above it: that key's value, or the first key of a mapping
        # there.
        if top.is_list or (top.step is not None and start > top.column):
            return cursor._replace(is_key=True)
        return cursor._replace(path=base, is_key=True, is_value=False, siblings=keys_above)

    # -- blocks -------------------------------------------------------------------------------

    def _leave(self, column: int, *, dashed: bool) -> None:
        """Close what ends before a line whose first word stands in a column."""
        while len(self.frames) > 1:
            top = self.frames[-1]
            # A list may stand in the column of its key: a line there without a dash is the next
            # key.
            ends = top.column > column or (top.is_list and top.column == column and not dashed)
            if not ends:
                return
            self.frames.pop()

    def _block(self, text: str) -> None:
        column = _margin(text)
        self.word, self.lone, self.is_done = "", False, False
        if column >= len(text) or text[column] == "#":
            self.is_comment = column < len(text)
            return
        dashed = text[column:].startswith("- ") or text[column:] == "-"
        self._leave(column, dashed=dashed)
        while text[column:].startswith("- ") or text[column:] == "-":
            top = self.frames[-1]
            if not (top.is_list and top.column == column):
                self._push(_Frame(column, is_list=True, step=-1))
                top = self.frames[-1]
            top.step = top.step + 1 if isinstance(top.step, int) else 0
            after = column + 1
            column = after + _margin(text[after:])
        self.lone = True
        key = _KEY.match(text, column)
        if key is None:
            self._inline(text, column)
            return
        name = _named(key)
        top = self.frames[-1]
        if top.is_list or top.column < column:
            at_top = len(self.frames) == 1 and top.step is None
            if at_top:
                top.column = column
            else:
                self._push(_Frame(column, is_list=False))
        top = self.frames[-1]
        top.step = name
        top.keys.add(name)
        self.lone = False
        after = key.end() + _margin(text[key.end() :])
        if _BLOCK_TEXT.match(text, after):
            self.text_margin = column
        else:
            self._inline(text, after)

    def _push(self, frame: _Frame) -> None:
        # What is deeper is refused when the file is read.
        if len(self.frames) <= MOST_DEPTH:
            self.frames.append(frame)

    # -- values in a line, and brackets over several --------------------------------------------

    def _inline(self, text: str, column: int) -> None:
        at = column
        while at < len(text):
            letter = text[at]
            if self.quote:
                at = self._quoted(text, at)
                continue
            if letter == "#" and (at == 0 or text[at - 1] in " \t"):
                self.is_comment = True
                self.word = self.word.rstrip()
                return
            self._letter(text, at, letter)
            at += 1
        self.word = self.word if self.quote else self.word.lstrip()

    def _quoted(self, text: str, column: int) -> int:
        letter = text[column]
        if letter == "\\" and self.quote == '"':
            self.word += text[column : column + 2]
            return column + 2
        if letter != self.quote:
            self.word += letter
            return column + 1
        if letter == "'" and text[column + 1 : column + 2] == "'":
            self.word += "''"
            return column + 2
        self.quote = ""
        self.is_done = not self.frames[-1].in_flow
        return column + 1

    def _letter(self, text: str, column: int, letter: str) -> None:
        top = self.frames[-1]
        if letter in "\"'" and not self.word.strip():
            self.quote, self.word = letter, ""
        elif letter in "{[" and not self.word.strip():
            self.lone = False
            self._push(_Frame(-1, is_list=letter == "[", step=0 if letter == "[" else None))
            self.word = ""
        elif not top.in_flow:
            self._plain(letter)
        elif letter in "}]":
            self.frames.pop()
            self.word = ""
            self.is_done = not self.frames[-1].in_flow
        elif letter == ",":
            top.step = top.step + 1 if isinstance(top.step, int) else None
            self.word = ""
        elif letter == ":" and self._ends_key(text, column):
            top.step = self.word.strip()
            top.keys.add(top.step)
            self.word = ""
        else:
            self._plain(letter)

    def _plain(self, letter: str) -> None:
        if self.word or letter not in " \t":
            self.word += letter

    def _ends_key(self, text: str, column: int) -> bool:
        top = self.frames[-1]
        follows = text[column + 1 : column + 2]
        # As in JSON: within brackets no blank need follow the colon of a key in quotes.
        behind_quote = column > 0 and text[column - 1] in "\"'"
        return not top.is_list and top.step is None and (not follows.strip() or behind_quote)


def _named(match: re.Match[str]) -> str:
    name = match["double"] or match["single"] or match["plain"] or ""
    return name.strip()
