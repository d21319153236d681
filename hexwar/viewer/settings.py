"""What the window remembers between games: a small JSON file in the user's configuration folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import platformdirs

SPEEDS = ("slow", "fast", "instant")


@dataclass(slots=True)
class Settings:
    """``scale`` of the interface (1.0 is 100 %), ``speed`` of what is shown, the player's keys.

    ``fog``: whether what a game hides from a side is hidden in the window.
    """

    scale: float = 1.0
    speed: str = "fast"
    keys: dict[str, list[str]] = field(default_factory=dict)
    path: Path | None = None
    fog: bool = True

    @classmethod
    def load(cls, path: Path | None = None) -> Settings:
        """The settings on disk; the usual ones where the file is missing or makes no sense."""
        path = path or Path(platformdirs.user_config_dir("hexwar")) / "window.json"
        settings = cls(path=path)
        try:
            data = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            return settings
        if not isinstance(data, dict):
            return settings
        if isinstance(data.get("scale"), int | float):
            settings.scale = float(data["scale"])
        if data.get("speed") in SPEEDS:
            settings.speed = data["speed"]
        if isinstance(data.get("fog"), bool):
            settings.fog = data["fog"]
        if isinstance(data.get("keys"), dict):
            settings.keys = {
                str(name): [str(chord) for chord in chords]
                for name, chords in data["keys"].items()
                if isinstance(chords, list)
            }
        return settings

    def save(self) -> None:
        """Write them. A folder that cannot be written costs the settings, never the game."""
        if self.path is None:
            return
        data = asdict(self)
        del data["path"]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
        except OSError:
            return
