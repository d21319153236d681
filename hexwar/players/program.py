"""A program as a player, in any language: it is spoken with in lines.

``docs/how-to/players-of-your-own.md`` says what the lines are.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import weakref
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import IO, Any

import hexwar
from hexwar.definition.documents import DocumentError, require
from hexwar.definition.printable import clean
from hexwar.definition.spelling import echoed, shortened
from hexwar.engine import Action
from hexwar.players.levels import PROGRAM, is_file, words_of
from hexwar.players.player import PlayerError, read_answer
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.units.section import Units

PROTOCOL = 1
"""The version of the conversation, told to the program first."""
SECONDS = 60.0
"""What a program may think a decision, unless somebody says otherwise."""
TO_BEGIN = 20.0
"""Seconds in which a program is to greet."""
TO_HURRY = 1.0
"""The least number of seconds that it has left once it is told to hurry."""
TO_END = 1.0
"""Seconds after which a program that was told to end is ended."""
LONGEST = 4096
"""Characters of a line that a program may write."""
LAST_LINES = 3
"""So many lines of what it complained of last are told, ..."""
OF_A_LINE = 200
"""... and so many characters of each."""

Message = dict[str, Any]


class ProgramPlayer:
    """Asks a program, which is started when it is first to choose and ended with this object.

    ``command`` is taken apart as in a shell, which is not asked. ``seconds``: how long it may
    think a decision; then it is told to hurry, and has as long again (a second at least).
    """

    is_human = False

    def __init__(self, command: str, *, seconds: float = SECONDS) -> None:
        self.name = f"{PROGRAM}{command}"
        self.seconds = seconds
        self._command = command
        self._process: subprocess.Popen[str] | None = None
        self._end: weakref.finalize[..., ProgramPlayer] | None = None
        self._game: tuple[str, str] | None = None
        # What it wrote last on its error stream, and the thread that reads that.
        self._complaints: deque[str] = deque(maxlen=LAST_LINES)
        self._listener: Thread | None = None
        # How the game has ended: empty until then, and handed to what ends the program.
        self._outcome: Message = {}
        self._flushes = False  # whether a whole line has ever come from it
        # Held while it is asked, and while a line is written to it.
        self._turn, self._writing = Lock(), Lock()

    def choose(self, state: State, random: Random) -> Action:
        """The action that the program answers with. :class:`PlayerError` says why it does not."""
        if not self._turn.acquire(blocking=False):
            self.hurry()  # about a position whose answer nobody waits for now
            self._turn.acquire()
        try:
            side = state.side_to_act or ""
            if self._process is None:
                self._start()
            if self._game != (state.resolved.digest, side):
                self._game = state.resolved.digest, side
                self._speak("game", self._about(state, side), self.seconds, answered=False)
            decision = state.decision
            position: Message = {
                "actions": list(map(str, state.legal_actions())),
                "random": random.getrandbits(31),
                "kind": decision.kind if decision else "",
                "turn": state.turn,
                "phase": state.phase,
                "state": state.to_dict(),
            }
            answer = self._speak("choose", position, self.seconds, answered=True)
            self._flushes = True  # a program that answered once does not keep answers in a buffer
            return read_answer(self, answer)
        finally:
            self._turn.release()

    def hurry(self) -> None:
        """Tell the program to answer now."""
        process = self._process
        # A line being written must not be torn; a program that does not read it will not read this.
        if process is not None and self._writing.acquire(blocking=False):
            with suppress(OSError, ValueError):
                _write(process.stdin, "hurry")
            self._writing.release()

    def game_over(self, state: State) -> None:
        """Tell the program how the game has ended, and end it."""
        self._outcome |= {"winner": state.winner, "level": state.level, "turn": state.turn}
        self.close()

    def close(self) -> None:
        """End the program."""
        if self._end is not None:
            self._end()
        self._process = self._end = self._game = None

    # -- the conversation ---------------------------------------------------------------------

    def _start(self) -> None:
        """Start the program and wait for its greeting; :class:`PlayerError` if none comes."""
        try:
            process = subprocess.Popen(  # noqa: S603 - its owner has named it, and no shell reads it
                words_of(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C is for the game
            )
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or str(problem)
            raise PlayerError(f"{clean(self.name)} cannot be started: {why}") from None
        self._process, self._game = process, None
        self._outcome, self._flushes = {}, False
        self._end = weakref.finalize(self, _end, process, self._writing, self._outcome)
        self._complaints.clear()
        listened_to = (process.stderr, self._complaints)
        self._listener = Thread(target=_listen, args=listened_to, daemon=True)
        self._listener.start()
        about = {"protocol": PROTOCOL, "version": hexwar.__version__}
        greeting = self._speak("hexwar", about, TO_BEGIN, answered=True)
        word, _, more = greeting.partition(" ")
        fault = "" if word == "ready" else ", and not with 'ready'"
        if not fault and more.lstrip().startswith("{"):
            fault = _unfit(more)
        if fault:
            self.close()
            raise PlayerError(f"{clean(self.name)} greeted with {echoed(greeting)}{fault}")

    def _about(self, state: State, side: str) -> Message:
        """The game that is played, as far as it is the same in all positions."""
        game = state.resolved
        counters, board = game[Units].counters, game.map
        return {
            "game": game.header.id,
            "scenario": game.scenario.id,
            "options": list(game.options),
            "edition": game.edition,
            "side": side,
            "seconds": self.seconds,
            "sides": game[Sides].names,
            "units": {unit: {"side": of.side, "name": of.name} for unit, of in counters.items()},
            "map": {
                number: {
                    "terrain": board.terrain(number),
                    "neighbors": list(board.neighbors(number)),
                }
                for number in board.numbers
            },
        }

    def _speak(self, word: str, message: Message, seconds: float, *, answered: bool) -> str:
        """Write a line and, if it is to be ``answered``, read one. :class:`PlayerError` where that
        takes too long or the program has ended.

        A program that does not read, or write, blocks a thread of its own.
        """
        process, heard = self._process, list[str]()
        if process is None or process.stdout is None:
            raise PlayerError(f"{clean(self.name)} is not running")
        line, out = f"{word} {json.dumps(message)}", process.stdout

        def speak() -> None:
            written = False
            with suppress(OSError, ValueError), self._writing:
                _write(process.stdin, line)
                written = True
            # One that has ended before it was asked may have said why, or have answered.
            if written or answered:
                with suppress(OSError, ValueError):
                    heard.append(out.readline(LONGEST) if answered else "\n")

        thread = Thread(target=speak, daemon=True)
        thread.start()
        thread.join(seconds)
        if thread.is_alive() and self._game is not None:  # before that there is nothing to hurry
            self.hurry()
            thread.join(max(seconds, TO_HURRY))
        if thread.is_alive():
            _kill(process)
            self.close()
            had, why = f"{seconds:g} second{'' if seconds == 1 else 's'}", ""
            if answered and not self._flushes:
                # Silent from the first: its answers most likely lie in a buffer.
                why = " and wrote no whole line: it has to end and to flush every line "
                why += "that it writes"
            raise PlayerError(f"{clean(self.name)} is too slow: it had {had}{why}")
        if not heard or not heard[0]:
            raise self._ended(process)
        return heard[0].strip()

    def _ended(self, process: subprocess.Popen[str]) -> PlayerError:
        """Why nothing more comes: the program is at its end."""
        with suppress(subprocess.TimeoutExpired):
            process.wait(TO_END)
        code = process.returncode
        if self._listener is not None:
            self._listener.join(TO_END)  # what it wrote last may still be on its way
        self.close()
        how = "stopped answering" if code is None else f"ended with code {code}"
        *before, last = [clean(shortened(line, OF_A_LINE)) for line in self._complaints] or [""]
        why = f": {last}" if last else ""
        why += f" (before that: {' | '.join(before)})" if before else ""
        return PlayerError(f"{clean(self.name)} {how}{why}")


def _unfit(document: str) -> str:
    """Why what a program says of itself does not fit, as the end of a sentence; else empty."""
    try:
        require("ready", json.loads(document))
    except DocumentError as problem:
        return f": {problem}"
    except (ValueError, RecursionError):
        return ", and that is no JSON"
    return ""


def require_program(command: str) -> None:
    """:class:`PlayerError` unless there is the program of a command; it is not started."""
    try:
        words = words_of(command)
    except ValueError as problem:
        raise PlayerError(f"{PROGRAM}{clean(command)} is no command: {problem}") from None
    if shutil.which(words[0]) is None:
        why = _why_not_started(words[0])
        raise PlayerError(f"there is no program {echoed(words[0])} that could be started{why}")


def _why_not_started(word: str) -> str:
    """Why a file that is there is no program, as the end of a sentence; else empty."""
    if not is_file(word):
        return ""
    if os.access(word, os.X_OK) and Path(word).name == word:
        return f"; the file in the current folder is {PROGRAM}./{clean(word)}"
    mend = "make it executable (chmod +x), or name before it what runs it, such as python3"
    return f": the file is there, but may not be executed; {mend}"


def _write(stream: IO[str] | None, line: str) -> None:
    """Write a line at once; OSError or ValueError where nobody reads it now."""
    if stream is not None:
        stream.write(f"{line}\n")
        stream.flush()


def _listen(stream: IO[str] | None, complaints: deque[str]) -> None:
    """Keep what was said last on the error stream."""
    with suppress(OSError, ValueError):
        while stream is not None and (line := stream.readline(LONGEST)):
            if line.strip():
                complaints.append(line.strip())


def _end(process: subprocess.Popen[str], writing: Lock, outcome: Message) -> None:
    """Tell a program to end, and end it if it does not or does not listen."""
    if writing.acquire(blocking=False):
        with suppress(OSError, ValueError):
            _write(process.stdin, f"end {json.dumps(outcome)}" if outcome else "end")
        with suppress(OSError, ValueError):
            if process.stdin is not None:
                process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(TO_END)
        writing.release()
    if process.poll() is None:
        _kill(process)


def _kill(process: subprocess.Popen[str]) -> None:
    """End a program that did not end when it was told to, and wait for that."""
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)  # with what it has started itself
        else:
            process.kill()
    process.wait()
