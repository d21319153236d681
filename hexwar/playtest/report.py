"""What playtests found, as findings of ``hexwar check``.

A game that failed is told of once for each cause, at the phase or the section where it happened,
with the way there: the seed, how many actions, and the save that shows it. What never happened is
told of at its place in the files, if any game was played to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hexwar.definition.checks import PLEASE_REPORT
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import Node, pointer
from hexwar.playtest.happenings import Happenings
from hexwar.playtest.never import never_happened, phase_node
from hexwar.playtest.playing import Failure, Playthrough
from hexwar.playtest.setting import Setting
from hexwar.rules.language.wording import several

CODES = {"crash": "HW680", "promise": "HW681", "dead_end": "HW682", "endless": "HW683"}
"""By kind of failure the code of its finding."""

SAID = {
    "crash": "the game breaks down: {}",
    "promise": "a promise of the rules is broken: {}",
    "dead_end": "whoever has to choose can do nothing: {}",
    "endless": "{}",
}

MEND_DEAD_END = "let the phase end, or give whoever has to choose something to choose"
MEND_ENDLESS = "let what is done in this phase be done once, or be paid for"
MEND_NEVER = "play more games if chance may be why; else mend or delete it"


@dataclass(slots=True)
class Playtests:
    """All that was found in some playtests.

    ``failures`` has the first game with each cause.
    """

    settings: Sequence[Setting]
    happened: Happenings = field(default_factory=Happenings)
    failures: dict[str, Playthrough] = field(default_factory=dict)

    def add(self, played: Playthrough) -> bool:
        """Add a game; whether it failed in a way that is new."""
        self.happened.add(played.happened)
        failure = played.failure
        if failure is None or failure.cause in self.failures:
            return False
        self.failures[failure.cause] = played
        return True

    def report(self, findings: Findings, saves: dict[str, str]) -> None:
        """Put all of it into findings; ``saves`` are the files of failures by their cause."""
        for cause, played in self.failures.items():
            _report_failure(played, saves.get(cause, ""), findings)
        if not self.happened.games:
            return  # what never happened was not looked for
        many = several(self.happened.games, "game")
        for silence in never_happened(self.settings, self.happened):
            findings.add(
                silence.code,
                silence.node.place(),
                f"{silence.message} (in {many})",
                pointer=pointer(silence.node),
                help=MEND_NEVER,
            )


def _report_failure(played: Playthrough, save: str, findings: Findings) -> None:
    failure = played.failure
    if failure is None:
        return
    node = _place_of(played.setting, failure)
    findings.add(
        CODES[failure.kind],
        node.place(),
        SAID[failure.kind].format(failure.message),
        pointer=pointer(node),
        help=". ".join([_remedy(failure), *_way_there(played, failure, save)]),
    )


def _remedy(failure: Failure) -> str:
    remedies = {"dead_end": MEND_DEAD_END, "endless": MEND_ENDLESS}
    return remedies.get(failure.kind, PLEASE_REPORT)


def _way_there(played: Playthrough, failure: Failure, save: str) -> list[str]:
    """How to come to the same place."""
    number = len(played.actions)
    where = f"it happens in {played.setting.title}, turn {failure.turn}"
    doing = f", with {failure.action}" if failure.action else ""
    way = [f"{where}, after {several(number, 'action')}{doing} (seed {played.seed})"]
    return [*way, f"see it: hexwar play --load {save}"] if save else way


def _place_of(setting: Setting, failure: Failure) -> Node:
    """The phase in which it happened; the scenario before there is one."""
    tree = setting.tree
    if "overstacked" in failure.message and "stacking" in tree:
        return tree.entries["stacking"].key
    if failure.phase:
        return phase_node(tree, failure.phase)
    return tree.entries["sequence"].key
