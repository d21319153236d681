"""Section ``control``: whose a hex is after units have left it."""
