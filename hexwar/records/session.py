"""A game being played and recorded: what a window or a terminal holds.

It plays actions, takes them back, saves what was done and knows who plays which side. Below: how a
game is begun, and which player took a side over when.

A save is bound to the key of its dice (its *commitment*) before the first of them falls, and the
key lies apart until the game is over. If the key has been told or lost, and play goes on all the
same (the last action was taken back), the save is first bound to a new key, and other dice fall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, Self

import hexwar
from hexwar.definition.printable import path_named
from hexwar.definition.spelling import echoed
from hexwar.engine import Action, Event
from hexwar.naming import name_of
from hexwar.records.changed_rules import Rules, RulesChange, header_of, opened_by
from hexwar.records.journal import Journal
from hexwar.records.kept_rules import keep, rules_of
from hexwar.records.lines import (
    TORN,
    DiceKey,
    Plain,
    RecordError,
    RulesOfSave,
    SaveFile,
    SaveLine,
    encoded,
    plain_events,
    read_record,
    reason,
)
from hexwar.records.saves import delete_save, free_name, new_save_path, saves_folder
from hexwar.records.verification import KnownKeys, begun, known_keys, play_lines
from hexwar.rules.game import Game
from hexwar.rules.history import History, LogEntry
from hexwar.rules.state import State

HUMAN = "human"
TRIED_ALONE = (
    "This game is played with dice that all throw together: what is tried here falls by other "
    "dice, and is not kept."
)
OPPONENT = "normal"
"""The computer player for other sides, and for neutrals, unless another is named."""


class Chooser(Protocol):
    """A player of one's own: what ``hexwar.players.Player`` is."""

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""

    def choose(self, state: State, random: Random) -> Action:
        """A legal action for the side whose choice it is."""


Players = Mapping[str, str | Chooser]
"""Side to the name of its player, or to a player of one's own."""


