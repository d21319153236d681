"""Keyboards as data, and what SDL 2 sends when their keys are pressed.

Each row has the signs of a row of keys from left to right, without and with Shift; a blank is a key
that types nothing (a dead key, or none). The keys are those of a U.S. keyboard, by scancode.
"""

# ruff: noqa: RUF001 - these are the letters of other alphabets, and meant

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pygame

ROWS = (
    (53, *range(30, 40), 45, 46),
    (20, 26, 8, 21, 23, 28, 24, 12, 18, 19, 47, 48),
    (4, 22, 7, 9, 10, 11, 13, 14, 15, 51, 52, 49),
    (29, 27, 6, 25, 5, 17, 16, 54, 55, 56),
)


@dataclass(frozen=True)
class Layout:
    """A layout. ``windows``: what Windows sends (no text beside Ctrl or Alt, AltGr is both), else
    what an X server sends: SDL says the digit for a key that has one behind Shift, and codes of the
    ``first`` layout of several that the player changes between.
    """

    name: str
    plain: Mapping[int, str]
    shifted: Mapping[int, str]
    third: Mapping[int, str] = field(default_factory=dict)
    windows: bool = True
    first: Layout | None = None

    @property
    def codes(self) -> dict[int, int]:
        """The code of each key, by place."""
        if self.first is not None:
            return self.first.codes
        codes = {}
        for place, sign in self.plain.items():
            digit = self.shifted.get(place, "")
            behind = not self.windows and digit.isdigit() and not sign.isdigit()
            codes[place] = ord(digit if behind else sign)
        return codes

    def place(self, code: int) -> int:
        """Where a sign is, as SDL says it."""
        return next((place for place, known in self.codes.items() if known == code), 0)

    def press(self, place: int, held: str = "") -> list[pygame.event.Event]:
        """The events of a key that goes down and up while keys of ``held`` are down: ``ctrl``,
        ``alt``, ``shift``, ``altgr``, ``cmd``, ``caps``.
        """
        level = self.shifted if "shift" in held else self.third if "altgr" in held else self.plain
        text = level.get(place, "")
        if "caps" in held and text.isalpha():
            text = text.upper()
        if "ctrl" in held or "cmd" in held:
            text = "" if self.windows or (text.isascii() and text.isalnum()) else text
        elif held.startswith("alt") and "altgr" not in held and self.windows:
            text = ""
        return sent(self.codes.get(place, 0x40000000), place, text, modifiers(held, self.windows))

    def where(self, sign: str) -> tuple[int, str] | None:
        """The key that types a sign, and whether with Shift; None for none."""
        for held, level in (("", self.plain), ("shift", self.shifted)):
            for place, there in level.items():
                if sign in (there, there.lower()) and sign:
                    return place, held
        return None


def modifiers(held: str, windows: bool) -> int:
    """SDL's bits for keys that are held."""
    mods = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}
    mods |= {"cmd": pygame.KMOD_LMETA, "caps": pygame.KMOD_CAPS, "": 0}
    mods["altgr"] = pygame.KMOD_RALT | (pygame.KMOD_LCTRL if windows else 0)
    total = 0
    for each in held.split("+"):
        total |= mods[each]
    return total


def sent(code: int, place: int, text: str, mod: int) -> list[pygame.event.Event]:
    """What SDL sends for a key: it goes down, types something if it does, and goes up."""
    known: dict[str, Any] = {"key": code, "scancode": place, "mod": mod, "unicode": text}
    events = [pygame.event.Event(pygame.KEYDOWN, **known)]
    if text and text.isprintable():
        events.append(pygame.event.Event(pygame.TEXTINPUT, text=text))
    return [*events, pygame.event.Event(pygame.KEYUP, **known)]


def _layouts(name: str, plain: str, shifted: str, third: str = "") -> Iterator[Layout]:
    levels = []
    for level in (plain, shifted):
        rows = level.split("\n")
        assert [len(row) for row in rows] == [len(row) for row in ROWS], (name, rows)
        pairs = (
            (p, s) for row, signs in zip(ROWS, rows, strict=True) for p, s in _pairs(row, signs)
        )
        levels.append({place: sign for place, sign in pairs if sign != " "})
    by_sign = dict(zip(third[::2], third[1::2], strict=True))
    behind = {place: by_sign[sign] for place, sign in levels[0].items() if sign in by_sign}
    for windows in (True, False):
        system = "Windows" if windows else "X"
        yield Layout(f"{name}, {system}", levels[0], levels[1], behind, windows)


