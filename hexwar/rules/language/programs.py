"""Result programs: what a result of a table does, step by step, to whom.

Each verb of a program is brought by a section (``RESULTS`` in its ``task``): a function of the
state, the parties and the step, which answers with the task that the step owes, or ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, cast

from hexwar.definition.model import Effect
from hexwar.engine.notation import brought
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.rules.language.branches import Branch, ProgramChoice
from hexwar.rules.language.roles import Answer, in_battle, names_roles
from hexwar.rules.language.selector import Selector
from hexwar.rules.language.selectors import Selectors, selected
from hexwar.rules.language.steps import ACTOR, ALONE
from hexwar.rules.language.telling import in_a_sentence
from hexwar.rules.language.wording import Names, called


class Parties(Protocol):
    """Whom a program is about: units by role, and where. ``spared`` take part, and the program
    does nothing to them.
    """

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    overrun: bool
    spared: tuple[int, ...]

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes that are fought for."""

    @property
    def origins(self) -> tuple[int, ...]:
        """The hexes that the attackers attacked from."""

    @property
    def targets(self) -> tuple[int, ...]:
        """Those who were fired at: each is rolled for where the result asks for a roll."""


class Fighters(Protocol):
    """A task of a battle or a fire that knows who fights."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


OWN, ENEMY = "own", "enemy"


def whose_in_words(word: str | None, names: Names) -> str:
    """The side that a step means, in words."""
    words = {None: "whose phase it is", OWN: "the own side", ENEMY: "the enemy"}
    return words[word] if word in words else called(names, "side", str(word))


IF, JUMP, CHOOSE = "if_", "jump", "choose"
"""Steps of a program that is laid out: where it goes on, under a test, in any case, or as a side
chooses.
"""


class Fork(NamedTuple):
    """Where a program that is laid out goes on, if the test holds and if not."""

    test: Callable[[Position, Parties], bool]
    then: int
    otherwise: int


class ProgramWays(NamedTuple):
    """Where each way begins in a program that is laid out, and whether it would do anything."""

    starts: tuple[int, ...]
    choice: ProgramChoice
    does: tuple[Callable[[Position, Parties], bool], ...]


def next_step(state: Position, parties: Parties, program: Sequence[Effect], step: int) -> int:
    """The next step that is to be carried out; the length of the program if there is none."""
    while step < len(program):
        form = program[step].said
        if program[step].verb == JUMP:
            step = cast(int, form)
        # As things stand now, when the program has come here, and not when it began.
        elif isinstance(form, Fork):
            step = form.then if form.test(state, parties) else form.otherwise
        else:
            return step
    return len(program)


def pending(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """What one step of a program owes now, if it still concerns anybody."""
    task: Task | None = state.frame.registry.results[effect.verb](state, parties, effect)
    return task


def carry_out(
    state: Position,
    parties: Parties,
    steps: Sequence[Effect],
    first: int,
    going_on: Callable[[int], Task],
) -> bool:
    """Carry out a program from a step on, until one owes something or to the end; whether it has
    come to its end, and the game goes on.

    ``going_on`` makes the task that goes on with a step.
    """
    step = next_step(state, parties, steps, first)
    while step < len(steps):
        task = pending(state, parties, steps[step])
        if state.is_over:
            return False
        if task is not None:
            state.agenda += [going_on(step + 1), task]
            return False
        step = next_step(state, parties, steps, step + 1)
    return True


def walked(state: Position, parties: Parties, steps: Sequence[Effect]) -> Iterator[Effect]:
    """The steps of a program by the way that it would go, as the position stands."""
    step = next_step(state, parties, steps, 0)
    while step < len(steps):
        yield steps[step]
        step = next_step(state, parties, steps, step + 1)


def concerned(state: Position, parties: Parties, role: str) -> tuple[tuple[int, ...], int]:
    """The units of a role that are still there, and the index of the side that fought them.

    The role ``actor``, the one unit that a table is rolled for, is fought by nobody, and may be in
    a box; who has been removed to one is no part of a battle any more.
    """
    units, others = parties.defenders, parties.attackers
    if role == "attacker":
        units, others = others, units
    spared = parties.spared
    present = tuple([unit for unit in units if state.cells[unit] and unit not in spared])
    boxes = state.frame.map.boxes
    if boxes and role != ACTOR:
        number, cells = state.frame.board.number, state.cells
        present = tuple([unit for unit in present if number[cells[unit]] not in boxes])
    return present, state.frame.unit_side[others[0]] if others else NOBODY


def meant(
    state: Position, parties: Parties, role: str, only: Selector | None
) -> tuple[tuple[int, ...], int]:
    """Those of them who fit a selector, and the index of the side that fought them."""
    units, enemy = concerned(state, parties, role)
    if only is None:
        return units, enemy
    fitting = chosen(state, parties, only)
    return tuple([unit for unit in units if fitting >> unit & 1]), enemy


def chosen(state: Position, parties: Parties, only: Selector | None) -> int:
    """The mask of the units on the map that a selector of a program chooses, with the eyes and in
    the roles of the program.
    """
    fitting = state.rules[Selectors].mask(only, seen_from(state, parties))
    return in_roles(state, parties, fitting) if names_roles(only) else fitting(state)


def in_roles(state: Position, parties: Parties, question: Callable[[Position], Answer]) -> Answer:
    """The answer to a question of a program, with those whom it is about in their roles: of a roll
    or a card in the course of a battle, those of the battle too.
    """
    fighters = parties if parties.attackers else fighting(state)
    return in_battle(
        state,
        () if fighters is None else fighters.attackers,
        () if fighters is None else fighters.defenders,
        question,
        actors=(parties.unit,) if isinstance(parties, ForUnit) else (),
        targets=parties.targets or getattr(fighters, "targets", ()),
    )


def fighting(state: Position) -> Fighters | None:
    """The battle or fire in the course of which something else is carried out, if there is one."""
    tasks: list[Any] = state.agenda
    return next((task for task in reversed(tasks) if getattr(task, "attackers", ())), None)


def seen_from(state: Position, parties: Parties) -> int:
    """The side with whose eyes a program looks, from its first step to the last: the attackers,
    who plays the card, whose unit is rolled for, or whose phase it is.
    """
    owner = state.frame.unit_side
    if parties.attackers:
        return owner[parties.attackers[0]]
    if isinstance(parties, Nobody) and parties.side != NOBODY:
        return parties.side
    if isinstance(parties, ForUnit):
        return owner[parties.unit]
    fighters = fighting(state)
    return state.phase_side if fighters is None else owner[fighters.attackers[0]]


def meant_sides(state: Position, parties: Parties, word: str) -> tuple[int, ...]:
    """The sides that ``own``, ``enemy`` or a side's name means in a result, of those in the game;
    none where it is nobody's.
    """
    frame, own = state.frame, seen_from(state, parties)
    if word not in (OWN, ENEMY):
        return (frame.side_index[word],)
    if own == NOBODY:
        return ()
    return (own,) if word == OWN else frame.foes[own]


def whom(who: str) -> str:
    """Whom a step is about, in words: a side of a battle, the unit rolled for, or a target."""
    return "the unit" if who == ACTOR else f"the {who}"


def only_in_words(effect: Effect) -> str:
    """Those of a side that a step means, in words to put behind it; nothing if all."""
    return f" ({selected(effect.only)})" if effect.only else ""


class Nobody:
    """The parties of a result that concerns nobody who fights, such as of a table. ``side``: the
    one that has it carried out, with a card.
    """

    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()
    overrun: bool = False
    spared: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()

    def __init__(self, side: int = NOBODY) -> None:
        self.side = side


class ForUnit(Nobody):
    """The parties of a result that concerns one unit, which is neither side of a battle."""

    def __init__(self, unit: int, side: int = NOBODY) -> None:
        super().__init__(side)
        self.unit = unit
        self.defenders = (unit,)


class Carried(Protocol):
    """A task that carries a program out step by step."""

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What is carried out, laid out."""

    def going_on_at(self, step: int) -> Task:
        """The same at another step."""


