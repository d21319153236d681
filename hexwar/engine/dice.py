"""The game's dice: a counter over a keyed hash, so that any roll can be derived again.

The whole state of the dice is ``(key, counter)``. Cloning costs nothing, the key names every roll
that a game will ever make, and nobody can tell the next roll from the last ones without it. Tests
script the faces instead, and so does a record whose key is not known.

First the dice; then what can come of an action, each result with its exact chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from hashlib import blake2b
from sys import get_int_max_str_digits
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from hexwar.definition.spelling import echoed
from hexwar.engine.action import Action

MOST_THROWS = 10_000
"""So many sequences of faces are played out at most where all outcomes of an action are listed."""

Thrown = tuple[tuple[int, ...], Fraction]
"""Faces of dice, counted from 1, with their chance."""


class DiceExhaustedError(ValueError):
    """Scripted dice do not fit what is thrown: too few, too many, or no such face.

    ``sides``: the faces of the die for which the script held none; 0 otherwise. ``results`` lists
    what can be thrown there, each with its chance: every face, or where this was the first of
    several dice thrown together, faces of them all for everything that they can come to.
    """

    def __init__(self, message: str, sides: int = 0) -> None:
        super().__init__(message)
        self.sides = sides
        self.results: Callable[[], Sequence[Thrown]] = self._faces

    def _faces(self) -> Sequence[Thrown]:
        return [((face,), Fraction(1, self.sides)) for face in range(1, self.sides + 1)]


def key_from_seed(seed: int | str) -> bytes:
    """Sixteen key bytes for a seed; equal seeds give equal games.

    ValueError for a text that UTF-8 does not know and a number of thousands of digits, as no save
    could hold them.
    """
    return blake2b(_bytes(seed), digest_size=16, person=b"hexwar-dice").digest()


def key_of_copy(seed: int | str) -> bytes:
    """Key bytes for a copy to think with: no seed gives it those of a game."""
    return blake2b(_bytes(seed), digest_size=16, person=b"hexwar-copy").digest()


def _bytes(seed: int | str) -> bytes:
    """A seed as text in bytes; ValueError as :func:`key_from_seed` says."""
    try:
        text = str(seed)
    except ValueError:  # Python writes no number of more digits, and no save could hold it
        raise ValueError(f"a seed has {get_int_max_str_digits():,} digits at most") from None
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"the seed {echoed(text)} is no text in UTF-8") from None


class Dice:
    """An endless sequence of fair die faces, or a script of them.

    Immutable: :meth:`roll` answers with the face and the state keeps the counter.

    >>> dice = Dice(key_from_seed(7))
    >>> dice.roll(0, 6) == Dice(key_from_seed(7)).roll(0, 6)
    True
    >>> Dice.scripted([4, 3]).roll(1, 6)
    3
    """

    __slots__ = ("_first", "key", "script")

    def __init__(self, key: bytes, script: tuple[int, ...] | None = None, first: int = 0) -> None:
        self.key = key
        self.script = script
        self._first = first

    @classmethod
    def scripted(cls, faces: Iterable[int], first: int = 0) -> Dice:
        """Dice that show exactly these faces, then raise :class:`DiceExhaustedError`.

        ``first`` is the counter of the first of them.
        """
        script = tuple(faces) if isinstance(faces, Iterable) else (None,)
        if not all(type(face) is int for face in script):  # True is one, and no face
            raise ValueError("scripted dice are a list of whole numbers, such as dice=[4, 3]")
        return cls(b"", script, first)

    @classmethod
    def begun(cls, faces: Iterable[int], first: int, others: Dice) -> Dice:
        """Dice that show these faces from the counter ``first`` on, and then what others show."""
        return cls(others.key, tuple(faces), first)

    def roll(self, counter: int, sides: int) -> int:
        """The ``counter``-th face (from 0) of a die with ``sides`` faces: 1 to ``sides``."""
        if self.script is not None:
            index = counter - self._first
            if index < len(self.script):
                face = self.script[index]
                if not 1 <= face <= sides:
                    raise DiceExhaustedError(f"the scripted dice show {face} on a d{sides}")
                return face
            if not self.key:
                raise DiceExhaustedError(
                    f"the scripted dice hold {len(self.script)} faces and another was asked for",
                    sides,
                )
        # 64 bits over at most 100 sides: a bias below one in 10**17 needs no rejection.
        digest = blake2b(counter.to_bytes(8, "big"), key=self.key, digest_size=8).digest()
        return int.from_bytes(digest, "big") % sides + 1

    def used_up(self, counter: int) -> None:
        """:class:`DiceExhaustedError` unless every face of the script has been thrown."""
        thrown, held = counter - self._first, len(self.script or ())
        if thrown < held:
            raise DiceExhaustedError(f"{held} dice are given, and {thrown} are thrown")

    def noting(self) -> NotedDice:
        """The same dice, which note what they show."""
        return NotedDice(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the key in hexadecimal, or the script."""
        if self.script is not None:
            return {"script": list(self.script)}
        return {"key": self.key.hex()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Dice:
        """The dice that :meth:`to_dict` described."""
        if "script" in data:
            return cls.scripted(data["script"])
        return cls(bytes.fromhex(data["key"]))


class NotedDice(Dice):
    """Dice of which is known afterwards what they showed: ``faces``, in the order of the throws."""

    __slots__ = ("_noted", "_thrown")

    def __init__(self, thrown: Dice) -> None:
        super().__init__(thrown.key, thrown.script)
        self._thrown = thrown
        self._noted: dict[int, int] = {}

    def roll(self, counter: int, sides: int) -> int:
        """As :meth:`Dice.roll`."""
        face = self._noted[counter] = self._thrown.roll(counter, sides)
        return face

    @property
    def faces(self) -> tuple[int, ...]:
        """Everything that was thrown."""
        return tuple(self._noted[counter] for counter in sorted(self._noted))


# -- chance with positions: what can come of an action, each with its exact probability ------------

# An action is played again and again on copies with scripted dice. When the script runs out, the
# dice say what can be thrown there, and the throw goes on from the start with each of these faces
# behind those it had; when it does not, the action is over and its position is counted.


class Playable(Protocol):
    """What can be copied, and played on with given dice."""

    def clone(self) -> Self:
        """A copy."""

    def apply(self, action: Action, *, dice: Iterable[int] | None = None) -> object:
        """Carry out an action with these faces."""

    def in_brief(self) -> Hashable:
        """What equal positions have in common, and most others do not; soon made."""

    def in_full(self) -> Hashable:
        """What equal positions have in common, and no others do."""


S = TypeVar("S", bound=Playable)


class Chance(NamedTuple, Generic[S]):
    """One thing that can come of an action.

    ``probability``: exact. ``state``: a copy in which it has come, at its next decision, with
    ``events`` of what was told. ``dice``: faces that bring it, the first such in order;
    ``State.apply(action, dice=...)`` makes it again.
    """

    probability: Fraction
    state: S
    dice: tuple[int, ...]


def chances(
    state: S, action: Action, most: int, least: Fraction = Fraction(0)
) -> tuple[Chance[S], ...]:
    """Throw every face of every die that a legal action asks for, and count equal positions once.
    Throws of several dice that come to the same are one.

    A throw is played from the start for each of its dice, as what is thrown next may depend on
    the faces before. Takes one application a throw; ValueError for more throws than ``most``.
    Throws that are rarer than ``least`` are left out, and the probabilities those of what is left.
    """
    outcomes: _Distinct[S] = _Distinct()
    waiting: list[Thrown] = [((), Fraction(1))]
    throws = 0
    while waiting:
        faces, probability = waiting.pop()
        throws += 1
        if throws > most:
            raise ValueError(f"more than {most:,} throws are possible: {action} is not listed")
        following = state.clone()
        try:
            following.apply(action, dice=faces)
        except DiceExhaustedError as more:
            # A stack: reversed, so that what comes first is thrown first, and its faces are kept.
            waiting += [
                ((*faces, *shown), probability * chance)
                for shown, chance in reversed(more.results())
                if probability * chance >= least
            ]
        else:
            outcomes.add(Chance(probability, following, faces))
    # What is left out is missing from the sum: without it, the chances add up to one as they are.
    if not least:
        return tuple(outcomes.all)
    in_all = sum([outcome.probability for outcome in outcomes.all])
    return tuple(
        [outcome._replace(probability=outcome.probability / in_all) for outcome in outcomes.all]
    )


class _Distinct(Generic[S]):
    """Chances of different positions, in the order in which they came. A position is looked at
    closely only when another is like it in brief: that takes long, and few are.
    """

    def __init__(self) -> None:
        self.all: list[Chance[S]] = []
        self._first: dict[Hashable, int | None] = {}
        self._places: dict[Hashable, int] = {}

    def add(self, more: Chance[S]) -> None:
        """Put a chance among the others, or to the one that led to the same position."""
        place, brief = len(self.all), more.state.in_brief()
        if brief in self._first:
            # Only when a second one is like it is the first written out; None says that it has
            # been.
            first, self._first[brief] = self._first[brief], None
            if first is not None:
                self._places[self.all[first].state.in_full()] = first
            place = self._places.setdefault(more.state.in_full(), place)
        else:
            self._first[brief] = place
        if place == len(self.all):
            self.all.append(more)
            return
        kept = self.all[place]
        self.all[place] = kept._replace(probability=kept.probability + more.probability)
