"""Combat results that are read out of their codes: ``A1r1 D2r2``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from hexwar.definition.model import CombatResult, Effect

Who = Literal["attacker", "defender"]

_PART_FORM = r"[^\s{}]+\{steps\}[^\s{}]+\{hexes\}"
FORM = f"^{_PART_FORM} {_PART_FORM}$"
"""What a pattern looks like, as a regular expression."""

_NUMBERS = {"{steps}": r"(?P<steps>\d+)", "{hexes}": r"(?P<hexes>\d+)"}
_PART = re.compile(r"\{steps\}|[^{}\s]*\{hexes\}")


class ResultPattern:
    """Reads codes of one form: a part for the attacker, then one for the defender.

    Each part is a prefix followed by ``{steps}`` (steps lost) and by something with ``{hexes}``
    (hexes retreated); in a code either number may be missing, and so may a whole part. After a
    result that makes the defender retreat, all attackers may advance as many hexes.

    >>> pattern = ResultPattern("A{steps}r{hexes} D{steps}r{hexes}")
    >>> pattern.result("A1 D2r2").title
    'Defender loses 2 steps and retreats 2 hexes; attacker loses 1 step'
    >>> pattern.result("NE") is None
    True
    """

    def __init__(self, pattern: str, *, defender_first: bool = True) -> None:
        attacker, _, defender = pattern.partition(" ")
        self._parts: dict[Who, re.Pattern[str]] = {
            "attacker": _compiled(attacker),
            "defender": _compiled(defender),
        }
        self._order: tuple[Who, Who] = (
            ("defender", "attacker") if defender_first else ("attacker", "defender")
        )

    def result(self, code: str) -> CombatResult | None:
        """What a code does, ``None`` if it is not of this form."""
        losses: dict[Who, tuple[int, int]] = {}
        for word in code.split():
            who = next((side for side, part in self._parts.items() if part.fullmatch(word)), None)
            if who is None or who in losses:
                return None
            match = self._parts[who].fullmatch(word)
            numbers = match.groupdict() if match else {}
            losses[who] = int(numbers["steps"] or 0), int(numbers["hexes"] or 0)
        # Bare prefixes fit too, as both numbers may be missing; but such a code says nothing by
        # itself.
        if not any(any(numbers) for numbers in losses.values()):
            return None
        effects = [
            effect for who in self._order if who in losses for effect in _effects(who, *losses[who])
        ]
        most = max(1, losses.get("defender", (0, 0))[1])
        effects.append(Effect("advance", "attacker", None, most))
        words = [_in_words(who, *losses[who]) for who in self._order if who in losses]
        title = "; ".join(words)
        return CombatResult(code, title[0].upper() + title[1:], tuple(effects), by_pattern=True)


def example(pattern: str) -> str:
    """A code that a pattern reads.

    >>> example("A{steps}r{hexes} D{steps}r{hexes}")
    'A1r2 D1r2'
    """
    return pattern.replace("{steps}", "1").replace("{hexes}", "2")


def _compiled(part: str) -> re.Pattern[str]:
    prefix = re.escape(part.split("{", 1)[0])
    optional = []
    for piece in _PART.findall(part[len(part.split("{", 1)[0]) :]):
        text = re.escape(piece.partition("{")[0]) + _NUMBERS["{" + piece.partition("{")[2]]
        optional.append(f"(?:{text})?")
    return re.compile(prefix + "".join(optional))


def _effects(who: Who, steps: int, hexes: int) -> Iterator[Effect]:
    if steps:
        yield Effect("lose_steps", who, steps)
    if hexes:
        yield Effect("retreat", who, hexes=hexes)


def _in_words(who: Who, steps: int, hexes: int) -> str:
    phrases = []
    if steps:
        phrases.append(f"loses {steps} {'step' if steps == 1 else 'steps'}")
    if hexes:
        phrases.append(f"retreats {hexes} {'hex' if hexes == 1 else 'hexes'}")
    return f"{who} {' and '.join(phrases)}"
