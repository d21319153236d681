"""Play with many units of unlike strength: one by one, by cheap signs, as a staff would."""
