"""Sequences: what is packed is unpacked again, whatever it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.imports.vassal.pieces import (
    MOST_TRAITS,
    LongChainError,
    commands,
    decode,
    decode_chain,
)
from tests.imports.modules import encode, encode_chain

TEXT = st.text(alphabet="ab\\';,/\t", max_size=6)
TOKENS = st.lists(TEXT, min_size=1, max_size=6)


@given(TOKENS, st.sampled_from(";,/\t"))
def test_tokens_come_back(tokens: list[str], mark: str) -> None:
    assert decode(encode(tokens, mark), mark) == tokens


@given(TOKENS)
def test_chains_come_back(members: list[str]) -> None:
    """The last member is the counter itself, which has no tab in it."""
    members[-1] = members[-1].replace("\t", "")
    assert decode_chain(encode_chain(members)) == members


@given(st.lists(st.lists(TEXT, min_size=1, max_size=3), min_size=1, max_size=4))
def test_a_chain_of_traits_with_fields_comes_back(traits: list[list[str]]) -> None:
    """Sequences within a chain, as counters have them: two marks, two levels."""
    packed = [encode(fields, ";") for fields in traits]
    packed[-1] = packed[-1].replace("\t", " ")
    found = [decode(each, ";") for each in decode_chain(encode_chain(packed))]
    assert found[:-1] == traits[:-1]


def test_traits_as_a_module_writes_them() -> None:
    """Three levels: one backslash more before each tab."""
    text = "prototype;Unit\temb2;Flip\\\tmark;a,b\\\\\tpiece;;;x.png;1\\/2"
    assert decode_chain(text) == ["prototype;Unit", "emb2;Flip", "mark;a,b", "piece;;;x.png;1\\/2"]


def test_a_token_that_ends_with_a_backslash_stands_between_apostrophes() -> None:
    assert encode(["a\\", "b"], ";") == "'a\\';b"
    assert decode("'a\\';b", ";") == ["a\\", "b"]


def test_a_chain_without_end_is_refused() -> None:
    with pytest.raises(LongChainError):
        decode_chain("x\t" * (MOST_TRAITS + 2))


def test_commands_lie_within_commands() -> None:
    inner = encode(["+/1/a", "+/2/b"], "\x1b")
    assert list(commands(encode(["begin", inner, "end"], "\x1b"))) == [
        "begin",
        "+/1/a",
        "+/2/b",
        "end",
    ]


def test_commands_that_are_hidden_ever_deeper_end() -> None:
    """A million backslashes before a mark are no million levels."""
    assert len(list(commands("\\" * 100_000 + "\x1b"))) < 200
