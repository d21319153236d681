"""Read where counters stand when a game begins: by at-start stacks, or as a save has them.

:meth:`Setups.all` lists the set-ups that the module offers to its players, then saves in the file
that none of them names; where each begins with a save, the stacks at start are a set-up of their
own, as they would be seen nowhere else. Then it reads each: of stacks at start by the board and the
point, or the number of a hex, that they say; of a save by the counters in its stacks and those that
lie alone. A counter stands in a hex of the map, else in a zone, else nowhere, and what is left
aside is told with the reason. Counters in decks stand nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hexwar.imports.draft import Telling
from hexwar.imports.foreign_files import ImportRefusedError
from hexwar.imports.vassal.boards import BoardPlace, LaidBoard, ModuleBoard, Place, Point, laid
from hexwar.imports.vassal.counters import Counters, KindOfCounter, shows_back
from hexwar.imports.vassal.module import (
    Module,
    ModuleMap,
    ModuleSave,
    SetupSaid,
    alone,
    read_save,
    traits_in,
)
from hexwar.imports.writing import told

SAVES = (".vsav", ".sav")
"""How the names of saves end."""

MOST_SETUPS = 400
"""So many set-ups are read of a module, which may be a stranger's and hold any number."""

BACK_UP = "with their back up: write `{hex: ..., step: 2}` where they have two steps"
"""What is told of them: a back may be a weaker step or anything else, so no step is written."""


@dataclass(frozen=True, slots=True)
class StandingCounter:
    """A counter in its place: a hex of a board, or a zone, or neither."""

    kind: KindOfCounter
    map: str
    board: ModuleBoard | None = None
    hex: Place | None = None
    zone: str = ""


@dataclass
class ModuleSetup:
    """One set-up: its counters from the lowest of each stack upwards, and what was left aside."""

    title: str
    standing: list[StandingCounter] = field(default_factory=list)
    left: Counter[str] = field(default_factory=Counter)
    file: str = ""


