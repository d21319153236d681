"""A game by mail, without a host: its record goes to and fro as a file, a file a turn.

Each player keeps a copy of the record, and beside it the secret of his chain of links
(:mod:`hexwar.fair`), which never leaves his machine. A file that comes is taken in only when it
goes on where his copy ends, does nothing in his name, is sound in every line, and every action in
it is legal. An action that throws dice is written down and sent; it is carried out when the links
of the others have come back.

It is for games that hide nothing: in others only a host may know the whole position.

:class:`MailSession` is the game while one of its players acts; :class:`MailedGame` is his copy:
beginning, taking in what comes, giving what is due, and files. What may come in is proved in
functions at the end: the sender of a file may have written anything into it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes
from typing import Self

from hexwar.definition.documents import DocumentError, require
from hexwar.definition.grammar import does
from hexwar.definition.printable import clean
from hexwar.definition.writing_files import write_whole
from hexwar.engine import Action, Event
from hexwar.fair import Chain, Terms, Transcript, digest
from hexwar.records.changed_rules import header_of
from hexwar.records.lines import (
    DiceKey,
    Plain,
    RecordError,
    SaveFile,
    SaveHeader,
    SaveLine,
    decoded,
    encoded,
    read_record,
    reason,
)
from hexwar.records.saves import saves_folder
from hexwar.records.session import HUMAN, Chooser, Session
from hexwar.records.together import (
    announcement,
    begin,
    first_difference,
    perform,
    taken_in,
    throws,
)
from hexwar.records.verification import UNTHROWN, transcript_of
from hexwar.rules.game import Game
from hexwar.rules.language.wording import every, several
from hexwar.rules.sides.section import Sides

SUFFIX, CHAIN_SUFFIX, CHAIN_FORMAT = ".jsonl", ".chain", 1
BY_MAIL = ("exchanged", "honour")
"""The kinds of dice of games that go by mail without a host."""

MOST_BYTES = 100_000
"""Of the file of a chain."""


def mail_folder() -> Path:
    """Where games by mail are kept, beside the saves; it need not exist yet."""
    return saves_folder().parent / "mail"


class MailSession(Session):
    """A game by mail while one of its players acts; ``mailed`` writes each line."""

    mailed: MailedGame

    @property
    def awaited(self) -> str:
        """As of any session: what the game waits for that comes with the next file."""
        return self.mailed.awaited

    def apply(self, action: Action | str) -> list[Event]:
        """Play an action; one that throws dice is only announced: the others' parts are needed."""
        transcript, state = self.mailed.transcript, self.state
        if transcript.terms.has_links and throws(state, action):
            self.mailed.write(announcement(transcript, state.side_to_act or "", str(action)))
            return []
        self.mailed.write(perform(self._history, transcript, action, self.mailed.secret))
        return list(self.entries[-1].events)

    def throw(self) -> None:
        """Carry out the action that was announced: all parts of its dice are there."""
        transcript = self.mailed.transcript
        if transcript.pending is not None:
            action = transcript.pending.do
            self.mailed.write(perform(self._history, transcript, action, self.mailed.secret))

    def undo(self) -> Action | None:
        """As :meth:`Session.undo`."""
        action = self._history.undo()
        if action is not None:
            self.mailed.write(SaveLine("undo", str(action)))
        return action

    def redo(self) -> list[Event] | None:
        """As :meth:`Session.redo`."""
        events = self._history.redo()
        if events is not None:
            self.mailed.write(SaveLine("redo", str(self.entries[-1].action)))
        return events

    def seat(self, side: str, player: str | Chooser) -> None:
        """Always a ValueError: who plays was agreed at the beginning."""
        raise ValueError("who plays a game by mail was agreed when it began")

    def save(self) -> bool:
        """Everything is written as it is done."""
        return True

    def put_away(self) -> bool:
        """Nothing is removed: the other has it too."""
        return False


