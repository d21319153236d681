"""A folder with hexwar and all it needs, for people without Python, on the system that builds it.

``python -m tools.bundle.build FOLDER`` installs a wheel and PyInstaller into an environment of
their own, makes FOLDER/hexwar and takes first steps with it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.first_steps import failures
from tools.release import BUILDER, EXTRAS, ROOT, build, environment_with, program

HERE = Path(__file__).resolve().parent
PACKER = "pyinstaller>=6.15"
ICONS = {"win32": "hexwar.ico", "darwin": "hexwar.icns"}


def bundle(into: Path, work: Path) -> Path:
    """Make the folder; the program in it."""
    builder = environment_with(work / "builder", BUILDER)
    build(ROOT, builder, work / "wheel", "wheel")
    (wheel,) = (work / "wheel").glob("*.whl")
    packer = environment_with(work / "packer", f"{wheel}[{EXTRAS}]", PACKER)
    python = str(program(packer, "python"))
    subprocess.run([python, str(ROOT / "tools" / "icon.py"), str(work)], cwd=work, check=True)
    icon = str(work / ICONS.get(sys.platform, "hexwar.png"))
    places = ["--distpath", str(into), "--workpath", str(work / "made"), "--noconfirm"]
    subprocess.run(
        [python, "-m", "PyInstaller", "--log-level", "WARN", *places, str(HERE / "hexwar.spec")],
        cwd=work,
        env=os.environ | {"HEXWAR_ICON": icon},
        check=True,
    )
    return into / "hexwar" / ("hexwar.exe" if sys.platform == "win32" else "hexwar")


def size(folder: Path) -> int:
    """Bytes of all files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if not path.is_symlink())


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Make the folder for people without Python.")
    parser.add_argument("folder", type=Path, help="where the folder hexwar is made")
    into: Path = parser.parse_args(arguments).folder.absolute()
    if (into / "hexwar").exists():
        parser.error(f"{into / 'hexwar'} is there already")
    with tempfile.TemporaryDirectory() as work:
        made = bundle(into, Path(work))
    print(f"{made.parent}: {size(made.parent) / 1e6:.0f} MB")
    return 1 if list(failures([str(made)])) else 0


if __name__ == "__main__":
    sys.exit(main())
