"""Drawings of strangers: what is kept of them, and what is refused."""

from __future__ import annotations

from base64 import b64encode

import pytest

from hexwar.definition import markup, svg
from hexwar.definition.pictures import PictureError, size_of
from hexwar.definition.svg import SVG, SvgError, looks_like_svg, read_svg
from tests.imports.modules import png

HEAD = f'<svg xmlns="{SVG}" xmlns:xlink="{SVG.replace("2000/svg", "1999/xlink")}"'
SIZED = f'{HEAD} width="50" height="40">'


def kept(inside: str) -> str:
    """What is drawn of such a drawing."""
    return read_svg(f"{SIZED}{inside}</svg>".encode()).markup()


def refused(inside: str) -> str:
    with pytest.raises(SvgError) as found:
        kept(inside)
    return str(found.value)


def held(data: bytes, kind: str = "png") -> str:
    """A picture as an SVG holds it."""
    return f"data:image/{kind};base64,{b64encode(data).decode()}"


def png_head(width: int, height: int) -> bytes:
    """All that is looked at of a PNG: it claims more than it has."""
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    return head + width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes(9)


def doubling(element: str, times: int) -> str:
    """Parts each of which shows ten of the one before."""
    return '<g id="n0"><path d="M0 0h1"/></g>' + "".join(
        f'<g id="n{n + 1}">{element.format(n) * 10}</g>' for n in range(times)
    )


@pytest.mark.parametrize(
    ("said", "size"),
    [
        ('width="75" height="60"', (75, 60)),
        ('width="75px" height="60.4"', (75, 60)),
        ('width="1in" height="25.4mm"', (96, 96)),
        ('width="100%" height="100%" viewBox="0 0 30 20"', (30, 20)),
        ('width="60" viewBox="0,0,30,20"', (60, 40)),
    ],
)
def test_how_large_it_is(said: str, size: tuple[int, int]) -> None:
    assert size_of(f"{HEAD} {said}/>".encode()) == size


@pytest.mark.parametrize(
    "said", ["", 'width="-5" height="5"', 'viewBox="0 0 1e300 1e300"', 'viewBox="0 0 nan 5"']
)
def test_without_a_size_it_is_none(said: str) -> None:
    with pytest.raises(PictureError, match="does not say how large it is"):
        size_of(f"{HEAD} {said}/>".encode())


def test_what_is_drawn_is_kept() -> None:
    plain = (
        '<g transform="scale(2)" style="fill:#bed2c1;stroke:url(#g)"><rect x="1" width="5"/></g>'
        '<linearGradient id="g"><stop offset="0"/></linearGradient>'
        '<text x="3">1 &lt; <tspan>2</tspan></text>'
    )
    assert plain in kept(plain)


@pytest.mark.parametrize("name", ["href", "xlink:href"])
def test_pictures_in_pixels_are_kept_as_they_were_looked_at(name: str) -> None:
    """Whatever kind they are called, and however the letters are broken."""
    picture = png(3, 2)
    letters = b64encode(picture).decode()
    said = f"data:image/jpeg;base64,{letters[:9]}\n  {letters[9:]}"
    drawn = kept(f'<image {name}="{said}" width="3"/><image width="3"/>')
    assert drawn.count("<image") == 2 and f'href="{held(picture)}"' in drawn


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<foreignObject><p>bad</p></foreignObject>",
        '<rect onclick="bad()"/>',
        '<a xlink:href="//bad"><rect/></a>',
        '<rect style="fill:url(//bad)"/>',
        '<rect fill="url( &quot;bad.svg#x&quot; )"/>',
        '<rect style="background:bad;fill:\\62 ad"/>',
        "<style>@import 'bad'; @font-face {src: url(bad)} .a {fill: url(bad)}</style>",
        '<animate attributeName="bad"/><set to="bad"/>',
        '<filter id="bad"/><rect filter="url(#bad)"/>',
        '<metadata xmlns:x="bad"><x:bad/></metadata>',
        '<x:rect xmlns:x="bad" x:bad="5"/>',
        "<?bad bad?><!-- bad -->",
    ],
)
def test_what_is_not_drawn_is_left_out(hostile: str) -> None:
    """All else stays."""
    drawn = kept(f'{hostile}<circle r="7"/>')
    assert "bad" not in drawn and "import" not in drawn and '<circle r="7"/>' in drawn


