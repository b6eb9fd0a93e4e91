"""The sample league of 4mafia keeps its promises; read by plain Python, without the project's own reader."""

import datetime as dt
import importlib.util
import re
import sys
import tomllib
from collections import Counter, defaultdict
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from zipfile import ZipFile

import pytest
import reference_4mafia as reference
import xlsxwriter
from openpyxl import load_workbook

FOLDER = Path(__file__).parents[2] / "data" / "4mafia"
WORKBOOK = FOLDER / "games.xlsx"
HEADERS = (
    "Дата", "Стол", "Игра", "Клуб", "Тип", "Судья", "Место", "Игрок", "Роль", "Победа",
    "ПУ", "ЛХ", "Доп", "Штраф", "Причина", "Удаление", "Согласовано",
)  # fmt: skip
FACTS = ("Дата", "Стол", "Игра", "Клуб", "Тип", "Судья", "Победа")
TABS = ["Игры 2023-09", "Игры 2023-10", "Игры 2023-11", "Игроки", "Касса"]
REASONS = {
    "сломал в красного на 10": {"Мирный", "Шериф"},
    "сломал в красного на 4": {"Мирный"},
    "вскрылся с ложной проверкой": {"Мирный", "Шериф"},
    "вскрылся шерифом с красной проверкой": {"Мафия", "Дон"},
    "удаление": {"Мирный", "Шериф", "Мафия", "Дон"},
    "на усмотрение судьи": {"Мирный", "Шериф", "Мафия", "Дон"},
}


@pytest.fixture(scope="module")
def book():
    return load_workbook(WORKBOOK, data_only=True)


@pytest.fixture(scope="module")
def seats():
    return reference.seats(WORKBOOK)


@pytest.fixture(scope="module")
def games(seats):
    """Seats by game: date, table, number."""
    games = defaultdict(list)
    for seat in seats:
        games[seat["date"], seat["table"], seat["game_no"]].append(seat)
    return games


@pytest.fixture(scope="module")
def make():
    spec = importlib.util.spec_from_file_location("make_4mafia", FOLDER / "make.py")
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def facts(games):
    """The first seat of each game, for what all ten share."""
    return [game[0] for game in games.values()]


# The workbook -----------------------------------------------------------------


def test_the_same_script_gives_the_same_bytes(make, tmp_path):
    for name in ("one.xlsx", "two.xlsx"):
        make.make(tmp_path / name)
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()


def test_the_committed_workbook_holds_what_the_script_writes(make, tmp_path):
    make.make(tmp_path / "games.xlsx")
    cells = [
        [(sheet.title, list(sheet.iter_rows(values_only=True))) for sheet in load_workbook(path).worksheets]
        for path in (WORKBOOK, tmp_path / "games.xlsx")
    ]
    assert cells[0] == cells[1]


def test_the_committed_workbook_is_the_scripts_byte_for_byte(make, tmp_path):
    if xlsxwriter.__version__ != make.MADE_WITH:
        pytest.skip(f"made with XlsxWriter {make.MADE_WITH}, here is {xlsxwriter.__version__}")
    make.make(tmp_path / "games.xlsx")
    # member by member, as packing is the affair of the zlib at hand
    with ZipFile(WORKBOOK) as kept, ZipFile(tmp_path / "games.xlsx") as made:
        assert kept.namelist() == made.namelist()
        assert all(kept.read(name) == made.read(name) for name in kept.namelist())


def test_tabs(book):
    assert book.sheetnames == TABS


def test_headers_stand_below_a_title_and_a_blank_row_in_october_only(book):
    for tab, line in (("Игры 2023-09", 1), ("Игры 2023-10", 3), ("Игры 2023-11", 1)):
        rows = list(book[tab].iter_rows(values_only=True))
        assert rows[line - 1] == HEADERS
        assert book[tab].freeze_panes == f"A{line + 1}"
    title, blank = list(book["Игры 2023-10"].iter_rows(max_row=2, values_only=True))
    assert title[0] is not None
    assert not any(title[1:])
    assert not any(blank)


