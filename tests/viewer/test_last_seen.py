"""Units that went out of sight stay where they were seen last, as far as the side was told."""

from __future__ import annotations

from random import Random

import hexwar
from hexwar.records import HUMAN, Session
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.views import last_seen


def matched(name: str, seed: int, actions: int) -> Match:
    """A game that hides, played at random against a computer that is a person here."""
    game = hexwar.load_game(name)
    session = Session(game, game.start(seed=seed))
    side = session.state.frame.side_ids[0]
    players = {other: HUMAN if other == side else "easy" for other in session.players}
    match, random = Match(session, players), Random(seed)
    match.playback.speed = "instant"
    for _ in range(actions):
        if match.state.is_over:
            break
        match.act(match.state.sample_action(random))
    return match


def test_only_what_the_side_was_told_counts() -> None:
    """A unit is a ghost where the last event that named it to this side left it."""
    ghosts = 0
    for seed in range(6):
        match = matched("scs_sample", seed, 160)
        told = {
            str(event.fields.get("unit")): event
            for event in match.known_events()
            if event.fields.get("path") or event.fields.get("hex")
        }
        for unit, number in last_seen(match).items():
            ghosts += 1
            assert not match.visibility.sees(unit)
            event = told[unit]
            path = event.fields.get("path")
            assert number == (path[-1] if path else event.fields["hex"])
            assert event.kind != "eliminated"
    assert ghosts > 0


def test_in_a_game_that_hides_nothing_there_are_none() -> None:
    assert last_seen(matched("strike_force_one", 1, 40)) == {}
