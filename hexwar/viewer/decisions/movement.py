"""Movement of all units of a side, and orders for it that are written beforehand.

What can be entered is asked of the position, unit by unit, and for a stack what all of them can
reach; costs and stops of the way are told under the map. Units that wait off the map are told of in
the prompt, before anything moves, as some rules let them in only then. Last come orders: paths that
every side writes, to be carried out when all have written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Choice, Decision, Reach
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import units_selected
from hexwar.rules.language.wording import every, place_named, titles
from hexwar.rules.movement.section import Movement, WhoMoves
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import number_text
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation

_NAMED = 5  # units of those that wait


class MovementPresentation(Presentation):
    """Units move, and what other sections add to it."""

    heading = "Also possible"
    in_the_open = True
    waiting = "Waiting to enter"
    picks_alone = picks_together = False
    target_first = False
    reaches_by = "move"
    idle = "not moved"
    lays_out_order = False

    def reach(
        self, state: State, choices: Sequence[Choice], units: tuple[str, ...]
    ) -> Mapping[str, Reach]:
        """Where these units can move together now, their own hex left out.

        For several units it gives the way of the one with the least left.
        """
        reaches = [_reach(state, unit) for unit in units]
        if len(reaches) < 2:
            return reaches[0] if reaches else {}
        # Whole stacks are listed, their parts have to be asked for.
        moves = (choice.action for choice in choices if choice.units == units)
        common = {move.hexes[-1] for move in moves if move.verb == "move"}
        if not common:
            names = "+".join(units)
            # Whether they may stay together there only the rules can say, so each hex is asked.
            common = set.intersection(*map(set, reaches))
            common = {
                number for number in common if state.explain(f"move {names} {number}") is None
            }
        return {
            number: min((reach[number] for reach in reaches), key=lambda goal: goal.left)
            for number in reaches[0]
            if number in common
        }

    def together(self, game: ResolvedGame) -> bool:
        """As the game says of stacks."""
        return game[Movement].stacks == "allowed"

    def going(self, on_map: bool) -> str:
        """A unit that is not in play enters."""
        return "move" if on_map else "enter"

    def leaving(self, game: ResolvedGame, unit: str, number: str) -> str:
        """A unit that cannot act is asked why it cannot leave its hex."""
        next_to = game.map.neighbors(number)
        return f"move {unit} {next_to[0]}" if next_to else ""

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """How many units can still move and enter."""
        ready = situation.ready()
        waiting = [unit for unit in ready if situation.state.position(unit) is None]
        movers = [unit for unit in ready if unit not in waiting]
        count = len(movers)
        sentence = f"{count} unit{'s' if count != 1 else ''} can still move"
        if situation.state.must_enter(decision.side):
            return f"{sentence}. {decision.prompt}" if movers else decision.prompt
        if waiting:
            most = min(len(waiting), situation.state.may_enter(decision.side))
            listed = _some(waiting) if most == len(waiting) else f"{most} of {len(waiting)}"
            waiting_if_moved = movers and situation.state.left_waiting(
                Action("move", tuple(movers[:1]))
            )
            sentence += (
                f", {listed} can enter{' before anything moves' if waiting_if_moved else ''}"
            )
        sentence += "."
        who = _movers(situation)
        only = ""
        if who is not None:
            only = f" Only {units_selected(who, titles(situation.resolved))} move in this phase."
        ends = f"{key} ends the phase." if situation.ending() else decision.prompt
        return f"{sentence}{only} {ends}"

    def frames_ready(self, situation: Situation) -> bool:
        """Also in a phase in which only some units move: those that are ordered, or whose chit was
        drawn; and in every phase once only some are left.
        """
        return (
            super().frames_ready(situation) or _movers(situation) is not None or _are_few(situation)
        )

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        overrun = (
            "; move next to an enemy to overrun him" if situation.resolved.section(Overrun) else ""
        )
        return (
            f"Click a unit to see where it can go{overrun}. "
            f"{keys('next_unit')}: next unit. Hold {keys('threats')}: enemy reach. "
            f"{keys('help')}: all keys."
        )

    def hint(self, situation: Situation, number: str) -> tuple[str, str] | None:
        """What the way costs, and what stops it there."""
        place = place_named(situation.resolved, number)
        if situation.way_title:
            course = situation.course(number)
            how = f"{situation.units[0]} to {place} {situation.way_title}: {several_hexes(course)}."
            return (how, "") if course else None
        goal = situation.reach().get(number)
        if goal is None:
            return None
        text = f"{every(situation.units)} to {place}: "
        text += f"{number_text(goal.cost)} MP{_paid_for(situation, goal)}, "
        text += f"{number_text(goal.left)} left."
        friends = [unit for unit in situation.state.units_at(number) if unit in situation.ready()]
        if friends:
            text += f" A right-click goes there; a click picks {friends[0]}."
        if goal.stops is None:
            return text, ""
        return f"{text} {goal.stops.message}", goal.stops.rule

    def course(self, state: State, action: Action) -> tuple[str, ...]:
        """The way of a move that the game has a name for."""
        if action.verb != "move" or not action.name:
            return super().course(state, action)
        return state.course(action.units[0], action.hexes[-1], action.name)

    def attack_on(self, verb: str) -> str:
        """Overruns are attacks of movement."""
        return "Overrun of" if verb == "overrun" else super().attack_on(verb)

    def left_to_do(self, situation: Situation, unit: str) -> str:
        """The movement points left, to a unit that can go anywhere with them."""
        allowance = situation.state.movement_left(unit)
        if allowance is not None and unit in situation.ready():
            return f"{number_text(allowance)} MP left"
        place = situation.state.position(unit)
        if place is None:
            return "can enter" if unit in situation.ready() else "cannot move"
        # Refused alike whichever hex is asked for, it is the unit that may not; else each hex that
        # is pointed at says why it is out of reach.
        board = situation.state.frame.board
        beside = [board.number[cell] for cell in board.cells(board.adjacent[board.cell[place]])]
        refusals = {
            situation.state.explain(Action("move", (unit,), (number,))) for number in beside
        }
        messages = {refusal.message for refusal in refusals if refusal is not None}
        return f"cannot move: {messages.pop().rstrip('.')}" if len(messages) == 1 else "cannot move"


def _paid_for(situation: Situation, goal: Reach) -> str:
    """What the points of a way are paid for, in brackets; empty where it is one move whatever it
    costs.
    """
    for unit in situation.units:
        parts = situation.state.way_costs(unit, goal.path) if goal.path else {}
        if sum(parts.values()) != goal.cost or not parts:
            continue
        if len(goal.path) == 2 and len(parts) == 1:
            return ""
        if len(parts) == 1:
            return f" ({next(iter(parts)).lower()})"
        prices = (f"{title.lower()} {number_text(points)}" for title, points in parts.items())
        return f" ({', '.join(prices)})"
    return ""


def _movers(situation: Situation) -> Selector | None:
    """The units that move in this phase; None: all of the side."""
    phases = situation.resolved[SequenceOfPlay].phases
    return next(phase for phase in phases if phase.id == situation.state.phase)[WhoMoves].only


def _are_few(situation: Situation) -> bool:
    """Whether of a side's units on the map a third or more can not, or no more, move."""
    side, state = situation.state.side_to_act, situation.state
    units = situation.resolved[Units].counters.values()
    standing = [unit.id for unit in units if unit.side == side and state.position(unit.id)]
    ready = {*situation.ready()}
    return 3 * sum(unit in ready for unit in standing) <= 2 * len(standing)


