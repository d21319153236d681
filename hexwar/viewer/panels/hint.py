"""The hint in the sheet at the right: the plan, what it promises, what is to be feared."""

from __future__ import annotations

from hexwar.players.advice import chances, steps
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Flow

_MOST_STEPS = 6
"""A plan of more steps than this is told from its beginning; the map shows the whole."""


def add_hint(flow: Flow, desk: Desk, *, terse: bool) -> None:
    """What the computer would do, if that was asked for; ``terse``: the next step alone."""
    hints, theme, keys = desk.hints, flow.theme, desk.keys
    if hints.busy:
        flow.heading("hint-heading", "Hint")
        now, never = keys.shown("hurry"), keys.shown("cancel")
        wait = f"The computer thinks. {now}: now. {never}: never mind."
        flow.text("hint-wait", wait, theme.small, PALETTE.ink_soft)
        flow.gap(6)
        return
    advice, plan = hints.advice, hints.plan
    if advice is None or not plan:
        return
    flow.heading("hint-heading", "Hint: what the computer would do")
    flow.gap(2)
    told = steps(plan[: 1 if terse else _MOST_STEPS], desk.match.state)
    line = "; ".join(told)
    flow.text("hint-plan", f"{line[:1].upper()}{line[1:]}.")
    if not terse:
        if len(plan) > _MOST_STEPS:
            rest = len(plan) - _MOST_STEPS
            more = f"Then {rest} more {'step' if rest == 1 else 'steps'}."
            flow.text("hint-more", more, theme.small, PALETTE.ink_soft)
        flow.text("hint-chance", chances(advice), theme.small, bold=True)
        for number, sentence in enumerate(advice.expects):
            flow.text(f"hint-expects-{number}", sentence, theme.small)
        for number, sentence in enumerate(advice.fears):
            flow.text(f"hint-fears-{number}", sentence, theme.small, PALETTE.danger)
    flow.gap(3)
    flow.button(
        "hint-step",
        "Do the next step" if len(plan) > 1 else "Do it",
        lambda: desk.run("hint_step"),
        hint=keys.shown("hint_step"),
    )
    flow.gap(6)
