"""How a table is laid: who sits where, what is promised of its dice, what is stored of it.

The game is started at once, with dice of a key whose commitment goes into the header of the record;
the faces thrown by the start itself are noted there too, as no later line can record them. Where
all throw the dice together (:mod:`hexwar.host.rolls`) the game started here is only for looking at:
the real one begins, with other dice, when all have sat down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from secrets import token_urlsafe
from typing import NamedTuple

from hexwar.host.clocks import Clock
from hexwar.host.eyes import WATCH
from hexwar.host.policy import Policy
from hexwar.host.rolls import terms_of
from hexwar.host.store import SeatRow, Store, TableRow
from hexwar.host.table import CLOSED
from hexwar.records import HUMAN
from hexwar.records.changed_rules import header_of
from hexwar.records.lines import DiceKey, encoded
from hexwar.records.session import OPPONENT
from hexwar.rules.game import Game


class BegunTable(NamedTuple):
    """The id of a table, and by seat the secret that opens it."""

    table: str
    secrets: dict[str, str]


def begin_table(
    store: Store,
    game: Game,
    source: str,
    choice: tuple[str | None, Sequence[str], str | None],
    players: Mapping[str, str],
    policy: Policy,
    now: float,
    key: DiceKey,
) -> BegunTable:
    """Begin a game between seats, and store it.

    ``choice`` is scenario, options, edition; ``players`` are computers by the side that they play.
    ChoiceError for a choice that does not exist.
    """
    dice = key.dice()
    noted = dice.noting()
    scenario, options, edition = choice
    state = game.start(scenario, options, edition=edition, dice=noted)
    state.dice = dice
    frame = state.frame
    sides = enumerate(frame.side_ids)
    neutral = {side: OPPONENT for index, side in sides if index not in frame.played}
    seated = dict.fromkeys(frame.side_ids, HUMAN) | neutral | dict(players)
    terms = terms_of(policy, state, seated)
    header = replace(header_of(game, state, key.commitment, seated), thrown=noted.faces)
    if terms is not None:  # what stands there begins when all have sat down
        header = replace(header, begins=(), thrown=(), fair=terms)
    seats = [SeatRow(side, player) for side, player in seated.items() if side not in neutral]
    if policy.watch:  # a spectator sees what all sides see, so all must agree to it first
        seats.append(SeatRow(WATCH, CLOSED if state.scopes.hiding else HUMAN))
    clock = Clock.begun(policy, seated)
    clock.runs_for(state.side_to_act, now)
    table, tokens = token_urlsafe(9), {token_urlsafe(24): seat for seat in seats}
    row = TableRow(
        table,
        now,
        source,
        policy.to_dict(),
        key.to_dict(),
        clock.to_dict(),
        at=1,
        position=state.to_dict(),
        eyes={},
        offer={},
    )
    # Nobody is given the secret of a side that the game itself plays; the store wants one.
    neutrals = {token_urlsafe(24): SeatRow(side, player) for side, player in neutral.items()}
    store.add_table(row, encoded(header.to_dict()), tokens | neutrals)
    return BegunTable(table, {seat.seat: token for token, seat in tokens.items()})
