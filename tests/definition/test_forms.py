"""Forms: what a class of annotated fields makes of a tree, and of a schema."""

import ast
import copy
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from hexwar.definition import packages, shapes
from hexwar.definition.building import read_section
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ITS_KEY,
    MADE,
    NOT_EMPTY,
    ONCE,
    THE_REST,
    Form,
    RuleNumber,
    becomes,
    between,
    defines,
    key,
    matching,
    name_of,
    read_by,
    says,
    word,
    words_of,
)
from hexwar.definition.packages import Section, adds
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode, Steps
from hexwar.definition.verdict import Verdict
from tools import schemas


class Door(Form, example={"wide": 2}):
    """A door."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY, says("What players read.", "Gate")] = ""
    wide: Annotated[int | Literal["open"], between(1, 9), says("How wide.", 2)]
    side: Annotated[str, name_of("side"), says("Whose it is.", "red")] = ""
    words: Annotated[
        tuple[Annotated[str, says("A word.", "oak")], ...], ONCE, says("What it is of.", ["oak"])
    ] = ()


class Wall(Form, example={"high": 3}):
    """A wall."""

    high: Annotated[int, says("How high.", 3)]


class Work(Form, one_of=True, example={"wall": {"high": 3}}):
    """What is built: one of these."""

    wall: Wall
    none: Annotated[bool, says("Nothing.", True)]


class Gate(Form, single="wide", example={"wide": 2, "ajar": True}):
    """A gate."""

    wide: Annotated[int, between(1, 9), says("How wide.", 2)]
    ajar: Annotated[bool, says("Whether it stands open.", True)] = False


class Tower(Form, example={"roof": "slate", "flag": 1}):
    """A tower, and how many there are of whatever flies on it."""

    roof: Annotated[str, says("What covers it.", "slate")] = ""
    flown: Annotated[
        Mapping[Annotated[str, matching("^[a-z]+$")], Annotated[int, says("How many.", 1)]],
        THE_REST,
    ] = {}
    total: Annotated[int, MADE] = 0

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The tower with the number of all that flies."""
        return super().built({**values, "total": sum(values["flown"].values())})


class Castle(Form, example={"doors": {"a": {"wide": 1}}}):
    """A castle."""

    doors: Annotated[Mapping[str, Door], NOT_EMPTY, says("The doors.", {"a": {"wide": 1}})]
    condition: Annotated[bool, key("if"), says("Whether it stands.", True)] = True
    gate: Gate = Gate(wide=9)
    tower: Tower | None = None
    kind: Annotated[str, words_of("phases"), says("What is done there.", "combat")] = "combat"
    work: Annotated[Wall | bool, read_by(lambda: Work)] = False
    rule: Annotated[RuleNumber, says("Its rule.", "4.10")] = ""


def verdict_of(text: str) -> Verdict:
    """What a castle's YAML is read as, and its flaws."""
    findings = Findings()
    file = read_bytes(Path("castle.yaml"), text.encode(), findings)
    assert file is not None
    node = parse(file, findings)
    assert isinstance(node, MappingNode)
    return read_section(Castle, node)


def read(text: str) -> tuple[Any, list[tuple[str, Steps]]]:
    """The value, and of each flaw the keyword and the path."""
    verdict = verdict_of(text)
    return verdict.value, [(flaw.keyword, flaw.path) for flaw in verdict.flaws]


def test_what_is_given_is_built_and_the_rest_is_as_stated() -> None:
    castle, flaws = read("{doors: {a: {wide: 3}, b: {wide: open, title: Gate}}, rule: 4.10}")
    assert flaws == []
    assert castle == Castle(
        doors={"a": Door(id="a", title="a", wide=3), "b": Door(id="b", title="Gate", wide="open")},
        rule="4.10",
    )
    assert castle.condition is True


def test_a_single_value_is_meant_for_one_field() -> None:
    castle, flaws = read("{doors: {a: {wide: 3}}, gate: 4}")
    assert flaws == []
    assert castle.gate == Gate(wide=4)
    castle, flaws = read("{doors: {a: {wide: 3}}, gate: {wide: 4, ajar: true}}")
    assert castle.gate == Gate(wide=4, ajar=True)
    _, flaws = read("{doors: {a: {wide: 3}}, gate: 10}")
    assert flaws == [("maximum", ("gate",))]
    assert castle.gate.but(wide=5) == Gate(wide=5, ajar=True)


