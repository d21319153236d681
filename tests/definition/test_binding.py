"""The digest that binds a save to its game is of what decides play, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest

import hexwar
from hexwar.definition import ChoiceError, DefinitionError, binding
from hexwar.definition.binding import VERSION, plain, played
from hexwar.definition.building import header_keys
from hexwar.definition.forms import Form, says
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import form_of, section_names
from hexwar.definition.shapes import form_shape
from hexwar.definition.tree import MappingNode, raw_plain
from hexwar.engine.event import WORDS, Event
from hexwar.hexmap import HexMap
from hexwar.rules.game import Game
from tools.corrections import (
    Correction,
    changes_of_play,
    corrections,
    loaded,
    spots,
)

ROOT = Path(__file__).resolve().parent.parent.parent
ACTIONS = 40
CHANGES = 12
"""So many values that decide play are changed in each game."""
FEW = 30
"""In a game with fewer such values each of them may be needed as it is."""


def games() -> Iterator[Path]:
    """The folders of all games that can be played, the shipped ones first."""
    for folder in (ROOT / "games", ROOT / "tests" / "games"):
        for path in sorted(folder.glob("*/game.yaml")):
            if "abstract: true" not in path.read_text(encoding="utf-8"):
                yield path.parent


GAMES = {path.name: path for path in games()}


def everything(value: object) -> object:
    """All that a value says, what is only read too, so that what is equal says the same."""
    if isinstance(value, MappingNode):
        return raw_plain(value)
    if isinstance(value, HexMap):
        hexes = {n: (value.terrain(n), value.features(n)) for n in value}
        between = value.hexsides, value.paths, value.crossings
        return everything((value.numbering, hexes, value.regions, *between, value.titles))
    if isinstance(value, Form):
        return type(value).__name__, everything(vars(value))
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: everything(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): everything(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return tuple(map(everything, value))
    return value


def digests(game: Game) -> dict[str, str]:
    """The digest of each scenario."""
    return {name: game.definition.resolve(name).digest for name in game.catalog.scenarios}


def facts(events: list[Event]) -> list[dict[str, Any]]:
    """Events but for their words."""
    plain = (event.to_dict() for event in events)
    return [{key: of[key] for key in of if key not in WORDS} for of in plain]


def all_corrections(folder: Path, kind: str) -> list[Correction]:
    """Every correction of a kind that can be made in a game."""
    rules = [*loaded(folder).definition.resolve().rulebook.rules]
    return [each for each in corrections(folder, rules, Random(1)) if each.kind == kind]


@pytest.mark.matrix(one_in=10)
@pytest.mark.parametrize("kind", ["reworded", "added", "left out", "turned"])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_corrected_everywhere_is_played_as_before(name: str, kind: str) -> None:
    """The same digest, the same legal actions, the same events but for their words."""
    folder, random = GAMES[name], Random(name)
    made = all_corrections(folder, kind)
    before, after = loaded(folder), loaded(folder, made)
    assert digests(before) == digests(after)
    scenario = random.choice([*before.catalog.scenarios])
    first, second = before.start(scenario, seed=3), after.start(scenario, seed=3)
    assert facts([*(first.events or ())]) == facts([*(second.events or ())])
    for _ in range(ACTIONS):
        assert first.is_over == second.is_over
        if first.is_over:
            break
        legal = sorted(map(str, first.legal_actions()))
        assert legal == sorted(map(str, second.legal_actions()))
        action = random.choice(legal)
        assert facts(first.apply(action)) == facts(second.apply(action))


def test_there_is_something_to_correct_of_every_kind() -> None:
    made = {each.kind for name in ("tamrat", "three_mills") for each in _corrections(GAMES[name])}
    assert made == {"reworded", "added", "left out", "turned"}


def _corrections(folder: Path) -> Iterator[Correction]:
    return corrections(folder, ["1.0", "2.0"], Random(1))


@pytest.mark.matrix(one_in=10)
@pytest.mark.parametrize("name", GAMES)
def test_what_decides_play_changes_the_digest(name: str) -> None:
    """Unless the game comes to the same all the same: the value stands in what is not in force."""
    folder, random = GAMES[name], Random(name)
    before, tried = loaded(folder), 0
    ways = [each for each in changes_of_play(folder, random) if each.where[0] != "lessons"]
    for change in random.sample(ways, len(ways)):
        if tried == CHANGES:
            break
        try:
            after = loaded(folder, [change])
            there = [(_of(before, name), _of(after, name)) for name in before.catalog.scenarios]
        except (DefinitionError, ChoiceError):
            continue  # the game would not be sound
        tried += 1
        for first, second in there:
            same = _said(first) == _said(second)
            assert (first.digest == second.digest) == same, (str(change), first.scenario.id)
    assert tried or len(ways) < FEW


def _of(game: Game, scenario: str) -> ResolvedGame:
    return game.definition.resolve(scenario)


def _said(game: ResolvedGame) -> object:
    """All that a game says, the map as it is drawn however it is written."""
    sections = {
        form: section for form, section in game.sections.items() if form is not form_of("map")
    }
    return everything((sections, game.scenario, game.map))


@pytest.mark.parametrize("name", ["tamrat", "three_mills", "orva_front", "force_on_force"])
def test_what_is_not_in_force_is_not_in_the_digest(name: str) -> None:
    """A new scenario or option locks no save of another."""
    folder = GAMES[name]
    before = loaded(folder)
    first, *others = before.catalog.scenarios
    assert others

    def without(root: Any) -> None:
        for section, kept in (("scenarios", {first}), ("options", set()), ("lessons", set())):
            if section in root:
                entries = root.mapping(section).entries
                for key in entries.keys() - kept:
                    del entries[key]
                if not entries:
                    del root.entries[section]

    files = {each.file for each in _spots(folder) if each.where[0] in ("scenarios", "options")}
    files |= {each.file for each in _spots(folder) if each.where[0] == "lessons"}
    after = loaded(folder, [Correction("less", file, (), without) for file in sorted(files)])
    assert [*after.catalog.scenarios] == [first]
    assert _of(before, first).digest == _of(after, first).digest


def _spots(folder: Path) -> list[Any]:
    return [each for each in spots(folder) if len(each.where) == 1]


def test_a_new_key_that_is_left_out_changes_no_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a later version of the format had one more in each of its forms."""
    before = digests(loaded(GAMES["tamrat"]))
    forms = {type(v) for v in _forms_in(loaded(GAMES["tamrat"]).definition.resolve().sections)}
    assert len(forms) > 30
    new = Annotated[int, says("A number.", 1)]
    for form in forms:
        monkeypatch.setattr(form, "annotations", {**form.annotations, "newly": new})
        monkeypatch.setattr(form, "defaults", {**form.defaults, "newly": 0})
    played.cache_clear()
    try:
        after = loaded(GAMES["tamrat"])
        assert digests(after) == before
        there = list(_forms_in(after.definition.resolve().sections))
        assert sum("newly" in vars(form) for form in there) > 100
    finally:
        monkeypatch.undo()
        played.cache_clear()


