"""The goal: who wins when, and how it stands, in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hexwar.rules.points.rules import scoring
from hexwar.rules.state import State
from hexwar.rules.victory.telling import goals_now, score, standing
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.panels.turns import add_rows
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.widgets import Flow, Link


class GoalScreen(SheetScreen):
    """The lines of the victory in order, each with what its condition counts now."""

    title = "How it is won"
    widest = 640

    def __init__(self, host: Host, state: State, open_rule: Callable[[str], None]) -> None:
        super().__init__(host)
        self._state = state
        self._open_rule = open_rule

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
        flow.gap(10)
        sentence = f"{standing(self._state)} {score(self._state)}".rstrip()
        flow.text("standing", sentence, theme.title, bold=True)

    def acts(self) -> Sequence[SheetButton]:
        """Back to the board."""
        return [SheetButton("close", "Close", self.host.pop, "primary")]
