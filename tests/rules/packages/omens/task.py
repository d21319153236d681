"""What the package brings into play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hexwar.rules.omens.section import Omens  # type: ignore[import-not-found]

from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import Condition, Effect
from hexwar.definition.source import parse, read_bytes
from hexwar.engine.registry import Patching
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, PhaseTask


class Seen(NamedTuple):
    """Whether the last omen was a bad one."""

    bad: int = 0


SEEN = Slot("omens", Seen(), lasts="game")


class OmenRules:
    """What omens do."""

    def __init__(self, section: Omens) -> None:
        self.bad_from = section.bad_from

    def judge(self, state: Position, phase: int, battle: bool) -> tuple[str, ...]:
        """The effects in force."""
        return ("bad",) if state.memory[SEEN].bad else ()


@dataclass(slots=True)
class OmenPhase(AutomaticTask, PhaseTask):
    """Nobody's phase: a die is rolled."""

    kind = "omens"

    def settle(self, state: Position) -> bool:
        """Roll, and go on."""
        state.remember(SEEN, Seen(int(state.roll(6) >= state.rules[OmenRules].bad_from)))
        state.end_phase()
        return False


def _measure(condition: Condition, frame: Frame, forces: Any) -> Any:
    bad = condition.arguments["omen"] == "bad"
    return lambda state: int(bool(state.memory[SEEN].bad) == bad)


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"the omen is {condition.arguments['omen']}"


def _portend(state: Position, parties: Any, effect: Effect) -> None:
    state.remember(SEEN, Seen(int(effect.said == "bad")))


def _patches(game: Any) -> dict[str, Any]:
    file = read_bytes(Path("omens"), b"movement: {allowance: 1}", Findings())
    return {"bad": parse(file, Findings())} if file else {}


PHASES = {"omens": OmenPhase}
SLOTS = (SEEN,)
MEASURES = {"omen": _measure}
WORDINGS = {"omen": _in_words}
RESULTS = {"portend": _portend}
HOOKS = {"effects": (OmenRules, OmenRules.judge)}
PATCHES = (Patching(effects=_patches),)
