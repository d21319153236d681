"""Thinking apart: in a process of its own, so that a window that shows the game is never held up.

A thread would not do: Python runs one of them at a time, and a window would draw every other
picture. What the process is told is what the side sees (``State.seen_by``), as data; what it
answers is an action, or advice. It ends with the process that began it, however that ends.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random
from threading import Lock, Thread
from typing import IO, Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from hexwar.engine import Action
from hexwar.players import LEVELS, Player, PlayerError, choice_of, make_player
from hexwar.players.advice import Advice, advise
from hexwar.players.levels import apart, make_level
from hexwar.rules.state import State

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_ENDED = "The process in which players think has ended, and another one too"
_PATIENCE = 5.0  # seconds for which a question waits behind one that was dropped
_BEGIN = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from hexwar.players.thinking_process import serve; serve()"
)


class ApartError(Exception):
    """There is no process that could think about it, or what it is about cannot be sent."""


class EndedError(PlayerError):
    """The process ended over a question, and so did another that was asked the same; or it was
    ended because nobody waits for the answer.
    """


class Mind:
    """Computer players by name, each kept for its side as long as that is the same.

    ``hurried``: asked by those that can be told to move now.
    """

    def __init__(self, hurried: Callable[[], bool]) -> None:
        self.hurried = hurried
        self._players: dict[tuple[str, str], Player] = {}

    def player(self, side: str, name: str) -> Player:
        """The player of a side. ValueError for a name that there is not."""
        player = self._players.get((side, name))
        if player is None:
            level, rollouts, seconds, plain = apart(name)
            player = self._players[side, name] = (
                make_level(
                    level, rollouts=rollouts, seconds=seconds, hurried=self.hurried, plain=plain
                )
                if level in LEVELS
                else make_player(name)
            )
        return player


class Inquiry(Protocol[T_co]):
    """What a mind is asked; it can be pickled."""

    def answer(self, mind: Mind) -> T_co:
        """Think about it."""


@dataclass(frozen=True, slots=True)
class WhatToDo:
    """What a player by that name chooses for a side; ``seen`` is what it sees."""

    side: str
    name: str
    seen: State
    seed: int

    def answer(self, mind: Mind) -> Action:
        """The player's choice; :class:`PlayerError` where it is none."""
        return choice_of(mind.player(self.side, self.name), self.seen, Random(self.seed))


@dataclass(frozen=True, slots=True)
class WhatToAdvise:
    """What the computer would do for the side to act; ``seen`` is what it sees."""

    seen: State
    seed: int

    def answer(self, mind: Mind) -> Advice:
        """The plan, with what speaks for and against it."""
        return advise(self.seen, Random(self.seed), hurried=mind.hurried)


class _SentQuestion(NamedTuple):
    """A question as it is sent; without one, that an answer is wanted now."""

    number: int
    question: bytes | None


class _SentAnswer(NamedTuple):
    """What came of a question: ``pickled`` is the answer or, where ``raised``, what the player
    raised, which is in ``words`` too for where that cannot be read. ``unread``: the question could
    not be read.
    """

    number: int
    pickled: bytes
    raised: bool = False
    words: str = ""
    unread: bool = False


