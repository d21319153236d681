"""What those at a table have agreed on beforehand: pace, what happens to a late player, who may
look on.

A policy comes from the owner's form or a command, so its values are a stranger's: each is checked
against what is possible, and an unknown key is refused rather than overlooked. It never changes
while a game goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from hexwar.players import LEVELS

MOST_SECONDS = 365 * 86_400
"""A year: nobody waits longer for an answer."""

Late = Literal["claim", "substitute", "either"]

_SECONDS = ("bank", "each", "delay")


class PolicyError(ValueError):
    """A policy that there cannot be; one sentence says why."""


@dataclass(frozen=True, slots=True)
class Policy:
    """``bank`` is how many seconds each side has for the whole game, ``each`` how many it has for
    each choice before its bank is touched; without both nobody is ever late.

    ``late``: whether those who wait may claim the game from somebody whose time has run out, let a
    computer (``level``) sit in for him, or either. ``watch``: whether others may look on, of a game
    that hides something when all agree; ``delay``: how many seconds later they see what is done.
    ``takebacks``: whether going back is offered where only all may agree on it. ``dice`` says how
    they are thrown (:mod:`hexwar.fair`; ``alone``: by the host), ``stops`` what becomes of a player
    who is late with his part of a roll.
    """

    bank: int = 0
    each: int = 0
    late: Late = "either"
    level: str = "normal"
    watch: bool = False
    delay: int = 0
    takebacks: bool = True
    dice: str = "alone"
    stops: str = "sealed"

    @property
    def has_clock(self) -> bool:
        """Whether anybody can be late."""
        return self.bank > 0 or self.each > 0

    @property
    def may_claim(self) -> bool:
        """Whether a game may be claimed from a player who is late."""
        return self.late != "substitute"

    @property
    def may_substitute(self) -> bool:
        """Whether a computer may sit in for a player who is late."""
        return self.late != "claim"

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Policy:
        """The policy that plain data describe. :class:`PolicyError` for what there cannot be."""
        for key in data:
            if key not in cls.__dataclass_fields__:
                raise PolicyError(f"there is no {key!r} in a policy")
        policy = cls(**data)
        for name in _SECONDS:
            seconds = getattr(policy, name)
            if type(seconds) is not int or not 0 <= seconds <= MOST_SECONDS:
                raise PolicyError(f"{name} is a number of seconds, {MOST_SECONDS} at most")
        if policy.late not in ("claim", "substitute", "either"):
            raise PolicyError("late is claim, substitute or either")
        if policy.level not in LEVELS:
            raise PolicyError(f"the level is one of {', '.join(LEVELS)}")
        if type(policy.watch) is not bool or type(policy.takebacks) is not bool:
            raise PolicyError("watch and takebacks are true or false")
        if policy.delay and not policy.watch:
            raise PolicyError("there is a delay, and nobody may look on")
        if policy.dice not in ("alone", "sealed", "joint"):
            raise PolicyError("dice are thrown alone, sealed or joint")
        if policy.stops not in ("sealed", "forfeit", "wait"):
            raise PolicyError("of who stops it is agreed: sealed, forfeit or wait")
        return policy