@pytest.mark.parametrize(("tab", "filled"), [(TABS[0], range(10)), (TABS[1], range(10)), (TABS[2], range(1))])
def test_facts_on_each_row_or_on_the_first_only(book, tab, filled):
    for column in FACTS:
        shown = Counter()
        for row in rows_of(book[tab]):
            shown[row["Место"] - 1] += row[column] is not None
        assert {place for place, count in shown.items() if count} == set(filled), column
        assert len({shown[place] for place in filled}) == 1, column


def test_a_blank_row_between_games_in_november_only(book):
    for tab in TABS[:3]:
        rows = list(book[tab].iter_rows(min_row=4, values_only=True))
        blank = sum(not any(row) for row in rows)
        assert blank == (23 if tab == "Игры 2023-11" else 0), tab


def test_dates_are_real_or_text(book):
    for tab, kind in zip(TABS[:3], (dt.datetime, str, dt.datetime), strict=True):
        dates = [row["Дата"] for row in rows_of(book[tab]) if row["Дата"] is not None]
        assert {type(date) for date in dates} == {kind}
    assert all(re.fullmatch(r"\d\d\.10\.2023", row["Дата"]) for row in rows_of(book["Игры 2023-10"]))


def test_nicknames_are_text_and_the_tricky_ones_are_there(book, seats):
    for tab in TABS[:4]:
        names = [row["Игрок"] for row in rows_of(book[tab])]
        assert {type(name) for name in names} == {str}
        assert all(name == " ".join(name.split()) for name in names)
    assert {"007", "1 апреля", "NA", "25-й кадр", "Їжачок", "Velvet"} <= {s["player"] for s in seats}


def test_cells_hold_no_error_and_each_formula_its_value(book):
    formulas = load_workbook(WORKBOOK)
    count = 0
    for sheet in formulas.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "e"
                if cell.data_type == "f":
                    count += 1
                    assert sheet.title == "Касса"
                    assert isinstance(book["Касса"][cell.coordinate].value, int)
    assert count > 50


def test_the_treasurers_tab_adds_up_and_has_a_chart(book):
    sheet = book["Касса"]
    assert len(load_workbook(WORKBOOK)["Касса"]._charts) == 1
    *evenings, total = sheet.iter_rows(min_row=2, values_only=True)
    balance = 4200
    for _, _, people, fee, income, rent, gain, left in evenings:
        balance += gain
        assert (income, gain, left) == (people * fee, income - rent, balance)
    assert total[0] == "Всего"
    assert [total[i] for i in (4, 5, 6)] == [sum(row[i] for row in evenings) for i in (4, 5, 6)]


def test_roles_have_drop_downs(book):
    for tab in TABS[:3]:
        lists = [v.formula1 for v in book[tab].data_validations.dataValidation if v.type == "list"]
        assert '"Мирный,Шериф,Мафия,Дон"' in lists
        assert '"Красные,Чёрные,Ничья"' in lists


def test_the_league_file_points_at_the_workbook(book):
    league = tomllib.loads((FOLDER / "league.toml").read_text(encoding="utf-8"))
    assert set(league) == {"name", "language", "source", "ruleset", "rating", "publish"}
    assert (league["name"], league["language"]) == ("4MAFIA", "ru")
    source = league["source"]
    assert (FOLDER / source["workbook"]) == WORKBOOK
    found = [tab for tab in book.sheetnames if any(fnmatchcase(tab, name) for name in source["games"])]
    assert found == TABS[:3]
    assert source["players"] in book.sheetnames
    month, season = league["rating"]
    assert month == {"name": "month", "tab": "Рейтинг {period}", "period": "month"}
    assert (season["from"], season["to"]) == reference.SEASON
    assert season["min_games"] == 10
    assert league["publish"] == {"details": "Детали", "findings": "Проверки"}


# The games -----------------------------------------------------------------


