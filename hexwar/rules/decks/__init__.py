"""Section ``decks``: cards that are drawn unseen, held in hands, and played."""
