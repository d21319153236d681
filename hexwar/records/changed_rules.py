"""By which rules a save is opened when its game has changed since.

By those that it had, where they are kept (:mod:`hexwar.records.kept_rules`); the engine is that of
today. Going on by those of today is the player's choice, and possible if everything in the save
goes the same way by them. Where the old rules are not to be had, those of today are taken if
everything goes the same way by them; if not, the refusal says where they part.

First by which rules a save is opened (:func:`opened_by`); then which game it is of, and what is
changed in that. What proves that a save goes the same way is always one thing, and never a
comparison of files: it is played again. A rule may be worded differently and mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Literal, NamedTuple, TypeVar

import hexwar
from hexwar.definition.building import is_only_read
from hexwar.definition.loading import Definition
from hexwar.definition.locations import UnknownGameError, find_game, is_folder
from hexwar.definition.printable import clean
from hexwar.definition.spelling import echoed, shortened
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode, raw_plain
from hexwar.records.kept_rules import NotKeptError, kept_game, rules_key, rules_of
from hexwar.records.lines import RecordError, RulesOfSave, SaveFile, SaveHeader, plain_events
from hexwar.rules.game import Game
from hexwar.rules.language.wording import every
from hexwar.rules.state import State

Rules = Literal["then", "now"]
"""The rules that a game had, or those that it has today."""

CHOICES: tuple[Rules, ...] = ("then", "now")

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class RulesChange:
    """The rules of a game have changed since a save was written.

    ``held`` are those by which it is open, ``sentence`` tells a player of it; it is empty if he
    has asked for them. ``has_choice``: it can go on by those of today too. ``today`` is the game
    with these, if there is one.
    """

    held: Rules
    sentence: str = ""
    has_choice: bool = False
    today: Game | None = None


@dataclass(frozen=True, slots=True)
class OpenedBy(Generic[S]):
    """What came of a save, replayed. ``adopted`` are rules that it does not name yet."""

    played: S
    change: RulesChange | None = None
    adopted: RulesOfSave | None = None


def opened_by(
    record: SaveFile,
    game: Game | None,
    asked: Rules | None,
    trusted: bool,
    replayed: Callable[[Game], S],
) -> OpenedBy[S]:
    """Replay a save by the rules that it was written with, or those that are ``asked`` for.

    ``game`` is the game of today, if somebody names it; else it is found as the save says.
    ``replayed`` plays the save by a game. :class:`RecordError` if it can be opened by none.
    """
    header, rules = record.header, record.rules
    if game is not None:
        require_game(header, game)
    try:
        today = game_of(header, trusted=trusted) if game is None else game
        scopes = today.ruleset(header.scenario, header.options, header.edition)
    except ValueError as problem:
        return _without_today(header, rules, asked, problem, replayed)
    today_rules = rules_of(today.catalog, scopes.frame.resolved.digest)
    if today_rules.digest == rules.digest or rules_key(today_rules.files) == rules_key(rules.files):
        with told_of_version(header):
            return OpenedBy(replayed(today))
    # From here on today's rules are known to differ. If the game hides something, no sentence may
    # say at which action: that would tell what was done there.
    tellable = not scopes.hiding
    differs = what_differs(rules, today_rules)
    why = ""
    if asked != "now":
        try:
            old = kept_game(header.game, rules.files)
            with told_of_version(header):
                played = replayed(old)
        except NotKeptError as problem:
            why = str(problem)
        except RecordError as problem:
            why = f"by the rules that it had {_parting(problem, tellable)}"
        else:
            if asked == "then":
                return OpenedBy(played, RulesChange("then", today=today))
            differs = first_difference(header, old, today) or differs
            parting = _tried(replayed, today, tellable)
            sentence = f"The rules have changed since this game was saved ({differs}). "
            sentence += "It goes on by those that it had; by those of today "
            sentence += f"{parting or 'it has gone the same way up to now'}."
            return OpenedBy(played, RulesChange("then", sentence, not parting, today))
    changed = f"the save was played with other rules of {header.game} ({differs})"
    if asked == "then":
        raise RecordError(f"{changed}: {why}")
    try:
        played = replayed(today)
    except RecordError as problem:
        reason_first = f"{why}, and " if why else ""
        sentence = f"{changed}: {reason_first}by those of today {_parting(problem, tellable)}"
        raise RecordError(sentence, line=problem.line, action=problem.action) from None
    sentence = f"The rules have changed since this game was saved ({differs})"
    sentence += f"; {why}" if why else ""
    sentence += ". By those of today it has gone the same way, and it goes on by them."
    return OpenedBy(played, RulesChange("now", "" if asked else sentence, today=today), today_rules)


def _tried(replayed: Callable[[Game], object], today: Game, tellable: bool) -> str:
    """Where a save goes another way by the rules of today; empty if it does not."""
    try:
        replayed(today)
    except RecordError as problem:
        return _parting(problem, tellable)
    return ""


def _parting(problem: RecordError, tellable: bool) -> str:
    """Where a replay parts; without what was done there if the game hides something, as it goes
    on.
    """
    if tellable or problem.action is None:
        return str(problem)
    return f"the replay diverges at action {problem.action}"


def _without_today(
    header: SaveHeader,
    rules: RulesOfSave,
    asked: Rules | None,
    problem: ValueError,
    replayed: Callable[[Game], S],
) -> OpenedBy[S]:
    """A save whose game is not here today, has mistakes, or no longer has what was chosen."""
    why = str(problem)
    if not isinstance(problem, RecordError):
        why = f"the save fits another version of {header.game}: {why}"
    try:
        if asked == "now":
            raise RecordError(why)
        played = replayed(kept_game(header.game, rules.files))
    except ValueError:
        raise RecordError(why) from None
    sentence = f"It goes on by the rules that it had, which are kept here: {why}."
    return OpenedBy(played, RulesChange("then", "" if asked else sentence))


# -- what differs -------------------------------------------------------------------------------


def first_difference(header: SaveHeader, old: Game, today: Game) -> str:
    """The first value that another one stands for today; empty if it is not to be found.

    One that is only for reading or looking at is named only where nothing else differs.
    """
    choice = header.scenario, header.options, header.edition
    then, now = old.definition, today.definition
    if not isinstance(then, Definition) or not isinstance(now, Definition):
        return ""
    set_up = [definition.resolve(*choice).scenario.setup for definition in (then, now)]
    for unit in sorted(set_up[0].keys() | set_up[1].keys()):
        was, is_ = (places.get(unit, "nowhere") for places in set_up)
        if was != is_:
            return f"{unit} set up at {shortened(was)}, and does at {shortened(is_)}"
    differences = list(_differences(then.tree(*choice), now.tree(*choice), ()))
    if not differences:
        return ""
    matter = (difference for difference in differences if not is_only_read(difference.path))
    path, how = next(matter, differences[0])
    return clean(f"{'.'.join(path)} {how}")


class _Difference(NamedTuple):
    """Where two trees differ, and how; the path of an item of a list has its number."""

    path: tuple[str, ...]
    how: str


def _differences(then: Node, now: Node, path: tuple[str, ...]) -> Iterator[_Difference]:
    if isinstance(then, MappingNode) and isinstance(now, MappingNode):
        for key in dict.fromkeys([*then.entries, *now.entries]):
            if key not in now.entries or key not in then.entries:
                yield _Difference((*path, key), "is gone" if key in then.entries else "is new")
            else:
                yield from _differences(
                    then.entries[key].value, now.entries[key].value, (*path, key)
                )
    elif (
        isinstance(then, SequenceNode)
        and isinstance(now, SequenceNode)
        and len(then.items) == len(now.items)
    ):
        for number, (was, is_) in enumerate(zip(then.items, now.items, strict=True), 1):
            yield from _differences(was, is_, (*path, str(number)))
    elif raw_plain(then) != raw_plain(now):
        if isinstance(then, ScalarNode) and isinstance(now, ScalarNode):
            how = f"was {shortened(then.raw)}, and is {shortened(now.raw)}"
            yield _Difference(path, how)
        else:
            yield _Difference(path, "is another")


# -- which game a record is of, and which of its files are others than they were -------------------


MOST_FILES = 5
"""Names of files that a sentence repeats."""

_NAME = re.compile(r"[\w-]{1,100}")
"""A game's id, and nothing that could be a path."""