class Setups:
    """The set-ups of a module. What is wrong with one of them is told, and the others are read."""

    def __init__(self, module: Module, counters: Counters) -> None:
        self._module, self._counters = module, counters
        self._maps = {module_map.name: module_map for module_map in module.maps}
        self.troubles: list[str] = []
        self.decks = self.empty_stacks = 0
        self.layouts: dict[str, list[LaidBoard]] = {}
        """By map, the first boards that lie side by side: as the module or a save has them."""
        for its_map in module.maps:
            self._placed(its_map, its_map.laid)

    def all(self, tell: Telling) -> list[ModuleSetup]:
        """Read all set-ups, at most :data:`MOST_SETUPS`."""
        module = self._module
        setups = list(module.setups)
        cited = {setup.file for setup in setups}
        saves = (name for name in module.archive.names if name.lower().endswith(SAVES))
        for name in sorted(set(saves) - cited):
            stem = name.rpartition("/")[2].rpartition(".")[0]
            setups += [SetupSaid(stem, name)]
        # No set-up begins with these stacks alone, so that they would be seen nowhere.
        if module.at_start and all(setup.file for setup in module.setups):
            setups.insert(0, SetupSaid("At start", ""))
        if len(setups) > MOST_SETUPS:
            self.troubles.append(f"{len(setups) - MOST_SETUPS} set-ups beyond {MOST_SETUPS}")
        del setups[MOST_SETUPS:]
        readable = []
        for number, listed in enumerate(setups, 1):
            tell(f"set-up {told(listed.title, 40)}", number, len(setups))
            setup = self._saved(listed) if listed.file else self._at_start(listed.title)
            if setup is not None:
                readable.append(setup)
        return readable

    # -- at-start stacks

    def _at_start(self, title: str) -> ModuleSetup:
        """Take the stacks that the module itself puts on its maps."""
        setup = ModuleSetup(title)
        for stack in self._module.at_start:
            module_map = self._maps[stack.map]
            boards_named = (board for board in module_map.boards if board.name == stack.board)
            board = next(boards_named, None)
            if board is None:  # the stack names none: the one that is laid first, else any
                laid_first = next(iter(module_map.laid), None)
                boards_named = (
                    b for b in module_map.boards if laid_first and b.name == laid_first.name
                )
                board = next(boards_named, module_map.boards[0] if module_map.boards else None)
            spot = None
            if board is not None:
                by_name = bool(stack.location)
                spot = _by_name(board, stack.location) if by_name else _at(board, stack.at)
            for slot in stack.slots:
                kind = self._counters.of_slot(slot)
                if kind is None:
                    setup.left["cards, and what never moves"] += 1
                elif spot is None:  # a map without boards: what the stack is called says where
                    setup.standing.append(
                        StandingCounter(kind, module_map.name, zone=stack.location or stack.name)
                    )
                else:
                    setup.standing.append(StandingCounter(kind, module_map.name, board, *spot))
        return setup

    # -- saves

    def _saved(self, entry: SetupSaid) -> ModuleSetup | None:
        """Read a set-up that begins with a save; ``None``, and why is told, if it cannot be."""
        if entry.file not in self._module.archive:
            why = self._module.archive.refused.get(entry.file, "is not in the module")
            self.troubles.append(f"set-up {entry.title}: {entry.file} {why}")
            return None
        try:
            game = read_save(self._module.archive.read(entry.file), entry.file)
        except ImportRefusedError as problem:
            self.troubles.append(f"set-up {entry.title}: {problem}")
            return None
        if game is None:
            self.troubles.append(f"set-up {entry.title}: {entry.file} holds no saved game")
            return None
        return self._standing_in(entry, game)

    def _standing_in(self, entry: SetupSaid, game: ModuleSave) -> ModuleSetup:
        """Take the counters of a save, in stacks and alone, each where it stands on the maps."""
        setup = ModuleSetup(entry.title, file=entry.file)
        in_decks = len(game.in_decks & game.pieces.keys())
        if in_decks:
            setup.left["in decks"] += in_decks
        if game.undecodable:
            self.troubles.append(
                f"set-up {entry.title}: bytes in it are no text, and were replaced"
            )
        self.decks += game.decks
        self.empty_stacks += game.empty_stacks
        boards = {name: self._laid(name, game) for name in self._maps}
        traits = {i: layers for i, text in game.pieces.items() if (layers := traits_in(text))}
        idents_taken: set[str] = set()
        for stack in [*game.stacks, *alone(game, traits)]:
            for ident in stack.idents:
                # Where a save names a counter twice, it stands where it is named first.
                if ident in idents_taken or ident not in traits:
                    continue
                idents_taken.add(ident)
                if stack.map not in self._maps:
                    setup.left["on maps that the module does not have"] += 1
                    continue
                # The last of its traits is the counter itself; those before are its layers.
                kind = self._counters.of_saved(traits[ident][-1], game.pieces[ident])
                if kind is None:
                    setup.left["cards, and what never moves"] += 1
                    continue
                setup.standing.append(_standing(kind, stack.map, boards[stack.map], stack.at))
                if shows_back(traits[ident], kind.faces):
                    setup.left[BACK_UP] += 1
        return setup

    def _laid(self, name: str, game: ModuleSave) -> list[LaidBoard]:
        """Lay the boards of a map as they lie in a save, or else at first."""
        module_map = self._maps[name]
        boards = self._placed(module_map, game.boards.get(name) or module_map.laid)
        if not boards and module_map.boards:
            first = module_map.boards[0]
            return laid({first.name: first}, [BoardPlace(first.name)], module_map.edge)
        return boards

    def _placed(self, module_map: ModuleMap, places: Iterable[BoardPlace]) -> list[LaidBoard]:
        """Lay boards side by side on a map.

        The first layout of several that a map is seen in is kept in :attr:`layouts`.
        """
        boards = laid({board.name: board for board in module_map.boards}, places, module_map.edge)
        if len(boards) > 1:
            self.layouts.setdefault(module_map.name, boards)
        return boards


def _standing(
    kind: KindOfCounter, map_name: str, boards: Iterable[LaidBoard], point: Point
) -> StandingCounter:
    """Stand a counter on the first board that a point of a map lies on, or beside all."""
    for lying in boards:
        own_point = lying.own(point)
        if own_point is not None:
            return StandingCounter(kind, map_name, lying.board, *_at(lying.board, own_point))
    return StandingCounter(kind, map_name)


def _by_name(board: ModuleBoard, location: str) -> tuple[Place | None, str]:
    """Find the hex of a board that is called so, or the zone."""
    for hex_field in board.together:
        if hex_field.numbering is not None and board.main is not None:
            size = board.size_under(hex_field)
            # By the names of all hexes: numbering reckons a name from a hex, and not back.
            for place in _and_around(board.hexes(hex_field)):
                if hex_field.numbering.name(hex_field.grid, size, place) == location:
                    return board.main.grid.hex_at(hex_field.grid.middle(place)), ""
    return None, location


def _at(board: ModuleBoard, point: Point) -> tuple[Place | None, str]:
    """Find the hex of a board's main grid at a point, or the zone."""
    spot = board.spot(point)
    if board.main is not None and spot.field in board.together:
        return board.main.grid.hex_at(point), spot.zone
    return None, spot.zone or "off the grid"


def _and_around(hexes: Iterable[Place]) -> Iterator[Place]:
    """Yield the whole hexes, then those next to them, which are void: a stack may stand there."""
    whole_hexes = list(hexes)
    yield from whole_hexes
    reached = set(whole_hexes)
    for column, row in whole_hexes:
        neighbors = (column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)
        for place in neighbors:
            if place not in reached:
                reached.add(place)
                yield place
