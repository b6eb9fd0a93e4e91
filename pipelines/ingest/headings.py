"""Headings of a form in one cell: the labels that stand there with their values.

`Стол: 2`, `Игра №3 из 5`, `12.09.2023, стол 1, игра 3, судья Полночь`, `ПУ 3 (2 5 8)`.
"""

import datetime as dt
import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.ingest import values, vocabulary

_SOME_DAY = dt.date(2000, 1, 1)
_LONGEST = 200  # letters of a heading; what is longer is a text
_LONGEST_LABEL, _LONGEST_DAY = 3, 4  # words
_PIECES = re.compile(r",(?!\d)|(?<!\d),|[;|]")  # not the comma of 2,5,8
_COLON = re.compile(r"\s*(?:[:=](?!\d)|(?<!\d)[:=])\s*")  # not that of a time
_GLUED = re.compile(r"([^\W\d]{1,12})\.?[№#-]?(\d.*)")  # Стол1, Игра№3
_NUMBER = re.compile(r"[№#]?(\d{1,3})\.?(?:/\d+)?")
_SEATS = re.compile(r"[(№#]*\d[\d.,/()\-–]*")
_DASHES = ("-", "–", "—")
_BETWEEN = ("№", "#", *_DASHES)  # from a label to its value
_OF = ("из", "із", "з", "of")  # Игра 1 из 3
_SHORT = 3  # letters of a table's name: А, VIP
_BRACKETS = "()[]«»\"' "
_NUMBERED = ("game_no", "table", "evening")
_OF_TEXT = ("judge", "club", "tournament", "stage", "remarks")
OF_SEATS = vocabulary.labels_of("seat", "seats")
_BARE = "?"  # before the field of what has no label, and alone makes no heading: a day, a stage, who won
Told = tuple[str, str]  # a field and its value


@dataclass(frozen=True)
class Heading:
    """What a text tells as a heading, by field, and what of it nobody understands."""

    told: tuple[Told, ...] = ()
    rest: tuple[str, ...] = ()


@functools.lru_cache(4096)
def unrated(text: str) -> str:
    """The words of a text that say by themselves that a game counts in no rating; nothing if it does not say so."""
    said = text.strip(_BRACKETS)
    is_so = len(said) < _LONGEST and vocabulary.words("kinds").get(vocabulary.key(said)) == values.UNRATED
    return said if is_so else ""


def heading(text: str, names: Mapping[str, str]) -> Heading:
    """The labels that one cell holds with their values; `names` are fields by the keys of labels."""
    if len(text) > _LONGEST or not any(letter.isdigit() or letter in ":=,;" for letter in text):
        return Heading()
    labels = _Labels(names)
    told: list[Told] = []
    rest: list[str] = []
    for piece in filter(None, (one.strip(" _") for one in _PIECES.split(text))):
        some = labels.told(piece)
        if told and (told[-1][0] == "remarks" or (some is None and _goes_on(told[-1][0], piece))):
            told[-1] = (told[-1][0], f"{told[-1][1]}, {piece}")
        elif some is not None:
            told += some
        elif not _is_weekday(piece):
            rest.append(piece)
    is_sure = bool(_COLON.search(text)) or any(name == "kind" or value[:1].isdigit() for name, value in told)
    if not is_sure or all(name.startswith(_BARE) or not name for name, _ in told):
        return Heading()
    known = [(name.removeprefix(_BARE), value.strip(" _")) for name, value in told]
    known = [(name, value) for name, value in known if name != "date" or not _is_weekday(value)]
    return Heading(tuple(one for one in known if all(one)), tuple(rest))


def _is_weekday(text: str) -> bool:
    return vocabulary.key(text) in vocabulary.words("weekdays")


def _goes_on(name: str, piece: str) -> bool:
    """Whether a piece without label goes on with the value before: seats with seats, words with words."""
    if name in OF_SEATS:
        return all(_SEATS.fullmatch(word) for word in piece.split(" "))
    return name in _OF_TEXT and not piece[0].isdigit()


