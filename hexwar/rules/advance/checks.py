"""What is proved of section ``advance``."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import key_node
from hexwar.rules.advance.section import Advance
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.effects import Cases
from hexwar.rules.language.section import each_step
from hexwar.rules.scopes.checks import IdleKey, games_in_play, of_keys


@of_each_game
def somebody_goes_beyond_the_first_hex(subject: Subject, findings: Findings) -> None:
    """Results that let units advance several hexes concern those that may go on."""
    combat = subject.game.section(Combat)
    if combat is None or subject.game[Advance].beyond_first is not None:
        return
    for code, result in combat.results.items():
        if not result.by_pattern and any(
            step.verb == "advance" and step.hexes > 1 and not isinstance(step.said, Cases)
            for step in result.effects
        ):
            message = f"{code} lets units advance several hexes, and none may go beyond the first"
            hint = "say who may in the section advance (`beyond_first`), or give `hexes` in cases"
            place = subject.key("combat", "results", code).place()
            findings.add("HW642", place, message, help=hint)
            return


@of_keys
def somebody_advances_several_hexes(subject: Subject) -> Iterator[IdleKey]:
    """Who may go on beyond the first hex is asked where something lets units go so far."""
    written = subject.tree.mapping("advance")
    if "beyond_first" in written:
        combats = [game.section(Combat) for _, game in games_in_play(subject)]
        steps = [
            step
            for combat in combats
            for result in (combat.results.values() if combat else ())
            for step in each_step(result.effects)
        ]
        far = any(step.verb == "advance" and step.hexes > 1 for step in steps) or any(
            "hexes" in node.mapping("advance") or node.text("advance") not in ("", "1")
            for node in subject.mappings()
        )
        why = "beyond_first: nothing lets units advance more than one hex"
        hint = "say `hexes` in the step `advance` of a result, or delete it"
        yield IdleKey(key_node(written, "beyond_first"), "" if far else why, hint)
