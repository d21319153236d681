"""The page of the documentation that says which words were seen to do something, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from textwrap import fill

from tools.idle_words.held import lines
from tools.idle_words.ledger import ELSEWHERE, Ledger
from tools.idle_words.places import PLACES
from tools.idle_words.reasons import STEPS as IDLE_STEPS
from tools.idle_words.reasons import reason
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
begin around one hex.

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
"""

HELD = """\
## What tests hold

Words that once did nothing in their place, and findings that once were false. Each test was seen to
fail with the line broken that makes it true.
"""

WITHOUT = """\
## Without a witness

What `check` accepts, and no game that was played shows. The reasons stand in
`tools/idle_words/reasons.py`.
"""

CODES = ", ".join(f"[{code}](../reference/codes.md#{code.lower()})" for code in ELSEWHERE)

BEFORE = {
    "parts gone over": "965 of 2124",
    "pairs examined": "3726",
    "witnessed": "2279",
    "idle and found": "55",
    "refused at the word": "928",
    "explained": "0",
    "idle and silent": "464",
}
"""What this page told when patches said when they are asked, and no game was made for them yet: of
436 unmet pairs and 28 silent ones none had a reason of its own.
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
    steps = [STEPS, *table(read()), "", *_idle_steps()]
    rows = [*_before_and_after(ledger, f"{parts_done} of {len(parts)}"), "", *_table(ledger)]
    held = [HELD, *lines()]
    return head + "\n".join([*rows, "", *steps, "", *held, "", *_without(ledger)]) + "\n"


def _idle_steps() -> Iterator[str]:
    """The verbs that did nothing in some place, each with the reason."""
    idle: dict[str, list[str]] = {}
    for step in read().values():
        if step.fate == "silent":
            idle.setdefault(step.key, []).append(step.place)
    yield from ("| without a witness | in | why |", "|---|---|---|")
    for key, places in sorted(idle.items()):
        where = "; ".join(f"`{place}`" for place in sorted(places))
        yield f"| `{key}` | {where} | {IDLE_STEPS.get(key, '')} |"


def _before_and_after(ledger: Ledger, parts: str) -> Iterator[str]:
    fates = sum((ledger.fates(place.name) for place in PLACES), Counter[str]())
    idle = [trial for trial in ledger.best.values() if trial.fate in ("silent", "unmet")]
    explained = sum(bool(reason(trial.path)) for trial in idle)
    now = {
        "parts gone over": parts,
        "pairs examined": str(len(ledger.best)),
        "witnessed": str(fates["witnessed"]),
        "idle and found": str(fates["found"]),
        "refused at the word": str(fates["elsewhere"] + fates["refused"]),
        "explained": str(explained),
        "idle and silent": str(len(idle) - explained),
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


def _without(ledger: Ledger) -> Iterator[str]:
    """The pairs without a witness that `check` accepts, each with the reason."""
    places: dict[tuple[str, str], list[str]] = {}
    for place in PLACES:
        for trial in ledger.of_place(place.name):
            if trial.fate in ("silent", "unmet"):
                key = trial.path, reason(trial.path)
                places.setdefault(key, []).append(place.name)
    yield from (WITHOUT, "| path | in | why |", "|---|---|---|")
    for (path, why), names in sorted(places.items()):
        where = "all that were tried" if len(names) == len(PLACES) else ", ".join(names)
        yield f"| `{path}` | {where} | {why} |"
