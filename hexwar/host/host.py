"""The host without its network: its games, the tables that are open, what each message does.

All of it except :meth:`Host.try_game` is called in one thread. Messages come from strangers: each
is validated against its schema, and a refusal is a sentence.

:class:`Host` reads in the order of an evening: games, and tables that begin or are opened again
(with what another host has written meanwhile, and what an upgrade changes); what a newcomer is
told; what a message does (``handle_all``, ``handle``, ``_handled``, with the tables of kinds at the
end of the page); what goes on although nobody sends anything. One promise runs through it: a table
in memory is only a copy of what is stored. Where anything fails the copy is dropped, and the next
request opens the table again.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from threading import Lock
from time import thread_time
from typing import Any, NamedTuple

import hexwar
from hexwar.definition.documents import DocumentError, require
from hexwar.definition.locations import all_games, find_game
from hexwar.definition.printable import clean
from hexwar.engine import Action
from hexwar.host.beginning import BegunTable, begin_table
from hexwar.host.eyes import WATCH, Plain
from hexwar.host.late import LateStore, open_late
from hexwar.host.orders import is_reaction, reaction_wait
from hexwar.host.outbox import is_destination
from hexwar.host.policy import Policy, PolicyError
from hexwar.host.questions import DEAR, DEAR_IN_A_ROW, Answered, DearQuestion, QuestionKind
from hexwar.host.store import ContendedError, SeatPlace, Store, StoreError, TableRow
from hexwar.host.table import MEANWHILE, RefusedError, Table
from hexwar.host.trying import TrialError, is_strange, require_playable
from hexwar.players import LEVELS
from hexwar.records import HUMAN, SaveFile, SaveHeader
from hexwar.records.kept_rules import NotKeptError, keep, kept_game, kept_packs
from hexwar.records.lines import DiceKey, decoded
from hexwar.rules.game import Game
from hexwar.rules.state import State
from hexwar.viewer.page.drawing import shown_by
from hexwar.viewer.printed_map.map_sheet import MapSheet

MOST_OPEN = 600
"""Tables that are open at a time, at some 100 KB each; coming back to another opens it again."""

MOST_LATE = 60
"""Tables that are open a second time for those who look on with a delay."""

MOST_SHOWN = 30
"""Tables of the list that their owner sees."""

MOST_WORK, WORK_A_SECOND, MOST_BUDGETS = 3.0, 0.25, 2000
"""Seconds of a processor that a seat may ask for at once, how much of that it gets back a second,
and for how many seats that is remembered."""

LONGEST_CHAT, LONGEST_NAME = 500, 40

MOST_TRIES = 4
"""How often messages are tried again when another host was first."""

FAULT = "Something went wrong in the host. The game stands as it was before."

_logger = logging.getLogger(__name__)


class SeatMessage(NamedTuple):
    """What somebody in a seat sent; ``message`` is whatever his program made of it."""

    table: str
    seat: str
    message: object


@dataclass(slots=True)
class Outcome:
    """What comes of a message: the answer for its sender, and what each seat is sent."""

    reply: Plain
    sent: Mapping[str, list[Plain]] = field(default_factory=dict)
    dear: DearQuestion | None = None
    """What has to be asked in a process before there is an answer."""


class Thinking(NamedTuple):
    """A choice that a computer has to make."""

    version: int
    side: str
    level: str
    seen: State
    seed: int


class WorkBudget(NamedTuple):
    """Seconds of a processor that a seat had left when it last asked for work."""

    left: float
    asked_at: float


class Next(NamedTuple):
    """What a table waits for: steps that were made for somebody, a thought, that time goes by, or a
    person in a seat, who may want a note of it. ``version`` is what the table had then.
    """

    sent: Mapping[str, list[Plain]] | None = None
    thinking: Thinking | None = None
    seconds: float | None = None
    person: str | None = None
    version: int = 0


class Host:
    """``games`` are what may be played, by name; ``now`` tells the time, ``random`` is what
    computers draw from, ``keys`` are those of the dice, ``work`` counts seconds of a processor.
    """

    def __init__(
        self,
        store: Store,
        games: Iterable[str],
        now: Callable[[], float],
        random: Random | None = None,
        keys: Callable[[], DiceKey] = DiceKey.drawn,
        work: Callable[[], float] = thread_time,
        engine: str = "",
    ) -> None:
        """DefinitionError for a game that is not sound."""
        self.store, self._now, self._random = store, now, random or Random()
        self.engine = engine or engine_digest()
        self._keys, self._work = keys, work
        self._budgets: dict[SeatPlace, WorkBudget] = {}
        self.asks_apart = False
        """Whether somebody has processes in which questions are asked that take long."""
        self.dear = DEAR
        """Seconds of a processor from which on a question is dear."""
        self._dear: Counter[QuestionKind] = Counter()
        """How many questions in a row took long. One is not enough: a game's first always does."""
        self.drawing = Lock()
        """Held by the thread that draws a map: letters are measured by one at a time."""
        self.games = tuple(games) or tuple(all_games())
        self._loaded: dict[str, Game] = {}
        self._tried: set[str] = set()
        self._painters: dict[str, MapSheet] = {}
        self.drawn: dict[str, tuple[str, str]] = {}
        """By digest, what the pages keep of a game's map: its drawing, and its places as data."""
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._late: OrderedDict[str, tuple[Table, LateStore]] = OrderedDict()
        """Tables as spectators with a delay see them."""
        self.news: deque[tuple[str, Mapping[str, list[Plain]]]] = deque()
        """What is to be told at tables that another host has written."""

    # -- games and tables -------------------------------------------------------------------

    def game(self, source: str) -> Game:
        """A game that may be played here. :class:`RefusedError` for any other."""
        if source not in self.games:
            raise RefusedError("There is no such game here.")
        if source not in self._loaded:
            self._loaded[source] = hexwar.load_game(find_game(source))
        return self._loaded[source]

    def try_game(self, source: str) -> None:
        """Try a stranger's game before it is played for the first time; in any thread, as it takes
        a while. :class:`RefusedError` if it is not to be played.
        """
        if source not in self.games or source in self._tried:
            return
        try:
            if is_strange(source):
                require_playable(source)
        except TrialError as problem:
            raise RefusedError(str(problem)) from None
        self._tried.add(source)

    def begin(
        self,
        source: str,
        scenario: str | None = None,
        options: Sequence[str] = (),
        edition: str | None = None,
        players: Mapping[str, str] | None = None,
        policy: Policy | None = None,
    ) -> BegunTable:
        """Begin a table. :class:`RefusedError` for what cannot be played here."""
        players = players or {}
        game = self.game(source)
        for side, player in players.items():
            if player not in (HUMAN, *LEVELS):
                raise RefusedError(f"{clean(side)} is played by {HUMAN} or by {', '.join(LEVELS)}.")
        try:
            choice = scenario, tuple(options), edition
            sides = game.ruleset(*choice).frame.side_ids
            if unknown := set(players) - set(sides):
                raise RefusedError(f"There is no side {clean(min(unknown))}.")
            table_begun = begin_table(
                self.store,
                game,
                source,
                choice,
                players,
                policy or Policy(),
                self._now(),
                self._keys(),
            )
        except (hexwar.ChoiceError, PolicyError) as problem:
            raise RefusedError(str(problem)) from None
        self.store.goes_on_by(table_begun.table, self.engine)
        # The table goes on by these rules however its game is edited; a failure to keep them must
        # not stop the game.
        if why_not_kept := keep(game.catalog):
            _logger.warning("%s", why_not_kept)
        return table_begun

    def table(self, name: str) -> Table:
        """An open table. :class:`RefusedError` if there is none of that id."""
        table = self._open.get(name)
        if table is None:
            with self.store.at_once():
                self.store.behind([name])  # from here on nobody else writes it
                parts = self._parts_of(name)
                table = self._open[name] = Table(self.store, *parts, self._now, self._keys)
        self._open.move_to_end(name)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return table

    def _parts_of(self, name: str) -> tuple[TableRow, Game, MapSheet]:
        """What a table is made of. :class:`RefusedError` if there is none of that id."""
        row = self.store.table(name)
        if row is None:
            raise RefusedError("There is no such table.")
        header = SaveHeader.from_dict(decoded(self.store.lines(name)[0]))
        game = self._game_of(row.source, header)
        scopes = game.ruleset(header.scenario, header.options, header.edition)
        return row, game, self.painter(scopes.frame.resolved)

    def seen_from(self, name: str, seat: str) -> Table:
        """A table as somebody in a seat sees it: with the delay that is agreed on for those who
        look on. :class:`RefusedError` where he may not.
        """
        table = self.table(name)
        if seat != WATCH:
            return table
        table.require_open(seat)
        if not table.policy.delay:
            return table
        self.show_late(name)
        return self._late[name][0]

    def show_late(self, name: str) -> float | None:
        """Show spectators with a delay what has become old enough (:attr:`news`). Returns the
        seconds until there may be more; ``None`` at a table without a delay.
        """
        delay, this_moment = self.table(name).policy.delay, self._now()
        if not delay:
            return None
        until = this_moment - delay
        if name in self._late:
            late, store = self._late[name]
            lines_shown = store.count
            store.until(until)
            late, steps = self._up_to_date(
                late, lambda: open_late(store, *self._parts_of(name), self._now)
            )
            self._late[name] = late, store
            told_late = caught_up(late, steps)
            if store.count > lines_shown or len(told_late[WATCH]) > 1:  # else it is as it was
                self.news.append((name, told_late))
        else:
            store = LateStore(self.store, name)
            store.until(until)
            self._late[name] = open_late(store, *self._parts_of(name), self._now), store
            while len(self._late) > MOST_LATE:
                self._late.popitem(last=False)
        self._late.move_to_end(name)
        coming = self.store.next_moment(name, until)
        return delay if coming is None else max(0.0, coming + delay - this_moment)

    @contextmanager
    def _alone(self, *names: str) -> Iterator[None]:
        """A context in which everything done at these tables is written in one transaction that no
        other host can interrupt; what another host wrote before is taken in first.
        """
        with self.store.at_once():
            for name in self.store.behind(names):
                # What another host has written of a table is told to all who are here.
                as_before = self._open.pop(name, None)
                try:
                    table, steps = self._up_to_date(as_before, partial(self.table, name))
                except RefusedError:
                    continue  # it is no table of this host: anybody who comes is told
                self._open[name] = table
                self.news.append((name, caught_up(table, steps)))
            yield

    def catch_up(self, name: str) -> None:
        """Take in what another host has written of a table, and tell it (:attr:`news`)."""
        with self._kept(name):
            pass

    def _up_to_date(
        self, table: Table | None, opened: Callable[[], Table]
    ) -> tuple[Table, dict[str, list[Plain]]]:
        """A table that has taken in all that is stored of it, and the steps for each seat. One that
        cannot is opened again: whatever it is, the store has it, and all are told the whole.
        """
        try:
            if table is not None:
                return table, table.take_in()
        except Exception:
            _logger.exception("table %s is opened anew", table.id if table else "")
        table = opened()
        whole = {seat: [eyes.whole(table.state, table.log)] for seat, eyes in table.eyes.items()}
        return table, whole

    def _game_of(self, source: str, header: SaveHeader) -> Game:
        """The game as it was when the table began; the rules of a running game never change."""
        try:
            game = self.game(source)
            today = game.ruleset(header.scenario, header.options, header.edition)
            if today.frame.resolved.digest == header.digest:
                return game
        except (RefusedError, ValueError):
            pass  # it is no longer offered, or has changed: it was kept
        try:
            return kept_game(header.game, header.files)
        except NotKeptError as problem:
            why = f"The rules of this game have changed since it began, and {problem}."
            raise RefusedError(why) from None

    def packs(self, name: str) -> tuple[str, list[Path]]:
        """The packs of the rules of a table, and which of them is the game: for people who do not
        have them. :class:`RefusedError` if they could not be kept.
        """
        try:
            return kept_packs(self.table(name).header.files)
        except NotKeptError as problem:
            raise RefusedError(f"This game cannot be sent: {problem}.") from None

    def from_before(self, name: str) -> tuple[SaveFile, Game] | None:
        """The record of a table that was last played with another version of hexwar, and a game of
        its own to replay it by; ``None`` where nothing needs to be tried.
        """
        if self.store.engine(name).digest == self.engine:
            return None
        table = self.table(name)
        if table.state.is_over:
            return None
        return table.whole_record(), Game(table.game.definition)

    def tried(self, name: str, *, parts: bool) -> dict[str, list[Plain]]:
        """A record was replayed by this hexwar; what each seat is sent of it."""
        with self._kept(name) as table:
            if parts:
                table.parts_by(self.engine)
            else:
                self.store.goes_on_by(name, self.engine)
            return told(table, {}) if parts else {}

    def painter(self, resolved: Any) -> MapSheet:
        """What shows the map of a game."""
        if resolved.digest not in self._painters:
            self._painters[resolved.digest] = shown_by(resolved)
        return self._painters[resolved.digest]

    def seat_of(self, token: str) -> SeatPlace | None:
        """The table and the seat that a secret opens."""
        return self.store.seat_of(token)

    def record(self, name: str, seat: str) -> SaveFile:
        """The record of a table, to be gone through, as far as somebody in a seat has seen it.
        :class:`RefusedError` while it tells too much for anybody at the table.
        """
        table = self.seen_from(name, seat)
        table.require_told()
        return table.whole_record()

    # -- what a seat is told when it comes ----------------------------------------------------

    def arrival(
        self,
        name: str,
        seat: str,
        after: int | None = None,
        said: int = 0,
        *,
        informed: bool = False,
    ) -> list[Plain]:
        """What somebody who comes to a table, or comes back after a step, is told; ``said`` is the
        last chat line that he has, by number; ``informed``: his client holds the position.
        """
        with self._alone(name):
            table = self.seen_from(name, seat)
        eyes = table.eyes[seat]
        eyes.informs = eyes.informs or informed
        # Steps are enough for somebody who missed few; a window that holds the position needs more
        # than they contained while no client with these eyes held it, and is told the whole again.
        steps = None if after is None else eyes.since(after)
        arriving = now_of(table, seat)
        record = table.record_from(0)
        if steps is not None and all("known" in step for step in steps if informed):
            return [*steps, *table.talk(said), *record, arriving]
        whole = eyes.whole(table.state, table.log)
        if informed:
            whole["known"] = table.known(seat)
        return [table.greeting(seat), whole, *table.talk(said), *record, arriving]

    # -- messages ---------------------------------------------------------------------------

    def handle_all(self, messages: Sequence[SeatMessage]) -> list[Outcome]:
        """Do what several messages ask for, one after the other, and store the result with one
        commit, so that the disk is waited for once. Nothing is acknowledged before that.
        """
        names = {message.table for message in messages}
        for tries in range(MOST_TRIES):
            try:
                with self._alone(*names):
                    return [self.handle(*message) for message in messages]
            except StoreError as problem:
                for name in names:
                    self._open.pop(name, None)
                if not isinstance(problem, ContendedError) or tries == MOST_TRIES - 1:
                    _logger.exception("what was to be stored")
                    break
        return [
            Outcome({"t": "refused", "why": FAULT, "rule": "", **_about(unstored.message)})
            for unstored in messages
        ]

    def handle(self, name: str, seat: str, message: object) -> Outcome:
        """Do what somebody in a seat asks for; raises nothing but ContendedError."""
        about = _about(message)
        try:
            require("table", message)
            outcome = self._handled(self.table(name), seat, message)
        except (RefusedError, DocumentError) as refused:
            rule, stale = getattr(refused, "rule", ""), getattr(refused, "stale", False)
            reply = {"t": "refused", "why": str(refused), "rule": rule}
            return Outcome({**reply, **({"stale": True} if stale else {}), **about})
        except ContendedError:
            raise
        except Exception:
            # Whatever happened, the table is as it was stored: it is opened again from there.
            _logger.exception("a message to table %s", name)
            self._open.pop(name, None)
            return Outcome({"t": "refused", "why": FAULT, "rule": "", **about})
        return Outcome({**outcome.reply, **about}, outcome.sent, outcome.dear)

    def _handled(self, table: Table, seat: str, message: Any) -> Outcome:
        """Kinds ask for more and more of their sender: first what anybody may say; then what only a
        player may ask; then play, which is done once even if it is sent again, and only for a
        sender who knows how things stand (its ``base``); and last what somebody arranges for
        himself.
        """
        kind = message["t"]
        table.require_open(seat)
        if kind == "hello":
            return Outcome({"t": "done"}, {})
        if kind in _OF_ALL:
            return _OF_ALL[kind](table, seat, message)
        if seat == WATCH:
            raise RefusedError("Who looks on does not play.")
        if kind in _QUESTIONS:
            table.require_base(seat, message.get("base", ""))
            if kind == "choices":
                return self._choices(table, seat, message)
            with self._thinking_of(table.id, seat):
                answer = table.foresee(seat, message.get("do", ""))
            return Outcome({"t": "answer", **answer})
        act = message.get("id", "")
        if kind == "part":  # without a base: parts of one roll come from all sides at a time
            if table.done_already(seat, act):
                return Outcome({"t": "done"}, {})
            steps = table.give(seat, message.get("value", ""), message.get("k"), act)
            return Outcome({"t": "done"}, told(table, steps))
        if kind in _PLAYS:
            if table.done_already(seat, act):
                return Outcome({"t": "done"}, {})
            table.require_base(seat, message.get("base", ""))
            if kind not in _AT_REST:
                table.require_going()
            steps = _PLAYS[kind](table, seat, message)
            if table.wants_rematch:
                self._begin_again(table)
            return Outcome({"t": "done"}, told(table, steps))
        if kind not in _AT_REST:
            table.require_going()
        _ARRANGES[kind](table, seat, message)
        return Outcome({"t": "done"}, told(table, {}))

    def _choices(self, table: Table, seat: str, message: Plain) -> Outcome:
        """What a side can choose; a question that has taken long before goes to a process."""
        picked, at = message.get("picked", []), message.get("at", "")
        question = table.question(seat, picked, at)
        if not isinstance(question, DearQuestion):
            return Outcome({"t": "answer", **question})
        decision = question.question.seen.decision
        kind = QuestionKind(table.header.digest, decision.kind if decision else "", bool(picked))
        with self._thinking_of(table.id, seat):
            if self.asks_apart and self._dear[kind] >= DEAR_IN_A_ROW:
                return Outcome({}, dear=question._replace(kind=kind))
            started_at = thread_time()
            answer = table.choices(seat, picked, at)
            self._took(kind, thread_time() - started_at)
        return Outcome({"t": "answer", **answer})

    def answered(self, dear: DearQuestion, came: Answered | None) -> Plain:
        """The answer that a process came to, or the one of this thread if none did."""
        try:
            with self._kept(dear.table) as table:
                if came is not None:
                    self._took(dear.kind, came.seconds)
                if table.version == dear.version:
                    if came is not None:
                        # The seat pays for the process too, or it could keep all of them busy.
                        payer = SeatPlace(dear.table, dear.seat)
                        budget = self._budgets.get(payer, WorkBudget(MOST_WORK, self._now()))
                        self._budgets[payer] = budget._replace(left=budget.left - came.seconds)
                        table.remember(dear.key, came.answer)
                    question = dear.question
                    return {"t": "answer", **table.choices(dear.seat, question.picked, question.at)}
        except RefusedError as refused:
            return {"t": "refused", "why": refused.why, "rule": refused.rule}
        except Exception:
            _logger.exception("a question at table %s", dear.table)
            return {"t": "refused", "why": FAULT, "rule": ""}
        return {"t": "refused", "why": MEANWHILE, "rule": "", "stale": True}

    def _took(self, kind: QuestionKind, seconds: float) -> None:
        """Remember whether questions of a kind take long."""
        if seconds > self.dear:
            self._dear[kind] += 1
        else:
            self._dear.pop(kind, None)

    def _begin_again(self, table: Table) -> None:
        """Lay a table for the next game, in which everybody has the side of the next."""
        header, sides = table.header, [seat for seat in table.eyes if seat != WATCH]
        next_seat = dict(zip(sides, [*sides[1:], *sides[:1]], strict=True))
        row = self.store.table(table.id)
        source = row.source if row is not None else ""
        players = {next_seat[side]: table.seats[side].player for side in sides}
        choice = header.scenario, header.options, header.edition
        next_seat[WATCH] = WATCH  # a spectator looks on there too, where that is allowed
        secrets = self.begin(source, *choice, players, table.policy).secrets
        links = {seat: secrets.get(seat_then) for seat, seat_then in next_seat.items()}
        table.goes_on_at({seat: secret for seat, secret in links.items() if secret is not None})

    @contextmanager
    def _thinking_of(self, name: str, seat: str) -> Iterator[None]:
        """Charge a seat for the work that a question makes; it gets back a part of each second.
        :class:`RefusedError` where it has asked too much of late.
        """
        this_moment, payer = self._now(), SeatPlace(name, seat)
        budget = self._budgets.get(payer, WorkBudget(MOST_WORK, this_moment))
        # The clock of the machine may be set back, which must take nothing from anybody.
        work_left = min(
            MOST_WORK, budget.left + WORK_A_SECOND * max(0.0, this_moment - budget.asked_at)
        )
        if work_left <= 0:
            self._budgets[payer] = WorkBudget(work_left, this_moment)
            raise RefusedError("That was much to ask: wait a moment.")
        started_at = self._work()
        try:
            yield
        finally:
            self._budgets[payer] = WorkBudget(work_left - (self._work() - started_at), this_moment)
            while len(self._budgets) > MOST_BUDGETS:
                self._budgets.pop(next(iter(self._budgets)))

    # -- what goes on without anybody's message -----------------------------------------------

    @contextmanager
    def _kept(self, name: str) -> Iterator[Table]:
        """A table to do something at; if that fails it is opened again, as it was stored."""
        try:
            with self._alone(name):
                yield self.table(name)
        except Exception:
            self._open.pop(name, None)
            raise

    def go_on(self, name: str) -> Next:
        """Do what is due at a table. Returns what it waits for apart from people.
        :class:`RefusedError` for a table that cannot be opened.
        """
        with self._kept(name) as table:
            seat = table.to_act
            if seat is None or table.rests:
                return Next()
            if seat.player != HUMAN:
                position = table.state.seen_by(seat.seat).clone()
                position.forget_computed()  # another thread writes it down
                seed = self._random.getrandbits(64)
                return Next(
                    thinking=Thinking(table.version, seat.seat, seat.player, position, seed)
                )
            action = table.due()
            if action is not None:
                return Next(sent=told(table, table.play_for(action)))
            # A person's choice: nothing happens until his clock or his patience has run out.
            waits = [table.clock.remaining(self._now())]
            wait = reaction_wait(seat.orders)
            if wait is not None and is_reaction(table.state):
                waits.append(wait - (self._now() - table.clock.since))
            coming = [seconds for seconds in waits if seconds is not None and seconds > 0]
            person = seat.seat if seat.tell else None
            return Next(seconds=min(coming, default=None), person=person, version=table.version)

    def note(self, name: str, version: int) -> bool:
        """Keep a note for the player who has to choose, if he wants it and all is as it was."""
        with self._kept(name) as table:
            seat = table.to_act
            if seat is None or seat.player != HUMAN or not seat.tell or table.version != version:
                return False
            if self.store.is_elsewhere(name, seat.seat) or not table.notes_once():
                return False
            self.store.post(seat.tell, f"It is your turn: {table.title}.")
            return True

    def renew(self, name: str, seat: str) -> str:
        """Another secret for a seat whose link was lost, or must no longer open it; what its person
        has said of himself is forgotten. :class:`RefusedError` for a seat that there is not.
        """
        with self._kept(name) as table:
            if seat not in table.seats:
                raise RefusedError("There is no such seat.")
            token = token_urlsafe(24)
            self.store.renew(name, seat, token)
        self._open.pop(name, None)
        return token

    def overview(self) -> list[Plain]:
        """The latest tables, for their owner: title, seats, who is waited for."""
        rows = []
        for name in self.store.tables()[:MOST_SHOWN]:
            try:
                table = self.table(name)
            except RefusedError as refused:
                rows.append({"table": name, "title": refused.why, "seats": [], "waits": ""})
                continue
            waits = "over" if table.state.is_over else table.sides[table.state.side_to_act or ""]
            seats = list(table.seats)
            rows.append({"table": name, "title": table.title, "seats": seats, "waits": waits})
        return rows

    def asked(self, name: str) -> dict[str, list[Plain]]:
        """What each seat is told when time has gone by: whose it was, and who is late."""
        return told(self.table(name), {})

    def thought(self, name: str, thinking: Thinking, action: Action | None) -> Next:
        """A computer has chosen; without an action any legal one is drawn for it."""
        with self._kept(name) as table:
            if table.version != thinking.version or table.state.side_to_act != thinking.side:
                return Next()
            chosen = action
            if chosen is None or table.state.explain(chosen) is not None:
                chosen = table.state.sample_action(self._random)
            return Next(sent=told(table, table.play_for(chosen)))


