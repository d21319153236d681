"""What sections ``plots`` and ``carried_out`` may say, and what they add to phases.

A :class:`Plot` is one kind of order that sides write in secret: for which units, in which phase,
and whether a path is written or one of some states. :class:`CarriedOut` says how paths are then
gone, all together or in turn, and what becomes of units that meet. Phases of kind plot say which
sides write, those of kind carry_out which plots they carry out.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    RuleNumber,
    SideName,
    asked,
    between,
    cites,
    defines,
    key,
    matching,
    name_of,
    read_by,
    says,
)
from hexwar.definition.model import Effect
from hexwar.rules.language.places import FIGHTING
from hexwar.rules.language.section import Names, Program, Selector, ValueOf, one_of
from hexwar.rules.states.section import StateName

PhaseName = Annotated[str, name_of("phase")]
PlotName = Annotated[str, name_of("plot"), says("A plot.", "sailing")]
WRITING, CARRYING_OUT = "plot", "carry_out"
"""The kinds of phase."""

SAILING = {"title": "Movement notes", "phase": "plotting", "writes": "path"}


class StatePlot(Form, example={"state": ["loading", "boarding"]}):
    """A plot of states: one of them is written for each unit."""

    state: Annotated[
        tuple[Annotated[StateName, says("A state.", "loading")], ...],
        ONCE,
        NOT_EMPTY,
        says(
            "The states to choose from. Carried out, the unit comes into the one that was "
            "written and out of the others.",
            ["loading", "boarding"],
        ),
    ]


class Plot(Form, example=SAILING):
    """Orders of one kind: for which units, when they are written, and what is written."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Movement notes")] = ""
    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "plotting")),
        says("The phases of kind plot in which it is written.", "plotting"),
    ]
    only: Annotated[
        Selector | None,
        asked("the side that plots", units="own"),
        says(
            "The units for which it is written; all if left out. Judged when it is written.",
            {"trait": "ship"},
        ),
    ] = None
    writes: Annotated[
        Literal["path"] | StatePlot,
        says(
            "What is written: a path, hex by hex, or one of several states. A path is bounded by "
            "what terrain costs and the unit's movement points, and by no unit: nobody knows yet "
            "who will be in the way. A unit whose state forbids it to move has none written. Of a "
            "unit that looks somewhere the path says with its hexes how it turns, and `face` "
            "where it looks at the end; a unit that is stopped before does not turn any more.",
            "path",
            {"state": ["loading", "boarding"]},
        ),
    ]
    most: Annotated[
        int | ValueOf | None,
        between(0, 1000),
        says(
            "Of a path: the most hexes, or a value of the unit; as many as its movement points "
            "allow if left out.",
            4,
            {"value": "speed"},
        ),
    ] = None
    unwritten: Annotated[
        Literal["as_before", "nothing"],
        says(
            "What a unit does for which nothing is written. nothing: it stays, and is in none of "
            "the states. as_before: it goes on as it was written the last time, in the same "
            "directions; or stays in the state that it is in.",
            "as_before",
        ),
    ] = "nothing"
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "4.0")] = ""

    @property
    def is_path(self) -> bool:
        """Whether a path is written."""
        return self.writes == "path"

    @property
    def states(self) -> tuple[str, ...]:
        """The states that can be written."""
        return self.writes.state if isinstance(self.writes, StatePlot) else ()


class Plots(Form, whole="by_id", example={"sailing": SAILING}):
    """Orders that sides write in secret, in phases of kind plot, and that are carried out together
    in phases of kind carry_out.

    A plot is its side's alone until it is carried out. The others learn which sides have finished
    writing and nothing else, and what they may write themselves does not depend on it. What is
    written may be rewritten until the side has finished (`done`).
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID), defines("plot")], Plot], NOT_EMPTY] = {}


# -- carrying out -------------------------------------------------------------------------------


class Meeting(Form, not_empty=True, example={"do": [{"roll": "collision"}], "then": "stops"}):
    """What happens when two units meet."""

    steps: Annotated[
        tuple[Effect, ...],
        asked("the side of the unit that moves", *FIGHTING, units="any"),
        read_by(lambda: Program),
        key("do"),
        says(
            "A result program, as of a battle. The attacker is the unit that comes first in "
            "`order` of those that move, the defender the other one. Nothing but the meeting if "
            "left out.",
            [{"roll": "collision"}],
        ),
    ] = ()
    then: Annotated[
        Literal["stops", "goes_on"],
        says(
            "stops: the rest of both orders is lost, and nobody enters. goes_on: they pass each "
            "other; of two that enter one hex the first in `order` does, and to the other happens "
            "what `blocked` says.",
            "stops",
        ),
    ] = "stops"
    among: Annotated[
        Literal["all", "enemies"],
        says("Who meets: enemies, or also friends for whom the hex has no room together.", "all"),
    ] = "enemies"


NO_MEETING = Meeting()


class CarriedOut(Form, example={"by": "hexes", "blocked": "stops"}):
    """How plots are carried out, in phases of kind carry_out: the `plots` of the phase one after
    the other, each for all units of all sides together.

    Units meet if they would enter one hex or change places, or if one would enter the hex of the
    other. Nothing is chosen meanwhile but what rules leave to owners. An order that has become
    illegal ends as `blocked` says: where the hex may no longer be entered, where a state that the
    unit has come into forbids it to move, in a zone of control that stops it. At the end a unit
    that finds no room among friends goes back along its way to where there is some.
    """

    by: Annotated[
        Literal["hexes", "units"],
        says(
            "hexes: all enter their first hex, then all their second one, and so on. units: each "
            "unit goes its whole way before the next.",
            "hexes",
        ),
    ] = "hexes"
    order: Annotated[
        Literal["printed", "initiative", "dice"] | ValueOf,
        says(
            "Who comes first, where it matters: as in the units file; the side that has the "
            "initiative; the dice, thrown where two want one hex; or the highest of a value.",
            "initiative",
            {"value": "crew"},
        ),
    ] = "printed"
    meet: Annotated[
        Meeting, says("When units meet.", {"do": [{"roll": "collision"}], "then": "stops"})
    ] = NO_MEETING
    blocked: Annotated[
        Literal["stops", "waits", "loses_rest"],
        says(
            "What a unit does that cannot enter the next hex. stops: its path ends where it "
            "stands. waits: it tries again with every hex of the others. loses_rest: it stops, and "
            "whatever else is written for it is lost too.",
            "waits",
        ),
    ] = "stops"
    cite: Annotated[
        Citations,
        cites(
            "Rules about written orders.",
            written="Writing orders.",
            finished="Who has finished writing.",
            carried_out="Carrying them out.",
            meet="Units that meet.",
            blocked="Orders that cannot be carried out.",
        ),
    ] = NO_RULES


AS_USUAL = CarriedOut()
"""How plots are carried out in a game that does not say."""


class PlotPhases(Form):
    """What the section adds to phases."""

    sides: Annotated[
        Literal["all"] | tuple[Annotated[SideName, says("A side.", "red")], ...],
        NOT_EMPTY,
        ONCE,
        says(
            "In a phase of kind plot that is nobody's: who writes, one after the other and each "
            "for itself; all who are played if left out.",
            "all",
            ["red", "blue"],
        ),
    ] = "all"
    plots: Annotated[
        tuple[PlotName, ...],
        NOT_EMPTY,
        ONCE,
        says("In a phase of kind carry_out: the plots, in this order.", ["sailing", "broadsides"]),
    ] = ()

    def is_written_by(self, side: str) -> bool:
        """Whether a side writes in the phase, if it is nobody's own."""
        return self.sides == "all" or side in self.sides
