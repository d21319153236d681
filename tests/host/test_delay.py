"""Who looks on with a delay gets nothing that is younger, by whatever way he asks.

A table has a twin without a delay, at which the same is done at the same moments: what those who
look on are told there is what they are told here, so much later.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import connect

from hexwar.cli import main
from hexwar.host.eyes import WATCH
from hexwar.host.host import Host
from hexwar.host.page import seat_page
from hexwar.host.policy import Policy, PolicyError
from hexwar.host.serving import open_store
from hexwar.host.store import Store
from hexwar.host.table import RefusedError
from hexwar.joining.client import Client
from tests.host.serving import keys_of, running
from tests.rules.tiny import FOLDER

DELAY = 95

HIDING = str(FOLDER / "hiding")

GAMES = (str(FOLDER / "meadow"), str(FOLDER / "ambush"), HIDING, "strike_force_one")


class Watched:
    """A table at which something is done every ten seconds, and what its spectators were told."""

    def __init__(self, store: Store, source: str, policy: Policy, time: list[float]) -> None:
        self.time = time
        self.steps: list[dict[str, Any]] = []
        self.host = Host(store, [source], lambda: time[0], Random(1), keys_of(1))
        self.table, _ = self.host.begin(source, policy=policy)
        at = self.host.table(self.table)
        if at.is_closed:  # all have to agree where something is hidden
            first, *others = at.sides
            self.say(first, "offer", what="watch")
            for other in others:
                self.say(other, "answer", yes=True)

    def say(self, seat: str, kind: str, **more: Any) -> str:
        """A message from a seat that knows all; the kind of the answer."""
        base = self.host.table(self.table).eyes[seat].head
        outcome = self.host.handle(self.table, seat, {"t": kind, "base": base, **more})
        self.note(outcome.sent)
        return str(outcome.reply["t"])

    def note(self, sent: Mapping[str, list[dict[str, Any]]]) -> None:
        """Remember what is sent to who looks on."""
        self.steps += [plain(message) for message in sent.get(WATCH, ()) if message["t"] == "step"]

    def play(self, random: Random) -> None:
        """Do anything: an action, an undo, going back, talk, a name."""
        at, kind = self.host.table(self.table), random.random()
        mark = f"mark {self.time[0]:.0f}."
        seat = at.state.side_to_act or next(iter(at.sides))
        self.say(seat, "chat", text=mark)
        self.say(seat, "name", text=f"name {self.time[0]:.0f}.")
        if kind < 0.2 and at.may_undo(seat):
            assert self.say(seat, "undo") == "done"
        elif kind < 0.28 and at.log and not at.state.is_over:
            asks = at.log[-1].side
            self.say(asks, "offer", what="back")
            for other in at.sides:
                if other != asks:
                    self.say(other, "answer", yes=True)
        elif not at.state.is_over:
            assert self.say(seat, "do", do=str(at.state.sample_action(random))) == "done"

    def whole(self) -> dict[str, Any]:
        """What somebody is told who comes to look on."""
        messages = self.host.arrival(self.table, WATCH)
        return plain(next(message for message in messages if message["t"] == "whole"))


def plain(message: dict[str, Any]) -> dict[str, Any]:
    """A message without its hash, which begins anew where a late table is opened."""
    return {key: message[key] for key in message if key != "head"}


def marks(told: object) -> list[int]:
    """When that was said, or somebody was called so, of which is told."""
    text = json.dumps(told, default=str)
    parts = [part for word in ("mark ", "name ") for part in text.split(word)[1:]]
    return [int(part.partition(".")[0]) for part in parts if part.partition(".")[0].isdecimal()]


def youngest(told: object) -> float:
    """When the last of what is told was said."""
    return max(marks(told), default=-inf)


@pytest.mark.parametrize("source", GAMES)
def test_who_looks_on_is_told_everything_and_nothing_too_soon(
    source: str, place_of_store: Path | str, tmp_path: Path
) -> None:
    """Whether he was here all the time, comes now, comes back, or asks for the record; also when
    the host was started again.
    """
    time, random = [0.0], Random(6)
    stores = open_store(place_of_store), open_store(tmp_path / "twin.sqlite")
    late = Watched(stores[0], source, Policy(watch=True, delay=DELAY), time)
    twin = Watched(stores[1], source, Policy(watch=True), time)
    wholes, counts, heard = {}, {}, 0
    late.host.show_late(late.table)
    for turn in range(40):
        time[0] = 10.0 * turn + 10
        seed = random.random()
        for watched in (late, twin):
            watched.play(Random(seed))
        wholes[time[0]] = twin.whole()
        counts[time[0]] = len(stores[0].lines(late.table)), len(twin.steps)
        if turn % 17 == 11:
            late.host._late.clear()  # the host is started again
            late.host._open.clear()
        seconds = late.host.show_late(late.table)
        for table, sent in late.host.news:
            assert table == late.table and set(sent) == {WATCH}
            late.note(sent)
            assert youngest(sent) <= time[0] - DELAY
        late.host.news.clear()
        shown = max((moment for moment in wholes if moment <= time[0] - DELAY), default=None)
        arrival = late.host.arrival(late.table, WATCH)
        before = late.steps[-1]["n"] - 1 if late.steps else 0
        back = late.host.arrival(late.table, WATCH, max(0, before))
        for told in (arrival, back, seat_page(late.host, late.table, WATCH)):
            assert youngest(told) <= time[0] - DELAY
        if shown is None:
            assert late.steps == [] and seconds
            continue
        assert seconds is not None and 0 < seconds <= DELAY
        lines, steps = counts[shown]
        assert late.whole() == wholes[shown]
        heard = max(heard, *marks(arrival))
        if not source.endswith("hiding") and not source.endswith("ambush"):
            record = late.host.record(late.table, WATCH)
            assert list(record.raw) == stores[0].lines(late.table)[:lines]
        if turn < 11:  # later some went by while the host was not there
            assert late.steps == twin.steps[:steps]
    assert heard == 300 and len(late.steps) > 10 and late.steps[-1] in twin.steps
    for store in stores:
        store.close()


@pytest.mark.parametrize("over", [False, True])
def test_what_is_hidden_is_kept_back_until_the_end_is_old_enough(
    tmp_path: Path, over: bool
) -> None:
    """The game may be over: as long as that is not seen, nobody gets its record."""
    time = [0.0]
    store, policy = open_store(tmp_path / "host.sqlite"), Policy(watch=True, delay=DELAY)
    watched = Watched(store, HIDING, policy, time)
    seat = watched.host.table(watched.table).state.side_to_act or ""
    time[0] = 50.0
    assert watched.say(seat, "resign") == "done"
    time[0] = 50.0 + DELAY - (0 if over else 1)
    now = watched.host.arrival(watched.table, WATCH)[-1]["now"]
    assert ("over" in now) is over
    if over:
        assert watched.host.record(watched.table, WATCH).lines[-1].key is not None
    else:
        with pytest.raises(RefusedError, match="when it is over"):
            watched.host.record(watched.table, WATCH)


def test_nobody_looks_on_with_a_delay_before_all_have_agreed(tmp_path: Path) -> None:
    host = Host(open_store(tmp_path / "host.sqlite"), [HIDING], lambda: 0.0, keys=keys_of(1))
    table, _ = host.begin(HIDING, policy=Policy(watch=True, delay=DELAY))
    for ask in (host.arrival, host.record):
        with pytest.raises(RefusedError, match="until all who play have agreed"):
            ask(table, WATCH)


def test_a_clock_tells_nothing_of_now(tmp_path: Path) -> None:
    time, policy = [0.0], Policy(watch=True, delay=DELAY, each=600)
    watched = Watched(open_store(tmp_path / "host.sqlite"), GAMES[0], policy, time)
    before = watched.host.arrival(watched.table, WATCH)
    time[0] = 60.0
    watched.play(Random(1))
    assert watched.say("red", "offer", what="pause") == "done"
    assert watched.host.arrival(watched.table, WATCH) == before
    assert "clock" not in before[-1]["now"] and before[0]["policy"]["delay"] == DELAY


def test_by_no_door_of_the_host_comes_anything_too_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a socket, by asking for steps, in the page, in the replay and in the save."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path))
    time = [0.0]
    with running(tmp_path, GAMES[0], now=lambda: time[0], per_second=1e5) as host:
        policy = Policy(watch=True, delay=DELAY)
        _, tokens = host.begin(GAMES[0], policy=policy)
        clients = {seat: Client(host.serving.link(token)) for seat, token in tokens.items()}
        watch, done = clients.pop(WATCH), 0

        def play() -> None:
            nonlocal done
            time[0] += 10.0
            for side, seat in clients.items():
                seat.hear()
                seat.say("chat", text=f"mark {time[0]:.0f}.")
                offered = seat.say("choices")
                if offered["t"] == "answer":
                    doing = [each["do"] for each in offered["choices"] if each["why"] is None]
                    assert seat.say("do", do=doing[0])["t"] == "done", side
                    done += 1

        def doors() -> list[Any]:
            page = watch.request("GET", watch.path)[1]
            replay = watch.request("GET", f"{watch.path}/replay")[1]
            return [watch.hear(), page, replay, watch.request("GET", f"{watch.path}/save")[1]]

        place = f"ws:{'//'}127.0.0.1:{host.port}{watch.path}/live"
        shown = {"authorization": f"Bearer {watch.token}"}
        with connect(place, additional_headers=shown, max_size=None) as socket:
            for _ in range(5):
                play()
            assert done == 5 and time[0] == 50.0
            first = doors()
            assert marks(first) == [] and first[3].count("\n") == 1 and watch.n == 0
            time[0] = 20.0 + DELAY
            later = doors()
            assert set(marks(later[0])) == {10, 20} and watch.n == 2
            assert later[3].count("\n") == 3 and first[2] != later[2]
            played = next(iter(clients.values())).request("GET", f"{watch.path}/save")[0]
            assert played == 403  # the ways of one seat are no other's
            heard: list[dict[str, Any]] = []
            while sum(message["t"] == "step" for message in heard) < 2:
                heard.append(json.loads(socket.recv(timeout=20)))
            time[0] = 50.0 + DELAY
            assert set(marks(doors()[0])) == {30, 40, 50}
            assert max(marks(heard)) == 20
            while sum(message["t"] == "step" for message in heard) < 5:
                heard.append(json.loads(socket.recv(timeout=20)))
        numbers = [message["n"] for message in heard if message["t"] in ("whole", "step")]
        assert numbers == [0, 1, 2, 3, 4, 5]


def test_the_delay_is_said_on_the_page(tmp_path: Path) -> None:
    host = Host(open_store(tmp_path / "host.sqlite"), [GAMES[0]], lambda: 0.0, keys=keys_of(1))
    said = {
        Policy(): "",
        Policy(watch=True): "sees what all who play see, at once.",
        Policy(watch=True, delay=60): "sees what all who play see, 1 minute after",
        Policy(watch=True, delay=150): "2 minutes and 30 seconds after it was done or said.",
    }
    for policy, sentence in said.items():
        table, tokens = host.begin(GAMES[0], policy=policy)
        for seat in tokens:
            page = seat_page(host, table, seat)
            assert sentence in page and ('id="lookers"' in page) is bool(sentence)


def test_a_delay_is_only_for_those_who_look_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PolicyError, match="nobody may look on"):
        Policy.from_dict({"delay": 60})
    assert main(["serve", GAMES[0], "--port", "0", "--delay", "1", "--store", ":memory:"]) == 2
    assert "nobody may look on" in capsys.readouterr().err
