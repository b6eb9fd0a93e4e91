"""Points of seats, standings of players, and why."""
