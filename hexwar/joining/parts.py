"""What somebody in a seat gives to dice that all throw together, given as soon as it is asked for.

The record is followed line by line with the transcript that verifies it later: no link is given to
a host that has changed a line, thrown a die twice or told another beginning than before.

A link that is given cannot be taken back, and with it the host knows the die. So what is asked for
is compared with the transcript first (is this roll really announced, and the next?), each is given
once, and the secret that all links come from is on the disk before the first of them leaves.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from secrets import token_bytes
from typing import Any

from hexwar.fair import Chain, FairError, Terms, Transcript, digest
from hexwar.records.saves import saves_folder

Plain = dict[str, Any]


class DiceParts:
    """The parts of one seat, of which ``link`` is the secret address.

    ``fault`` says why nothing more is given; ``lines`` is the record as it was told here. It is
    kept, so that ``hexwar verify`` can compare it with somebody else's, and a host cannot tell
    another beginning the next time.
    """

    def __init__(self, link: str, folder: Path | None = None) -> None:
        """``folder`` is where secrets are kept: a game goes on when the program has ended."""
        name = digest("seat", link).hex()[:24]
        self._path = (folder or saves_folder().parent / "tables") / f"{name}.chain"
        self.fault = ""
        self.lines: list[bytes] = []
        self._transcript: Transcript | None = None
        self._chain: Chain | None = None
        self._given: set[int] = set()
        self.record = self._path.with_suffix(".jsonl")
        if self.record.is_file():
            self._follow(0, self.record.read_bytes().decode().splitlines())

    def hear(self, message: Plain) -> Plain | None:
        """Take in a message of the host; what is to be given, if anything is asked for."""
        if self.fault:
            return None
        try:
            if message["t"] == "lines":
                lines_before = len(self.lines)
                self._follow(int(message["from"]), [str(line) for line in message["lines"]])
                # Add what is new to the record that is kept here.
                self.record.parent.mkdir(parents=True, exist_ok=True)
                with self.record.open("ab") as file:
                    file.write(b"".join(line + b"\n" for line in self.lines[lines_before:]))
            elif message["t"] == "now":
                return self._due(message["now"].get("dice") or {})
        except FairError as problem:
            self.fault = f"The host does not keep to what was agreed about the dice: {problem}."
        return None

    def _follow(self, first_line: int, lines: Sequence[str]) -> None:
        """The record from a line on; what was told before must still stand there."""
        for at, line in enumerate(lines, first_line):
            raw = line.encode()
            if at < len(self.lines):
                if self.lines[at] != raw:
                    raise FairError(f"line {at + 1} of the record has been changed")
                continue
            if at > len(self.lines):
                raise FairError("lines of the record were left out")
            plain = json.loads(raw)
            if self._transcript is None:
                self._transcript = Transcript(Terms.from_dict(plain["fair"]), raw)
            else:
                self._transcript.line(plain, raw)
            self.lines.append(raw)

    def _due(self, dice: Plain) -> Plain | None:
        """What is to be given, as the host asks for it: an anchor before the game, or a link."""
        if dice.get("asks") == "anchor":
            return {"value": self._own().anchor.hex()}
        if dice.get("asks") != "link" or self._transcript is None:
            return None
        number, pending = dice["k"], self._transcript.pending
        if pending is None or pending.number != number or number in self._given:
            return None
        self._given.add(number)
        return {"value": self._own().link(dice["number"]).hex(), "k": number}

    def _own(self) -> Chain:
        """The chain of this seat, made when it is first asked for and kept before it is used."""
        if self._chain is None:
            try:
                secret = bytes.fromhex(json.loads(self._path.read_text("utf-8"))["secrets"][-1])
            except (OSError, ValueError, LookupError, TypeError):
                secret = token_bytes(32)
                file_header = {"hexwar_chain": 1, "seat": "", "secrets": [secret.hex()]}
                self._path.parent.mkdir(parents=True, exist_ok=True)
                flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
                with os.fdopen(os.open(self._path, flags, 0o600), "w") as file:
                    file.write(json.dumps(file_header))
            self._chain = Chain(secret)
        return self._chain
