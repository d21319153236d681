"""The picker's column of choices: each part adds its widgets, and changes what is chosen.

A part is left out where there is nothing to choose. Who plays is asked by the same part when
somebody takes a side over in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from hexwar.players import LEVELS, called
from hexwar.rules.lessons.section import lessons_of
from hexwar.rules.sides.section import Side
from hexwar.viewer.drawing.theme import PALETTE, mix, parse_color
from hexwar.viewer.screens.choosing import LessonChoice, NewGameDraft, Seats
from hexwar.viewer.widgets import Flow, Label, Panel, Toggle
from hexwar.viewer.widgets.controls import Row, TextField
from hexwar.viewer.widgets.flow import ENDLESS

_WHO = "A person at this window, or the computer, which thinks ahead more or less."


def add_lessons(flow: Flow, chosen: NewGameDraft, begin: Callable[[LessonChoice], None]) -> None:
    """A button for each lesson: it begins at once."""
    lessons = lessons_of(chosen.catalog)
    if not lessons:
        return
    theme = flow.theme
    flow.heading("lessons-heading", "Learn it")
    flow.gap(2)
    for name, lesson in lessons.items():
        choice = LessonChoice(chosen.catalog.folder, name)
        text = f"{lesson.minutes} minutes. {lesson.summary}".strip()
        title = f"Lesson: {lesson.title}"
        height = Row.needed(theme, flow.rect.width, title, text, False)
        row = flow.take(height)
        flow.place(Row(f"lesson-{name}", row, title, text, partial(begin, choice), False))
        flow.gap(4)
    flow.gap(10)


def add_scenarios(flow: Flow, chosen: NewGameDraft) -> None:
    """One of the scenarios."""
    flow.heading("scenario-heading", "Scenario")
    flow.gap(2)
    for scenario in chosen.catalog.scenarios.values():
        on = scenario.id == chosen.scenario
        take = partial(chosen.choose_scenario, scenario.id)
        flow.option(f"scenario-{scenario.id}", scenario.title, take, on, detail=scenario.summary)
        flow.gap(2)
    flow.gap(10)


def add_options(flow: Flow, chosen: NewGameDraft) -> None:
    """Any of the options that the scenario offers."""
    if not chosen.offered_options:
        return
    flow.heading("options-heading", "Optional rules, in any combination")
    flow.gap(2)
    for name in chosen.offered_options:
        option = chosen.catalog.options[name]
        take, on = partial(chosen.turn_option, name), name in chosen.options
        key = f"option-{name}"
        flow.option(key, option.title, take, on, role="checkbox", detail=option.summary)
        flow.gap(2)
    flow.gap(10)


def add_editions(flow: Flow, chosen: NewGameDraft) -> None:
    """One of the editions, if there are several."""
    if len(chosen.offered_editions) < 2:
        return
    flow.heading("editions-heading", "Edition")
    flow.gap(2)
    for name in chosen.offered_editions:
        edition = chosen.catalog.editions[name]
        take, on = partial(chosen.choose_edition, name), name == chosen.edition
        flow.option(f"edition-{name}", edition.title, take, on, detail=edition.summary)
        flow.gap(2)
    flow.gap(10)


def add_players(flow: Flow, chosen: Seats) -> None:
    """Who plays each side: in one line with its name where that fits."""
    theme = flow.theme
    flow.heading("players-heading", "Players")
    flow.text("players-hint", _WHO, theme.small, PALETTE.ink_soft)
    for level_id, level in LEVELS.items():
        sentence = f"{level.title}: {level.sentence}"
        flow.text(f"level-{level_id}", sentence, theme.small, PALETTE.ink_soft)
    flow.gap(5)
    chip = theme.px(22)
    name_width = (
        chip + theme.px(10) + max(theme.width(s.name, theme.body, True) for s in chosen.sides)
    )
    offered = {side.id: chosen.offered_to(side.id) for side in chosen.sides}
    names, most = set().union(*offered.values()), max(map(len, offered.values()))
    needed = max(theme.width(called(name), theme.body, True) for name in names) + theme.px(40)
    # In one line for all sides or for none, so that the columns of options stand below one another.
    one_line = name_width + needed * most <= flow.rect.width
    beside = one_line or needed * most <= flow.rect.width
    high = Toggle.needed(theme, ENDLESS, "x")  # of a single line
    for side in chosen.sides:
        name = flow.take(high)
        _add_side_name(flow, side, name, chip)
        if one_line:
            flow.y = name.top
        if beside:
            room = flow.take(high)
            left = room.left + (name_width if one_line else 0)
            width = (room.right - left) // most
            places = [
                pygame.Rect(left + place * width, room.top, width, high) for place in range(most)
            ]
        else:
            places = [flow.take(high) for _ in offered[side.id]]
        for player, rect in zip(offered[side.id], places, strict=False):
            take = partial(chosen.choose_player, side.id, player)
            on = chosen.players.get(side.id) == player
            flow.place(Toggle(f"player-{side.id}-{player}", rect, called(player), take, on))
        flow.gap(3 if one_line else 8)
    flow.gap(9)


def _add_side_name(flow: Flow, side: Side, row: pygame.Rect, chip: int) -> None:
    """A chip of the side's colour, and its name."""
    theme = flow.theme
    color = parse_color(side.color, PALETTE.ink_soft)
    square = pygame.Rect(row.left, 0, theme.px(14), theme.px(14))
    square.centery = row.centery
    edge = mix(color, PALETTE.ink, 0.5)
    flow.place(Panel(f"chip-{side.id}", square, "", color, edge, False))
    text = pygame.Rect(row.left + chip, row.top + theme.px(5), row.width - chip, row.height)
    lines = theme.wrap(side.name, theme.body, text.width, True)
    text.height = len(lines) * theme.line(theme.body, True)
    flow.place(Label(f"side-{side.id}", text, side.name, theme.body, bold=True))
    flow.y = max(flow.y, text.bottom)


def add_seed(flow: Flow, chosen: NewGameDraft) -> None:
    """The seed, for players who want the dice of another game."""
    theme = flow.theme
    flow.heading("seed-heading", "Seed of the dice")
    flow.gap(3)
    rect, hint = flow.take(TextField.height(theme)), "Any number or word"
    flow.place(TextField("seed", rect, "Seed of the dice", chosen.seed, chosen.type_seed, hint))
    flow.gap(3)
    text = "The same seed gives the same dice. Leave it empty for dice that nobody can foresee."
    flow.text("seed-hint", text, theme.small, PALETTE.ink_soft)
