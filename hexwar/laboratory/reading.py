"""The file of a study: YAML, read as a game's is, and held to the schema ``study``.

A study file is data, from wherever it comes: it names games and players, and brings none. A player
that is a module or a program plays only where the command line names it; those of hexwar, and those
that are installed, by their names.

Matches are made of a file in the order in which they multiply: games, scenarios, options, editions,
players, seats. Whatever does not exist is a finding at its place, and the rest is read all the
same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from pathlib import Path
from typing import Any, NamedTuple

import hexwar
from hexwar.definition.choices import applies
from hexwar.definition.diagnostics import ChoiceError, DefinitionError, Findings
from hexwar.definition.documents import read_yaml
from hexwar.definition.locations import UnknownGameError, all_games, is_folder
from hexwar.definition.spelling import echoed, suggestion
from hexwar.definition.tree import Node, Steps, descend, key_node, plain
from hexwar.laboratory.recording import PARTS, Part
from hexwar.laboratory.study import EVERY, MOST, NUMBER, Stop, Study
from hexwar.players import PLAYERS
from hexwar.players.levels import apart, by_rollouts, is_long
from hexwar.players.matches import Match, loaded, seats
from hexwar.players.named import given_options, installed
from hexwar.records import HUMAN

MOST_MATCHES = 10_000
"""Of one study, in which a few words may ask for millions."""
OPPONENT = "normal"
"""The players where none are named."""
SETTINGS = "what may stand behind a name are rollouts and seconds, as in normal,rollouts=16"


class _NamedGame(NamedTuple):
    """A game of a study, and what it is loaded by."""

    source: str
    game: hexwar.Game


Own = Mapping[str, str]
"""Players that the command line names, by the name that the study gives them."""


def read_study(path: Path, own: Own | None = None) -> Study:
    """The study that a file says. OSError if it cannot be read.

    :class:`DefinitionError` with the findings, each with its place, for one that cannot be made.
    """
    findings = Findings()
    root = read_yaml("study", path, findings)
    if root is None:
        raise DefinitionError(findings.sorted())
    study = _Reader(root, findings, own or {}).study()
    findings.raise_errors()
    return study


def title_of(path: Path) -> str:
    """The title of a study's file; the name of its folder where it is no study."""
    root = read_yaml("study", path, Findings())
    return str(plain(root)["study"]) if root is not None else path.parent.stem