def engine_digest() -> str:
    """A digest of all that decides how a game goes: after an upgrade it is another."""
    digest, package = blake2b(digest_size=16), Path(hexwar.__file__).parent
    for room in ("definition", "engine", "hexmap", "rules"):
        for file in sorted((package / room).rglob("*.py")):
            digest.update(f"{file.relative_to(package).as_posix()}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _about(message: object) -> Plain:
    """What an answer repeats of a message: its id, if it has one."""
    word = message.get("id") if isinstance(message, dict) else None
    return {"id": word} if isinstance(word, str) and len(word) <= LONGEST_NAME else {}


def told(table: Table, steps: Mapping[str, Plain]) -> dict[str, list[Plain]]:
    """What each seat is sent: its step if there is one for it, and what it is asked now."""
    fresh = table.take_fresh()
    sent: dict[str, list[Plain]] = {}
    for seat in table.eyes:
        if seat in steps:
            sent[seat] = [*fresh, steps[seat], {"t": "now", "now": table.now(seat)}]
        else:
            sent[seat] = [*fresh, now_of(table, seat)]
    return sent


def caught_up(table: Table, steps: Mapping[str, list[Plain]]) -> dict[str, list[Plain]]:
    """What each seat is sent of things done elsewhere: talk, steps, what it is asked."""
    fresh = [*table.fresh_talk(), *table.take_fresh()]
    return {seat: [*fresh, *steps[seat], now_of(table, seat)] for seat in table.eyes}


def now_of(table: Table, seat: str) -> Plain:
    """What a seat that learns of no step is told: something done in secret may change whose choice
    it is, and with it the position.
    """
    message: Plain = {"t": "now", "now": table.now(seat)}
    eyes = table.eyes[seat]
    if eyes.informs:
        message["known"] = {"position": eyes.position(table.state)}
    return message


# -- kinds of message ----------------------------------------------------------------------------


def _text(message: Plain, most: int) -> str:
    text: str = message.get("text", "")
    if len(text) > most:
        raise RefusedError(f"That is too long: {most} characters at most.")
    return text


def _chat(table: Table, seat: str, message: Plain) -> Outcome:
    text = clean(_text(message, LONGEST_CHAT)).strip()
    if not text:
        raise RefusedError("Nothing was said.")
    message_of_chat = table.say(seat, text)
    return Outcome({"t": "done"}, {watcher: [message_of_chat] for watcher in table.eyes})


def _name(table: Table, seat: str, message: Plain) -> Outcome:
    table.set_seat(seat, name=clean(_text(message, LONGEST_NAME)).strip())
    return Outcome({"t": "done"}, told(table, {}))


def _notes(table: Table, seat: str, message: Plain) -> Outcome:
    table.set_seat(seat, notes=message.get("text", ""))
    return Outcome({"t": "done"}, {})


def _tell(table: Table, seat: str, message: Plain) -> None:
    to = message.get("text", "")
    if to and not is_destination(to, mail=True):
        raise RefusedError("A note goes to an https address, or to a mail address.")
    table.set_seat(seat, tell=to)


def _resign(table: Table, seat: str, _: Plain) -> dict[str, Plain]:
    if table.state.is_over:
        raise RefusedError("The game is over.")
    if table.state.side_to_act == seat:
        return table.play_for(Action("resign"))
    # The rules let a side give up when it has to choose; until then it waits.
    table.set_seat(seat, resigns=True)
    return {}


def _sit(table: Table, seat: str, _: Plain) -> None:
    if table.seats[seat].player == HUMAN:
        raise RefusedError("You play this side already.")
    table.sit(seat, HUMAN)


_OF_ALL = {"chat": _chat, "name": _name, "notes": _notes}
"""What anybody at the table may say, spectators too."""

_QUESTIONS = frozenset({"choices", "preview"})
"""What a player asks before he plays: it changes nothing, and he pays for the work."""

_PLAYS: dict[str, Callable[[Table, str, Plain], dict[str, Plain]]] = {
    "do": lambda table, seat, message: table.act(
        seat, message.get("do", ""), message.get("id", "")
    ),
    "undo": lambda table, seat, message: table.undo(seat, message.get("id", "")),
    "resign": _resign,
    "offer": lambda table, seat, message: table.propose(seat, message.get("what", "")),
    "answer": lambda table, seat, message: table.answer(seat, yes=bool(message.get("yes"))),
    "claim": lambda table, seat, message: table.claim(seat),
}
"""What changes the game, or may: done once, by somebody who knows how things stand."""

_AT_REST = frozenset({"offer", "answer", "resign", "sit", "tell", "forget", "orders"})
"""What is heard at a table that rests."""

_ARRANGES: dict[str, Callable[[Table, str, Plain], None]] = {
    "substitute": lambda table, seat, _: table.substitute(seat),
    "sit": _sit,
    "tell": _tell,
    "forget": lambda table, seat, _: table.forget(seat),
    "orders": lambda table, seat, message: table.set_seat(
        seat, orders=message.get("orders", "ask")
    ),
}
"""What somebody arranges for himself, or for a side whose player does not come."""
