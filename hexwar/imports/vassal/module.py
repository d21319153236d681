"""Read all of a VASSAL module that a draft needs: maps, counters, set-ups, and what else there is.

A module is a zip with a buildfile (XML), pictures, and saved games in which its counters stand. The
buildfile is walked through from its root. What is known is taken with all that is in it; what is
not is walked through to what it holds, as modules nest tabs, folders and maps in any way. What is
of no use to a draft is counted by the words under which the list tells it, so that nothing is lost
in silence. No code of a module is ever run: a class of its own is read as what its name ends in.

First what a module holds; then :func:`read_module`, which walks through the buildfile; last
:func:`read_save`, which takes of a saved game where counters stand and nothing about persons.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexwar.definition.printable import path_named
from hexwar.imports.draft import Telling, silent
from hexwar.imports.foreign_files import (
    OTHER_KIND,
    UNREADABLE,
    Archive,
    Element,
    Entries,
    ImportRefusedError,
    read_markup,
)
from hexwar.imports.vassal.boards import (
    FARTHEST,
    BoardPlace,
    ModuleBoard,
    Point,
    is_true,
    pixels,
    read_board,
)
from hexwar.imports.vassal.images import Images
from hexwar.imports.vassal.pieces import (
    BASIC,
    LAYERS,
    BadPieceError,
    ModulePiece,
    Prototypes,
    Trait,
    commands,
    decode,
    read_traits,
)

BUILDFILES = ("buildFile.xml", "buildFile")
"""What describes a module; in old ones its name has no ending."""
ROOTS = ("GameModule", "BasicModule")
EXTENSION = "ModuleExtension"
MAPS = ("Map", "PrivateMap", "PlayerHand")
SLOTS = ("PieceSlot", "CardSlot")
TABS = ("PieceWindow", "TabWidget", "ListWidget", "PanelWidget", "BoxWidget")

OTHERS = (
    *("BoardPicker", "Board", "HexGrid", "HexGridNumbering", "ObliqueHexGridNumbering"),
    *("SquareGrid", "RegionGrid", "Region", "ZonedGrid", "Zone", "SetupStack", "PlayerRoster"),
    *("PrototypeDefinition", "PredefinedSetup", "TurnTracker", "CounterTurnLevel"),
    "ListTurnLevel",
)
"""What else is read of a module."""

TOLD = {
    "DiceButton": "dice",
    "SpecialDiceButton": "dice with symbols",
    "InternetDiceButton": "dice",
    "Chart": "charts",
    "HtmlChart": "charts",
    "GlobalProperty": "properties of the whole game",
    "Inventory": "inventories",
    "DrawPile": "decks",
    "PlayerHand": "hands of cards",
    "MultiActionButton": "buttons",
    "DoActionButton": "buttons",
    "GlobalKeyCommand": "buttons",
    "MassKeyCommand": "buttons",
    "ToolbarMenu": "buttons",
    "StartupGlobalKeyCommand": "buttons",
    "LayerControl": "buttons",
    "LayeredPieceCollection": "orders of layers",
    "LOS_Thread": "lines of sight",
    "SpecialDie": "dice with symbols",
    "GamePieceImage": "pictures that are drawn by the module",
    "AboutScreen": "pages of help",
    "HelpFile": "pages of help",
    "BrowserHelpFile": "pages of help",
    "Tutorial": "pages of help",
    "ChessClock": "clocks",
    "Language": "translations",
    "NotesWindow": "notes",
    "RandomTextButton": "random texts",
    "ScenarioPropertiesOptionTab": "questions when a game begins",
    "WidgetMap": "maps in charts",
    "GlobalMap": "maps that show another one smaller",
}
"""Elements that are counted and not carried over: the heading under which they are told."""
ENDINGS = sorted({*ROOTS, EXTENSION, *MAPS, *SLOTS, *TABS, *OTHERS, *TOLD}, key=lambda n: -len(n))
"""What a class of a module's own may be a kind of, the longest first."""
_KNOWN = frozenset(ENDINGS)
VASSALS = "VASSAL."
"""How the names of VASSAL's own classes begin."""


