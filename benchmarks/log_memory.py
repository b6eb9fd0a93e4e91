"""Print how many bytes scoring so many games from their log holds at most, tables and imports included."""

import sys

import logs
from measures import peak_bytes

scored = logs.scored(logs.sheets(int(sys.argv[1])))
assert scored["votes"].sum() > 0
print(peak_bytes())
