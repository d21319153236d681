"""Dice at a table that all throw together, and those to which all gave something beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Any

import pytest

import hexwar
from hexwar.fair import Chain
from hexwar.host.host import Host
from hexwar.host.policy import Policy, PolicyError
from hexwar.host.store import SqliteStore
from hexwar.host.table import RefusedError, Table
from hexwar.records import Session, read_record
from tests.host.serving import keys_of

Plain = dict[str, Any]


class Time:
    """What time it is, as the test says."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class People:
    """Those at one table, each with his chain; they give what they are asked for."""

    def __init__(self, folder: Path, game: str, policy: Policy, **more: Any) -> None:
        self.time = Time()
        self.host = Host(
            SqliteStore(folder / "host.sqlite"), [game], self.time, Random(1), keys_of(1)
        )
        self.name, tokens = self.host.begin(game, policy=policy, **more)
        self.chains = {seat: Chain(token_bytes(32)) for seat in tokens}
        self.lines: dict[str, list[str]] = {seat: [] for seat in tokens}
        self.silent: set[str] = set()
        self._number = 0

    @property
    def table(self) -> Table:
        return self.host.table(self.name)

    def say(self, seat: str, kind: str, **more: Any) -> Plain:
        """A message; whatever everybody is sent is heard."""
        self._number += 1
        message = {"t": kind, "id": str(self._number), "base": self.table.eyes[seat].head, **more}
        outcome = self.host.handle(self.name, seat, message)
        self.hear(outcome.sent)
        return outcome.reply

    def hear(self, sent: Any) -> None:
        for seat, messages in sent.items():
            for message in messages:
                if message["t"] == "lines" and seat in self.lines:
                    del self.lines[seat][message["from"] :]
                    self.lines[seat] += message["lines"]

    def give(self) -> None:
        """Let everybody who is not silent give what he is asked for, until nobody is."""
        while True:
            asked = [seat for seat in self.chains if seat not in self.silent and self.asked(seat)]
            if not asked:
                return
            reply = self.part(asked[0])
            assert reply["t"] == "done", reply

    def asked(self, seat: str) -> Plain | None:
        dice = self.table.now(seat).get("dice", {})
        return dice if "asks" in dice else None

    def part(self, seat: str, chain: Chain | None = None) -> Plain:
        dice, chain = self.asked(seat) or {}, chain or self.chains[seat]
        if dice.get("asks") == "link":
            value = chain.link(dice["number"])
            return self.say(seat, "part", value=value.hex(), k=dice["k"])
        return self.say(seat, "part", value=chain.anchor.hex())

    def play(self, random: Random, actions: int = 10_000) -> None:
        """Play at random, with dice that all throw."""
        while actions and not self.table.state.is_over:
            actions -= 1
            self.give()
            state = self.table.state
            side = state.side_to_act
            assert side is not None
            reply = self.say(side, "do", do=str(state.sample_action(random)))
            assert reply["t"] == "done", reply
            self.give()

    def record(self, folder: Path) -> Path:
        """The record of the table."""
        path = folder / "record.jsonl"
        path.write_bytes(b"".join(self.table.whole_record().raw))
        return path


@pytest.mark.parametrize("game", ["strike_force_one", "marenfeld"])
def test_a_joint_game_proves_every_die_at_its_end(game: str, tmp_path: Path) -> None:
    """And all were told every line of it while it was played."""
    people = People(tmp_path, game, Policy(dice="joint"))
    people.play(Random(3))
    record = read_record(people.record(tmp_path))
    session = Session.load(people.record(tmp_path), hexwar.load_game(game))
    assert session.state.is_over
    assert session.unchecked == 0
    assert sum(line.kind == "link" for line in record.lines) > 1
    raw = [line.decode().rstrip("\n") for line in record.raw]
    assert all(lines[-len(raw) + 1 :] == raw[1:] for lines in people.lines.values())


@pytest.mark.parametrize("game", ["three_mills", "tamrat"])
def test_what_hides_is_sealed_and_proved_at_its_end(game: str, tmp_path: Path) -> None:
    """It begins with what everybody gave, is told to nobody before, and cannot be joint."""
    people = People(tmp_path, game, Policy(dice="sealed"))
    people.play(Random(3), 8)  # its dice are secret: after many more it may be over
    with pytest.raises(RefusedError):
        people.table.require_told()
    people.play(Random(4))
    assert Session.load(people.record(tmp_path), hexwar.load_game(game)).unchecked == 0
    assert people.lines == {seat: [] for seat in people.lines}
    with pytest.raises(RefusedError, match="sealed, and not joint"):
        people.host.begin(game, policy=Policy(dice="joint"))


def test_nobody_plays_before_all_have_sat_down(tmp_path: Path) -> None:
    """And what stood on the table before was only to look at."""
    people = People(tmp_path, "marenfeld", Policy(dice="joint"))
    side = people.table.state.side_to_act or ""
    do = str(people.table.state.sample_action(Random(1)))
    reply = people.say(side, "do", do=do)
    assert "waits for all to sit down" in reply["why"]
    people.give()
    assert (
        people.say(side, "do", do=str(people.table.state.sample_action(Random(1))))["t"] == "done"
    )


