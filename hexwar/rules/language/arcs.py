"""Arcs of units that look somewhere, as other sections say them."""

from typing import Annotated

from hexwar.definition.forms import NOT_EMPTY, ONCE, name_of, says
from hexwar.rules.language.cases import cases_of

ArcName = Annotated[str, name_of("arc")]

Arcs = Annotated[tuple[Annotated[ArcName, says("An arc.", "front")], ...], ONCE, NOT_EMPTY]
"""Some arcs."""

INTO = cases_of(Arcs, ["front"], otherwise=())
"""The same, where they may differ by unit; none said is all."""
