"""Fonts made for a test: every sign is a block, each of another width."""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000


def write_font(path: Path, signs: str, *, empty: str = "") -> Path:
    """A font that has some signs, and others (``empty``) whose glyphs show nothing."""
    names = [".notdef", *(f"g{ord(sign)}" for sign in signs + empty)]
    glyphs, widths = {}, {}
    for number, name in enumerate(names):
        pen = TTGlyphPen(None)
        wide = 300 + 50 * number
        if number <= len(signs):
            pen.moveTo((50, 0))
            for corner in ((50, 700), (wide, 700), (wide, 0)):
                pen.lineTo(corner)
            pen.closePath()
        glyphs[name], widths[name] = pen.glyph(), (wide + 50, 50)
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(sign): f"g{ord(sign)}" for sign in signs + empty})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-250, usWinAscent=900, usWinDescent=250)
    builder.setupPost()
    path.parent.mkdir(parents=True, exist_ok=True)
    builder.save(str(path))
    return path
