"""What else units do in their phases: escort, carry, leave the map, regroup, take, build."""

from hexwar.definition.packages import Section, adds

ERRANDS = (
    Section(
        "escort",
        form="section:Escort",
        fields={
            "conditions": adds("section:EscortConditions", "escorted", "contacted"),
            "counts": adds("section:EscortCounts", "escorted", "contacted"),
            "selectors": adds("section:EscortSelector", "escorts"),
        },
        words={"sought": ("contacted", "escorted")},
        checks="checks",
        codes=frozenset({496, 497}),
    ),
    Section(
        "transport",
        form="section:Transport",
        fields={"selectors": adds("section:TransportSelector", "carries")},
        words={"acts": ("load",)},
        idle=("acts",),
        checks="checks",
        codes=frozenset({580}),
        in_play=("*", "!begins"),
    ),
    Section(
        "exits",
        form="section:Exits",
        fields={
            "conditions": adds("section:ExitConditions", "exited"),
            "counts": adds("section:ExitCounts", "exited"),
        },
        words={"sought": ("exited",)},
        checks="checks",
        codes=frozenset({498}),
    ),
    Section(
        "breakdown",
        form="section:Breakdowns",
        fields={
            "programs": adds("section:SwapVerb", "swap"),
            "outcomes": adds("section:SwapVerb", "swap"),
        },
        checks="checks",
        codes=frozenset({592, 593}),
    ),
    Section(
        "capture",
        form="section:Capture",
        checks="checks",
        codes=frozenset({594}),
    ),
    Section(
        "works",
        form="section:Works",
        checks="checks",
        codes=frozenset({652}),
    ),
)
