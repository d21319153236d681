"""Which keys a keyboard has, and what a key that is pressed may be written as.

A key is known by its *sign* (what its layout has on it) and by its *place* (its scancode, and so
what a U.S. keyboard has there). SDL tells where a sign is, except for those that take Shift or
AltGr: these are learned as they are typed. Commands go by the sign; but by the place where the
layout has no Latin letters, and for digits where it needs Shift for them.

A chord is written ``ctrl+shift+z``: modifiers in the order ctrl, alt, shift, then pygame's name of
the key or its sign. A printed character such as ``?`` may stand for whatever chord types it.

:class:`Keyboard` first learns what is on its keys, then turns a key event into a :class:`Press`
and that into chords, and last a chord into the press that makes it. Below: questions about key
events, the spelling of chords, and what can be told of a single sign.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import pygame

Chord = str

PLACES = {
    **dict(zip(range(4, 30), "abcdefghijklmnopqrstuvwxyz", strict=True)),
    **dict(zip(range(30, 40), "1234567890", strict=True)),
    **dict(zip(range(45, 50), "-=[]\\", strict=True)),
    **dict(zip(range(51, 57), ";'`,./", strict=True)),
}
"""What a U.S. keyboard has at each scancode that layouts put something else on."""

_PLACE_OF = {sign: place for place, sign in PLACES.items()}

_LETTERS = {place for place, sign in PLACES.items() if sign.isalpha()}

_SCRIPTS = (
    range(0x21, 0x250),  # Latin
    range(0x370, 0x530),  # Greek, Cyrillic
    range(0x530, 0x700),  # Armenian, Hebrew, Arabic
    range(0xFE70, 0xFF00),  # forms of Arabic letters
    range(0x900, 0x1200),  # the scripts of India and South-East Asia, Georgian, Hangul
    range(0x1E00, 0x2000),  # Latin and Greek letters with more accents
)
"""The signs that keyboards may have without Shift, those of the most keyboards first."""

_WITHOUT_LATIN = frozenset({("q", "/"), ("w", "'"), ("q", ";"), ("q", ",")})
"""Signs that Hebrew, Greek and Bulgarian keyboards have at the places of letters: by one of them a
layout of which nothing else is known yet is taken for one without Latin letters.
"""

_LATIN = frozenset({"", "LATIN", "FEMININE", "MASCULINE", "MICRO", "MODIFIER"})
"""First words of Unicode's names for the letters that keyboards for the Latin alphabet have."""

_ELSEWHERE = {"؟": "?", "،": ",", "؛": ";", "\N{MINUS SIGN}": "-"}
"""Signs that mean the same as one of ASCII."""

_JOINT = re.compile(r"(?<=[^ +])\+(?=.)")
"""The plus between a modifier and what follows; not the one that is a key itself."""

_SAME_KEY = {
    "return": "enter",
    "keypad enter": "enter",
    "esc": "escape",
    "del": "delete",
    "pageup": "page up",
    "pagedown": "page down",
}
_SAME_MODIFIER = {"control": "ctrl", "meta": "ctrl", "cmd": "ctrl", "gui": "ctrl", "option": "alt"}
_MODIFIERS = frozenset({"ctrl", "alt", "shift", "meta", "super", "gui", "mode", "lock", "AltGr"})
_OTHER_THAN_SHIFT = (
    pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT | pygame.KMOD_MODE | pygame.KMOD_CAPS
)
_SHOWN = {"enter": "Enter", "tab": "Tab", "escape": "Esc", "space": "Space", "home": "Home"}
_SHOWN |= {"end": "End", "page up": "Page Up", "page down": "Page Down"}
_SHOWN |= {"up": "Up", "down": "Down", "left": "Left", "right": "Right"}
_SHOWN |= {"ctrl": "Ctrl", "shift": "Shift", "alt": "Alt"}
_ON_APPLE = {"ctrl": "Cmd", "alt": "Option"}


