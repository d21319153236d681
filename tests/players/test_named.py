"""Players of one's own by name: modules and what is installed; what is said of faulty ones."""

from __future__ import annotations

import gc
import sys
from functools import partial
from pathlib import Path
from random import Random
from types import CodeType, FunctionType, ModuleType

import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition import load
from hexwar.definition.locations import shipped
from hexwar.engine import Action
from hexwar.players import PlayerError, RandomPlayer, choice_of, make_player, matches, named
from hexwar.rules.state import State
from hexwar.viewer.screens.choosing import NewGameDraft

SFO = hexwar.load_game("strike_force_one")

MODULE = """
class Shy:
    def __init__(self, seconds=1.0):
        self.seconds = seconds

    def choose(self, state, random):
        return "done" if state.explain("done") is None else state.sample_action(random)


class Raises:
    def choose(self, state, random):
        return {}["A"]


class Leaves:
    def choose(self, state, random):
        raise SystemExit("bye")


class Cheat:
    def choose(self, state, random):
        return "move A 0101"


class Stranger:
    def choose(self, state, random):
        return "move QQ 0101"


class Babbler:
    def choose(self, state, random):
        return "hello"


class Mute:
    name = "General Mute"

    def choose(self, state, random):
        pass


class Numbers:
    def choose(self, state, random):
        from hexwar.engine import Action
        return Action("move", ("A",), (703,))


class Unmade:
    def __init__(self):
        raise OSError("no net")

    def choose(self, state, random):
        pass


class Empty:
    pass


number = 3


class Cancelled:
    def choose(self, state, random):
        import asyncio
        raise asyncio.CancelledError("late")


class Strange(BaseException):
    def __str__(self):
        raise ValueError("no words")


class Wordless:
    def choose(self, state, random):
        raise Strange


class Nameless:
    @property
    def name(self):
        raise Strange

    def choose(self, state, random):
        return 5


class Word(str):
    def __str__(self):
        raise Strange

    def split(self, *_):
        raise Strange

    __len__ = __eq__ = __bool__ = __format__ = split


class Wordy:
    name = Word("General Wordy")

    def choose(self, state, random):
        return Word("hello")


class Whole(Wordy):
    def choose(self, state, random):
        from hexwar.engine import Action
        return Action(Word("done"))


class Disguised:
    def choose(self, state, random):
        from hexwar.engine import Action

        class Costume(Action):
            def __iter__(self):
                raise Strange

        return Costume("done")


class Endless:
    def choose(self, state, random):
        from hexwar.engine import Action

        class Units(tuple):
            def __iter__(self):
                raise Strange

        return Action("move", Units(["A"]), ("0703",))


class Shelf:
    @property
    def number(self):
        raise Strange

    def __call__(self):
        pass

    @property
    def __signature__(self):
        raise KeyError("A")


shelf = Shelf()


class Kind(type):
    @property
    def choose(cls):
        raise KeyError("A")


class Unkind(metaclass=Kind):
    pass
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module in the current folder."""
    name = f"bots_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / f"{name}_torn.py").write_text("import nowhere_at_all\n", encoding="utf-8")
    (tmp_path / f"{name}_bot").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / f"{name}_wrong.py").write_text("def\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


def test_a_class_of_a_module_in_the_current_folder_plays(bots: str) -> None:
    """It answers with text and has nothing but ``choose``; options that it takes reach it."""
    player = make_player(f"{bots}:Shy", seconds=3)
    assert getattr(player, "seconds") == 3  # noqa: B009 - no type is known
    assert str(choice_of(player, SFO.start(), Random(1))) == "done"


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_plays_matches_by_name(bots: str, jobs: int) -> None:
    """The name goes to the processes, not the object; equal seeds give equal games."""
    match = matches.Match(
        "strike_force_one", None, (), (("soviet", "random"), ("us", f"{bots}:Shy"))
    )
    found = sorted(matches.results(match, ["a", "b"], jobs), key=lambda result: result.seed)
    assert found == [matches.play(match, seed) for seed in ("a", "b")]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nobody", "there is no player 'nobody'; there are:"),
        ("gredy", "there is no player 'gredy'; did you mean greedy?"),
        ("no_such:Player", "no_such:Player: there is no module no_such in the current folder"),
        ("{}.more:Player", "there is no module {}.more in the current folder or on PYTHONPATH"),
        ("{}:Shi", "{}:Shi: the module {} has no Shi; did you mean Shy?"),
        ("{}:Empty", "{}:Empty is no player: it has no method choose(state, random)"),
        ("{}:number", "{}:number is no class, and nothing else that makes a player"),
        ("{}:shelf.number", "{}:shelf.number cannot be imported: Strange ({}.py, line 136)"),
        ("{}:Unkind", "{}:Unkind cannot be imported: KeyError: 'A' ({}.py, line 152)"),
        ("{}:shelf", "{}:shelf cannot be made: KeyError: 'A' ({}.py, line 143)"),
        ("{}:Unmade", "{}:Unmade cannot be made: OSError: no net ({}.py, line 50)"),
        ("{}_torn:Player", "cannot be imported: ModuleNotFoundError: No module named"),
        ("{}_wrong:Player", "{}_wrong:Player cannot be imported: SyntaxError:"),
        (":Player", "there is no player ':Player'"),
        ("nobody", "; one of your own is module:Class, or program:COMMAND"),
        ("{}", "there is no player '{}'; a class in {}.py is named {}:Class"),
        ("./{}.py", "there is no player './{}.py'; a class in {}.py is named {}:Class"),
        ("{}.py:Shy", "PYTHONPATH; modules are named without folder and .py: {}:Shy"),
        ("./{}.py:Shy", "no module ./{}.py in the current folder or on PYTHONPATH; modules are"),
        ("./{}", "there is no player './{}'; a class in"),
        ("{}_bot", "there is no player '{}_bot'; a program is named program:./{}_bot"),
        ("random", "random takes no rollouts"),
        ("{}:Shy", "{}:Shy takes no rollouts"),
    ],
)
def test_a_player_that_is_not_here_is_said_in_a_sentence(bots: str, name: str, said: str) -> None:
    rollouts = 8 if "rollouts" in said else None
    with pytest.raises(ValueError, match=r".") as raised:
        make_player(name.replace("{}", bots), rollouts=rollouts)
    assert said.replace("{}", bots) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_study_names_the_player_whose_own_code_raises(
    bots: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("study: Mine\ngames: [strike_force_one]\nplayers: mine\n", encoding="utf-8")
    assert main(["study", str(file), "--player", f"mine={bots}:shelf.number"]) == 2
    said = f"{bots}:shelf.number cannot be imported: Strange ({bots}.py, line 136)"
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("Raises", "{}:Raises cannot go on: KeyError: 'A' ({}.py, line 12)"),
        ("Leaves", "{}:Leaves cannot go on: SystemExit: bye ({}.py, line 17)"),
        ("Cheat", "{}:Cheat chose what the rules forbid (move A 0101): "),
        ("Stranger", "{}:Stranger chose what the rules forbid (move QQ 0101): There is no unit QQ"),
        ("Babbler", "{}:Babbler answered 'hello', which is no action (there is no action 'hello')"),
        ("Mute", "General Mute answered with nothing, not with an action"),
        ("Numbers", "{}:Numbers answered with an action of other things than words"),
        ("Cancelled", "{}:Cancelled cannot go on: CancelledError: late ({}.py, line 66)"),
        ("Wordless", "{}:Wordless cannot go on: Strange ({}.py, line 76)"),
        ("Nameless", "{}:Nameless answered with an object of int, not with an action"),
        (
            "Wordy",
            "General Wordy answered 'hello', which is no action (there is no action 'hello')",
        ),
        ("Disguised", "{}:Disguised answered with an action of other things than words"),
        ("Endless", "{}:Endless cannot go on: Strange ({}.py, line 128)"),
    ],
)
def test_a_player_at_fault_is_named_in_a_sentence(bots: str, kind: str, said: str) -> None:
    state = SFO.start()
    before = state.to_dict()
    with pytest.raises(PlayerError) as raised:
        choice_of(make_player(f"{bots}:{kind}"), state, Random(1))
    assert str(raised.value).startswith(said.replace("{}", bots))
    assert state.to_dict() == before


