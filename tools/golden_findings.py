"""What ``hexwar.check`` finds in broken games, as records."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import hexwar
from tests.definition.mutations import Mutation, mutations

Found = tuple[str, str, str]
"""What was broken, what is found there, and in which words."""


def findings_of(folder: Path, most: int) -> Iterator[Found]:
    """What is found in a sound game and in up to ``most`` ways of breaking it."""
    with TemporaryDirectory() as work:
        # Beside its neighbours: a game may extend one of them.
        games = Path(work) / "games"
        shutil.copytree(folder.parent, games, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        copy = games / folder.name
        yield ("as it is", *_found(copy))
        for broken in _sample([*mutations(copy), *lists_of_another_length(copy)], most):
            path = copy / broken.file
            sound = path.read_bytes()
            path.write_text(broken.text, encoding="utf-8")
            yield (str(broken), *_found(copy))
            path.write_bytes(sound)


def _sample(broken: list[Mutation], most: int) -> list[Mutation]:
    """The same ones whatever else there is: by the hash of what they are called."""
    return sorted(broken, key=lambda mutation: sha256(str(mutation).encode()).digest())[:most]


def _found(folder: Path) -> tuple[str, str]:
    found = hexwar.check(folder)
    places = [(f.code, Path(f.file).name, f.line, f.column, f.severity) for f in found]
    words = json.dumps([[f.message, f.help] for f in found])
    return json.dumps(places), words.replace(str(folder.parent), "")


def lists_of_another_length(folder: Path) -> Iterator[Mutation]:
    """Every list that is written in brackets on one line, one item longer and one shorter."""
    for path in sorted(folder.glob("*.yaml")):
        text = path.read_bytes().decode()
        for number, match in enumerate(re.finditer(r"\[([^\[\]{}\n#]+)\]", text)):
            items = match[1].split(",")
            for kind, changed in (("longer", [*items, items[0]]), ("shorter", items[:-1])):
                start, end = match.span(1)
                written = text[:start] + ",".join(changed) + text[end:]
                yield Mutation(kind, path.name, (number,), partial(str, written))