@dataclass(frozen=True, slots=True)
class Press:
    """A key that goes down, with the modifiers that are held."""

    sign: str  # what its layout has on it, as a small letter; empty for a key such as Enter
    place: int = 0  # its scancode, 0 if that is not known
    typed: str = ""  # the sign that it types with these modifiers, empty for none
    name: str = ""  # of a key without a sign
    control: bool = False
    alt: bool = False
    shift: bool = False
    third: bool = False  # AltGr is held: what is typed counts, and nothing else


class Keyboard:
    """The keyboard of the player, as far as it is known.

    ``place_of_code`` is SDL's answer: the scancode of a key by the code of its sign, 0 for a sign
    that is on no key; without it, all is learned from what is typed. ``apple``: that of a Mac.
    """

    def __init__(
        self, place_of_code: Callable[[int], int] | None = None, apple: bool = False
    ) -> None:
        self._place_of_code = place_of_code
        self._apple = apple
        self._sdl_table: dict[int, str] | None = None  # sign by place, asked when it is needed
        self._table_is_wrong = False  # key events say something else than it does
        self._seen: dict[int, str] = {}  # sign by place, as key events have shown it
        self._places: dict[str, int] | None = None  # place by sign, of both, made when needed
        self._typed: dict[tuple[int, bool], str] = {}  # what is typed, by place and Shift

    @classmethod
    def connected(cls) -> Keyboard:
        """The keyboard of this machine. What is on it is asked as long as a window is open."""
        # pygame offers SDL_GetScancodeFromKey only as the way its tuple of pressed keys is read.
        every = pygame.key.ScancodeWrapper(range(512))  # type: ignore[arg-type]
        return cls(lambda code: int(every[code]), sys.platform == "darwin")

    # -- what is on its keys -------------------------------------------------------------------

    def heed(self, event: pygame.event.Event) -> bool:
        """Learn from an event; whether keys may have other names than before."""
        if event.type == pygame.KEYMAPCHANGED:
            self._forget()
            return True
        return event.type == pygame.KEYDOWN and self._learn(event)

    def _forget(self) -> None:
        self._sdl_table, self._places, self._table_is_wrong = None, None, False
        self._seen.clear()
        self._typed.clear()

    def _learn(self, event: pygame.event.Event) -> bool:
        """Note what a key types, and forget what does not go with it: a layout may be changed
        without an event.
        """
        press = self.press(event)
        place, sign, level = press.place, press.sign, (press.place, press.shift)
        if place not in PLACES or not press.typed or event.mod & _OTHER_THAN_SHIFT:
            return False
        if self._typed.get(level, press.typed) != press.typed:
            self._typed.clear()  # those of another layout
        self._typed[level] = press.typed
        if press.shift or not sign:
            return False
        # A key has another sign than before, or keys have letters of two alphabets.
        is_different = self._seen.get(place, sign) != sign
        alphabets = {_foreign(known) for known in (sign, *self._seen.values()) if _is_letter(known)}
        if is_different or len(alphabets) > 1:
            self._forget()
        # SDL is asked once more, as its table may be that of the layout before; if it is still at
        # odds with the event it is wrong, and only what is typed counts.
        table = self._table()
        if table.get(place, sign) != sign:
            self._sdl_table = self._places = None
            self._table_is_wrong = self._table().get(place, sign) != sign
        is_new = is_different or (place not in self._seen and table.get(place) != sign)
        if is_new:
            self._places = None
        self._seen[place] = sign
        return is_new

    def _table(self) -> dict[int, str]:
        """The signs that SDL has at each place; none where it is not asked, or is wrong."""
        if self._table_is_wrong or self._place_of_code is None:
            return {}
        if self._sdl_table is None:
            self._sdl_table = {}
            for script in _SCRIPTS:
                # Backwards, so that of two signs at one place the first remains.
                at = {self._place_of_code(code): chr(code) for code in reversed(script)}
                signs = {place: _simple(sign) for place, sign in at.items() if place in PLACES}
                self._sdl_table = {**signs, **self._sdl_table}
                # Other places may have dead keys, which have no sign in any script.
                if self._sdl_table.keys() >= _LETTERS:
                    break
        return self._sdl_table

    def _sign_at(self, place: int) -> str:
        """The sign at a place, empty where it is not known."""
        return self._seen.get(place) or self._table().get(place, "")

    def _place_of(self, sign: str) -> int:
        """Where a sign is that takes no Shift, 0 where that is not known."""
        if self._places is None:
            sign_at = {**self._table(), **self._seen}
            self._places = {known: place for place, known in reversed(sign_at.items())}
        return self._places.get(sign, 0)

    def _lacks(self, letter: str, sign: str = "") -> bool:
        """Whether no key has a Latin letter; ``sign`` is what is at its place, if that is known."""
        table = self._table()
        if table and (not sign or table.get(_PLACE_OF[letter], sign) == sign):
            return letter not in table.values()
        # Without a table, or with one that is at odds with the sign: by what has been typed.
        if letter in self._seen.values():
            return False
        is_foreign = any(map(_foreign, (sign, *self._seen.values())))
        return is_foreign or (letter, sign) in _WITHOUT_LATIN

    # -- what a key may be written as ------------------------------------------------------------

    def press(self, event: pygame.event.Event) -> Press:
        """A key event as a press."""
        mods, place = getattr(event, "mod", 0), getattr(event, "scancode", 0)
        sign, shift = _sign(event.key), bool(mods & pygame.KMOD_SHIFT)
        control = bool(mods & (pygame.KMOD_CTRL | pygame.KMOD_META))
        alt = bool(mods & pygame.KMOD_ALT)
        typed = _simple(getattr(event, "unicode", ""))
        # AltGr comes as the right Alt, as Mode or, on Windows, as Ctrl and Alt. It counts as such
        # only where it changes what is typed: on a U.S. keyboard it is an Alt like the left one.
        third = bool(mods & (pygame.KMOD_RALT | pygame.KMOD_MODE)) or (control and alt)
        third = third and bool(typed) and typed != sign and not self._apple
        if not typed and (control or alt):  # no text comes then: what the key typed before
            typed = self._typed.get((place, shift), "")
        if not typed and shift and sign in ("=", "-"):  # as on most keyboards, for zooming
            typed = {"=": "+", "-": "_"}[sign]
        if not mods & _OTHER_THAN_SHIFT and _contradicts(typed, sign, shift):
            sign = typed
        name = "" if sign else _name(event.key)
        # With Num Lock the keypad types its digits, whether the event has the text or not.
        if not typed and name.startswith("keypad ") and mods & pygame.KMOD_NUM and not shift:
            typed = name.removeprefix("keypad ")
        return Press(sign, place, typed, name, control, alt, shift, third)

    def chords(self, press: Press) -> tuple[Chord, ...]:
        """What a press may be written as, the most exact first.

        ``Shift`` and ``/`` is ``shift+/`` and, on a keyboard that types it so, also ``?``.
        """
        if press.third:
            return (press.typed,)
        prefix = ("ctrl+" if press.control else "") + ("alt+" if press.alt else "")
        base, typed, shift = press.sign or press.name, press.typed, press.shift
        chords = [f"{prefix}shift+{base}"] if shift and base else []
        if press.name and not shift:
            chords.append(prefix + base)
        # A letter with Shift is the same letter to a command that knows no Shift; but Ctrl and
        # Shift with a letter are another chord than Ctrl with it.
        if shift and typed.isalpha():
            chords.append(f"{prefix}shift+{typed}")
        if typed and not (shift and prefix and typed.isalpha()):
            chords.append(prefix + typed)
        if press.sign and (not shift or (base.isalpha() and not prefix)):
            chords.append(prefix + base)
        us_sign = self._meant_by_place(press)
        if us_sign and shift and us_sign.isalpha():
            chords.append(f"{prefix}shift+{us_sign}")
        if us_sign and not (shift and prefix and us_sign.isalpha()):
            chords.append(prefix + us_sign)
        return tuple(dict.fromkeys(chords))

    def _meant_by_place(self, press: Press) -> str:
        """What a U.S. keyboard has there, if that counts on this one; else empty."""
        us_sign, sign = PLACES.get(press.place, ""), press.sign
        if not sign or us_sign in (sign, "") or _is_basic(sign):
            return ""
        if us_sign.isalpha():
            return us_sign if self._lacks(us_sign, sign) else ""
        # Which sign a key types cannot be seen while Ctrl is held.
        return us_sign if us_sign.isdigit() or press.control else ""

    def chord_pressed(self, event: pygame.event.Event) -> Chord:
        """The one chord to keep in the settings for a key that goes down. Empty for a key that only
        changes others, such as Ctrl.
        """
        if pygame.key.name(event.key).split(" ")[-1] in _MODIFIERS:
            return ""
        press = self.press(event)
        chords = self.chords(press)
        us_sign = self._meant_by_place(press)
        # By its place it is the same key when the player changes to a layout with Latin letters.
        if us_sign.isalpha():
            return next(chord for chord in chords if chord.endswith(us_sign))
        # ``?`` rather than ``shift+/``, which types something else on another layout.
        is_shifted = press.shift and press.typed and not press.typed.isalpha()
        return next(iter(chords[1:] if is_shifted and press.sign else chords), "")

    # -- what a chord is called on it ------------------------------------------------------------

    def press_for(self, chord: Chord) -> Press | None:
        """How a chord is pressed on this keyboard; None if it cannot be."""
        *modifiers, base = _parts(chord)
        control, alt, shift = (each in modifiers for each in ("ctrl", "alt", "shift"))

        def press(sign: str, place: int = 0, typed: str = "", level: bool = False) -> Press:
            return Press(sign, place, typed, "", control, alt, shift or level)

        if len(base) > 1:  # the name of a key without a sign
            return Press("", 0, "", base, control, alt, shift)
        place, sign_there = self._place_of(base), self._sign_at(_PLACE_OF.get(base, 0))
        if place:
            return press(base, place)
        if base.isalpha():
            if _is_basic(base) and self._lacks(base):
                return press(sign_there or base, _PLACE_OF[base])
            return press(base)  # a letter that some key types, as Czech ones for which SDL says 2
        if not (control or alt):
            return press(base, typed=base)  # some key types it, with Shift or without
        if base.isdigit():
            return press(sign_there or base, _PLACE_OF[base])
        for (typed_at, with_shift), typed in self._typed.items():
            if typed == base:
                return press(self._sign_at(typed_at), typed_at, base, with_shift)
        if base == "-":
            return press(base, typed=base)  # SDL says 6 for it on French keyboards
        if base == "+" and (equals := self._place_of("=")):
            return press("=", equals, "+", True)
        is_on_no_key = self._table() and not sign_there
        return None if is_on_no_key else press(sign_there or base, _PLACE_OF.get(base, 0))

    def written(self, chord: Chord) -> str:
        """A chord as people with this keyboard write it: Ctrl+Я (Z) where Z is nowhere."""
        *modifiers, base = _parts(chord)
        press = self.press_for(chord)
        name = written(base)
        if press is not None and press.sign not in ("", base) and not press.typed:
            name = name if base.isdigit() else f"{_capital(press.sign)} ({name})"
        names = {**_SHOWN, **_ON_APPLE} if self._apple else _SHOWN
        return "+".join([*(names.get(each, each.title()) for each in modifiers), name])


