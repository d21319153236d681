"""Verbs and phases of written orders, and who is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwar.engine.action import Action
from hexwar.engine.event import Event
from hexwar.engine.notation import BY_UNIT, PLACING, Verb, where
from hexwar.engine.queries import Status
from hexwar.engine.registry import Hiding
from hexwar.engine.rules import Rules
from hexwar.engine.state import Position
from hexwar.rules.plots.carrying import CarryingOut, CarryOutPhase, MeetingResult
from hexwar.rules.plots.guesses import PlotGuesses
from hexwar.rules.plots.memory import FINISHED, WRITTEN
from hexwar.rules.plots.rules import ORDER, PLOT, PlotRules
from hexwar.rules.plots.section import CARRYING_OUT, WRITING, Plots
from hexwar.rules.plots.writing import PlotPhase, course_of, orders_of, written_in_words


def _path_label(action: Action, state: Position) -> str:
    (name,), hexes = action.units, action.hexes
    looks = f", then {action.name}" if action.name else ""
    if hexes == (state.position(name),):
        return f"{name}: stay in {hexes[0]}{looks}"
    way = "-".join(hexes) if len(hexes) > 1 else f"go to {hexes[0]}"
    return f"{name}: {way}{looks}"


def _state_label(action: Action, state: Position) -> str:
    return f"{action.units[0]}: {state.rules[PlotRules].title(action.name)}"


def _keeps_secrets(rules: Rules) -> bool:
    return rules.find(PlotRules) is not None and bool(rules[PlotRules].plots)


def _hides_nobody(state: Position, side: int) -> int:
    return 0


def _needs_no_note(state: Position, moments: object) -> None:
    """What is written is told of its side alone, whoever sees its units."""


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