class ThinkingProcess:
    """A process that thinks about one question at a time.

    It is begun by the first question, or by :meth:`begin`; another takes its place when it has
    ended. ``replaced``: how often that was so.
    """

    def __init__(self) -> None:
        self.replaced = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._answers = False  # whether the process has said anything yet
        # Held while a question is answered, and while anything is sent.
        self._turn, self._sending = Lock(), Lock()
        # Numbers of questions, which count up: the last one put, the last one hurried, and the
        # last one whose answer nobody waits for now.
        self._asked = self._hurried = self._dropped = 0
        # Whether it was ended for good, and whether no such process can run on this computer.
        self._over = self._unable = False

    def begin(self) -> None:
        """Have it ready when it is asked. ApartError where no process can be begun."""
        if self._over:
            raise EndedError(_ENDED)
        if self._unable or not sys.executable:
            raise ApartError
        if self._process is not None and self._process.poll() is None:
            return
        quiet: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows alone has it
        command = [sys.executable, "-c", _BEGIN, *sys.path]
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(  # noqa: S603 - this very program
                command, stdin=pipe, stdout=pipe, creationflags=quiet
            )
        except OSError as problem:
            raise ApartError from problem
        self._answers = False

    def ask(self, question: Inquiry[T]) -> Asking[T]:
        """A question that is to be put to it."""
        self._asked += 1
        return Asking(self, self._asked, question)

    def end(self) -> None:
        """End it for good, whatever it does."""
        self._over = True
        self._kill()

    def hurry(self, number: int) -> None:
        """Let the question of that number be answered now; a player that cannot hurry thinks on."""
        self._hurried = max(self._hurried, number)
        with suppress(OSError, ValueError, EOFError):  # it has ended: the caller will notice
            self._send(_SentQuestion(number, None))

    def answer(self, number: int, question: Inquiry[T]) -> T:
        """Wait for the answer; raises what the player raised.

        ApartError if it has to be thought here, :class:`EndedError` if the process ends over it.
        """
        try:
            asked = _SentQuestion(number, pickle.dumps(question))
        except Exception as problem:  # whatever a game of one's own has in it
            raise ApartError from problem
        if not self._turn.acquire(timeout=_PATIENCE):
            self._dropped = number - 1
            self._kill()  # it hangs over something that nobody waits for
            self._turn.acquire()
        try:
            # A second process is asked the same: only what ends both is a fault of the question.
            answered = self._exchange(asked) or self._exchange(asked)
        finally:
            self._turn.release()
        if answered is None:
            raise EndedError(_ENDED)
        reply: T = _outcome(answered)
        return reply

    def _exchange(self, asked: _SentQuestion) -> _SentAnswer | None:
        """What is answered; ``None`` if the process ends over it."""
        self.begin()
        process = self._process
        try:
            self._send(asked)
            if self._hurried >= asked.number:
                # Hurried before it was sent, which nobody has heard: told again behind it.
                self._send(_SentQuestion(asked.number, None))
            # Before it come answers to questions that were dropped, and the sign of life.
            answered = _SentAnswer(0, b"")
            while answered.number != asked.number:
                if process is None or process.stdout is None:
                    raise EOFError
                answered = pickle.load(process.stdout)  # noqa: S301 - of our own process
                self._answers = True
        except (OSError, ValueError, EOFError, pickle.UnpicklingError) as problem:
            if self._over or asked.number <= self._dropped:
                raise EndedError(_ENDED) from problem
            self._kill()
            if not self._answers:  # no process of this kind can run here
                self._unable = True
                raise ApartError from problem
            self.replaced += 1
            return None
        return answered

    def _send(self, asked: _SentQuestion) -> None:
        """Write a question to the process; OSError, ValueError or EOFError where it has ended."""
        process = self._process
        if process is None or process.stdin is None:
            raise EOFError
        with self._sending:
            pickle.dump(asked, process.stdin)
            process.stdin.flush()

    def _kill(self) -> None:
        """End the process in the middle of a thought; the next question begins another."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was still to be sent cannot be
                    pipe.close()


class Asking(Generic[T]):
    """A question on its way."""

    def __init__(self, process: ThinkingProcess, number: int, question: Inquiry[T]) -> None:
        self._process, self._number, self._question = process, number, question

    def answer(self) -> T:
        """Wait for the answer, as :meth:`ThinkingProcess.answer` does."""
        return self._process.answer(self._number, self._question)

    def hurry(self) -> None:
        """Want the answer now."""
        self._process.hurry(self._number)


def _outcome(answered: _SentAnswer) -> Any:
    """The answer to a question. What the player raised is raised here; ApartError where question or
    answer could not be sent, so that it has to be thought here.
    """
    if answered.unread:
        raise ApartError(answered.words)
    try:
        reply = pickle.loads(answered.pickled)  # noqa: S301 - of our own process
    except Exception as problem:  # something of a player's own that cannot be read here
        if answered.raised:
            raise RuntimeError(answered.words) from None
        raise ApartError from problem
    if answered.raised:
        raise reply
    return reply


# -- in the process: it answers, and listens meanwhile ---------------------------------------------


class _Server:
    """Answers questions until the process that asks has gone."""

    def __init__(self, questions: IO[bytes], answers: IO[bytes]) -> None:
        self._questions, self._answers = questions, answers
        self._waiting: Queue[_SentQuestion] = Queue()
        self._number = self._hurried = 0
        self._mind = Mind(lambda: self._hurried >= self._number)

    def serve(self) -> NoReturn:
        """Answer one question after the other."""
        # A sign of life: without one the caller learns that no such process can run here.
        self._say(_SentAnswer(0, b""))
        Thread(target=self._listen, daemon=True).start()
        while True:
            asked = self._waiting.get()
            self._number = asked.number
            self._say(self._answer(asked))

    def _listen(self) -> NoReturn:
        """Take questions in while one is thought about: it may be one to answer that at once."""
        while True:
            try:
                asked: _SentQuestion = pickle.load(self._questions)  # noqa: S301 - from the parent
            except (OSError, EOFError, pickle.UnpicklingError):
                os._exit(0)  # in the middle of a thought as well
            if asked.question is None:
                self._hurried = max(self._hurried, asked.number)
            else:
                self._waiting.put(asked)

    def _answer(self, asked: _SentQuestion) -> _SentAnswer:
        """What comes of a question, whatever goes wrong with it."""
        try:
            question: Inquiry[object] = pickle.loads(asked.question or b"")  # noqa: S301 - as above
        except Exception as problem:  # such as that the game's files have changed meanwhile
            return _SentAnswer(asked.number, b"", words=str(problem), unread=True)
        try:
            return _SentAnswer(asked.number, pickle.dumps(question.answer(self._mind)))
        except Exception as problem:  # raised again where somebody can be told
            words, pickled = f"{type(problem).__name__}: {problem}", b""
            with suppress(Exception):  # somebody's own may not be picklable: its words have to do
                pickled = pickle.dumps(problem)
            return _SentAnswer(asked.number, pickled, raised=True, words=words)

    def _say(self, answered: _SentAnswer) -> None:
        """Send an answer; this process ends where nobody is left to read it."""
        try:
            pickle.dump(answered, self._answers)
            self._answers.flush()
        except OSError:
            os._exit(0)


def serve() -> NoReturn:
    """What the process does. What a player prints does not get among the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What players read is empty, and what they print goes to the error stream.
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    _Server(questions, answers).serve()
