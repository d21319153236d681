"""Random games of Force on Force, judged move by move by the second reading (``reading/``)."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hexwar.engine.action import Action, Decision
from hexwar.engine.queries import FirePreview
from hexwar.rules.fire.pools import times_fired
from hexwar.rules.reactions.task import Joining
from hexwar.rules.state import State
from tests.conformance.fof.reading import pools
from tests.conformance.fof.reading.referee import Referee
from tests.conformance.fof.reading.score import points
from tests.conformance.fof.reading.teams import attack_dice, defense_dice, may_fire
from tests.conformance.fof.table import figures, fof, index, marked

FOLDER = Path(__file__).resolve().parents[3] / "games" / "force_on_force"
SPECIAL = {"evacuated", "entered", "made_way", "exited", "eliminated", "joined", "placed"}
"""Events after which the referee looks at the table: who has come, gone, or been divided."""

MOST_PREVIEWS = 4


class Sitting:
    """One random game and its referee."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.referee = Referee(FOLDER)
        self.state = self._near() if seed % 2 else fof().start("lost_and_found", seed=seed)
        while self.asked.kind in ("setup", "hiding"):
            self.state.apply(self.state.sample_action(self.random))
        self.referee.begins(self._positions(), marked_hidden(self.state))
        self.referee.book.turn = self.state.turn
        self.referee.book.initiative = self.asked.side
        self.referee.part = self.state.phase

    @property
    def asked(self) -> Decision:
        """What is to be decided now."""
        assert self.state.decision is not None
        return self.state.decision

    def _near(self) -> State:
        """All of them near the farm, in the second turn: they fight at once."""
        places = [
            hex_
            for hex_ in fof().map.numbers
            if fof().map.distance(hex_, "2319") <= 7 and hex_ != "2318"
        ]
        names = ("Alpha", "Bravo", "Charlie", "T1", "T2", "T3", "T4")
        setup = dict(zip(names, self.random.sample(places, len(names)), strict=True))
        return fof().start(
            "lost_and_found",
            setup={**setup, "Pilot": "2318"},
            phase="overwatch",
            turn=2,
            seed=self.random.randrange(10**6),
        )

    def _positions(self) -> dict[str, str | None]:
        return {name: self.state.position(name) for name in self.referee.teams}

    def play(self, most: int) -> Referee:
        """Play until so much has been judged, or to the end."""
        while not self.state.is_over and self.referee.judged < most:
            self.look()
            action = self.state.sample_action(self.random)
            acting = self.asked.kind in ("activation", "activated")
            self.referee.hears(action, acting)
            events = self.state.apply(action)
            self.referee.hears_told(events)
            self.catch_up({event.kind for event in events})
        return self.referee

    def catch_up(self, kinds: set[str]) -> None:
        """The figures and places of all, judged unless somebody has come, gone or been divided."""
        for name, team in self.referee.teams.items():
            told = figures(self.state, name)
            here = self.state.position(name)
            if not kinds & SPECIAL and name != "Pilot":
                read = {condition: number for condition, number in team.figures.items() if number}
                self.referee.is_(f"figures of {name}", told, read)
                self.referee.is_(f"place of {name}", here, team.hex)
            team.figures, team.hex = told, here

    def look(self) -> None:
        """Judge what holds now, and what may be done."""
        referee, state = self.referee, self.state
        on_table = [team for team in referee.teams.values() if team.hex]
        for name in ("pinned", "overwatch", "rapid", "position", "mad_minute"):
            able = {team.name for team in on_table if team.effective}
            read = {team.name for team in on_table if getattr(team, name)} & able
            told = marked(state, name) & able
            referee.is_(f"{name} in turn {state.turn}, {state.phase}", told, read)
        hidden = {team.name for team in on_table if team.hidden}
        referee.is_("hidden", set(marked_hidden(state)), hidden)
        shots = {team.name: team.shots for team in on_table if team.shots}
        fired = {t.name: n for t in on_table if (n := times_fired(state, index(state, t.name)))}
        referee.is_("earlier fire", fired, shots)
        score = state.points()
        due = points(referee.teams.values(), contact=referee.contact, home=None)
        referee.is_("points", (score["usmc"], score["taliban"]), due)
        self._choices()

    def _choices(self) -> None:
        kind = self.asked.kind
        if kind == "reaction_window":
            self._who_reacts()
        elif kind == "joining":
            self._who_joins()
        elif kind == "reaction":
            self.referee.hears_asked(self.asked.units[0])
            self._fires({self.asked.units[0]}, all_targets=False)
        elif kind == "activation":
            names = {name for name in self.referee.teams if self.referee.book.may_act(name)}
            self._fires(names, all_targets=True)
        elif kind == "activated":
            self._fires({self.asked.units[0]}, all_targets=True)

    def _who_reacts(self) -> None:
        referee, decision = self.referee, self.asked
        book, ground, actor = referee.book, referee.ground, referee.actor
        read = {
            name
            for name, team in referee.teams.items()
            if team.side == decision.side
            and book.may_react(name, actor, ground)
            and (may_fire(team, referee.teams[actor], ground) or book.may_move_in_reaction(name))
        }
        referee.is_(f"who may react to {actor} in {self.state.phase}", set(decision.units), read)

    def _who_joins(self) -> None:
        referee, task = self.referee, self.state.agenda[-1]
        assert isinstance(task, Joining)
        ids = self.state.frame.unit_ids
        against = [ids[unit] for unit in task.reactors]
        read = {
            name
            for name in referee.teams
            if ids.index(name) not in task.joined
            and any(referee.book.may_join(name, foe, referee.ground) for foe in against)
        }
        referee.is_(f"who joins against {against}", set(self.asked.units), read)

    def _fires(self, names: set[str], *, all_targets: bool) -> None:
        """The fires that are legal, and what some of them would come to."""
        referee, teams = self.referee, self.referee.teams
        legal = [action for action in self.state.legal_actions() if action.verb == "fire"]
        if all_targets:
            read = {
                (name, target.hex)
                for name in names
                for target in teams.values()
                if may_fire(teams[name], target, referee.ground)
            }
            told = {(action.units[0], action.hexes[0]) for action in legal}
            referee.is_("who may fire at whom", told, read)
        for action in self.random.sample(legal, min(len(legal), MOST_PREVIEWS)):
            self._preview(action)

    def _preview(self, action: Action) -> None:
        referee = self.referee
        firer = referee.teams[action.units[0]]
        target = next(t for t in referee.teams.values() if t.hex == action.hexes[0])
        preview = self.state.preview(action)
        assert isinstance(preview, FirePreview)
        attack = attack_dice(firer, target)
        defense = defense_dice(target, firer, referee.ground)
        referee.is_(f"dice of {action}", preview.attack_dice, attack)
        referee.is_(f"defence against {action}", preview.defense_dice, defense)
        chances = pools.chances(attack, defense, target.effective)
        referee.is_(f"chances of {action}", dict(preview.casualties), chances)
        shaken = pools.after_fire(attack, defense, target.effective, target.morale)
        referee.is_(f"morale after {action}", preview.morale, shaken)
        referee.is_(f"line of {action}", preview.line_of_sight.clear, True)


def marked_hidden(state: State) -> list[str]:
    """Who hides."""
    return list(state.names_of(state.secret))
