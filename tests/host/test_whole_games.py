"""Games from beginning to end, by two programs that know what their sides are told, and a cut."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from typing import Any

import pytest

import hexwar
from hexwar.host.eyes import Plain
from hexwar.host.host import Host, SeatMessage
from hexwar.host.hub import Hub
from hexwar.host.serving import open_store
from hexwar.host.store import Row, SqliteStore, Store, StoreError
from hexwar.records import Replay, Session
from tests.host.conftest import GAMES, LARGE
from tests.host.serving import keys_of
from tests.rules.tiny import FOLDER

MOST = 3000
ENDS_PHASE = 0.15
"""How often a phase is ended that could go on: games of hundreds of units would last for hours."""


def chosen(host: Host, table: str, seat: str, random: Random) -> str:
    """One of the choices that a side is offered."""
    base = host.table(table).eyes[seat].head
    answer = host.handle(table, seat, {"t": "choices", "base": base}).reply
    assert answer["t"] == "answer", answer
    offered: list[Plain] = answer["choices"]
    if random.random() < ENDS_PHASE:
        offered = [choice for choice in offered if choice["do"] == "done"] or offered
    action: str = random.choice(offered)["do"]
    return action


@pytest.mark.matrix(one_in=5)
@pytest.mark.parametrize("game", [*GAMES, *LARGE])
def test_a_shipped_game_is_played_to_its_end(game: str, tmp_path: Path) -> None:
    """By what is offered alone; every now and then the host is ended and started again."""
    host = Host(
        SqliteStore(tmp_path / "host.sqlite"), [game], lambda: 0.0, Random(2), keys=keys_of(1)
    )
    table, _ = host.begin(game)
    random = Random(4)
    for number in range(MOST):
        if host.table(table).state.is_over:
            break
        seat = host.table(table).state.side_to_act or ""
        action = chosen(host, table, seat, random)
        base = host.table(table).eyes[seat].head
        message = {"t": "do", "base": base, "do": action, "id": f"{number}"}
        outcome = host.handle(table, seat, message)
        assert outcome.reply["t"] == "done", (action, outcome.reply)
        host._budgets.clear()  # time stands still, and gives nobody anything back
        # Each answer is lost once, so that what was done is sent again.
        before = [eyes.head for eyes in host.table(table).eyes.values()]
        if number % 7 == 0:
            host._open.clear()
        again = host.handle(table, seat, message)
        assert again.reply["t"] == "done" and not again.sent
        assert [eyes.head for eyes in host.table(table).eyes.values()] == before
    assert host.table(table).state.is_over
    save = tmp_path / "game.jsonl"
    save.write_bytes(b"".join(host.record(table, "").raw))
    session = Session.load(save)
    assert session.unchecked == 0 and session.state.is_over
    assert len(Replay.of_record(host.record(table, ""), session.game)) == len(session.entries)


def test_what_cannot_be_stored_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is acknowledged or told, and the table stands as it was."""
    source = str(FOLDER / "meadow")
    host = Host(SqliteStore(tmp_path / "host.sqlite"), [source], lambda: 0.0, keys=keys_of(1))
    table, _ = host.begin(source)
    seat = host.table(table).state.side_to_act or ""
    before = host.table(table).state.to_dict()
    base = host.table(table).eyes[seat].head
    action = chosen(host, table, seat, Random(1))
    with monkeypatch.context() as patch:

        def full(*_: object, **__: object) -> None:
            raise StoreError("the disk is full")

        patch.setattr(host.store, "keep", full)
        outcome = host.handle(table, seat, {"t": "do", "base": base, "do": action, "id": "1"})
    assert outcome.reply["t"] == "refused" and outcome.sent == {}
    assert host.table(table).state.to_dict() == before
    again = host.handle(table, seat, {"t": "do", "base": base, "do": action, "id": "1"})
    assert again.reply["t"] == "done"


