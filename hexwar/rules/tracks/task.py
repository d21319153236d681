"""The measure ``track``, the verbs ``set`` and ``add``, and what everybody may read of tracks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from hexwar.definition.grammar import as_it_seems, does
from hexwar.definition.model import Condition, Effect
from hexwar.engine.frame import Frame
from hexwar.engine.queries import Recorded
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.language.conditions import Measure, how_many
from hexwar.rules.language.foresight import Foresight, Prospect
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.wording import Names, called, every, in_words, several
from hexwar.rules.tracks.rules import MARKERS, TrackRules
from hexwar.rules.tracks.section import Place, TrackChange, Tracks
from hexwar.rules.units.rules import Forces


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


def _standing(condition: Condition, state: Position, names: Mapping[str, str]) -> str:
    """Where a marker stands that is asked for at one place."""
    if "is" not in condition.arguments:
        return ""
    rules = state.rules[TrackRules]
    index = [track.id for track in rules.tracks].index(str(condition.arguments["track"]))
    place = rules.place(state, index)
    return f"now {place}" if isinstance(place, int) else f"now: {in_words(place)}"


def _one(condition: Condition, names: Mapping[str, str]) -> str:
    return f"space of {called(names, 'track', str(condition.arguments['track']))}"


def _change(state: Position, parties: Parties, effect: Effect) -> Task | None:
    for change in cast("tuple[TrackChange, ...]", effect.said):
        state.rules[TrackRules].change(state, change)
    return None


def _set_in_words(effect: Effect, names: Names) -> str:
    return every(
        _change_in_words(change, names) for change in cast("tuple[TrackChange, ...]", effect.said)
    )


def _change_in_words(change: TrackChange, names: Names) -> str:
    becomes = does(as_it_seems(called(names, "track", change.track)), "becomes")
    turns = f" for {several(change.turns, 'turn')}" if change.turns else ""
    return f"{becomes} {in_words(str(change.to))}{turns}"


def _add_in_words(effect: Effect, names: Names) -> str:
    changes = cast("tuple[TrackChange, ...]", effect.said)
    moved = ((called(names, "track", change.track), change.add) for change in changes)
    return every(f"{does(as_it_seems(track), 'changes')} by {add:+d}" for track, add in moved)


def _records(state: Position) -> Iterator[Recorded]:
    rules = state.rules.find(TrackRules)
    for index, track in enumerate(rules.tracks if rules else ()):
        place = rules.place(state, index) if rules else ""
        yield Recorded(track.id, track.title, place, in_words(str(place)))


def _begins(state: Position, tracks: Mapping[str, Place]) -> None:
    """Whoever starts a game says where markers stand."""
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
STANDINGS = {"track": _standing}
COUNTED = {"track": _one}
RESULTS = {"set": _change, "add": _change}
MEANINGS = {"set": _set_in_words, "add": _add_in_words}
RECORDS = (_records,)
