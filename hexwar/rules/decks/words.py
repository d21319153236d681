"""Cards in the words of players.

An author's text is taken as it is. Without it the text is made of what follows: when the card is
played, who carries it out, whom it orders, what it does, what its patch changes and for how long.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.model import Condition, ResolvedGame
from hexwar.engine.notation import brought
from hexwar.rules.decks.section import REMOVED, Answer, Card, Order
from hexwar.rules.language.conditions import amount
from hexwar.rules.language.programs import program_in_words
from hexwar.rules.language.reading import changes_in_words
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.telling import in_a_sentence
from hexwar.rules.language.wording import Names, called, every, in_words, several, titles

NUMBER = "the number of "


MOST_CHANGES = 4
"""What a patch changes is told, where it is not more than this; else the sections that it does."""


def text_of(card: Card, game: ResolvedGame) -> str:
    """What a card does: the author's words, or what follows from the rest, in sentences."""
    if card.text:
        return card.text.strip()
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in _sentences(card, game))


def _sentences(card: Card, game: ResolvedGame) -> Iterator[str]:
    names = titles(game)
    if card.answers is not None:
        yield f"played in answer to {answered(card)}"
    if card.side is not None:
        yield f"only {called(names, 'side', card.side)} carries it out"
    if card.condition is not None:
        yield f"only if {in_a_sentence(card.condition, names, brought().wordings)}"
    for order in card.orders:
        yield ordered(order, names)
    if card.does:
        yield program_in_words(card.does, names)
    if card.patch is not None:
        long = {"turn": "for this turn", "game": "from then on"}[card.lasts]
        whose = {"own": "in one's own phases", "enemy": "in the enemy's phases", "all": ""}
        long = f"{long} {whose[card.during]}".rstrip()
        when = "in this battle" if card.answers and card.answers.attack else long
        changes = [
            change.removeprefix(f"{card.title}: ").removesuffix(".")
            for change in changes_in_words(game, card.patch)
        ]
        if 0 < len(changes) <= MOST_CHANGES:
            yield f"{when}: {'; '.join(changes)}"
        else:
            yield f"changes {every(map(in_words, card.patch.entries))} {when}"
    if card.after == REMOVED:
        yield "then it leaves the game"


def answered(card: Card) -> str:
    """What a card is played in answer to."""
    answers, moments = card.answers, []
    if answers is not None and answers.attack is not None:
        near = {None: "", "adjacent": " from beside", "distant": " from afar"}[
            answers.attack.distance
        ]
        mine = " of one's own" if answers.attack.by == "attacker" else ""
        whom = f" against {selected(answers.attack.against)}" if answers.attack.against else ""
        moments.append(f"an attack{mine}{near}{_by(answers.attack)}{whom}")
    if answers is not None and answers.move is not None:
        moments.append(f"an enemy's move{_by(answers.move)}")
    if answers is not None and answers.fire is not None:
        moments.append(f"an enemy's fire{_by(answers.fire)}")
    return every(moments)


def _by(answer: Answer) -> str:
    return f" ({selected(answer.only)})" if answer.only else ""


def ordered(order: Order, names: Names) -> str:
    """Which units a card brings into which state."""
    state = called(names, "state", order.state)
    whom = f" ({selected(order.only)})" if order.only else ""
    if order.most is None:
        return f"all own units{whom} come into the state {state}"
    if isinstance(order.most, Condition):
        many = amount(order.most, names)
        so_many = f"there are {many.removeprefix(NUMBER)}" if many.startswith(NUMBER) else many
        return f"as many own units{whom} as {so_many} come into the state {state}"
    come = "comes" if order.most == 1 else "come"
    return f"at most {several(order.most, 'own unit')}{whom} {come} into the state {state}"


def values_of(card: Card) -> str:
    """The values that are printed on a card: ``ops 2``."""
    return ", ".join(f"{in_words(name)} {value}" for name, value in card.values.items())
