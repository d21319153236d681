"""What the kernel asks of compiled rules. :mod:`hexwar.rules` answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import Board

if TYPE_CHECKING:
    from hexwar.engine.action import Action
    from hexwar.engine.event import Event
    from hexwar.engine.queries import Preview, Reach
    from hexwar.engine.state import State
    from hexwar.engine.task import Task
    from hexwar.engine.violation import Violation


class RulesetSource(Protocol):
    """What compiled rules come from, and can be had from again: a game."""

    def ruleset(self, scenario: str | None, options: Iterable[str], edition: str | None) -> Ruleset:
        """The rules of a scenario with options and an edition."""


class Ruleset(Protocol):
    """One game, scenario and set of options compiled to masks and tables. Immutable.

    ``game`` is what they were compiled for; a pickle of rules holds it and the choice.
    """

    game: RulesetSource
    resolved: ResolvedGame
    board: Board
    unit_ids: tuple[str, ...]
    unit_index: dict[str, int]
    unit_side: tuple[int, ...]
    side_ids: tuple[str, ...]
    phase_ids: tuple[str, ...]

    def begin(self, state: State, phase: int) -> None:
        """Enter a phase: put its task on the agenda and do what its beginning brings."""

    def open(self, state: State) -> None:
        """Begin a game at its very start: set-up first, if a side has any to do."""

    def hidden(self, state: State, side: int) -> int:
        """Mask of the units that a side cannot see."""

    def seen(self, state: State, side: int) -> int:
        """Mask of the units of which a side knows where they are, or that they are out of play."""

    def hiding(self, state: State, side: int) -> int:
        """Mask of the hexes in which a side knows that units lie hidden from it."""

    def unseen(self, state: State) -> Sequence[int]:
        """Masks of the units whose place each side does not know; empty if nothing is hidden."""

    def veil(self, state: State, unseen: Sequence[int]) -> None:
        """Note in the state's events who was hidden from whom; ``unseen`` before they happened."""

    def told(self, events: Iterable[Event], side: str) -> list[Event]:
        """Events as a side learns of them."""

    def forget(self, state: State, side: int) -> None:
        """Take the units that a side does not see out of play, and forget all about them."""

    def explain_top(self, state: State, side: int, unit: int) -> Violation | None:
        """Why a side may not put a unit on top of its stack."""

    def put_on_top(self, state: State, unit: int) -> None:
        """Put a unit on top of its stack."""

    def position_problem(self, state: State) -> str:
        """Why a set-up cannot be played (two sides in one hex, too many units), or nothing."""

    def task_from_dict(self, data: dict[str, Any]) -> Task:
        """The task that ``Task.to_dict`` described."""

    def reach(self, state: State, unit: int) -> dict[str, Reach]:
        """Where a unit can move now."""

    def movement_left(self, state: State, unit: int) -> Fraction | None:
        """Movement points a unit may still spend now; ``None`` when it may not move."""

    def threats(self, state: State, side: int) -> dict[str, tuple[str, ...]]:
        """Which units of a side could move to, or next to, each hex in a movement phase."""

    def attack_options(self, state: State) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Target hexes, each with the groups of units that can attack it now."""

    def supply(self, state: State, side: int) -> dict[str, tuple[str, ...]]:
        """By movement class: the hexes from which units of a side trace to a source now."""

    def supply_path(self, state: State, unit: int) -> tuple[str, ...] | None:
        """A shortest trace of a unit now, its own hex first; ``None`` when there is none."""

    def points(self, state: State) -> dict[str, int]:
        """The victory points of each side; empty when the game has none."""

    def step_costs(self, number: str, neighbor: str) -> Mapping[str, Fraction | None]:
        """What the step from a hex to a neighbour costs, by movement class; None: prohibited."""

    def waiting(self, state: State) -> int:
        """Mask of the units off the map that may enter."""

    def controlled(self, state: State, side: int) -> tuple[str, ...]:
        """The hexes that a side controls, of those whose control matters, in map order."""

    def in_supply(self, state: State, unit: int) -> bool:
        """The status that the owner's latest supply phase gave a unit."""

    def preview(self, state: State, attack: Action) -> Preview:
        """What an attack would be resolved as."""

    def preview_seen(self, state: State, side: int, attack: Action) -> Preview:
        """The same as far as a side can tell: columns from the worst to what it sees."""