def test_keys_that_no_field_has_are_the_value_of_one() -> None:
    """And what is made of the others is not written."""
    castle, flaws = read("{doors: {a: {wide: 3}}, tower: {roof: slate, flag: 2, kite: 1}}")
    assert flaws == []
    assert castle.tower == Tower(roof="slate", flown={"flag": 2, "kite": 1}, total=3)
    _, flaws = read("{doors: {a: {wide: 3}}, tower: {FLAG: 2, total: x}}")
    assert flaws == [("pattern", ("tower",)), ("type", ("tower", "total"))]


def test_words_come_from_the_packages_that_mean_them() -> None:
    castle, flaws = read("{doors: {a: {wide: 3}}, kind: supply}")
    assert (castle.kind, flaws) == ("supply", [])
    _, flaws = read("{doors: {a: {wide: 3}}, kind: siege}")
    assert flaws == [("enum", ("kind",))]


def test_one_key_of_several_stands_for_its_value() -> None:
    castle, flaws = read("{doors: {a: {wide: 3}}, work: {wall: {high: 3}}}")
    assert flaws == []
    assert castle.work == Wall(high=3)


@pytest.mark.parametrize(
    ("text", "keyword", "path"),
    [
        ("{}", "required", ()),
        ("{doors: {}}", "minProperties", ("doors",)),
        ("{doors: [1]}", "type", ("doors",)),
        ("{doors: {a: {wide: 10}}}", "maximum", ("doors", "a", "wide")),
        ("{doors: {a: {wide: 0}}}", "minimum", ("doors", "a", "wide")),
        ("{doors: {a: {wide: shut}}}", "pattern", ("doors", "a", "wide")),
        ("{doors: {a: {wide: 2.5}}}", "type", ("doors", "a", "wide")),
        ("{doors: {a: {wide: true}}}", "type", ("doors", "a", "wide")),
        ("{doors: {a: {wide: 2, side: [x]}}}", "type", ("doors", "a", "side")),
        ("{doors: {a: {wide: 2, words: [x, x]}}}", "uniqueItems", ("doors", "a", "words")),
        ("{doors: {a: {wide: 2}}, if: yes}", "type", ("if",)),
        ("{doors: {a: {wide: 2}}, condition: true}", "additionalProperties", ()),
        ("{doors: {a: {wide: 2}}, rule: x}", "pattern", ("rule",)),
        ("{doors: {a: {wide: 2}}, work: {}}", "minProperties", ("work",)),
        (
            "{doors: {a: {wide: 2}}, work: {none: true, wall: {high: 1}}}",
            "maxProperties",
            ("work",),
        ),
    ],
)
def test_what_does_not_fit_is_a_flaw_at_its_place(
    text: str, keyword: str, path: tuple[str, ...]
) -> None:
    _, flaws = read(text)
    assert flaws == [(keyword, path)]


def test_all_flaws_are_found_in_one_pass() -> None:
    _, flaws = read("{doors: {a: {wide: 0}, b: {high: 1}}, if: 1}")
    assert [keyword for keyword, _ in flaws] == [
        "minimum",
        "required",
        "additionalProperties",
        "type",
    ]


def test_a_flaw_says_what_the_value_is_for() -> None:
    """A value that has a heading of its own says what it is, not what this field is for."""
    flaws = verdict_of("{doors: {a: {wide: shut}}, work: [], rule: x}").flaws
    told = [(flaw.about["description"], flaw.about["examples"]) for flaw in flaws]
    assert told == [
        ("How wide.", [2]),
        ("What is built: one of these.", [{"wall": {"high": 3}}]),
        ("The number of a rule in the game's own rulebook.", ["4.31"]),
    ]


def test_a_form_is_frozen_and_says_what_it_lacks() -> None:
    with pytest.raises(AttributeError):
        Wall(high=1).high = 2  # type: ignore[misc]
    with pytest.raises(TypeError, match="lacks high"):
        Wall()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="has no low"):
        Wall(high=1, low=2)  # type: ignore[call-arg]


