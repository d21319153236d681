"""Section ``effects``: what lies over the game while a condition holds.

An effect is a patch: sections that say something else in winter, under air superiority, in the turn
of surprise. The kernel asks which are in force (:meth:`EffectRules.judge`) when a phase begins,
before its rules are those of the phase, and again when a battle has ended; in between nothing
changes, so that no player's rules change in mid-action. The rules of each combination are then made
once, by ``scopes``.

In this order: what the section may say, which effects are in force, what conditions ask of them and
what is foreseen of them, the sentences that players read, what ``check`` proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    Form,
    RuleNumber,
    between,
    defines,
    key,
    matching,
    name_of,
    only_with,
    says,
)
from hexwar.definition.grammar import as_it_seems, denied_clause, does, is_clause
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.queries import Recorded
from hexwar.engine.registry import Patching
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import (
    Ahead,
    Conditions,
    Foreseen,
    Foresight,
    Measure,
    Prospect,
    as_it_stands,
)
from hexwar.rules.language.places import EACH
from hexwar.rules.language.reading import Speaker, Words
from hexwar.rules.language.section import If
from hexwar.rules.language.wording import called, every, in_words, several
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.units.rules import Forces

# What section ``effects`` may say.


MUD = {"if": {"track": {"weather": "mud"}}, "patch": {"movement": {"allowance": 2}}}

EffectName = Annotated[str, name_of("effect"), says("The effect.", "mud")]


class ForTurns(Form, example={"turns": 2}):
    """This many turns, counting the one in which it begins."""

    turns: Annotated[int, between(1, 1000), says("How many turns.", 2)]


class InPlay(Form, example={"title": "Mud", **MUD}):
    """One effect."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Mud")] = ""
    summary: Annotated[
        str,
        ONLY_READ,
        says(
            "What it changes, in a sentence or two, beside the map while it is in force. If left "
            "out, players read which sections change.",
            "Two movement points at most.",
        ),
    ] = ""
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says(
            "When it is in force; if left out, in the phases that name it under `effects`.",
            {"track": {"weather": "mud"}},
        ),
    ] = None
    judged: Annotated[
        Literal["phase", "battle"],
        only_with("if"),
        says(
            "Whether its condition is judged when a phase begins, or also when a battle has ended "
            "and nothing is owed for it any more. Never in the middle of anything.",
            "battle",
        ),
    ] = "phase"
    lasts: Annotated[
        Literal["while", "game"] | ForTurns,
        only_with("if"),
        says(
            "Whether it holds only while its condition does, from then on for the rest of the "
            "game, or for some turns.",
            "game",
            {"turns": 2},
        ),
    ] = "while"
    phases: Annotated[
        tuple[Annotated[str, name_of("phase"), says("A phase.", "red_movement")], ...],
        ONCE,
        NOT_EMPTY,
        says("The phases that it concerns; all if left out.", ["red_movement"]),
    ] = ()
    patch: Annotated[
        MappingNode, says("What is different meanwhile.", {"movement": {"allowance": 2}})
    ]
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""

    @property
    def told(self) -> str:
        """What it changes, in words."""
        return self.summary.strip() or f"changes {every(map(in_words, self.patch.entries))}."


class Effects(Form, whole="effects", example={"mud": MUD}):
    """What lies over the game for a time. Of several in force at once, those further down are laid
    over those above.
    """

    effects: Annotated[
        Mapping[Annotated[str, matching(ID), defines("effect")], InPlay], NOT_EMPTY
    ] = {}


class PhaseEffects(Form):
    """What the section adds to phases."""

    effects: Annotated[
        tuple[EffectName, ...],
        ONCE,
        NOT_EMPTY,
        says("Effects without a condition that are in force in this phase.", ["mud"]),
    ] = ()


class EffectConditions(Form, one_of=True):
    """What the section adds to conditions."""

    effect: Annotated[EffectName, says("An effect that is in force.", "mud")]


# Which effects are in force. A condition on an effect asks whether that one was so until now.


FOR_GOOD = 1_000_000
"""After every turn."""


class EffectsBegun(NamedTuple):
    """By effect, in the order of the section: the last turn for which it has begun, no matter what
    its condition says later (0: none); empty until one that lasts has begun.
    """

    until: tuple[int, ...] = ()


BEGUN = Slot("effects", EffectsBegun(), lasts="game")


class EffectRules:
    """The conditions of the effects, and the phases that they concern."""

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
                # After a battle only those that say so are judged again; the others stay as they
                # were.
                holds = effect.id in state.effects
            elif effect.lasts == "while":
                holds = concerned and self._conditions[index](state)
            else:
                holds = self._has_begun(state, index)
            if holds and concerned:
                force.append(effect.id)
        if state.events is not None:
            for effect in self._effects:
                if effect.id in state.effects and effect.id not in force:
                    text = _begin_in_words(effect.title, ends=True)
                    state.tell("effect_ends", effect.cite, text, effect=effect.id)
            for effect in self._effects:
                if effect.id in force and effect.id not in state.effects:
                    text = _begin_in_words(effect.title, ends=False)
                    state.tell("effect_begins", effect.cite, text, effect=effect.id)
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


def _begin_in_words(title: str, *, ends: bool) -> str:
    """That an effect begins or ends; a title that is a clause is the sentence itself."""
    if is_clause(title):
        return f"{denied_clause(title, 'no longer') if ends else title}."
    return f"{does(as_it_seems(title), 'ends' if ends else 'begins')}."


def concerns(effect: InPlay, phase: Phase) -> bool:
    """Whether an effect can be in force in a phase."""
    if effect.condition is None:
        return effect.id in phase[PhaseEffects].effects
    return not effect.phases or phase.id in effect.phases


