"""Losses that are owed, and how they are told beforehand."""

from __future__ import annotations

from hexwar.engine.state import Position
from hexwar.rules.elimination.rules import TAKEN, PendingLoss, PendingStepLosses
from hexwar.rules.language.forecast import Forecast
from hexwar.rules.language.wording import either


def _forecast_loss(forecast: Forecast, state: Position, task: PendingLoss) -> None:
    for unit in task.units:
        forecast.losers.setdefault(unit, task.units)
    lot = f"goes to {state.frame.map.boxes[task.box]}" if task.box else "is lost"
    forecast.sentences.append(f"{either(forecast.names(task.units))} {lot}.")


def _forecast_steps(forecast: Forecast, state: Position, task: PendingStepLosses) -> None:
    candidates = (action.units[0] for action in task.actions(state))
    forecast.sentences.append(f"{either(candidates)} loses a step.")


TASKS = {"loss": PendingLoss, "step_loss": PendingStepLosses}
SLOTS = (TAKEN,)
FORECASTS = {"loss": _forecast_loss, "step_loss": _forecast_steps}
