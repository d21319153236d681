"""What the board's commands do that change the game, or who plays it.

A method carries out each command; the tables at the end say which, including those that only change
what is seen (:mod:`hexwar.viewer.board.looking_commands`). Nearly every one goes the same way:
:meth:`BoardCommands._go_on` skips or puts away what was on show, since a player who presses a key
has seen that; the selection, or the match, does what is wanted; and ``board.after_action`` lays
everything out again.

In this order: keys, acting, ending a game before its end, the computer and the sides that it plays,
lessons, lists and stacks, and other screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVarTuple

import pygame

from hexwar.definition.grammar import does, opening
from hexwar.engine import Action
from hexwar.records import HUMAN
from hexwar.records.lesson import LessonSession
from hexwar.rules.agreement import DRAW
from hexwar.rules.language.wording import either, every, place_named
from hexwar.rules.reinforcements.entries import next_entry
from hexwar.rules.sides.section import Sides
from hexwar.viewer.board.controlled import ControlledBoard
from hexwar.viewer.board.looking_commands import LookingCommands
from hexwar.viewer.decisions.presentation import beside_counters
from hexwar.viewer.match.match import Notice
from hexwar.viewer.table.idle import left_idle

_LOG_STEP = 5  # events of the log for one press of a key


class BoardCommands(LookingCommands):
    """Carries out commands on one board, and knows which keys are down."""

    def __init__(self, board: ControlledBoard) -> None:
        super().__init__(board)
        self._down: set[int] = set()
        """The keys that are down."""
        self._held: dict[int, str] = {}
        """Those of them that show something as long as they are down, with the command."""
        self._ended = -1
        """How many actions there were when the key ended a phase; -1: it did something else."""

    # -- keys ----------------------------------------------------------------------------------

    def pressed(self, event: pygame.event.Event) -> None:
        """A key goes down, or is repeated while it is held."""
        is_repeated = event.key in self._down
        self._down.add(event.key)
        command = self.board.host.keys.find(event, self.board.context)
        if command is None or (is_repeated and not command.repeats):
            return
        if command.held:
            self._held[event.key] = command.id
            HELD[command.id](self, True)
            return
        self.board.command(command)

    def released(self, event: pygame.event.Event) -> None:
        """A key goes up."""
        self._down.discard(event.key)
        command = self._held.pop(event.key, None)
        if command is not None:
            HELD[command](self, False)

    def let_go(self) -> None:
        """The window has lost the keyboard: no key is down as far as it knows, nothing dragged."""
        self.view.carried = None
        self._down.clear()
        for command in self._held.values():
            HELD[command](self, False)
        self._held.clear()

    # -- commands --------------------------------------------------------------------------------

    def _go_on(self) -> bool:
        """Skip what is being shown, or if nothing is, put away what others did; whether it was
        that.
        """
        if self.match.playback.busy:
            self.match.playback.skip()
            return False
        self.match.go_on()
        self.match.notice = Notice()  # what was said of the last click is not about this one
        return True

    def _only_goes_on(self) -> bool:
        """Whether a result was still to be looked at: then a key or click only puts that away.

        Otherwise it would act in a position that the player has not seen yet.
        """
        is_held = self.match.holds
        if is_held:
            self._go_on()
            self.board.after_action()
        return is_held

    def act(self) -> None:
        """Select, go, retreat or advance there; carry out what is prepared."""
        if self._only_goes_on():
            return
        self._go_on()
        chosen = self.selection
        number = chosen.focus_hex
        # Pointing at another target aims there, even while an attack is ready.
        is_new_target = number in chosen.targets and number not in chosen.aimed_at
        if chosen.attack() is not None and not is_new_target:
            chosen.commit()
        elif number is not None:
            self._point_at(number, act=True)
        self.board.after_action()

    def click(self, number: str, act: bool = False) -> None:
        """The pointer picks a hex; ``act``: go there, even if a friend to pick stands there."""
        if self._only_goes_on():
            return
        self._go_on()
        chosen, match, version = self.selection, self.match, self.match.version
        self._point_at(number, act)
        nothing_done = not match.notice.text and match.version == version
        if chosen.kind and not chosen.units and nothing_done and not chosen.available.target_first:
            # Where a unit could go has been clicked before any was picked up: say which can.
            reach = chosen.available.destinations
            able = [unit for unit in chosen.ready() if number in reach((unit,), "")]
            if able:
                place = place_named(match.resolved, number)
                match.say(f"Pick {either(able)} first: each can go to {place}.")
        self.board.after_action()
        if not match.notice.text:
            self.board.looking = True
            self.board.rebuild()

    def _point_at(self, number: str, act: bool) -> None:
        """Point at a hex; where that is refused and another way of moving leads there, say so."""
        chosen = self.selection
        can_go = number in chosen.destinations()  # then a refusal is not about the way
        manner = "" if can_go else chosen.refusals.another_way(chosen.units, number)
        chosen.click(number, act)
        notice = self.match.notice
        if manner and notice.refusal:
            key = self.board.host.keys.shown("next_way")
            self.match.notice = replace(
                notice, text=f"{notice.text} Moving {manner} reaches it: {key}."
            )

    def step_unit(self, step: int) -> None:
        """Pick the next unit (``step`` 1) that can act, or the one before (-1)."""
        self._go_on()
        unit = self.selection.step_unit(step)
        hex_now = self.match.state.position(unit) if unit else None
        if hex_now is not None:
            self.board.look_at(hex_now, cursor=True)
        else:
            if unit is None and self.selection.kind:
                self.match.say("No unit is left that can act.")
            self.board.after_action()

    def next_option(self) -> None:
        """Look at the next place to go, or the next enemy to attack."""
        if self._only_goes_on():
            return
        options = self.selection.options()
        if not options:
            self.board.say("Pick a unit first: there is nowhere to go.")
            return
        cursor = self.selection.cursor
        at = options.index(cursor) + 1 if cursor in options else 0
        self.board.look_at(options[at % len(options)], cursor=True)

    def toggle(self) -> None:
        """Add a unit to the attack, or take it out again."""
        if self._only_goes_on():
            return
        chosen = self.selection
        number = chosen.focus_hex
        if number is None:
            return
        able = {unit for group in chosen.groups() for unit in group}
        able_here = [unit for unit in self.match.state.units_at(number) if unit in able]
        if able_here:
            # Of a stack the first that does not attack yet; once all of them do, the first leaves.
            idle = [unit for unit in able_here if unit not in chosen.attackers]
            chosen.toggle((idle or able_here)[0])
            self.board.picked()
        else:
            self.click(number)

    def enter_all(self) -> None:
        """Bring on every unit that can enter, each by an action that can be taken back."""
        self._go_on()
        chosen, match = self.selection, self.match
        entries_before, side = len(match.entries), match.state.side_to_act
        # Each entry changes where the next may stand, and a rule may hand the choice to another
        # side in between.
        while chosen.kind and match.state.side_to_act == side:
            entry = next_entry(chosen.state)
            if entry is None or not match.act(entry):
                break
            chosen.refresh()
        entered = [unit for entry in match.entries[entries_before:] for unit in entry.action.units]
        if entered and not match.notice.refusal:
            match.say(f"{every(entered)} {'enters' if len(entered) == 1 else 'enter'}.")
        elif not match.notice.refusal:
            match.say("Nobody can enter now.")
        self.board.after_action()

    def end_phase(self) -> None:
        """End the phase or decline; ask first where something is left that cannot be done later."""
        if self._only_goes_on():
            return
        shown_before, were_shown = self.board.notice().text, self.match.playback.busy
        self._go_on()
        looks, decision = self.selection.presentation, self.match.decision
        if were_shown and not looks.own_turn:
            # What is offered after dice has not been read as long as these are still shown.
            self.board.after_action()
            return
        undone = looks.left_undone(self.selection.state, decision) if decision else ""
        if not undone:
            # A warning is said once: where exactly that was on show until now, the key means it. A
            # player who did something else meanwhile is warned again.
            warning = self._warning_before_the_end()
            if warning and shown_before != warning:
                self.board.say(warning)
            else:
                self._end()
            return
        # Imported when it is shown: the first frame of the window needs none of it.
        from hexwar.viewer.screens.question import Answer, QuestionScreen

        answers = [
            Answer(looks.finish, self._end, "e"),
            Answer("Not yet", lambda: None, "n", "primary"),
        ]
        self.board.host.push(QuestionScreen(self.board.host, f"{looks.finish}?", undone, answers))

    def _warning_before_the_end(self) -> str:
        """What would be thrown away: by the end of the phase, or by declining what is offered;
        empty for nothing, or if it is not asked.
        """
        chosen, match = self.selection, self.match
        decision = match.decision
        if not self.board.host.settings.idle_asked or match.lesson is not None or decision is None:
            return ""
        looks, ending_key = chosen.presentation, self.board.host.keys.shown("end_phase")
        key = beside_counters(match.resolved, ending_key, "key")
        if not looks.own_turn:
            # The key has just ended a phase, or else does so in this one: it may be pressed for
            # that again by somebody who has not read that he is offered something.
            takes_for_end = match.in_own_phase and not looks.before_the_die
            if not (takes_for_end or self._has_just_ended()) or chosen.ending() is None:
                return ""
            declining = f"press {key} or click {chosen.ending_says} once more to decline"
            return f"{decision.prompt} {opening(declining)}."
        idle = left_idle(chosen)
        again = f"press {key} or click {looks.finish} once more to end it all the same"
        return f"{idle}: {again}." if idle else ""

    def _has_just_ended(self) -> bool:
        """Whether the last that the side to act did was to end a phase of its own."""
        side = self.match.state.side_to_act
        later = self.match.entries[self._ended :] if self._ended >= 0 else ()
        return self._ended >= 0 and all(entry.side != side for entry in later)

    def _end(self) -> None:
        own_turn, number = self.selection.presentation.own_turn, len(self.match.entries)
        self.selection.end()
        if len(self.match.entries) > number:
            self._ended = number + 1 if own_turn else -1
        self.board.after_action()

    def end_all(self) -> None:
        """Decline for all the rest of the action."""
        if self._only_goes_on():
            return
        self._go_on()
        if self.selection.ending_all() is None:
            self.board.say("Nothing is offered again and again in this action.")
            return
        self.selection.end(everything=True)
        self.board.after_action()

    def next_way(self) -> None:
        """Switch to the next way of moving that the units picked up have."""
        chosen = self.selection
        if chosen.next_way():
            how = chosen.way_title or "in the ordinary way"
            self.board.say(f"{chosen.unit} would move {how}.")
        elif chosen.unit is None:
            self.board.say("Pick a unit first.")
        else:
            self.board.say(f"{chosen.unit} does not move in several ways.")

    def cancel(self) -> None:
        """Let go, from what is nearest to hand outwards: one press undoes one thing."""
        if self._only_goes_on():
            return
        if self.view.carried is not None:
            self.view.carried = None  # what was dragged stays picked up
        elif self._put_hint_away():
            pass
        elif self.board.news_card:
            self.board.news_read = len(self.match.entries)
        elif not self.match.playback.busy and self.board.in_panels:
            self.board.in_panels = False
        elif self._go_on():
            self.selection.clear()
            self.selection.cursor_shown = False
        self.board.rebuild()

    def undo(self) -> None:
        """Take the last action of a person back, or a step of a lesson."""
        self._leave_the_step()
        self.match.undo()
        self.board.after_action()

    def redo(self) -> None:
        """Do again what was taken back."""
        self.board.thinker.forget()
        self.match.redo()
        self.board.after_action()

    # -- a game that ends before its end ---------------------------------------------------------

    def resign(self) -> None:
        """Ask the person who has the choice whether to give up."""
        if self.match.at_host:
            self.board.open_table()  # at a table one can give up whoever has the choice
        elif self.selection.kind:
            resigning = self.match.state.side_to_act
            opponents = [self.match.side_name(side) for side in self._others()]
            wins = f", and {does(opponents[0], 'wins')}" if len(opponents) == 1 else ""
            title = f"{opening(self.match.side_name(resigning), 'resigns')}?"
            self._ask(title, f"The game is over then{wins}.", Action("resign"), "Resign", "r")

    def offer_draw(self) -> None:
        """Ask the person who has the choice whether to offer a draw; say so where that cannot be
        done.
        """
        match = self.match
        if not self.selection.kind:
            return
        refused = match.state.explain(DRAW)
        if refused is not None:
            match.refuse(refused)
            self.board.rebuild()
            return
        # Said before it is offered, since a computer's answer can end the game at once.
        person = bool(match.fixed_seats) or any(
            match.players.get(side, HUMAN) == HUMAN for side in self._others()
        )
        answers = "The other player answers" if person else "The computer answers at once"
        text = f"{answers}; the game is over if that is a yes. A side may offer it once a turn."
        side = match.side_name(match.state.side_to_act)
        self._ask(f"{opening(side, 'offers')} a draw?", text, DRAW, "Offer a draw", "o")

    def _others(self) -> list[str]:
        """The sides that are played, without that which has to choose."""
        state = self.match.state
        played = [state.frame.side_ids[index] for index in state.frame.played]
        return [side for side in played if side != state.side_to_act]

    def _ask(self, title: str, text: str, action: Action, label: str, chord: str) -> None:
        """Ask first, since what ends the game cannot be undone."""
        from hexwar.viewer.screens.question import Answer, QuestionScreen

        answers = [
            Answer(label, partial(self._play, action), chord, "danger"),
            Answer("Go on playing", lambda: None, "n", "primary"),
        ]
        self.board.host.push(QuestionScreen(self.board.host, title, text, answers))

    def _play(self, action: Action) -> None:
        self.match.act(action)
        self.board.after_action()

    # -- the computer: its hint, its thinking, the sides that it plays ---------------------------

    def ask_for_hint(self) -> None:
        """What the computer would do, or no more of it; in a lesson what its step waits for."""
        lesson = self.match.lesson
        if self._put_hint_away():
            self.board.rebuild()
        elif lesson is not None and not lesson.is_finished:
            # In a lesson only what the step waits for goes on, whatever a computer player would do.
            self.board.say(lesson.hint)
        elif not self.match.human_to_act:
            self.board.say("A hint is for who has a choice to make.")
        else:
            self._say_no_more()  # such as that no hint is shown
            self.board.hints.ask()
            self.board.rebuild()

    def _put_hint_away(self) -> bool:
        """Show no hint, nor what was said beside it; whether there was one."""
        if not self.board.hints.dismiss():
            return False
        self._say_no_more()
        return True

    def _say_no_more(self) -> None:
        """Take back what was said under the map, unless it is also the last line of the log."""
        if not self.match.notice.repeats:
            self.match.notice = Notice()

    def follow_hint(self) -> None:
        """Do the next step; of a hint that is still thought out there is none yet."""
        if plan := self.board.hints.plan:
            self._play(plan[0])
        elif not self.board.hints.busy:
            self.board.say(f"No hint is shown: {self.board.host.keys.shown('hint')} asks for one.")

    def hurry(self) -> None:
        """Have the hint, or the computer's move, with the best that was found."""
        match = self.match
        if self.board.hints.busy:
            self.board.hints.hurry()
        elif match.computer_to_act is not None:
            self.board.thinker.hurry()
            self.board.rebuild()
        elif not (match.changes or match.passing.turns):
            # What has changed shows that the answer was quicker, and is to be read.
            self.board.say("Nobody is thinking.")

    def choose_players(self) -> None:
        """Ask who plays each side from now on; say so where no choice is left."""
        if fixed := self._why_nobody_can_be_seated():
            self.board.say(f"Nobody can take a side over: {fixed}.")
            return
        # Imported when they are shown: the first frame of the window needs none of it.
        from hexwar.viewer.screens.choosing import SeatsDraft
        from hexwar.viewer.screens.seating import PlayersScreen

        seats = SeatsDraft(self.match.resolved[Sides].played, self.match.players)
        self.board.host.push(PlayersScreen(self.board.host, seats, self._seat))

    def _seat(self, changed: Mapping[str, str]) -> None:
        """Seat them. A thought under way is dropped: it was for a player who no longer plays."""
        if not changed:
            return
        match = self.match
        self.board.thinker.forget()
        self.selection.clear()
        for side, name in changed.items():
            match.seat(side, name)
        match.say(" ".join(str(event) for event in match.known_events()[-len(changed) :]))
        self.board.after_action()

    def _why_nobody_can_be_seated(self) -> str:
        """Why nobody can take a side over now; empty where somebody can."""
        if self.match.state.is_over:
            return "the game is over"
        if self.match.fixed_seats:
            return self.match.fixed_seats
        if self.match.lesson is not None:
            return "a lesson keeps its players"  # after its end, too: one can go back into it
        return ""

    # -- lessons ---------------------------------------------------------------------------------

    def go_on_in_lesson(self) -> None:
        """Go on from a step that is to be read; of one that waits for an action, what it is."""
        lesson = self._lesson_played()
        if lesson is None:
            return
        if lesson.step is None or lesson.step.expect is not None:
            self.tell_lesson_hint()
            return
        self._leave_the_step()
        self.match.happened(lesson.go_on())
        self.selection.clear()
        self.board.after_action()

    def go_back_in_lesson(self) -> None:
        """The step before."""
        lesson = self._lesson_played()
        if lesson is None:
            return
        self._leave_the_step()
        if lesson.go_back():
            self.match.jumped("")
        self.selection.clear()
        self.board.after_action()

    def begin_lesson_again(self) -> None:
        """The first step."""
        lesson = self._lesson_played()
        if lesson is None:
            return
        self._leave_the_step()
        lesson.reset()
        self.match.jumped("")
        self.selection.clear()
        self.board.after_action()

    def begin_whole_game(self) -> None:
        """Put the lesson away, and begin the game that it is about; the briefing asks who plays
        which side.
        """
        from hexwar.viewer.screens.choosing import whole_game

        lesson, host = self._lesson_played(), self.board.host
        if lesson is not None:
            host.begin(whole_game(lesson, host.settings.last))

    def tell_lesson_hint(self) -> None:
        """What the step of the lesson waits for."""
        lesson = self._lesson_played()
        if lesson is not None:
            self.board.say(lesson.hint or "The lesson is over.")

    def _lesson_played(self) -> LessonSession | None:
        """The lesson; where none is played that is said."""
        if self.match.lesson is None:
            self.board.say("No lesson is being played.")
        return self.match.lesson

    def _leave_the_step(self) -> None:
        # What is still shown or thought is about a position that will be gone.
        self.match.playback.skip()
        self.board.thinker.forget()

    # -- lists, and stacks laid out --------------------------------------------------------------

    def choose(self, digit: int) -> None:
        """Take a line of the list of choices, counted from 1."""
        if self.selection.choose(digit):
            self.board.after_action()

    def choose_member(self, digit: int) -> None:
        """Take along one of the counters laid out, counted from 1, or leave it out again."""
        members = self.selection.members()
        if digit <= len(members):
            self.take_member(members[digit - 1], also=True)

    def take_member(self, unit: str, also: bool) -> None:
        """Choose one counter of those laid out; ``also``: add it, or take it out again."""
        self._go_on()
        self.selection.take_member(unit, also)
        self.board.after_action()

    def take_whole_stack(self) -> None:
        """Take the whole stack along, or one unit of it."""
        self._go_on()
        self.selection.take_all()
        self.board.after_action()

    def put_on_top(self) -> None:
        """Put a counter on top of its stack."""
        self._go_on()
        self.selection.put_on_top()
        self.board.after_action()

    # -- other screens --------------------------------------------------------------------------

    def choose_game(self) -> None:
        """Put the game away, and choose another; behind a lesson its own game is proposed."""
        if self.match.lesson is None:
            self.board.host.choose_game()
        else:
            self._ask_how_to_leave(self.match.lesson)

    def _ask_how_to_leave(self, lesson: LessonSession) -> None:
        # Imported when it is shown: the first frame of the window needs none of it.
        from hexwar.viewer.screens.question import Answer, QuestionScreen

        host, title = self.board.host, self.match.resolved.header.title
        answers = [
            Answer("Back to the title", self._go_to_the_title, "t"),
            Answer("Begin the whole game", self.begin_whole_game, "b"),
        ]
        if not lesson.is_finished and not lesson.state.is_over:
            answers.append(Answer("Play on from here", self._leave_off, "p"))
        text = f"{title} can be played as a whole. Escape goes back to the lesson."
        if len(answers) > 2:
            text = f"{title} can be played on from here, without the rest of the lesson, or begun "
            text += "as a whole. Escape goes back to the lesson."
        answers[-1] = replace(answers[-1], kind="primary")
        host.push(QuestionScreen(host, "Leave the lesson?", text, answers))

    def _leave_off(self) -> None:
        lesson = self._lesson_played()
        if lesson is None:
            return
        self._leave_the_step()
        lesson.leave_off()
        self.match.jumped("")
        self.selection.clear()
        self.board.after_action()

    def _go_to_the_title(self) -> None:
        settings, folder = self.board.host.settings, self.match.resolved.header.id
        if settings.last.get("game") != folder:
            settings.last = {"game": folder}
        self.board.host.choose_game()

    def open_menu(self) -> None:
        """All that can be done now, with its keys."""
        # Imported when it is shown: the first frame of the window needs none of it.
        from hexwar.viewer.screens.menu import MenuScreen, in_menu

        host, board = self.board.host, self.board
        lesson = ("Lesson",) if self.match.lesson is not None else ()
        refused: dict[str, str] = {}
        """Commands that can do nothing now, with the reason."""
        if lock := self.match.undo_lock:
            refused["undo"] = lock
        if not self.match.record.can_redo:
            refused["redo"] = "nothing was taken back"
        if fixed := self._why_nobody_can_be_seated():
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


