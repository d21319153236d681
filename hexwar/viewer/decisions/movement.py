"""A movement phase: reach with its costs and stops.

What can be entered is asked of the position, unit by unit, and for a stack of what all can reach;
costs and stops of the way are told under the map. Units that wait off the map are told of in the
prompt, before anything moves, as some rules let them in only then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Choice, Decision, Reach
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import every, place_named
from hexwar.rules.movement.section import Movement, WhoMoves
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.state import State
from hexwar.viewer.counters.counter import number_text
from hexwar.viewer.decisions.activation import several_hexes
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation

_NAMED = 5  # units of those that wait


class MovementPresentation(Presentation):
    """Units move, and what other sections add to it."""

    waiting = "Waiting to enter"
    picks_alone = picks_together = False
    target_first = False
    reaches_by = "move"
    lays_out_order = False

    def reach(
        self, state: State, choices: Sequence[Choice], units: tuple[str, ...]
    ) -> Mapping[str, Reach]:
        """Where these units can move together now, their own hex left out.

        Of several, what is told is the way of the one with least left.
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
        phases = now.resolved[SequenceOfPlay].phases
        who = next(phase for phase in phases if phase.id == now.state.phase)[WhoMoves].only
        only = f" Only these units move in this phase: {selected(who)}." if who else ""
        return f"{left}{only} {f'{key} ends the phase.' if now.ending() else decision.prompt}"

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        overrun = "; move next to an enemy to overrun him" if now.resolved.section(Overrun) else ""
        return (
            f"Click a unit to see where it can go{overrun}. "
            f"{keys('next_unit')}: next unit. {keys('threats')}: enemy reach. "
            f"{keys('help')}: all keys."
        )

    def title(self, now: Situation) -> str:
        """Moves are made on the map."""
        return "Also possible"

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
        text += f"{number_text(goal.cost)} MP, {number_text(goal.left)} left."
        friends = [unit for unit in now.state.units_at(number) if unit in now.ready()]
        if friends:
            text += f" A right-click goes there; a click picks {friends[0]}."
        if goal.stops is None:
            return text, ""
        return f"{text} It stops there. {goal.stops.message}", goal.stops.rule

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
        waits = now.state.position(unit) is None and unit in now.ready()
        return "can enter" if waits else "cannot move"


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
