"""Which pygame draws the window, and on which SDL."""

from __future__ import annotations

import pygame


def library() -> str:
    """The distribution of pygame and the SDL under it, with their versions."""
    name = "pygame-ce" if getattr(pygame, "IS_CE", False) else "pygame"
    return f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}, {name} {pygame.version.ver}"
