"""Section ``combat``: who may attack whom, the odds, the table and its results.

| looked for | stands in |
|---|---|
| what may be said | ``section``, ``faces`` (symbols), ``forms`` (attacks, kinds), ``modifiers`` |
| the phase, and all that the package brings into play | ``task`` |
| what an attack is, and why it may not be made | ``attacks``, ``rules``, ``targets`` |
| who must attack, and be attacked | ``obligations`` |
| the course of a battle before its die | ``stages``; ``declared``, ``choices``, ``commitments`` |
| the die, the result, odds without a roll | ``battle``, ``results``; ``throws`` (symbols) |
| the odds, and what changes them | ``odds``, ``effects``, ``in_force`` |
| battles that are fought by other rules | ``kinds`` |
| what players read | ``preview``, ``reading`` |
| what authors are told | ``checks`` |
"""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "combat",
    uses=("losses", "retreat", "advance"),
    form="section:Combat",
    fields={"programs": adds("verbs:BranchVerbs", "choose", "if", "battle_back", "again")},
    words={"phases": ("combat",), "phases_of_some": ("combat",), "acts": ("attack",)},
    idle=("acts",),
    in_play=("*",),
    reads="reading",
    checks="checks",
    codes=frozenset({401, 402, 403, 404, 405, 415, 416, 419, 422, 427, 428, 429, 449, 452, 542}),
)
