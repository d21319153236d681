"""A set-up: unit by unit to where it stands better."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.asked import Asked, Decider
from hexwar.players.campaign.march import INERTIA
from hexwar.players.campaign.picture import Picture, Temper, picture_of
from hexwar.rules.scenarios.task import SetupRules


class Setup(Decider[Temper]):
    """Places units until none would stand better elsewhere."""

    def wanted(self, asked: Asked) -> Iterator[Action]:
        """The placements, then the end of the set-up."""
        yield from _placements(picture_of(asked, self._temper))
        yield Action("done")


def _placements(picture: Picture) -> Iterator[Action]:
    """For every unit that stands better elsewhere, where."""
    rules, seen = picture.ground.rules, picture.state
    for unit in picture.mine:
        mask = rules[SetupRules].free(seen, unit)
        if not mask:
            continue
        stood = picture.cells[unit]
        picture.take(unit)
        picture.appraise()
        worth = {cell: picture.place(unit, cell) for cell in rules.frame.board.cells(mask)}
        better = max(worth, key=worth.__getitem__)
        gain = worth[better] - picture.place(unit, stood)
        picture.put(unit, stood)
        if gain > INERTIA:
            yield Action(
                "place", (rules.frame.unit_ids[unit],), (rules.frame.board.number[better],)
            )


DECIDES = {"setup": Setup}
