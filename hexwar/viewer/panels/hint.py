"""The hint in the sheet at the right: the plan, what it promises, what is to be feared."""

from __future__ import annotations

from hexwar.players.advice import Advice, chances, in_a_sentence
from hexwar.rules.language.wording import several
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Flow

MOST_STEPS = 6
"""A plan of more steps than this is told from its beginning; the map shows the whole."""


def add_hint(flow: Flow, desk: Desk, *, most: int, why: bool) -> None:
    """What the computer would do, if that was asked for: so many steps at ``most``, and ``why``."""
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
    flow.text("hint-plan", in_a_sentence(plan[:most], desk.match.state))
    if len(plan) > most:
        more = f"Then {several(len(plan) - most, 'more step')}."
        flow.text("hint-more", more, theme.small, PALETTE.ink_soft)
    if why:
        _add_reasons(flow, advice)
    flow.gap(3)
    flow.button(
        "hint-step",
        "Do the next step" if len(plan) > 1 else "Do it",
        lambda: desk.run("hint_step"),
        hint=keys.shown("hint_step"),
    )
    flow.gap(6)


def _add_reasons(flow: Flow, advice: Advice) -> None:
    """What it promises, what it brings, what is to be feared."""
    small = flow.theme.small
    flow.text("hint-chance", chances(advice), small, bold=True)
    for number, sentence in enumerate(advice.expects):
        flow.text(f"hint-expects-{number}", sentence, small)
    for number, sentence in enumerate(advice.fears):
        flow.text(f"hint-fears-{number}", sentence, small, PALETTE.danger)
