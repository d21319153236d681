"""What the section may say, and what it adds to conditions and to result programs."""

from typing import Annotated, Literal

from hexwar.definition.forms import Form, says

Omen = Literal["good", "bad"]


class Omens(Form, example={"bad_from": 4}):
    """How omens are read."""

    bad_from: Annotated[int, says("The least face of the die that is a bad omen.", 4)]


class OmenCondition(Form, one_of=True):
    """A condition."""

    omen: Annotated[Omen, says("The omen that was seen last.", "good")]


class OmenVerb(Form, one_of=True):
    """A step of a result."""

    portend: Annotated[Omen, says("The omen that is seen now.", "bad")]