class _Reader:
    """Makes a study of a file's tree; whatever cannot be made is a finding."""

    def __init__(self, root: Node, findings: Findings, own: Own) -> None:
        self._file, self._root, self._findings, self._own = root.file, root, findings, own

    def study(self) -> Study:
        """The study; of a file with findings it is worth nothing."""
        keys: dict[str, Any] = plain(self._root)
        until = keys.get("until")
        stop = Stop(keys.get("number", NUMBER))
        if until is not None:
            stop = Stop(until.get("most", MOST), until["width"], until.get("every", EVERY))
            if "number" in keys:
                self._add_finding(
                    ("number",), "HW803", "until decides how many games are played", key=True
                )
        matches = dict[Match, None]()
        # A dict as a set that keeps the order of the file.
        for match in self._matches(keys):
            matches[match] = None
            if len(matches) > MOST_MATCHES:
                refusal = f"a study has {MOST_MATCHES:,} matches at most, and this one more"
                help_ = "choose scenarios, options or players"
                self._add_finding(("games",), "HW804", refusal, help_, key=True)
                break
        return Study(
            keys["study"],
            tuple(matches),
            stop,
            str(keys.get("seed", "1")),
            _parts(keys.get("record", "all")),
            "\n".join(self._file.lines),
        )

    def _add_finding(
        self, path: Steps, code: str, message: str, help_: str = "", *, key: bool = False
    ) -> None:
        """A finding at a value, or at its key."""
        node = descend(self._root, path)
        if key and path:
            node = key_node(descend(self._root, path[:-1]), str(path[-1]))
        self._findings.add(code, node.place(), message, help=help_)

    # -- what is played --------------------------------------------------------------------------

    def _matches(self, study: Mapping[str, Any]) -> Iterator[Match]:
        games = study["games"]
        games_by_name = (
            games.items() if isinstance(games, dict) else ((name, None) for name in games)
        )
        for place, (name, chosen) in enumerate(games_by_name):
            path: Steps = ("games", name if isinstance(games, dict) else place)
            game = self._game(name, path)
            if game is not None:
                yield from self._matches_of(game, chosen or {}, study, path)

    def _game(self, name: str, path: Steps) -> _NamedGame | None:
        """A game by name, or by a path from where the file stands."""
        folder = self._file.path.parent / name
        # The name of a game goes before a folder that is called so.
        source = str(folder) if name not in all_games() and is_folder(folder) else name
        try:
            return _NamedGame(source, loaded(source))
        except UnknownGameError as unknown:
            self._add_finding(path, "HW801", str(unknown.diagnostics[0].message), key=True)
        except DefinitionError as unsound:
            refusal = f"{name} is no sound game: {unsound}"
            self._add_finding(path, "HW801", refusal, f"hexwar check {name}", key=True)
        return None

    def _matches_of(
        self,
        named: _NamedGame,
        chosen: Mapping[str, Any],
        study: Mapping[str, Any],
        path: Steps,
    ) -> Iterator[Match]:
        """The matches of one game; what is ``chosen`` with its name takes precedence over the
        study's.
        """
        source, game = named
        path_of_players = (*path, "players") if "players" in chosen else ("players",)
        pairings = chosen.get("players", study.get("players", OPPONENT))
        scenarios = self._ids(chosen, "scenarios", game.catalog.scenarios, path)
        editions = self._ids(chosen, "editions", game.catalog.editions, path)
        for scenario in scenarios:
            for options in self._options(game, scenario, chosen.get("options", "none"), path):
                # Of a game that has no editions, all are the only one.
                for edition in (editions or (None,)) if "editions" in chosen else (None,):
                    match = Match(source, scenario, options, (), edition)
                    if self._is_choice(match, chosen, path):
                        yield from self._played(match, pairings, path_of_players, study)

    def _ids(
        self, chosen: Mapping[str, Any], key: str, known_ids: Mapping[str, object], path: Steps
    ) -> list[str]:
        """Scenarios or editions: those that are wanted and there, or all."""
        ids_written = chosen.get(key, "all")
        if ids_written == "all":
            return list(known_ids)
        for place, name in enumerate(ids_written):
            if name not in known_ids:
                refusal = f"there is no {key[:-1]} {echoed(name)}; {suggestion(name, known_ids)}"
                self._add_finding((*path, key, place), "HW801", refusal)
        return [name for name in ids_written if name in known_ids]

    def _options(
        self, game: hexwar.Game, scenario: str, sets_written: str | list[list[str]], path: Steps
    ) -> Iterator[tuple[str, ...]]:
        """Sets of options: as they are listed, or none, each alone, or all combinations."""
        catalog = game.catalog
        if isinstance(sets_written, list):
            for place, options in enumerate(sets_written):
                for number, name in enumerate(options):
                    if name not in catalog.options:
                        refusal = f"there is no option {echoed(name)}; "
                        refusal += suggestion(name, catalog.options)
                        self._add_finding((*path, "options", place, number), "HW801", refusal)
            known_sets = [
                tuple(options) for options in sets_written if set(options) <= set(catalog.options)
            ]
            yield from known_sets
            return
        variant = catalog.scenarios[scenario].variant
        fitting = [option.id for option in catalog.options.values() if applies(option, variant)]
        most = {"none": 0, "each": 1, "all": len(fitting)}[sets_written]
        # Fewer options first, none at all among them.
        yield from chain.from_iterable(combinations(fitting, n) for n in range(most + 1))

    def _is_choice(self, match: Match, chosen: Mapping[str, Any], path: Steps) -> bool:
        """Whether scenario, options and edition go together."""
        try:
            loaded(match.game).ruleset(match.scenario, match.options, match.edition)
        except ChoiceError as problem:
            options_written, at = chosen.get("options"), path
            if isinstance(options_written, list) and match.options:
                at = (*path, "options", options_written.index(list(match.options)))
            self._add_finding(at, "HW801", str(problem), key=not isinstance(at[-1], int))
            return False
        return True

    # -- who plays -------------------------------------------------------------------------------

    def _played(
        self, match: Match, pairings: Any, players_path: Steps, study: Mapping[str, Any]
    ) -> Iterator[Match]:
        """A match with each of its pairings, in one seat or in both."""
        frame = loaded(match.game).ruleset(match.scenario, match.options, match.edition).frame
        sides = [frame.side_ids[index] for index in frame.played]
        listed = pairings if isinstance(pairings, list) else [pairings]
        for place, pairing in enumerate(listed):
            path = (*players_path, place) if isinstance(pairings, list) else players_path
            players = self._pairing(pairing, sides, path)
            if players is None:
                continue
            # Sides that nobody plays by the file (neutral ones) are led as usual.
            filled = dict.fromkeys(frame.side_ids, OPPONENT) | players
            playing = tuple((side, by_rollouts(name)) for side, name in filled.items())
            seated = Match(match.game, match.scenario, match.options, playing, match.edition)
            # With more than two sides there is no one way to exchange them.
            change_seats = study.get("seats", "both") == "both" and len(sides) == 2
            yield from seats(seated) if change_seats else (seated,)

    def _pairing(self, pairing: Any, sides: list[str], path: Steps) -> dict[str, str] | None:
        """Players by side; None after a finding."""
        if isinstance(pairing, str):
            player_at = dict.fromkeys(sides, (pairing, path))
        elif isinstance(pairing, list):
            if len(pairing) != len(sides):
                refusal = f"{len(pairing)} players for {len(sides)} sides"
                self._add_finding(path, "HW801", refusal, f"the sides are {', '.join(sides)}")
                return None
            places = enumerate(zip(sides, pairing, strict=True))
            player_at = {side: (name, (*path, place)) for place, (side, name) in places}
        else:
            unknown = [side for side in pairing if side not in sides]
            for side in unknown:
                refusal = f"there is no side {echoed(side)} that plays; {suggestion(side, sides)}"
                self._add_finding((*path, side), "HW801", refusal, key=True)
            if unknown:
                return None
            player_at = {side: (name, (*path, side)) for side, name in pairing.items()}
        players: dict[str, str] = {}
        for side, (name, place_of_player) in player_at.items():
            if player := self._player(name, place_of_player):
                players[side] = player
        return players if len(players) == len(player_at) else None

    def _player(self, name: str, path: Steps) -> str | None:
        """A player whom a file may name: of hexwar, installed, or named by the command line."""
        try:
            bare = apart(name)[0]
        except ValueError as problem:
            self._add_finding(path, "HW801", str(problem))
            return None
        if bare in self._own:
            return self._own[bare] + name[len(bare) :]
        # A module or a program, which a file that may be a stranger's must not start.
        if ":" in bare:
            refusal = f"a study brings no player of its own: {echoed(bare)}"
            help_ = f"name it here, as in mine, and say --player mine={bare}"
            self._add_finding(path, "HW802", refusal, help_)
            return None
        known_players = [*PLAYERS, *self._own, *installed()]
        if bare not in known_players:
            near = suggestion(bare, [player for player in known_players if player != HUMAN])
            help_ = ""
            if "," in bare:
                help_ = SETTINGS
            # A near name is the better help; only without one it is probably a player of one's own.
            elif not near.endswith("?"):
                help_ = f"if it is one of your own, say who that is: --player {bare}=module:Class"
            self._add_finding(path, "HW801", f"there is no player {echoed(bare)}; {near}", help_)
            return None
        if refused := _why_not(name):
            self._add_finding(path, "HW801", refused)
            return None
        if is_long(name):
            refusal = f"{name} thinks longer than a file may ask for"
            self._add_finding(path, "HW802", refusal, f"say --player {bare}={name} and {bare} here")
            return None
        return name


def _why_not(name: str) -> str:
    """Why one of hexwar's players does not play in a study by this name; empty if it does."""
    parts_of_name = apart(name)
    bare = parts_of_name.name
    if bare == "human":
        return "a study is played by computer players alone; there are: " + ", ".join(
            player for player in PLAYERS if player != bare
        )
    try:
        if bare in PLAYERS:
            given_options(PLAYERS[bare], bare, parts_of_name.options)
    except ValueError as problem:
        return str(problem)
    return ""


def _parts(wanted: str | list[Part]) -> tuple[Part, ...]:
    """What is recorded of each game: all that can be, nothing, or what is listed."""
    if isinstance(wanted, str):
        return PARTS if wanted == "all" else ()
    return tuple(part for part in PARTS if part in wanted)
