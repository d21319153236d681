"""Records: saves that survive a power cut, and replays that prove themselves.

>>> from hexwar.records import Session
>>> session = Session.new("strike_force_one", seed=7, players={"us": "greedy"})
>>> [str(event) for event in session.apply("move A 0801")]
['A moves 0802 to 0801 (1 MP).']
"""

from hexwar.records.lines import FORMAT, RecordError, SaveFile, SaveHeader, SaveLine, read_record
from hexwar.records.replay import Replay
from hexwar.records.saves import (
    SavedGame,
    list_saves,
    new_save_path,
    saves_folder,
    summary,
    unfinished,
)
from hexwar.records.session import HUMAN, Session, begin_session

__all__ = [
    "FORMAT",
    "HUMAN",
    "RecordError",
    "Replay",
    "SaveFile",
    "SaveHeader",
    "SaveLine",
    "SavedGame",
    "Session",
    "begin_session",
    "list_saves",
    "new_save_path",
    "read_record",
    "saves_folder",
    "summary",
    "unfinished",
]
