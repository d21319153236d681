"""Words of the format before this one, for hints: what each is called now, and where.

A place is the end of the path of keys that leads to the word; ``*`` stands for any id.
"""

from __future__ import annotations

Place = tuple[str, ...]

RENAMED_KEYS: dict[str, dict[Place, str]] = {
    "by": {
        ("occupied",): "side",
        ("controlled",): "side",
        ("modifiers", "*"): "side",
        ("resolve",): "column",
        ("escort",): "escorts",
    },
    "along": {("entry", "blocked"): "edge, or map, with the number"},
    "attack": {("exerted_by",): "value"},
    "blocks": {
        (
            "zones_of_control",
        ): "into_zone, in the sections retreat, entry and supply, or in_zone, in replacements"
    },
    "chooser": {("eliminate",): "by"},
    "each": {("activation",): "may", ("activation", "cite"): "may"},
    "friends": {("movement",): "through_friends"},
    "from": {("eliminate",): "who", ("lose_steps",): "who", ("reinforce",): "condition"},
    "mark": {("features", "*"): "sign"},
    "odds": {("combat",): "column", ("combat", "cite"): "column"},
    "of": {
        ("reinforce",): "side",
        ("figures", "check"): "condition",
        ("capture",): "condition",
        ("evacuation",): "condition",
    },
    "roll": {("search",): "die", ("ambush",): "die"},
    "units": {("advance",): "most"},
    "within": {("entry", "blocked"): "edge, or map"},
    "without": {("exerted_by",): "not"},
}
"""Keys: by the old name, and the place of the mapping that it stands in."""

RENAMED_VALUES: dict[str, dict[Place, str]] = {
    "block": {("movement", "through_friends"): "forbidden"},
    "false": {
        ("retreat", "stacks"): "forbidden",
        ("convertible",): "forbidden",
        ("rebuilds", "in_zone"): "forbidden",
        ("rebuilds", "supplied"): "not_needed",
        ("returns", "at", "in_zone"): "forbidden",
    },
    "free": {("entering",): "allowed", ("leaving",): "allowed"},
    "freely": {("attackers", "stacks"): "allowed"},
    "none": {("return_fire",): "forbidden"},
    "pass": {("movement", "through_friends"): "allowed"},
    "prohibited": {("combat", "below"): "forbidden", ("combat", "above"): "forbidden"},
    "together": {("attackers", "stacks"): "required"},
    "true": {
        ("retreat", "stacks"): "allowed",
        ("convertible",): "allowed",
        ("rebuilds", "in_zone"): "allowed",
        ("rebuilds", "supplied"): "required",
        ("returns", "at", "in_zone"): "allowed",
    },
    "values": {("combat", "strength"): "printed"},
}
"""Words that are values: by the old word as YAML writes it, and the place of its key."""

OLD_FORMATS = {
    1: "write hexwar: 2, and what the other findings say. What has no finding of its own: "
    "`eliminate: defender` is now all units of that side, and one is "
    "`{who: defender, count: 1}`; units that `mark` chooses are `only`, with `who: any`"
}
"""What has to be done to a game of an older format."""


def key_now(word: str, within: Place) -> str:
    """What a key is called now that stood in the mapping at ``within``; empty if it is no old one.

    >>> key_now("title", ("combat",))
    ''
    """
    return _now(RENAMED_KEYS, word, within)


def value_now(value: object, within: Place) -> str:
    """What a value of the key at ``within`` is called now; empty if it is no old one."""
    word = str(value).lower() if isinstance(value, bool) else str(value)
    return _now(RENAMED_VALUES, word, within)


def _now(words: dict[str, dict[Place, str]], word: str, within: Place) -> str:
    for place, now in words.get(word, {}).items():
        end = within[len(within) - len(place) :]
        if len(end) == len(place) and all(
            there in ("*", step) for there, step in zip(place, end, strict=True)
        ):
            return now
    return ""
