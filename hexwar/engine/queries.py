"""What a state answers when it is asked about the future: values for people and players.

In this order: where a unit can go, what it sees and how far it fires; what is under way, written or
lying on the map; what can be read of a unit; a battle or a fire before its dice; what is kept
beside the map; cards. The kernel makes none of them: packages of the rules do, and the window,
computer players and programs read them. Strengths, points and chances are fractions, and so exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol, overload

from hexwar.engine.action import Action, as_action
from hexwar.engine.violation import Violation


@dataclass(frozen=True, slots=True)
class Reach:
    """A hex that a unit can move to now.

    ``cost`` and ``left`` in movement points; ``path`` from the unit's hex to this one, both
    included; ``stops`` is the rule that ends the movement there, if one does.
    """

    cost: Fraction
    left: Fraction
    path: tuple[str, ...]
    stops: Violation | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """The line of sight from the centre of a hex to the centre of another.

    ``why`` is the rule that it breaks, ``None`` if it is clear; ``blocked_by`` names what first
    blocks it (``0503 (Woods)``), whose hexes are ``blocking``: one, or the two of a hexside. Both
    are empty where nothing does, though it may be too far to see: ``distance`` is in hexes (as far
    as ``map.distance`` says of a place off the map, to which there is no line).
    ``hexes`` are those that it crosses, both ends included, in its order; ``along`` has the hexes
    beside each hexside that it runs along.
    """

    why: Violation | None
    blocked_by: str
    blocking: tuple[str, ...]
    hexes: tuple[str, ...]
    along: tuple[tuple[str, ...], ...]
    distance: int

    @property
    def clear(self) -> bool:
        """Whether the two hexes see each other."""
        return self.why is None


@dataclass(frozen=True, slots=True)
class FireRange:
    """How far a unit fires, in hexes; ``None`` where the game sets no such range."""

    optimal: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class UnderWay:
    """An action that may be interrupted, while it goes on: the unit that acts, the hexes where it
    has been (the last where it stands now), and the hex that it fires at, or an empty text.
    """

    unit: str
    path: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """What is written for a unit and not carried out yet: the hexes of its path, its own first (it
    stays, if that is the only one; none if no path is written), and all of it in words. ``facing``:
    where it looks at the end of its path, by name, if it looks anywhere. ``meets``: which unit of
    its own side it would meet, and where, as a clause: ``it would meet I5 in 0205``.
    """

    unit: str
    path: tuple[str, ...]
    text: str
    facing: str = ""
    meets: str = ""


@dataclass(frozen=True, slots=True)
class Lying:
    """A counter on the map that is no unit: its kind, what players read, whose it is, its hex.

    What lies on a hexside is listed for both of its hexes, each time with the other one
    (``beside``). ``gone``: it stood there when the game began and no longer does.
    """

    kind: str
    title: str
    side: str
    hex: str
    beside: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Status:
    """Something that everybody who sees a unit may know of it now, beyond what is printed on it.

    ``text`` is a phrase in a list: ``3 fit, 1 down``, ``Pinned``. ``mark`` is a letter that a small
    sign on its counter shows, empty for no sign; with ``strength`` it is instead what the unit is
    worth now, and stands where counters have their strengths. ``done``: it has nothing more to do
    in the turn, and its counter is dimmed.
    """

    text: str
    mark: str = ""
    strength: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a battle's arithmetic: ``value`` as printed (``+1``, ``x2``, ``1 left``).

    ``units`` are those whose strength it changes, where these are not all of the side's.
    ``on_table``: it moves the column or the die, and so belongs to the battle, not to ``side``.
    """

    label: str
    side: str
    value: str
    rule: str = ""
    units: tuple[str, ...] = ()
    on_table: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """One result of the column: its chance, the die totals that give it, what it would do.

    ``retreats`` maps the units whose retreat is a choice to the hexes that are open to them first,
    ``far`` the same units to how many hexes they have to go; ``lost`` are those that are lost by
    it, unless a side chooses another; ``costly`` those of which the first hex of their retreat
    costs a step.
    """

    code: str
    title: str
    probability: Fraction
    dice: tuple[int, ...]
    effects: tuple[str, ...]
    retreats: dict[str, tuple[str, ...]] = field(default_factory=dict)
    far: dict[str, int] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    costly: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SymbolHere:
    """What a symbol of the battle dice does in one battle: ``Banner``, the sign that it is drawn
    as, on how many ``faces`` it is, and in words what it does, or why it does nothing (``idle``).
    """

    title: str
    sign: str
    faces: int
    words: str
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """A battle before the die: the numbers that its resolution would use.

    Strengths in strength points; ``column`` is an index into ``headings``; ``shifts`` counts the
    columns moved by terrain and modifiers, ``roll`` is what they add to the die; ``odds`` is the
    comparison in words. ``expected_losses`` maps side id to the steps it loses on average, retreats
    that nothing allows included; a unit without steps is one.

    Where the defending stack hides units from the side that asks (``View.preview``), all of this
    is reckoned with the units that are seen. ``columns`` are then the lowest column that it may
    come to and the one of what is seen, ``most_defense`` is the strongest defence that may lie
    there; otherwise they are ``column`` twice and ``defender_strength``. ``also``: hexes that are
    attacked together with ``target``. ``afar``: the attackers that are next to none of these hexes.
    ``above``: the odds are better than those of the last column, before they are shifted.

    ``ratio`` says odds that are not whole and how they are made so: ``2.5:1, rounded to the
    nearest``.

    ``attacker_printed`` and ``defender_printed`` are the strengths before ``modifiers`` and limits:
    what the counters show.

    Where dice with symbols are thrown, ``dice`` says how many; ``steps_lost`` and
    ``hexes_retreated`` map how much befalls the defenders to its probability: the steps that they
    lose, and the hexes of retreat that the throw asks for. Each adds up to one.
    """

    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attacker_strength: Fraction
    defender_strength: Fraction
    modifiers: tuple[Modifier, ...]
    odds: str
    column: int
    shifts: int
    headings: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    expected_losses: dict[str, Fraction]
    columns: tuple[int, int]
    most_defense: Fraction
    hides: bool = False
    roll: int = 0
    above: bool = False
    also: tuple[str, ...] = ()
    afar: tuple[str, ...] = ()
    dice: int = 0
    steps_lost: dict[int, Fraction] = field(default_factory=dict)
    hexes_retreated: dict[int, Fraction] = field(default_factory=dict)
    attacker_printed: Fraction = Fraction(0)
    defender_printed: Fraction = Fraction(0)
    ratio: str = ""

    @property
    def is_favourable(self) -> bool:
        """Whether the attackers are the stronger; with dice that show symbols, whether as often as
        not something befalls the defenders.
        """
        if self.dice:
            spreads = (self.steps_lost, self.hexes_retreated)
            return min(spread.get(0, Fraction(0)) for spread in spreads) < Fraction(1, 2)
        return self.attacker_strength > self.defender_strength

    @property
    def hexes(self) -> tuple[str, ...]:
        """All hexes that are attacked."""
        return (self.target, *self.also)

    @property
    def probabilities(self) -> dict[str, Fraction]:
        """Result code to its probability; the probabilities add up to one."""
        return {outcome.code: outcome.probability for outcome in self.outcomes}


