"""A game at somebody else's table as a match: what is done here is said to the host, and what the
host tells is shown as if it had been done here.

Nothing here waits. An action is judged by what this side knows, as the host judges it, and sent
(:meth:`JoinedMatch.act`); until the host answers, nobody can choose anything at this window. Each
frame calls :meth:`JoinedMatch.hear`, which takes what the host has said, one step of the game after
another, as each step is shown before the next is taken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from time import monotonic
from typing import Any

from hexwar.definition.grammar import in_prose, opening
from hexwar.definition.printable import clean
from hexwar.engine import Action, IllegalAction
from hexwar.engine.violation import Violation
from hexwar.joining.course import DistantCourse
from hexwar.joining.line import HostLine
from hexwar.players import called
from hexwar.records import HUMAN
from hexwar.records.replay import as_learned
from hexwar.rules.game import Game
from hexwar.viewer.match.seat import SeatMatch

MOST_TALK = 200
"""Lines of talk that are kept: more than anybody scrolls back through."""

Plain = dict[str, Any]


class JoinedMatch(SeatMatch):
    """A match whose record is at a host. ``now`` is what the host said last about who is waited
    for; ``talk`` is what was said at the table, as pairs of speaker and words.
    """

    at_host = True
    fixed_seats = "who plays is said to the host"

    def __init__(self, course: DistantCourse, line: HostLine) -> None:
        super().__init__(course, course.side)
        self.course, self.line = course, line
        self.now: Plain = {}
        self.talk: list[tuple[str, str]] = []
        self.unread = 0
        """How many were said since this was looked at."""
        self._asked = ""  # the id of what was said to the host and has not been answered
        self._messages: deque[Plain] = deque()
        self._heard_at = 0.0

    @property
    def game(self) -> Game:
        """The rules, as the host has them."""
        return self.course.game

    # -- what the host tells --------------------------------------------------------------------

    def take_first(self, messages: Iterable[Plain]) -> None:
        """Take what the host said first, beside the game itself."""
        self._messages += messages

    def hear(self) -> bool:
        """Take what has come, one step at a time, as each is shown before the next; whether
        anything has changed.
        """
        self._messages += self.line.news()
        changed = False
        try:
            while self._messages and not (self._messages[0]["t"] == "step" and self._is_showing):
                changed |= self._take(self._messages.popleft())
        except (LookupError, TypeError, ValueError):
            self._messages.clear()
            self.line.close()
            self.line.cut = "what the host says makes no sense: come in again by your link"
            return True
        return changed

    @property
    def _is_showing(self) -> bool:
        return self.playback.busy or self.holds

    def _take(self, message: Plain) -> bool:
        """Take one message of the host, by its kind. Returns whether anything has to be shown
        again.
        """
        match message["t"]:
            case "whole":
                self.course.take_whole(message)
                self._asked = ""
                self.jumped("")
            case "step" if "known" in message:
                self._asked = ""
                self._take_step(message)
            case "now":
                is_news = bool(self.now != message["now"])
                self.now, self._heard_at = message["now"], monotonic()
                self.course.let_undo(bool(self.now.get("undo")))
                if "known" in message and self.course.take_position(message):
                    self.version += 1
                    self.visibility.turned()
                    self.playback.jump(self._positions(), self._facings())
                    return True
                return is_news
            case "chat":
                who, words = self.called(message.get("seat")), clean(str(message["text"]))
                self.talk = [*self.talk, (who, words)][-MOST_TALK:]
                self.unread += 1
                self.say(f"{who}: {words}")
            case "refused" if message.get("id") == self._asked or "id" in message:
                self._asked = "" if message["id"] == self._asked else self._asked
                # Of what came too late the newer step tells enough.
                if not message.get("stale"):
                    rule, why = (clean(str(message.get(key, ""))) for key in ("rule", "why"))
                    self.refuse(Violation(rule, why, ""))
            case _:
                return False
        return True

    def _take_step(self, message: Plain) -> None:
        entry = message["known"]["entry"]
        stood = self.before(str(entry["do"]).partition(" ")[0])
        self.course.take_step(message)
        if message["known"]["undone"]:
            self.jumped(clean(str(message.get("said", ""))))
            return
        last = self.course.entries[-1]
        self.acted(stood._replace(side=last.side), last.events)
        if not last.events:
            self.say(as_learned(last, (), self.state, everything=False))

    def called(self, seat: object) -> str:
        """Who sits in a seat: his side, with what he is called."""
        if seat not in self.sides:
            return "A spectator"
        name = clean(str(self.now.get("players", {}).get(seat, "")))
        return f"{self.side_name(str(seat))} ({name})" if name else self.side_name(str(seat))

    def played_by(self, side: str) -> str:
        """Who plays a side, by the name that he has at the table."""
        return clean(str(self.now.get("players", {}).get(side, ""))) or "a person"

    # -- what is said to the host ---------------------------------------------------------------

    def tell(self, kind: str, **parts: Any) -> None:
        """Say something to the host; a refusal comes back as one of the rules does."""
        self.line.say(kind, self.course.head, **parts)

    def act(self, action: Action | str) -> bool:
        """Say an action to the host, if it is legal as far as this side knows."""
        if self._asked:
            self.say("The host has not answered yet.")
            return False
        try:
            action_meant = self.course.explain(action)
        except IllegalAction as refused:
            self._refused(refused.violation)
            return False
        self._asked = self.line.say("do", self.course.head, do=str(action_meant))
        return True

    def undo(self) -> None:
        """Ask the host to take the last action back, or say why that is locked."""
        if self.undo_lock is not None:
            super().undo()
        elif not self._asked:
            self._asked = self.line.say("undo", self.course.head)

    @property
    def undoable(self) -> int:
        """One action, if the host would take it back."""
        return self.course.undoable

    # -- who has the choice ---------------------------------------------------------------------

    @property
    def human_to_act(self) -> bool:
        """Whether this seat has the choice, and the host has answered what it did last."""
        return self.own is not None and self.state.side_to_act == self.own and not self._asked

    @property
    def awaited(self) -> str:
        """Whom or what this seat waits for, and how long it may take."""
        if self.line.cut:
            why = clean(self.line.cut)
            return f"{why[:1].upper()}{why[1:]}; it is tried again, and nothing is lost."
        if self.state.is_over:
            return ""
        if rests := self.now.get("rests"):
            return clean(str(rests))
        if self._asked:
            return "The host is asked."
        if self.human_to_act:
            return ""
        acting = self.state.side_to_act or ""
        who = opening(self.sides[acting].name, "is") if acting in self.sides else "A spectator is"
        name = clean(str(self.now.get("players", {}).get(acting, "")))
        of_name = f" ({name})" if name not in ("", called(HUMAN)) else ""
        you = f"you play {in_prose(self.sides[self.own].name)}" if self.own else "you look on"
        return f"{who} to choose{of_name}; {you.rstrip('.')}.{self.clock_in_words}"

    @property
    def seconds_left(self) -> int | None:
        """The clock of the player who has to choose; ``None`` where no clock runs."""
        runs = self.now.get("clock", {}).get("runs")
        return None if runs is None else max(0, int(runs - (monotonic() - self._heard_at)))

    @property
    def clock_in_words(self) -> str:
        """How much time is left, in a sentence that begins with a blank; empty without a clock."""
        clock = self.now.get("clock")
        if not clock:
            return ""
        if clock["paused"]:
            return " The clock rests."
        seconds = self.seconds_left
        if seconds is None:
            return ""
        return f" {in_time(seconds)} left." if seconds else " Time has run out."


def in_time(seconds: int) -> str:
    """A span of time.

    >>> in_time(61), in_time(7200), in_time(200_000)
    ('1:01', '2 h 0 min', '2 d 7 h')
    """
    minutes, seconds_left = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes}:{seconds_left:02}"