class Session:
    """A game in progress: its state, its history and its save.

    Made by :meth:`new` or :meth:`load`; ``path`` is the save, ``None`` for a game that is only in
    memory. A save that cannot be written never stops a game: a notice says so once, and every
    action tries again.
    """

    def __init__(self, game: Game, state: State, players: Players | None = None) -> None:
        """Play on from any state, without a record."""
        self.game = game
        self.players = _all_players(state, players or {})
        """By side the name of its player. Players of one's own are named in the save by their
        ``name`` unless one of hexwar is called so, else as ``make_player`` finds their class
        (``module:Class``).
        """
        self.joined = _joined(players or {})
        """Players of one's own, by side."""
        self.unconfirmed: set[str] = set()
        """The sides whose player a save alone names: nothing is imported or started for them until
        somebody has said who plays (:meth:`seat`).
        """
        self.seatings: list[Seating] = []
        """Who took a side over since the start."""
        self.notices: list[str] = []
        """Sentences that a player should read; code that has shown them may clear the list."""
        self.opening: tuple[Event, ...] = tuple(state.events or ())
        """The events of the start."""
        self.unchecked = 0
        """How many dice of a save could not be thrown once more, as their key was not there."""
        self.rules_change: RulesChange | None = None
        """By which rules a save is open, if they are others today."""
        self._start = state.clone()
        self._history = History(state)
        self._journal: Journal | None = None
        self._failing = False
        self._kept = False  # somebody asked for this save
        self._adopted: RulesOfSave | None = None  # rules that the save is to name before it goes on
        self._sealed = False  # the save is bound to the key of its dice; not in format 1
        self._bound_to: DiceKey | None = None  # none once it was told, or where it was lost
        self._fresh: DiceKey | None = None  # of the dice that fall then

    # -- beginning --------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: Game | str | Path,
        scenario: str | None = None,
        options: Iterable[str] = (),
        edition: str | None = None,
        *,
        seed: int | str | None = None,
        players: Players | None = None,
        path: str | Path | None = None,
    ) -> Session:
        """Begin a game; without a seed its dice are nobody's to foresee.

        ValueError for a choice that the game does not have; :class:`RecordError` when ``path``
        exists or cannot be written.
        """
        if not isinstance(game, Game):
            game = hexwar.load_game(game)
        key = DiceKey.drawn(seed)
        dice = key.dice()
        noted = dice.noting()
        state = game.start(scenario, options, edition=edition, dice=noted)
        state.dice = dice
        header = header_of(game, state, key.commitment, _all_players(state, players or {}))
        session = cls(game, state, players)
        session._sealed, session._bound_to = True, key
        line = encoded(replace(header, thrown=noted.faces).to_dict())
        session._journal = (
            Journal.create(Path(path), line, key) if path else Journal(None, [line], 0, 0, key)
        )
        if path:
            session._keep_rules()
        return session

    @classmethod
    def load(
        cls,
        path: str | Path,
        game: Game | None = None,
        *,
        until: int | None = None,
        players: Players | None = None,
        hear: Callable[[float], None] | None = None,
        rules: Rules | None = None,
    ) -> Session:
        """Replay a save, verify it, and play on; without ``game`` the one that the save names.

        ``players`` take the place of those that the save names, as by :meth:`seat`. Where its rules
        have changed since, ``rules`` says which are meant: those of ``"then"`` or of ``"now"``;
        without it, those of then where they are kept, and ``rules_change`` says so.

        :class:`RecordError` says what does not fit, and where. With ``until`` only so many lines
        of the save are played, as for one that is damaged behind them; it is left as it is then,
        and the game goes on in a new file beside it. ``hear`` is told what share is played; what
        it raises ends the loading.
        """
        record = read_record(path, until)
        session = cls.of_record(record, game, hear, rules)
        if rules_of(session.game.catalog, "").files == record.rules.files:
            session._keep_rules()  # of a save that was given to somebody, or is older than that
        for side, player in (players or {}).items():
            session.seat(side, player)
        if record.cut:
            lines = until or 1
            note = f"{record.path.name} was opened up to line {lines} and stays as it is"
            try:
                session.save_as(free_name(record.path))
            except RecordError as problem:
                session.notices.append(f"{note}; the game goes on without a save: {problem}.")
            else:
                session.notices.append(
                    f"{note}: this game goes on in {session.path and session.path.name}."
                )
        return session

    @classmethod
    def of_record(
        cls,
        record: SaveFile,
        game: Game | None = None,
        hear: Callable[[float], None] | None = None,
        rules: Rules | None = None,
    ) -> Self:
        """Replay a save that has been read, as :meth:`load`.

        Of one that was read in part the game is in memory until :meth:`save_as`.
        """
        known = known_keys(record)
        trusted = record.path.resolve().parent == saves_folder().resolve()
        replayed = partial(cls._replayed, record, known, hear=hear)
        opened = opened_by(record, game, rules, trusted, replayed)
        session = opened.played
        session.rules_change, session._adopted = opened.change, opened.adopted
        if opened.change is not None and opened.change.sentence:
            session.notices.append(opened.change.sentence)
        session.players |= record.players
        session.seatings = seatings_in(record.lines)
        session.unconfirmed = {side for side, name in session.players.items() if name != HUMAN}
        key = known.to_come
        session._journal = Journal(record.path, record.raw, record.ended, record.size, key)
        if record.cut:
            session._journal = Journal(None, record.raw, 0, 0, key)
        if record.torn:
            session.notices.append(TORN)
        session._sealed, session._bound_to = record.header.format > 1, key
        if record.header.fair is not None:
            # Nobody here has what the others would give: what is tried from here is not kept.
            session._journal = None
            session._sealed, session._bound_to = False, None
            session._history.throw_with(DiceKey.drawn().dice())
            if not session.state.is_over:
                session.notices.append(TRIED_ALONE)
            return session
        if known.lost and not session.state.is_over:
            session.notices.append(
                f"The key of this game's dice is not here: {known.lost}. What was thrown stands, "
                "and from here on other dice are thrown."
            )
        session._throw_others()
        return session

    @classmethod
    def parting(cls, record: SaveFile, game: Game) -> RecordError | None:
        """Where a save goes another way by a game than it went; ``None`` if it does not."""
        try:
            cls._replayed(record, known_keys(record), game)
        except RecordError as problem:
            return problem
        return None

    @classmethod
    def _replayed(
        cls,
        record: SaveFile,
        known: KnownKeys,
        game: Game,
        hear: Callable[[float], None] | None = None,
    ) -> Self:
        """A save played by a game. :class:`RecordError` names what goes another way."""
        header = record.header
        try:
            state = begun(game, record, known)
        except hexwar.ChoiceError as problem:
            message = f"the save fits another version of {header.game}: {problem}"
            raise RecordError(message, line=1) from None
        try:
            session = cls(game, state, header.players)
        except ValueError as problem:
            raise RecordError(f"line 1 of the save makes no sense: {problem}", line=1) from None
        session.unchecked = play_lines(session._history, record, known, session.opening, hear)
        return session

    # -- what is played ---------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position. After :meth:`undo` it is another object."""
        return self._history.state

    @property
    def entries(self) -> list[LogEntry]:
        """The actions played, each with its side and its events."""
        return self._history.entries

    @property
    def path(self) -> Path | None:
        """The save."""
        return self._journal.path if self._journal else None

    @property
    def is_saved(self) -> bool:
        """Whether everything that was played is in the save."""
        return self._journal is not None and self._journal.saved

    def start(self) -> State:
        """A copy of the state in which the game began."""
        return self._start.clone()

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back."""
        return self._history.can_undo

    @property
    def undoable(self) -> int:
        """How many of the last actions can be taken back."""
        return self._history.undoable

    @property
    def can_redo(self) -> bool:
        """Whether an action taken back can be done again."""
        return self._history.can_redo

    @property
    def undo_lock(self) -> str | None:
        """Why the last action cannot be taken back, or ``None`` when it can."""
        return self._history.undo_lock

    @property
    def awaited(self) -> str:
        """What the game waits for that nobody can do here, in a sentence; empty for most games."""
        return ""

    @property
    def player_to_act(self) -> str | None:
        """Who plays the side whose choice it is; ``None`` when the game is over."""
        side = self.state.side_to_act
        return None if side is None else self.players[side]

    def seat(self, side: str, player: str | Chooser) -> None:
        """Let somebody else play a side from here on, in the save too.

        ValueError for a side that there is not.
        """
        names = _names(self.state, {side: player})
        if names[side] != self.players[side]:
            self._save(SaveLine("seat", names[side], side))
            self.seatings.append(Seating(len(self.entries), side, names[side]))
        self.players |= names
        self.joined.pop(side, None)
        self.joined |= _joined({side: player})
        self.unconfirmed.discard(side)

    # -- playing ----------------------------------------------------------------------------

    def apply(self, action: Action | str) -> list[Event]:
        """Play an action and save it. IllegalAction leaves game and save as they were."""
        if self._fresh is not None and self.state.explain(action) is None:
            # Commit the save to other dice, before the first of them is thrown; an action that is
            # refused throws none, and must leave the save as it was.
            key = self._bound_to = self._fresh
            self._fresh = None
            if self._journal is not None:
                self._journal.bind(key)
            self._save(SaveLine("commitment", key.commitment))
        events = self._history.apply(action)
        entry = self.entries[-1]
        facts = plain_events(entry.events)
        thrown = entry.dice if self._sealed else ()
        line = SaveLine("do", str(entry.action), entry.side, facts, thrown=thrown)
        self._save(line, *self._told_at_the_end())
        return events

    def undo(self) -> Action | None:
        """Take the last action back and answer with it; ``None`` when it is locked."""
        action = self._history.undo()
        if action is not None:
            self._save(SaveLine("undo", str(action)))
            self._throw_others()
            self.seatings = taken_back(self.seatings, len(self.entries))
        return action

    def redo(self) -> list[Event] | None:
        """Do again what was undone last; ``None`` when there is nothing."""
        events = self._history.redo()
        if events is not None:
            self._save(SaveLine("redo", str(self.entries[-1].action)), *self._told_at_the_end())
        return events

    # -- the key of the dice ----------------------------------------------------------------

    def _told_at_the_end(self) -> list[SaveLine]:
        """The line that tells the key once the game is over: then everybody may check the dice."""
        key = self._bound_to
        if key is None or self._journal is None or not self.state.is_over:
            return []
        self._journal.tell()
        self._bound_to = None
        return [SaveLine("key", "", key=key)]

    def _throw_others(self) -> None:
        """Switch to new dice if play goes on and the coming ones are known already, or their key
        was lost.
        """
        if self._sealed and self._bound_to is None and not self.state.is_over:
            self._fresh = DiceKey.drawn()
            self._history.throw_with(self._fresh.dice())

    # -- saving -----------------------------------------------------------------------------

    def save(self) -> bool:
        """Try to write what could not be written. Returns whether everything is saved now."""
        if lines := self._told_at_the_end():  # the program ended just before that could be written
            self._save(*lines)
        if self._journal is not None and not self._journal.saved:
            self._attempt(self._journal.write)
        return self.is_saved

    def save_as(self, path: str | Path) -> None:
        """Write the whole game to a new file and go on there. :class:`RecordError` if it fails."""
        path = Path(path)
        if self._journal is None:
            raise RecordError("a position that was set up by hand has no record to save")
        try:
            self._journal.move_to(path)
        except FileExistsError:
            raise RecordError(f"{path} exists already: a save is never overwritten") from None
        except (OSError, ValueError) as problem:
            raise RecordError(
                f"{path_named(path)} cannot be written: {reason(problem)}"
            ) from problem
        self._kept = True
        self._keep_rules()

    def put_away(self) -> bool:
        """Leave the game: an autosave in which nothing was played is removed. Returns whether one
        was.

        Only in the player's own folder of saves; a file that cannot be removed stays.
        """
        path = self.path
        if (
            self.entries
            or self._kept
            or path is None
            or path.parent != saves_folder()
            or not path.exists()
        ):
            return False
        try:
            delete_save(path)
        except OSError:
            return False
        return True

    def _save(self, *lines: SaveLine) -> None:
        journal = self._journal
        if journal is None:
            return
        if journal.path and not journal.is_ours:
            # Another program plays on in this save: leave it to that one.
            left, new = journal.path.name, free_name(journal.path)
            try:
                journal.move_to(new)
            except OSError:
                pass  # as unwritable as the old one will prove to be, and then a notice says so
            else:
                self.notices.append(
                    f"Another program has changed {left}: this game goes on in {new.name}."
                )
        plain = [line.to_dict() for line in lines]
        if self._adopted is not None:
            plain.insert(0, SaveLine("rules", "", rules=self._adopted).to_dict())
            self._adopted = None
            self._keep_rules()
        self._attempt(journal.append, *plain)

    def _keep_rules(self) -> None:
        """Keep what this game is played by, for the time when that changes."""
        if sentence := keep(self.game.catalog):
            self.notices.append(sentence)

    def _attempt(self, write: Any, *arguments: Plain) -> None:
        """Write, or say once that it failed; the game goes on either way."""
        try:
            write(*arguments)
        except OSError as problem:
            if not self._failing:
                self.notices.append(
                    f"The game cannot be saved in {self.path}: {reason(problem)}. "
                    "It goes on in memory, and every action tries again."
                )
            self._failing = True
        else:
            if self._failing:
                self.notices.append(f"The game is saved again, all of it, in {self.path}.")
            self._failing = False


def _all_players(state: State, given: Players) -> dict[str, str]:
    """A player for every side: human where nobody is named, the computer for neutrals."""
    frame = state.frame
    unnamed = {s: HUMAN if i in frame.played else OPPONENT for i, s in enumerate(frame.side_ids)}
    return unnamed | _names(state, given)


def _names(state: State, given: Players) -> dict[str, str]:
    sides = state.frame.side_ids
    for side in given:
        if side not in sides:
            raise ValueError(f"there is no side {echoed(side)}; the sides are {', '.join(sides)}")
    return {side: _name(player) for side, player in given.items()}


def _name(player: str | Chooser) -> str:
    if isinstance(player, str):
        return player
    if isinstance(player, type):
        raise ValueError(f"{player.__name__} is a class: say {player.__name__}()")
    if not callable(getattr(player, "choose", None)):
        kind = type(player).__name__
        raise ValueError(
            f"an object of {kind} is no player: it has no method choose(state, random)"
        )
    return HUMAN if getattr(player, "is_human", False) else name_of(player)


def _joined(given: Players) -> dict[str, Chooser]:
    """The players of one's own by side."""
    return {side: player for side, player in given.items() if not isinstance(player, str)}


