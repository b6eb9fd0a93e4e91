"""What the process does that reads an .xls: its bytes come in, the cells of all its tabs go out."""

import pickle
import sys
from contextlib import suppress

import fastexcel

from pipelines.sources.column import load

MOST_MEMORY = 4 * 2**30  # bytes of addresses, where the system can limit them


def main() -> None:
    """Read the workbook from the input; write by tab what `load` returns, pickled."""
    with suppress(ImportError, ValueError):  # Windows has no limits, macOS not all of them
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    reader = fastexcel.read_excel(sys.stdin.buffer.read())
    tabs = {tab: load(reader, tab, truths=True) for tab in reader.sheet_names}
    sys.stdout.buffer.write(pickle.dumps(tabs))