@dataclass(frozen=True)
class ModuleSlot:
    """A counter of the palette, a deck or a stack: a kind, and not how many there are."""

    entry: str
    gpid: str
    tabs: tuple[str, ...]
    piece: ModulePiece
    is_card: bool = False

    @property
    def name(self) -> str:
        """What it is called."""
        return self.piece.name or self.entry.strip()


@dataclass(frozen=True)
class AtStart:
    """Counters that stand on a map whenever a game begins, the lowest first."""

    map: str
    board: str
    name: str
    at: Point
    location: str
    """The number or the zone of its place, where it is not placed by pixels."""
    slots: tuple[ModuleSlot, ...]


@dataclass(frozen=True)
class SetupSaid:
    """A set-up that players choose: its title, and the save that it begins with, if any."""

    title: str
    file: str


@dataclass
class ModuleMap:
    """A map: its boards, how they lie side by side at first, and the edge around them."""

    name: str
    boards: list[ModuleBoard] = field(default_factory=list)
    edge: tuple[float, float] = (0, 0)
    laid: list[BoardPlace] = field(default_factory=list)
    is_hand: bool = False


class ModuleChart(NamedTuple):
    """A chart to be looked at: what it is called, and its picture or page."""

    title: str
    file: str


class OwnClass(NamedTuple):
    """A class of a module's own: what it is called, and what it is a kind of."""

    spelled: str
    kind: str


@dataclass
class Module:
    """What was found in a module. ``counts`` are elements that are told and not carried over."""

    archive: Entries
    images: Images
    name: str = ""
    version: str = ""
    description: str = ""
    maps: list[ModuleMap] = field(default_factory=list)
    slots: list[ModuleSlot] = field(default_factory=list)
    at_start: list[AtStart] = field(default_factory=list)
    setups: list[SetupSaid] = field(default_factory=list)
    roster: list[str] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)
    charts: list[ModuleChart] = field(default_factory=list)
    cards: int = 0
    deck_names: list[str] = field(default_factory=list)
    prototypes: Prototypes = field(default_factory=lambda: Prototypes({}))
    counts: Counter[str] = field(default_factory=Counter)
    java_classes: int = 0
    """Files of code in it, which are never run."""
    own_classes: Counter[OwnClass] = field(default_factory=Counter)
    """Those that are read."""
    other_classes: Counter[str] = field(default_factory=Counter)
    """Classes of its own that nothing is known of."""
    unread: Counter[str] = field(default_factory=Counter)
    """Classes of VASSAL of which nothing is read."""
    troubles: list[str] = field(default_factory=list)


def read_module(source: bytes | Entries, called: str, tell: Telling = silent) -> Module:
    """Read a module: a file, or what is in one or in a folder.

    :class:`ImportRefusedError` if it is none, broken or hostile. What is wrong with one of its
    parts is one of its ``troubles``, and the rest is read.
    """
    archive = Archive(source, called) if isinstance(source, bytes) else source
    name = _buildfile(archive, called)
    root = read_markup(archive.read(name), f"{name} of {called}")
    module = Module(archive, Images(archive), root.get("name"), root.get("version"))
    module.description = root.get("description")
    _know_own_classes(module, root)
    if root.name == EXTENSION:
        why = f"{called} is an extension of a module; import the module that it extends"
        raise ImportRefusedError(OTHER_KIND, why)
    if root.name not in ROOTS and not any(child.name in _KNOWN for child in root.within()):
        raise ImportRefusedError(OTHER_KIND, f"{called} is no module: its root is {root.name}")
    module.prototypes = Prototypes(
        {
            prototype.get("name"): prototype.text
            for prototype in root.within()
            if prototype.name == "PrototypeDefinition"
        }
    )
    module.java_classes = sum(file.endswith(".class") for file in archive.names)
    _Walk(module).through(root, tell)
    return module


