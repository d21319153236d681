"""The player's own keys: a command is picked, and the next key that is pressed becomes its own.

A key that has a meaning is taken from the other command only after a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.program.commands import COMMANDS, WindowCommand, command
from hexwar.viewer.program.keyboard import Chord
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.question import Answer, QuestionScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow
from hexwar.viewer.widgets.controls import Row


class KeysScreen(SheetScreen):
    """Lists all commands with their keys; picking one waits for a key. What is set is kept."""

    title = "Keys"
    widest = 1100

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.asking = ""
        """The command that waits for a key."""
        self.told = ""
        """What came of the last change, in a sentence."""

    @property
    def takes_text(self) -> bool:
        """While a command waits for a key, no key means anything else."""
        return bool(self.asking)

    # -- layout --------------------------------------------------------------------------------

    def head(self, flow: Flow) -> None:
        """What is to be done."""
        text = self.told or "Pick a command, then press its new key. Del gives it its usual keys."
        if self.asking:
            title = command(self.asking).title
            text = f"Press the new key of “{title}”. Esc leaves it as it is."
        flow.text("told", text, color=PALETTE.accent if self.asking else PALETTE.ink, bold=True)
        flow.gap(8)

    def fill(self, flow: Flow) -> None:
        """The groups, in two columns where there is room."""
        wide = flow.rect.width / flow.theme.scale >= 640
        parts = columns(flow, 1, 1, gap=28) if wide else [flow]
        for group in dict.fromkeys(listed.group for listed in COMMANDS):
            part = min(parts, key=lambda part: part.y)
            part.heading(f"group-{group}", group)
            part.gap(4)
            for listed in (listed for listed in COMMANDS if listed.group == group):
                self._row(part, listed)
            part.gap(12)
        if wide:
            join(flow, parts)

    def _row(self, flow: Flow, listed: WindowCommand) -> None:
        keys = self.host.keys
        shared = [owner for key in keys.keys(listed.id) if (owner := keys.taken_by(listed.id, key))]
        chords = " or ".join(keys.names(listed.id)) or "no key"
        if listed.id in keys.own:
            chords += " (your own)"
        if shared:
            chords += f"; also the key of “{shared[0].title}”"
        height = Row.needed(flow.theme, flow.rect.width, listed.title, chords, bool(shared))
        pick = partial(self._ask, listed.id)
        row = Row(f"key-{listed.id}", flow.take(height), listed.title, chords, pick, bool(shared))
        row.selected = listed.id == self.asking
        flow.place(row)
        flow.gap(3)

    def acts(self) -> Sequence[SheetButton]:
        """All as usual, and back."""
        reset = SheetButton(
            "reset", "Usual keys", self._ask_for_all, enabled=bool(self.host.keys.own)
        )
        close = self.host.keys.shown("cancel")
        return [reset, SheetButton("close", "Close", self.host.pop, "primary", close)]

    # -- what is set ---------------------------------------------------------------------------

    def _ask(self, identity: str) -> None:
        self.asking, self.told = identity, ""

    def _ask_for_all(self) -> None:
        """All keys of one's own go at once, so that is asked."""
        again = Answer("Usual keys", self._reset, "u", "danger")
        keep = Answer("Keep mine", lambda: None, "k", "primary")
        text = "All commands get the keys that they had at first."
        self.host.push(QuestionScreen(self.host, "Give up your own keys?", text, [again, keep]))

    def _reset(self, identity: str = "") -> None:
        self.host.keys.reset(identity)
        self._keep()
        commands_told = f"“{command(identity).title}” has" if identity else "All commands have"
        self.told = f"{commands_told} the usual keys again."
        self.rebuild()

    def _take(self, identity: str, chord: Chord) -> None:
        self.host.keys.take(identity, chord)
        self._given(identity, chord)

    def _given(self, identity: str, chord: Chord) -> None:
        """A command has a new key: keep it, and say so."""
        self._keep()
        self.told = f"{self.host.keys.written(chord)}: {command(identity).title}."
        self.rebuild()

    def _keep(self) -> None:
        settings = self.host.settings
        settings.keys = {name: list(keys) for name, keys in self.host.keys.own.items()}
        settings.save()

    # -- input ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """A click beside the question for a key gives that up."""
        if event.type == pygame.MOUSEBUTTONDOWN and self.asking:
            self.asking = ""
            self.rebuild()
        super().handle(event)

    def key(self, event: pygame.event.Event) -> None:
        """The key that was asked for; else Del, and what all sheets know."""
        if not self.asking:
            if event.key == pygame.K_DELETE and self.focus.startswith("key-"):
                self._reset(self.focus.removeprefix("key-"))
                return
            super().key(event)
            return
        chord = self.host.keys.keyboard.chord_pressed(event)
        if not chord:  # Shift or Ctrl alone, on the way to a chord
            return
        identity, self.asking = self.asking, ""
        owner = self.host.keys.rebind(identity, chord) if chord != "escape" else None
        if owner is not None:  # by another command, which is asked about
            take = Answer("Take it from there", partial(self._take, identity, chord), "t", "danger")
            keep = Answer("Leave it there", lambda: None, "l", "primary")
            title = f"{self.host.keys.written(chord)} has a meaning"
            loses = f"which would lose it to “{command(identity).title}”"
            text = f"It is the key of “{owner.title}”, {loses}."
            self.host.push(QuestionScreen(self.host, title, text, [take, keep]))
        elif chord != "escape":
            self._given(identity, chord)
        self.rebuild()
