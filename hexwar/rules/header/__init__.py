"""The keys at the top of ``game.yaml``: what a game is called, and what it builds on."""