def _buildfile(archive: Entries, called: str) -> str:
    """Find the buildfile, which is at the top, or in the one folder that has such."""
    names = [*archive.names, *archive.refused]
    at_top = [name for name in BUILDFILES if name in names]
    if not at_top:
        # A zip made of a folder as a whole has the folder in it.
        endings = tuple(f"/{name}" for name in BUILDFILES)
        holders = [name.rpartition("/")[0] for name in names if name.endswith(endings)]
        depth = min((folder.count("/") for folder in holders), default=0)
        folders = sorted({folder for folder in holders if folder.count("/") == depth})
        if not folders:
            raise _no_module(names, called)
        if len(folders) > 1:
            folders_named = ", ".join(map(path_named, folders[:6]))
            why = f"{called} holds several modules, each with a buildFile.xml: import one of"
            raise ImportRefusedError(OTHER_KIND, f"{why} {folders_named}")
        archive.below(f"{folders[0]}/")
        at_top = [name for name in BUILDFILES if name in {*archive.names, *archive.refused}]
    if at_top[0] not in archive:
        why = f"{called} is not read: its {at_top[0]} {archive.refused[at_top[0]]}"
        raise ImportRefusedError(UNREADABLE, why)
    return at_top[0]


def _no_module(names: Sequence[str], called: str) -> ImportRefusedError:
    """Say why a file without a buildfile is refused: what it is instead, where that can be told."""
    if BODY in names:
        why = f"{called} is a saved game: it holds no buildFile.xml; import the module it is of"
        return ImportRefusedError(OTHER_KIND, why)
    why = f"{called} is no module: it holds no buildFile.xml"
    modules_inside = [name for name in names if name.lower().endswith((".vmod", ".tmx", ".tmj"))]
    if not modules_inside:
        return ImportRefusedError(UNREADABLE, why)
    how = "vassal" if modules_inside[0].lower().endswith(".vmod") else "tiled"
    files_named = ", ".join(map(path_named, modules_inside[:3]))
    why += f". It holds {files_named}: take that out, and use hexwar import {how}"
    return ImportRefusedError(OTHER_KIND, why)


def _know_own_classes(module: Module, root: Element) -> None:
    """Call elements of classes of a module's own by what they are a kind of, as their names end.

    A ``HouseHexGrid`` was made out of HexGrid, and says the same. Three things are counted: what
    was renamed so, what is of classes that nothing is known of, and what of VASSAL's is not read.
    """
    for element in root.within():
        name = element.name
        # Attributes that are elements (``entry``, ``setup``, ``option``) begin in lower case.
        if name in _KNOWN or not ("." in element.spelled or name[:1].isupper()):
            continue
        kind = next((ending for ending in ENDINGS if name.endswith(ending)), "")
        is_vassals = element.spelled.startswith(VASSALS)
        if kind:
            element.name = kind
            if not is_vassals:
                module.own_classes[OwnClass(element.spelled, kind)] += 1
        elif is_vassals:
            module.unread[name] += 1
        else:
            module.other_classes[element.spelled] += 1


class _UnreadElement(NamedTuple):
    """An element that is still to be looked at: the map and the tabs that it stands in."""

    element: Element
    map: ModuleMap | None = None
    tabs: tuple[str, ...] = ()


