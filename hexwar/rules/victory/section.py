"""What section ``victory`` may say.

Lines in the order in which they are asked: when each is looked at, its condition, and which side
wins by it. The first that holds when its moment comes decides, so that the order is part of the
rule. A result of a battle or a table may end the game as well (:class:`EndOfGame`).
"""

from typing import Annotated, Literal

from hexwar.definition.forms import (
    NOT_EMPTY,
    ONLY_READ,
    Form,
    RuleNumber,
    SideName,
    key,
    says,
    word,
)
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If

TOWNS = {"occupied": {"region": "towns", "side": "red", "at_least": 2}}


class VictoryLine(Form, example={"when": "end_of_game", "winner": "red", "if": TOWNS}):
    """One line."""

    when: Annotated[
        Literal["end_of_game", "end_of_turn", "end_of_phase"],
        says("When the line is looked at.", "end_of_game"),
    ] = "end_of_game"
    winner: Annotated[
        SideName | None, word("draw", None), says("The side that wins, or draw.", "red", "draw")
    ]
    level: Annotated[
        str,
        ONLY_READ,
        says("How great the victory is, in words, where games tell several levels.", "Decisive"),
    ] = ""
    condition: Annotated[
        If | None, EACH, key("if"), says("The condition; the line always holds if left out.", TOWNS)
    ] = None
    goal: Annotated[
        str,
        ONLY_READ,
        says(
            "The sentence that players read from the start: who wins, when and for what. Put "
            "together of the rest if left out. How far it is stands beside it.",
            "Red wins if it holds two of the three towns at the end.",
        ),
    ] = ""
    because: Annotated[
        str,
        ONLY_READ,
        says("The sentence that players read when the game ends.", "Red holds two towns."),
    ] = ""
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""


class Victory(Form, whole="lines", example=[{"when": "end_of_game", "winner": "red"}]):
    """Which side wins: the first line whose condition holds decides."""

    lines: Annotated[tuple[VictoryLine, ...], NOT_EMPTY] = ()


class EndOfGame(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    end: Annotated[
        Literal["game", "turn"],
        says(
            "The game ends at once; the lines of victory for its end decide it. Or the turn ends "
            "with the phase: those that would follow in it are passed over.",
            "game",
            "turn",
        ),
    ]
