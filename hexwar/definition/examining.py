"""Examine one resolved game: its sections against their forms, its names, then the game itself.

Loading examines the one game that is about to be played; checking examines all of them. A section
that several games share is validated once, and its map drawn once.

A game is examined in two steps. :meth:`Examiner.read` is about words and names, and quick: an
editor gets these while somebody types. :meth:`Examiner.examine` builds the game and proves its
rules. Patches in play are examined by the same steps once they are laid over the game.

A finding is told once, where the author would mend it: at the option, scenario or variant that
brings it, found by comparing the game with those that have fewer patches (``_at_patches``).

The page goes from the steps to their parts: words and sections, names, the building of the game,
where findings are told, and patches in play last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from hexwar.definition.binding import Binding
from hexwar.definition.board import build_map
from hexwar.definition.building import Verdicts, described, required_keys, top_level_keys
from hexwar.definition.checks import PLEASE_REPORT, Subject, check_game
from hexwar.definition.choices import GameChoice, Resolved, resolve
from hexwar.definition.diagnostics import MOST_SUGGESTIONS, Diagnostic, Findings, Span
from hexwar.definition.editing import report_cut
from hexwar.definition.leaning import WeighedKey, keys_in
from hexwar.definition.merging import Cache, MergeLog
from hexwar.definition.model import Catalog, ResolvedGame, Rulebook
from hexwar.definition.overlaying import (
    PatchedGames,
    changed_sections,
    laid_over,
    moved_to,
    says,
    unasked,
    within,
)
from hexwar.definition.packages import (
    choice_sections,
    completed,
    form_of,
    in_use,
    section_names,
    sections,
)
from hexwar.definition.references import Symbols, check_citations, check_needs, check_references
from hexwar.definition.spelling import nearest
from hexwar.definition.tree import (
    MappingEntry,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    descend,
)
from hexwar.definition.verdict import Extensible, Flaw, Placed, Reference, Verdict
from hexwar.hexmap import HexMap

Note = TypeVar("Note", Placed, Extensible)


class Spoken(NamedTuple):
    """What the game of one choice says: its map if all is sound, the names that it speaks of, and
    what was found.
    """

    chosen: GameChoice
    tree: MappingNode
    board: HexMap | None
    references: Sequence[Reference]
    findings: Findings


class Examiner:
    """Examines the games that one folder makes, remembering what they share."""

    def __init__(
        self,
        root: MappingNode,
        catalog: Catalog,
        rulebook: Rulebook | None,
        folder: Path,
        own: MappingNode,
        cache: Cache,
    ) -> None:
        """``root`` is the whole tree, ``own`` what the folder says without what it extends."""
        self.root = root
        self.own = own
        self.catalog = catalog
        self.rulebook = Rulebook() if rulebook is None else rulebook
        self.has_rulebook = rulebook is not None
        self.folder = folder
        self._cache = cache
        self._verdicts = Verdicts(cache)
        # Of games under patches in play: keys that may have no effect, warnings with the patches.
        self.weighed_in_play: list[WeighedKey] = []
        self._warnings_in_play: dict[Diagnostic, tuple[Sequence[MappingNode], MappingNode]] = {}
        # The findings of games without options, by scenario and fault.
        self._without_options: dict[str, dict[tuple[str, str, Span], Diagnostic]] = {}
        # Those of games without the patches of their scenarios and variants, by scenario.
        self._unpatched: dict[str, set[Diagnostic]] = {}
        # Each finding as it is reported: at the patch that brought it, or where it is.
        self._at_patch: dict[Diagnostic, Diagnostic] = {}
        self._overlays = PatchedGames()
        self._in_play: dict[tuple[int, ...], ResolvedGame] = {}
        self._examined: dict[tuple[str, tuple[int, ...]], MappingNode] = {}
        self._trees: Resolved = {}

    # -- the steps: what one game says, then the game itself ---------------------------------------

    def read(self, chosen: GameChoice, findings: Findings, log: MergeLog | None = None) -> Spoken:
        """Read what the game of one choice says, with what is wrong with its words and names."""
        tree = resolve(self.root, self.catalog, chosen, log, self._trees, self._cache)
        spoken = self._read(tree, chosen)
        findings.include(self._at_patches(spoken.findings, chosen, tree))
        return spoken

    def examine(self, spoken: Spoken, findings: Findings, *, thorough: bool) -> Subject | None:
        """Build and check the game of one choice; ``None`` if it cannot be built.

        A game is proved ``thorough`` once: sides' names and colours tell none from another.
        """
        tree, chosen = spoken.tree, spoken.chosen
        is_new = False
        if thorough:
            sections = tuple(id(e.value) for key, e in tree.entries.items() if key != "sides")
            is_new = self._examined.setdefault((chosen.scenario, sections), tree) is tree
        subject = self._examine(spoken, thorough=is_new)
        findings.include(self._at_patches(spoken.findings, chosen, tree))
        return subject

    def examine_series(self, findings: Findings) -> None:
        """Check of rules for other games what can be: what they cite, their codes.

        All other names in them may still be defined by a game that extends them.
        """
        entries = {k: e for k, e in self.root.entries.items() if k in top_level_keys()}
        verdicts = {
            key: self.verdict(key, entry.value)._replace(
                flaws=self._flaws(key, entry.value, partial=True)
            )
            for key, entry in entries.items()
        }
        symbols = Symbols(self.root, self.root, self._cited_from(), None, verdicts)
        for name, entry in entries.items():
            self._report_cut(name, entry.value, findings)
            in_series = [r for r in verdicts[name].references if r.kind in ("rule", "result")]
            check_references(entry.value, in_series, symbols, findings)
            unsound = bool(verdicts[name].flaws)
            if self.has_rulebook and name not in choice_sections() and not unsound:
                self._check_citations(self.root, name, entry, findings)

    def _read(self, tree: MappingNode, chosen: GameChoice) -> Spoken:
        """Read what a tree says, as the game of a choice."""
        findings = Findings()
        sound = self.validate(tree.entries.items(), findings)
        # Findings, those of keys that a series leaves to its games moved to this game's file.
        extends = self.own.scalar("extends")
        moved = Findings()
        for finding in findings:
            foreign = Path(finding.file).parent != self.folder
            if extends is not None and foreign and finding.code == "HW102":
                hint = f"the series leaves it to each game. {finding.help}"
                finding = replace(finding, place=extends.place(), help=hint)  # noqa: PLW2901
            moved.include([finding])
        findings = moved
        sound = self.require_sections(tree, findings) and sound
        board = self._board(tree, findings)
        references = self._check_names(tree, chosen, board, findings)
        return Spoken(chosen, tree, board if sound else None, references, findings)

    def _examine(self, spoken: Spoken, *, thorough: bool) -> Subject | None:
        """Build and check a game; add what is wrong to its findings."""
        chosen, tree, board, references, findings = spoken
        game = None if board is None else self._build(tree, chosen, board, findings)
        subject = None
        if game is not None:
            # The keys of the chosen game that may have no effect.
            entries = dict(tree.entries)
            entries |= {k: e for k, e in self.root.entries.items() if k in choice_sections()}
            weighed = [
                idle
                for name, entry in entries.items()
                for idle in keys_in(entry.value, self.verdict(name, entry.value))
                if self._concerns(name, idle[1].path, chosen)
            ]
            subject = Subject(
                game,
                tree,
                self.root,
                self.folder,
                references,
                self.catalog,
                weighed,
                [*self._in_sections(tree, lambda verdict: verdict.placed)],
                [*self._in_sections(tree, lambda verdict: verdict.opened)],
                self._in_patches,
            )
            check_game(subject, findings, thorough=thorough, trusted=not findings.errors)
        return subject

    # -- words and sections ------------------------------------------------------------------------

    def validate(
        self,
        entries: Iterable[tuple[str, MappingEntry]],
        findings: Findings,
        *,
        partial: bool = False,
    ) -> bool:
        """Say whether sections fit their schemas; ``partial`` sections may lack keys."""
        known = top_level_keys()
        sound = True
        for name, entry in entries:
            if name not in known:
                sound = False
                if not findings.full:
                    from hexwar.definition import wording  # only where something is to be said

                    wording.unknown_key(entry.key, list(known), (), findings)
                continue
            self._report_cut(name, entry.value, findings)
            flaws = self._flaws(name, entry.value, partial=partial)
            if flaws:
                from hexwar.definition import wording

                wording.report(name, entry.key, entry.value, flaws, findings)
                sound = False
            self._report_unasked(name, entry.value, findings)
        return sound

    def verdict(self, name: str, node: Node) -> Verdict:
        """Reach the verdict on a section, once for each node."""
        return self._verdicts.of(name, node)

    def _flaws(self, name: str, node: Node, *, partial: bool) -> list[Flaw]:
        """List the flaws of a section; of a ``partial`` one without the keys that it lacks."""
        flaws = self.verdict(name, node).flaws
        return [flaw for flaw in flaws if flaw.keyword != "required"] if partial else flaws

    def _report_cut(self, name: str, node: Node, findings: Findings) -> None:
        """Warn of texts that a # cuts."""
        for path in self.verdict(name, node).cut:
            text = descend(node, path)
            if isinstance(text, ScalarNode):
                report_cut(text, findings)

    def _report_unasked(self, name: str, node: Node, findings: Findings) -> None:
        """Report what patches in play say of moments at which they are not in force."""
        for limited in self.verdict(name, node).limited:
            patch = descend(node, limited.path)
            lines = unasked(patch, limited.moments) if isinstance(patch, MappingNode) else []
            if lines:
                from hexwar.definition import wording  # only where something is to be said

                wording.report_unasked(lines, limited, findings)

    def require_sections(self, tree: MappingNode, findings: Findings) -> bool:
        """Say whether every section that a game needs is there, and report those that are not."""
        known = top_level_keys()
        sections_given = {*tree, *self.root}
        unknown = islice((name for name in sections_given if name not in known), MOST_SUGGESTIONS)
        misspelt = {nearest(name, known) for name in unknown}
        missing = [name for name in required_keys() if name not in sections_given]
        reported = [name for name in missing if name not in misspelt]
        emptied = [name for name in reported if name in self.own]
        for name in emptied:
            message = f"the game has no section {name}: it is empty here, and that removes it"
            hint = "write the section, or leave it out to keep that of the series"
            findings.add("HW102", self.own.entries[name].key.place(), message, help=hint)
        reported = [name for name in reported if name not in emptied]
        if reported:
            message = f"the game lacks {', '.join(reported)}"
            hint = f"{reported[0]}: {described(reported[0])}"
            findings.add("HW102", tree.file.place(0, 0, 1), message, help=hint)
        return not missing

    def packages(self, tree: MappingNode) -> tuple[str, ...]:
        """List the packages that the game of a tree uses, by what is said in it."""
        entries = {k: e for k, e in self.root.entries.items() if k in choice_sections()}
        entries |= {k: e for k, e in tree.entries.items() if k in section_names()}
        keys = (self.verdict(name, entry.value).packages for name, entry in entries.items())
        return in_use(entries, chain.from_iterable(keys))

    # -- names -------------------------------------------------------------------------------------

    def _check_names(
        self,
        tree: MappingNode,
        chosen: GameChoice,
        board: HexMap | None,
        findings: Findings,
        *,
        only: Collection[str] | None = None,
    ) -> list[Reference]:
        """Report names that do not exist; list all names that the chosen game speaks of, with the
        paths to them in the whole tree.

        ``only``: findings in these sections.
        """
        spoken: list[Reference] = []
        entries = dict(tree.entries)
        entries |= {k: e for k, e in self.root.entries.items() if k in choice_sections()}
        known = top_level_keys()
        entries = {name: entry for name, entry in entries.items() if name in known}
        verdicts = {name: self.verdict(name, entry.value) for name, entry in entries.items()}
        symbols = Symbols(self.root, tree, self._cited_from(), board, verdicts)
        for name, entry in entries.items():
            verdict = verdicts[name]
            if only is not None and name not in only:
                of_section = [r for r in verdict.references if self._concerns(name, r.path, chosen)]
                spoken += [r._replace(path=(name, *r.path)) for r in of_section]
                continue
            needs = [need for need in verdict.needs if self._concerns(name, need.path, chosen)]
            verdict = verdict._replace(needs=needs)
            references = check_needs(entry.value, verdict, symbols, findings)
            references = [r for r in references if self._concerns(name, r.path, chosen)]
            check_references(entry.value, references, symbols, findings)
            spoken += [r._replace(path=(name, *r.path)) for r in references]
            sound = not verdicts[name].flaws
            if self.has_rulebook and name not in choice_sections() and sound:
                self._check_citations(tree, name, entry, findings)
        return spoken

    def _concerns(self, section: str, path: tuple[str | int, ...], chosen: GameChoice) -> bool:
        """Say whether what a section says at a path applies in the chosen game.

        What is written in a scenario, or in a lesson of one, applies only in that scenario.
        """
        entry = str(path[0]) if path else ""
        if section == "scenarios":
            return entry == chosen.scenario
        if section == "lessons":
            scenario = self.root.mapping(section).mapping(entry).text("scenario")
            return scenario not in self.catalog.scenarios or scenario == chosen.scenario
        return True

    def _check_citations(
        self, tree: MappingNode, name: str, entry: MappingEntry, findings: Findings
    ) -> None:
        """Warn of rules in use that cite nothing, themselves or where it counts."""
        section = sections().get(name)
        usual = tree.mapping(section.cites).mapping("cite") if section and section.cites else ()
        mechanisms = self.verdict(name, entry.value).mechanisms
        check_citations(name, entry.key, entry.value, mechanisms, findings, tuple(usual))

    def _cited_from(self) -> Rulebook | None:
        """Say where rules that are cited must stand; ``None`` without a rulebook."""
        return self.rulebook if self.has_rulebook else None

    def _in_patches(self, subject: Subject) -> Sequence[Reference]:
        """List the names in patches when a check asks: few do."""
        return [*self._spoken_in_patches(subject.tree)]

    def _spoken_in_patches(self, tree: MappingNode) -> Iterator[Reference]:
        """Yield the names that the patches in play of a tree speak of, and patches within these,
        with the paths to them in the patch; patches laid over a game before it begins are part of
        its tree.
        """
        for name, entry in tree.entries.items():
            if name not in section_names():
                continue
            for path in self.verdict(name, entry.value).patches:
                patch = descend(entry.value, path)
                if isinstance(patch, MappingNode):
                    for inner, inner_entry in patch.entries.items():
                        if inner in section_names():
                            for spoken in self.verdict(inner, inner_entry.value).references:
                                yield spoken._replace(path=(inner, *spoken.path))
                    yield from self._spoken_in_patches(patch)

    def _in_sections(
        self, tree: MappingNode, notes: Callable[[Verdict], Sequence[Note]]
    ) -> Iterator[tuple[Node, Note]]:
        """Yield the sections of the game with each note on a key in them, including those in
        patches in play.
        """
        for name, entry in tree.entries.items():
            if name not in top_level_keys():
                continue
            verdict = self.verdict(name, entry.value)
            for note in notes(verdict):
                if isinstance(descend(entry.value, note.path[:-1]), MappingNode | SequenceNode):
                    yield entry.value, note
            for path in verdict.patches:
                patch = descend(entry.value, path)
                if isinstance(patch, MappingNode):
                    yield from self._in_sections(patch, notes)

    # -- building ----------------------------------------------------------------------------------

    def _board(self, tree: MappingNode, findings: Findings) -> HexMap | None:
        """Draw the map of a tree once, if its section is sound."""
        section = tree.get("map")
        if not isinstance(section, MappingNode) or self.verdict("map", section).flaws:
            return None
        board, of_map = self._cache.made(drawn, section)
        findings.include(of_map)
        return board

    def _build(
        self, tree: MappingNode, chosen: GameChoice, board: HexMap, findings: Findings
    ) -> ResolvedGame | None:
        """Build the game of a sound tree; ``None``, and a finding, if it cannot be made."""
        try:
            game = self._made(tree, chosen, board)
            game = completed(game, game.packages)
            game = replace(game, binding=Binding(game))
            return replace(game, overlay=partial(self._patched, game, tree, chosen))
        except Exception as error:
            if not findings.errors:  # else it only follows from what they say
                message = f"the game cannot be built: {type(error).__name__}: {error}"
                findings.add("HW900", tree.file.place(0, 0, 1), message, help=PLEASE_REPORT)
            return None

    def _made(self, tree: MappingNode, chosen: GameChoice, board: HexMap) -> ResolvedGame:
        return ResolvedGame(
            header=self._verdicts.header(tree),
            scenario=self.catalog.scenarios[chosen.scenario],
            options=chosen.options,
            edition=chosen.edition,
            map=board,
            rulebook=self.rulebook,
            sections={
                form: self.verdict(name, entry.value).value
                for name, entry in tree.entries.items()
                if (form := form_of(name)) is not None
            },
            packages=self.packages(tree),
            folder=self.folder.absolute(),
        )

    # -- what was found, told at the patch that brings it ------------------------------------------

    def _at_patches(
        self, findings: Findings, chosen: GameChoice, tree: MappingNode
    ) -> Iterator[Diagnostic]:
        """Yield findings, those that what was chosen brings moved to its patches."""
        usual = self._without_options.setdefault(chosen.scenario, {})
        if not (chosen.options or chosen.edition):
            usual.update((finding.fault, finding) for finding in findings)
        # What the game of the scenario alone has too comes of how that begins; all else was added.
        begun = (
            ("scenarios", chosen.scenario),
            ("variants", self.catalog.scenarios[chosen.scenario].variant),
        )
        added = ("editions", chosen.edition), *(("options", o) for o in reversed(chosen.options))
        for finding_of_choice in findings:
            # Of one fault the advice may differ: an option may bring more names to choose from.
            finding = usual.get(finding_of_choice.fault, finding_of_choice)
            if finding not in self._at_patch:
                # With several options that which brought it by itself came first.
                suspects = added if finding.fault not in usual else begun
                patches = [self.root.mapping(s).mapping(n).mapping("patch") for s, n in suspects]
                patches = [patch for patch in patches if patch.entries]
                if suspects is begun and patches and finding in self._without_patches(chosen):
                    patches = []
                self._at_patch[finding] = moved_to(finding, patches, tree)
            yield self._at_patch[finding]

    def _without_patches(self, chosen: GameChoice) -> Collection[Diagnostic]:
        """Examine the game of a scenario once without the patches of it and its variant."""
        if chosen.scenario not in self._unpatched:
            spoken = self._read(self._trees[()], chosen)
            self._examine(spoken, thorough=True)
            self._unpatched[chosen.scenario] = {*spoken.findings}
        return self._unpatched[chosen.scenario]

    # -- patches in play ---------------------------------------------------------------------------

    def _patched(
        self,
        game: ResolvedGame,
        tree: MappingNode,
        chosen: GameChoice,
        patches: Sequence[MappingNode],
    ) -> ResolvedGame:
        """Lay patches in play over a game. :class:`DefinitionError` if it is unsound."""
        # Looked up by identity: trees and patches stay in the cache of this folder as long as it
        # lives.
        key = (id(tree), *map(id, patches))
        if key not in self._in_play:
            patched_tree = laid_over(tree, patches, self._cache)
            changed = changed_sections(tree, patched_tree)
            findings = Findings()
            self.validate(changed.items(), findings)
            spoken = self._check_names(patched_tree, chosen, game.map, findings, only=changed)
            findings.raise_errors()
            patched_game = self._made(patched_tree, chosen, game.map)
            patched_game = self._overlays.kept(game, patched_game)
            subject = Subject(
                patched_game,
                patched_tree,
                self.root,
                self.folder,
                spoken,
                self.catalog,
                in_patches=self._in_patches,
            )
            checked = Findings()
            check_game(subject, checked, thorough=False)
            findings.include(checked)
            # Units may stand where they could not be set up: only what has changed is in question.
            in_question = [*patches, *(tree.entries[n].value for n in changed if n in tree)]
            errors = Findings()
            last_first = [*reversed(patches)]
            errors.include(
                moved_to(error, last_first, tree)
                for error in findings.errors
                if within(error, in_question)
            )
            errors.raise_errors()
            self._warnings_in_play |= dict.fromkeys(checked, (last_first, tree))
            for name, entry in changed.items():
                self.weighed_in_play += keys_in(entry.value, self.verdict(name, entry.value))
            self._in_play[key] = patched_game
        return self._in_play[key]

    def warned_in_play(self) -> Iterator[Diagnostic]:
        """Yield findings about sound games under patches that are to be reported at the patches:
        those in the patches themselves, and those in lines of the game where no game without
        patches has them.
        """
        for finding, (patches, tree) in self._warnings_in_play.items():
            if within(finding, patches):
                yield finding
            elif finding not in self._at_patch and says(patches, finding, tree):
                yield moved_to(finding, patches, tree)


def drawn(section: MappingNode) -> tuple[HexMap | None, Findings]:
    """Draw the map of a section, with what does not fit."""
    findings = Findings()
    return build_map(section, findings), findings
