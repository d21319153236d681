"""Forms in a module whose annotations are text, as rules beside them need it."""

from __future__ import annotations

from typing import Annotated, Literal

from hexwar.definition.forms import Form, between, says
from hexwar.definition.shapes import form_shape

Kind = Literal["ford", "bridge"]


class Crossing(Form, example={"kind": "ford", "cost": 2}):
    """Where a stream is crossed."""

    kind: Annotated[Kind, says("What it is.", "ford")]
    cost: Annotated[int, between(0, 9), says("Points to cross there.", 2)] = 1


def test_annotations_that_are_text_are_read_as_what_they_name() -> None:
    assert Crossing.annotations["kind"].__origin__ == Kind
    mapped = form_shape(Crossing).mapped
    assert mapped is not None and set(mapped.own) == {"kind", "cost"}
