"""One thing has one name, whoever tells it: window, terminal, replay and host, in every game."""

from __future__ import annotations

import re
from random import Random

import pytest

from hexwar.cli.text.answers import event_line, log, odds
from hexwar.cli.text.visibility import Seen
from hexwar.engine import FirePreview, Preview
from hexwar.host.eyes import HEADINGS
from hexwar.host.foreseen import foreseen
from hexwar.records import Session
from hexwar.rules.told_course import action_logged
from hexwar.viewer.panels.side import log_lines
from hexwar.viewer.table.fights import likeliest
from tests.viewer.table import Table
from tools.fuzz_play import shipped

JOINED = ("moved", "retreated")
"""What the window joins over several actions: hexes that are chosen one by one."""


def _shares(lines: list[str]) -> list[str]:
    return sorted(re.findall(r"[<>]?[\d.]+ %", " ".join(lines)))


def _played(name: str) -> tuple[Session, list[str]]:
    """A game with fights first, and what is told differently of a fight before its dice."""
    session, random, wrong = Session.new(name, seed=11), Random(5), list[str]()
    while not session.state.is_over and len(session.entries) < 90:
        state = session.state
        fights = [a for a in state.listed() if a.verb in ("attack", "fire", "overrun")]
        action = random.choice(fights) if fights else state.sample_action(random)
        if fights:
            preview = state.preview(action)
            here, there = [*odds(state, preview)], foreseen(state, preview)
            shares = _shares(there)
            by_symbols = isinstance(preview, Preview) and bool(preview.dice)
            if not by_symbols and _shares(here) != shares:
                wrong.append(f"{action}: {here} and {there}")
            first = likeliest(preview)
            if not isinstance(preview, FirePreview) and not by_symbols and first is not None:
                wrong += [f"{action}: {first}"] * (first.share not in shares)
                titles = {outcome.title for outcome in preview.outcomes}
                wrong += [t for t in titles if not any(t in line for line in there)]
        session.apply(action)
    if not session.state.is_over:
        session.apply("resign")
    return session, wrong


@pytest.mark.parametrize("name", shipped())
def test_logs_and_forecasts_have_the_same_words(name: str) -> None:
    session, wrong = _played(name)
    assert not wrong
    printed = {line.strip() for line in log(Seen(session.state), session.entries, 10_000)}
    parts = [session.opening, *(entry.events for entry in session.entries)]
    page = [event for events in parts for event in action_logged(events)]
    opening = {event_line(event) for event in action_logged(session.opening)}
    assert {event_line(event) for event in page} <= printed | opening
    window = log_lines(Table(session).board.desk)
    told = {event.text for event in page}
    once_more = {*JOINED, "phase_ends", "turned", *HEADINGS}
    assert [e.text for e in window if e.text not in told and e.kind not in once_more] == []
