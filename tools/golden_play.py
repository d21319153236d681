"""What a game does, as records: the play of seeded games, and everything that is told beside it.

Only the public API is spoken, so that the records of two implementations can be compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import hexwar
from hexwar.players import make_player
from hexwar.players.matches import loaded
from hexwar.rules.sides.section import Sides

Records = dict[str, list[str]]
"""Kind of record to the records in order."""

CROSSED = 2
"""Up to so many options every set is played; of more, none, each alone and all together."""
MOST_DECISIONS = 3000
REFUSED = 12
"""So many imaginable actions are asked about at a decision."""
LOOK_EVERY = 6
"""Previews and queries are asked for at one decision of so many: they are slow."""
TRY_EVERY = 3
"""Where nothing else is asked, imaginable actions are at one decision of so many."""
PREVIEWED = 4
VERBS = {
    "move": "{units} {hexes}",
    "attack": "{hex} by {listed}",
    "overrun": "{hex} by {listed}",
    "retreat": "{units} {hex}",
    "hold": "{number}",
    "place": "{unit} {hex}",
    "lose": "{unit}",
    "top": "{unit}",
    "advance": "{unit} {hexes}",
    "enter": "{unit} {hex}",
    "declare": "{name}",
    "pass": "",
    "done": "",
    "resign": "",
}
"""Verb to what is written behind it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played; ``game`` is a shipped game's name or a folder."""

    game: str
    scenario: str
    options: tuple[str, ...]
    edition: str | None

    def __str__(self) -> str:
        name = self.game.rstrip("/").rpartition("/")[2]
        return " + ".join((name, self.scenario, *self.options, *filter(None, [self.edition])))

    def start(self, seed: str) -> hexwar.State:
        """A new game."""
        game = loaded(self.game)
        return game.start(self.scenario, self.options, seed, edition=self.edition)


def settings_of(name: str, *, plain: bool = False) -> Iterator[Setting]:
    """Every scenario of a game with sets of its options, or else with every edition.

    ``plain``: as if the game had no options.
    """
    catalog = loaded(name).catalog
    options = [] if plain else list(catalog.options)
    counts = range(len(options) + 1)
    if len(options) > CROSSED:
        counts = range(2)
    chosen = [names for count in counts for names in combinations(options, count)]
    if len(options) > CROSSED:
        chosen.append(tuple(options))
    for scenario in catalog.scenarios:
        for names in chosen:
            for edition in [None, *list(catalog.editions)[1:]] if not names else [None]:
                setting = Setting(name, scenario, names, edition)
                if _offered(setting):
                    yield setting


def _offered(setting: Setting) -> bool:
    try:
        setting.start("")
    except hexwar.ChoiceError:
        return False
    return True


def sampled(setting: Setting, seed: str) -> Records:
    """A game of drawn actions, with everything that can be asked on the way."""
    records = Recorder(setting, seed)
    random, asked = Random(seed), Random(f"{seed} asked")
    for number, state in records.decisions():
        records.refusals(state, asked)
        if number % LOOK_EVERY == 0:
            records.queries(state)
            records.previews(state, asked)
        records.play(state, state.sample_action(random))
    return records.of("sampled")


def drawn(setting: Setting, seed: str) -> Records:
    """A game of drawn actions, and what is refused on the way."""
    records = Recorder(setting, seed)
    random, asked = Random(seed), Random(f"{seed} asked")
    for number, state in records.decisions():
        if number % TRY_EVERY == 0:
            records.refusals(state, asked)
        records.play(state, state.sample_action(random))
    return records.of("drawn")


def listed(setting: Setting, seed: str) -> Records:
    """A game in which each action is picked from the list, and what the lists hold."""
    records, random = Recorder(setting, seed), Random(seed)
    for _, state in records.decisions():
        listing = list(state.legal_actions())
        records.add("listings", " ".join(map(str, listing)))
        records.play(state, listing[random.randrange(len(listing))])
    return records.of("listed")


def greedy(setting: Setting, seed: str) -> Records:
    """A game between computer players."""
    records = Recorder(setting, seed)
    players = {side.id: make_player("greedy") for side in records.sides}
    random = Random(seed)
    for _, state in records.decisions():
        records.play(state, players[state.side_to_act or ""].choose(state, random))
    return records.of("greedy")


