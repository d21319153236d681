"""Section ``stacking``: how many units a hex holds, and which of them are seen."""
