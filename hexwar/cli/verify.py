"""``hexwar verify``: is a record true to the rules, and how far can its dice be trusted?

Reading a record as a session plays it again: an action that is illegal, or a die that falls
otherwise, raises there and names its line. What is printed here is what such a proof leaves open:
whether the rules are those of then, how the dice were thrown and how far that proves that nobody
looked ahead, and, given two records, whether both players were told the same.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwar.cli import CLEAN, FINDINGS
from hexwar.cli.terminal import wrapped
from hexwar.fair.transcript import PROVES, PROVES_NOT, RULES
from hexwar.records import SaveFile, Session, read_record
from hexwar.records.together import first_difference
from hexwar.records.verification import transcript_of
from hexwar.rules.language.wording import every, several
from hexwar.rules.sides.section import Sides

EXAMPLES = """\
examples:
  hexwar verify game.jsonl               every move by the rules, every die thrown once more
  hexwar verify mine.jsonl theirs.jsonl  and were both of us told the same?

A game that goes on can be verified too: it says which dice can be checked already.

exit code: 0 sound, 1 not sound, or two records that differ, 2 a request that makes no sense
"""

ALONE = (
    "None was changed: all come from a number that was fixed before the game began.",
    "That whoever kept the save did not look ahead.",
)
"""What dice prove that one program throws, and what they do not."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar verify`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="SAVE", type=Path, help="a save, or the record of a table")
    parser.add_argument(
        "other", metavar="OTHER", type=Path, nargs="?", help="the same game as somebody else has it"
    )
    parser.add_argument(
        "--game", metavar="GAME", help="the game's name or folder, if the save's own is not here"
    )


def run(arguments: argparse.Namespace) -> int:
    """Verify a record; :class:`~hexwar.records.RecordError` names the first line that is wrong."""
    record = read_record(arguments.file)
    game = None
    if arguments.game is not None:
        import hexwar

        game = hexwar.load_game(arguments.game)
    session = Session.of_record(record, game)
    change = session.rules_change
    for sentence in (
        f"{record.header.title}: {several(len(session.entries), 'action')}.",
        (change and change.sentence)
        or "Rules: every action is legal, and came to what the record says.",
        *_dice(session, record),
    ):
        print(wrapped(sentence))
    if arguments.other is None:
        return CLEAN
    # Whether two people have the same record, as far as both go.
    other = read_record(arguments.other)
    line = first_difference(record, other)
    if line is not None:
        print(wrapped(f"The two records differ from line {line} on: somebody was told otherwise."))
        return FINDINGS
    longer = len(record.raw) - len(other.raw)
    ends = (
        "end together" if not longer else f"the shorter ends {several(abs(longer), 'line')} before"
    )
    print(wrapped(f"Both records are the same; {ends}."))
    return CLEAN


def _dice(session: Session, record: SaveFile) -> list[str]:
    """How the dice were thrown, how many were thrown again to check them, and what that proves."""
    thrown = len(record.header.thrown) + sum(len(line.thrown) for line in record.lines)
    thrown_again = f"{thrown - session.unchecked} of {_dice_in_words(thrown)} thrown once more"
    fair, transcript = record.header.fair, transcript_of(record)
    if fair is None or transcript is None:
        sentences = [
            f"Dice: by one program alone; {thrown_again}.",
            *_meaning(ALONE, session.unchecked),
        ]
    else:
        names = session.state.resolved[Sides].names
        people = every([names.get(seat, seat) for seat in fair.seats])
        sentences = [f"Dice: {fair.kind}, with what {people} gave; {thrown_again}."]
        sentences += _meaning((PROVES[fair.kind], PROVES_NOT[fair.kind]), session.unchecked)
        if fair.has_links:
            sentences.append(f"Agreed: {RULES[fair.stops]}")
        sentences += [
            f"{names.get(seat, seat)} gave no part to roll {number}."
            for seat, number in transcript.stopped
        ]
        sentences += [
            f"{names.get(seat, seat)} began another chain before roll {number}, though the old one "
            "was not used up: on another machine, say, or because its secret was lost."
            for seat, number in transcript.renewed
            if fair.has_links
        ]
    if session.unchecked:
        unchecked_dice = _dice_in_words(session.unchecked)
        sentences.append(
            f"{unchecked_dice} can be checked when the game is over: its secret is told then."
        )
    return sentences


def _dice_in_words(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _meaning(words: tuple[str, str], unchecked: int) -> list[str]:
    """What is proved and what is not; of dice that cannot be checked yet, what will be."""
    does = ("will prove", "will not prove") if unchecked else ("proves", "does not prove")
    return [f"What this {verb}: {sentence}" for verb, sentence in zip(does, words, strict=True)]
