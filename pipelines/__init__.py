"""From a club's game sheets to its ratings: ingest, check, score, rate, publish."""
