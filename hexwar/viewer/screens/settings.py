"""The settings: each choice holds at once and is kept.

There is no button to save: one judges a scale or a speed by seeing it. Choices are listed by their
names in :mod:`hexwar.viewer.program.settings`, with the words for them in the tables here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from hexwar.viewer.program.commands import command
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.own_keys import KeysScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow

_SPEEDS = {
    "slow": ("Slow", ""),
    "fast": ("Fast", ""),
    "instant": ("Instant: nothing is shown on its way", ""),
}
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
        "A word before something is thrown away",
        "Units that have not moved, good attacks, an advance: the key that ends or declines asks.",
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
        self._add_lettering(parts[0])
        self._add_radios(parts[0], "speed", "Speed of what is shown", _SPEEDS)
        self._add_radios(parts[1], "wheel", "The wheel over the map", _WHEEL)
        parts[1].heading("heading-switches", "Also")
        parts[1].gap(2)
        for name, (label, detail) in _SWITCHES.items():
            on = getattr(self.host.settings, name)
            take = partial(self._set, name, not on)
            parts[1].option(name, label, take, on, role="checkbox", detail=detail)
            parts[1].gap(2)
        parts[1].gap(10)
        if wide:
            join(flow, parts)

    def _add_lettering(self, flow: Flow) -> None:
        """The scale in force; where the one that is wanted does not fit the window, that too."""
        flow.heading("heading-scale", "Size of the lettering")
        flow.gap(4)
        drawn_at = f"{round(self.theme.scale * 100)} %"
        chosen = round(self.host.settings.scale * 100)
        if chosen > round(self.theme.scale * 100):
            drawn_at += f", the largest that fits this window ({chosen} % is wanted)"
        flow.text("scale", drawn_at, bold=True)
        flow.gap(4)
        for identity, label in (("scale_up", "Larger"), ("scale_down", "Smaller")):
            hint = self.host.keys.shown(identity)
            flow.button(identity, label, partial(self._run, identity), hint=hint)
            flow.gap(4)
        flow.gap(10)

    def _run(self, identity: str) -> None:
        self.host.command(command(identity))

    def _add_radios(
        self, flow: Flow, setting: str, heading: str, words: Mapping[str, tuple[str, str]]
    ) -> None:
        """The values of a setting, one of which holds; each has a label and a word more."""
        flow.heading(f"heading-{setting}", heading)
        flow.gap(2)
        for value, (label, detail) in words.items():
            on = getattr(self.host.settings, setting) == value
            take = partial(self._set, setting, value)
            flow.option(f"{setting}-{value}", label, take, on, detail=detail)
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
