"""Read combat results from their codes: ``A1r1 D2r2``.

A table may be full of such codes. An author gives their pattern once, and writes out only those
that say something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

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
        """Read what a code does, ``None`` if it is not of this form."""
        parts: dict[Who, _Part] = {}
        for word in code.split():
            readings = [
                (who, m) for who, form in self._parts.items() if (m := form.fullmatch(word))
            ]
            if not readings or readings[0][0] in parts:
                return None
            who, match = readings[0]
            parts[who] = _Part(who, int(match["steps"] or 0), int(match["hexes"] or 0))
        # Bare prefixes fit too, as both numbers may be missing; but such a code says nothing by
        # itself.
        if not any(part.steps or part.hexes for part in parts.values()):
            return None
        ordered = [parts[who] for who in self._order if who in parts]
        effects = [effect for part in ordered for effect in part.effects()]
        retreated = parts["defender"].hexes if "defender" in parts else 0
        effects.append(Effect("advance", "attacker", None, max(1, retreated)))
        title = "; ".join(part.in_words for part in ordered)
        return CombatResult(code, title[0].upper() + title[1:], tuple(effects), by_pattern=True)


class _Part(NamedTuple):
    """What a code says of one side: steps lost, and hexes retreated."""

    who: Who
    steps: int
    hexes: int

    def effects(self) -> Iterator[Effect]:
        """What is carried out, losses first."""
        if self.steps:
            yield Effect("lose_steps", self.who, self.steps)
        if self.hexes:
            yield Effect("retreat", self.who, hexes=self.hexes)

    @property
    def in_words(self) -> str:
        """What the code says of the side, as a clause: ``defender loses 2 steps``."""
        phrases = []
        if self.steps:
            phrases.append(f"loses {self.steps} {'step' if self.steps == 1 else 'steps'}")
        if self.hexes:
            phrases.append(f"retreats {self.hexes} {'hex' if self.hexes == 1 else 'hexes'}")
        return f"{self.who} {' and '.join(phrases)}"


def example(pattern: str) -> str:
    """Give a code that a pattern reads.

    >>> example("A{steps}r{hexes} D{steps}r{hexes}")
    'A1r2 D1r2'
    """
    return pattern.replace("{steps}", "1").replace("{hexes}", "2")


def _compiled(part: str) -> re.Pattern[str]:
    """Compile a part of a pattern, in which either number may be missing."""
    prefix, brace, after_brace = part.partition("{")
    optional = []
    for piece in _PART.findall(brace + after_brace):
        sign, brace, name = piece.partition("{")
        optional.append(f"(?:{re.escape(sign)}{_NUMBERS[brace + name]})?")
    return re.compile(re.escape(prefix) + "".join(optional))
