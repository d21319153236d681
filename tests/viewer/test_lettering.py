"""On a display of many pixels a larger scale is proposed: once, and with ways back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.question import proposed_scales
from tests.viewer.table import Table

DENSE = (3840, 2160)
Open = Callable[..., Table]


@pytest.mark.parametrize("desktop", [(1280, 800), (1920, 1080), (2560, 1440), (3440, 1440)])
def test_nothing_is_proposed_where_the_usual_size_fits(desktop: tuple[int, int]) -> None:
    assert not proposed_scales(desktop)


def test_who_accepts_has_larger_letters_in_a_larger_window(opened: Open) -> None:
    table = opened(size=(1280, 800))
    table.app.propose_scale(DENSE)
    assert "Ctrl+0 goes back to 100 %" in table.label("text")
    table.press("1")
    assert table.app.settings.scale == table.app.theme.scale == 2.0
    assert table.app.surface.get_size() == (2560, 1600)
    assert table.label("notice-text") == "Lettering at 200 %."
    table.press("ctrl+0")
    assert table.app.theme.scale == 1.0


def test_it_is_proposed_once(opened: Open) -> None:
    table = opened()
    table.app.propose_scale(DENSE)
    table.press("escape")
    assert table.app.settings.scale == 1.0
    table.app.propose_scale(DENSE)
    assert not table.shown("answer-0")


def test_who_has_chosen_a_scale_is_not_asked(opened: Open) -> None:
    table = opened(scale=1.25)
    table.app.propose_scale(DENSE)
    assert not table.shown("answer-0")


def test_that_it_was_proposed_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    settings = Settings.load(path)
    assert not settings.scale_asked
    settings.scale_asked = True
    settings.save()
    assert Settings.load(path).scale_asked
