"""A clean sheet, changed as hands change sheets: the games stay the same. A wrong cell: it is named, whatever stands in it."""

import datetime as dt
import random
import re

import pandas as pd
import pytest
from hostile.cells import BOM, LATIN, NARROW, NBSP, ZERO_WIDTH
from hostile.plain import EACH, HEADER, NAMES, plain
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sheets import Memory, a_league, read

from pipelines.ingest import vocabulary

SETTINGS = settings(
    max_examples=12,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
OF = a_league(source={"workbook": ["memory.xlsx"], "games": ["Игры"], "players": "Игроки"})
PLAYERS = [["Игрок"], *([name] for name in NAMES)]
PLAIN = [["" if cell is None else f"{cell}" for cell in row] for row in plain()]
WORDS, FIGURES, NICKNAMES = (4, 8, 9, 10, 15, 16), (12, 13), 7  # columns, from 0
REMARKS = ["перерыв", "см. протокол", "7", "Красные играли хорошо", "?", "Дон"]


def sheets_of(rows):
    return read(Memory({"Игры": rows, "Игроки": PLAYERS}), OF)


def facts(sheets):
    """The seats but for their places; of a removal's words, that there are some."""
    seats = sheets.seats.drop(columns=["sheet", "row", "removal_typed"]).sort_index(axis=1)
    return seats.astype("object").where(seats.notna(), None)


@pytest.fixture(scope="module")
def meant():
    sheets = sheets_of(PLAIN)
    assert sheets.findings.empty
    return facts(sheets)


# --- what hands do, in the order in which it is done: cells, then rows, columns and headers


def some_cells(rows, chance, columns, change):
    """Change some of the filled cells under the header."""
    for row in rows[1:]:
        for column in columns:
            if row[column] and chance.random() < 0.2:
                row[column] = change(row[column])
    return rows


def spaces(rows, chance):
    around = [" ", NBSP, NARROW, ZERO_WIDTH, BOM, "\t", "\n"]
    return some_cells(
        rows, chance, range(len(HEADER)), lambda text: chance.choice(around) + text + chance.choice(around)
    )


def invisible_letters(rows, chance):
    def change(text):
        place = chance.randrange(len(text) + 1)
        return text[:place] + ZERO_WIDTH + text[place:]

    return some_cells(rows, chance, range(len(HEADER)), change)


def look_alikes(rows, chance):
    rows[0] = [chance.choice([one, one.translate(LATIN)]) for one in rows[0]]
    some_cells(rows, chance, [*WORDS, NICKNAMES], lambda text: text.translate(LATIN))
    for column in (3, 5):  # club and judge: the more frequent spelling is taken
        row = chance.choice(rows[1:])
        row[column] = row[column].translate(LATIN)
    return rows


def capitals(rows, chance):
    rows[0] = [chance.choice([one, one.upper(), one.lower()]) for one in rows[0]]
    return some_cells(rows, chance, WORDS, lambda text: chance.choice([text.upper(), text.lower()]))


def commas(rows, chance):
    return some_cells(
        rows, chance, FIGURES[:1], lambda text: chance.choice(["", "+"]) + text.replace(".", ",")
    )


def minus_signs(rows, chance):
    return some_cells(rows, chance, FIGURES[1:], lambda text: chance.choice(["-", "−", "– ", "‐"]) + text)


def facts_once(rows, chance):
    """Date, table, number, club, kind, judge and winner on the first row of each game alone."""
    for number, row in enumerate(rows[1:]):
        for column in (0, 1, 2, 3, 4, 5, 9) if number % EACH else ():
            row[column] = ""
    return rows


def totals(rows, chance):
    made = rows[:1]
    for start in range(1, len(rows), EACH):
        sums = [""] * len(HEADER)
        sums[chance.choice([0, NICKNAMES])] = chance.choice(
            ["Итого", "Всего:", "РАЗОМ", "Total", "Итого за игру"]
        )
        sums[12], sums[13] = "0.65", chance.choice(["", "1"])
        made += [*rows[start : start + EACH], sums]
    return made


def headers_again(rows, chance):
    """The header above each game."""
    starts = [
        number
        for number in range(1, len(rows))
        if rows[number][6].strip(f" \t\n{NBSP}{NARROW}{ZERO_WIDTH}{BOM}") == "1"
    ]
    for start in reversed(starts[1:]):
        rows[start:start] = [list(rows[0])]
    return rows


def blank_rows(rows, chance):
    for _ in range(chance.randint(1, 4)):
        rows.insert(chance.randint(1, len(rows)), [])
    return rows


def remarks_between(rows, chance):
    """Remarks on rows of their own, in a column that no field has."""
    width = max(map(len, rows))
    for _ in range(chance.randint(1, 3)):
        rows.insert(chance.randint(1, len(rows)), [*[""] * (width + 1), chance.choice(REMARKS)])
    return rows


def remarks_right(rows, chance):
    return [
        [*row, *[""] * (len(HEADER) + 2 - len(row)), chance.choice(REMARKS)]
        if number and chance.random() < 0.2
        else row
        for number, row in enumerate(rows)
    ]


def remarks_under(rows, chance):
    return [*rows, [], ["Подпись"], ["", chance.choice(REMARKS)]]


def order(rows, chance):
    width = max(map(len, rows))
    places = chance.sample(range(width), width)
    return [[row[place] if place < len(row) else "" for place in places] for row in rows]


def blank_columns(rows, chance):
    for place in chance.sample(range(len(HEADER)), 2):
        rows = [[*row[:place], "", *row[place:]] for row in rows]
    return rows


def own_columns(rows, chance):
    place = chance.randrange(len(HEADER))
    return [[*row[:place], "" if number else "Заметка", *row[place:]] for number, row in enumerate(rows)]


def own_points(rows, chance):
    """Columns of the club's own reckoning, one perhaps twice, with figures, words and remains of formulas."""
    for _ in range(chance.randint(1, 2)):
        place, title = chance.randrange(len(HEADER)), chance.choice(["Бал", "Итого", "Ci", "Очки"])
        said = ["2,5", "0", "-1", "#N/A", "", "нет"]
        tops = [number for number, row in enumerate(rows) if row[:1] and sum(map(bool, row)) >= len(HEADER)]
        rows = [
            [
                *row[:place],
                title if number in tops[:1] else chance.choice(said) if sum(map(bool, row)) > 8 else "",
                *row[place:],
            ]
            for number, row in enumerate(rows)
        ]
    return rows


def title_above(rows, chance):
    return [["Лига «Лес»"], ["", "Сезон 2023"], [], *rows]


def two_rows(rows, chance):
    """The header in two rows, each title in one of them."""
    [top] = [number for number, row in enumerate(rows) if sum(map(bool, row)) >= len(HEADER)][:1]
    low = {place for place, one in enumerate(rows[top]) if one and chance.random() < 0.3}
    both = [
        ["" if (place in low) is is_upper else one for place, one in enumerate(rows[top])]
        for is_upper in (True, False)
    ]
    return [*rows[:top], *both, *rows[top + 1 :]]


HANDS = [
    *(spaces, invisible_letters, look_alikes, capitals, commas, minus_signs, facts_once),
    *(totals, headers_again, blank_rows, remarks_between, remarks_right, remarks_under),
    *(order, blank_columns, own_columns, own_points, title_above, two_rows),
]


@SETTINGS
@given(st.sets(st.sampled_from(HANDS), min_size=1, max_size=5), st.integers(0, 2**32))
def test_what_hands_do_to_a_sheet_changes_no_game(meant, hands, seed):
    chance = random.Random(seed)
    rows = [list(row) for row in PLAIN]
    for hand in sorted(hands, key=HANDS.index):
        rows = hand(rows, chance)
    sheets = sheets_of(rows)
    told = sheets.findings[["code", "cell", "value"]].to_numpy().tolist()
    assert [one for one in told if one[0] != "unread-cell"] == []
    assert facts(sheets).compare(meant).empty


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.__name__)
def test_each_alone(meant, hand):
    rows = hand([list(row) for row in PLAIN], random.Random(7))
    assert rows != PLAIN
    assert facts(sheets_of(rows)).compare(meant).empty


