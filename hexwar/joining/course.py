"""A game at somebody else's table, as far as this side knows it: the record of a window there.

All of it is what the host has told: the position that the side knows, and the actions of which it
learned, with their events. What the host says is a stranger's and is read as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import hexwar
from hexwar.definition.diagnostics import DefinitionError
from hexwar.definition.locations import all_games
from hexwar.definition.printable import clean
from hexwar.engine import Action, Event, IllegalAction
from hexwar.engine.notation import verbs
from hexwar.joining.client import Client, LineError, Plain
from hexwar.records import Session
from hexwar.records.kept_rules import NotKeptError, kept_game, rules_key, rules_of, taken_in
from hexwar.records.lines import RecordError, read_record
from hexwar.records.session import Seating
from hexwar.rules.game import Game
from hexwar.rules.history import LogEntry
from hexwar.rules.state import State

NONSENSE = "what the host says makes no sense"

_UNTOLD = Action("pass")
"""In the place of an action of which only events were told."""


class DistantCourse:
    """What a window shows of the game, with the names that a session has for it.

    ``side`` is the side of this seat, ``None`` for a spectator; ``head`` that of the last step.
    """

    state: State
    can_redo = False
    seatings: Sequence[Seating] = ()
    path = None

    def __init__(self, client: Client, messages: Sequence[Plain]) -> None:
        """What a seat is told when it comes in. :class:`LineError` for what makes no sense, and
        where the rules are not to be had.
        """
        self.client = client
        self.notices: list[str] = []
        self.entries: list[LogEntry] = []
        self.opening: Sequence[Event] = ()
        try:
            by_kind = {message["t"]: message for message in messages}
            hello, whole = by_kind["hello"], by_kind["whole"]
            self.side: str | None = hello["side"]
            learned = whole["known"]
            self.game = rules_at(client, str(learned["game"]), dict(learned["files"]))
            self.take_whole(whole)
            if self.side not in (None, *self.state.frame.side_ids):
                raise LineError(NONSENSE)
        except (LookupError, TypeError, ValueError) as problem:
            raise problem if isinstance(problem, LineError) else LineError(NONSENSE) from None

    # -- what the host tells --------------------------------------------------------------------

    def take_whole(self, message: Plain) -> None:
        """All that is known, in the place of what was known before."""
        learned = self._known(message)
        self._place(learned["position"])
        self.opening = _events(learned["opening"])
        self.entries = list(map(_entry, learned["entries"]))
        self.head = str(message["head"])

    def take_step(self, message: Plain) -> None:
        """One more action, or one less."""
        learned = self._known(message)
        entry = _entry(learned["entry"])
        self._place(learned["position"])
        if learned["undone"] and self.entries:
            self.entries.pop()
        else:
            self.entries.append(entry)
        self.state.events = list(self.entries[-1].events) if self.entries else []
        self.head = str(message["head"])

    def take_position(self, message: Plain) -> bool:
        """Take in what something done in secret has made of the position. Returns whether anything
        changed.
        """
        state_before = self.state
        # The old one stays where nothing has changed: what a window keeps for a state it keeps.
        self._place(self._known(message)["position"])
        if self.state != state_before:
            return True
        self.state = state_before
        return False

    def _known(self, message: Plain) -> Plain:
        """What a message says that this side knows, whatever else a stranger put into it."""
        learned: Plain = message["known"]
        return learned

    def _place(self, position: Plain) -> None:
        self.state = self.game.state_from_dict(position)

    # -- what a window asks ---------------------------------------------------------------------

    undoable = 0
    undo_lock: str | None = "locked: what was done stands"

    def let_undo(self, may: bool) -> None:
        """Whether the host would take the last action back."""
        self.undoable = int(may)
        lock = "locked: what was done stands" if self.entries else "nothing to undo yet"
        self.undo_lock = None if may else lock

    @property
    def can_undo(self) -> bool:
        """Whether the host would take the last action back."""
        return self.undoable > 0

    def explain(self, action: Action | str) -> Action:
        """An action that this side may do as far as it knows. IllegalAction says why not."""
        action_tried = Action.parse(action) if isinstance(action, str) else action
        if (violation := self.state.explain(action_tried)) is not None:
            raise IllegalAction(violation)
        return action_tried

    def apply(self, action: Action | str) -> list[Event]:
        """Only the host plays."""
        raise TypeError("an action is said to the host")

    def seat(self, side: str, player: str) -> None:
        """The host alone knows who sits where."""
        raise TypeError("who plays is said to the host")

    def undo(self) -> Action | None:
        """Only the host takes back."""
        return None

    def redo(self) -> list[Event] | None:
        """Nothing is done again."""
        return None

    def recorded(self) -> Session:
        """The record of the game as a session of its own, to be gone through, once nothing in it is
        hidden. :class:`LineError` if the host does not give it.
        """
        status, save = self.client.request("GET", f"{self.client.path}/save")
        if status != 200 or not isinstance(save, str):
            raise LineError(str(save.get("why", NONSENSE)) if isinstance(save, dict) else NONSENSE)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "table.jsonl"
            path.write_text(save, encoding="utf-8", newline="")
            try:
                return Session.of_record(read_record(path), self.game)
            except RecordError as problem:
                raise LineError(str(problem)) from None


def rules_at(client: Client, name: str, files: dict[str, str]) -> Game:
    """The game of this id that was read from these files: one of this machine, one that was kept,
    or what the host sends. :class:`LineError` if it is not to be had.
    """
    try:
        if name in all_games():
            game = hexwar.load_game(name)
            if rules_key(rules_of(game.catalog, "").files) == rules_key(files):
                return game
    except DefinitionError:
        pass  # what is here has changed and is not sound just now
    try:
        return kept_game(name, files)
    except NotKeptError:
        pass
    status, sent = client.request("GET", f"{client.path}/rules")
    if status != 200:
        raise LineError(str(sent.get("why", NONSENSE)) if isinstance(sent, dict) else NONSENSE)
    packs: dict[str, bytes] = {}
    for pack in map(str, sent["packs"][:20]):
        status, data = client.request("GET", f"{client.path}/rules/{quote(pack)}")
        if status != 200 or not isinstance(data, bytes):
            raise LineError(NONSENSE)
        packs[pack] = data
    try:
        return taken_in(str(sent["game"]), packs, name, files)
    except NotKeptError as problem:
        raise LineError(f"the rules of this game are not to be had here: {problem}") from None


def _events(plain: Sequence[Plain]) -> tuple[Event, ...]:
    events = tuple(map(Event.from_dict, plain))
    for event in events:
        event.text, event.rule = clean(str(event.text)), clean(str(event.rule))
    return events


def _entry(plain: Plain) -> LogEntry:
    do = str(plain["do"])
    try:
        action = Action.parse(do)
    except IllegalAction:
        # Of some actions no more is told than what was done.
        action = Action(do) if do in verbs() else _UNTOLD
    return LogEntry(str(plain["side"]), action, _events(plain["events"]))
