"""Lists to choose from: attackers, retreats, losses, advances, reinforcements.

What can be clicked on the map alone has no line here. Three lists may stand below one another: the
choices with their digits, the groups that may join the attack, and the units that wait off the map,
which can be folded into a line where room is short.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from hexwar.rules.units.section import Units
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.panels import Desk
from hexwar.viewer.table.available import MOST_LINES
from hexwar.viewer.widgets import Button, Flow, Toggle


def add_choices(flow: Flow, desk: Desk) -> None:
    """The actions that are worth a line, each with its digit."""
    chosen = desk.selection
    lines = {str(digit): choice.label for digit, choice in enumerate(chosen.choices(), 1)}
    if not lines:
        return
    if chosen.pages > 1:
        lines[str(MOST_LINES)] = "More ..."
    flow.heading("choices-heading", chosen.presentation.title(chosen))
    flow.gap(3)
    for digit, label in lines.items():
        # By a default, which each turn of the loop evaluates anew: a closure would see the last
        # digit.
        def choose(command: str = f"choose_{digit}") -> None:
            desk.run(command)

        flow.button(f"choice-{digit}", label, choose, hint=desk.keys.shown(f"choose_{digit}"))
        flow.gap(4)
    if chosen.presentation.aims and not chosen.presentation.own_turn:
        # A list that holds 'Decline' alone would hide that the answer is given on the map.
        ways = ["a marked target"] * bool(chosen.fights())
        ways += ["an outlined hex"] * bool(chosen.destinations().keys() - chosen.fights().keys())
        if ways:
            hint = f"Or click {' or '.join(ways)}."
            flow.text("choices-hint", hint, flow.theme.small, PALETTE.ink_soft)
    if desk.match.visibility.shared and desk.match.human_to_act:
        flow.gap(4)
        flow.text(
            "shared",
            "Both players look on: what is hidden of both sides is covered.",
            flow.theme.small,
            PALETTE.ink_soft,
        )
        flow.gap(3)
        flow.button(
            "own-stacks",
            "Look at your own",
            lambda: desk.run("own_stacks"),
            hint=desk.keys.shown("own_stacks"),
            tooltip="Covers the map first, so that the other player can look away.",
        )
    flow.gap(6)


def add_attackers(flow: Flow, desk: Desk) -> None:
    """Who may take part in the attack, each to be switched on and off."""
    chosen = desk.selection
    groups = chosen.groups()
    if len(groups) < 2:
        return
    theme = flow.theme
    flow.heading("attackers-heading", "Attackers")
    flow.gap(2)
    height = Toggle.needed(theme, flow.rect.width, "X")
    row = flow.take(height)
    left = row.left
    for group in groups:
        names = " + ".join(group)
        width = min(theme.width(names, theme.body, True) + theme.px(46), flow.rect.width)
        if left > row.left and left + width > row.right:
            row, left = flow.take(height), row.left

        def toggle(unit: str = group[0]) -> None:
            chosen.toggle(unit)
            desk.changed()

        box = pygame.Rect(left, row.top, width, height)
        on = group[0] in chosen.attackers
        flow.place(Toggle(f"attacker-{group[0]}", box, names, toggle, on, role="checkbox"))
        left += width + theme.px(4)
    flow.gap(6)


def add_waiting(flow: Flow, desk: Desk, *, folded: bool) -> None:
    """Units that stand off the map and may enter: pick one, then a hex. ``folded``: in a line that
    lists them when it is pushed, but for the one that is picked.
    """
    chosen = desk.selection
    units = chosen.waiting()
    if not units:
        return
    flow.heading("waiting-heading", chosen.presentation.waiting)
    for unit in (unit for unit in units if not folded or unit == chosen.unit):
        name = desk.match.resolved[Units].counters[unit].name

        def pick(unit: str = unit) -> None:
            desk.take(unit, False)

        flow.option(f"waiting-{unit}", f"{unit}, {name}", pick, chosen.unit == unit)
    _add_waiting_buttons(flow, desk, len(units), folded)
    if chosen.unit in units and chosen.destinations():
        flow.text(
            "waiting-hint", "Click one of the outlined hexes.", flow.theme.small, PALETTE.ink_soft
        )
    flow.gap(6)


def _add_waiting_buttons(flow: Flow, desk: Desk, count: int, folded: bool) -> None:
    """To list all or fold them again, and to bring on all who can enter."""
    nowhere, buttons = pygame.Rect(0, 0, 0, 0), []

    def turn() -> None:
        desk.waiting.opened = folded
        desk.changed()

    if folded or desk.waiting.opened:
        label = f"List all {count}" if folded else "Fold the list"
        buttons.append(Button("waiting-list", nowhere, label, turn))
    if len(desk.selection.available.entering()) > 1:
        tip = "Each near the enemy, where there is room. Undo takes back one at a time."
        hint = desk.keys.shown("enter_all")
        bring = partial(desk.run, "enter_all")
        buttons.append(Button("enter-all", nowhere, "Bring on all", bring, tooltip=tip, hint=hint))
    if buttons:
        _place_in_a_row(flow, buttons)
        flow.gap(4)


def _place_in_a_row(flow: Flow, buttons: Sequence[Button]) -> None:
    """Buttons beside each other where they fit, else below each other."""
    theme = flow.theme
    gap = theme.px(4)
    wanted = [Button.wanted(theme, button.label, hint=button.hint) for button in buttons]
    spare = flow.rect.width - sum(wanted) - gap * (len(buttons) - 1)
    rows = [buttons] if spare >= 0 else [[button] for button in buttons]
    for row in rows:
        lines = [
            Button.lines(theme, flow.rect.width, button.label, hint=button.hint) for button in row
        ]
        more = (max(map(len, lines)) - 1) * theme.line(theme.body, True)
        place = flow.take(theme.px(32) + more)
        for button, width in zip(row, wanted, strict=False):
            share = width + spare // len(row) if len(row) > 1 else place.width
            button.rect = pygame.Rect(place.left, place.top, share, place.height)
            place.left += share + gap
            flow.place(button)
