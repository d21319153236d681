"""By which rules a save is opened when its game has changed since.

By those that it had, where they are kept (:mod:`hexwar.records.kept_rules`); the engine is that of
today. Going on by those of today is the player's choice, and possible if everything in the save
goes the same way by them. Where the old ones are not to be had, those of today are taken if that is
so, and if not, the refusal says where they part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from hexwar.definition.loading import Definition
from hexwar.definition.printable import clean
from hexwar.definition.spelling import shortened
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode, raw_plain
from hexwar.records.errors import RecordError
from hexwar.records.kept_rules import NotKeptError, kept_game, rules_key, rules_of
from hexwar.records.lines import RulesOfSave, SaveHeader
from hexwar.records.reading import SaveFile
from hexwar.records.versions import game_of, require_game, told_of_version, what_differs
from hexwar.rules.game import Game

Rules = Literal["then", "now"]
"""The rules that a game had, or those that it has today."""

CHOICES: tuple[Rules, ...] = ("then", "now")

_SEEN = frozenset(
    {"title", "name", "names", "summary", "color", "symbol", "because", "goal", "text", "cite"}
    | {"version", "authors", "license", "lessons"}
)
"""Keys of what is read or seen, which seldom is what binds a save."""

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
    """Replay a save by the rules that it has, or that are ``asked`` for.

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
    now = rules_of(today.catalog, scopes.frame.resolved.digest)
    if now.digest == rules.digest or rules_key(now.files) == rules_key(rules.files):
        with told_of_version(header):
            return OpenedBy(replayed(today))
    return _changed(record, asked, today, now, replayed)


def _changed(
    record: SaveFile,
    asked: Rules | None,
    today: Game,
    now: RulesOfSave,
    replayed: Callable[[Game], S],
) -> OpenedBy[S]:
    """A save whose game has other rules today."""
    header, rules = record.header, record.rules
    tellable = not today.ruleset(header.scenario, header.options, header.edition).hiding
    differs = what_differs(rules, now)
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
    named = f"the save was played with other rules of {header.game} ({differs})"
    if asked == "then":
        raise RecordError(f"{named}: {why}")
    try:
        played = replayed(today)
    except RecordError as problem:
        others = f"{why}, and " if why else ""
        sentence = f"{named}: {others}by those of today {_parting(problem, tellable)}"
        raise RecordError(sentence, line=problem.line, action=problem.action) from None
    sentence = f"The rules have changed since this game was saved ({differs})"
    sentence += f"; {why}" if why else ""
    sentence += ". By those of today it has gone the same way, and it goes on by them."
    return OpenedBy(played, RulesChange("now", "" if asked else sentence, today=today), now)


def _tried(replayed: Callable[[Game], object], today: Game, tellable: bool) -> str:
    """Where a save goes another way by the rules of today; empty if it does not."""
    try:
        replayed(today)
    except RecordError as problem:
        return _parting(problem, tellable)
    return ""


def _parting(problem: RecordError, tellable: bool) -> str:
    """Where a replay parts. Of a game that hides something not what was done there: it goes on."""
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
    """A save whose game is not here today, has mistakes, or has not what was chosen any more."""
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

    One that is only read or seen is named where nothing else differs.
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
    path, how = next(
        (each for each in differences if not _SEEN.intersection(each[0])), differences[0]
    )
    return clean(f"{'.'.join(path)} {how}")


def _differences(
    then: Node, now: Node, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where two trees differ, and how; the path of an item of a list has its number."""
    if isinstance(then, MappingNode) and isinstance(now, MappingNode):
        for key in dict.fromkeys([*then.entries, *now.entries]):
            if key not in now.entries or key not in then.entries:
                yield (*path, key), "is gone" if key in then.entries else "is new"
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
            yield path, f"was {shortened(then.raw)}, and is {shortened(now.raw)}"
        else:
            yield path, "is another"
