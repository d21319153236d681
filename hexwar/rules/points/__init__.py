"""Section ``points``: victory points, counted when somebody asks or scored turn by turn."""