def _some(units: Sequence[str]) -> str:
    """Units by name, of many the first.

    >>> _some(["A", "B"]), _some(["A", "B", "C", "D", "E", "F"])
    ('A and B', 'A, B, C and 3 others')
    """
    if len(units) <= _NAMED:
        return every(units)
    return every([*units[: _NAMED - 2], f"{len(units) - _NAMED + 2} others"])


def _reach(state: State, unit: str) -> Mapping[str, Reach]:
    hex_now = state.position(unit)
    return {number: reach for number, reach in state.reach(unit).items() if number != hex_now}


def several_hexes(course: tuple[str, ...]) -> str:
    """How long a way is."""
    return "1 hex" if len(course) == 2 else f"{len(course) - 1} hexes"


MOVEMENT = {"movement": MovementPresentation}


# Writing orders: the path that a unit would be written, and what is still to be written.
#
# A side writes by itself and does not see what others write. Orders that are written can be written
# over, up to the moment when the side is finished.


class PlotPresentation(Presentation):
    """A side writes by itself: the board is covered between one writer and the next."""

    heading = "Orders"
    finish = "Finish writing"
    picks_alone = picks_together = False
    target_first = False
    lists_ways = False

    def offered(self, state: State) -> tuple[Choice, ...]:
        """What is still to be written, and what could be written over what is."""
        written = (order.unit for order in state.written_orders())
        # The position lists what is missing; the window also lets a written order be written over.
        anew = [choice for unit in written for choice in state.choices((unit,))]
        listed = tuple(state.choices())
        listed_actions = {choice.action for choice in listed}
        return (*listed, *(choice for choice in anew if choice.action not in listed_actions))

    def course(self, state: State, action: Action) -> tuple[str, ...]:
        """The way that would be written."""
        if action.verb != "plot" or len(action.hexes) != 1:
            return super().course(state, action)
        return state.plotted_course(action.units[0], action.hexes[0])

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """What is still to be written, how it is changed, and the key that ends it."""
        # The rules' prompt ends in what can be typed; here it is clicked, and the rest is a list of
        # units.
        question = decision.prompt.removesuffix(" Write orders, change some, or finish writing.")
        question = question.removesuffix(" change some, or finish writing.").removesuffix(":") + "."
        return f"{question.replace('..', '.')} Pick a unit to write or to change. {key} finishes."

    def left_undone(self, state: State, decision: Decision) -> str:
        """The units for which nothing is written yet, and those that would meet as it is."""
        question, listed, _ = decision.prompt.partition(" Write orders")
        # Of a pair the one tells of the other.
        pairs: dict[frozenset[str], str] = {}
        for order in state.written_orders():
            if order.meets:
                met = next(word for word in order.meets.split() if word in state.frame.unit_ids)
                clause = order.meets.removeprefix("it ")
                pairs.setdefault(frozenset((order.unit, met)), f"{order.unit} {clause}.")
        return " ".join([*([question] if listed else []), *pairs.values()])

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit, then a hex or an order: another one takes the place of what is written. "
            f"{keys('next_unit')}: next unit. {keys('end_phase')}: finish writing."
        )

    def hint(self, situation: Situation, number: str) -> tuple[str, str] | None:
        """The path that a click would write."""
        course = situation.course(number)
        if not course:
            return None
        place = place_named(situation.resolved, number)
        order = "stay" if len(course) == 1 else f"go to {place}: {'-'.join(course)}"
        return f"A click orders {situation.units[0]} to {order}.", ""

    def left_to_do(self, situation: Situation, unit: str) -> str:
        """What is written for a unit is read with what it is."""
        return ""


PLOTS = {"plot": PlotPresentation}