_Arguments = TypeVarTuple("_Arguments")


def _with(
    method: Callable[[BoardCommands, *_Arguments], None], *arguments: *_Arguments
) -> Callable[[BoardCommands], None]:
    """A command that calls a method with arguments of its own: which way, which line of a list."""
    return lambda commands: method(commands, *arguments)


_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

METHODS: Mapping[str, Callable[[BoardCommands], None]] = {
    "act": BoardCommands.act,
    "next_unit": _with(BoardCommands.step_unit, 1),
    "previous_unit": _with(BoardCommands.step_unit, -1),
    "next_option": BoardCommands.next_option,
    "toggle": BoardCommands.toggle,
    "stack": BoardCommands.take_whole_stack,
    "on_top": BoardCommands.put_on_top,
    "own_stacks": BoardCommands.look_at_own,
    **{f"member_{n}": _with(BoardCommands.choose_member, n) for n in range(1, 10)},
    "enter_all": BoardCommands.enter_all,
    "end_phase": BoardCommands.end_phase,
    "end_all": BoardCommands.end_all,
    "next_way": BoardCommands.next_way,
    "cancel": BoardCommands.cancel,
    **{f"choose_{n}": _with(BoardCommands.choose, n) for n in range(1, 10)},
    "hint": BoardCommands.ask_for_hint,
    "hint_step": BoardCommands.follow_hint,
    "hurry": BoardCommands.hurry,
    "undo": BoardCommands.undo,
    "redo": BoardCommands.redo,
    "replay": BoardCommands.open_replay,
    "resign": BoardCommands.resign,
    "offer_draw": BoardCommands.offer_draw,
    "players": BoardCommands.choose_players,
    "table": BoardCommands.open_table,
    "picker": BoardCommands.choose_game,
    "lesson_on": BoardCommands.go_on_in_lesson,
    "lesson_back": BoardCommands.go_back_in_lesson,
    "lesson_hint": BoardCommands.tell_lesson_hint,
    "lesson_reset": BoardCommands.begin_lesson_again,
    **{f"cursor_{way}": _with(BoardCommands.move_cursor, *by) for way, by in _WAYS.items()},
    **{f"pan_{way}": _with(BoardCommands.pan, *by) for way, by in _WAYS.items()},
    "zoom_in": _with(BoardCommands.zoom, 1),
    "zoom_out": _with(BoardCommands.zoom, -1),
    "zoom_fit": BoardCommands.zoom_fit,
    "supply": BoardCommands.show_supply,
    "fog": BoardCommands.change_fog,
    "plain_names": BoardCommands.change_names,
    "pictures": BoardCommands.change_pictures,
    "changes": BoardCommands.show_changes,
    "why": BoardCommands.open_rule_cited,
    "rules": BoardCommands.open_rules,
    "goal": BoardCommands.show_goal,
    "log_back": _with(BoardCommands.scroll_log, _LOG_STEP),
    "log_on": _with(BoardCommands.scroll_log, -_LOG_STEP),
    "speed": BoardCommands.change_speed,
    "menu": BoardCommands.open_menu,
    "panels": BoardCommands.switch_panels,
}
"""Command to the method that carries it out: all of the board that are not held."""

HELD: Mapping[str, Callable[[BoardCommands, bool], None]] = {
    "threats": BoardCommands.show_threats,
    "sight": BoardCommands.show_sight,
    "hide_counters": BoardCommands.hide_counters,
    "names": BoardCommands.show_names,
}
"""Command to the method that begins or ends what lasts as long as its key is held."""
