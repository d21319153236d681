"""What commands of the text mode ask of the conversation that they belong to."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Protocol

from hexwar.cli.text.thinking import Patience
from hexwar.engine import Event
from hexwar.records import Session


class Talk(Protocol):
    """The conversation that commands belong to; ``playing`` until somebody says ``quit``."""

    session: Session
    playing: bool
    patience: Patience

    def say(self, text: str = "") -> None:
        """Print a line."""

    def say_prose(self, text: str) -> None:
        """Print sentences, wrapped."""

    def tell(self, events: Iterable[Event]) -> None:
        """Print what happened."""

    def seat(self, side: str, player: str) -> None:
        """Let somebody else play a side from now on; ValueError if he cannot be had."""

    def drawing_apart(self) -> Random:
        """What a hint draws from, so that computer players draw the same with it and without."""

    def where_saved(self) -> str:
        """Where the game is saved, in a sentence."""
