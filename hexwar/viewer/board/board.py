"""The board: the map, the sheets around it, and what keys and pointer do there.

:meth:`BoardScreen.tick` has the order of things: the curtain where the window changes hands, what
nobody needs to be asked, where to look, the events that are still to be shown, the hint, and last
a computer player's action, which is taken only when all that came before it has been seen.

When the position has changed, everything is laid out again (:meth:`BoardScreen.rebuild`); where
only the view has moved the map alone is drawn, as everything around it stays the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import pygame

from hexwar.engine import FirePreview
from hexwar.players import Player, why_absent
from hexwar.players.player import sentence
from hexwar.rules.combat.section import Combat
from hexwar.viewer.board.board_commands import METHODS, BoardCommands
from hexwar.viewer.board.carried_card import CarriedCard
from hexwar.viewer.board.controlled import ControlledBoard
from hexwar.viewer.board.pointing import Pointing
from hexwar.viewer.match.match import Match, Notice
from hexwar.viewer.match.playback import places
from hexwar.viewer.match.sounds import Ear
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.bar import add_bar, bar_height, prompt_text
from hexwar.viewer.panels.hand import add_hand, concerned, hand_height
from hexwar.viewer.panels.lesson import add_lesson, hexes_marked
from hexwar.viewer.panels.lesson_marks import marks
from hexwar.viewer.panels.news import add_news
from hexwar.viewer.panels.notice import (
    add_notice,
    add_zoom,
    hint,
    make_room,
    news,
    notice_height,
    tip,
)
from hexwar.viewer.panels.side import add_side, log_lines, meant, side_width
from hexwar.viewer.panels.stack import add_stack
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.program.commands import WindowCommand
from hexwar.viewer.program.keyboard import with_control
from hexwar.viewer.screens.base import Host
from hexwar.viewer.table.board_view import BoardView
from hexwar.viewer.widgets import Look, Node, Widget
from hexwar.viewer.widgets.controls import TextField

_IN_PANELS = frozenset(
    {pygame.K_TAB, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE}
)
"""Keys that move and press the focus ring while the keyboard is with the panels."""

_READY_WEIGHT = 20
"""How many other counters the card with news would rather cover than a unit that can act."""

_ASKING = 0.004
"""Seconds of a frame in which a next question is asked of the rules before all is laid out."""


class BoardScreen(ControlledBoard):
    """The board with the sheets around it, where time passes and keys and pointer are heard."""

    def __init__(self, host: Host, match: Match, painter: MapSheet | None = None) -> None:
        super().__init__(host, match, painter)
        self.commands = BoardCommands(self)
        self.desk = Desk(
            match,
            self.selection,
            self.view,
            host.keys,
            self.open_rule,
            self.commands,
            self.run,
            self.picked,
            self.thinker,
            self.hints,
            self.play,
        )
        self.pointing = Pointing(self, self.commands)
        self.carried_card = CarriedCard(self)
        self.plays = True
        """Whether computer players play; not on a picture."""
        self._ear = Ear(match)
        self._lines = 0  # how many the log had when it was laid out last
        self._standing_told = False
        """Whether the bar says who would win as it stands."""
        self._asked: tuple[object, ...] | None = None
        """What a person was asked for when the view was last moved to who can act."""
        self._views: dict[str, BoardView] = {}
        """How each side that shares the window was looking at the map when it handed the window
        over.
        """
        self._fault_told = False
        """Whether it was said that the picture of the map cannot be shown."""
        self._thinking_told = ""
        """What the bar said last of the player who thinks."""
        match.visibility.fog = host.settings.fog
        self._tell_notices()

    # -- layout --------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Take the window's size, and what was set and let go of while another screen was seen."""
        self.match.playback.speed = self.host.settings.speed
        self.view.pieces.plain = self.host.settings.plain_names
        self.view.pieces.scale = self.theme.scale
        self.show_pictures(self.host.settings.pictures)
        self.commands.let_go()
        super().resize(size)

    @property
    def look(self) -> Look:
        """The focus ring is seen while the keyboard is with the panels."""
        return Look(self.theme, self.focus if self.in_panels else "", self.hovered)

    def build(self) -> list[Widget]:
        """The bar above, the sheet at the right, the line below, and the map in between."""
        theme, (width, height) = self.theme, self.size
        top, low = bar_height(theme), notice_height(theme)
        side = side_width(theme, width, self.match.resolved.section(Combat))
        lesson = add_lesson(self.desk, theme, pygame.Rect(0, top, width - side, 0))
        over = sum(strip.rect.height for strip in lesson)
        make_room(self.desk, theme)
        cards = hand_height(self.desk, theme)
        high = height - top - low - over - cards
        self.view.place(pygame.Rect(0, top + over, width - side, high))
        self.view.marked = hexes_marked(self.desk)
        widgets = self.bar(pygame.Rect(0, 0, width, top))
        self._standing_told = any(p.key == "goal-standing" for bar in widgets for p in bar.walk())
        widgets += self.sheet(pygame.Rect(width - side, top, side, height - top))
        self.view.seat_minimap()
        self._offered = self.view.offer, self.view.minimap.folded
        self.strip = add_zoom(self.desk, theme, self.view.rect)
        self.strip += add_stack(self.desk, theme, self.view.rect, self.strip)
        # The news must not cover units that can act, nor the stack that is laid open.
        ready = set(self.selection.ready())
        counters = [
            (self.view.pixel_of(number), _READY_WEIGHT if ready.intersection(units) else 1)
            for number, units in self.view.pieces.standing().items()
        ]
        self.news_card = add_news(
            self.match, theme, self.view.rect, self.news_read, counters, self.strip
        )
        widgets += [*self.strip, *self.news_card]
        hand = pygame.Rect(0, height - low - cards, width - side, cards)
        widgets += add_hand(self.desk, theme, hand)
        line = pygame.Rect(0, height - low, width - side, low)
        widgets += [*lesson, *add_notice(self.desk, theme, line, self.notice())]
        return widgets + marks(self.desk, theme, widgets)

    def bar(self, rect: pygame.Rect) -> list[Widget]:
        """What stands above the map."""
        return add_bar(self.desk, self.theme, rect)

    def sheet(self, rect: pygame.Rect) -> list[Widget]:
        """What stands at its right."""
        added, self.furthest = add_side(
            self.desk, self.theme, rect, self.scroll, self._standing_told
        )
        return added

    def notice(self) -> Notice:
        """What the line under the map says."""
        if self.looking:
            what_a_click_does = hint(self.desk)
            if what_a_click_does.text:
                return what_a_click_does
        latest = self.match.notice
        # What others did is told before a notice that says it again.
        fresh = news(self.desk) if latest.repeats or not latest.text else latest
        return next((notice for notice in (fresh, latest) if notice.text), tip(self.desk))

    def walk(self) -> list[Widget]:
        """All widgets, for the position as it is now."""
        if self._to_ask is not None:
            self.rebuild()
        return super().walk()

    def tree(self) -> Node:
        """The widgets as a tree, for the position as it is now."""
        if self._to_ask is not None:
            self.rebuild()
        return super().tree()

    @property
    def field(self) -> TextField | None:
        """Nothing is typed on the board; every frame asks, and nothing is laid out for it."""
        return None

    def pushed(self) -> None:
        """An action of a widget is shown as any other."""
        if self._to_ask is None:
            self.rebuild()

    def rebuild(self) -> None:
        """Make all widgets again, for the position as it is now."""
        self._to_ask = None
        self.selection.refresh()
        self.scroll = min(self.scroll, self.furthest) if self.furthest else self.scroll
        lines, self._lines = self._lines, len(log_lines(self.desk))
        if self.scroll:  # a player who has scrolled back keeps his place in the log
            self.scroll += max(0, self._lines - lines)
        super().rebuild()
        self._only_map = False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the map, and unless only that has changed everything around it."""
        if self._to_ask is not None:
            self.rebuild()
        if not self._only_map:
            self.view.look_again()
        self.view.concerned = concerned(self.desk, self.hovered)
        self.view.meant = meant(self.desk, self.hovered)
        self.view.draw(surface)
        if not self._only_map:
            for widget in self.widgets:
                widget.draw(surface, self.look)
            self.carried_card.draw(surface, self.look)
            self.draw_tooltip(surface)
        else:
            for widget in (*self.strip, *self.news_card):
                widget.draw(surface, self.look)
        if self.painter.fault and not self._fault_told:
            self._fault_told = True
            self.say(f"The picture of the map is not shown: {self.painter.fault}.")
        # Pieces of the map that are still missing come with the next pictures.
        self.dirty = self._only_map = not self.view.complete

    # -- time ----------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Show what has happened, let the computer play, notice the end."""
        if self._hand_over():
            return True
        if self.plays and self.match.unasked and not self.match.playback.busy:
            self.selection.refresh()
            self.selection.end()
            self.after_action(by_person=False)
            return True
        self._look_where_the_lesson_points()
        self._look_where_one_can_act()
        self.show_events(seconds)
        drifts = self.pointing.drift(seconds)
        # Show a hint as soon as it is there, or that none could be found.
        try:
            if self.hints.tick():
                self.rebuild()
        except Exception as problem:
            self.say(f"There is no hint: {problem}")
        playback, is_held = self.match.playback, self.match.holds
        if not (playback.busy or is_held) and self._to_ask is None:
            self._let_computer_play()
        over = self.match.state.is_over and not (playback.busy or is_held or self.ended)
        if over and not (self.dirty or self.unseen):  # the last position has been seen
            self.ended, self._looked_back = True, None
            self.show_end()
        # What was done in this frame is not laid out and drawn in it, too.
        self.dirty = self.dirty and self._to_ask is None
        return playback.busy or over or drifts or self.unseen

    def show_events(self, seconds: float) -> None:
        """Show what has happened for so long, and let it be heard."""
        for name in self._ear.listen():
            self.host.sounds.play(name)
        playback = self.match.playback
        event = playback.current
        laid_out_before, self._laid_out = self._laid_out, False
        self.dirty = self.dirty or laid_out_before
        lays_out = self._begun
        if self._to_ask is not None:
            self._lay_out_in_time(self._to_ask)
            return
        if self._begun:
            # What was done is seen for a frame before time passes.
            self._begun = not laid_out_before
        elif playback.advance(seconds):
            if playback.current is event and playback.busy:
                self.redraw_map()
            else:
                following = playback.current
                if following is not None:
                    for number in places(following):
                        self.view.reveal(number)
                self.rebuild()
                lays_out = True
        if lays_out and not laid_out_before:
            # The next frame draws it, as both together take longer than a frame is seen.
            self.dirty, self._laid_out = False, True

    def _lay_out_in_time(self, to_ask: Iterator[object]) -> None:
        """Ask what laying out needs for some of a frame; once nothing is left to ask, lay out."""
        self.dirty, asked = False, False
        deadline = time.perf_counter() + _ASKING
        for _ in to_ask:
            asked = True
            if time.perf_counter() > deadline:
                return
        if not asked:
            self.rebuild()
            self.dirty, self._laid_out = False, True

    @property
    def unseen(self) -> bool:
        """Whether what has been done is still to be laid out or drawn."""
        return self._laid_out or self._to_ask is not None

    def questions(self) -> Iterator[object]:
        """The fight that is decided about, and what is told of it in bar and sheet."""
        yield from super().questions()
        yield prompt_text(self.desk)
        preview = self.match.impending
        if preview is None or isinstance(preview, FirePreview) or self.match.playback.busy:
            return
        yield self.view.fights.answer_to(preview)
        yield self.view.fights.battled_back(preview)

    def _hand_over(self) -> bool:
        """Cover the map when the next player sees other things. Returns whether that is so. What
        all see together, such as orders that are carried out, is shown to its end first.
        """
        visibility = self.match.visibility
        side = visibility.waiting
        seen_by_all = self.match.public and self.match.playback.busy
        if side is None or self.match.holds or seen_by_all:
            return False
        from hexwar.viewer.screens.question import CurtainScreen

        self.match.playback.skip()
        name = self.match.side_name(side)
        self.host.push(CurtainScreen(self.host, name, lambda: self._uncover(side)))
        return True

    def _uncover(self, side: str) -> None:
        """Show the map to a side on a board of its own: nothing is left on it of what the side
        before looked at, picked up or read.
        """
        match = self.match
        match.notice = Notice()
        holder, views = match.visibility.holder, dict(self._views)
        if holder is not None:
            views[holder] = self.view
        match.hand_to(side)
        board = BoardScreen(self.host, match, self.painter)
        board.plays, board._views, board._urgent = self.plays, views, self._urgent
        board._asked = ()  # this side is not the first to be asked for something
        if side in views:
            board.view.look_as(views[side])
        self.host.replace(board)

    def _let_computer_play(self) -> None:
        """Let the computer player whose choice it is think, or act once it has thought. Where it is
        at fault, or is not there, somebody else is asked for.
        """
        from hexwar.players import PlayerError, called

        name, match, side = self.match.computer_to_act, self.match, self.match.state.side_to_act
        if name is None or side is None or not self.plays:
            return
        if side in match.absent:
            self.ask_for_the_absent()
            return
        try:
            action = self.thinker.take(match.version)
            if action is None:
                computer = match.joined.get(side)
                self.thinker.start(name, computer, match.state, match.version)
                # Let the bar say how long somebody has been thinking.
                prompt = prompt_text(self.desk)
                if prompt != self._thinking_told:
                    self._thinking_told = prompt
                    self.rebuild()
                return
            match.act(action)
        except PlayerError as problem:
            self._ask_who_goes_on(str(problem))
            return
        except Exception as problem:
            self._ask_who_goes_on(f"{called(name)} cannot go on ({type(problem).__name__})")
            return
        self.after_action(by_person=False)

    def ask_for_the_absent(self) -> None:
        """Ask who plays in place of players that only the save knows, side after side."""
        if self.match.absent and not self.match.state.is_over:
            side, player = min(self.match.absent.items())
            self._ask_who_plays(side, why_absent(player), player)

    def _ask_who_goes_on(self, why: str) -> None:
        """A computer player is at fault: somebody else plays its side from here."""
        self._ask_who_plays(self.match.state.side_to_act or "", sentence(why))

    def _ask_who_plays(self, side: str, why: str, player: str = "") -> None:
        """Ask who plays a side from here, saying why; ``player`` is who played it before."""
        from hexwar.viewer.screens.seating import SeatingScreen

        seat = partial(self._seat, side)
        self.host.push(SeatingScreen(self.host, self.match, side, why, seat, player))

    def _seat(self, side: str, name: str, player: Player | None = None) -> None:
        """Somebody else plays a side from here."""
        self.match.seat(side, name, player)
        self.rebuild()
        self.ask_for_the_absent()

    def leave(self) -> None:
        """The game is put away: it is saved already."""
        self.hints.dismiss()
        self.thinker.end()
        if self._looked_back is not None:
            self._looked_back.give_up()

    def _look_where_one_can_act(self) -> None:
        """Bring the units that can act into view when a person's phase begins, and whenever a
        person is asked for something else; not before all that happened has been shown.
        """
        match = self.match
        if match.playback.busy or not match.human_to_act or match.lesson is not None:
            return
        is_own_turn = self.selection.presentation.own_turn
        state = match.state
        question = state.turn, state.phase, state.side_to_act, not is_own_turn and match.version
        if question != self._asked:
            is_first, self._asked = self._asked is None, question
            if not is_first:
                self.view.look_at_ready(anew=is_own_turn)
                self.redraw_map()

    # -- input ---------------------------------------------------------------------------------

    def command(self, command: WindowCommand) -> bool:
        """Carry out a command; answers whether it meant something here."""
        if command.id not in METHODS:
            return False
        METHODS[command.id](self.commands)
        return True

    def handle(self, event: pygame.event.Event) -> None:
        """Take an input event: the map first, then the widgets, then the command table."""
        if event.type == pygame.KEYDOWN:
            self.key(event)
        elif event.type == pygame.KEYUP:
            self.commands.released(event)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.commands.let_go()
        elif not (self.carried_card.handle(event) or self.pointing.handle(event)):
            super().handle(event)
            self.pointing.taken_beside(event)

    def key(self, event: pygame.event.Event) -> None:
        """A key: the focus ring while the keyboard is with the panels, else a command."""
        if self.in_panels and event.key in _IN_PANELS and not with_control(event.mod):
            super().key(event)
            return
        if event.key != pygame.K_ESCAPE or not self.carried_card.put_back():
            self.commands.pressed(event)
