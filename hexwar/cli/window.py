"""What commands ask before they open a window."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from hexwar.cli import UsageError
from hexwar.cli.choosing import LONGEST_NUMBER
from hexwar.definition.spelling import echoed

SMALLEST, LARGEST = 320, 16384
"""Pixels that a side of the window may have."""


def window_size(text: str | None) -> tuple[int, int] | None:
    """The value of ``--size``, checked."""
    if text is None:
        return None
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()) or len(text) > LONGEST_NUMBER:
        raise UsageError(f"--size {echoed(text)}: say WIDTHxHEIGHT in pixels, such as 1280x800")
    size = int(width), int(height)
    if min(size) < SMALLEST or max(size) > LARGEST:
        raise UsageError(f"--size {text}: each side must be from {SMALLEST} to {LARGEST} pixels")
    return size


def require_one_pygame() -> None:
    """Both distributions install the same module, the later over the earlier, in a mixture."""
    module = find_spec("pygame")
    if module is None or module.origin is None:
        raise UsageError("the window needs pygame: run 'pip install pygame', or play with --text")
    # importlib.metadata would tell as well, and takes longer to import than a look at the folder.
    packages = Path(module.origin).parent.parent
    if all(any(packages.glob(f"{name}-*.dist-info")) for name in ("pygame", "pygame_ce")):
        raise UsageError(
            "pygame and pygame-ce are both installed and overwrite each other; run "
            "'pip uninstall pygame pygame-ce' and then install hexwar again"
        )
