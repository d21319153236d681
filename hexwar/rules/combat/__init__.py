"""Section ``combat``: which units may attack which, the odds, the table and its results.

| looked for | stands in |
|---|---|
| what may be said | ``section``, ``forms`` (attacks, kinds, symbols), ``modifiers`` |
| the phase, all that the package brings into play, battling back | ``task`` |
| what an attack is, and why it may not be made | ``attacks``, ``rules``, ``targets`` |
| which units must attack, and be attacked | ``obligations`` |
| the course of a battle before its die | ``battle``; ``attacks`` (declared), ``choices`` |
| the die, the result, odds without a roll | ``battle``; ``throws`` (results, symbols) |
| the odds, what changes them, battles fought by other rules | ``odds``, ``in_force`` |
| what players read | ``preview``, ``reading`` |
| what authors are told | ``checks`` |
"""