# --- a wrong cell of a column that is needed, or of figures

NEEDED = ("date", "game_no", "player", "role", "winner", "bonus_typed")
RUBBISH = "абвыъЪёqzQ№#0123456789.,:;/\\|-—−+*%?!~'\"()[]{}<>=@&$^_ \u00a0\u200b\n✓½٣²∞🦔"
SHORT = st.text(RUBBISH, min_size=1, max_size=6)


@st.composite
def rubbish(draw):
    """A field, the sheet row of a seat, and what stands in the cell: anything, or a slip in what stood there."""
    name, row = draw(st.sampled_from(NEEDED)), draw(st.integers(2, len(PLAIN)))
    was = PLAIN[row - 1][COLUMN[name]] or "0.3"
    place, cut = draw(st.integers(0, len(was))), draw(st.integers(0, 2))
    slip = was[:place] + draw(SHORT)[:2] + was[place + cut :]
    return name, row, draw(st.sampled_from([slip, draw(SHORT)]))


COLUMN = {"date": 0, "game_no": 2, "player": 7, "role": 8, "winner": 9, "bonus_typed": 12}
BARE = re.compile(f"[{ZERO_WIDTH}]")


def as_date(text):
    found = re.fullmatch(
        r"(\d{1,2})[-.](\d{1,2})[-.](\d{4}|\d{2})|(\d{4})[-./](\d{1,2})[-./](\d{1,2})", text, re.ASCII
    )
    if not found:
        return None
    day, month, year = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
    try:
        return pd.Timestamp(dt.date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)))
    except ValueError:
        return None


def as_whole(text):
    found = re.fullmatch(r"[№# ]*(?:\+ ?)?(\d+)(?:[.,]0*)?", text)
    return int(found[1]) if found else None


def as_figure(text):
    found = re.fullmatch(r"([-+−—]?) ?(\d+[.,]?\d*|[.,]\d+) ?(%?)", text)
    figure = float(found[2].replace(",", ".")) / (100 if found[3] else 1) if found else None
    return figure if figure is None or found[1] in ("", "+") else -figure


def as_word(group):
    return lambda text: vocabulary.words(group).get(vocabulary.key(text))


MEANT = {
    "date": as_date,
    "game_no": as_whole,
    "player": str,
    "role": as_word("roles"),
    "winner": as_word("winners"),
    "bonus_typed": as_figure,
}


@settings(SETTINGS, max_examples=25)
@given(rubbish())
def test_a_wrong_cell_is_named_or_its_value_is_what_it_says(wrong):
    name, row, text = wrong
    rows = [list(one) for one in PLAIN]
    rows[row - 1][COLUMN[name]] = text
    sheets = read(Memory({"Игры": rows}), a_league(source={"workbook": ["memory.xlsx"], "games": ["Игры"]}))
    cell = f"{'ABCDEFGHIJKLMN'[COLUMN[name]]}{row}"
    if cell in set(sheets.findings["cell"]):
        return
    said = " ".join(BARE.sub("", text).split())
    if not said or (name == "player" and not said.strip("-—− ")):
        return  # an empty cell: what is missing there is told by the checks
    [seat] = sheets.seats[sheets.seats["row"] == row].to_dict("records")
    assert seat[name] == MEANT[name](said)