class _Walk:
    """Walks through a buildfile; what it does not know it walks through to what it does."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._maps = 0

    def through(self, root: Element, tell: Telling) -> None:
        """Take all of it, in the order of the file; how many counters are read is told."""
        # A list for a stack of calls: a hostile file may nest as deeply as it likes.
        waiting = [_UnreadElement(root)]
        slots = sum(element.name in SLOTS for element in root.within())
        while waiting:
            element, map_around, tabs = waiting.pop()
            if element.name in SLOTS:
                tell("counters", len(self._module.slots), slots)
            if element.name in MAPS:
                map_around = self._map(element)
            name = element.get("entryName") or element.get("name")
            if element.name in TABS and name:
                tabs = (*tabs, name)
            if not self._take(element, map_around, tabs):
                # The last of the stack is taken first: so they come in the order of the file.
                following = reversed(element.children)
                waiting.extend(_UnreadElement(child, map_around, tabs) for child in following)

    def _take(self, element: Element, map_around: ModuleMap | None, tabs: tuple[str, ...]) -> bool:
        """Take what an element says; say whether its children need not be looked at."""
        module, name = self._module, element.name
        if name in TOLD:
            module.counts[TOLD[name]] += 1
        if name in SLOTS:
            if slot := self._slot(element, tabs):
                module.slots.append(slot)
                module.cards += slot.is_card
            return True
        if name == "SetupStack" and map_around is not None:
            module.at_start.append(self._at_start(element, map_around))
            return True
        if name == "DrawPile":
            module.deck_names.append(element.get("name"))
        elif name == "PlayerRoster":
            module.roster += [seat.text.strip() for seat in element.named("entry")]
        elif name == "PredefinedSetup":
            if not is_true(element.get("isMenu")):
                file = element.get("file") if element.get("useFile", "true") != "false" else ""
                module.setups.append(SetupSaid(element.get("name"), file))
        elif name == "TurnTracker":
            module.turns += _turns(element)
            return True
        elif name in ("DiceButton", "InternetDiceButton"):
            dice = f"{element.get('nDice') or 1}d{element.get('nSides') or 6}"
            module.dice.append(f"{element.get('name') or element.get('text')}: {dice}")
        elif name in ("Chart", "HtmlChart"):
            chart = element.get("chartName") or element.get("name")
            module.charts.append(ModuleChart(chart, element.get("fileName")))
        return False

    def _map(self, element: Element) -> ModuleMap:
        self._maps += 1
        name = element.get("mapName") or element.get("name") or f"Map {self._maps}"
        module_map = ModuleMap(name, is_hand=element.name == "PlayerHand")
        module_map.edge = (pixels(element.get("edgeWidth")), pixels(element.get("edgeHeight")))
        for picker in (child for child in element.within() if child.name == "BoardPicker"):
            for board in (child for child in picker.within() if child.name == "Board"):
                size = self._module.images.size(board.get("image"))
                module_map.boards.append(read_board(board, size))
                self._module.troubles += module_map.boards[-1].troubles
            for setup in picker.named("setup"):
                if layout := boards_laid(setup.text.strip()):
                    module_map.laid = layout.boards
        self._module.maps.append(module_map)
        return module_map

    def _slot(self, element: Element, tabs: tuple[str, ...]) -> ModuleSlot | None:
        entry, gpid = element.get("entryName"), element.get("gpid")
        try:
            piece = self._module.prototypes.piece(element.text)
        except BadPieceError as problem:
            self._module.troubles.append(f"counter {entry or gpid} is left out: {problem}")
            return None
        return ModuleSlot(entry, gpid, tabs, piece, element.name == "CardSlot")

    def _at_start(self, element: Element, module_map: ModuleMap) -> AtStart:
        # Stacks at start are no part of the palette, and so have no tabs.
        slots = (self._slot(child, ()) for child in element.within() if child.name in SLOTS)
        by_location = is_true(element.get("useGridLocation"))
        return AtStart(
            module_map.name,
            element.get("owningBoard"),
            element.get("name"),
            (pixels(element.get("x")), pixels(element.get("y"))),
            element.get("location") if by_location else "",
            tuple(slot for slot in slots if slot is not None),
        )


def _turns(element: Element) -> list[str]:
    """Say a turn track in words, level by level."""
    levels = []
    for level in element.within():
        title = level.get("name") or level.get("property") or "turn"
        if level.name == "CounterTurnLevel":
            last_turn = level.get("loopLimit") if is_true(level.get("loop")) else ""
            end = f" to {last_turn}" if last_turn and last_turn != "-1" else ""
            levels.append(f"{title}: from {level.get('start') or 1}{end}")
        elif level.name == "ListTurnLevel":
            levels.append(f"{title}: {level.get('list')}")
    return levels or ["a turn track"]


def plain_name(name: str) -> str:
    """Write a name as others may compare it: composed, without blanks around it, in lower case."""
    return unicodedata.normalize("NFC", name).strip().casefold()


def counters_of(module: Module) -> Iterator[ModuleSlot]:
    """Take the counters of the palette that move: no cards, nothing that lies still."""
    return (slot for slot in module.slots if not slot.is_card and not slot.piece.is_fixed)


# -- saved games of a module: where its counters stand. Nothing about persons is read --------------

# A save is a zip with the file ``savedGame``: plain text, or text behind ``!VCSK`` that is hidden.


BODY = "savedGame"
HIDDEN = b"!VCSK"
"""What a hidden text begins with; behind it stand a key and the bytes under it, in hexadecimal."""
MOST_COMMANDS = 1_000_000
"""That are read of a save, which may be a stranger's."""
MOST_LAID = 400
"""Boards side by side."""


