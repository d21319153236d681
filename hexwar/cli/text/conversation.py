"""A game in the terminal, line by line: for a slow connection, a screen reader, a script.

Nothing moves the cursor or depends on colour. What is legal, and why not, comes from the same code
as in the window; :mod:`hexwar.cli.text.commands` has the commands beside the actions themselves.

:class:`TextGame` says things, goes round its loop (a computer acts, or a person is asked), and
takes what a person types: a command, a number of the list that was shown, or an action in notation,
which is tried in that order. A line that is none of these is answered in a sentence, and asked for
again.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TextIO

from hexwar.cli import CLEAN
from hexwar.cli.choosing import player_named
from hexwar.cli.terminal import wrapped
from hexwar.cli.text.answers import event_line, how_it_went, situation, turn_and_phase, verdict
from hexwar.cli.text.commands import (
    counted,
    find_command,
    is_verb,
    nobody_opposes,
    one_by_one,
    respelled,
    texts_of,
    unknown_word,
    who_plays,
    words,
)
from hexwar.cli.text.decisions import in_another_way, line, numbered, refusal
from hexwar.cli.text.kinds import thrown_away
from hexwar.cli.text.lessons import step_told, way_to_write
from hexwar.cli.text.thinking import Patience
from hexwar.cli.text.visibility import OUT_OF_SIGHT, seen_in
from hexwar.definition.grammar import in_prose, opening
from hexwar.engine import Action, Event, IllegalAction
from hexwar.engine.action import Choice
from hexwar.players import (
    FOR_PEOPLE,
    Player,
    PlayerError,
    absent,
    called,
    choice_of,
    named,
    why_absent,
)
from hexwar.players.player import sentence, tell_that_it_is_over
from hexwar.players.search.player import SearchPlayer
from hexwar.players.thinking_process import Mind
from hexwar.records import HUMAN, Replay, Session
from hexwar.records.lesson import LessonSession
from hexwar.records.mail import MailSession
from hexwar.records.session import OPPONENT
from hexwar.rules.first_contact import first_contact
from hexwar.rules.language.wording import either, every
from hexwar.rules.sides.section import Sides
from hexwar.rules.told_course import course_told, is_placing
from hexwar.rules.victory.telling import goals


def run_text(
    session: Session,
    *,
    input: TextIO | None = None,  # noqa: A002 - as in subprocess.run
    output: TextIO | None = None,
    random: Random | None = None,
) -> int:
    """Play a session in a terminal until it is over, left or at the end of its input.

    ``input`` and ``output`` are the standard ones unless given; ``random`` is what computer players
    draw from, and hints from a copy of it. Answers with the exit code. If a player is missing or at
    fault, it says so and asks who plays in its place. Whatever else ends it, such as a
    KeyboardInterrupt or an OSError of a stream, goes on to the caller with a note that says where
    the game is saved.
    """
    game = TextGame(session, input or sys.stdin, output or sys.stdout, random or Random())
    try:
        game.play()
    except (KeyboardInterrupt, Exception) as stopped:
        stopped.add_note(game.where_kept())
        raise
    return CLEAN


class TextGame:
    """The conversation about one session. ``playing`` is false once somebody said ``quit``."""

    def __init__(self, session: Session, source: TextIO, output: TextIO, random: Random) -> None:
        self.session = session
        self.playing = True
        self.numbered: tuple[Choice, ...] = ()
        self._input = source
        self._output = output
        self._random = random
        self.patience = Patience(self.say, typed=source.isatty())
        self._computers: dict[str, Player] = {}
        self._names = session.state.resolved[Sides].names
        self._described: tuple[object, int, int] | None = None
        self._last_played = self._last_said = ""
        """The side of the computer that played last, or that a person did."""
        self._before = ""
        """The line that was answered last."""

    # -- talking ------------------------------------------------------------------------------

    def say(self, text: str = "") -> None:
        """Print a line, or several."""
        print(text, file=self._output)

    def say_prose(self, text: str) -> None:
        """Print a paragraph at the width of the terminal, indented as its first line is."""
        indent = " " * (len(text) - len(text.lstrip()))
        self.say(wrapped(text, f"{indent}  " if indent else "", indent))

    def tell(self, events: Iterable[Event]) -> None:
        """Say what happened, and whatever the record has to say about saving."""
        for event in course_told(seen_in(self.session).known_events(events)):
            if event.kind != "game_over":  # the last line of all says that
                self.say(event_line(event))
        for notice in self.session.notices:
            self.say_prose(notice)
        self.session.notices.clear()

    def drawing_apart(self) -> Random:
        """What a hint draws from: a copy, so that the computer players' own draws stay the same."""
        apart = Random()
        apart.setstate(self._random.getstate())
        return apart

    def where_saved(self) -> str:
        """Whether the game is saved, and the command that goes on with it."""
        if isinstance(self.session, LessonSession):
            return "A lesson is not saved."
        if isinstance(self.session, MailSession):
            return "The game is kept. To go on: hexwar mail answer FILE"
        if not self.session.save() or self.session.path is None:
            return "The game is not saved."
        path_as_typed = _as_typed(self.session.path)
        if self.session.state.is_over:
            return f"The game is saved. To see it again: hexwar replay {path_as_typed}"
        return f"The game is saved. To go on: hexwar play --text --load {path_as_typed}"

    def where_kept(self) -> str:
        """As the game is left: where it is saved, or that there was nothing to save."""
        if self.session.put_away():
            return "Nothing was played, so nothing is kept."
        return self.where_saved()

    # -- the loop -----------------------------------------------------------------------------

    def play(self) -> None:
        """Play until the game is over or left."""
        self._open()
        self._seat_computers()
        while self.playing and not self.session.state.is_over and not self.session.awaited:
            if self.session.player_to_act == HUMAN:
                self._ask()
            else:
                self._let_computer_act()
        self.say()
        if self.session.state.is_over:
            for side, player in self._computers.items():
                with suppress(PlayerError):  # nothing depends on what becomes of it now
                    tell_that_it_is_over(player, self.session.state, side)
            self.say_prose(verdict(self.session.state))
            if not isinstance(self.session, LessonSession):
                for line in how_it_went(Replay(self.session)):
                    self.say(line)
        self.say(self.where_kept())

    def _seat_computers(self) -> None:
        """Make the computer players. For one that is not here it is asked who plays in its place;
        so it is for one that only a save has named, which is neither imported nor started unasked.
        """
        absent_players = absent(self.session.players, self.session.unconfirmed)
        for side, name in list(self.session.players.items()):
            if side in absent_players:
                self._ask_who_plays(side, why_absent(name))
            elif name != HUMAN:
                try:
                    self._computer(side, name)
                except PlayerError as problem:
                    self._ask_who_plays(side, sentence(problem))

    def _open(self) -> None:
        game = self.session.state.resolved
        titles = [self.session.game.catalog.options[option].title for option in game.options]
        name = ": ".join(dict.fromkeys((game.header.title, game.scenario.title)))
        self.say_prose(", ".join([name, *titles]) + ".")
        self.say(who_plays(self.session))
        if not isinstance(self.session, LessonSession | MailSession):
            for hint in nobody_opposes(self.session):
                self.say_prose(hint)
        if not self.session.entries and not isinstance(self.session, LessonSession):
            # What it is about and how it is won, before the first move.
            about = dict.fromkeys((game.header.summary, game.scenario.summary))
            contact = first_contact(self.session.state)
            for paragraph in filter(None, (*about, *map(str, goals(game)), contact)):
                self.say_prose(paragraph)
        self.say("Type help for the commands, goal for how it is won, map for the map,")
        self.say("units for who stands where.")
        self.say()
        if learned := seen_in(self.session).learned_of(self.session.entries):
            self.say(f"Actions played before: {len(learned)}; log tells of them.")
        self.tell(() if self.session.entries else self.session.opening)

    def _let_computer_act(self) -> None:
        state = self.session.state
        phase_before = turn_and_phase(state)
        name, side = self.session.player_to_act or HUMAN, state.side_to_act or ""
        try:
            player = self._computer(side, name)
            player_in_words, patience = f"{self._names[side]} ({called(name)})", self.patience
            listens = isinstance(player, SearchPlayer)
            with (
                patience.waiting(player_in_words) if listens else patience.enduring(player_in_words)
            ):
                chosen = choice_of(player, state, self._random)
        except PlayerError as fault:
            self._ask_who_plays(side, sentence(fault))
            return
        events = self.session.apply(chosen)
        action = seen_in(self.session).action_of(self.session.entries[-1])
        if is_placing(self.session.entries[-1].events):
            return  # a line tells of all of them, once the side has set up
        if self._last_played != side:
            # Whatever a person has just done stands apart from what is done in answer.
            self.say()
            self.say(f"-- {self._names[side]} ({called(name)}), {phase_before} --")
        line = f"{self._names[side]} ({called(name)}): {action}"
        # What is done out of sight is said once, however often it is done.
        if line != self._last_said or not action.endswith(OUT_OF_SIGHT):
            self.say(line)
        self._last_played, self._last_said = side, line
        self.tell(events)

    def _computer(self, side: str, name: str) -> Player:
        """Who plays a side; made when first asked for."""
        if side not in self._computers:
            self._computers[side] = self.session.joined.get(side) or self._player_made(side, name)
        return self._computers[side]

    def _player_made(self, side: str, name: str) -> Player:
        return Mind(self.patience.hurried).player(side, name)

    def seat(self, side: str, player: str) -> None:
        """Let somebody else play a side from now on; ValueError if he cannot be had."""
        players_made = {} if player == HUMAN else {side: self._player_made(side, player)}
        self.session.seat(side, player)
        self._computers.pop(side, None)
        self._computers |= players_made

    def _ask_who_plays(self, side: str, why: str) -> None:
        """Ask until a player is named that is here; leaving the question leaves the game."""
        self._computers.pop(side, None)
        reason = why
        while self.playing and not self.session.state.is_over:
            own_player = f"one of your own ({named.FORMS}), which starts it"
            players_known = either([*map(_as_said, FOR_PEOPLE), own_player])
            side_named = in_prose(self._names[side])
            self.say_prose(
                f"{reason} Who plays {side_named}: {players_known}? Enter: normal; or quit."
            )
            line = self._read(f"{self._names[side]}: ")
            if line is None or line.lower() == "quit":
                self.playing = False
                return
            try:
                self.seat(side, player_named(line or OPPONENT))
            except ValueError as problem:
                reason = sentence(problem)
            else:
                return

    def _ask(self) -> None:
        state = self.session.state
        step = self.session.at if isinstance(self.session, LessonSession) else 0
        position = (state, len(self.session.entries), step)
        if position != self._described:
            # After an answer that changes nothing (a question, a refusal) it is not said again.
            self._described = position
            self.describe()
        line = self._read(f"{self._names[state.side_to_act or '']}> ")
        if line is None:
            self.playing = False
        else:
            self.answer(line)

    def _read(self, prompt: str) -> str | None:
        """A line without its end; ``None`` at the end of the input."""
        typed = self._input.isatty()
        if typed and self._input is sys.stdin and self._output is sys.stdout:
            return _edited_line(prompt, words(self.session.state))
        print(prompt, end="", file=self._output, flush=True)
        line = self._input.readline()
        if not typed:
            self.say(line.strip())  # a script's lines belong into the record of the conversation
        return line.strip() if line else None

    # -- answering ----------------------------------------------------------------------------

    def describe(self) -> None:
        """Say whose turn it is, in which phase, and what is left to do."""
        state = self.session.state
        self.say()
        for paragraph in situation(seen_in(self.session)):
            self.say_prose(paragraph)
        if isinstance(self.session, LessonSession):
            for paragraph in step_told(self.session):
                self.say_prose(paragraph)
        self.numbered = numbered(state)
        texts = texts_of(state) if self.numbered else {}
        for number, choice in enumerate(self.numbered, 1):
            text = texts.get(str(choice.action), "")
            self.say_prose(f"  {number}. {line(choice.action, choice.label)}{text and f'. {text}'}")

    def answer(self, line: str) -> None:
        """Do what a line says: a command, an action, or the number of a choice."""
        before, self._before = self._before, line.lower()
        if not line:
            self._answer_nothing()
            return
        word, _, after_word = line.partition(" ")
        command = find_command(word, self.session.state)
        if command is not None:
            command.run(self, after_word.strip())
        elif 1 <= (number := counted(line) or 0) <= len(self.numbered):
            action = self.numbered[number - 1].action
            if line == before or not self._warns_of(action):
                self.act(str(action))
        # Asked only if the line before was not the same: so the second time means it.
        elif line.lower() == "resign" != before and self._asks_twice():
            side = self._names[self.session.state.side_to_act or ""]
            question = f"{opening(side, 'resigns')}? The game is over then."
            self.say_prose(f"{question} Type resign again to do so, or anything else.")
        elif line.lower() == "done" != before and (undone := self._left_undone()):
            self.say_prose(f"{undone}: type done again to end it all the same.")
        elif is_verb(word.lower(), state := self.session.state):
            # As far as the first that is refused.
            actions = one_by_one(respelled(line, state), state)
            if line.lower() == before or not any(map(self._warns_of, actions)):
                all(self.act(action) for action in actions)
        else:
            self.say(unknown_word(word, self.session.state))

    def _asks_twice(self) -> bool:
        """Whether a person is typing, who could give up by mistake; a script means what it says."""
        lesson = isinstance(self.session, LessonSession)
        return self._input.isatty() and not lesson

    def _warns_of(self, action: Action | str) -> bool:
        """Say that an action would be for nothing, where somebody types; whether it was said."""
        if not self._asks_twice():
            return False
        state = self.session.state
        try:
            parsed = Action.parse(str(action))
        except ValueError:
            return False  # what is refused gives its reason when it is tried
        in_vain = state.in_vain(parsed) if state.explain(parsed) is None else ""
        if in_vain:
            self.say_prose(f"{in_vain}: type it again to play it all the same.")
        return bool(in_vain)

    def _left_undone(self) -> str:
        """What the end of the phase would throw away, where a person is typing, who may not know
        it.
        """
        if not self._asks_twice():
            return ""
        acted: set[str] = set()
        for entry in reversed(self.session.entries):
            if any(event.kind == "phase_begins" for event in entry.events):
                break
            acted.update(entry.action.units)
        return thrown_away(seen_in(self.session), acted)

    def _answer_nothing(self) -> None:
        """Go on from a step of a lesson that has been read; else say again what is to be done."""
        if isinstance(self.session, LessonSession):
            step = self.session.step
            if step is not None and step.expect is None:
                self.tell(self.session.go_on())
                return
        self.describe()

    def act(self, notation: str) -> bool:
        """Play an action, or say which rule forbids it; whether it was played."""
        waiting: tuple[str, ...] = ()
        try:
            # Asked before the action: after it they wait for nothing.
            waiting = self.session.state.left_waiting(Action.parse(notation))
            events = self.session.apply(notation)
        except IllegalAction as refused:
            helps = in_another_way(seen_in(self.session).known, notation)
            self.say_prose(f"{refusal(refused.violation)} {helps}".rstrip())
            if isinstance(self.session, LessonSession):
                for line in way_to_write(self.session):
                    self.say(line)
            return False
        self.tell(events)
        if waiting:
            self.say_prose(f"{every(waiting)} did not enter; undo takes that back.")
        self._last_played = HUMAN
        return True


def _as_said(name: str) -> str:
    return called(name).lower()


def _as_typed(path: Path) -> str:
    """A path as one types it in a shell, bytes that are no text included."""
    text = str(path)
    if text.isprintable():
        return shlex.quote(text)
    # A shell reads such bytes as they were, which no spelling in letters would give it.
    shown = (
        chr(b) if 32 <= b < 127 and b not in b"'\\" else f"\\x{b:02x}" for b in os.fsencode(path)
    )
    return f"$'{''.join(shown)}'"


def _edited_line(prompt: str, known: Sequence[str]) -> str | None:
    """A line typed at a terminal, with the arrow and tab keys where the system has them."""
    with suppress(ImportError):  # Windows has its own editing
        import readline

        def complete(start: str, number: int) -> str | None:
            matching = [word for word in known if word.casefold().startswith(start.casefold())]
            return f"{matching[number]} " if number < len(matching) else None

        readline.set_completer(complete)
        # Units are joined by + and hexes by -, and each is completed by itself.
        readline.set_completer_delims(" +-")
        # The library of BSD and macOS, which stands in for readline and has commands of its own.
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None
