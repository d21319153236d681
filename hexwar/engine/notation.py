"""Verbs: how each is written, read and offered. Sections bring theirs in ``VERBS``.

A verb has a shape (:class:`ActionSyntax`), which reads the words behind it and writes them again,
and says what a player points at to mean it (:class:`Verb`). The shapes stand here, so that verbs of
different sections read alike; what a verb does is its section's. Nothing here knows a position.

First the readers of words, each for one shape; then the shapes by their names, which is what a
section looks for that brings a verb; then verbs themselves, and how they are had by their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Literal, NamedTuple, TypeVar

from hexwar.definition.forms import Form
from hexwar.definition.model import ResolvedGame

LISTED_IN = "hexwar.rules.compiled"
"""The module whose ``registry`` knows what the sections bring; imported when first needed."""

_NAME = re.compile(r"[^\s+]+")
_WAY = re.compile(r"[A-Za-z]\w*", re.ASCII)

PointsAt = Literal["goal", "target", "unit", "nothing"]
"""What a player points at to say a verb, as :class:`Verb` explains."""

F = TypeVar("F", bound=Form)


class ActionParts(NamedTuple):
    """What an action names apart from its verb. ``name`` is all that is neither unit nor hex: a
    name, a number, a way of going, ``facing NE``, or the last two together (``rapid facing NE``).
    """

    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    name: str = ""


class ActionSyntax(NamedTuple):
    """How the actions of a verb are written.

    ``read`` makes the parts of the words after the verb, ValueError says what is wrong with them;
    ``write`` makes the words again. ``units``, ``hexes``, ``name``: whether these are given
    (``None``: may be). ``most_units``, ``most_hexes``: 0 for any number.
    """

    read: Callable[[str, list[str]], ActionParts]
    write: Callable[[ActionParts], str]
    units: bool = False
    hexes: bool | None = False
    name: bool | None = False
    most_units: int = 0
    most_hexes: int = 0
    least_units: int = 0
    least_hexes: int = 0

    def fits(self, parts: ActionParts) -> bool:
        """Whether an action names what it should, and nothing where it should not. How many it may
        name (``most_units``, ``most_hexes``) is checked by ``misshapen`` in ``action.py``.
        """
        units, hexes, name = parts
        return (
            bool(units) == self.units
            and len(units) >= self.least_units
            and self.hexes in (None, bool(hexes))
            and len(hexes) >= self.least_hexes
            and self.name in (None, bool(name))
        )


def _written(parts: ActionParts) -> str:
    """Units, hexes and name in this order: ``A+B 0904-0703 rapid``."""
    units, hexes, name = parts
    return " ".join(filter(None, ("+".join(units), "-".join(hexes), name)))


def _bare(verb: str, words: list[str]) -> ActionParts:
    """Nothing behind the verb: ``done``."""
    if words:
        raise ValueError(f"'{verb}' stands alone")
    return ActionParts()


def _named(what: str) -> Callable[[str, list[str]], ActionParts]:
    """A reader of one word, called ``what`` when it is missing: ``hold 2``."""

    def read(verb: str, words: list[str]) -> ActionParts:
        if len(words) != 1:
            raise ValueError(f"write: {verb} {what}")
        return ActionParts(name=words[0])

    return read


def _unit(verb: str, words: list[str]) -> ActionParts:
    """One unit: ``lose B``."""
    if len(words) != 1:
        raise ValueError(f"write: {verb} UNIT")
    return ActionParts((words[0],))


def _units(verb: str, words: list[str]) -> ActionParts:
    """One unit or several: ``aim A+B``."""
    units = tuple(words[0].split("+")) if len(words) == 1 else ()
    if not units or not all(units) or len(set(units)) != len(units):
        raise ValueError(f"write: {verb} UNIT or {verb} UNIT+UNIT")
    return ActionParts(units)


def _pair(verb: str, words: list[str]) -> ActionParts:
    """Two units, each in its part: ``hand A B``."""
    if len(words) != 2:
        raise ValueError(f"write: {verb} UNIT UNIT")
    return ActionParts((words[0], words[1]))


def _attack(verb: str, words: list[str]) -> ActionParts:
    """Hexes and the units that attack them: ``attack 0503-0504 by A B``."""
    if len(words) < 3 or words[1] != "by":
        raise ValueError(f"write: {verb} HEX by UNIT UNIT ...")
    units = tuple(words[2:])
    if len(set(units)) != len(units):
        raise ValueError("a unit is named twice in the attack")
    hexes = tuple(words[0].split("-"))
    if not all(hexes):
        raise ValueError(f"'{words[0]}' is not a hex nor hexes such as 0503-0504")
    return ActionParts(units, hexes)


FACING = "facing"
"""The word before a direction in which a unit looks in the end."""


def _going(
    least: int, most: int = 2, *, looks: bool = False
) -> Callable[[str, list[str]], ActionParts]:
    """A reader of ``least`` to ``most`` words, which are units, hexes and a way in this order, as
    in ``move A+B 0904-0703 rapid``; ``looks``: two more may follow, ``facing NE``.
    """

    def read(verb: str, words: list[str]) -> ActionParts:
        # The two words of "facing NE" end the line, and are no part of what is counted.
        end = words.index(FACING, 2) if looks and FACING in words[2:] else len(words)
        going, look = words[:end], words[end:]
        if look and len(look) != 2:
            raise ValueError(f"write: {verb} UNIT HEX {FACING} DIRECTION")
        way = going[2:]
        if not least <= len(going) <= most or not all(map(_WAY.fullmatch, way)):
            by_a_way = f" or {verb} UNIT HEX WAY" if most > 2 else ""
            raise ValueError(f"write: {verb} UNIT HEX{by_a_way}")
        units = tuple(going[0].split("+"))
        if not all(_NAME.fullmatch(unit) for unit in units) or len(set(units)) != len(units):
            raise ValueError(f"'{going[0]}' does not name units; write A or A+B")
        hexes = tuple(going[1].split("-")) if len(going) > 1 else ()
        if not all(hexes):
            raise ValueError(f"'{going[1]}' is not a hex nor a path such as 0904-0804-0703")
        return ActionParts(units, hexes, " ".join((*way, *look)))

    return read


def _laid(verb: str, words: list[str]) -> ActionParts:
    """A hex and a name: ``lay 0503 mine``."""
    if len(words) != 2:
        raise ValueError(f"write: {verb} HEX NAME")
    return ActionParts((), (words[0],), words[1])


def _by_unit(verb: str, words: list[str]) -> ActionParts:
    """A unit and a name: ``dig A trench``."""
    if len(words) != 2:
        raise ValueError(f"write: {verb} UNIT NAME")
    return ActionParts((words[0],), (), words[1])


def _by_unit_there(verb: str, words: list[str]) -> ActionParts:
    """A unit, a hex and a name: ``clear A 0703 mine``."""
    if len(words) != 3:
        raise ValueError(f"write: {verb} UNIT HEX NAME")
    return ActionParts((words[0],), (words[1],), words[2])


def _by_unit_across(verb: str, words: list[str]) -> ActionParts:
    """A unit, a hexside and a name: ``wreck A 0703-0803 bridge``."""
    # Maps call a hexside 0703/0803, and other actions write hexes with a dash: both are read.
    hexes = tuple(words[1].replace("/", "-").split("-")) if len(words) == 3 else ()
    if len(hexes) != 2 or not all(hexes):
        raise ValueError(f"write: {verb} UNIT HEX-HEX NAME")
    return ActionParts((words[0],), hexes, words[2])


BARE = ActionSyntax(_bare, _written)
"""``done``: the verb alone."""
NAMED = ActionSyntax(_named("NAME"), _written, name=True)
"""``declare NAME``."""
NUMBERED = ActionSyntax(_named("NUMBER"), _written, name=True)
"""``hold 2``."""
UNIT = ActionSyntax(_unit, _written, units=True, most_units=1)
"""``lose B``."""
UNITS = ActionSyntax(_units, _written, units=True)
"""``aim A``, ``aim A+B``."""
PAIR = ActionSyntax(
    _pair, lambda parts: " ".join(parts.units), units=True, most_units=2, least_units=2
)
"""``hand A B``: one unit, and another to which it does something."""
GOING = ActionSyntax(_going(2), _written, units=True, hexes=True)
"""``move A 0703``, ``move A+B 0703``, ``move A 0904-0804-0703``."""
GOING_BY = ActionSyntax(_going(2, 3, looks=True), _written, units=True, hexes=True, name=None)
"""As :data:`GOING`, perhaps in a way that has a name, or looking somewhere in the end:
``move A 0703 rapid``, ``move A 0703 facing NE``."""
PLACING = ActionSyntax(_going(2, looks=True), _written, units=True, hexes=True, name=None)
"""``place A 0703``, ``place A 0703 facing NE``."""
GOING_ON = ActionSyntax(_going(1), _written, units=True, hexes=None)
"""As :data:`GOING`, where the hex may go without saying: ``advance A``."""
LAYING = ActionSyntax(_laid, _written, hexes=True, name=True, most_hexes=1)
"""``lay 0503 NAME``: something that has a name, in a hex."""
BY_UNIT = ActionSyntax(_by_unit, _written, units=True, name=True, most_units=1)
"""``dig A NAME``: a unit does something that has a name, where it stands."""
BY_UNIT_THERE = ActionSyntax(
    _by_unit_there, _written, units=True, hexes=True, name=True, most_units=1, most_hexes=1
)
"""``clear A 0703 NAME``: a unit does something that has a name, in a hex."""
BY_UNIT_ACROSS = ActionSyntax(
    _by_unit_across,
    _written,
    units=True,
    hexes=True,
    name=True,
    most_units=1,
    most_hexes=2,
    least_hexes=2,
)
"""``wreck A 0703-0803 NAME``: a unit does something that has a name, on a hexside."""
ATTACKING = ActionSyntax(
    _attack,
    lambda parts: f"{'-'.join(parts.hexes)} by {' '.join(parts.units)}",
    units=True,
    hexes=True,
    most_hexes=1,
)
"""``overrun 0503 by A B``: units attack one hex."""
ATTACKING_MANY = ATTACKING._replace(most_hexes=0)
"""``attack 0503-0504 by A B``: units attack a hex, or several at once."""

Label = Callable[[Any, Any], str]
"""An action as a line in a list, of the action and the state."""


class Verb(NamedTuple):
    """A verb that players use.

    ``points_at``: what a player points at to say it: the hex where the units go (``goal``), the
    hex that they fight (``target``), a unit, or nothing on the map. ``label`` makes a line for a
    list; without it the notation is the line. ``commits``: what it shows has been seen, so it is
    never taken back. ``in_secret``: others do not even learn that it was done. ``ends``: it ends a
    phase or declines an offer. ``does``: what it does, for a list of all verbs. ``needs``: whether
    a game (resolved) can have a use for it; if left out, every game that has the section which
    brings it.
    """

    shape: ActionSyntax
    points_at: PointsAt = "nothing"
    label: Label | None = None
    commits: bool = False
    in_secret: bool = False
    ends: bool = False
    does: str = ""
    needs: Callable[[Any], bool] | None = None


def where(form: type[F], asked: Callable[[F], object]) -> Callable[[ResolvedGame], bool]:
    """Whether a game has a section of this form, of which ``asked`` is true."""

    def has_a_use(game: ResolvedGame) -> bool:
        section = game.section(form)
        return section is not None and bool(asked(section))

    return has_a_use


OWN: dict[str, Verb] = {
    "pass": Verb(BARE, label=lambda action, state: state.agenda[-1].pass_says(state), ends=True),
    "done": Verb(BARE, label=lambda action, state: state.agenda[-1].done_says, ends=True),
    "resign": Verb(BARE, label=lambda action, state: "Resign"),
}
"""The verbs of the kernel: decline an offer, end the phase, give up."""


def brought(packages: tuple[str, ...] | None = None) -> Any:
    """What packages bring into play, a ``Registry``: for what words say without a state. Those of a
    game (``ResolvedGame.packages``) are imported already; without them it is all that there are.
    """
    compiled = import_module(LISTED_IN)
    return compiled.registry() if packages is None else compiled.registry(packages)


class Known(Mapping[str, Any]):
    """A table of what all packages bring, by word: those of the sections in their order, then what
    was ``known`` before.

    A word belongs to one section: where one is known that a game in play has brought, nobody else
    needs to be asked, and the sections that no game uses are not imported, least of all while a
    picture of the window is due.
    """

    def __init__(self, table: str, known: Mapping[str, Any]) -> None:
        self._table, self._own, self._known = table, known, dict(known)

    def learn(self, more: Mapping[str, Any]) -> None:
        """Know the words of a section that has been imported."""
        self._known.update(more)

    def knows(self, word: str) -> bool:
        """Whether a section that has been imported brings the word."""
        return word in self._known

    def __getitem__(self, word: str) -> Any:
        return self._known[word] if word in self._known else self._all[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> Mapping[str, Any]:
        return {**getattr(brought(), self._table), **self._own}


VOCABULARIES = ("verbs", "selects", "wordings", "counted", "meanings")
"""The tables of a registry whose words mean the same wherever they stand."""


@cache
def vocabulary(table: str) -> Known:
    """What the words of a table mean, for one of :data:`VOCABULARIES`; ``registry.py`` teaches it
    those of each module that it takes in.
    """
    return Known(table, OWN if table == "verbs" else {})


def verbs() -> Mapping[str, Verb]:
    """Every verb by its word."""
    return vocabulary("verbs")
