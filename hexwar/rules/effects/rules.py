"""Section ``effects``: which effects are in force, judged by the kernel's call.

That is when a phase begins, before its rules are those of the phase, and when a battle has ended.
A condition on an effect asks whether that one was in force until now.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.definition.grammar import as_it_seems, denied_clause, does, is_clause
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.effects.section import Effects, ForTurns, InPlay, PhaseEffects
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.sequence.section import Phase, SequenceOfPlay

FOR_GOOD = 1_000_000
"""After every turn."""


class EffectsBegun(NamedTuple):
    """By effect, in the order of the section: the last turn for which it has begun, whatever its
    condition says later (0: none); empty until one that lasts has begun.
    """

    until: tuple[int, ...] = ()


BEGUN = Slot("effects", EffectsBegun(), lasts="game")


class EffectRules:
    """The conditions of the effects, and the phases that they concern."""

    __slots__ = ("_conditions", "_effects", "_phases")

    def __init__(self, section: Effects, sequence: SequenceOfPlay, conditions: Conditions) -> None:
        self._effects = tuple(section.effects.values())
        self._conditions = tuple(conditions.test(effect.condition) for effect in self._effects)
        self._phases = tuple(
            tuple(concerns(effect, phase) for effect in self._effects) for phase in sequence.phases
        )

    def judge(self, state: Position, phase: int, battle: bool) -> tuple[str, ...]:
        """The effects in force: in a phase that begins, or after a battle in it."""
        force = []
        for index, concerned in enumerate(self._phases[phase]):
            effect = self._effects[index]
            if battle and effect.judged != "battle":
                # After a battle only those are judged anew that say so; the others are as they
                # were.
                holds = effect.id in state.effects
            elif effect.lasts == "while":
                holds = concerned and self._conditions[index](state)
            else:
                holds = self._has_begun(state, index)
            if holds and concerned:
                force.append(effect.id)
        if state.events is not None:
            self._tell(state, force)
        return tuple(force)

    def in_force(self, state: Position) -> list[InPlay]:
        """The effects in force."""
        return [effect for effect in self._effects if effect.id in state.effects]

    def _has_begun(self, state: Position, index: int) -> bool:
        """Whether an effect that lasts is in force; it is remembered when it begins."""
        lasts = self._effects[index].lasts
        until = state.memory[BEGUN].until or (0,) * len(self._effects)
        if state.turn <= until[index]:
            return True
        holds = self._conditions[index](state)
        if holds:
            last = state.turn + lasts.turns - 1 if isinstance(lasts, ForTurns) else FOR_GOOD
            state.remember(BEGUN, EffectsBegun((*until[:index], last, *until[index + 1 :])))
        return holds

    def _tell(self, state: Position, force: list[str]) -> None:
        for effect in self._effects:
            if effect.id in state.effects and effect.id not in force:
                text = _told(effect.title, ends=True)
                state.tell("effect_ends", effect.cite, text, effect=effect.id)
        for effect in self._effects:
            if effect.id in force and effect.id not in state.effects:
                text = _told(effect.title, ends=False)
                state.tell("effect_begins", effect.cite, text, effect=effect.id)


def _told(title: str, *, ends: bool) -> str:
    """That an effect begins or ends; one that is called by a sentence is told by it."""
    if is_clause(title):
        return f"{denied_clause(title, 'no longer') if ends else title}."
    return f"{does(as_it_seems(title), 'ends' if ends else 'begins')}."


def concerns(effect: InPlay, phase: Phase) -> bool:
    """Whether an effect can be in force in a phase."""
    if effect.condition is None:
        return effect.id in phase[PhaseEffects].effects
    return not effect.phases or phase.id in effect.phases
