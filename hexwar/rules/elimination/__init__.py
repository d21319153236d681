"""Units and steps that are lost, whatever takes them: who may be chosen, and by whom."""