def test_an_action_is_taken_in_plain_words(bots: str) -> None:
    """Of its own class a word may do anything when it is compared, written or sent on."""
    chosen = choice_of(make_player(f"{bots}:Whole"), SFO.start(), Random(1))
    assert chosen == Action("done") and type(chosen.verb) is str


@pytest.mark.parametrize("jobs", [1, 2])
def test_whatever_a_player_raises_ends_a_row_of_games_in_a_sentence(bots: str, jobs: int) -> None:
    players = (("soviet", f"{bots}:Cancelled"), ("us", "random"))
    match = matches.Match("strike_force_one", None, (), players)
    with pytest.raises(PlayerError, match="Cancelled cannot go on: CancelledError: late"):
        list(matches.results(match, ["a", "b"], jobs))


def test_ctrl_c_is_no_fault_of_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        is_human = False

        def choose(self, state: State, random: Random) -> Action:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        choice_of(Slow(), SFO.start(), Random(1))


def test_what_fails_in_our_own_players_is_no_fault_of_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It goes through as it is, so that it is reported with its traceback."""

    def fail(*_: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr(RandomPlayer, "choose", fail)
    with pytest.raises(KeyError):
        choice_of(make_player("random"), SFO.start(), Random(1))


def install(folder: Path, *lines: str) -> None:
    """Make a distribution with these entry points."""
    info = folder / "corps-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: corps\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("\n".join(["[hexwar.players]", *lines]))


def test_an_installed_player_is_listed_unimported_and_made_by_its_name(
    bots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, f"brusilov = {bots}:Shy")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(named.installed()) == ["brusilov"]
    assert choice_of(make_player("brusilov"), SFO.start(), Random(1)).verb == "done"
    with pytest.raises(ValueError, match="did you mean brusilov"):
        make_player("brusilow")


def test_installed_players_are_listed_where_players_are(
    bots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In ``list``, in the help, and in the picker while they are few; settings propose none."""
    install(tmp_path, f"brusilov = {bots}:Shy", "moltke = no_such:Player")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["list"]) == 0
    assert f"  brusilov            {bots}:Shy\n" in capsys.readouterr().out
    assert main(["balance", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "easy, normal, hard, brusilov, moltke or one of your own" in told
    definition = load(shipped("games") / "strike_force_one")
    chosen = NewGameDraft(definition)
    assert chosen.offered_to("us") == ("human", "easy", "normal", "hard", "brusilov", "moltke")
    chosen.recall({"players": {"us": "brusilov"}})
    assert chosen.players["us"] == "normal"
    monkeypatch.setattr("hexwar.viewer.screens.choosing.MOST_INSTALLED", 1)
    assert NewGameDraft(definition).offered_to("us") == ("human", "easy", "normal", "hard")


def test_the_files_of_a_player_are_found(
    bots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module's, all of its package, the script's that was started, a program's script, a program;
    none of what is not here.
    """
    assert named.sources(f"{bots}:Shy") == [tmp_path / f"{bots}.py"]
    package = tmp_path / f"{bots}_more"
    package.mkdir()
    files = [package / "__init__.py", package / "shy.py"]
    for file in files:
        file.touch()
    assert named.sources(f"{bots}_more.shy:Shy") == files
    assert named.sources(f"program:{sys.executable} {files[1]}") == [Path(sys.executable), files[1]]
    assert named.sources(partial(type("Local", (), {"__module__": bots}))) == [
        tmp_path / f"{bots}.py"
    ]
    script = ModuleType("__main__")
    script.__file__ = str(files[1])
    monkeypatch.setitem(sys.modules, "__main__", script)
    assert named.sources(type("Local", (), {"__module__": "__main__"})) == files[1:]
    for command in ("./no_such", "", "'torn"):
        assert named.sources(f"program:{command}") == []
    assert named.sources("no_such:Player") == []
    assert named.sources(type("Local", (), {"__module__": "no_such"})) == []
    assert named.sources(RandomPlayer)[0].name == "__init__.py"


def reached(handed: object) -> set[int]:
    """The ids of all that can be reached from an object through what it refers to."""
    seen, waiting = set[int](), [handed]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, ModuleType | type | FunctionType | CodeType):
            continue
        seen.add(id(one))
        waiting += gc.get_referents(one)
    return seen


def test_what_a_player_is_handed_leads_to_nothing_hidden() -> None:
    """Neither to the state that is played nor to its dice, its events or its memory."""
    velda = hexwar.load_game("scs_sample")
    there = {"I1": "05.05", "V1": "06.06", "V2": "06.06", "G1": "06.06"}
    state = velda.start("battle", setup=there, phase="league_combat", seed=1)
    handed: list[State] = []

    class Curious:
        is_human = False

        def choose(self, state: State, random: Random) -> Action:
            handed.append(state)
            return state.sample_action(random)

    choice_of(Curious(), state, Random(1))
    ids = reached(handed[0])
    assert id(handed[0].cells) in ids
    own = state, state.dice, state.cells, state.events, state.agenda
    assert not ids & {id(one) for one in own if one}
    assert state.dice.to_dict()["key"] not in repr(handed[0].to_dict())
