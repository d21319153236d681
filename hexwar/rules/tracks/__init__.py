"""Section ``tracks``: the markers beside the map, each at a word or at a number."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "tracks",
    form="section:Tracks",
    fields={
        "conditions": "section:TrackConditions",
        "counts": "section:TrackCounts",
        "programs": "section:TrackVerbs",
        "outcomes": "section:TrackVerbs",
    },
    checks="checks",
    codes=frozenset({430, 431}),
)
