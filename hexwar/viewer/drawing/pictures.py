"""Pictures of a game decoded, those in lines (SVG) too, and reduced to what is shown.

A game comes from anybody, so a picture is measured by its header before it is decoded, and one in
lines is drawn by a process of its own, which can be stopped: :class:`SvgRenderer` asks, and
:func:`serve` is what the process runs.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from itertools import islice
from pathlib import Path
from threading import Lock, Timer
from typing import IO

import pygame

from hexwar.definition.pictures import PictureError, read_picture, size_of
from hexwar.definition.svg import looks_like_svg, read_svg
from hexwar.fonts.machine import BOLD, REGULAR, fonts_with, is_shipped


def decoded(folder: Path, name: str, side: int = 0) -> pygame.Surface:
    """A picture of a folder or a pack, with 32 bits to the pixel.

    One that is drawn in lines has its longer side drawn ``side`` pixels long, if that is more than
    its own. :class:`PictureError` or OSError where it cannot be shown; a picture beyond the limits
    is never decoded.
    """
    data, kind = read_picture(folder, name), Path(name).name
    size = size_of(data)
    if looks_like_svg(data):
        share = max(1.0, side / max(size))
        size = max(1, round(size[0] * share)), max(1, round(size[1] * share))
        data, kind = renderer.draw(read_svg(data).markup(*size)), "drawn.png"
    try:
        picture = pygame.image.load(BytesIO(data), kind)  # its kind by how the name ends
    except (pygame.error, MemoryError) as problem:
        raise PictureError(f"cannot be decoded ({problem})") from None
    # The size was read from the header alone, by which it was decided that decoding is safe.
    if picture.get_size() != size:
        raise PictureError("is not as large as it says")
    # smoothscale, by which it is reduced, takes no pictures with a palette.
    if picture.get_bitsize() == 32:
        return picture
    whole = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    whole.blit(picture, (0, 0))
    return whole


def fitted(picture: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """A picture as large as goes into so many pixels, its sides in proportion."""
    share = min(width / picture.get_width(), height / picture.get_height())
    size = (
        max(1, round(picture.get_width() * share)),
        max(1, round(picture.get_height() * share)),
    )
    return pygame.transform.smoothscale(picture, size)


_STRIP = 256  # rows of the smaller picture that are made at a time


def reduced(data: bytes, width: int, height: int) -> bytes:
    """A picture of so many pixels made of a larger one, as JPEG. :class:`PictureError` if that
    cannot be done.

    The caller has made sure that the larger one can be decoded in the memory that there is: four
    bytes for each pixel of it, at most.
    """
    try:
        large = pygame.image.load(BytesIO(data))
        small = pygame.Surface((width, height), 0, 24)
        wide, high = large.get_size()
        # In strips, as smoothscale takes no palettes and would need a full-colour copy of the
        # whole.
        for top in range(0, height, _STRIP):
            bottom = min(top + _STRIP, height)
            begin = top * high // height
            end = max(bottom * high // height, begin + 1)
            strip = pygame.Surface((wide, end - begin), 0, 24)
            strip.fill("white")  # what can be seen through
            strip.blit(large, (0, 0), (0, begin, wide, end - begin))
            small.blit(pygame.transform.smoothscale(strip, (width, bottom - top)), (0, top))
        written = BytesIO()
        pygame.image.save(small, written, "picture.jpg")
    except (pygame.error, MemoryError, ValueError) as problem:
        raise PictureError(f"cannot be decoded ({problem})") from None
    return written.getvalue()


# SVG drawn by resvg, in a process of its own.
#
# What may be drawn is chosen before (``hexwar.definition.svg``). How long that takes cannot be
# known beforehand, and a library at work cannot be stopped; a process can.


_PATIENCE = 10.0  # seconds for one picture
_MOST_MEMORY = 2 * 1024**3  # bytes, where the system knows such a limit
_MOST_LACKING = 500  # signs of a picture for which a font is looked for
_HEAD = 8  # bytes that say how long a text or a picture is
_BEGIN = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from hexwar.viewer.drawing.pictures import serve; serve()"
)
NOT_THERE = "is drawn in lines (SVG), which needs resvg: pip install 'hexwar[svg]'"


class SvgRenderer:
    """Draws one SVG after the other; its process begins with the first and ends with this one.

    A drawing may take so many seconds; whenever one takes longer, the limit for later ones is
    halved, so that a game of such drawings does not stop its window.
    """

    def __init__(self, patience: float = _PATIENCE) -> None:
        self.patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = Lock()

    def draw(self, markup: str) -> bytes:
        """A drawing as a PNG. :class:`PictureError` if it cannot be drawn, or not in time."""
        if find_spec("resvg_py") is None or not sys.executable:
            raise PictureError(NOT_THERE)
        with self._turn:
            try:
                answer = self._exchange(markup.encode())
            except OSError as problem:
                self._end()
                raise PictureError(f"cannot be drawn ({problem})") from None
        if not answer:
            raise PictureError("cannot be drawn, or not within a bearable time")
        return answer

    def _exchange(self, markup: bytes) -> bytes:
        """What the process answers, which is begun if need be; nothing if it took too long."""
        if self._process is None or self._process.poll() is not None:
            quiet: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows alone has it
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(  # noqa: S603 - this very program
                [sys.executable, "-c", _BEGIN, *sys.path],
                stdin=pipe,
                stdout=pipe,
                stderr=subprocess.DEVNULL,
                creationflags=quiet,
            )
        process = self._process
        watch = Timer(self.patience, process.kill)
        watch.start()
        try:
            _send(process.stdin, markup)
            return _receive(process.stdout)
        except (EOFError, BrokenPipeError):  # ended while it drew, or before it had read all
            self._end()
            self.patience /= 2
            return b""
        finally:
            watch.cancel()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was still to be sent cannot be
                        pipe.close()


renderer = SvgRenderer()
"""Draws what any window or page shows."""


def _send(pipe: IO[bytes] | None, data: bytes) -> None:
    if pipe is None:
        raise EOFError
    pipe.write(len(data).to_bytes(_HEAD, "big") + data)
    pipe.flush()


def _receive(pipe: IO[bytes] | None) -> bytes:
    if pipe is None or len(head := pipe.read(_HEAD)) < _HEAD:
        raise EOFError
    length = int.from_bytes(head, "big")
    if len(data := pipe.read(length)) < length:
        raise EOFError
    return data


# -- in the process --------------------------------------------------------------------------------


def serve() -> None:
    """Draw what is asked for until the asking ends; the answer to what cannot be drawn is empty."""
    import resvg_py

    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # Windows has no such module, others may refuse the limit
    shipped = [str(files("hexwar.fonts").joinpath(name)) for name in (REGULAR, BOLD)]
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            markup = _receive(questions).decode()
        except EOFError:
            return
        try:
            png = resvg_py.svg_to_bytes(
                svg_string=markup,
                skip_system_fonts=True,
                font_files=[*shipped, *_fonts_besides(markup)] if "<text" in markup else [],
                font_family="Fira Sans",
                serif_family="Fira Sans",
                sans_serif_family="Fira Sans",
                dpi=96,
            )
        except ValueError:
            png = b""
        _send(answers, png)


def _fonts_besides(markup: str) -> list[str]:
    """Fonts of the machine for signs that the shipped one lacks."""
    lacking = dict.fromkeys(sign for sign in markup if not is_shipped(sign))
    fallbacks = (next(fonts_with(sign), None) for sign in islice(lacking, _MOST_LACKING))
    return [str(font) for font in dict.fromkeys(fallbacks) if font is not None]
