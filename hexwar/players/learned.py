"""What computer players have learned of a game: how much more or less than usual each side minds
what its player minds.

``hexwar train`` finds such weights. They are read from ``learned/GAME.json`` in the user's data
folder, and from ``learned.json`` beside a game or in its pack; the published schema of the document
``learned`` says what they look like. The file may be anybody's: it is numbers within bounds and
nothing that runs, it counts only for the rules whose digest it names, and one that cannot be used
is refused in a sentence while the game goes on without it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from hexwar.definition.documents import DocumentError, require
from hexwar.definition.folder import holds, read_from
from hexwar.definition.locations import is_file, user_folder
from hexwar.definition.model import ResolvedGame
from hexwar.definition.printable import clean, path_named
from hexwar.engine.rules import Rules
from hexwar.rules.sides.section import Sides

BESIDE = "learned.json"
"""The name of the file beside a game, or in its pack."""

MOST_BYTES = 256 * 1024
"""A file of a few hundred numbers has far fewer."""

GREEDY, LEVEL = "greedy", "levels"
"""The players that use it: greedy, and the levels, which search and let greedy play on. What makes
the one stronger need not help the others, so each has what was found to help it.
"""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a side minds, each so many times as much as usual, by its name: ``factors``.

    ``way`` is the way of leading units that minds these things. ``pairs`` of games with the same
    dice were played with and without; in ``better`` of them it came to more, in ``worse`` to less.
    """

    way: str
    factors: tuple[tuple[str, float], ...]
    better: int = 0
    worse: int = 0
    pairs: int = 0

    def applied(self, minded: Any) -> Any:
        """Priorities weighed by these. AttributeError for a name that they do not have."""
        return replace(
            minded, **{name: factor * getattr(minded, name) for name, factor in self.factors}
        )

    def document(self) -> dict[str, Any]:
        """Plain data, as the file has it."""
        return {
            "way": self.way,
            "weights": dict(self.factors),
            "better": self.better,
            "worse": self.worse,
            "pairs": self.pairs,
        }


BySide = Mapping[str, Weights]
"""Weights by the ids of the sides that have some."""

Learning = Callable[[Rules], BySide]
"""What a player plays by in a game."""

NONE: BySide = MappingProxyType({})
"""No side has any."""


def unlearned(rules: Rules) -> BySide:
    """Nothing has been learned of any game."""
    return NONE


@dataclass(frozen=True, slots=True)
class Given:
    """The weights that are named here, whatever the game; it can be pickled."""

    sides: tuple[tuple[str, Weights], ...]

    def __call__(self, rules: Rules) -> BySide:
        return dict(self.sides)


def greedy_learned(rules: Rules) -> BySide:
    """What greedy has learned of a game, as far as it is here."""
    return learned_of(rules).greedy


def levels_learned(rules: Rules) -> BySide:
    """What the levels have learned of a game, as far as it is here."""
    return learned_of(rules).levels


# -- what is here of a game ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Learned:
    """What is here of a game as it is played: weights of greedy and of the levels, and the file
    that has them. ``refused`` are sentences on files that cannot be used.
    """

    greedy: BySide = field(default_factory=dict)
    levels: BySide = field(default_factory=dict)
    path: Path | None = None
    refused: tuple[str, ...] = ()

    def told(self, resolved: ResolvedGame) -> str:
        """Which players have learned this game and how much better they play; empty if none has."""
        names, parts = resolved[Sides].names, []
        for who, sides in (("greedy", self.greedy), ("the levels", self.levels)):
            # What was found for several sides together is told once.
            together: dict[str, list[str]] = {}
            for side, weights in sides.items():
                shown = f"better in {weights.better}, worse in {weights.worse}"
                shown = f"{shown} of {weights.pairs} pairs of games"
                together.setdefault(shown, []).append(names[side])
            parts += [f"{who} as {' and '.join(own)} ({how})" for how, own in together.items()]
        return f"The computer has learned this game: {'; '.join(parts)}." if parts else ""

    def at_the_board(self) -> list[str]:
        """What somebody who is about to play should know of it: the figures stand where games are
        chosen, and greedy is no opponent that is offered.
        """
        own = ["The computer plays by what it has learned of this game."] if self.levels else []
        return [*own, *self.refused]

    def notes(self, resolved: ResolvedGame) -> list[str]:
        """All that is to be said of it, in sentences."""
        learned = self.told(resolved)
        return [*([learned] if learned else []), *self.refused]

    @property
    def mark(self) -> str:
        """A text that is another where players play by other weights; empty where by none."""
        sides = [*sorted(self.greedy.items())], [*sorted(self.levels.items())]
        plain = [[(side, weights.factors) for side, weights in each] for each in sides]
        return json.dumps(plain) if any(plain) else ""


class _RefusedError(ValueError):
    """A file of what was learned cannot be used; the end of a sentence that begins with it."""


def path_for(game: str) -> Path:
    """Where in the user's data folder stands what was learned of a game, by its id."""
    return user_folder() / "learned" / f"{game}.json"


@lru_cache(maxsize=64)
def learned_of(rules: Rules) -> Learned:
    """What is here of the game that these rules are of; read once for them."""
    return found_of(rules.frame.resolved)


def found_of(resolved: ResolvedGame) -> Learned:
    """What is here of a game with its scenario, options and edition.

    The user's own training is taken before what the game brings.
    """
    refused, sides = list[str](), [side.id for side in resolved[Sides].all]
    for path, data in _files(resolved, refused):
        try:
            setting = _setting(read(data), resolved)
            if setting is not None:
                greedy, levels = (sides_of(setting, kind, sides) for kind in (GREEDY, LEVEL))
                return Learned(greedy, levels, path, tuple(refused))
        except _RefusedError as problem:
            refused.append(f"{path_named(path)} {problem}; the game goes on without it.")
    return Learned(refused=tuple(refused))


