"""``hexwar join``: play at a table of a host, in the window or in the terminal.

In the terminal two threads share the seat: one prints what the host tells as it comes, the other
obeys what is typed. Neither knows the rules: the host does, and says what may be chosen.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterable
from threading import Event, Thread
from time import sleep
from typing import Any

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import require_one_pygame, window_size
from hexwar.definition.printable import clean
from hexwar.definition.spelling import echoed
from hexwar.engine.notation import verbs
from hexwar.joining.client import Client, LineError

EXAMPLES = """\
examples:
  hexwar join LINK             play in the seat that the link opens
  hexwar join LINK --text      in the terminal
"""

HELP = """\
  an action in its notation, such as: move A 0703
  N                      the choice of that number in the last list
  choices [UNIT ...]     what may be chosen, of these units alone if some are named
  preview ACTION         what would come of it
  units                  who stands where
  goal                   who wins when, and how it stands
  log                    what was told last
  undo                   take the last action back
  say WORDS              to the others at the table
  agree, decline         what somebody offers
  resign, claim, quit"""

LISTED, LOGGED = 40, 30
"""Choices of a list; lines of the log that are kept."""

ELSEWHERE = ("map", "rules")
"""What a line cannot show here, and is asked for all the same."""

RETRY = 3.0
"""Seconds until a host is tried again that could not be reached."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar join`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("link", metavar="LINK", help="the link of your seat")
    parser.add_argument("--text", action="store_true", help="play in the terminal, line by line")
    parser.add_argument("--size", metavar="WxH", help="size of the window in pixels: 1280x800")


def run(arguments: argparse.Namespace) -> int:
    """Play until the window is closed, the input ends, or somebody says so."""
    if not arguments.text:
        return _in_window(arguments)
    try:
        terminal = SeatInTerminal(Client(arguments.link))
        terminal.take(terminal.client.hear())
    except LineError as problem:
        raise UsageError(str(problem)) from None
    listening = Thread(target=terminal.listen, daemon=True)
    listening.start()
    try:
        for line in sys.stdin:
            if not terminal.obey(line.split()):
                break
    finally:
        terminal.ended.set()
    return CLEAN


def _in_window(arguments: argparse.Namespace) -> int:
    size = window_size(arguments.size)
    require_one_pygame()
    from hexwar.viewer.program.display import NoDisplayError
    from hexwar.viewer.window import WindowSize, join

    try:
        join(arguments.link, WindowSize(size))
    except LineError as problem:
        raise UsageError(str(problem)) from None
    except NoDisplayError:
        raise UsageError(
            "there is no display to open a window on; play in the terminal instead: "
            "hexwar join LINK --text"
        ) from None
    return CLEAN


