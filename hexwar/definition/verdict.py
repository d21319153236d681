"""What one pass over a section finds, before it is put into words.

The pass (``building``) has no word for anything: it notes flaws by the keywords of JSON Schema,
names that are used and defined, and what depends on what. Others ask these notes, each its own
part: ``wording`` the flaws, ``references`` the names and citations, ``leaning`` the keys without
effect.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from hexwar.definition.forms import EVERYWHERE, asked

Path = tuple[str | int, ...]

Severity = Literal["error", "warning"]


class Flaw(NamedTuple):
    """What does not fit: the keyword of JSON Schema that says so, and where.

    ``path`` leads to the value from its section, or to the mapping one of whose keys (the
    ``instance`` then) is wrong (``is_key``). ``allowed`` is what the keyword asks for; ``about``
    the schema of the value, or as much of it as findings need.
    """

    keyword: str
    path: Path
    instance: Any
    allowed: Any
    about: dict[str, Any]
    is_key: bool = False


class Reference(NamedTuple):
    """A name that must exist: its kind, and the path to it from the section.

    ``is_key`` if the name is a key of the mapping at ``path``. ``place``: which units are asked
    about in what it names, where that depends on where it is named.
    """

    kind: str
    path: Path
    name: str
    is_key: bool
    place: asked = EVERYWHERE


class Mechanism(NamedTuple):
    """A rule in use that the rulebook should have a number for."""

    reason: str
    path: Path


class Need(NamedTuple):
    """A word that means nothing without a section: the section, and the path to the word.

    ``idle``: it may be written without the section too, and then never holds.
    """

    section: str
    path: Path
    idle: bool


class Weighed(NamedTuple):
    """A key that may have no effect: the path to it; beside or without what, and how to mend it.

    A key that has an effect is not reported.
    """

    path: Path
    idle: str = ""
    help: str = ""


class Placed(NamedTuple):
    """A key whose words depend on the place of their selector: the path to it, what they depend on
    (``own`` for whose eyes it has), and the place.
    """

    path: Path
    hangs_on: str
    place: asked


class Extensible(NamedTuple):
    """The value of a form that packages add keys to, such as a selector, and the path to it."""

    path: Path
    value: Any


class Limited(NamedTuple):
    """A patch in play that is not in force all the time: the path to it, when it is, and whether
    its mapping must have one.
    """

    path: Path
    moments: tuple[str, ...]
    needed: bool = False


class Verdict(NamedTuple):
    """What one pass over a section found; ``value`` is what it says, if there are no flaws.

    ``names`` are those that it defines, by kind, and ``definitions`` where; those of ``untold``
    kinds are unknown, because they may be where something is wrong. ``needs``: the words that need
    other sections; ``weighed``: the keys that may have no effect; ``placed``: those whose words
    depend on the place; ``packages``: those whose forms and words stand in it; ``opened``: the
    values of forms that packages add to, those inside others first.

    ``patches``: where sections stand within it that are read elsewhere; ``limited``: those of them
    that are in force at some moments only. ``cut``: the paths to texts that may go on in the
    comment behind them.
    """

    flaws: list[Flaw]
    references: list[Reference]
    mechanisms: list[Mechanism]
    value: Any = None
    names: Mapping[str, Collection[str]] = {}
    untold: Collection[str] = ()
    needs: Sequence[Need] = ()
    weighed: Sequence[Weighed] = ()
    placed: Sequence[Placed] = ()
    definitions: Sequence[Reference] = ()
    patches: Sequence[Path] = ()
    packages: Collection[str] = ()
    cut: Sequence[Path] = ()
    limited: Sequence[Limited] = ()
    opened: Sequence[Extensible] = ()
