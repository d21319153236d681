"""What is proved of section ``stacking``."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode, Node, SequenceNode, key_node
from hexwar.rules.scopes.checks import IdleKey, games_in_play, of_keys
from hexwar.rules.stacking.rules import UNCHANGING
from hexwar.rules.stacking.section import Stacking


@of_each_game
def limits_ask_what_never_changes(subject: Subject, findings: Findings) -> None:
    """The cases of a limit choose units by what is printed, and by the hex."""
    for case in subject.tree.mapping("stacking").mapping("limit").sequence("cases").items:
        if isinstance(case, MappingNode) and "only" in case:
            for selector, name in _keys(case.entries["only"].value):
                if name not in UNCHANGING and name != "at":
                    message = f"a stacking limit cannot hang on {name}, which changes in play"
                    hint = "choose by side, by what is printed, or by place (`at`)"
                    findings.add("HW517", key_node(selector, name).place(), message, help=hint)


@of_keys
def what_is_measured_is_limited(subject: Subject) -> Iterator[IdleKey]:
    """What is counted in a hex is said where a limit is counted in it."""
    written = subject.tree.mapping("stacking")
    if "in" in written:
        limits = [game[Stacking].limit for _, game in games_in_play(subject)]
        why = "" if any(limit is not None for limit in limits) else "in: there is no limit"
        yield IdleKey(key_node(written, "in"), why, "say a `limit`, or delete in")


@of_each_game
def formations_are_there_to_keep_apart(subject: Subject, findings: Findings) -> None:
    """Units of different formations keep apart where there are formations."""
    apart = subject.tree.mapping("stacking").scalar("apart")
    if apart is not None and apart.raw == "formations" and "formations" not in subject.tree:
        lacks("formations", apart, "units of different formations keep apart", findings)


def _keys(selector: Node) -> Iterator[tuple[MappingNode, str]]:
    """Every key of a selector and of those inside it."""
    if isinstance(selector, SequenceNode):
        for part in selector.items:
            yield from _keys(part)
    elif isinstance(selector, MappingNode):
        for name, entry in selector.entries.items():
            yield selector, name
            if name in ("all", "any", "not"):
                yield from _keys(entry.value)
