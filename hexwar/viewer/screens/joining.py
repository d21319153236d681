"""Coming to somebody else's table, and what is said and agreed there beside the play.

What needs the consent of the other side is offered and answered here: to go back, to play on, to
play again with sides changed. The host counts consents; nothing is undone or begun by this window.

:class:`JoinScreen` takes a link, :class:`TableScreen` is the sheet beside the map: it is laid out
again only when the host has sent something, however often it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.match.joined import JoinedMatch, in_time
from hexwar.viewer.program.keyboard import with_control
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.question import Answer, QuestionScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.widgets import Flow
from hexwar.viewer.widgets.controls import TextField

_LAST_SAID = 12
"""Lines of what was said that are shown."""

LONGEST_LINK = 2000
"""Signs of a link that can be typed: hosts behind others have long addresses."""

_LONGEST_PASTED = 500
"""Signs that are taken from the clipboard, where anything may lie."""


class JoinScreen(SheetScreen):
    """Asks for the link of a seat; ``join`` gets it."""

    title = "Join a game"
    widest = 640

    def __init__(
        self, host: Host, join: Callable[[str, Callable[[Exception], None]], None], title: str = ""
    ) -> None:
        super().__init__(host)
        self.title = title or self.title
        self.link = self.problem = ""
        self._join = join

    def fill(self, flow: Flow) -> None:
        """The link, and why it opened nothing."""
        if self.problem:
            flow.text("problem", self.problem, color=PALETTE.danger, bold=True)
            flow.gap(8)
        flow.text("link-hint", "Whoever hosts the game has given you the link of your seat.")
        flow.gap(6)
        rect, hint = flow.take(TextField.height(flow.theme)), "It ends with # and a secret"
        label, take = "The link of your seat", self._take
        flow.place(TextField("link", rect, label, self.link, take, hint, most=LONGEST_LINK))

    def acts(self) -> Sequence[SheetButton]:
        """Paste it, leave it, or come."""
        paste = self.host.keys.written("ctrl+v")
        return [
            SheetButton("cancel", "Cancel", self.cancel, hint=self.host.keys.shown("cancel")),
            SheetButton("paste", "Paste", self._paste, hint=paste),
            SheetButton("join", "Join", self.come, "primary", enabled=bool(self.link)),
        ]

    def _take(self, text: str) -> None:
        self.link = text.strip()

    def _paste(self) -> None:
        try:  # not every desktop has a clipboard that pygame can read
            if not pygame.scrap.get_init():
                pygame.scrap.init()
            pasted = pygame.scrap.get(pygame.SCRAP_TEXT) or b""
        except pygame.error:
            pasted = b""
        text = pasted.decode(errors="replace").strip("\0 \r\n\t")
        if text:
            self._take("".join(filter(str.isprintable, text))[:_LONGEST_PASTED])
        else:
            self.problem = "There is nothing to paste."
        self.rebuild()

    def come(self) -> None:
        """Open the seat, or say why that cannot be."""
        if self.link:
            self._join(self.link, self._refused)

    def _refused(self, problem: Exception) -> None:
        text = str(problem).rstrip(".")
        self.problem = f"{text[:1].upper()}{text[1:]}."
        self.rebuild()

    def key(self, event: pygame.event.Event) -> None:
        """Ctrl+V pastes, Enter in the line comes."""
        if event.key == pygame.K_v and with_control(event.mod):
            self._paste()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus == "link":
            self.come()
        else:
            super().key(event)


class TableOffer(NamedTuple):
    """A button at the table: its key and label, and what it says to the host."""

    key: str
    label: str
    kind: str
    subject: str = ""


class TableScreen(SheetScreen):
    """What is said at the table, the clocks, and what both have to agree on."""

    title = "At the table"
    widest = 720

    def __init__(self, host: Host, match: JoinedMatch, listen: Callable[[], None]) -> None:
        super().__init__(host)
        self.match, self.words, self._listen = match, "", listen
        match.unread = 0
        self._shown: object = None

    def tick(self, seconds: float) -> bool:
        """Show what was said meanwhile."""
        self._listen()
        view = len(self.match.talk), str(self.match.now), self.match.seconds_left
        if view != self._shown:
            self._shown, self.match.unread = view, 0
            self.rebuild()
        return False

    def fill(self, flow: Flow) -> None:
        """Who sits there, the clocks, the talk, a line to say something, what can be offered."""
        match = self.match
        for side in match.sides:
            clock_left = match.now.get("clock", {}).get("left", {}).get(side)
            in_hand = "" if clock_left is None else f", {in_time(int(clock_left))} in hand"
            mine = " (you)" if side == match.own else ""
            flow.text(f"seat-{side}", f"{match.called(side)}{mine}{in_hand}", bold=True)
        if match.awaited or match.clock_in_words:
            flow.text("awaited", match.awaited or match.clock_in_words.strip())
        flow.gap(8)
        flow.heading("talk-heading", "Said at the table")
        for number, (who, words) in enumerate(match.talk[-_LAST_SAID:]):
            flow.text(f"talk-{number}", f"{who}: {words}")
        flow.gap(4)
        rect = flow.take(TextField.height(flow.theme))
        flow.place(
            TextField("words", rect, "Say something", self.words, self._take, "Enter says it")
        )
        flow.gap(10)
        if match.own is None:
            return
        flow.heading("agree-heading", "To be agreed on")
        flow.gap(4)
        for key, label, kind, subject in self._offers():
            flow.button(key, label, partial(self._tell, kind, subject))
            flow.gap(4)

    def _offers(self) -> list[TableOffer]:
        """What can be offered or done now: the host would refuse the rest."""
        match, offer = self.match, "offer"
        if match.state.is_over:
            return [TableOffer("rematch", "Offer a rematch", offer, "rematch")]
        offers = [TableOffer("back", "Ask to go back to before my last action", offer, "back")]
        if match.now.get("rests"):
            offers.append(TableOffer("go_on", "Agree to go on", offer, "go_on"))
        if match.now.get("closed"):
            offers.append(TableOffer("watch", "Let others look on", offer, "watch"))
        clock = match.now.get("clock") or {}
        if clock and clock["paused"]:
            offers.append(TableOffer("pause", "Offer to let the clock run", offer, "resume"))
        elif clock:
            offers.append(TableOffer("pause", "Offer a pause", offer, "pause"))
        if clock.get("late") and match.others_to_act:
            claim = TableOffer("claim", "Claim the game: time has run out", "claim")
            offers += [claim, TableOffer("substitute", "Let a computer sit in", "substitute")]
        return [*offers, TableOffer("resign", "Give up", "resign")]

    def _tell(self, kind: str, subject: str) -> None:
        """Say it to the host; giving up is asked about first."""
        if kind == "resign":
            give_up = Answer("Give up", partial(self.match.tell, "resign"), "r", "danger")
            stay = Answer("Go on playing", lambda: None, "n", "primary")
            text = "It ends when it is your turn to choose, at once if it is now."
            self.host.push(QuestionScreen(self.host, "Give the game up?", text, [give_up, stay]))
        else:
            self.match.tell(kind, **({"what": subject} if subject else {}))

    def _take(self, text: str) -> None:
        self.words = text

    def acts(self) -> Sequence[SheetButton]:
        """Say it, and back."""
        close = self.host.keys.shown("cancel")
        return [
            SheetButton("say", "Say it", self._say, enabled=bool(self.words.strip())),
            SheetButton("close", "Close", self.host.pop, "primary", close),
        ]

    def first_focus(self, keys: list[str]) -> str:
        """The line to say something in."""
        return "words" if "words" in keys else super().first_focus(keys)

    def _say(self) -> None:
        if self.words.strip():
            self.match.tell("chat", text=self.words.strip())
            self.words = ""
            self.rebuild()

    def key(self, event: pygame.event.Event) -> None:
        """Enter in the line says it."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus == "words":
            self._say()
        else:
            super().key(event)


def offer_question(host: Host, match: JoinedMatch, offer: str) -> QuestionScreen:
    """Asks about what somebody at the table offers."""
    agree = Answer("Agree", partial(match.tell, "answer", yes=True), "y", "primary")
    decline = Answer("Decline", partial(match.tell, "answer", yes=False), "n")
    return QuestionScreen(host, "An offer", offer, [agree, decline])
