"""Each finding under the rules of 4MAFIA, at its cell: one fault a row, put into a games tab without any."""

import re

import pytest
import xlsxwriter
from sheets import read_table

from pipelines import league, rebuild, texts
from pipelines.checks import checks
from pipelines.findings import usual_severity

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


def games(put="", table=1):
    """The cells of a games tab without a fault, but for what is `put`: `L2=0.3;E2:E11=Школа`."""
    rows = [HEADER] + [
        ("10.09.2023", table, game, "4М", "Рейтинг", seat, NAMES[seat - 1], ROLES[seat - 1], winner)
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


def rated(folder, put="", extra="", players="", **more):
    """The ratings of one games tab, a players tab and `more` tabs."""
    write(folder, {"Игры": games(put), "Игроки": with_put(cells_of(PLAYERS), players), **more}, extra)
    return rebuild.rated(league.load(folder))


def listed(findings):
    return [tuple(row) for row in findings[["severity", "code", "tab", "cell", "value"]].to_numpy().tolist()]


def found(folder, put="", extra="", **more):
    return listed(rated(folder, put, extra, **more).findings)


def found_in_each(folder, puts):
    """What is found in each tab of a workbook that has a games tab for each of `puts`."""
    tabs = {f"Игры {number}": games(put, number) for number, put in enumerate(puts, 1)}
    write(folder, {**tabs, "Игроки": cells_of(PLAYERS)})
    findings = listed(rebuild.rated(league.load(folder)).findings)
    in_each = [[one[:2] + one[3:] for one in findings if one[2] == tab] for tab in tabs]
    assert sum(map(len, in_each)) == len(findings), "something is found elsewhere"
    return in_each


def test_the_workbook_has_no_fault_of_its_own(tmp_path):
    assert found(tmp_path) == []


# In game 1 (rows 2 to 11) red won: rows 2 to 8 are winners, 9 to 11 losers. In game 2 (rows 12 to 21) black
# won, game 3 (rows 22 to 31) is a draw.

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
L1=Допп                    | warning  | unread-column         | L1        | Допп          | a slip in an optional header
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


@pytest.mark.parametrize("table", [RULES, SHEETS], ids=["rules", "sheets"])
def test_each_fault_is_found_at_its_cell_and_nothing_else_is(tmp_path, table):
    want = [[tuple(row)] for row in table[["severity", "code", "cell", "value"]].to_numpy().tolist()]
    table = table.assign(found=found_in_each(tmp_path, table["put"]), want=want)
    wrong = table[table["found"] != table["want"]]
    assert wrong.empty, "\n" + wrong[["put", "want", "found", "why"]].to_string()


# What is found in another tab, or in the rating; the players tab has rows 2 and 3.

ELSEWHERE = [
    ({"put": "M12=3"}, ("warning", "negative-points", "Рейтинг", "", "all, Астра: -1")),
    ({"put": "G5=Гpанит"}, ("warning", "similar-names", "Игры", "G15", "Гpанит / Гранит")),  # a Latin p
    ({"players": "B2=Платина"}, ("warning", "unknown-status", "Игроки", "B2", "Платина")),
    ({"players": "C2=вчера"}, ("error", "not-a-date", "Игроки", "C2", "вчера")),
    ({"players": "D3=Астра"}, ("error", "alias-twice", "Игроки", "D3", "Астра")),
    ({"players": "A4=Буран;B4=Гость"}, ("error", "status-twice", "Игроки", "B4", "Буран")),
    ({"Игры 2": {}}, ("warning", "empty-tab", "Игры 2", "", "")),
    ({"Игры 2": {"A1": "Ведомость"}}, ("error", "no-header", "Игры 2", "", "")),
]


@pytest.mark.parametrize(("fault", "want"), ELSEWHERE, ids=[want[1] for _, want in ELSEWHERE])
def test_a_fault_elsewhere(tmp_path, fault, want):
    assert found(tmp_path, **fault) == [want]


CONTRADICTIONS = [("I3=Чёрные", "Чёрные"), ("E4=Школа", "Школа")]


@pytest.mark.parametrize(("put", "value"), CONTRADICTIONS)
def test_two_rows_of_a_game_that_disagree_are_found(tmp_path, put, value):
    assert [one[:4] for one in found(tmp_path, put)] == [("error", "conflicting-game", "Игры", put[:2])]


@pytest.mark.parametrize(("put", "value"), CONTRADICTIONS)
def test_a_contradiction_names_what_was_read(tmp_path, put, value):
    assert [one[4] for one in found(tmp_path, put)] == [value]


ALLOWED = read_table("""
put                                      | why
L2:L5=0.2;L9=0.2                         | five players
L2:L5=0.2;L9=0.2;L10=0                   | a nought is no bonus
L2=0.7;P2=+;L9=0.4;L10=0.1               | 1.2 in all, and 1.2000000000000002 in binary fractions
L2:L3=0.4;L9=0.4                         | 1.2 in all, and 1.2000000000000002 in binary fractions
L2=0,7;P2=да;L9=0,4;L10=0,1              | 1.2 as texts
L2=0.2                                   | a winner's least
L2=0.7;P2=+                              | a winner's most
L9=0.1                                   | a loser's least
L9=0.4                                   | a loser's most
L2=0.55                                  | below 0.6 nobody needs to approve
L2=0.6;P2=+                              | approved
L22=0                                    | a nought on a draw
L2=0.7;P2=+;L3=0.5;L12=0.4;L19=0.7;P19=+ | 1.2 and 1.1: each game for itself
M12=1                                    | a red lost
M12=-2                                   | two penalties, with a minus
M9=1                                     | a black lost
M2=0                                     | a nought at a winner
O2=+                                     | a winner may have been removed
O22=без штрафа                           | and so on a draw
N12=слом на 4                            | a citizen
N18=слом на 10                           | the sheriff
N9=ложный шериф                          | a black
N12=усмотрение судьи;P12=+               | approved
J2=+;K2=8 9 3                            | the first killed
J2=+;K2=0                                | a count
J9=+;K9=1 2 3                            | a black may name seats, for no points
E2:E11=Школа;E12:E21=Академия;E22:E31=Отменена | every kind
G2=Кот 1;G3=Кот 2                        | a digit is no letter
A2:A11=01.02.2023                        | the first day of the first edition
""")


def test_what_the_rules_allow_is_not_found(tmp_path):
    table = ALLOWED.assign(found=found_in_each(tmp_path, ALLOWED["put"]))
    wrong = table[table["found"].map(len) > 0]
    assert wrong.empty, "\n" + wrong.to_string()


def test_each_code_of_the_rules_and_the_sheets_is_tried():
    """Only what needs another ruleset, table or a log is left out."""
    tried = {
        *RULES["code"],
        *SHEETS["code"],
        *(want[1] for _, want in ELSEWHERE),
        "no-games",
        "empty-rating",
        "missing-seat",
        "fact-without-player",
        "split-header",
        "few-seats",
    }
    elsewhere = {
        *("unknown-action", "unknown-phase", "unknown-game", "unknown-seat", "night-zero", "heal-thrice"),
        *("act-phase", "act-role", "act-after-exit", "act-incomplete", "counter-mismatch", "counter-role"),
        *("weight-missing", "weight-twice", "strength-twice", "table-size", "guaranteed-games"),
        *("weight-unused", "tie-break-not-shown", "in-no-rating", "similar-values", "registration-mixed"),
        *("mvp-count", "fine-move-count", "foreign-role", "foreign-winner", "removal-without-effect"),
        *("date-carried", "label-twice", "missing-label", "no-players", "round-unread", "two-winners"),
        *("unread-label", "table-without-header", "tab-without-year", "hidden-cells", "typed-points-differ"),
        *("future-date", "tab-day-differs", "numbered-names"),
        "seats-without-label",
        "removal-unread",
        "row-without-seat",
        "column-without-title",
    }
    known = set(texts.codes("finding")) - elsewhere
    assert tried >= known, known - tried


def test_severities_are_those_of_the_rules():
    """Section 6 lists the warnings about the sheets, section 1 those about penalties; the rest are errors."""
    of_sheets = {"line-up", "similar-names", "unknown-status", "best-move-self", "best-move-unknown-seat"}
    assert {usual_severity(code) for code in {*of_sheets, "negative-points"}} == {"warning"}
    wants = [
        *zip(RULES["severity"], RULES["code"], strict=True),
        *zip(SHEETS["severity"], SHEETS["code"], strict=True),
    ]
    assert {usual_severity(code) for severity, code in wants if severity == "error"} == {"error"}


# --- what a league may decide


def test_a_league_lowers_and_raises_severities(tmp_path):
    put = "L2=0.15;H12=Мафия"
    assert [one[:2] for one in found(tmp_path, put)] == [("error", "bonus-range"), ("warning", "line-up")]
    extra = '[checks]\nbonus-range = "warning"\nline-up = "error"\n'
    assert [one[:2] for one in found(tmp_path, put, extra)] == [
        ("warning", "bonus-range"),
        ("error", "line-up"),
    ]


def test_a_lowered_error_does_not_stop_and_the_figure_counts_as_typed(tmp_path):
    assert rated(tmp_path, "L2=0.15").stopped
    done = rated(tmp_path, "L2=0.15", '[checks]\nbonus-range = "warning"\n')
    assert done.standings.set_index("player").loc["Астра", "points"] == 2.15


def test_a_game_without_an_edition_is_left_out_if_the_league_lets_it_pass(tmp_path):
    done = rated(tmp_path, "A2:A11=31.01.2023", '[checks]\nno-edition = "warning"\n')
    assert set(done.standings["games"]) == {2}


SKIP = '[checks]\non_error = "skip-game"\n'


def test_skip_game_leaves_out_the_faulty_game_only(tmp_path):
    done = rated(tmp_path, "L2=0.15", SKIP)
    assert done.findings[["severity", "code"]].to_numpy().tolist() == [["error", "bonus-range"]]
    assert sorted(set(done.scored["game_no"])) == [2, 3]
    points = done.standings.set_index("player")["points"]
    assert points[list(NAMES)].tolist() == [0] * 7 + [2] * 3  # black won game 2, game 3 is a draw


BROKEN_IDENTITY = [("A2=32.09.2023", "not-a-date"), ("C2=1.5", "not-a-number"), ("C12=1.5", "not-a-number")]


@pytest.mark.parametrize(("put", "code"), BROKEN_IDENTITY)
def test_a_wrong_date_or_game_number_is_found(tmp_path, put, code):
    assert ("error", code, "Игры", *put.split("=")) in found(tmp_path, put)


@pytest.mark.parametrize(("put", "code"), BROKEN_IDENTITY)
def test_skip_game_publishes_no_game_that_lacks_a_seat(tmp_path, put, code):
    done = rated(tmp_path, put, SKIP)
    assert done.stopped or set(done.scored.groupby("game")["seat"].count()) == {10}


def test_skip_game_keeps_games_with_warnings_only(tmp_path):
    assert set(rated(tmp_path, "H2=Мафия", SKIP).standings["games"]) == {3}


def test_skip_game_stops_for_an_error_that_belongs_to_no_game(tmp_path):
    assert rated(tmp_path, "", SKIP, players="C2=вчера").stopped
    assert rated(tmp_path, "L2=0.15;H1=Рол", SKIP).stopped


def test_skip_game_with_no_game_left(tmp_path):
    done = rated(tmp_path, "L2=0.15;L12=0.75;L22=0.2", SKIP)
    assert done.stopped, "there is nothing to publish"


def test_a_sheet_without_games_is_one_error(tmp_path):
    write(
        tmp_path, {"Игры": {f"{chr(ord('A') + at)}1": title for at, title in enumerate(HEADER)}, "Игроки": {}}
    )
    findings = rebuild.rated(league.load(tmp_path)).findings
    assert checks.errors(findings)[["code", "tab", "cell"]].to_numpy().tolist() == [["no-games", "", ""]]
