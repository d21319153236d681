"""A table: a game between seats, as it stands in the store.

Nothing here waits for anybody or knows a network. Each method that changes something stores it
before it answers; one that raises :class:`~hexwar.host.store.StoreError` leaves a table that must
be opened again.

The lines of the record are what is true: they are read when a table is opened (``_read``), written
by whatever happens here (``_happened``, ``_keep``), and read on when another host has written
(``take_in``). After them come what a seat sees and asks, play, dice that all throw together, taking
back, seats, what is done for somebody, and offers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from hexwar.definition.grammar import opening
from hexwar.engine import Action, IllegalAction
from hexwar.fair import FairError
from hexwar.host.clocks import Clock
from hexwar.host.eyes import WATCH, Encoder, Happened, Plain, eyes_of
from hexwar.host.foreseen import foreseen
from hexwar.host.offers import NEXT, OFFERS, OfferGround, why_not_offered
from hexwar.host.orders import ordered
from hexwar.host.policy import Policy
from hexwar.host.questions import DearQuestion, WhatToChoose, choices_in, refusal
from hexwar.host.rolls import ALONE, Rolls
from hexwar.host.store import Remark, SeatRow, Store, StoreError, TableRow
from hexwar.players import called
from hexwar.records import HUMAN, SaveHeader, SaveLine
from hexwar.records.lines import DiceKey, SaveFile, decoded, encoded, plain_events
from hexwar.records.saves import standing_actions
from hexwar.records.verification import KnownKeys, begun, entry_of, position_after
from hexwar.rules.combat.battle import rules_of_attack
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.game import Game
from hexwar.rules.history import History, LogEntry
from hexwar.rules.language.wording import every
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.viewer.printed_map.map_sheet import MapSheet

KEPT_ENTRIES = 120
"""Actions of which a newcomer is told what happened."""

MOST_ANSWERS = 64
"""Answers that are kept for a position, for when they are asked for again."""

MOST_TALK = 50
"""Of what was said that a newcomer is told."""

CLOSED = "closed"
"""In the place of the spectators: a game that hides something is open to nobody else until all who
play have agreed to that."""

PARTS = (
    "By the hexwar of today this game would have gone another way. It rests where it stands until "
    "all who play agree to go on."
)

MEANWHILE = "Something happened meanwhile: look at the map again."

Now = Callable[[], float]


class RefusedError(Exception):
    """A request is refused; one sentence says why, with the number of a rule."""

    def __init__(self, why: str, rule: str = "", *, stale: bool = False) -> None:
        super().__init__(why)
        self.why, self.rule, self.stale = why, rule, stale


class Table:
    """A game between seats. ``version`` counts all that changes; ``now`` says what time it is,
    ``keys`` are those of the dice that fall after all have gone back.
    """

    def __init__(
        self,
        store: Store,
        row: TableRow,
        game: Game,
        painter: MapSheet,
        now: Now,
        keys: Callable[[], DiceKey] = DiceKey.drawn,
        *,
        lags: bool = False,
    ) -> None:
        """Open it from its snapshot and the lines behind it; ``lags``: for spectators."""
        self.id, self.game, self.version, self.lags = row.id, game, 0, lags
        self.policy = Policy.from_dict(row.policy)
        self.clock = Clock.from_dict(self.policy, row.clock)
        self.seats = store.seats(row.id)
        self.offer: Plain = row.offer
        self.eyes: dict[str, Encoder] = {}
        self._store, self._row, self._now, self._painter = store, row, now, painter
        self._keys = keys
        self._key = DiceKey.from_dict(row.dice_key)
        lines = store.lines(row.id)
        self._count = len(lines)
        self.header = SaveHeader.from_dict(decoded(lines[0]))
        self._commitment = self.header.commitment
        fair = self.header.fair
        self.rolls = Rolls(self.header, fair, lines, self._key.bits) if fair is not None else None
        """How dice are thrown together; ``None`` where the host throws alone."""
        self._fresh = self._count
        """Where lines of the record are told: the index of the first that has not been told yet."""
        self._standing = 0  # actions that were not taken back
        self._history = History(game.state_from_dict(row.position))
        self.log: deque[LogEntry] = deque(maxlen=KEPT_ENTRIES)
        for number, raw in enumerate(lines[1:], 1):
            self._read(SaveLine.from_dict(decoded(raw), number + 1), replayed=number >= row.at)
        self.rests = store.engine(row.id).rests
        """Why it rests until all who play agree; empty where it does not."""
        self._seen: dict[str, State] = {}
        self._answers: dict[tuple[Any, ...], Any] = {}
        self._heard = max((remark.number for remark in store.talk(row.id, 0, 1)), default=0)
        encoders: dict[tuple[str, ...], Encoder] = {}
        # With a delay, spectators have a table of their own that lags, and are told nothing here.
        served = (WATCH,) if lags else self.sides if self.policy.delay else (WATCH, *self.sides)
        for seat in self.seats:
            if seat in served:
                eyes = eyes_of(seat, self.state)
                if eyes not in encoders:
                    last_step = row.eyes.get(seat, (0, ""))
                    encoders[eyes] = Encoder(eyes, self.state, painter, *last_step)
                self.eyes[seat] = encoders[eyes]

    def _read(self, line: SaveLine, *, replayed: bool) -> None:
        """A line of the store: what it tells is remembered, and played if the snapshot lacks it."""
        if line.kind == "do":
            self._standing += 1
            if replayed:
                self._history.apply(line.notation, line.thrown or None)
                self.log.append(self._history.entries[-1])
            else:
                self.log.append(entry_of(line))
        elif line.kind == "undo":
            if replayed and self._history.undo() is None:
                self._history = self._played_anew()
            self._forget_last(1)
        elif line.kind == "back":
            if replayed:
                self._history = self._played_anew()
            self._forget_last(self._standing - int(line.notation))
        elif line.kind == "commitment":
            self._commitment = line.notation
        elif line.kind == "seat" and self.lags:
            self.seats[line.side] = replace(self.seats[line.side], player=line.notation)

    def _played_anew(self) -> History:
        """The position after the lines that are known, played from the beginning."""
        return History(position_after(self.game, self.whole_record(self._count)))

    def _forget_last(self, count: int) -> None:
        """So many of the last actions stand no more."""
        self._standing -= count
        for _ in range(min(count, len(self.log))):
            self.log.pop()

    # -- what it is -------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position."""
        return self._history.state

    @property
    def sides(self) -> Mapping[str, str]:
        """Side to its name."""
        names: Mapping[str, str] = self.state.resolved[Sides].names
        return names

    @property
    def title(self) -> str:
        """Game and scenario."""
        resolved = self.state.resolved
        return ": ".join(dict.fromkeys((resolved.header.title, resolved.scenario.title)))

    @property
    def hides(self) -> bool:
        """Whether anything can be hidden in this game."""
        return bool(self.state.scopes.hiding)

    @property
    def to_act(self) -> SeatRow | None:
        """The seat that is waited for."""
        side = self.waits_for
        return None if side is None else self.seats[side]

    def seen(self, side: str) -> State:
        """A copy with what a side knows, of its own: one a position."""
        if side not in self._seen:
            position = self.state.seen_by(side)
            position.forget_computed()
            self._seen[side] = position
        return self._seen[side]

    def now(self, seat: str) -> Plain:
        """What a seat sees beside the steps: who is waited for, what it is asked, clocks."""
        state, time = self.state, self._now()
        moment: Plain = {
            "waits": self.waits_for,
            "players": {
                side: (seat.name or "Person") if seat.player == HUMAN else called(seat.player)
                for side in self.sides
                for seat in [self.seats[side]]
            },
            "undo": self.may_undo(seat),
            "offer": {key: self.offer[key] for key in ("kind", "by", "said") if key in self.offer},
            "next": self.offer.get("links", {}).get(seat),
            "orders": self.seats[seat].orders,
            "closed": self.is_closed,
            "rests": self.rests,
        }
        if state.is_over:
            moment["over"] = {"verdict": state.verdict, "because": state.outcome}
        elif self.chooses(seat) and (decision := self.seen(seat).decision) is not None:
            moment["ask"] = {
                "kind": decision.kind,
                "prompt": decision.prompt,
                "units": list(decision.units),
                "hexes": list(decision.hexes),
                "may_decline": decision.may_decline,
            }
        if self.rolls is not None:
            moment["dice"] = self.rolls.asked(seat)
        if self.policy.has_clock and not self.lags:  # it tells of now
            remaining = self.clock.remaining(time)
            moment["clock"] = {
                "left": {side: int(left) for side, left in self.clock.left.items()},
                "runs": None if remaining is None else max(0, int(remaining)),
                "paused": self.clock.paused,
                "late": self.clock.is_late(time),
            }
        return moment

    def greeting(self, seat: str) -> Plain:
        """What somebody in a seat is told once, as it does not change while the game goes on."""
        resolved = self.state.resolved
        return {
            "t": "hello",
            "protocol": 1,
            "title": self.title,
            "side": seat if seat in self.sides else None,
            "sides": dict(self.sides),
            # Steps name units and hexes by their places in these.
            "units": {unit: each.side for unit, each in resolved[Units].counters.items()},
            "hexes": list(resolved.map.numbers),
            "policy": self.policy.to_dict(),
            "dice": {
                **(self.rolls.told() if self.rolls is not None else ALONE),
                "commitment": self._commitment,
            },
            "name": self.seats[seat].name,
            "tell": self.seats[seat].tell,
            "notes": self.seats[seat].notes,
        }

    def known(self, seat: str) -> Plain:
        """All that a seat knows of the game, for a client that holds the position itself."""
        record = self.whole_record()
        actions = map(entry_of, standing_actions(record.lines))
        opening = begun(self.game, record, KnownKeys((None,))).events or ()
        return {
            "game": record.header.game,
            "digest": record.header.digest,
            "files": dict(record.header.files),
            **self.eyes[seat].known(self.state, opening, actions),
        }

    def talk(self, after: int = 0) -> list[Plain]:
        """The last of what was said at the table, behind a number."""
        return [remark.to_dict() for remark in self._store.talk(self.id, after, MOST_TALK)]

    # -- questions --------------------------------------------------------------------------

    def choices(self, seat: str, picked: Sequence[str], at: str) -> Plain:
        """What a side can choose with units picked, at a hex pointed at, as far as it knows."""
        question = self.question(seat, picked, at)
        if not isinstance(question, DearQuestion):
            return question
        answer = choices_in(self.seen(seat), picked, at)
        self.remember(question.key, answer)
        return answer

    def question(self, seat: str, picked: Sequence[str], at: str) -> Plain | DearQuestion:
        """What a side asks when it asks what it can choose; the answer, if that is known."""
        self._require_turn(seat)
        key = ("choices", seat, tuple(picked), at)
        if key in self._answers:
            answer: Plain = self._answers[key]
            return answer
        position = self.seen(seat)
        for unit in picked:
            if unit not in position.frame.unit_index:
                raise RefusedError("There is no such unit.")
        if at and at not in position.frame.board.cell:
            raise RefusedError("There is no such hex.")
        question = WhatToChoose(position, tuple(picked), at)
        return DearQuestion(self.id, seat, self.version, key, question)

    def foresee(self, seat: str, do: str) -> Plain:
        """Whether a side may do something as far as it knows, and what would come of an attack."""
        self._require_turn(seat)
        key = ("preview", seat, do)
        if key not in self._answers:
            position = self.seen(seat)
            violation = position.explain(do)
            lines: list[str] = []
            if violation is None:
                with suppress(IllegalAction):  # only attacks and fires have a preview
                    lines = foreseen(position, self.state.view(seat).preview(do))
            self.remember(key, {"lines": lines, "why": refusal(violation)})
        answer: Plain = self._answers[key]
        return answer

    def remember(self, key: tuple[Any, ...], answer: Plain) -> None:
        """Keep an answer as long as nothing changes, for when it is asked for again."""
        if len(self._answers) >= MOST_ANSWERS:
            self._answers.clear()
        self._answers[key] = answer

    @property
    def waits_for(self) -> str | None:
        """The side waited for: its part of the dice is missing, or it is to choose."""
        lacks = self.rolls.transcript.lacks() if self.rolls is not None else ()
        return None if self.state.is_over else lacks[0] if lacks else self.state.side_to_act

    def chooses(self, seat: str) -> bool:
        """Whether it is for a seat to choose, and nobody's part of the dice is waited for."""
        waits = self.rolls is not None and self.rolls.transcript.lacks()
        return not waits and self.state.side_to_act == seat

    def take_fresh(self) -> list[Plain]:
        """What all are told of the lines that were stored since the last time: nothing where the
        record tells more than a seat may know, or nobody throws along.
        """
        untold, self._fresh = self._fresh, self._count
        return self.record_from(untold) if untold < self._count else []

    def record_from(self, first: int) -> list[Plain]:
        """The lines of the record from one on (from 0), as all who throw along are told them."""
        if self.rolls is None or not self.rolls.terms.has_links:
            return []
        lines = [raw.decode().rstrip("\n") for raw in self._store.lines(self.id)[first:]]
        return [{"t": "lines", "from": first, "lines": lines}]

    def _require_turn(self, seat: str) -> None:
        if self.state.is_over:
            raise RefusedError("The game is over.")
        if self.rolls is not None and self.rolls.transcript.lacks():
            missing = every(self.sides[side] for side in self.rolls.transcript.lacks())
            waited_for = (
                "parts of the dice from" if self.rolls.begun else "all to sit down; not here:"
            )
            raise RefusedError(f"The game waits for {waited_for} {missing}.")
        if self.state.side_to_act != seat:
            raise RefusedError("It is not for you to choose now.")

    # -- play -------------------------------------------------------------------------------

    def done_already(self, seat: str, act: str) -> bool:
        """Whether what a seat sends was done: it is sent again when the answer was lost."""
        return bool(act) and self._store.done(self.id, f"{seat} {act}")

    def require_base(self, seat: str, base: str) -> None:
        """:class:`RefusedError` unless a seat knows all that has happened."""
        if base != self.eyes[seat].head:
            raise RefusedError(MEANWHILE, stale=True)

    def act(self, seat: str, do: str, act: str = "") -> dict[str, Plain]:
        """Do something, and store it; the step for each pair of eyes that learns of it."""
        self._require_turn(seat)
        violation = self.seen(seat).explain(do)
        if violation is not None:
            raise RefusedError(violation.message, violation.rule)
        action = Action.parse(do)
        if self.state.explain(action) is not None:
            raise RefusedError("That is not possible now.")
        return self._play(action, f"{seat} {act}" if act else "")

    def play_for(self, action: Action) -> dict[str, Plain]:
        """Do what a computer has chosen, or what is done for somebody: by his standing orders, or
        because his time has run out.
        """
        return self._play(action, "")

    def _play(self, action: Action, act: str) -> dict[str, Plain]:
        # Asked before the action is done: it may end the phase.
        rules = rules_of_attack(self.state, action.verb).find(CombatRules)
        history, rolls = self._history, self.rolls
        if rolls is not None:
            if rolls.transcript.pending is None:
                announced = rolls.announced(self.state, action)
                if announced:
                    return self._store_parts(rolls, announced, act)
            lines = [rolls.perform(history, action)]
            entry = history.entries[-1]
        else:
            history.apply(action)
            entry = history.entries[-1]
            facts = plain_events(entry.events)
            lines = [SaveLine("do", str(entry.action), entry.side, facts, thrown=entry.dice)]
        self.log.append(entry)
        self._standing += 1
        if self.state.is_over:
            lines.append(SaveLine("key", "", key=self._key))
        happened = Happened(entry, combat=rules.section if rules else None)
        return self._happened(happened, lines, act)

    # -- dice that all throw together ---------------------------------------------------------

    def give(self, seat: str, value: str, number: int | None, act: str = "") -> dict[str, Plain]:
        """Take in what a seat gives to the dice: the link of a roll, or the anchor of a chain; go
        on when all is there. The step for each pair of eyes, as :meth:`act`.
        """
        rolls = self.rolls
        if rolls is None or seat not in rolls.terms.seats or self.state.is_over:
            raise RefusedError("Nobody asks you for a part of the dice.")
        try:
            stored = rolls.write(rolls.given(seat, value, number))
        except FairError as problem:
            raise RefusedError(f"{problem}.") from None
        return self._store_parts(rolls, stored, f"{seat} {act}" if act else "")

    def _store_parts(self, rolls: Rolls, stored: Sequence[bytes], act: str) -> dict[str, Plain]:
        """Store lines about dice; with all parts there, begin or do what was announced."""
        self._changed()
        self.clock.runs_for(self.waits_for, self._now())
        self._keep(stored, act)
        transcript = rolls.transcript
        lacks = transcript.lacks()
        away = [seat for seat in lacks if self.seats[seat].player != HUMAN]
        if away and rolls.begun:  # a computer sits there, which has nobody's links
            return self._store_parts(rolls, rolls.write(*rolls.missing(away)), "")
        if lacks:
            return {}
        if rolls.begun:
            do = transcript.pending.do if transcript.pending is not None else ""
            return self._play(Action.parse(do), "") if do else {}
        begun = rolls.begin(self.game)
        if isinstance(begun, list):  # cards are shuffled at the start: parts are needed first
            return self._store_parts(rolls, begun, "") if begun else {}
        # What stood there before was only to look at.
        self._history = History(begun.state)
        self._changed()
        self.clock.runs_for(self.waits_for, self._now())
        steps = {eyes: eyes.begins(self.state) for eyes in set(self.eyes.values())}
        self._keep(begun.stored)
        return {seat: steps[eyes] for seat, eyes in self.eyes.items()}

    # -- taking back ----------------------------------------------------------------------------

    def may_undo(self, seat: str) -> bool:
        """Whether a side may take its last action back: no die has fallen since, nobody has
        answered, and nothing came into sight.
        """
        entries = self._history.entries
        return self._history.can_undo and entries[-1].side == seat and not self.state.is_over

    def undo(self, seat: str, act: str = "") -> dict[str, Plain]:
        """Take the last action back; the step for each pair of eyes that knew of it."""
        if not self.may_undo(seat):
            raise RefusedError("Nothing that you did last can be taken back.")
        entry = self._history.entries[-1]
        self._history.undo()
        self._forget_last(1)
        line = SaveLine("undo", str(entry.action))
        by = f"{seat} {act}" if act else ""
        return self._happened(Happened(entry, taken_back=True), [line], by)

    def _happened(
        self, happened: Happened, lines: Sequence[SaveLine], act: str
    ) -> dict[str, Plain]:
        """Encode for each pair of eyes, store, and only then answer."""
        self._changed()
        self.offer = {}
        self.clock.runs_for(self.state.side_to_act, self._now())
        steps = {eyes: eyes.step(self.state, happened) for eyes in set(self.eyes.values())}
        self._keep(self._written(*lines), act)
        steps_by_seat = ((seat, steps[eyes]) for seat, eyes in self.eyes.items())
        return {seat: step for seat, step in steps_by_seat if step is not None}

    def _changed(self) -> None:
        """The position is another: what was found out about the one before is forgotten."""
        self.version += 1
        self._seen.clear()
        self._answers.clear()

    def _written(self, *lines: SaveLine) -> list[bytes]:
        """Lines as they are stored."""
        if self.rolls is None:
            return [encoded(line.to_dict()) for line in lines]
        return self.rolls.write(*lines)

    def _keep(self, lines: Sequence[bytes] = (), act: str = "", *seats: SeatRow) -> None:
        first_line, self._count = self._count, self._count + len(lines)
        row = replace(
            self._row,
            clock=self.clock.to_dict(),
            dice_key=self._key.to_dict(),
            eyes={seat: (eyes.n, eyes.head) for seat, eyes in self.eyes.items()},
            offer=self.offer,
        )
        if self._history.undoable == 0 and lines:
            # Nothing before can be taken back: here the table is opened next time.
            row = replace(row, at=self._count, position=self.state.to_dict())
            self._history = History(self.state)
        at = self._now() if self.policy.delay else None
        self._store.keep(row, lines, first_line, act, seats, at)
        self._row = row

    # -- what was stored elsewhere --------------------------------------------------------------

    def take_in(self) -> dict[str, list[Plain]]:
        """Take in what the store has behind what is known here; the steps for each seat.
        :class:`StoreError` if that leads to another position than was stored.
        """
        steps: dict[str, list[Plain]] = {seat: [] for seat in self.eyes}
        for raw in self._store.lines(self.id, self._count - 1):
            self._count += 1
            if self.rolls is not None:
                self.rolls.read(raw)
            step_for = self._take_in(SaveLine.from_dict(decoded(raw), self._count))
            by_eyes = {eyes: step_for(eyes) for eyes in set(self.eyes.values())} if step_for else {}
            for seat, eyes in self.eyes.items():
                if (step := by_eyes.get(eyes)) is not None:
                    steps[seat].append(step)
        if self._history.undoable == 0:
            self._history = History(self.state)
        self._changed()
        if not self.lags:
            self._take_in_row()
        return steps

    def _take_in(self, line: SaveLine) -> Callable[[Encoder], Plain | None] | None:
        """Play a line; what makes a step of it for a pair of eyes."""
        if line.kind == "begins":
            self._history = self._played_anew()
            return lambda eyes: eyes.begins(self.state)
        if line.kind == "do":
            verb = Action.parse(line.notation).verb
            rules = rules_of_attack(self.state, verb).find(CombatRules)
            self._read(line, replayed=True)
            happened = Happened(self.log[-1], combat=rules.section if rules else None)
        elif line.kind in ("undo", "back"):
            back = line.kind == "back"
            place = int(line.notation) - self._standing if back else -1
            happened = Happened(self.log[place], taken_back=not back, agreed=back)
            self._read(line, replayed=True)
        else:
            self._read(line, replayed=True)
            return None
        return lambda eyes: eyes.step(self.state, happened)

    def _take_in_row(self) -> None:
        """Take in what of a table is in no line."""
        row = self._store.table(self.id)
        if row is None:
            raise StoreError("it is not there any more")
        self._row, self.offer = row, row.offer
        self.clock = Clock.from_dict(self.policy, row.clock)
        self.seats = self._store.seats(self.id)
        self.rests = self._store.engine(self.id).rests
        self._key = DiceKey.from_dict(row.dice_key)
        if self.rolls is None:
            self._history.throw_with(self._key.dice())
        for seat, eyes in self.eyes.items():
            if [eyes.n, eyes.head] != row.eyes.get(seat, [eyes.n, eyes.head]):
                raise StoreError("a table was stored otherwise than it is here")

    def notes_once(self) -> bool:
        """Whether no note of this choice has been sent yet; marks it as sent."""
        act = f" note {self._count}"  # of no seat
        if self._store.done(self.id, act):
            return False
        self._keep((), act)
        return True

    def fresh_talk(self) -> list[Plain]:
        """What was said since the last time."""
        talk = self.talk(self._heard)
        self._heard = max((line["k"] for line in talk), default=self._heard)
        return talk

    # -- seats ------------------------------------------------------------------------------

    def sit(self, seat: str, player: str) -> None:
        """Let a person, or a computer by its level, play a side from here on."""
        self._changed()
        row = self.seats[seat] = replace(self.seats[seat], player=player)
        self._keep(self._written(SaveLine("seat", player, seat)), "", row)

    def set_seat(self, seat: str, **fields: Any) -> None:
        """Keep what a person says of itself or for later: name, notes, orders, resigns."""
        self.version += 1
        row = self.seats[seat] = replace(self.seats[seat], **fields)
        self._keep((), "", row)

    def forget(self, seat: str) -> None:
        """Forget what a person has told of himself, and what he said."""
        self.set_seat(seat, name="", notes="", tell="")
        self._store.unsay(self.id, seat)

    def say(self, seat: str, text: str) -> Plain:
        """Keep what somebody says to the others."""
        at = self._now()
        return Remark(self._store.say(self.id, seat, text, at), seat, text, at).to_dict()

    # -- what is done for somebody ----------------------------------------------------------

    def due(self) -> Action | None:
        """What is to be done now for the person whose choice it is."""
        seat = self.to_act
        if seat is None or seat.player != HUMAN or not self.chooses(seat.seat):
            return None
        waited = self._now() - self.clock.since
        return ordered(seat, self.state, waited, lambda: self.seen(seat.seat))

    def late(self) -> str | None:
        """The side whose time has run out."""
        return self.waits_for if self.clock.is_late(self._now()) else None

    def claim(self, seat: str) -> dict[str, Plain]:
        """Win against somebody whose time has run out."""
        self._require_late(seat, self.policy.may_claim, "claimed")
        rolls = self.rolls
        late = rolls.transcript.lacks() if rolls is not None else ()
        if rolls is None or not late:
            return self._play(Action("resign"), "")
        # Throw what was announced without the parts of those who are late, as was agreed.
        if not rolls.begun or rolls.terms.stops == "wait":
            raise RefusedError("At this table everybody waits for who gives no part.")
        if rolls.terms.stops == "forfeit":
            for late_seat in late:
                self.set_seat(late_seat, resigns=True)
        return self._store_parts(rolls, rolls.write(*rolls.missing(late)), "")

    def substitute(self, seat: str) -> None:
        """Let a computer sit in for somebody whose time has run out."""
        late = self._require_late(seat, self.policy.may_substitute, "played on by a computer")
        rolls = self.rolls
        if rolls and rolls.terms.has_links and not (rolls.begun and rolls.terms.stops == "sealed"):
            raise RefusedError("Nobody else can give his part of the dice.")
        self.clock.runs_for(late, self._now())
        self.sit(late, self.policy.level)

    def _require_late(self, seat: str, allowed: bool, deed: str) -> str:
        late = self.late()
        if late is None or late == seat or seat not in self.sides:
            raise RefusedError("Nobody whom you wait for is late.")
        if not allowed:
            raise RefusedError(f"At this table a game is not {deed} when somebody is late.")
        return late

    def require_going(self) -> None:
        """:class:`RefusedError` at a table that rests."""
        if self.rests:
            raise RefusedError(self.rests)

    def require_open(self, seat: str) -> None:
        """:class:`RefusedError` for a spectator, until all who play have agreed to that."""
        if self.seats[seat].player == CLOSED:
            raise RefusedError("Nobody looks on at this game until all who play have agreed.")

    # -- offers -----------------------------------------------------------------------------

    def propose(self, seat: str, kind: str) -> dict[str, Plain]:
        """Offer the others a pause, the end of one, or to go back to before one's last action; a
        step for each pair of eyes if that is done at once.
        """
        ground = OfferGround(
            self.policy,
            self.clock,
            is_over=self.state.is_over,
            is_next=self.offer.get("kind") == NEXT,
            rests=bool(self.rests),
            is_closed=self.is_closed,
            has_done=any(entry.side == seat for entry in self.log),
        )
        if why := why_not_offered(kind, ground):
            raise RefusedError(why)
        sentence = f"{opening(self.sides[seat], 'offers')} {OFFERS[kind]}."
        self.offer = {"kind": kind, "by": seat, "said": sentence, "agreed": [seat]}
        return self._agree_or_wait()

    def answer(self, seat: str, *, yes: bool) -> dict[str, Plain]:
        """Agree with what somebody offers, or decline it."""
        if not self.offer or seat in self.offer.get("agreed", (seat,)):
            raise RefusedError("Nobody offers you anything.")
        if yes:
            self.offer = {**self.offer, "agreed": [*self.offer["agreed"], seat]}
        else:
            self.offer = {}
        return self._agree_or_wait()

    def _agree_or_wait(self) -> dict[str, Plain]:
        """Computers agree, but to a draw, which they weigh; when all do, it happens."""
        self.version += 1
        if self._all_agree and self.offer["kind"] != "rematch":
            kind, side = self.offer["kind"], self.offer["by"]
            self.offer = {}
            if kind == "back":
                return self._go_back(side)
            if kind == "go_on":
                self.rests = ""
                self._store.goes_on_by(self.id, self._store.engine(self.id).digest)
                self._keep()
                return {}
            if kind == "watch":
                row = self.seats[WATCH] = replace(self.seats[WATCH], player=HUMAN)
                self._keep((), "", row)
                return {}
            if kind == "pause":
                self.clock.pause(self._now())
            else:
                self.clock.resume(self._now())
        self._keep()
        return {}

    @property
    def is_closed(self) -> bool:
        """Whether others could look on if all who play agreed."""
        return WATCH in self.seats and self.seats[WATCH].player == CLOSED

    @property
    def _all_agree(self) -> bool:
        people = {side for side in self.sides if self.seats[side].player == HUMAN}
        return bool(self.offer) and people <= set(self.offer.get("agreed", ()))

    @property
    def wants_rematch(self) -> bool:
        """Whether all have agreed to play again, and no table is laid for that yet."""
        return self.offer.get("kind") == "rematch" and self._all_agree

    def goes_on_at(self, secrets: Mapping[str, str]) -> None:
        """Another table is laid: by seat of this one, the secret of the seat there."""
        self.version += 1
        self.offer = {"kind": NEXT, "links": dict(secrets)}
        self._keep()

    def _go_back(self, side: str) -> dict[str, Plain]:
        """Go back to before the last action of a side, beyond dice too: other dice fall from there
        on, and the rest of the old ones is told, so that nobody suspects a trick.
        """
        record = self.whole_record()
        actions = standing_actions(record.lines)
        place = max(at for at, line in enumerate(actions) if line.side == side)
        entry = self.log[place - len(actions)]
        state = position_after(self.game, record, place)
        old_key = self._key
        if self.rolls is None:
            self._key = self._keys()
            self._commitment = self._key.commitment
            state.dice = self._key.dice()
        self._history = History(state)
        self._forget_last(len(actions) - place)
        written = [
            SaveLine("key", "", key=old_key),
            SaveLine("back", str(place)),
            SaveLine("commitment", self._key.commitment),
        ]
        if self.rolls is not None:  # numbers of rolls never go back, so other dice fall as it is
            written = [SaveLine("back", str(place))]
        return self._happened(Happened(entry, agreed=True), written, "")

    # -- the record -------------------------------------------------------------------------

    def parts_by(self, engine: str) -> None:
        """By the hexwar of this digest the record goes another way: rest where it stands."""
        self.version += 1
        self.rests = PARTS
        self._store.goes_on_by(self.id, engine, PARTS)

    def whole_record(self, count: int | None = None) -> SaveFile:
        """All lines of the game, or the first so many, as a save that was read, hidden things
        included.
        """
        raw = self._store.lines(self.id)[:count]
        lines = (SaveLine.from_dict(decoded(line), at) for at, line in enumerate(raw[1:], 2))
        return SaveFile(Path(self.id), self.header, tuple(lines), tuple(raw), len(raw), 0, False)

    def require_told(self) -> None:
        """:class:`RefusedError` while the record would tell what is hidden."""
        if self.hides and not self.state.is_over:
            raise RefusedError(
                "The record of a game that hides something is given when it is over."
            )
