"""Section ``control``: which side holds a hex after units have left it."""
