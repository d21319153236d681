"""Beginning a game that is saved by itself while it is played."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import hexwar
from hexwar.records.errors import RecordError
from hexwar.records.saves import new_save_path
from hexwar.records.session import Players, Session
from hexwar.rules.game import Game


def begin_session(
    game: Game | str | Path,
    scenario: str | None = None,
    options: Iterable[str] = (),
    edition: str | None = None,
    *,
    seed: int | str | None = None,
    players: Players | None = None,
) -> Session:
    """A new game with an autosave; a notice in the session when saving is impossible.

    DefinitionError and ChoiceError as :meth:`Session.new`.
    """
    if not isinstance(game, Game):
        game = hexwar.load_game(game)
    chosen = scenario or next(iter(game.catalog.scenarios), "")
    path = new_save_path(game.catalog.header.id, chosen)
    options = tuple(options)
    try:
        return Session.new(game, scenario, options, edition, seed=seed, players=players, path=path)
    except RecordError as problem:
        session = Session.new(game, scenario, options, edition, seed=seed, players=players)
        message = str(problem)
        session.notices.append(f"{message[:1].upper()}{message[1:]}. It goes on without a save.")
        return session
