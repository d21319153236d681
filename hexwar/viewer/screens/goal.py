"""How it is won: the lines of the victory as they stand now, then the places that count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hexwar.definition.grammar import opening
from hexwar.rules.points import scoring
from hexwar.rules.victory.telling import goals_now, score, standing
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.objectives import objectives
from hexwar.viewer.panels.turns import add_rows
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow, Link
from hexwar.viewer.widgets.controls import Row

_TWO_COLUMNS = 460  # points of width from which places that count stand in two


class GoalScreen(SheetScreen):
    """The lines of the victory in order, each with what its condition counts now; then the
    places that count, who holds each and what it is worth: a click goes there.
    """

    title = "How it is won"
    widest = 640

    def __init__(
        self,
        host: Host,
        match: Match,
        open_rule: Callable[[str], None],
        look_at: Callable[[str], None],
    ) -> None:
        super().__init__(host)
        self._state, self._places = match.state, objectives(match)
        self._open_rule, self._look_at = open_rule, look_at

    def fill(self, flow: Flow) -> None:
        """Line by line; the first that holds when its moment comes decides."""
        theme = flow.theme
        for number, goal in enumerate(goals_now(self._state)):
            flow.text(f"goal-{number}", goal.told, theme.body, bold=True)
            add_rows(flow, number, goal)
            if goal.details:
                flow.text(f"needs-{number}", goal.details, theme.body, PALETTE.ink_soft)
            if goal.rule:
                label = f"Rule {goal.rule}"
                row = flow.take(theme.line(theme.body, True))
                row.width = theme.width(label, theme.body, True)
                opens = partial(self._open_rule, goal.rule)
                flow.place(Link(f"rule-{number}", row, label, opens, theme.body))
            flow.gap(10)
        for number, line in enumerate(scoring(self._state.resolved)):
            flow.text(f"scores-{number}", line, theme.body)
        if self._places:
            self._list_places(flow)
        flow.gap(10)
        sentence = f"{standing(self._state)} {score(self._state)}".rstrip()
        flow.text("standing", sentence, theme.title, bold=True)

    def _list_places(self, flow: Flow) -> None:
        """The places that count: what they are worth, who holds each; a click goes there."""
        flow.gap(6)
        flow.heading("objectives-heading", "Objectives")
        flow.gap(2)
        wide = flow.rect.width / flow.theme.scale >= _TWO_COLUMNS and len(self._places) > 1
        parts = columns(flow, 1, 1, gap=6) if wide else [flow]
        for place in self._places:
            part = min(parts, key=lambda part: part.y)
            title = place.name if place.hex in place.name else f"{place.name} ({place.hex})"
            holds = f"{opening(place.holds, 'holds')} it. " if place.holds else ""
            worth = f"{place.worth[:1].upper()}{place.worth[1:]}."
            what_for = f"{holds}{worth}"
            height = Row.needed(flow.theme, part.rect.width, title, what_for, False)
            go = partial(self._go, place.hex)
            part.place(Row(f"objective-{place.hex}", part.take(height), title, what_for, go))
            part.gap(3)
        if wide:
            join(flow, parts)

    def _go(self, number: str) -> None:
        self.host.pop()
        self._look_at(number)

    def acts(self) -> Sequence[SheetButton]:
        """Back to the board."""
        return [SheetButton("close", "Close", self.host.pop, "primary")]
