"""What is here before anybody acts: sides, the map, what is printed on counters, the words in which
rules are said, the phases of a turn, the country, who sees across it; and what can be chosen of it.
"""

from hexwar.definition.packages import Section, adds

GROUND = (
    Section(
        "header",
        keys="section:Top",
    ),
    Section(
        "sides",
        form="section:Sides",
        needed=True,
        reads="reading",
        checks="checks",
        codes=frozenset({506, 507, 508, 655, 661}),
    ),
    Section("map", form="section:Map", needed=True, checks="checks"),
    Section(
        "scopes",
        always=True,
        fields={"phases": adds("section:PatchedPhase", "patch")},
        checks="checks",
        codes=frozenset({423}),
    ),
    Section(
        "units",
        form="section:Units",
        needed=True,
        reads="reading",
        checks="checks",
        codes=frozenset({408, 425}),
    ),
    Section(
        "language",
        always=True,
        shared=("section:ConditionForm", "section:Counts", "steps:Step", "selector:Selector"),
        words={"foreseen": ("occupied", "hexes", "units", "eliminated", "steps_lost")},
        checks="checks",
        codes=frozenset({479, 512, 516, 546, 547}),
    ),
    Section(
        "sequence",
        form="section:SequenceOfPlay",
        needed=True,
        reads="reading",
        fields={"conditions": adds("section:PhaseConditions", "phase")},
        checks="checks",
        codes=frozenset({306, 409, 424, 467}),
    ),
    Section(
        "terrain",
        form="section:Terrain",
        needed=True,
        in_play=(
            "hexes.*.cost",
            "hexes.*.combat",
            "hexes.*.entering",
            "hexsides.*.cost",
            "hexsides.*.combat",
            "hexsides.*.counts",
            "paths.*.cost",
            "features.*.cost",
            "features.*.combat",
            "together",
        ),
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({207, 407, 410, 475, 543}),
    ),
    Section(
        "line_of_sight",
        form="section:LineOfSight",
        fields={"selectors": adds("section:SightSelectors", "sees")},
        in_play=("range",),
        checks="checks",
        codes=frozenset({456, 457, 458}),
    ),
    Section(
        "choices",
        is_choice=True,
        brings={
            "variants": "section:Variants",
            "options": "section:Options",
            "editions": "section:Editions",
        },
    ),
)
