"""The dice of the last action: pools that block each other, and all others in their order.

Where two pools meet, each die of the attack has below it the one that blocks it, so that what came
through is seen at once. Where much was thrown only the last part is shown, as room allows. Beside a
fight about which somebody is asked stands what was fought just before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

import pygame

from hexwar.engine import Event
from hexwar.rules.elimination import losses_joined
from hexwar.rules.fire.section import Fire
from hexwar.rules.language.dice import ANY, blocks_of
from hexwar.rules.language.wording import several
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.dice import Die, draw, draw_rows, rows
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color
from hexwar.viewer.match.aftermath import fights_of_phase
from hexwar.viewer.match.rolls import SHOTS, faces
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.detail import BattleDetail
from hexwar.viewer.widgets import Flow, Picture

_LATELY = 3
"""So many fights of a phase are told beside the next one."""
_DIE, _DIE_OF_SHOT = 23, 25  # points of a die and the gap behind it
_GAP, _BLOCKS = (
    3,
    3,
)  # pixels: of a shot's dice, and the stroke from a die to the one that blocks it
_BELOW = 4  # points below a row of columns


class _Column(NamedTuple):
    """A die of the attack, one of the defence below it (0 for none), and whether that blocks it."""

    attack: int
    defense: int
    blocked: bool


def add_rolls(flow: Flow, desk: Desk, events: Sequence[Event], detail: BattleDetail) -> None:
    """What was thrown, and what came of it; where that is much, only the last part."""
    flow.heading("rolls-heading", "Dice")
    flow.gap(3)
    for index, event in enumerate(losses_joined(events)[-detail.rolls :]):
        key = f"roll-{index}"
        if event.kind in SHOTS and "unblocked" in event.fields:
            _add_shot(flow, desk, event, key)
        else:
            dice = faces(event)
            flow.text(key, event.text, flow.theme.small)
            if dice:
                thrown = [Die(0, face) for face in dice]
                label = ", ".join(map(str, dice))
                add_dice(flow, f"{key}-dice", label, thrown, PALETTE.ink_soft)
        flow.gap(3)
    flow.gap(4)


def add_lately(flow: Flow, desk: Desk, events: Sequence[Event]) -> None:
    """What was fought last in this phase, beside a fight about which somebody is asked: the dice of
    the last fight and what became of it, and a line for each one before.
    """
    fights = fights_of_phase(events)[-_LATELY:]
    if not fights:
        return
    *earlier, last = fights
    flow.heading("lately-heading", "Just before")
    flow.gap(2)
    for place, fight in enumerate(earlier):
        line = f"{fight.title}: {fight.headline(desk.match.far, brief=True)}"
        flow.text(f"lately-{place}", line, flow.theme.small, PALETTE.ink_soft)
    came_of_it = last.headline(desk.match.far)
    if last.event.kind in SHOTS and "unblocked" in last.event.fields:
        _add_shot(flow, desk, last.event, "lately-dice")
    else:
        came_of_it = f"{last.title}: {came_of_it}"
    flow.text("lately-came", f"{came_of_it}.", flow.theme.small, bold=True)
    flow.gap(6)


def _add_shot(flow: Flow, desk: Desk, event: Event, key: str) -> None:
    """A fire: the attack's dice above, below each that is blocked the die that blocks it."""
    section, theme = desk.match.resolved[Fire], flow.theme
    counters = desk.match.resolved[Units].counters
    title = f"{event.unit} fires at {event.target}" if event.unit else f"{event.target} is struck"
    flow.text(f"{key}-title", f"{title} in {event.hex}: {several(event.hits, 'hit')}", theme.small)
    pairs = blocks_of(event.dice, event.defense, section.success, section.blocks)
    columns = _in_columns(pairs)
    side = theme.px(_DIE_OF_SHOT)
    lines = _lines(len(columns), flow.rect.width // side)
    colors = (
        side_color(desk, event.unit) if event.unit in counters else PALETTE.ink_soft,
        side_color(desk, event.target),
    )
    label = "; ".join(_in_words(attack, defense, section.success) for attack, defense in pairs)
    dice_high = 2 if event.defense else 1
    row = flow.take(lines * (dice_high * side + theme.px(_BELOW)))
    painter = partial(_paint_shot, columns, section.success, side, colors)
    flow.place(Picture(key, row, label, painter))
    if reasons := _why_no_more(event, section, pairs):
        flow.text(f"{key}-why", f"{'; '.join(reasons)}.", theme.small, PALETTE.ink_soft)


def _lines(columns: int, across: int) -> int:
    """In how many lines so many columns stand, if so many have room beside each other."""
    return max(1, -(-columns // max(1, across)))


def _in_columns(pairs: Sequence[tuple[int, int]]) -> list[_Column]:
    """The dice of both pools as they are laid out: the highest of the attack first, each with the
    die that blocks it; what came to nothing on either side lies together at the end.
    """
    met = [
        _Column(attack, defense, blocked=True) for attack, defense in pairs if attack and defense
    ]
    alone = [attack for attack, defense in pairs if not defense]
    idle = [defense for attack, defense in pairs if not attack]
    # Idle dice of the defence go below the last of the attack's that nobody blocks.
    room = len(alone) - len(idle)
    below = [0] * room + idle if room > 0 else idle
    unmet = [_Column(*pair, blocked=False) for pair in zip_longest(alone, below, fillvalue=0)]
    return sorted(met + unmet, key=lambda column: -column.attack)


def _why_no_more(event: Event, section: Fire, pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Why no more came of the dice than did."""
    alone = [attack for attack, defense in pairs if not defense]
    idle = [defense for attack, defense in pairs if not attack]
    missed = any(die < section.success for die in alone)
    reasons = [f"Dice below {section.success} miss"] if missed else []
    if event.fields.get("blocked"):
        reasons.append(f"{several(int(event.blocked), 'hit')} blocked")
    if section.blocks != ANY and event.hits and any(die >= section.success for die in idle):
        reasons.append("no die blocks a higher one")
    through = len(event.unblocked)
    if through > event.hits:
        reasons.append(f"{event.hits} of {through} hits count, as no more is left to hit")
    return reasons


def _in_words(attack: int, defense: int, success: int) -> str:
    """One column in words."""
    if attack and defense:
        return f"{attack} blocked by {defense}"
    if attack:
        return f"{attack} {'hits' if attack >= success else 'misses'}"
    return f"{defense} blocks nothing"


def _paint_shot(
    columns: Sequence[_Column],
    success: int,
    side: int,
    colors: tuple[Color, Color],
    surface: pygame.Surface,
    rect: pygame.Rect,
) -> None:
    across = max(1, rect.width // side)
    high = rect.height // _lines(len(columns), across)
    for place, (attack, defense, blocked) in enumerate(columns):
        top = rect.top + place // across * high
        above = pygame.Rect(rect.left + place % across * side, top, side - _GAP, side - _GAP)
        below = above.move(0, side)
        if blocked:
            ink.segment(surface, above.center, below.center, _BLOCKS, PALETTE.ink)
        hits = attack >= success and not blocked
        if attack:
            draw(surface, above, Die(0, attack, faded=not hits, marked=hits), colors[0])
        if defense:
            draw(surface, below, Die(0, defense, faded=not blocked), colors[1])


def side_color(desk: Desk, unit: str) -> Color:
    """The colour of a unit's side."""
    side = desk.match.resolved[Units].counters[unit].side
    return parse_color(desk.match.sides[side].color, PALETTE.ink)


def add_dice(flow: Flow, key: str, in_words: str, dice: Sequence[Die], color: Color) -> None:
    """Dice in as many rows as they need."""
    side = flow.theme.px(_DIE)
    height = rows(len(dice), side, flow.rect.width) * side
    flow.place(Picture(key, flow.take(height), in_words, partial(_paint_dice, dice, side, color)))


def _paint_dice(
    dice: Sequence[Die], side: int, color: Color, surface: pygame.Surface, rect: pygame.Rect
) -> None:
    draw_rows(surface, rect, dice, side, color)
