"""What section ``sequence`` may say.

Sections whose phases take more keys add them: forms that are open under ``phases``. The kinds of
phase are told by the packages that play them.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from hexwar.definition.forms import (
    MADE,
    NOT_EMPTY,
    Form,
    between,
    cites,
    defines,
    key,
    matching,
    says,
    words_of,
)
from hexwar.definition.packages import words_of as words_brought
from hexwar.definition.values import ID, NO_RULES, Citations, SideName
from hexwar.rules.language.section import If, Turn

MOVEMENT = {"id": "red_movement", "kind": "movement", "side": "red"}


class Phase(Form, open="phases", example=MOVEMENT):
    """One phase."""

    id: Annotated[str, matching(ID), defines("phase"), says("The phase's id.", "red_movement")]
    title: Annotated[str, says("What players read.", "Red movement")] = ""
    kind: Annotated[str, words_of("phases"), says("What is done in it.", "movement")]
    side: Annotated[
        SideName | Annotated[str, words_of("phase_sides")],
        says(
            "Whose phase it is; nobody's if left out, where its kind has no need. A word leaves it "
            "to the game: `initiative` is the side with the initiative, `others` the other one.",
            "red",
            "initiative",
        ),
    ] = ""
    decided: Annotated[str, MADE] = ""
    condition: Annotated[
        If | None,
        key("if"),
        says(
            "The condition under which the phase takes place; always if left out.",
            {"turn": {"at_least": 3}},
        ),
    ] = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The phase, by its id where it has no title; ``decided`` is a word in place of a side."""
        side = values.get("side", "")
        decided = side if side in words_brought("phase_sides") else ""
        made = {"title": values.get("title") or values["id"], "decided": decided}
        return super().built({**values, **made, "side": "" if decided else side})


class Period(Form, example={"from": 5, "each": 6}):
    """Turns that come again and again."""

    from_: Annotated[int, key("from"), between(1, 1000), says("The first turn.", 5)]
    each: Annotated[int, between(1, 1000), says("How many turns later it comes again.", 6)]
    length: Annotated[int, between(1, 1000), says("How many turns it lasts.", 2)] = 1

    def holds(self, turn: int) -> bool:
        """Whether a turn is among them."""
        return turn >= self.from_ and (turn - self.from_) % self.each < self.length


class SequenceOfPlay(Form, example={"turns": 4, "phases": [MOVEMENT]}):
    """The phases of a turn, in order, and the number of turns."""

    turns: Annotated[int, between(1, 1000), says("How many turns are played.", 4)]
    phases: Annotated[tuple[Phase, ...], NOT_EMPTY, says("The phases of a turn.", [MOVEMENT])]
    calendar: Annotated[
        Mapping[
            Annotated[str, matching(ID), defines("name-of-turns")],
            Annotated[
                Period | tuple[Turn, ...],
                NOT_EMPTY,
                says("The turns: a list, or how they come again.", [1, 2], {"from": 5, "each": 6}),
            ],
        ],
        NOT_EMPTY,
        says(
            "Names for sets of turns, such as seasons and nights, for conditions (`turn: night`) "
            "and the columns of tables. A turn may be in several or in none.",
            {"summer": [1, 2], "night": {"from": 5, "each": 6}},
        ),
    ] = {}
    cite: Annotated[
        Citations,
        cites(
            "Rules about the sequence.",
            order="The order of phases.",
            nothing_to_do="Phases in which nothing can be done.",
        ),
    ] = NO_RULES

    def called(self, name: str) -> frozenset[int]:
        """The turns of the game that go by a name of the calendar."""
        said = self.calendar[name]
        turns = range(1, self.turns + 1)
        if isinstance(said, Period):
            return frozenset(filter(said.holds, turns))
        return frozenset(said).intersection(turns)
