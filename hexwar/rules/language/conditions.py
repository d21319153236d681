"""Conditions: every declarative "if" of a game, compiled to a test of a state.

A condition counts something (its *measure*, brought by the section that knows of it) and says
between which bounds that must be; or it puts others together.

In this order: compiling them (:class:`Conditions`); what is counted and how much, in words; whole
conditions in words, and how each part of them stands; what they will probably come to, for computer
players (:class:`Foresight`); last what has been so in the past, the conditions ``ever`` and
``in_a_row`` (:class:`RecallRules`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import NamedTuple, TypeVar

from hexwar.definition.grammar import denied_clause, in_text
from hexwar.definition.model import Condition
from hexwar.engine.notation import vocabulary
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import NO_NAMES, names_eyes, selected
from hexwar.rules.language.wording import (
    called,
    either,
    in_words,
    number,
    plural,
    several,
    singular,
)
from hexwar.rules.scopes.rules import Games
from hexwar.rules.units.rules import Forces

Made = TypeVar("Made")
Test = Callable[[Position], bool]
"""Whether a condition holds in a state."""

Measure = Callable[[Position], int]
"""How much there is in a state of what a condition counts."""

Reached = Callable[[Position], Fraction]
"""The share of all there are that a measure has come to."""

ANY = 1_000_000
"""More than anything that is counted."""


class Conditions:
    """Compiles conditions with the measures that the sections of the format bring."""

    def __init__(self, frame: Frame, forces: Forces) -> None:
        self._frame = frame
        self._forces = forces

    def by_eyes(
        self, condition: Condition | None, make: Callable[[Conditions], Made]
    ) -> tuple[Made, ...]:
        """What is made of a condition for each side that may look, by its index, and last for no
        side's eyes, so that :data:`NOBODY` is the index of those; all the same where `own` and
        `enemy` do not occur.
        """
        sides = (*range(len(self._forces.side_ids)), NOBODY)
        if not names_eyes(condition):
            return (make(self),) * len(sides)
        return tuple(make(Conditions(self._frame, self._forces.seen_from(side))) for side in sides)

    def recalled(self, kind: str, asked: Iterable[Condition]) -> dict[str, Test]:
        """The tests of what conditions of a kind ask of the past, by what is written, for all eyes
        that may look.
        """
        inner = [condition.of[0] for condition in asked if condition.kind == kind]
        tests = {_as_asked(part, self._forces): self.test(part) for part in inner}
        for part in filter(names_eyes, inner):
            for view in self.by_eyes(part, lambda view: view):
                tests[_as_asked(part, view._forces)] = view.test(part)
        return tests

    def test(self, condition: Condition | None) -> Test:
        """A function of the state; no condition always holds."""
        if condition is None:
            return lambda state: True
        if condition.kind in ("all", "any", "not"):
            parts = [self.test(part) for part in condition.of]
            if condition.kind == "not":
                return lambda state: not parts[0](state)
            every = condition.kind == "all"

            def together(state: Position) -> bool:
                # A plain loop: all() would make a generator every time, and be two more calls.
                for part in parts:
                    if part(state) is not every:
                        return not every
                return every

            return together
        measure, low, high = self.bounded(condition)
        return lambda state: low <= measure(state) <= high

    def bounded(self, condition: Condition) -> tuple[Measure, int, int]:
        """What a condition without parts counts, and the bounds that must hold for it.

        A share is given in hundredths above the one that is asked for; for two measures it is how
        much greater the first is.
        """
        given = condition.arguments
        if "share" in given:
            reached = self._frame.registry.shares[condition.kind]
            share, least = reached(condition, self._frame, self._forces), given["share"]
            # Rounded down, so that a hair below the share that is asked for is below 0 already.
            return lambda state: floor(100 * (share(state) - least)), 0, ANY
        measure = self.measure(condition)
        if "more_than" in given:
            other = self.measure(given["more_than"])
            return lambda state: measure(state) - other(state), 1, ANY
        return measure, *bounds(condition)

    def measure(self, condition: Condition) -> Measure:
        """What a condition counts, without its bounds."""
        make = self._frame.registry.measures[condition.kind]
        measure: Measure = make(condition, self._frame, self._forces)
        return measure

    def measure_of(self, count: int | Condition) -> Measure:
        """A number as written, or what a condition in its place counts."""
        return (lambda state: count) if isinstance(count, int) else self.measure(count)

    def percent(self, condition: Condition, state: Position) -> int:
        """The share that a condition has come to, in hundredths of all there are."""
        reached = self._frame.registry.shares[condition.kind]
        share: Reached = reached(condition, self._frame, self._forces)
        return floor(100 * share(state))


def bounds(condition: Condition) -> tuple[int, int]:
    """The least and the most that a condition asks for."""
    low, high = condition.arguments.get("at_least"), condition.arguments.get("at_most")
    if low is None and high is None:
        return 1, ANY  # "occupied: {region: towns, side: us}" means: any of it
    return -ANY if low is None else int(low), ANY if high is None else int(high)


def share_of(measure: Measure, whole: int | Fraction) -> Reached:
    """What share of a whole a measure comes to; none of nothing."""
    return lambda state: measure(state) / Fraction(whole) if whole else Fraction(0)


def region_of(condition: Condition, frame: Frame) -> int:
    """Mask of the region that a condition is about."""
    return frame.board.mask(frame.map.region(str(condition.arguments["region"])))


def side_of(condition: Condition, frame: Frame, key: str = "side") -> int:
    """Index of the side that a condition is about."""
    return frame.side_ids.index(str(condition.arguments[key]))


def counted(asked: Condition, names: Mapping[str, str]) -> str:
    """One of what a condition counts: ``hex of towns that Red occupies``."""
    # A section may have words for the whole condition only: then its kind is the name.
    is_told = vocabulary("counted").knows(asked.kind) or not vocabulary("wordings").knows(
        asked.kind
    )
    say = vocabulary("counted").get(asked.kind) if is_told else None
    return in_words(asked.kind) if say is None else str(say(asked, names))


def amount(asked: Condition, names: Mapping[str, str]) -> str:
    """What a condition counts, as a number: ``the number of hexes of towns that ...``."""
    counted_thing = counted(asked, names)
    if asked.kind in ("sum", "track") or "value" in asked.arguments:
        return f"the {counted_thing}"
    first, *qualifiers = counted_thing.split(" ")
    return " ".join(["the number of", plural(first), *qualifiers])


def so_many(many: str, what: str) -> str:
    """What is counted behind its bounds in words: ``at least 1 step``, ``no steps``."""
    if many in ("0", "at most 0"):
        return f"no {plural(what)}"
    if many == "all" or "/" in many:
        return f"{many} {plural(what)}" if many == "all" else f"{many} of the {plural(what)}"
    is_one = many.endswith(" 1") or many == "1"
    return f"{many} {what if is_one else plural(what)}"


def so_many_units(many: str, which: Selector | None, names: Mapping[str, str] = NO_NAMES) -> str:
    """Units behind their bounds in words: ``at least 2 wagon units``."""
    keys = dict(which.said()) if which is not None else {}
    kinds = [*keys.get("trait", ()), *keys.get("type", ())]
    if which is None or (len(kinds) == 1 and len(keys) == 1):
        return so_many(many, " ".join([*map(in_words, kinds), "unit"]))
    return f"{so_many(many, 'unit')} ({selected(which, names)})"


def how_many(condition: Condition, names: Mapping[str, str]) -> str:
    """The bounds of a condition in words."""
    given = condition.arguments
    if "share" in given:
        return "all" if given["share"] == 1 else f"at least {number(given['share'])}"
    low = [f"at least {given['at_least']}"] if "at_least" in given else []
    high = [f"at most {given['at_most']}"] if "at_most" in given else []
    if low and high and given["at_least"] == given["at_most"]:
        return str(given["at_least"])
    return " and ".join([*low, *high]) or "at least 1"


def there_are(many: str) -> str:
    """There is one, or there are several, by the bounds in words."""
    return "there is" if many.endswith(" 1") or many == "1" else "there are"


def hexes_of_region(condition: Condition, names: Mapping[str, str]) -> str:
    """How many hexes of a region, in words."""
    given, many = condition.arguments, how_many(condition, names)
    name = str(given["region"])
    region, single = called(names, "region", name), names.get(f"only hex of {name}")
    if single is not None and many in ("at least 1", "all", "1"):
        return in_text(single)
    if (each := names.get(f"hexes of {name}")) is not None:
        # Its hexes are what its name says: three towns, and not three hexes of towns.
        named = region if region.startswith("the ") else f"the {each} {region}"
        if many == "all":
            return f"{'both' if each == '2' else f'all {each}'} {region}"
        return f"{'one' if many == 'at least 1' else many} of {named}"
    if many == "at least 1":
        return f"a hex of {region}"
    return f"{so_many(many, 'hex') if given.get('share', 1) == 1 else many} of {region}"


def one_of_region(name: str, names: Mapping[str, str]) -> str:
    """One hex of a region: a town, of towns."""
    region = called(names, "region", name)
    if f"hexes of {name}" in names and not region.startswith("the "):
        return singular(region)
    return f"hex of {region}"


def who(condition: Condition, names: Mapping[str, str]) -> str:
    """The name of the side that a condition is about."""
    given = condition.arguments
    return names.get(str(given.get("side", "")), "a side")


# Conditions in words, and how they stand in a position.
#
# The words of each kind of condition are its section's (``WORDINGS``); here they are put together:
# lists with *and* and *or*, denials carried inwards until they can be said of single words, and
# behind each part what it counts now.


Wordings = Mapping[str, Callable[..., str]]
"""How each word of a condition is said, as sections bring it (``WORDINGS``)."""


def in_a_sentence(
    asked: Condition,
    names: Mapping[str, str],
    wordings: Wordings,
    besides: Callable[[Condition], str] = lambda part: "",
) -> str:
    """A condition in words; ``names`` maps side id to name, and holds titles of exits and regions
    (see ``wording.called``); ``besides`` gives what is added to each part.
    """
    return _in_words(_without_not(asked, names, wordings), names, wordings, besides)


def _in_words(
    asked: Condition,
    names: Mapping[str, str],
    wordings: Wordings,
    besides: Callable[[Condition], str],
) -> str:
    """A condition in words, with what ``besides`` says of each part."""
    if asked.kind in ("all", "any"):
        # Parts as a list; those that are lists of their own are set off, and say where they
        # begin.
        parts = [_in_words(part, names, wordings, besides) for part in asked.of]
        word = "and" if asked.kind == "all" else "or"
        if not any(_is_list(part) for part in asked.of):
            alike = _told_once(parts) if word == "or" else ""
            return alike or f" {word} ".join(parts)
        begin = {"all": "both ", "any": "either "}
        listed = [
            f"({words})"
            if _is_list(part) and any(map(_is_list, part.of))
            else begin.get(part.kind, "") + words
            for part, words in zip(asked.of, parts, strict=True)
        ]
        return f", {word} ".join(listed)
    if asked.kind == "not":
        return f"{denied_clause(_leaf(asked.of[0], names, wordings))}{besides(asked)}"
    return f"{_leaf(asked, names, wordings)}{besides(asked)}"


def _leaf(asked: Condition, names: Mapping[str, str], wordings: Wordings) -> str:
    """One word of a condition with its bounds."""
    more_than = asked.arguments.get("more_than")
    if isinstance(more_than, Condition):
        return f"{amount(asked, names)} is greater than {amount(more_than, names)}"
    return wordings[asked.kind](asked, names)


def _told_once(parts: Sequence[str]) -> str:
    """Clauses that differ in one word alone, with what they share said once; empty where more
    differs.

    >>> _told_once(["it is turn 1", "it is turn 3", "it is turn 5"])
    'it is turn 1, 3 or 5'
    >>> _told_once(["Red controls Selm", "Blue controls Selm"])
    ''
    """
    words = [part.split(" ") for part in parts]
    if len({*map(len, words)}) > 1:
        return ""
    columns = enumerate(zip(*words, strict=True))
    different = [index for index, column in columns if len({*column}) > 1]
    # At least two words in front, so that it is not the subject that differs.
    if len(different) != 1 or different[0] < 2:
        return ""
    (index,), first = different, words[0]
    return " ".join([*first[:index], either(each[index] for each in words), *first[index + 1 :]])


def _is_list(part: Condition) -> bool:
    """Whether a condition is several, put together by *and* or *or*."""
    return part.kind in ("all", "any")


# -- what is not so --------------------------------------------------------------------------------


def _without_not(asked: Condition, names: Mapping[str, str], wordings: Wordings) -> Condition:
    """A condition that asks the same, with "not" before single words at most: *no units*, *at most
    2 hexes*.
    """

    def plain(part: Condition, denied: bool) -> Condition:
        """A part of it, or what it is to say if all of it is denied."""
        if part.kind == "not":
            return plain(part.of[0], not denied)
        if _is_list(part):
            # "Not all" is "any not", and the other way round (De Morgan).
            other = {"all": "any", "any": "all"}[part.kind]
            return replace(
                part,
                kind=other if denied else part.kind,
                of=tuple(plain(inner, denied) for inner in part.of),
            )
        return _denial_in_words(part, names, wordings) if denied else part

    return plain(asked, False)


def _denial_in_words(leaf: Condition, names: Mapping[str, str], wordings: Wordings) -> Condition:
    """What holds where a condition of one word does not: other bounds, if its words name bounds."""
    given, whole = leaf.arguments, Condition("not", (leaf,))
    low, high = given.get("at_least"), given.get("at_most")
    if "more_than" in given or "share" in given or (low is not None and high is not None):
        return whole
    other_arguments = {
        name: value for name, value in given.items() if name not in ("at_least", "at_most")
    }
    bound = {"at_most": (1 if low is None else low) - 1}
    other = replace(
        leaf, arguments=other_arguments | (bound if high is None else {"at_least": high + 1})
    )
    say = wordings[leaf.kind]
    # Where the words do not depend on the bounds, nothing would be denied.
    return whole if say(other, names) == say(leaf, names) else other


# -- how it stands ---------------------------------------------------------------------------------


def as_it_stands(
    asked: Condition,
    state: Position,
    names: Mapping[str, str],
    mark: Callable[[str], str] = " ({})".format,
) -> str:
    """A condition in words, with what each part of it counts now: ``... of towns (now 1)``."""

    def now(part: Condition) -> str:
        return mark(how_it_stands(part, state, names))

    return in_a_sentence(asked, names, state.frame.registry.wordings, now)


def how_it_stands(part: Condition, state: Position, names: Mapping[str, str]) -> str:
    """What one word of a condition has come to: ``now 3``, ``so it is``, ``not yet; ...``."""
    conditions, registry = state.rules[Conditions], state.frame.registry
    holds = conditions.test(part)(state)
    leaf = part.of[0] if part.kind == "not" else part
    if leaf is part and (standing := registry.standings.get(leaf.kind)):
        sentence: str = standing(leaf, state, names)
        if sentence:
            return sentence
    given = leaf.arguments
    if isinstance(given.get("more_than"), Condition):
        other = conditions.measure(given["more_than"])(state)
        return f"now {conditions.measure(leaf)(state)} against {other}"
    if "share" in given:
        return f"now {conditions.percent(leaf, state)} %"
    if "at_most" in given or given.get("at_least", 1) != 1:
        return f"now {conditions.measure(leaf)(state)}"
    return "so it is" if holds else "not yet"


# What conditions ask about will probably come to: a number foreseen, and how far it may be off.
#
# A section says this of what it counts in the table ``PROSPECTS`` of its ``task``: by condition a
# function of the condition and the :class:`Foresight` that answers with a :class:`Prospect`. Where
# no section says anything, what is so now is taken to stay, the less surely the more time is left.


class Ahead(NamedTuple):
    """The time until something is looked at: ``left`` and ``gone`` as parts of the whole game,
    ``moves`` by side the phases in which it moves, the present one among them, and ``acts`` those
    in which it moves or attacks; for phases that are run for one unit after the other only the part
    to come counts. ``until`` is the last turn in which it is looked at. ``strikes`` is the side
    that attacks next, ``last`` the one that moves last; :data:`NOBODY` where that is decided in
    play, or no side does.
    """

    left: float
    gone: float
    moves: tuple[float, ...]
    acts: tuple[float, ...]
    until: int
    strikes: int
    last: int


Foreseen = tuple[float, float]
"""What a count will probably be, and its variance."""

Foresee = Callable[[Position, Ahead], Foreseen]
Chance = Callable[[Position, Ahead], float]


class Prospect(NamedTuple):
    """What a condition counts, as it will be; ``whole``: all that there could be, for shares."""

    foresee: Foresee
    whole: float = 1.0


class Foresight(ABC):
    """How the things that a game counts will probably go: sections make their prospects from
    this.
    """

    frame: Frame
    forces: Forces
    conditions: Conditions

    @abstractmethod
    def until(self, state: Position, turn: int) -> Ahead:
        """The time from now to the end of a turn."""

    @abstractmethod
    def chance(self, condition: Condition) -> Chance:
        """The chance that a condition will hold."""

    @abstractmethod
    def prospect(self, condition: Condition) -> Prospect:
        """What a condition without parts counts, as it will be."""

    @abstractmethod
    def as_it_is(self, condition: Condition) -> Prospect:
        """What is so now stays, more or less."""

    @abstractmethod
    def goes_on(self, measure: Callable[[Position], float], began: float) -> Prospect:
        """What goes on as it has gone since it ``began``: the less has happened, the less sure it
        is.
        """

    @abstractmethod
    def held(
        self,
        side: int,
        hexes: int,
        owned: Callable[[Position], int],
        others: Callable[[Position], int],
    ) -> Prospect:
        """How many of some hexes (a mask) a side will hold.

        ``owned`` answers with the mask of those that it holds now, ``others`` with those that
        another side holds.
        """

    @abstractmethod
    def comes(
        self,
        unit: int,
        hexes: int,
        where: Callable[[Position], int],
        first: Callable[[Position], float] | None = None,
    ) -> Chance:
        """The chance that a unit comes to one of some hexes (a mask) in the time that is left,
        given how far it has to go and how strong the enemy is there; ``where``: the cell of the
        unit that it is with; ``first``: how many moves pass before it sets out.
        """

    @abstractmethod
    def moves_away(self, unit: int, cell: int) -> Mapping[int, float]:
        """By cell, how many of its moves a unit that stands there is away from another cell."""

    @abstractmethod
    def in_time(self, moves: float, far: float) -> float:
        """The chance that a unit ``far`` away, in moves, has come in so many ``moves``: 0 if
        ``far`` is infinity, as there is no way.
        """

    @abstractmethod
    def lost(
        self,
        side: int,
        measure: Callable[[Position], float],
        whole: float,
        units: int,
        endangered: int = 0,
    ) -> Prospect:
        """How much of the total of some ``units`` a side will have lost, judged by what it has lost
        so far, the time that is left and the strengths of the armies; ``endangered``: mask of units
        that count one each, and are lost the sooner the fewer steps they have left.
        """


# What has been so: ``ever``, and at the ends of turns ``in_a_row``.
#
# Only what a game asks for is kept; where nothing is asked for, nothing is done.


class Recalled(NamedTuple):
    """In the order of what is asked for: whether it has ever been so (0 or 1), and at the ends of
    how many turns in a row, up to the last one, it was so. Empty until something was.
    """

    ever: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()


RECALLED = Slot("recalled", Recalled(), lasts="game")


class RecallRules:
    """What conditions of the game ask of the past."""

    def __init__(self, games: Games, conditions: Conditions) -> None:
        asked = [condition for game in games for condition in game.conditions()]
        self._ever = conditions.recalled("ever", asked)
        self._turns = conditions.recalled("in_a_row", asked)

    def concerned_at(self, moment: str) -> bool:
        """Whether anything is asked for at this moment."""
        return bool(self._turns if moment == "turn_ends" else self._ever)

    def review(self, state: Position) -> None:
        """Take note of what is so now. Called when the game begins and when a phase ends."""
        before = state.memory[RECALLED]
        ever_before = before.ever or (0,) * len(self._ever)
        ever_now = tuple(
            int(was or holds(state))
            for was, holds in zip(ever_before, self._ever.values(), strict=True)
        )
        if ever_now != ever_before:
            state.remember(RECALLED, before._replace(ever=ever_now))

    def turn_ends(self, state: Position) -> None:
        """Count the turns at whose end it was so."""
        before = state.memory[RECALLED]
        turns_before = before.turns or (0,) * len(self._turns)
        turns_now = tuple(
            was + 1 if holds(state) else 0
            for was, holds in zip(turns_before, self._turns.values(), strict=True)
        )
        state.remember(RECALLED, before._replace(turns=turns_now))

    def ever(self, state: Position, asked: str) -> int:
        """Whether it has ever been so, as far as has been noted."""
        # Nothing is noted until something has been so: then there are no pairs.
        return dict(zip(self._ever, state.memory[RECALLED].ever, strict=False)).get(asked, 0)

    def in_a_row(self, state: Position, asked: str) -> int:
        """At the ends of how many turns in a row it was so."""
        return dict(zip(self._turns, state.memory[RECALLED].turns, strict=False)).get(asked, 0)


def _as_asked(condition: Condition, forces: Forces) -> str:
    """What is asked for, by what is written: so what stands in several places is kept once. Where
    it depends on whose eyes look, the key has those too.
    """
    seen = "" if forces.eyes is None or not names_eyes(condition) else f" seen by {forces.eyes}"
    return f"{condition!r}{seen}"


def _ever(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """The measure ``ever``: 1 if it is so now, or has been so at the end of any phase."""
    (inner,) = condition.of
    holds, inner_asked = Conditions(frame, forces).test(inner), _as_asked(inner, forces)
    return lambda state: int(holds(state) or state.rules[RecallRules].ever(state, inner_asked))


def _in_a_row(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """The measure ``in_a_row``: 1 if it was so at the end of so many turns, the last ones."""
    inner_asked, turns = _as_asked(condition.of[0], forces), int(condition.arguments["turns"])
    return lambda state: int(state.rules[RecallRules].in_a_row(state, inner_asked) >= turns)


def _inner_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """What is asked of the past, in words."""
    return in_a_sentence(condition.of[0], names, vocabulary("wordings"))


def _ever_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"at any time so far {_inner_in_words(condition, names)}"


def _in_a_row_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    turns = several(int(condition.arguments["turns"]), "turn")
    return f"at the end of {turns} in a row {_inner_in_words(condition, names)}"


def _row_now(condition: Condition, state: Position, names: Mapping[str, str]) -> str:
    """How ``in_a_row`` stands: at the end of how many turns it was so without a break."""
    inner_asked = _as_asked(condition.of[0], state.rules[Conditions]._forces)
    turns = state.rules[RecallRules].in_a_row(state, inner_asked)
    return f"now at the end of {several(turns, 'turn')}"


SLOTS = (RECALLED,)
HOOKS = {
    "turns_begin": (RecallRules, RecallRules.review),
    "phase_closed": (RecallRules, RecallRules.review),
    "turn_ends": (RecallRules, RecallRules.turn_ends),
}
MEASURES = {"ever": _ever, "in_a_row": _in_a_row}
STANDINGS = {"in_a_row": _row_now}
WORDINGS = {"ever": _ever_in_words, "in_a_row": _in_a_row_in_words}
