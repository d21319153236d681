"""Where was it lost? The chance of a side after every action, and the moments in which it swung.

Everything is known once a game is over, so positions are judged with all their units; when the game
is told to sides that saw less of it, positions are judged by what those saw.

First how a game is gone through and its moments judged; then what is told of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from hexwar.definition.grammar import in_prose, opening
from hexwar.engine import Action, Event
from hexwar.engine.notation import verbs
from hexwar.engine.position import NOBODY
from hexwar.records.replay import BATTLES, Replay, as_learned
from hexwar.records.session import HUMAN
from hexwar.records.settled import settled
from hexwar.rules.language.wording import place_named, several
from hexwar.rules.state import State
from hexwar.rules.told_actions import action_in_words

MOST_SWINGS = 3
MOST_COSTS = 3
"""So many moves that cost most are named to a person who played against the computer."""
MOST_THROWS = 50
"""The expectation of an action is worked out where no more throws than these (two dice) are
possible.
"""

FAR = 0.2
"""If the expectation of a throw is so much worse than the judgement of the position, the risk was
taken earlier.
"""

_GIVEN_UP = frozenset({"resign", "accept"})
"""Verbs that end the game by the will of those who play it."""

_PHASES = frozenset({"phase_begins", "phase_ends"})
"""Kinds of event that tell of the sequence of play alone."""

_TOLD_EVERY = 8  # actions
_MOST_TOLD = 2  # events that an end of a phase brought
_COSTLY, _OTHERS = 6, 48  # deeds that may have cost most, and what could have been done for each
_MOST_LISTED = 200
_MOST_ASKED, _MOST_TRIED = 12, 8  # choices after a throw, and ways tried of each


def sides_asking(state: State, people: Sequence[str]) -> tuple[str, ...]:
    """Whose chance is told, the first as the line is drawn: that of the only person who played;
    of both sides, where two people did or nobody; else of the first of several.
    """
    played = tuple(state.frame.side_ids[index] for index in state.frame.played)
    if len(people) == 1:
        return (people[0],)
    return played if len(played) == 2 else played[:1]


def look_back(
    replay: Replay,
    side: str,
    eyes: Sequence[str] = (),
    hear: Callable[[float], None] = lambda share: None,
) -> Hindsight:
    """Judge every position of a game that is over, for ``side``; ``eyes`` saw it, or all is known.

    ``hear`` is told what share is done; what it raises ends it. ValueError of a game that goes on:
    what hides in it would show.
    """
    if not replay.finished:
        raise ValueError("the game goes on: how it stands is shown when it is over")
    judge = _Judge(replay, side, tuple(eyes))
    judge.go_through(hear)
    deeds = judge.deeds
    given_up = replay.state.outcome if deeds and deeds[-1].gives_up else ""
    moments = [
        moment
        for moment in _moments([deed for deed in deeds if not (deed.aside or deed.gives_up)])
        if not moment[0].passes or _loses(moment[0], side)
    ]
    greatest = sorted(moments, key=lambda moment: -abs(_change(moment)))[:MOST_SWINGS]
    chosen = [moment for moment in greatest if abs(_change(moment)) >= LEAST]
    swings = tuple(judge.swing(moment) for moment in sorted(chosen, key=lambda m: m[0].number))
    people = [seat for seat, player in replay.players.items() if player == HUMAN]
    alone = people == [side] and len(replay.players) > 1 and not eyes
    costs = judge.costs() if alone else ()
    return Hindsight(side, tuple(judge.readings), swings, given_up, costs)


class _Deed(NamedTuple):
    """An action by its number: where it fell, and the chance before and after it.

    ``place`` is the index of its ``phase``.
    ``opens``: it was chosen in a phase, not asked for by what came before. ``fights``: there was a
    battle. ``diced``: dice were thrown. ``passes``: it only ended a phase or a set-up. ``aside``:
    it is no part of play, such as to offer a draw, or to decline one. ``gives_up``: the game ended
    by it by the will of those who played. ``proved``: the chance after it is no estimate.
    """

    number: int
    turn: int
    place: int
    phase: str
    side: str
    opens: bool
    fights: bool
    diced: bool
    passes: bool
    aside: bool
    gives_up: bool
    before: float
    after: float
    proved: bool = False

    @property
    def change(self) -> float:
        """What it was worth."""
        return self.after - self.before


_Moment = list[_Deed]


class _Cost(NamedTuple):
    """What a deed cost, as a part of the chance of its side, and the sentences that tell it."""

    deed: _Deed
    lost: float
    in_words: str


class _Judge:
    """Goes through a replay. ``readings`` and ``deeds`` are of what it has come past."""

    def __init__(self, replay: Replay, side: str, eyes: tuple[str, ...]) -> None:
        self._replay, self._side, self._eyes = replay, side, eyes
        self._sure: float | None = None
        self.readings: list[Reading] = []
        self.deeds: list[_Deed] = []

    def _chance(self, state: State) -> float:
        for side in self._eyes:
            state = state.seen_by(side)
        return state.evaluate(self._side)

    def go_through(self, hear: Callable[[float], None]) -> None:
        """Judge every action of the game, from its beginning to its end."""
        replay, deeds = self._replay, self.deeds
        state = replay.go_to(0)
        phase_begun = any(event.kind == "phase_begins" for event in replay.opening)
        chance = self._chance(state)
        self.readings.append(Reading(0, state.turn, SET_UP, chance))
        while replay.at < len(replay):
            if replay.at % _TOLD_EVERY == 0:
                hear(replay.at / len(replay))
            entry = replay.entries[replay.at]
            phase = _phase_in_words(state, chooser=entry.side) if phase_begun else SET_UP
            turn, place = state.turn, state.phase_index
            opens, rolled = _in_a_phase(state), state.rolled
            answers = bool(deeds) and deeds[-1].aside and not opens and _ends(entry.action)
            aside = answers or entry.action.verb in state.frame.registry.anytime
            replay.forward()
            if _ends(entry.action) or state.rolled != rolled:
                # From where the game was settled on, its end is no longer a matter of chance.
                end = settled(state) if self._sure is None and not self._eyes else None
                if end is not None:
                    self._sure = 1 / 2 if end.winner is None else float(end.winner == self._side)
            sure = None if state.is_over else self._sure
            before, chance = chance, self._chance(state) if sure is None else sure
            fights = any(map(_is_fight, entry.events))
            thrown = any(map(_is_throw, entry.events))
            # Declining what an earlier action asks for does not end a phase.
            passes = _ends(entry.action) and (opens or not phase_begun) and not (fights or thrown)
            deeds.append(
                _Deed(
                    number=replay.at,
                    turn=turn,
                    place=place,
                    phase=phase,
                    side=entry.side,
                    opens=opens,
                    fights=fights,
                    diced=state.rolled != rolled,
                    passes=passes,
                    aside=aside,
                    gives_up=state.is_over and entry.action.verb in _GIVEN_UP,
                    before=before,
                    after=chance,
                    proved=sure is not None or state.is_over,
                )
            )
            self.readings.append(Reading(replay.at, turn, phase, chance, state.is_over))
            phase_begun = phase_begun or any(event.kind == "phase_begins" for event in entry.events)

    def swing(self, moment: _Moment) -> Swing:
        """A moment with what was done in it, and what was to be expected of it."""
        first, last, expected = moment[0], moment[-1], self._expected(moment)
        return Swing(
            since=first.number - 1,
            at=last.number,
            turn=first.turn,
            phase=first.phase,
            before=first.before,
            after=last.after,
            told=self._told(moment),
            expected=expected,
            risk=None if expected is None else self._risk(moment, expected),
        )

    def _expected(self, moment: _Moment) -> float | None:
        """The chance on the average of all that the first throw of a moment could have brought."""
        diced = next((deed for deed in moment if deed.diced), None)
        if diced is None or self._eyes:
            return None
        state = self._replay.go_to(diced.number - 1)
        action = self._replay.entries[diced.number - 1].action
        return self._prospect(state, action)

    def costs(self) -> tuple[str, ...]:
        """What the side lost by which of its own moves, those that cost most, in their order: in
        comparison with the best of some others, all by what was to be expected and not by luck.
        """
        own_deeds = [deed for deed in self.deeds if deed.side == self._side and deed.opens]
        own_deeds = [deed for deed in own_deeds if not (deed.aside or deed.gives_up)]
        worth = {deed: self._worth_of(deed) for deed in own_deeds}
        # A side that ended a phase may have left something undone, which does not show in the
        # position.
        suspects = sorted(own_deeds, key=lambda deed: (worth[deed] - deed.before, not deed.passes))
        costs = [self._cost(deed, worth[deed]) for deed in suspects[:_COSTLY]]
        greatest = sorted(filter(None, costs), key=lambda cost: -cost.lost)[:MOST_COSTS]
        return tuple(cost.in_words for cost in sorted(greatest, key=lambda cost: cost.deed.number))

    def _worth_of(self, deed: _Deed) -> float:
        """The chance that was to be expected of a deed."""
        expected = self._expected([deed]) if deed.diced else None
        return deed.after if expected is None else expected

    def _cost(self, deed: _Deed, worth: float) -> _Cost | None:
        """What a deed cost in comparison with the best of some others; None if that is little."""
        replay, entry = self._replay, self._replay.entries[deed.number - 1]
        state = replay.go_to(deed.number - 1).clone(seed="")
        listed = list(islice(state.listed(), _MOST_LISTED))
        others = listed[:: max(1, len(listed) // _OTHERS)]
        best, action = max(
            (
                (self._prospect(state, other, proved=deed.proved) or 0.0, other)
                for other in others
                if other != entry.action
            ),
            key=lambda promised: promised[0],
            default=(0.0, entry.action),
        )
        if best - worth < LEAST:
            return None
        name = state.frame.side_names[state.frame.side_ids.index(self._side)]
        done = self._ended(deed) if deed.passes else self._told([deed])
        better = action_in_words(action, state)
        lost = round(100 * best) - round(100 * worth)
        sentence = (
            f"{_when(deed.turn, deed.phase)}: {done} That cost {in_prose(name)} {lost} %: "
            f"{percent(worth)} in place of {percent(best)}. Better: {better}."
        )
        return _Cost(deed, best - worth, sentence)

    def _prospect(self, state: State, action: Action, *, proved: bool = False) -> float | None:
        """The chance that an action promises, averaged over its dice. None for too many throws, or,
        with ``proved``, for what cannot be proved: a certain chance is not compared with one that
        is only estimated.
        """
        try:
            outcomes = state.outcomes(action, most=MOST_THROWS)
        except ValueError:
            return None
        if proved:
            ends = [settled(outcome.state) for outcome in outcomes]
            if any(end is None for end in ends):
                return None
            wins = (end is not None and end.winner == self._side for end in ends)
            pairs = zip(outcomes, wins, strict=True)
            return float(sum(outcome.probability for outcome, won in pairs if won))
        return sum(
            float(outcome.probability) * self._settled(outcome.state) for outcome in outcomes
        )

    def _risk(self, moment: _Moment, expected: float) -> Risk | None:
        """The side that left things, in its last phase, such that on average over all throws far
        more was to be expected for its enemy than the position showed, both then and just before
        the enemy acted.
        """
        first, frame = moment[0], self._replay.state.frame
        others = [index for index in frame.played if frame.side_ids[index] != first.side]
        did_nothing = _ends(self._replay.entries[first.number - 1].action)
        if len(others) != 1 or did_nothing or (expected > first.before) != (_change(moment) > 0):
            return None
        victim, name = frame.side_ids[others[0]], frame.side_names[others[0]]
        for deed in reversed(self.deeds[: first.number - 1]):
            if deed.side == victim and (deed.opens or deed.phase == SET_UP) and not deed.aside:
                risked = [expected - chance for chance in (deed.after, first.before)]
                gained = min(risked) if first.side == self._side else -max(risked)
                return Risk(name, deed.turn, deed.phase) if gained >= FAR else None
        return None

    def _settled(self, state: State) -> float:
        """The chance after all choices that an action asks for: everybody takes what seems best to
        him, and dice fall as they may.
        """
        twin = state.clone(seed="")
        for _ in range(_MOST_ASKED):
            if twin.is_over or _in_a_phase(twin):
                break
            side = twin.side_to_act or ""
            following = [_after(twin, action) for action in islice(twin.listed(), _MOST_TRIED)]
            twin = max(following, key=lambda state: state.evaluate(side))
        return self._chance(twin)

    def _told(self, moment: _Moment) -> str:
        """The event that says most of it, with the names of places, and how much more it was."""
        replay, change = self._replay, _change(moment)
        done = [deed for deed in moment if not deed.passes]
        if not done:
            return self._ended(moment[-1])
        by_deed = {
            deed: replay.learned(replay.entries[deed.number - 1].events, self._eyes)
            for deed in done
        }

        def weight(deed: _Deed) -> tuple[bool, bool, float]:
            fights = _first(by_deed[deed], _is_fight) is not None
            return fights, deed.diced, deed.change * change

        main = max(done, key=weight)
        entry, events, state = (
            replay.entries[main.number - 1],
            by_deed[main],
            replay.go_to(main.number),
        )
        event = _first(events, _is_fight) or (_first(events, _is_throw) if main.diced else None)
        everything = not self._eyes
        words = event.text if event else as_learned(entry, events, state, everything=everything)
        words = _with_places(words, state)
        others = len(done) - 1
        if others and not (main.diced or main.fights):
            words = f"{words.rstrip('.')}; and {several(others, 'more action')}."
        end = moment[-1]
        if end is done[-1]:
            return words
        mostly = end.change * change > (change - end.change) * change
        return " ".join([words, *([self._ended(end)] if mostly else self._came(end))])

    def _ended(self, deed: _Deed) -> str:
        """The end of a phase, whether more could have been done in it, and what came of it."""
        replay, entry = self._replay, self._replay.entries[deed.number - 1]
        events = replay.learned(entry.events, self._eyes)
        state = replay.go_to(deed.number - 1)
        left_over = not self._eyes and any(
            not _ends(action) for action in islice(state.listed(), _MOST_TRIED)
        )
        words = as_learned(entry, events, replay.go_to(deed.number), everything=not self._eyes)
        if left_over and deed.opens:
            words = f"{words.rstrip('.')} while more could be done in it."
        return " ".join([words, *self._came(deed)])

    def _came(self, deed: _Deed) -> list[str]:
        """What the end of a phase brought, the sequence of play aside."""
        replay = self._replay
        events = replay.learned(replay.entries[deed.number - 1].events, self._eyes)
        came = [event.text for event in events if event.kind not in _PHASES][:_MOST_TOLD]
        state = replay.go_to(deed.number)
        return [_with_places(text, state) for text in came]


def _phase_in_words(state: State, chooser: str) -> str:
    """The phase of a choice, with whose it is where its title leaves that open: of the side that
    chooses, where it is nobody's.
    """
    frame, whose = state.frame, state.phase_side
    title = frame.phase_titles[state.phase_index]
    name = frame.side_names[frame.side_ids.index(chooser) if whose == NOBODY else whose]
    return title if name.casefold() in title.casefold() else f"{title} ({name})"


def _after(state: State, action: Action) -> State:
    """A twin of a position after an action; the position itself stays."""
    twin = state.clone()
    twin.apply(action, events=False)
    return twin


def _is_fight(event: Event) -> bool:
    return event.kind in BATTLES


def _is_throw(event: Event) -> bool:
    return "dice" in event.fields


def _first(events: Sequence[Event], kind: Callable[[Event], bool]) -> Event | None:
    return next(filter(kind, events), None)


def _in_a_phase(state: State) -> bool:
    """Whether the choice is that of a phase, and not one that an action before it asks for."""
    return not state.is_over and state.agenda[-1].kind in state.frame.registry.phases


def _ends(action: Action) -> bool:
    """Whether an action does nothing but end what somebody may do."""
    return verbs()[action.verb].ends


def _moments(deeds: Sequence[_Deed]) -> list[_Moment]:
    """What was done in one go: an action with all that it asked for, where dice were thrown; else
    all that a side did in a phase up to the next throw, with the end of the phase. After a throw,
    or where nothing was done, that end is a moment of its own: it shows what was left undone, where
    that costs the side that ended it.
    """
    actions: list[_Moment] = []
    for deed in deeds:
        before = actions[-1][-1] if actions else None
        if before is None or deed.opens or deed.passes or _phase_of(deed) != _phase_of(before):
            actions.append([])
        actions[-1].append(deed)
    joined: list[_Moment] = []
    for moment in actions:
        if joined and _same_plan(joined[-1], moment):
            joined[-1] += moment
        else:
            joined.append(moment)
    return joined


def _loses(deed: _Deed, side: str) -> bool:
    """Whether it was worth less than nothing to the side that did it; chances are those of
    ``side``.
    """
    return deed.change < 0 if deed.side == side else deed.change > 0


def _same_plan(before: _Moment, moment: _Moment) -> bool:
    """Whether both belong to what a side does in a phase without a throw of dice."""
    quiet = not any(deed.fights or deed.diced for deed in (*before, *moment))
    quiet = quiet and not any(deed.passes for deed in before)
    same = _phase_of(before[0]) == _phase_of(moment[0]) and before[0].side == moment[0].side
    return quiet and same


def _phase_of(deed: _Deed) -> tuple[int, int]:
    """What tells one phase of the game from all others: the same phases come again every turn."""
    return deed.turn, deed.place


def _change(moment: _Moment) -> float:
    """What a moment was worth, to the side that chances are told of."""
    return moment[-1].after - moment[0].before


def _with_places(sentence: str, state: State) -> str:
    """A sentence with the names of the places in it before their numbers."""

    def named(number: re.Match[str]) -> str:
        return place_named(state.resolved, number.group())

    # Not where more digits follow: "0203" is no place in "0203.5", nor "1" in "10".
    numbers = "|".join(map(re.escape, state.resolved.map.numbers))
    return re.sub(rf"(?<![\w.])(?:{numbers})(?![\w]|\.\d)", named, sentence)


# -- the chance of a side through a game that is over, and where it swung: what is told of it ------


LEAST = 0.05
"""A smaller difference is no moment to look at again."""

SET_UP = "Set-up"

_MOSTLY = 0.7  # of a swing


class Reading(NamedTuple):
    """The chance (0 to 1) after so many actions (``at``), the last of them made in ``phase``.

    ``ends``: the game was over with it, so that the chance is no estimate but the outcome.
    """

    at: int
    turn: int
    phase: str
    chance: float
    ends: bool = False

    @property
    def when(self) -> str:
        """Turn and phase."""
        if self.ends:
            return "The end"
        return _when(self.turn, self.phase) if self.at else "The beginning"


class Risk(NamedTuple):
    """The phase in which a side, by its name, last could have kept the enemy from what it tried."""

    name: str
    turn: int
    phase: str

    @property
    def in_words(self) -> str:
        """The side that took a risk, and when."""
        when = _when(self.turn, self.phase)
        return f"{opening(self.name)} risked this in {when[:1].lower()}{when[1:]}"


class Swing(NamedTuple):
    """A moment that made a difference: the actions after ``since``, up to ``at``.

    ``told`` says what was done. ``expected`` is the chance that was to be expected of it before the
    dice fell; None where none were thrown, or too many to say. ``risk``: the side that had allowed
    it, where average luck was to bring far more than the position showed before it was done.
    """

    since: int
    at: int
    turn: int
    phase: str
    before: float
    after: float
    told: str
    expected: float | None
    risk: Risk | None = None

    @property
    def when(self) -> str:
        """Turn and phase."""
        return _when(self.turn, self.phase)

    def course(self, names: Sequence[str]) -> str:
        """From what chance to which: of a side by its name, and of its opponent by the second."""
        ways = zip(both(self.before), both(self.after), strict=True)
        changes = (
            f"{name} {begin} to {end}" for name, (begin, end) in zip(names, ways, strict=False)
        )
        return ", ".join(changes)

    def fortune(self, names: Sequence[str]) -> str:
        """What of it was luck, for whom, and what chance of a side by its name, and of its opponent
        by the second, would have come of average luck; empty where no dice were thrown. What
        average luck would have brought does not count as luck: it was done, or risked before.
        """
        if self.expected is None:
            return ""
        luck = self.after - self.expected
        share = luck / (self.after - self.before)
        whose = f"{'good' if luck > 0 else 'bad'} for {in_prose(names[0])}"
        average = f"with average luck, {had(self.expected, names, 'would have had')}."
        little = "Luck made little difference"
        if self.risk is not None:
            rest_told = (
                f"The rest, {whose}, was luck" if share > 0 else f"Luck, {whose}, took some back"
            )
            verdict = little if abs(luck) < LEAST else rest_told
            return f"{self.risk.in_words}: {average} {verdict}."
        if abs(luck) < LEAST:
            verdict = little
        elif share > 0:
            verdict = f"{'Mostly' if share >= _MOSTLY else 'Partly'} luck, {whose}"
        else:
            verdict = f"In spite of luck that was {whose}"
        return f"{verdict}: {average}"

    def details(self, names: Sequence[str]) -> str:
        """What was done, and what of it was luck."""
        return f"{self.told} {self.fortune(names)}".rstrip()

    def in_words(self, names: Sequence[str]) -> str:
        """When it was, from what chance to which, what was done and what of it was luck."""
        return f"{self.when}: {self.course(names)}. {self.details(names)}"


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The chance of ``side`` through a game that is over: a reading for the beginning and for
    every action, and the greatest swings in the order in which they came.

    ``given_up``: how the game ended, where that was by the will of those who played it. ``costs``:
    what a person lost by which move, where he played against computers.
    """

    side: str
    readings: tuple[Reading, ...]
    swings: tuple[Swing, ...]
    given_up: str = ""
    costs: tuple[str, ...] = ()

    @property
    def by_turn(self) -> dict[int, float]:
        """Turn to the chance at its end; as the position stood, where the game was given up."""
        chances = {reading.turn: reading.chance for reading in self.readings}
        if self.given_up:
            chances[self.readings[-1].turn] = self.readings[-2].chance
        return chances

    def line(self, since: int = 0, at: int | None = None) -> list[tuple[float, float]]:
        """Place (as in ``places``) and chance of each point to draw, for all readings or between
        two.

        The outcome is not approached by degrees like an estimate: it is a step at the very end.
        """
        last = len(self.readings) - 1
        at = last if at is None else at
        places, chances = self.places, [reading.chance for reading in self.readings]
        points = list(zip(places[since : at + 1], chances[since : at + 1], strict=True))
        if since < at == last and self.readings[at].ends:
            points.insert(-1, (places[at], chances[at - 1]))
        return points

    def in_words(self, names: Sequence[str]) -> str:
        """The chance at the beginning and at the end of every turn: that of a side by its name, and
        that of its opponent by the second.
        """
        moments = [("At the beginning", self.readings[0].chance)]
        moments += [(f"turn {turn}", chance) for turn, chance in self.by_turn.items()]
        lines = (
            ", ".join(f"{when}: {both(chance)[place]}" for when, chance in moments)
            for place in range(len(names))
        )
        pairs = zip(names, lines, strict=True)
        sentences = [f"Chance of {in_prose(name)}, as it stood. {line}." for name, line in pairs]
        return " ".join([*sentences, *self.remarks(names)])

    def remarks(self, names: Sequence[str]) -> list[str]:
        """What the line and the swings leave open, in sentences: how the game was given up, that
        there is no swing, and which moves cost a person what.
        """
        sentences = []
        if self.given_up:
            stood = had(self.readings[-2].chance, names)
            sentences.append(f"{self.given_up.rstrip('.')}; as the position stood, {stood}.")
        if not self.swings:
            sentences.append(
                f"No single moment of play changed the chance by {percent(LEAST)} or more."
            )
        return [*sentences, *self.costs]

    def among(self, numbers: Sequence[int]) -> Hindsight:
        """This hindsight as if only the actions of these numbers had been made, in their order."""

        def place(number: int) -> int:
            return bisect_right(numbers, number)

        readings = [r for r in self.readings if not r.at or r.at in numbers]
        return replace(
            self,
            readings=tuple([r._replace(at=place(r.at)) for r in readings]),
            swings=tuple([s._replace(since=place(s.since), at=place(s.at)) for s in self.swings]),
        )

    @property
    def places(self) -> list[float]:
        """Where every reading stands along the game (0 to 1), if all turns are equally long."""
        turns = list(self.by_turn)
        actions = Counter(reading.turn for reading in self.readings[1:])
        done, places = Counter[int](), [0.0]
        for reading in self.readings[1:]:
            done[reading.turn] += 1
            share = done[reading.turn] / actions[reading.turn]
            places.append((turns.index(reading.turn) + share) / len(turns))
        return places


def _when(turn: int, phase: str) -> str:
    return f"Turn {turn}, {phase}" if phase != SET_UP else phase


def percent(chance: float) -> str:
    """A chance as people write it; a hundredth is kept for what is certain.

    >>> percent(0.346), percent(0.999), percent(1)
    ('35 %', '99 %', '100 %')
    """
    whole = round(100 * chance)
    if 0 < chance < 1:
        whole = min(99, max(1, whole))
    return f"{whole} %"


def had(chance: float, names: Sequence[str], verb: str = "had") -> str:
    """Who had what chance: a side by its name, and its opponent by the second.

    >>> had(0.346, ["Red"]), had(0.346, ["Red", "Blue"])
    ('Red had a winning chance of 35 %', 'Red had a winning chance of 35 % and Blue one of 65 %')
    """
    words = (f"{verb} a winning chance", "one")
    parts = zip(names, words, both(chance), strict=False)
    return " and ".join(f"{in_prose(name)} {word} of {share}" for name, word, share in parts)


def both(chance: float) -> tuple[str, str]:
    """The chance of a side, and that of its only opponent.

    >>> both(0.346)
    ('35 %', '65 %')
    """
    return percent(chance), percent(1 - chance)
