"""Check a folder: every game that it makes, every finding in one run.

First the folder is read, and what may be chosen of it (scenarios, options, editions) is validated;
without that nobody knows which games there are, and the rest is checked section by section. Then
each game is read, which is about words and names: an editor gets these at once (``early``). Then
each is built and its rules are proved. What is about all games together, such as a variant that no
scenario plays, is checked last, and for sound games only: after an error it would mostly be a
consequence. In the end what an author's comments ask to ignore is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.checks import PLEASE_REPORT, check_games
from hexwar.definition.choices import MOST_PAIRS, every_pair, every_selection
from hexwar.definition.codes import CODES, found_by_play
from hexwar.definition.diagnostics import DefinitionError, Diagnostic, Findings, Span
from hexwar.definition.folder import ON_DISK, Files
from hexwar.definition.leaning import report_idle
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import find_game
from hexwar.definition.merging import Cache, MergeLog
from hexwar.definition.packages import choice_sections
from hexwar.definition.spelling import suggestion
from hexwar.definition.tree import SourceFile
from hexwar.definition.undrawable import CODE as UNDRAWABLE
from hexwar.definition.undrawable import report_undrawable
from hexwar.definition.writing_files import report_names


def check(source: str | Path) -> list[Diagnostic]:
    """Find everything wrong with a game, errors first; an empty list means sound.

    Every scenario is checked with its options crossed (or, if there are many, each alone, each pair
    and all together), and with every edition. Whatever the files hold, the answer is findings.
    """
    try:
        folder = find_game(source)
    except DefinitionError as error:
        return list(error.diagnostics)
    return Checker(folder).check().findings


class Checked(NamedTuple):
    """A folder as it was read, and what is wrong with it, errors first."""

    read: GameFolder
    findings: list[Diagnostic]


class Checker:
    """Checks a folder, again and again if need be: what stayed the same is not made again."""

    def __init__(self, folder: Path, files: Files = ON_DISK) -> None:
        self.folder = folder
        self._files = files
        self._cache = Cache()

    def check(self, early: Callable[[Checked], None] | None = None) -> Checked:
        """Find everything that is wrong now, as :func:`check` has it.

        ``early`` is told meanwhile what is wrong with words and names, as soon as that is known.
        """
        findings = Findings()
        self._cache.next_round()
        read = GameFolder(self.folder, findings, self._files, self._cache)
        if read.layers:
            try:
                for _ in _checked_games(read, findings):
                    if early is not None:
                        early(Checked(read, findings.sorted()))
            except Exception as error:
                # A fault of the checks must not hide what they have found of the game so far.
                message = f"the checks failed: {type(error).__name__}: {error}"
                findings.add("HW900", read.root.place(), message, help=PLEASE_REPORT)
            report_names(self.folder, read.layers[-1].root, findings)
            report_undrawable([*read.layers[-1].files, *read.texts], findings)
            findings = without_ignored(findings, read.layers[-1].files)
            if read.draft:
                # What is open in a draft, and what is wrong. While anything is open other warnings
                # are held back, as they may be about the placeholder for it.
                from hexwar.definition.drafts import report_open

                of_draft = Findings()
                of_draft.include(findings.errors if read.open else findings)
                if read.open or not findings.errors:
                    report_open(read.open, read.root, of_draft)
                findings = of_draft
        return Checked(read, findings.sorted())


def _checked_games(read: GameFolder, findings: Findings) -> Iterator[None]:
    """Check all games of a folder; it halts once when their words and names are known."""
    examiner = read.examiner()
    choices = [(k, e) for k, e in read.root.entries.items() if k in choice_sections()]
    choices_sound = examiner.validate(choices, findings)
    if not (read.whole and not read.abstract and choices_sound and read.catalog.scenarios):
        # Check what makes no game to be played, as far as it can be.
        other_sections = [
            (k, e) for k, e in read.root.entries.items() if k not in choice_sections()
        ]
        examiner.validate(other_sections, findings, partial=True)
        if read.whole and read.abstract:
            examiner.examine_series(findings)
            if "scenarios" in read.root:
                place = read.root.entries["abstract"].value.place()
                message = "the game is abstract, so that none of its scenarios can be played"
                findings.add("HW515", place, message, help="delete `abstract: true`")
        if read.whole and not read.abstract and "scenarios" not in read.root:
            examiner.require_sections(read.root, findings)
        return
    log = MergeLog()
    pairs = every_pair(read.catalog)
    selections = chain(every_selection(read.catalog), islice(pairs, MOST_PAIRS))
    spoken = [examiner.read(chosen, findings, log) for chosen in selections]
    yield
    examined = (examiner.examine(game, findings, thorough=True) for game in spoken)
    subjects = [subject for subject in examined if subject is not None]
    log.report(findings)
    if pairs_unchecked := len([*pairs]):
        place = read.root.entries["options"].key.place()
        all_pairs = pairs_unchecked + MOST_PAIRS
        message = f"{pairs_unchecked} pairs of options were not checked, of {all_pairs}"
        hint = "play each pair that touches the same rules, or offer fewer options"
        findings.add("HW111", place, message, help=hint)
    if subjects and not findings.errors:
        findings.include(examiner.warned_in_play())
        of_games = chain.from_iterable(subject.weighed for subject in subjects)
        report_idle(chain(of_games, examiner.weighed_in_play), findings)
        check_games(subjects, findings)


# Warnings that an author has read and does not want again: ``# hexwar: ignore[HW412]`` beside them.


_COMMENT = re.compile(r"(?P<before>^|\s)#\s*hexwar:\s*ignore\s*\[(?P<codes>[^\]#]*)\]")
_MARK = "hexwar:"
_MOST = 1000
"""So many comments are read; nobody writes more, and a hostile file must not keep anybody busy."""


@dataclass(slots=True)
class _Comment:
    """One code in a comment: the line that it is about, where it is written, whether it was of
    use.
    """

    code: str
    line: int
    place: Span
    used: bool = field(default=False)


def without_ignored(
    findings: Findings, files: Iterable[SourceFile], *, played: bool = False
) -> Findings:
    """Leave out the warnings that comments in files ask to leave out.

    A comment is about the line that it ends, or, alone on its line, about the next. One
    that leaves out nothing, names no code or an error's is itself a finding: HW021. Not so when a
    game is ``played``: its files were checked before, and useless comments reported then.
    """
    comments = [*islice(chain.from_iterable(map(_comments, files)), _MOST)]
    if not comments:
        return findings
    comments_at: dict[tuple[str, str, int], list[_Comment]] = {}
    for comment in comments:
        comments_at.setdefault((comment.code, comment.place.file, comment.line), []).append(comment)
    shown = Findings()
    shown.include(finding for finding in findings if not _left_out(finding, comments_at))
    # After an error many warnings are not looked for: what a comment leaves out may yet turn up.
    partly = bool(findings.errors)
    useless = [] if played else [comment for comment in comments if not comment.used]
    for comment in useless:
        if not _is_not_always_found(comment, partly=partly):
            shown.add("HW021", comment.place, _why_useless(comment))
    return shown


def _left_out(finding: Diagnostic, comments_at: dict[tuple[str, str, int], list[_Comment]]) -> bool:
    """Say whether a comment leaves a finding out, which is noted of that comment; no error is left
    out, and one about an error stays useless.
    """
    comments = comments_at.get((finding.code, finding.file, finding.line), ())
    for comment in comments:
        comment.used = finding.severity == "warning"
    return bool(comments) and finding.severity == "warning"


def _is_not_always_found(comment: _Comment, *, partly: bool) -> bool:
    """Say whether a comment may be useful although nothing matched it now: it is about what only
    playtests find, and not every time, or about what some machines lack, or the game was checked
    only ``partly``.
    """
    code = CODES.get(comment.code)
    if code is None or code.severity == "error":
        return False
    return partly or comment.code == UNDRAWABLE or comment.code in found_by_play()


def _why_useless(comment: _Comment) -> str:
    code = CODES.get(comment.code)
    if code is None:
        return f"there is no code {comment.code}; {suggestion(comment.code, CODES)}"
    if code.severity == "error":
        return f"{comment.code} is an error: a game cannot be played until it is mended"
    return f"nothing of {comment.code} is found on line {comment.line}"


def _comments(file: SourceFile) -> Iterator[_Comment]:
    for number, text in enumerate(file.lines):
        comment = _COMMENT.search(text) if _MARK in text else None
        if comment is None:
            continue
        start, end = comment.start() + len(comment["before"]), comment.end()
        place = file.place(number, start, end - start)
        about = place.line if text[: comment.start()].strip() else place.line + 1
        for code in re.split(r"[,\s]+", comment["codes"].strip()):
            yield _Comment(code[:20], about, place)
