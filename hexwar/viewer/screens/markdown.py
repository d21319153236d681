"""Text of a rulebook in blocks: paragraphs, lines of lists, and tables, as Markdown has them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hexwar.rules.language.wording import unmarked

_ITEM = re.compile(r"(?P<indent> *)(?P<mark>[-*+]|\d+[.)])\s+(?P<text>.*)")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph; a list item with its ``mark``; or the ``rows`` of a table, headings first."""

    text: str = ""
    mark: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


def blocks(text: str) -> list[Block]:
    """The blocks of a text.

    >>> [(block.mark, block.text) for block in blocks("One\\nline.\\n\\n- first\\n  goes on")]
    [('', 'One line.'), ('-', 'first goes on')]
    >>> blocks("| a | b |\\n|---|---|\\n| 1 | 2 |")[0].rows
    (('a', 'b'), ('1', '2'))
    """
    parsed: list[Block] = []
    open_block = False
    for line in text.splitlines():
        words = line.strip()
        match = _ITEM.fullmatch(line)
        last = parsed[-1] if parsed and open_block else None
        if not words:
            open_block = False
        elif words.startswith("|"):
            cells = tuple(unmarked(cell.strip()) for cell in words.strip("|").split("|"))
            # A line of dashes parts the headings from the rows, and says nothing.
            if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
                if last is not None and last.rows:
                    parsed[-1] = Block(rows=(*last.rows, cells))
                else:
                    parsed.append(Block(rows=(cells,)))
            open_block = True
        elif match is not None:
            parsed.append(Block(match["text"].strip(), match["mark"]))
            open_block = True
        elif last is not None and not last.rows:
            parsed[-1] = Block(f"{last.text} {words}", last.mark)
        else:
            parsed.append(Block(words))
            open_block = True
    return parsed
