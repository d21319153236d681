"""What is proved of section ``sheet``: that names run along what they name."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.sheet.section import Sheet


@of_each_game
def names_run_along_what_they_name(subject: Subject, findings: Findings) -> None:
    """A kind of hexside lies by one of the hexes at least."""
    sheet = subject.game.section(Sheet)
    board = subject.game.map
    for place, name in enumerate(sheet.names if sheet else ()):
        by = set(name.along)
        lies = (kinds for pair, kinds in board.hexsides.items() if not by.isdisjoint(pair))
        if name.of is not None and not any(name.of in kinds for kinds in lies):
            node = subject.node("sheet", "names", place, "of")
            message = f"no {name.of} runs by the hexes of {name.text!r}"
            findings.add(
                "HW570", node.place(), message, help="list hexes beside it, or leave `of` out"
            )