class Recorder:
    """Plays a game and writes down what happens."""

    def __init__(self, setting: Setting, seed: str) -> None:
        self._game = loaded(setting.game)
        self._state = setting.start(seed)
        self.sides = list(self._state.resolved[Sides].all)
        # A game has all hexes and units of all its choices, a state those of its own.
        board = self._state.frame.board
        self._hexes = [number for number in self._game.map.numbers if number in board.cell]
        there = {unit for number in self._hexes for unit in self._state.units_at(number)}
        units = (there | {*self._game.units}) & self._state.frame.unit_index.keys()
        self._units = sorted(units)
        self._records: Records = {"play": [], "decisions": []}
        self._tell(self._state, self._state.events or [])

    def of(self, way: str) -> Records:
        """What was written down, for games that were played in one way."""
        return {f"{way} {kind}": records for kind, records in self._records.items()}

    def add(self, kind: str, record: str) -> None:
        """Write something down."""
        self._records.setdefault(kind, []).append(record)

    def decisions(self) -> Iterator[tuple[int, hexwar.State]]:
        """The state at each decision until the game ends, with its number."""
        for number in range(MOST_DECISIONS):
            if self._state.is_over:
                return
            self.add("decisions", json.dumps(_decision(self._state).to_dict(), sort_keys=True))
            yield number, self._state

    def play(self, state: hexwar.State, action: hexwar.Action) -> None:
        """Carry out an action and write down where it leads."""
        notation = str(action)
        self._units = sorted({*self._units, *action.units})
        events = state.apply(action)
        rolled = [dice for event in events if (dice := event.to_dict().get("dice"))]
        where = [
            f"{unit} {number} {state.steps_lost(unit)}"
            for unit in self._units
            if (number := state.position(unit))
        ]
        ended = state.winner if state.is_over else "-"
        now = f"{state.turn} {state.phase} {state.side_to_act} {ended}"
        self.add("play", f"{notation} | {rolled} | {now} | {', '.join(where)}")
        self._tell(state, events)

    def _tell(self, state: hexwar.State, events: Sequence[hexwar.Event]) -> None:
        self.add("events", _told(events))
        self.add("event data", json.dumps([event.to_dict() for event in events], sort_keys=True))
        for side in self.sides:
            self.add(f"told to {side.id}", _told(state.view(side.id).known_events(events)))

    def refusals(self, state: hexwar.State, random: Random) -> None:
        """Why imaginable actions are refused; ``legal`` for those that are not."""
        reasons, words = [], []
        for _ in range(REFUSED):
            action = self._imagined(state, random)
            violation = state.explain(action)
            reasons.append(f"{action}: {violation.rule} {violation.reason}" if violation else "")
            words.append(violation.message if violation else "")
        self.add("refusals", "; ".join(reasons))
        self.add("words of refusals", "; ".join(words))

    def _imagined(self, state: hexwar.State, random: Random) -> str:
        """Something that somebody could try: mostly with units on the map and hexes near them."""
        decision = _decision(state)
        on_map = [unit for unit in self._units if state.position(unit)]
        own = [unit for unit in decision.units if unit in on_map] or on_map
        unit = random.choice(random.choice([own, on_map, self._units]) or self._units)
        where = state.position(unit)
        mates = [mate for mate in on_map if mate != unit and state.position(mate) == where]
        units = [unit, *mates[: random.randrange(2)]]
        near = self._game.map.neighbors(where) if where else []
        place = random.choice(random.choice([near, near, decision.hexes, self._hexes]) or ["0"])
        path = f"{where}-{place}" if where and random.random() < 0.3 else place
        verb = random.choice(list(VERBS))
        rest = VERBS[verb].format(
            unit=unit,
            units="+".join(units),
            listed=" ".join(units),
            hex=place,
            hexes=path,
            number=random.randint(0, 3),
            name=random.choice([*decision.units, "nothing"]),
        )
        return f"{verb} {rest}".strip()

    def queries(self, state: hexwar.State) -> None:
        """What anybody may ask about a position."""
        for side in self.sides:
            self.add("threats", str(sorted(state.threats(side.id).items())))
            self.add("supply", str(sorted(state.supply(side.id).items())))
            self.add("control", f"{state.controlled(side.id)} {sorted(state.points().items())}")
        self.add("attack options", str(sorted(state.attack_options().items())))
        for unit in self._units:
            if state.position(unit):
                reach = state.reach(unit)
                found = [(at, str(r.cost), str(r.left), r.path) for at, r in reach.items()]
                self.add("reach", f"{unit} {state.movement_left(unit)} {found}")
                self.add("supply", f"{unit} {state.in_supply(unit)} {state.supply_path(unit)}")

    def previews(self, state: hexwar.State, random: Random) -> None:
        """Some of the legal attacks, as everybody and as each side could foresee them."""
        attacks = [
            action for action in state.legal_actions() if action.verb in ("attack", "overrun")
        ]
        for attack in random.sample(attacks, min(PREVIEWED, len(attacks))):
            asked = [state.preview, *(state.view(side.id).preview for side in self.sides)]
            for preview in (ask(attack) for ask in asked):
                self.add("previews", _figures(preview))
                self.add("words of previews", _words(preview))


def _decision(state: hexwar.State) -> hexwar.Decision:
    if state.decision is None:
        raise ValueError("the game is over")
    return state.decision


def _told(events: Sequence[hexwar.Event]) -> str:
    return "; ".join(f"{event.kind} {event.rule} {event.text}" for event in events)


def _figures(preview: hexwar.Preview) -> str:
    outcomes = [(o.code, str(o.probability), o.dice) for o in preview.outcomes]
    losses = sorted((side, str(lost)) for side, lost in preview.expected_losses.items())
    modifiers = [(m.side, m.value, m.rule) for m in preview.modifiers]
    strengths = preview.attacker_strength, preview.defender_strength, preview.most_defense
    return (
        f"{preview.target} {preview.attackers} {preview.defenders} {preview.odds} "
        f"{preview.column} {preview.columns} {preview.shifts} {preview.headings} "
        f"{preview.hides} {[str(strength) for strength in strengths]} "
        f"{modifiers} {outcomes} {losses}"
    )


def _words(preview: hexwar.Preview) -> str:
    labels = [modifier.label for modifier in preview.modifiers]
    return f"{labels} {[(o.title, o.effects) for o in preview.outcomes]}"
