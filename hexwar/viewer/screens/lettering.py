"""A first look at a display of many pixels: shall everything be drawn larger?

How dense a display is cannot be asked: neither pygame nor pygame-ce tells it, and what desktops
report is not to be relied on. The size of the desktop can. Where the system enlarges windows by
itself that size is given as enlarged, and nothing is proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hexwar.viewer.drawing.theme import SCALE_STEPS
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.question import Answer, QuestionScreen

_USUAL = (1920, 1080)  # pixels of a desktop on which 100 % is right
_WORTH_ASKING = 1.5


def proposed_scales(desktop: tuple[int, int]) -> Sequence[float]:
    """Scales that fit a desktop of so many pixels, the best first; none where 100 % does.

    >>> proposed_scales((3840, 2160)), proposed_scales((2560, 1440))
    ((2.0, 1.5), ())
    """
    ratio = min(desktop[0] / _USUAL[0], desktop[1] / _USUAL[1])
    fitting = [scale for scale in SCALE_STEPS if scale <= ratio]
    if ratio < _WORTH_ASKING:
        return ()
    return tuple(dict.fromkeys((fitting[-1], _WORTH_ASKING)))


def propose_scale(
    host: Host, desktop: tuple[int, int], take: Callable[[float], None]
) -> QuestionScreen | None:
    """The question, which is asked once and only of who has not chosen a scale; else None."""
    settings, scales = host.settings, proposed_scales(desktop)
    if not scales or settings.scale_asked or settings.scale != 1.0:
        return None
    settings.scale_asked = True
    settings.save()
    answers = [
        Answer(f"{round(scale * 100)} %", partial(take, scale), str(digit), "plain")
        for digit, scale in enumerate(scales[1:], 2)
    ]
    best = Answer(f"{round(scales[0] * 100)} %", partial(take, scales[0]), "1", "primary")
    stays = Answer("As it is", lambda: None, "n")
    smaller, larger = host.keys.shown("scale_down"), host.keys.shown("scale_up")
    text = (
        f"This display has {desktop[0]} x {desktop[1]} pixels. {larger} and {smaller} change the "
        f"size at any time, {host.keys.shown('scale_reset')} goes back to 100 %."
    )
    return QuestionScreen(host, "Draw everything larger?", text, [stays, *answers, best])
