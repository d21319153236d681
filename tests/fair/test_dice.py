"""Chains, keys of rolls and faces: the same for everybody who reckons them."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.fair import CHAIN, Chain, LinkedDice, digest, follows, roll_key

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
SECRET = sha256(b"secret").digest()


def test_the_vectors_hold_that_other_programs_are_tested_by() -> None:
    """The script of the page is held to the same file."""
    for use, parts, hashed in VECTORS["digest"]:
        assert digest(use, *parts).hex() == hashed
    for secret, number, link in VECTORS["links"]:
        assert Chain(bytes.fromhex(secret)).link(number).hex() == link
    for secret, terms, number, links, key in VECTORS["keys"]:
        given_links = [bytes.fromhex(link) for link in links]
        reckoned = roll_key(bytes.fromhex(secret), bytes.fromhex(terms), number, given_links)
        assert reckoned.hex() == key
    for key, counter, sides, face in VECTORS["faces"]:
        assert LinkedDice(bytes.fromhex(key)).roll(counter, sides) == face


def test_parts_cannot_be_shifted_into_one_another() -> None:
    """Of two lists of parts with the same letters each has a hash of its own."""
    assert len({digest("x", "ab", "c"), digest("x", "a", "bc"), digest("x", "abc")}) == 3
    assert digest("x", "a") != digest("y", "a")


def test_each_link_comes_before_the_last_and_no_other_does() -> None:
    """From the anchor down to the secret itself."""
    chain = Chain(SECRET)
    last = chain.anchor
    for number in range(1, CHAIN + 1):
        link = chain.link(number)
        assert follows(link, last)
        last = link
    assert last == SECRET
    assert not follows(chain.link(2), chain.anchor)
    assert not follows(Chain(SECRET[::-1]).link(1), chain.anchor)
    for number in (0, CHAIN + 1):
        with pytest.raises(ValueError, match="no link"):
            chain.link(number)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.integers(1, 100))
def test_a_face_is_one_of_the_die(key: bytes, counter: int, sides: int) -> None:
    """And the same whenever it is asked for."""
    dice = LinkedDice(key)
    face = dice.roll(counter, sides)
    assert 1 <= face <= sides
    assert dice.roll(counter, sides) == face


@pytest.mark.parametrize(
    ("sides", "bound"), [(2, 10.8), (6, 20.5), (8, 24.3), (10, 27.9), (20, 43.8)]
)
def test_faces_are_equally_likely(sides: int, bound: float) -> None:
    """Chi-square over 12,000 throws stays below what one die in a thousand exceeds."""
    thrown = 12_000
    keys = (roll_key(SECRET, bytes(32), number, ()) for number in range(1, thrown // 10 + 1))
    counts = Counter(LinkedDice(key).roll(at, sides) for key in keys for at in range(10))
    expected = thrown / sides
    assert sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < bound


def test_what_would_favour_some_faces_is_thrown_again() -> None:
    """A die of 3 * 2**30 sides leaves a quarter of all numbers over."""
    sides = 3 * 2**30
    faces = [LinkedDice(SECRET).roll(counter, sides) for counter in range(400)]
    lower = sum(face <= 2**30 for face in faces)
    assert 90 < lower < 180  # a third; without the second try it would be a half


def test_a_key_changes_with_each_of_its_parts() -> None:
    """Secret, terms, number, links, their order."""
    one, two = SECRET, SECRET[::-1]
    keys = {
        roll_key(one, one, 1, (one, two)),
        roll_key(two, one, 1, (one, two)),
        roll_key(one, two, 1, (one, two)),
        roll_key(one, one, 2, (one, two)),
        roll_key(one, one, 1, (two, one)),
        roll_key(one, one, 1, (one,)),
        roll_key(b"", one, 1, (one, two)),
    }
    assert len(keys) == 7