def test_counts(seats, games):
    assert len(seats) == 800
    assert len(games) == 80
    assert len({seat["player"] for seat in seats}) == 40
    assert Counter(game["kind"] for game in facts(games)) == {"рейтинг": 60, "школа": 12, "академия": 8}
    assert Counter((g["kind"], g["club"]) for g in facts(games)) == {
        ("рейтинг", "4М"): 30, ("рейтинг", "4М+"): 30, ("школа", "4М"): 12, ("академия", "4М+"): 8,
    }  # fmt: skip


def test_evenings_have_two_or_three_games_numbered_from_one_on_the_tab_of_their_month(games):
    tables = defaultdict(list)
    for date, table, number in games:
        tables[date, table].append(number)
    assert {tuple(numbers) for numbers in tables.values()} == {(1, 2), (1, 2, 3)}
    assert any(table == 2 for _, table in tables)
    assert all(game["tab"] == f"Игры {game['date']:%Y-%m}" for game in facts(games))


def test_every_game_has_ten_seats_ten_players_and_the_line_up(games):
    for game in games.values():
        assert [seat["seat"] for seat in game] == list(range(1, 11))
        assert len({seat["player"] for seat in game}) == 10
        assert Counter(s["role"] for s in game) == {"Мирный": 6, "Шериф": 1, "Мафия": 2, "Дон": 1}


def test_nobody_sits_at_two_tables_at_once_or_plays_a_game_that_he_judges(seats):
    at_once = Counter((seat["date"], seat["game_no"], seat["player"]) for seat in seats)
    assert set(at_once.values()) == {1}
    assert not {seat["player"] for seat in seats} & {seat["judge"] for seat in seats}


def test_results(games):
    winners = Counter(game["winner"] for game in facts(games))
    assert 1 <= winners["draw"] <= 5
    assert min(winners["red"], winners["black"]) > 30


def test_first_kills(games):
    killed = [sum(seat["first_kill"] for seat in game) for game in games.values()]
    assert set(killed) == {0, 1}
    assert 60 < sum(killed) < 80
    assert any(
        s["first_kill"] and s["team"] == "black" and s["move"] for game in games.values() for s in game
    )


def test_best_moves_are_of_the_first_killed_and_name_three_others(seats):
    for seat in seats:
        if seat["move"] is None:
            continue
        assert seat["first_kill"]
        if isinstance(seat["move"], int):
            assert 0 <= seat["move"] <= 3
        else:
            numbers = [int(number) for number in re.split("[ ,-]", seat["move"])]
            assert len(set(numbers)) == 3
            assert set(numbers) <= set(range(1, 11)) - {seat["seat"]}


def test_best_moves_are_written_in_each_way(seats):
    ways = Counter(
        "count" if isinstance(seat["move"], int) else re.search(r"\D", seat["move"]).group()
        for seat in seats
        if seat["move"] is not None
    )
    assert set(ways) == {" ", ",", "-", "count"}
    assert 3 <= ways["count"] < 20


def test_three_misses_happen_in_both_clubs_and_outside_rated_games(seats):
    misses = Counter(
        (seat["kind"], seat["club"], type(seat["move"]).__name__)
        for seat in seats
        if seat["first_kill"] and seat["team"] == "red" and seat["blacks_named"] == 0
    )
    for case in ("рейтинг", "4М"), ("рейтинг", "4М+"):
        assert misses[*case, "str"]
        assert misses[*case, "int"]
    assert misses["академия", "4М+", "str"]
    assert misses["школа", "4М", "str"]
    assert (
        sum(s["best_move"] < 0 for s in seats)
        == misses["рейтинг", "4М+", "str"] + misses["рейтинг", "4М+", "int"]
    )


