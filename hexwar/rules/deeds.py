"""What units did, as states that every game has: moved, fired, attacked and the like.

A deed is kept until the next turn of the unit's side begins. Those of ways of moving are named by
the game (``deed``). All are marks like any other state, and kept only of what some rule asks about,
in any scope: in a game in which no rule does, this module does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.definition.spelling import suggestion
from hexwar.definition.tree import descend
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.language.wording import in_words
from hexwar.rules.movement.section import Movement
from hexwar.rules.scopes.rules import Games
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay
from hexwar.rules.states.section import DEEDS, States, StateSelectors
from hexwar.rules.units.rules import Forces


class SidesBegun(NamedTuple):
    """The mask of the sides that have had a phase in this turn: their own turn has begun."""

    sides: int = 0


BEGUN = Slot("deeds", SidesBegun(), lasts="turn")


def _of_all_sides(game: ResolvedGame, sequence: SequenceOfPlay) -> Iterator[int]:
    """The phases, by index, with which the turn of every side begins."""
    together: tuple[str, ...] = ()
    if game.has("plots"):
        from hexwar.rules.plots.section import CARRYING_OUT, WRITING  # few games have them

        together = (CARRYING_OUT, WRITING)
    for index, phase in enumerate(sequence.phases):
        # Where sides act one after the other, each begins its turn when its go comes.
        in_turns = phase.kind == ROUND and phase.order in ("alternating", "chits")
        if in_turns or (phase.kind in together and not phase.side and not phase.decided):
            yield index


class DeedRules:
    """Which deeds are kept, and of which units."""

    def __init__(self, games: Games, forces: Forces, sequence: SequenceOfPlay) -> None:
        self._forces = forces
        self._everybodys = frozenset(_of_all_sides(games[0], sequence))
        # Games under patches share the sections that a patch leaves alone: each is read once.
        sections = {id(section): section for game in games for section in game.sections.values()}
        asked = {
            name
            for section in sections.values()
            for selector in section.parts(StateSelectors)
            for name in selector.state
        }
        asked |= {name for game in games for name in game[States].by_id}
        ways = {way.deed for game in games for way in game[Movement].modes.values()} - {""}
        self._kept = frozenset(asked & {*DEEDS, *ways})
        states = {name: state for game in games for name, state in game[States].by_id.items()}
        self._states = {*states, *DEEDS, *ways}
        self._by_place = {name for name, state in states.items() if state.while_ is not None}

    def concerned_at(self, moment: str) -> bool:
        """Whether any deed is kept; or units stand where a game begins."""
        return moment == "placed" or bool(self._kept)

    def unknown(self, state: Position) -> str:
        """Why units cannot begin in the states in which they are put; empty when they can."""
        for name in state.marks:
            if name in self._by_place:
                return f"units are in {in_words(name)} by where they stand: put them there"
            if name not in self._states:
                return f"there is no state {name}; {suggestion(name, sorted(self._states))}"
        return ""

    def did(self, state: Position, deed: str, units: int) -> None:
        """Keep what units (a mask) did."""
        if deed in self._kept:
            before = state.marks.get(deed, 0)
            if units & ~before:
                state.mark(deed, before | units)

    def phase_begins(self, state: Position) -> None:
        """The turn of the side whose phase it is has begun; of all sides, where they act in turns
        or at once: whether one of them acts at all does not matter.
        """
        if state.phase_index in self._everybodys:
            for side in range(len(self._forces.side_ids)):
                self.begin_turn(state, side)
        elif state.phase_side != NOBODY:
            self.begin_turn(state, state.phase_side)

    def begin_turn(self, state: Position, side: int) -> None:
        """Forget what units did before, in the first phase of their side in a turn."""
        begun = state.memory[BEGUN].sides
        if begun >> side & 1 or not self._kept:
            return
        state.remember(BEGUN, SidesBegun(begun | 1 << side))
        own_units = self._forces.mask_of_side[side]
        for deed in self._kept:
            if state.marks.get(deed, 0) & own_units:
                state.mark(deed, state.marks[deed] & ~own_units)

    def beaten(self, state: Position, unit: int, cell: int) -> None:
        """A unit is out of play: what it did matters no more."""
        for deed in self._kept:
            if state.marks.get(deed, 0) >> unit & 1:
                state.mark(deed, state.marks[deed] ^ 1 << unit)


# When what units did is kept, and when it is forgotten.


SLOTS = (BEGUN,)
HOOKS = {
    "placed": (DeedRules, DeedRules.unknown),
    "did": (DeedRules, DeedRules.did),
    "phase_begins": (DeedRules, DeedRules.phase_begins),
    "beaten": (DeedRules, DeedRules.beaten),
}


# What is proved of what units did: that nothing but what they do puts them into these states.


@of_each_game
def deeds_begin_and_end_by_themselves(subject: Subject, findings: Findings) -> None:
    """A state that says what units did has no end of its own, and no result marks it."""
    hint = "give the game a state of another name"
    ways = subject.game[Movement].modes
    for way in ways.values():
        if way.deed in DEEDS:
            place = subject.node("movement", "modes", way.id, "deed").place()
            message = f"{way.deed} is what units of every game did, in whatever way"
            findings.add("HW521", place, message, help=hint)
    deeds = {*DEEDS, *(way.deed for way in ways.values() if way.deed)}
    for name in sorted(deeds):
        state = subject.game[States].by_id.get(name)
        if state is not None and (state.endings or state.while_ is not None):
            how = "has an end of its own" if state.endings else "holds by position as well"
            message = f"{name} is what units did, and {how}"
            findings.add("HW521", subject.key("states", name).place(), message, help=hint)
    for reference in subject.references:
        marks = {"mark", "unmark", "again", "becomes"} & set(reference.path[-2:])
        if reference.kind == "state" and reference.name in deeds and marks:
            node = descend(subject.tree, reference.path)
            message = f"{reference.name} is what units did, and nothing else changes it"
            findings.add("HW521", node.place(), message, help=hint)