@dataclass(frozen=True, slots=True)
class SavedStack:
    """Counters in one place of a map, by their ids, the lowest first."""

    map: str
    at: Point
    idents: tuple[str, ...]


@dataclass(slots=True)
class ModuleSave:
    """What a save says of counters and boards.

    ``pieces`` are texts of counters by id; ``boards`` lie on a map, by the name of that.
    """

    stacks: list[SavedStack] = field(default_factory=list)
    pieces: dict[str, str] = field(default_factory=dict)
    boards: dict[str, list[BoardPlace]] = field(default_factory=dict)
    in_decks: set[str] = field(default_factory=set)
    """Ids of what lies in decks, which stands nowhere."""
    decks: int = 0
    empty_stacks: int = 0
    undecodable: bool = False
    """Whether bytes in it are no text, and were replaced."""


def read_save(data: bytes, called: str) -> ModuleSave | None:
    """Read a save out of its zip; ``None`` if it holds no saved game.

    :class:`~hexwar.imports.foreign_files.ImportRefusedError` if it is no sound zip.
    """
    archive = Archive(data, called)
    if BODY not in archive:
        return None
    body = revealed(archive.read(BODY))
    text = body.decode("utf-8", "replace")
    game = ModuleSave(undecodable="\ufffd" in text)
    for number, command in enumerate(commands(text)):
        if number >= MOST_COMMANDS:
            break
        _take(game, command)
    return game


