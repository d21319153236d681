"""Tell look-alike signs in place of what YAML itself is made of: a line that holds one is misread.

A no-break space in the margin or behind a colon, a wide colon, a bullet before an item, curly
quotes around a value. :func:`of_yaml` tells all that may be one in a line; which of them are in the
way is found by reading the file with plain signs (:func:`with_plain`), and so where files are read
(:mod:`hexwar.definition.source`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hexwar.definition.lookalikes import (
    BLANKS,
    CURLED,
    DASHES,
    STRANGE_BLANK,
    UNSEEN,
    plain_sign,
    sign_name,
)

_IN_YAML = {"\u2022": "-", "\u201e": '"'}
_WIDE = {"\u3000": "  ", **dict.fromkeys(UNSEEN, "")}
_KEY = r"(?:[\w.-]+|\"[^\"]*\"|'[^']*')"
_OF_YAML = re.compile(
    rf"^[ ]*({STRANGE_BLANK}[ {BLANKS}{UNSEEN}]*)"  # in the margin
    rf"|^[ ]*([{DASHES}]|\u2022)(?=[ {BLANKS}])"  # before an item of a list
    rf"|^[ ]*-({STRANGE_BLANK}+)"
    rf"|(?:^[ ]*(?:-[ ])*|[{{,\uff0c][ ]*){_KEY}"
    rf"(?::({STRANGE_BLANK}+)|([\uff1a\u2236]{STRANGE_BLANK}?))"
    rf"|({STRANGE_BLANK}{{1,20}})[ ]*$"
    r"|([\uff5b\uff5d\uff3b\uff3d\uff0c])"  # braces, brackets and commas as wide as an ideograph
    rf"|(?:^|(?<=[ :\[,{{]))([\u201c\u201d\u201e]).{0, 200}?([\u201c\u201d])(?=[ ]*(?:$|[,\]}}\#]))"
)


RUNAWAY = re.compile(rf"{_KEY}(?::{STRANGE_BLANK}|[\uff1a\u2236])")
"""A key that does not end at its colon: the value is a part of it."""
WRAPPED = re.compile(rf"(?:{STRANGE_BLANK}|[{CURLED}]).*|.*(?:{STRANGE_BLANK}|[{CURLED}])")
"""A key that nobody can have meant so: with blanks or quotes around it that are none."""
MARGIN = re.compile(rf"[ ]*{STRANGE_BLANK}")


class Misread(NamedTuple):
    """A stretch of a line that is not what YAML is made of, and what to write there."""

    line: int
    column: int
    text: str
    plain: str

    @property
    def message(self) -> str:
        """What it is."""
        return f"{sign_name(self.text[0])}, a sign that the format does not have"

    @property
    def help(self) -> str:
        """What to write."""
        return f"write {'a plain blank' if self.plain.isspace() else self.plain.strip()}"


def of_yaml(line: int, text: str) -> list[Misread]:
    """Find what may stand in a line in place of a blank, colon, brace or quote of YAML.

    It may as well be a text's own: it counts only where the line is not YAML, and would be with the
    plain character.

    >>> [(each.column, each.plain) for each in of_yaml(0, "turns:\u00a04")]
    [(6, ' ')]
    """
    misread = []
    column = 0
    while match := _OF_YAML.search(text, column):
        for group in filter(match.group, range(1, match.re.groups + 1)):
            start, end = match.span(group)
            sign = text[start:end]
            plain = "".join(_IN_YAML.get(letter) or plain_sign(letter) or " " for letter in sign)
            if group == 1:  # the margin has to be as deep as it looks
                plain = "".join(_WIDE.get(letter, " ") for letter in sign)
            if plain == ":" and text[end : end + 1] not in ("", " "):
                plain = ": "
            misread.append(Misread(line, start, sign, plain))
        column = max(match.end(), column + 1)
    return misread


def with_plain(lines: Sequence[str], misread: Iterable[Misread]) -> str:
    """Write a file with plain signs in place of others."""
    mended = list(lines)
    # From the end, so that the columns of those before stay what they are.
    for sign in sorted(misread, reverse=True):
        text = mended[sign.line]
        behind = text[sign.column + len(sign.text) :]
        mended[sign.line] = text[: sign.column] + sign.plain + behind
    return "\n".join(mended)
