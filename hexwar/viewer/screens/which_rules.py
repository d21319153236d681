"""The question by which rules a game goes on that began with others than those of today."""

from __future__ import annotations

from hexwar.records import Session
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.question import Answer, QuestionScreen
from hexwar.viewer.screens.shelf import SaveByRules


def rules_question(host: Host, session: Session) -> QuestionScreen | None:
    """The question, if there is a choice and the game goes on; it says what a notice would.

    The game is open by the rules that it had. With those of today its save is opened anew.
    """
    change, path = session.rules_change, session.path
    if change is None or not change.has_choice or path is None or session.state.is_over:
        return None
    session.notices[:] = [notice for notice in session.notices if notice != change.sentence]
    old = Answer("As it began", lambda: None, "o", "primary")
    new = Answer("By the new rules", lambda: host.begin(SaveByRules(path, "now")), "n")
    return QuestionScreen(host, "Which rules?", change.sentence, [new, old])
