"""The lines of a save: a header, then one line for everything that a player did.

A save is JSON Lines. The header says which game is played and how it began::

    {"hexwar_save": 2, "hexwar": "0.1.0", "game": {...}, ..., "commitment": "5f0c...", ...}

Every other line is an action with its events and the faces that it threw, an action taken back or
done again, somebody who plays a side from there on, other rules (what stands before plays by them
as it did by the old ones, so that from there on the whole save is theirs), or what concerns the key
of the dice: it is told when the game is over, and other dice follow where play goes on after all,
or where the key was lost. Lines are only ever added, so what was undone can still be read::

    {"do": "attack A 0703", "side": "red", "events": [...], "thrown": [4, 1]}
    {"undo": "move A 0703"}
    {"redo": "move A 0703"}
    {"seat": "red", "player": "hard"}
    {"rules": {"digest": "...", "version": "1.1", "files": {"game.yaml": "..."}}}
    {"back": 12}
    {"key": "90ab...", "seed": 7}
    {"commitment": "77d2..."}

Format 1 had the seed of the dice and its key in the header, and no faces. Such a game goes on in
its own format: its dice could be foreseen from the start, and an older hexwar still opens it.

Format 3 is that of a game between people who throw the dice together (:mod:`hexwar.fair`): its
header has the terms of that in ``fair``, its events of the start come in a line ``begins``, behind
what each gives first, and ``k`` numbers the rolls.

In this order: what lines hold, how a file of them is read, the key, what can be wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import isfinite
from pathlib import Path
from secrets import token_bytes
from stat import S_ISDIR, S_ISREG
from typing import Any, Literal

from hexwar.definition.documents import DocumentError, require
from hexwar.definition.printable import clean, path_named
from hexwar.engine import Event
from hexwar.engine.dice import Dice, key_from_seed
from hexwar.engine.event import SUMMARIES, WORDS
from hexwar.fair import FairError, Terms

FORMAT = 2
"""The format number of the saves that this version begins."""

FORMATS = (1, 2, 3)
"""The formats that it reads."""

MOST_FORMATS, MOST_TURNS, DEEPEST, MOST_FILES = 10**6, 10**6, 20, 1000
"""No save goes beyond these: numbers of formats and of turns; levels of a line; files. What is in
a header is said by its schema (:mod:`hexwar.definition.documents`)."""

Kind = Literal[
    "do",
    "undo",
    "redo",
    "back",
    "seat",
    "rules",
    "key",
    "commitment",
    "anchor",
    "begins",
    "rolls",
    "link",
    "missing",
]
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RulesOfSave:
    """Which rules a save is played by: the ``digest`` of the resolved game, the ``version`` that
    its author gave it, and ``files``, those of its folder with their digests.
    """

    digest: str
    version: str
    files: Mapping[str, str]

    def to_dict(self) -> Plain:
        """Plain data."""
        return {"digest": self.digest, "version": self.version, "files": dict(self.files)}

    @classmethod
    def from_dict(cls, data: Plain) -> RulesOfSave:
        """The rules that :meth:`to_dict` described. :class:`RecordError` if they make no sense."""
        files = _the(data, "files", dict)
        if len(files) > MOST_FILES or not all(isinstance(name, str) for name in files.values()):
            raise unsound("files")
        return cls(_the(data, "digest", str), _the(data, "version", str), files)


@dataclass(frozen=True, slots=True)
class SaveHeader:
    """The first line: which game, how it began, who plays.

    ``files`` maps the files of the game's folder to their digests, ``digest`` is that of the
    resolved game. ``commitment`` is to the key of the dice; in format 1 ``seed`` throws them, and
    ``dice`` is the key it gives. ``begins`` are the events of the start, ``thrown`` the faces of
    its dice; where dice are thrown together, by the terms ``fair``, a line of its own has them.
    ``folder`` is where the game was when it is not one that its id finds.
    """

    game: str
    version: str
    title: str
    digest: str
    files: Mapping[str, str]
    scenario: str
    options: tuple[str, ...]
    edition: str
    players: Mapping[str, str]
    commitment: str = ""
    seed: int | str = ""
    dice: str = ""
    begins: tuple[Plain, ...] = ()
    thrown: tuple[int, ...] = ()
    hexwar: str = ""
    folder: str = ""
    fair: Terms | None = None

    @property
    def rules(self) -> RulesOfSave:
        """What the game began with."""
        return RulesOfSave(self.digest, self.version, self.files)

    def to_dict(self) -> Plain:
        """Plain data in the order in which a person reads it."""
        game: Plain = {"id": self.game, "title": self.title, "version": self.version}
        game |= {"digest": self.digest, "files": dict(self.files)}
        if self.folder:
            game["folder"] = self.folder
        old: Plain = {"seed": self.seed, "dice": self.dice}
        return {
            "hexwar_save": self.format,
            "hexwar": self.hexwar,
            "game": game,
            "scenario": self.scenario,
            "options": list(self.options),
            "edition": self.edition,
            **(old if self.format == 1 else {}),
            **({"commitment": self.commitment} if self.commitment else {}),
            **({"fair": self.fair.to_dict()} if self.fair else {}),
            "players": dict(self.players),
            "events": list(self.begins),
            **({"thrown": list(self.thrown)} if self.thrown else {}),
        }

    @property
    def format(self) -> int:
        """The number of its format."""
        if self.fair is not None:
            return 3
        return 2 if self.commitment else 1

    @classmethod
    def from_dict(cls, data: Plain) -> SaveHeader:
        """The header that :meth:`to_dict` described. :class:`RecordError` says what is wrong."""
        number = data.get("hexwar_save")
        if not _is_number(number, MOST_FORMATS):
            raise RecordError("this is not a hexwar save: its first line is not a save's header")
        if number not in FORMATS:
            raise RecordError(
                f"this save has format {number}, and this version of hexwar reads the formats "
                f"{FORMATS[0]} to {FORMATS[-1]}"
            )
        try:
            require("save", data)
        except DocumentError as problem:
            raise RecordError(str(problem)) from None
        game = data["game"]
        try:
            fair = Terms.from_dict(data["fair"]) if number == FORMATS[-1] else None
        except FairError as problem:
            raise RecordError(str(problem)) from None
        if fair is not None and fair.has_secret is not ("commitment" in data):
            raise unsound("commitment")
        return cls(
            game=game["id"],
            version=game["version"],
            title=game["title"],
            digest=game["digest"],
            files=game["files"],
            scenario=data["scenario"],
            options=tuple(data["options"]),
            edition=data["edition"],
            players=data["players"],
            commitment="" if number == 1 else data.get("commitment", ""),
            seed=data["seed"] if number == 1 else "",
            dice=data["dice"] if number == 1 else "",
            begins=tuple(data["events"]),
            thrown=tuple(data.get("thrown", ())) if number == FORMAT else (),
            hexwar=data.get("hexwar", ""),
            folder=game.get("folder", ""),
            fair=fair,
        )


@dataclass(frozen=True, slots=True)
class SaveLine:
    """A line after the header. ``events`` are those of a ``do``, ``thrown`` the faces of its dice;
    ``number`` is the file's line.

    ``notation`` is that of an action, in a ``seat`` the name of the player of ``side`` from there,
    in a ``commitment`` that itself, in a ``back`` how many actions are left standing; ``key`` and
    ``rules`` are what lines of that kind tell. ``roll`` is the number of a roll that several throw
    together, from 1; ``of`` are the sides of its dice, so that a page can throw them again without
    the rules; ``value`` is what a seat gives to it, ``head`` the hash before the line.
    """

    kind: Kind
    notation: str
    side: str = ""
    events: tuple[Plain, ...] = ()
    number: int = field(default=0, compare=False)
    thrown: tuple[int, ...] = ()
    key: DiceKey | None = None
    rules: RulesOfSave | None = None
    roll: int = 0
    of: tuple[int, ...] = ()
    value: str = ""
    head: str = ""

    def to_dict(self) -> Plain:
        """Plain data; only a ``do`` and a ``begins`` have events."""
        if self.key is not None:
            return self.key.to_dict()
        if self.kind == "seat":
            return {"seat": self.side, "player": self.notation}
        if self.rules is not None:
            return {"rules": self.rules.to_dict()}
        if self.kind == "back":
            return {"back": int(self.notation)}
        roll = {"k": self.roll} if self.roll else {}
        if self.kind in _PARTS:
            value = {"value": self.value} if self.value else {}
            return {self.kind: self.side, **roll, **value}
        if self.kind == "rolls":
            return {"rolls": self.notation, "side": self.side, **roll, "head": self.head}
        thrown = {"thrown": list(self.thrown)} if self.thrown else {}
        thrown |= {"of": list(self.of)} if self.of else {}
        if self.kind == "begins":
            return {"begins": list(self.events), **roll, **thrown}
        if self.kind != "do":
            return {self.kind: self.notation}
        events = list(self.events)
        return {"do": self.notation, "side": self.side, "events": events, **roll, **thrown}

    @classmethod
    def from_dict(cls, data: Plain, number: int) -> SaveLine:
        """The line that :meth:`to_dict` described."""
        if "seat" in data:
            return cls("seat", _the(data, "player", str), _the(data, "seat", str), number=number)
        if "rules" in data:
            rules = RulesOfSave.from_dict(_the(data, "rules", dict))
            return cls("rules", "", number=number, rules=rules)
        if "back" in data:
            standing = data["back"]
            if type(standing) is not int or not 0 <= standing <= MOST_LINES:
                raise unsound("back")
            return cls("back", str(standing), number=number)
        if not data.keys().isdisjoint(_TOGETHER):
            return cls._of_dice(data, number)
        for kind in ("do", "undo", "redo", "commitment", "key"):
            if kind in data:
                break
        else:
            raise unsound("do")
        notation = _the(data, kind, str)
        if kind == "key":
            try:
                return cls(kind, "", number=number, key=DiceKey.from_dict(data))
            except ValueError:
                raise unsound("key") from None
        if kind == "commitment" and not is_hash(notation):
            raise unsound("commitment")
        if kind != "do":
            return cls(kind, notation, number=number)
        side = _the(data, "side", str)
        events, thrown, of = _events(data), _thrown(data), _thrown(data, "of")
        return cls("do", notation, side, events, number, thrown, roll=_roll(data), of=of)

    @classmethod
    def _of_dice(cls, data: Plain, number: int) -> SaveLine:
        """A line that says how dice are thrown together."""
        roll = _roll(data)
        if "rolls" in data:
            notation, head = _the(data, "rolls", str), _the(data, "head", str)
            side = _the(data, "side", str)
            return cls("rolls", notation, side, number=number, roll=roll, head=head)
        if "begins" in data:
            events, thrown, of = _events(data, "begins"), _thrown(data), _thrown(data, "of")
            return cls("begins", "", "", events, number, thrown, roll=roll, of=of)
        part = next(kind for kind in _PARTS if kind in data)
        value = _the(data, "value", str) if part != "missing" else ""
        return cls(part, "", _the(data, part, str), number=number, roll=roll, value=value)


_PARTS: tuple[Literal["anchor", "link", "missing"], ...] = ("anchor", "link", "missing")
"""What a seat gives to the dice that all throw together, or does not."""

_TOGETHER = frozenset({*_PARTS, "rolls", "begins"})


def plain_events(events: Iterable[Event]) -> tuple[Plain, ...]:
    """Events as a save holds them."""
    return tuple(event.to_dict() for event in events)


def encoded(data: Plain) -> bytes:
    """One line of the file, its end included."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


