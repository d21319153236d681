"""What the board's commands do.

A key is looked up as a command; ``carry_out`` finds the method by the first word of the command's
id, where the rest says which way (``pan_left``), or by the whole id. Nearly every command begins
with :meth:`BoardCommands._go_on`: whoever presses a key has seen what was on show, so that is
skipped or put away first. Then the selection is told, and the board lays itself out anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from hexwar.records.lesson import READ_ON
from hexwar.rules.language.wording import either, every, place_named
from hexwar.rules.reinforcements.entries import next_entry
from hexwar.rules.supply.section import Supply
from hexwar.viewer.board.controlled import (
    ControlledScreen,
    ask_for_hint,
    choose_players,
    end_phase,
    follow_hint,
    hurry,
    offer_draw,
    put_hint_away,
    resign,
    why_not,
)
from hexwar.viewer.match.match import Notice
from hexwar.viewer.program.commands import WindowCommand
from hexwar.viewer.program.settings import SPEEDS

_AGAIN = frozenset({"cursor", "pan", "zoom", "log", "on", "back"})
"""First words of the commands that a held key repeats; nobody ends two phases by leaning on E."""

_GOES_ON = frozenset({"act", "cancel", "toggle", "end_phase", "end_all", "next_option"})
"""Commands that mean no more than to go on while a result is to be looked at."""

_PAN = 0.18  # of the view, for one press
_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class BoardCommands:
    """Carries out commands on one board, and knows which keys are down."""

    def __init__(self, board: ControlledScreen) -> None:
        self.board = board
        self.match, self.selection, self.view = board.match, board.selection, board.view
        self._down: set[int] = set()
        self._held: dict[int, str] = {}

    # -- keys ----------------------------------------------------------------------------------

    def pressed(self, event: pygame.event.Event) -> None:
        """A key goes down, or is repeated while it is held."""
        again = event.key in self._down
        self._down.add(event.key)
        command = self.board.host.keys.find(event, self.board.context)
        if command is None or (again and command.id.split("_")[0] not in _AGAIN):
            return
        # Such keys show something as long as they are down, so that their going up counts too.
        if command.held:
            self._held[event.key] = command.id
            self._hold(command.id, True)
            return
        self.board.command(command)

    def released(self, event: pygame.event.Event) -> None:
        """A key goes up."""
        self._down.discard(event.key)
        held = self._held.pop(event.key, None)
        if held is not None:
            self._hold(held, False)

    def let_go(self) -> None:
        """The window has lost the keyboard: no key is down as far as it knows, nothing dragged."""
        self.view.carried = None
        self._down.clear()
        for held in self._held.values():
            self._hold(held, False)
        self._held.clear()

    def _hold(self, identity: str, on: bool) -> None:
        if identity == "threats":
            self.view.show_threats = on
        elif identity == "hide_counters":
            self.view.hide_counters = on
        elif identity == "names":
            self.view.show_names = on
        elif identity == "sight":
            self._look_along(on)
            return
        self.board.redraw_map()

    def _look_along(self, on: bool) -> None:
        if not self.view.sight.hold(on) and on:
            self.board.say("Nothing is said about lines of sight in this game.")
            return
        self.board.looking = True
        self.board.rebuild()

    # -- commands --------------------------------------------------------------------------------

    def _go_on(self) -> bool:
        """Skip what is being shown; else let go of what has changed, and answer so."""
        if self.match.playback.busy:
            self.match.playback.skip()
            return False
        self.match.go_on()
        self.match.notice = Notice()  # what was said of the last click is not about this one
        return True

    def _look_on(self) -> None:
        """A result has been seen for which the game has waited: it goes on."""
        self._go_on()
        self.board.after_action()

    def carry_out(self, command: WindowCommand) -> bool:
        """Carry out a command; answers whether it meant something here."""
        # The same key would also act in a position that the player has not looked at yet.
        if self.match.holds and command.id in _GOES_ON:
            self._look_on()
            return True
        first, _, rest = command.id.partition("_")
        with_way: dict[str, Callable[[str], None]] = {
            "cursor": self._move_cursor,
            "pan": self._pan,
            "zoom": self._zoom,
            "choose": self._choose,
            "member": self._member,
            "log": self._scroll_log,
            "lesson": self._lesson,
        }
        if first in with_way:
            with_way[first](rest)
            return True
        simple: dict[str, Callable[[], None]] = {
            "act": self._act,
            "next_unit": lambda: self._step_unit(1),
            "previous_unit": lambda: self._step_unit(-1),
            "next_option": self._next_option,
            "toggle": self._toggle,
            "stack": self._whole_stack,
            "on_top": self._put_on_top,
            "own_stacks": self._look_at_own,
            "supply": self._show_supply,
            "fog": self._change_fog,
            "enter_all": self._enter_all,
            "end_phase": self._end_phase,
            "end_all": self._end_all,
            "next_way": self._next_way,
            "cancel": self._cancel,
            "hurry": lambda: hurry(self.board),
            "hint": lambda: ask_for_hint(self.board),
            "hint_step": lambda: follow_hint(self.board),
            "undo": self._undo,
            "redo": self._redo,
            "resign": lambda: resign(self.board),
            "offer_draw": lambda: offer_draw(self.board),
            "players": lambda: choose_players(self.board),
            "why": self._why,
            "rules": lambda: self.board.open_rule(""),
            "goal": self._show_goal,
            "changes": self._show_changes,
            "replay": self.board.open_replay,
            "speed": self._change_speed,
            "panels": self._switch_panels,
            "picker": self.board.host.choose_game,
            "menu": self._menu,
            "plain_names": self._change_names,
            "pictures": self.board.change_pictures,
        }
        if command.id not in simple:
            return False
        simple[command.id]()
        return True

    def _act(self) -> None:
        self._go_on()
        chosen = self.selection
        number = chosen.focus_hex
        # Pointing at another target aims there, even while an attack is ready.
        other = number in chosen.targets and number not in chosen.aimed_at
        if chosen.attack() is not None and not other:
            chosen.commit()
        elif number is not None:
            self._point_at(number, act=True)
        self.board.after_action()

    def click(self, number: str, act: bool = False) -> None:
        """The pointer picks a hex; ``act``: go there, even if a friend to pick stands there."""
        if self.match.holds:
            self._look_on()
            return
        self._go_on()
        before = self.match.version
        self._point_at(number, act)
        self._ask_for_a_unit(number, before)
        self.board.after_action()
        if not self.match.notice.text:
            self.board.looking = True
            self.board.rebuild()

    def _point_at(self, number: str, act: bool) -> None:
        """Point at a hex; where that is refused and another way of moving leads there, say so."""
        chosen = self.selection
        goes = number in chosen.destinations()  # then a refusal is not about the way
        way = "" if goes else chosen.refusals.another_way(chosen.units, number)
        chosen.click(number, act)
        notice = self.match.notice
        if way and notice.refusal:
            key = self.board.host.keys.shown("next_way")
            self.match.notice = replace(
                notice, text=f"{notice.text} Moving {way} reaches it: {key}."
            )

    def _ask_for_a_unit(self, number: str, version: int) -> None:
        """A hex was clicked to which units can go, and none is picked up: say so."""
        chosen, match = self.selection, self.match
        if chosen.units or not chosen.kind or match.notice.text or match.version != version:
            return
        able = [
            unit for unit in chosen.ready() if number in chosen.available.destinations((unit,), "")
        ]
        if able and not chosen.available.target_first:
            place = place_named(match.resolved, number)
            match.say(f"Pick {either(able)} first, who can go to {place}.")

    def _step_unit(self, step: int) -> None:
        self._go_on()
        unit = self.selection.step_unit(step)
        here = self.match.state.position(unit) if unit else None
        if here is not None:
            self.board.look_at(here, cursor=True)
        else:
            if unit is None and self.selection.kind:
                self.match.say("No unit is left that can act.")
            self.board.after_action()

    def _next_option(self) -> None:
        options = self.selection.options()
        if not options:
            self.board.say("Pick a unit first: there is nowhere to go.")
            return
        now = self.selection.cursor
        at = options.index(now) + 1 if now in options else 0
        self.board.look_at(options[at % len(options)], cursor=True)

    def _toggle(self) -> None:
        chosen = self.selection
        number = chosen.focus_hex
        if number is None:
            return
        able = {u for group in chosen.groups() for u in group}
        here = [unit for unit in self.match.state.units_at(number) if unit in able]
        if here:
            # Of a stack the next one each time: the first that is not in, else the first.
            out = [unit for unit in here if unit not in chosen.attackers]
            chosen.toggle((out or here)[0])
            self.board.rebuild()
        else:
            self.click(number)

    def _enter_all(self) -> None:
        """Bring on everybody who can enter, each an action that can be taken back."""
        self._go_on()
        chosen, match = self.selection, self.match
        before, side = len(match.entries), match.state.side_to_act
        # Each entry changes where the next may stand, and a rule may hand the choice to another
        # side in between.
        while chosen.kind and match.state.side_to_act == side:
            entry = next_entry(chosen.state)
            if entry is None or not match.act(entry):
                break
            chosen.refresh()
        entered = [unit for entry in match.entries[before:] for unit in entry.action.units]
        if entered and not match.notice.refusal:
            match.say(f"{every(entered)} {'enters' if len(entered) == 1 else 'enter'}.")
        elif not match.notice.refusal:
            match.say("Nobody can enter now.")
        self.board.after_action()

    def _end_phase(self) -> None:
        self._go_on()
        end_phase(self.board)

    def _end_all(self) -> None:
        self._go_on()
        if self.selection.ending_all() is None:
            self.board.say("Nothing is offered again and again in this action.")
            return
        self.selection.end(everything=True)
        self.board.after_action()

    def _next_way(self) -> None:
        chosen = self.selection
        if chosen.next_way():
            how = chosen.way_title or "in the ordinary way"
            self.board.say(f"{chosen.unit} would move {how}.")
        elif chosen.unit is None:
            self.board.say("Pick a unit first.")
        else:
            self.board.say(f"{chosen.unit} does not move in several ways.")

    def _cancel(self) -> None:
        # From what is nearest to hand outwards: one press undoes one thing.
        if self.view.carried is not None:
            self.view.carried = None  # what was dragged stays picked up
        elif put_hint_away(self.board):
            pass
        elif not self.match.playback.busy and self.board.in_panels:
            self.board.in_panels = False
        elif self._go_on():
            self.selection.clear()
            self.selection.cursor_shown = False
        self.board.rebuild()

    def _undo(self) -> None:
        # What is being thought is about a position that will be gone.
        self.board.thinker.forget()
        self.match.undo()
        self.board.after_action()

    def _redo(self) -> None:
        self.board.thinker.forget()
        self.match.redo()
        self.board.after_action()

    def _lesson(self, way: str) -> None:
        lesson, match = self.match.lesson, self.match
        if lesson is None:
            self.board.say("No lesson is being played.")
            return
        if way == "hint" or (way == "on" and lesson.hint != READ_ON):
            self.board.say(lesson.hint or "The lesson is over.")
            return
        match.playback.skip()
        self.board.thinker.forget()
        if way == "on":
            match.happened(lesson.go_on())
        elif way == "reset" or lesson.go_back():
            if way == "reset":
                lesson.reset()
            match.jumped("")
        self.selection.clear()
        self.board.after_action()

    def _choose(self, digit: str) -> None:
        if self.selection.choose(int(digit)):
            self.board.after_action()

    def _member(self, digit: str) -> None:
        members = self.selection.members()
        if int(digit) <= len(members):
            self.take_member(members[int(digit) - 1], also=True)

    def take_member(self, unit: str, also: bool) -> None:
        """Choose one counter of those laid out; ``also``: add it, or take it out again."""
        self._go_on()
        self.selection.take_member(unit, also)
        self.board.after_action()

    def _whole_stack(self) -> None:
        self._go_on()
        self.selection.take_all()
        self.board.after_action()

    def _put_on_top(self) -> None:
        self._go_on()
        self.selection.put_on_top()
        self.board.after_action()

    def _look_at_own(self) -> None:
        visibility = self.match.visibility
        if not visibility.ask():
            hidden = visibility.limited and visibility.fog
            what = "Your own units are" if hidden else "Nothing is hidden: all units are"
            self.board.say(f"{what} shown already.")
        self.board.rebuild()

    # -- looking around ----------------------------------------------------------------------------

    def _move_cursor(self, way: str) -> None:
        chosen = self.selection
        if not chosen.cursor_shown:
            # The first press shows the cursor where the player is looking already.
            here = self.match.state.position(chosen.unit) if chosen.unit else None
            start = chosen.pointer or here or chosen.cursor
            self.board.look_at(start, cursor=True)
            return
        neighbour = self.view.neighbour(chosen.cursor, *_WAYS[way])
        if neighbour is not None:
            self.board.look_at(neighbour, cursor=True)

    def _pan(self, way: str) -> None:
        dx, dy = _WAYS[way]
        self.view.pan(dx * self.view.rect.width * _PAN, dy * self.view.rect.height * _PAN)
        self.board.redraw_map()

    def _zoom(self, way: str) -> None:
        if way == "fit":
            if self.view.offer == "front":
                self.view.look_at_front()
            else:
                self.view.fit()
            self.board.rebuild()
            return
        chosen = self.selection
        at = self.view.rect.center
        if chosen.focus_hex is not None:
            at = self.view.pixel_of(chosen.focus_hex)
        self.view.zoom(at, 1 if way == "in" else -1)
        self.board.redraw_map()

    def _scroll_log(self, way: str) -> None:
        self.scroll_log(5 if way == "back" else -5)

    def scroll_log(self, events: int) -> None:
        """Look further back in the log (positive) or on."""
        self.board.scroll = min(self.board.furthest, max(0, self.board.scroll + events))
        self.board.rebuild()

    def _why(self) -> None:
        rule = self.board.notice().rule or self.match.notice.rule
        self.board.open_rule(rule)

    def _menu(self) -> None:
        # Imported when it is shown: the first frame of the window needs none of it.
        from hexwar.viewer.screens.help import MenuScreen, in_menu

        host, board = self.board.host, self.board
        lesson = ("Lesson",) if self.match.lesson is not None else ()
        lock = self.match.undo_lock
        refused = {"undo": lock} if lock is not None else {}
        if not self.match.record.can_redo:
            refused["redo"] = "nothing was taken back"
        if fixed := why_not(self.match):
            refused["players"] = fixed
        groups = (*lesson, *board.groups, "Look up", "Map", "Window")
        listed = {
            group: [command for command in in_menu(group) if board.means(command)]
            for group in groups
        }
        host.push(
            MenuScreen(
                host,
                listed,
                lambda command: board.command(command) or host.command(command),
                refused,
            )
        )

    def _show_changes(self) -> None:
        self.match.playback.skip()
        # Their arrows would lie over each other and look alike.
        if self.board.hints.plan:
            key = self.board.host.keys.shown("hint")
            self.board.say(f"What others did is not shown beside a hint: {key} puts that away.")
            return
        if not self.match.meanwhile.recall():
            idle = every([self.match.side_name(side) for side in self.match.meanwhile.had_turn])
            # A side that had its turn and did nothing is named: else a turn before that would be
            # recalled as if it were the last.
            nothing = f"{idle} had a turn and did nothing in it that can be drawn."
            before = "Nothing has been done by others since you last looked."
            self.board.say(nothing if idle else before)
        self.board.looking = False
        self.board.rebuild()

    def _show_goal(self) -> None:
        """How it is won; of a game that is over, how it was."""
        if self.board.ended:
            self.board.show_end()
            return
        from hexwar.viewer.screens.briefing import GoalScreen

        self.board.host.push(GoalScreen(self.board.host, self.match.state, self.board.open_rule))

    def _change_speed(self) -> None:
        settings = self.board.host.settings
        settings.speed = SPEEDS[(SPEEDS.index(settings.speed) + 1) % len(SPEEDS)]
        settings.save()
        self.match.playback.speed = settings.speed
        self.board.say(f"Speed of what is shown: {settings.speed}.")

    def _change_names(self) -> None:
        settings = self.board.host.settings
        settings.plain_names = not settings.plain_names
        settings.save()
        self.view.pieces.plain = settings.plain_names
        self.board.say(f"Counters have {'words' if settings.plain_names else 'symbols'}.")

    def _show_supply(self) -> None:
        if self.match.resolved.section(Supply) is None:
            self.board.say("There is no supply in this game.")
            return
        self.view.show_supply = not self.view.show_supply
        self.board.rebuild()

    def _change_fog(self) -> None:
        if not self.match.visibility.limited:
            self.board.say("Nothing is hidden in this game.")
            return
        settings = self.board.host.settings
        settings.fog = not settings.fog
        settings.save()
        self.match.visibility.fog = settings.fog
        hidden = "Enemies that hide are not shown"
        if self.match.visibility.stacks:
            hidden = "Only the top counter of enemy stacks is shown"
        self.board.say(f"{hidden if settings.fog else 'All is shown'}.")

    def _switch_panels(self) -> None:
        self.board.in_panels = not self.board.in_panels
        self.board.rebuild()
