"""The turn track and the sequence of play, with where the game is now lit.

Below them who wins when, how that stands, and what is counted beside the map. The sheet calls these
one by one and leaves out what has no room.
"""

from __future__ import annotations

from functools import partial

import pygame

from hexwar.engine.state import NOBODY
from hexwar.rules.language.wording import region_called
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.state import State
from hexwar.rules.victory.telling import Goal, goals_now, last_turns, standing
from hexwar.viewer.decisions import presentation_of
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, ink_on, lettering, mix, parse_color
from hexwar.viewer.match.objectives import regions_asked, regions_held, sought
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Flow, Link

_IN_A_COLUMN = 6  # phases that stand below one another, as they follow one another
_MOST_ROWS = 2
"""Rows of a turn track that is shown as a whole."""

_TURN, _PHASE, _ROUND = 24, 22, 4  # points: the sides of their boxes, and the corners of these
_CHIP, _BESIDE_CHIP = 11, 6  # points: the colour of a side, and between it and a name


def add_turn_track(flow: Flow, desk: Desk) -> None:
    """A box for each turn; of very many only those around the turn that is played."""
    theme = flow.theme
    turns, turn_now = desk.match.resolved[SequenceOfPlay].turns, desk.match.state.turn
    of_all = f"Turn {turn_now} of {last_turns(desk.match.state)}"
    flow.heading("turns-heading", of_all)
    flow.gap(3)
    side, gap = theme.px(_TURN), theme.px(4)
    in_row = max(1, (flow.rect.width + gap) // (side + gap))
    first, last = 1, turns
    # A track of many rows would leave nothing of the sheet for what is to be decided.
    if turns > in_row * _MOST_ROWS:
        # With the present turn in the middle, but at the beginning and the end of the game.
        first = max(1, min(turn_now - in_row // 2, turns - in_row + 1))
        last = first + in_row - 1
    rows = -(-(last - first + 1) // in_row)

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        for turn in range(first, last + 1):
            row, column = divmod(turn - first, in_row)
            box = pygame.Rect(
                rect.left + column * (side + gap), rect.top + row * (side + gap), side, side
            )
            is_past, current = turn < turn_now, turn == turn_now
            ground = PALETTE.ink if current else (PALETTE.paper_dim if is_past else PALETTE.white)
            pygame.draw.rect(surface, ground, box, 0, theme.px(_ROUND))
            pygame.draw.rect(surface, PALETTE.ink_soft, box, theme.px(1), theme.px(_ROUND))
            color = PALETTE.white if current else (PALETTE.ink_faint if is_past else PALETTE.ink)
            text = lettering(str(turn), theme.small, color, bold=current)
            surface.blit(text, text.get_rect(center=box.center))
            if is_past:
                pygame.draw.line(
                    surface, PALETTE.ink_faint, box.bottomleft, box.topright, theme.px(1)
                )

    flow.picture("turns", of_all, rows * (side + gap) - gap, paint)
    ends = last_turns(desk.match.state)
    if ends != str(turns):
        text = f"It is over after turn {ends}: the goal says when."
        flow.text("turns-hint", text, theme.small, PALETTE.ink_soft)
    flow.gap(10)


def acting_now(state: State) -> dict[str, str]:
    """By phase the side that acts in it as it stands, where a word such as *initiative* decides."""
    frame, sides = state.frame, state.frame.registry.phase_sides
    deciding = {
        phase.id: sides[phase.decided].side(state)
        for phase in state.resolved[SequenceOfPlay].phases
        if phase.decided in sides
    }
    return {phase: frame.side_ids[side] for phase, side in deciding.items() if side != NOBODY}


def add_sequence(flow: Flow, desk: Desk) -> None:
    """The phases of a turn in their order, downwards; many of them in two columns where they fit.

    The current one has a bar and an arrow.
    """
    theme, match = flow.theme, desk.match
    height = theme.px(_PHASE)
    phases = match.resolved[SequenceOfPlay].phases
    outside = presentation_of(match.state, match.decision).outside_turn
    half = flow.rect.width // 2
    acting = acting_now(match.state)
    called = {
        phase.id: f"{phase.title}: {match.side_name(acting[phase.id])}"
        if phase.id in acting
        else phase.title
        for phase in phases
    }
    widest = max(theme.width(title, theme.small, True) for title in called.values())
    columns = 2 if widest + theme.px(30) <= half and len(phases) > _IN_A_COLUMN else 1
    rows = -(-len(phases) // columns)

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        width = rect.width // columns
        for index, phase in enumerate(phases):
            column, row = divmod(index, rows)
            box = pygame.Rect(rect.left + column * width, rect.top + row * height, width, height)
            box.inflate_ip(-theme.px(2), -theme.px(2))
            lit = phase.id == match.state.phase and not match.state.is_over and not outside
            # A phase of everybody, or of nobody, has no colour of a side.
            side = acting.get(phase.id, phase.side)
            whose = match.sides[side].color if side else ""
            color = parse_color(whose, PALETTE.ink_soft)
            _phase_box(surface, box, called[phase.id], color, lit, theme)

    flow.heading("sequence-heading", "Sequence of play")
    flow.gap(3)
    names = ", ".join(called.values())
    headline = f"{outside or match.phase.title} now, of {names}"
    flow.picture("sequence", headline, rows * height, paint)
    flow.gap(10)


def add_goal(flow: Flow, desk: Desk) -> None:
    """Who wins when, and what is counted for it now, line by line."""
    flow.heading("goal-heading", "Goal")
    match = desk.match
    goals = desk.goals.about((match.version,), lambda: goals_now(match.state))
    for number, goal in enumerate(goals):
        flow.text(f"goal-{number}", goal.told, flow.theme.small, PALETTE.ink_soft)
        add_rows(flow, number, goal)
    flow.gap(8)


def add_rows(flow: Flow, number: int, goal: Goal) -> None:
    """Levels of victory as a table: the number, and who wins by it."""
    theme = flow.theme
    if not goal.rows:
        return
    wide = max(theme.width(bound, theme.small, True) for bound, _ in goal.rows) + theme.px(12)
    for place, (bound, who) in enumerate(goal.rows):
        bounds = Flow(theme, pygame.Rect(flow.rect.left, flow.y, wide, flow.left))
        bounds.text(f"goal-{number}-bound-{place}", bound, theme.small, bold=True)
        beside = pygame.Rect(flow.rect.left + wide, flow.y, flow.rect.width - wide, flow.left)
        winners = Flow(theme, beside)
        winners.text(f"goal-{number}-level-{place}", who, theme.small, PALETTE.ink_soft)
        flow.widgets += [*bounds.widgets, *winners.widgets]
        flow.y = max(bounds.y, winners.y)


def add_standing(flow: Flow, desk: Desk) -> None:
    """Who would win as it stands, for a window whose bar has no room for it."""
    sentence = standing(desk.match.state)
    flow.text("goal-standing", sentence, flow.theme.small, bold=True)
    flow.gap(4)


def add_objectives(flow: Flow, desk: Desk, *, notes: bool) -> None:
    """The regions that the victory asks about, and how many of their hexes each side holds; points
    and what is kept beside the map, with ``notes`` on what it means now.
    """
    theme, match = flow.theme, desk.match
    for name, holders in regions_held(match).items():
        total = len(match.resolved.map.region(name))
        parts = [f"{match.side_name(side)} {len(numbers)}" for side, numbers in holders.items()]
        title = region_called(match.resolved.map, name)
        text = f"{title[:1].upper()}{title[1:]} held: {', '.join(parts)} of {total}"
        flow.text(f"objective-{name}", text, theme.small, bold=True)
    # A lesson needs the room for what its steps point at. Otherwise it is always there: if it came
    # and went with the room for notes, what is below would move away from under the pointer.
    if match.lesson is None and (regions_asked(match.resolved) or sought(match)):
        row = flow.take(theme.line(theme.small))
        label = f"Objectives one by one ({desk.keys.shown('goal')})"
        row.width = min(row.width, theme.width(label, theme.small, True))
        opens = partial(desk.run, "goal")
        flow.place(Link("objectives-list", row, label, opens, theme.small))
    if points := match.state.points():
        parts = [f"{match.side_name(side)} {number}" for side, number in points.items()]
        flow.text("points", f"Victory points: {', '.join(parts)}", theme.small, bold=True)
    for record in match.state.recorded():
        flow.text(f"record-{record.id}", str(record), theme.small, bold=True)
        for number, note in enumerate(record.notes if notes else ()):
            flow.text(f"record-{record.id}-{number}", note, theme.small, PALETTE.ink_soft)
    flow.gap(8)


def _phase_box(
    surface: pygame.Surface, box: pygame.Rect, title: str, color: Color, lit: bool, theme: Theme
) -> None:
    """A phase: its title behind a chip in the colour of its side, or an arrow if it is on."""
    ground = mix(color, PALETTE.white, 0.1)
    chip = pygame.Rect(box.left + theme.px(5), 0, theme.px(_CHIP), theme.px(_CHIP))
    chip.centery = box.centery
    if lit:
        pygame.draw.rect(surface, ground, box, 0, theme.px(_ROUND))
        arrow = [(chip.left, chip.top), (chip.right, chip.centery), (chip.left, chip.bottom)]
        ink.shape(surface, arrow, ink_on(color))
    else:
        pygame.draw.rect(surface, color, chip, 0, theme.px(2))
    text = lettering(title, theme.small, ink_on(ground) if lit else PALETTE.ink_soft, bold=lit)
    surface.blit(text, text.get_rect(midleft=(chip.right + theme.px(_BESIDE_CHIP), box.centery)))
