"""Writing orders: the path that a unit would be written, and what is still to be written.

A side writes by itself and sees nothing of what others write. Orders that are written can be
written over, up to the moment when the side is finished.
"""

from __future__ import annotations

from hexwar.engine import Action, Choice, Decision
from hexwar.rules.language.wording import place_named
from hexwar.rules.state import State
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class PlotPresentation(Presentation):
    """A side writes by itself: the board is covered between one writer and the next."""

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

    def title(self, now: Situation) -> str:
        """What is asked."""
        return "Orders"

    def hint(self, now: Situation, number: str) -> tuple[str, str] | None:
        """The path that a click would write."""
        way = now.course(number)
        if not way:
            return None
        where = place_named(now.resolved, number)
        order = "stay" if len(way) == 1 else f"go to {where}: {'-'.join(way)}"
        return f"Write for {now.units[0]}: {order}.", ""

    def left(self, now: Situation, unit: str) -> str:
        """What is written for a unit is read with what it is."""
        return ""


PLOTS = {"plot": PlotPresentation}