def test_rules_of_a_sheet_are_kept() -> None:
    assert ".st0, rect {fill:#fff;opacity:.5}" in kept(
        "<style><![CDATA[.st0, rect{fill:#fff;/* x */opacity:.5;behavior:bad}]]></style>"
    )


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        ('<use href="other.svg#x"/>', "parts of other files"),
        ('<use xlink:href="/etc/passwd#x"/>', "parts of other files"),
        ('<image href="data:image/png;base64,AA=="/>', "no PNG or JPEG in it"),
        ('<image href="data:image/png;base64,R0lGODlhAwACAA=="/>', "no PNG or JPEG in it"),
        ('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', "no PNG or JPEG in it"),
        ('<image href="data:image/png;base64,***"/>', "no PNG or JPEG in it"),
        ('<image href="data:image/png,%89PNG"/>', "no PNG or JPEG in it"),
        ('<image href="board.png"/>', "no PNG or JPEG in it"),
        ('<image xlink:href="/etc/passwd"/>', "no PNG or JPEG in it"),
        (f'<image href="{held(png(1, 1)[:20])}"/>', "no PNG or JPEG in it"),
        (f'<image href="{held(png_head(30_000, 30_000))}"/>', "pictures of as much"),
        (
            f'<image id="a" href="{held(png_head(5000, 5000))}"/>' + '<use href="#a"/>' * 2,
            "pictures of as much",
        ),
        ('<g id="a"><use href="#a"/></g>', "drawn in itself"),
        ('<pattern id="a"><rect fill="url(#b)"/></pattern>' * 2, ""),
        (
            '<pattern id="a"><rect fill="url(#b)"/></pattern>'
            '<pattern id="b"><rect style="fill:url(#a)"/></pattern>',
            "drawn in itself",
        ),
        (doubling('<use href="#n{}"/>', 9), "more than 100,000 shapes"),
        (doubling('<path clip-path="url(#n{})"/>', 9), "more than 100,000 shapes"),
        ("<g>" * 80 + "</g>" * 80, "nested deeper"),
        ("&x;", "no XML"),
        (
            "".join(f'<linearGradient id="g{n + 1}" href="#g{n}"/>' for n in range(300)),
            "100 times in a row",
        ),
    ],
)
def test_what_is_refused(inside: str, why: str) -> None:
    if why:
        assert why in refused(inside)
    else:
        kept(inside)


def test_references_of_a_sheet_count() -> None:
    """A rule paints whatever it names."""
    rule = "<style>path {fill: url(#n4)}</style>"
    kept(doubling('<use href="#n{}"/>', 4) + "<path/>" * 100)
    assert "shapes" in refused(rule + doubling('<use href="#n{}"/>', 4) + "<path/>" * 100)


def test_document_types() -> None:
    """One that is named alone is not looked for; one that declares entities is refused."""
    named = f'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">{SIZED}</svg>'
    assert size_of(named.encode()) == (50, 40)
    declared = f'<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>{SIZED}&c;</svg>'
    with pytest.raises(PictureError, match="document type"):
        size_of(declared.encode())


def test_bounds_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markup, "MOST_ELEMENTS", 5)
    assert "more than 5 elements" in refused("<g/>" * 6)


def test_what_lies_in_other_files_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken in, parts that show one another would double as well."""
    signs = doubling('<use href="#n{}"/>', 9)
    other = svg.parts_by_id(svg.read_parts(f"{SIZED}{signs}</svg>".encode()))
    text = f'{SIZED}<use href="signs.svg#n9"/></svg>'.encode()
    with pytest.raises(SvgError, match="100,000 shapes"):
        read_svg(text, {"signs.svg": other}.get)
    with pytest.raises(SvgError, match="other files"):
        read_svg(text, {"signs.svg": {}}.get)


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (b'<?xml version="1.0"?>\n<!-- x --><svg:svg xmlns:svg="x">', True),
        (b"\xef\xbb\xbf  <svg>", True),
        (b"<html><svgx>", False),
        (b"text <svg>", False),
    ],
)
def test_what_looks_like_one(data: bytes, is_one: bool) -> None:
    assert looks_like_svg(data) == is_one
