"""Breaks modules and maps of other programs, and imports them.

    python -m tools.fuzz_imports vassal                 # ten minutes
    python -m tools.fuzz_imports tiled --steps 500      # so many files
    python -m tools.fuzz_imports svg                    # pictures drawn in lines, and drawn

Whatever a file is, it makes a draft whose files can be read (a picture, of an SVG), or is refused
in one sentence; it takes no longer than a minute, and no more memory than it may. Ends with 1, and
keeps the file, if not.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from types import FrameType

import yaml

from hexwar.definition.board import build_map
from hexwar.definition.diagnostics import Findings
from hexwar.definition.documents import misfits
from hexwar.definition.pictures import PictureError
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.svg import SvgError, read_svg
from hexwar.definition.tree import MappingNode
from hexwar.imports.draft import Draft
from hexwar.imports.foreign_files import ImportRefusedError
from hexwar.imports.tiled.drafting import draft_of_map
from hexwar.imports.vassal.drafting import draft_of
from hexwar.viewer.drawing.pictures import SvgRenderer
from tests.imports.modules import zipped
from tests.imports.seeds import drawings, maps, modules

SEEDS: dict[str, Callable[[], list[bytes]]] = {"vassal": modules, "tiled": maps, "svg": drawings}
SLOWEST = 60
"""Seconds for one file, on a machine that has others to do."""
PATIENCE = 10.0
"""Seconds in which a drawing is drawn, or refused; with what it costs to see that it is not."""
MOST_MEMORY = 3 * 1024**3
NUMBERS = (b"0", b"-1", b"1e999", b"nan", b"99999999999", b"2147483648", b"0.0001", b"4", b"250")
PIECES = (
    b"\\", b"'", b"\t", b";", b"/", b",", b"\x1b", b"\x00", b"\xff", b"$a$", b"&lt;", b"<a>",
    b"]]>", b"../", b"+/null/", b"prototype;Unit", b"emb2;", b"piece;;;;", b"{", b'"',
    b"<!DOCTYPE a>",
)  # fmt: skip


_renderer = SvgRenderer()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Fuzz the importers.")
    parser.add_argument("kind", choices=tuple(SEEDS))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--steps", type=int, default=0, help="so many files in place of minutes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()))
    chosen = parser.parse_args(arguments)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    end = time.monotonic() + chosen.minutes * 60
    drafts = refused = 0
    slowest = 0.0
    for step, data in enumerate(broken(chosen.kind, random.Random(chosen.seed)), 1):
        began = time.monotonic()
        try:
            drafts += imported(chosen.kind, data)
        except (ImportRefusedError, PictureError, SvgError) as problem:
            refused += 1
            if len(str(problem)) > 2000 or "\n" in str(problem):
                return _found(chosen.keep, chosen.kind, data, f"a long refusal: {problem}")
        except Exception:
            return _found(chosen.keep, chosen.kind, data, traceback.format_exc())
        slowest = max(slowest, time.monotonic() - began)
        if step >= chosen.steps if chosen.steps else time.monotonic() > end:
            break
    told = f"{drafts + refused} files: {drafts} drafts, {refused} refused"
    print(f"{told}; the slowest took {slowest:.1f} s")
    return 0


def imported(kind: str, data: bytes) -> bool:
    """Import one file and look at the draft. Whatever is wrong with it is raised."""
    signal.signal(signal.SIGALRM, _late)
    signal.alarm(SLOWEST)
    try:
        if kind == "svg":
            _renderer.patience = PATIENCE
            return bool(_renderer.draw(read_svg(data).markup(200, 200)))
        if kind == "vassal":
            draft = draft_of(data, "module.vmod", "draft")
        else:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / ("map.tmj" if data[:1] == b"{" else "map.tmx")
                path.write_bytes(data)
                draft = draft_of_map(path, "draft")
    finally:
        signal.alarm(0)
    look_at(draft)
    return True


def look_at(draft: Draft) -> None:
    """Its files are YAML with plain names, and its list fits the published schema."""
    for name, data in draft.files.items():
        if not name.isascii() or ".." in name or name.startswith("/") or "\\" in name:
            raise ValueError(f"a file is called {name!r}")
        if name.endswith(".yaml") and len(data) < 200_000:
            yaml.safe_load(data)
    look_at_map(draft.files["map.yaml"])
    said = json.loads(json.dumps(draft.listing.plain() | {"written": {}}))
    if found := misfits("import", said):
        raise ValueError(f"the list does not fit: {found[0].where} {found[0].sentence}")
    draft.listing.text()


def look_at_map(data: bytes) -> None:
    """It can be drawn, and nothing is wrong with it."""
    findings = Findings()
    file = read_bytes(Path("map.yaml"), data, findings)
    tree = None if file is None else parse(file, findings)
    section = tree.get("map") if isinstance(tree, MappingNode) else None
    if (
        not isinstance(section, MappingNode)
        or build_map(section, findings) is None
        or len(findings)
    ):
        raise ValueError(f"the map cannot be drawn: {[str(each) for each in findings]}")


def broken(kind: str, luck: random.Random) -> Iterator[bytes]:
    """Files without end, each broken in a few places."""
    seeds = SEEDS[kind]()
    while True:
        data = luck.choice(seeds)
        if kind == "vassal" and luck.random() < 0.85:
            yield _inside(data, luck)
        else:
            yield edited(data, luck)


def edited(data: bytes, luck: random.Random) -> bytes:
    """A text or a zip with a few changes."""
    changed = bytearray(data)
    for _ in range(luck.choice((1, 1, 2, 4, 12))):
        luck.choice(_EDITS)(changed, luck)
    return bytes(changed)


def _inside(data: bytes, luck: random.Random) -> bytes:
    """A zip of which one entry is changed, or the save within it."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    texts = [name for name in files if not name.endswith((".png", ".gif"))]
    name = luck.choice(texts)
    if name.endswith(".vsav"):
        files[name] = _inside(files[name], luck) if luck.random() < 0.8 else edited(data, luck)
    elif luck.random() < 0.03:
        del files[name]
    else:
        files[name] = edited(files[name], luck)
    return zipped(files)


