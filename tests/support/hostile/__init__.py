"""Workbooks that harm, and workbooks as people and programs leave them."""
