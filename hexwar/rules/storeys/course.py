"""How a turn goes: who has to leave, whose turn it is, who acts next, what is written beforehand,
who reacts, which cards are played.
"""

from hexwar.definition.packages import Section, adds

COURSE = (
    Section("withdrawals", form="section:Withdrawals", checks="checks", codes=frozenset({563})),
    Section(
        "initiative",
        form="section:Initiative",
        words={
            "phases": ("initiative",),
            "neutral_phases": ("initiative",),
            "phase_sides": ("initiative", "others", "second", "third", "fourth"),
        },
        checks="checks",
        codes=frozenset({485, 486, 487}),
    ),
    Section(
        "cup",
        offers=("rules:RoundRules",),
        uses=("spending",),
        form="section:Cup",
        words={"neutral_phases": ("round",), "phases_of_some": ("round",)},
        checks="checks",
        codes=frozenset({522, 523, 524, 525}),
    ),
    Section(
        "activation",
        uses=("cup",),
        form="section:Activation",
        words={"phases": ("activation",), "phases_of_some": ("activation",)},
        checks="checks",
        codes=frozenset({492}),
    ),
    Section(
        "plots",
        brings={"plots": "section:Plots", "carried_out": "section:CarriedOut"},
        fields={"phases": adds("section:PlotPhases", "sides", "plots")},
        words={
            "phases": ("plot", "carry_out"),
            "neutral_phases": ("plot", "carry_out"),
        },
        checks="checks",
        codes=frozenset(range(710, 719)),
    ),
    Section(
        "reactions",
        uses=("activation",),
        form="section:Reactions",
        fields={
            "phases": adds("section:OverwatchPhase", "mark"),
            "selectors": adds("section:Parts", "role"),
        },
        words={"phases": ("overwatch",), "phases_of_some": ("overwatch",), "acts": ("react",)},
        idle=("acts",),
        checks="checks",
        codes=frozenset({488, 489, 490, 491, 494, 495}),
    ),
    Section(
        "decks",
        form="section:Decks",
        fields={
            "phases": adds("added:CardPhases", "deck", "plays", "mandatory", "discards"),
            "programs": adds("added:CardSteps", "deal", "discard", "reshuffle"),
            "outcomes": adds("added:CardSteps", "deal", "discard", "reshuffle"),
            "conditions": adds("added:CardConditions", "cards"),
            "counts": adds("added:CardCounts", "cards"),
        },
        words={"phases": ("deal", "card"), "neutral_phases": ("deal",)},
        in_play=("*.hand",),
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({*range(700, 710), 719}),
    ),
)
