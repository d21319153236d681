"""The phase in which casualties are looked at, figures that come back, what is counted of them.

Figures come back by the result of a table: all at once, in the first counter that is free, where
its owner chooses. What conditions count of figures, and what a selector says of them, stands below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import cast

from hexwar.definition.grammar import does, in_prose
from hexwar.definition.model import Condition, Effect
from hexwar.engine.action import Action, Decision
from hexwar.engine.notation import GOING, Verb
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import AutomaticTask, PhaseTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.figures import rules as evacuating
from hexwar.rules.figures.rules import ROSTER, FigureRules
from hexwar.rules.figures.section import Figures, Reinforce
from hexwar.rules.language.conditions import (
    Foresight,
    Measure,
    Prospect,
    how_many,
    side_of,
    so_many,
    there_are,
    who,
)
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words, those_or_others
from hexwar.rules.language.wording import Names, called, either, every, in_words, several
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.units.rules import Forces


class FigureReinforcements:
    """The figures that come back, and where."""

    def __init__(
        self, frame: Frame, section: Figures, figures: FigureRules, movement: MovementRules
    ) -> None:
        self._frame, self._figures, self._movement = frame, figures, movement
        self._cite = section.cite.get("reinforce", "")

    def gather(self, state: Position, gathering: Reinforce) -> int | None:
        """Put all the figures into the first counter that is free; ``None`` if none can come."""
        figures, frame = self._figures, self._frame
        before, after = figures.place(gathering.condition), figures.place(gathering.becomes)
        side = frame.side_ids.index(gathering.side)
        index = [frame.unit_index[unit] for unit in gathering.units]
        free = (
            unit
            for unit in index
            if state.cells[unit] == OFF_MAP and not sum(figures.counts(state, unit))
        )
        unit = next(free, None)
        if unit is None or not self.hexes(state, unit, gathering.region):
            return None
        number = 0
        for other in self._movement.forces.of_side[side]:
            returning = figures.counts(state, other)[before]
            if returning:
                figures.change(state, other, before, after, returning)
                number += returning
        if not number:
            return None
        counts = figures.counts(state, unit)
        # They come back in the first condition, that in which all figures begin.
        figures.put(state, unit, (counts[0] + number, *counts[1:]))
        return unit

    def hexes(self, state: Position, unit: int, region: str) -> int:
        """Mask of the hexes of the region where it may come on."""
        movement, side = self._movement, self._frame.unit_side[unit]
        area = self._frame.board.mask(self._frame.map.region(region))
        area &= movement.costs[unit].passable & ~state.enemies_of(side)
        return area & ~movement.stacking.full(state, unit)

    def bring_on(self, state: Position, unit: int, cell: int) -> None:
        """Put the unit into a hex."""
        state.place(unit, cell)
        state.did("entered", 1 << unit)
        if state.events is not None:
            name, number = self._frame.unit_ids[unit], self._frame.board.number[cell]
            figures = several(self._figures.effective(state, unit), "figure")
            text = f"{name} comes on in {number} with {figures}."
            state.tell("entered", self._cite, text, unit=name, path=(number,))


@dataclass(slots=True)
class CasualtiesPhase(AutomaticTask, PhaseTask):
    """It is found out what became of the figures that were hit; no side has to choose anything."""

    kind = "casualties"

    def settle(self, state: Position) -> bool:
        """Roll for all of them, and end the phase."""
        state.rules[FigureRules].check(state)
        state.end_phase()
        return False


@dataclass(slots=True)
class PendingReinforcement(Task):
    """Figures have come back as a unit: its owner chooses a hex of the region to bring it on."""

    kind = "figures_return"
    unit: int
    region: str

    def settle(self, state: Position) -> bool:
        """Bring it on where there is one hex only."""
        hexes = self._hexes(state)
        if hexes.bit_count() > 1:
            return True
        state.agenda.pop()
        if hexes:
            self._bring_on(state, hexes)
        return False

    def _hexes(self, state: Position) -> int:
        return state.rules[FigureReinforcements].hexes(state, self.unit, self.region)

    def _bring_on(self, state: Position, hex_: int) -> None:
        state.rules[FigureReinforcements].bring_on(state, self.unit, hex_.bit_length() - 1)

    def side(self, state: Position) -> int:
        """Its owner."""
        return state.frame.unit_side[self.unit]

    def decision(self, state: Position) -> Decision:
        """The unit, and the hexes where it may come."""
        name = state.frame.unit_ids[self.unit]
        return self.asks(
            state,
            f"Choose where {name} comes on.",
            units=(name,),
            hexes=tuple(state.frame.board.numbers(self._hexes(state))),
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """``enter UNIT HEX``, hexes in map order."""
        name = state.frame.unit_ids[self.unit]
        for number in state.frame.board.numbers(self._hexes(state)):
            yield Action("enter", (name,), (number,))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why it may not come there."""
        if action.verb != "enter":
            return state.out_of_turn(action)
        name, board = state.frame.unit_ids[self.unit], state.frame.board
        if action.units != (name,) or len(action.hexes) != 1:
            return Violation("", f"Write: enter {name} HEX.", "notation")
        cell = board.cell[action.hexes[0]]
        if self._hexes(state) >> cell & 1:
            return None
        rule = state.frame.resolved[Figures].cite.get("reinforce", "")
        text = f"{name} comes on in a free hex of {in_words(self.region)}."
        return Violation(rule, text, "figures.reinforce")

    def sample(self, state: Position, random: Random) -> Action:
        """Any of the hexes."""
        cell = state.frame.board.draw(self._hexes(state), random)
        name = state.frame.unit_ids[self.unit]
        return Action("enter", (name,), (state.frame.board.number[cell],))

    def perform(self, state: Position, action: Action) -> None:
        """Bring it on there."""
        state.agenda.pop()
        self._bring_on(state, state.frame.board.mask(action.hexes))


