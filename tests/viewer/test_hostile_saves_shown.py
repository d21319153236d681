"""A hostile save costs its own line in the window's list, and no more."""

from __future__ import annotations

import json
from random import Random

import pygame
import pytest

from hexwar.records import saves_folder
from hexwar.viewer.app import App
from hexwar.viewer.screens.resume import ResumeScreen
from hexwar.viewer.screens.saves import all_saves
from tests.records.games import saved
from tests.records.test_hostile_saves import mutated
from tests.viewer.sheets import Sheets, begun, known_names, saved_path


@pytest.mark.matrix(one_in=2)
@pytest.mark.parametrize("seed", range(4))
def test_mutated_saves_are_listed_and_refused_one_by_one(seed: int) -> None:
    """A dozen of them beside a sound one, which can still be taken; each can be tried."""
    sound, folder = saved_path(begun("standard")), saves_folder()
    whole = folder / "whole.jsonl"
    saved(whole, actions=9).apply("resign")
    lines = [json.loads(line) for line in whole.read_text(encoding="utf-8").splitlines()]
    for number in range(12):
        odd = mutated(lines, Random(100 * seed + number))
        text = "".join(f"{json.dumps(line)}\n" for line in odd)
        (folder / f"odd{number}.jsonl").write_text(text)

    def make(app: App) -> ResumeScreen:
        return ResumeScreen(app, all_saves(), app.begin, lambda: None, known_names())

    window = Sheets(make)
    said = window.said()
    assert len(said) < 14 * 1000
    assert all(line.isprintable() for line in said.splitlines())
    screen = window.screen
    assert isinstance(screen, ResumeScreen)
    listed = {save.path.name for save in screen.saves}
    assert {sound.name, whole.name} <= listed
    for name in sorted(listed - {sound.name, whole.name}):
        if not window.shown(f"save-{name}") or window.app.screen is not screen:
            continue
        screen.resume(folder / name)  # refused in a sentence, or found to be the same game
        window.settle()
    if window.app.screen is screen:
        screen.resume(sound)
        assert window.app.screen is not screen
    pygame.display.quit()
