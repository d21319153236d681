"""Section ``combat``: who may attack whom, the odds, the table and its results."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "combat",
    form="section:Combat",
    fields={"programs": "section:BranchVerbs"},
    words={"phases": ("combat",), "phases_of_some": ("combat",), "acts": ("attack",)},
    idle=("acts",),
    in_play=("*",),
    reads="reading",
    checks="checks",
    codes=frozenset({401, 402, 403, 404, 405, 415, 416, 419, 422, 427, 428, 429, 449, 542}),
)
