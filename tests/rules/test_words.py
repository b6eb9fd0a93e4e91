"""Which characters count when words are compared, and which are shown."""

import unicodedata

import pytest
from sheets import HEADER, Memory, a_league, game, read

from pipelines.ingest import values, vocabulary
from pipelines.league import is_named
from rulesets.words import fold, tidy

IGNORABLE = [
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010)),
    *(*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0),
    *(*range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), 0xE0001, 0xE0061, 0xE0FFF),
]


@pytest.mark.parametrize("code", IGNORABLE, ids=hex)
def test_what_no_program_shows_does_not_count(code):
    mark = chr(code)
    assert tidy(f"{mark}Бар{mark}сук{mark}") == "Барсук"
    assert tidy(f" {mark} ") == ""
    assert vocabulary.key(f"{mark}Л{mark}Х") == vocabulary.key("ЛХ")
    assert values.figure(tidy(f"0{mark},4")) == 0.4


EMOJI = [
    "👨\u200d👩\u200d👧",
    "❤\ufe0f",
    "1\ufe0f\u20e3",
    "👍🏽",
    "🏳\ufe0f\u200d🌈",
    "🏴\U000e0067\U000e0062\U000e007f",
]


@pytest.mark.parametrize("sign", EMOJI, ids=ascii)
def test_an_emoji_is_shown_as_typed(sign):
    assert tidy(f"Лис\u200d {sign}\u2069") == f"Лис {sign}"


def test_emoji_are_compared_by_what_people_see():
    assert fold("Лис❤\ufe0f") == fold("Лис❤") == fold("лис❤\ufe0e")
    assert fold(EMOJI[-1]) != fold("🏴")
    assert fold(EMOJI[0]) != fold("👨👩👧")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "#REF!",
            "#ССЫЛКА!",
            "#ПОСИЛАННЯ!",
            "#ИМЯ?",
            "#ІМ’Я?",
            "#ЗНАЧ!",
            "#Н/Д",
            "#ДЕЛ/0!",
            "#SPILL!",
            "####",
        ),
        *("Loading...", "Загрузка…", "Завантаження...", "Err:502", "#ССЫЛ\u200bКА!"),
    ],
)
def test_what_a_failed_formula_shows_is_an_error(text):
    assert values.is_error(tidy(text))


@pytest.mark.parametrize("text", ["Loading", "Загрузка", "#1", "№7", "###", "Эрик...", "Err", "#Хэштег"])
def test_a_nickname_like_an_error_is_a_nickname(text):
    assert not values.is_error(tidy(text))


def test_a_player_spelled_with_and_without_marks_that_nobody_sees_is_one():
    one, other = game({"player": "Лис❤\ufe0f"}, 1), game({"player": "\u202aЛис❤\u202c"}, 2)
    seats = read(Memory({"Games": [HEADER, *one, *other]}), a_league()).seats
    assert seats["player"].nunique() == len(one)


def test_a_workbook_whose_name_macos_wrote_is_found(tmp_path):
    stored = tmp_path / unicodedata.normalize("NFD", "Йогурт.xlsx")
    stored.touch()
    source = {"workbook": [unicodedata.normalize("NFC", "Йогурт.xlsx")], "games": ["Games"]}
    of = a_league(source=source, folder=tmp_path)
    assert (of.workbooks(), of.destination(), of.publishes_to_source()) == ([stored], stored, True)
    assert is_named(unicodedata.normalize("NFD", "Йогурт"), "йогурт*")