def thrown(people: People) -> str:
    """Play until something is announced and nobody has given his part of it; whose action."""
    people.give()
    random = Random(3)
    people.silent = set(people.chains)
    while not people.table.rolls or not people.table.rolls.transcript.pending:
        state = people.table.state
        people.say(state.side_to_act or "", "do", do=str(state.sample_action(random)))
    return people.table.state.side_to_act or ""


def test_an_announced_roll_waits_for_everybody_and_survives_a_restart(tmp_path: Path) -> None:
    """Nothing else can be done meanwhile."""
    people = People(tmp_path, "marenfeld", Policy(dice="joint"))
    side = thrown(people)
    before = people.table.state.to_dict()
    reply = people.say(side, "do", do="done")
    assert "waits for parts of the dice" in reply["why"]
    assert people.table.state.to_dict() == before
    people.host._open.clear()  # as when the program is started again
    people.silent = set()
    people.give()
    assert people.table.state.to_dict() != before
    assert Session.load(people.record(tmp_path), hexwar.load_game("marenfeld")).entries


def test_a_link_of_another_chain_is_refused(tmp_path: Path) -> None:
    """In a sentence, and nothing is stored."""
    people = People(tmp_path, "marenfeld", Policy(dice="joint"))
    thrown(people)
    seat = next(iter(people.chains))
    lines = people.table.whole_record().raw
    reply = people.part(seat, Chain(bytes(32)))
    assert (reply["t"], "is not of its chain" in reply["why"]) == ("refused", True)
    assert people.table.whole_record().raw == lines


@pytest.mark.parametrize("stops", ["sealed", "forfeit", "wait"])
def test_who_stops_after_seeing_is_dealt_with_as_agreed(stops: str, tmp_path: Path) -> None:
    """His clock runs; the record shows it; and it is sound."""
    people = People(tmp_path, "marenfeld", Policy(dice="joint", stops=stops, each=60))
    thrown(people)
    stopping, waiting = people.chains
    people.silent = {stopping}
    people.give()
    assert people.table.waits_for == stopping
    people.time.now += 61
    reply = people.say(waiting, "claim")
    if stops == "wait":
        assert "everybody waits" in reply["why"]
        return
    assert reply["t"] == "done"
    assert people.table.rolls is not None
    assert people.table.rolls.transcript.stopped == [
        (stopping, people.table.rolls.transcript.rolled)
    ]
    assert people.table.seats[stopping].resigns is (stops == "forfeit")
    session = Session.load(people.record(tmp_path), hexwar.load_game("marenfeld"))
    assert session.entries[-1].dice


def test_going_back_by_agreement_throws_other_dice_and_tells_no_secret(tmp_path: Path) -> None:
    """Numbers of rolls go on."""
    people = People(tmp_path, "marenfeld", Policy(dice="joint"))
    side = thrown(people)
    people.silent = set()
    people.give()
    rolls = people.table.rolls
    assert rolls is not None
    before = rolls.transcript.rolled
    other = next(seat for seat in people.chains if seat != side)
    assert people.say(side, "offer", what="back")["t"] == "done"
    assert people.say(other, "answer", yes=True)["t"] == "done"
    people.play(Random(9), 30)
    assert people.table.rolls is not None
    assert people.table.rolls.transcript.rolled > before
    assert not any(b'"key"' in line for line in people.table.whole_record().raw)
    assert Session.load(people.record(tmp_path), hexwar.load_game("marenfeld")).entries


def test_against_a_computer_one_chain_is_enough(tmp_path: Path) -> None:
    """Its action is stored before the person's link is given."""
    game = "marenfeld"
    sides = list(hexwar.load_game(game).sides)
    people = People(tmp_path, game, Policy(dice="joint"), players={sides[1]: "easy"})
    people.chains = {sides[0]: people.chains[sides[0]]}
    random = Random(2)
    for _ in range(400):
        people.give()
        if people.table.state.is_over:
            break
        if people.table.state.side_to_act == sides[0]:
            state = people.table.state
            people.say(sides[0], "do", do=str(state.sample_action(random)))
        else:
            thinking = people.host.go_on(people.name).thinking
            assert thinking is not None
            people.host.thought(people.name, thinking, None)
    kinds = [line.kind for line in read_record(people.record(tmp_path)).lines]
    assert kinds.count("rolls") == kinds.count("link") > 1
    assert Session.load(people.record(tmp_path), hexwar.load_game(game)).entries


def test_a_policy_that_there_cannot_be_is_refused() -> None:
    """In a sentence."""
    for wrong in ({"dice": "loaded"}, {"stops": "never"}):
        with pytest.raises(PolicyError):
            Policy.from_dict(wrong)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is kept is kept here."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path / "home"))
    yield
