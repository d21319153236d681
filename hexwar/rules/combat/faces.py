"""What section ``combat`` may say of dice with symbols, thrown in place of its table."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    Form,
    becomes,
    between,
    key,
    matching,
    name_of,
    only_with,
    read_by,
    says,
    word,
)
from hexwar.definition.values import ID
from hexwar.rules.language.places import IN_BATTLE, OF_A_BATTLE
from hexwar.rules.language.section import If
from hexwar.rules.language.selector import Selector
from hexwar.rules.language.steps import Program

FaceName = Annotated[str, name_of("face")]

HIT = {
    "faces": {"infantry": {"trait": "foot"}, "armour": {"trait": "mechanised"}, "grenade": "all"},
    "each": [{"lose_steps": {"who": "defender", "count": 1}}],
}
FLAG = {"faces": "flag", "each": [{"retreat": "defender"}]}
BOLSTERED = {"title": "Bolstered", "only": {"at": {"feature": "fort"}}, "by": "owner"}

MOST_DICE = 40
"""No battle is fought with more dice."""


class CountedSymbol(NamedTuple):
    """A symbol that counts, and against whom; against all if there is no selector."""

    face: str
    against: Selector | None


def _counted(said: Any) -> tuple[CountedSymbol, ...]:
    if isinstance(said, Mapping):
        return tuple(CountedSymbol(face, against) for face, against in said.items())
    return tuple(CountedSymbol(face, None) for face in ((said,) if isinstance(said, str) else said))


class Ignoring(Form, not_empty=True, example=BOLSTERED):
    """Symbols that come to nothing against some defenders."""

    title: Annotated[str, ONLY_READ, says("What players read.", "Bolstered")] = ""
    only: Annotated[
        Selector | None,
        IN_BATTLE,
        says("The defenders: all of them are such.", {"at": {"feature": "fort"}}),
    ] = None
    attackers: Annotated[
        Selector | None,
        IN_BATTLE,
        says("The attackers: all of them are such.", {"trait": "mechanised"}),
    ] = None
    count: Annotated[
        int | None,
        between(1, MOST_DICE),
        word("all", None),
        says("How many symbols of a throw, or all.", 1, "all"),
    ] = 1
    by: Annotated[
        Literal["owner"] | None,
        says("Who decides how many; if left out, it is always all of these.", "owner"),
    ] = None


class FaceEffect(Form, example={"title": "Hit", **HIT}):
    """What some symbols do. All that is said holds together."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read of one.", "Hit")] = ""
    faces: Annotated[
        tuple[CountedSymbol, ...],
        IN_BATTLE,
        read_by(
            lambda: (
                FaceName
                | tuple[Annotated[FaceName, says("A symbol.", "flag")], ...]
                | Mapping[
                    FaceName,
                    Annotated[
                        Selector | None,
                        word("all", None),
                        says("The defenders against whom it counts, or all.", {"trait": "foot"}),
                    ],
                ]
            )
        ),
        NOT_EMPTY,
        becomes(_counted),
        says(
            "The symbols that do it: one, several, or each with the defenders against whom it "
            "counts; of several defenders, what it does is for those of them alone.",
            "flag",
            HIT["faces"],
        ),
    ]
    attackers: Annotated[
        Selector | None,
        IN_BATTLE,
        says("Only where one of these is among the attackers.", {"trait": "leader"}),
    ] = None
    condition: Annotated[
        If | None,
        IN_BATTLE,
        key("if"),
        says("Only while this holds in the game.", {"turn": {"at_least": 3}}),
    ] = None
    least: Annotated[
        int,
        between(1, MOST_DICE),
        says("Only where so many of these symbols are thrown.", 2),
    ] = 1
    each: Annotated[
        Program,
        OF_A_BATTLE,
        says(
            "What every one of them does. Several are added up: three flags are one retreat of "
            "three hexes.",
            FLAG["each"],
        ),
    ] = ()
    once: Annotated[
        Program,
        OF_A_BATTLE,
        says("What they do however many they are.", [{"mark": {"state": "pinned"}}]),
    ] = ()
    ignored: Annotated[
        tuple[Ignoring, ...],
        NOT_EMPTY,
        only_with("each"),
        says(
            "Defenders against whom some of them come to nothing. What several entries say is "
            "added up.",
            [BOLSTERED],
        ),
    ] = ()


class FaceTable(Form, example={"die": "battle", "does": {"hit": HIT, "flag": FLAG}}):
    """Dice with symbols in place of a table: how many, and what each symbol does."""

    die: Annotated[str, name_of("dice"), says("The die, see the section dice.", "battle")]
    count: Annotated[
        Literal["strength", "differential"],
        says(
            "How many dice: the strength of the attackers, or that less the strength of the "
            "defenders, with all that terrain and modifiers add, rounded down. Columns that "
            "modifiers shift are dice.",
            "differential",
        ),
    ] = "strength"
    least: Annotated[
        int,
        between(0, MOST_DICE),
        says(
            "The least dice that are thrown, however few they come to; if it is 0, there is no "
            "attack without dice.",
            1,
        ),
    ] = 0
    most: Annotated[
        int, between(1, MOST_DICE), says("The most dice that are thrown, whatever they come to.", 5)
    ] = 10
    does: Annotated[
        Mapping[Annotated[str, matching(ID)], FaceEffect],
        NOT_EMPTY,
        says(
            "What the symbols do, by id, in the order in which it is carried out: hits before "
            "flags, say.",
            {"hit": HIT, "flag": FLAG},
        ),
    ]
    misses: Annotated[
        tuple[Annotated[FaceName, says("A symbol.", "star")], ...],
        ONCE,
        says("Symbols that do nothing.", ["star"]),
    ] = ()
    then: Annotated[
        Program,
        OF_A_BATTLE,
        says(
            "What follows when all symbols have been carried out, in any case.",
            [{"advance": "all"}],
        ),
    ] = ()
