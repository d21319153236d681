"""Orders that sides write in secret (section ``plots``): the phase in which they do.

The sheets of one side are written to their end before the other's; neither is told anything of the
other's, so that this is as good as writing at the same time. That is why finishing is not undone,
and why a side with hidden units is asked even if it could write nothing: what it is asked may not
depend on where they are.

After the phase: what is written in words, and what others may have written, which a computer player
must guess in each world that it thinks possible. How orders are carried out is in ``carrying``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from hexwar.definition.grammar import opening
from hexwar.engine.action import DONE, Action, Choice, Decision
from hexwar.engine.event import Event
from hexwar.engine.notation import BY_UNIT, PLACING, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.queries import Status, WrittenOrder
from hexwar.engine.registry import Guess, Hiding
from hexwar.engine.rules import Frame, Rules
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import PhaseTask, offered
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every, mid_sentence
from hexwar.rules.plots.carrying import CarryingOut, CarryOutPhase, MeetingResult, TogetherRules
from hexwar.rules.plots.rules import (
    FACE,
    FINISHED,
    ORDER,
    PLOT,
    WRITTEN,
    CompiledPlot,
    PlotRules,
    PlottedLooks,
    Written,
)
from hexwar.rules.plots.section import CARRYING_OUT, WRITING, Plots


@dataclass(slots=True)
class PlotPhase(PhaseTask):
    """Sides write orders, one after the other: ``plot``, ``face``, ``order``, and ``done``.

    Listed are the orders of units that have none yet. Another order in place of one is legal too,
    until the side has finished; it is never listed, so that writing comes to an end.
    """

    kind = WRITING
    done_says = "Finish writing"

    def begin(self, state: Position) -> None:
        """Begin with empty sheets."""
        state.rules[PlotRules].begin(state)

    def settle(self, state: Position) -> bool:
        """Let the next side write; end the phase when all have finished."""
        rules = state.rules[PlotRules]
        while (side := rules.writer(state)) != NOBODY:
            if rules.can_write(state, side) or state.hides(side):
                return True
            rules.finish(state, side)
        state.end_phase()
        return False

    def side(self, state: Position) -> int:
        """The side that writes."""
        return state.rules[PlotRules].writer(state)

    def decision(self, state: Position) -> Decision:
        """The units that have no order yet; others may get another one."""
        rules, side = state.rules[PlotRules], self.side(state)
        frame = state.frame
        by_plot: dict[str, list[str]] = {}
        for plot, unit in rules.still_to_write(state, side):
            by_plot.setdefault(plot.form.title, []).append(frame.unit_ids[unit])
        units = sorted({frame.unit_index[name] for names in by_plot.values() for name in names})
        still_to_write = "; ".join(
            f"{every(names)} still {'needs' if len(names) == 1 else 'need'} {mid_sentence(title)}"
            for title, names in by_plot.items()
        )
        prompt = f"{still_to_write}. Write orders, change some, or finish writing."
        if not units:
            prompt = "All orders are written: change some, or finish writing."
        return self.asks(
            state, prompt, units=tuple(frame.unit_ids[unit] for unit in units), may_decline=True
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Plot by plot and unit by unit, destinations in map order; then ``done``."""
        rules = state.rules[PlotRules]
        for plot, unit in rules.still_to_write(state, self.side(state)):
            yield from self._of_unit(state, plot, unit)
        yield from state.rules[PlottedLooks].actions(state, self.side(state))
        yield DONE

    def _of_unit(self, state: Position, plot: CompiledPlot, unit: int) -> Iterator[Action]:
        """The orders that may be written for a unit: states, then paths by where they end."""
        name = state.frame.unit_ids[unit]
        for word in plot.form.states:
            yield Action(ORDER, (name,), name=word)
        if plot.form.is_path:
            rules, board = state.rules[PlotRules], state.frame.board
            for number in board.numbers(rules.destinations(state, plot, unit)):
                yield Action(PLOT, (name,), (number,))

    def choices(
        self, state: Position, picked: Collection[str] = (), at: str = ""
    ) -> Iterator[Choice]:
        """As every task; for picked units, other orders in place of those that are written."""
        if not picked and not at:
            yield from (offered(state, action) for action in self.actions(state))
            return
        rules, side, offers_any = state.rules[PlotRules], self.side(state), False
        for plot, unit in rules.to_write(state, side):
            if all(name == state.frame.unit_ids[unit] for name in picked):
                for action in self._of_unit(state, plot, unit):
                    if not at or at in action.hexes[-1:]:
                        offers_any = True
                        yield offered(state, action)
                for action in state.rules[PlottedLooks].of_unit(state, plot, unit):
                    if not at or at == state.position(action.units[0]):
                        yield offered(state, action)
        if picked and at and not offers_any:
            choice = offered(state, Action(PLOT, tuple(picked), (at,)))
            yield replace(choice, why_not=state.explain(choice.action))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why an order may not be written."""
        if action.verb == DONE.verb:
            return None
        rules, frame = state.rules[PlotRules], state.frame
        if action.verb not in (PLOT, ORDER, FACE):
            return state.out_of_turn(action)
        if len(action.units) != 1:
            return rules.refusal("Write orders for one unit at a time.")
        unit, path = frame.unit_index[action.units[0]], action.verb == PLOT
        if action.verb == FACE:
            return state.rules[PlottedLooks].why_not(state, unit, action.name)
        why = rules.why_not(state, unit, path=path, word=action.name)
        if why is not None or not path:
            return why
        plot = rules.plot_of(state, unit, path=True)
        closed = rules.why_closed(unit, action.hexes[-1]) if len(action.hexes) == 1 else None
        if closed is not None:
            return closed
        text = rules.why_not_path(state, plot, unit, action.hexes) if plot else ""
        if text or plot is None or not action.name:
            return rules.refusal(text) if text else None
        looks = state.rules[PlottedLooks]
        if looks.facing is None:
            return looks.why_none(unit)
        try:
            _, look = looks.facing.said(action.name)
        except LookupError as unknown:
            return looks.facing.none_such(str(unknown.args[0]))
        return state.rules[PlotRules].why_not_look(state, plot, unit, action.hexes, look)

    def sample(self, state: Position, random: Random) -> Action:
        """A unit without orders or ``done``, each as likely; then what is written for it; now and
        then a turn.
        """
        rules = state.rules[PlotRules]
        still_to_write = list(rules.still_to_write(state, self.side(state)))
        turns = list(state.rules[PlottedLooks].actions(state, self.side(state)))
        # All turns count as one: there are several for each unit.
        drawn = int(random.random() * (len(still_to_write) + bool(turns) + 1))
        if turns and drawn == len(still_to_write) + 1:
            return turns[int(random.random() * len(turns))]
        if drawn == len(still_to_write):
            return DONE
        plot, unit = still_to_write[drawn]
        name = state.frame.unit_ids[unit]
        if not plot.form.is_path:
            return Action(ORDER, (name,), name=random.choice(plot.form.states))
        board = state.frame.board
        cell = board.draw(rules.destinations(state, plot, unit), random)
        return Action(PLOT, (name,), (board.number[cell],))

    def perform(self, state: Position, action: Action) -> None:
        """Write, or finish."""
        rules, frame = state.rules[PlotRules], state.frame
        if action.verb == DONE.verb:
            writer = self.side(state)
            rules.finish(state, writer)
            # What comes next was decided without knowing what the others write: no way back.
            state.show()
            if state.events is not None:
                text = f"{opening(frame.side_names[writer], 'has')} finished writing orders."
                rule = rules.cite.get("finished", "")
                state.tell("orders_finished", rule, text, side=frame.side_ids[writer])
            return
        name = action.units[0]
        unit = frame.unit_index[name]
        if action.verb == FACE:
            state.rules[PlottedLooks].write(state, unit, action.name)
        elif action.verb == PLOT:
            facing = state.rules[PlottedLooks].facing
            _, look = facing.said(action.name) if facing and action.name else ("", -1)
            rules.write_path(state, unit, action.hexes, look)
        else:
            rules.write_state(state, unit, action.name)
        if state.events is not None:
            text = f"{name}'s order: {written_in_words(state, unit, spoken=True)}."
            if meeting := _meeting_in_words(state, unit):
                text += f" {opening(meeting)}."
            rule = rules.cite.get("written", "")
            side = frame.side_ids[frame.unit_side[unit]]
            state.tell("order_written", rule, text, side=side, unit=name)


def _meeting_in_words(state: Position, unit: int) -> str:
    """Which unit of its own side the orders as they are written bring a unit to, as a clause."""
    clash = state.rules[TogetherRules].foreseen(state, unit)
    if clash is None:
        return ""
    met, number = state.frame.unit_ids[clash.other], state.frame.board.number[clash.cell]
    return f"it would meet {met} {'on the way to' if clash.passing else 'in'} {number}"


def written_in_words(state: Position, unit: int, *, spoken: bool = False) -> str:
    """What is written for a unit, as its owner reads it: nothing, if nothing is. ``spoken``: with a
    path as somebody would say it, ``go to 0604 by 0404 and 0505``.
    """
    rules, written, number = state.rules[PlotRules], state.memory[WRITTEN], state.frame.board.number
    orders = []
    for plot in rules.plots:
        course, place = written.path(plot.index, unit), written.state(plot.index, unit)
        if course is not None:
            *through, goal = map(number.__getitem__, course or (state.cells[unit],))
            if not course:
                orders.append(f"stay in {goal}")
            elif spoken:
                orders.append(f"go to {goal}{f' by {every(through)}' if through else ''}")
            else:
                orders.append("-".join([*through, goal]))
        look, facing = written.look(plot.index, unit), state.rules[PlottedLooks].facing
        if look is not None and facing is not None:
            orders.append(f"then facing {facing.names[look]}")
        if place is not None:
            orders.append(rules.title(plot.form.states[place]))
    return ", ".join(orders)


def orders_of(state: Position) -> tuple[WrittenOrder, ...]:
    """What is written and not carried out, as far as the state knows, unit by unit."""
    written, frame = state.memory[WRITTEN], state.frame
    units = sorted({unit for _, unit, _ in (*written.paths, *written.states)})
    number = frame.board.number
    orders = []
    for unit in units:
        ways = [(plot, course) for plot, who, course in written.paths if who == unit]
        path = tuple([number[cell] for cell in (state.cells[unit], *ways[0][1])]) if ways else ()
        text = written_in_words(state, unit)
        looks, facing = "", state.rules[PlottedLooks].facing
        if ways and facing:
            plot = state.rules[PlotRules].plots[ways[0][0]]
            look = state.rules[PlottedLooks].in_the_end(state, plot, unit)
            looks = facing.names[look] if look != NOBODY else ""
        meets = _meeting_in_words(state, unit)
        orders.append(WrittenOrder(frame.unit_ids[unit], path, text, looks, meets))
    return tuple(orders)


def course_of(state: Position, unit: int, cell: int) -> tuple[str, ...]:
    """The hexes of the path that would be written for a unit to a cell, its own first."""
    rules, number = state.rules.find(PlotRules), state.frame.board.number
    plot = rules.plot_of(state, unit, path=True) if rules else None
    if rules is None or plot is None or not rules.destinations(state, plot, unit) >> cell & 1:
        return ()
    course = rules.way(state, plot, unit, (number[cell],))
    return tuple([number[step] for step in (state.cells[unit], *course)])


# What others may have written, for the worlds that a side thinks possible.
#
# A computer player that thinks for one side does not know what the others have written; in each
# world that it thinks possible they have written something. Whether they have depends on the
# phases: going back from now, was there one of writing and none of carrying out since?


TRIES = 4
"""Of so many paths a side is taken to have written the one that leads nearest to an enemy, or to
have drawn one of them: it wants something, and nobody knows what."""


class PlotGuesses:
    """Writes orders for the units of others, where they have finished writing and it has not been
    seen yet what.
    """

    def __init__(self, frame: Frame, plots: PlotRules) -> None:
        self._frame, self._plots = frame, plots

    def concerned_at(self, moment: str) -> bool:
        """Whether the game has plots at all."""
        return bool(self._plots.plots)

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to write for the others in a copy of what a side sees; ``None`` where nothing is."""
        others = [other for other in self._frame.played if other != side]
        to_guess = [
            (plot, other)
            for plot in self._plots.plots
            for other in others
            if self._is_written(seen, plot, other)
        ]
        return partial(self._write, to_guess) if to_guess else None

    def _is_written(self, seen: Position, plot: CompiledPlot, side: int) -> bool:
        """Whether a side has written a plot that is still to be carried out."""
        phases = len(self._frame.phase_ids)
        # Back through the phases: whichever comes first, written or carried out, was the last.
        for back in range(phases):
            phase = (seen.phase_index - back) % phases
            # There was no turn before the first.
            if back > seen.phase_index and seen.turn == 1:
                return False
            if plot in self._plots.carried_out_in(phase):
                return False
            if plot in self._plots.written_in(phase) and side in self._plots.writers_of(
                seen, phase
            ):
                # In the phase of writing itself only a side that has finished has written all.
                return bool(back) or bool(seen.memory[FINISHED].sides >> side & 1)
        return False

    def _write(
        self, wanted: list[tuple[CompiledPlot, int]], world: Position, random: Random
    ) -> None:
        """Write for all others in a world: what a side wants is drawn, and again each time."""
        written: Written = world.memory[WRITTEN]
        for plot, side in wanted:
            for unit in bits(self._plots.able(world, plot, side) & ~written.has(plot.index)):
                if plot.form.is_path:
                    course = self._way(world, plot, unit, random)
                    written = written.with_path(plot.index, unit, course)
                else:
                    word = int(random.random() * len(plot.form.states))
                    written = written.with_state(plot.index, unit, word)
        world.remember(WRITTEN, written)

    def _way(
        self, world: Position, plot: CompiledPlot, unit: int, random: Random
    ) -> tuple[int, ...]:
        """A path that the enemy may have written for a unit: likelier towards its foes."""
        board = self._frame.board
        ends = self._plots.destinations(world, plot, unit)
        drawn = [board.draw(ends, random) for _ in range(TRIES)]
        goal = drawn[0]
        # Otherwise the first that was drawn, wherever it leads: nobody knows what they want.
        if random.random() < 0.7:
            enemies = board.cells(world.enemies_of(self._frame.unit_side[unit]))
            number, distance = board.number, self._frame.map.distance
            goal = min(
                drawn,
                key=lambda cell: min(
                    (distance(number[cell], number[enemy]) for enemy in enemies), default=0
                ),
            )
        return self._plots.way(world, plot, unit, (board.number[goal],))


