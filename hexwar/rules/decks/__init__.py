"""Section ``decks``: cards that are drawn unseen, held in hands, and played."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "decks",
    form="section:Decks",
    fields={
        "phases": adds("section:CardPhases", "deck", "plays", "mandatory", "discards"),
        "programs": adds("section:CardSteps", "deal", "discard", "reshuffle"),
        "outcomes": adds("section:CardSteps", "deal", "discard", "reshuffle"),
        "conditions": adds("section:CardConditions", "cards"),
        "counts": adds("section:CardCounts", "cards"),
    },
    words={"phases": ("deal", "card"), "neutral_phases": ("deal",)},
    in_play=("*.hand",),
    checks="checks",
    codes=frozenset({*range(700, 710), 719}),
)