_RULES = encoded({"rules": None}).partition(b":")[0]
"""How a line begins that tells of other rules."""


def rules_in(line: bytes) -> RulesOfSave | None:
    """The rules of a line that tells of other rules; of any other line only the beginning is read.

    ValueError if the line is torn, :class:`RecordError` if the rules are unsound.
    """
    if not line.startswith(_RULES):
        return None
    return RulesOfSave.from_dict(decoded(line)["rules"])


def decoded(line: bytes) -> Plain:
    """The mapping that a line holds; ValueError when it holds anything else.

    What the json module accepts but no save contains is refused here, so that no other code has to
    handle it: infinite numbers, halves of characters, a tower of lists.
    """
    try:
        data = json.loads(line)
    except RecursionError:
        raise ValueError("the line is nested too deeply") from None
    if not isinstance(data, dict):
        raise ValueError("the line is not a mapping")
    _require_plain(data, DEEPEST)
    return data


def _require_plain(value: Any, levels: int) -> None:
    """ValueError unless this can be written, shown and walked through."""
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, float):
        if not isfinite(value):
            raise ValueError("there is no such number")
    elif isinstance(value, dict | list):
        if not levels:
            raise ValueError("the line is nested too deeply")
        for inner in value:
            _require_plain(inner, levels - 1)
            if isinstance(value, dict):
                _require_plain(value[inner], levels - 1)