def unusual_folder(game: str, folder: Path) -> str:
    """Where a game is; empty where its id alone finds it, and where no text can say it."""
    try:
        usual = find_game(game)
    except UnknownGameError:
        usual = None
    folder_now = folder.resolve()
    if usual is not None and usual.resolve() == folder_now:
        return ""
    return str(folder_now) if _is_text(str(folder_now)) else ""


def _is_text(name: str) -> bool:
    """Whether a save can hold a path: bytes that are no text in UTF-8 it cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def header_of(game: Game, state: State, commitment: str, players: Mapping[str, str]) -> SaveHeader:
    """The first line of a save: a game as it begins, who plays, and what its dice are bound to."""
    resolved, catalog = state.resolved, game.catalog
    return SaveHeader(
        game=catalog.header.id,
        version=catalog.header.version,
        title=catalog.header.title,
        digest=resolved.digest,
        files={file.name: file.digest for file in catalog.files},
        scenario=resolved.scenario.id,
        options=resolved.options,
        edition=resolved.edition,
        players=dict(players),
        commitment=commitment,
        begins=plain_events(state.events or ()),
        hexwar=hexwar.__version__,
        folder=unusual_folder(catalog.header.id, catalog.folder),
    )


def game_of(header: SaveHeader, *, trusted: bool) -> Game:
    """Load the game that a save names.

    A folder that the save names is looked into only when the save is ``trusted``, one of the
    player's own: a stranger's file does not say what is opened on this machine.
    """
    try:
        if trusted and header.folder and is_folder(Path(header.folder)):
            return hexwar.load_game(header.folder)
    except hexwar.DefinitionError as problem:
        raise RecordError(f"the game {header.game} is not sound: {problem}") from problem
    if not _NAME.fullmatch(header.game):
        raise RecordError(
            f"the save names a game {echoed(header.game)}, which cannot be one's name"
        )
    try:
        return hexwar.load_game(header.game)
    except UnknownGameError:
        raise RecordError(
            f"this is a save of {_called(header)}, which is not among the games here: "
            "name the game's folder to load it"
        ) from None
    except hexwar.DefinitionError as problem:
        raise RecordError(f"the game {header.game} is not sound: {problem}") from problem


def require_game(header: SaveHeader, game: Game) -> None:
    """:class:`RecordError` unless the record is of this game, whatever its rules."""
    catalog = game.catalog
    if header.game != catalog.header.id:
        raise RecordError(
            f"this is a save of {_called(header)}, "
            f"not of {catalog.header.title} ({catalog.header.id})"
        )


def what_differs(then: RulesOfSave, now: RulesOfSave) -> str:
    """Which files are others, and which versions they are of."""
    changed = sorted(n for n in now.files if then.files.get(n, now.files[n]) != now.files[n])
    added = sorted(now.files.keys() - then.files.keys())
    removed = sorted(then.files.keys() - now.files.keys())
    differs = "differ" if len(changed) > 1 else "differs"
    differing = [f"{_listed(changed)} {differs}"] if changed else []
    differing += [f"{_listed(added)} {_is(added)} new"] if added else []
    differing += [f"{_listed(removed)} {_is(removed)} missing"] if removed else []
    was = shortened(then.version) or "unnumbered"
    return f"version {was}; here {now.version or 'unnumbered'}: {'; '.join(differing)}"


@contextmanager
def told_of_version(header: SaveHeader) -> Iterator[None]:
    """Add to the error of a replay by the save's own rules which hexwar wrote it, if that is
    another version: then the engine plays differently, and nobody need have changed the save.
    """
    try:
        yield
    except RecordError as problem:
        then = shortened(header.hexwar)
        if then in ("", hexwar.__version__):
            raise
        from_here_on = f"hexwar {hexwar.__version__} plays it otherwise from there on"
        message = f"{problem}; hexwar {then} wrote this save, and {from_here_on}"
        raise RecordError(message, line=problem.line, action=problem.action) from None


def _called(header: SaveHeader) -> str:
    return f"{shortened(header.title)} ({shortened(header.game)})"


def _listed(names: list[str]) -> str:
    names = [*map(shortened, names[:MOST_FILES]), *(["others"] if names[MOST_FILES:] else [])]
    return every(names)


def _is(names: list[str]) -> str:
    return "are" if len(names) > 1 else "is"
