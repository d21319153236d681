"""What the window remembers between games: a small JSON file in the user's configuration folder.

A file that makes no sense, or a part of it, never keeps anybody from playing: what is understood
applies, the rest has its defaults, and the settings sheet says what was left aside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from hexwar.definition.documents import misfits
from hexwar.definition.printable import path_named
from hexwar.definition.writing_files import write_whole
from hexwar.records.lines import reason

SPEEDS = ("slow", "fast", "instant")
WHEELS = ("zoom", "pan")
_SWITCHES = (
    "fog",
    "edge_pan",
    "sound",
    "plain_names",
    "pictures",
    "scale_asked",
    "briefings",
    "idle_asked",
)
_CHOICES = {"speed": SPEEDS, "wheel": WHEELS}


@dataclass(slots=True)
class Settings:
    """``scale`` of the interface (1.0 is 100 %), ``speed`` of what is shown, the player's keys.

    ``fog``: whether what a game hides from a side is hidden in the window. ``wheel``: what the
    vertical wheel does over the map. ``edge_pan``: whether the pointer at an edge moves the map.
    ``plain_names``: whether counters have words in place of symbols. ``pictures``: whether map and
    counters are shown by the pictures of a game that brings some. ``scale_asked``: whether a
    larger scale has been proposed for a display of many pixels. ``briefings``: whether a game
    begins with one. ``idle_asked``: whether a phase that leaves something undone ends, and an
    offer in one's own phase is declined, with the second key only: the default is yes for a
    person's settings, and no for those that a program makes. ``size`` and ``corner`` of the
    window in pixels, as it was left. ``last``: what was
    chosen for the last game, see :meth:`~.screens.choosing.NewGameDraft.recall`. ``left_aside``:
    sentences about entries of the file that cannot be followed. ``not_kept``: why the settings
    could not be written, if so.
    """

    scale: float = 1.0
    speed: str = "fast"
    keys: dict[str, list[str]] = field(default_factory=dict)
    path: Path | None = None
    fog: bool = True
    wheel: str = "zoom"
    edge_pan: bool = False
    sound: bool = False
    plain_names: bool = False
    pictures: bool = True
    scale_asked: bool = False
    briefings: bool = True
    idle_asked: bool = False
    size: tuple[int, int] | None = None
    corner: tuple[int, int] | None = None
    last: dict[str, Any] = field(default_factory=dict)
    left_aside: tuple[str, ...] = ()
    not_kept: str = ""

    @classmethod
    def load(cls, path: Path | None = None) -> Settings:
        """The settings on disk; the usual ones where the file is missing or makes no sense."""
        path = path or Path(platformdirs.user_config_dir("hexwar")) / "window.json"
        settings = cls(path=path, idle_asked=True)
        try:
            data = json.loads(path.read_text("utf-8-sig"))
        except (FileNotFoundError, ValueError, RecursionError):
            return settings
        except OSError as problem:  # open elsewhere, perhaps: what stands in it is not written over
            settings.path = None
            settings.not_kept = f"{path_named(path)} cannot be read: {reason(problem)}"
            return settings
        if isinstance(data, dict):
            settings._take(data)
        return settings

    def _take(self, data: Mapping[str, Any]) -> None:
        """What makes sense of a file that anybody may have written."""
        scale = data.get("scale")
        if isinstance(scale, int | float) and not isinstance(scale, bool) and 0 < scale < 100:
            self.scale = float(scale)
        for name in _SWITCHES:
            if isinstance(data.get(name), bool):
                setattr(self, name, data[name])
        for name, choices in _CHOICES.items():
            if data.get(name) in choices:
                setattr(self, name, data[name])
        self.size, self.corner = _pair(data.get("size")), _pair(data.get("corner"))
        if isinstance(data.get("last"), dict):
            self.last = data["last"]
        if isinstance(data.get("keys"), dict):
            self.keys = {
                str(name): [str(chord) for chord in chords]
                for name, chords in data["keys"].items()
                if isinstance(chords, list)
            }
        plain = self.plain()
        # Compared as written: in Python 0 is equal to false, and 1 to true.
        if json.dumps({**plain, **data}) != json.dumps(plain):
            findings = misfits("settings", data)  # asked only then: it is imported for it
            self.left_aside = tuple(f"{each.where}: {each.sentence}" for each in findings)

    def plain(self) -> dict[str, Any]:
        """What stands in the file, as JSON has it."""
        data = asdict(self)
        del data["path"], data["left_aside"], data["not_kept"]
        for name in ("size", "corner"):
            data[name] = None if data[name] is None else list(data[name])
        return data

    def save(self) -> None:
        """Write them, whole or not at all. A failure never costs the game: the settings hold for
        this session, and ``not_kept`` says why.
        """
        if self.path is None:
            return
        self.not_kept = ""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, (json.dumps(self.plain(), indent=2) + "\n").encode())
        except OSError as problem:
            self.not_kept = f"{path_named(self.path)} cannot be written: {reason(problem)}"


def _pair(value: object) -> tuple[int, int] | None:
    """Two whole numbers, as a size and a place are; None for anything else."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    if not all(isinstance(part, int) and abs(part) < 100_000 for part in value):
        return None
    return value[0], value[1]
