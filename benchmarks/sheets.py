"""Seeded games to measure with: ten legal seats each, under the 4MAFIA rules, without a finding.

The same games come as the canonical seat table, ready and coded, and as a workbook of 14 columns.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import xlsxwriter

from pipelines.ingest.games import blank
from pipelines.ingest.vocabulary import examples, meanings

SEATS = 10  # of a game
FIRST_DAY, DAYS = np.datetime64("2023-09-01"), 274  # one season: September to May
GAMES_A_TABLE = 5
CLUBS = ["4М", "4М+"]
JUDGES = ["Гонг", "Метроном", "Рубильник", "Тихий Час", "Lady Whistle", "Пан Дзиґар"]
ROLES = ["citizen"] * 6 + ["sheriff"] + ["mafia"] * 2 + ["don"]
# Any two of them differ by more than a letter, and so do the nicknames made of them.
FIRST_WORDS = """
    Тихий Рыжий Южный Бодрый Лунный Вечный Умный Хмурый Дикий Железный Зимний Крайний Ловкий Модный Ночной
    Острый Пятый Робкий Седой Тёплый Узкий Фиговый Целый Шальной Щедрый Ясный Bad Crazy Doctor Electric
    Funny Great Happy Iron Jolly Lucky Mister Noisy Old Pretty Quick Rapid Silent Tiny Ultra
"""
LAST_WORDS = """
    Барсук Верблюд Гамлет Дельфин Енот Жираф Зигзаг Индеец Йог Компас Лимон Матрос Носорог Океан Пингвин
    Ручей Самовар Тюлень Удав Филин Хомяк Циркуль Чайник Шахтёр Щегол Эскимос Юнга Якорь Amber Bishop
    Comet Dragon Eclipse Falcon Ghost Hunter Ink Joker Knight Lemon Mango Nemo Orbit Phoenix Quasar
"""
NICKNAMES = [f"{first} {last}" for last in LAST_WORDS.split() for first in FIRST_WORDS.split()][:2000]

LEAGUE = """
name = "Benchmark"
[source]
workbook = "games.xlsx"
games = "Игры"
players = "Игроки"
[ruleset]
name = "4mafia"
[[rating]]
name = "first days"
tab = "Рейтинг"
period = "season"
to = {last_day}
[publish]
workbook = "ratings.xlsx"
"""


def seat_table(seats: int) -> pd.DataFrame:
    """So many seats (a multiple of ten) as ingest makes them of sheets, in order of play."""
    rng = np.random.default_rng(4)
    games = seats // SEATS
    players = _company(rng, games)
    status = rng.integers(len(meanings("statuses")), size=len(NICKNAMES))
    role = rng.permuted(np.tile(np.arange(SEATS, dtype="int8"), (games, 1)), axis=1)  # index into ROLES
    black = role >= ROLES.index("mafia")
    winner = rng.choice(3, games, p=[0.55, 0.43, 0.02]).astype("int8")  # red, black, draw
    won = np.where(black, winner[:, None] == 1, winner[:, None] == 0)
    lost = ~won & (winner[:, None] < 2)
    club = rng.integers(len(CLUBS), size=games, dtype="int8")
    lot = rng.permuted(np.tile(np.arange(SEATS, dtype="int8"), (games, 1)), axis=1)  # who gets what
    killed = (lot == 0) & (rng.random((games, 1)) < 0.9)
    moved = killed & (rng.random((games, 1)) < 0.7)
    named = np.sort(np.argsort(lot, axis=1)[:, 1:4], axis=1)
    black_named = np.take_along_axis(black, named, axis=1).sum(axis=1)
    by_seats = (moved & (club[:, None] == 1)).ravel()
    by_count = (moved & (club[:, None] == 0)).ravel()
    high = won & (rng.random((games, SEATS)) < 0.5)
    bonus = np.where(high, 0.5, 0.25)  # binary fractions: sums are exact in whatever order
    penalty = np.where(lost & (rng.random((games, SEATS)) < 0.05), rng.integers(1, 3, (games, SEATS)), np.nan)
    at_table = np.arange(games) % GAMES_A_TABLE
    date = (FIRST_DAY + np.arange(games) * DAYS // games).astype("datetime64[s]")
    table = np.arange(games) // GAMES_A_TABLE - np.searchsorted(date, date, "left") // GAMES_A_TABLE

    def of_games(column: np.ndarray) -> np.ndarray:
        return np.repeat(column, SEATS)

    columns = {
        "date": of_games(date),
        "table": pd.Categorical.from_codes(of_games(table), [str(one + 1) for one in range(table.max() + 1)]),
        "game_no": pd.array(of_games(at_table + 1), "Int32"),
        "club": pd.Categorical.from_codes(of_games(club), CLUBS),
        "kind": _words(
            "kinds", of_games(rng.choice(3, games, p=[0.85, 0.1, 0.05])), ["rated", "school", "academy"]
        ),
        "judge": pd.Categorical.from_codes(of_games(rng.integers(len(JUDGES), size=games)), JUDGES),
        "seat": pd.array(np.tile(np.arange(1, SEATS + 1), games), "Int16"),
        "player": pd.Categorical.from_codes(players.ravel(), NICKNAMES),
        "role": _words("roles", role.ravel(), ROLES),
        "winner": _words("winners", of_games(winner), ["red", "black", "draw"]),
        "is_first_kill": killed.ravel(),
        **{f"named_{one + 1}": _where(by_seats, of_games(named[:, one] + 1), "Int16") for one in range(3)},
        "black_named_typed": _where(by_count, of_games(black_named), "float64"),
        "bonus_typed": np.where((winner[:, None] < 2) & (lot >= 8), bonus, np.nan).ravel(),
        "penalty_typed": penalty.ravel(),
        "sheet": np.zeros(seats, "int16"),
        "row": np.arange(2, seats + 2, dtype="int32"),
        "game": of_games(np.arange(games, dtype="int32")),
        "status": _words("statuses", status[players.ravel()], meanings("statuses")),
        "is_shot_out": np.full(seats, False),
        **{name: np.full(seats, np.nan) for name in ("registration", "strength", "vote_accuracy", "weight")},
    }
    return pd.DataFrame({**blank("games", seats), **columns})


def _company(rng: np.random.Generator, games: int) -> np.ndarray:
    """Ten different players for each game, some of whom come more often than others."""
    many = min(len(NICKNAMES), max(40, games // 2))
    players = np.zeros((games, SEATS), "int16")
    again = np.full(games, True)
    while again.any():
        players[again] = many * rng.random((again.sum(), SEATS)) ** 1.5
        ordered = np.sort(players, axis=1)
        again = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    return players


def _words(group: str, codes: np.ndarray, said: list[str] | tuple[str, ...]) -> pd.Categorical:
    """A column of a group's words, of the dtype that ingest gives it."""
    dtype = pd.CategoricalDtype(list(meanings(group)))
    return pd.Categorical.from_codes(dtype.categories.get_indexer(said)[codes], dtype=dtype)