def test_bonuses_keep_within_the_limits(games):
    for game in games.values():
        given = [seat for seat in game if seat["typed_bonus"]]
        assert len(given) <= 5
        assert sum(seat["typed_bonus"] for seat in given) <= Fraction("1.2")
        for seat in given:
            assert seat["winner"] != "draw"
            low, high = ("0.2", "0.7") if seat["won"] else ("0.1", "0.4")
            assert Fraction(low) <= seat["typed_bonus"] <= Fraction(high)
            assert seat["approved"] or seat["typed_bonus"] < Fraction("0.6")


def test_bonuses_reach_the_limits(games):
    sums = [[seat["typed_bonus"] for seat in game] for game in games.values()]
    assert max(sum(bonus > 0 for bonus in game) for game in sums) == 5
    # exactly 1.2, though not for who adds floats
    assert any(sum(game) == Fraction("1.2") and sum(map(float, game)) > 1.2 for game in sums)
    high = Counter(float(bonus) for game in sums for bonus in game if bonus >= Fraction("0.6"))
    assert set(high) == {0.6, 0.7}
    assert sum(high.values()) <= 6


def test_penalties_hit_losers_for_a_reason_that_fits_the_role(seats):
    typed = [seat for seat in seats if seat["typed_penalty"] is not None or seat["reason"]]
    assert 8 <= len(typed) <= 15
    assert {seat["reason"] for seat in typed} == set(REASONS)
    assert {seat["typed_penalty"] for seat in typed} == {None, 1, 2}
    for seat in typed:
        assert seat["lost"]
        assert seat["role"] in REASONS[seat["reason"]]
        assert seat["approved"] or seat["reason"] != "на усмотрение судьи"


def test_removals_with_and_without_effect(seats):
    removed = [seat for seat in seats if seat["removal"]]
    assert {(s["removal"] == "без штрафа", s["won"]) for s in removed} == {
        (True, True), (True, False), (False, False)
    }  # fmt: skip
    assert {s["penalty"] for s in removed if s["removal"] == "без штрафа"} == {0}
    assert {(s["typed_penalty"], s["penalty"]) for s in removed if s["removal"] != "без штрафа"} == {
        (None, -1), (1, -1), (2, -2)
    }  # fmt: skip


def test_nothing_is_approved_that_needs_no_approval(seats):
    for seat in seats:
        if seat["approved"]:
            assert seat["typed_bonus"] >= Fraction("0.6") or seat["reason"] == "на усмотрение судьи"


# The players -----------------------------------------------------------------


def test_statuses(book):
    rows = list(rows_of(book["Игроки"]))
    assert {row["Статус"] for row in rows} == {"Новичок", "Медь", "Бронза", "Серебро", "Золото", "Гость"}
    assert all(isinstance(row["С даты"], dt.datetime) for row in rows)
    assert Counter(Counter(row["Игрок"] for row in rows).values())[2] >= 5
    assert max(Counter(row["Игрок"] for row in rows).values()) == 3
    since = [(row["Игрок"], row["С даты"]) for row in rows]
    assert len(set(since)) == len(since)


def test_some_players_are_not_on_the_tab_and_some_on_it_never_play(book, seats):
    listed = {row["Игрок"] for row in rows_of(book["Игроки"])}
    played = {seat["player"] for seat in seats}
    assert played - listed == {"Ripple", "Мандаринка"}
    assert listed - played == {"Старый Причал"}


def test_other_spellings_are_used_and_lead_to_one_player_each(book):
    aliases = {r["Псевдонимы"]: r["Игрок"] for r in rows_of(book["Игроки"]) if r["Псевдонимы"]}
    written = {row["Игрок"] for tab in TABS[:3] for row in rows_of(book[tab])}
    assert aliases == {"Кот": "Полночный Кот", "Лис": "Степной Лис", "Торнадо": "Tornado 77"}
    assert set(aliases) & written == {"Кот", "Торнадо"}
    assert not set(aliases) & {row["Игрок"] for row in rows_of(book["Игроки"])}


