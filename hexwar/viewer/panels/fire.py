"""A fire before its dice: both pools, how they were counted, and the chances of every result.

First the pool of who fires, then that of the target, each with the lines that made it so large;
then how likely each number of losses is, who else may be hit, and whether morale may fail. Lines
and charts of this kind are shared with the panel of dice that have been thrown.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import pygame

from hexwar.engine import FirePreview, Modifier
from hexwar.rules.fire.telling import pool_in_words
from hexwar.rules.language.wording import every, percents, place_named
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.dice import Die, draw_rows, rows
from hexwar.viewer.drawing.theme import PALETTE, Color, lettering, parse_color
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.battle import add_attack, pair
from hexwar.viewer.table.sight_view import far
from hexwar.viewer.widgets import Flow, Picture

_DIE = 23  # points of a die and the gap behind it
_MOST_DICE = 24


def add_fire(flow: Flow, desk: Desk, preview: FirePreview, detail: int) -> None:
    """The fire that is being prepared. ``detail`` 0 to 3: less of it for less room."""
    chosen, theme = desk.selection, flow.theme
    attack = chosen.attack()
    verb = attack.verb if attack else ""
    away = far(preview.line_of_sight)
    place = place_named(desk.match.resolved, preview.target)
    heading = f"{chosen.presentation.attack_on(verb)} {place}, {away} away"
    flow.heading("battle-heading", heading)
    flow.gap(3)
    _add_pool(flow, desk, "attack", preview.attackers, preview.attack_dice, preview, detail)
    _add_pool(flow, desk, "defense", preview.defenders, preview.defense_dice, preview, detail)
    # Without pools the fire is rolled on a table, and its column is what matters.
    if not preview.attack_dice:
        heading = preview.headings[preview.column]
        flow.text("fire-column", f"Column {heading}", theme.small, bold=True)
    flow.gap(2)
    for number, chance in preview.casualties.items():
        add_chance(flow, f"casualties-{number}", f"{number} lost", chance)
    for unit, chances in preview.spilled.items():
        hit = sum((chance for lost, chance in chances.items() if lost), Fraction(0))
        add_chance(flow, f"spilled-{unit}", f"{unit} hit too", hit, PALETTE.danger)
    if preview.morale:
        add_chance(flow, "fire-morale", "Morale fails", preview.morale, PALETTE.danger)
    flow.gap(6)
    add_attack(flow, desk, verb, "Roll the dice. What is rolled cannot be undone.")


def _add_pool(
    flow: Flow,
    desk: Desk,
    key: str,
    units: tuple[str, ...],
    dice: tuple[int, ...],
    preview: FirePreview,
    detail: int,
) -> None:
    """One side's units, their dice, and the lines by which they were counted."""
    match = desk.match
    side = match.resolved[Units].counters[units[0]].side
    count = f"{len(dice)} {'die' if len(dice) == 1 else 'dice'}" if preview.attack_dice else ""
    pair(flow, f"fire-{key}", f"{match.side_name(side)} {every(units)}", count, True)
    if dice and detail > 0:
        thrown = [Die(sides) for sides in dice[:_MOST_DICE]]
        add_dice(flow, f"fire-{key}-dice", pool_in_words(dice), thrown, side_color(desk, units[0]))
    for index, line in enumerate(_lines(preview.modifiers, side)) if detail > 0 else ():
        rule = f" ({line.rule})" if line.rule else ""
        pair(flow, f"fire-{key}-{index}", f"{line.label}{rule}", line.value, False)
    flow.gap(3)


def _lines(modifiers: Sequence[Modifier], side: str) -> list[Modifier]:
    return [line for line in modifiers if line.side == side]


def side_color(desk: Desk, unit: str) -> Color:
    """The colour of a unit's side."""
    side = desk.match.resolved[Units].counters[unit].side
    return parse_color(desk.match.sides[side].color, PALETTE.ink)


def add_dice(flow: Flow, key: str, said: str, dice: Sequence[Die], color: Color) -> None:
    """Dice in as many rows as they need."""
    side = flow.theme.px(_DIE)
    height = rows(len(dice), side, flow.rect.width) * side
    flow.place(Picture(key, flow.take(height), said, partial(_paint_dice, dice, side, color)))


def _paint_dice(
    dice: Sequence[Die], side: int, color: Color, surface: pygame.Surface, rect: pygame.Rect
) -> None:
    draw_rows(surface, rect, dice, side, color)


def add_chance(
    flow: Flow, key: str, title: str, chance: Fraction, color: Color = PALETTE.accent
) -> None:
    """A line of a chart: what it is, a bar as long as it is likely, and the percentage."""
    theme = flow.theme
    (shown,) = percents([chance])
    left = theme.width("Morale fails", theme.small) + theme.px(8)
    right = theme.width("100 %", theme.small, True) + theme.px(8)
    row = flow.take(theme.line(theme.small, True) + theme.px(1))

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.blit(lettering(title, theme.small, PALETTE.ink), rect.topleft)
        share = lettering(shown, theme.small, PALETTE.ink, True)
        surface.blit(share, share.get_rect(topright=rect.topright))
        bar = pygame.Rect(rect.left + left, 0, rect.width - left - right, theme.px(9))
        bar.centery = rect.centery
        pygame.draw.rect(surface, PALETTE.paper_dim, bar)
        bar.width = max(1, round(bar.width * float(chance)))
        pygame.draw.rect(surface, color, bar)

    flow.place(Picture(key, row, f"{title}: {shown}", paint))
