"""What section ``rerolls`` may say."""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    Form,
    between,
    cites,
    key,
    matching,
    name_of,
    says,
)
from hexwar.definition.values import ID, NO_RULES, Citations, SideName
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If
from hexwar.rules.movement.section import PoolPrice

Throw = Literal["battle", "table"]


class Reroll(Form, example={"title": "Luck", "side": "red", "spends": {"pool": "luck"}}):
    """Dice that a side may have thrown again when it has seen them, and before anything comes of
    them. The last throw counts, better or worse.
    """

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Luck")] = ""
    side: Annotated[SideName, says("Who may.", "red")]
    spends: Annotated[PoolPrice, says("What it costs each time.", {"pool": "luck", "count": 1})]
    of: Annotated[
        tuple[Annotated[Throw, says("A throw.", "battle")], ...],
        NOT_EMPTY,
        ONCE,
        says(
            "Which throws: the dice of battles in which the side fights, those of tables.",
            ["battle", "table"],
        ),
    ] = ("battle",)
    who: Annotated[
        Literal["attacker", "defender", "any"],
        says("As what the side must fight, for dice of battles.", "attacker"),
    ] = "any"
    tables: Annotated[
        tuple[Annotated[str, name_of("table"), says("A table.", "weather")], ...],
        NOT_EMPTY,
        says("Whose throws, of tables; all if left out.", ["weather"]),
    ] = ()
    most: Annotated[int, between(1, 100), says("How often, of one throw.", 1)] = 1
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition of the game under which it may; always if left out.", {"turn": 1}),
    ] = None
    cite: Annotated[Citations, cites("Its rule.", reroll="Throwing again.")] = NO_RULES


class Rerolls(
    Form,
    whole="by_id",
    example={"luck": {"title": "Luck", "side": "red", "spends": {"pool": "luck"}}},
):
    """Dice that are thrown again for points of a pool, by id. After the throw each side that could
    pay is asked, in the order of the file, until nobody wants it thrown again. What is told of an
    attack beforehand is told of its first throw.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID)], Reroll], NOT_EMPTY] = {}