def _replace(changed: bytearray, luck: random.Random) -> None:
    if changed:
        changed[luck.randrange(len(changed))] = luck.randrange(256)


def _insert(changed: bytearray, luck: random.Random) -> None:
    at = luck.randint(0, len(changed))
    changed[at:at] = luck.choice(PIECES) * luck.choice((1, 1, 1, 3, 1000))


def _cut(changed: bytearray, luck: random.Random) -> None:
    at = luck.randint(0, len(changed))
    del changed[at : at + luck.choice((1, 3, 20, 200))]


def _twice(changed: bytearray, luck: random.Random) -> None:
    at = luck.randint(0, len(changed))
    part = changed[at : at + luck.choice((5, 50, 500))]
    changed[at:at] = part * luck.choice((1, 2, 50))


def _number(changed: bytearray, luck: random.Random) -> None:
    digits = [at for at, byte in enumerate(changed) if 48 <= byte <= 57]
    if digits:
        at = luck.choice(digits)
        changed[at : at + 1] = luck.choice(NUMBERS)


_EDITS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    _replace, _insert, _cut, _twice, _number, _number,
)  # fmt: skip


def _late(_: int, __: FrameType | None) -> None:
    raise TimeoutError(f"it takes longer than {SLOWEST} seconds")


def _found(folder: Path, kind: str, data: bytes, why: str) -> int:
    endings = {"vassal": "vmod", "tiled": "tmx", "svg": "svg"}
    path = folder / f"fuzzed.{endings[kind]}"
    path.write_bytes(data)
    print(f"{path}:\n{why}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
