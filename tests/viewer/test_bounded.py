"""What the window keeps is bounded: hours of play take no more memory than the first minutes."""

from __future__ import annotations

import importlib
import pkgutil
from functools import _lru_cache_wrapper

import pygame

import hexwar.viewer
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.program.settings import Settings

STEADY = {"_paper_grain", "_resource", "drawing", "_shipped", "shipped"}
"""Files of the program, read once."""
FEW = {"font", "italic", "verbs", "_presentation"}
"""As many as there are sizes of letters, and kinds of decision."""


def test_every_cache_of_the_window_has_a_bound() -> None:
    """None grows with what is played; those without a bound hold what there is once a program."""
    unbounded = set()
    for module in pkgutil.walk_packages(hexwar.viewer.__path__, "hexwar.viewer."):
        for name, kept in vars(importlib.import_module(module.name)).items():
            if isinstance(kept, _lru_cache_wrapper) and kept.cache_parameters()["maxsize"] is None:
                unbounded.add(name)
    assert unbounded <= STEADY | FEW


def test_a_game_that_is_put_away_is_forgotten(game: Game) -> None:
    """Its board, with the map and all that was reckoned for it, goes when the next one comes."""
    import gc
    import weakref

    app = App((800, 600), Settings(speed="instant"))
    gone: list[weakref.ref[BoardScreen]] = []
    for seed in range(3):
        app.play(Session.new(game, "standard", seed=seed))
        while app.step(0.05):
            pass
        board = app.screen
        assert isinstance(board, BoardScreen)
        gone.append(weakref.ref(board))
    del board
    gc.collect()
    assert [ref() is None for ref in gone] == [True, True, False]
    pygame.display.quit()
