"""What phases say beside their line in the sequence of play."""

from __future__ import annotations

from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.sequence.section import Phase, SequenceOfPlay

WORDS: Words = {
    SequenceOfPlay: {"turns": Charted(), "phases": Charted()},
    Phase: dict.fromkeys(
        (
            *("id", "title", "kind", "side", "decided", "condition", "points", "patch"),
            # Who acts in it: of movement, of fire and of tables.
            *("only", "begun_in_zone", "for_each"),
        ),
        Charted(),
    ),
}
