"""How a table is laid: who sits where, what is promised of its dice, what is stored of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from secrets import token_urlsafe

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


def begin_table(
    store: Store,
    game: Game,
    source: str,
    choice: tuple[str | None, Sequence[str], str | None],
    players: Mapping[str, str],
    policy: Policy,
    now: float,
    key: DiceKey,
) -> tuple[str, dict[str, str]]:
    """Begin a game between seats, and store it; its id, and the secret of each seat.

    ``choice`` is scenario, options, edition; ``players`` are computers by the side that they play.
    ChoiceError for a choice that there is not.
    """
    dice = key.dice()
    noted = dice.noting()
    scenario, options, edition = choice
    state = game.start(scenario, options, edition=edition, dice=noted)
    state.dice = dice
    frame = state.frame
    sides = dict(zip(frame.side_ids, range(len(frame.side_ids)), strict=True))
    neutral = {side: OPPONENT for side, at in sides.items() if at not in frame.played}
    seated = dict.fromkeys(sides, HUMAN) | neutral | dict(players)
    terms = terms_of(policy, state, seated)
    header = replace(header_of(game, state, key.commitment, seated), thrown=noted.faces)
    if terms is not None:  # what stands there begins when all have sat down
        header = replace(header, begins=(), thrown=(), fair=terms)
    seats = [SeatRow(side, player) for side, player in seated.items() if side not in neutral]
    if policy.watch:
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
    neutrals = {token_urlsafe(24): SeatRow(side, player) for side, player in neutral.items()}
    store.add_table(row, encoded(header.to_dict()), tokens | neutrals)
    return table, {seat.seat: token for token, seat in tokens.items()}
