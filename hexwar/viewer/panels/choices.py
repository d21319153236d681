"""Lists to choose from: attackers, retreats, losses, advances, reinforcements."""

from __future__ import annotations

import pygame

from hexwar.rules.units.section import Units
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.panels import Desk
from hexwar.viewer.table.available import MOST_LINES
from hexwar.viewer.widgets import Flow, Toggle


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

        def choose(command: str = f"choose_{digit}") -> None:
            desk.run(command)

        flow.button(f"choice-{digit}", label, choose, hint=desk.keys.shown(f"choose_{digit}"))
        flow.gap(4)
    if chosen.presentation.aims and not chosen.presentation.own_turn:
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
    x = row.left
    for group in groups:
        names = " + ".join(group)
        width = min(theme.width(names, theme.body, True) + theme.px(46), flow.rect.width)
        if x > row.left and x + width > row.right:
            row, x = flow.take(height), row.left

        def toggle(unit: str = group[0]) -> None:
            chosen.toggle(unit)
            desk.changed()

        box = pygame.Rect(x, row.top, width, height)
        on = group[0] in chosen.attackers
        flow.place(Toggle(f"attacker-{group[0]}", box, names, toggle, on, role="checkbox"))
        x += width + theme.px(4)
    flow.gap(6)


def add_waiting(flow: Flow, desk: Desk) -> None:
    """Units that stand off the map and may enter: pick one, then a hex."""
    chosen = desk.selection
    units = chosen.waiting()
    if not units:
        return
    flow.heading("waiting-heading", chosen.presentation.waiting)
    for unit in units:
        name = desk.match.resolved[Units].counters[unit].name

        def pick(unit: str = unit) -> None:
            desk.take(unit, False)

        flow.option(f"waiting-{unit}", f"{unit}, {name}", pick, chosen.unit == unit)
    if len(chosen.available.entering()) > 1:
        flow.button(
            "enter-all",
            "Bring on all",
            lambda: desk.run("enter_all"),
            hint=desk.keys.shown("enter_all"),
            tooltip="Each near the enemy, where there is room. Undo takes back one at a time.",
        )
        flow.gap(4)
    if chosen.unit in units and chosen.destinations():
        flow.text(
            "waiting-hint", "Click one of the outlined hexes.", flow.theme.small, PALETTE.ink_soft
        )
    flow.gap(6)
