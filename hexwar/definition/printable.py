"""A stranger's text on one line, with nothing in it that moves a cursor or reverses the direction
of writing.
"""

from __future__ import annotations

import unicodedata

LONGEST = 1000
"""So many characters of a text are told: a file may hold a value of some megabytes."""

LONGEST_PATH = 250


def clean(text: str, most: int = LONGEST) -> str:
    r"""A text in visible characters; others are written as escapes, and a long text is cut.

    >>> print(clean("two\nlines, \x1b[2J and \u202e"))
    two lines, \x1b[2J and \u202e
    """
    half = most // 2
    short = text if len(text) <= most else f"{text[:half]} ... {text[-half:]}"
    return short if short.isprintable() else "".join(map(shown, short))


def as_title(identity: str) -> str:
    """An id for a heading: Rocky hill of ``rocky_hill``."""
    words = identity.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def path_named(path: object) -> str:
    """A path as a sentence names it: its beginning and its end, if it is long."""
    return clean(str(path), LONGEST_PATH)


def shown(character: str) -> str:
    """A character as it is shown: itself, a blank for white space, or its number."""
    if character in "\n\r\t" or unicodedata.category(character) == "Zs":
        return " "
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")
