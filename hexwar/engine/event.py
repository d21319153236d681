"""Events: what happened, in the words of the rulebook."""

from __future__ import annotations

from typing import Any

_TITLES = {"rule", "text", "unseen", "title", "symbols", "signs", "level", "column"}
WORDS = frozenset(_TITLES | {"odds", "moved_by", "idle", "paid"})
"""What of an event is only read: sentences, titles, headings of columns, numbers of rules. A game
that is corrected in these is played as before."""

SUMMARIES = frozenset({"set_up"})
"""Kinds of event that sum up what others told: no fact of their own."""


class Event:
    """One thing that happened. Immutable by convention; fields are read as attributes.

    ``kind`` names the event, ``rule`` the number of the rule it follows from, ``text`` is the
    sentence for the log. Everything else depends on the kind: a ``battle`` has ``target``,
    ``attackers``, ``defenders``, ``dice`` (the faces), ``die`` (what they amount to), ``column``
    and ``result``; ``moved`` has ``unit`` and ``path``; ``eliminated`` has ``unit`` and ``hex``.
    ``unseen`` is the text for sides that do not see the unit, where leaving out its name would
    still tell too much. ``hidden`` maps a side to the units in it that this side did not see when
    it happened; ``View.known_events`` answers with the event as a side learns of it.

    >>> event = Event("eliminated", "5.6", "W is eliminated.", unit="W", hex="0503")
    >>> event.unit, event.rule, str(event)
    ('W', '5.6', 'W is eliminated.')
    """

    __slots__ = ("fields", "hidden", "kind", "rule", "text")

    def __init__(self, kind: str, rule: str, text: str, **fields: Any) -> None:
        self.kind = kind
        self.rule = rule
        self.text = text
        self.fields = fields
        self.hidden: dict[str, tuple[str, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        # __slots__ that are not filled yet (unpickling, copying) must not recurse through here.
        if name in Event.__slots__ or name not in self.fields:
            raise AttributeError(f"a {self.kind} event has no {name}")
        return self.fields[name]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Event.from_dict({self.to_dict()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.kind, self.rule, self.text))

    def to_dict(self) -> dict[str, Any]:
        """Plain data that JSON can hold; tuples become lists."""
        plain = {k: list(v) if isinstance(v, tuple) else v for k, v in self.fields.items()}
        if self.hidden:
            plain["hidden"] = {side: list(units) for side, units in self.hidden.items()}
        return {"kind": self.kind, "rule": self.rule, "text": self.text, **plain}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Event:
        """The event that :meth:`to_dict` described."""
        own = ("hidden", "kind", "rule", "text")
        fields = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data.items()
            if name not in own
        }
        event = cls(data["kind"], data["rule"], data["text"], **fields)
        hidden = data.get("hidden", {})
        event.hidden = {side: tuple(units) for side, units in hidden.items()}
        return event
