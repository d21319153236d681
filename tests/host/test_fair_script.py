"""The script by which a page throws and verifies dice reckons as hexwar does."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest

import hexwar.host.page
from tests.host.chromium import CHROMIUM, browser

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(
        CHROMIUM is None and "HEXWAR_NEED_DISPLAY" not in os.environ, reason="no Chromium here"
    ),
]

VECTORS = Path(__file__).parent.parent / "fair" / "vectors.json"

CHECKED = """
(() => {
  const wrong = [], vectors = VECTORS;
  const same = (what, got, wanted) => { if (got !== wanted) wrong.push([what, got, wanted]); };
  for (const [use, parts, wanted] of vectors.digest) same(use, hex(digest(use, ...parts)), wanted);
  for (const [secret, number, wanted] of vectors.links)
    same("link", hex(new Chain(unhex(secret)).link(number)), wanted);
  for (const [secret, terms, number, links, wanted] of vectors.keys)
    same("key", hex(rollKey(unhex(secret), unhex(terms), number, links.map(unhex))), wanted);
  for (const [key, counter, sides, wanted] of vectors.faces)
    same("face", face(unhex(key), counter, sides), wanted);
  for (const length of [0, 1, 55, 56, 63, 64, 119, 120, 1000])
    same(`sha256 of ${length}`, hex(sha256(new Uint8Array(length).fill(97))), HASHES[length]);
  return { wrong, followed: follows(new Chain(unhex(vectors.links[0][0])).link(1),
    new Chain(unhex(vectors.links[0][0])).anchor) };
})()
"""


def test_the_script_comes_to_what_the_vectors_say() -> None:
    """Hashes over every kind of padding, chains, keys of rolls, faces."""

    script = Path(hexwar.host.page.__file__).with_name("fair.js").read_text("utf-8")
    lengths = (0, 1, 55, 56, 63, 64, 119, 120, 1000)
    hashes = {length: sha256(b"a" * length).hexdigest() for length in lengths}
    check = CHECKED.replace("VECTORS", VECTORS.read_text("utf-8"), 1)
    check = check.replace("HASHES", json.dumps(hashes))
    with browser() as tab:
        page = tab()
        page.ask(script.replace("export ", ""))
        told = page.ask(check)
        assert page.problems == []
    assert told == {"wrong": [], "followed": True}
