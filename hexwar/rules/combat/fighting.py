"""What ``combat.battle`` may say: how many hexes one is against, and when it is declared."""

from typing import Annotated, Literal

from hexwar.definition.forms import (
    Form,
    cited,
    only_with,
    says,
)


class Fighting(Form, not_empty=True, example={"declare": "all_first"}):
    """What one battle is, and when the battles of a phase are declared."""

    hexes: Annotated[
        Literal["one", "many"],
        cited("hexes"),
        says(
            "Whether a battle is against the units of one hex, or may be against those of several: "
            "they defend together, each on the terrain of its own hex; of what the hexes do to the "
            "attackers, the column and the die, that of the hardest hex counts.",
            "many",
        ),
    ] = "one"
    adjacent: Annotated[
        Literal["each_to_each", "each_to_one"],
        only_with("hexes", having=("many",)),
        says(
            "Against several hexes: whether each attacker is next to each of them, or to one at "
            "least, each of them is attacked, and all hang together.",
            "each_to_one",
        ),
    ] = "each_to_each"
    again: Annotated[
        Literal["allowed", "forbidden"],
        cited("once"),
        says(
            "Whether units that have been attacked may be attacked again in the same phase, by "
            "units that have not attacked yet.",
            "allowed",
        ),
    ] = "forbidden"
    declare: Annotated[
        Literal["one_by_one", "all_first"],
        cited("declare"),
        says(
            "Whether each battle is resolved as soon as it is declared, or all of a phase are "
            "declared before the first die is thrown. Until then a battle may be taken back; then "
            "the attacker chooses the order. Each is reckoned anew with those who are left: who "
            "has been eliminated, or stands elsewhere by now, is no part of it, and without "
            "attackers or defenders, or a column, it is not fought. Nobody retreats into a hex "
            "that is still to be attacked.",
            "all_first",
        ),
    ] = "one_by_one"
