"""What happens in games: results, cards and states that come up, who acts, where units stand.

They are gathered while a game is played, from the state before each decision, from the action and
from the events of it, and are plain sets and counts, so that the games of several processes can be
added up. What they lack in the end is what :mod:`hexwar.playtest.never` reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from hexwar.engine import Action, Event
from hexwar.engine.position import bits
from hexwar.rules.markers.rules import MarkerRules
from hexwar.rules.state import State

Named: TypeAlias = tuple[str, ...]
"""What has come up: its kind, then its id, of a result also the table's."""

BY_EVENT = {
    "battle": ("result", "result"),
    "effect_begins": ("effect", "effect"),
    "card_played": ("card", "card"),
    "chit": ("chit", "chit"),
    "state_begins": ("state", "state"),
    "marker_placed": ("marker", "name"),
    "phase_begins": ("phase", "phase"),
}
"""By kind of event: what it shows to come up, and its field that has the id."""

DONE_ALONE = {"moved": "move", "fire": "fire", "battle": "attack"}
"""By kind of event: the verb of what was done, also where nobody gave the order at that moment, as
what was plotted is carried out.
"""


@dataclass(slots=True)
class Happenings:
    """What has happened in some games, to be added up over all of them.

    ``named`` are things that came up, by kind and id; ``units`` those that an event named or that
    acted; ``ground`` the kinds of terrain on which one stood at some decision; ``active`` the
    phases in which somebody did more than end them, ``idle`` those that somebody ended, or that
    ended by themselves as nobody could do anything; ``rules`` the numbers that events named;
    ``rolls`` how often each table was thrown on, the one of combat under an empty name.
    """

    games: int = 0
    decisions: int = 0
    verbs: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    named: set[Named] = field(default_factory=set)
    units: set[str] = field(default_factory=set)
    ground: set[str] = field(default_factory=set)
    active: set[str] = field(default_factory=set)
    idle: set[str] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    rolls: Counter[str] = field(default_factory=Counter)

    def add(self, other: Happenings) -> None:
        """Add what happened in other games."""
        self.games += other.games
        self.decisions += other.decisions
        self.verbs += other.verbs
        self.winners += other.winners
        self.named |= other.named
        self.units |= other.units
        self.ground |= other.ground
        self.active |= other.active
        self.idle |= other.idle
        self.rules |= other.rules
        self.rolls += other.rolls

    def see(self, state: State, before: int) -> int:
        """Note where units stand; ``before`` and the answer are masks of hexes noted already."""
        standing = 0
        for occupied in state.occupied:
            standing |= occupied
        fresh = standing & ~before
        if fresh:
            number, country = state.frame.board.number, state.frame.map.terrain
            self.ground.update(country(number[cell]) for cell in bits(fresh))
        self.named.update(("state", name) for name, units in state.marks.items() if units)
        return before | fresh

    def begin(self, state: State) -> None:
        """Note what lies on the map when a game begins."""
        markers = state.rules.find(MarkerRules)
        for kind, lying in zip(markers.kinds, markers.lying(state), strict=True) if markers else ():
            if lying:
                self.named.add(("marker", kind.said.id))
        self.hear(state.events or ())

    def hear(self, events: Iterable[Event]) -> None:
        """Note what events tell."""
        for event in events:
            fields = event.fields
            self.rules.add(event.rule)
            if event.kind in DONE_ALONE:
                self.verbs[DONE_ALONE[event.kind]] += 1
            shows = BY_EVENT.get(event.kind)
            if shows is not None:
                self.named.add((shows[0], fields[shows[1]]))
            if event.kind == "table":
                self.named.add(("table result", fields["table"], fields["result"]))
                self.rolls[fields["table"]] += 1
            elif event.kind == "battle":
                self.rolls[""] += 1
            elif event.kind == "phase_ends" and fields.get("forced"):
                self.idle.add(fields["phase"])
            for key in ("unit", "by"):
                if isinstance(fields.get(key), str):
                    self.units.add(fields[key])
            for key in ("units", "attackers", "defenders"):
                self.units.update(fields.get(key, ()))

    def do(self, state: State, action: Action) -> None:
        """Note what is about to be done."""
        self.decisions += 1
        self.verbs[action.verb] += 1
        phase = state.frame.phase_ids[state.phase_index]
        if action.verb in ("done", "pass"):
            self.idle.add(phase)
        else:
            self.active.add(phase)
            self.units.update(action.units)
