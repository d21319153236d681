"""Questions that take long are asked in a process, and come to the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexwar.host.host import Host
from hexwar.host.questions import DearQuestion, WhatToChoose
from hexwar.host.store import SqliteStore
from hexwar.players.thinking_process import Mind
from hexwar.records.lines import DiceKey
from tests.host.serving import Running, keys_of, seats
from tests.rules.tiny import FOLDER

SOURCE = str(FOLDER / "meadow")


@pytest.fixture
def dear(tmp_path: Path) -> tuple[Host, str, str, dict[str, Any]]:
    """A host to which every question is dear, a table, who has the choice, and what he asks."""
    host = Host(SqliteStore(tmp_path / "host.sqlite"), [SOURCE], lambda: 0.0, keys=keys_of(1))
    host.dear = -1.0
    table, _ = host.begin(SOURCE)
    host.asks_apart = True
    side = host.table(table).state.side_to_act or ""
    return host, table, side, {"t": "choices", "base": host.table(table).eyes[side].head}


def put(host: Host, table: str, side: str, message: dict[str, Any]) -> DearQuestion:
    """Ask until it is known to be dear."""
    for number in ("", "0102", "0103"):
        assert host.handle(table, side, {**message, "at": number}).dear is None
    outcome = host.handle(table, side, {**message, "at": "0101"})
    assert outcome.dear is not None
    return outcome.dear


def test_what_was_dear_once_is_asked_apart_and_answered_alike(dear: Any) -> None:
    host, table, side, message = dear
    asked = put(*dear)
    found = asked.question.answer(Mind(lambda: False))
    reply = host.answered(asked, found)
    host.asks_apart = False
    host._open.clear()
    assert reply == host.handle(table, side, {**message, "at": "0101"}).reply


def test_an_answer_about_a_position_that_has_gone_is_none(dear: Any) -> None:
    host, table, side, message = dear
    asked = put(*dear)
    action = str(next(iter(host.table(table).state.legal_actions())))
    assert host.handle(table, side, {**message, "t": "do", "do": action}).reply["t"] == "done"
    reply = host.answered(asked, asked.question.answer(Mind(lambda: False)))
    assert reply["t"] == "refused" and reply["stale"]


def test_where_no_process_answers_the_host_does(dear: Any) -> None:
    host = dear[0]
    assert host.answered(put(*dear), None)["choices"]


def test_a_process_gets_what_the_side_sees_and_no_key(dear: Any) -> None:
    question: WhatToChoose = put(*dear).question
    key = keys_of(1)()
    assert isinstance(key, DiceKey)
    assert question.seen.dice.to_dict() != key.dice().to_dict()


def test_a_page_is_answered_by_a_process(host: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host.serving.host, "dear", -1.0)
    soviet = seats(host, "strike_force_one")["soviet"]
    soviet.hear()
    for unit in "ABCD":
        assert soviet.say("choices", picked=[unit])["choices"][0]["units"] == [unit]
    assert host.serving.host._dear.most_common(1)[0][1] > 3


def test_what_is_dear_no_more_is_asked_here_again(dear: Any) -> None:
    host, table, side, message = dear
    asked = put(*dear)
    host.dear = 1e9
    host.answered(asked, asked.question.answer(Mind(lambda: False)))
    assert host.handle(table, side, {**message, "at": "0201"}).dear is None
