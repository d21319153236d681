"""The agenda's entries: small tasks that settle themselves or ask a player to choose.

First what every task answers (:class:`Task`): what each has to say itself, then what most leave as
it is. Then what it is to be a phase, to choose one unit of several or some of them, and to be
settled without anybody. Tasks hold numbers alone and no rules: so a save can hold them, and one
made under some rules goes on under those in force when its turn comes.

A task never waits in a call for what comes of another: it puts the other above itself on the agenda
and is settled again when that is gone. So between any two decisions a game can be copied, saved and
taken back, in the middle of a retreat too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from hexwar.engine.action import Action, Choice, Decision
from hexwar.engine.notation import verbs
from hexwar.engine.slot import frozen, plain
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation

if TYPE_CHECKING:
    from hexwar.engine.queries import Preview


class Task(ABC):
    """Something the game has to settle before it can go on. Immutable by convention.

    A task is plain data, a dataclass of numbers and tuples of numbers: what it means is said by
    the rules in force (``state.rules``). Every rule about one kind of choice has this one home:
    what may be chosen (:meth:`actions`), why not (:meth:`explain`), one at random
    (:meth:`sample`) and what follows (:meth:`perform`).
    """

    __slots__ = ()
    kind: ClassVar[str]
    is_offer: ClassVar[bool] = False
    """Whether it is only an offer, which somebody may take up."""
    goes_on: ClassVar[bool] = False
    """Whether it is a phase that is left for phases within it, and come back to."""
    is_phase: ClassVar[bool] = False
    """Whether it is a phase of the sequence of play, which its side ends with ``done``."""
    ends_by: ClassVar[str] = "done"
    """The verb by which a side leaves a phase: not before all is done that has to be."""
    rolls: ClassVar[bool] = False
    """Whether it settles itself by the dice, which nobody may throw beforehand."""
    decided_as: ClassVar[str] = ""
    """The kind of the decision, where it is not that of the task."""

    # -- what each task says itself ------------------------------------------------------------

    @abstractmethod
    def settle(self, state: Position) -> bool:
        """Go on as far as no choice is needed.

        True: a player must choose and this task is still on top of the agenda. False: the task
        changed the agenda, and the kernel looks again.
        """

    @abstractmethod
    def side(self, state: Position) -> int:
        """Index of the side whose choice it is."""

    @abstractmethod
    def decision(self, state: Position) -> Decision:
        """The choice, described for people and programs."""

    @abstractmethod
    def actions(self, state: Position) -> Iterator[Action]:
        """Every legal action, in a documented, deterministic order."""

    @abstractmethod
    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why the action is illegal here; ``None`` when it is legal."""

    @abstractmethod
    def perform(self, state: Position, action: Action) -> None:
        """Carry out a legal action."""

    # -- what most leave as it is --------------------------------------------------------------

    def asks(
        self,
        state: Position,
        prompt: str,
        *,
        units: tuple[str, ...] = (),
        hexes: tuple[str, ...] = (),
        may_decline: bool = False,
    ) -> Decision:
        """The :meth:`decision` of the side whose choice it is."""
        side, kind = state.frame.side_ids[self.side(state)], self.decided_as or self.kind
        return Decision(side, kind, prompt, units, hexes, may_decline)

    def sample(self, state: Position, random: Random) -> Action:
        """One legal action, each as likely. Where there are many, a task draws without a list."""
        actions = list(self.actions(state))
        return actions[int(random.random() * len(actions))]

    def choices(
        self, state: Position, picked: Collection[str] = (), at: str = ""
    ) -> Iterator[Choice]:
        """What can be chosen with the units picked, at the hex pointed at, or of all there is.

        Those listed that name all units picked and, if a hex is given, go or fight there. What is
        not listed (a part of a stack, a path) is asked for by picking it: then the choice says in
        ``why_not`` why it may not be made.
        """
        is_listed = False
        for action in self.actions(state):
            choice = offered(state, action)
            is_there = not at or at in choice.hexes[-1:]
            if is_there and all(unit in choice.units for unit in picked):
                # Exactly these units: a stack of which they are a part would do something else.
                is_listed = is_listed or set(choice.units) == set(picked)
                yield choice
        if picked and at and not is_listed:
            yield from self._asked_for(state, tuple(picked), at)

    def _asked_for(self, state: Position, picked: tuple[str, ...], at: str) -> Iterator[Choice]:
        """What the units picked would do at a hex, with why they may not, if there is a word."""
        # By the verbs that are listed: any other is refused here whatever it names.
        for verb in dict.fromkeys(action.verb for action in self.actions(state)):
            if verbs()[verb].points_at in ("goal", "target"):
                choice = offered(state, Action(verb, picked, (at,)))
                yield replace(choice, why_not=state.explain(choice.action))

    def pass_says(self, state: Position) -> str:
        """What it is to ``pass`` here, for a list of choices."""
        return "Decline"

    @property
    def done_says(self) -> str:
        """What ``done`` means here, as a line in a list."""
        return "End the phase"

    def under_way(self, state: Position) -> bool:
        """Whether a phase that ``goes_on`` has begun and is not over."""
        return False

    def in_the_open(self) -> int:
        """Mask of the units that everybody sees while this is on the agenda."""
        return 0

    def impending(self, state: Position) -> Preview | None:
        """The fight that this decision belongs to, as it stands before its dice; ``None`` if none.

        A window draws by it which units fight each other, and at what odds.
        """
        return None

    def falls(self, state: Position) -> Iterator[tuple[Fraction, tuple[Task, ...]]]:
        """What the dice may come to where the task ``rolls``: the chance of each, and the tasks
        that then take its place; nothing where that is not told beforehand.
        """
        return iter(())

    # -- as plain data -------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data from which :meth:`from_dict` makes the same task again."""
        values = {field.name: plain(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]
        return {"task": self.kind, **values}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The task that :meth:`to_dict` described."""
        return cls(**{name: frozen(value) for name, value in data.items() if name != "task"})


def offered(state: Position, action: Action) -> Choice:
    """An action as a choice: its line, and what has to be picked and pointed at for it.

    An action that goes somewhere and names no hex goes to that of the decision.
    """
    verb = verbs()[action.verb]
    label = verb.label(action, state) if verb.label else str(action)
    hexes = action.hexes
    if verb.points_at == "goal" and not hexes and state.decision is not None:
        hexes = state.decision.hexes[:1]
    return Choice(action, label, action.units, hexes[-1:])


@dataclass(slots=True)
class PhaseTask(Task):
    """A phase of the sequence of play, by its index; it ends with :meth:`Position.end_phase`."""

    is_phase = True
    index: int

    def begin(self, state: Position) -> None:
        """What the beginning of the phase brings, before anybody chooses."""

    def nothing_to_do(self, state: Position) -> bool:
        """What :meth:`settle` answers when its side can do nothing: the phase ends by itself.

        But not while some of its units hide: whether they can do anything would show where they
        are.
        """
        if state.hides(state.phase_side):
            return True
        state.end_phase(nothing_to_do=True)
        return False

    def side(self, state: Position) -> int:
        """The side whose phase it is."""
        return state.phase_side


class OneUnit(Task):
    """One unit of several has to be chosen, by a ``verb``: a subclass says which these are, how it
    is asked for, why no other may be, and what becomes of it.
    """

    __slots__ = ()
    verb: str

    @abstractmethod
    def _among(self, state: Position) -> Sequence[int]:
        """The units among which to choose, in the order in which they are listed."""

    @abstractmethod
    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        """What is asked."""

    @abstractmethod
    def _why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit that is none of them may not be chosen."""

    def _names(self, state: Position) -> tuple[str, ...]:
        """The ids of the units among which to choose, in their order."""
        return tuple([state.frame.unit_ids[unit] for unit in self._among(state)])

    def decision(self, state: Position) -> Decision:
        """The units among which to choose, and where they are."""
        names = self._names(state)
        hexes = tuple(dict.fromkeys(state.position(name) or "" for name in names))
        return self.asks(state, self._prompt(state, names), units=names, hexes=hexes)

    def actions(self, state: Position) -> Iterator[Action]:
        """One for each unit."""
        return (Action(self.verb, (name,)) for name in self._names(state))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only the units concerned can be chosen."""
        if action.verb != self.verb:
            return state.out_of_turn(action)
        unit = state.frame.unit_index[action.units[0]]
        return None if unit in self._among(state) else self._why_not(state, unit)

    def sample(self, state: Position, random: Random) -> Action:
        """One of them, each as likely."""
        names = self._names(state)
        return Action(self.verb, (names[int(random.random() * len(names))],))


class SomeUnits(OneUnit):
    """So many units (``count``) of these have to be chosen, one after the other; all of them are
    taken without a choice. A subclass is a dataclass, and says what becomes of those that are
    taken.
    """

    __slots__ = ()
    units: tuple[int, ...]
    count: int

    @abstractmethod
    def _take(self, state: Position, units: tuple[int, ...]) -> None:
        """What becomes of units that are taken; the task is off the agenda then."""

    def settle(self, state: Position) -> bool:
        """No choice when it is all of them."""
        if self.count < len(self.units):
            return True
        state.agenda.pop()
        self._take(state, self.units)
        return False

    def _among(self, state: Position) -> Sequence[int]:
        return self.units

    def perform(self, state: Position, action: Action) -> None:
        """Take the unit chosen; go on choosing while more are to be taken."""
        state.agenda.pop()
        chosen = state.frame.unit_index[action.units[0]]
        self._take(state, (chosen,))
        if self.count > 1:
            rest = tuple([unit for unit in self.units if unit != chosen])
            still_to_take = replace(self, units=rest, count=self.count - 1)  # type: ignore[type-var]
            state.agenda.append(still_to_take)


class AutomaticTask(Task):
    """Settles itself; it is never on top of the agenda while a player is asked.

    The methods that only a choice needs are answered here once for all of them, with an error: to
    be asked means that a task was left on top that should have been settled.
    """

    __slots__ = ()

    def side(self, state: Position) -> int:
        """Never asked."""
        return self._never()

    def decision(self, state: Position) -> Decision:
        """Never asked."""
        return self._never()

    def actions(self, state: Position) -> Iterator[Action]:
        """Never asked."""
        return self._never()

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Never asked."""
        return self._never()

    def sample(self, state: Position, random: Random) -> Action:
        """Never asked."""
        return self._never()

    def perform(self, state: Position, action: Action) -> None:
        """Never asked."""
        self._never()

    def _never(self) -> NoReturn:
        raise AssertionError(f"{self.kind} needs no choice")