def test_messages_that_come_together_are_stored_together_or_not_at_all(
    place_of_store: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, store = str(FOLDER / "meadow"), open_store(place_of_store)
    host = Host(store, [source], lambda: 0.0, keys=keys_of(1))
    tables = [host.begin(source)[0] for _ in range(3)]
    seat = host.table(tables[0]).state.side_to_act or ""

    def messages() -> list[SeatMessage]:
        action = str(next(iter(host.table(tables[0]).state.legal_actions())))
        heads = (host.table(table).eyes[seat].head for table in tables)
        sent = [
            (table, {"t": "do", "base": head, "do": action})
            for table, head in zip(tables, heads, strict=True)
        ]
        return [SeatMessage(table, seat, message) for table, message in sent]

    written = type(store).run

    def full(store: Store, statement: str, *values: object) -> list[Row]:
        """A disk on which nothing can be committed."""
        if statement == "commit":
            raise StoreError("disk I/O error")
        return written(store, statement, *values)

    asked = messages()
    with monkeypatch.context() as patch:
        patch.setattr(type(store), "run", full)
        outcomes = host.handle_all(asked)
        assert {outcome.reply["t"] for outcome in outcomes} == {"refused"}
        assert not any(outcome.sent for outcome in outcomes)
    assert [host.table(table).eyes[seat].n for table in tables] == [0, 0, 0]
    together = messages()
    together[1] = SeatMessage(tables[1], seat, {"t": "do", "base": "another", "do": "done"})
    outcomes = host.handle_all(together)
    assert [outcome.reply["t"] for outcome in outcomes] == ["done", "refused", "done"]
    host._open.clear()
    assert [host.table(table).eyes[seat].n for table in tables] == [1, 0, 1]
    store.close()


def test_a_copy_of_the_store_is_made_while_the_host_runs(tmp_path: Path) -> None:
    source = str(FOLDER / "meadow")
    host = Host(SqliteStore(tmp_path / "host.sqlite"), [source], lambda: 0.0, keys=keys_of(1))
    table, _ = host.begin(source)
    seat = host.table(table).state.side_to_act or ""
    host.store.copy_to(tmp_path / "copy.sqlite")
    base = host.table(table).eyes[seat].head
    host.handle(table, seat, {"t": "do", "base": base, "do": chosen(host, table, seat, Random(1))})
    copied = Host(SqliteStore(tmp_path / "copy.sqlite"), [source], lambda: 0.0, keys=keys_of(1))
    assert copied.table(table).eyes[seat].n == 0 and host.table(table).eyes[seat].n == 1
    with pytest.raises(StoreError, match="exists already"):
        host.store.copy_to(tmp_path / "copy.sqlite")


def test_rules_that_changed_meanwhile_change_no_running_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on by those that it began with; where they are gone, it says so."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path / "home"))
    folder = tmp_path / "meadow"
    copytree(FOLDER / "meadow", folder)
    host = Host(SqliteStore(tmp_path / "host.sqlite"), [str(folder)], lambda: 0.0, keys=keys_of(1))
    table, _ = host.begin(str(folder))
    digest = host.table(table).state.resolved.digest
    written = folder / "game.yaml"
    text = written.read_text(encoding="utf-8")
    written.write_text(text.replace("allowance: 3", "allowance: 4"), encoding="utf-8")
    assert hexwar.load_game(folder).start().resolved.digest != digest
    later = Host(host.store, [str(folder)], lambda: 0.0, keys=keys_of(1))
    assert later.table(table).state.resolved.digest == digest
    rmtree(tmp_path / "home")
    last = Host(host.store, [str(folder)], lambda: 0.0, keys=keys_of(1))
    reply = last.handle(table, "red", {"t": "undo"}).reply
    assert reply["why"].startswith("The rules of this game have changed since it began")


def test_a_game_that_parts_after_an_upgrade_rests_until_all_agree(tmp_path: Path) -> None:
    """One that goes the same way just goes on."""
    source = str(FOLDER / "meadow")
    store = SqliteStore(tmp_path / "host.sqlite")
    host = Host(store, [source], lambda: 0.0, keys=keys_of(1), engine="old")
    tables = [host.begin(source)[0] for _ in range(2)]
    side = host.table(tables[0]).state.side_to_act or ""
    for table in tables:
        action = str(next(iter(host.table(table).state.legal_actions())))
        base = host.table(table).eyes[side].head
        assert host.handle(table, side, {"t": "do", "base": base, "do": action}).reply == {
            "t": "done"
        }
    assert host.from_before(tables[0]) is None
    with store.at_once():  # as if the rules had said something else then
        line = store.lines(tables[1])[1].replace(b'"cost":"1"', b'"cost":"2"')
        store._db.execute("update lines set line = ? where game = ? and seq = 1", (line, tables[1]))
    later = Host(store, [source], lambda: 0.0, keys=keys_of(1), engine="new")
    hub = Hub(later, beat=0.0)
    for table in tables:
        asyncio.run(hub.try_again(table))
    assert [bool(later.table(table).rests) for table in tables] == [False, True]
    assert later.from_before(tables[0]) is None

    def said(seat: str, **more: Any) -> Plain:
        base = later.table(tables[1]).eyes[seat].head
        return later.handle(tables[1], seat, {"base": base, **more}).reply

    assert "another way" in said(side, t="do", do="done")["why"]
    assert said("red", t="offer", what="go_on")["t"] == "done"
    assert said("blue", t="answer", yes=True)["t"] == "done"
    later._open.clear()
    assert said(side, t="do", do="done")["t"] == "done"
    assert said(side, t="offer", what="go_on")["t"] == "refused"
    hub._thread.shutdown()