class BattleAnswer(NamedTuple):
    """What the other side may still commit to a battle that is foreseen: all of it in words, with
    the side that commits it, and the battle as it would then be.
    """

    side: str
    what: str
    then: Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class FirePreview(Preview):
    """A fire before its dice, as a preview of which one unit is the attacker and one the defender.

    ``attack_dice`` and ``defense_dice`` are the faces of each die, ``modifiers`` the lines by which
    they were counted, and the strengths what these come to; where a table decides there are no such
    dice, and ``column`` is the one of ``headings``. ``casualties`` maps how many figures, steps or
    units (as the game says) the target loses to the probability of it; the probabilities add up to
    one. ``spilled`` says the same of each unit at which the fire spills over. ``morale`` is the
    probability that the target then fails a check. ``line_of_sight`` is the
    line from hex to hex, with its ``distance``.
    """

    line_of_sight: Sight
    attack_dice: tuple[int, ...]
    defense_dice: tuple[int, ...]
    casualties: dict[int, Fraction]
    morale: Fraction
    spilled: dict[str, dict[int, Fraction]]


@dataclass(frozen=True, slots=True)
class Recorded:
    """What everybody reads beside the map of one thing that is kept there: the weather, a pool.

    ``value`` as it is kept, a word or a number; ``text`` the same for people, and ``notes`` what it
    means for the game now, in sentences, where that is known.
    """

    id: str
    title: str
    value: str | int
    text: str
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.title}: {self.text}"