def _forms_in(value: object) -> Iterator[Form]:
    if isinstance(value, Form):
        yield value
        yield from _forms_in(vars(value))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _forms_in(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _forms_in(inner)


def test_a_digest_says_how_it_was_made() -> None:
    digest = loaded(GAMES["tamrat"]).definition.resolve().digest
    assert digest.startswith(VERSION) and len(digest) == len(VERSION) + 32


def test_a_digest_is_reckoned_only_when_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is only looked at, or played without a save, does not wait for it."""
    asked: list[object] = []

    def reckoned(game: ResolvedGame) -> str:
        asked.append(game)
        return ""

    monkeypatch.setattr(binding, "what_decides", reckoned)
    game = loaded(GAMES["tamrat"])
    state = game.start(seed=1)
    assert not asked
    assert state.resolved.digest == state.resolved.digest
    assert len(asked) == 1


def test_patches_in_play_leave_the_game_its_digest() -> None:
    """The save of a game that is in a phase with other rules is a save of that game."""
    game = loaded(GAMES["orva_front"]).definition.resolve()
    patches = list(_patches(game))
    assert patches
    assert game.patched((patches[0],)).digest == game.digest


def _patches(game: ResolvedGame) -> Iterator[MappingNode]:
    for form in _forms_in(game.sections):
        yield from (value for value in vars(form).values() if isinstance(value, MappingNode))


def test_what_a_digest_cannot_hold_is_not_left_out_in_silence() -> None:
    with pytest.raises(TypeError, match=r"a digest cannot hold a builtins\.object"):
        plain(object())


def test_titles_summaries_and_colours_are_only_read_wherever_they_stand() -> None:
    words, there = {"title", "summary", "color", "text", "cite", "goal", "because"}, 0
    for form in _forms_of_format():
        keys = form.annotations.keys() & words
        there += len(keys)
        assert keys <= played(form).only_read, form
    assert there > 100


def _forms_of_format() -> set[Any]:
    """All forms that a section has anywhere, but in what is only read as a whole."""
    forms: set[Any] = set()
    left = [each.shape for each in header_keys().values()]
    left += [form_shape(form) for name in section_names() if (form := form_of(name))]
    while left:
        shape = left.pop()
        left += [shape.listed.item] if shape.listed else []
        mapped = shape.mapped
        if mapped is None or mapped.form in forms or shape.only_read:
            continue
        left += [inner for inner in (mapped.entry,) if inner]
        left += [each.shape for each in mapped.fields.values()]
        forms |= {mapped.form} if mapped.form else set()
    return forms


def test_digests_stay_what_they_are() -> None:
    """What in hexwar's own code goes into them, such as the names of forms, is as it was.

    Where it has to change, ``VERSION`` is raised with it: else every game under way seems to have
    other rules. (A change of the game that is looked at here changes the figure too.)
    """
    game = hexwar.load_game(ROOT / "tests" / "definition" / "everything")
    digests = [
        game.ruleset(name, (), None).frame.resolved.digest for name in game.catalog.scenarios
    ]
    assert sha256("".join(digests).encode()).hexdigest()[:16] == "16cf1ac69aff6de7"
