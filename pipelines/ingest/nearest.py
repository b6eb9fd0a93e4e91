"""The accepted word that a misspelt one is most like, for messages."""

from collections.abc import Mapping

import pandas as pd

from pipelines import texts
from pipelines.ingest import vocabulary

_DIGITS = "0123456789"
_LIKE = 0.65  # likeness from which on a word is offered: one typo in three letters


def hints(misspelt: pd.Series, words: Mapping[str, str], language: str) -> pd.Series:
    """For each text, the end of a message that offers the nearest of `words` (spellings by key); empty if none is near."""
    near = {text: word(str(text), words) for text in misspelt.unique()}
    offers = {
        text: texts.say("say.did-you-mean", language, near=one) if one else "" for text, one in near.items()
    }
    return misspelt.map(offers)


def word(text: str, words: Mapping[str, str]) -> str:
    """The nearest of `words` (spellings by key); empty if none is near.

    A capital at the beginning and a number at the end are kept.
    """
    from rapidfuzz import process  # late: most sheets have no word that is not known
    from rapidfuzz.distance import OSA

    stem = text.rstrip(_DIGITS)
    key = vocabulary.key(stem)
    found = process.extractOne(key, list(words), scorer=OSA.normalized_similarity, score_cutoff=_LIKE)
    if not found:
        return ""
    spelt = words[found[0]]
    return (spelt.capitalize() if text[:1].isupper() else spelt) + text[len(stem.rstrip()) :]
