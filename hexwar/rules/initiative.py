"""Section ``initiative``: dice decide which side comes first in a turn.

In phases of kind initiative all sides roll their dice together and are ranked by successes or by
totals; sides that are equal stay as they were. The order is remembered for the rest of the game,
and phases are of the side ``initiative``, ``others`` or ``second`` of it: that is read when they
begin.

In this order: what the section may say, the roll, the phase that rolls and those that read the
order, what ``check`` proves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    SideName,
    between,
    cites,
    says,
)
from hexwar.definition.grammar import opening
from hexwar.definition.spelling import index_of_side
from hexwar.engine.dice import Thrown
from hexwar.engine.queries import Recorded
from hexwar.engine.registry import FoundSide
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, PhaseTask
from hexwar.rules.language.dice import ONE_DIE, all_throws
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides

# What section ``initiative`` may say.


PLACES = {"second": 1, "third": 2, "fourth": 3}
"""Words for the sides after the one with the initiative, with their places in the order."""

BY_SIDE = {"red": "d6", "blue": "d8"}


class CountUnits(Form, example={"divide": 2}):
    """As many dice as the side has units on the map, divided and rounded down."""

    only: Annotated[
        Selector | None,
        EACH,
        says("The units that count; all of the side if left out.", {"trait": "mechanised"}),
    ] = None
    divide: Annotated[int, between(1, 1000), says("Divided by this, rounded down.", 2)] = 1


class Initiative(Form, example={"first": "red", "die": BY_SIDE, "success": 4}):
    """Which side has the initiative: it is rolled for in phases of kind initiative. A phase whose
    `side` is `initiative` is that side's, one whose `side` is `others` the other side's.
    """

    first: Annotated[SideName, says("The side that has it until it is rolled for.", "red")]
    dice: Annotated[
        int | CountUnits,
        between(1, 100),
        says("How many dice each side rolls: a number, or what is counted.", 2, {"divide": 2}),
    ] = 1
    die: Annotated[
        Mapping[SideName, Annotated[str, ONE_DIE, says("Its die.", "d8")]],
        NOT_EMPTY,
        says("The die of each side.", BY_SIDE),
    ]
    success: Annotated[
        int | None,
        between(1, 100),
        says(
            "A die that shows this or more is a success, and the most successes win; if left out, "
            "the highest total wins. Those who are equal keep the order that they had.",
            4,
        ),
    ] = None
    cite: Annotated[
        Citations, cites("Rules about the initiative.", roll="Rolling for the initiative.")
    ] = NO_RULES


# Which side has the initiative, and the roll for it.


class Ranks(NamedTuple):
    """The indices of the sides in the order of the last roll; none if there was none yet."""

    sides: tuple[int, ...] = ()


RANKS = Slot("initiative", Ranks(), lasts="game")


class InitiativeRules:
    """The side with the initiative, which its phase rolls for."""

    def __init__(self, frame: Frame, section: Initiative, selectors: Selectors) -> None:
        self._frame = frame
        self._cite = section.cite
        first = frame.side_index[section.first]
        others = [side for side in range(len(frame.side_ids)) if side != first]
        self._begins = (first, *others)
        self._faces = tuple(int(section.die[side][1:]) for side in frame.side_ids)
        self._success = section.success
        dice = section.dice
        self._count = dice if isinstance(dice, int) else 0
        self._divide = 1 if isinstance(dice, int) else dice.divide
        only = None if isinstance(dice, int) else dice.only
        self._sides = selectors.forces.mask_of_side
        self._counted = selectors.mask(only)

    def side(self, state: Position) -> int:
        """The index of the side that has the initiative."""
        return self.order(state)[0]

    def order(self, state: Position) -> tuple[int, ...]:
        """The indices of all sides, the one with the initiative first."""
        return state.memory[RANKS].sides or self._begins

    def give(self, state: Position, side: int) -> None:
        """Let a side have the initiative, the others after it in the order in which they were."""
        others = (other for other in self.order(state) if other != side)
        state.remember(RANKS, Ranks((side, *others)))

    def dice(self, state: Position, side: int) -> int:
        """How many dice a side rolls now."""
        if self._count:
            return self._count
        return (self._counted(state) & self._sides[side]).bit_count() // self._divide

    def roll(self, state: Position) -> None:
        """Roll for the initiative: the best side has it; those that are equal stay as they were."""
        counts = [self.dice(state, side) for side in range(len(self._faces))]
        owner = [side for side, count in enumerate(counts) for _ in range(count)]
        before = self.order(state)
        # All dice together: what can come of them is listed as orders of the sides, not as faces.
        thrown = state.throw(
            [self._faces[side] for side in owner], partial(self._throws, owner, before)
        )
        rolls = [
            tuple([face for face, whose in zip(thrown, owner, strict=True) if whose == side])
            for side in range(len(counts))
        ]
        scores = [self._score(faces) for faces in rolls]
        order = _sides_by_score(before, scores)
        state.remember(RANKS, Ranks(order))
        if state.events is not None:
            side, names = order[0], self._frame.side_names
            results = []
            for name, faces, score in zip(names, rolls, scores, strict=True):
                successes = f"{score or 'no'} success{'' if score == 1 else 'es'}"
                counted = str(score) if self._success is None else successes
                results.append(f"{name} {', '.join(map(str, faces)) or 'no dice'} ({counted})")
            has = opening(names[side], "keeps" if side == before[0] else "has")
            state.tell(
                "initiative",
                self._cite.get("roll", ""),
                f"Initiative: {'; '.join(results)}. {has} it.",
                side=self._frame.side_ids[side],
                dice=tuple(face for faces in rolls for face in faces),
                counts=tuple(map(len, rolls)),
                scores=tuple(scores),
            )

    def _score(self, faces: Iterable[int]) -> int:
        if self._success is None:
            return sum(faces)
        return sum([face >= self._success for face in faces])

    def _throws(self, owner: Sequence[int], before: tuple[int, ...]) -> Sequence[Thrown]:
        """The orders of the sides that dice can come to, each die by the side that it is of."""

        def after(scores: tuple[int, ...], die: int, face: int) -> tuple[int, ...]:
            totals = list(scores)
            totals[owner[die]] += self._score((face,))
            return tuple(totals)

        dice = [self._faces[side] for side in owner]
        no_dice = (0,) * len(self._faces)
        return all_throws(dice, no_dice, after, partial(_sides_by_score, before))


def _sides_by_score(before: tuple[int, ...], scores: Sequence[int]) -> tuple[int, ...]:
    """The sides by their scores, the best first; those that are equal as they were."""
    # Sorting is stable: equal sides keep the order in which they were.
    return tuple(sorted(before, key=lambda side: -scores[side]))


# The phase that rolls for the initiative, and the phases of the side that has it and of the others.


@dataclass(slots=True)
class InitiativePhase(AutomaticTask, PhaseTask):
    """All sides roll; none has to choose anything."""

    kind = "initiative"

    def begin(self, state: Position) -> None:
        """Roll for the initiative."""
        state.rules[InitiativeRules].roll(state)

    def settle(self, state: Position) -> bool:
        """End the phase, for :meth:`begin` has rolled already."""
        state.end_phase()
        return False


def _side_at(place: int) -> Callable[[Position], int]:
    """The side in a place of the order."""
    return lambda state: state.rules[InitiativeRules].order(state)[place]


def _records(state: Position) -> Iterator[Recorded]:
    rules = state.rules.find(InitiativeRules)
    if rules is not None:
        names = [state.frame.side_names[side] for side in rules.order(state)]
        whose = names[0] if len(names) == 2 else ", ".join(names)
        yield Recorded("initiative", "Initiative", whose, whose)


PHASES = {"initiative": InitiativePhase}
PHASE_SIDES = {
    "initiative": FoundSide(_side_at(0), "the side with the initiative"),
    "others": FoundSide(_side_at(1), "the side without the initiative"),
    **{
        word: FoundSide(_side_at(place), f"the {word} side in the order of initiative")
        for word, place in PLACES.items()
    },
}


def _begins(state: Position, side: str) -> None:
    """The caller that starts a game says which side has the initiative."""
    index, rules = index_of_side(state.frame.side_ids, side), state.rules.find(InitiativeRules)
    if rules is None:
        raise ValueError("there is no initiative in this game")
    rules.give(state, index)


BEGINNINGS = {"initiative": _begins}
SLOTS = (RANKS,)
RECORDS = (_records,)


# What is proved of section ``initiative``: that it can be rolled for, and that some side has it.


@of_each_game
def somebody_has_the_initiative(subject: Subject, findings: Findings) -> None:
    """A phase of the side with the initiative, or of the other, needs the section."""
    if subject.game.section(Initiative) is not None:
        return
    sides = subject.game[Sides].names
    for phase in subject.game[SequenceOfPlay].phases:
        if phase.decided in ("initiative", "others", *PLACES) and phase.decided not in sides:
            place = subject.node("sequence", "phases", *phase.at, "side").place()
            message = f"{phase.id} is of the side `{phase.decided}`, and nothing says which that is"
            findings.add("HW485", place, message, help="add the section initiative")


@of_each_game
def every_side_can_roll(subject: Subject, findings: Findings) -> None:
    """Each side has a die, and one that can succeed."""
    section = subject.game.section(Initiative)
    if section is None:
        return
    for side in subject.game[Sides].all:
        die = section.die.get(side.id)
        if die is None:
            place = subject.key("initiative", "die").place()
            message = f"side {side.id} has no die to roll for the initiative"
            findings.add("HW486", place, message, help=f"add `{side.id}: d6`, or another die")
        elif section.success is not None and int(die[1:]) < section.success:
            place = subject.node("initiative", "die", side.id).place()
            message = f"{side.id} rolls a {die}, which never shows {section.success}"
            findings.add("HW486", place, message, help="lower `success`, or give a larger die")


@of_each_game
def there_is_one_other_side(subject: Subject, findings: Findings) -> None:
    """`others` is one side: among more it does not say which; and no side is third of two."""
    sides = len(subject.game[Sides].all)
    for phase in subject.game[SequenceOfPlay].phases:
        place = subject.node("sequence", "phases", *phase.at, "side").place()
        if phase.decided == "others" and sides > 2:
            message = f"{phase.id} is of the side without the initiative, of which there are more"
            findings.add("HW487", place, message, help="write `second`, `third` or a side's id")
        elif PLACES.get(phase.decided, 0) >= sides:
            message = f"{phase.id} is of the {phase.decided} side, and there are {sides}"
            findings.add("HW487", place, message, help="delete the phase, or name a side")
