"""Movement, units that act one by one, orders that are written, reactions.

What can be entered is asked of the position, unit by unit, and for a stack what all of them can
reach; costs and stops of the way are told under the map. Units that wait off the map are told of in
the prompt, before anything moves, as some rules let them in only then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Choice, Decision, IllegalAction, Preview, Reach
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import units_selected
from hexwar.rules.language.wording import either, every, place_named, several, titles
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

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """How many units can still move and enter."""
        ready = now.ready()
        waiting = [unit for unit in ready if now.state.position(unit) is None]
        movers = [unit for unit in ready if unit not in waiting]
        count = len(movers)
        left = f"{count} unit{'s' if count != 1 else ''} can still move"
        if now.state.must_enter(decision.side):
            return f"{left}. {decision.prompt}" if movers else decision.prompt
        if waiting:
            most = min(len(waiting), now.state.may_enter(decision.side))
            named = _some(waiting) if most == len(waiting) else f"{most} of {len(waiting)}"
            first = movers and now.state.left_waiting(Action("move", tuple(movers[:1])))
            left += f", {named} can enter{' before anything moves' if first else ''}"
        left += "."
        who = _movers(now)
        only = ""
        if who is not None:
            only = f" Only {units_selected(who, titles(now.resolved))} move in this phase."
        return f"{left}{only} {f'{key} ends the phase.' if now.ending() else decision.prompt}"

    def frames_ready(self, now: Situation) -> bool:
        """Also in a phase in which only some units move: those that are ordered, or whose chit was
        drawn; and in every phase once only some are left.
        """
        return super().frames_ready(now) or _movers(now) is not None or _are_few(now)

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        overrun = "; move next to an enemy to overrun him" if now.resolved.section(Overrun) else ""
        return (
            f"Click a unit to see where it can go{overrun}. "
            f"{keys('next_unit')}: next unit. Hold {keys('threats')}: enemy reach. "
            f"{keys('help')}: all keys."
        )

    def hint(self, now: Situation, number: str) -> tuple[str, str] | None:
        """What the way costs, and what stops it there."""
        place = place_named(now.resolved, number)
        if now.way_title:
            way = now.course(number)
            how = f"{now.units[0]} to {place} {now.way_title}: {several_hexes(way)}."
            return (how, "") if way else None
        goal = now.reach().get(number)
        if goal is None:
            return None
        text = f"{every(now.units)} to {place}: "
        text += f"{number_text(goal.cost)} MP{_paid_for(now, goal)}, {number_text(goal.left)} left."
        friends = [unit for unit in now.state.units_at(number) if unit in now.ready()]
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

    def left(self, now: Situation, unit: str) -> str:
        """The movement points left, to a unit that can go anywhere with them."""
        left = now.state.movement_left(unit)
        if left is not None and unit in now.ready():
            return f"{number_text(left)} MP left"
        place = now.state.position(unit)
        if place is None:
            return "can enter" if unit in now.ready() else "cannot move"
        # Refused alike whichever hex is asked for, it is the unit that may not; else each hex that
        # is pointed at says why it is out of reach.
        board = now.state.frame.board
        beside = [board.number[cell] for cell in board.cells(board.adjacent[board.cell[place]])]
        refusals = {now.state.explain(Action("move", (unit,), (number,))) for number in beside}
        messages = {refusal.message for refusal in refusals if refusal is not None}
        return f"cannot move: {messages.pop().rstrip('.')}" if len(messages) == 1 else "cannot move"


def _paid_for(now: Situation, goal: Reach) -> str:
    """What the points of a way are paid for, in brackets; empty where it is one move whatever it
    costs.
    """
    for unit in now.units:
        parts = now.state.way_costs(unit, goal.path) if goal.path else {}
        if sum(parts.values()) != goal.cost or not parts:
            continue
        if len(goal.path) == 2 and len(parts) == 1:
            return ""
        if len(parts) == 1:
            return f" ({next(iter(parts)).lower()})"
        items = (f"{title.lower()} {number_text(points)}" for title, points in parts.items())
        return f" ({', '.join(items)})"
    return ""


def _movers(now: Situation) -> Selector | None:
    """The units that move in this phase; None: all of the side."""
    phases = now.resolved[SequenceOfPlay].phases
    return next(phase for phase in phases if phase.id == now.state.phase)[WhoMoves].only


def _are_few(now: Situation) -> bool:
    """Whether of a side's units on the map a third or more can not, or no more, move."""
    own, state = now.state.side_to_act, now.state
    units = now.resolved[Units].counters.values()
    standing = [unit.id for unit in units if unit.side == own and state.position(unit.id)]
    ready = {*now.ready()}
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
    here = state.position(unit)
    return {number: reach for number, reach in state.reach(unit).items() if number != here}