def test_a_schema_says_what_the_form_says() -> None:
    schema = schemas.of_form("castle", Castle)
    door = schema["properties"]["doors"]["additionalProperties"]
    assert schema["required"] == ["doors"]
    assert door["description"] == "A door."
    assert door["properties"]["wide"] == {
        "description": "How wide.",
        "examples": [2],
        "type": ["integer", "string"],
        "pattern": "^(open)$",
        "minimum": 1,
        "maximum": 9,
    }
    assert "id" not in door["properties"]
    assert schema["properties"]["if"]["default"] is True
    assert schema["properties"]["rule"]["$ref"] == "values.schema.json#/$defs/rule"


def test_the_same_words_stand_in_the_same_order_in_every_form() -> None:
    """Python takes `Literal["a", "b"] | None` for `Literal["b", "a"] | None` and keeps whichever it
    saw first, so that the order in which modules are imported would show in the schemas.
    """
    orders: dict[frozenset[str], set[tuple[str, ...]]] = {}
    for path in (schemas.FOLDER.parent / "hexwar").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
                said = ast.literal_eval(node.slice)
                words = said if isinstance(said, tuple) else (said,)
                orders.setdefault(frozenset(words), set()).add(words)
    assert [said for said in orders.values() if len(said) > 1] == []


def test_the_schemas_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert schemas.main(["--check"]) == 0, capsys.readouterr().out


class Post(Form, open="posts", example={"id": "a"}):
    """A post."""

    id: Annotated[str, says("Its id.", "a")]


class Lamp(Form):
    """What another package adds to posts."""

    lamp: Annotated[int, says("How bright.", 3)] = 0
    wall: Annotated[Wall | None, says("What it hangs on.", {"high": 3})] = None


@pytest.fixture
def lit(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package adds keys to posts."""
    lamps = Section("lamps", fields={"posts": adds("section:Lamp", "lamp", "wall")})
    monkeypatch.setitem(sys.modules, "hexwar.rules.lamps.section", sys.modules[__name__])
    by_key = dict.fromkeys(("lamp", "wall"), lamps)
    monkeypatch.setattr(shapes, "adding_to", lambda name: by_key if name == "posts" else {})
    yield
    shapes._forms.pop(Post, None)
    shapes._fields_added.cache_clear()


def post_of(text: str) -> Verdict:
    """What a post's YAML is read as, and its flaws."""
    file = read_bytes(Path("post.yaml"), text.encode(), Findings())
    assert file is not None
    node = parse(file, Findings())
    assert isinstance(node, MappingNode)
    return read_section(Post, node)


@pytest.mark.usefixtures("lit")
def test_what_is_remembered_of_a_form_is_no_part_of_it() -> None:
    """Which classes are inside; asked for them or not, a form is equal to its copy."""
    post = post_of("{id: a, wall: {high: 2}}").value
    assert list(post.parts(Post)) == []
    assert [type(part) for part in post.parts(Form)] == [Lamp]
    assert list(post.parts(Wall)) == [Wall(high=2)]
    again = copy.deepcopy(post)
    assert again == post
    assert list(again.parts(Wall)) == [Wall(high=2)]


@pytest.mark.usefixtures("lit")
def test_packages_add_keys_to_an_open_form() -> None:
    post = post_of("{id: a, lamp: 5, wall: {high: 2}}").value
    assert (post.id, post[Lamp].lamp, post[Lamp].wall) == ("a", 5, Wall(high=2))
    assert list(post.parts(Wall)) == [Wall(high=2)]
    assert post_of("{id: a}").value[Lamp].lamp == 0
    assert [flaw.path for flaw in post_of("{id: a, lamp: bright}").flaws] == [("lamp",)]
    assert list(schemas.of_form("post", Post)["properties"]) == ["id", "lamp", "wall"]


def test_two_packages_that_add_one_key_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"posts": adds("section:Lamp", "lamp", "wall")}
    two = {name: Section(name, fields=said) for name in ("lamps", "torches")}
    monkeypatch.setattr(packages, "sections", lambda: two)
    with pytest.raises(ValueError, match="torches says lamp of posts again"):
        packages.adding_to.__wrapped__("posts")