class MailedGame:
    """A game by mail as one of its players, in the seat ``side``, has it.

    ``session`` is the game as he plays it, ``None`` until it has begun; ``transcript`` is that of
    its dice, ``secret`` the key of dice that are thrown by *honour*.
    """

    def __init__(self, folder: Path, record: SaveFile, side: str, secrets: Sequence[bytes]) -> None:
        """A game as it is kept. :class:`RecordError` if its record is not sound."""
        transcript = transcript_of(record)
        if transcript is None:
            raise RecordError(f"{record.path.name} is no game by mail")
        self.side, self.transcript, self.header = side, transcript, record.header
        self.session: MailSession | None = None
        self._folder, self._lines = folder, list(record.raw)
        self._chains = [Chain(secret) for secret in secrets]
        self._came = len(self._lines)  # lines that the others have
        self._before = len(self._lines)  # lines that were known here before the last file came
        secrets_of_dice = (line.key.bits for line in record.lines if line.key is not None)
        self.secret = next(secrets_of_dice, b"")
        self._game: Game | None = None

    # -- beginning, and taking in what comes ------------------------------------------------

    @classmethod
    def begun(
        cls,
        game: Game,
        side: str,
        choice: tuple[str | None, Iterable[str], str | None] = (None, (), None),
        kind: str = "exchanged",
        folder: Path | None = None,
    ) -> Self:
        """Begin a game in a seat. ValueError for one that cannot go by mail without a host."""
        scenario, options, edition = choice
        state = game.start(scenario, options, 0, edition=edition)
        frame = state.frame
        if state.scopes.hiding:
            raise ValueError(
                "this game hides something, and only a host may know the whole of it: hexwar serve"
            )
        if len(frame.played) < len(frame.side_ids):
            raise ValueError("a side of this game is nobody's: it needs a host that plays it")
        if side not in frame.side_ids:
            raise ValueError(f"there is no such side; the sides are {every(frame.side_ids)}")
        terms = Terms(kind, tuple(frame.side_ids))
        key = DiceKey.drawn()
        commitment = key.commitment if terms.has_secret else ""
        players = dict.fromkeys(frame.side_ids, HUMAN)
        header = replace(
            header_of(game, state, commitment, players), begins=(), folder="", fair=terms
        )
        raw = encoded(header.to_dict())
        folder = folder or mail_folder()
        record = _record(folder, [raw])
        mailed = cls(folder, record, side, [token_bytes(32)])
        mailed._game, mailed.secret = game, key.bits if terms.has_secret else b""
        mailed._keep_chain()
        if terms.has_secret:
            mailed.write(SaveLine("key", "", key=key))
        mailed.give()
        return mailed

    @classmethod
    def opened(
        cls, file: Path, side: str = "", game: Game | None = None, folder: Path | None = None
    ) -> Self:
        """Take in a file that has come, and give what is due: an anchor, links.

        ``side`` is the seat, where nobody has sat down here yet and it is not the only one free.
        :class:`RecordError` says why the file is not taken in.
        """
        folder = folder or mail_folder()
        record = read_record(file)
        transcript = transcript_of(record)
        if record.torn or transcript is None:
            why = "its end is missing: ask for it once more" if record.torn else "no game by mail"
            raise RecordError(f"{file.name}: {why}")
        own_side, secrets = _kept(folder, record, side)
        before = 1
        if own_side:
            mine = read_record(_path(folder, record.raw[0], own_side))
            # What comes has to go on where one's own copy ends.
            line = first_difference(mine, record)
            if line is not None:
                raise RecordError(
                    f"this file does not go on where yours ends: from line {line} on it is another "
                    "game. Ask for the file that goes with yours, or lay them side by side: "
                    "hexwar verify"
                )
            missing = len(mine.raw) - len(record.raw)
            if missing > 0:
                last = mine.lines[len(record.raw) - 1]
                last_action = clean(last.notation) or last.kind
                raise RecordError(
                    f"this file is older than yours: it lacks {several(missing, 'line')}, "
                    f"from “{last_action}” on"
                )
            _require_others(record.lines[len(mine.lines) :], own_side)
            before = len(mine.raw)
        else:
            own_side = _free_seat(transcript, side)
            secrets = [token_bytes(32)]
        mailed = cls(folder, record, own_side, secrets)
        mailed._game, mailed._before = game, before
        mailed._play_on(record)
        mailed._keep_chain()
        mailed.write()
        mailed.give()
        return mailed

    def _play_on(self, record: SaveFile) -> None:
        """Play the record up to its end, so that every action in it is proved."""
        if not any(line.kind == "begins" for line in record.lines):
            return
        session = MailSession.of_record(record, self._game)
        session.mailed, session.notices = self, []
        session._history.throw_with(UNTHROWN)
        self.session, self._game = session, session.game

    def game(self) -> Game:
        """The game that is played."""
        if self._game is None:
            import hexwar

            self._game = hexwar.load_game(self.header.game)
        return self._game

    # -- giving what is due -----------------------------------------------------------------

    def give(self) -> None:
        """Give what this seat owes, and do what can be done then: begin, or throw."""
        transcript = self.transcript
        if self.side in transcript.lacks() and not transcript.is_ready:
            self.write(SaveLine("anchor", "", self.side, value=self._chains[-1].anchor.hex()))
        if not transcript.is_ready:
            return
        if self.session is None and transcript.pending is None:
            self._begin()
        self._give_link()
        pending = transcript.pending
        if pending is None or transcript.lacks():
            return
        if self.session is None:
            self._begin()
        elif pending.side == self.side:
            self.session.throw()
        if transcript.renews(self.side) and transcript.pending is None:
            self._chains.append(Chain(token_bytes(32)))
            self._keep_chain()
            self.write(SaveLine("anchor", "", self.side, value=self._chains[-1].anchor.hex()))

    def _give_link(self) -> None:
        """Give the link of the roll that was announced. The player who announced it gives his own
        last: nobody can reckon the dice before the action is known, and he cannot before the others
        agree.
        """
        pending, lacks = self.transcript.pending, self.transcript.lacks()
        if pending is None or self.side not in lacks:
            return
        if pending.side == self.side and lacks != (self.side,):
            return
        link = self._chains[-1].link(self.transcript.used(self.side) + 1)
        line = SaveLine("link", "", self.side, roll=pending.number, value=link.hex())
        self.write(line)

    def _begin(self) -> None:
        begun = begin(self.game(), self.header, self.transcript, self.secret)
        if begun is None:
            self.write(announcement(self.transcript, "", ""))
            return
        self.write(begun.line)
        self._play_on(_record(self._folder, self._lines))

    # -- what has happened, and what it waits for --------------------------------------------

    @property
    def has_news(self) -> bool:
        """Whether something was written that the others do not have."""
        return len(self._lines) > self._came

    def news(self) -> list[str]:
        """What the others have done since, in the sentences of its events."""
        lines = [decoded(raw) for raw in self._lines[self._before : self._came]]
        events = [event for line in lines for event in line.get("events") or line.get("begins", ())]
        return [clean(event["text"]) for event in events]

    @property
    def awaited(self) -> str:
        """What the game waits for that only another player can give, in a sentence; empty if this
        seat is to choose, or the game is over.
        """
        if lacks := [seat for seat in self.transcript.lacks() if seat != self.side]:
            parts = every(map(self._called, lacks))
            if not self.transcript.is_ready:
                return f"It begins when {parts} has sat down."
            return f"Dice are to be thrown: {does(parts, 'gives')} a part of them first."
        state = self.session.state if self.session is not None else None
        side = state.side_to_act if state is not None else None
        if side is None or side == self.side:
            return ""
        return f"It is for {self._called(side)} to choose."

    def _called(self, side: str) -> str:
        if self.session is None:
            return side
        names = self.session.state.resolved[Sides].names
        return names.get(side, side)

    # -- files ------------------------------------------------------------------------------

    def write(self, *lines: SaveLine) -> None:
        """Add lines to the copy that is kept here. :class:`RecordError` when that fails."""
        self._lines += taken_in(self.transcript, *lines)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(_path(self._folder, self._lines[0], self.side), b"".join(self._lines))
        except OSError as problem:
            refusal = f"the game cannot be kept in {self._folder}: {reason(problem)}"
            raise RecordError(refusal) from problem

    def send(self, out: Path) -> None:
        """Write the file that goes to the others. :class:`RecordError` when that fails."""
        try:
            write_whole(out, b"".join(self._lines))
        except OSError as problem:
            raise RecordError(f"{out} cannot be written: {reason(problem)}") from problem

    @property
    def name(self) -> str:
        """How the file is called that goes to the others: after its game and its length."""
        return f"{clean(self.header.game)}-{len(self._lines):04}{SUFFIX}"

    def _keep_chain(self) -> None:
        """Keep the secrets of this seat where nobody else may read them, before anything made from
        them is sent.
        """
        path = _path(self._folder, self._lines[0], self.side).with_suffix(CHAIN_SUFFIX)
        secrets = [chain.secret.hex() for chain in self._chains]
        document = {"hexwar_chain": CHAIN_FORMAT, "seat": self.side, "secrets": secrets}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            part.unlink(missing_ok=True)
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
            ) as file:
                file.write(encoded(document))
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as problem:
            refusal = f"the game cannot be kept in {self._folder}: {reason(problem)}"
            raise RecordError(refusal) from problem


