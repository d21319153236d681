"""Patches in play: what a phase lays over the game, and what such patches may touch."""
