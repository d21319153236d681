"""Sections ``variants``, ``options`` and ``editions``: what may be chosen beside a scenario.

Each choice is a patch over the game's sections, and a line in the catalog from which players
choose. A variant is another way to play the whole game, and scenarios name it; options are rules
that players switch on, any number of them; an edition gives the same game other names and colours.
Patches are laid before the game is read: these forms only give titles and summaries.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from hexwar.definition.forms import (
    BEFORE_PLAY,
    ID,
    ITS_KEY,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    Form,
    defines,
    matching,
    name_of,
    read_by,
    says,
)
from hexwar.definition.model import CatalogEntry
from hexwar.definition.printable import as_title
from hexwar.definition.tree import MappingNode

LIMIT = {"stacking": {"limit": 2}}
ADVANCED = {"title": "Advanced game", "patch": LIMIT}
DUSK = {"title": "Dusk", "patch": {"sequence": {"turns": 6}}}
COLORS = {"title": "Other colours", "patch": {"sides": {"red": {"color": "#b3392f"}}}}
Title = Annotated[str, ONLY_READ, says("What players read.", "Late start")]
Summary = Annotated[
    str, ONLY_READ, says("One or two sentences about it.", "The same battle, begun at dusk.")
]
CHANGES = says(
    "Sections that change: mappings merge, everything else replaces, null removes a key.", LIMIT
)
Patch = Annotated[MappingNode, BEFORE_PLAY, CHANGES]
PatchIfAny = Annotated[MappingNode | None, BEFORE_PLAY, CHANGES]
UsedIn = Annotated[
    tuple[Annotated[str, name_of("variant"), says("A variant.", "advanced")], ...],
    ONCE,
    NOT_EMPTY,
    says(
        "The variants in which it may be used, all if left out; base is the game without a "
        "variant.",
        ["advanced"],
    ),
]


class Chosen(Form):
    """What may be chosen."""

    id: Annotated[str, ITS_KEY]
    title: Title = ""
    summary: Summary = ""

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The choice, its id in words where it has no title; its patch is taken from the tree."""
        name = values["id"]
        return CatalogEntry(
            name,
            values.get("title") or as_title(name),
            values.get("summary", "").strip(),
            values.get("variants", ()),
        )


class Variant(Chosen, example=ADVANCED):
    """One variant."""

    patch: Patch


class Option(Chosen, example=DUSK):
    """One option."""

    variants: UsedIn = ()
    patch: Patch


class Edition(Chosen, example={"title": "Red and blue"}):
    """One edition."""

    variants: UsedIn = ()
    patch: PatchIfAny = None


class Variants(Form, whole="by_id", example={"advanced": ADVANCED}):
    """Ways to play the whole game, each a patch that scenarios name."""

    by_id: Mapping[
        Annotated[str, matching(ID)], Annotated[CatalogEntry, read_by(lambda: Variant)]
    ] = {}


class Options(Form, whole="by_id", example={"dusk": DUSK}):
    """Optional rules, each a patch that players may switch on."""

    by_id: Mapping[
        Annotated[str, matching(ID), defines("option")],
        Annotated[CatalogEntry, read_by(lambda: Option)],
    ] = {}


class Editions(Form, whole="by_id", example={"colours": COLORS}):
    """The same game with other names and colours; the first is the default."""

    by_id: Mapping[
        Annotated[str, matching(ID)], Annotated[CatalogEntry, read_by(lambda: Edition)]
    ] = {}
