"""Result programs: what a result of a table does, step by step, to which units.

Each verb of a program is brought by a section (``RESULTS`` in its ``task``): a function of the
state, the parties and the step, which answers with the task that the step owes, or ``None``.

In this order: the roles that units have while a question about them is answered; which units a
program is about (:class:`Parties`), and how far it has come (:func:`next_step`, :class:`Carried`);
which units and sides a step means, with whose eyes; programs in words; last how programs with
branches are laid out as a list of steps (:class:`Layout`), so that one number says where a program
stands.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, Self, TypeVar, cast

from hexwar.definition.forms import Form
from hexwar.definition.model import Condition, Effect
from hexwar.engine.notation import vocabulary
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.rules.language.conditions import Conditions, in_a_sentence
from hexwar.rules.language.section import ACTOR, ALONE, Branch, ProgramChoice, Selector
from hexwar.rules.language.selectors import Selectors, keys_said, selected
from hexwar.rules.language.wording import Names, called
from hexwar.rules.units.rules import mask_of

# The roles of units in a battle that is being reckoned, or in a roll on a table, for selectors that
# ask about them.
#
# A battle is reckoned for previews and plans before any unit has attacked, so its parties are no
# part of a position. They are given to selectors for as long as the question lasts; so are the unit
# that is rolled for and the units that were fired at.


Answer = TypeVar("Answer")


class UnitsByRole(NamedTuple):
    """Masks of the units in each role, by the role's name.

    ``places``: pairs of a unit and the cell where it is thought to stand, for units with such a
    cell.
    """

    attacker: int = 0
    defender: int = 0
    actor: int = 0
    target: int = 0
    places: tuple[tuple[int, int], ...] = ()


PARTIES = Slot("parties", UnitsByRole(), lasts="phase")


def in_battle(
    state: Position,
    attackers: Iterable[int],
    defenders: Iterable[int],
    question: Callable[[Position], Answer],
    *,
    actors: Iterable[int] = (),
    targets: Iterable[int] = (),
    places: tuple[tuple[int, int], ...] = (),
) -> Answer:
    """The answer to a question about a position, in which these are attackers and defenders,
    ``actors`` the unit that is rolled for or fires and ``targets`` those that are fired at.
    """
    strikers, struck = mask_of(attackers), mask_of(defenders)
    parties = UnitsByRole(strikers, struck, mask_of(actors), mask_of(targets), places)
    # What is cached for a position was reckoned in other roles, and what is reckoned in these must
    # not stay.
    known, outside = state.near, state.memory[PARTIES]
    state.memory[PARTIES] = parties
    state.near = {}
    try:
        return question(state)
    finally:
        state.memory[PARTIES] = outside
        state.near = known


def elsewhere(
    state: Position, cells: Sequence[int] | None, units: Iterable[int]
) -> tuple[tuple[int, int], ...]:
    """Those of some units that are thought to stand elsewhere than they do, each with its place;
    none where ``cells`` is not given.
    """
    if cells is None or cells is state.cells:
        return ()
    return tuple((unit, cells[unit]) for unit in units if cells[unit] != state.cells[unit])


def names_roles(*several: Selector | Condition | Form | None) -> bool:
    """Whether a selector, or one inside a condition or a section, asks for a role: only then is it
    worth telling which units have which.
    """
    return any(key == "role" for key, _ in keys_said(*several))


def in_role(state: Position, role: str) -> int:
    """The mask of the units in a role; empty outside a battle."""
    units: int = getattr(state.memory[PARTIES], role)
    return units


SLOTS = (PARTIES,)


class Parties(Protocol):
    """What a program is about: units by role, and where. ``spared`` take part, and the program does
    nothing to them.
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
        """The units that were fired at: each is rolled for where the result asks for a roll."""


class Fighters(Protocol):
    """A task of a battle or a fire that knows which units fight."""

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
    at = step
    while at < len(program):
        form = program[at].said
        if program[at].verb == JUMP:
            at = cast(int, form)
        # As things stand now, when the program has come here, and not when it began.
        elif isinstance(form, Fork):
            at = form.then if form.test(state, parties) else form.otherwise
        else:
            return at
    return len(program)


