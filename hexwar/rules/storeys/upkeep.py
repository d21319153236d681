"""What it takes: replacements, points that are paid for acting, orders of leaders."""

from hexwar.definition.packages import Section, adds

UPKEEP = (
    Section(
        "replacements",
        uses=("control",),
        form="section:Replacements",
        words={"phases": ("replacement",)},
        reads="reading:WORDS",
        checks="checks",
        codes=frozenset({442, 443, 444, 445, 446}),
    ),
    Section("spending"),
    Section(
        "rerolls",
        form="section:Rerolls",
        in_play=("*",),
        checks="checks",
        codes=frozenset({692}),
    ),
    Section(
        "obligations",
        fields={"phases": adds("section:ObligingPhases", "obliges")},
        checks="checks",
        codes=frozenset({770}),
    ),
    Section(
        "command",
        fields={"phases": adds("section:CommandedPhase", "command")},
        checks="checks",
        codes=frozenset({654}),
    ),
)