@dataclass(frozen=True, slots=True)
class CardPlay:
    """One thing that can be done with a card in a hand, with why not now, if that is so;
    ``in_vain``: why it would be for nothing
    though it can be done, as a sentence.
    """

    action: Action
    title: str
    why_not: Violation | None = None
    in_vain: str = ""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card that a side holds, ``count`` times: its text for players, the values printed on it."""

    id: str
    title: str
    text: str
    values: str
    count: int
    plays: tuple[CardPlay, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPile:
    """A deck as everybody knows it: how many cards are left and how many each side holds (by its
    id), and the cards that lie open, among the discards or out of the game.
    """

    id: str
    title: str
    left: int
    hands: dict[str, int]
    discards: tuple[HeldCard, ...]
    removed: tuple[HeldCard, ...]


# -- the legal actions of a state, as a sequence that lists them only when asked to ----------------

# Most callers want to know whether one action is legal, or take the first few: the former is asked
# of the rules, the latter are made one by one. The whole list is made only for a caller that counts
# them or picks by index.


class ActionSource(Protocol):
    """A state, as far as its legal actions ask it; ``ply`` counts what has been played."""

    ply: int
    is_over: bool

    def listed(self) -> Iterator[Action]:
        """The legal actions one by one; none when the game is over."""

    def all_listed(self) -> list[Action]:
        """All of them, in a list that is never changed afterwards."""

    def explain(self, action: Action | str) -> Violation | None:
        """Why an action is illegal now."""


@Sequence.register  # not inherited: a type checker would take notation in it for a mistake
class LegalActions:
    """What may be done now: a sequence, whose items are made when somebody looks at them.

    ``action in legal`` asks the rules without listing anything and accepts notation; iteration
    is lazy, in a documented and deterministic order; length, indices and slices list everything,
    once a position. ``resign``, ``draw`` (an offer) and ``top`` (which changes only what the enemy
    sees) are legal but never listed.

    It always answers for the state as it is at the moment. An iterator that was begun before the
    state moved on raises RuntimeError, as one over a dictionary that has changed; take ``list()``
    of it first to play while going through.
    """

    __slots__ = ("_empty", "_listed", "_ply", "_state")

    def __init__(self, state: ActionSource, *, empty: bool = False) -> None:
        """Of a state; ``empty``: for somebody whose choice it is not."""
        self._state = state
        self._empty = empty
        self._listed: list[Action] | None = None
        self._ply = state.ply

    def __iter__(self) -> Iterator[Action]:
        return self._gone_through(self._state.ply)

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return self._all()[index]

    def index(self, value: Action | str, *between: int) -> int:
        """Where an action (or its notation) stands in the list. ValueError when it does not."""
        return self._all().index(as_action(value), *between)

    def count(self, value: Action | str) -> int:
        """How often an action (or its notation) is in the list: once, or not at all."""
        return self._all().count(as_action(value))

    def _all(self) -> list[Action]:
        if self._listed is None or self._ply != self._state.ply:
            self._listed = [] if self._empty else self._state.all_listed()
            self._ply = self._state.ply
        return self._listed

    def _gone_through(self, ply: int) -> Iterator[Action]:
        """The actions one by one, as long as the state does not move on."""
        self._require_unmoved(ply)
        state = self._state
        actions: Iterable[Action] = ()
        if self._listed is not None:
            # ``list`` asks for the length when it has the iterator and before it takes the first
            # item: what has just been listed to be counted is not listed again.
            actions = self._all()
        elif not self._empty:
            actions = state.listed()
        # A generator of the rules reads the state while it runs: once that has moved on, what it
        # lists would be of two positions, so it is not asked for more.
        for action in actions:
            yield action
            if state.ply != ply:
                break
        self._require_unmoved(ply)

    def _require_unmoved(self, ply: int) -> None:
        if self._state.ply != ply:
            raise RuntimeError("the state has moved on while its legal actions were gone through")

    def __bool__(self) -> bool:
        return not self._empty and not self._state.is_over

    def __contains__(self, action: object) -> bool:
        if self._empty or not isinstance(action, Action | str):
            return False
        return self._state.explain(action) is None

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(map(str, self)) or 'none'}>"
