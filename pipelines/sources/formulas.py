"""Formulas as workbooks store them: which give another value each time that the workbook is calculated."""

import functools
import html
import re

# In English, as nearly all programs store them, and as Russian and Ukrainian ones show them.
_NAMES = (
    *("TODAY", "NOW", "RAND", "RANDBETWEEN", "RANDARRAY"),
    *("СЕГОДНЯ", "ТДАТА", "СЛЧИС", "СЛУЧМЕЖДУ", "СЛМАССИВ"),
    *("СЬОГОДНІ", "ЗАРАЗ", "ТЕПЕР", "RANDOM", "ВИПАДКОВЕ", "ВИПМІЖ"),
)
_CALL = re.compile(rf"(?:^|[^\w.]|_xlfn\.|_xlws\.)(?:{'|'.join(_NAMES)})\s*\(", re.IGNORECASE)
MAY_BE_VOLATILE = re.compile("|".join(_NAMES).encode(), re.IGNORECASE)  # a quick look at much XML
_TEXTS = re.compile(r'"[^"]*"')


@functools.lru_cache(4096)
def is_volatile(formula: bytes) -> bool:
    """Whether a formula reads the clock or chance, and not only in a text."""
    if not MAY_BE_VOLATILE.search(formula):
        return False
    text = _TEXTS.sub('""', html.unescape(formula.decode(errors="replace")))
    return _CALL.search(text) is not None
