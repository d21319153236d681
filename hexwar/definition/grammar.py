"""Let verbs agree with names and titles, and write names as a sentence has them: *Red wins*, *the
Soviets win*, *Attacks end*.

Sentences of the game are put together from names that its author gives. A form says which of these
are :class:`Plural`; for the others their endings tell, as far as English endings do
(:func:`as_it_seems`). Titles that are sentences themselves can be denied.
"""

from __future__ import annotations

import re
from typing import Self


class Plural(str):
    """A name for many, which takes a plural verb wherever it is the subject."""

    __slots__ = ()


class SideName(str):
    """The name of a side as it stands in lists and titles (*League*, *Soviet*), with what it is
    called in a sentence: *the League*, *the Soviets*.
    """

    called: str

    def __new__(cls, name: str, called: str) -> Self:
        """A name, and what stands for it in the midst of a sentence."""
        side_name = super().__new__(cls, name)
        side_name.called = called
        return side_name

    def __reduce__(self) -> tuple[type[SideName], tuple[str, str]]:
        """What makes it anew, in a copy or in another process."""
        return SideName, (str(self), self.called)


MOST_WORDS = 2
"""Of how many words a name of many is at most: one that is longer may be a sentence."""

_PREPOSITION = re.compile(" (?:of|in|from|to|at|on|by|for|with|between|before|after) ")
_ORDER = re.compile(" (?:first|second|third|last|again)$")
"""What stands behind a name and says when it comes: "Blue's guns first"."""
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go"}


def in_prose(who: str) -> str:
    """A name in the midst of a sentence.

    >>> in_prose(SideName("League", "the League")), in_prose("Red")
    ('the League', 'Red')
    """
    return who.called if isinstance(who, SideName) else who


def in_text(title: str) -> str:
    """A title in the midst of a sentence, where its article is small.

    >>> in_text("The Margrave's corps"), in_text("Theresa's corps")
    ("the Margrave's corps", "Theresa's corps")
    """
    return f"the {title[4:]}" if title.startswith("The ") else title


def opening(who: str, verb: str = "") -> str:
    """The first words of a sentence: somebody, and what is done.

    >>> opening(SideName("Soviet", Plural("the Soviets")), "has"), opening("Red", "has")
    ('The Soviets have', 'Red has')
    """
    words = does(who, verb) if verb else in_prose(who)
    return f"{words[:1].upper()}{words[1:]}"


def does(who: str, verb: str) -> str:
    """Somebody and what is done, with the verb in the number of the name.

    >>> does("Red", "wins"), does(Plural("Soviets"), "wins"), does(Plural("Allies"), "has")
    ('Red wins', 'Soviets win', 'Allies have')
    >>> does("Red", "occupies"), does(Plural("Soviets"), "occupies")
    ('Red occupies', 'Soviets occupy')
    """
    return f"{in_prose(who)} {agreeing(who, verb)}"


def a_or_an(noun: str) -> str:
    """A noun with the article that it takes.

    >>> a_or_an("movement"), a_or_an("orders")
    ('a movement', 'an orders')
    """
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def agreeing(who: str, verb: str) -> str:
    """A verb, given as one thing does it (``wins``), in the number of the name."""
    if not isinstance(in_prose(who), Plural):
        return verb
    return _IRREGULAR.get(verb) or re.sub("ies$", "ys", verb).removesuffix("s")


_FINITE = re.compile(r"(?<= )(is|are|has|have|was|were)(?= )")
"""The verbs by which a title is recognized as a sentence, after which a denial goes."""


def is_clause(title: str) -> bool:
    """Whether a title is a sentence of its own, with a verb.

    >>> is_clause("The French army is demoralised"), is_clause("Mud")
    (True, False)
    """
    return _FINITE.search(title) is not None


def denied_clause(words: str, by: str = "not") -> str:
    """The contrary of a clause, or that it no longer holds.

    >>> denied_clause("the weather is mud")
    'the weather is not mud'
    >>> denied_clause("The army is shaken", "no longer"), denied_clause("Red escorts a unit")
    ('The army is no longer shaken', 'it is not so that Red escorts a unit')
    """
    if not is_clause(words):
        return f"it is {by} so that {words}"
    return _FINITE.sub(rf"\1 {by}", words, count=1)


def as_it_seems(name: str) -> str:
    """A name or a title that nobody has marked as singular or plural; a long one counts as
    singular.

    >>> [does(as_it_seems(name), "has") for name in ("Soviets", "The Allies", "Swiss", "Axis")]
    ['Soviets have', 'The Allies have', 'Swiss has', 'Axis has']
    >>> does(as_it_seems("News"), "ends")
    'News ends'
    >>> [does(as_it_seems(name), "has") for name in ("Army of the Alps", "Sons of Liberty")]
    ['Army of the Alps has', 'Sons of Liberty have']
    >>> does(as_it_seems("Blue's guns first"), "ends")
    "Blue's guns first end"
    """
    head = _ORDER.sub("", _PREPOSITION.split(name, maxsplit=1)[0])
    many = head.endswith("s") and not head.lower().endswith(("ss", "us", "is", "news"))
    words = head.lower().removeprefix("the ").split()
    return Plural(name) if many and len(words) <= MOST_WORDS else name
