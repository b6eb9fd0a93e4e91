"""Tables of what is wrong in a 4MAFIA sheet, each with the finding that it must give."""

import re

import xlsxwriter
from sheets import read_table

LEAGUE = """
name = "Клуб"
[source]
workbook = "games.xlsx"
games = ["Игры*"]
players = "Игроки"
[ruleset]
name = "4mafia"
[[rating]]
name = "all"
tab = "Рейтинг"
"""


HEADER = (
    *("Дата", "Стол", "Игра", "Клуб", "Тип", "Место", "Игрок", "Роль", "Победа"),
    *("ПУ", "ЛХ", "Доп", "Штраф", "Причина", "Удаление", "Согласовано"),
)  # columns A to P


NAMES = ("Астра", "Буран", "Вольт", "Гранит", "Джем", "Ежевика", "Жук", "Зенит", "Ирис", "Комета")


ROLES = ("Мирный",) * 6 + ("Шериф", "Мафия", "Мафия", "Дон")


WINNERS = ("Красные", "Чёрные", "Ничья")  # game 1 in rows 2 to 11, game 2 in 12 to 21, game 3 in 22 to 31


PLAYERS = (
    ("Игрок", "Статус", "С даты", "Псевдонимы"),
    ("Астра", "Серебро", "01.09.2023", "Астра Великая"),
    ("Буран", "Медь"),
)


def _name(seat, game):
    """Who sits at a seat; in game 3 under the alias of the players tab."""
    return "Астра Великая" if (seat, game) == (1, 3) else NAMES[seat - 1]


def games(put="", table=1):
    """The cells of a games tab without a fault, but for what is `put`: `L2=0.3;E2:E11=Школа`."""
    rows = [HEADER] + [
        ("10.09.2023", table, game, "4М", "Рейтинг", seat, _name(seat, game), ROLES[seat - 1], winner)
        for game, winner in enumerate(WINNERS, 1)
        for seat in range(1, 11)
    ]
    return with_put(cells_of(rows), put)


def cells_of(rows):
    """Values by address."""
    return {
        f"{chr(ord('A') + at)}{row}": value
        for row, cells in enumerate(rows, 1)
        for at, value in enumerate(cells)
    }


def with_put(cells, put):
    for one in put.split(";") if put else ():
        place, _, value = one.partition("=")
        first, *last = re.findall(r"\d+", place)
        for row in range(int(first), int((last or [first])[0]) + 1):
            cells[f"{place[0]}{row}"] = float(value) if re.fullmatch(r"-?\d+(\.\d+)?", value) else value
    return cells


def write(folder, tabs, extra=""):
    book = xlsxwriter.Workbook(folder / "games.xlsx")
    for tab, cells in tabs.items():
        sheet = book.add_worksheet(tab)
        for cell, value in cells.items():
            if str(value).startswith("#"):
                sheet.write_formula(cell, "=NA()", None, value)
            elif str(value).startswith("="):
                sheet.write_formula(cell, value, None, "")  # calculated by nobody
            elif value != "":
                sheet.write(cell, value)
    book.close()
    (folder / "league.toml").write_text(LEAGUE + extra, "utf-8")


