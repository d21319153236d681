"""The rules: one package a section of a game's YAML, and some that several sections stand on.

A package says what its section may say (``section``), what follows from it in play and what players
decide (``rules``; ``task`` where that is much) and what a game's author is told (``checks``,
``findings.yaml``). Where all of that is short, the package is one module that is read from the top
in this order, with its findings in ``NAME.findings.yaml`` beside it.

They stand in storeys, where each is listed with what it brings (``storeys``), and can be read from
the ground up: rules ask only rules of packages before their own. Forms (``section``) may be read by
all rules, and checks may read everything.
"""

from hexwar.rules.storeys import STOREYS

PACKAGES = tuple(package for storey in STOREYS.values() for package in storey)
"""The packages, in the order in which they need each other.

Where several do something at the same moment, they do it in this order.
"""

SECTIONS = tuple(package.name for package in PACKAGES)
"""Their names."""
