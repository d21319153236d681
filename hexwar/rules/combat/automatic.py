"""What ``combat.automatic`` may say: odds at which a battle is won without a roll."""

from typing import Annotated, Literal

from hexwar.definition.forms import Form, between, key, matching, name_of, read_by, says
from hexwar.rules.language.selector import Selector

Column = Annotated[
    str,
    read_by(lambda: int | str),
    matching("^([0-9]{1,3}:[1-9][0-9]{0,2}|[-+]?[0-9]{1,3})$"),
    between(-1000, 1000),
    says("A column: a number of attackers, a differential, or odds such as 2:1.", 3, "1:2"),
]
Code = Annotated[str, name_of("result")]
EASIER = {"only": {"surrounded": True}, "at_least": "5:1"}


class Easier(Form, example=EASIER):
    """Other odds against some defenders."""

    only: Annotated[Selector, says("The defenders: all of them are such.", {"surrounded": True})]
    at_least: Annotated[Column, says("The odds against these.", "5:1")]


class Automatic(Form, example={"at_least": "7:1", "or": EASIER, "result": "DE"}):
    """Odds at which a battle has its result without a roll."""

    at_least: Annotated[
        Column,
        says(
            "The odds. Where they are a column of the table, that column or a better one must be "
            "reached, with all that shifts it; if not, the strengths must reach them without "
            "shifts.",
            "7:1",
        ),
    ]
    easier: Annotated[
        Easier | None,
        key("or"),
        says("Odds that are enough against some defenders.", EASIER),
    ] = None
    result: Annotated[Code, says("The result.", "DE")]
    when: Annotated[
        tuple[
            Annotated[Literal["movement", "combat"], says("A kind of phase.", "movement")],
            ...,
        ],
        says(
            "In phases of which kinds. In those of movement, units that could attack at these odds "
            "in the next combat phase of their side may do it at once: they move and attack no "
            "more in this turn, and others may move on. Defenders whom the attacker does not see "
            "do not count for what he may do; if they make the odds worse, a die is rolled.",
            ["movement", "combat"],
        ),
    ] = ("combat",)
