"""Small quiet sounds, made here from tones and noise: there are no files of them.

First how each sound is made, as samples; :class:`Sounds` plays them. The :class:`Ear` listens to
what is shown, not to what happens: a sound comes with its picture, and what a side does not see is
not heard either.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from threading import Thread

import pygame

from hexwar.engine import Event
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.rolls import is_thrown
from hexwar.viewer.program.settings import Settings

_RATE = 22_050  # samples a second
_LOUD = 5_000  # of 32767: quiet beside whatever else sounds
_SOFTENED = 60  # samples over which a tone begins: at once it would click
_BUFFER = 512  # samples that wait to be played: 23 ms, so that a sound comes with its picture

STEP, DICE, LOSS, REFUSED, TURN = "step", "dice", "toll", "refused", "turn"
_MOVES = frozenset({"moved", "retreated", "advanced", "entered"})
_LOSSES = frozenset({"eliminated", "step_lost", "figures_hit"})


def _tone(pitches: tuple[float, ...], seconds: float) -> Iterator[float]:
    """Tones one after the other, each dying away; -1 to 1."""
    length = round(_RATE * seconds)
    for pitch in pitches:
        for at in range(length):
            fades = math.exp(-5 * at / length) * min(1.0, at / _SOFTENED)
            yield math.sin(math.tau * pitch * at / _RATE) * fades


def _rattle(knocks: int, seconds: float) -> Iterator[float]:
    """Knocks of noise, as dice make on a table; the same every time."""
    noise, length = Random(6), round(_RATE * seconds)
    for knock in range(knocks):
        loud = 1 - knock / (knocks + 2)
        for at in range(length):
            yield loud * noise.uniform(-1, 1) * math.exp(-22 * at / length)


_MADE: dict[str, Callable[[], Iterator[float]]] = {
    STEP: lambda: _tone((190.0,), 0.06),
    DICE: lambda: _rattle(5, 0.07),
    LOSS: lambda: _tone((220.0, 147.0), 0.14),
    REFUSED: lambda: _tone((110.0, 110.0), 0.07),
    TURN: lambda: _tone((523.0, 784.0), 0.16),
}


def samples(name: str) -> array[int]:
    """A sound as 16-bit samples, one channel."""
    return array("h", (round(_LOUD * level) for level in _MADE[name]()))


class Sounds:
    """Plays sounds while the settings want them; a machine that cannot is silent."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._made: dict[str, pygame.mixer.Sound] | None = None
        self._opening: Thread | None = None

    def play(self, name: str) -> None:
        """Play a sound; nothing while sounds are off, or still being made ready."""
        if not self._settings.sound:
            return
        if self._made is not None:
            if name in self._made:
                self._made[name].play()
        elif self._opening is None:  # to open the device may take longer than a frame
            self._opening = Thread(target=self._open, daemon=True)
            self._opening.start()

    def _open(self) -> None:
        self._made = {}
        if not pygame.mixer:  # a library of the system that pygame needs for it is missing
            return
        with suppress(pygame.error):
            pygame.mixer.init(_RATE, -16, 1, _BUFFER)  # 16 bits with a sign, one channel
            self._made = {name: pygame.mixer.Sound(buffer=samples(name)) for name in _MADE}


class Ear:
    """Hears what is shown of a match and says what it sounds like; hidden things are silent."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._event: Event | None = None
        self._entries = len(match.entries)
        self._notice = match.notice
        self._side = match.state.side_to_act

    def listen(self) -> tuple[str, ...]:
        """The sounds of what has come since the last time."""
        match, sounds = self._match, list[str]()
        event = match.playback.current
        if event is not None and event is not self._event:
            sounds += _of(event)
        self._event = event
        entries = match.entries[self._entries :]
        self._entries = len(match.entries)
        if not match.playback.busy and match.playback.speed == "instant":  # nothing was shown
            happened = [event for entry in entries for event in entry.events]
            sounds += [
                name for event in match.visibility.known_events(happened) for name in _of(event)
            ]
        if match.notice is not self._notice and match.notice.refusal:
            sounds.append(REFUSED)
        self._notice = match.notice
        side = match.state.side_to_act
        if not match.playback.busy and side != self._side:
            self._side = side
            sounds += [TURN] if match.human_to_act and match.in_own_turn else []
        return tuple(dict.fromkeys(sounds))


def _of(event: Event) -> tuple[str, ...]:
    """What an event sounds like."""
    if is_thrown(event) or event.kind == "battle":
        return (DICE,)
    if event.kind in _MOVES:
        return (STEP,)
    return (LOSS,) if event.kind in _LOSSES else ()
