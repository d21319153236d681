"""Section ``tracks``: the markers beside the map, each at a word or at a number."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "tracks",
    form="section:Tracks",
    fields={
        "conditions": adds("section:TrackConditions", "track"),
        "counts": adds("section:TrackCounts", "track"),
        "programs": adds("section:TrackVerbs", "set", "add"),
        "outcomes": adds("section:TrackVerbs", "set", "add"),
    },
    checks="checks",
    codes=frozenset({430, 431}),
)
