"""``hexwar --version``: what runs here, as a report of a fault should say it."""

from __future__ import annotations

import platform

import hexwar


def versions() -> str:
    """A line each for hexwar, Python, the library of the window with its SDL, and the system."""
    python = f"Python {platform.python_version()} ({platform.python_implementation()})"
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    try:
        from hexwar.viewer.program.library import library

        window = library()
    except ImportError as missing:  # not installed, or a library of the system is missing to it
        window = f"no window: {missing}"
    return "\n".join([f"hexwar {hexwar.__version__}", python, window, system])