def _reinforce(state: Position, parties: Parties, effect: Effect) -> Task | None:
    reinforce = cast("Reinforce", effect.said)
    unit = state.rules[FigureReinforcements].gather(state, reinforce)
    return None if unit is None else PendingReinforcement(unit, reinforce.region)


def _reinforce_in_words(effect: Effect, names: Names) -> str:
    reinforce = cast("Reinforce", effect.said)
    region = called(names, "region", reinforce.region)
    side, state = names.get(reinforce.side, reinforce.side), in_words(reinforce.becomes)
    back = f"figures of {side} that are {in_words(reinforce.condition)} come back in {region}"
    return f"{back} as one of {every(reinforce.units)}, and are {state} themselves"


# -- what is counted ---------------------------------------------------------------------------


def _figures(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """The figures of a side in some conditions."""
    side, named = side_of(condition, frame), _conditions(condition)
    places = [*frame.resolved[Figures].conditions]
    chosen = tuple(map(places.index, named))

    def count(state: Position) -> int:
        rules = state.rules[FigureRules]
        return rules.total(state, side, chosen or rules.effective_in)

    return count


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """Figures of a side that are out of action become more; those that fight become fewer."""
    frame, forces, section = foresight.frame, foresight.forces, foresight.frame.resolved[Figures]
    side, measure = side_of(asked, frame), _figures(asked, frame, forces)
    out = [name for name, condition in section.conditions.items() if not condition.effective]
    if not set(_conditions(asked)) & set(out):
        return foresight.as_it_is(asked)
    mine = forces.of_side[side]
    figures = sum(int(forces.number(unit, section.number)) for unit in mine)
    # Nothing says in which of these conditions figures will end: each is assumed to get an equal
    # part.
    return foresight.lost(side, measure, figures / len(out), figures)


def _conditions(condition: Condition) -> tuple[str, ...]:
    return tuple(cast("tuple[str, ...]", condition.arguments.get("condition", ())))


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    states = either(map(in_words, _conditions(condition))) or "effective"
    many = how_many(condition, names)
    are = "are" if there_are(many) == "there are" else "is"
    return f"{does(who(condition, names), 'has')} {so_many(many, 'figure')} that {are} {states}"


def _figure_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    states = either(map(in_words, _conditions(condition))) or "effective"
    return f"figure of {in_prose(who(condition, names))} that is {states}"


def _effective_units(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """The units of a side with an effective figure."""
    side = side_of(condition, frame)
    return lambda state: state.rules[FigureRules].effective_units(state, side).bit_count()


def _fighting(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    return those_or_others(
        wanted, selectors, lambda state: state.rules[FigureRules].fighting(state)
    )


def _figures_having(conditions: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    return lambda state: state.rules[FigureRules].having(state, conditions)


def _having_in_words(conditions: tuple[str, ...], words: Words) -> str:
    return f"with figures that are {either(map(in_words, conditions))}"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """The figures of a unit by condition, and how many of them fight."""
    rules = state.rules.find(FigureRules)
    if rules is not None and any(rules.counts(state, unit)):
        fit = rules.effective(state, unit)
        # A unit none of whose figures fights does nothing more: its counter is dimmed.
        yield Status(rules.in_words(state, unit), str(fit), strength=True, done=not fit)


def _begins(state: Position, unit: int, form: object) -> None:
    """The caller that starts a game says in what condition the figures of a unit are."""
    rules = state.rules.find(FigureRules)
    if rules is None:
        raise ValueError("there are no figures in this game")
    rules.put(state, unit, rules.given(unit, form))


def _by_condition(state: Position, unit: int) -> dict[str, int]:
    rules = state.rules.find(FigureRules)
    if rules is None:
        return {}
    counts = zip(rules.conditions, rules.counts(state, unit), strict=True)
    return {condition: number for condition, number in counts if number}


UNIT_BEGINNINGS = {"figures": _begins}
VERBS = {
    evacuating.EVACUATE: Verb(
        GOING, "goal", evacuating.label, does="let a figure take a casualty off the map"
    )
}
CONTRIBUTIONS = {"activation": (evacuating.Evacuation,)}
SLOTS = (ROSTER,)
STATUS = (_status,)
PHASES = {"casualties": CasualtiesPhase}
TASKS = {"figures_return": PendingReinforcement}
HOOKS = {
    "turn_ended": (FigureRules, FigureRules.turn_ended),
    "forbids": (FigureRules, FigureRules.why_not),
}
PROSPECTS = {"figures": _prospect}
MEASURES = {"figures": _figures, "effective_units": _effective_units}
WORDINGS = {"figures": _in_words}
COUNTED = {
    "figures": _figure_in_words,
    "effective_units": lambda asked, names: f"unit of {who(asked, names)} that is effective",
}
SELECTS = {
    "effective": Key(_fighting, lambda wanted, words: "effective" if wanted else "not effective"),
    "figures": Key(_figures_having, _having_in_words),
}
RESULTS = {"reinforce": _reinforce}
MEANINGS = {"reinforce": _reinforce_in_words}
ANSWERS = {"figures": _by_condition}
