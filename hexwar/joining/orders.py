"""A seat at a host's table by mail, for players who are seldom on line, or whose games hide
something.

A *turn* is a file with what one side knows, and nothing else: anybody who reads it on the way
learns no more than that side. Its player says what he does with it, off line; these *orders* are a
file too, and go to the host as if they were said there: one after the other, as long as each is
legal.

So: :func:`fetched` asks the host for a turn, :func:`read_mail` and :func:`write_mail` are both
files, :func:`known_state` is the position to think about, :func:`planned` and
:class:`OrdersSession` make orders of actions, and :func:`delivered` says them to the host. Orders
end at the first dice: nobody can say beforehand what is best after them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import hexwar
from hexwar.definition.documents import require
from hexwar.definition.locations import find_game
from hexwar.definition.printable import clean
from hexwar.definition.writing_files import write_whole
from hexwar.engine import Action, DiceExhaustedError, Event, IllegalAction
from hexwar.joining.client import Client, LineError, Plain
from hexwar.records.kept_rules import NotKeptError, kept_game, rules_key, rules_of
from hexwar.records.lines import RecordError, decoded, reason
from hexwar.records.session import Chooser, Session
from hexwar.records.together import throws
from hexwar.rules.game import Game
from hexwar.rules.state import State

TURN, ORDERS = "hexwar_turn", "hexwar_orders"
MOST_BYTES = 10_000_000


def fetched(client: Client) -> Plain:
    """What the side of a seat knows now, as a turn. :class:`LineError` if it is not to be had."""
    by_kind = {message["t"]: message for message in client.hear()}
    try:
        hello, whole, clock = by_kind["hello"], by_kind["whole"], by_kind["now"]["now"]
        learned = whole["known"]
        return {
            TURN: 1,
            "title": hello["title"],
            "side": hello["side"],
            "base": whole["head"],
            "asks": clock.get("ask", {}).get("prompt", ""),
            "game": learned["game"],
            "files": learned["files"],
            "position": learned["position"],
            "log": [line[0] for line in whole["log"]],
        }
    except (LookupError, TypeError):
        raise LineError("what the host says makes no sense") from None


def kind_of_mail(path: Path) -> str:
    """Whether a file is a turn or orders, by how it begins; empty if neither, or unreadable."""
    try:
        with path.open("rb") as file:
            begins = file.read(40)
    except OSError:
        return ""
    kinds = (TURN, ORDERS)
    return next((kind for kind in kinds if begins.startswith(f'{{"{kind}"'.encode())), "")


def read_mail(path: Path) -> Plain:
    """A turn or orders in a file. :class:`RecordError` for anything else."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        document = decoded(data) if len(data) <= MOST_BYTES else {}
    except OSError as problem:
        raise RecordError(f"{path.name} cannot be read: {reason(problem)}") from problem
    except ValueError:
        document = {}
    kind = next((kind for kind in (TURN, ORDERS) if kind in document), None)
    if kind is None:
        raise RecordError(f"{path.name} is neither a turn nor orders of hexwar")
    try:
        require(kind.removeprefix("hexwar_"), document)
    except ValueError as problem:
        raise RecordError(f"{path.name}: {problem}") from None
    return document


def write_mail(path: Path, document: Plain) -> None:
    """Write a turn or orders. :class:`RecordError` if that fails."""
    try:
        write_whole(path, json.dumps(document, ensure_ascii=False).encode() + b"\n")
    except OSError as problem:
        raise RecordError(f"{path.name} cannot be written: {reason(problem)}") from problem


def game_of(turn: Plain) -> Game:
    """The game of a turn. :class:`RecordError` if the rules by which it is played are not here."""
    name, files = str(turn["game"]), turn["files"]
    try:
        game = hexwar.load_game(find_game(name))
        if rules_key(rules_of(game.catalog, "").files) == rules_key(files):
            return game
        return kept_game(name, files)
    except (ValueError, NotKeptError):
        why = f"the rules of {clean(name)} by which this turn is played are not here"
        raise RecordError(why) from None


def known_state(turn: Plain, game: Game | None = None) -> State:
    """The position of a turn, as its side knows it. :class:`RecordError` if the rules by which it
    is played are not here, or it makes no sense.
    """
    try:
        return (game or game_of(turn)).state_from_dict(turn["position"])
    except (ValueError, LookupError, TypeError):
        raise RecordError("the position of this turn makes no sense") from None


def planned(turn: Plain, actions: Sequence[str], game: Game | None = None) -> Plain:
    """Orders to do these actions, one after the other. :class:`RecordError` for one that is illegal
    as far as the side knows, or that comes after dice, where nobody can say.
    """
    state, side = known_state(turn, game), turn["side"]
    dice_fell = False
    for action in actions:
        if dice_fell or state.side_to_act != side:
            why = "dice fall before" if dice_fell else "it is not for you to choose then"
            raise RecordError(f"{clean(action)} cannot be ordered yet: {why}")
        try:
            state.apply(Action.parse(action), dice=())
        except DiceExhaustedError:
            dice_fell = True
        except IllegalAction as refused:
            raise RecordError(f"{clean(action)}: {refused}") from None
    return {ORDERS: 1, "side": side, "base": turn["base"], "do": list(actions)}


class OrdersSession(Session):
    """A turn that its side answers action by action, as far as that ``side`` knows.

    The first action that throws dice is noted and not done: what comes of it is in the next turn.
    """

    def __init__(self, turn: Plain) -> None:
        """:class:`RecordError` as :func:`known_state`."""
        game = game_of(turn)
        super().__init__(game, known_state(turn, game))
        self.turn, self.side = turn, str(turn["side"])
        self._thrown = ""  # the action behind which nothing can be ordered

    @property
    def orders(self) -> Plain:
        """What has been ordered so far."""
        actions = [str(entry.action) for entry in self.entries]
        thrown = [self._thrown] if self._thrown else []
        return {ORDERS: 1, "side": self.side, "base": self.turn["base"], "do": [*actions, *thrown]}

    @property
    def awaited(self) -> str:
        """Why nothing more can be ordered now; empty if something can."""
        if self._thrown:
            return f"What comes of “{self._thrown}” the dice decide, at the host."
        if not self.state.is_over and self.state.side_to_act != self.side:
            return "The others choose next."
        return ""

    def apply(self, action: Action | str) -> list[Event]:
        """Order an action, and do it if no dice decide what comes of it."""
        if throws(self.state, action):
            self._thrown = str(action)
            return []
        return super().apply(action)

    def undo(self) -> Action | None:
        """Take back what was ordered last."""
        if self._thrown:
            action, self._thrown = Action.parse(self._thrown), ""
            return action
        return super().undo()

    def seat(self, side: str, player: str | Chooser) -> None:
        """Always a ValueError: it is the host that is told who plays."""
        raise ValueError("who plays is said to the host")


def delivered(client: Client, orders: Plain) -> list[str]:
    """Send orders to the host; yields a line for each, until one is refused. :class:`RecordError`
    where the table has gone on since they were written.
    """
    client.hear()
    if client.head != orders["base"]:
        raise RecordError("the game has gone on since these orders were written: fetch the turn")
    lines: list[str] = []
    for action in orders["do"]:
        answer: dict[str, Any] = client.say("do", do=action)
        if answer.get("t") != "done":
            rule = f" ({clean(answer['rule'])})" if answer.get("rule") else ""
            return [*lines, f"{action}: not done. {clean(str(answer.get('why', '')))}{rule}"]
        lines.append(f"{action}: done.")
        client.hear()
    return lines
