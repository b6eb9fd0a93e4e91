"""Workbooks to start from, and the sample leagues."""