class SeatInTerminal:
    """What the host tells in lines, and what is typed. All that the host sends is cleaned: it may
    be anybody's.
    """

    def __init__(self, client: Client) -> None:
        self.client, self.ended = client, Event()
        self._table: dict[str, Any] = {}
        self._where: dict[int, int] = {}
        self._choices: list[str] = []
        self._asked = ""
        self._goals: list[str] = []
        self._log: deque[str] = deque(maxlen=LOGGED)

    def listen(self) -> None:
        """Print what happens, as it comes; a line that was cut is tried again."""
        cut = False
        while not self.ended.is_set():
            try:
                self.take(self.client.hear(wait=20))
                cut = False
            except LineError as problem:
                if not cut:
                    _tell(f"{problem}; it is tried again.")
                cut = True
                sleep(RETRY)

    def take(self, messages: list[dict[str, Any]]) -> None:
        """What the host has sent."""
        for message in messages:
            kind = message.get("t")
            if kind == "hello":
                self._table = message
                side = message["sides"].get(message["side"])
                _tell(message["title"])
                _tell(f"Your side: {side}" if side else "You look on.")
                _tell("Type choices to see what you can do, and help for all else.")
            elif kind in ("whole", "step"):
                situation = message.get("situation", "")
                if situation:
                    _tell(f"== {situation}")
                self._goals = message.get("goals", self._goals)
                for text, rule, _ in message["log"]:
                    line = f"{text} [{rule}]" if rule else text
                    self._log.append(line)
                    # The heading of a phase is the situation once more.
                    if text.rstrip(".") != situation:
                        _tell(line)
                if not message["log"] and self._is_own(message.get("side", -1)):
                    _tell(message.get("said", ""))  # of which the log tells later
                self._where |= {int(unit): at[0] for unit, at in message["at"].items()}
            elif kind == "chat":
                side_taken = self._table.get("sides", {}).get(message["seat"], "a spectator")
                _tell(f"{side_taken}: {message['text']}")
            elif kind == "now":
                self._now(message["now"])

    def _is_own(self, place: int) -> bool:
        """Whether a side, by its place among all, is the one of this seat."""
        sides = list(self._table.get("sides", {}))
        return 0 <= place < len(sides) and sides[place] == self._table.get("side")

    def _now(self, now: dict[str, Any]) -> None:
        if "over" in now:
            question = f"The game is over. {now['over']['verdict']}. {now['over']['because']}"
        elif "ask" in now:
            question = f"> {now['ask']['prompt']}"
        else:
            other = self._table["sides"].get(now["waits"], "")
            question = f"(It is for the other side to choose: {other}.)"
        if now.get("offer"):
            question = f"{now['offer']['said']} agree, or decline? {question}"
        if question != self._asked:
            _tell(question)
        self._asked = question

    def obey(self, words: list[str]) -> bool:
        """Do what was typed; whether to go on."""
        if not words:
            return True
        verb, arguments = words[0], words[1:]
        if verb == "quit":
            return False
        try:
            if verb == "help":
                print(HELP)
            elif verb == "units":
                units, hexes = self._table.get("units", {}), self._table.get("hexes", [])
                for place, (unit, side) in enumerate(units.items()):
                    at = self._where.get(place, -1)
                    if 0 <= at < len(hexes):
                        _tell(f"{hexes[at]}  {unit} ({self._table['sides'].get(side, side)})")
            elif verb in ("goal", "log"):
                lines: Iterable[str] = self._goals if verb == "goal" else self._log
                _tell("\n".join(lines) or "Nothing has been told yet.")
            elif verb in ELSEWHERE:
                _tell(
                    f"The {verb}: in the window (hexwar join LINK), or open the link in a browser."
                )
            elif verb == "choices":
                self._list(arguments)
            elif verb == "preview":
                action = self._chosen(arguments) or " ".join(arguments)
                answer = self.client.say("preview", do=action)
                _tell("\n".join(answer.get("lines", [])) or _refusal(answer.get("why") or answer))
            else:
                self._say(verb, arguments)
        except LineError as problem:
            _tell(f"{problem}.")
        return True

    def _say(self, verb: str, rest: list[str]) -> None:
        say = self.client.say
        if verb == "say":
            answer = say("chat", text=" ".join(rest))
        elif verb in ("undo", "resign", "claim"):
            answer = say(verb)
        elif verb in ("agree", "decline"):
            answer = say("answer", yes=verb == "agree")
        elif action := self._chosen([verb]):
            answer = say("do", do=action)
        elif verb not in verbs():
            _tell(f"There is no command {echoed(verb)}; help lists what there is.")
            return
        else:
            answer = say("do", do=" ".join([verb, *rest]))
        if answer["t"] == "refused":
            _tell(_refusal(answer))

    def _list(self, picked: list[str]) -> None:
        answer = self.client.say("choices", picked=picked)
        if answer["t"] == "refused":
            _tell(_refusal(answer))
            return
        offered = answer["choices"]
        self._choices = [choice["do"] for choice in offered]
        for number, choice in enumerate(offered[:LISTED], 1):
            _tell(f"{number:3}  {choice['label']}")
        if len(offered) > LISTED:
            names = self._table.get("units", {})
            words = (word for choice in self._choices for word in choice.split())
            able = ", ".join(dict.fromkeys(word for word in words if word in names))
            _tell(f"     and {len(offered) - LISTED} more: name the units, as in: choices UNIT")
            if able and not picked:
                _tell(f"     Units that can act: {able}")

    def _chosen(self, words: list[str]) -> str:
        """The action of the last list that a number stands for; else nothing."""
        number = words[0] if len(words) == 1 else ""
        place = int(number) if number.isdecimal() and len(number) < 5 else 0
        return self._choices[place - 1] if 0 < place <= len(self._choices) else ""


def _refusal(answer: dict[str, Any]) -> str:
    rule = f" [{answer['rule']}]" if answer.get("rule") else ""
    return f"{answer.get('why', '')}{rule}"


def _tell(text: str) -> None:
    print("\n".join(clean(line) for line in text.split("\n")), flush=True)
