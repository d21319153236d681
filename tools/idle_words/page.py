"""The page of the documentation that says which words were seen to do something, and where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from textwrap import fill

from tools.idle_words.ledger import ELSEWHERE, Ledger
from tools.idle_words.places import PLACES
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
follows whatever is thrown, and plays against programs of no step. A step is *refused* if none of
the games tried has what it needs in that place. The search has not gone over all games yet: a
place that is not listed was not reached, and a step without a witness was not looked at further.
"""

CODES = ", ".join(f"[{code}](../reference/codes.md#{code.lower()})" for code in ELSEWHERE)

REASONS = {
    "silent": "changes the base of a small game, and nothing was seen of it here. What it does in "
    "a battle came up in none that was played. A kind of battle, one that is chosen, a card and an "
    "overrun have their rules in the same way once the die is thrown: what is witnessed in one of "
    "them wants the right battle in the others",
    "unmet": "no small game that was tried shows it: the values tried do the same, or what it is "
    "about is rare",
    "refused": "no value that was tried fits the games at hand",
}
"""Why a pair has no witness, if nothing else is said."""

FURTHER = {
    "advance": "wants an overrun of several units that may advance",
    "bombardment": "wants guns that support from afar",
    "combat.faces": "wants more dice with symbols than are thrown",
    "combat.modifiers": "wants such units in such a battle",
    "rerolls.ID.of": "wants a table that is rolled on in a battle",
    "retreat.price": "wants a retreat that is not open, of units with steps to lose",
    "states": "wants such a unit in such a battle",
    "terrain": "wants a battle there in which it makes a column",
    "transport.lost": "wants a carrier that is eliminated with its load",
    "zones_of_control": "wants two enemies two hexes apart behind who retreats",
}
"""Why a path, and all below it, has none in a battle."""


UNKNOWN = "not looked at yet"


def written(ledger: Ledger, parts: Collection[str]) -> str:
    """The page; ``parts`` are all that a whole search goes over."""
    sections = sorted({path.partition(".")[0] for path, _ in ledger.best})
    so_far = (
        "A search takes hours. This is what `tools/measured/idle_words.jsonl` holds so far, of the "
        f"sections {', '.join(f'`{name}`' for name in sections)}: "
        f"{len(ledger.done.intersection(parts))} of {len(parts)} parts of games were gone over. "
        "A path that none of them reached is not counted."
    )
    head = HEAD.format(codes=CODES, so_far=fill(so_far, 100))
    steps = [STEPS, *table(read())]
    return head + "\n".join([*_table(ledger), "", *steps, "", *_without(ledger)]) + "\n"


def _table(ledger: Ledger) -> Iterator[str]:
    heads = ("witnessed", "silent", "found", "elsewhere", "refused", "unmet")
    yield f"| in | {' | '.join(heads)} |"
    yield "|---" * (len(heads) + 1) + "|"
    for place in PLACES:
        fates = ledger.fates(place.name)
        yield f"| {place.name} | {' | '.join(str(fates[head]) for head in heads)} |"


def _without(ledger: Ledger) -> Iterator[str]:
    """The pairs without a witness that `check` accepts, each with the reason."""
    yield "## Without a witness"
    for fate in ("silent", "unmet"):
        places: dict[str, list[str]] = {}
        for place in PLACES:
            for trial in ledger.of_place(place.name):
                if trial.fate == fate:
                    places.setdefault(trial.path, []).append(place.name)
        yield from ("", f"**{fate.capitalize()}**: {REASONS[fate]}.", "")
        yield from _rows(sorted(places.items()), explained=fate == "silent")


def _rows(places: Iterable[tuple[str, list[str]]], *, explained: bool) -> Iterator[str]:
    yield "| path | in | why |" if explained else "| path | in |"
    yield "|---|---|---|" if explained else "|---|---|"
    for path, names in places:
        where = "all that were tried" if len(names) == len(PLACES) else ", ".join(names)
        why = next((why for start, why in FURTHER.items() if path.startswith(start)), UNKNOWN)
        yield f"| `{path}` | {where} |" + (f" {why} |" if explained else "")