def revealed(body: bytes) -> bytes:
    """Read the text of a save, whether it was hidden or not.

    >>> revealed(hidden(b"text", 0x5A))
    b'text'
    """
    if not body.startswith(HIDDEN):
        return body
    digits = body[len(HIDDEN) :].translate(None, b"\r\n\t ")
    # A file that was cut may end in half a byte.
    digits = digits[: len(digits) // 2 * 2]
    try:
        plain = bytes.fromhex(digits.decode("ascii"))
    except (UnicodeDecodeError, ValueError):
        return b""
    if not plain:
        return b""
    key = plain[0]
    return plain[1:].translate(bytes(byte ^ key for byte in range(256)))


def hidden(text: bytes, key: int) -> bytes:
    """Hide a text as saves do."""
    return HIDDEN + bytes([key, *(byte ^ key for byte in text)]).hex().encode()


class BoardsLaid(NamedTuple):
    """How the boards of a map lie side by side; ``map`` is its name."""

    map: str
    boards: list[BoardPlace]


def boards_laid(text: str) -> BoardsLaid | None:
    """Read what a command says about boards; ``None`` if it does not mention them."""
    fields = decode(text, "\t")
    if not fields[0].endswith("BoardPicker"):
        return None
    boards: list[BoardPlace] = []
    for name, column, row in zip(fields[1::3], fields[2::3], fields[3::3], strict=False):
        try:
            place = BoardPlace(
                name.removesuffix("/rev"), int(column), int(row), name.endswith("/rev")
            )
        except ValueError:
            continue
        in_range = 0 <= place.column < MOST_LAID and 0 <= place.row < MOST_LAID
        if in_range and len(boards) < MOST_LAID:
            boards.append(place)
    return BoardsLaid(fields[0].removesuffix("BoardPicker"), boards)


def _take(game: ModuleSave, command: str) -> None:
    """Take what one command says; persons, passwords, turns and chat are not looked at."""
    if command.startswith("+/"):
        # Stacks without a counter, or on no map: sixty thousand in one save, not taken apart.
        ident, is_stack, state = command[2:].partition("/stack/")
        if is_stack and "/" not in ident and "\\" not in state:
            marks = state.count(";")
            is_bare = marks < 3 or (marks == 3 and state.rpartition(";")[2].startswith("@@"))
            if is_bare or state.startswith("null;"):
                game.empty_stacks += 1
                return
        tokens = decode(command, "/")
        if len(tokens) > 2:
            _take_piece(game, command, tokens)
    # Only a command that begins so is taken apart: most are counters, and long.
    elif "BoardPicker\t" in command[:300] and (layout := boards_laid(command)):
        game.boards[layout.map] = layout.boards


def _take_piece(game: ModuleSave, command: str, tokens: list[str]) -> None:
    """Take a stack, a deck or a counter: ``tokens`` are the sign of the command, an id, what it is,
    and its state.
    """
    kind = tokens[2]
    if kind == "stack":
        # The state of a stack: its map, x, y, and the ids of its counters.
        map_name, *fields = decode(tokens[3] if len(tokens) > 3 else "", ";")
        # What begins with @@ says more of the stack, and is the id of no counter.
        idents = tuple(ident for ident in fields[2:] if ident and not ident.startswith("@@"))
        point = _point(fields[:2])
        if not idents or point is None or map_name in ("", "null"):
            game.empty_stacks += 1
        else:
            game.stacks.append(SavedStack(map_name, point, idents))
    elif kind.startswith("deck;") or kind == "deck":
        game.decks += 1
        # As in the state of a stack, the ids come behind the map and two coordinates.
        game.in_decks.update(decode(tokens[3], ";")[3:] if len(tokens) > 3 else ())
    else:
        game.pieces[tokens[1]] = command


def _point(fields: list[str]) -> Point | None:
    try:
        x, y = (float(number) for number in fields)
    except ValueError:  # no numbers, or not two of them
        return None
    return (x, y) if max(abs(x), abs(y)) <= FARTHEST else None


def alone(game: ModuleSave, traits: dict[str, list[Trait]]) -> Iterator[SavedStack]:
    """Make a stack of each counter that is in none; their ``traits`` by their ids."""
    stacked = {ident for stack in game.stacks for ident in stack.idents} | game.in_decks
    for ident, layers in traits.items():
        map_name, *fields = decode(layers[-1].state, ";")
        point = _point(fields[:2])
        if ident not in stacked and point is not None and map_name not in ("", "null"):
            yield SavedStack(map_name, point, (ident,))


def traits_in(command: str) -> list[Trait]:
    """List the layers of a counter, and the counter itself last; nothing if it cannot be read."""
    tokens = decode(command, "/")
    try:
        traits = read_traits(tokens[2], tokens[3] if len(tokens) > 3 else "")
    except (ValueError, IndexError):
        return []
    if not traits or traits[-1].kind != BASIC:
        return []
    return [*(trait for trait in traits if trait.kind in LAYERS), traits[-1]]
