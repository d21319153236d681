"""Who plays in the terminal, and who plays a side from now on."""

from __future__ import annotations

from hexwar.cli.choosing import player_named
from hexwar.cli.text.talk import Talk
from hexwar.definition.spelling import echoed, suggestion
from hexwar.players import called
from hexwar.players.fault import sentence
from hexwar.records.lesson import LessonSession
from hexwar.rules.sides.section import Sides


def players(game: Talk, what: str) -> None:
    """Who plays each side; with a side (by its id or its name) and a player: he takes it over."""
    session = game.session
    names = {side.id: side.name for side in session.state.resolved[Sides].played}
    side, _, player = what.rpartition(" ")
    if not what:
        playing = (f"{name}: {called(session.players[side])}" for side, name in names.items())
        game.say_prose(f"Players: {', '.join(playing)}.")
    elif isinstance(session, LessonSession):
        game.say("A lesson keeps its players.")
    elif not side:
        game.say(f"Say which side, and who plays it from now on: players {min(names)} hard")
    else:
        known = {name.casefold(): side for side, name in names.items()} | {s: s for s in names}
        found = known.get(side.strip().casefold())
        if found is None:
            game.say_prose(f"There is no side {echoed(side)}; {suggestion(side, list(names))}")
            return
        try:
            game.seat(found, player_named(player))
        except ValueError as problem:
            game.say_prose(sentence(problem))
        else:
            game.say(f"{names[found]}: {called(session.players[found])} from now on.")
