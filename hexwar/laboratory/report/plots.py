"""Plots of figures, as SVG that stands in a page.

All are drawn by matplotlib, which only reports need; equal figures give equal pictures, byte by
byte. Sides are told apart by colour and by mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from textwrap import fill
from typing import TYPE_CHECKING, Any

from hexwar.laboratory.report.figures import Difference, Rate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.ticker import Locator

INK, FAINT = "#2b2a28", "#c9c4b8"
COLORS = ("#1f5f99", "#b3541e", "#4a7a3a", "#7d4a8c", "#8a6d1f", "#3f7f7f")
"""By side, in their order; told apart by colour-blind people, and by their marks."""
MARKS = ("o", "s", "^", "D", "v", "P")


_LONGEST_NAME = 42
"""Letters in a line."""

# Below, sizes of plots are in inches: what axis and legend need, and what each row adds.


class PlotError(ValueError):
    """There is nothing to draw with; the sentence says why."""


def _svg(wide: float, high: float, draw: Callable[[Axes], None]) -> str:
    """A plot of inches across and high. :class:`PlotError` without matplotlib."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError("plots need matplotlib: pip install 'hexwar[lab]'") from None
    # Of equal figures an equal picture: ids in it are salted, and it bears no date.
    styled: dict[str, Any] = {
        "svg.hashsalt": "hexwar",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": INK,
        "text.color": INK,
    }
    with rc_context(styled):
        figure = Figure((wide, high), layout="constrained")
        draw(figure.subplots())
        svg = StringIO()
        figure.savefig(svg, format="svg", transparent=True, metadata={"Date": None})
    # Without the head of a file of its own: it stands within a page.
    return re.sub(r"(?s)^.*?(?=<svg)", "", svg.getvalue())


def _whole_number_marks() -> Locator:
    """Marks of an axis at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True)


def _name_looks_by_turn(axes: Axes, looks: int) -> None:
    """Name looks by the turns that began; the last is at the end of the game."""
    every = max(1, looks // 15)
    turns = [turn for turn in range(1, looks) if (turn - 1) % every == 0 and turn + every <= looks]
    axes.set_xticks([*turns, looks], [*map(str, turns), "end"])


def _name(axes: Axes, rows: Sequence[tuple[str, object]]) -> None:
    """Name the lines of a plot; long names in two lines."""
    names = [fill(name, _LONGEST_NAME) for name, _ in rows]
    axes.set_yticks([-place for place in range(len(rows))], names)


def intervals(rows: Sequence[tuple[str, Sequence[Rate]]], names: Sequence[str]) -> str:
    """Shares of wins with their intervals: a line a match, in it a mark for each side."""

    def draw(axes: Axes) -> None:
        for place, (_, shares) in enumerate(rows):
            for side, share in enumerate(shares):
                # Rows run downwards, so places are negative; sides lie about the middle of theirs.
                at = -place - (side - (len(shares) - 1) / 2) * 0.22
                color, marker = COLORS[side % 6], MARKS[side % 6]
                axes.plot([share.low, share.high], [at, at], color=color, linewidth=1.5)
                label = names[side] if place == 0 else None
                axes.plot(
                    [share.share],
                    [at],
                    color=color,
                    marker=marker,
                    linestyle="none",
                    label=label,
                    clip_on=False,
                )
        axes.axvline(0.5, color=FAINT, linewidth=1, zorder=0)
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.set_xlabel("games won")
        _name(axes, rows)
        axes.set_ylim(-len(rows) + 0.4, 0.6)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(names), frameon=False)

    return _svg(8, 0.9 + 0.42 * len(rows), draw)


def changes(rows: Sequence[tuple[str, Difference]]) -> str:
    """What changes, with intervals, beside a line where nothing does."""

    def draw(axes: Axes) -> None:
        for place, (_, change) in enumerate(rows):
            color = COLORS[1] if change.is_sure else INK
            axes.plot([change.low, change.high], [-place, -place], color=color, linewidth=1.5)
            axes.plot([change.change], [-place], color=color, marker="o")
        axes.axvline(0, color=FAINT, linewidth=1, zorder=0)
        _name(axes, rows)
        axes.set_ylim(-len(rows) + 0.4, 0.6)
        axes.set_xlabel("change of the share of games won")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:+.0%}" if value else "0%")

    return _svg(8, 0.8 + 0.42 * len(rows), draw)


def bars(counts: Mapping[int, float], under: str, what: str) -> str:
    """Counts by turn, from the first on."""

    def draw(axes: Axes) -> None:
        axes.bar(list(counts), list(counts.values()), color=COLORS[0], width=0.8)
        axes.set_xlabel(under)
        axes.set_ylabel(what)
        axes.set_xlim(0.4, max(counts) + 0.6)
        axes.xaxis.set_major_locator(_whole_number_marks())
        if all(isinstance(count, int) for count in counts.values()):
            axes.yaxis.set_major_locator(_whole_number_marks())

    return _svg(5, 2.2, draw)


def courses(lines: Sequence[tuple[str, Sequence[tuple[float, float, float]]]], under: str) -> str:
    """Medians by turn with the middle half of the games around them."""

    def draw(axes: Axes) -> None:
        for side, (name, course) in enumerate(lines):
            turns = range(1, len(course) + 1)
            low, middle, high = zip(*course, strict=True) if course else ((), (), ())
            axes.fill_between(turns, low, high, color=COLORS[side % 6], alpha=0.18, linewidth=0)
            marks = MARKS[side % 6]
            axes.plot(
                turns,
                middle,
                color=COLORS[side % 6],
                marker=marks,
                markersize=4,
                label=name,
                clip_on=False,
            )
        axes.set_ylim(0, 1)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        _name_looks_by_turn(axes, max(len(course) for _, course in lines))
        axes.set_xlabel(under)
        axes.legend(frameon=False, ncols=len(lines), loc="lower left", bbox_to_anchor=(0, 1))

    return _svg(6, 2.8, draw)


def grid(rows: Sequence[tuple[str, Sequence[float]]], under: str) -> str:
    """Shares by row and turn as shades with their figures, such as which side holds a hex."""
    wide = max((len(values) for _, values in rows), default=1)

    def draw(axes: Axes) -> None:
        for place, (_, values) in enumerate(rows):
            for look, value in enumerate(values):
                axes.fill_between(
                    [look + 0.5, look + 1.5],
                    -place - 0.5,
                    -place + 0.5,
                    color=COLORS[0],
                    alpha=0.08 + 0.8 * value,
                    linewidth=0,
                )
                dark = "white" if value > 0.6 else INK
                axes.text(look + 1, -place, f"{value:.0%}", ha="center", va="center", color=dark)
        axes.set_xlim(0.5, wide + 0.5)
        _name_looks_by_turn(axes, wide)
        axes.set_yticks([-place for place in range(len(rows))], [name for name, _ in rows])
        axes.set_ylim(-len(rows) + 0.5, 0.5)
        axes.set_xlabel(under)

    return _svg(max(5.0, 1.6 + 0.5 * wide), 0.8 + 0.3 * len(rows), draw)