def same_events(recorded: Iterable[Plain], now: Iterable[Plain]) -> bool:
    """Whether events are equal as they stand in a file, apart from their sentences.

    A replay makes its own sentences: one that reads better today must cost nobody a game. Nor
    must an event that only sums up what others told, which older saves have not.
    """
    return _canonical(recorded) == _canonical(now)


def facts_of(events: Iterable[Plain]) -> list[Plain]:
    """The events without those that only sum up."""
    return [event for event in events if event.get("kind") not in SUMMARIES]


def _canonical(events: Iterable[Plain]) -> str:
    facts = [{key: of[key] for key in of if key not in WORDS} for of in facts_of(events)]
    return json.dumps(facts, sort_keys=True)


def unsound(key: str) -> RecordError:
    """The refusal of an entry that is missing or not what it should be."""
    return RecordError(f"the entry '{key}' is missing or makes no sense")


def _is_number(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= most


def turn_of(event: Plain) -> int:
    """The turn that an event names."""
    turn: int = event.get("turn", 1)
    if not _is_number(turn, MOST_TURNS):
        raise unsound("turn")
    return turn


def _the(data: Plain, key: str, kind: type) -> Any:
    value = data.get(key)
    if not isinstance(value, kind):
        raise unsound(key)
    return value


def _roll(data: Plain) -> int:
    number = data.get("k", 0)
    if type(number) is not int or not 0 <= number <= MOST_LINES:
        raise unsound("k")
    return number


def _events(data: Plain, key: str = "events") -> tuple[Plain, ...]:
    events = _the(data, key, list)
    read_by_name = ("kind", "rule", "text")
    for event in events:
        if not isinstance(event, dict) or not all(
            isinstance(event.get(k), str) for k in read_by_name
        ):
            raise unsound(key)
    return tuple(events)


def _thrown(data: Plain, key: str = "thrown") -> tuple[int, ...]:
    faces = data.get(key, [])
    if not isinstance(faces, list) or not all(type(face) is int for face in faces):
        raise unsound(key)
    return tuple(faces)


# -- reading a save: a stranger's file, until every line of it has been looked at ------------------


MOST_BYTES = 32_000_000
MOST_LINES = 200_000
LONGEST_LINE = 1_000_000

TORN = (
    "The last line of the save was torn off while it was written: "
    "the game goes on from the action before it."
)


@dataclass(frozen=True, slots=True)
class SaveFile:
    """A save as read. ``torn``: its last line was incomplete and is left out.

    ``raw`` holds the whole lines of the file; ``ended`` of them have their line end; ``size`` is
    that of the file, a torn line included. ``cut``: only its beginning was asked for, and more is
    in the file.
    """

    path: Path
    header: SaveHeader
    lines: tuple[SaveLine, ...]
    raw: tuple[bytes, ...]
    ended: int
    size: int
    torn: bool
    cut: bool = False

    @property
    def players(self) -> dict[str, str]:
        """Who plays each side where the save ends."""
        seats = (line for line in self.lines if line.kind == "seat")
        return dict(self.header.players) | {line.side: line.notation for line in seats}

    @property
    def rules(self) -> RulesOfSave:
        """What the game is played by where the save ends."""
        later = [line.rules for line in self.lines if line.rules is not None]
        return later[-1] if later else self.header.rules


def read_record(path: str | Path, until: int | None = None) -> SaveFile:
    """Read a save. :class:`RecordError` says in a sentence why it is not one.

    ``until``: its first lines only, so many, whatever comes after them.
    """
    path = Path(path)
    data = _read_bytes(path)
    torn = False
    pieces = data.split(b"\n")
    last = pieces.pop()
    ended = len(pieces)
    if last and _is_whole(last):
        pieces.append(last)
    else:
        torn = bool(last)
    if not pieces:
        trouble = "breaks off within its first line" if data[:1] == b"{" else "has no header"
        raise RecordError(f"{path.name} is not a hexwar save: it {trouble}")
    if len(pieces) > MOST_LINES:
        raise RecordError(f"{path.name} is too long to be a save: more than {MOST_LINES} lines")
    cut = until is not None and until < len(pieces)
    if cut:
        pieces, torn = pieces[: max(1, until or 1)], False
        ended = len(pieces)
    header = _header(path, pieces[0])
    lines = tuple(_line(path, piece, number) for number, piece in enumerate(pieces[1:], 2))
    raw = tuple(piece + b"\n" for piece in pieces)
    return SaveFile(path, header, lines, raw, ended, len(data), torn, cut)


def _read_bytes(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if S_ISREG(mode):  # a pipe would be waited for without end
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise RecordError(f"there is no file {path_named(path)}") from None
    except (OSError, ValueError) as problem:
        raise RecordError(f"{path_named(path)} cannot be read: {reason(problem)}") from problem
    if S_ISDIR(mode):
        raise RecordError(f"{path} is a folder, not a save")
    if not S_ISREG(mode):
        raise RecordError(f"{path} is not a file")
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path.name} is too large to be a save: more than {MOST_BYTES} bytes")
    return data


def _is_whole(piece: bytes) -> bool:
    """Whether a last line without an end is complete: an object that lacks nothing parses."""
    try:
        return bool(decoded(piece))
    except ValueError:
        return False


def _header(path: Path, piece: bytes) -> SaveHeader:
    try:
        return SaveHeader.from_dict(_mapping(piece))
    except RecordError as problem:
        if str(problem).startswith("this "):
            raise
        raise RecordError(f"line 1 of {path.name} is not a header: {problem}", line=1) from None
    except ValueError:
        raise RecordError(f"{path.name} is not a hexwar save") from None


def _line(path: Path, piece: bytes, number: int) -> SaveLine:
    try:
        return SaveLine.from_dict(_mapping(piece), number)
    except RecordError as problem:
        message = f"line {number} of {path.name} is damaged: {problem}"
    except ValueError:
        message = f"line {number} of {path.name} is damaged: it is not a line of a save"
    raise RecordError(message, line=number)


def _mapping(piece: bytes) -> Plain:
    if len(piece) > LONGEST_LINE:
        raise RecordError("it is too long")
    return decoded(piece)


# -- the key of a game's dice, and what binds a save to it before anybody knows it -----------------

# Anybody who knows the key can reckon every die to come. So a save holds a commitment to it, and
# the key itself lies apart (:mod:`hexwar.records.journal`) until the game is over: then it is told
# in the save, and everybody can check that no die was chosen.


BYTES = 32
COMMITMENT = b"hexwar dice commitment\n"
FACES = b"hexwar dice faces\n"
"""Every use of the hash has a tag of its own, so that nothing made for one serves for another."""

_HEX = re.compile(f"[0-9a-f]{{{2 * BYTES}}}")


@dataclass(frozen=True, slots=True)
class DiceKey:
    """256 random bits, and the seed where somebody gave one: that throws the dice then.

    The bits are in the commitment even so, since a seed of few letters is soon guessed.
    """

    bits: bytes = field(repr=False)
    seed: int | str | None = field(default=None, repr=False)

    @classmethod
    def drawn(cls, seed: int | str | None = None) -> DiceKey:
        """A key that is nobody's to foresee, of dice that a seed throws if there is one."""
        return cls(token_bytes(BYTES), seed)

    @property
    def commitment(self) -> str:
        """SHA-256, in hexadecimal, over the tag, the bits, and the seed behind ``seed``."""
        seed = b"" if self.seed is None else b"seed" + str(self.seed).encode()
        return sha256(COMMITMENT + self.bits + seed).hexdigest()

    def dice(self) -> Dice:
        """What it throws. ValueError for a seed that there cannot be."""
        if self.seed is not None:
            return Dice(key_from_seed(self.seed))
        return Dice(sha256(FACES + self.bits).digest())

    def to_dict(self) -> dict[str, Any]:
        """Plain data: ``key`` in hexadecimal, and ``seed`` if there is one."""
        seed = {} if self.seed is None else {"seed": self.seed}
        return {"key": self.bits.hex(), **seed}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> DiceKey:
        """The key that :meth:`to_dict` described. ValueError for anything else."""
        seed = data.get("seed")
        if not is_hash(data.get("key")) or not (seed is None or type(seed) in (int, str)):
            raise ValueError("there is no such key")
        key = cls(bytes.fromhex(data["key"]), seed)
        key.dice()  # of a seed that cannot be there are none
        return key


def is_hash(value: object) -> bool:
    """Whether this is 256 bits in hexadecimal, as a key and a commitment are."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


# -- what can be wrong with a record ---------------------------------------------------------------


LONGEST_PATH = 259
"""Windows says of a file with a longer path that it does not exist, unless it is set up for long
paths.
"""


class RecordError(ValueError):
    """A record that cannot be read, replayed or written; one sentence says why.

    Nothing in it can move a terminal's cursor. What a file says is repeated with
    :func:`~hexwar.definition.spelling.echoed`, so that it cannot fill the screen either.

    ``line`` is the line of the file and ``action`` the number of the action (both from 1), where
    one of them is to blame.
    """

    def __init__(self, message: str, *, line: int | None = None, action: int | None = None) -> None:
        super().__init__(clean(message))
        self.line = line
        self.action = action


def reason(problem: Exception) -> str:
    """Why the system could not do something; a path with a null byte is no OSError."""
    strerror = problem.strerror if isinstance(problem, OSError) else None
    if isinstance(problem, FileNotFoundError) and len(str(problem.filename)) > LONGEST_PATH:
        return f"{strerror} (Windows takes paths of {LONGEST_PATH} characters, and it is longer)"
    return strerror or str(problem) or type(problem).__name__
