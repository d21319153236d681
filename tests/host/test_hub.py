"""Who listens is told at a beat, and whoever does not read is let go."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.host import hub as hub_module
from hexwar.host.computers import Computers
from hexwar.host.host import Host, Thinking
from hexwar.host.hub import MOST_UNREAD, Hub, Listener, on_the_beat
from hexwar.host.store import SqliteStore, StoreError
from hexwar.rules.state import State
from tests.host.serving import keys_of
from tests.rules.tiny import FOLDER

HIDING, OPEN = str(FOLDER / "hiding"), str(FOLDER / "meadow")


class Drawing(Computers):
    """Computers that draw what they do, here and at once; ``asked`` are the levels."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def choose(self, table: str, side: str, level: str, seen: State, seed: int) -> Action:
        """Any legal action."""
        self.asked.append(level)
        return seen.sample_action(Random(seed))


def host_of(folder: Path) -> Host:
    """A host of two tiny games."""
    store = SqliteStore(folder / "host.sqlite")
    return Host(store, [HIDING, OPEN], lambda: 0.0, Random(1), keys_of(1))


def test_what_goes_out_waits_for_the_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the answer took."""
    waited: list[float] = []

    async def wait() -> None:
        loop = asyncio.get_running_loop()

        async def sleep(seconds: float) -> None:
            waited.append(round(seconds, 6))

        monkeypatch.setattr(asyncio, "sleep", sleep)
        for now in (10.01, 10.03, 10.099):
            monkeypatch.setattr(loop, "time", lambda now=now: now)
            await on_the_beat(0.1)
        monkeypatch.undo()

    asyncio.run(wait())
    assert waited == [0.09, 0.07, 0.001]


def test_only_what_hides_has_a_beat(tmp_path: Path) -> None:
    async def beats() -> list[float]:
        host = host_of(tmp_path)
        hub = Hub(host, 0.1, Drawing())
        tables = [host.begin(game)[0] for game in (HIDING, OPEN)]
        beats_of_tables = [await hub.beat_of(table) for table in tables]
        await hub.close()
        return beats_of_tables

    assert asyncio.run(beats()) == [0.1, 0.0]


def test_what_happens_while_somebody_comes_is_told_once() -> None:
    """Whether it is sent before what he is told on arrival, or after it."""

    async def listen() -> list[int]:
        listener = Listener("table", "red", 0.0)
        listener.send([{"t": "step", "n": 4}, {"t": "step", "n": 5}])
        listener.begin([{"t": "step", "n": 4}, {"t": "step", "n": 5}, {"t": "chat", "k": 1}])
        listener.send([{"t": "step", "n": 5}, {"t": "step", "n": 6}, {"t": "chat", "k": 1}])
        return [message.get("n", 0) for message in await listener.messages()]

    assert asyncio.run(listen()) == [4, 5, 0, 6]


def test_who_does_not_read_is_let_go() -> None:
    async def listen() -> tuple[bool, int]:
        listener = Listener("table", "red", 0.0)
        for number in range(MOST_UNREAD + 50):
            listener.send([{"t": "step", "n": number}])
        return listener.lost, len(await listener.messages())

    lost, waiting = asyncio.run(listen())
    assert lost and waiting <= 50


def test_computers_play_a_game_to_its_end_by_themselves(tmp_path: Path) -> None:
    """Also when the host was ended meanwhile: it looks at its tables when it starts."""

    async def play() -> tuple[bool, set[str]]:
        host, computers = host_of(tmp_path), Drawing()
        table, _ = host.begin(OPEN, players={"red": "easy", "blue": "hard"})
        hub = Hub(host, 0.0, computers)
        hub.start()
        over = False
        for _ in range(5000):  # each question waits behind what the host is doing
            over = over or await hub.ask(lambda: host.table(table).state.is_over)
            if over:
                break
        await hub.close()
        return over, set(computers.asked)

    over, asked = asyncio.run(play())
    assert over and asked == {"easy", "hard"}


def test_dear_questions_have_their_price(tmp_path: Path) -> None:
    """Whoever asks for much has to wait; what is answered already costs nothing, nor does play."""
    seconds, work = [0.0], [0.0]

    def worked() -> float:
        work[0] += 0.4
        return work[0]

    store = SqliteStore(tmp_path / "host.sqlite")
    host = Host(store, [OPEN], lambda: seconds[0], Random(1), keys_of(1), worked)
    table, _ = host.begin(OPEN)
    base = host.table(table).eyes["red"].head
    question = {"t": "choices", "base": base}
    hexes = host.table(table).state.resolved.map.numbers[:9]
    replies = [host.handle(table, "red", {**question, "at": at}).reply for at in hexes]
    assert [reply["t"] for reply in replies] == ["answer"] * 8 + ["refused"]
    assert replies[-1]["why"] == "That was much to ask: wait a moment."
    assert host.handle(table, "red", {**question, "at": hexes[0]}).reply["t"] == "answer"
    seconds[0] += 2
    assert host.handle(table, "red", question).reply["t"] == "answer"
    assert host.handle(table, "red", {"t": "do", "base": base, "do": "done"}).reply["t"] == "done"


def test_what_a_computer_cannot_know_is_in_the_way_of_nobody(tmp_path: Path) -> None:
    """An answer that is illegal, or of a position that has passed, is none."""
    host = host_of(tmp_path)
    table, _ = host.begin(OPEN, players={"red": "easy"})
    thinking = host.go_on(table).thinking
    assert isinstance(thinking, Thinking)
    assert host.thought(table, thinking, Action("attack", ("R1",), ("0101",))).sent is not None
    assert host.thought(table, thinking, Action("done")).sent is None


def test_notes_go_on_when_the_store_was_away_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database may be started anew."""
    monkeypatch.setattr(hub_module, "PAUSE", 0.0)
    told: list[str] = []
    monkeypatch.setattr(hub_module, "deliver", lambda to, *_: told.append(to))

    async def post() -> None:
        host = host_of(tmp_path)
        unsent, asked = host.store.unsent, []

        def away() -> object:
            asked.append(1)
            if len(asked) == 1:
                raise StoreError("away")
            return unsent()

        monkeypatch.setattr(host.store, "unsent", away)
        hub = Hub(host, 0.0, Drawing())
        host.store.post("somebody", "Your turn.")
        hub.start()
        for _ in range(2000):
            await hub.ask(lambda: None)
            if told:
                break
        await hub.close()

    asyncio.run(post())
    assert told == ["somebody"]


GAMES = ("strike_force_one", "force_on_force", "tamrat", "three_mills", "skerry_sound")


@pytest.mark.parametrize("name", GAMES)
def test_refusals_are_the_same_by_what_a_side_sees(name: str) -> None:
    """So a refusal by what it sees is all that a side needs, and tells nothing more."""
    random, state = Random(3), hexwar.load_game(name).start(seed=3)
    units, numbers = state.frame.unit_ids, list(state.resolved.map.numbers)
    for _ in range(60):
        if state.is_over:
            break
        seen = state.seen_by(state.side_to_act or "")
        for _ in range(12):
            verb = random.choice(("move", "attack", "fire", "retreat", "advance", "place"))
            hexes = (random.choice(numbers),)
            action = Action(verb, (random.choice(units),), hexes)
            mine, theirs = state.explain(action), seen.explain(action)
            assert (mine is None) is (theirs is None), action
            assert mine is None or theirs is None or mine.message == theirs.message
        state.apply(state.sample_action(random))
