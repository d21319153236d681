"""Pads to write on: secret orders, where units hide, in what condition figures are.

At a table, what a window keeps and no counter shows has to be written down. Each side has leaves of
its own, so that nobody sees what the others write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hexwar.charts.blocks import Block, Prose, Rows
from hexwar.charts.tables import ABSENT, starting_place
from hexwar.definition.model import ResolvedGame
from hexwar.rules.facing.section import Facing
from hexwar.rules.figures.section import Figures
from hexwar.rules.hidden.section import Hidden
from hexwar.rules.language.section import Selector, could_fit
from hexwar.rules.language.wording import every, in_words, titles
from hexwar.rules.plots.section import Plot, Plots
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Side, Sides
from hexwar.rules.units.section import Unit, Units
from hexwar.viewer.printing.leaves import MARGIN, Leaf, Paper
from hexwar.viewer.printing.setter import BookletSetter

_NAMED = 34.0  # millimetres of the name of a unit
_COLUMN = 26.0  # and of what is written for it in a turn, two lines of a pencil
_HIGH, _LOW = 13.0, 8.0  # millimetres of a row of orders, and of one of marks
_BOX = 12.0  # millimetres of a figure


class _Pad(NamedTuple):
    """A form below its title: what to write, and its rows with the heading."""

    title: str
    about: str
    rows: Rows
    named: float
    high: float


def pad_leaves(game: ResolvedGame, paper: Paper) -> list[Leaf]:
    """The pads of each side on leaves of its own; none of a game in which nothing is written."""
    leaves: list[Leaf] = []
    for side in game[Sides].all:
        running = f"{game.header.title}: {side.name}, for no other eyes; copy it for every game"
        setter = BookletSetter(paper, running, first=len(leaves) + 1)
        for pad in _pads_of(game, side, paper.width - 2 * MARGIN):
            blocks: list[Block] = [Prose(pad.about, hanging=False)]
            setter.chart(pad.title, blocks, beneath=pad.high * 2)
            columns = len(pad.rows[0]) - 1
            wide = (paper.width - 2 * MARGIN - pad.named) / columns
            wide = min(wide, _COLUMN * 2) if pad.high == _HIGH else wide
            setter.form(pad.rows, [pad.named, *[wide] * columns], pad.high)
        leaves += setter.finished()
    return leaves


def _pads_of(game: ResolvedGame, side: Side, room: float) -> Iterator[_Pad]:
    """What a side writes: orders, where its units hide, what becomes of its figures; ``room``:
    millimetres across.
    """
    plots = game.section(Plots)
    if plots:
        for plot in plots.by_id.values():
            yield from _orders(game, plot, side, room)
    hidden = game.section(Hidden)
    if hidden is not None and side.id in hidden.side:
        units = [u for u in _units(game, side, hidden.only) if u.id in game.scenario.setup]
        rows = [("unit", "hides in", "seen in turn"), *((_named(u), "", "") for u in units)]
        about = "Write before the first turn which units hide and where; strike out those seen."
        yield _Pad(f"{side.name}: hidden units", about, rows, _NAMED * 2, _LOW)
    figures = game.section(Figures)
    if figures is not None:
        yield from _figures(game, figures, side, room)


def _orders(game: ResolvedGame, plot: Plot, side: Side, room: float) -> Iterator[_Pad]:
    """A row a unit and a column a turn, as many as there is room for below one another."""
    units = _units(game, side, plot.only)
    fit = int((room - _NAMED) // _COLUMN)
    last = game[SequenceOfPlay].turns
    if not units:
        return
    for first in range(1, last + 1, fit):
        turns = range(first, min(first + fit, last + 1))
        heads = ("unit", *(f"turn {turn}" for turn in turns))
        rows = [heads, *((_named(unit), *("" for _ in turns)) for unit in units)]
        yield _Pad(f"{side.name}: {plot.title}", _how(game, plot), rows, _NAMED, _HIGH)


def _how(game: ResolvedGame, plot: Plot) -> str:
    """What is written, in a sentence."""
    if not plot.is_path:
        words = (titles(game).get(f"state {state}", in_words(state)) for state in plot.states)
        return f"Write for each unit one of: {every(words)}."
    how = "Write the hexes that the unit enters, one after the other"
    if game.section(Facing) is None:
        return f"{how}."
    return f"{how}; between them, and at the end, where it turns: L to the left, R to the right."


def _figures(game: ResolvedGame, figures: Figures, side: Side, room: float) -> Iterator[_Pad]:
    """A box a figure: what has become of it is written there."""
    units = [unit for unit in _units(game, side, None) if figures.number in unit.values]
    if not units:
        return
    most = max(int(unit.values[figures.number]) for unit in units)
    boxes = min(most, int((room - _NAMED * 2) // _BOX))
    heads = ("unit", *map(str, range(1, boxes + 1)))
    rows: list[tuple[str, ...]] = [heads]
    for unit in units:
        # A unit that has no figures yet gets those that a rule brings.
        has = int(unit.values[figures.number]) or boxes
        places = ("" if figure < has else "-" for figure in range(boxes))
        rows.append((", ".join([_named(unit), *unit.values_in_words]), *places))
    fit, *unplaced = (condition.title for condition in figures.conditions.values())
    about = f"A box a figure, all {fit.lower()} at first; write what becomes of each: "
    about += f"{every(title.lower() for title in unplaced)}. A dash is nobody."
    yield _Pad(f"{side.name}: figures", about, rows, _NAMED * 2, _LOW)


def _units(game: ResolvedGame, side: Side, only: Selector | None) -> Sequence[Unit]:
    """The units of a side that can be in the game, and be such."""
    place = starting_place(game)
    return [
        unit
        for unit in game[Units].counters.values()
        if unit.side == side.id and place(unit) != ABSENT and could_fit(only, unit)
    ]


def _named(unit: Unit) -> str:
    return unit.id if unit.name in ("", unit.id) else f"{unit.id} {unit.name}"
