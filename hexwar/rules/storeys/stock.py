"""What there is besides units: tracks, pools, dice, tables, markers, and whose places are."""

from hexwar.definition.packages import Section, adds

STOCK = (
    Section(
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
    ),
    Section(
        "effects",
        form="section:Effects",
        fields={
            "phases": adds("section:PhaseEffects", "effects"),
            "conditions": adds("section:EffectConditions", "effect"),
        },
        words={"foreseen": ("effect",)},
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({437, 438}),
    ),
    Section(
        "pools",
        offers=("rules:PoolRules",),
        uses=("spending",),
        form="section:Pools",
        fields={
            "conditions": adds("section:PoolConditions", "pool"),
            "counts": adds("section:PoolCounts", "pool"),
            "programs": adds("section:PoolSteps", "gain", "spend"),
            "outcomes": adds("section:PoolSteps", "gain", "spend"),
            "phases": adds("section:PaidPhase", "spends"),
        },
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({440, 441, 641}),
    ),
    Section(
        "dice",
        form="section:FaceDice",
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({740, 741, 742, 743, 744, 745, 746, 747}),
    ),
    Section(
        "tables",
        form="section:Tables",
        fields={
            "phases": adds("section:TablePhase", "table", "for_each", "times", "optional"),
            "programs": adds("section:RollVerb", "roll"),
            "outcomes": adds("section:TableOutcomes", "roll", "choose", "if"),
        },
        shared=("section:TableStep",),
        words={"phases": ("table",), "neutral_phases": ("table",)},
        checks="checks",
        codes=frozenset({432, 433, 434, 435, 436, 439, 447, 448}),
    ),
    Section(
        "markers",
        offers=("rules:MarkerRules",),
        form="section:Markers",
        fields={
            "selectors": adds("section:MarkerSelector", "marker"),
            "programs": adds("section:MarkerVerbs", "place", "clear"),
            "outcomes": adds("section:MarkerVerbs", "place", "clear"),
        },
        words={"phases": ("markers",)},
        checks="checks",
        codes=frozenset({564, 565, 566, 567}),
    ),
    Section(
        "control",
        offers=("rules:ControlRules",),
        form="section:Control",
        fields={
            "conditions": adds("section:ControlConditions", "controlled"),
            "counts": adds("section:ControlCounts", "controlled"),
            "selectors": adds("section:ControlSelectors", "controlled"),
        },
        words={"foreseen": ("controlled",)},
        checks="checks",
        codes=frozenset({420}),
    ),
)