def _files(resolved: ResolvedGame, refused: list[str]) -> Iterable[tuple[Path, bytes]]:
    """The files that there are, with what is in them; those that cannot be read are refused."""
    own, folder = path_for(resolved.header.id), resolved.folder
    places = [(own.parent, own)] if is_file(own) else []
    if folder is not None and holds(folder, BESIDE):
        places.append((folder, folder / BESIDE))
    for home, path in places:
        try:
            yield path, read_from(home, path, MOST_BYTES + 1)
        except (OSError, KeyError):
            refused.append(f"{path_named(path)} cannot be read; the game goes on without it.")


def read(data: bytes) -> dict[str, Any]:
    """The document in a file, checked by its schema. ValueError for one that is none."""
    if len(data) > MOST_BYTES:
        raise _RefusedError(f"is too large: what was learned has {MOST_BYTES:,} bytes at most")
    try:
        document: dict[str, Any] = json.loads(data.decode(), parse_constant=_no_number)
        require("learned", document)
    except DocumentError as problem:
        raise _RefusedError(f"holds nothing that was learned: {problem}") from None
    except (ValueError, RecursionError) as problem:
        if isinstance(problem, _RefusedError):
            raise
        raise _RefusedError("is damaged: it is no JSON") from None
    return document


def _no_number(word: str) -> NoReturn:
    """``NaN`` and ``Infinity``, which Python's JSON reads as numbers, are refused."""
    raise _RefusedError(f"is damaged: {word} is no number")


def _setting(document: Mapping[str, Any], resolved: ResolvedGame) -> Mapping[str, Any] | None:
    """What a document has of a game as it is played; None if it is of other choices alone."""
    if document["game"] != resolved.header.id:
        raise _RefusedError(f"is of another game, {clean(document['game'])}")
    settings = document["settings"]
    for setting in settings:
        if setting["digest"] == resolved.digest:
            return dict(setting)
    for setting in settings:
        if _choice_in(setting) == choice(resolved):
            raise _RefusedError("was learned by other rules than these (hexwar train learns anew)")
    return None


def choice(resolved: ResolvedGame) -> tuple[str, tuple[str, ...], str]:
    """Scenario, options and edition by their ids."""
    return resolved.scenario.id, tuple(resolved.options), resolved.edition


def _choice_in(setting: Mapping[str, Any]) -> tuple[str, tuple[str, ...], str]:
    """What :func:`choice` says of the game that a setting was learned of."""
    return setting["scenario"], tuple(setting.get("options", ())), setting.get("edition", "")


def sides_of(setting: Mapping[str, Any], kind: str, known: Iterable[str]) -> BySide:
    """The weights of one kind of player by side.

    ValueError unless all names in it are of this game and this hexwar.
    """
    # Not before there is a file: a window opens without importing the players that think.
    from hexwar.players.campaign.assessment import CampaignPriorities
    from hexwar.players.patrol.outlook import PatrolPriorities
    from hexwar.players.skirmish.outlook import SkirmishPriorities

    priorities = {
        "campaign": CampaignPriorities,
        "patrol": PatrolPriorities,
        "skirmish": SkirmishPriorities,
    }
    sides = {}
    for side, entry in setting.get(kind, {}).items():
        if side not in known:
            raise _RefusedError(f"names a side that this game does not have, {clean(side)}")
        minded = {each.name for each in fields(priorities[entry["way"]])}
        for name in entry["weights"]:
            if name not in minded:
                raise _RefusedError(f"weighs what this hexwar does not mind, {clean(name)}")
        factors = tuple(sorted((name, float(x)) for name, x in entry["weights"].items()))
        sides[side] = Weights(
            entry["way"], factors, entry["better"], entry["worse"], entry["pairs"]
        )
    return sides


# -- written by training ---------------------------------------------------------------------------


def setting_of(
    resolved: ResolvedGame, seed: str, last: int, greedy: BySide, levels: BySide
) -> dict[str, Any]:
    """What was learned of a game as it is played, by a training with this seed whose ``last`` round
    is the one in which something was found, as plain data.
    """
    scenario, options, edition = choice(resolved)
    setting: dict[str, Any] = {
        "digest": resolved.digest,
        "scenario": scenario,
        "options": list(options),
        "edition": edition,
        "seed": seed,
        "last_round": last,
    }
    for who, sides in ((GREEDY, greedy), (LEVEL, levels)):
        if sides:
            setting[who] = {side: weights.document() for side, weights in sides.items()}
    return setting


def document_of(resolved: ResolvedGame, settings: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What a file has, as plain data."""
    return {"learned": 1, "game": resolved.header.id, "settings": [*map(dict, settings)]}


def with_setting(path: Path, resolved: ResolvedGame, setting: Mapping[str, Any]) -> bytes:
    """The content of a file in which a setting takes the place of what was there of it.

    What else is in a file that can be used stays; of one that cannot nothing does.
    """
    others: list[Any] = []
    with suppress(OSError, ValueError):
        document = read(path.read_bytes())
        if document["game"] == resolved.header.id:
            others = document["settings"]
    kept = [each for each in others if _choice_in(each) != choice(resolved)]
    whole = document_of(resolved, [*kept, setting])
    require("learned", whole)
    return (json.dumps(whole, indent=1) + "\n").encode()
