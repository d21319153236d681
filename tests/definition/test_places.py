"""Each place of a selector, condition, count or program says who is asked there, and sees whom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwar.definition.forms import EVERYWHERE, asked
from hexwar.definition.packages import form_of, section_names
from hexwar.definition.shapes import Shape, form_shape

SHARED = {"selectors", "conditions", "counts", "programs", "outcomes"}


def _page(shape: Shape) -> str:
    form = shape.mapped.form if shape.mapped is not None else None
    return form.page if form is not None else ""


def _inside(shape: Shape) -> Iterator[tuple[str, Shape, asked | None]]:
    """What may stand directly in a place: its key, its shape, and what its field says of it."""
    if shape.listed is not None:
        yield "[]", shape.listed.item, None
    if shape.mapped is not None:
        for key, field in shape.mapped.fields.items():
            yield key, field.shape, field.asked
        if shape.mapped.entry is not None:
            yield "ID", shape.mapped.entry, None


def places(section: str) -> Iterator[tuple[str, asked]]:
    """Every place of a section in which one of the shared forms stands, with what is said of it."""
    form = form_of(section)
    assert form is not None
    stack = [(section, form_shape(form), EVERYWHERE)]
    seen: set[tuple[object, str, object]] = set()
    while stack:
        path, shape, place = stack.pop()
        if _page(shape) in SHARED:
            yield path, place
        known = (shape.mapped.form if shape.mapped else None, place.eyes, place.roles)
        if known[0] is not None and known in seen:
            continue
        seen.add(known)
        for key, inner, mark in _inside(shape):
            here = place if mark is None else mark.within(place)
            stack.append((f"{path}.{key}", inner, here))


@pytest.mark.parametrize("section", section_names())
def test_each_place_of_a_selector_says_whose_eyes_it_has(section: str) -> None:
    form = form_of(section)
    silent = [path for path, place in places(section) if not place.eyes] if form else []
    assert not silent
