"""The first screen: which game, which scenario and options, and who plays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hexwar.viewer.screens.base import Host, Screen


@dataclass(frozen=True, slots=True)
class Choice:
    """A game that is to begin; what ``Session.new`` takes.

    ``game`` is the folder of the game. ``players``: side id to ``human`` or the name of a computer
    player. ``seed`` is ``None`` when nobody asked for one.
    """

    game: Path
    scenario: str
    options: tuple[str, ...] = ()
    edition: str | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None


OnStart = Callable[[Choice | Path], None]
"""Begins a chosen game, or resumes the save at a path."""


class PickerScreen(Screen):
    """Chooses a game; ``on_start`` gets a :class:`Choice`, or the path of a save to resume."""

    title = "Choose a game"

    def __init__(self, host: Host, on_start: OnStart) -> None:
        super().__init__(host)
        self.on_start = on_start
