"""What section ``stacking`` may say.

How much of a side a hex holds (``limit``), in what that is counted (``in``), which units count for
nothing, further limits for some units (:class:`LimitOfSome`), groups that share no hex; when units
that move are held to it, and what the enemy sees of a stack. Most games say no more than a number:
then units are counted without looking at them (:attr:`Stacking.by_side`).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    between,
    cited,
    cites,
    key,
    matching,
    read_by,
    says,
    word,
)
from hexwar.rules.language.effects import Cases, cases_of, values_of
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector
from hexwar.rules.units.section import ValueName

Limit = Annotated[
    int | None,
    between(1, 1000),
    word("unlimited", None),
    says("The most in a hex, or unlimited.", 2, "unlimited"),
]
LIMIT = cases_of(Limit, 2)


KeptApart = (
    tuple[Annotated[Selector, says("A group of units.", {"type": "infantry"})], ...]
    | Literal["formations"]
    | None
)
"""Groups of units that do something only among themselves."""


class LimitOfSome(Form, example={"only": {"trait": "headquarters"}, "most": 1}):
    """How many of some units may share a hex, beside the limit of all."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Headquarters")] = ""
    only: Annotated[Selector, EACH, says("The units that are counted.", {"trait": "headquarters"})]
    most: Annotated[int, between(0, 1000), says("The most of them in a hex.", 1)]


class Stacking(Form, example={"limit": 2}):
    """How much may share a hex."""

    limit: Annotated[
        int | Cases[int | None] | None,
        read_by(lambda: LIMIT),
        cited("limit"),
        says(
            "The most of a side in a hex, or unlimited. It may differ by side, where a side that "
            "is left out has no limit, and in cases by what is printed and by place: then every "
            "unit in the hex must be within the limit that holds for it there.",
            2,
            "unlimited",
            {"red": 2, "blue": 3},
            {"cases": [{"only": {"at": {"terrain": "woods"}}, "is": 1}, 2]},
        ),
    ]
    measure: Annotated[
        Literal["units", "steps", "attack", "defense"] | ValueName,
        key("in"),
        says(
            "What is counted: units, the steps that they have left, or what is printed of them at "
            "full strength: attack, defense, or a value.",
            "steps",
            "size",
        ),
    ] = "units"
    free: Annotated[
        Selector | None,
        EACH,
        says("Units that do not count, and may stand in any hex.", {"trait": "headquarters"}),
    ] = None
    limits: Annotated[
        Mapping[Annotated[str, matching(ID)], LimitOfSome],
        NOT_EMPTY,
        says(
            "Limits of some units, by id, that hold besides.",
            {"headquarters": {"only": {"trait": "headquarters"}, "most": 1}},
        ),
    ] = {}
    apart: Annotated[
        KeptApart,
        EACH,
        NOT_EMPTY,
        says(
            "Units that do not share a hex: those of one of these groups with those of another, or "
            "those of different formations. Units that belong to none stack with all.",
            "formations",
            [{"trait": "guards"}, {"trait": "allies"}],
        ),
    ] = None
    checked: Annotated[
        frozenset[
            Annotated[Literal["end_of_phase", "every_stop"], says("A moment.", "end_of_phase")]
        ],
        says(
            "When the limit is enforced on units that move: at the end of their phase, so that a "
            "unit may stop on friends of whom enough can still move on; or at every stop. Retreats "
            "and advances always keep it.",
            ["end_of_phase"],
        ),
    ] = frozenset({"end_of_phase"})
    visible: Annotated[
        Literal["all", "top"],
        cited("visible"),
        says(
            "What the other side sees of a stack: all of it, or only the top counter, which its "
            "owner chooses among the units that attack. Until he does it is the first of these in "
            "the units file, or the one that the scenario puts on `top`.",
            "top",
        ),
    ] = "all"
    cite: Annotated[
        Citations,
        cites(
            "Rules about stacking.",
            limit="The limit.",
            sent_back="What happens to units that break it.",
            visible="What the enemy may see of a stack.",
            order="Which unit of a stack may be on top.",
        ),
    ] = NO_RULES

    @property
    def by_side(self) -> bool:
        """Whether units are counted, all alike, and hexes differ by side at most."""
        cases = self.limit.of if isinstance(self.limit, Cases) else ()
        plain = all(case.only == Selector(side=case.only.side) for case in cases if case.only)
        named = all(case.only and {"own", "enemy"}.isdisjoint(case.only.side) for case in cases)
        counted = self.measure == "units" and self.free is None and not self.limits
        return counted and plain and named and self.apart is None

    def most(self, side: str) -> int | None:
        """The limit of a side in units; ``None`` when it has none, or counts something else."""
        if not self.by_side:
            return None
        if not isinstance(self.limit, Cases):
            return self.limit
        cases: Cases[int | None] = self.limit
        for case in cases.of:
            if case.only and side in case.only.side:
                return case.value
        return cases.rest

    def surely(self, side: str, heaviest: int) -> int | None:
        """So many units are never too many, if none counts for more than ``heaviest``."""
        if self.by_side:
            return self.most(side)
        limits = [limit for limit in values_of(self.limit) if limit is not None]
        least = min([limit // max(1, heaviest) for limit in limits], default=None)
        some = [limit.most for limit in self.limits.values()]
        some += [1] if self.apart is not None else []
        bounds = [*some, *([] if least is None else [least])]
        return max(1, min(bounds)) if bounds else None
