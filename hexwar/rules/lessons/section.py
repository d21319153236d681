"""What section ``lessons`` may say.

A :class:`Lesson` is played on the game's own map, from a scenario, step by step: each
:class:`LessonStep` says something, may outline what it is about (:class:`Highlight`), and waits for
one action or for any that is like what it expects (:class:`Expected`). Lessons change no rule.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    LIKE_A_NUMBER,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    Form,
    RegionName,
    SideName,
    between,
    matching,
    name_of,
    says,
)
from hexwar.definition.model import Catalog
from hexwar.rules.choices import Title

MOVE = {"text": "Move A to the bridge.", "expect": "move A 0703", "hint": "The bridge is 0703."}
FIRST = {"title": "The first turn", "side": "red", "steps": [MOVE]}
Unit = Annotated[str, name_of("unit")]
Notation = Annotated[str, says("An action as players write it.", "move A 0703")]


class Highlight(Form, not_empty=True, example={"units": ["A"]}):
    """What is outlined while the step is read: on the map, or a part of the window."""

    units: Annotated[
        tuple[Annotated[Unit, says("A counter.", "A")], ...], ONCE, says("Counters.", ["A", "B"])
    ] = ()
    hexes: Annotated[
        tuple[Annotated[str, LIKE_A_NUMBER, name_of("hex"), says("A hex.", "0703")], ...],
        ONCE,
        says("Hexes.", ["0703"]),
    ] = ()
    region: Annotated[RegionName, says("A region.", "towns")] = ""
    panel: Annotated[
        Literal[
            "prompt", "goal", "turns", "sequence", "battle", "choices", "hex", "log", "end", "rules"
        ]
        | None,
        says(
            "A part of the window: the line that says what to do, the goal, the turn track, the "
            "phases, the battle, the choices, the hex that is looked at, the log, the button that "
            "ends a phase, the rules. In text mode the command is named that shows it.",
            "prompt",
        ),
    ] = None


class Expected(Form, not_empty=True, example={"verb": "move", "units": ["A"], "to": "woods"}):
    """Any action that is like this."""

    verb: Annotated[
        str, matching("^[a-z_]+$"), says("What is done; anything if left out.", "attack")
    ] = ""
    units: Annotated[
        tuple[Annotated[Unit, says("A counter.", "A")], ...],
        ONCE,
        says("The units that do it, all of them and no others.", ["A", "B"]),
    ] = ()
    to: Annotated[
        str,
        LIKE_A_NUMBER,
        name_of("place"),
        says("The hex, or the region, where it ends or which it is aimed at.", "0703", "woods"),
    ] = ""


Wanted = Annotated[
    Notation | Expected,
    says(
        "What the player is to do: an action, or a mapping that any of several fits. Everything "
        "else is refused with the hint. If it is left out, the step is only read.",
        "move A 0703",
        {"verb": "move", "units": ["A"], "to": "woods"},
    ),
]


class LessonStep(Form, example=MOVE):
    """One step."""

    text: Annotated[
        str, ONLY_READ, says("What the player reads: short, and plain.", "Move A to the bridge.")
    ]
    highlight: Highlight | None = None
    expect: Wanted | None = None
    hint: Annotated[
        str, ONLY_READ, says("What is said to any other action.", "The bridge is hex 0703.")
    ] = ""
    then: Annotated[
        tuple[Notation, ...],
        says(
            "Actions that follow by themselves, such as the turn of the other side.",
            ["done", "move X 0503", "done"],
        ),
    ] = ()


class Lesson(Form, example=FIRST):
    """One lesson."""

    id: Annotated[str, ITS_KEY]
    title: Title
    summary: Annotated[
        str,
        ONLY_READ,
        says("What is learned in it, in a sentence.", "Moving, and the first battle."),
    ] = ""
    minutes: Annotated[int, between(1, 120), says("How long it takes, in minutes.", 10)] = 10
    scenario: Annotated[
        str, name_of("scenario"), says("The scenario; the first if left out.", "meeting")
    ] = ""
    options: Annotated[
        tuple[Annotated[str, name_of("option"), says("An option.", "dusk")], ...],
        ONCE,
        says("The options that it is played with.", ["dusk"]),
    ] = ()
    side: Annotated[
        SideName,
        says("The side that is learned; after the last step the computer plays the others.", "red"),
    ]
    seed: Annotated[
        int, between(0, 1_000_000), says("The seed of the dice: every time the same ones fall.", 7)
    ] = 0
    before: Annotated[
        tuple[Notation, ...],
        says("Actions that are played before the first step, such as a set-up.", ["done"]),
    ] = ()
    steps: Annotated[tuple[LessonStep, ...], NOT_EMPTY, says("The steps, in order.", [MOVE])]


class Lessons(Form, whole="by_id", example={"first_turn": FIRST}):
    """Lessons: how the game is taught on its own map, step by step."""

    by_id: Annotated[Mapping[Annotated[str, matching(ID)], Lesson], NOT_EMPTY] = {}


def lessons_of(catalog: Catalog) -> dict[str, Lesson]:
    """The lessons that a game offers, by id, in the author's order."""
    return {name: lesson for name, lesson in catalog.lessons.items() if isinstance(lesson, Lesson)}