def nothing(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb of a result without effect."""
    return None


def _nothing_in_words(effect: Effect, names: Names) -> str:
    return "nothing happens"


def program_in_words(program: Sequence[Effect], names: Names) -> str:
    """A program in a sentence."""
    return " and ".join(step_in_words(step, names) for step in program)


def step_in_words(step: Effect, names: Names) -> str:
    """A step of a program, as charts print it."""
    means: Mapping[str, Callable[[Effect, Names], str]] = brought().meanings
    return means[step.verb](step, names)


def _branch_in_words(effect: Effect, names: Names) -> str:
    branch = cast(Branch, effect.said)
    fits = selected(branch.only) if branch.only else ""
    asked = []
    if branch.asks_for_units and branch.who in ALONE:
        asked = [f"if {whom(branch.who)} is {fits}"]
    elif branch.asks_for_units:
        asked = [f"if there are units of the {branch.who}{f' ({fits})' if fits else ''}"]
    if branch.holds is not None:
        holds = in_a_sentence(branch.holds, names, brought().wordings)
        either = "either " if branch.holds.kind == "any" else ""
        asked = [f"{asked[0]} and {either}{holds}" if asked else f"if {holds}"]
    rest = f", else {program_in_words(branch.instead, names)}" if branch.instead else ""
    return f"{', '.join(asked)}, {program_in_words(branch.then, names)}{rest}"


RESULTS = {"nothing": nothing}
MEANINGS = {"nothing": _nothing_in_words, IF: _branch_in_words}
