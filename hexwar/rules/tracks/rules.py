"""Section ``tracks``: where the markers stand, and for how long.

A track is one marker beside the map: the weather, the morale of an army. It stands at a word or a
number, goes no further than its bounds, and may be set for some turns, during which the phase that
rolls for it is passed over.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.definition.spelling import named, suggestion
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.language.wording import in_words, several
from hexwar.rules.tracks.section import Place, Track, TrackChange, Tracks


class TrackMarkers(NamedTuple):
    """By track, in the order of the section: where it stands, as a number, and the last turn for
    which it was set (0: it was not); empty until something has moved one.
    """

    at: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


MARKERS = Slot("tracks", TrackMarkers(), lasts="game")


class TrackRules:
    """``tracks`` are those of the section, ``index`` the place of each in it."""

    __slots__ = ("_begins", "index", "tracks")

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
        number = track.within(before + change.add) if change.to is None else 0
        if change.to is not None:
            number = track.number(change.to)
        # The present turn is the first of those for which it was set.
        kept = state.turn + change.turns - 1 if change.turns else 0
        now = TrackMarkers(_put(markers.at, index, number), _put(markers.kept, index, kept))
        state.remember(MARKERS, now)
        if state.events is not None:
            self._tell(state, track, before, number, change.turns)

    def begin(self, state: Position, name: str, place: Place) -> None:
        """Let a marker stand somewhere when play begins. ValueError if it cannot."""
        index = named(self.index, name, "track")
        track = self.tracks[index]
        if not track.knows(place):
            nearest = f"the nearest is {track.within(place)}" if isinstance(place, int) else ""
            hint = suggestion(str(place), track.words) if track.words else nearest or "say a number"
            raise ValueError(f"{name} never stands at {place!r}; {hint}")
        markers = self._markers(state)
        state.remember(MARKERS, markers._replace(at=_put(markers.at, index, track.number(place))))

    def _tell(self, state: Position, track: Track, before: int, number: int, turns: int) -> None:
        place = track.place(number)
        stays = "stays at " if number == before and not track.words else ""
        lasting = f" for {several(turns, 'turn')}" if turns else ""
        text = f"{track.title}: {stays}{in_words(str(place))}{lasting}."
        state.tell("track", track.cite, text, track=track.id, stands=place, turns=turns)

    def _markers(self, state: Position) -> TrackMarkers:
        kept = state.memory[MARKERS]
        return kept if kept.at else self._begins


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
