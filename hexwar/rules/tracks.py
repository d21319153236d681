"""Section ``tracks``: the markers beside the map, each at a word or at a number.

In this order: the form, where the markers stand and for how long, the measure and the steps of
results, the checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, cast

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    Form,
    RuleNumber,
    becomes,
    between,
    defines,
    key,
    matching,
    name_of,
    says,
)
from hexwar.definition.grammar import as_it_seems, does
from hexwar.definition.model import Condition, Effect
from hexwar.definition.spelling import named, suggestion
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode
from hexwar.engine.queries import Recorded
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.language.conditions import Foresight, Measure, Prospect, how_many
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.reading import Speaker, Words
from hexwar.rules.language.section import all_of, given_of
from hexwar.rules.language.wording import Names, called, either, every, in_words, several
from hexwar.rules.units.rules import Forces

# -- what the section may say ----------------------------------------------------------------------


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
        raised = number if self.at_least is None else max(self.at_least, number)
        return raised if self.at_most is None else min(self.at_most, raised)

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


def _tracks_asked(by_track: Mapping[str, Any]) -> Condition:
    return all_of(_stands_at(track, places) for track, places in by_track.items())


def _stands_at(track: str, asked: Any) -> Condition:
    if isinstance(asked, tuple):
        return Condition("any", tuple(_stands_at(track, place) for place in asked))
    given = given_of(asked) if isinstance(asked, StandsAt) else {"is": asked}
    return Condition("track", (), {"track": track, **given})


class TrackConditions(Form, one_of=True):
    """What the section adds to conditions."""

    track: Annotated[
        Mapping[TrackName, Asked],
        NOT_EMPTY,
        becomes(_tracks_asked),
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


def _step_to_set(by_track: Mapping[str, Any]) -> Effect:
    """The step ``set`` of what is written under it, track by track."""
    changes = [
        TrackChange(track, to.to, turns=to.turns)
        if isinstance(to, SetFor)
        else TrackChange(track, to)
        for track, to in by_track.items()
    ]
    return Effect("set", said=tuple(changes))


def _add(by_track: Mapping[str, int]) -> Effect:
    return Effect("add", said=tuple(TrackChange(track, add=by) for track, by in by_track.items()))


class TrackVerbs(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    set_: Annotated[
        Mapping[
            TrackName,
            Annotated[Place | SetFor, says("Where it goes.", "mud", {"to": "mud", "turns": 2})],
        ],
        key("set"),
        NOT_EMPTY,
        becomes(_step_to_set),
        says("Markers go to a word or a number.", {"weather": "mud"}),
    ]
    add: Annotated[
        Mapping[TrackName, Annotated[int, between(-FARTHEST, FARTHEST), says("By how much.", -1)]],
        NOT_EMPTY,
        becomes(_add),
        says("Markers go up, or down if the number is negative.", {"morale": -1}),
    ]


# -- where the markers stand, and for how long -----------------------------------------------------

# A track is one marker beside the map: the weather, the morale of an army. It stands at a word or a
# number, goes no further than its bounds, and may be set for some turns, during which the phase
# that rolls for it is passed over.


class TrackMarkers(NamedTuple):
    """By track, in the order of the section: where it stands, as a number, and the last turn for
    which it was set (0: it was not); empty until something has moved one.
    """

    at: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


MARKERS = Slot("tracks", TrackMarkers(), lasts="game")


class TrackRules:
    """``tracks`` are those of the section, ``index`` the place of each in it."""

    def __init__(self, section: Tracks) -> None:
        self.tracks: tuple[Track, ...] = tuple(section.tracks.values())
        self.index = {track.id: place for place, track in enumerate(self.tracks)}
        numbers = tuple(track.number(track.begins) for track in self.tracks)
        self._begins = TrackMarkers(numbers, (0,) * len(numbers))

    def number(self, state: Position, track: int) -> int:
        """Where a marker stands, as a number."""
        at = state.memory[MARKERS].at
        return at[track] if at else self._begins.at[track]

    def place(self, state: Position, track: int) -> Place:
        """Where a marker stands: at a word or a number."""
        return self.tracks[track].place(self.number(state, track))

    def is_kept(self, state: Position, name: str) -> bool:
        """Whether a marker was set for turns that are not over."""
        return state.turn <= self._markers(state).kept[self.index[name]]

    def change(self, state: Position, change: TrackChange) -> None:
        """Move a marker, as far as its track goes."""
        index = self.index[change.track]
        track, markers = self.tracks[index], self._markers(state)
        before = markers.at[index]
        to = change.to
        number = track.within(before + change.add) if to is None else track.number(to)
        # The present turn is the first of those for which it was set. Whatever moves the marker
        # without saying for how long ends the turns for which it was set before.
        kept = state.turn + change.turns - 1 if change.turns else 0
        now = TrackMarkers(
            _with_value(markers.at, index, number), _with_value(markers.kept, index, kept)
        )
        state.remember(MARKERS, now)
        if state.events is not None:
            turns, place = change.turns, track.place(number)
            # As at the end of a track of numbers, where nothing more is added.
            stays = "stays at " if number == before and not track.words else ""
            lasting = f" for {several(turns, 'turn')}" if turns else ""
            text = f"{track.title}: {stays}{in_words(str(place))}{lasting}."
            state.tell("track", track.cite, text, track=track.id, stands=place, turns=turns)

    def begin(self, state: Position, name: str, place: Place) -> None:
        """Let a marker stand somewhere when play begins. ValueError if it cannot."""
        index = named(self.index, name, "track")
        track = self.tracks[index]
        if not track.knows(place):
            nearest = f"the nearest is {track.within(place)}" if isinstance(place, int) else ""
            hint = suggestion(str(place), track.words) if track.words else nearest or "say a number"
            raise ValueError(f"{name} never stands at {place!r}; {hint}")
        markers = self._markers(state)
        state.remember(
            MARKERS, markers._replace(at=_with_value(markers.at, index, track.number(place)))
        )

    def _markers(self, state: Position) -> TrackMarkers:
        markers = state.memory[MARKERS]
        return markers if markers.at else self._begins


def _with_value(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The values with another one in one place."""
    return (*values[:index], value, *values[index + 1 :])


