"""The commands of the text mode, beside the actions themselves.

Each is a function that is given the conversation and the rest of the line; the table ``COMMANDS``
at the end says how it is typed, what it does and whether the game has a use for it. Whatever is
asked of a position is asked as the one person who plays sees it (``visibility``), so that a command
tells no more than the window shows.

In this order: names respelled, cards, who plays, what is asked of a position, and the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hexwar.charts.blocks import Page
from hexwar.charts.pages import tables_on_paper, ways_to_win
from hexwar.charts.sequence_of_play import sequence_of_play
from hexwar.cli.choosing import player_named
from hexwar.cli.terminal import lines_of, wrapped
from hexwar.cli.text import answers, decisions, lessons
from hexwar.cli.text.kinds import (
    ATTACKS,
    EXAMPLES,
    MEANT,
    at_hand,
    attacks_on_several,
    first_of_each_verb,
    ways_of_moving,
)
from hexwar.cli.text.lessons import hint
from hexwar.cli.text.map import draw_map, fits, legend, overview, surroundings
from hexwar.cli.text.thinking import Talk
from hexwar.cli.text.visibility import ASSUMED, Seen, seen_in
from hexwar.definition.grammar import does, in_prose
from hexwar.definition.spelling import echoed, shortened, suggestion
from hexwar.engine import Action, IllegalAction, Violation
from hexwar.engine.notation import OWN, ActionParts, Verb, verbs
from hexwar.engine.queries import CardPile, HeldCard
from hexwar.players import called
from hexwar.players.player import sentence
from hexwar.records import HUMAN, RecordError, Session, new_save_path
from hexwar.records.lesson import LessonSession
from hexwar.rules.language.wording import either, every, several
from hexwar.rules.points import scoring
from hexwar.rules.reinforcements.entries import next_entry
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.scopes.rules import Games, Overlays
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.victory.rules import holders
from hexwar.rules.victory.telling import goals_now, score, scores_told, standing

# -- what a player typed, with the names spelled as the game spells them ---------------------------


def respelled(line: str, state: State) -> str:
    """An action's line with verb, units, hexes and declarations in the game's own upper and lower
    case: ``MOVE a 0703`` is ``move A 0703``. Words that are no names stay as they are.
    """
    words = line.split()
    verb = verbs().get(words[0].lower())
    # Folded name to name; a name that would be ambiguous is left out.
    names_of_verb = nameable(state) if verb is not None and verb.shape.name else ()
    resolved = state.resolved
    groups = resolved[Reinforcements].groups
    names = dict.fromkeys([*state.frame.unit_ids, *resolved.map, *groups, *names_of_verb, "by"])
    folded: dict[str, list[str]] = {}
    for name in names:
        folded.setdefault(name.casefold(), []).append(name)
    exact = {name: name for name in names}
    # As typed exactly goes before any case: where A and a are both names each means itself.
    spelling_of = {key: alike[0] for key, alike in folded.items() if len(alike) == 1} | exact
    return " ".join([words[0].lower(), *(_word(word, spelling_of) for word in words[1:])])


def one_by_one(line: str, state: State) -> tuple[str, ...]:
    """The actions that a line stands for. With a verb that takes units alone it is one action for
    all units named where that is legal, else one for each, as in ``command A B``.
    """
    word, *names = line.split()
    shape = verbs()[word].shape
    about_units_alone = shape.units and shape.hexes is False and shape.name is False
    alike = about_units_alone and shape.least_units < 2
    if not alike or len(names) < 2 or any(name not in state.frame.unit_index for name in names):
        return (line,)
    together = f"{word} {'+'.join(names)}"
    if shape.most_units != 1 and state.explain(together) is None:
        return (together,)
    return tuple(f"{word} {name}" for name in names)


def unit_named(word: str, state: State) -> str | None:
    """The unit that a word names, whatever its case; ``None`` if there is none."""
    return _named(word, state.frame.unit_ids)


def hex_named(word: str, state: State) -> str | None:
    """The hex that a word names, whatever its case; ``None`` if there is none."""
    return _named(word, state.resolved.map)


def _named(word: str, names: Iterable[str]) -> str | None:
    """The name that a word is in any case; a word that is one exactly means no other."""
    alike = [name for name in names if name.casefold() == word.casefold()]
    return word if word in alike else alike[0] if len(alike) == 1 else None


def nameable(state: State) -> tuple[str, ...]:
    """What actions that are possible now name apart from units and hexes."""
    return tuple(dict.fromkeys(action.name for action in state.legal_actions() if action.name))


def _word(word: str, known: dict[str, str]) -> str:
    """A word of an action as the game spells it; itself if nothing is called so."""
    if spelling := known.get(word) or known.get(word.casefold()):
        return spelling
    # Joined names, as in A+B or 0904-0804, are spelled one by one.
    parts = re.split(r"([-+])", word)
    return "".join(known.get(part) or known.get(part.casefold(), part) for part in parts)


# -- cards: the hand with what can be done with each, the decks, what lies open --------------------

# A side's hand is shown to its player; of others only how many cards they hold. A card that cannot
# be played now says why.


OPEN = "discards"


def hand(game: Talk, what: str) -> None:
    """Say which cards the side at the terminal holds, or with ``discards`` which lie open."""
    seen = seen_in(game.session)
    state = seen.seen
    piles = state.card_piles()
    if not piles:
        game.say("This game has no cards.")
        return
    if what and what != OPEN:
        game.say(f"Say cards for your hand, or cards {OPEN} for those that lie open.")
        return
    names = state.resolved[Sides].names
    if what:
        for line in _open_cards(piles):
            game.say_prose(line)
        return
    # All hands, where nothing is hidden, nobody plays or the game is over.
    sides = names if seen.view is None else (seen.view.side,)
    for side in sides:
        cards = state.hand(side)
        if cards or any(side in pile.hands for pile in piles):
            game.say(f"Hand of {in_prose(names[side])}:")
            for line in _held(cards):
                game.say_prose(line)
    for pile in piles:
        hands = (
            f"{does(names[side], 'holds')} {several(n, 'card')}" for side, n in pile.hands.items()
        )
        game.say_prose(f"{pile.title}: {several(pile.left, 'card')} left; {every(hands)}.")


def texts_of(state: State) -> dict[str, str]:
    """What the cards say that can be played now, by the action that plays them."""
    decision = state.decision
    cards = state.hand(decision.side) if decision is not None else ()
    return {str(play.action): card.text for card in cards for play in card.plays}


def _held(cards: Sequence[HeldCard]) -> Iterator[str]:
    """A line a card: its number, its text, how it is played, or why it is not."""
    if not cards:
        yield "  none"
    for card in cards:
        yield f"  {_in_words(card)}"
        ways = [f"{play.action}" for play in card.plays if play.why_not is None]
        if ways:
            yield f"    {every(ways)}"
        elif card.plays:
            yield f"    cannot be played now: {card.plays[0].why_not}"


def _open_cards(piles: Sequence[CardPile]) -> Iterator[str]:
    """The cards that everybody may look at, by deck."""
    for pile in piles:
        for title, cards in (("discards", pile.discards), ("out of the game", pile.removed)):
            if cards:
                yield f"{pile.title}, {title}:"
                yield from (f"  {_in_words(card)}" for card in cards)
    if not any(pile.discards or pile.removed for pile in piles):
        yield "No card lies open."


def _in_words(card: HeldCard) -> str:
    """A card: its number, how many there are of it, its values, and its text."""
    many = f" ({card.count})" if card.count > 1 else ""
    values = f" {card.values}." if card.values else ""
    return f"{card.title}{many}.{values} {card.text}".rstrip()


# -- who plays in the terminal, and who plays a side from now on -----------------------------------


def who_plays(session: Session) -> str:
    """Every side with its player."""
    names = session.state.resolved[Sides].names
    return f"Players: {', '.join(f'{names[s]}: {called(p)}' for s, p in session.players.items())}."


def nobody_opposes(session: Session) -> Iterator[str]:
    """The line that all sides are played by people at this terminal, and how to get an opponent;
    empty where a computer plays a side.
    """
    sides = session.state.resolved[Sides].played
    if len(sides) > 1 and all(session.players[side.id] == HUMAN for side in sides):
        both_sides = "Both sides are" if len(sides) == 2 else "All sides are"
        yield (
            f"{both_sides} played by people at this terminal, by turns: nobody plays against you. "
            f"For an opponent type: players {sides[-1].id} normal"
        )


def players(game: Talk, what: str) -> None:
    """Who plays each side; with a side (by its id or its name) and a player: he takes it over."""
    session = game.session
    names = {side.id: side.name for side in session.state.resolved[Sides].played}
    # From the right, as names of sides may have several words.
    side, _, player = what.rpartition(" ")
    if not what:
        game.say_prose(who_plays(session))
    elif isinstance(session, LessonSession):
        game.say("A lesson keeps its players.")
    elif not side:
        game.say(f"Say which side, and who plays it from now on: players {min(names)} hard")
    else:
        side_by_name = {name.casefold(): side for side, name in names.items()} | {
            s: s for s in names
        }
        side_id = side_by_name.get(side.strip().casefold())
        if side_id is None:
            game.say_prose(f"There is no side {echoed(side)}; {suggestion(side, list(names))}")
            return
        try:
            game.seat(side_id, player_named(player))
        except ValueError as problem:
            game.say_prose(sentence(problem))
        else:
            game.say(f"{names[side_id]}: {called(session.players[side_id])} from now on.")


# -- the commands ----------------------------------------------------------------------------------

SHORT_LOG = 10
HAND = "hand"
"""The cards, except where units hand others over."""

LONGEST_WORD = 60
"""Characters; a longer word is no command and no number."""


@dataclass(frozen=True, slots=True)
class TextCommand:
    """A command: its usage, what it does, and the function that does it.

    ``needs``: whether the game that is played has a use for it; if left out, every game has.
    """

    usage: str
    summary: str
    run: Callable[[Talk, str], None]
    needs: Callable[[Session], bool] | None = None


def find_command(word: str, state: State) -> TextCommand | None:
    """The command by its name or its short form, in any case; not by a word that is an action of
    the game.
    """
    name = word.lower()
    # In some games ``hand`` is what units do: there the action goes before the short form.
    if name == HAND and name in useful(state):
        return None
    return COMMANDS.get(SHORT_FORMS.get(name, name))


def played(state: State) -> Games:
    """The game as it begins, and under each patch in play."""
    return Overlays(state.resolved, state.frame.registry.patches).games


def useful(state: State) -> dict[str, Verb]:
    """The verbs for which the game has a use, as it begins or under any patch in play."""
    useful_verbs: dict[str, Verb] = {}
    for game in played(state):
        useful_verbs.update(state.frame.registry.used(game))
    return useful_verbs | {**OWN}


def is_verb(word: str, state: State) -> bool:
    """Whether a word is a verb of this game: the game has a use for it, or an action has it now."""
    known = word in verbs() and word in useful(state)
    return known or any(action.verb == word for action in state.legal_actions())


def unknown_word(word: str, state: State) -> str:
    """What to say to a line that begins with neither a command nor an action."""
    possible = [*COMMANDS, *useful(state)]
    intended = MEANT.get(word.lower(), "")
    near = f"did you mean {intended}?" if intended in possible else ""
    near = near or suggestion(word[:LONGEST_WORD], possible, most=0)
    advice = near if near.startswith("did you mean") else "help lists what there is."
    return f"There is no command {echoed(word)}; {advice}"


def counted(text: str) -> int | None:
    """A number as somebody types it; ``None`` for anything else, and for absurdly long ones."""
    return int(text) if text.isdecimal() and len(text) < LONGEST_WORD else None


def words(state: State) -> list[str]:
    """Everything that the tab key completes: commands, verbs, units, hexes, what can be named."""
    return [*COMMANDS, *useful(state), *state.frame.unit_ids, *state.resolved.map, *nameable(state)]


def _help(game: Talk, _: str) -> None:
    """The actions that the game has a use for, by examples where there are any; the commands."""
    session, verbs_useful = game.session, useful(game.session.state)
    actions = [
        example
        for word, examples in EXAMPLES.items()
        if word in verbs_useful
        for example in examples
    ]
    actions += attacks_on_several(played(session.state))
    actions += ways_of_moving(session.state)
    without_example = ((word, verb) for word, verb in verbs_useful.items() if word not in EXAMPLES)
    actions += [(_usage(word, verb), verb.does) for word, verb in without_example]
    seen = seen_in(session)
    # What can be done now is the best example of its verb; the others follow the position too.
    now = first_of_each_verb(seen)
    examples: list[tuple[str, str]] = []
    for usage, meaning in actions:
        known = now.pop(usage.partition(" ")[0], None)
        examples.append((known or at_hand(seen, usage), meaning))
    actions = examples
    commands = [
        (command.usage, command.summary)
        for command in COMMANDS.values()
        if command.needs is None or command.needs(session)
    ]
    for title, lines in (("Actions", actions), ("Commands", commands)):
        game.say(f"{title}:")
        for usage, meaning in lines:
            game.say(f"  {usage:26} {meaning}".rstrip())
    game.say("An empty line says again what is left to do.")


def _usage(word: str, verb: Verb) -> str:
    """How the actions of a verb are written, where nobody has given an example."""
    shape = verb.shape
    # A name or hex that may be left out has None in the shape of its verb.
    hexes_form = {True: ("HEX",), None: ("[HEX]",), False: ()}[shape.hexes]
    name_form = {True: "NAME", None: "[NAME]", False: ""}[shape.name]
    units_form = ("UNIT",) * max(shape.units, shape.least_units)
    return f"{word} {shape.write(ActionParts(units_form, hexes_form, name_form))}".rstrip()


def _map(game: Talk, what: str) -> None:
    """The whole map; where the terminal is too narrow for it, every hex as one character."""
    seen = seen_in(game.session)
    resolved = seen.state.resolved
    middle = _place(seen, what)
    if what not in ("", "all") and middle is None:
        game.say(f"Say around which hex or which unit on the map: map {resolved.map.numbers[0]}")
        return
    picture = draw_map(resolved, seen.on_the_map, seen.lying)
    if middle is not None:
        game.say(surroundings(resolved, middle, seen.on_the_map, seen.lying))
    elif what == "all" or fits(picture):
        game.say(picture)
    else:
        for line in overview(resolved, seen.on_the_map):
            game.say(line)
        example = resolved.map.numbers[len(resolved.map) // 2]
        game.say_prose(
            "The terminal is too narrow for the whole map: each hex has one character here. "
            f"map {example} draws what is around a hex or unit, map all everything."
        )
    for line in legend(resolved):
        # Chains of hexes may be broken after any of them.
        game.say(wrapped(line.replace("-", "- "), "  ", "").replace("- ", "-"))
    if seen.view is not None:
        game.say("A plus after a unit: more units of its side lie below it, unseen.")


def _units(game: Talk, _: str) -> None:
    game.say("\n".join(answers.units(seen_in(game.session))))
    state = game.session.state
    names = state.resolved[Sides].names
    points = [f"{names[side]} {number}" for side, number in state.points().items()]
    if points:
        game.say(f"Victory points: {', '.join(points)}.")
    for record in state.recorded():
        game.say_prose(" ".join([f"{record}.", *record.notes]))


_MOST_AWARDS = 4
"""Things that are scored for that are told one by one; of more, a line a side comes first."""


def _goal(game: Talk, what: str) -> None:
    """Who wins when, how it stands, and what it is counted by: in short first, where it is long."""
    state = game.session.state
    for goal in goals_now(state):
        cited = f" [{goal.rule}]" if goal.rule else ""
        game.say_prose(f"{goal.told}{cited}")
        for bound, winner in goal.rows:
            game.say(f"  {bound}: {winner}")
        if goal.details:
            game.say_prose(f"  {goal.details}")
    whole = [*scoring(state.resolved)]
    in_short = len(whole) > _MOST_AWARDS and what != "all"
    for line in scores_told(state.resolved) if in_short else whole:
        game.say_prose(line)
    if in_short:
        game.say("goal all says what each of these is counted by.")
    game.say_prose(f"{standing(state)} {score(state)}".rstrip())


def _hex(game: Talk, what: str) -> None:
    """A hex by its number, or the one that a unit stands in."""
    seen = seen_in(game.session)
    state = seen.state
    number = _place(seen, what)
    if number is None:
        game.say(f"Say which hex or which unit on the map: hex {state.resolved.map.numbers[0]}")
        return
    for line in answers.hex_described(seen, number):
        game.say_prose(line)
    for line in holders(state, number):
        game.say(f"  {line}.")


def _place(seen: Seen, word: str) -> str | None:
    """The hex that a word names, or where the unit stands that it names."""
    unit = unit_named(word, seen.state)
    return hex_named(word, seen.state) or (seen.position(unit) if unit else None)


def _tables(game: Talk, _: str) -> None:
    resolved = game.session.state.resolved
    pages: list[Page] = [
        *tables_on_paper(resolved),
        ("Sequence of play", sequence_of_play(resolved)),
        *ways_to_win(resolved),
    ]
    for title, blocks in pages:
        game.say("\n".join([f"{title.capitalize()}:", *lines_of(blocks)]))


def _legal(game: Talk, what: str) -> None:
    seen = seen_in(game.session)
    state = seen.state
    name, _, goal = what.partition(" ")
    unit, number = unit_named(name, state), hex_named(goal, state)
    if unit is not None and number is not None:
        game.say_prose(decisions.way(seen, unit, number))
        return
    if unit is not None:
        game.say("\n".join(decisions.reach(seen, unit)))
        return
    for line in decisions.legal(seen, what.lower()):
        game.say_prose(f"  {line}")


def _why(game: Talk, notation: str) -> None:
    seen = seen_in(game.session)
    if not notation:
        game.say(f"Say which action: why {at_hand(seen, 'move A 0703')}")
        return
    state = seen.state
    violation = seen.known.explain(respelled(notation, state))
    if violation is None:
        game.say("That is legal.")
        if seen.assumes:
            game.say(ASSUMED)
        return
    _refuse(game, violation)
    if helps := decisions.in_another_way(seen.known, respelled(notation, state)):
        game.say_prose(helps)


def _refuse(game: Talk, violation: Violation) -> None:
    """Say what is broken, and the text of the rule."""
    game.say_prose(decisions.refusal(violation))
    rule = game.session.state.resolved.rulebook.rules.get(violation.rule)
    if rule is not None:
        for line in [f"{violation.rule} {rule[0]}", *answers.paragraphs(rule[1])]:
            game.say_prose(f"  {line}")


def _sight(game: Talk, what: str) -> None:
    """From a hex to another, or between units on the map."""
    seen = seen_in(game.session)
    ends = [number for word in what.split() if (number := _place(seen, word)) is not None]
    if len(ends) != 2 or len(what.split()) != 2:
        example = " ".join(seen.state.resolved.map.numbers[:2])
        game.say(f"Say from which hex or unit on the map to which: sight {example}")
        return
    sight = seen.state.line_of_sight(*ends)
    if sight is None:
        game.say("This game says nothing about lines of sight.")
    elif sight.why is not None:
        _refuse(game, sight.why)
    else:
        for line in answers.clear_sight(sight):
            game.say_prose(line)


def _odds(game: Talk, what: str) -> None:
    """``odds 0503 by A B``; with the hex alone, by every unit that can attack it."""
    state = game.session.state
    typed = what.split()
    fights = [word for word, verb in useful(state).items() if verb.points_at == "target"]
    if not fights:
        game.say("Nobody is attacked in this game.")
        return
    verb = typed.pop(0) if typed[:1] and typed[0] in fights else _fighting_verb(state, fights)
    if not typed:
        game.say("Say which attack: odds 0503 by A B, or odds 0503 for all who can attack it.")
        return
    groups: Sequence[Sequence[str]] = ()
    if len(typed) == 1:
        options = state.attack_options()
        if not options:
            # Hexes that can be fought by a unit alone, each with the first that can.
            listed = [action for action in state.legal_actions() if action.verb == verb]
            options = {action.hexes[-1]: (action.units,) for action in reversed(listed)}
        if typed[0] not in options:
            game.say(f"Nobody can attack {shortened(typed[0])} now.")
            return
        groups = options[typed[0]]
        typed += ["by", *(unit for group in groups for unit in group)]
    try:
        preview = seen_in(game.session).preview(respelled(f"{verb} {' '.join(typed)}", state))
    except IllegalAction as refused:
        game.say_prose(decisions.refusal(_of_an_attack(refused.violation, state)))
        # Of groups that cannot attack the hex together perhaps some can by themselves.
        attacks = [(group, Action(verb, tuple(group), (typed[0],))) for group in groups]
        if apart := [group for group, attack in attacks if state.explain(attack) is None]:
            lines = (f"odds {typed[0]} by {' '.join(group)}" for group in apart)
            game.say_prose(f"Possible is: {either(lines)}.")
        return
    for line in answers.odds(state, preview):
        game.say_prose(line)


def _of_an_attack(violation: Violation, state: State) -> Violation:
    """Why an attack cannot be weighed; while something else is to be chosen, what that is."""
    if violation.reason != decisions.NOT_NOW or state.decision is None:
        return violation
    return replace(violation, message=f"Nobody attacks or fires now. {state.decision.prompt}")


def _fighting_verb(state: State, fights: list[str]) -> str:
    """The verb of ``fights`` that is meant: that of the phase, else the first that is possible now,
    else the usual one.
    """
    kind = "" if state.decision is None else state.decision.kind
    if kind in fights:
        return kind
    legal = (action.verb for action in state.legal_actions() if action.verb in fights)
    usual = next((word for word in ATTACKS if word in fights), fights[0])
    return next(legal, usual)


def _undo(game: Talk, _: str) -> None:
    """Back to a choice of a person: what the computer did in between is taken back with it.

    When a die was thrown in between, nothing is taken back: only the computer would choose again.
    """
    session = game.session
    lock = session.undo_lock or "locked: a die was rolled"
    entries = list(session.entries)
    taken_back = [session.undo()] if session.can_undo else []
    # What the computer has done in answer is taken back with it, down to a person's own choice.
    while taken_back and session.player_to_act != HUMAN and session.can_undo:
        taken_back.append(session.undo())
    if taken_back and session.player_to_act == HUMAN:
        game.say(f"Taken back: {seen_in(session).sentence(entries[-len(taken_back)])}")
    else:
        # A die lies between: what was taken back already is done again, and nothing has changed.
        for _action in taken_back:
            session.redo()
        game.say(f"Undo: {lock}.")
    game.tell(())


def _redo(game: Talk, _: str) -> None:
    session = game.session
    events = session.redo()
    if events is None:
        game.say("There is nothing to do again.")
        return
    done = seen_in(session).sentence(session.entries[-1])
    game.say(f"Done again: {done}")
    game.tell(event for event in events if event.text != done)
    # The other way round: the computer's answers come with the choice that they answered.
    while session.player_to_act not in (HUMAN, None) and session.can_redo:
        game.tell(session.redo() or ())


def _log(game: Talk, count: str) -> None:
    entries = game.session.entries
    most = len(entries) if count == "all" else counted(count or str(SHORT_LOG))
    if most is None:
        game.say("Say how many actions: log 20, or log all")
        return
    for line in answers.log(seen_in(game.session), entries, most):
        game.say(line)


def _reinforce(game: Talk, _: str) -> None:
    """Bring on every unit that can enter, each by an action that can be taken back."""
    session, entered = game.session, 0
    side = session.state.side_to_act
    # Each entry may ask something of another side, which is not to be answered here.
    while session.state.side_to_act == side:
        entry = next_entry(seen_in(session).known)
        if entry is None:
            break
        try:
            events = session.apply(entry)
        except IllegalAction as refused:  # an enemy that was not seen is in the way
            game.say_prose(decisions.refusal(refused.violation))
            return
        entered += 1
        game.tell(events)
    if not entered:
        game.say("Nobody can enter now.")


def _rules(game: Talk, wanted: str) -> None:
    rules = dict(game.session.state.resolved.rulebook.rules)
    if not rules:
        game.say("This game comes without a rulebook.")
        return
    for line in answers.rule_text(rules, wanted):
        game.say_prose(line)


def _save(game: Talk, name: str) -> None:
    session = game.session
    try:
        if name:
            session.save_as(_path(name))
        elif session.path is None:
            resolved = session.state.resolved
            session.save_as(new_save_path(resolved.header.id, resolved.scenario.id))
    except RecordError as problem:
        game.say_prose(f"Not saved: {problem}.")
        return
    game.say(game.where_saved())


def _path(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError:  # of a user that there is not: ~nobody/game.jsonl
        user = name.partition("/")[0]
        raise RecordError(f"there is no home folder {echoed(user)}") from None


def _quit(game: Talk, _: str) -> None:
    game.playing = False


def _uses(package: str) -> Callable[[Session], bool]:
    """Whether the game has a section of a package."""
    return lambda session: session.state.resolved.has(package)


def _is_lesson(session: Session) -> bool:
    return isinstance(session, LessonSession)


COMMANDS = {
    "help": TextCommand("help", "this list", _help),
    "map": TextCommand("map [HEX or UNIT or all]", "draw the map, or what is around a place", _map),
    "goal": TextCommand("goal [all]", "who wins when, and how it stands", _goal),
    "units": TextCommand("units", "every unit and where it is", _units),
    "cards": TextCommand(
        "cards [discards]", "your hand, or the cards that lie open", hand, _uses("decks")
    ),
    "hex": TextCommand("hex NUMBER or UNIT", "what is in a hex and around it", _hex),
    "tables": TextCommand("tables", "terrain, combat results, sequence, victory", _tables),
    "legal": TextCommand(
        "legal [UNIT [HEX] or VERB]", "what may be done; for a unit, where it can go", _legal
    ),
    "why": TextCommand("why ACTION", "why an action is not allowed, with the rule", _why),
    "odds": TextCommand(
        "odds HEX [by UNITS]",
        "the chances of an attack before the die",
        _odds,
        lambda session: any(verb.points_at == "target" for verb in useful(session.state).values()),
    ),
    "sight": TextCommand(
        "sight A B",
        "whether two hexes or units see each other, and why not",
        _sight,
        _uses("line_of_sight"),
    ),
    "reinforce": TextCommand(
        "reinforce", "bring on all that can enter now", _reinforce, _uses("reinforcements")
    ),
    "undo": TextCommand(
        "undo", "take the last action back, as far as the last die or attack", _undo
    ),
    "redo": TextCommand("redo", "do it again", _redo),
    "log": TextCommand("log [N or all]", f"the last {SHORT_LOG} actions, or more", _log),
    "rules": TextCommand(
        "rules [NUMBER or WORD]",
        "the rules of the game",
        _rules,
        lambda session: bool(session.state.resolved.rulebook.rules),
    ),
    "players": TextCommand(
        "players [SIDE PLAYER]", "who plays, or who plays a side from now on", players
    ),
    "save": TextCommand("save [FILE]", "save now, or go on in another file", _save),
    "next": TextCommand("next", "go on to the next step", lessons.go_on, _is_lesson),
    "back": TextCommand("back", "a step back", lessons.go_back, _is_lesson),
    "hint": TextCommand("hint", "what the computer would do; in a lesson: what it waits for", hint),
    "reset": TextCommand("reset", "back to the first step", lessons.reset, _is_lesson),
    "quit": TextCommand("quit", "leave; the game is saved", _quit),
}
SHORT_FORMS = {
    "?": "help",
    "u": "undo",
    "r": "redo",
    "q": "quit",
    "exit": "quit",
    "rule": "rules",
    HAND: "cards",
}
