"""The settings and the player's own keys: each choice holds at once and is kept.

There is no button to save: one judges a scale or a speed by seeing it. A key that has a meaning is
taken from another command only after a question.

:class:`SettingsScreen` lists choices by their names in :mod:`hexwar.viewer.program.settings`, with
the words for them in the tables here; :class:`KeysScreen`, below, waits for keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.program.commands import COMMANDS, WindowCommand, command
from hexwar.viewer.program.keyboard import Chord
from hexwar.viewer.program.settings import SPEEDS
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.question import Answer, QuestionScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow
from hexwar.viewer.widgets.controls import Row

_SPEEDS = {"slow": "Slow", "fast": "Fast", "instant": "Instant: nothing is shown on its way"}
_WHEEL = {
    "zoom": ("Zooms to the pointer", "With Shift it moves the map sideways."),
    "pan": ("Moves the map up and down", "With Shift sideways; with Ctrl it zooms."),
}
_SWITCHES = {
    "edge_pan": (
        "The pointer at an edge moves the map",
        "Gently, once it has rested there for a moment.",
    ),
    "plain_names": (
        "Words in place of symbols on counters",
        "For who does not read the signs of maps.",
    ),
    "pictures": (
        "Pictures that a game brings",
        "Else its map and its counters are drawn, as those of other games.",
    ),
    "briefings": (
        "A briefing at the start of a game",
        "Who you are, how it is won, what comes first.",
    ),
    "idle_asked": (
        "A word before a phase is thrown away",
        "Units that have not moved, good attacks: the key that ends it says so once.",
    ),
    "sound": ("Sounds", "A few quiet ones: a move, dice, a refusal, your turn."),
}


class SettingsScreen(SheetScreen):
    """Changes the settings of the window. ``changed`` is told of every change."""

    title = "Settings"
    widest = 820

    def __init__(self, host: Host, changed: Callable[[], None] = lambda: None) -> None:
        super().__init__(host)
        self.changed = changed

    def fill(self, flow: Flow) -> None:
        """Lettering, speed, the pointer, counters and sounds."""
        if why := self.host.settings.not_kept:
            flow.text("not-kept", f"What is set holds for this time only: {why}")
            flow.gap(4)
        for number, sentence in enumerate(self.host.settings.left_aside, start=1):
            flow.text(f"left-aside-{number}", f"Left aside of the file: {sentence}")
            flow.gap(4)
        wide = flow.rect.width / flow.theme.scale >= 560
        parts = columns(flow, 1, 1, gap=32) if wide else [flow, flow]
        self._lettering(parts[0])
        self._speed(parts[0])
        self._wheel(parts[1])
        self._switches(parts[1])
        if wide:
            join(flow, parts)

    def _lettering(self, flow: Flow) -> None:
        """The scale in force; where the one that is wanted does not fit the window, that too."""
        flow.heading("heading-scale", "Size of the lettering")
        flow.gap(4)
        shown = f"{round(self.theme.scale * 100)} %"
        wanted = round(self.host.settings.scale * 100)
        if wanted > round(self.theme.scale * 100):
            shown += f", the largest that fits this window ({wanted} % is wanted)"
        flow.text("scale", shown, bold=True)
        flow.gap(4)
        for identity, label in (("scale_up", "Larger"), ("scale_down", "Smaller")):
            hint = self.host.keys.shown(identity)
            flow.button(identity, label, partial(self._run, identity), hint=hint)
            flow.gap(4)
        flow.gap(10)

    def _run(self, identity: str) -> None:
        self.host.command(command(identity))

    def _speed(self, flow: Flow) -> None:
        flow.heading("heading-speed", "Speed of what is shown")
        flow.gap(2)
        for name in SPEEDS:
            self._radio(flow, "speed", name, _SPEEDS[name])
        flow.gap(10)

    def _wheel(self, flow: Flow) -> None:
        flow.heading("heading-wheel", "The wheel over the map")
        flow.gap(2)
        for name, (label, detail) in _WHEEL.items():
            self._radio(flow, "wheel", name, label, detail)
        flow.gap(10)

    def _radio(self, flow: Flow, setting: str, value: str, label: str, detail: str = "") -> None:
        on = getattr(self.host.settings, setting) == value
        take = partial(self._set, setting, value)
        flow.option(f"{setting}-{value}", label, take, on, detail=detail)
        flow.gap(2)

    def _switches(self, flow: Flow) -> None:
        flow.heading("heading-switches", "Also")
        flow.gap(2)
        for name, (label, detail) in _SWITCHES.items():
            on = getattr(self.host.settings, name)
            take = partial(self._set, name, not on)
            flow.option(name, label, take, on, role="checkbox", detail=detail)
            flow.gap(2)
        flow.gap(10)

    def _set(self, setting: str, value: object) -> None:
        setattr(self.host.settings, setting, value)
        self.host.settings.save()
        self.changed()

    def acts(self) -> Sequence[SheetButton]:
        """The keys, and back."""
        keys = SheetButton("keys", "Keys", lambda: self.host.push(KeysScreen(self.host)))
        close = self.host.keys.shown("cancel")
        return [keys, SheetButton("close", "Close", self.host.pop, "primary", close)]


# The player's own keys: a command is picked, and the next key that is pressed becomes its own.


class KeysScreen(SheetScreen):
    """Lists all commands with their keys; picking one waits for a key. What is set is kept."""

    title = "Keys"
    widest = 1100

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.asking = ""
        """The command that waits for a key."""
        self.told = ""

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
        for group in dict.fromkeys(known.group for known in COMMANDS):
            part = min(parts, key=lambda part: part.y)
            part.heading(f"group-{group}", group)
            part.gap(4)
            for known in (known for known in COMMANDS if known.group == group):
                self._row(part, known)
            part.gap(12)
        if wide:
            join(flow, parts)

    def _row(self, flow: Flow, known: WindowCommand) -> None:
        keys = self.host.keys
        shared = [other for key in keys.keys(known.id) if (other := keys.taken_by(known.id, key))]
        chords = " or ".join(keys.names(known.id)) or "no key"
        if known.id in keys.own:
            chords += " (your own)"
        if shared:
            chords += f"; also the key of “{shared[0].title}”"
        height = Row.needed(flow.theme, flow.rect.width, known.title, chords, bool(shared))
        pick = partial(self._ask, known.id)
        row = Row(f"key-{known.id}", flow.take(height), known.title, chords, pick, bool(shared))
        row.selected = known.id == self.asking
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
        which = f"“{command(identity).title}” has" if identity else "All commands have"
        self.told = f"{which} the usual keys again."
        self.rebuild()

    def _give(self, identity: str, chord: Chord) -> None:
        """Give a key to the command that waits, or ask whether to take it from another."""
        taken = self.host.keys.rebind(identity, chord)
        if taken is None:
            self._given(identity, chord)
            return
        take = Answer("Take it from there", partial(self._take, identity, chord), "t", "danger")
        keep = Answer("Leave it there", lambda: None, "l", "primary")
        title = f"{self.host.keys.written(chord)} has a meaning"
        text = f"It is the key of “{taken.title}”, which would lose it to “{_title(identity)}”."
        self.host.push(QuestionScreen(self.host, title, text, [take, keep]))

    def _take(self, identity: str, chord: Chord) -> None:
        self.host.keys.take(identity, chord)
        self._given(identity, chord)

    def _given(self, identity: str, chord: Chord) -> None:
        self._keep()
        self.told = f"{self.host.keys.written(chord)}: {_title(identity)}."
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
        if chord != "escape":
            self._give(identity, chord)
        self.rebuild()


def _title(identity: str) -> str:
    return command(identity).title
