"""What all tests share: a collector of garbage that leaves the libraries alone."""

import gc


def pytest_collection_finish():
    """Pandas and hypothesis hold a million objects that never go; to look through them again and again took an eighth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
