"""What is proved of section ``works``: that there are places for them, and something they do."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.works.section import HexsideWork, Works, pair_of


@of_each_game
def works_can_stand_somewhere(subject: Subject, findings: Findings) -> None:
    """Each does something on hexsides of the map, and in phases in which units work."""
    for work in subject.game[Works].by_id.values():
        for wrong, hint in _faults(subject.game, work):
            place = subject.key("works", work.id).place()
            findings.add("HW652", place, f"{work.id}: {wrong}", help=hint)


def _faults(game: ResolvedGame, entry: HexsideWork) -> Iterator[tuple[str, str]]:
    """What contradicts itself in a kind of work, each with what to do about it."""
    if not entry.kind and not entry.carries:
        yield "it does nothing where it stands", "say its `kind` of hexside, or what it `carries`"
    known = game[Terrain].hexsides
    for written in (*entry.standing, *entry.sites):
        pair = pair_of(written)
        beside = pair[0] in game.map and pair[1] in game.map.neighbors(pair[0])
        if not beside and written not in known:
            yield f"{written} is no hexside of the map", "write two adjacent hexes: 0503/0603"
            return
    begins, places = entry.begins(game.map), entry.places(game.map)
    if not places:
        yield "there is no hexside where it could stand", "name some in `standing` or `sites`"
    if entry.build is None and entry.wreck is None and entry.falls is None:
        yield "nobody builds or wrecks it", "say `build` or `wreck`, or put it on the map"
    if entry.falls is not None and not (entry.falls.nears or entry.falls.phase):
        yield "it never falls", "say whom it `nears`, or a `phase`"
    if entry.falls is not None and entry.falls.again == "forbidden" and entry.falls.roll is None:
        yield "it falls without a roll, which cannot fail", "add a `roll`, or leave out `again`"
    if entry.wreck is None and entry.falls is None and places and begins == places:
        yield "it stands everywhere, and nobody wrecks it", "say `wreck`, or more `sites`"
    if entry.build is None and places and not begins:
        yield "it stands nowhere, and nobody builds it", "say `build`"
    phases = {phase.id: phase.kind for phase in game[SequenceOfPlay].phases}
    named = [name for work in (entry.build, entry.wreck) if work for name in work.phase]
    for name in named:
        kind = phases.get(name, "orders")
        if kind not in ("orders", "movement"):
            yield f"{name} is a phase of kind {kind}", "name phases of kind orders or movement"
