"""What the board's commands do that change what is seen, and nothing in the game.

Some are stored in the settings too, so that the next game looks alike. If a game lacks something,
such as supply or pictures, that is said when somebody asks to see it: a key that does nothing would
look broken.
"""

from __future__ import annotations

from functools import partial

from hexwar.definition.grammar import in_prose, opening
from hexwar.rules.language.wording import every
from hexwar.rules.supply.section import Supply
from hexwar.viewer.board.controlled import ControlledBoard
from hexwar.viewer.printed_map.pictured_map import brings_pictures
from hexwar.viewer.program.settings import SPEEDS

_PAN = 0.18  # of the view, for one press


class LookingCommands:
    """Carries out on one board what looks at the game."""

    def __init__(self, board: ControlledBoard) -> None:
        self.board = board
        self.match, self.selection, self.view = board.match, board.selection, board.view

    # -- as long as a key is down --------------------------------------------------------------

    def show_threats(self, shown: bool) -> None:
        """What the enemy can reach."""
        self.view.show_threats = shown
        self.board.redraw_map()

    def hide_counters(self, hidden: bool) -> None:
        """The map as it looks without counters."""
        self.view.hide_counters = hidden
        self.board.redraw_map()

    def show_names(self, shown: bool) -> None:
        """The names of units over their counters."""
        self.view.show_names = shown
        self.board.redraw_map()

    def show_sight(self, shown: bool) -> None:
        """Lines of sight from the hex that is looked at."""
        if not self.view.sight.hold(shown) and shown:
            self.board.say("Nothing is said about lines of sight in this game.")
            return
        self.board.looking = True
        self.board.rebuild()

    # -- where one looks -----------------------------------------------------------------------

    def move_cursor(self, right: int, down: int) -> None:
        """The hex cursor goes to a neighbour; at first it only shows itself."""
        chosen = self.selection
        if not chosen.cursor_shown:
            # The first press shows the cursor where the player is looking already.
            hex_now = self.match.state.position(chosen.unit) if chosen.unit else None
            start = chosen.pointer or hex_now or chosen.cursor
            self.board.look_at(start, cursor=True)
            return
        neighbour = self.view.neighbour(chosen.cursor, right, down)
        if neighbour is not None:
            self.board.look_at(neighbour, cursor=True)

    def pan(self, right: int, down: int) -> None:
        """Move the view."""
        self.view.pan(right * self.view.rect.width * _PAN, down * self.view.rect.height * _PAN)
        self.board.redraw_map()

    def zoom(self, notches: int) -> None:
        """In (1) or out (-1), with the hex that is looked at staying where it is."""
        number = self.selection.focus_hex
        middle = self.view.rect.center if number is None else self.view.pixel_of(number)
        self.view.zoom(middle, notches)
        self.board.redraw_map()

    def zoom_fit(self) -> None:
        """The whole map; from there back to the front, where the map is too small to be read."""
        if self.view.offer == "front":
            self.view.look_at_front()
        else:
            self.view.fit()
        self.board.rebuild()

    # -- how things look, and who sees them ----------------------------------------------------

    def look_at_own(self) -> None:
        """Show the person who is to choose his own units, where two people look on."""
        visibility = self.match.visibility
        if not visibility.ask():
            hidden = visibility.limited and visibility.fog
            subject = "Your own units are" if hidden else "Nothing is hidden: all units are"
            self.board.say(f"{subject} shown already.")
        self.board.rebuild()

    def change_speed(self) -> None:
        """Show what happens at the next speed."""
        settings = self.board.host.settings
        settings.speed = SPEEDS[(SPEEDS.index(settings.speed) + 1) % len(SPEEDS)]
        settings.save()
        self.match.playback.speed = settings.speed
        self.board.say(f"Speed of what is shown: {settings.speed}.")

    def change_names(self) -> None:
        """Words or symbols on counters."""
        settings = self.board.host.settings
        settings.plain_names = not settings.plain_names
        settings.save()
        self.view.pieces.plain = settings.plain_names
        self.board.say(f"Counters have {'words' if settings.plain_names else 'symbols'}.")

    def change_pictures(self) -> None:
        """Show the game's own pictures, or the drawn look; if it brings none, say so."""
        if not brings_pictures(self.match.resolved):
            self.board.say("This game brings no pictures of its own.")
            return
        settings = self.board.host.settings
        settings.pictures = not settings.pictures
        settings.save()
        self.board.show_pictures(settings.pictures)
        drawing = "the pictures of the game" if settings.pictures else "it drawn"
        self.board.say(f"You see {drawing}.")

    def show_supply(self) -> None:
        """Show which units are in supply, or hide that again."""
        if self.match.resolved.section(Supply) is None:
            self.board.say("There is no supply in this game.")
            return
        self.view.show_supply = not self.view.show_supply
        self.board.rebuild()

    def change_fog(self) -> None:
        """Show or hide what a side may not know."""
        visibility, settings = self.match.visibility, self.board.host.settings
        if not visibility.limited:
            sentence = "Nothing is hidden in this game."
        elif len(visibility.people) > 1:
            sentence = "What one side hides is not shown while the other plays at this window."
        elif self.match.at_host:
            sentence = "The host tells no more than what your side knows."
        else:
            visibility.fog = settings.fog = not settings.fog
            settings.save()
            hidden = "Only the top counter of enemy stacks is shown."
            if not visibility.stacks:
                hidden = "Enemies that hide are not shown."
            sentence = hidden if settings.fog else "All is shown."
        self.board.say(sentence)

    # -- what is told --------------------------------------------------------------------------

    def scroll_log(self, events: int) -> None:
        """Look further back in the log (positive) or on."""
        self.board.scroll = min(self.board.furthest, max(0, self.board.scroll + events))
        self.board.rebuild()

    def show_changes(self) -> None:
        """Draw once more what others did last, or no more of it."""
        self.match.playback.skip()
        # Their arrows would lie over each other and look alike.
        if self.board.hints.plan:
            key = self.board.host.keys.shown("hint")
            self.board.say(f"What others did is not shown beside a hint: {key} puts that away.")
            return
        if not self.match.meanwhile.recall():
            had_turn = map(self.match.side_name, self.match.meanwhile.had_turn)
            idle = opening(every(map(in_prose, had_turn)))
            # A side that had its turn and did nothing is named: else a turn before that would be
            # recalled as if it were the last.
            nothing = f"{idle} had a turn and did nothing in it that can be drawn."
            nothing_done = "Nothing has been done by others since you last looked."
            self.board.say(nothing if idle else nothing_done)
        self.board.looking = False
        self.board.rebuild()

    def show_goal(self) -> None:
        """How it is won; of a game that is over, how it was."""
        if self.board.ended:
            self.board.show_end()
            return
        from hexwar.viewer.screens.goal import GoalScreen

        look_at = partial(self.board.look_at, cursor=True)
        goal = GoalScreen(self.board.host, self.match, self.board.open_rule, look_at)
        self.board.host.push(goal)

    def open_rule_cited(self) -> None:
        """Open the rulebook at the rule that was cited last."""
        rule = self.board.notice().rule or self.match.notice.rule
        self.board.open_rule(rule)

    def open_rules(self) -> None:
        """Open the rulebook at its beginning."""
        self.board.open_rule("")

    def open_table(self) -> None:
        """What is said and agreed at the table of a host."""
        self.board.open_table()

    def open_replay(self) -> None:
        """Go through the game again."""
        self.board.open_replay()

    def switch_panels(self) -> None:
        """Give the keyboard to the panels, or back to the map."""
        self.board.in_panels = not self.board.in_panels
        self.board.rebuild()