def test_no_two_names_look_alike(book):
    names = {row["Игрок"] for tab in TABS[:4] for row in rows_of(book[tab])}
    names |= {row["Псевдонимы"] for row in rows_of(book["Игроки"]) if row["Псевдонимы"]}
    for one, other in combinations(sorted(names), 2):
        assert edits(bare(one), bare(other)) > 2, (one, other)


def test_school_games_with_and_without_three_strong_players(games):
    strong = [game["strong_in_game"] for game in facts(games) if game["kind"] == "школа"]
    assert sorted(strong) == [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4]
    for game in games.values():
        if game[0]["kind"] == "школа":
            assert all(s["counted"] for s in game) == (game[0]["strong_in_game"] in (0, 3, 4))


def test_academy_games_have_players_who_do_not_count(games):
    academy = [game for game in games.values() if game[0]["kind"] == "академия"]
    assert {sum(seat["counted"] for seat in game) for game in academy} == {7, 8, 9}


@pytest.mark.parametrize(
    ("player", "date", "kind", "status", "counted"),
    [
        ("Miss Ferret", "2023-09-14", "академия", "Бронза", {False}),
        ("Miss Ferret", "2023-10-05", "академия", "Серебро", {True}),  # from this day on
        ("Шорох", "2023-10-11", "школа", "Бронза", {True}),  # silver from the next day on
        ("Шорох", "2023-10-25", "школа", "Серебро", {False}),
        ("Лампочка", "2023-11-08", "школа", "Серебро", {False, True}),  # third strong in the last game
    ],
)
def test_a_status_holds_from_its_day_on(seats, player, date, kind, status, counted):
    evening = [s for s in seats if s["player"] == player and s["date"] == dt.date.fromisoformat(date)]
    assert {s["kind"] for s in evening} == {kind}
    assert {s["status"] for s in evening} == {status}
    assert {s["counted"] for s in evening} == counted


# The reference calculation -----------------------------------------------------------------


def test_the_worked_example_of_the_rules():
    assert reference.coefficients(10, 6, Fraction("15.25")) == {
        "win_pct": 60, "k1": Fraction("9.15"), "k2": Fraction("1.525"), "score": Fraction("13.95375"),
    }  # fmt: skip


@pytest.mark.parametrize("period", ["2023-09", "2023-10", "2023-11", None])
def test_the_reference_accounts_for_every_counted_seat(seats, period):
    standings = reference.standings(WORKBOOK, period)
    counted = [s for s in seats if s["counted"] and (period is None or f"{s['date']:%Y-%m}" == period)]
    assert sum(row["games"] for row in standings) == len(counted)
    assert sum(row["wins"] for row in standings) == sum(seat["won"] for seat in counted)
    assert sum(row["points"] for row in standings) == sum(seat["points"] for seat in counted)
    assert all(row["points"] >= 0 for row in standings)
    places = [row["place"] for row in standings]
    assert all(place in (number, places[number - 2]) for number, place in enumerate(places, 1))


def test_there_are_equal_places_and_players_below_the_line():
    september = [row["place"] for row in reference.standings(WORKBOOK, "2023-09")]
    assert len(set(september)) < len(september)
    season = reference.standings(WORKBOOK, None, min_games=10)
    below = [row for row in season if row["place"] is None]
    assert below == season[-len(below) :]
    assert {row["games"] < 10 for row in below} == {True}
    assert all(row["games"] >= 10 for row in season[: -len(below)])


# Helpers -----------------------------------------------------------------


def rows_of(sheet):
    """The filled rows under the header, each as a dict by header."""
    header = None
    for cells in sheet.iter_rows(values_only=True):
        if header is None:
            header = cells if "Игрок" in cells else None
        elif any(cell is not None for cell in cells):
            yield dict(zip(header, cells, strict=True))


def bare(name):
    """A name without case and spaces, its Latin look-alikes as Cyrillic."""
    latin, cyrillic = "abcehikmoptxyё", "авсенікмортхуе"
    return "".join(name.casefold().split()).translate(str.maketrans(latin, cyrillic))


def edits(one, other):
    """The number of letters to change, add or drop between two names."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]
