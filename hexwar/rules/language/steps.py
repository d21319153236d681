"""What a result program may say: steps, each one verb with what it concerns.

Sections bring the verbs: forms of one key, open under ``programs``. What such a form makes is an
:class:`Effect` or what its effect says.
"""

from typing import Annotated, Any, Literal

from hexwar.definition.forms import NOT_EMPTY, Form, read_by, says
from hexwar.definition.model import Effect
from hexwar.rules.language.selector import Selector

Who = Literal["attacker", "defender"]
WHO = {"attacker": {"who": "attacker"}, "defender": {"who": "defender"}}
"""The short form of a verb: whom it concerns."""

Only = Annotated[
    Selector | None,
    says(
        "Those of them that are meant; all if left out.",
        {"trait": "mechanised"},
    ),
]
"""The units of a side that a verb means."""

ACTOR = "actor"
"""In place of a side of a battle: the unit that a table is rolled for."""

TARGET = "target"
"""In place of a side of a battle: the unit that was fired at, in a table that decides fire."""

ALONE = (ACTOR, TARGET)
"""Words for one unit that is no side of a battle."""


class Step(
    Form,
    one_of=True,
    page="programs",
    open="programs",
    words={"nothing": {"nothing": None}},
    example={"retreat": {"who": "defender", "hexes": 1}},
):
    """One step of what a result does: one of these, or the word nothing."""

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step that the one verb makes."""
        ((verb, value),) = values.items()
        return value if isinstance(value, Effect) else Effect(verb, said=value)


Program = Annotated[tuple[Annotated[Effect, read_by(lambda: Step)], ...], NOT_EMPTY]
"""What a result does, step by step."""
