"""What section ``tracks`` may say."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    Form,
    becomes,
    between,
    defines,
    key,
    matching,
    name_of,
    says,
)
from hexwar.definition.model import Condition, Effect
from hexwar.definition.values import ID, RuleNumber
from hexwar.rules.language.section import all_of, given_of

WEATHER = {"words": ["clear", "mud", "snow"], "begins": "clear"}

FARTHEST = 10_000
"""More than any track's number is."""

TrackName = Annotated[str, name_of("track"), says("The track.", "weather")]
Place = str | int
"""Where a marker may stand: at a word, or at a number."""
Number = Annotated[int | None, between(-FARTHEST, FARTHEST)]


class Track(Form, example={"title": "Weather", **WEATHER}):
    """One marker: of words if it has any, else of numbers."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Weather")] = ""
    words: Annotated[
        tuple[Annotated[str, matching(ID), says("A word.", "mud")], ...],
        ONCE,
        NOT_EMPTY,
        says("The words that it may stand at.", ["clear", "mud", "snow"]),
    ] = ()
    begins: Annotated[
        Place,
        between(-FARTHEST, FARTHEST),
        says("Where it stands until something moves it.", "clear", 10),
    ]
    at_least: Annotated[Number, says("The least number; it stops there.", 0)] = None
    at_most: Annotated[Number, says("The greatest number; it stops there.", 20)] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""

    def knows(self, place: Place) -> bool:
        """Whether the marker can stand there."""
        if self.words or not isinstance(place, int):
            return place in self.words
        return self.within(place) == place

    def within(self, number: int) -> int:
        """The nearest number that the marker can stand at."""
        if self.at_least is not None:
            number = max(self.at_least, number)
        return number if self.at_most is None else min(self.at_most, number)

    def number(self, place: Place) -> int:
        """A place as a number: of words their place in the list, from 0."""
        return place if isinstance(place, int) else self.words.index(place)

    def place(self, number: int) -> Place:
        """The place that :meth:`number` told."""
        return self.words[number] if self.words else number


class Tracks(Form, whole="tracks", example={"weather": WEATHER}):
    """Markers beside the map, such as the weather or an army's morale. Results move them,
    conditions ask where they stand.
    """

    tracks: Annotated[
        Mapping[Annotated[str, matching(ID), defines("track")], Track], NOT_EMPTY
    ] = {}


# -- conditions and counts ---------------------------------------------------------------------


class StandsAt(Form, not_empty=True, example={"at_least": 5}):
    """Bounds of the number."""

    at_least: Annotated[Number, says("The least.", 5)] = None
    at_most: Annotated[Number, says("The greatest.", 9)] = None


Asked = Annotated[
    Place | tuple[Annotated[Place, says("A word or a number.", "mud")], ...] | StandsAt,
    NOT_EMPTY,
    says("A word, a number, one of several, or bounds of the number.", "mud", {"at_least": 5}),
]


def _asked(said: Mapping[str, Any]) -> Condition:
    return all_of(_stands(track, places) for track, places in said.items())


def _stands(track: str, asked: Any) -> Condition:
    if isinstance(asked, tuple):
        return Condition("any", tuple(_stands(track, place) for place in asked))
    given = given_of(asked) if isinstance(asked, StandsAt) else {"is": asked}
    return Condition("track", (), {"track": track, **given})


class TrackConditions(Form, one_of=True):
    """What the section adds to conditions."""

    track: Annotated[
        Mapping[TrackName, Asked],
        NOT_EMPTY,
        becomes(_asked),
        says("Where markers stand: each of those that are named.", {"weather": "mud"}),
    ]


class TrackCounts(Form, one_of=True):
    """What the section adds to counts."""

    track: Annotated[
        TrackName,
        says(
            "Where a marker stands: its number; of words the place in its list, from 0.", "weather"
        ),
    ]


# -- result programs ---------------------------------------------------------------------------


class TrackChange(NamedTuple):
    """How a result moves a marker: ``to`` a place, or by so much; for so many ``turns``."""

    track: str
    to: Place | None = None
    add: int = 0
    turns: int = 0


class SetFor(Form, example={"to": "mud", "turns": 2}):
    """A place that is kept for some turns."""

    to: Annotated[Place, says("Where the marker goes.", "mud")]
    turns: Annotated[
        int,
        between(1, 1000),
        says(
            "For how many turns, this one counted. Until then phases are passed over that roll "
            "on a table which sets the track.",
            2,
        ),
    ]


def _set(said: Mapping[str, Any]) -> Effect:
    changes = [
        TrackChange(track, to.to, turns=to.turns)
        if isinstance(to, SetFor)
        else TrackChange(track, to)
        for track, to in said.items()
    ]
    return Effect("set", said=tuple(changes))


def _add(said: Mapping[str, int]) -> Effect:
    return Effect("add", said=tuple(TrackChange(track, add=by) for track, by in said.items()))


class TrackVerbs(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    set_: Annotated[
        Mapping[
            TrackName,
            Annotated[Place | SetFor, says("Where it goes.", "mud", {"to": "mud", "turns": 2})],
        ],
        key("set"),
        NOT_EMPTY,
        becomes(_set),
        says("Markers go to a word or a number.", {"weather": "mud"}),
    ]
    add: Annotated[
        Mapping[
            TrackName,
            Annotated[int, between(-FARTHEST, FARTHEST), says("By how much.", -1)],
        ],
        NOT_EMPTY,
        becomes(_add),
        says("Markers go up, or down if the number is negative.", {"morale": -1}),
    ]
