"""Actions and their notation: one line an action, in a player's words.

=============================  ============================================================
``move A 0703``                move by the cheapest path; ``move A+B 0703`` moves a stack
``move A 0904-0804-0703``      move along a path that begins where the unit stands
``attack 0503 by A B C``       attack a hex with these units
``overrun 0503 by A B``        attack a hex in the course of movement
``retreat C 0402``             retreat to a hex; ``retreat C+D 0402`` a stack together
``hold 2``                     lose two steps in place of two hexes of retreat
``lose B``                     choose the unit that is lost
``advance A``                  advance after combat (``advance A 0503-0404`` beyond one hex)
``enter R1 0903``              bring a unit on from off the map
``place A 0703``               set a unit up
``top A``                      put a unit on top of its stack, where the enemy sees it
``declare second_echelon``     make a once-per-game declaration
``pass`` ``done`` ``resign``   decline an offer, end the phase, give up
=============================  ============================================================
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple

from hexwar.engine.violation import IllegalAction, Violation

BARE = frozenset({"pass", "done", "resign"})
"""Verbs that stand alone."""

SHAPES = {
    "move": (True, True, False),
    "attack": (True, True, False),
    "overrun": (True, True, False),
    "retreat": (True, True, False),
    "hold": (False, False, True),
    "place": (True, True, False),
    "lose": (True, False, False),
    "top": (True, False, False),
    "advance": (True, True, False),
    "enter": (True, True, False),
    "declare": (False, False, True),
    **dict.fromkeys(sorted(BARE), (False, False, False)),
}
"""Verb to what it names: units, hexes, something declared. An advance may leave out its hex."""

LONGEST_NOTATION = 2000

_NAME = re.compile(r"[^\s+]+")


class Action(NamedTuple):
    """One action: a verb, the units that act, the hexes concerned. Immutable.

    ``hexes`` is the destination alone, or a path that begins where the units stand.
    ``name`` is what is declared. Equality and hash are by value; ``str`` is the notation.

    >>> Action("move", ("A",), ("0703",))
    Action.parse('move A 0703')
    >>> Action.parse("attack 0503 by A B").units
    ('A', 'B')
    """

    # A tuple with names: of what cannot be changed, nothing in Python is made or compared faster.
    verb: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    name: str = ""

    @classmethod
    def parse(cls, notation: str) -> Action:
        """Read one line of notation; :class:`IllegalAction` says what is wrong with it."""
        if len(notation) > LONGEST_NOTATION:
            raise _unreadable("the line is too long to be an action")
        words = notation.split()
        if not words:
            raise _unreadable("an action begins with a verb such as move, attack or done")
        reader = _READERS.get(words[0])
        if reader is None:
            raise _unreadable(f"there is no action '{words[0]}'; the verbs are {', '.join(SHAPES)}")
        return reader(words)

    def __str__(self) -> str:
        verb = self.verb
        if verb in ("attack", "overrun"):
            return f"{verb} {'-'.join(self.hexes)} by {' '.join(self.units)}"
        words = [verb]
        if self.units:
            words.append("+".join(self.units))
        if self.hexes:
            words.append("-".join(self.hexes))
        if self.name:
            words.append(self.name)
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data: ``verb`` and whichever of ``units``, ``hexes``, ``name`` are used."""
        data: dict[str, Any] = {"verb": self.verb}
        if self.units:
            data["units"] = list(self.units)
        if self.hexes:
            data["hexes"] = list(self.hexes)
        if self.name:
            data["name"] = self.name
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Action:
        """The action that :meth:`to_dict` described. ValueError when it describes none."""
        try:
            return cls(
                data["verb"],
                tuple(data.get("units", ())),
                tuple(data.get("hexes", ())),
                data.get("name", ""),
            )
        except (LookupError, TypeError, AttributeError):
            raise ValueError("an action is described by its verb, units, hexes and name") from None


def as_action(action: Action | str) -> Action:
    """An action, or what its notation says; TypeError for anything else."""
    if isinstance(action, str):
        return Action.parse(action)
    if isinstance(action, Action):
        return action
    raise TypeError(f"an action is an Action or its notation, not {type(action).__name__}")


def misshapen(action: Action, units_there_are: Collection[str]) -> Violation | None:
    """Why no notation says this action, or that it names a unit that there is not."""
    verb, units = action.verb, action.units
    if verb == "move" and len(units) == 1 and action.hexes and not action.name:
        return None if units[0] in units_there_are else _no_unit(units[0])
    shape = (bool(units), bool(action.hexes), bool(action.name))
    if SHAPES.get(verb) != shape and (
        # An advance of one hex need not name it.
        verb != "advance" or not units or action.name
    ):
        return Violation("", f"'{verb}' does not say who or where.", "notation")
    if len(set(units)) < len(units):
        return Violation("", f"'{verb}' names a unit twice.", "notation")
    if (verb in ("attack", "overrun") and len(action.hexes) > 1) or (
        verb in ("lose", "top") and len(units) > 1
    ):
        return Violation("", f"'{verb}' names too much.", "notation")
    for unit in units:
        if unit not in units_there_are:
            return _no_unit(unit)
    return None


def _no_unit(name: str) -> Violation:
    return Violation("", f"There is no unit {name}.", "notation")


def _unreadable(message: str) -> IllegalAction:
    return IllegalAction(Violation("", message, "notation"))


def _read_bare(words: list[str]) -> Action:
    if len(words) != 1:
        raise _unreadable(f"'{words[0]}' stands alone")
    return Action(words[0])


def _read_name(words: list[str]) -> Action:
    if len(words) != 2:
        raise _unreadable(f"write: {words[0]} {'NUMBER' if words[0] == 'hold' else 'NAME'}")
    return Action(words[0], name=words[1])


def _read_unit(words: list[str]) -> Action:
    if len(words) != 2:
        raise _unreadable(f"write: {words[0]} UNIT")
    return Action(words[0], (words[1],))


def _read_attack(words: list[str]) -> Action:
    if len(words) < 4 or words[2] != "by":
        raise _unreadable(f"write: {words[0]} HEX by UNIT UNIT ...")
    units = tuple(words[3:])
    if len(set(units)) != len(units):
        raise _unreadable("a unit is named twice in the attack")
    return Action(words[0], units, (words[1],))


def _read_unit_and_hexes(words: list[str]) -> Action:
    verb = words[0]
    if len(words) != 3 and not (verb == "advance" and len(words) == 2):
        raise _unreadable(f"write: {verb} UNIT HEX")
    units = tuple(words[1].split("+"))
    if not all(_NAME.fullmatch(unit) for unit in units) or len(set(units)) != len(units):
        raise _unreadable(f"'{words[1]}' does not name units; write A or A+B")
    hexes = tuple(words[2].split("-")) if len(words) == 3 else ()
    if not all(hexes):
        raise _unreadable(f"'{words[2]}' is not a hex nor a path such as 0904-0804-0703")
    return Action(verb, units, hexes)


_READERS = {
    **dict.fromkeys(BARE, _read_bare),
    **dict.fromkeys(("move", "retreat", "advance", "enter", "place"), _read_unit_and_hexes),
    "attack": _read_attack,
    "overrun": _read_attack,
    "lose": _read_unit,
    "top": _read_unit,
    "declare": _read_name,
    "hold": _read_name,
}
