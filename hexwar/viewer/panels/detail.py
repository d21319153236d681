"""How much detail the sheet at the right has: what gives way first where room is short.

The sheet is laid out in one detail after another of these tables until what is left at its foot is
enough for the log. What somebody is about to decide is kept longest; the sequence of play is
dropped before the results of a battle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SHORT = 76  # points of a log of two lines
READ = 130  # points for the log while somebody looks back in it


@dataclass(frozen=True, slots=True)
class TurnDetail:
    """What is told of the turn: its ``track`` with who would win as it stands, the ``goal``, the
    ``sequence`` of play, the ``objectives`` and what is kept beside the map, with ``notes`` on it.
    """

    track: bool = False
    goal: bool = False
    objectives: bool = False
    sequence: bool = False
    notes: bool = False


_ALL = TurnDetail(track=True, goal=True, objectives=True, sequence=True, notes=True)
_WITHOUT_NOTES = replace(_ALL, notes=False)
_WITHOUT_PHASES = replace(_WITHOUT_NOTES, sequence=False)
_STANDING = replace(_WITHOUT_PHASES, goal=False)
_TRACK_AND_GOAL = TurnDetail(track=True, goal=True)
_NO_TURN = TurnDetail()


@dataclass(frozen=True, slots=True)
class BattleDetail:
    """What is told of a battle, before the die and after it.

    ``rolls``: so many throws, the latest. ``effects``: what each result does here; without them
    ``retreats`` says in lines of their own where to. ``losses``: how much is lost on average; of a
    battle that is over the table with its cell. ``table``: the results table, the dice of a fire;
    of a battle that is over what has followed. ``brief``: a line for each result, cut if too long.
    """

    rolls: int
    effects: bool = True
    retreats: bool = True
    losses: bool = True
    table: bool = True
    brief: bool = False

    @property
    def explained(self) -> bool:
        """Whether there is room for the units that a result costs, and for how odds are rounded."""
        return self.losses or self.retreats


_WHOLE_BATTLE = BattleDetail(rolls=12)
_BATTLE = BattleDetail(rolls=8)
_WITHOUT_EFFECTS = BattleDetail(rolls=6, effects=False)
_WITHOUT_LOSSES = BattleDetail(rolls=3, effects=False, losses=False)
_RESULTS = BattleDetail(rolls=1, effects=False, retreats=False, losses=False, table=False)


@dataclass(frozen=True, slots=True)
class PlaceDetail:
    """What is told of the hex that is looked at: so many ``lines`` and ``units``, and of units that
    are ``picked`` up elsewhere. ``fully``: also the units in whose reach it lies, and what is
    assumed.
    """

    lines: int
    units: int = 1
    picked: int = 1
    fully: bool = False


_WHOLE_PLACE = PlaceDetail(lines=8, units=4, picked=3, fully=True)
_PLACE = PlaceDetail(lines=6, units=4, fully=True)
_SHORT_PLACE = PlaceDetail(lines=4)
_TERRAIN = PlaceDetail(lines=1)


@dataclass(frozen=True, slots=True)
class SheetDetail:
    """The sheet in one detail; ``place`` is ``None`` where nothing is told of the hex.

    ``log``: points that must be left for the log. ``why``: a hint says what for. ``folded``: the
    units that wait off the map take a single line.
    """

    turn: TurnDetail
    battle: BattleDetail
    place: PlaceDetail | None
    log: int
    why: bool = True
    folded: bool = False


CALM = (
    SheetDetail(_ALL, _RESULTS, _WHOLE_PLACE, READ),
    SheetDetail(_WITHOUT_NOTES, _RESULTS, _WHOLE_PLACE, SHORT),
    SheetDetail(_WITHOUT_NOTES, _RESULTS, _PLACE, SHORT),
    SheetDetail(_WITHOUT_PHASES, _RESULTS, _PLACE, SHORT),
    SheetDetail(_WITHOUT_PHASES, _RESULTS, _SHORT_PLACE, SHORT),
    SheetDetail(_STANDING, _RESULTS, _SHORT_PLACE, SHORT),
    SheetDetail(_STANDING, _RESULTS, _TERRAIN, SHORT),
)
"""Without a battle: the first that leaves something for the log."""

POINTED_AT = {
    panel: tuple(SheetDetail(turn, _RESULTS, place, 0) for place in (_PLACE, _SHORT_PLACE))
    for panel, turn in (
        ("goal", _WITHOUT_PHASES),
        ("sequence", replace(_WITHOUT_NOTES, goal=False)),
    )
}
"""What a lesson points at goes before the log: tried before all that leaves it out."""

BESIDE_LOG = (
    SheetDetail(replace(_ALL, sequence=False), _WHOLE_BATTLE, _WHOLE_PLACE, READ),
    SheetDetail(_WITHOUT_PHASES, _WHOLE_BATTLE, _WHOLE_PLACE, READ),
    SheetDetail(_WITHOUT_PHASES, _BATTLE, None, SHORT),
    SheetDetail(_TRACK_AND_GOAL, _BATTLE, None, SHORT),
    SheetDetail(_NO_TURN, _BATTLE, None, SHORT),
)
"""With a battle that is prepared or announced, and the log below it."""

FOUGHT_BESIDE_LOG = SheetDetail(_NO_TURN, _WITHOUT_LOSSES, None, SHORT)
"""With a battle that is decided: what came of it is told, and the table does without."""

INSTEAD_OF_LOG = (
    SheetDetail(_WITHOUT_PHASES, _BATTLE, None, 10),
    SheetDetail(_TRACK_AND_GOAL, _BATTLE, None, 10),
    SheetDetail(_NO_TURN, _BATTLE, None, 10),
    SheetDetail(_TRACK_AND_GOAL, _WITHOUT_EFFECTS, None, 84),
    SheetDetail(_NO_TURN, _WITHOUT_EFFECTS, None, -10),
    # Here the last gap of the sheet may be lost.
    SheetDetail(_NO_TURN, _WITHOUT_LOSSES, None, -10),
    SheetDetail(_NO_TURN, replace(_WITHOUT_EFFECTS, retreats=False), None, -10),
    SheetDetail(_NO_TURN, replace(_WITHOUT_LOSSES, retreats=False), None, -10),
    SheetDetail(_NO_TURN, replace(_WITHOUT_LOSSES, retreats=False, brief=True), None, -10),
    SheetDetail(_NO_TURN, _RESULTS, None, 0),
    SheetDetail(_NO_TURN, replace(_RESULTS, brief=True), None, 0),
)
"""For a battle that leaves the log no room: the first that fits.

All possible results of a battle are worth more than the sequence of play, and the reasons for and
against a hint are left out only where nothing else can be.
"""
