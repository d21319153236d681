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
