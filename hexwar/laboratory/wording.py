"""What matches are called where people read of them."""

from __future__ import annotations

from hexwar.players import called
from hexwar.players.matches import Match, loaded


def setting_named(match: Match) -> str:
    """What is played: game, scenario, options, edition, by their titles."""
    game = loaded(match.game)
    catalog = game.catalog
    resolved = game.ruleset(match.scenario, match.options, match.edition).frame.resolved
    options = "".join(f" + {catalog.options[option].title}" for option in resolved.options)
    edition = f" ({catalog.editions[match.edition].title})" if match.edition else ""
    return f"{catalog.header.title}: {resolved.scenario.title}{options}{edition}"


def match_named(match: Match) -> str:
    """What is played and by whom."""
    frame = loaded(match.game).ruleset(match.scenario, match.options, match.edition).frame
    names = dict(zip(frame.side_ids, frame.side_names, strict=True))
    playing = [f"{names[side]} {called(str(player))}" for side, player in match.players]
    return f"{setting_named(match)}: {' against '.join(playing)}"
