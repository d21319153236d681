"""What section ``dice`` may say: dice whose faces have symbols in place of numbers.

A die (:class:`FaceDie`) is a number of faces for each symbol (:class:`Face`), with a sign that
windows draw. What a symbol does does not belong to the die: it is said where dice are thrown, as in
``combat``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONLY_READ,
    Form,
    between,
    defines,
    key,
    matching,
    says,
)
from hexwar.definition.printable import as_title
from hexwar.rules.language.reading import Charted, Speaker, Words
from hexwar.rules.language.wording import several

FACES = {"infantry": 2, "armour": 1, "grenade": 1, "flag": 1, "star": 1}

MOST_SIDES = 100
"""No die has more faces, as none of those with numbers has."""

Sign = Literal[
    "circle",
    "square",
    "triangle",
    "diamond",
    "cross",
    "star",
    "flag",
    "burst",
    "shield",
    "helmet",
    "tank",
    "blank",
]
"""A shape in which a symbol is drawn: each is told from the others without its colour."""

_BY_NAME: dict[str, Sign] = {
    "infantry": "helmet",
    "foot": "helmet",
    "soldier": "helmet",
    "armour": "tank",
    "armor": "tank",
    "tank": "tank",
    "cavalry": "triangle",
    "horse": "triangle",
    "artillery": "circle",
    "gun": "circle",
    "cannon": "circle",
    "grenade": "burst",
    "hit": "burst",
    "burst": "burst",
    "flag": "flag",
    "retreat": "flag",
    "star": "star",
    "sword": "cross",
    "swords": "cross",
    "shield": "shield",
    "blank": "blank",
    "miss": "blank",
}


class Face(Form, example={"title": "Infantry", "count": 2, "sign": "helmet"}):
    """A symbol, and on how many faces of the die it is."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Infantry")] = ""
    count: Annotated[int, between(1, 99), says("On so many faces of the die.", 2)] = 1
    sign: Annotated[
        Sign | None,
        ONLY_READ,
        says(
            "The shape that it is drawn in. Left out: as the name says (flag, star, grenade, "
            "infantry and the like), else its first letter.",
            "flag",
        ),
    ] = None

    @property
    def shape(self) -> str:
        """The shape that it is drawn in; empty where its first letter stands for it."""
        return self.sign or _BY_NAME.get(self.id) or ""


class FaceDie(Form, example={"title": "Battle die", "faces": FACES}):
    """One kind of die."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Battle die")] = ""
    written: Annotated[
        Mapping[
            Annotated[str, matching(ID), defines("face")],
            Annotated[int | Face, between(1, 99), says("On how many faces it is.", 2)],
        ],
        key("faces"),
        NOT_EMPTY,
        says("Its symbols, each with the number of faces that it is on.", FACES),
    ]

    @property
    def faces(self) -> tuple[Face, ...]:
        """Its symbols, in the author's order."""
        return tuple(
            face if isinstance(face, Face) else Face(id=name, title=as_title(name), count=face)
            for name, face in self.written.items()
        )

    @property
    def sides(self) -> int:
        """How many faces it has."""
        return sum(face.count for face in self.faces)

    def shown(self, rolled: int) -> Face:
        """The symbol on a face, counted from 1: those of the first symbol come first."""
        for face in self.faces:
            rolled -= face.count
            if rolled <= 0:
                return face
        raise ValueError(f"{self.id} has {self.sides} faces")


class FaceDice(Form, whole="by_id", example={"battle": {"title": "Battle die", "faces": FACES}}):
    """Dice with symbols on their faces, by name. What a symbol does is said where dice are thrown:
    see `faces` of the section combat.
    """

    by_id: Annotated[
        Mapping[Annotated[str, matching(ID), defines("dice")], FaceDie], NOT_EMPTY
    ] = {}


# What the section ``dice`` says, in sentences that players read.


def die_in_words(die: FaceDie) -> str:
    """A die with its symbols, each with the faces that it is on."""
    symbols = ", ".join(f"{face.title} {face.count}" for face in die.faces)
    return f"{die.title}, {several(die.sides, 'face')}: {symbols}."


def _symbols(die: FaceDie, speaker: Speaker) -> str:
    return die_in_words(die)


WORDS: Words = {FaceDie: {"written": Charted(_symbols)}}
