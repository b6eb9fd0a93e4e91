"""Print how many bytes the way from a league's workbook to its standings holds at most, over its imports."""

import sys
from pathlib import Path

from measures import peak_bytes

from pipelines import league, rebuild
from pipelines.sources import workbook  # noqa: F401  (the rebuild imports it late)

before = peak_bytes()
assert rebuild.rated(league.load(Path(sys.argv[1]))).standings is not None
print(peak_bytes() - before)
