"""Section ``movement``: how units move."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "movement",
    form="section:Movement",
    needed=True,
    fields={
        "phases": adds("section:WhoMoves", "only", "begun_in_zone"),
        "outcomes": adds("section:Drifting", "drift"),
    },
    in_play=("*", "!classes"),
    words={"phases": ("movement", "orders"), "phases_of_some": ("movement",), "acts": ("move",)},
    reads="reading",
    checks="checks",
    codes=frozenset({421, 466, 469, 601, 602, 603, 604, 653}),
)
