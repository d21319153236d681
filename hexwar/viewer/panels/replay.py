"""The controls of a replay, above the sheet at the right: where it is, and how to go on.

Back and On go by the step that is chosen below them: an action, a unit, a phase, a turn, a battle,
a bookmark. A line shows the whole game with its turns and battles; where the sheet is high enough,
one of the chances stands below it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from hexwar.definition.grammar import in_prose
from hexwar.records.hindsight import Hindsight
from hexwar.records.replay import STRIDES
from hexwar.records.saves import BOOKMARK
from hexwar.rules.language.wording import every
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.match.looking_back import PicturedSide
from hexwar.viewer.match.replaying import ReplayMatch
from hexwar.viewer.panels.hindsight import ChanceLine
from hexwar.viewer.program.commands import KeyMap
from hexwar.viewer.widgets import Button, Flow, Look, Panel, Widget

STEPS = (*STRIDES, BOOKMARK)
"""By what the buttons go back and on."""

# All in points.
_ROW, _GAP = 30, 5  # the height of a row of buttons, and what is between and below them
_MARGIN, _TIMELINE = 14, 18  # around the controls; the height of the line of the game
_BAR, _TURN, _BATTLE, _MARK = 4, 5, 2.5, 7  # on it: thick; half a stroke; a dot; a pennant
_THUMB, _RIM = 5, 6  # where the replay is: radius of the disc, and with its rim
_TALL, _LINE = 640, 64  # so high a sheet has room for the line of the chances, and its height


Went = tuple[Hindsight, tuple[PicturedSide, PicturedSide]]
"""How a game went, looked back at, and the two sides whose chances the line shows."""


@dataclass(frozen=True, slots=True)
class ReplayControls:
    """What the controls show, and what they trigger.

    ``step`` is one of :data:`STEPS`; ``bookmarks`` are numbers of actions; ``eyes``: whether the
    game can be seen as several sides saw it; ``went``: how it went, and whose chance that is.
    """

    match: ReplayMatch
    keys: KeyMap
    run: Callable[[str], None]
    choose: Callable[[str], None]
    """Takes another step."""
    step: str
    playing: bool
    speed: str
    bookmarks: Sequence[int]
    eyes: bool
    went: Went | None

    @property
    def where(self) -> str:
        """How far the replay has come, in words."""
        replay = self.match.replay
        marked = ", bookmarked" if replay.at in self.bookmarks else ""
        return f"Action {replay.at} of {len(replay)}{marked}"

    @property
    def seen_by(self) -> str:
        """Whose view it is."""
        eyes = self.match.visibility.sides
        watchers = every(in_prose(self.match.side_name(side)) for side in eyes)
        return f"As {watchers} saw it" if eyes else "All is shown"


class Timeline(Widget):
    """The whole game as a line: turns, battles, bookmarks, and where the replay is."""

    role = "slider"

    def __init__(self, rect: pygame.Rect, controls: ReplayControls) -> None:
        super().__init__("timeline", rect, controls.where)
        self.controls = controls

    def _x(self, number: int) -> int:
        share = number / max(1, len(self.controls.match.replay))
        return self.rect.left + round(share * (self.rect.width - 1))

    def number_at(self, x: int) -> int:
        """The number of actions at a pixel of the window."""
        share = (x - self.rect.left) / max(1, self.rect.width - 1)
        return round(share * len(self.controls.match.replay))

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the line: turns are strokes across it, battles dots, bookmarks pennants."""
        theme, rect, controls = look.theme, self.rect, self.controls
        middle = rect.centery
        thick = theme.px(_BAR)
        bar = pygame.Rect(rect.left, middle - thick // 2, rect.width, thick)
        pygame.draw.rect(surface, PALETTE.paper_edge, bar, 0, thick // 2)
        bar.width = max(1, self._x(controls.match.replay.at) - rect.left)
        pygame.draw.rect(surface, PALETTE.accent, bar, 0, thick // 2)
        for number in controls.match.stops("turn"):
            x, half = self._x(number), theme.px(_TURN)
            ends = (x, middle - half), (x, middle + half)
            pygame.draw.line(surface, PALETTE.ink_soft, *ends, theme.px(1))
        # The first and last stop are the beginning and the end of the game, and no battles.
        for number in controls.match.stops("battle")[1:-1]:
            ink.disc(surface, (self._x(number), middle), theme.px(_BATTLE), PALETTE.danger)
        for number in controls.bookmarks:
            left, high = self._x(number), theme.px(_MARK)
            flag = [(left, rect.top), (left + high, rect.top + high / 2), (left, rect.top + high)]
            ink.shape(surface, flag, PALETTE.gold)
            pygame.draw.line(surface, PALETTE.ink, (left, rect.top), (left, middle), theme.px(1))
        thumb = (self._x(controls.match.replay.at), middle)
        ink.disc(surface, thumb, theme.px(_RIM), PALETTE.white)
        ink.disc(surface, thumb, theme.px(_THUMB), PALETTE.accent)


def add_controls(controls: ReplayControls, theme: Theme, rect: pygame.Rect) -> Panel:
    """The controls from the top of ``rect``; the panel's own rectangle says how far they reach.

    From the top: where the replay is, in words and as a line; Back, Play and On; by which step they
    go; start, end and speed; bookmarks, and whose view it is.
    """
    margin = theme.px(_MARGIN)
    flow = Flow(theme, rect.inflate(-2 * margin, -2 * margin))
    flow.heading("replay-heading", "Replay")
    flow.gap(2)
    flow.text("replay-where", f"{controls.where}. {controls.seen_by}.", theme.small)
    flow.gap(4)
    flow.place(Timeline(flow.take(theme.px(_TIMELINE)), controls))
    if controls.went is not None and rect.height >= theme.px(_TALL):
        line = ChanceLine(flow.take(theme.px(_LINE)), *controls.went, None, compact=True)
        line.pointed = controls.match.replay.at
        flow.place(line)
    flow.gap(6)
    at, last = controls.match.replay.at, len(controls.match.replay)
    playing = ("Stop", "pause") if controls.playing else ("Play", "play")
    _row(
        flow,
        _command(controls, f"back_{controls.step}", "Back", "back", may=at > 0),
        _command(
            controls, "replay_play", *playing, may=at < last or controls.playing, kind="primary"
        ),
        _command(controls, f"on_{controls.step}", "On", "on", may=at < last),
    )
    for steps in (STEPS[:3], STEPS[3:]):  # all six are too wide for one row
        _row(flow, *(_step(controls, step) for step in steps))
    _row(
        flow,
        _command(controls, "replay_start", "Start", may=at > 0),
        _command(controls, "replay_end", "End", may=at < last),
        _command(controls, "speed", controls.speed.capitalize()),
    )
    mark = "No bookmark" if at in controls.bookmarks else "Bookmark here"
    eyes = [_command(controls, "replay_eyes", "Other view")] if controls.eyes else []
    _row(flow, _command(controls, "replay_mark", mark, "bookmark"), *eyes)
    bottom = flow.y + margin // 2
    panel = Panel(
        "replay", pygame.Rect(rect.left, rect.top, rect.width, bottom - rect.top), "Replay"
    )
    panel.rounded = False
    panel.children = flow.widgets
    return panel


def _command(
    controls: ReplayControls,
    command: str,
    label: str,
    picture: str = "",
    *,
    may: bool = True,
    kind: str = "plain",
) -> Button:
    """A button that carries out a command if it ``may`` now; what it does and its key are its
    tooltip.
    """
    return Button(
        f"button-{command}",
        pygame.Rect(0, 0, 0, 0),  # the row that it stands in gives it its place
        label,
        partial(controls.run, command) if may else None,
        kind if may else "plain",
        may,
        controls.keys.tooltip(command),
        picture,
    )


def _step(controls: ReplayControls, step: str) -> Button:
    """One of the steps to choose by which the buttons go."""
    chosen = step == controls.step
    button = Button(
        f"step-{step}",
        pygame.Rect(0, 0, 0, 0),
        step.capitalize(),
        partial(controls.choose, step),
        "primary" if chosen else "plain",
        tooltip=f"Back and On go by this: {controls.keys.tooltip(f'on_{step}')}",
    )
    button.role, button.selected = "radio", chosen
    return button


def _row(flow: Flow, *buttons: Button) -> None:
    """Buttons side by side, each as wide as the others."""
    theme = flow.theme
    row, gap = flow.take(theme.px(_ROW)), theme.px(_GAP)
    width = (row.width - gap * (len(buttons) - 1)) // len(buttons)
    for place, button in enumerate(buttons):
        button.rect = pygame.Rect(row.left + place * (width + gap), row.top, width, row.height)
        flow.place(button)
    flow.gap(_GAP)
