"""Did-you-mean: the nearest of the words that would have been right; names that callers pass.

Whatever a person writes, a key in a file or a name in a call, may be a slip. Here the nearest
existing word is found (ignoring case, hyphens and blanks), and what was written is quoted so that
it fits into a sentence: in quotes, escaped and not too long.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from fractions import Fraction
from itertools import islice
from typing import NamedTuple, TypeVar

_A_SLIP = 0.8
LONGEST = 64
"""Longer words are not compared: it takes time that grows with the square of the length."""
MOST_WORDS = 500
"""Of more words only those that begin alike are compared, and so many of them."""


def echoed(text: str, most: int = 60) -> str:
    """What somebody else wrote, as a sentence may repeat it: in quotes, escaped, not too long.

    >>> print(echoed("mo\\x1bve"), echoed("x" * 9, most=5))
    'mo\\x1bve' 'xxxxx...'
    """
    return repr(shortened(text, most))


def shortened(text: str, most: int = 60) -> str:
    """The beginning of a text that is longer than a sentence can bear.

    >>> shortened("Scharnhorst", 6)
    'Scharn...'
    """
    return text if len(text) <= most else f"{text[:most]}..."


def in_form(text: str, pattern: str) -> str:
    """What somebody may have meant by a text that does not have the right form; empty if nothing is
    near.

    >>> in_form("3rd corps", r"^[a-z]\\w*$"), in_form("D6", r"^\\d*d\\d+$"), in_form("?", "^[a-z]$")
    ('rd_corps_3', 'd6', '')
    >>> in_form("3-1", r"^\\d+:\\d+$")
    '3:1'
    """
    bare = "".join(text.split())
    joined = re.sub(r"\W+", "_", text.strip()).strip("_")
    letters = joined.lstrip("0123456789")
    digits = joined.removesuffix(letters)
    meant = (
        *(bare, bare.lower(), re.sub("^[dD]", "1d", bare), f"#{bare}"),
        *(re.sub(r"\.+|-+|\u2013", each, bare) for each in ("..", "-", ":")),
        *(joined, joined.lower(), f"{letters.strip('_')}_{digits}"),
    )
    fits = (each for each in meant if each != text and re.search(pattern, each))
    return next(fits, "") if len(text) <= LONGEST else ""


CURLED = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb"
"""Quotation marks that word processors set, and that YAML takes for letters."""


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


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word most like ``word``, or ``None`` if none is near.

    >>> nearest("zone_to_zon", ["entering", "zone_to_zone"])
    'zone_to_zone'
    >>> nearest("Woods", ["open", "woods"])
    'woods'
    """
    if len(word) > LONGEST:
        return None
    # Keys are written `zone_to_zone`; a word with blanks or hyphens would be near none of them.
    folded = word.casefold().replace("-", "_").replace(" ", "_")
    known_words = [other for other in words if 0 < len(other) <= LONGEST]
    if len(known_words) > MOST_WORDS:
        alike = (other for other in known_words if other[:1].casefold() == folded[:1])
        known_words = list(islice(alike, MOST_WORDS))
    by_folded = {other.casefold().replace("-", "_"): other for other in known_words}
    close = get_close_matches(folded, by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None


def hardly_different(word: str, words: Iterable[str]) -> str | None:
    """The word that ``word`` is a slip of the hand away from, where any word may stand.

    >>> hardly_different("infantary", ["infantry", "sniper"])
    'infantry'
    >>> hardly_different("ship", ["infantry", "sniper"]) is None
    True
    """
    near = nearest(word, words)
    alike = near is not None and SequenceMatcher(None, word.casefold(), near).ratio() >= _A_SLIP
    return near if alike else None


def suggestion(word: str, words: Iterable[str], *, most: int = 12) -> str:
    """A sentence that offers the nearest word, or else lists a few.

    >>> suggestion("sovet", ["soviet", "us"])
    'did you mean soviet?'
    >>> suggestion("x", ["soviet", "us", "us"])
    'there are: soviet, us'
    >>> suggestion("", ["", "soviet"])
    'there are: soviet'
    """
    # What stands for nothing said is no word that anybody could write.
    known_words = list(dict.fromkeys(str(other) for other in words if str(other)))
    near = nearest(word, known_words)
    if near is not None:
        return f"did you mean {near}?"
    if not known_words:
        return "there are none"
    and_more = f" and {len(known_words) - most} more" if len(known_words) > most else ""
    return f"there are: {', '.join(known_words[:most])}{and_more}"


T = TypeVar("T")


def named(there: Mapping[str, T], name: str, what: str) -> T:
    """What a name stands for. ValueError, with the nearest name there is, when nothing does.

    >>> named({"A": 3}, "B", "unit")
    Traceback (most recent call last):
        ...
    ValueError: there is no unit B; there are: A
    """
    try:
        return there[name]
    # A list or a dictionary in place of a name cannot even be looked up.
    except (KeyError, TypeError):
        hint = suggestion(str(name), there)
        raise ValueError(f"there is no {what} {str(name)[:80]}; {hint}") from None


def index_of_side(sides: Sequence[str], side: str) -> int:
    """The index of a side by its id. ValueError, with the sides, when there is none."""
    if side not in sides:
        message = f"there is no side {str(side)[:80]}; the sides are {', '.join(sides)}"
        raise ValueError(message)
    return sides.index(side)


# Signs that PDFs and word processors bring, and that only look like those of the format.
#
# An en dash between two hexes, ½ for 1/2, a no-break space behind a colon: nobody sees it, and no
# value can be read with one. In texts that players read all of them are right. So such a character
# is reported only where something is refused that would be right without it.


_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u02d7\u2796"
_UNSEEN = "\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
STRANGE_BLANK = f"[{_BLANKS}{_UNSEEN}]"
"""White space to a reader's eye, and a letter for YAML: a class of a regular expression."""

_PLAIN = {
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_UNSEEN, ""),
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
    whole = "".join(plain for _, plain in pieces)
    strange = [n for n, (piece, plain) in enumerate(pieces) if piece != plain]
    letters = any(piece in _LETTERS for piece, _ in pieces)
    if not strange or not whole.isascii() or (letters and not re.search("[0-9A-Za-z]", text)):
        return None
    first, last = strange[0], strange[-1]
    start = sum(len(piece) for piece, _ in pieces[:first])
    end = sum(len(piece) for piece, _ in pieces[: last + 1])
    written = "".join(plain for _, plain in pieces[first : last + 1])
    sign, plain = pieces[first]
    message = f"{sign_name(sign)}, a sign that the format does not have"
    kinds = len({pieces[n][0] for n in strange})
    if kinds > 1:
        message += f"; there are {kinds} of such signs in the value"
    shown = shortened(whole.strip("\"'"))
    hint = "delete it" if not plain else f"write {'a plain blank' if plain == ' ' else plain}"
    hint = curled(text) or hint + f": {shown}" * (shown != plain)
    return Lookalike(start, end, written, message, hint, whole)


def sign_name(sign: str) -> str:
    """A sign by itself, its name and its number, as the beginning of a sentence.

    >>> sign_name("\u00bd"), sign_name("\u00a0")
    ('\u00bd is a vulgar fraction one half (U+00BD)', 'here is a no-break space (U+00A0)')
    """
    letter = sign[-1]  # of a fraction, without the whole number before it
    name = "byte order mark" if letter == "\ufeff" else unicodedata.name(letter, "sign").lower()
    called = f"{'an' if name[0] in 'aeio' else 'a'} {name} (U+{ord(letter):04X})"
    is_seen = letter not in _UNSEEN and not letter.isspace()
    return f"{letter} is {called}" if is_seen else f"here is {called}"


def _mended(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces, each with what it is in plain signs: itself if it is one."""
    in_quotes = text[0] in _QUOTED
    inside = slice(1, -1) if in_quotes else slice(None)
    pieces = _PIECES.findall(text)
    content = text[inside]
    curled = (content[:1] in CURLED, content[-1:] in CURLED) if content else (False, False)
    first, last = (1, len(pieces) - 2) if in_quotes else (0, len(pieces) - 1)
    for n, piece in enumerate(pieces):
        if (n == first and curled[0]) or (n == last and curled[1]):
            yield piece, "" if in_quotes else '"'
        elif len(piece) > 1 or unicodedata.decomposition(piece).startswith("<fraction>"):
            whole, part = piece[:-1], unicodedata.numeric(piece[-1])
            value = Fraction(part).limit_denominator(10) + (int(whole) if whole else 0)
            yield piece, str(value)
        else:
            plain = _plain(piece)
            at_an_end = n in (first, last)
            yield piece, "" if plain == " " != piece and at_an_end else plain


def _plain(sign: str) -> str:
    """The sign of the format that one looks like; itself if there is none."""
    if sign.isascii():
        return sign
    plain = _PLAIN.get(sign, _LETTERS.get(sign))
    if plain is None:
        plain = unicodedata.normalize("NFKC", sign)
    return plain if plain.isascii() else sign


# -- where they stand in place of what YAML itself is made of ------------------------------------

_IN_YAML = {"\u2022": "-", "\u201e": '"'}
_WIDE = {"\u3000": "  ", **dict.fromkeys(_UNSEEN, "")}
_KEY = r"(?:[\w.-]+|\"[^\"]*\"|'[^']*')"
_OF_YAML = re.compile(
    rf"^[ ]*({STRANGE_BLANK}[ {_BLANKS}{_UNSEEN}]*)"  # in the margin
    rf"|^[ ]*([{_DASHES}]|\u2022)(?=[ {_BLANKS}])"  # before an item of a list
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
    """What may stand in a line in place of a blank, colon, brace or quote of YAML.

    It may as well be a text's own: only it counts only where the line is not YAML, and would be
    with the plain character.

    >>> [(each.column, each.plain) for each in of_yaml(0, "turns:\u00a04")]
    [(6, ' ')]
    """
    misread = []
    at = 0
    while match := _OF_YAML.search(text, at):
        for group in filter(match.group, range(1, match.re.groups + 1)):
            start, end = match.span(group)
            sign = text[start:end]
            plain = "".join(_IN_YAML.get(each) or _plain(each) or " " for each in sign)
            if group == 1:  # the margin has to be as deep as it looks
                plain = "".join(_WIDE.get(each, " ") for each in sign)
            if plain == ":" and text[end : end + 1] not in ("", " "):
                plain = ": "
            misread.append(Misread(line, start, sign, plain))
        at = max(match.end(), at + 1)
    return misread


def with_plain(lines: Sequence[str], misread: Iterable[Misread]) -> str:
    """A file with plain signs in place of others."""
    mended = list(lines)
    for each in sorted(misread, reverse=True):
        text = mended[each.line]
        after = text[each.column + len(each.text) :]
        mended[each.line] = text[: each.column] + each.plain + after
    return "\n".join(mended)