def _pairs(row: tuple[int, ...], signs: str) -> Iterator[tuple[int, str]]:
    return zip(row, signs, strict=True)


_DATA = (
    (
        "U.S.",
        "`1234567890-=\nqwertyuiop[]\nasdfghjkl;'\\\nzxcvbnm,./",
        '~!@#$%^&*()_+\nQWERTYUIOP{}\nASDFGHJKL:"|\nZXCVBNM<>?',
    ),
    (
        "German",
        " 1234567890ß \nqwertzuiopü+\nasdfghjklöä#\nyxcvbnm,.-",
        "°!\"§$%&/()=? \nQWERTZUIOPÜ*\nASDFGHJKLÖÄ'\nYXCVBNM;:_",
        "q@e€7{8[9]0}ß\\+~m\N{MICRO SIGN}",
    ),
    (
        "French",
        "²&é\"'(-è_çà)=\nazertyuiop $\nqsdfghjklmù*\nwxcvbn,;:!",
        " 1234567890°+\nAZERTYUIOP £\nQSDFGHJKLM%\N{MICRO SIGN}\nWXCVBN?./§",
        "é~\"#'{([-|è`_\\à@)]=}e€",
    ),
    (
        "Czech",
        ";+ěščřžýáíé= \nqwertzuiopú)\nasdfghjklů§ \nyxcvbnm,.-",
        "°1234567890% \nQWERTZUIOP/(\nASDFGHJKL\"!'\nYXCVBNM?:_",
        "e€v@",
    ),
    (
        "Swedish",
        "§1234567890+ \nqwertyuiopå \nasdfghjklöä'\nzxcvbnm,.-",
        '½!"#¤%&/()=? \nQWERTYUIOPÅ^\nASDFGHJKLÖÄ*\nZXCVBNM;:_',
        "2@e€7{8[9]0}+\\",
    ),
    (
        "Russian",
        "ё1234567890-=\nйцукенгшщзхъ\nфывапролджэ\\\nячсмитьбю.",
        'Ё!"№;%:?*()_+\nЙЦУКЕНГШЩЗХЪ\nФЫВАПРОЛДЖЭ/\nЯЧСМИТЬБЮ,',
    ),
    (
        "Greek",
        "`1234567890-=\n;ςερτυθιοπ[]\nασδφγηξκλ '\\\nζχψωβνμ,./",
        '~!@#$%^&*()_+\n: ΕΡΤΥΘΙΟΠ{}\nΑΣΔΦΓΗΞΚΛ "|\nΖΧΨΩΒΝΜ<>?',
        "ε€",
    ),
    (
        "Hebrew",
        ";1234567890-=\n/'קראטוןםפ][\nשדגכעיחלךף,\\\nזסבהנמצתץ.",
        '~!@#$%^&*)(_+\nQWERTYUIOP}{\nASDFGHJKL:"|\nZXCVBNM><?',
    ),
    (
        "Arabic",
        "ذ1234567890-=\nضصثقفغعهخحجد\nشسيبلاتنمكط\\\nئءؤرﻻىةوزظ",
        ' !@#$%^&*)(_+\n     إ ÷×؛<>\n  ][ أـ،/:"|\n~ }{ آ ,.؟',
    ),
    (
        "Japanese",
        " 1234567890-^\nqwertyuiop@[\nasdfghjkl;:]\nzxcvbnm,./",
        " !\"#$%&'() =~\nQWERTYUIOP`{\nASDFGHJKL+*}\nZXCVBNM<>?",
    ),
    (
        "Dvorak",
        "`1234567890[]\n',.pyfgcrl/=\naoeuidhtns-\\\n;qjkxbmwvz",
        '~!@#$%^&*(){}\n"<>PYFGCRL?+\nAOEUIDHTNS_|\n:QJKXBMWVZ',
    ),
    (
        "Turkish",
        '"1234567890*-\nqwertyuıopğü\nasdfghjklşi,\nzxcvbnmöç.',
        "é!'^+%&/()=?_\nQWERTYUIOPĞÜ\nASDFGHJKLŞİ;\nZXCVBNMÖÇ:",
        "q@e€2£3#7{8[9]0}",
    ),
)
LAYOUTS = {layout.name: layout for data in _DATA for layout in _layouts(*data)}
SECOND = {
    f"{name} beside U.S.": replace(LAYOUTS[f"{name}, X"], first=LAYOUTS["U.S., X"])
    for name in ("German", "Russian", "Greek", "Hebrew", "Arabic", "Dvorak")
}
"""The second layout of an X server."""
