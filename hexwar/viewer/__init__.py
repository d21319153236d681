"""The window: the only part of hexwar that imports pygame.

It computes no rules. What may be done comes from ``legal_actions()`` and ``reach()``, why something
may not from ``explain()``, the odds from ``preview()``. Its packages build on one another:
docs/architecture.md draws them.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _import_pygame() -> None:
    """Import pygame without two packages that it would load and nothing here uses: numpy for
    pictures as arrays, setuptools for files in zips. Where installed they took half as long as all
    of hexwar.
    """
    unused = ("pkg_resources", "pygame.surfarray", "pygame.sndarray")
    barred = [name for name in unused if name not in sys.modules]
    sys.modules.update(dict.fromkeys(barred))  # type: ignore[arg-type] # None: it is not there
    try:
        import pygame  # noqa: F401 - it stays imported
    except ImportError:
        pass  # the code that draws says so; packages that do not draw can be imported without it
    finally:
        for name in barred:
            del sys.modules[name]  # anybody else may import them


_import_pygame()
