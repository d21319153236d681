"""Teams: what is in them, what they roll, and what they may do at a moment of the turn.

Part of the second reading. A `Team` is what lies on the table and beside it; `Book` keeps what has
happened to it in the turn, from plain facts ("it fired", "it rolled a 3 in reaction"), and
answers who may still do what. The numbers in brackets are those of the game's own rules page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .ground import Ground, distance
from .pools import Pool

EFFECTIVE = ("fit", "lightly_wounded")
CASUALTIES = ("lightly_wounded", "down", "seriously_wounded")
OPTIMAL_EXTRA = 1


@dataclass
class Team:
    """A unit of figures in one hex. `kind` is fire_team, taliban_team, pilot or party."""

    name: str
    side: str
    kind: str
    hex: str | None
    quality: int = 0
    morale: int = 0
    support: int = 0
    armor: int = 0
    figures: dict[str, int] = field(default_factory=dict)
    hidden: bool = False
    escorts: bool = False
    # What lasts
    position: bool = False
    medic: bool = False
    tough: bool = False
    low: bool = False
    amped: bool = False
    # What ends with the turn
    pinned: bool = False
    overwatch: bool = False
    rapid: bool = False
    mad_minute: bool = False
    shots: int = 0

    @property
    def effective(self) -> int:
        """How many figures fire, defend, check morale and can be hit (1.3)."""
        return sum(self.figures.get(condition, 0) for condition in EFFECTIVE)

    @property
    def die(self) -> int:
        """Its troop quality: a d8 when it is tougher than it looks (10.7)."""
        return max(self.quality, 8) if self.tough else self.quality

    @property
    def fights(self) -> bool:
        """A team fires, the pilot and a party with a casualty do nothing of the kind (3.5, 12.3).

        A medic does not shoot (10.4): where he is the last one, nobody does.
        """
        return self.kind in ("fire_team", "taliban_team") and self.effective > int(self.medic)


def attack_dice(team: Team, target: Team) -> Pool:
    """Firepower (5.2 to 5.5): a die a figure, support, optimal range, rapid, earlier fire."""
    if not team.fights or team.hex is None or target.hex is None:
        return ()
    number = team.effective - int(team.medic) + team.support
    number += OPTIMAL_EXTRA if distance(team.hex, target.hex) <= team.die else 0
    number += int(team.mad_minute) - int(team.rapid) - int(team.low) - team.shots
    return (team.die,) * max(number, 0)


def defense_dice(team: Team, firer: Team, ground: Ground) -> Pool:
    """Defence (5.6, 5.7): a die a figure, armour, cover once, an excellent position, rapid."""
    if team.hex is None or firer.hex is None:
        return ()
    number = team.effective + team.armor
    number += int(ground.cover(firer.hex, team.hex)) + int(team.position) - int(team.rapid)
    return (team.die,) * max(number, 0)


def may_fire(team: Team, target: Team, ground: Ground) -> bool:
    """Whether a team can fire at another at all, whoever's turn it is (4.1, 5.1, 9.1)."""
    return (
        team.side != target.side
        and team.hex is not None
        and target.hex is not None
        and not team.pinned
        and target.effective > 0
        and not target.hidden
        and ground.sees(team.hex, target.hex)
        and len(attack_dice(team, target)) > 0
    )


def needs_check(team: Team) -> bool:
    """Whether rapid movement takes a check first: wounded, down or escorted men (3.3, 3.5)."""
    hurt = sum(team.figures.get(condition, 0) for condition in CASUALTIES)
    return hurt > 0 or team.escorts or team.kind == "party"


@dataclass
class Book:
    """What a referee writes down in a turn. Every set holds names of teams."""

    teams: dict[str, Team]
    turn: int = 1
    initiative: str = "taliban"
    second_part: bool = False
    """Whether the side without initiative acts: the side with initiative is done."""

    acted: set[str] = field(default_factory=set)
    reacted: set[str] = field(default_factory=set)
    reaction_moves: set[str] = field(default_factory=set)
    barred: set[str] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)
    """Who has had his attempt in the action that is going on."""
    target: str = ""
    """Who is fired at in the action that is going on."""

    def begin_turn(self, turn: int, initiative: str) -> None:
        """Overwatch is declared next; nothing of the last turn is left (2.7)."""
        self.turn, self.initiative, self.second_part = turn, initiative, False
        for names in (self.acted, self.reacted, self.reaction_moves, self.barred):
            names.clear()
        self.tried.clear()
        self.target = ""

    def end_turn(self) -> None:
        """Pins, Overwatch, rapid movement and dice lost by fire end (2.7)."""
        for team in self.teams.values():
            team.pinned = team.overwatch = team.rapid = team.mad_minute = False
            team.shots = 0

    def begin_action(self, name: str, target: str = "") -> None:
        """A team moves, or fires at a target: everybody may try to interrupt it, once (7.1)."""
        self.acted.add(name)
        self.target = target
        self.tried.clear()

    def moved(self, name: str, *, rapid: bool = False, in_reaction: bool = False) -> None:
        """It moves: nobody is hidden then, and an excellent position is left (9.2, 10.2)."""
        team = self.teams[name]
        team.hidden = team.position = False
        team.rapid = team.rapid or rapid
        if in_reaction:
            self.reaction_moves.add(name)
            self.reacted.add(name)

    def fired(self, name: str, *, in_reaction: bool = False) -> None:
        """It fires, in its action, in reaction, on Overwatch or back: the next has a die less."""
        team = self.teams[name]
        team.hidden = False
        team.shots += 1
        if in_reaction:
            self.reacted.add(name)

    def failed(self, names: Iterable[str]) -> None:
        """Those of the other side who rolled below 4 react no more (7.3)."""
        self.barred |= {name for name in names if self.teams[name].side != self.initiative}

    def may_act(self, name: str) -> bool:
        """Whether it is still owed an action in this part of the turn (2.3, 2.6, 6.2, 8.1)."""
        team = self.teams[name]
        if team.hex is None or not team.effective or team.pinned or name in self.acted:
            return False
        if team.side == self.initiative:
            return not self.second_part and not team.overwatch
        return self.second_part and name not in self.reacted

    def may_react(self, name: str, actor: str, ground: Ground) -> bool:
        """Whether it may try to interrupt the team that acts, now (7.1, 7.3, 8.3)."""
        team, other = self.teams[name], self.teams[actor]
        if team.side == other.side or team.hex is None or other.hex is None:
            return False
        if team.kind not in ("fire_team", "taliban_team") or not team.effective or team.pinned:
            return False
        if name in self.tried or other.hidden or not ground.sees(team.hex, other.hex):
            return False
        if name in self.barred:
            return False
        if not self.second_part:
            return team.side != self.initiative
        return team.side == self.initiative and (team.overwatch or name == self.target)

    def may_join(self, name: str, interrupter: str, ground: Ground) -> bool:
        """Whether it is on Overwatch and may fire at who tries to interrupt (8.2).

        A failed roll of its own never bars it: that is for units without initiative.
        """
        team = self.teams[name]
        return (
            team.overwatch
            and not self.second_part
            and team.side == self.initiative
            and may_fire(team, self.teams[interrupter], ground)
        )

    def may_move_in_reaction(self, name: str) -> bool:
        """By moving a team reacts once in a turn (7.6), and never from Overwatch (8.1)."""
        team = self.teams[name]
        return name not in self.reaction_moves and not team.pinned and not team.overwatch
