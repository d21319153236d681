"""Who listens to which table, and when he is told: the loop between the network and the host.

The host is asked in one thread, in the order in which messages come. What goes out waits for the
next beat, so that the time which an answer takes tells nothing of what is hidden.

A :class:`Listener` is somebody in a seat, and what waits to go out to him. :class:`Hub` brings what
he says to the host (``say``; what comes while the disk is waited for is stored with the next
commit), and what comes of it to all who listen. Each table where something is due by itself has
one task (``_until_people``), which ends when only a person can go on; notes, and tables that slept
while the host was down, have tasks beside them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

from hexwar.engine import Action
from hexwar.host.computers import Computers
from hexwar.host.eyes import WATCH, Plain
from hexwar.host.host import Host, Next, Outcome, SeatMessage, Thinking
from hexwar.host.outbox import UnsentError, deliver
from hexwar.host.questions import AnsweringProcesses
from hexwar.host.store import StoreError
from hexwar.host.table import RefusedError
from hexwar.players import PlayerError
from hexwar.players.thinking_process import ApartError
from hexwar.records import Session

T = TypeVar("T")

BEAT = 0.1
"""Seconds between two moments at which something goes out."""

MOST_TOGETHER = 32
"""Messages that are stored with one commit."""

MOST_UNREAD = 200
"""Messages that wait for a listener; a listener that reads more slowly is let go, and can come
back.
"""

QUIET = 60.0
"""Seconds after which somebody who is not here is sent a note that he has to choose."""

MOST_TRIES, PAUSE = 5, 60.0
"""How often a note is tried again, and the seconds between."""

MOST_RESUMED, BETWEEN_RESUMED = 200, 0.02
"""The latest tables that are looked at when a host is started, and the seconds between two."""

SHORTEST_WAIT = 0.02
"""How many seconds late spectators with a delay may be shown what has become old enough."""

LONGEST_WAIT = 3600.0
"""Seconds after which a table is looked at again, however long nothing is due."""

_logger = logging.getLogger(__name__)


class Listener:
    """Somebody in a seat to whom messages go; ``lost``: he has not read what was sent."""

    def __init__(self, table: str, seat: str, beat: float, *, informed: bool = False) -> None:
        self.table, self.seat, self.beat, self.lost = table, seat, beat, False
        self._informed = informed
        self._step = self._chat = 0  # the last that was sent
        self._waiting: list[Plain] = []
        self._news = asyncio.Event()

    def begin(self, messages: list[Plain]) -> None:
        """Let what a newcomer is told go out first: it has all that came before it."""
        self._waiting.clear()
        self._step = self._chat = 0
        self.send(messages)

    def send(self, messages: list[Plain]) -> None:
        """Let messages go out at the next beat; a step that has been sent is not sent again."""
        self._waiting += [
            message if self._informed else {key: message[key] for key in message if key != "known"}
            for message in messages
            if self._is_new(message)
        ]
        if len(self._waiting) > MOST_UNREAD:
            self.lost = True
            self._waiting.clear()
        self._news.set()

    def _is_new(self, message: Plain) -> bool:
        """Whether a message is none that was told on arrival, and came once more behind that."""
        kind = message["t"]
        if kind == "chat":
            sent, self._chat = self._chat, max(self._chat, message["k"])
            return self._chat > sent
        if kind == "step" and message["n"] <= self._step:
            return False
        if kind in ("step", "whole"):  # a whole restarts the count: the table may be new
            self._step = message["n"]
        return True

    async def messages(self) -> list[Plain]:
        """What goes out at the next beat, when there is anything."""
        await self._news.wait()
        await on_the_beat(self.beat)
        self._news.clear()
        messages, self._waiting = self._waiting, []
        return messages


async def on_the_beat(beat: float) -> None:
    """Wait for the next beat."""
    if beat:
        time = asyncio.get_running_loop().time()
        await asyncio.sleep(beat - time % beat)


class _Going(NamedTuple):
    """What goes on at a table by itself; ``poked``: something has changed there meanwhile."""

    task: asyncio.Task[None]
    poked: asyncio.Event


class Hub:
    """Brings messages to the host and what comes of them to all who listen."""

    def __init__(
        self,
        host: Host,
        beat: float = BEAT,
        computers: Computers | None = None,
        mail: Sequence[str] = (),
    ) -> None:
        """``mail`` is the owner's program that sends mail, with its arguments."""
        self.host, self._beat, self._mail = host, beat, tuple(mail)
        self._noted: dict[str, int] = {}
        self._unheard: list[tuple[SeatMessage, asyncio.Future[Outcome]]] = []
        self._handling = False
        self._batches: set[asyncio.Task[None]] = set()
        self._post = asyncio.Event()
        self._beside: list[asyncio.Task[None]] = []
        self._computers, self._answers = computers or Computers(), AnsweringProcesses()
        host.asks_apart = True
        self._thread = ThreadPoolExecutor(1, "host")
        self._listeners: dict[str, set[Listener]] = {}
        self._going: dict[str, _Going] = {}
        self._showing: dict[str, asyncio.Task[None]] = {}

    async def ask(self, question: Callable[[], T]) -> T:
        """Ask the host something, in its thread; what else there is to tell then is told."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, question)
        finally:
            while self.host.news:
                self._tell(*self.host.news.popleft())

    async def join(
        self,
        table: str,
        seat: str,
        after: int | None = None,
        said: int = 0,
        *,
        informed: bool = False,
    ) -> Listener:
        """Listen to a table from now on, or from what was heard last; ``informed``: with all that a
        client needs to hold the position itself.
        """
        listener = Listener(table, seat, await self.beat_of(table), informed=informed)
        # Listening begins before the question: what happens meanwhile comes behind the answer.
        is_first = not self._are_here(table, seat)
        self._listeners.setdefault(table, set()).add(listener)
        try:
            if is_first:
                await self.ask(partial(self.host.store.came, table, seat))
            arrival = partial(self.host.arrival, table, seat, after, said, informed=informed)
            listener.begin(await self.ask(arrival))
        except BaseException:
            self.leave(listener)
            raise
        self._go_on(table)
        if seat == WATCH and table not in self._showing:
            task = asyncio.create_task(self._show_late(table))
            self._showing[table] = task
            task.add_done_callback(lambda _: self._showing.pop(table, None))
        return listener

    def _are_here(self, table: str, seat: str) -> bool:
        """Whether anybody in a seat listens."""
        return any(listener.seat == seat for listener in self._listeners.get(table, ()))

    async def _show_late(self, table: str) -> None:
        """Show those who look on with a delay what has become old enough, as long as they are
        here.
        """
        with suppress(RefusedError):
            while self._are_here(table, WATCH):
                try:
                    seconds = await self.ask(partial(self.host.show_late, table))
                except StoreError:
                    _logger.exception("who looks on at table %s waits for the store", table)
                    seconds = PAUSE
                if seconds is None:
                    return
                await asyncio.sleep(min(seconds + SHORTEST_WAIT, LONGEST_WAIT))

    async def beat_of(self, table: str) -> float:
        """The beat at which a table's messages go out: none where there is nothing to hide."""
        return self._beat if await self.ask(lambda: self.host.table(table).hides) else 0.0

    def leave(self, listener: Listener) -> None:
        """Listen no more."""
        table, seat = listener.table, listener.seat
        listeners = self._listeners.get(table, set())
        if listener not in listeners:
            return
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(table, None)
        if not self._are_here(table, seat):
            with suppress(RuntimeError):  # the host has ended
                self._thread.submit(self.host.store.went, table, seat)

    async def say(self, table: str, seat: str, message: object) -> Plain:
        """Bring a message from a seat to its table; the answer."""
        waiting = asyncio.get_running_loop().create_future()
        self._unheard.append((SeatMessage(table, seat, message), waiting))
        if len(self._unheard) == 1 and not self._handling:
            self._handling = True
            self._batches.add(task := asyncio.create_task(self._handle()))
            task.add_done_callback(self._batches.discard)
        outcome: Outcome = await waiting
        if outcome.dear is not None:  # it changes nothing, so the table needs no look either
            answer = await self._answers.to(outcome.dear.question)
            reply = await self.ask(partial(self.host.answered, outcome.dear, answer))
            return {**reply, **outcome.reply}
        self._go_on(table)
        return outcome.reply

    async def _handle(self) -> None:
        """Have the host do what was said; what comes meanwhile is stored with the next commit."""
        try:
            while self._unheard:
                batch = self._unheard[:MOST_TOGETHER]
                self._unheard = self._unheard[MOST_TOGETHER:]
                messages = [message for message, _ in batch]
                try:
                    outcomes = await self.ask(partial(self.host.handle_all, messages))
                except BaseException:
                    for _, waiting in batch:
                        waiting.cancel()  # nobody waits for ever for what will not be answered
                    raise
                for (message, waiting), outcome in zip(batch, outcomes, strict=True):
                    self._tell(message.table, outcome.sent)  # at once: another step may come next
                    if not waiting.done():  # else the sender has gone
                        waiting.set_result(outcome)
        finally:
            self._handling = False

    def _tell(self, table: str, sent: Mapping[str, list[Plain]]) -> None:
        for listener in self._listeners.get(table, ()):
            if messages := sent.get(listener.seat):
                listener.send(messages)

    # -- what goes on by itself -------------------------------------------------------------

    def _go_on(self, table: str) -> None:
        """Look at what is due at a table; once more, if that is just being done."""
        going = self._going.get(table)
        if going is None or going.task.done():
            poked = asyncio.Event()
            task = asyncio.get_running_loop().create_task(self._until_people(table, poked))
            self._going[table] = _Going(task, poked)
        else:
            going.poked.set()

    async def _until_people(self, table: str, poked: asyncio.Event) -> None:
        """Computers choose, and what is due is done, until the table waits for a person alone."""
        try:
            while True:
                poked.clear()
                try:
                    coming = await self.ask(lambda: self.host.go_on(table))
                except RefusedError:
                    return  # it is no table of this host, or frozen: anybody who comes is told
                if coming.thinking is not None:
                    coming = await self._think(table, coming.thinking)
                elif coming.sent is None and (seconds := self._pause(table, coming)) is not None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(poked.wait(), seconds)
                        continue
                    await self._note(table, coming)
                    if seconds != coming.seconds:  # a note was due, and no clock or patience
                        continue
                    coming = Next(sent=await self.ask(lambda: self.host.asked(table)))
                if coming.sent is not None:
                    self._tell(table, coming.sent)
                elif not poked.is_set():
                    return
        except Exception:
            _logger.exception("table %s does not go on by itself", table)

    def _pause(self, table: str, coming: Next) -> float | None:
        """Seconds until something is to be done at a table that waits for a person; ``None`` if
        nothing ever is.
        """
        waits = [] if coming.seconds is None else [min(coming.seconds, LONGEST_WAIT)]
        if coming.person is not None and self._noted.get(table) != coming.version:
            waits.append(QUIET)
        return min(waits, default=None)

    async def _note(self, table: str, coming: Next) -> None:
        """Send a note to the player who has to choose and is not here; one for each choice."""
        if coming.person is None or self._noted.get(table) == coming.version:
            return
        self._noted[table] = coming.version
        if not self._are_here(table, coming.person):
            await self.ask(lambda: self.host.note(table, coming.version))
            self._post.set()

    async def _deliver(self) -> None:
        """Send the notes of the store, one after the other, for ever."""
        while True:
            self._post.clear()
            try:
                went = await self._deliver_next()
            except StoreError:
                _logger.exception("notes wait until the store is there again")
                went = None
            if went is None:
                with suppress(TimeoutError):  # the host that sends them for all may have ended
                    await asyncio.wait_for(self._post.wait(), PAUSE)
            elif not went:
                await asyncio.sleep(PAUSE)

    async def _deliver_next(self) -> bool | None:
        """Send a note. True if it has gone or was given up, False if not, ``None`` where there is
        none.
        """
        delivers = await self.ask(self.host.store.may_deliver)
        note = await self.ask(self.host.store.unsent) if delivers else None
        if note is None:
            return None
        gone = note.tries >= MOST_TRIES  # the last time: gone whether it goes or not
        with suppress(UnsentError):
            await asyncio.to_thread(deliver, note.to, note.text, self._mail)
            gone = True
        await self.ask(partial(self.host.store.sent, note.number, gone=gone))
        return gone

    def start(self) -> None:
        """Begin what goes on beside the tables."""
        loop = asyncio.get_running_loop()
        self._beside = [loop.create_task(self._deliver()), loop.create_task(self._resume())]

        def hear(table: str) -> None:
            with suppress(RuntimeError):  # this host has ended
                loop.call_soon_threadsafe(self._heard, table)

        self.host.store.listen(hear)

    def _heard(self, table: str) -> None:
        """Another host has written a table (an empty id: an unknown one): look at those with
        listeners here.
        """
        self._post.set()
        for name in [table] if table else list(self._listeners):
            if name in self._listeners:
                self._batches.add(task := asyncio.create_task(self._catch_up(name)))
                task.add_done_callback(self._batches.discard)

    async def _catch_up(self, table: str) -> None:
        try:
            await self.ask(partial(self.host.catch_up, table))
        except (RefusedError, StoreError):
            _logger.exception("table %s is not caught up with", table)
        self._go_on(table)

    async def _resume(self) -> None:
        """Look at the latest tables once: computers, clocks and orders go on where they were."""
        for table in (await self.ask(self.host.store.tables))[:MOST_RESUMED]:
            await self.try_again(table)
            self._go_on(table)
            await asyncio.sleep(BETWEEN_RESUMED)  # requests of players come in between

    async def try_again(self, table: str) -> None:
        """Replay a table from before an upgrade, in a thread; it rests if it parts."""
        with suppress(RefusedError):  # no table of this host: anybody who comes is told
            from_before = await self.ask(lambda: self.host.from_before(table))
            if from_before is not None:
                parting = await asyncio.to_thread(Session.parting, *from_before)
                parts = parting is not None
                sent = await self.ask(lambda: self.host.tried(table, parts=parts))
                self._tell(table, sent)

    async def _think(self, table: str, thinking: Thinking) -> Next:
        """Have a computer choose, and do it."""
        _, side, level, position, seed = thinking
        action: Action | None = None
        try:
            action = await self._computers.choose(table, side, level, position, seed)
        except (PlayerError, ApartError):
            _logger.exception("the computer at table %s draws a legal action", table)
        return await self.ask(lambda: self.host.thought(table, thinking, action))

    async def close(self) -> None:
        """End what goes on."""
        for going in self._going.values():
            going.task.cancel()
        for task in (*self._beside, *self._showing.values()):
            task.cancel()
        self._computers.end()
        self._answers.end()
        self._thread.shutdown(wait=True)
