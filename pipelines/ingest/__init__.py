"""Grids to seats, players, tables and acts."""
