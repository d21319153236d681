"""What is true of every store: one file, and a database of PostgreSQL on a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hexwar.host.host import Host
from hexwar.host.serving import open_store
from hexwar.host.store import UNSAID, SeatRow, Store, StoreError, TableRow
from tests.host.serving import keys_of
from tests.rules.tiny import FOLDER

OPEN, HIDING = str(FOLDER / "meadow"), str(FOLDER / "hiding")

ROW = TableRow(
    "t", 5.5, "meadow", {"each": 60}, {"key": "00"}, {"side": None}, 1, {"a": []}, {}, {}
)

SEATS = {"secret of red": SeatRow("red", "human"), "secret of blue": SeatRow("blue", "easy")}


@pytest.fixture
def store(place_of_store: Path | str) -> Iterator[Store]:
    """An empty store of each kind."""
    opened = open_store(place_of_store)
    yield opened
    opened.close()


@pytest.fixture
def laid(store: Store) -> Store:
    """One with a table."""
    store.add_table(ROW, b"header", SEATS)
    return store


def test_a_table_is_there_as_it_was_laid(laid: Store, place_of_store: Path | str) -> None:
    laid.close()
    again = open_store(place_of_store)
    assert again.table("t") == ROW and again.table("u") is None
    assert again.tables() == ["t"] and again.lines("t") == [b"header"]
    assert again.seats("t") == {row.seat: row for row in SEATS.values()}
    assert again.seat_of("secret of red") == ("t", "red") and again.seat_of("red") is None
    again.close()


def test_lines_come_behind_one_another_and_no_number_is_given_twice(laid: Store) -> None:
    seat = SeatRow("red", "human", "Ann", "notes", "pass 90", True, "mail")
    laid.keep(ROW, [b"one", b"two"], 1, "red 7", [seat])
    assert laid.lines("t") == [b"header", b"one", b"two"] and laid.lines("t", 1) == [b"two"]
    assert laid.seats("t")["red"] == seat
    assert laid.done("t", "red 7") and not laid.done("t", "red 8")
    with pytest.raises(StoreError):
        laid.keep(ROW, [b"another"], 2)
    assert laid.lines("t") == [b"header", b"one", b"two"]


def test_all_is_written_or_nothing(laid: Store) -> None:
    """Of several parts one that fails is left out; the others are kept with one commit."""
    with laid.at_once():
        laid.keep(ROW, [b"one"], 1)
        with pytest.raises(StoreError):
            laid.keep(ROW, [b"two", b"again"], 1)
        laid.say("t", "red", "Well.", 1.0)
    assert laid.lines("t") == [b"header", b"one"] and len(laid.talk("t", 0, 9)) == 1
    with pytest.raises(KeyError), laid.at_once():
        laid.keep(ROW, [b"two"], 2)
        raise KeyError
    assert laid.lines("t") == [b"header", b"one"]
    laid.keep(ROW, [b"other"], 2)
    assert laid.lines("t")[2:] == [b"other"]


def test_what_is_said_is_numbered_and_can_be_forgotten(laid: Store) -> None:
    assert [laid.say("t", seat, "Well.", at) for at, seat in enumerate(("red", "blue", "red"))] == [
        1,
        2,
        3,
    ]
    assert [number for number, *_ in laid.talk("t", 0, 2)] == [2, 3]
    assert [number for number, *_ in laid.talk("t", 1, 9, until=1.0)] == [2]
    laid.unsay("t", "red")
    assert [said for _, _, said, _ in laid.talk("t", 0, 9)] == [UNSAID, "Well.", UNSAID]


def test_another_secret_takes_the_place_of_one(laid: Store) -> None:
    laid.keep(ROW, seats=[SeatRow("red", "human", "Ann", "notes", tell="mail")])
    laid.renew("t", "red", "new")
    assert laid.seat_of("secret of red") is None and laid.seat_of("new") == ("t", "red")
    assert laid.seats("t")["red"] == SeatRow("red", "human")


def test_notes_wait_until_they_have_gone(store: Store) -> None:
    assert store.may_deliver() and store.unsent() is None
    store.post("first", "Your turn.")
    store.post("second", "Your turn.")
    number, *note = store.unsent() or (0,)
    assert note == ["first", "Your turn.", 0]
    store.sent(number, gone=False)
    other, *note = store.unsent() or (0,)
    assert note == ["second", "Your turn.", 0]
    store.sent(other, gone=True)
    assert store.unsent() == (number, "first", "Your turn.", 1)


def test_by_which_hexwar_a_table_goes_on_is_kept(laid: Store) -> None:
    assert laid.engine("t") == ("", "")
    laid.goes_on_by("t", "one")
    laid.goes_on_by("t", "two", "It parts.")
    assert laid.engine("t") == ("two", "It parts.")


def test_moments_of_lines_and_words_are_kept(laid: Store) -> None:
    laid.keep(ROW, [b"one"], 1, at=10.0)
    laid.keep(ROW, [b"two", b"three"], 2, at=20.0)
    laid.say("t", "red", "Well.", 15.0)
    assert [laid.lines_at("t", at) for at in (9.0, 10.0, 19.0, 20.0)] == [1, 2, 2, 4]
    assert [laid.next_moment("t", at) for at in (9.0, 10.0, 15.0, 20.0)] == [10, 15, 20, None]


@pytest.mark.parametrize("source", [OPEN, HIDING])
def test_a_game_is_played_to_its_end_by_any_store(place_of_store: Path | str, source: str) -> None:
    """And the host is ended after each few steps: it goes on from what was stored."""
    random, table, done = Random(4), "", 0
    for _ in range(400):
        store = open_store(place_of_store)
        host = Host(store, [source], lambda: 0.0, Random(1), keys_of(1))
        table = table or host.begin(source)[0]
        for _ in range(9):
            at = host.table(table)
            if at.state.is_over:
                break
            seat = at.state.side_to_act or ""
            undoes = at.may_undo(seat) and random.random() < 0.2
            do = str(at.state.sample_action(random))
            message = {"t": "undo"} if undoes else {"t": "do", "do": do}
            message |= {"base": at.eyes[seat].head, "id": str(random.random())}
            assert host.handle(table, seat, message).reply["t"] == "done"
            assert host.handle(table, seat, message).reply["t"] == "done"  # which does nothing
            done += 1
        over = at.state.is_over
        lines = store.lines(table)
        store.close()
        if over:
            break
    assert over
    assert sum(line.startswith((b'{"do"', b'{"undo"')) for line in lines) == done
