"""Logs tell who was set up where, in a line a side, as far as one may see it."""

from __future__ import annotations

from hexwar.cli.text.answers import log
from hexwar.cli.text.visibility import Seen
from hexwar.records import Session
from hexwar.records.lines import same_events
from hexwar.viewer.panels.side import log_lines
from tests.viewer.table import Table

PLACED = ("place D1 0606", "place D2 0705", "done", "place A2 0507", "done")
HALVAR = "Halvar has set up: D1 in 0606; D2 in 0705; D3 in 0707;"


def _played(name: str, actions: tuple[str, ...]) -> Session:
    session = Session.new(name, seed=3, players={})
    for action in actions:
        session.apply(action)
    return session


def test_every_log_has_a_line_a_side() -> None:
    session = _played("orva_front", PLACED)
    window = [event.text for event in log_lines(Table(session).board.desk)]
    printed = [line.strip() for line in log(Seen(session.state), session.entries, 99)]
    for lines in (window, printed):
        assert len([line for line in lines if line.startswith(HALVAR)]) == 1
        assert len([line for line in lines if line.startswith("The Union has set up: N1")]) == 1
        assert not [line for line in lines if "D1 is set up" in line or "makes way" in line]


def test_who_hides_is_left_out_until_it_lies_in_the_open() -> None:
    """The clans may hide: the column learns of those that cannot, then of those that do not."""
    session = _played("tamrat", ("done", "done", "hide N1", "done"))
    seen = Seen(session.state, session.state.view("column"))
    printed = " ".join(log(seen, session.entries, 99))
    assert "The Clans have set up: B1 and B2 in 12.04; B3 in 12.05." in printed
    assert "The Clans begin in the open: N3 in 05.04; S1 and S2 in 05.08; S3 in 06.07." in printed
    assert "05.03" not in printed and "N1" not in printed
    own = " ".join(log(Seen(session.state, session.state.view("clans")), session.entries, 99))
    assert "The Clans have set up: N1 and N2 in 05.03; N3 in 05.04;" in own


def test_of_a_stack_only_its_top_counter_is_told() -> None:
    session = _played("scs_sample", ("done",))
    (entry,) = session.entries
    (event,) = (event for event in entry.events if event.kind == "set_up")
    assert "V2 and V3 in 12.08" in event.text
    (known,) = (e for e in session.state.known_events([event], "league") if e.kind == "set_up")
    assert "V3" not in known.text and "V2 in 12.08" in known.text
    assert "V3" not in known.units and len(known.places) == len(known.units)
    event.text = f"East: {event.text}"  # a name may have a colon in it
    (known,) = (e for e in session.state.known_events([event], "league") if e.kind == "set_up")
    assert known.text.startswith("East: The Republic has set up: V1")


def test_a_save_without_the_sum_is_as_good() -> None:
    """Those that were written before it was told can be gone on with."""
    placed = {"kind": "placed", "rule": "", "text": "", "unit": "A", "hex": "0101"}
    summary = {"kind": "set_up", "rule": "", "text": "", "units": ["A"], "places": ["0101"]}
    assert same_events([placed], [placed, summary])
    assert not same_events([summary], [placed])
