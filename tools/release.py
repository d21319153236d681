"""Wheel and sdist, built and tried where nothing else of hexwar is.

``python -m tools.release FOLDER`` leaves both in FOLDER. Run it with each Python that is promised:
it makes its own environments with the Python that runs it, and needs nothing but ``venv`` and pip.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

from tools.first_steps import failures

ROOT = Path(__file__).resolve().parent.parent
BUILDER = "hatchling>=1.25"  # as [build-system] of pyproject.toml asks for
EXTRAS = "print,svg,lsp"


def program(environment: Path, name: str) -> Path:
    """A program of a virtual environment, on this system."""
    windows = sys.platform == "win32"
    return environment / ("Scripts" if windows else "bin") / (f"{name}.exe" if windows else name)


def environment_with(folder: Path, *packages: str) -> Path:
    """A new virtual environment of this Python, in which pip has installed packages."""
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")  # as `python -m venv` does
    pip = [str(program(folder, "python")), "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", *packages], check=True)
    return folder


def build(source: Path, builder: Path, into: Path, *kinds: str) -> None:
    """Have hatchling build from a folder, as any other builder would."""
    wanted = [word for kind in kinds for word in ("-t", kind)]
    python = str(program(builder, "python"))
    command = [python, "-m", "hatchling", "build", "-d", str(into), *wanted]
    subprocess.run(command, cwd=source, check=True, stdout=subprocess.DEVNULL)


def difference(wheel: Path, other: Path) -> list[str]:
    """The names of what two wheels do not have alike."""
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(other) as second:
        sums = [
            {entry.filename: entry.CRC for entry in file.infolist()} for file in (first, second)
        ]
    return sorted(name for name, _ in sums[0].items() ^ sums[1].items())


def release(folder: Path, work: Path, extras: str) -> list[str]:
    """Build into a folder and try what was built; what is wrong with it, in sentences."""
    builder = environment_with(work / "builder", BUILDER)
    build(ROOT, builder, folder, "sdist", "wheel")
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
    print(f"{sdist.name}: {sdist.stat().st_size:,} bytes")
    with tarfile.open(sdist) as archive:
        archive.extractall(work / "unpacked", filter="data")
    (unpacked,) = (work / "unpacked").iterdir()
    build(unpacked, builder, work / "again", "wheel")
    (again,) = (work / "again").glob("*.whl")
    wrong = [f"the wheel of the sdist has another {name}" for name in difference(wheel, again)]
    wanted = f"{wheel}[{extras}]" if extras else str(wheel)
    installed = environment_with(work / "installed", wanted)
    print(f"with Python {sys.version.split()[0]}, installed with [{extras}]:")
    return wrong + [f"it fails: {step}" for step in failures([str(program(installed, "hexwar"))])]


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Build wheel and sdist, and try them.")
    parser.add_argument("folder", type=Path, help="where they go; it has none yet")
    parser.add_argument(
        "--extras", default=EXTRAS, help=f"what is installed besides (default: {EXTRAS})"
    )
    chosen = parser.parse_args(arguments)
    folder: Path = chosen.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    if older := [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]:
        parser.error(f"{older[0]} is there already")
    with tempfile.TemporaryDirectory() as work:
        wrong = release(folder, Path(work), chosen.extras)
    print("\n".join(wrong) or "all of it runs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
