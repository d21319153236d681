"""The game on the table: its record, who plays, and what is shown of what is played.

Every action, a person's or a computer's, comes through :meth:`Match.act`. The record plays it; then
:meth:`Match.happened` raises ``version`` (the key of everything worked out from a position), lets
the visibility say which of the events are known at this window, hands these to the playback to be
shown and to whatever keeps them for later: the results that wait to be seen, turns that passed, the
dice. Undo, redo and jumps come through :meth:`Match.jumped` and show nothing of what lies between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.grammar import opening
from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Decision, Event, IllegalAction, Preview, Violation
from hexwar.engine.position import NOBODY
from hexwar.players import Player, called
from hexwar.records import HUMAN
from hexwar.records.lesson import LessonSession
from hexwar.records.replay import in_a_sentence
from hexwar.records.session import Seating
from hexwar.rules.combat.battle import rules_of_attack
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.section import Combat
from hexwar.rules.history import LogEntry
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.sides.section import Side, Sides
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.viewer.decisions import presentation_of
from hexwar.viewer.match.aftermath import Fight, fight_of, is_fight, result_of
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.meanwhile import Changes, Meanwhile
from hexwar.viewer.match.passing import Passing
from hexwar.viewer.match.playback import Playback
from hexwar.viewer.match.rolls import PendingResults, is_thrown, later_than, left_from, thrown_in
from hexwar.viewer.match.visibility import Visibility

if TYPE_CHECKING:
    from hexwar.viewer.match.record import Record


@dataclass(frozen=True, slots=True)
class Notice:
    """What the window says under the map: a refusal with its rule, or a word of information.

    ``repeats``: it is no more than the last line of the log.
    """

    text: str = ""
    rule: str = ""
    refusal: bool = False
    repeats: bool = False


class _Parting(NamedTuple):
    """How things stood when a side handed the window over; ``unseen``: units it did not see."""

    actions: int
    positions: dict[str, str | None]
    facings: dict[str, str]
    unseen: frozenset[str]


class BeforeAction(NamedTuple):
    """How things stood before an action: the section by which an attack is fought, whether the
    choice was one of the side's own turn, whether the phase was its own.
    """

    in_force: Combat | None
    own: bool
    in_phase: bool
    side: str | None
    turn: int


class Match:
    """A game being played. ``players``: side id to ``human`` or the name of a computer player.

    ``joined``: side id to a player of one's own, for sides that have one. ``absent``: side id to
    the name that a save has for its player, which nobody has confirmed yet. ``version`` counts
    every change of the position; results computed from a position are kept with it.
    """

    at_host = False
    """Whether the game stands at a host, who alone plays it and knows who sits where."""

    fixed_seats = ""
    """Why nobody can take a side over here; empty where somebody can."""

    def __init__(
        self,
        record: Record,
        players: Mapping[str, str],
        joined: Mapping[str, Player] = MappingProxyType({}),
        absent: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.record = record
        self.players = dict(players)
        self.joined = dict(joined)
        self.absent = dict(absent)
        self.version = 0
        self.notice = Notice()
        # What is asked of a position again and again.
        self._decision = LastAnswer[Decision | None]()
        self._impending = LastAnswer[Preview | None]()
        self._concerned = LastAnswer[tuple[str, ...]]()
        self._rolls = LastAnswer[bool]()
        self._fight = LastAnswer[Fight]()
        self._log = LastAnswer[list[Event]]()
        self._unasked: set[tuple[str | None, int, str]] = set()
        """Side, turn and phase in which no answer out of its hand is asked of it any more."""
        self.last_battle: Event | None = None
        """The battle whose consequences are being settled."""
        if is_settling(record.state, record.state.decision):  # the game is taken up again in one
            events = (event for entry in record.entries for event in entry.events)
            battles = [event for event in events if event.kind == "battle"]
            self.last_battle = battles[-1] if battles else None
        self.fought_by = self.combat_in_force()
        """The section ``combat`` in force for the last action: what its battle goes by."""
        self.rolls: list[Event] = []
        """The dice that the last action threw, with what followed of them."""
        self.results = PendingResults()
        """What came of the dice of those at the window, until they have seen it."""
        self.passing = Passing(record.opening, record.entries)
        """Turns in which no unit of a side at the window could act."""
        self._by_person = False  # whether the last action was one of theirs
        self.public = False
        """Whether something that is nobody's own has just happened, which all look at together."""
        self.playback = Playback(self._positions(), self._facings())
        self.resolved: ResolvedGame = record.state.resolved
        self.sides: dict[str, Side] = {side.id: side for side in self.resolved[Sides].all}
        self.visibility = Visibility(self, resumed=bool(record.entries))
        self.meanwhile = Meanwhile(self)
        away = (side for side in self.visibility.people if side != self.visibility.holder)
        self._away = {side: self._parting(side) for side in away}
        """Side to how things stood when the window was handed to another."""

    @property
    def state(self) -> State:
        """The position now."""
        return self.record.state

    @property
    def entries(self) -> Sequence[LogEntry]:
        """The actions so far, with their events."""
        return self.record.entries

    @property
    def changes(self) -> Changes:
        """What is drawn of what has happened lately."""
        return self.meanwhile.shown

    def seat(self, side: str, name: str, player: Player | None = None) -> None:
        """Somebody else plays a side from here: by name, and the player if it is made. The save
        remembers it. What has been seen is not shown again.
        """
        is_fresh, people_before = not self.changes, self.visibility.people
        self.record.seat(side, name)
        self.players[side] = name
        self.joined.pop(side, None)
        self.absent.pop(side, None)
        if player is not None:
            self.joined[side] = player
        self.version += 1
        self.visibility.seated(people_before)
        self.meanwhile.seated(side)
        if is_fresh:
            self.meanwhile.dismiss()
        for seated in (side, *(people_before if len(people_before) == 1 else ())):
            self._away.pop(seated, None)  # somebody who was alone has looked on: nothing to show
        if name == HUMAN:
            self._away[side] = self._parting(side)
        self.passing.seated(side, self.record.opening, self.record.entries)

    @property
    def in_own_turn(self) -> bool:
        """Whether the choice is one of a side's own turn, not one that others ask for."""
        return self.decision is not None and not is_settling(self.state, self.decision)

    @property
    def decision(self) -> Decision | None:
        """The choice that the game waits for; worked out once a position."""
        return self._decision.about((self.version,), lambda: self.state.decision)

    @property
    def shown_rolls(self) -> list[Event]:
        """The dice to look at: those that are just being thrown, or all of the last action."""
        event = self.playback.current
        if self.playback.busy:
            return [event] if event is not None and is_thrown(event) else []
        return self.rolls

    def stood(self, unit: str, event: Event) -> str | None:
        """Where a unit stood when something happened, whatever has become of it since."""
        left = left_from(unit, later_than(event, self.entries))
        return left or self.playback.positions.get(unit)

    @property
    def impending(self) -> Preview | None:
        """The fight about which somebody is asked, before its dice, if those who look on see the
        units in it.
        """

        def foreseen() -> Preview | None:
            preview = presentation_of(self.state, self.decision).foreseen(self.state)
            units = (*preview.attackers, *preview.defenders) if preview is not None else ()
            return preview if all(map(self.visibility.sees, units)) else None

        return self._impending.about((self.version,), foreseen)

    def concerned_by(self, action: Action) -> tuple[str, ...]:
        """The units that a card would be about: those that could be named after it, else those that
        it affects. Tried on a copy with other dice, so that nothing to come is told.
        """

        def concerned() -> tuple[str, ...]:
            twin, side = self.state.clone("foreseen"), self.state.side_to_act
            events = twin.apply(action)
            decision, units = twin.decision, dict[str, None]()
            is_asked = decision is not None and not presentation_of(twin, decision).own_turn
            if decision is not None and is_asked and decision.side == side:
                units = dict.fromkeys(decision.units)
            # What dice decide is not foretold, nor what the next phase brings.
            foretold = takewhile(lambda e: not (is_fight(e) or e.kind == "phase_ends"), events)
            if not units:
                for event in foretold:
                    alone = (event.fields["unit"],) if event.fields.get("unit") else ()
                    units |= dict.fromkeys(event.fields.get("units") or alone)
            return tuple(unit for unit in units if self.visibility.sees(unit))

        return self._concerned.about((self.version, str(action)), concerned)

    def ask_no_more(self) -> None:
        """The side that is asked for an answer out of its hand wants no more of it this phase."""
        self._unasked.add((self.state.side_to_act, self.state.turn, self.state.phase))

    @property
    def unasked(self) -> bool:
        """Whether a person need not be asked for an answer out of a hand: he does not want to be,
        or has no answer and nobody else can learn that from it.
        """
        state, side = self.state, self.state.side_to_act
        is_asked = self.human_to_act and presentation_of(state, self.decision).in_hand
        if not is_asked or self.lesson is not None:
            return False
        if (side, state.turn, state.phase) in self._unasked:
            return True
        alone = len(self.visibility.people) < 2 or not self.visibility.sides
        return alone and len(tuple(islice(state.legal_actions(), 2))) < 2

    def rolls_with(self, action: Action) -> bool:
        """Whether dice of a fight are thrown as soon as an action is done. Anybody who could be
        asked first, as far as everybody knows, is asked then, so this tells nothing of anybody's
        hand.
        """

        def rolls() -> bool:
            return any(map(is_fight, self.state.clone("foreseen").apply(action)))

        return self._rolls.about((self.version, str(action)), rolls)

    def fight(self, event: Event) -> Fight:
        """A fight with what has come of it by now, as it is known at this window."""

        def fight() -> Fight:
            return fight_of(event, self.visibility.known_events(later_than(event, self.entries)))

        return self._fight.about((self.version, id(event)), fight)

    def far(self, start: str, end: str) -> int:
        """How many hexes lie between two."""
        return self.resolved.map.distance(start, end)

    def headline(self, fight: Fight, *, brief: bool = False) -> str:
        """What became of a fight, in words; while it is being settled, what its table says."""
        pending = ""
        if fight.event is self.last_battle:
            pending = result_of(fight.event, self.results.fought_by or self.fought_by)
        return fight.headline(self.far, brief=brief, pending=pending)

    def still_in_phase(self, event: Event) -> bool:
        """Whether the phase in which something happened still lasts."""
        later = later_than(event, self.entries)
        return not any(happened.kind == "phase_ends" for happened in later)

    @property
    def holds(self) -> bool:
        """Whether the game waits until something has been seen that others would sweep away: what
        became of a battle, or that a turn goes by without a choice.

        A player who wants everything at once is not kept waiting; it is told all the same.
        """
        if not (self.results or self.passing.unseen) or self.playback.speed == "instant":
            return False
        # Only what sweeps it away is held up: a computer's turn, the end, the hand-over of the
        # window.
        others_act = self.others_to_act and self.in_own_turn
        return others_act or self.state.is_over or self.visibility.waiting is not None

    def go_on(self) -> None:
        """The player has seen what was on show."""
        self.meanwhile.dismiss()
        self.results.dismiss()
        self.passing.dismiss()

    @property
    def phase(self) -> Phase:
        """The current phase."""
        return next(
            phase for phase in self.resolved[SequenceOfPlay].phases if phase.id == self.state.phase
        )

    @property
    def human_to_act(self) -> bool:
        """Whether a person at this window has the choice now."""
        side = self.state.side_to_act
        return side is not None and self.players.get(side, HUMAN) == HUMAN

    @property
    def computer_to_act(self) -> str | None:
        """The name of the computer player whose choice it is."""
        side = self.state.side_to_act
        if side is None:
            return None
        name = self.players.get(side, HUMAN)
        waits = self.lesson is not None and not self.lesson.is_finished
        return None if name == HUMAN or waits else name

    @property
    def others_to_act(self) -> bool:
        """Whether the choice is with somebody who does not sit at this window."""
        return self.computer_to_act is not None

    @property
    def awaited(self) -> str:
        """The player that a seat at a host waits for, in a sentence; empty where nobody waits."""
        return ""

    @property
    def clock_in_words(self) -> str:
        """How much time the player who has to choose has left, in a sentence; empty without a
        clock.
        """
        return ""

    @property
    def computers(self) -> list[str]:
        """The sides that computer players have, none of them one's own."""
        players = self.players.items()
        return [side for side, name in players if name != HUMAN and side not in self.joined]

    @property
    def lesson(self) -> LessonSession | None:
        """The lesson that is being played, if the game is one."""
        return self.record if isinstance(self.record, LessonSession) else None

    @property
    def in_own_phase(self) -> bool:
        """Whether the side to act is asked in a phase of its own."""
        whose = self.state.phase_side
        return whose != NOBODY and self.state.frame.side_ids[whose] == self.state.side_to_act

    def combat_in_force(self, verb: str = "") -> Combat | None:
        """The section by which an attack is fought now, with the verb that says it."""
        rules = rules_of_attack(self.state, verb).find(CombatRules)
        return rules.section if rules else None

    def played_by(self, side: str) -> str:
        """Who plays a side, in words."""
        name = self.players.get(side, HUMAN)
        return "a person" if name == HUMAN else f"the computer ({called(name)})"

    def side_name(self, side: str | None) -> str:
        """A side's name as printed; the id for one that is unknown."""
        return self.sides[side].name if side in self.sides else str(side or "")

    def act(self, action: Action | str) -> bool:
        """Play an action, or say why not; answers whether it was legal."""
        stood = self.before(action.verb if isinstance(action, Action) else action.partition(" ")[0])
        try:
            events = self.record.apply(action)
        except IllegalAction as refused:
            self._refused(refused.violation)
            return False
        self.acted(stood, events)
        return True

    def before(self, verb: str) -> BeforeAction:
        """What is asked before an action, with its verb: it may end the phase, and with it what is
        in force.
        """
        side = self.state.side_to_act
        in_force = self.combat_in_force(verb)
        return BeforeAction(in_force, self.in_own_turn, self.in_own_phase, side, self.state.turn)

    def acted(self, stood: BeforeAction, events: Sequence[Event]) -> None:
        """An action was played: show what came of it."""
        side = stood.side
        self.fought_by = stood.in_force
        self._by_person = side in self.visibility.people
        if self._by_person and side is not None:
            if stood.own or stood.in_phase:  # an advance after one's own battle is no news either
                self.meanwhile.acted(side)
            if stood.own:
                self.passing.acted(side, stood.turn)
                self.results.clear()  # a player who goes on has seen what came before
        self.happened(events)

    def refuse(self, violation: Violation) -> None:
        """Say why something cannot be done; in a lesson what its step waits for as well."""
        self._refused(violation if self.lesson is None else self.lesson.hinted(violation))

    def _refused(self, violation: Violation) -> None:
        self.notice = Notice(violation.message, violation.rule, refusal=True)

    def say(self, text: str, rule: str = "") -> None:
        """Say something."""
        self.notice = Notice(text, rule)

    @property
    def undoable(self) -> int:
        """How many actions an undo takes back: to the last choice of a person; 0 if it is locked.

        What the computer did since then is taken back with it. When a die was thrown in between,
        nothing is: the computer would only choose again.
        """
        entries = self.record.entries
        for back in range(1, self.record.undoable + 1):
            if self.players.get(entries[-back].side, HUMAN) == HUMAN:
                return back
        return 0

    @property
    def undo_lock(self) -> str | None:
        """Why nothing can be taken back, or ``None`` when something can."""
        if self.undoable or (self.lesson is not None and self.lesson.acted is not None):
            return None  # a lesson throws its dice again
        lock = self.record.undo_lock or "locked: a die was rolled"
        if not lock.endswith("a die was rolled"):
            return lock
        # Which: it may be one of the rules' own, such as for the initiative.
        thrown = (event for event in reversed(self.known_events()) if event.fields.get("dice"))
        cause = next((str(event).partition(":")[0] for event in thrown), "")
        return f"{lock} ({cause})" if cause else lock

    def undo(self) -> None:
        """Take the last action of a person back, or say why that is locked."""
        lesson = self.lesson
        if lesson and not lesson.is_finished and (action := lesson.take_back()) is not None:
            self.jumped(f"Taken back: {action}. The lesson waits for it again.")
            return
        lock, count = self.undo_lock, self.undoable
        if lock is not None:
            # The lock reads 'nothing to undo yet', or 'locked' with the reason.
            self.notice = Notice(f"Undo is {lock}.".replace("is nothing", "has nothing"), "", True)
            return
        entry = self.record.entries[-count]
        for _ in range(count):
            self.record.undo()
        self.jumped(f"Taken back: {self._sentence(entry)}")

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.record.redo() is None:
            self.notice = Notice("There is nothing to do again.", "", True)
            return
        entry = self.record.entries[-1]
        # Undo took back what the computer had answered, so redo brings it again.
        while self.computer_to_act and self.record.can_redo:
            self.record.redo()
        self.jumped(f"Done again: {self._sentence(entry)}")

    def _sentence(self, entry: LogEntry) -> str:
        return in_a_sentence(entry, self.visibility.known_events(entry.events), self.state)

    def known_events(self) -> list[Event]:
        """All events from the beginning, as those who look on learned of them; between them, who
        took a side over.
        """

        def known() -> list[Event]:
            happened, seatings = [*self.record.opening], deque(self.record.seatings)
            for played, entry in enumerate(self.record.entries):
                # Seatings are no events of the game, and are laid between them by when they were.
                while seatings and seatings[0].after <= played:
                    happened.append(self._seated(seatings.popleft()))
                happened += entry.events
            happened += map(self._seated, seatings)
            return self.visibility.known_events(happened)

        return self._log.about((self.version, self.visibility.sides), known)

    def _seated(self, seating: Seating) -> Event:
        who = "a person" if seating.player == HUMAN else called(seating.player)
        text = f"{opening(self.side_name(seating.side), 'is')} played by {who} from now on."
        return Event("seated", "", text, side=seating.side)

    def hand_to(self, side: str) -> None:
        """The window is handed to a side, which is shown what happened while another had it.

        Not in the middle of a battle, when both have looked on.
        """
        left_at = self._away.pop(side, None) if self.visibility.is_apart else None
        self.visibility.hand_to(side)
        for person in self.visibility.people:
            if person != side:
                self._away.setdefault(person, self._parting(person))
        if left_at is not None:
            positions, positions_then = self._positions(), left_at.positions.items()
            # Where a unit was hidden is told only if it is still there.
            hidden = (
                unit
                for unit, hex_ in positions_then
                if unit in left_at.unseen and hex_ != positions[unit]
            )
            self.playback.jump({**left_at.positions, **dict.fromkeys(hidden)}, left_at.facings)
            since = self.record.entries[left_at.actions :]
            self._show([event for entry in since for event in entry.events])

    def _parting(self, side: str) -> _Parting:
        view, positions = self.state.view(side), self._positions()
        unseen = frozenset(unit for unit in positions if not view.sees(unit))
        return _Parting(len(self.record.entries), positions, self._facings(), unseen)

    def _show(self, events: Sequence[Event]) -> list[Event]:
        """Show events; answers with them as they are told."""
        known_events = self.visibility.known_events(events)
        # What was not seen is told, not shown: it has no places.
        known_ids = set(map(id, known_events))
        events_shown = [event for event in events if id(event) in known_ids]
        self.playback.add(events_shown, self._positions(), self._facings())
        return known_events

    def jumped(self, text: str) -> None:
        """The record went to another position: show that, without what led there."""
        self.version += 1
        standing = len(self.record.entries)
        self._away = {
            # A side that handed the window over at an action now taken back has nothing to be
            # shown.
            side: left_at if left_at.actions <= standing else self._parting(side)
            for side, left_at in self._away.items()
        }
        self.visibility.turned()
        self.meanwhile.jumped()
        self.last_battle, self.rolls = None, []
        self.results.clear()
        self.passing.forget()
        self.playback.jump(self._positions(), self._facings())
        self.say(text)

    def happened(self, events: Sequence[Event]) -> None:
        """Something was played: show what came of it."""
        self.version += 1
        self.public = any(event.kind == "phase_begins" and not event.side for event in events)
        self.visibility.turned()
        known_events = self._show(events)
        fighting = is_settling(self.state, self.decision)
        self.last_battle = self.last_battle if fighting else None
        self.results.took(known_events, self._is_own, self.fought_by, settled=not fighting)
        self.passing.took(known_events, self.visibility.people, self._by_person)
        if self.in_own_turn and self.state.side_to_act is not None:
            self.passing.can_act(self.state.side_to_act, self.state.turn)
        self.rolls = thrown_in(known_events)
        for event in events:
            if event.kind == "battle":
                self.last_battle = event
        # Which phase has begun, and with what, stands above the map and in the log; the line below
        # it is then for what is to be done.
        begun = any(event.kind == "phase_begins" for event in known_events) and self.human_to_act
        last = known_events[-1] if known_events and not begun else None
        self.notice = Notice(str(last), last.rule, repeats=True) if last else Notice()

    def _is_own(self, event: Event) -> bool:
        """Whether dice are those of somebody at the window: of his attack, or of his action."""
        attackers = Fight(event).attackers if is_fight(event) else ()
        if not attackers:
            return self._by_person
        counters = self.resolved[Units].counters
        return counters[attackers[0]].side in self.visibility.people

    def _positions(self) -> dict[str, str | None]:
        state = self.record.state
        return {unit: state.position(unit) for unit in state.resolved[Units].counters}

    def _facings(self) -> dict[str, str]:
        """The facing of each unit that has one."""
        state, counters = self.record.state, self.record.state.resolved[Units].counters
        if not state.resolved.has("facing"):
            return {}
        return {unit: look for unit in counters if (look := state.facing(unit))}


def is_settling(state: State, decision: Decision | None) -> bool:
    """Whether a battle's consequences are still being settled."""
    looks = presentation_of(state, decision)
    return decision is not None and not looks.own_turn and not looks.before_the_die