# -- beginning a game that is saved by itself while it is played -----------------------------------


def begin_session(
    game: Game | str | Path,
    scenario: str | None = None,
    options: Iterable[str] = (),
    edition: str | None = None,
    *,
    seed: int | str | None = None,
    players: Players | None = None,
) -> Session:
    """A new game with an autosave; a notice in the session when saving is impossible.

    DefinitionError and ChoiceError as :meth:`Session.new`.
    """
    if not isinstance(game, Game):
        game = hexwar.load_game(game)
    chosen = scenario or next(iter(game.catalog.scenarios), "")
    path = new_save_path(game.catalog.header.id, chosen)
    options = tuple(options)
    try:
        return Session.new(game, scenario, options, edition, seed=seed, players=players, path=path)
    except RecordError as problem:
        session = Session.new(game, scenario, options, edition, seed=seed, players=players)
        message = str(problem)
        session.notices.append(f"{message[:1].upper()}{message[1:]}. It goes on without a save.")
        return session


# -- who took a side over while a game went on, and after how many of its actions ------------------


class Seating(NamedTuple):
    """``player`` plays ``side`` from here on; ``after`` counts the actions that stand before."""

    after: int
    side: str
    player: str


def seatings_in(lines: Sequence[SaveLine]) -> list[Seating]:
    """The seatings of a save. A player who was seated after actions that were taken back plays from
    the action that the taking back led to.
    """
    seatings: list[Seating] = []
    played = list(accumulate(lines, _stand, initial=0))[1:]
    least = played[-1] if played else 0
    for line, standing in zip(reversed(lines), reversed(played), strict=True):
        least = min(least, standing)
        if line.kind == "seat":
            seatings.append(Seating(least, line.side, line.notation))
    return seatings[::-1]


def taken_back(seatings: Iterable[Seating], standing: int) -> list[Seating]:
    """The seatings when so many actions are left standing: later ones begin there."""
    return [seating._replace(after=min(seating.after, standing)) for seating in seatings]


def _stand(before: int, line: SaveLine) -> int:
    """How many actions stand after a line, when so many stood before it."""
    if line.kind == "back":
        return int(line.notation)
    return before + {"do": 1, "undo": -1, "redo": 1}.get(line.kind, 0)
