"""Actions and their notation: one line an action, in a player's words; and what can be chosen.

These are most of the notations; others, such as those of ``hand``, ``aim``, ``wreck`` and
``clear``, are with the shapes of all verbs in :mod:`~hexwar.engine.notation`. Below, behind
:class:`Action`, stand :class:`Choice` and :class:`Decision`: what a side can choose, and when.

=============================  ============================================================
``move A 0703``                move by the cheapest path; ``move A+B 0703`` moves a stack
``move A 0904-0804-0703``      move along a path that begins where the unit stands
``move A 0703 rapid``          move in a way that the game names
``move A 0703 facing NE``      move, and look somewhere in the end
``face A NE``                  turn a unit where it stands
``attack 0503 by A B C``       attack a hex with these units (``0503-0504``: several at once)
``fire 0503 by A``             fire at a hex
``overrun 0503 by A B``        attack a hex in the course of movement
``retreat C 0402``             retreat to a hex; ``retreat C+D 0402`` a stack together
``hold 2``                     lose two steps in place of two hexes of retreat
``lose B``                     choose the unit that is lost
``advance A``                  advance after combat (``advance A 0503-0404`` beyond one hex)
``enter R1 0903``              bring a unit on from off the map
``place A 0703``               set a unit up
``lay 0703 mines``             place a marker; ``dig A trench`` lets a unit place it
``top A``                      put a unit on top of its stack, where the enemy sees it
``declare second_echelon``     make a once-per-game declaration
``pass`` ``done`` ``resign``   decline an offer, end the phase, give up
``draw`` ``accept``            offer a draw, agree on one
=============================  ============================================================
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from hexwar.engine.notation import ActionParts, verbs
from hexwar.engine.violation import IllegalAction, Violation

LONGEST_NOTATION = 2000
"""Signs of a line that is read: a longer one, such as a stranger may send, is refused unread."""


class Action(NamedTuple):
    """One action: a verb, the units that act, the hexes concerned. Immutable.

    ``hexes`` is the destination alone, or a path that begins where the units stand.
    ``name`` is what else is named: what is declared, a marker, a number, a way to move, a facing.
    Equality and hash are by value; ``str`` is the notation.

    >>> Action("move", ("A",), ("0703",))
    Action.parse('move A 0703')
    >>> Action.parse("attack 0503 by A B").units
    ('A', 'B')
    """

    # A tuple with names, as Python makes and compares these faster than frozen dataclasses.
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
        verb = verbs().get(words[0])
        if verb is None:
            raise _unreadable(
                f"there is no action '{words[0]}'; the verbs are {', '.join(verbs())}"
            )
        try:
            return cls(words[0], *verb.shape.read(words[0], words[1:]))
        except ValueError as wrong:
            raise _unreadable(str(wrong)) from None

    @property
    def parts(self) -> ActionParts:
        """What it names: units, hexes, and something by name."""
        return ActionParts(self.units, self.hexes, self.name)

    def __str__(self) -> str:
        verb = verbs().get(self.verb)
        words = verb.shape.write(self.parts) if verb else ""
        return f"{self.verb} {words}" if words else self.verb

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


DONE, PASS = Action("done"), Action("pass")
"""What ends a phase or a choice, and what forgoes one."""


def as_action(action: Action | str) -> Action:
    """An action, or what its notation says; TypeError for anything else."""
    if isinstance(action, str):
        return Action.parse(action)
    if isinstance(action, Action):
        return action
    raise TypeError(f"an action is an Action or its notation, not {type(action).__name__}")


def misshapen(action: Action, units_there_are: Collection[str]) -> Violation | None:
    """Why no notation says this action, or that it names a unit that there is not.

    Such a refusal has no number of a rule: notation is of hexwar, and in no game's rulebook.
    """
    word, units = action.verb, action.units
    # What most actions are, and asked of each that is tried: the same answer by a shorter way.
    if word == "move" and len(units) == 1 and action.hexes and not action.name:
        return None if units[0] in units_there_are else _no_unit(units[0])
    verb = verbs().get(word)
    if verb is None or not verb.shape.fits(action.parts):
        return Violation("", f"'{word}' does not say who or where.", "notation")
    shape = verb.shape
    if len(set(units)) < len(units):
        return Violation("", f"'{word}' names a unit twice.", "notation")
    if 0 < shape.most_hexes < len(action.hexes) or 0 < shape.most_units < len(units):
        return Violation("", f"'{word}' names too much.", "notation")
    for unit in units:
        if unit not in units_there_are:
            return _no_unit(unit)
    return None


def _no_unit(name: str) -> Violation:
    return Violation("", f"There is no unit {name}.", "notation")


def _unreadable(message: str) -> IllegalAction:
    return IllegalAction(Violation("", f"{message[:1].upper()}{message[1:]}.", "notation"))


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the side to act can choose now.

    ``action`` is what choosing it does, ``label`` a line for a list. ``units`` and ``hexes`` are
    what it concerns: pick the units and point at the last hex, and it is meant. ``why_not`` is why
    the action is illegal, filled in only for what was picked and pointed at.
    """

    action: Action
    label: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    why_not: Violation | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The choice that the game waits for.

    ``kind`` is ``movement``, ``combat``, ``retreat``, ``loss`` or ``advance``; ``prompt`` says in
    one sentence what is to be done. ``units`` are those concerned, ``hexes`` the places
    (the battle's hex); ``may_decline``: ``done`` or ``pass`` is legal.
    """

    side: str
    kind: str
    prompt: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    may_decline: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "side": self.side,
            "kind": self.kind,
            "prompt": self.prompt,
            "units": list(self.units),
            "hexes": list(self.hexes),
            "may_decline": self.may_decline,
        }
