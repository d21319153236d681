"""Did-you-mean: the nearest of the words that would have been right; names that callers say.

Whatever a person writes, a key in a file or a name in a call, may be a slip. Here the nearest word
that there is gets found (without case, hyphens and blanks), and what was written is repeated so
that it can stand in a sentence: in quotes, escaped and not too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import islice
from typing import TypeVar

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


CURLED = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb"
"""Quotation marks that word processors set, and that YAML takes for letters."""


def curled(text: str) -> str:
    """How a text in quotation marks of a word processor is to be written; empty if it has none.

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
    # Keys are written `zone_to_zone`; with blanks or hyphens a word would be near to none of them.
    folded = word.casefold().replace("-", "_").replace(" ", "_")
    known = [other for other in words if 0 < len(other) <= LONGEST]
    if len(known) > MOST_WORDS:
        alike = (other for other in known if other[:1].casefold() == folded[:1])
        known = list(islice(alike, MOST_WORDS))
    by_folded = {other.casefold().replace("-", "_"): other for other in known}
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
    known = list(dict.fromkeys(str(other) for other in words if str(other)))
    near = nearest(word, known)
    if near is not None:
        return f"did you mean {near}?"
    if not known:
        return "there are none"
    more = f" and {len(known) - most} more" if len(known) > most else ""
    return f"there are: {', '.join(known[:most])}{more}"


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