MOVEMENT = {"movement": MovementPresentation}


# Units act one after the other: each moves, fires, or does what else it may.
#
# Units act one by one, so a stack is never picked up: a unit comes first, then what it does. Where
# it can move in several ways, the line under the map names the one that a click would take.


class ActsAlone(Presentation):
    """One unit, to be picked or picked already, moves or fires."""

    target_first = False
    aims = True
    fights_by = "fire"
    lists_ways = False

    def together(self, game: ResolvedGame) -> bool:
        """Units act one by one."""
        return False

    def going(self, on_map: bool) -> str:
        """It moves there."""
        return "move"

    def course(self, state: State, action: Action) -> tuple[str, ...]:
        """The way of a move."""
        if action.verb != "move":
            return ()
        return state.course(action.units[0], action.hexes[-1], action.name)

    def hint(self, now: Situation, number: str) -> tuple[str, str] | None:
        """How a unit goes there, and how far that is."""
        way = now.course(number)
        how = f" {now.way_title}".rstrip()
        if not way:
            return None
        seen = now.reactors(way)
        reactors = every(dict.fromkeys(unit for units in seen.values() for unit in units))
        first = next(iter(seen), "")
        there = f"in {first}" if first == number else f"from {first} on"
        from_there = f" {reactors} may react {there}." if seen else ""
        text = f"{now.units[0]} moves to {number}{how}: {several_hexes(way)}.{from_there}"
        return text, ""

    def attack_on(self, verb: str) -> str:
        """Heads a fire or a search that is being prepared."""
        return "Search of" if verb == "search" else "Fire at"

    def can_fight(self, verb: str) -> str:
        """They fire at it, or search it."""
        return "can search" if verb == "search" else f"can {verb} at"

    def marked(self, verb: str, who: str) -> str:
        """Nobody is known to be where one searches."""
        if verb == "search":
            return f"a marked hex, which {who} {self.can_fight(verb)}"
        return super().marked(verb, who)

    def is_shot(self, verb: str) -> bool:
        """A search is none."""
        return verb != "search"


class ActivationPresentation(ActsAlone):
    """A phase in which units act one after the other, and what one of them has begun."""

    heading = "Also possible"
    own_turn = True
    as_seen = True
    picks_together = False
    idle = "not acted"

    def leaving(self, game: ResolvedGame, unit: str, number: str) -> str:
        """A unit that cannot act is asked why it cannot leave its hex."""
        next_to = game.map.neighbors(number)
        return f"move {unit} {next_to[0]}" if next_to else ""

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """How many units can still act."""
        if not self.is_phase or not now.ending():
            return super().prompt(now, decision, key)
        return f"{several(len(now.ready()), 'unit')} can still act. {key} ends the phase."

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit, then a hex to move to or a marked target. "
            f"{keys('next_way')}: the next way of moving. Hold {keys('sight')}: lines of sight."
        )


class ActivatedPresentation(ActivationPresentation):
    """What one of them does now."""

    finish = "End activation"

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """What it may still do."""
        verbs = dict.fromkeys(c.action.verb for c in now.state.choices() if c.action.units)
        if not verbs:
            return f"{decision.prompt} {key} ends what it does."
        done = decision.prompt.partition(":")[0]
        return f"{done}: it can still {either(verbs)}. {key} ends what it does."


def several_hexes(way: tuple[str, ...]) -> str:
    """How long a way is."""
    return "1 hex" if len(way) == 2 else f"{len(way) - 1} hexes"


