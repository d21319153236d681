"""A file that has come by mail, dropped on the window or opened in it: it is read in and answered.

A record that goes to and fro without a host is asked about first, since taking it in gives what its
game waits for. A turn of a host's table is played as far as its side knows; orders are brought to
the host by the link of their seat, which is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.printable import clean, path_named
from hexwar.joining.client import Client, Plain
from hexwar.joining.orders import ORDERS, OrdersSession, delivered, read_mail, write_mail
from hexwar.records import RecordError, SaveFile, read_record
from hexwar.records.mail import MailedGame, is_mail, longer_copy, seats_for
from hexwar.records.saves import free_name
from hexwar.rules.language.wording import several
from hexwar.viewer.match.mailed import MailedMatch
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.joining import JoinScreen
from hexwar.viewer.screens.question import Answer, QuestionScreen

_MOST_NEWS = 8
"""Sentences of what has come that are shown."""


def take_record(host: Host, path: Path) -> None:
    """Ask what is to be done with a record that goes by mail; open any other as a save."""
    try:
        record = read_record(path)
        if not is_mail(record):
            host.begin(path)
            return
        seats = seats_for(record)
        answers = [Answer("Look at it", partial(host.begin, path), "l")]
        text = f"{clean(record.header.title)}, a game by mail."
        if not seats:
            text += " Nobody plays it here, and all seats are taken."
        for seat in seats:
            taking = _taking_in(host, record, seat, len(seats) > 1)
            answers.append(taking.answer)
            text += taking.warning
    except RecordError as problem:
        _refuse(host, problem)
        return
    host.push(QuestionScreen(host, "A file has come by mail", text, answers))


class _TakingIn(NamedTuple):
    """The answer that takes a file in, and what is to be said before it is given."""

    answer: Answer
    warning: str = ""


def _taking_in(host: Host, record: SaveFile, seat: str, names_seat: bool) -> _TakingIn:
    """Taking a file in as a seat; or keeping one's own copy where that is longer, as what was done
    since would be lost with the other. Keys only where a single seat is asked about, or two answers
    would share one.
    """
    copy, as_seat = longer_copy(record, seat), f" as {clean(seat)}" if names_seat else ""
    take = partial(_take_in, host, copy or record.path, seat, record.path.parent)
    if copy is None:
        return _TakingIn(Answer(f"Take it in{as_seat}", take, "" if names_seat else "t", "primary"))
    lines = len(read_record(copy).raw) - len(record.raw)
    goes_on = f" Your own copy goes on where it ends, by {several(lines, 'line')}."
    answer = Answer(f"Go on with yours{as_seat}", take, "" if names_seat else "g", "primary")
    return _TakingIn(answer, goes_on)


def _take_in(host: Host, file: Path, seat: str, folder: Path) -> None:
    host.wait_for(
        "Taking the file in",
        lambda _: MailedGame.opened(file, seat),
        partial(_taken_in, host, folder),
        partial(_refuse, host),
    )


def _taken_in(host: Host, folder: Path, mailed: MailedGame) -> None:
    """Show the game, or that it has not begun; what goes back is written in ``folder``."""
    out = _Outgoing(folder)

    def write() -> str:
        path = out.named(mailed.name)
        mailed.send(path)
        return f"Send {path_named(path)} to the others."

    news = [*mailed.news()[-_MOST_NEWS:], mailed.awaited]
    if mailed.session is None:
        try:
            news.append(write())
        except RecordError as problem:
            news.append(f"{problem}.")
    else:
        match = MailedMatch(mailed.session, mailed.side, write)
        host.sit(match)
        if mailed.awaited or mailed.has_news:
            match.send()
    _tell(host, "It is taken in", news)


class _Outgoing:
    """Files that are written in a folder: none that was there before is written over."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: dict[str, Path] = {}

    def named(self, name: str) -> Path:
        """The file of this name, or one beside it."""
        if name not in self._written:
            path = self._folder / name
            self._written[name] = free_name(path) if path.exists() else path
        return self._written[name]


# -- at a host's table -----------------------------------------------------------------------------


def take_turn(host: Host, path: Path) -> None:
    """Play a turn that was fetched from a host, or bring orders to it."""
    try:
        document = read_mail(path)
    except RecordError as problem:
        _refuse(host, problem)
        return
    if ORDERS in document:
        deliver = partial(_deliver, host, document)
        host.push(JoinScreen(host, deliver, "Bring orders to their host"))
        return
    host.wait_for(
        "Opening the turn",
        lambda _: OrdersSession(document),
        partial(_turn_opened, host, path),
        partial(_refuse, host),
    )


def _turn_opened(host: Host, path: Path, session: OrdersSession) -> None:
    out = _Outgoing(path.parent).named("orders.json")

    def write() -> str:
        write_mail(out, session.orders)
        return f"Drop {path_named(out)} on the window to bring it to the host."

    host.sit(MailedMatch(session, session.side, write, always=True))
    log: list[str] = session.turn.get("log", [])
    news = [*map(clean, log[-_MOST_NEWS:]), clean(str(session.turn.get("asks", "")))]
    news.append(f"What you do is written as orders into {path_named(out)} while you do it.")
    _tell(host, clean(str(session.turn["title"])), news)


def _deliver(host: Host, orders: Plain, link: str, failed: Callable[[Exception], None]) -> None:
    def show(lines: list[str]) -> None:
        host.pop()  # the question for the link
        _tell(host, "At the host", list(map(clean, lines)))

    host.wait_for("Bringing the orders", lambda _: delivered(Client(link), orders), show, failed)


# -- what is said ----------------------------------------------------------------------------------


def _tell(host: Host, title: str, sentences: Sequence[str]) -> None:
    text = " ".join(filter(None, sentences))
    if text:
        close = Answer("Close", lambda: None, "c", "primary")
        host.push(QuestionScreen(host, title, text, [close]))


def _refuse(host: Host, problem: Exception) -> None:
    _tell(host, "It is not taken in", [f"{str(problem).rstrip('.')}."])
