"""Two nicknames that may be one person's."""

import pandas as pd
import pytest
from sheets import read_table

from pipelines.checks.similar_names import similar

PAIRS = read_table("""
one        | other     | similar | why
Кот        | кот       | yes     | case
Кот        | Koт       | yes     | Latin letters
Ёж         | Еж        | yes     | ё and е
Старый Кот | СтарыйКот | yes     | spaces
Лиса       | Лис       | yes     | a letter less
Лиса       | Лира      | yes     | another letter
Анна       | Ана       | yes     | one of two equal letters
Лиса       | Ласи      | no      | two letters
Лис        | Сил       | no      | two letters
Кот 1      | Кот 2     | no      | a digit is no letter
Тень       | Тень1     | no      | a digit is no letter
""")


@pytest.mark.parametrize(("one", "other", "alike", "why"), PAIRS.to_numpy().tolist())
def test_names_that_differ_by_case_spaces_look_alikes_or_one_letter(one, other, alike, why):
    found = similar(pd.Series([one, "Бегемот", other]))
    assert found.to_numpy().tolist() == ([sorted([one, other])] if alike == "yes" else []), why


def test_a_text_longer_than_any_nickname_is_the_same_or_not():
    found = similar(pd.Series(["я" * 5000, "я" * 5001, "Я" * 5000, "я" * 30, "я" * 31]))
    assert found.to_numpy().tolist() == [["Я" * 5000, "я" * 5000], ["я" * 30, "я" * 31]]
