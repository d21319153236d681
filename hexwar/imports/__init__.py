"""Drafts of games out of what others have made: modules for VASSAL, maps of Tiled.

``vassal`` and ``tiled`` read a format each, and neither trusts what it reads. Both make a
:class:`~hexwar.imports.draft.Draft`, which is written into a folder by ``folder``: a game marked as
a draft, with a list of what was found, carried over, left open and left behind.
"""
