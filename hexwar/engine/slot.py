"""What a section remembers of play: a small record, for a phase, a turn or the game.

A section declares a :class:`Slot` with the record that it begins with, and every state holds one
record for each slot. Records are never changed but replaced (``state.remember``), so that copies of
a state share them; they hold numbers and tuples alone, so that any save can be written without a
word from the section.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, Self, TypeVar, cast


class Record:
    """The base of records that are read at every decision: dataclasses with slots.

    They are treated like a NamedTuple, and changed as little, but their fields are found in half
    the time.
    """

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls) -> None:
        # What a NamedTuple has of its own: a slot asks either kind of record for it.
        cls._fields = tuple(cls.__annotations__)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in self._fields)

    def _replace(self, **changes: Any) -> Self:
        return replace(self, **changes)  # type: ignore[type-var]


class UnitMask(NamedTuple):
    """The mask of some units, for a slot that says which."""

    units: int = 0

    def without(self, units: int) -> UnitMask:
        """The record without these units (a mask)."""
        return UnitMask(self.units & ~units)


R = TypeVar("R", bound=tuple[Any, ...] | Record)

Lasts = Literal["phase", "turn", "game"]


class Slot(Generic[R]):
    """A place in the memory of every state for one kind of record.

    ``empty`` is the record that it begins with: a NamedTuple of numbers and tuples of numbers, or
    a :class:`Record` of them. It is as new at the beginning of each ``lasts``. Only the section
    that declares a slot reads the fields of its record.

    >>> from typing import NamedTuple
    >>> class Placed(NamedTuple):
    ...     units: int = 0
    >>> slot = Slot("placed", Placed(), lasts="phase")
    >>> slot.read(slot.write(Placed(5)))
    Placed(units=5)
    """

    __slots__ = ("empty", "lasts", "name")

    def __init__(self, name: str, empty: R, lasts: Lasts) -> None:
        self.name = name
        self.empty = empty
        self.lasts = lasts

    def write(self, record: R) -> dict[str, Any]:
        """Plain data: the fields that are not as they begin."""
        fields = zip(_fields(record), record, self.empty, strict=True)
        return {name: plain(value) for name, value, begins in fields if value != begins}

    def read(self, data: dict[str, Any]) -> R:
        """The record that :meth:`write` described."""
        fields = {name: frozen(value) for name, value in data.items()}
        return cast("R", self.empty._replace(**fields))  # type: ignore[union-attr]

    def is_sound(self, record: R, sides: int) -> bool:
        """Whether the fields of a record that was read are of the right kinds.

        A section whose records are by side overrides it, and minds how many ``sides`` there are.
        """
        return all(
            isinstance(value, tuple if isinstance(begins, tuple) else int)
            for value, begins in zip(record, self.empty, strict=True)
        )

    def without(self, record: R, units: int) -> R:
        """The record without what it says of some units (a mask), if its kind can say so."""
        forget = getattr(record, "without", None)
        return record if forget is None else cast("R", forget(units))

    def __repr__(self) -> str:
        return f"<Slot {self.name}>"


def _fields(record: tuple[Any, ...] | Record) -> tuple[str, ...]:
    names: tuple[str, ...] = record._fields  # type: ignore[union-attr]
    return names


if TYPE_CHECKING:

    class Memory(dict[Slot[Any], Any]):
        """The records of a state by slot: ``state.memory[MOVED].mover``. Records are immutable."""

        def __getitem__(self, slot: Slot[R]) -> R: ...

        def copy(self) -> Memory: ...

else:
    # A plain dictionary: items of a class derived from it take twice as long to get.
    Memory = dict


def plain(value: Any) -> Any:
    """Nested tuples as lists.

    >>> plain((1, (2, 3)))
    [1, [2, 3]]
    """
    return [plain(part) for part in value] if isinstance(value, tuple) else value


def frozen(value: Any) -> Any:
    """Nested lists as tuples.

    >>> frozen([1, [2, 3]])
    (1, (2, 3))
    """
    return tuple(frozen(part) for part in value) if isinstance(value, list) else value
