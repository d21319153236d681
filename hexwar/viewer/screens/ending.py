"""The end of a game: who won and why, what was held and lost, and what to do next.

Everything is read from the record and its last position, by the functions at the top; only the line
with the chances through the game has to be worked out, in a thread, while its room on the sheet
stays free. :meth:`EndingScreen.fill` lays the sheet out from the banner down to the numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from hexwar.definition.printable import as_title
from hexwar.engine import Event
from hexwar.records.changed_rules import RulesChange
from hexwar.records.session import OPPONENT, Players
from hexwar.rules.combat.section import Combat
from hexwar.rules.figures.section import Figures
from hexwar.rules.fire.section import Fire
from hexwar.rules.game import Game
from hexwar.rules.language.wording import place_named, several
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Side, Sides
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import counter, face_of, shadow_of
from hexwar.viewer.drawing.theme import PALETTE, Color, ink_on, mix, parse_color
from hexwar.viewer.match.looking_back import LookingBack, look_back_at
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.objectives import regions_held
from hexwar.viewer.match.rolls import SHOTS
from hexwar.viewer.panels.hindsight import ChanceLine, Go, add_hindsight, room_for_hindsight
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.choosing import NewGame
from hexwar.viewer.screens.rules import RulesScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow, Label, Link, Panel, Picture
from hexwar.viewer.widgets.flow import ENDLESS

_COUNTER = 34  # side of a lost unit's counter, in points
_COLUMN = 260  # points that a side's column needs; on a narrower sheet the sides stand in a row


def all_events(match: Match) -> list[Event]:
    """Everything that has happened in a match."""
    record = match.record
    return [*record.opening, *(event for entry in record.entries for event in entry.events)]


def lost_units(match: Match) -> list[str]:
    """The units that were eliminated and have not come back, in the order of their end."""
    lost: dict[str, None] = {}
    for event in all_events(match):
        if event.kind == "eliminated":
            lost[event.unit] = None
        elif event.kind == "entered":
            # A unit may come back as a reinforcement, and is lost no more then. Below another
            # counter nobody was seen to enter.
            lost.pop(event.fields.get("unit", ""), None)
    return list(lost)


def fought(match: Match) -> list[str]:
    """How often there was fighting of the kinds that the game has, and how many hits it brought."""
    events, game = all_events(match), match.resolved
    shots = [event for event in events if event.kind in SHOTS]
    battles = sum(event.kind == "battle" for event in events)
    fires = shots or game.section(Fire)
    counts = [several(battles, "battle")] if battles or game.section(Combat) or not fires else []
    if fires:
        counts.append(several(len(shots), "fire"))
        if any("hits" in event.fields for event in shots):
            counts.append(several(sum(event.fields.get("hits", 0) for event in shots), "hit"))
    return counts


def figures_in_words(match: Match, side: str) -> str:
    """The figures of a side by condition, such as ``12 fit, 2 dead``; empty without figures."""
    section = match.resolved.section(Figures)
    if section is None:
        return ""
    numbers = Counter[str]()
    for unit in match.resolved[Units].counters.values():
        if unit.side == side:
            numbers.update(match.state.figures(unit.id))
    titles = section.conditions.items()
    return ", ".join(f"{numbers[id_]} {c.title.lower()}" for id_, c in titles if numbers[id_])


class EndingScreen(SheetScreen):
    """Tells the outcome of ``match``. Escape, or *Look at the map*, goes back to the board.

    ``on_again`` starts the same game again and ``on_quit`` closes the window; left out, the screen
    does both through its host. ``on_replay`` goes through the game again. ``looked_back``: the
    hindsight whose computation has begun already.
    """

    title = "Game over"
    widest = 780

    def __init__(
        self,
        host: Host,
        match: Match,
        on_again: Callable[[], None] | None = None,
        on_quit: Callable[[], None] | None = None,
        on_replay: Go | None = None,
        looked_back: LookingBack | None = None,
    ) -> None:
        super().__init__(host)
        self.match = match
        self.on_again = on_again or self._again
        self.on_quit = on_quit or host.quit
        self.on_replay = on_replay
        self.looked_back = looked_back or look_back_at(match)
        self._hindsight_shown = self.looked_back is None or self.looked_back.is_over
        self._pointed: int | None = None
        self.lost = lost_units(match)
        self.held = regions_held(match)

    def _players(self) -> Players:
        """Who played; what only a save has named is not started by playing again either."""
        match = self.match
        return {**match.players, **match.joined, **dict.fromkeys(match.absent, OPPONENT)}

    def _again(self, players: Players | None = None) -> None:
        game, record = self.match.resolved, self.match.record
        change: RulesChange | None = getattr(record, "rules_change", None)
        today = None if change is None else change.today  # by which a new game is played
        played: Game | str = getattr(record, "game", game.header.id)
        again = NewGame(
            today or played,
            game.scenario.id,
            tuple(game.options),
            game.edition or None,
            players or self._players(),
        )
        self.host.begin(again)

    def heading(self) -> str:
        """The verdict stands in its own banner."""
        return ""

    def acts(self) -> Sequence[SheetButton]:
        """What to do next."""
        buttons = [
            SheetButton("quit", "Quit", self.on_quit, hint=self.host.keys.shown("quit")),
            SheetButton("other", "Other game", self.host.choose_game),
        ]
        players, frame = self._players(), self.match.state.frame
        sides = [frame.side_ids[index] for index in frame.played]
        fixed = self.match.fixed_seats  # by mail, or in a lesson, seats are not ours to give
        if not fixed and len(sides) == 2 and players[sides[0]] != players[sides[1]]:
            exchanged = {sides[0]: players[sides[1]], sides[1]: players[sides[0]]}
            change = partial(self._again, {**players, **exchanged})
            buttons.append(SheetButton("exchange", "Change sides", change))
        if self.match.at_host:  # the others have to agree first
            buttons.append(SheetButton("again", "Offer a rematch", self.on_again))
        elif not fixed:
            buttons.append(SheetButton("again", "Play again", self.on_again))
        if self.on_replay is not None:
            buttons.append(SheetButton("replay", "Replay", partial(self.on_replay, 0, None)))
        return [*buttons, SheetButton("look", "Look at the map", self.host.pop, "primary")]

    # -- how it went -----------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """While the game is looked back at."""
        return self.looked_back is not None and not self._hindsight_shown

    def tick(self, seconds: float) -> bool:
        """Show how it went, as soon as that is there."""
        if self.waits and self.looked_back is not None and self.looked_back.is_over:
            self._hindsight_shown = True
            self.rebuild()
        return False

    def handle(self, event: pygame.event.Event) -> None:
        """The pointer reads the line off; all else as on every sheet."""
        super().handle(event)
        line = self.find("chances")
        if event.type == pygame.MOUSEMOTION and isinstance(line, ChanceLine):
            self._point(line, line.reading_at(event.pos, self.theme))

    def key(self, event: pygame.event.Event) -> None:
        """The arrows go along the line while it has the focus."""
        line, ways = self.find(self.focus), {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if isinstance(line, ChanceLine) and event.key in ways:
            self._point(line, line.step(ways[event.key]))
            return
        super().key(event)

    def _point(self, line: ChanceLine, number: int | None) -> None:
        if number != self._pointed:
            self._pointed = line.pointed = number
            self.dirty = True

    # -- layout --------------------------------------------------------------------------------

    def fill(self, flow: Flow) -> None:
        """Banner, how the game went, a column for each side, and the game in numbers."""
        self._banner(flow)
        flow.gap(14)
        self._went(flow)
        sides = self.match.resolved[Sides].all
        is_wide = flow.rect.width >= flow.theme.px(_COLUMN) * len(sides)
        if is_wide:
            parts = columns(flow, *[1.0] * len(sides), gap=28)
            for side, part in zip(sides, parts, strict=True):
                self._side(part, side)
            join(flow, parts)
        else:
            for side in sides:
                self._side(flow, side)
                flow.gap(6)
        self._numbers(flow)

    def _banner(self, flow: Flow) -> None:
        """The verdict and its reason on the winner's colour."""
        theme, state = flow.theme, self.match.state
        color = _color(self.match.sides[state.winner]) if state.winner else PALETTE.ink_soft
        ink = ink_on(color)
        pad = theme.px(20)
        box = flow.take(0)
        inner = Flow(
            theme, pygame.Rect(box.left + pad, box.top + pad, box.width - 2 * pad, ENDLESS)
        )
        game = self.match.resolved
        soft = mix(ink, color, 0.2)
        titles = ", ".join(dict.fromkeys((game.header.title, game.scenario.title)))
        inner.text("what", titles.upper(), theme.fine, soft, bold=True)
        inner.gap(2)
        inner.text("verdict", state.verdict.upper(), theme.px(32), ink, bold=True)
        if state.outcome:
            inner.gap(4)
            inner.text("because", state.outcome, theme.px(15), ink)
        ends = [event for event in all_events(self.match) if event.kind == "game_over"]
        if ends and ends[-1].rule:
            self._rule_link(inner, ends[-1].rule, ink)
        box.height = inner.y - box.top + pad
        banner = Panel("banner", box, state.verdict, color, mix(color, PALETTE.ink, 0.5), False)
        banner.children = list(inner.widgets)
        flow.place(banner)
        flow.y = box.bottom

    def _went(self, flow: Flow) -> None:
        """The chance of a side through the game; room for it, as long as it is worked out."""
        looked = self.looked_back
        if looked is None:
            return
        hindsight = looked.result()
        if hindsight is None:
            place = flow.take(room_for_hindsight(flow.theme))
            progress = f"Looking back at the game: {round(100 * looked.share)} %"
            flow.place(Label("looking-back", place, progress, flow.theme.small, PALETTE.ink_soft))
        else:
            add_hindsight(flow, hindsight, looked.parties, self.on_replay)
            line = next(widget for widget in flow.widgets if isinstance(widget, ChanceLine))
            line.pointed = self._pointed  # a new line for every layout: what was read off stays
        flow.gap(10)

    def _rule_link(self, flow: Flow, rule: str, ink: Color) -> None:
        """The rule by which it ended: a link where the game comes with the text of its rules."""
        theme = flow.theme
        flow.gap(5)
        row = flow.take(theme.line(theme.body, True))
        row.width = min(row.width, theme.width(f"Rule {rule}", theme.body, True) + 1)
        rulebook = self.match.resolved.rulebook

        def read() -> None:
            self.host.push(RulesScreen(self.host, rulebook, rule))

        if rulebook.rules:
            flow.place(Link("rule-link", row, f"Rule {rule}", read, theme.body, ink))
        else:
            flow.place(Label("rule-number", row, f"Rule {rule}", theme.body, ink, True))

    def _side(self, flow: Flow, side: Side) -> None:
        """What a side has held and lost."""
        theme, match = flow.theme, self.match
        bar = flow.take(theme.px(4))
        color = _color(side)
        flow.place(Panel(f"bar-{side.id}", bar, "", color, mix(color, PALETTE.ink, 0.4), False))
        flow.gap(6)
        won = ", winner" if side.id == match.state.winner else ""
        flow.text(f"side-{side.id}", f"{side.name}{won}", theme.title, bold=True)
        who = match.played_by(side.id)
        flow.text(f"player-{side.id}", f"Played by {who}", theme.small, PALETTE.ink_soft)
        flow.gap(6)
        for region, holders in self.held.items():
            hexes_held, of = holders[side.id], len(match.resolved.map.region(region))
            places = ", ".join(place_named(match.resolved, number) for number in hexes_held)
            line = f"{as_title(region)} held: {len(hexes_held)} of {of}"
            line += f": {places}" if places else ""
            flow.text(f"held-{side.id}-{region}", line)
        lost = [unit for unit in self.lost if match.resolved[Units].counters[unit].side == side.id]
        flow.text(f"lost-{side.id}", f"Units lost: {len(lost) or 'none'}")
        if figures := figures_in_words(match, side.id):
            flow.text(f"figures-{side.id}", f"Figures: {figures}")
        if lost:
            flow.gap(4)
            self._counters(flow, side.id, lost)
        flow.gap(8)

    def _counters(self, flow: Flow, side: str, units: Sequence[str]) -> None:
        """The counters of lost units in rows."""
        theme, game = flow.theme, self.match.resolved
        size = theme.px(_COUNTER)
        pitch = size + shadow_of(size) + theme.px(5)
        across = max(1, flow.rect.width // pitch)
        rows = -(-len(units) // across)

        def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
            for index, unit in enumerate(units):
                row, column = divmod(index, across)
                picture = counter(face_of(game[Units].counters[unit], game), size)
                surface.blit(picture, (rect.left + column * pitch, rect.top + row * pitch))

        label = ", ".join(game[Units].counters[unit].name for unit in units)
        flow.place(Picture(f"counters-{side}", flow.take(rows * pitch), f"Lost: {label}", paint))

    def _numbers(self, flow: Flow) -> None:
        """Turns, battles, and where the game is kept."""
        match, theme = self.match, flow.theme
        phrases = (
            f"Ended in turn {match.state.turn} of {match.resolved[SequenceOfPlay].turns}",
            *fought(match),
            several(len(match.record.entries), "action"),
        )
        flow.gap(2)
        flow.text("numbers", " · ".join(phrases), theme.small, PALETTE.ink_soft)
        path = getattr(match.record, "path", None)
        sentence = f"Saved in {shortened(path)}" if path else "This game is not saved."
        sentence = "The host keeps this game." if match.at_host else sentence
        flow.text("saved", sentence, theme.small, PALETTE.ink_soft)


def shortened(path: Path) -> str:
    """A path with ``~`` for the home folder."""
    try:
        return str(Path("~") / path.resolve().relative_to(Path.home()))
    except (ValueError, RuntimeError, OSError):
        return str(path)


def _color(side: Side) -> Color:
    return parse_color(side.color, PALETTE.ink_soft)
