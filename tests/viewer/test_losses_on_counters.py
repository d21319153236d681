"""What a unit has lost is seen on its counter."""

from __future__ import annotations

from dataclasses import replace

import pygame

import hexwar
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import Marks, counter, face_of


def drawn(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGB")


def test_a_ship_that_has_lost_a_step_looks_so_though_it_fights_as_before() -> None:
    game = hexwar.load_game("skerry_sound").start().resolved
    ship = next(unit for unit in game[Units].counters.values() if unit.type.id == "two_decker")
    assert ship.steps[0] == ship.steps[1]
    whole, hit = face_of(ship, game), face_of(ship, game, 1)
    assert (whole.left, hit.left) == ("", "6/7")
    assert drawn(counter(whole, 60)) != drawn(counter(hit, 60))


def test_how_many_figures_are_fit_stands_where_values_do() -> None:
    """A team of five and one of which nobody is fit looked alike; nobody wrote values for either,
    and `1-1` said nothing.
    """
    state = hexwar.load_game("force_on_force").start()
    unit = next(unit for unit in state.resolved[Units].counters if state.figures(unit))
    face = face_of(state.resolved[Units].counters[unit], state.resolved)
    pictures = [
        drawn(counter(replace(face, values="1-1"), 60, Marks(strength=fit)))
        for fit in ("5", "1", "0")
    ]
    assert len(set(pictures)) == 3
    (shown,) = (status.mark for status in state.status(unit) if status.strength)
    assert int(shown) == sum(state.figures(unit).values())
