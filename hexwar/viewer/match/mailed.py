"""A game by mail as a match: one side plays here, and what it does is written into the file that is
sent to the others, or brought to a host.

Between players the file is written when others are to go on, and from then on nothing is taken
back. At the table of a host (``always``) the file holds orders, and the player delivers it when he
has finished: it is written again after whatever he orders or takes back, and orders can be taken
back even when others are to go on.
"""

from __future__ import annotations

from collections.abc import Callable

from hexwar.engine import Action
from hexwar.records import RecordError, Session
from hexwar.viewer.match.seat import SeatMatch


class MailedMatch(SeatMatch):
    """A match in which ``own`` is the side of the person at this window. ``write`` writes the file
    that goes out, and answers with what is to be done with it, in a sentence; ``always`` after each
    action, and not only when somebody else is to go on.
    """

    fixed_seats = "who plays a game by mail was agreed when it began"

    def __init__(
        self, record: Session, own: str, write: Callable[[], str], *, always: bool = False
    ) -> None:
        super().__init__(record, own)
        self._mailed, self._write, self._always = record, write, always
        self._sent = ""
        """What is to be done with the file that was written last."""

    def send(self) -> None:
        """Write the file that goes out; a word in the window if it cannot be written."""
        try:
            self._sent = self._write()
        except RecordError as problem:
            self._sent = ""
            self.say(f"{problem}.")

    def act(self, action: Action | str) -> bool:
        """Play an action; what goes out is written when somebody else has to go on."""
        count_before, self._sent = len(self.entries), ""
        try:
            action_done = super().act(action)
        except RecordError as problem:  # it cannot be kept now, and is with the next that can
            action_done = len(self.entries) > count_before
            self.jumped(f"{problem}.")
        if action_done and (self._always or self._waits or self.state.is_over):
            self.send()
        return action_done

    def undo(self) -> None:
        """Take back what was done last, as long as no part of it had to be sent."""
        if self._always and self._waits:
            # The last order may be one that the record only notes, as dice decide what comes of it.
            action = self._mailed.undo()
            if action is None:
                # It may be for others to choose before anything was ordered here.
                self.say("Nothing has been ordered yet that could be taken back.")
                return
            self.jumped(f"Not ordered any more: {action}.")
        else:
            super().undo()
        if self._always:
            self.send()

    def redo(self) -> None:
        """Do again what was taken back."""
        super().redo()
        # Not because the game is over: what ended it was sent when it was done first.
        if self._always or self._waits:
            self.send()

    @property
    def undoable(self) -> int:
        """As of any match; nothing once a file had to go out."""
        return 0 if self._waits and not self._always else super().undoable

    @property
    def undo_lock(self) -> str | None:
        """Why nothing can be taken back."""
        if self._always and self._waits:
            return None
        if self._waits:
            return "locked: the others go on from here"
        return super().undo_lock

    @property
    def _waits(self) -> bool:
        """Whether nothing can be done here until others, or the host, have gone on."""
        return bool(self._mailed.awaited)

    @property
    def awaited(self) -> str:
        """Whom the game waits for, and what is to be done with the file, as a line to show."""
        waits = self._mailed.awaited
        return f"{waits} {self._sent}".strip() if waits else ""

    @property
    def human_to_act(self) -> bool:
        """Whether it is for this side to choose."""
        return self.state.side_to_act == self.own and not self._waits

    def played_by(self, side: str) -> str:
        """Who plays a side."""
        return "a person"
