"""Small pieces of HTML; all text is escaped here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

Cell = str | int | float
"""Of a table; numbers stand to the right."""


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    return f"<p{_class(kind)}>{escape(text)}</p>"


def heading(text: str) -> str:
    """A heading within the answer to a question."""
    return f"<h3>{escape(text)}</h3>"


def plot(svg: str, caption: str = "") -> str:
    """A plot with what it shows."""
    legend = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="plot wide">{svg}{legend}</figure>'


def figure(content: str, caption: str) -> str:
    """Anything that is looked at, with what it shows."""
    return f"<figure>{content}<figcaption>{escape(caption)}</figcaption></figure>"


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table."""
    body = ["".join(_cell(cell, "td") for cell in row) for row in rows]
    if not body:
        return paragraph("Nothing of it occurred.", "small")
    # A head stands as the cells below it do.
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = "".join(f"<tr>{line}</tr>" for line in body)
    return f'<div class="wide"><table><tr>{head}</tr>{lines}</table></div>'


def _cell(value: Cell, tag: str) -> str:
    if isinstance(value, str):
        return f"<{tag}>{escape(value)}</{tag}>"
    text = f"{value:.2f}" if isinstance(value, float) else f"{value:,}"
    return f'<{tag} class="n">{text}</{tag}>'


def folded(summary: str, content: str) -> str:
    """What is there for whoever wants it."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
