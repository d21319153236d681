"""What a side is told: where only what is hidden differs, no byte of any message does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.engine import Action
from hexwar.host.beginning import begin_table
from hexwar.host.eyes import WATCH
from hexwar.host.host import Host, told
from hexwar.host.policy import Policy
from hexwar.host.store import SqliteStore
from hexwar.host.table import RefusedError
from hexwar.records.lines import DiceKey
from hexwar.rules.state import State
from tests.examples import examples
from tests.host.serving import keys_of
from tests.rules.test_hidden_twins import GAMES, conceivable, reached, seen_cells, twin_of
from tests.rules.tiny import FOLDER

KEY = DiceKey(bytes(32))
QUESTIONS = 40
"""Actions, legal or not, that are asked about in each position."""


def table_of(folder: Path, name: str, state: State | None = None) -> tuple[Host, str]:
    """A host with one table of a tiny game, in a position if one is given; time stands still."""
    source = str(FOLDER / name)
    host = Host(
        SqliteStore(folder / "host.sqlite"), [source], lambda: 0.0, Random(1), keys=keys_of(1)
    )
    game = host.game(source)
    table, _ = begin_table(host.store, game, source, (None, (), None), {}, Policy(), 0.0, KEY)
    if state is not None:
        row = host.store.table(table)
        assert row is not None
        state.dice = KEY.dice()
        host.store.keep(replace(row, position=state.to_dict()))
    return host, table


def stream(messages: object) -> bytes:
    """Messages as they go out."""
    return json.dumps(messages).encode()


def asked(host: Host, table: str, draw: Random) -> list[bytes]:
    """All that blue is answered, whatever it asks."""
    opened = host.table(table)
    base = opened.eyes["blue"].head
    actions = list(map(str, conceivable(opened.state)))
    actions = draw.sample(actions, min(QUESTIONS, len(actions)))
    questions: list[dict[str, Any]] = [{"t": "preview", "base": base, "do": do} for do in actions]
    units = opened.state.frame.unit_ids
    questions += [{"t": "choices", "base": base, "picked": [unit]} for unit in units]
    questions += [{"t": "choices", "base": base, "at": number} for number in ("0403", "0503")]
    return [stream(host.handle(table, "blue", message).reply) for message in questions]


@examples(0.15)
@given(
    st.sampled_from(GAMES),
    st.integers(0, 40),
    st.integers(4, 16),
    st.randoms(use_true_random=False),
)
def test_streams_of_twins_are_equal_byte_for_byte(
    name: str, seed: int, decisions: int, draw: Random
) -> None:
    """Until one of those that hide is found: then blue has learned something."""
    state = reached(name, seed, decisions)
    assume(not state.is_over and state.hidden(1))
    with TemporaryDirectory() as first, TemporaryDirectory() as second:
        pairs = [
            table_of(Path(first), name, state),
            table_of(Path(second), name, twin_of(state, draw)),
        ]
        mine, its = (host.table(table) for host, table in pairs)
        assert mine.state.to_dict() != its.state.to_dict()
        for _ in range(8):
            for informed in (False, True):
                arrived = [
                    stream(host.arrival(table, "blue", informed=informed)) for host, table in pairs
                ]
                assert arrived[0] == arrived[1]
            seed_of_questions = draw.random()
            answers = [asked(host, table, Random(seed_of_questions)) for host, table in pairs]
            assert answers[0] == answers[1]
            hidden = mine.state.secret
            if mine.state.is_over or not hidden:
                break
            action = mine.state.sample_action(draw)
            if mine.state.side_to_act == "red":
                unit = mine.state.frame.unit_index.get(action.units[0]) if action.units else None
                if its.state.explain(action) or (unit is not None and hidden >> unit & 1):
                    action = Action("done")
            if mine.state.explain(action) or its.state.explain(action):
                break
            sent = [told(table, table.play_for(action))["blue"] for table in (mine, its)]
            if mine.state.secret != hidden or its.state.secret != hidden:
                break
            if seen_cells(mine.state) != seen_cells(its.state):
                break  # a unit had to retreat elsewhere, where friends that hide left it room
            assert stream(sent[0]) == stream(sent[1])
        for host, _ in pairs:
            host.store.close()


def test_a_set_up_in_secret_tells_nothing_of_itself(tmp_path: Path) -> None:
    """Not even by numbers of steps, heads or sizes."""
    heard = []
    for number in ("0403", "0404"):
        (tmp_path / number).mkdir()
        host, table = table_of(tmp_path / number, "hiding")
        stream_of_blue = [host.arrival(table, "blue", informed=True)]
        for line in (f"place R2 {number}", "place R3 0402", "hide R1", "hide R2", "done"):
            base = host.table(table).eyes["red"].head
            outcome = host.handle(table, "red", {"t": "do", "base": base, "do": line})
            assert outcome.reply["t"] == "done", outcome.reply
            stream_of_blue.append(outcome.sent["blue"])
        stream_of_blue.append(host.arrival(table, "blue", informed=True))
        heard.append(stream(stream_of_blue))
    assert heard[0] == heard[1]


def test_the_owner_of_hidden_units_is_told_where_they_are(tmp_path: Path) -> None:
    """The test above would hold if nobody were told anything."""
    host, table = table_of(tmp_path, "hiding")
    before = host.arrival(table, "red")[1]["at"]
    base = host.table(table).eyes["red"].head
    sent = host.handle(table, "red", {"t": "do", "base": base, "do": "place R2 0403"}).sent
    assert sent["red"][0]["at"] and sent["red"][0]["at"] != before


def test_nobody_looks_on_where_something_hides_unless_all_agree(tmp_path: Path) -> None:
    """Then they see what all sides see, after the host slept too."""
    host = Host(
        SqliteStore(tmp_path / "host.sqlite"),
        [str(FOLDER / "hiding")],
        lambda: 0.0,
        keys=keys_of(1),
    )
    table, tokens = host.begin(str(FOLDER / "hiding"), policy=Policy(watch=True))
    assert sorted(tokens) == ["blue", "red", WATCH]
    host.handle(table, "red", {"t": "do", "base": host.table(table).eyes["red"].head, "do": "done"})

    def said(seat: str, **more: Any) -> Any:
        base = host.table(table).eyes[seat].head
        return host.handle(table, seat, {"base": base, **more}).reply

    with pytest.raises(RefusedError, match="until all who play have agreed"):
        host.arrival(table, WATCH)
    assert said(WATCH, t="chat", text="Hm.")["t"] == "refused"
    assert said("red", t="offer", what="watch")["t"] == "done"
    with pytest.raises(RefusedError, match="until all who play have agreed"):
        host.arrival(table, WATCH)
    assert said("blue", t="answer", yes=True)["t"] == "done"
    host._open.clear()
    seen = {seat: host.arrival(table, seat)[1]["at"] for seat in ("red", "blue", WATCH)}
    both = {u: at if seen["blue"][u] == at else [-1] for u, at in seen["red"].items()}
    assert seen[WATCH] == both
    assert said("red", t="offer", what="watch")["t"] == "refused"


def test_who_looks_on_sees_what_all_see_and_does_nothing(tmp_path: Path) -> None:
    source = str(FOLDER / "meadow")
    host = Host(SqliteStore(tmp_path / "host.sqlite"), [source], lambda: 0.0, keys=keys_of(1))
    table, tokens = host.begin(source, policy=Policy(watch=True))
    assert WATCH in tokens
    side = host.table(table).state.side_to_act or ""
    seen = {seat: host.arrival(table, seat)[1] for seat in (side, WATCH)}
    assert seen[WATCH]["at"] == seen[side]["at"]
    message = {"t": "do", "base": host.table(table).eyes[WATCH].head, "do": "done"}
    assert host.handle(table, WATCH, message).reply["why"] == "Who looks on does not play."


def test_the_record_of_a_game_that_hides_is_kept_back_until_it_is_over(tmp_path: Path) -> None:
    host, table = table_of(tmp_path, "hiding")
    with pytest.raises(RefusedError, match="when it is over"):
        host.record(table, "")
    side = host.table(table).state.side_to_act or ""
    base = host.table(table).eyes[side].head
    assert host.handle(table, side, {"t": "resign", "base": base}).reply["t"] == "done"
    assert host.record(table, "").lines[-1].key is not None