def pending(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """What one step of a program owes now, if it still concerns any unit."""
    task: Task | None = state.frame.registry.results[effect.verb](state, parties, effect)
    return task


def walked(state: Position, parties: Parties, steps: Sequence[Effect]) -> Iterator[Effect]:
    """The steps of a program by the way that it would go, as the position stands."""
    step = next_step(state, parties, steps, 0)
    while step < len(steps):
        yield steps[step]
        step = next_step(state, parties, steps, step + 1)


def concerned(state: Position, parties: Parties, role: str) -> tuple[tuple[int, ...], int]:
    """The units of a role that are still there, and the index of the side that fought them.

    The role ``actor``, the one unit that a table is rolled for, is fought by no side, and may be in
    a box; a unit removed to one is no longer part of a battle.
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
    """The units of a role that are still there and fit a selector, and the index of the side that
    fought them.
    """
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
    """The answer to a question of a program, with the units that it is about in their roles; for a
    roll or a card in the course of a battle, those of the battle too.
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
    """The side with whose eyes a program looks, from its first step to the last: the side that
    attacks, plays the card, owns the unit that is rolled for, or has the phase. What rolls on a
    table while a card or a battle is carried out looks as that does.
    """
    owner = state.frame.unit_side
    if parties.attackers:
        return owner[parties.attackers[0]]
    if isinstance(parties, Nobody) and parties.side != NOBODY:
        return parties.side
    if isinstance(parties, ForUnit):
        return owner[parties.unit]
    for task in reversed(state.agenda):
        fighters, player = getattr(task, "attackers", ()), getattr(task, "looks_from", NOBODY)
        if fighters or player != NOBODY:
            return owner[fighters[0]] if fighters else player
    return state.phase_side


def meant_sides(state: Position, parties: Parties, word: str) -> tuple[int, ...]:
    """The sides that ``own``, ``enemy`` or a side's name means in a result, of those in the game;
    none where the program has no side.
    """
    frame, own = state.frame, seen_from(state, parties)
    if word not in (OWN, ENEMY):
        return (frame.side_index[word],)
    if own == NOBODY:
        return ()
    return (own,) if word == OWN else frame.foes[own]


def whom(who: str) -> str:
    """What a step is about, in words: a side of a battle, the unit rolled for, or a target."""
    return "the unit" if who == ACTOR else f"the {who}"


def only_in_words(effect: Effect) -> str:
    """Which of a side's units a step means, in words to put behind it; nothing if all."""
    return f" ({selected(effect.only)})" if effect.only else ""


class Nobody:
    """The parties of a result that concerns no unit that fights, such as of a table. ``side``: the
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


class Carried(AutomaticTask):
    """A task that carries a program out step by step; ``step`` is where it goes on."""

    __slots__ = ()
    step: int

    @abstractmethod
    def program(self, state: Position) -> tuple[Effect, ...]:
        """What is carried out, laid out."""

    def going_on_at(self, step: int) -> Self:
        """The task that carries the same program on from another step."""
        return replace(self, step=step)  # type: ignore[type-var]

    def carry_out(self, state: Position, parties: Parties) -> bool:
        """Carry the program out until a step owes something or to the end; answers whether it has
        come to its end, and the game goes on.
        """
        steps = self.program(state)
        step = next_step(state, parties, steps, self.step)
        while step < len(steps):
            task = pending(state, parties, steps[step])
            if state.is_over:
                return False
            if task is not None:
                # Also after the last step: what is owed is a part of what is carried out.
                state.agenda += [self.going_on_at(step + 1), task]
                return False
            step = next_step(state, parties, steps, step + 1)
        return True


def nothing(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb of a result without effect."""
    return None


def _nothing_in_words(effect: Effect, names: Names) -> str:
    """The verb ``nothing``, as charts print it."""
    return "nothing happens"


def program_in_words(program: Sequence[Effect], names: Names) -> str:
    """A program in a sentence."""
    return " and ".join(step_in_words(step, names) for step in program)


def step_in_words(step: Effect, names: Names) -> str:
    """A step of a program, as charts print it."""
    means: Mapping[str, Callable[[Effect, Names], str]] = vocabulary("meanings")
    return means[step.verb](step, names)


def _branch_in_words(effect: Effect, names: Names) -> str:
    """A branch as charts print it: if, then, else."""
    branch = cast(Branch, effect.said)
    fits = selected(branch.only) if branch.only else ""
    asked = []
    if branch.asks_for_units and branch.who in ALONE:
        asked = [f"if {whom(branch.who)} is {fits}"]
    elif branch.asks_for_units:
        asked = [f"if there are units of the {branch.who}{f' ({fits})' if fits else ''}"]
    if branch.holds is not None:
        holds = in_a_sentence(branch.holds, names, vocabulary("wordings"))
        either = "either " if branch.holds.kind == "any" else ""
        asked = [f"{asked[0]} and {either}{holds}" if asked else f"if {holds}"]
    rest = f", else {program_in_words(branch.instead, names)}" if branch.instead else ""
    return f"{', '.join(asked)}, {program_in_words(branch.then, names)}{rest}"


RESULTS = {"nothing": nothing}
MEANINGS = {"nothing": _nothing_in_words, IF: _branch_in_words}


# Result programs that go one way or another, laid out step after step.
#
# A program with branches is a tree; laid out it is a list, in which a fork says where each way
# begins and a jump behind each way leads to what comes after all of them. So one number says how
# far a program has come, which is what a task keeps and a save writes down.


class Layout:
    """Lays programs out: after a way there is a jump to the step behind all of them."""

    def __init__(self, selectors: Selectors, conditions: Conditions) -> None:
        self._selectors = selectors
        self._conditions = conditions

    def steps(self, program: Sequence[Effect]) -> tuple[Effect, ...]:
        """The steps of a program, one after the other."""
        laid_out: list[Effect] = []
        self._lay(program, laid_out)
        return tuple(laid_out)

    def _lay(self, program: Sequence[Effect], laid: list[Effect]) -> None:
        """Lay the steps of a program out behind those that are ``laid`` already."""
        for effect in program:
            place = len(laid)
            # A place is reserved for the step first: the ways of a fork are laid out behind the
            # fork.
            laid.append(effect)
            if isinstance(effect.said, ProgramChoice):
                choice = effect.said
                does = tuple(map(self._acts, choice.ways))
                ways = ProgramWays(self._ways(choice.ways, laid), choice, does)
                laid[place] = Effect(CHOOSE, said=ways)
            elif isinstance(effect.said, Branch):
                then, otherwise = self._ways((effect.said.then, effect.said.instead), laid)
                laid[place] = Effect(IF, said=Fork(self._test(effect.said), then, otherwise))

    def _ways(self, ways: Sequence[Sequence[Effect]], laid: list[Effect]) -> tuple[int, ...]:
        """Where ways begin, laid out one after the other, each with a jump behind all of them."""
        starts, ends = [], []
        for way in ways:
            starts.append(len(laid))
            self._lay(way, laid)
            ends.append(len(laid))
            # Where it leads is known only when the last way is laid out.
            laid.append(Effect(JUMP))
        for end in ends:
            laid[end] = Effect(JUMP, said=len(laid))
        return tuple(starts)

    def _acts(self, way: Sequence[Effect]) -> Callable[[Position, Parties], bool]:
        """Whether a way would do anything as things stand; the word nothing is something."""
        if not all(isinstance(effect.said, Branch) for effect in way):
            return lambda state, parties: True
        branches = [effect.said for effect in way if isinstance(effect.said, Branch)]
        forks = [(self._test(b), self._acts(b.then), self._acts(b.instead)) for b in branches]
        return lambda state, parties: any(
            (then if test(state, parties) else otherwise)(state, parties)
            for test, then, otherwise in forks
        )

    def _test(self, branch: Branch) -> Callable[[Position, Parties], bool]:
        """Whether a branch is taken: compiled for the eyes of each side, one of which will look."""
        sides = range(len(self._selectors.forces.side_ids))
        # The last is for no side's eyes: the index of no side is -1.
        views = [self._selectors.fits(branch.only, side) for side in (*sides, NOBODY)]
        tests = self._conditions.by_eyes(branch.holds, lambda view: view.test(branch.holds))
        asks_for_units = branch.asks_for_units

        def test(state: Position, parties: Parties) -> bool:
            eyes = seen_from(state, parties)
            fits, holds = views[eyes], tests[eyes]
            units = parties.attackers if branch.who == "attacker" else parties.defenders

            def asked(state: Position) -> bool:
                on_map = (unit for unit in units if state.cells[unit])
                fit = not asks_for_units or any(fits(state, unit) for unit in on_map)
                return fit and holds(state)

            return in_roles(state, parties, asked) if in_play else asked(state)

        in_play = names_roles(branch.only, branch.holds)
        return test
