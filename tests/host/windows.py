"""Windows at tables, without a screen: each in a seat, with a line that waits for nobody."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from hexwar.engine import Action
from hexwar.joining.client import Client, LineError, Plain
from hexwar.joining.course import DistantCourse
from hexwar.joining.line import HostLine
from hexwar.viewer.app import App
from hexwar.viewer.board.joined import JoinedBoard
from hexwar.viewer.match.joined import JoinedMatch
from hexwar.viewer.program.settings import Settings

ENDS_PHASE = 0.15

PATIENCE = 60.0
"""Seconds for which something is waited for that must come."""


class StraightLine(HostLine):
    """Asks the host when it is asked itself: nothing happens in threads."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._answers: list[Plain] = []

    def open(self) -> None:
        """There are no threads."""

    def say(self, kind: str, base: str, **more: Any) -> str:
        """Send a message, and keep the answer for later."""
        message = self.client.message(kind, **{"base": base, **more})
        self._answers.append(self.client.send(message))
        return str(message["id"])

    def news(self) -> Iterator[Plain]:
        """What the host tells now, behind the answers."""
        answers, self._answers = self._answers, []
        yield from answers
        yield from self.client.hear()


class CutClient(Client):
    """A line that is cut at every message twice: before it is sent, and before its answer came."""

    def __init__(self, link: str, **more: Any) -> None:
        self.cuts = False
        self.number = 0
        super().__init__(link, **more)

    def request(
        self, method: str, path: str, payload: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """The request, if the line is not cut this time."""
        if not self.cuts:
            return super().request(method, path, payload, headers)
        self.number += 1
        if self.number % 3 == 1:
            raise LineError("the host cannot be reached: cut before it was sent")
        answer = super().request(method, path, payload, headers)
        if self.number % 3 == 2:
            raise LineError("the host cannot be reached: cut before the answer came")
        return answer


def matched(
    link: str,
    line: Callable[[Client], HostLine] = StraightLine,
    of: type[Client] = Client,
) -> JoinedMatch:
    """A seat as a match."""
    client = of(link, informed=True)
    messages = client.hear()
    match = JoinedMatch(DistantCourse(client, messages), line(client))
    match.take_first(message for message in messages if message["t"] in ("chat", "now"))
    return match


class SeatWindow:
    """A window in a seat that nobody sees; what is shown goes by at once."""

    def __init__(self, match: JoinedMatch, speed: str = "instant") -> None:
        self.match = match
        self.app = App((1024, 768), Settings(1.0, speed))
        self.board = JoinedBoard(self.app, match)
        self.app.push(self.board)
        self.app.step(0.05)

    def text(self) -> str:
        """All that is written on the screen."""
        screen = self.app.screen
        assert screen is not None
        return "\n".join(node.label for node in screen.tree().walk())

    def close(self) -> None:
        """Leave the seat."""
        self.board.leave()


def until(condition: Callable[[], object], *windows: SeatWindow) -> None:
    """Let windows go on until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        for window in windows:
            window.app.step(0.05)
        assert time.monotonic() < end, [window.text() for window in windows]


def choice_of(match: JoinedMatch, random: Random) -> Action:
    """Some action of whoever has the choice, by what this side knows; often enough the end of a
    phase, or games of hundreds of units would take thousands of actions.
    """
    state, done = match.state, Action("done")
    if random.random() < ENDS_PHASE and state.explain(done) is None:
        return done
    return state.sample_action(random)


def do(window: SeatWindow, action: Action | str, *others: SeatWindow) -> None:
    """Do something in a window, and let all go on until the host has told of it."""
    match, before = window.match, window.match.course.head
    assert match.act(action), match.notice
    until(lambda: match.course.head != before or match.notice.refusal, window, *others)
    assert match.course.head != before, match.notice


def play(windows: Iterable[SeatWindow], random: Random, most: int) -> int:
    """Play by what is known in the windows; how many actions were done until the end."""
    everybody, done = tuple(windows), 0
    while done < most:
        until(
            lambda: any(w.match.human_to_act or w.match.state.is_over for w in everybody),
            *everybody,
        )
        acting = next((w for w in everybody if w.match.human_to_act), None)
        if acting is None:
            break
        do(acting, choice_of(acting.match, random), *everybody)
        done += 1
    return done
