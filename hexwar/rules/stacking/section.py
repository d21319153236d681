"""What section ``stacking`` may say."""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import NOT_EMPTY, Form, between, cited, cites, says, word
from hexwar.definition.values import NO_RULES, Citations, SideName

Limit = Annotated[
    int | None,
    between(1, 1000),
    word("unlimited", None),
    says("Most units of the side in a hex, or unlimited.", 2, "unlimited"),
]


class Stacking(Form, example={"limit": 2}):
    """How many units may share a hex."""

    limit: Annotated[
        int | Mapping[SideName, Limit] | None,
        NOT_EMPTY,
        between(1, 1000),
        word("unlimited", None),
        cited("limit"),
        says(
            "Most units in a hex, or unlimited; by side where it differs: a side that is left out "
            "has no limit.",
            2,
            "unlimited",
            {"red": 2, "blue": 3},
        ),
    ]
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
            "owner chooses among the units that attack.",
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

    def most(self, side: str) -> int | None:
        """The limit of a side; ``None`` when it has none."""
        return self.limit.get(side) if isinstance(self.limit, Mapping) else self.limit
