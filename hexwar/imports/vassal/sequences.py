r"""Sequences: how a module packs everything into text.

Tokens are joined by a mark. A mark inside a token has a backslash before it; a token that ends with
a backslash, or begins and ends with an apostrophe, stands between apostrophes. Backslashes are not
doubled, so a text is read one level at a time.

>>> decode("a;b\\;c", ";")
['a', 'b;c']

Source: the class ``SequenceEncoder`` of VASSAL 3.7, which was read and not copied.
"""

from __future__ import annotations

from collections.abc import Iterable

DEEPEST = 64
"""Levels of commands within commands; saves have three or four."""
MOST_TRAITS = 2000
"""In one chain; 225 is the most that was met."""


class LongChainError(ValueError):
    """A chain has more members than anybody's module."""


def encode(tokens: Iterable[str], mark: str) -> str:
    """One text of some tokens. An empty list and a list of one empty token look the same."""
    return mark.join(_guarded(token, mark) for token in tokens)


def decode(text: str, mark: str) -> list[str]:
    """The tokens of a text, one level of it."""
    tokens: list[str] = []
    begin = at = 0
    while (at := text.find(mark, at)) >= 0:
        # A mark behind a backslash is part of the token.
        if at > begin and text[at - 1] == "\\":
            at += 1
            continue
        tokens.append(_bare(text[begin:at], 1, mark))
        begin = at = at + 1
    tokens.append(_bare(text[begin:], 1, mark))
    return tokens


def encode_chain(members: Iterable[str], mark: str = "\t") -> str:
    """A chain: each member with the rest of the chain behind it, level within level."""
    every = list(members)
    text = every.pop() if every else ""
    while every:
        text = encode([every.pop(), text], mark)
    return text


def decode_chain(text: str, mark: str = "\t") -> list[str]:
    """The members of a chain, outermost first, in one pass over the text.

    At depth n a mark that parts has n backslashes before it, so no level is read twice. The last
    member has none in it, or it would be two.
    :class:`LongChainError` for a chain of more than :data:`MOST_TRAITS`.
    """
    members: list[str] = []
    begin, end = 0, len(text)
    at = begin
    while (at := text.find(mark, at, end)) >= 0:
        slashes = at
        while slashes > begin and text[slashes - 1] == "\\":
            slashes -= 1
        depth = len(members)
        if at - slashes > depth:
            at += 1
            continue
        members.append(_bare(text[begin:slashes], depth + 1, mark))
        if len(members) > MOST_TRAITS:
            raise LongChainError(f"a chain of more than {MOST_TRAITS:,} traits")
        begin = at = at + 1
        # The rest as a whole stands between apostrophes, which goes for all levels within it.
        if end - begin > 1 and text[begin] == text[end - 1] == "'":
            begin = at = begin + 1
            end -= 1
    members.append(_unescaped(text[begin:end], len(members), mark))
    return members


def commands(text: str, mark: str = "\x1b") -> Iterable[str]:
    """All commands of a text, those within others too, in their order."""
    waiting = [(text, 0)]
    while waiting:
        here, depth = waiting.pop()
        if mark not in here or depth >= DEEPEST:
            yield here
        else:
            waiting.extend((inner, depth + 1) for inner in reversed(decode(here, mark)))


def _guarded(token: str, mark: str) -> str:
    escaped = token.replace(mark, f"\\{mark}")
    quoted = token.endswith("\\") or (token.startswith("'") and token.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


def _bare(token: str, levels: int, mark: str) -> str:
    """A token without the backslashes of so many levels, and without its apostrophes."""
    token = _unescaped(token, levels, mark)
    if len(token) > 1 and token[0] == token[-1] == "'":
        return token[1:-1]
    return token


def _unescaped(token: str, levels: int, mark: str) -> str:
    return token.replace("\\" * levels + mark, mark) if levels and mark in token else token
