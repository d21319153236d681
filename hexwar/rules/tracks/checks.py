"""What is proved of section ``tracks``: that markers stand only where their tracks go."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode
from hexwar.rules.tracks.section import Place, Track, Tracks

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
    for verb, asked in _asking(subject.tree) if tracks else ():
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
    message = f"{track.id} never stands at {place}"
    if track.words:
        hint = findings.suggestion(str(place), track.words)
    elif isinstance(place, str):
        hint = "it has no words: say a number, or give it `words`"
    else:
        hint = f"the nearest that it goes to is {track.within(place)}"
    findings.add(code, node.place(), message, help=hint)


def _asking(node: Node) -> Iterator[tuple[str, MappingNode]]:
    """Every mapping of a tree that may name tracks, with its key; not the section itself."""
    if isinstance(node, MappingNode):
        for key, entry in node.entries.items():
            if key in ASKING and isinstance(entry.value, MappingNode):
                yield key, entry.value
            if key != "tracks":
                yield from _asking(entry.value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _asking(item)


def _places(said: Node) -> Iterator[ScalarNode]:
    """The words and numbers that are said of a track."""
    if isinstance(said, MappingNode):
        yield from filter(None, map(said.scalar, ("to", "at_least", "at_most")))
    elif isinstance(said, SequenceNode):
        yield from said.scalars()
    elif isinstance(said, ScalarNode):
        yield said
