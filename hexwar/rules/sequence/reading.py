"""What phases say beside their line in the sequence of play, in sentences that players read.

A page of rules lists the phases with their titles and sides; here is what else a phase says, by
whichever package the key comes from: tables, decks, effects, plots, orders of activation.
"""

from __future__ import annotations

from hexwar.rules.decks.section import CardPhases
from hexwar.rules.effects import PhaseEffects
from hexwar.rules.language.reading import Charted, Speaker, Words
from hexwar.rules.language.wording import called, every, several
from hexwar.rules.plots.section import PlotPhases
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.tables.section import TablePhase


def _table(phase: Phase, speaker: Speaker) -> str:
    return f"A roll on the table: {speaker.called('table', phase[TablePhase].table)}."


def _optional(phase: Phase, speaker: Speaker) -> str:
    if phase[TablePhase].optional:
        return "The side decides whether it rolls."
    return "It is always rolled."


def _deck(phase: Phase, speaker: Speaker) -> str:
    deck = phase[CardPhases].deck
    return f"Deck: {called(speaker.names, 'deck', deck)}." if deck else "Cards of all decks."


def _plays(phase: Phase, speaker: Speaker) -> str:
    return f"At most {several(phase[CardPhases].plays, 'card')} may be played."


def _mandatory(phase: Phase, speaker: Speaker) -> str:
    if phase[CardPhases].mandatory:
        return "A side that can play a card must."
    return "Nobody has to play a card."


def _effects(phase: Phase, speaker: Speaker) -> str:
    names = (called(speaker.names, "effect", effect) for effect in phase[PhaseEffects].effects)
    return f"In force: {every(names)}."


def _plots(phase: Phase, speaker: Speaker) -> str:
    names = (called(speaker.names, "plot", plot) for plot in phase[PlotPhases].plots)
    return f"Carried out: {every(names)}."


def _order(phase: Phase, speaker: Speaker) -> str:
    """In which order units or sides act in a phase."""
    return {
        "chits": "Who acts is drawn out of the cup.",
        "alternating": "Sides take turns to act, the one with the initiative first.",
        "initiative_then_others": "The side with the initiative acts first, then all others.",
        "any": "Its side says who acts next.",
        None: "Nobody acts in it one after the other.",
    }[phase.order]


def _calendar(sequence: SequenceOfPlay, speaker: Speaker) -> str:
    """The names of turns, each with its turns."""
    turns = {name: sorted(sequence.called(name)) for name in sequence.calendar}
    listed = (
        f"{name}, turn{'s' * (len(when) > 1)} {every(map(str, when))}"
        for name, when in turns.items()
        if when  # a short scenario ends before winter
    )
    return f"Turns have names: {'; '.join(listed)}."


WORDS: Words = {
    SequenceOfPlay: {"turns": Charted(), "phases": Charted(), "calendar": _calendar},
    Phase: {
        **dict.fromkeys(
            (
                *("id", "title", "kind", "side", "decided", "condition", "points", "patch"),
                # The units that act in it: of movement, of fire and of tables.
                *("only", "begun_in_zone", "for_each"),
                "phases",
            ),
            Charted(),
        ),
        "order": _order,
        "table": _table,
        "optional": _optional,
        "deck": _deck,
        "plays": _plays,
        "mandatory": _mandatory,
        "effects": _effects,
        "plots": _plots,
    },
}