def with_control(mods: int) -> bool:
    """Whether Ctrl is held, or Cmd; not as Windows says AltGr, which is Ctrl and Alt together."""
    return bool(mods & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not mods & pygame.KMOD_ALT


def types_text(event: pygame.event.Event) -> bool:
    """Whether a key that goes down is text where text is wanted, also if none has come yet."""
    typed = getattr(event, "unicode", "")
    prints = typed.isprintable() if typed else bool(_sign(event.key)) or event.key == pygame.K_SPACE
    return prints and not with_control(event.mod)


def canonical(chord: str) -> Chord:
    """A chord from a settings file, spelt as chords are here; other names of keys are understood.

    >>> canonical("Shift+Ctrl+Z"), canonical("cmd+return"), canonical("[+]"), canonical("Ö")
    ('ctrl+shift+z', 'ctrl+enter', 'keypad +', 'ö')
    """
    chord = re.sub(r"\[(.)\]$", r"keypad \1", chord.strip().lower())
    *modifiers, base = _parts(chord)
    parts = {_SAME_MODIFIER.get(each, each) for each in modifiers}
    ordered = [each for each in ("ctrl", "alt", "shift") if each in parts]
    return "+".join([*ordered, _SAME_KEY.get(base, base)])


def written(chord: Chord) -> str:
    """A chord as people write it.

    >>> written("ctrl+shift+z"), written("ctrl++"), written("f1"), written("keypad +")
    ('Ctrl+Shift+Z', 'Ctrl++', 'F1', 'Keypad +')
    """
    return "+".join(_SHOWN.get(part, _capital(part)) for part in _parts(chord))


@lru_cache(maxsize=512)
def _parts(chord: Chord) -> tuple[str, ...]:
    """Modifiers and key of a chord. Each drawing of the board asks dozens of times."""
    return tuple(_JOINT.split(chord))


def _capital(name: str) -> str:
    """A letter in capitals, unless that changes it, as with ß; or the name of a key with one."""
    if len(name) > 1:  # F1, but Delete
        return name.upper() if len(name) < 4 else name.title()
    return name.upper() if name.upper().lower() == name else name


def _sign(code: int) -> str:
    """The sign on a key by its code, as a small letter; empty for Enter, F1, the keypad, Ctrl."""
    return _simple(chr(code)) if 0x21 <= code < 0x40000000 and code <= sys.maxunicode else ""


def _simple(text: str) -> str:
    """A visible sign as commands have it: as a small letter, and of ASCII where it means the same;
    empty for any other text.
    """
    if len(text) != 1 or not text.isprintable() or text == " ":
        return ""
    with suppress(ValueError):
        return str(unicodedata.decimal(text))
    if 0xFF01 <= ord(text) <= 0xFF5E:  # the wide forms that Japanese input methods have
        text = chr(ord(text) - 0xFEE0)
    small = text.lower()
    return _ELSEWHERE.get(text, small if len(small) == 1 else text)


def _name(code: int) -> str:
    """The name of a key that has no sign."""
    with suppress(ValueError):
        name = pygame.key.name(code)
        return canonical(name) if name else ""
    return ""


def _is_basic(sign: str) -> bool:
    """Whether a sign is one of the letters and digits of ASCII."""
    return sign.isascii() and sign.isalnum()


def _foreign(sign: str) -> bool:
    """Whether a sign is a letter, or part of one, of another alphabet than the Latin."""
    if not sign or unicodedata.category(sign)[0] not in "LM":
        return False
    return unicodedata.name(sign, "").split(" ")[0] not in _LATIN


def _contradicts(typed: str, sign: str, shift: bool) -> bool:
    """Whether a key types a sign of another layout than the one that SDL reports.

    An X server has several at a time, SDL the first. It gives the digit for a key that has one with
    Shift; and a letter that a dead key changes is still that letter.
    """
    if not typed or not sign or sign.isdigit():
        return False
    if shift:
        return _is_basic(typed) and typed.isalpha() and _is_basic(sign)
    return unicodedata.normalize("NFD", typed)[0] != sign


def _is_letter(sign: str) -> bool:
    """Whether a sign tells which alphabet a layout has."""
    return _foreign(sign) or (_is_basic(sign) and sign.isalpha())