@dataclass(frozen=True)
class _Labels:
    """The labels that a heading may hold: fields by the keys of their words."""

    names: Mapping[str, str]

    def told(self, piece: str) -> list[Told] | None:
        """What a piece of a heading tells; None if that is not understood."""
        first, *more = _COLON.split(piece)
        return self._after_colons(first, more) if more else self._in_words(piece.split(" "))

    def _field(self, words: Sequence[str]) -> str:
        name = self.names.get(vocabulary.key(" ".join(words)), "")
        label = vocabulary.labels().get(name)
        return name if label and label.is_free else ""

    def _after_colons(self, first: str, more: Sequence[str]) -> list[Told]:
        """Labels before a colon each: `Дата: 12.09 Судья: Ночь`; the name of one that nobody knows is empty."""
        before, name = self._ending(first)
        told = (self._in_words(before.split(" ")) or []) if name and before else []
        for at, part in enumerate(more):
            if name == "remarks":
                return [*told, (name, ": ".join(more[at:]))]
            value, following = self._ending(part) if at < len(more) - 1 else (part, "")
            told += self._valued(name, value)
            name = following
        return told

    def _ending(self, text: str) -> tuple[str, str]:
        """A text without the label at its end, and the field of that; an empty name if there is none."""
        words = text.split(" ")
        for many in range(min(_LONGEST_LABEL, len(words)), 0, -1):
            if name := self._field(words[-many:]):
                return " ".join(words[:-many]), name
        return text, ""

    def _valued(self, name: str, text: str) -> list[Told]:
        """A label with its value, and what else the words of that tell: `1 Игра 2` after `Стол:`."""
        words = text.split(" ")
        for told, end in self._values(name, words, 0) if text else ():
            if (more := self._in_words(words[end:])) is not None:
                return [told, *more]
        return [(name, text)]

    def _in_words(self, words: Sequence[str]) -> list[Told] | None:
        """What words tell one after the other, all of them; None if some are not understood."""
        key = vocabulary.key(" ".join(words))
        if key in vocabulary.words("stages"):
            return [(_BARE + "stage", " ".join(words))]
        if key in vocabulary.words("winners") and key.startswith(tuple(vocabulary.words("victories"))):
            return [(_BARE + "winner", " ".join(words))]
        read: list[list[Told] | None] = [None] * len(words) + [[]]  # what the words from each on tell
        for start in range(len(words) - 1, -1, -1):
            if words[start] in _DASHES:
                read[start] = read[start + 1]
            for told, end in self._from(words, start):
                if (more := read[end]) is not None:
                    read[start] = [told, *more]
                    break
        return read[0]

    def _from(self, words: Sequence[str], start: int) -> Iterator[tuple[Told, int]]:
        """What may be told from a word on, and up to which: a day, a label with its value."""
        for said, end in _said(words, start, _LONGEST_DAY):
            if _is_day(said):
                yield (_BARE + "date", said), end
            elif kind := unrated(said):
                yield ("kind", kind), end
        for _, end in _said(words, start, _LONGEST_LABEL):
            if name := self._field(words[start:end]):
                is_apart = end < len(words) - 1 and words[end] in _BETWEEN
                yield from self._values(name, words, end + is_apart)
        glued = _GLUED.fullmatch(words[start])
        if glued and (name := self._field([glued[1]])) and name not in _OF_TEXT:
            yield from self._values(name, [*words[:start], glued[2], *words[start + 1 :]], start)

    def _values(self, name: str, words: Sequence[str], start: int) -> Iterator[tuple[Told, int]]:
        """The values that words from one on may be of a field, each with the place after it."""
        if start >= len(words):
            return
        if name in ("date", "evening"):
            yield from (
                (("date", said), end) for said, end in _said(words, start, _LONGEST_DAY) if _is_day(said)
            )
        if name in {*_NUMBERED, *OF_SEATS} and (number := _NUMBER.fullmatch(words[start])):
            is_part = (
                words[start + 1 : start + 2] and words[start + 1] in _OF and words[start + 2 : start + 3]
            )
            yield (name, number[1]), start + (3 if is_part else 1)
        if name == "table" and len(words[start]) <= _SHORT and words[start].isalpha():
            yield (name, words[start]), start + 1
        if name in OF_SEATS:
            yield from self._seats(name, words, start)
        if name in ("winner", "kind"):
            known = vocabulary.words("winners" if name == "winner" else "kinds")
            some = _said(words, start, _LONGEST_LABEL)
            yield from (((name, said), end) for said, end in some if vocabulary.key(said) in known)
        if name == "weight_typed" and values.figure(words[start]) is not None:
            yield (name, words[start]), start + 1
        if name in _OF_TEXT:
            for end in range(start + 1, len(words) + 1):
                if end == len(words) or _may_begin(words, end):
                    yield (name, " ".join(words[start:end])), end

    def _seats(self, name: str, words: Sequence[str], start: int) -> Iterator[tuple[Told, int]]:
        """Seats in words, the most of them first: `2 5 8`, `3 (2 5 8)`; or a dash."""
        end = start
        while end < len(words) and _SEATS.fullmatch(words[end]):
            end += 1
        if end > start:
            yield (name, " ".join(words[start:end]).replace("(", "").replace(")", "")), end
        elif values.is_no(words[start]):
            yield (name, words[start]), start + 1


def _said(words: Sequence[str], start: int, most: int) -> Iterator[tuple[str, int]]:
    """The longest words first, from one on, each with the place after it."""
    for end in range(min(start + most, len(words)), start, -1):
        yield " ".join(words[start:end]), end


def _may_begin(words: Sequence[str], start: int) -> bool:
    """Whether something else may begin at a word of a text: a title, a figure, a bracket, a dash, or "not rated"."""
    first = words[start][0]
    is_other = first.isdigit() or first in (*_BRACKETS, *_DASHES)
    return first.isupper() or is_other or bool(unrated(" ".join(words[start:])))


def _is_day(text: str) -> bool:
    has_figure = any(letter.isdigit() for letter in text)
    return has_figure and not text.isdigit() and values.day_of(text, _SOME_DAY) is not None
