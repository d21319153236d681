"""Saved games of a module: where its counters stand. Nothing about persons is read.

A save is a zip with the file ``savedGame``: plain text, or text behind ``!VCSK`` that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hexwar.imports.archive import Archive
from hexwar.imports.vassal.pieces import BASIC, LAYERS, Trait, read_traits
from hexwar.imports.vassal.sequences import commands, decode

BODY = "savedGame"
HIDDEN = b"!VCSK"
MOST_COMMANDS = 1_000_000
MOST_LAID = 400
"""Boards side by side."""


@dataclass(frozen=True, slots=True)
class SavedStack:
    """Counters in one place of a map, by their ids, the lowest first."""

    map: str
    at: tuple[float, float]
    idents: tuple[str, ...]


@dataclass(slots=True)
class ModuleSave:
    """What a save says of counters and boards.

    ``pieces`` are texts of counters by id; ``boards`` those of a map as name, column, row, turned.
    """

    stacks: list[SavedStack] = field(default_factory=list)
    pieces: dict[str, str] = field(default_factory=dict)
    boards: dict[str, list[tuple[str, int, int, bool]]] = field(default_factory=dict)
    in_decks: set[str] = field(default_factory=set)
    """Ids of what lies in decks, which stands nowhere."""
    decks: int = 0
    empty_stacks: int = 0
    undecodable: bool = False


def read_save(data: bytes, called: str) -> ModuleSave | None:
    """A save out of its zip; ``None`` if it holds no saved game.

    :class:`~hexwar.imports.refusal.ImportRefusedError` if it is no sound zip.
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
    """The text of a save, whether it was hidden or not.

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
    """A text as saves hide it."""
    return HIDDEN + bytes([key, *(byte ^ key for byte in text)]).hex().encode()


def laid_boards(text: str) -> tuple[str, list[tuple[str, int, int, bool]]] | None:
    """A map, and its boards as name, column, row and turned; ``None`` if that is not said."""
    parts = decode(text, "\t")
    if not parts[0].endswith("BoardPicker"):
        return None
    boards: list[tuple[str, int, int, bool]] = []
    for name, column, row in zip(parts[1::3], parts[2::3], parts[3::3], strict=False):
        try:
            place = int(column), int(row)
        except ValueError:
            continue
        if not set(place) - set(range(MOST_LAID)) and len(boards) < MOST_LAID:
            boards.append((name.removesuffix("/rev"), *place, name.endswith("/rev")))
    return parts[0].removesuffix("BoardPicker"), boards


def _take(game: ModuleSave, command: str) -> None:
    """What one command says; persons, passwords, turns and chat are not looked at."""
    if command.startswith("+/"):
        parts = decode(command, "/")
        if len(parts) > 2:
            _take_piece(game, command, parts)
    elif "BoardPicker\t" in command[:300]:
        laid = laid_boards(command)
        if laid is not None:
            game.boards[laid[0]] = laid[1]


def _take_piece(game: ModuleSave, command: str, parts: list[str]) -> None:
    kind = parts[2]
    if kind == "stack":
        stack = _stack(parts[3] if len(parts) > 3 else "")
        if stack is None:
            game.empty_stacks += 1
        else:
            game.stacks.append(stack)
    elif kind.startswith("deck;") or kind == "deck":
        game.decks += 1
        game.in_decks.update(decode(parts[3], ";")[3:] if len(parts) > 3 else ())
    else:
        game.pieces[parts[1]] = command


def _stack(text: str) -> SavedStack | None:
    parts = decode(text, ";")
    # What begins with @@ says more of the stack, and is the id of no counter.
    idents = tuple(ident for ident in parts[3:] if ident and not ident.startswith("@@"))
    at = _point(parts[1:3])
    if not idents or at is None or parts[0] in ("", "null"):
        return None
    return SavedStack(parts[0], at, idents)


def _point(parts: list[str]) -> tuple[float, float] | None:
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        return None
    return (x, y) if max(abs(x), abs(y)) <= 100_000 else None


def alone(game: ModuleSave, traits: dict[str, list[Trait]]) -> Iterator[SavedStack]:
    """The counters that are in no stack, each as one of its own; their ``traits`` by their ids."""
    stacked = {ident for stack in game.stacks for ident in stack.idents} | game.in_decks
    for ident, of_one in traits.items():
        parts = decode(of_one[-1].state, ";")
        at = _point(parts[1:3])
        if ident not in stacked and at is not None and parts[0] not in ("", "null"):
            yield SavedStack(parts[0], at, (ident,))


def traits_in(command: str) -> list[Trait]:
    """The layers of a counter, and the counter itself last; nothing if it cannot be read."""
    parts = decode(command, "/")
    try:
        traits = read_traits(parts[2], parts[3] if len(parts) > 3 else "")
    except (ValueError, IndexError):
        return []
    if not traits or traits[-1].kind != BASIC:
        return []
    return [*(trait for trait in traits if trait.kind in LAYERS), traits[-1]]
