"""Steps of results that go one way or another: what all of them may say."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Annotated

from hexwar.definition.forms import ONLY_READ, Form, key, says
from hexwar.definition.model import Effect, ResolvedGame
from hexwar.rules.language.places import ROLES_AROUND
from hexwar.rules.language.section import If
from hexwar.rules.language.selector import Selector


class Branch(Form):
    """One program or another, as units are that it is about, or as the game stands."""

    who: str
    only: Selector | None
    holds: Annotated[
        If | None, ROLES_AROUND, says("And this holds, if it is given.", {"turn": {"at_least": 3}})
    ] = None
    then: tuple[Effect, ...]
    otherwise: Annotated[tuple[Effect, ...] | None, key("else")] = None

    @property
    def instead(self) -> tuple[Effect, ...]:
        """What happens if it does not hold."""
        return self.otherwise or ()

    @property
    def asks_for_units(self) -> bool:
        """Whether it holds only if one of the units that it is about is there, and fits."""
        return self.only is not None


class ProgramWay(Form):
    """One of several programs, with a title of its own."""

    title: Annotated[str, ONLY_READ, says("What players choose by.", "Stand fast")]
    steps: Annotated[tuple[Effect, ...], key("do")]


class ProgramChoice(Form):
    """A side chooses one of several programs."""

    by: str
    written: Annotated[tuple[tuple[Effect, ...] | ProgramWay, ...], key("one_of")]

    @property
    def ways(self) -> tuple[tuple[Effect, ...], ...]:
        """The programs."""
        return tuple(way.steps if isinstance(way, ProgramWay) else way for way in self.written)

    @property
    def titles(self) -> tuple[str, ...]:
        """What each is called; empty for one that is told by what it does."""
        return tuple(way.title if isinstance(way, ProgramWay) else "" for way in self.written)


def each_step(program: Iterable[Effect]) -> Iterator[Effect]:
    """The steps of a program, with those of the ways that it may go."""
    for effect in program:
        yield effect
        if isinstance(effect.said, Branch):
            yield from each_step(effect.said.then)
            yield from each_step(effect.said.instead)
        if isinstance(effect.said, ProgramChoice):
            for way in effect.said.ways:
                yield from each_step(way)


def resulting(*verbs: str) -> Callable[[ResolvedGame], bool]:
    """Whether results of a game have one of these verbs."""

    def has_a_use(game: ResolvedGame) -> bool:
        said = (section.parts(Effect) for section in game.sections.values())
        return any(effect.verb in verbs for effect in each_step(chain.from_iterable(said)))

    return has_a_use
