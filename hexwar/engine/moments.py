"""The moments at which sections may do something: the hooks of the kernel.

The kernel knows no rule of any game. Where a rule may have to do with what happens, the kernel
names a moment; a package says in its ``HOOKS`` which of its methods is called then, and ``Rules``
puts the methods of those that the game uses into one object of class :class:`Hooks`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from typing import Any

Guess = Callable[[Any, Random], None]
"""Puts a guess, drawn with a Random, into a state: a copy of what a side sees."""

Called = tuple[Callable[..., Any], ...]
"""What is called at a moment, with the state first; in most games nothing."""


# Asked for by attribute and not by name in a dictionary: many are, at every decision.
@dataclass(slots=True, eq=False)
class Hooks:
    """What a game calls at each moment, in the order in which a game meets them.

    ``placed``: units stand where the game is to begin; the answer is why that cannot be, or
    nothing. ``to_come``: the mask of units off the map that cannot have come yet, as everybody
    knows. ``could_have_come``: that of units in play which may have, whether they have or not.
    ``forgets`` (with a side and a mask of units): forget in a copy for a side what it does not
    know. ``secrets`` (with a side): forget in a copy for a side what others keep from it that is no
    unit, such as orders; ``keeps``: whether anybody keeps anything so now.
    ``guesses`` (with such a copy in place of the state, and the side) answers
    with what puts into a copy of it a guess at what the side does not see, or ``None``. ``set_up``
    may put a task on the agenda; play goes on when it is settled. ``turns_begin``: everybody is set
    up.
    ``takes_place`` (asked with a phase) answers whether it does. ``follows`` (asked with a phase)
    answers with the index of the phase after it, or with how many phases there are for the end of
    the turn; of several that lead elsewhere than on, the last phase counts. ``effects`` (asked
    with a phase, and whether a battle has ended in it or it begins) answers with the ids of the
    effects in force. ``action_begins`` and ``interrupts`` (with a unit that moves hex by hex or
    fires, and the cell that it fires at, or 0) may put tasks on the agenda: the first what comes
    after the action; the second, asked whenever the unit has entered a hex and before it fires,
    what comes before the action goes on. If any of ``surprises`` (with a unit that is about to
    fire, and whether it shows itself by that, or only tries to react) answers True, nobody
    interrupts that. ``forbids`` (with a unit and what it would do: ``move``, ``fire``, ``react``)
    answers why it may not, or ``None``. ``obliges`` answers why the phase may not be ended yet by
    its side, as something has to be done in it, or ``None``. ``treads`` (with a unit and a mask of
    hexes): it moves through these, in a game that hides units, while events are told. ``passes``
    (with the same): it has set out on a move through these. ``meets`` (with a unit and a cell): it
    would have entered a hex in which units hide from it, and has stopped before it. ``moved`` and
    ``fired`` (with a unit): it has entered a hex in the course of a move, a retreat or an advance;
    it is about to fire. ``exposes`` (with a mask of units and a cell): they are about to fire at
    it, and who is nothing comes to light before the dice. ``absent`` (with a mask of units)
    answers with the mask of those that will come to nothing then, as far as the state knows.
    ``turned`` (with a unit, and by how many hexsides clockwise): it looks elsewhere now.
    ``did`` (with a word and a mask of units): they moved, fired, attacked, defended, advanced,
    retreated or entered the map, or did something in place of a move. ``beaten`` (with a unit and
    the cell where it stood): it is eliminated, or nobody of it is left to fight. ``thrown`` (with
    how many dice, the column in which they are looked up and what is added to them): what dice came
    to lies on the agenda to be carried out, and they could be thrown again.
    ``battle_ends``: nothing is owed for a battle any more.
    ``phase_closing`` still belongs to the phase and comes before its end is told; ``phase_closed``,
    ``turn_ends`` and ``game_ends`` may end the game. ``turn_ended``: it has been seen whether the
    end of the turn does.
    """

    placed: Called = ()
    to_come: Called = ()
    could_have_come: Called = ()
    forgets: Called = ()
    secrets: Called = ()
    keeps: Called = ()
    guesses: Called = ()
    set_up: Called = ()
    turns_begin: Called = ()
    takes_place: Called = ()
    follows: Called = ()
    effects: Called = ()
    phase_begins: Called = ()
    action_begins: Called = ()
    surprises: Called = ()
    interrupts: Called = ()
    forbids: Called = ()
    obliges: Called = ()
    treads: Called = ()
    passes: Called = ()
    meets: Called = ()
    moved: Called = ()
    turned: Called = ()
    fired: Called = ()
    exposes: Called = ()
    absent: Called = ()
    did: Called = ()
    beaten: Called = ()
    thrown: Called = ()
    battle_ends: Called = ()
    phase_closing: Called = ()
    phase_closed: Called = ()
    turn_ends: Called = ()
    turn_ended: Called = ()
    game_ends: Called = ()


MOMENTS = tuple(field.name for field in fields(Hooks))
