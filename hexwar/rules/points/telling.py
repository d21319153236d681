"""What victory points are scored for, in the words that players read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.grammar import does
from hexwar.definition.model import ResolvedGame
from hexwar.engine.notation import brought
from hexwar.rules.language.conditions import counted
from hexwar.rules.language.telling import in_a_sentence
from hexwar.rules.language.wording import titles
from hexwar.rules.points.section import Points

_SCORED = {
    "as_it_stands": "",
    "every_turn": ", again at the end of every turn",
    "at_the_end": ", when the game is over",
}


def scoring(game: ResolvedGame) -> Iterator[str]:
    """A sentence for each thing that victory points are scored for, with its title and rule."""
    names, wordings = titles(game), brought().wordings
    for award in game[Points].awards.values():
        each = f" for each {counted(award.counted, names)}" if award.counted else ""
        asked = award.condition
        when = f", if {in_a_sentence(asked, names, wordings)}" if asked else ""
        again = _SCORED[award.scored]
        cited = f" (rule {award.cite})" if award.cite else ""
        scores = f"{does(names[award.side], 'scores')} {award.each}{each}{when}{again}"
        yield f"{award.title}: {scores}.{cited}"