def _path_label(action: Action, state: Position) -> str:
    """A path as a line in a list."""
    (name,), hexes = action.units, action.hexes
    looks = f", then {action.name}" if action.name else ""
    if hexes == (state.position(name),):
        return f"{name}: stay in {hexes[0]}{looks}"
    label = "-".join(hexes) if len(hexes) > 1 else f"go to {hexes[0]}"
    return f"{name}: {label}{looks}"


def _state_label(action: Action, state: Position) -> str:
    return f"{action.units[0]}: {state.rules[PlotRules].title(action.name)}"


def _keeps_secrets(rules: Rules) -> bool:
    return rules.find(PlotRules) is not None and bool(rules[PlotRules].plots)


def _hides_nobody(state: Position, side: int) -> int:
    return 0


def _needs_no_note(state: Position, moments: object) -> None:
    """What is written is told to its side alone, whether or not others see its units."""


def _status(state: Position, unit: int) -> Iterator[Status]:
    text = written_in_words(state, unit) if state.memory[WRITTEN] != WRITTEN.empty else ""
    if text:
        yield Status(f"ordered: {text}", "!")


def _known_events(events: Iterable[Event], side: str) -> list[Event]:
    return [event for event in events if event.kind != "order_written" or event.side == side]


VERBS = {
    PLOT: Verb(
        PLACING,
        "goal",
        _path_label,
        in_secret=True,
        does="write a path for a unit, in secret",
        needs=where(Plots, lambda plots: any(plot.is_path for plot in plots.by_id.values())),
    ),
    ORDER: Verb(
        BY_UNIT,
        "unit",
        _state_label,
        in_secret=True,
        does="write an order for a unit, in secret",
        needs=where(Plots, lambda plots: any(plot.states for plot in plots.by_id.values())),
    ),
}
PHASES = {WRITING: PlotPhase, CARRYING_OUT: CarryOutPhase}
TASKS = {"carrying_out": CarryingOut, "meeting_result": MeetingResult}
TITLES = {"plot": lambda game: game[Plots].by_id}
SLOTS = (WRITTEN, FINISHED)
STATUS = (_status,)
HIDES = (Hiding(_keeps_secrets, _hides_nobody, _needs_no_note, _known_events),)
HOOKS = {
    "secrets": (PlotRules, PlotRules.keep_secret),
    "keeps": (PlotRules, PlotRules.keeps),
    "guesses": (PlotGuesses, PlotGuesses.guess),
}
ANSWERS = {"written_orders": orders_of, "plotted_course": course_of}
