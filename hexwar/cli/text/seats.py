"""Who plays in the terminal, and who plays a side from now on."""

from __future__ import annotations

from hexwar.cli.choosing import player_named
from hexwar.cli.text.talk import Talk
from hexwar.definition.spelling import echoed, suggestion
from hexwar.players import called
from hexwar.players.fault import sentence
from hexwar.records import Session
from hexwar.records.lesson import LessonSession
from hexwar.rules.sides.section import Sides


def who_plays(session: Session) -> str:
    """Every side with its player."""
    names = session.state.resolved[Sides].names
    return f"Players: {', '.join(f'{names[s]}: {called(p)}' for s, p in session.players.items())}."


def players(game: Talk, what: str) -> None:
    """Who plays each side; with a side (by its id or its name) and a player: he takes it over."""
    session = game.session
    names = {side.id: side.name for side in session.state.resolved[Sides].played}
    # From the right, as names of sides may have several words.
    side, _, player = what.rpartition(" ")
    if not what:
        game.say_prose(who_plays(session))
    elif isinstance(session, LessonSession):
        game.say("A lesson keeps its players.")
    elif not side:
        game.say(f"Say which side, and who plays it from now on: players {min(names)} hard")
    else:
        known = {name.casefold(): side for side, name in names.items()} | {s: s for s in names}
        side_id = known.get(side.strip().casefold())
        if side_id is None:
            game.say_prose(f"There is no side {echoed(side)}; {suggestion(side, list(names))}")
            return
        try:
            game.seat(side_id, player_named(player))
        except ValueError as problem:
            game.say_prose(sentence(problem))
        else:
            game.say(f"{names[side_id]}: {called(session.players[side_id])} from now on.")
