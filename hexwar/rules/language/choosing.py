"""The choice that a result leaves to a side: how it goes on.

Of the ways that a program offers (``choose``), those that would do something as things stand are
open. The chosen one is named by its number, and the program below goes on at its first step. Before
it: how the choices of all packages are told in a preview.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from hexwar.definition.grammar import opening
from hexwar.definition.model import Effect
from hexwar.engine.action import Action, Decision
from hexwar.engine.notation import NUMBERED, Verb
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.programs import CHOOSE, Carried, Parties, ProgramWays, program_in_words
from hexwar.rules.language.section import ProgramChoice, resulting
from hexwar.rules.language.wording import Names, either, mid_sentence, titles

# The outcome of a battle in sentences, before it is fought.
#
# Each section brings the words for the choices that its results leave to players (``FORECASTS`` in
# its ``task``): a function of the telling, the state and the task, by the task's kind.


class Forecast:
    """The sentences so far, and what they must remember: choices name all that may be chosen.

    ``before`` are the cells of the units before the battle; ``losers`` maps a unit that may be lost
    by choice to those from which one is chosen; ``retreating`` holds the units whose retreat has
    been told, ``retreats`` the hexes among which it goes first, ``far`` how many it has to go, both
    by the unit's id; ``costly`` has the ids of those that lose a step on its first hex.
    """

    def __init__(self, state: Position) -> None:
        self.sentences: list[str] = []
        self.before = tuple(state.cells)
        self.losers: dict[int, tuple[int, ...]] = {}
        self.retreating: set[int] = set()
        self.retreats: dict[str, tuple[str, ...]] = {}
        self.far: dict[str, int] = {}
        self.costly: list[str] = []
        self._ids = state.frame.unit_ids

    def choice(self, state: Position, task: Any) -> None:
        """Say what a player would have to choose."""
        tell = state.frame.registry.forecasts.get(task.kind)
        if tell is not None:
            tell(self, state, task)

    def names(self, units: Iterable[int]) -> list[str]:
        """The ids of units."""
        return [self._ids[unit] for unit in units]


@dataclass(slots=True)
class PendingChoice(Task):
    """A side chooses how the result goes on: ``starts`` are the steps where the ways begin.

    What is ``Carried`` out below it on the agenda goes on there.
    """

    kind = "result_choice"
    chooser: int
    starts: tuple[int, ...]

    def settle(self, state: Position) -> bool:
        """There is always something to choose, unless there is one way only."""
        if len(self.starts) > 1:
            return True
        self._go(state, self.starts[0])
        return False

    def _go(self, state: Position, step: int) -> None:
        state.agenda.pop()
        # Below a choice lies the task whose program it is a step of.
        state.agenda[-1] = cast("Carried", state.agenda[-1]).going_on_at(step)

    def side(self, state: Position) -> int:
        """The side that chooses."""
        return self.chooser

    def decision(self, state: Position) -> Decision:
        """How the result goes on."""
        ways = either(self.ways(state))
        return self.asks(state, f"Choose: {ways}.")

    def ways(self, state: Position) -> list[str]:
        """The ways by their titles, or in words."""
        forms = (step.said for step in cast("Carried", state.agenda[-2]).program(state))
        ways = next(
            form
            for form in forms
            if isinstance(form, ProgramWays) and {*self.starts} <= {*form.starts}
        )
        names, choice = titles(state.resolved), ways.choice
        return [
            title or program_in_words(way, names)
            for start, title, way in zip(ways.starts, choice.titles, choice.ways, strict=True)
            if start in self.starts
        ]

    def actions(self, state: Position) -> Iterator[Action]:
        """``choose 1``, ``choose 2`` ... in the order in which they are written."""
        return (Action(CHOOSE, name=str(way + 1)) for way in range(len(self.starts)))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only one of those."""
        if action.verb != CHOOSE:
            return state.out_of_turn(action)
        if action.name.isdecimal() and 1 <= int(action.name) <= len(self.starts):
            return None
        return Violation("", f"Choose 1 to {len(self.starts)}.", "combat.choice")

    def sample(self, state: Position, random: Random) -> Action:
        """One of them, each as likely."""
        return Action(CHOOSE, name=str(int(random.random() * len(self.starts)) + 1))

    def perform(self, state: Position, action: Action) -> None:
        """Let the battle go on there, and say which way was taken: for some ways nothing else shows
        it.
        """
        if state.events is not None:
            way = mid_sentence(self.ways(state)[int(action.name) - 1])
            text = f"{opening(state.frame.side_names[self.chooser], 'chooses')}: {way}."
            state.tell("way_chosen", "", text, side=state.frame.side_ids[self.chooser])
        self._go(state, self.starts[int(action.name) - 1])


def _line(action: Action, state: Position) -> str:
    task = state.agenda[-1]
    if not isinstance(task, PendingChoice) or not action.name.isdecimal():
        return str(action)
    way = task.ways(state)[int(action.name) - 1]
    return way[:1].upper() + way[1:]


def _forecast(telling: Forecast, state: Position, task: PendingChoice) -> None:
    chooses = opening(state.frame.side_names[task.chooser], "chooses")
    telling.sentences.append(f"{chooses}: {either(task.ways(state))}.")


def _in_words(effect: Effect, names: Names) -> str:
    choice = cast(ProgramChoice, effect.said)
    written_out = (program_in_words(way, names) for way in choice.ways)
    titled = zip(choice.titles, written_out, strict=True)
    ways = (f"{title} ({way})" if title else way for title, way in titled)
    return f"the {choice.by} chooses: {either(ways)}"


def _choose(state: Position, parties: Parties, effect: Effect) -> Task:
    """The choice that a step owes, of the ways that would do something; where no side can choose,
    it goes the first of them.
    """
    ways = cast(ProgramWays, effect.said)
    # The side that chooses: one of a battle, that of the unit concerned, or its enemy.
    by = ways.choice.by
    sides = state.frame.unit_side
    units = parties.attackers if by == "attacker" else parties.defenders
    owner = sides[units[0]] if units else state.phase_side
    if by != "enemy" or owner == NOBODY:
        chooser = owner
    else:
        others = [sides[unit] for unit in parties.attackers] or [state.phase_side]
        chooser = others[0] if others[0] not in (owner, NOBODY) else state.frame.foes[owner][0]
    done = zip(ways.starts, ways.does, strict=True)
    starts = (
        tuple(start for start, does_something in done if does_something(state, parties))
        or ways.starts[:1]
    )
    return PendingChoice(chooser, starts if chooser != NOBODY else starts[:1])


VERBS = {
    "choose": Verb(
        NUMBERED, label=_line, does="choose how a result goes on", needs=resulting(CHOOSE)
    )
}
TASKS = {"result_choice": PendingChoice}
RESULTS = {CHOOSE: _choose}
MEANINGS = {CHOOSE: _in_words}
FORECASTS = {"result_choice": _forecast}
