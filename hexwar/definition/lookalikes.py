"""Tell signs that PDFs and word processors bring, and that only look like those of the format.

An en dash between two hexes, ½ for 1/2, a no-break space behind a colon: nobody sees it, and no
value can be read with one. In texts that players read all of them are right. So such a character
is reported only where something is refused that would be right without it.

First the signs, by what each stands for; then what is wrong with a value (:func:`lookalike`), piece
by piece. Where such signs stand in place of what YAML itself is made of, no value can be read at
all: that is found by :mod:`hexwar.definition.misread_lines`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from hexwar.definition.spelling import shortened

CURLED = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb"
"""Quotation marks that word processors set, and that YAML takes for letters."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u02d7\u2796"
UNSEEN = "\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
STRANGE_BLANK = f"[{BLANKS}{UNSEEN}]"
"""White space to a reader's eye, and a letter for YAML: a class of a regular expression."""

_PLAIN = {
    **dict.fromkeys(DASHES, "-"),
    **dict.fromkeys(UNSEEN, ""),
    **dict.fromkeys("\u2236\u02d0\ua789", ":"),
    **dict.fromkeys("\u2044\u2215\u00f7", "/"),
    **dict.fromkeys("\u2217\u22c6", "*"),
    **dict.fromkeys("\u02bc\u2032\u00b4\u2018\u2019", "'"),
    **dict.fromkeys("\u2033\u201c\u201d", '"'),
    **{"\u00d7": "x", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=", "\u2192": "->"},
    **{"\u2025": "..", "\u2026": "..", "\u3001": ",", "\u3002": "."},
}
_LETTERS = dict(
    zip(
        "АВЕЅІЈКМНОРСТХаеѕіјорсух" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",  # noqa: RUF001 - Cyrillic and Greek
        "ABESIJKMHOPCTXaesijopcyx" + "ABEZHIKMNOPTYXo",
        strict=True,
    )
)
_PIECES = re.compile(r"[0-9]*[\u00bc-\u00be\u2150-\u215e\u2189]|.", re.DOTALL)
_QUOTED = ('"', "'")


def curled(text: str) -> str:
    """How to write a text that has a word processor's quotation marks; empty if it has none.

    >>> curled("\u201c0102\u201d")
    'these are not the quotes of YAML; write "0102", and let the editor set no curly quotes'
    >>> curled("Hougoumont\u2019s gate")
    ''
    """
    bare = text.strip(CURLED)
    if bare == text:
        return ""
    quoted = f'"{shortened(bare)}"'
    return (
        f"these are not the quotes of YAML; write {quoted}, and let the editor set no curly quotes"
    )


LONGEST_VALUE = 2000
"""Of longer values, which are texts, no signs are told."""


class Lookalike(NamedTuple):
    """A stretch of a text, from the first such sign to the last, and what to write there."""

    start: int
    end: int
    plain: str
    message: str
    help: str
    whole: str
    """The text with all such signs made plain."""


def lookalike(text: str) -> Lookalike | None:
    """The look-alike characters in a value as the file has it; None if it has none, or would not be
    plain even without them.

    >>> sign = lookalike("0104\u20130203")
    >>> sign.message, sign.help
    ('\u2013 is an en dash (U+2013), a sign that the format does not have', 'write -: 0104-0203')
    >>> [lookalike(each).whole for each in ("1\u00bd", "\u201c0102\u201d", "\uff12d6")]
    ['3/2', '"0102"', '2d6']
    >>> lookalike("M\u00fcller") is None
    True
    """
    if text.isascii() or len(text) > LONGEST_VALUE:
        return None
    pieces = [*_mended(text)]
    plain_text = "".join(plain for _, plain in pieces)
    strange = [n for n, (piece, plain) in enumerate(pieces) if piece != plain]
    letters = any(piece in _LETTERS for piece, _ in pieces)
    if not strange or not plain_text.isascii() or (letters and not re.search("[0-9A-Za-z]", text)):
        return None
    begin, behind = strange[0], strange[-1] + 1
    start = sum(len(piece) for piece, _ in pieces[:begin])
    end = sum(len(piece) for piece, _ in pieces[:behind])
    replacement = "".join(plain for _, plain in pieces[begin:behind])
    sign, plain = pieces[begin]
    message = f"{sign_name(sign)}, a sign that the format does not have"
    kinds = len({pieces[n][0] for n in strange})
    if kinds > 1:
        message += f"; there are {kinds} of such signs in the value"
    shown = shortened(plain_text.strip("\"'"))
    hint = "delete it" if not plain else f"write {'a plain blank' if plain == ' ' else plain}"
    hint = curled(text) or hint + f": {shown}" * (shown != plain)
    return Lookalike(start, end, replacement, message, hint, plain_text)


def sign_name(sign: str) -> str:
    """A sign by itself, its name and its number, as the beginning of a sentence.

    >>> sign_name("\u00bd"), sign_name("\u00a0")
    ('\u00bd is a vulgar fraction one half (U+00BD)', 'here is a no-break space (U+00A0)')
    """
    letter = sign[-1]  # of a fraction, without the whole number before it
    name = "byte order mark" if letter == "\ufeff" else unicodedata.name(letter, "sign").lower()
    called = f"{'an' if name[0] in 'aeio' else 'a'} {name} (U+{ord(letter):04X})"
    is_seen = letter not in UNSEEN and not letter.isspace()
    return f"{letter} is {called}" if is_seen else f"here is {called}"


def _mended(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text in pieces, each with what it is in plain signs: itself if it is one."""
    in_quotes = text[0] in _QUOTED
    pieces = _PIECES.findall(text)
    content = text[1:-1] if in_quotes else text
    # Curly quotes around the whole were meant as quotes, or stand for nothing inside of such.
    opens, closes = content[:1] in {*CURLED}, content[-1:] in {*CURLED}
    begin, end = (1, len(pieces) - 2) if in_quotes else (0, len(pieces) - 1)
    for n, piece in enumerate(pieces):
        if (n == begin and opens) or (n == end and closes):
            yield piece, "" if in_quotes else '"'
        elif len(piece) > 1 or unicodedata.decomposition(piece).startswith("<fraction>"):
            integer, fraction = piece[:-1], unicodedata.numeric(piece[-1])
            # No sign of Unicode has a larger denominator than a tenth.
            value = Fraction(fraction).limit_denominator(10) + (int(integer) if integer else 0)
            yield piece, str(value)
        else:
            plain = plain_sign(piece)
            at_an_end = n in (begin, end)
            yield piece, "" if plain == " " != piece and at_an_end else plain


def plain_sign(sign: str) -> str:
    """Find the sign of the format that one looks like; itself if there is none."""
    if sign.isascii():
        return sign
    plain = _PLAIN.get(sign, _LETTERS.get(sign))
    if plain is None:
        plain = unicodedata.normalize("NFKC", sign)
    return plain if plain.isascii() else sign
