"""The xlsx format, as far as grafting tabs into a workbook needs it; all other parts stay as they are."""
