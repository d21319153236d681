"""The window's log where units hide."""

from __future__ import annotations

from hexwar.records import Session
from hexwar.viewer.panels.side import log_lines
from tests.viewer.table import Table


def test_no_phase_of_others_stands_in_the_log_that_nothing_is_told_of() -> None:
    """Whether hidden clans could have fought nobody learns, and "Fight ends" is no news."""
    session = Session.new("tamrat", "relief", seed=3)
    for action in ("done", "done", "hide N1", "hide S1", "done", *["done"] * 5):
        session.apply(action)
    session.players["clans"] = "easy"
    table = Table(session)
    kinds = [event.kind for event in log_lines(table.board.desk)]
    assert "chit" in kinds
    assert "phase_ends" not in kinds