# -- the measure ``track``, the verbs ``set`` and ``add``, and what everybody may read of tracks ---


def _track(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """Where the marker stands; or, where a place is named, 1 if it stands there and else 0."""
    tracks = frame.resolved[Tracks].tracks
    name = str(condition.arguments["track"])
    index, place = [*tracks].index(name), condition.arguments.get("is")
    if place is None:
        return lambda state: state.rules[TrackRules].number(state, index)
    wanted = tracks[name].number(place)
    return lambda state: int(state.rules[TrackRules].number(state, index) == wanted)


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """A marker goes on as it has gone until now, the less surely the less it has gone."""
    tracks = foresight.frame.resolved[Tracks].tracks
    name = str(asked.arguments["track"])
    track, index = tracks[name], [*tracks].index(name)
    if track.words or "is" in asked.arguments:
        return foresight.as_it_is(asked)
    return foresight.goes_on(
        lambda state: state.rules[TrackRules].number(state, index), track.number(track.begins)
    )


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    given = condition.arguments
    stands = how_many(condition, names) if "is" not in given else in_words(str(given["is"]))
    return f"{called(names, 'track', str(given['track']))} is {stands}"


def _space_asked(condition: Condition, state: Position, names: Mapping[str, str]) -> str:
    """Where a marker stands that is asked for at one place."""
    if "is" not in condition.arguments:
        return ""
    rules = state.rules[TrackRules]
    place = rules.place(state, rules.index[str(condition.arguments["track"])])
    return f"now {place}" if isinstance(place, int) else f"now: {in_words(place)}"


def _space_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"space of {called(names, 'track', str(condition.arguments['track']))}"


def _change(state: Position, parties: Parties, effect: Effect) -> Task | None:
    for change in cast("tuple[TrackChange, ...]", effect.said):
        state.rules[TrackRules].change(state, change)
    return None


def _set_in_words(effect: Effect, names: Names) -> str:
    """What the step ``set`` makes of tracks."""
    changes = []
    for change in cast("tuple[TrackChange, ...]", effect.said):
        it_becomes = does(as_it_seems(called(names, "track", change.track)), "becomes")
        turns = f" for {several(change.turns, 'turn')}" if change.turns else ""
        changes.append(f"{it_becomes} {in_words(str(change.to))}{turns}")
    return every(changes)


def _add_in_words(effect: Effect, names: Names) -> str:
    changes = cast("tuple[TrackChange, ...]", effect.said)
    moved = ((called(names, "track", change.track), change.add) for change in changes)
    return every(
        f"{does(as_it_seems(track), 'goes')} {'up' if add > 0 else 'down'} by {abs(add)}"
        for track, add in moved
    )


def _records(state: Position) -> Iterator[Recorded]:
    rules = state.rules.find(TrackRules)
    if rules is not None:
        for index, track in enumerate(rules.tracks):
            place = rules.place(state, index)
            yield Recorded(track.id, track.title, place, in_words(str(place)))


def _begins(state: Position, tracks: Mapping[str, Place]) -> None:
    """The caller that starts a game says where markers stand."""
    rules = state.rules.find(TrackRules)
    if rules is None:
        raise ValueError("there are no tracks in this game")
    for name, place in tracks.items():
        rules.begin(state, name, place)


BEGINNINGS = {"tracks": _begins}
TITLES = {"track": lambda game: game[Tracks].tracks}
SLOTS = (MARKERS,)
MEASURES = {"track": _track}
PROSPECTS = {"track": _prospect}
WORDINGS = {"track": _in_words}
STANDINGS = {"track": _space_asked}
COUNTED = {"track": _space_in_words}
RESULTS = {"set": _change, "add": _change}
MEANINGS = {"set": _set_in_words, "add": _add_in_words}
RECORDS = (_records,)


def _words(track: Track, speaker: Speaker) -> str:
    return f"It stands at {either(map(in_words, track.words))}."


def _place_at_first(track: Track, speaker: Speaker) -> str:
    return f"It begins at {in_words(str(track.begins))}."


def _least(track: Track, speaker: Speaker) -> str:
    return (
        "It goes down without end."
        if track.at_least is None
        else f"It stops at {track.at_least} below."
    )


def _greatest(track: Track, speaker: Speaker) -> str:
    return (
        "It goes up without end."
        if track.at_most is None
        else f"It stops at {track.at_most} above."
    )


WORDS: Words = {
    Track: {
        "words": _words,
        "begins": _place_at_first,
        "at_least": _least,
        "at_most": _greatest,
    }
}


# -- what is proved: that markers stand only where their tracks go ---------------------------------


ASKING = ("track", "set", "add")
"""Keys under which tracks are named."""


@of_each_game
def tracks_begin_where_they_go(subject: Subject, findings: Findings) -> None:
    """A marker begins at one of its words, or at a number within its bounds."""
    for name, track in subject.game[Tracks].tracks.items():
        low, high = track.at_least, track.at_most
        if track.words and (low, high) != (None, None):
            place = subject.key("tracks", name, "at_least" if low is not None else "at_most")
            message = f"{name} has words, and bounds are for numbers"
            findings.add("HW430", place.place(), message, help="leave one of them out")
        elif low is not None and high is not None and low > high:
            place = subject.key("tracks", name, "at_least")
            message = f"at least {low} and at most {high} exclude each other"
            above = subject.key("tracks", name, "at_most").place("less than that")
            findings.add("HW430", place.place(), message, related=[above])
        elif not track.knows(track.begins):
            node = subject.node("tracks", name, "begins")
            _nowhere("HW430", track, track.begins, node, findings)


@of_each_game
def markers_stand_where_tracks_go(subject: Subject, findings: Findings) -> None:
    """Results and conditions name places of the track; only numbers are added to."""
    tracks = subject.game[Tracks].tracks
    if not tracks:
        return
    for verb, asked in _mappings_with_tracks(subject.tree):
        for name, entry in asked.entries.items():
            track = tracks.get(name)
            if track is None or not track.knows(track.begins):
                continue  # it is no track, or one that is wrong itself
            if verb == "add" and track.words:
                message = f"{name} stands at words, and nothing can be added to them"
                findings.add("HW431", entry.key.place(), message, help="use `set`")
            elif verb != "add":
                for node in _places(entry.value):
                    place: Place = node.value if isinstance(node.value, int) else node.raw
                    if not track.knows(place):
                        _nowhere("HW431", track, place, node, findings)


def _nowhere(code: str, track: Track, place: Place, node: Node, findings: Findings) -> None:
    """Tell that a track never stands at a place that is named."""
    message = f"{track.id} never stands at {place}"
    if track.words:
        hint = findings.suggestion(str(place), track.words)
    elif isinstance(place, str):
        hint = "it has no words: say a number, or give it `words`"
    else:
        hint = f"the nearest that it goes to is {track.within(place)}"
    findings.add(code, node.place(), message, help=hint)


def _mappings_with_tracks(node: Node) -> Iterator[tuple[str, MappingNode]]:
    """Every mapping of a tree that may name tracks, with its key; not the section itself."""
    if isinstance(node, MappingNode):
        for name, entry in node.entries.items():
            if name in ASKING and isinstance(entry.value, MappingNode):
                yield name, entry.value
            if name != "tracks":
                yield from _mappings_with_tracks(entry.value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _mappings_with_tracks(item)


def _places(node: Node) -> Iterator[ScalarNode]:
    """The words and numbers that are said of a track."""
    if isinstance(node, MappingNode):
        yield from filter(None, map(node.scalar, ("to", "at_least", "at_most")))
    elif isinstance(node, SequenceNode):
        yield from node.scalars()
    elif isinstance(node, ScalarNode):
        yield node