def _where(some: np.ndarray, values: np.ndarray, dtype: str) -> pd.api.extensions.ExtensionArray:
    return pd.Series(values, dtype=dtype).where(some).array


def write_league(folder: Path, seats: pd.DataFrame, players: int = 500) -> Path:
    """A workbook, and the file of a league that rates as many of its first days as have so many players."""
    folder.mkdir()
    _write_workbook(folder / "games.xlsx", seats)
    last_day = seats.drop_duplicates("player")["date"].iloc[:players].iloc[-1]
    (folder / "league.toml").write_text(LEAGUE.format(last_day=last_day.date()), "utf-8")
    return folder


def _write_workbook(path: Path, seats: pd.DataFrame) -> None:
    """The seats as a club types them, a row each, and the tab of players."""
    named = seats[["named_1", "named_2", "named_3"]].astype("object")
    by_seats = named["named_1"].notna()
    move = seats["black_named_typed"].astype("object")
    move[by_seats] = named[by_seats].astype("str").agg(" ".join, axis=1)
    games = {
        "Дата": seats["date"].dt.date,
        "Стол": seats["table"].astype("int64"),
        "Игра": seats["game_no"],
        "Клуб": seats["club"],
        "Тип": _typed(seats["kind"], "kinds"),
        "Судья": seats["judge"],
        "Место": seats["seat"],
        "Игрок": seats["player"],
        "Роль": _typed(seats["role"], "roles"),
        "Победа": _typed(seats["winner"], "winners"),
        "ПУ": seats["is_first_kill"].map({True: "+", False: None}),
        "ЛХ": move,
        "Доп": seats["bonus_typed"],
        "Штраф": -seats["penalty_typed"],
    }
    some = seats.drop_duplicates("player")
    players = {
        "Игрок": some["player"],
        "Статус": _typed(some["status"], "statuses"),
        "С даты": pd.Series(FIRST_DAY.item(), some.index),
    }
    with xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy"}) as book:
        for tab, columns in (("Игры", games), ("Игроки", players)):
            sheet = book.add_worksheet(tab)
            for number, (header, column) in enumerate(columns.items()):
                values = column.astype("object")
                sheet.write_column(0, number, [header, *values.where(column.notna(), None)])


def _typed(column: pd.Series, group: str) -> pd.Series:
    """A column of a group's words as a Russian club types them."""
    return column.cat.rename_categories(dict(zip(meanings(group), examples(group).split(", "), strict=True)))