# -- the copies that are kept ----------------------------------------------------------------------


def is_mail(record: SaveFile) -> bool:
    """Whether a record is one that goes by mail, and not a save of one program or a record of a
    host.
    """
    return record.header.fair is not None and record.header.fair.kind in BY_MAIL


def seats_for(record: SaveFile) -> tuple[str, ...]:
    """The seats as which a file can be taken in here: those that somebody has in its game, else
    those that are free. :class:`RecordError` where dice were not thrown as was agreed.
    """
    transcript = transcript_of(record)
    if transcript is None:
        return ()
    seats = [
        seat
        for seat in transcript.terms.seats
        if _path(mail_folder(), record.raw[0], seat).with_suffix(CHAIN_SUFFIX).exists()
    ]
    return tuple(seats) or (() if transcript.is_ready else transcript.lacks())


def longer_copy(record: SaveFile, side: str) -> Path | None:
    """The own copy of a seat, if it goes on where a file ends; ``None`` if it does not."""
    path = _path(mail_folder(), record.raw[0], side)
    if not path.exists():
        return None
    mine = read_record(path)
    goes_on = first_difference(mine, record) is None and len(mine.raw) > len(record.raw)
    return path if goes_on else None


def _path(folder: Path, header: bytes, side: str) -> Path:
    """Where a player's copy of a game lies: its first line names it."""
    return folder / f"{digest('mail', header, side).hex()[:24]}{SUFFIX}"


