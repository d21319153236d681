"""What section ``scenarios`` may say.

A scenario (:class:`Opening`) is how a game begins: where each counter stands, or where its player
may set it up (:class:`SetupPlace`), with what sides begin, and a patch for what is different in it.
The first of a game starts by itself.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from hexwar.definition.forms import (
    ADDED,
    ID,
    IN_ORDER,
    ITS_KEY,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    RegionName,
    SideName,
    between,
    cited,
    cites,
    defines,
    matching,
    name_of,
    only_with,
    read_by,
    says,
    word,
)
from hexwar.definition.model import Scenario
from hexwar.definition.printable import as_title
from hexwar.rules.choices import PatchIfAny, Summary, Title
from hexwar.rules.language.section import Names, given_of, one_of

StateName = Annotated[str, name_of("state")]

LAST = 0
"""In place of a step: the last that the unit has."""
MEETING = {"title": "Meeting engagement", "setup": {"A": "0802"}}


class SetupPlace(Form, not_empty=True, open="setup_places"):
    """A hex, and how far from it its player may set the unit up; or a region; and how it begins."""

    hex: Annotated[str, name_of("hex"), says("The hex.", "0802")] = ""
    region: Annotated[
        RegionName, says("The region in which its player may set it up.", "west_bank")
    ] = ""
    within: Annotated[
        int,
        between(0, 100),
        only_with("hex"),
        says("How many hexes away from the hex it may be set up.", 2),
    ] = 0
    step: Annotated[
        int,
        between(1, 100),
        word("last", LAST),
        says("The step that it begins with, 1 at full strength; or the last.", "last", 2),
    ] = 1

    state: Annotated[
        Names,
        read_by(lambda: one_of(StateName, "A state.", "pinned")),
        IN_ORDER,
        says("The state that it begins in, or several.", "pinned"),
    ] = ()
    top: Annotated[
        bool,
        says(
            "True: it begins on top of its stack, which matters where only the top is seen (see "
            "`visible` of the section stacking). Otherwise the first of the units file that "
            "attacks lies there.",
            True,
        ),
    ] = False

    @property
    def place(self) -> str:
        """The hex or region that is named."""
        return self.hex or self.region

    @property
    def more(self) -> tuple[tuple[str, Any], ...]:
        """What sections keep of how it begins: pairs of a word of theirs and what is said by it."""
        added = [
            entry for form in self.__dict__[ADDED].values() for entry in given_of(form).items()
        ]
        return ((("top", True),) if self.top else ()) + tuple(added)


Place = Annotated[
    Annotated[str, name_of("place")] | SetupPlace,
    says(
        "The hex; or the region in which its player may set the unit up, or a mapping with the hex "
        "near which he may.",
        "0802",
        "west_bank",
        {"hex": "0802", "within": 2},
        {"region": "west_bank", "step": "last"},
        {"hex": "0802", "state": "pinned"},
    ),
]


class Opening(Form, example=MEETING):
    """One scenario."""

    id: Annotated[str, ITS_KEY]
    title: Title = ""
    summary: Summary = ""
    variant: Annotated[
        str, name_of("variant"), says("The variant that it is played with.", "advanced")
    ] = ""
    setup: Annotated[
        Mapping[Annotated[str, name_of("unit")], Place],
        IN_ORDER,
        says(
            "Where units begin: counter on the left, hex on the right. Counters not listed begin "
            "out of play. Units with an area begin spread over it, within the stacking limit.",
            {"A": "0802"},
        ),
    ]
    eliminated: Annotated[
        tuple[Annotated[str, name_of("unit"), says("A counter.", "B")], ...],
        ONCE,
        NOT_EMPTY,
        says(
            "Counters that begin among the eliminated: they come onto the map as replacements. "
            "Conditions that count losses count them.",
            ["B"],
        ),
    ] = ()
    setup_order: Annotated[
        tuple[Annotated[SideName, says("A side.", "red")], ...],
        ONCE,
        NOT_EMPTY,
        cited("setup"),
        says(
            "The sides that set up their units before the first turn, in this order.",
            ["blue", "red"],
        ),
    ] = ()
    cite: Annotated[Citations, cites("Rules about setting up.", setup="Setting up.")] = NO_RULES
    patch: PatchIfAny = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The scenario, its id in words where it has no title; its patch is taken from the tree."""
        name, setup = values["id"], values["setup"]
        near = {unit: place for unit, place in setup.items() if isinstance(place, SetupPlace)}
        return Scenario(
            id=name,
            title=values.get("title") or as_title(name),
            summary=values.get("summary", "").strip(),
            variant=values.get("variant", ""),
            setup={unit: near[unit].place if unit in near else setup[unit] for unit in setup},
            within={unit: place.within for unit, place in near.items() if place.within},
            steps={unit: place.step for unit, place in near.items() if place.step != 1},
            states={unit: place.state for unit, place in near.items() if place.state},
            more={unit: more for unit, place in near.items() if (more := place.more)},
            eliminated=values.get("eliminated", ()),
            setup_order=values.get("setup_order", ()),
            cite=values.get("cite", NO_RULES),
        )


class Scenarios(Form, whole="by_id", example={"meeting": MEETING}):
    """What can be played: the first is the one that starts by itself."""

    by_id: Annotated[
        Mapping[
            Annotated[str, matching(ID), defines("scenario")],
            Annotated[Scenario, read_by(lambda: Opening)],
        ],
        NOT_EMPTY,
    ] = {}