# The condition ``effect``, what is foreseen of it, and which effects may lie over the game at once:
# only games that can come about are made.


def _effect(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    name = str(condition.arguments["effect"])
    return lambda state: int(name in state.effects)


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """Whether an effect will be in force: if it lasts, or if what brings it comes about."""
    name = str(asked.arguments["effect"])
    effect = foresight.frame.resolved[Effects].effects[name]
    if effect.condition is None:
        return Prospect(lambda state, ahead: (float(name in state.effects), 0.0))
    comes, lasts = foresight.chance(effect.condition), effect.lasts == "game"

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        chance = 1.0 if lasts and name in state.effects else comes(state, ahead)
        return chance, chance * (1 - chance)

    return Prospect(foresee)


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    title = called(names, "effect", str(condition.arguments["effect"]))
    return title if is_clause(title) else f"{title} is in force"


def _time_to_effect(condition: Condition, state: Position, names: Mapping[str, str]) -> str:
    """When an effect that is not in force will be, and how far off that is."""
    name = str(condition.arguments["effect"])
    needs = state.resolved[Effects].effects[name].condition
    if name in state.effects or needs is None:
        return ""
    return f"not yet; it will be when {as_it_stands(needs, state, names, ', {}'.format)}"


def _patches(game: ResolvedGame) -> dict[str, MappingNode]:
    return {effect.id: effect.patch for effect in game[Effects].effects.values()}


def _concerns(game: ResolvedGame, name: str, phase: int) -> bool:
    effect = game[Effects].effects.get(name)
    return effect is None or concerns(effect, game[SequenceOfPlay].phases[phase])


def _can_hold_together(game: ResolvedGame, before: str, other: str) -> bool:
    """Not if a marker would have to stand in two places."""
    effects = game[Effects].effects
    if before not in effects or other not in effects:
        return True
    if effects[before].judged != effects[other].judged:
        return True  # the marker may have moved between
    first, second = dict(_tracks_while(effects[before])), dict(_tracks_while(effects[other]))
    return all(second.get(track, place) == place for track, place in first.items())


def _tracks_while(effect: InPlay) -> Iterator[tuple[object, object]]:
    """Tracks, and where they stand for sure while an effect is in force."""
    if effect.lasts != "while" or effect.condition is None:
        return
    asked = [effect.condition]
    if effect.condition.kind == "all":
        asked = list(effect.condition.of)
    for part in asked:
        if part.kind == "track" and "is" in part.arguments:
            yield part.arguments["track"], part.arguments["is"]


def _records(state: Position) -> Iterator[Recorded]:
    """What is read beside the map of the effects in force."""
    rules = state.rules.find(EffectRules)
    effects = rules.in_force(state) if rules else []
    if effects:
        titles = every(effect.title for effect in effects)
        notes = tuple(f"{effect.title}: {effect.told}" for effect in effects)
        yield Recorded("in_force", "In force", titles, titles, notes)


TITLES = {"effect": lambda game: game[Effects].effects}
SLOTS = (BEGUN,)
HOOKS = {"effects": (EffectRules, EffectRules.judge)}
STANDINGS = {"effect": _time_to_effect}
MEASURES = {"effect": _effect}
PROSPECTS = {"effect": _prospect}
WORDINGS = {"effect": _in_words}
RECORDS = (_records,)
PATCHES = (Patching(effects=_patches, concerns=_concerns, together=_can_hold_together),)


# What the section ``effects`` says, in sentences that players read.


def _summary(effect: InPlay, speaker: Speaker) -> str:
    return effect.summary.strip()


def _condition(effect: InPlay, speaker: Speaker) -> str:
    if effect.condition is not None:
        return f"In force if {speaker.condition(effect.condition)}."
    phases = speaker.game[SequenceOfPlay].phases
    named = [phase.title for phase in phases if effect.id in phase[PhaseEffects].effects]
    return f"In force in {every(named) or 'no phase'}."


def _judged(effect: InPlay, speaker: Speaker) -> str:
    again = ", and when a battle has ended" if effect.judged == "battle" else ""
    return f"That is judged when a phase begins{again}."


def _lasts(effect: InPlay, speaker: Speaker) -> str:
    if isinstance(effect.lasts, ForTurns):
        return f"It lasts {several(effect.lasts.turns, 'turn')}."
    if effect.lasts == "game":
        return "From then on it lasts for the rest of the game."
    return "It lasts as long as that is so."


def _phases(effect: InPlay, speaker: Speaker) -> str:
    return f"Only in {speaker.phases(effect.phases)}." if effect.phases else "In every phase."


WORDS: Words = {
    InPlay: {
        "summary": _summary,
        "condition": _condition,
        "judged": _judged,
        "lasts": _lasts,
        "phases": _phases,
    }
}


# What is proved of section ``effects``: that each can come into force, and how is said once.


@of_each_game
def effects_come_into_force_one_way(subject: Subject, findings: Findings) -> None:
    """Either by a condition, or because phases name them."""
    phases = subject.game[SequenceOfPlay].phases
    named = {name for phase in phases for name in phase[PhaseEffects].effects}
    for name, effect in subject.game[Effects].effects.items():
        place = subject.key("effects", name).place()
        if effect.condition is not None and name in named:
            message = f"{name} has a condition, and a phase names it under `effects`"
            hint = "leave out its `if`, or list its `phases` and do not name it there"
            findings.add("HW438", place, message, help=hint)
        elif effect.condition is None and effect.phases:
            message = f"{name} has no condition: phases that name it decide, and not its `phases`"
            findings.add("HW438", place, message, help="give it an `if`, or leave `phases` out")
        elif effect.condition is None and name not in named:
            message = f"{name} has no condition, and no phase names it under `effects`"
            findings.add("HW437", place, message, help="give it an `if`, or name it in a phase")