@pytest.mark.usefixtures("lit")
def test_a_package_has_to_say_which_keys_it_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    lamps = Section("lamps", fields={"posts": adds("section:Lamp", "lamp")})
    monkeypatch.setattr(shapes, "adding_to", lambda name: {"lamp": lamps})
    with pytest.raises(ValueError, match=r'adds\("section:Lamp", "lamp", "wall"\) to posts'):
        post_of("{id: a, lamp: 5}")


class Barrier(Form, words={"shut": {}, "none": None}, example="shut"):
    """A gate."""

    guards: Annotated[int | None, word("plenty", None), says("How many.", 2)] = 0


class Yard(Form, definition="yard", example={"gate": "shut"}):
    """A yard."""

    gate: Annotated[Barrier | None, says("Its gate.", "shut")] = Barrier()
    tiles: Annotated[Fraction, becomes(lambda size: size * size), says("How many one way.", 3)] = (
        Fraction(1)
    )
    colours: Annotated[frozenset[Annotated[str, says("One.", "red")]], says("Its own.", ["red"])]


class Town(Form, example={"streets": {"high": {}}}):
    """A town."""

    streets: Annotated[
        Mapping[Annotated[str, defines("street")], Annotated[bool, says("Paved.", True)]],
        says("Its streets.", {"high": True}),
    ] = {}
    wards: Annotated[
        tuple[Annotated[str, defines("ward", "outside"), says("One.", "east")], ...],
        says("Its wards.", ["east"]),
    ] = ("all",)
    yards: Annotated[Yard | tuple[Yard, ...], says("Its yards.", {"gate": "shut"})] = ()
    first: Annotated[Yard | None, says("The first.", {"gate": "shut"})] = None


def verdict_on(form: type[Form], text: str) -> Verdict:
    """What YAML is read as by a form."""
    file = read_bytes(Path("town.yaml"), text.encode(), findings := Findings())
    assert file is not None
    node = parse(file, findings)
    assert isinstance(node, MappingNode)
    return read_section(form, node)


@pytest.mark.parametrize(
    ("text", "gate"),
    [
        ("{colours: []}", Barrier()),
        ("{colours: [], gate: shut}", Barrier()),
        ("{colours: [], gate: none}", None),
        ("{colours: [], gate: {guards: plenty}}", Barrier(guards=None)),
        ("{colours: [], gate: {guards: 3}}", Barrier(guards=3)),
    ],
)
def test_a_word_stands_for_a_value(text: str, gate: Barrier | None) -> None:
    assert verdict_on(Yard, text).value.gate == gate


def test_what_is_read_becomes_what_the_field_holds() -> None:
    yard = verdict_on(Yard, "{tiles: 1/2, colours: [red, blue]}").value
    assert (yard.tiles, yard.colours) == (Fraction(1, 4), frozenset({"red", "blue"}))
    assert [f.keyword for f in verdict_on(Yard, "{colours: [red, red]}").flaws] == ["uniqueItems"]


def test_names_that_a_section_defines_are_told() -> None:
    """Those that stand where something is misspelt or wrong cannot be."""
    told = verdict_on(Town, "{streets: {high: true, low: false}, wards: [east]}")
    assert told.names == {"street": ["high", "low"], "ward": ["outside", "east"]}
    assert verdict_on(Town, "{}").names == {"ward": ["outside", "all"]}
    assert set(verdict_on(Town, "{streats: {high: true}}").untold) == {"street", "ward"}
    assert set(verdict_on(Town, "{streets: [high]}").untold) == {"street"}


def test_a_form_in_several_places_is_told_once_in_the_schema() -> None:
    schema = schemas.of_form("town", Town)
    assert schema["$defs"]["yard"]["description"] == "A yard."
    assert schema["properties"]["first"]["$ref"] == "#/$defs/yard"
    assert schema["properties"]["yards"]["else"] == {"$ref": "#/$defs/yard"}
    assert schema["properties"]["yards"]["then"]["items"] == {"$ref": "#/$defs/yard"}
