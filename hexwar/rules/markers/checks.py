"""What is proved of section ``markers``: that they can be placed, and in which phases.

A kind is placed by units, by its side, by a result or by the map itself: one of these must bring it
to some hex, and the phases that are named must be of the side that places it. The other way about,
a phase of kind markers must be for some.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import Effect
from hexwar.rules.cup.section import Cup
from hexwar.rules.decks.section import Decks
from hexwar.rules.language.section import each_step
from hexwar.rules.language.selectors import is_at
from hexwar.rules.markers.section import Marker, Markers, MarkerStep
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.tables.section import TablePhase, Tables


@of_each_game
def markers_are_placed_in_their_phases(subject: Subject, findings: Findings) -> None:
    """Every phase that is named is one in which the side, or its units, can place them."""
    phases = {phase.id: phase for phase in subject.game[SequenceOfPlay].phases}
    for marker in _all_kinds(subject):
        by_units = marker.place is not None and marker.place.by is not None
        kinds = ("markers", "movement") if by_units else ("markers",)
        if marker.place:
            for name in marker.place.phase:
                phase, why = phases.get(name), ""
                if phase is not None and phase.side not in (marker.side, ""):
                    why = f"a phase of {phase.side}"
                elif phase is not None and phase.kind not in kinds:
                    why = f"a phase of kind {phase.written_kind}"
                if why:
                    place = subject.node("markers", marker.id, "place", "phase").place()
                    findings.add(
                        "HW564", place, f"{marker.id} is not placed in {name}, which is {why}"
                    )


@of_each_game
def markers_can_lie_somewhere(subject: Subject, findings: Findings) -> None:
    """Something places each kind in some hex, or some lie there when the game begins."""
    hexmap = subject.game.map
    by_results = {
        reference.name
        for reference in subject.references
        if reference.kind == "marker" and "place" in reference.path[-2:]
    }
    for marker in _all_kinds(subject):
        at = marker.place.at if marker.place else None
        nowhere = at is not None and not any(is_at(at, hexmap, number) for number in hexmap)
        if not marker.begins and marker.id not in by_results and (marker.place is None or nowhere):
            why = "no hex is as `place.at` says" if nowhere else "nothing places it"
            place = subject.key("markers", marker.id).place()
            findings.add("HW565", place, f"{marker.id} never lies on the map: {why}")


@of_each_game
def phases_of_markers_have_some(subject: Subject, findings: Findings) -> None:
    """In every phase of kind markers some are placed."""
    named = {name for marker in _all_kinds(subject) if marker.place for name in marker.place.phase}
    for phase in subject.game[SequenceOfPlay].phases:
        if phase.kind == "markers" and phase.id not in named:
            place = subject.node("sequence", "phases", *phase.at, "kind").place()
            findings.add("HW566", place, f"no marker is placed in {phase.id}")


@of_each_game
def markers_of_programs_lie_somewhere(subject: Subject, findings: Findings) -> None:
    """Where no hex is fought for, a step says where markers are meant, or is about a unit."""
    for path, steps, about_units in _programs(subject):
        for marker_step in (step.said for step in each_step(steps)):
            if not isinstance(marker_step, MarkerStep) or marker_step.hexes:
                continue
            if not about_units or marker_step.at == "attackers":
                message = f"nothing says where {marker_step.marker} is meant by {path[-1]}"
                hint = "name the `hexes`"
                if path[0] == "tables":
                    hint += ", or let the phase roll `for_each` of some units"
                if path[0] == "decks":
                    hint += ", or let the card answer a move or a fire"
                findings.add("HW567", subject.node(*path).place(), message, help=hint)


def _programs(subject: Subject) -> Iterator[tuple[tuple[str, ...], tuple[Effect, ...], bool]]:
    """The programs that no battle carries out: where each stands, its steps, and whether it is
    about a unit, in whose hex markers then are.
    """
    game = subject.game
    tables, decks, cup = game.section(Tables), game.section(Decks), game.section(Cup)
    phases = game[SequenceOfPlay].phases
    if tables:
        for table in tables.tables.values():
            asked = [
                rolling for rolling in map(_table_of_phase, phases) if rolling.table == table.id
            ]
            for_units = all(rolling.for_each is not None for rolling in asked)
            for code in table.results:
                yield ("tables", table.id, "results", code), table.result(code).steps, for_units
    if decks:
        for deck in decks.by_id.values():
            for card in deck.cards.values():
                acts = bool(card.answers and (card.answers.move or card.answers.fire))
                yield ("decks", deck.id, "cards", card.id), card.does, acts
    if not cup:
        return
    for chit in cup.chits.values():
        yield ("cup", chit.id), chit.does, False


def _table_of_phase(phase: Phase) -> TablePhase:
    """What a phase says of a table."""
    table_phase: TablePhase = phase[TablePhase]
    return table_phase


def _all_kinds(subject: Subject) -> Iterator[Marker]:
    section = subject.game.section(Markers)
    yield from section.by_id.values() if section else ()
