"""Make games.xlsx, an invented international weekend under the FIIM rules: 20 players, two tables, ten rounds.

Nobody of this weekend exists. The random numbers are seeded and the workbook's dates are fixed, so that the same
script always gives the same bytes. From the repository's root:

    python -m data.fiim.make [FILE]
"""

import datetime as dt
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import xlsxwriter

from data.classic import Game, Seat, Words, give_bonuses, play, rounds
from data.writing import add_choices

SEED = 355

HEADERS = (
    "Date", "Tournament", "Table", "Game", "Judge", "Seat", "Player", "Role", "Winner", "First kill",
    "Best move", "Bonus", "Penalty", "Reason", "Removed", "PPK", "Left table", "Approved",
)  # fmt: skip
WIDTHS = (11, 14, 6, 6, 14, 6, 19, 9, 9, 9, 11, 7, 9, 31, 10, 6, 11, 10)

TOURNAMENT = "Harbour Open"
FIRST_DAY = dt.datetime(2025, 5, 10)
ROUNDS = 10
JUDGES = ("Herr Stoppuhr", "Miss Whistle")

PLAYERS = (
    "11", "Blauer Anker", "Captain Umbrella", "Driftwood", "Foghorn", "Kelp Queen", "La Marea", "Lodestar 3",
    "Midnight Ferry", "Nebelkrähe", "Óskar the Gull", "Petit Phare", "Rope Trick", "Salt & Lime", "Saltmarsh",
    "Señor Barnacle", "Tin Compass", "Vele Bianche", "Wet Biscuit", "Żuraw 8",
)  # fmt: skip
UNREGISTERED = "Wet Biscuit"  # stepped in for somebody who missed the ferry

RED, BLACK = ("Citizen", "Sheriff"), ("Mafia", "Don")
WINNERS = ("Red", "Black", "Draw")
WORDS = Words(("Citizen",) * 6 + ("Sheriff", "Mafia", "Mafia", "Don"), RED, BLACK, WINNERS)

# Whom of the losers it hits, reason, typed figure in tenths, Removed, PPK, Left table, Approved.
INCIDENTS = (
    (("Sheriff",), "sheriff missed a check", -2, "", "", "", ""),
    (("Don",), "don missed a check", -2, "", "", "", ""),
    (BLACK, "missed shot", -2, "", "", "", ""),
    (RED, "no nomination in the guess round", -2, "", "", "", ""),
    (RED, "false claim", -4, "", "", "", ""),
    (RED, "critical vote error", None, "", "", "", ""),  # the reason's own figure
    (("Sheriff",), "sheriff's error", -4, "", "", "", ""),
    (BLACK, "black error", -4, "", "", "", ""),
    (RED, "other", -2, "", "", "", "yes"),
    (RED, "", None, "yes", "", "", ""),
    (RED, "", None, "", "yes", "", ""),
    (BLACK, "", None, "", "", "yes", ""),
)
# Games in which the chief judge let more be given: players with a bonus, their sum in tenths.
GENEROUS = ((6, 16), (5, 19))


def befall(rng: random.Random, talent: dict[str, float], games: Sequence[Game]) -> None:
    """Put the generous games and the incidents into games that suit them, one in a game at most."""
    open_games = [game for game in games if not game.is_draw]
    for count, total in GENEROUS:
        game = open_games.pop(rng.randrange(len(open_games)))
        give_bonuses(rng, talent, game, count, range(total, total + 1))
        max(game.seats, key=lambda s: s.bonus or 0).approved = "yes"
    for roles, *marks in INCIDENTS:
        game, seat = rng.choice([
            (game, seat) for game in open_games for seat in game.seats
            if seat.role in roles and not game.won(seat) and not seat.bonus and not seat.first_kill
        ])  # fmt: skip
        open_games.remove(game)
        seat.reason, seat.penalty, seat.removal, seat.ppk, seat.left_table, seat.approved = marks


def weekend(seed: int = SEED) -> list[Game]:
    """Play all rounds, half of them on each day."""
    rng = random.Random(seed)
    talent = {name: rng.gauss(0, 0.6) for name in PLAYERS}
    games = []
    for number, order in enumerate(rounds(rng, PLAYERS, ROUNDS), 1):
        date = FIRST_DAY + dt.timedelta(int(number > ROUNDS // 2))
        for table, judge in enumerate(JUDGES):
            names = order[table * 10 : table * 10 + 10]
            seats = [Seat(seat, name) for seat, name in enumerate(names, 1)]
            game = Game(words=WORDS, date=date, table=table + 1, number=number, judge=judge, seats=seats)
            games.append(play(rng, talent, game, shot_at_black=0.08))
    befall(rng, talent, games)
    return games


def write_games(book: xlsxwriter.Workbook, games: Sequence[Game]) -> None:
    """Write the game sheet, a game's facts on each of its rows."""
    sheet = book.add_worksheet("Games")
    sheet.write_row(
        0, 0, HEADERS, book.add_format({"bold": True, "bg_color": "#14505C", "font_color": "#FFFFFF"})
    )
    sheet.freeze_panes(1, 0)
    numbers = {"Date": "yyyy-mm-dd", "Player": "@", "Best move": "@", "Bonus": "0.0", "Penalty": "0.0"}
    looks = []
    for column, (title, width) in enumerate(zip(HEADERS, WIDTHS, strict=True)):
        sheet.set_column(column, column, width)
        looks.append(book.add_format({"num_format": numbers.get(title, "General")}))
    for row, (game, seat) in enumerate(((one, seat) for one in games for seat in one.seats), 1):
        values = (
            game.date, TOURNAMENT, game.table, game.number, game.judge, seat.number, seat.player, seat.role,
            game.winner, "x" if seat.first_kill else "", seat.move, seat.bonus and seat.bonus / 10,
            seat.penalty and seat.penalty / 10, seat.reason, seat.removal, seat.ppk, seat.left_table, seat.approved,
        )  # fmt: skip
        for column, (value, look) in enumerate(zip(values, looks, strict=True)):
            sheet.write(row, column, value, look)
    add_choices(sheet, row, HEADERS, {"Role": dict.fromkeys(WORDS.roles), "Winner": WINNERS})


def write_players(book: xlsxwriter.Workbook) -> None:
    """Write the players tab, in alphabetical order: who registered as which."""
    sheet = book.add_worksheet("Players")
    sheet.write_row(0, 0, ("Player", "Registration"), book.add_format({"bold": True}))
    sheet.set_column(0, 1, 20)
    text = book.add_format({"num_format": "@"})
    order = random.Random(SEED).sample(range(1, len(PLAYERS) + 1), len(PLAYERS))
    for row, (name, number) in enumerate(zip(PLAYERS, order, strict=True), 1):
        sheet.write(row, 0, name, text)
        sheet.write(row, 1, None if name == UNREGISTERED else number)


def make(path: Path) -> None:
    """Write the sample workbook to a path."""
    book = xlsxwriter.Workbook(path, {"in_memory": True})
    book.set_properties({
        "title": f"{TOURNAMENT} 2025: games",
        "author": TOURNAMENT,
        "comments": "A sample: the weekend, its players and games are invented.",
        "created": dt.datetime(2025, 5, 12, 12, 0, 0),
    })  # fmt: skip
    write_games(book, weekend())
    write_players(book)
    book.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("games.xlsx"))
