"""A player that searches: whole phases are planned, played on by a policy, and compared."""
