"""Section ``decks``: cards that are drawn unseen, held in hands, and played."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
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
    reads="reading",
    checks="checks",
    codes=frozenset({*range(700, 710), 719}),
)
