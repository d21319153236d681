"""What became of a fight, in words: for each unit that took part, or was caught up in it.

The code of a table says what should happen; a unit that should retreat and cannot is eliminated, or
stays and loses a step. So nothing here reads the result: what befell each unit (:class:`Fate`) is
put together from the fields of events. A fight is any event of units against units with dice,
whatever section or package tells it, and all that follows up to the next one or to the next thing
that somebody does.

:func:`fights_in`, at the end, cuts events into fights; each :class:`Fight` collects the fates of
its units and puts them into words, units that fared alike together. Unknown kinds of
event are read by the fields that they share with known ones, so a new section need register
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexwar.engine import Event
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.wording import every, several
from hexwar.viewer.match.rolls import SHOTS

OFF_MAP = frozenset({"eliminated", "withdrawn", "evacuated", "exited"})
"""Kinds of event by which a unit leaves the map for good."""

_DEEDS = frozenset({"moved", "entered", "placed", "card_played"})
"""Kinds of event that tell what somebody does next: it is no consequence of a fight before it."""

_BOUNDS = frozenset({"phase_begins", "phase_ends", "turn_ends", "game_over", "points_lapsed"})
"""Kinds of event after which nothing is a consequence of a fight before them."""


def is_fight(event: Event) -> bool:
    """Whether an event tells of units against units: those of our own sections, and any other that
    names both and has dice.
    """
    fields = event.fields
    return (
        event.kind == "battle"
        or event.kind in SHOTS
        or (
            "dice" in fields
            and bool(fields.get("attackers") or ("hex" in fields and "target" in fields))
        )
    )


@dataclass(slots=True)
class Fate:
    """What befell one unit. ``left``: the steps that it has left, where it lost some; ``back``: the
    way that it retreated; ``blocked``: why it could not retreat, where it should have; ``figures``:
    how many of them were hit; ``marks``: states that began.
    """

    unit: str
    gone: str = ""
    blocked: str = ""
    steps: int = 0
    left: int | None = None
    back: tuple[str, ...] = ()
    forward: str = ""
    figures: int = 0
    marks: tuple[str, ...] = ()

    def phrases(self, *, many: bool, brief: bool, distance: Callable[[str, str], int]) -> str:
        """All of it after the names of units: ``loses a step and retreats 1 hex``."""
        ends = "" if many else "s"
        if self.gone:
            why = f": {self.blocked}" if self.blocked else ""
            if self.gone != "eliminated":
                return "leave the map" if many else "leaves the map"
            return f"eliminated{why}" if brief else f"{'are' if many else 'is'} eliminated{why}"
        phrases = []
        if self.steps:
            lost = "a step" if self.steps == 1 else f"{self.steps} steps"
            phrases.append(f"{'lose' if many else 'loses'} {lost}")
        if self.figures:
            have = "have" if many else "has"
            phrases.append(f"{have} {several(self.figures, 'figure')} hit")
        if self.back:
            away = distance(self.back[0], self.back[-1])
            if away:
                # In hexes where it went straight back, else where it has come to.
                retreat = (
                    several(away, "hex") if away == len(self.back) - 1 else f"to {self.back[-1]}"
                )
                phrases.append(f"{'retreat' if many else 'retreats'} {retreat}")
            else:
                phrases.append("come back to their hex" if many else "comes back to its hex")
        elif self.blocked:
            phrases.append(f"stay{ends}: {self.blocked}")
        if self.forward:
            phrases.append("advance" if many else "advances")
        phrases += [f"{'are' if many else 'is'} now: {mark.lower()}" for mark in self.marks]
        return every(phrases)


class SharedFate(NamedTuple):
    """What became of units that fared alike, such as ``W and X`` ``are eliminated``."""

    units: tuple[str, ...]
    words: str

    def __str__(self) -> str:
        return f"{every(self.units)} {self.words}"


@dataclass(slots=True)
class Fight:
    """A fight and what came of it. ``event`` told of it; ``followed`` is what came of it so far."""

    event: Event
    followed: list[Event] = field(default_factory=list)

    @property
    def attackers(self) -> tuple[str, ...]:
        """The units that attacked, or fired."""
        fields = self.event.fields
        alone = (fields["unit"],) if fields.get("unit") else ()
        return tuple(fields.get("attackers") or fields.get("units") or alone)

    @property
    def defenders(self) -> tuple[str, ...]:
        """The units that were attacked."""
        fields = self.event.fields
        if "attackers" in fields and ("defenders" in fields or "hex" not in fields):
            return tuple(fields.get("defenders", ()))
        # Beside the hex that is fired at, the target is a unit.
        return (str(fields["target"]),) if fields.get("target") else ()

    @property
    def hexes(self) -> tuple[str, ...]:
        """Where it was, the first hex first."""
        fields = self.event.fields
        return tuple(fields.get("hexes") or (fields.get("hex") or fields.get("target", ""),))

    @property
    def fates(self) -> dict[str, Fate]:
        """What befell units, first those that were attacked; units to which nothing happened are
        left out.
        """
        fates: dict[str, Fate] = {}
        for event in self.followed:
            for unit in event.fields.get("units") or (event.fields.get("unit"),):
                if unit:
                    self._befalls(event, fates.setdefault(unit, Fate(unit)))
        changed = {unit: fate for unit, fate in fates.items() if fate != Fate(unit)}
        defenders = {unit: changed[unit] for unit in self.defenders if unit in changed}
        return defenders | changed

    def _befalls(self, event: Event, fate: Fate) -> None:
        """Add to the fate of a unit what an event did to it."""
        fields = event.fields
        path: tuple[str, ...] = tuple(fields.get("path") or ())
        if event.kind in OFF_MAP or (path and not path[-1]):
            fate.gone = "eliminated" if event.kind == "eliminated" else "left"
        elif event.kind == "retreat_blocked":
            fate.blocked = str(fields.get("barred") or "no retreat open")
        elif "left" in fields and "unit" in fields:  # one event a step, with what is left then
            fate.steps, fate.left = fate.steps + 1, int(fields["left"])
        elif "figures" in fields and not path:
            fate.figures += int(fields["figures"])
        # Into the hex that was fought for is an advance; any other way is taken for a retreat.
        elif len(path) > 1 and (
            event.kind == "advanced" or (path[-1] in self.hexes and event.kind != "retreated")
        ):
            fate.forward = str(path[-1])
        elif len(path) > 1:
            fate.back = (*(fate.back or (path[0],)), *path[1:])
        elif event.kind == "state_begins" and fate.unit in (*self.attackers, *self.defenders):
            fate.marks = (*fate.marks, event.text.partition(":")[0])

    def outcome(
        self, distance: Callable[[str, str], int], *, brief: bool = False
    ) -> list[SharedFate]:
        """What became of every unit, those together that fared alike. ``distance``: how many hexes
        it is from one to another.
        """
        alike: dict[str, list[Fate]] = {}
        for fate in self.fates.values():
            alike.setdefault(fate.phrases(many=False, brief=brief, distance=distance), []).append(
                fate
            )
        return [
            SharedFate(
                tuple(fate.unit for fate in fates),
                fates[0].phrases(many=len(fates) > 1, brief=brief, distance=distance),
            )
            for fates in alike.values()
        ]

    @property
    def title(self) -> str:
        """Which units fought which: ``A and B against Z``."""
        sides = [every(units) for units in (self.attackers, self.defenders) if units]
        return " against ".join(sides)

    def headline(
        self, distance: Callable[[str, str], int], *, brief: bool = False, pending: str = ""
    ) -> str:
        """What came of it in a sentence without its end. ``pending``: the words for a fight of
        which nothing has come yet, while something still may.
        """
        fates = "; ".join(map(str, self.outcome(distance, brief=brief)))
        if fates or pending:
            return fates or pending
        hits = self.event.fields.get("hits")
        if hits is not None:
            return several(int(hits), "hit")
        if brief or not self.defenders:
            return "no effect"
        return f"{every(self.defenders)} {'stands' if len(self.defenders) == 1 else 'stand'}"


def by_whom(fights: Sequence[Fight], outcome: str) -> str:
    """What fights came to after those who fought whom, as the words alone name nobody: ``A and B
    against Z: 0 hits``. Without the one attacked it would read as if they had been hit.
    """
    attackers = dict.fromkeys(unit for fight in fights for unit in fight.attackers)
    defenders = dict.fromkeys(unit for fight in fights for unit in fight.defenders)
    sides = [every(units) for units in (attackers, defenders) if units]
    return f"{' against '.join(sides)}: {outcome}" if attackers else outcome


def fights_in(events: Iterable[Event]) -> list[Fight]:
    """The fights that events tell of, in their order, each with what came of it."""
    fights: list[Fight] = []
    is_over = True  # what happens belongs to no fight
    for event in events:
        if is_fight(event):
            fights.append(Fight(event))
            is_over = False
        elif event.kind in _DEEDS or event.kind in _BOUNDS:
            is_over = True
        elif not is_over:
            fights[-1].followed.append(event)
    return fights


def fights_of_phase(events: Sequence[Event]) -> list[Fight]:
    """The fights of the phase that the last of these events are of."""
    begun = [place for place, event in enumerate(events) if event.kind == "phase_begins"]
    return fights_in(events[begun[-1] if begun else 0 :])


def fight_of(event: Event, later: Sequence[Event]) -> Fight:
    """A fight with what has come of it, of all that happened later."""
    return fights_in([event, *later])[0]


def result_of(battle: Event, combat: Combat | None) -> str:
    """The result of a battle, as players read it."""
    code = str(battle.result)
    if combat is None or code not in combat.results:
        return str(battle.fields.get("title", code))
    return combat.results[code].title
