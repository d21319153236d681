"""What stands on the map: in which formation and state, what it is worth now, where it looks, what
it bars by being there, how much of it goes into a hex, what it did.
"""

from hexwar.definition.packages import Section, adds

FORCES = (
    Section(
        "formations",
        form="section:Formations",
        fields={
            "selectors": adds(
                "section:FormationSelectors", "formation", "complete", "formation_lost"
            ),
            "conditions": adds("section:FormationConditions", "formations"),
            "counts": adds("section:FormationCounts", "formations"),
        },
        checks="checks",
        codes=frozenset({520}),
    ),
    Section(
        "untried",
        offers=("rules:UntriedRules",),
        form="section:Untried",
        checks="checks",
        codes=frozenset({562}),
    ),
    Section(
        "states",
        offers=("rules:StateRules",),
        form="section:States",
        fields={
            "selectors": adds("section:StateSelectors", "state"),
            "programs": adds("section:StateVerbs", "mark", "unmark"),
            "outcomes": adds("section:StateOutcomes", "mark", "unmark"),
        },
        words={
            "phases": ("recovery",),
            "neutral_phases": ("recovery",),
        },
        in_play=("*.modifiers", "*.forbids", "*.allows"),
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({426, 455, 459, 460, 461, 499, 650}),
    ),
    Section(
        "action_points",
        offers=("rules:ActionPointRules",),
        fields={"phases": adds("section:PointPhases", "points")},
        checks="checks",
        codes=frozenset({453, 454, 493}),
    ),
    Section("values", always=True),
    Section(
        "facing",
        uses=("turning",),
        offers=("rules:FacingRules",),
        form="section:Facing",
        fields={
            "selectors": adds("section:FacingSelectors", "struck_in", "strikes", "looks"),
            "setup_places": adds("section:FacingAtSetup", "facing"),
        },
        in_play=("*", "!points_to", "!begins"),
        checks="checks",
        codes=frozenset(range(750, 757)),
    ),
    Section(
        "zones_of_control",
        always=True,
        form="section:ZonesOfControl",
        fields={"selectors": adds("section:ZoneSelectors", "in_zone", "surrounded")},
        in_play=("*",),
        words={"acts": ("exert_zone",)},
        idle=("acts",),
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({484, 640}),
    ),
    Section(
        "stacking",
        form="section:Stacking",
        needed=True,
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({517}),
    ),
    Section(
        "melee",
        offers=("rules:MeleeRules",),
        form="section:Melee",
        fields={"selectors": adds("section:MeleeSelectors", "in_melee")},
        in_play=("*",),
        checks="checks",
        codes=frozenset({690, 691}),
    ),
    Section("deeds", always=True, checks="checks", codes=frozenset({521})),
)
