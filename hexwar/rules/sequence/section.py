"""What section ``sequence`` may say.

Sections whose phases take more keys add them: forms that are open under ``phases``. The kinds of
phase are told by the packages that play them.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ID,
    MADE,
    NO_RULES,
    NOT_EMPTY,
    ONLY_READ,
    Citations,
    Form,
    SideName,
    between,
    cites,
    defines,
    idle_beside,
    key,
    matching,
    name_of,
    only_with,
    read_by,
    says,
    words_of,
)
from hexwar.definition.packages import words_of as words_brought
from hexwar.definition.printable import as_title
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If, Names, Turn, one_of

PhaseName = Annotated[str, name_of("phase")]
MOVEMENT = {"id": "red_movement", "kind": "movement", "side": "red"}


ROUND = "round"
"""The kind of a phase of kind activation that has phases of its own."""

ACTIVATED = "activated"
"""In place of the side of those phases: the side of the unit that is activated."""


class Phase(Form, open="phases", example=MOVEMENT):
    """One phase."""

    id: Annotated[str, matching(ID), defines("phase"), says("The phase's id.", "red_movement")]
    title: Annotated[
        str, ONLY_READ, says("What players read; its id in words if left out.", "Red movement")
    ] = ""
    kind: Annotated[str, words_of("phases"), says("What is done in it.", "movement")]
    side: Annotated[
        SideName | Annotated[str, words_of("phase_sides")],
        says(
            "Whose phase it is; nobody's if left out, where its kind has no need. A word leaves it "
            "to the game: `initiative` is the side with the initiative, `others` the other one; "
            "of more sides `second`, `third` and `fourth` go by the order of the roll.",
            "red",
            "initiative",
        ),
    ] = ""
    decided: Annotated[str, MADE] = ""
    at: Annotated[tuple[int | str, ...], MADE] = ()
    within: Annotated[str, MADE] = ""
    order: Annotated[str | None, MADE] = None
    each: Annotated[str, MADE] = "unit"
    phases: Annotated["tuple[Phase, ...]", read_by(lambda: str), MADE] = ()
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says(
            "The condition under which the phase takes place; always if left out.",
            {"turn": {"at_least": 3}},
        ),
    ] = None

    @property
    def written_kind(self) -> str:
        """Its kind as its author has written it."""
        return "activation" if self.kind == ROUND else self.kind

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The phase, with a title; ``decided`` is a word in place of a side."""
        side = values.get("side", "")
        decided = side if side in words_brought("phase_sides") else ""
        made = {"title": values.get("title") or as_title(values["id"]), "decided": decided}
        return super().built({**values, **made, "side": "" if decided else side})


class PhaseOfTurn(Phase, open="phases", example=MOVEMENT):
    """One phase, which may have phases of its own."""

    order: Annotated[
        Literal["chits", "alternating", "initiative_then_others", "any"] | None,
        only_with("phases"),
        says(
            "In a phase of kind activation that has `phases`: who is activated next. chits: a chit "
            "is drawn from the cup, see the section `cup`; alternating: sides take turns, the one "
            "with the initiative first; initiative_then_others: all of the side with the "
            "initiative, then all of the others; any: as its `side` likes.",
            "chits",
        ),
    ] = None
    each: Annotated[
        Literal["unit", "formation"],
        only_with("phases"),
        idle_beside("order", "chits"),
        says("What a side activates where no chits are drawn; each once.", "formation"),
    ] = "unit"
    phases: Annotated[
        tuple[Phase, ...],
        NOT_EMPTY,
        says(
            "In a phase of kind activation: the phases that are run for each unit or formation "
            "that is activated. They are for no other units, and of the side of those if they "
            "say no side.",
            [{"id": "run", "kind": "movement"}],
        ),
    ] = ()

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """A phase that has others is of a kind of its own."""
        return super().built({**values, **({"kind": ROUND} if values.get("phases") else {})})


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
    phases: Annotated[
        tuple[Annotated[Phase, read_by(lambda: PhaseOfTurn)], ...],
        NOT_EMPTY,
        says("The phases of a turn.", [MOVEMENT]),
    ]
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

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """All phases in one row, those that are run within another after it."""
        row: list[Phase] = []
        for index, phase in enumerate(values["phases"]):
            row.append(phase.but(at=(index,)))
            for place, inner in enumerate(phase.phases):
                decided = inner.decided or ("" if inner.side else ACTIVATED)
                at = (index, "phases", place)
                row.append(inner.but(at=at, within=phase.id, decided=decided))
        return super().built({**values, "phases": tuple(row)})

    def called(self, name: str) -> frozenset[int]:
        """The turns of the game that go by a name of the calendar."""
        entry = self.calendar[name]
        turns = range(1, self.turns + 1)
        if isinstance(entry, Period):
            return frozenset(filter(entry.holds, turns))
        return frozenset(entry).intersection(turns)


class PhaseConditions(Form, one_of=True):
    """What the section adds to conditions."""

    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "red_movement")),
        says("The phase that is under way, or has just begun.", "red_movement"),
    ]
