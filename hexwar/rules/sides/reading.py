"""What the section ``sides`` says beside names and colours, which stand everywhere."""

from __future__ import annotations

from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.sides.section import Side

WORDS: Words = {Side: dict.fromkeys(("name", "plural", "color"), Charted())}
