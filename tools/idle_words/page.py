"""The page of the documentation that says which words were seen to do something, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from textwrap import fill

from tools.idle_words.held import lines
from tools.idle_words.ledger import ELSEWHERE, Ledger
from tools.idle_words.places import PLACES
from tools.idle_words.scripted import known
from tools.idle_words.steps import read, table

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "explanation" / "words.md"

HEAD = """\
# Which words do something

<!-- Written by `python -m tools.idle_words --page`: do not edit. -->

A game that passes `hexwar check` says what it does. So each key, in each patch in which it may
stand, wants a *witness*: a small game in which another word there changes legal actions, what is
foretold of a battle, events or positions. `python -m tools.idle_words` looks for them. It takes the
games of `tests/games` and those that are shipped, puts other words in place of each by what the
forms say, plays some games at random with them and without, and lays what works in the base over
the same game in each of its patches: an option, all phases, an effect that is always in force, a
kind of battle, one that is chosen, overruns, a card that answers an attack. For patches of battles
the game is played once more with a retreat and an advance after each battle, and with enemies that
begin around one hex. What a search does not come upon has a witness that was written by hand, in
`written.yaml` and `written_steps.yaml` of `tools/idle_words`: a game, what it says besides, and the
word; it is played in all these ways.

| a word is | if |
|---|---|
| witnessed | it changes a game there |
| silent | it changes the same game in the base, nothing there, and `check` finds nothing |
| found | as silent, but a finding says so |
| elsewhere | `check` refuses it there at the word ({codes}) |
| refused | all that was tried there is wrong for another reason |
| unmet | none of the games tried showed it in the base; in patches it was not played |

Before words said when they are asked, some 230 paths could be said in the patch of a kind of
battle, and 161 of them did nothing there, without a finding.

{so_far}

"""

STEPS = """\
## Steps of programs

`python -m tools.idle_words.steps` sets every result that a place can bring to one step, so that it
follows whatever is thrown, and plays against programs of no step; where nothing follows, after a
step that empties a hex, marks or pays as well. A card is played in a phase, and in answer to an
attack, a move and a fire. A step is *refused* if `check` refuses it there in all games tried.

`python -m tools.idle_words.scripted` waits for no result either, and changes one alone: two games,
with the step in one result and without it, are played alike, and at each action all faces are
thrown that may be, with scripted dice, until some part the two. A card is reached when it is
played, and the dice are those of its step.
"""

HELD = """\
## What tests hold

Words that once did nothing in their place, and findings that once were false. Each test was seen to
fail with the line broken that makes it true.
"""

CODES = ", ".join(f"[{code}](../reference/codes.md#{code.lower()})" for code in ELSEWHERE)

BEFORE = {
    "parts gone over": "965 of 2124",
    "pairs examined": "3726",
    "witnessed": "2279",
    "idle and found": "55",
    "refused at the word": "928",
    "idle and silent, or never met": "464",
}
"""What this page told when patches said when they are asked, and no game was made for them yet: 436
unmet pairs and 28 silent ones.
"""


def written(ledger: Ledger, parts: Collection[str]) -> str:
    """The page; ``parts`` are all that a whole search goes over."""
    parts_done = len(ledger.done.intersection(parts))
    sections = sorted({path.partition(".")[0] for path, _ in ledger.best})
    so_far = (
        "A search takes hours. This is what `tools/measured/idle_words.jsonl` holds so far, of the "
        f"sections {', '.join(f'`{name}`' for name in sections)}: "
        f"{parts_done} of {len(parts)} parts of games were gone over. "
        "A path that none of them reached is not counted."
    )
    head = HEAD.format(codes=CODES, so_far=fill(so_far, 100))
    steps = [STEPS, *table(read(), known())]
    rows = [*_before_and_after(ledger, f"{parts_done} of {len(parts)}"), "", *_table(ledger)]
    held = [HELD, *lines()]
    return head + "\n".join([*rows, "", *steps, "", *held]) + "\n"


def _before_and_after(ledger: Ledger, parts: str) -> Iterator[str]:
    fates = sum((ledger.fates(place.name) for place in PLACES), Counter[str]())
    now = {
        "parts gone over": parts,
        "pairs examined": str(len(ledger.best)),
        "witnessed": str(fates["witnessed"]),
        "idle and found": str(fates["found"]),
        "refused at the word": str(fates["elsewhere"] + fates["refused"]),
        "idle and silent, or never met": str(fates["silent"] + fates["unmet"]),
    }
    yield "| | before | now |"
    yield "|---|---|---|"
    for what, before in BEFORE.items():
        yield f"| {what} | {before} | {now[what]} |"


def _table(ledger: Ledger) -> Iterator[str]:
    heads = ("witnessed", "silent", "found", "elsewhere", "refused", "unmet")
    yield f"| in | {' | '.join(heads)} |"
    yield "|---" * (len(heads) + 1) + "|"
    for place in PLACES:
        fates = ledger.fates(place.name)
        yield f"| {place.name} | {' | '.join(str(fates[head]) for head in heads)} |"
