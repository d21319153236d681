"""Say what was meant: the nearest of the words that would have been right.

Whatever a person writes, a key in a file or a name in a call, may be a slip. Here the nearest
existing word is found (ignoring case, hyphens and blanks), and what was written is quoted so that
it fits into a sentence: in quotes, escaped and not too long. Slips that nobody sees, a dash or a
blank that only looks like the right one, are told by :mod:`hexwar.definition.lookalikes`.

In this order: how a text is repeated; what it should have been, by its form, by its letters, as a
sentence; and names that callers pass, which are refused with that sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import islice, pairwise
from typing import TypeVar

_NEAR = 0.6
"""How much of two words must be alike, of 1, for one to be offered for the other."""
_A_SLIP = 0.8
"""And for one to be taken for the other where any word may stand."""
_MOST_OF_A_NAME = 80
"""Letters of a name that is not there, as a refusal repeats it."""
LONGEST = 64
"""Longer words are not compared: it takes time that grows with the square of the length."""
MOST_WORDS = 500
"""Of more words only those that begin alike are compared, and so many of them."""


def echoed(text: str, most: int = 60) -> str:
    """Quote what somebody else wrote for a sentence: escaped, and not too long.

    >>> print(echoed("mo\\x1bve"), echoed("x" * 9, most=5))
    'mo\\x1bve' 'xxxxx...'
    """
    return repr(shortened(text, most))


def shortened(text: str, most: int = 60) -> str:
    """Cut a text that is longer than a sentence can bear.

    >>> shortened("Scharnhorst", 6)
    'Scharn...'
    """
    return text if len(text) <= most else f"{text[:most]}..."


def in_form(text: str, pattern: str) -> str:
    """Guess what was meant by a text without the right form; empty if nothing is near.

    >>> in_form("3rd corps", r"^[a-z]\\w*$"), in_form("D6", r"^\\d*d\\d+$"), in_form("?", "^[a-z]$")
    ('rd_corps_3', 'd6', '')
    >>> in_form("3-1", r"^\\d+:\\d+$")
    '3:1'
    """
    bare = "".join(text.split())
    joined = re.sub(r"\W+", "_", text.strip()).strip("_")
    letters = joined.lstrip("0123456789")
    digits = joined.removesuffix(letters)
    spellings = (
        *(bare, bare.lower(), re.sub("^[dD]", "1d", bare), f"#{bare}"),
        *(re.sub(r"\.+|-+|\u2013", sign, bare) for sign in ("..", "-", ":")),
        *(joined, joined.lower(), f"{letters.strip('_')}_{digits}"),
    )
    fitting = (spelt for spelt in spellings if spelt != text and re.search(pattern, spelt))
    return next(fitting, "") if len(text) <= LONGEST else ""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Find the word most like ``word``; ``None`` if none is near.

    >>> nearest("zone_to_zon", ["entering", "zone_to_zone"])
    'zone_to_zone'
    >>> nearest("Woods", ["open", "woods"])
    'woods'

    Two neighbouring letters that have changed places are one slip of the hand:

    >>> nearest("cots", ["counts", "cost"])
    'cost'
    """
    if len(word) > LONGEST:
        return None
    # Keys are written `zone_to_zone`; a word with blanks or hyphens would be near none of them.
    folded = word.casefold().replace("-", "_").replace(" ", "_")
    candidates = [word for word in words if 0 < len(word) <= LONGEST]
    if len(candidates) > MOST_WORDS:
        alike = (each for each in candidates if each[:1].casefold() == folded[:1])
        candidates = list(islice(alike, MOST_WORDS))
    by_folded = {candidate.casefold().replace("-", "_"): candidate for candidate in candidates}
    if folded in by_folded:
        return by_folded[folded]
    # By the letters that two words share, `counts`, with two letters more, were nearer to `cots`.
    exchanged = (
        f"{folded[:n]}{right}{left}{folded[n + 2 :]}"
        for n, (left, right) in enumerate(pairwise(folded))
    )
    close = [swapped for swapped in exchanged if swapped in by_folded]
    close = close or get_close_matches(folded, by_folded, n=1, cutoff=_NEAR)
    return by_folded[close[0]] if close else None


def hardly_different(word: str, words: Iterable[str]) -> str | None:
    """Find the word that is a slip of the hand away, where any word may stand.

    >>> hardly_different("infantary", ["infantry", "sniper"])
    'infantry'
    >>> hardly_different("ship", ["infantry", "sniper"]) is None
    True
    """
    candidate = nearest(word, words)
    if candidate is None:
        return None
    likeness = SequenceMatcher(None, word.casefold(), candidate).ratio()
    return candidate if likeness >= _A_SLIP else None


def suggestion(word: str, words: Iterable[str], *, most: int = 12) -> str:
    """Write a sentence that offers the nearest word, or else lists a few.

    >>> suggestion("sovet", ["soviet", "us"])
    'did you mean soviet?'
    >>> suggestion("x", ["soviet", "us", "us"])
    'there are: soviet, us'
    >>> suggestion("", ["", "soviet"])
    'there are: soviet'
    """
    # What stands for nothing said is no word that anybody could write.
    offered = list(dict.fromkeys(str(each) for each in words if str(each)))
    word_meant = nearest(word, offered)
    if word_meant is not None:
        return f"did you mean {word_meant}?"
    if not offered:
        return "there are none"
    remainder = f" and {len(offered) - most} more" if len(offered) > most else ""
    return f"there are: {', '.join(offered[:most])}{remainder}"


T = TypeVar("T")


def named(things: Mapping[str, T], name: str, what: str) -> T:
    """Look a name up. ValueError, with the nearest name, when nothing is called so.

    >>> named({"A": 3}, "B", "unit")
    Traceback (most recent call last):
        ...
    ValueError: there is no unit B; there are: A
    """
    try:
        return things[name]
    # A list or a dictionary in place of a name cannot even be looked up.
    except (KeyError, TypeError):
        hint = suggestion(str(name), things)
        raise ValueError(f"there is no {what} {str(name)[:_MOST_OF_A_NAME]}; {hint}") from None


def index_of_side(sides: Sequence[str], side: str) -> int:
    """Find the index of a side by its id. ValueError, with the sides, when there is none."""
    if side not in sides:
        message = (
            f"there is no side {str(side)[:_MOST_OF_A_NAME]}; the sides are {', '.join(sides)}"
        )
        raise ValueError(message)
    return sides.index(side)
