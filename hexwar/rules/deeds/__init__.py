"""What units did, as states that every game has: moved, fired, attacked and the like."""
