"""What conditions ask about will probably come to: a number foreseen, and how far it may be off.

A section says it of what it counts in the table ``PROSPECTS`` of its ``task``: by condition a
function of the condition and the :class:`Foresight` that answers with a :class:`Prospect`. Of what
nobody has said anything, what is so now is taken to stay, the less surely the more time is left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import NamedTuple

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.units.rules import Forces


class Ahead(NamedTuple):
    """The time until something is looked at: ``left`` and ``gone`` as parts of the whole game,
    ``moves`` by side the phases in which it moves, the present one among them, and ``acts`` those
    in which it moves or attacks; of phases that are run for one unit after the other it is the
    part that is to come. ``until`` is the last turn in which it is looked at. ``strikes`` is the
    side that attacks next, ``last`` the one that moves last; :data:`NOBODY` where that is found in
    play, or nobody does any more.
    """

    left: float
    gone: float
    moves: tuple[float, ...]
    acts: tuple[float, ...]
    until: int
    strikes: int
    last: int


Foreseen = tuple[float, float]
"""What a count will probably be, and its variance."""

Foresee = Callable[[Position, Ahead], Foreseen]
Chance = Callable[[Position, Ahead], float]


class Prospect(NamedTuple):
    """What a condition counts, as it will be; ``whole``: all that there could be, for shares."""

    foresee: Foresee
    whole: float = 1.0


class Foresight(ABC):
    """How what a game counts will probably go, for sections to make their prospects of."""

    frame: Frame
    forces: Forces
    conditions: Conditions

    @abstractmethod
    def until(self, state: Position, turn: int) -> Ahead:
        """The time from now to the end of a turn."""

    @abstractmethod
    def chance(self, condition: Condition) -> Chance:
        """The chance that a condition will hold."""

    @abstractmethod
    def prospect(self, condition: Condition) -> Prospect:
        """What a condition without parts counts, as it will be."""

    @abstractmethod
    def as_it_is(self, condition: Condition) -> Prospect:
        """What is so now stays, more or less."""

    @abstractmethod
    def goes_on(self, measure: Callable[[Position], float], began: float) -> Prospect:
        """What goes on as it has gone from where it ``began``, the less surely the less it has."""

    @abstractmethod
    def held(
        self,
        side: int,
        hexes: int,
        owned: Callable[[Position], int],
        others: Callable[[Position], int],
    ) -> Prospect:
        """How many of some hexes (a mask) a side will hold.

        ``owned`` answers with the mask of those that it holds now, ``others`` with those that
        somebody else holds.
        """

    @abstractmethod
    def comes(
        self,
        unit: int,
        hexes: int,
        where: Callable[[Position], int],
        first: Callable[[Position], float] | None = None,
    ) -> Chance:
        """The chance that a unit comes to one of some hexes (a mask) in the time that is left, as
        far as it has to go and as strong as the enemy is there; ``where``: the cell of whoever it
        is with; ``first``: how many moves pass before it sets out.
        """

    @abstractmethod
    def moves_away(self, unit: int, cell: int) -> Mapping[int, float]:
        """By cell, for how many of its moves a unit that stands there is away from another cell."""

    @abstractmethod
    def in_time(self, moves: float, far: float) -> float:
        """The chance that a unit has come in so many ``moves`` that is ``far`` away, in moves: 0 if
        that is infinity, as there is no way.
        """

    @abstractmethod
    def lost(
        self,
        side: int,
        measure: Callable[[Position], float],
        whole: float,
        units: int,
        endangered: int = 0,
    ) -> Prospect:
        """How much of a whole of some ``units`` a side will have lost, by what it has lost so
        far, the time that is left and the strengths of the armies; ``endangered``: mask of units
        that count one each, and the sooner the fewer steps they have left.
        """