def _record(folder: Path, lines: Sequence[bytes]) -> SaveFile:
    """Lines as a record."""
    raw = tuple(lines)
    read = [SaveLine.from_dict(decoded(line), number) for number, line in enumerate(raw[1:], 2)]
    header = SaveHeader.from_dict(decoded(raw[0]))
    path = folder / "game.jsonl"
    return SaveFile(path, header, tuple(read), raw, len(raw), sum(map(len, raw)), False)


def _kept(folder: Path, record: SaveFile, side: str) -> tuple[str, list[bytes]]:
    """The seat that somebody has here in the game of a record, with its secrets; empty if none."""
    chains: list[tuple[str, list[bytes]]] = []
    if record.header.fair:
        for seat in record.header.fair.seats:
            path = _path(folder, record.raw[0], seat).with_suffix(CHAIN_SUFFIX)
            if side in ("", seat) and path.exists():
                chains.append((seat, _secrets(path)))
    if len(chains) > 1:
        raise RecordError(f"you play {every(seat for seat, _ in chains)} here: say for which side")
    return chains[0] if chains else ("", [])


def _secrets(path: Path) -> list[bytes]:
    try:
        with path.open("rb") as file:
            document: Plain = decoded(file.read(MOST_BYTES))
        require("chain", document)
    except (OSError, ValueError, DocumentError):
        raise RecordError(f"the file of your links, {path.name}, is damaged") from None
    return [bytes.fromhex(secret) for secret in document["secrets"]]


def _free_seat(transcript: Transcript, side: str) -> str:
    free = transcript.lacks() if not transcript.is_ready else ()
    if side and side not in transcript.terms.seats:
        raise RecordError(f"there is no such side; the sides are {every(transcript.terms.seats)}")
    if side and side not in free:
        raise RecordError("somebody else has sat down there, or the file of your links is gone")
    if not side and len(free) != 1:
        why = f"say which side you play: {every(free)}" if free else "all seats are taken"
        raise RecordError(f"nobody plays this game here, and {why}")
    return side or free[0]


def _require_others(news: Sequence[SaveLine], side: str) -> None:
    """:class:`RecordError` for a line in an incoming file that acts in this seat's name, or takes
    back what this seat did.
    """
    done = undone = 0
    for line in news:
        if line.kind not in ("do", "undo", "redo", "rolls", "link", "anchor", "begins"):
            why = f"a line “{line.kind}” has no place in a game by mail"
        elif line.side == side:
            why = "something is done in your name that you have not done"
        else:
            done += {"do": 1, "undo": -1, "redo": 1}.get(line.kind, 0)
            undone = 0 if line.kind == "do" else undone + {"undo": 1, "redo": -1}.get(line.kind, 0)
            if done >= 0 and undone >= 0:
                continue
            why = "what you have done is taken back, or done again"
        raise RecordError(f"line {line.number} of the file: {why}", line=line.number)
