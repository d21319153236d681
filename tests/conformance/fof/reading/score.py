"""Initiative, casualties and points, counted by hand. Part of the second reading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .ground import distance
from .pools import SUCCESS
from .teams import Team

DEAD, SERIOUS, CAPTURED = 2, 1, 3
CONTACT, HOME_SOON, HOME = 3, 10, 7
SOON, LAST = 5, 8


def initiative_dice(teams: Iterable[Team], side: str) -> int:
    """Half the units that have an effective figure, rounded down (2.2)."""
    return sum(team.side == side and team.hex is not None and team.effective > 0
               for team in teams) // 2  # fmt: skip


def initiative(rolled: Mapping[str, Sequence[int]], before: str) -> str:
    """Who has it: more successes; equal, who had it (2.2)."""
    successes = {side: sum(die >= SUCCESS for die in dice) for side, dice in rolled.items()}
    most = max(successes.values())
    best = [side for side, number in successes.items() if number == most]
    return best[0] if len(best) == 1 else before


def fate(rolled: int, *, medic: bool = False) -> str:
    """What became of somebody who was down: one d6, a medic near by adds 1 (11.1, 10.4)."""
    total = min(rolled + int(medic), 6)
    return {
        1: "dead",
        2: "seriously_wounded",
        3: "seriously_wounded",
        4: "lightly_wounded",
        5: "lightly_wounded",
        6: "fit",
    }[total]


def looked_after(team: Team, teams: Iterable[Team]) -> bool:
    """Whether its casualties are assessed: somebody effective in it or in a friend beside it."""
    if team.hex is None:
        return False
    return team.effective > 0 or any(
        other.side == team.side
        and other is not team
        and other.hex is not None
        and other.effective > 0
        and distance(team.hex, other.hex) <= 1
        for other in teams
    )


def beside(one: Team, other: Team) -> bool:
    """Whether two teams stand within 1 hex of each other."""
    return one.hex is not None and other.hex is not None and distance(one.hex, other.hex) <= 1


def captured(team: Team, teams: Sequence[Team]) -> bool:
    """Whether its helpless figures are taken when a turn ends (11.3)."""
    if team.side != "usmc" or team.hex is None:
        return False
    beside = [
        other
        for other in teams
        if other.hex is not None and other.effective > 0 and distance(team.hex, other.hex) <= 1
    ]
    return any(other.side == "taliban" for other in beside) and not any(
        other.side == "usmc" for other in beside
    )


@dataclass(frozen=True)
class Outcome:
    """Points of both sides, and who has won if the game is over now."""

    usmc: int
    taliban: int
    winner: str


def points(
    teams: Iterable[Team], *, contact: bool, home: int | None, over: bool = False
) -> tuple[int, int]:
    """Points of the USMC and of the Taliban. `home` is the turn in which the pilot left (13.1).

    At the end nobody is "down" any more: who is left so because nobody is there to look after him
    is out of the fight, and counts as a serious wound (13.2).
    """
    usmc = CONTACT if contact else 0
    if home is not None and home <= LAST:
        usmc += HOME_SOON if home <= SOON else HOME
    taliban = 0
    for team in teams:
        if team.side == "usmc":
            taliban += DEAD * team.figures.get("dead", 0)
            taliban += SERIOUS * team.figures.get("seriously_wounded", 0)
            taliban += CAPTURED * team.figures.get("captured", 0)
            taliban += SERIOUS * team.figures.get("down", 0) if over else 0
    return usmc, taliban


def outcome(teams: Iterable[Team], *, turn: int, contact: bool, home: int | None) -> Outcome:
    """Who has won when the game ends in `turn` (13.3, 13.4)."""
    usmc, taliban = points(teams, contact=contact, home=home, over=True)
    if turn >= LAST and (home is None or home > LAST):
        return Outcome(usmc, taliban, "taliban")
    if usmc == taliban:
        return Outcome(usmc, taliban, "draw")
    return Outcome(usmc, taliban, "usmc" if usmc > taliban else "taliban")