ACTIVATIONS = {
    "activation": ActivationPresentation,
    "activated": ActivatedPresentation,
}


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
        known = {choice.action for choice in listed}
        return (*listed, *(choice for choice in anew if choice.action not in known))

    def course(self, state: State, action: Action) -> tuple[str, ...]:
        """The way that would be written."""
        if action.verb != "plot" or len(action.hexes) != 1:
            return super().course(state, action)
        return state.plotted_course(action.units[0], action.hexes[0])

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """What is still to be written, how it is changed, and the key that ends it."""
        # The rules' prompt ends in what can be typed; here it is clicked, and the rest is a list of
        # units.
        asked = decision.prompt.removesuffix(" Write orders, change some, or finish writing.")
        asked = asked.removesuffix(" change some, or finish writing.").removesuffix(":") + "."
        return f"{asked.replace('..', '.')} Pick a unit to write or to change. {key} finishes."

    def left_undone(self, decision: Decision) -> str:
        """The units for which nothing is written yet."""
        asked, listed, _ = decision.prompt.partition(" Write orders")
        return asked if listed else ""

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit, then a hex or an order: another one takes the place of what is written. "
            f"{keys('next_unit')}: next unit. {keys('end_phase')}: finish writing."
        )

    def hint(self, now: Situation, number: str) -> tuple[str, str] | None:
        """The path that a click would write."""
        way = now.course(number)
        if not way:
            return None
        where = place_named(now.resolved, number)
        order = "stay" if len(way) == 1 else f"go to {where}: {'-'.join(way)}"
        return f"A click orders {now.units[0]} to {order}.", ""

    def left(self, now: Situation, unit: str) -> str:
        """What is written for a unit is read with what it is."""
        return ""


PLOTS = {"plot": PlotPresentation}


# Reactions: which units try to interrupt an action, which join in, what each does when it comes
# first.
#
# Except for overwatch, which is a phase, they come in another side's turn and are asked ``apart``.
# First come the units that react, one after the other; then those of the acting side that join in;
# where dice are equal, which comes first; and then each does what it may when its turn comes.


class AboutFire(Presentation):
    """Something is asked while a unit is about to fire, or to enter a hex."""

    def foreseen(self, state: State) -> Preview | None:
        """The fire that may be interrupted."""
        action = state.under_way()
        if action is None or not action.target:
            return super().foreseen(state)
        try:
            return state.preview(Action("fire", (action.unit,), (action.target,)))
        except IllegalAction:
            return None


class WindowPresentation(AboutFire):
    """Units are named that react, one after the other, or the action goes on."""

    picks_alone = picks_together = False
    candidates = True
    apart = True
    heading = "Who reacts"

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """The unit whose action may be interrupted, and the key that lets it go on."""
        return f"{decision.prompt[:-1]} ({key})."

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            f"Click a marked unit or press its number to react; {keys('end_phase')} lets this go "
            f"on, {keys('end_all')} all the rest of the action."
        )


class JoiningPresentation(WindowPresentation):
    """Units of the acting side join in against those who try to react."""

    heading = "Who joins in"


class OrderPresentation(WindowPresentation):
    """Which of several equal dice comes first."""

    heading = "Who acts first"

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """Nothing can be declined."""
        return decision.prompt


class OverwatchPresentation(Presentation):
    """A phase in which units are put on overwatch, one after the other."""

    heading = "Who goes on overwatch"
    picks_alone = picks_together = False
    candidates = True

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit or press its number to put it on overwatch: it waits for enemies who "
            f"react. {keys('end_phase')} ends the phase."
        )


class ReactionPresentation(AboutFire, ActsAlone):
    """A unit that comes first fires or moves."""

    heading = "What it does"
    apart = True

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return f"Click a marked target or hex. {keys('end_phase')}: do nothing."


REACTIONS = {
    "overwatch": OverwatchPresentation,
    "reaction_window": WindowPresentation,
    "joining": JoiningPresentation,
    "exchange": OrderPresentation,
    "reaction": ReactionPresentation,
    "return_fire": ReactionPresentation,
}