RULES = read_table("""
put                       | severity | code                       | cell | value    | why
L2:L6=0.2;L9=0.2          | error    | bonus-count                | L2   | 6        | six players
L3=0.7;P3=+;L4=0.5;L9=0.1 | error    | bonus-total                | L3   | 1.3      | above 1.2
L3=0.7;P3=+;L4=0.5;L5=0,2 | error    | bonus-total                | L3   | 1.4      | another sum
L2=0.15                   | error    | bonus-range                | L2   | 0.15     | a winner's least is 0.2
L2=0,1                    | error    | bonus-range                | L2   | 0.1      | a loser's figure for a winner
L2=0.75;P2=+              | error    | bonus-range                | L2   | 0.75     | a winner's most is 0.7
L9=0.05                   | error    | bonus-range                | L9   | 0.05     | a loser's least is 0.1
L9=0.45                   | error    | bonus-range                | L9   | 0.45     | a loser's most is 0.4
L2=-0.2                   | error    | bonus-range                | L2   | -0.2     | below nothing
L2=0.6                    | error    | bonus-approval             | L2   | 0.6      | from 0.6 on
L2=0.7;P2=нет             | error    | bonus-approval             | L2   | 0.7      | a no is no approval
L22=0.2                   | error    | bonus-draw                 | L22  | 0.2      | a draw
L31=0.05                  | error    | bonus-draw                 | L31  | 0.05     | on a draw no range is looked at
M2=1                      | error    | penalty-without-loss       | M2   | 1        | won
M20=-1                    | error    | penalty-without-loss       | M20  | 1        | black won
M23=1                     | error    | penalty-without-loss       | M23  | 1        | draw
N2=ложная проверка        | error    | penalty-without-loss       | N2   | ложная проверка | a reason at a winner
M12=0.5                   | error    | penalty-value              | M12  | 0.5      | half a penalty
M12=1,5                   | error    | penalty-value              | M12  | 1.5      | one and a half
K2=8 9 3                  | error    | best-move-not-first-killed | K2   | 8 9 3    | a move as seats
K2=2;J3=+                 | error    | best-move-not-first-killed | K2   | 2        | a move as a count
K2=0                      | error    | best-move-not-first-killed | K2   | 0        | a count of none
J3=+;K3=2 8 9             | warning  | best-move-self             | K3   | 2 8 9    | his own seat
J3=+;K3=8-9-12            | warning  | best-move-unknown-seat     | K3   | 8 9 12   | nobody sits at 12
N9=ложная проверка        | error    | penalty-role               | N9   | ложная проверка | a red's reason at a black
N18=слом на 4             | error    | penalty-role               | N18  | слом на 4 | the sheriff at four
N12=ложный шериф          | error    | penalty-role               | N12  | ложный шериф | a black's reason at a red
N12=усмотрение судьи      | warning  | penalty-approval           | N12  | усмотрение судьи | no approval
N12=шумел;M12=1           | warning  | penalty-approval           | N12  | шумел    | another reason is at discretion
N12=шумел                 | error    | unknown-reason             | N12  | шумел    | no figure to go by
H2=Мафия                  | warning  | line-up                    | H2   | 5 citizen 1 sheriff 3 mafia 1 don | three mafia
H8=Доктор                 | warning  | line-up                    | H2   | 6 citizen 1 doctor 2 mafia 1 don | a doctor for the sheriff
""")  # fmt: skip


SHEETS = read_table("""
put                        | severity | code                  | cell      | value         | why
H2=Донн                    | error    | unknown-role          | H2        | Донн          | a slip
I2=Синие                   | error    | unknown-winner        | I2        | Синие         | no such team
E2=Кубок                   | error    | unknown-kind          | E2        | Кубок         | no such kind
I1=Счёт                    | error    | unknown-header        | 1         |               | no column like Победа
H1=Рол                     | error    | unknown-header        | H1        | Рол           | the nearest header
L1=Допп                    | warning  | unread-cell           | L1        | Допп          | a slip in an optional header
K1=Роль                    | error    | repeated-header       | K1        | Роль          | twice
L2=много                   | error    | not-a-number          | L2        | много         | a word for a figure
M2=одно                    | error    | not-a-number          | M2        | одно          | a word for a penalty
F2=21                      | error    | not-a-number          | F2        | 21            | no such seat
K2=3 3 5;J2=+              | error    | best-move-form        | K2        | 3 3 5         | a seat twice
K2=4;J2=+                  | error    | best-move-form        | K2        | 4             | four of three
F3=1                       | error    | duplicate-seat        | F3        | 1             | taken
G3=Астра                   | error    | duplicate-player      | G3        | Астра         | twice in a game
G3=Астра Великая           | error    | duplicate-player      | G3        | Астра         | an alias of one who plays
D5=4М+                     | error    | conflicting-game      | D5        | 4М+           | two clubs
J2=+;J5=+                  | error    | two-first-kills       | J5        | Гранит        | two
G2=                        | error    | missing-value         | G2        |               | nobody
H2=                        | error    | missing-value         | H2        |               | no role
L2=#N/A                    | error    | cell-error            | L2        | #N/A          | a lookup failed
L2=#DIV/0!                 | error    | cell-error            | L2        | #DIV/0!       | a division failed
L2==0.1+0.2                | error    | formula-without-value | L2        | =0.1+0.2      | never calculated
G2=Сойка;G3=Сайка          | warning  | similar-names         | G2        | Сайка / Сойка | one letter
G2=вольт;G4=Кедр           | warning  | similar-names         | G2        | Вольт / вольт | case
G2=2023-09-01              | warning  | name-like-date        | G2        | 2023-09-01    | made by a spreadsheet
I2:I11=                    | error    | no-winner             | I2        |               | found once, not ten times
A2:A11=31.01.2023          | error    | no-edition            | A2        | 31.01.2023    | the day before the first edition
""")  # fmt: skip
