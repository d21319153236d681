"""Movement, units that act one by one, orders that are written, reactions.

What can be entered is asked of the position, unit by unit, and for a stack what all of them can
reach; costs and stops of the way are told under the map. Units that wait off the map are told of in
the prompt, before anything moves, as some rules let them in only then.

In the order of the page: phases in which a side moves all its units; units that act one after the
other, and may move, fire or do something else; orders that are written by all sides at once; and
reactions, with which one side interrupts another.
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

    def left(self, situation: Situation, unit: str) -> str:
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

    def hint(self, situation: Situation, number: str) -> tuple[str, str] | None:
        """How a unit goes there, and how far that is."""
        course = situation.course(number)
        how = f" {situation.way_title}".rstrip()
        if not course:
            return None
        by_hex = situation.reactors(course)
        reactors = every(dict.fromkeys(unit for units in by_hex.values() for unit in units))
        seen_from = next(iter(by_hex), "")
        stretch = f"in {seen_from}" if seen_from == number else f"from {seen_from} on"
        from_there = f" {reactors} may react {stretch}." if by_hex else ""
        text = f"{situation.units[0]} moves to {number}{how}: {several_hexes(course)}.{from_there}"
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

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """How many units can still act."""
        if not self.is_phase or not situation.ending():
            return super().prompt(situation, decision, key)
        return f"{several(len(situation.ready()), 'unit')} can still act. {key} ends the phase."

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit, then a hex to move to or a marked target. "
            f"{keys('next_way')}: the next way of moving. Hold {keys('sight')}: lines of sight."
        )


class ActivatedPresentation(ActivationPresentation):
    """What one of them does now."""

    finish = "End activation"

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """What it may still do."""
        verbs = dict.fromkeys(c.action.verb for c in situation.state.choices() if c.action.units)
        if not verbs:
            return f"{decision.prompt} {key} ends what it does."
        activity = decision.prompt.partition(":")[0]
        return f"{activity}: it can still {either(verbs)}. {key} ends what it does."


def several_hexes(course: tuple[str, ...]) -> str:
    """How long a way is."""
    return "1 hex" if len(course) == 2 else f"{len(course) - 1} hexes"


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

    def left_undone(self, decision: Decision) -> str:
        """The units for which nothing is written yet."""
        question, listed, _ = decision.prompt.partition(" Write orders")
        return question if listed else ""

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

    def left(self, situation: Situation, unit: str) -> str:
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

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """The unit whose action may be interrupted, and the key that lets it go on."""
        return f"{decision.prompt[:-1]} ({key})."

    def tip(self, situation: Situation, keys: Keys) -> str:
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

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """Nothing can be declined."""
        return decision.prompt


class OverwatchPresentation(Presentation):
    """A phase in which units are put on overwatch, one after the other."""

    heading = "Who goes on overwatch"
    picks_alone = picks_together = False
    candidates = True

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit or press its number to put it on overwatch: it waits for enemies who "
            f"react. {keys('end_phase')} ends the phase."
        )


class ReactionPresentation(AboutFire, ActsAlone):
    """A unit that comes first fires or moves."""

    heading = "What it does"
    apart = True

    def tip(self, situation: Situation, keys: Keys) -> str:
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
