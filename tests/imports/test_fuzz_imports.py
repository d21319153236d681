"""Broken modules and maps: ``tools/fuzz_imports.py`` goes on for longer."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from hexwar.definition.pictures import PictureError
from hexwar.definition.svg import SvgError
from hexwar.imports.foreign_files import ImportRefusedError
from tests.imports.seeds import drawings, maps, modules
from tools.fuzz_imports import broken, imported


@pytest.mark.parametrize("kind", ["vassal", "tiled", "svg"])
def test_what_is_broken_is_a_draft_or_a_refusal(kind: str) -> None:
    drafts = 0
    for data in islice(broken(kind, random.Random(5)), 60):
        try:
            drafts += imported(kind, data)
        except (ImportRefusedError, PictureError, SvgError) as problem:
            assert len(str(problem)) < 2000
    assert drafts


def test_what_is_to_be_broken_is_sound() -> None:
    assert all(imported("vassal", data) for data in modules())
    sound = [data for data in maps() if b"eJx" not in data]
    assert all(imported("tiled", data) for data in sound)
    assert all(imported("svg", data) for data in drawings())
