"""Hexagonal maps of Tiled, both ways: ``reading`` a map, ``drafting`` a game, ``exporting`` one."""
