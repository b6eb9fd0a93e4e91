"""Who won by what a form says of it: a label's value, words that say so by themselves, or a mark beside one of several."""

import re
from collections.abc import Iterator, Mapping, Sequence

from pipelines.addresses import Fact, Place
from pipelines.ingest import fields, values
from pipelines.ingest.form_labels import FURTHEST, FormLabels
from pipelines.ingest.headings import unrated
from pipelines.ingest.regions import Form

_NEAR = 3  # columns from the label of the winner to the first word for one
_LONGEST_MARK = 3  # letters
_POINTS = re.compile(r"[-+–−]?\d{1,2}([.,]\d{1,2})?( ?[^\W\d]{1,10}\.?)?")
_SIDES = ((0, (1, 2, 3)), (0, (-1,)), (1, (0,)))  # of a mark: rows down, and columns from the word


def facts_of(around: FormLabels, form: Form) -> tuple[dict[str, Fact], list[tuple[str, Fact]]]:
    """What a form gives of its game, by field, with who won and whether it is rated; and what contradicts that."""
    given, others = fields.facts_of(around, form)
    if (won := _winner(around, form, given.get("winner"))) is not None:
        given["winner"], more = won
        others = [one for one in others if one[0] != "winner"]
        others += [("winner", fact) for fact in more]
    others += [("kind", fact) for fact in _add_unrated(around, form, given)]
    return given, others


def _add_unrated(around: FormLabels, form: Form, given: dict[str, Fact]) -> Iterator[Fact]:
    """Let words that say so by themselves make the game an unrated one; gives those that a label contradicts."""
    taken = {fact.value for fact in given.values()}
    for place in around.unrated[form.number]:
        fact = Fact(place, place, around.cells.word(*place).unrated)
        kind = given.get("kind")
        if place not in taken and (kind is None or not kind.text):
            given["kind"] = fact
        elif place not in taken and kind and not unrated(kind.text):
            yield fact


def _winner(around: FormLabels, form: Form, given: Fact | None) -> tuple[Fact, list[Fact]] | None:
    """Who won by a mark beside one of several winners; and what others say. None if a value alone gives it."""
    beside = _choices(around, form, given) if given else []
    phrases = [place for place in around.victories[form.number] if not _is_of_legend(around, place, given)]
    places = sorted({*phrases, *beside})
    marks = _marks(around, places)
    if len({_won(around, place) for place in places}) < 2:
        return None if given and given.text else _alone(around, places, marks)
    marked = [
        Fact(place, marks[place], around.cells.text(*place))
        for place in places
        if place in marks and not around.cells.word(*marks[place]).is_no
    ]
    is_sure = given and given.text and given.value not in phrases and len({*beside} - {*phrases}) < 2
    won = values.winner(given.text) if given and is_sure else None
    if marked and given and won:
        return given, [fact for fact in marked if _won(around, fact.label) != won]
    if marked:
        return marked[0], marked[1:]
    if given and is_sure:
        others = [place for place in places if place not in marks and _won(around, place) != won]
        return given, [Fact(place, place, around.cells.text(*place)) for place in others]
    return Fact(places[0], (places[0][0], places[0][1] + 1), ""), []


def _won(around: FormLabels, place: Place) -> str:
    """Who won by the words in a cell, or the words themselves if they are not understood."""
    word = around.cells.word(*place)
    return word.winner or word.text


def _alone(
    around: FormLabels, places: Sequence[Place], marks: Mapping[Place, Place]
) -> tuple[Fact, list[Fact]] | None:
    """Who won by words that are alone, without a mark, or with one that does not say no."""
    if not places:
        return None
    place = places[0]
    mark = marks.get(place, place)
    is_no = mark != place and around.cells.word(*mark).is_no
    return Fact(place, mark, "" if is_no else around.cells.text(*place)), []


# --- words to choose from


def _choices(around: FormLabels, form: Form, given: Fact) -> list[Place]:
    """The words for a winner to choose from in the row of the winner's label, or in the column under it.

    Where another text follows one of them, or one comes again, there is nothing to choose: the first is the value.
    """
    found = list(_words_beside(around, form, given))
    words = [place for place, is_winner in found if is_winner]
    won = [_won(around, place) for place in words]
    is_choice = len({*won}) == len(won) and len(words) == len(found)
    return words if is_choice else words[:1]


def _words_beside(around: FormLabels, form: Form, given: Fact) -> Iterator[tuple[Place, bool]]:
    """The words for a winner beside the label, with others that follow right after one; and whether it is one."""
    (row, column), value = given.label, given.value
    rightwards = value[0] == row
    is_near = is_after = False  # the first ones are near; others may be far from the label
    for step in range(1, 2 * FURTHEST):
        place = (row, column + step) if rightwards else (row + step, column)
        word = around.cells.word(*place)
        is_other = bool(word.text) and (around.is_table(*place) or around.owner(place) != form.number)
        if is_other or (step > _NEAR and not is_near) or word.label or word.heading.told:
            return
        is_winner = word.winner not in (None, values.UNRATED)
        if is_winner or (is_after and word.text and not is_mark(word.text)):
            yield place, is_winner
            is_near = True
        is_after = is_winner or (is_after and bool(word.text) and not is_mark(word.text))


# --- marks and points beside words for winners


def _marks(around: FormLabels, words: Sequence[Place]) -> dict[Place, Place]:
    """The marks of the winners: right of their words, else left of them, else under them; all on the same side."""
    for down, steps in _SIDES:
        found = {one: mark for one in words if (mark := _first_mark(around, one, down, steps, words))}
        if found and not (down and _is_other_under(around, words)):
            return found
    return {}


def _is_other_under(around: FormLabels, words: Sequence[Place]) -> bool:
    """Whether something that is not a mark is under words for winners: the row has a meaning of its own."""
    under = [around.cells.text(row + 1, column) for row, column in words]
    return any(text and not is_mark(text) for text in under)


def _first_mark(
    around: FormLabels, place: Place, down: int, steps: Sequence[int], words: Sequence[Place]
) -> Place | None:
    for step in steps:
        at = (place[0] + down, place[1] + step)
        text = around.cells.text(*at)
        if text or at in words:
            is_own = not around.is_label(*at) and not (down and around.is_of_row(*at))
            return at if at not in words and is_own and is_mark(text) else None
    return None


def _is_of_legend(around: FormLabels, place: Place, given: Fact | None) -> bool:
    """Whether words for a winner are before the points that they get; figures are marks, unless the winner is given."""
    row, column = place
    text = around.cells.text(row, column + 1)
    is_given = bool(given and given.text and given.value != place)
    return _is_points(text) or (is_given and text.isdigit() and not around.is_table(row, column + 1))


def of_winner(around: FormLabels, form: Form) -> Iterator[Place]:
    """The words for winners around a table, and what is beside them: marks, or points."""
    places = around.victories[form.number]
    yield from places
    yield from _marks(around, places).values()
    yield from ((row, column + 1) for row, column in places if _is_points(around.cells.text(row, column + 1)))


def _is_points(text: str) -> bool:
    """Whether a text gives how many points something is worth: `1 балл`, `+0,5`."""
    return bool(_POINTS.fullmatch(text)) and not is_mark(text)


def is_mark(text: str) -> bool:
    """Whether a text may be a mark, or say that there is none: a sign, a letter, a word for yes or no."""
    is_sign = len(text) == 1 or not any(letter.isalnum() for letter in text)
    is_word = values.is_no(text) or values.is_yes(text)
    return is_word or (is_sign and len(text) <= _LONGEST_MARK and (not text.isdigit() or text == "1"))
