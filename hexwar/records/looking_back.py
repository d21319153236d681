"""Looking back at a game that is over: how its moments are judged.

What :mod:`hexwar.records.hindsight` tells is worked out here. A replay is gone through once, action
by action, and each position judged (:class:`_Judge`). The actions are then put together to moments,
those that were done in one go, and the moments with the greatest change are told: what was done,
what was to be expected before the dice fell, and who had taken the risk. Last, a person who played
against the computer is told which of his own moves cost him most.

Everything is known once a game is over, so positions are judged with all their units; when the game
is told to sides that saw less of it, positions are judged by what those saw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from hexwar.definition.grammar import in_prose
from hexwar.engine import Action, Event
from hexwar.engine.notation import verbs
from hexwar.engine.position import NOBODY
from hexwar.records.hindsight import (
    LEAST,
    SET_UP,
    Hindsight,
    Reading,
    Risk,
    Swing,
    percent,
    when_in_words,
)
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

_TOLD_EVERY = 8
"""Actions after which a caller hears how far the judge has come."""
_MOST_TOLD = 2
"""Events that the end of a phase brought, as many as are told of it."""

# What a move cost is the dearest thing to work out, for it asks what else could have been done.
_COSTLY = 6
"""Deeds that may have cost most: each is compared with others."""
_MOST_LISTED = 200
"""Actions that are listed for each of them,"""
_OTHERS = 48
"""and of these so many, evenly spread, that are compared with it."""
_MOST_ASKED = 12
"""Choices that are made after a throw before the position is judged,"""
_MOST_TRIED = 8
"""and ways that are tried of each."""


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
        begun = any(event.kind == "phase_begins" for event in replay.opening)
        chance = self._chance(state)
        self.readings.append(Reading(0, state.turn, SET_UP, chance))
        while replay.at < len(replay):
            if replay.at % _TOLD_EVERY == 0:
                hear(replay.at / len(replay))
            entry = replay.entries[replay.at]
            phase = _phase_in_words(state, chooser=entry.side) if begun else SET_UP
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
            passes = _ends(entry.action) and (opens or not begun) and not (fights or thrown)
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
            begun = begun or any(event.kind == "phase_begins" for event in entry.events)

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
        decisions = [deed for deed in self.deeds if deed.side == self._side and deed.opens]
        decisions = [deed for deed in decisions if not (deed.aside or deed.gives_up)]
        worth: dict[_Deed, float] = {}
        for deed in decisions:
            expected = self._expected([deed]) if deed.diced else None
            worth[deed] = deed.after if expected is None else expected
        # A side that ended a phase may have left something undone, which does not show in the
        # position.
        suspects = sorted(decisions, key=lambda deed: (worth[deed] - deed.before, not deed.passes))
        costs = [self._cost(deed, worth[deed]) for deed in suspects[:_COSTLY]]
        greatest = sorted(filter(None, costs), key=lambda cost: -cost.lost)[:MOST_COSTS]
        return tuple(cost.in_words for cost in sorted(greatest, key=lambda cost: cost.deed.number))

    def _cost(self, deed: _Deed, worth: float) -> _Cost | None:
        """What a deed cost in comparison with the best of some others; None if that is little."""
        replay, entry = self._replay, self._replay.entries[deed.number - 1]
        state = replay.go_to(deed.number - 1).clone(seed="")
        listed = list(islice(state.listed(), _MOST_LISTED))
        compared = listed[:: max(1, len(listed) // _OTHERS)]
        best, action = max(
            (
                (self._prospect(state, other, proved=deed.proved) or 0.0, other)
                for other in compared
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
            f"{when_in_words(deed.turn, deed.phase)}: {done} That cost {in_prose(name)} {lost} %: "
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
        opponents = [index for index in frame.played if frame.side_ids[index] != first.side]
        did_nothing = _ends(self._replay.entries[first.number - 1].action)
        if len(opponents) != 1 or did_nothing or (expected > first.before) != (_change(moment) > 0):
            return None
        victim, name = frame.side_ids[opponents[0]], frame.side_names[opponents[0]]
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
            following = []
            for action in islice(twin.listed(), _MOST_TRIED):
                following.append(twin.clone())
                following[-1].apply(action, events=False)
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
        further = len(done) - 1
        if further and not (main.diced or main.fights):
            words = f"{words.rstrip('.')}; and {several(further, 'more action')}."
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
        players_left = not self._eyes and any(
            not _ends(action) for action in islice(state.listed(), _MOST_TRIED)
        )
        words = as_learned(entry, events, replay.go_to(deed.number), everything=not self._eyes)
        if players_left and deed.opens:
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
