"""Each finding under the rules of MAFGAME and FIIM, at its cell: one fault a row, put into a games tab without any."""

import functools
import re

import pytest
from sheets import Memory, a_league, checked, read, read_table

from pipelines import rebuild
from pipelines.checks import checks


@pytest.fixture(autouse=True)
def games_alike(monkeypatch):
    """The games of these tests are copies of one; that this is found has tests of its own."""
    monkeypatch.setattr(checks.same_games, "check", lambda *_: ())


HEADER = (
    *("Дата", "Стол", "Игра", "Клуб", "Тип", "Место", "Игрок", "Роль", "Победа"),
    *(
        "ПУ",
        "ЛХ",
        "Доп",
        "Штраф",
        "Причина",
        "Удаление",
        "Согласовано",
        "ППК",
        "Дисквалификация",
        "Покинул стол",
    ),
)  # columns A to S
NAMES = ("Астра", "Буран", "Вольт", "Гранит", "Джем", "Ежевика", "Жук", "Зенит", "Ирис", "Комета")
ROLES = ("Мирный",) * 6 + ("Шериф", "Мафия", "Мафия", "Дон")
WINNERS = ("Красные", "Чёрные", "Ничья")  # game 1 in rows 2 to 11, game 2 in 12 to 21, game 3 in 22 to 31
RULESETS = ("mafgame", "fiim")


def games(put, table):
    """The rows of a games tab without a fault, but for what is `put`: `L2=0.3;E2:E11=Товарищеская`."""
    rows = [list(HEADER)] + [
        [
            "05.01.2025",
            str(table),
            str(game),
            "4М",
            "Рейтинг",
            str(seat),
            NAMES[seat - 1],
            ROLES[seat - 1],
            winner,
        ]
        + [""] * 10
        for game, winner in enumerate(WINNERS, 1)
        for seat in range(1, 11)
    ]
    for one in put.split(";") if put else ():
        place, _, value = one.partition("=")
        first, *last = re.findall(r"\d+", place)
        for row in range(int(first), int((last or [first])[0]) + 1):
            rows[row - 1][ord(place[0]) - ord("A")] = value
    return rows


@functools.cache
def sheets_of(puts):
    """The sheets of a workbook that has a games tab for each of `puts`."""
    tabs = {f"Игры {number}": games(put, number) for number, put in enumerate(puts, 1)}
    return read(Memory(tabs), a_league(source={"workbook": ["memory.xlsx"], "games": ["Игры*"]}))


def found_in_each(ruleset, puts):
    """What is found in each tab of a workbook that has a games tab for each of `puts`."""
    of = a_league(ruleset={"name": ruleset})
    findings = checks.check(sheets_of(tuple(puts)), of, rebuild.rules_of(of))
    rows = findings[["tab", "severity", "code", "cell", "value"]].to_numpy().tolist()
    in_each = [[tuple(own) for tab, *own in rows if tab == f"Игры {n}"] for n in range(1, len(puts) + 1)]
    assert sum(map(len, in_each)) == len(rows), "something is found elsewhere"
    return in_each


# In game 1 (rows 2 to 11) red won: rows 2 to 8 are winners, 9 to 11 losers. In game 2 (rows 12 to 21) black
# won, game 3 (rows 22 to 31) is a draw. Rows 8, 18 and 28 are the sheriff, 11, 21 and 31 the don.

RULES = read_table("""
put                             | severity | code                       | cell | value | why
L2:L6=0.2;L9=0.2                | error    | bonus-count                | L2   | 6     | six players, not approved
L4:L9=0.1                       | error    | bonus-count                | L4   | 6     | at the first who has one
L2:L6=0.2;L9=0.2;P2=нет         | error    | bonus-count                | L2   | 6     | a no is no approval
L2:L6=0.2;L9=0.2;P12=+          | error    | bonus-count                | L2   | 6     | another game is approved
L2:L8=0.1                       | error    | bonus-count                | L2   | 7     | seven players
L2:L7=0.1;L9=0.1;P2:P11=+       | error    | bonus-count                | L2   | 7     | seven, whoever approves
L12:L18=0.1;P21=да              | error    | bonus-count                | L12  | 7     | seven, whoever approves
L2=0.9;L3=0.71                  | error    | bonus-total                | L2   | 1.61  | above 1.6
L3=0.9;L4=0.6;L9=0,2            | error    | bonus-total                | L3   | 1.7   | above 1.6
L2=0.9;L3=0.9;L4=0.2            | error    | bonus-total                | L2   | 2     | 2.0 needs approval
L2=0.9;L3=0.9;L4=0.25;P2=+      | error    | bonus-total                | L2   | 2.05  | above 2.0, whoever approves
L2=0.9;L3=0.9;L4=0.21;P2:P11=+  | error    | bonus-total                | L2   | 2.01  | above 2.0, whoever approves
L2=0.09                         | error    | bonus-range                | L2   | 0.09  | a winner's least is 0.1
L2=0.91                         | error    | bonus-range                | L2   | 0.91  | a winner's most is 0.9
L2=0.95;P2=+                    | error    | bonus-range                | L2   | 0.95  | approval does not help
L9=0.05                         | error    | bonus-range                | L9   | 0.05  | a loser's least is 0.1
L9=0,51                         | error    | bonus-range                | L9   | 0.51  | a loser's most is 0.5
L12=0.6                         | error    | bonus-range                | L12  | 0.6   | a red who lost
L2=-0.2                         | error    | bonus-range                | L2   | -0.2  | below nothing
L22=0.2                         | error    | bonus-draw                 | L22  | 0.2   | a draw
L31=0.05;P31=+                  | error    | bonus-draw                 | L31  | 0.05  | a draw; no range is looked at
M2=-0.3                         | error    | penalty-value              | M2   | 0.3   | not a multiple of 0.2
M20=0,5                         | error    | penalty-value              | M20  | 0.5   | not a multiple of 0.2
M23=0.1;P23=+                   | error    | penalty-value              | M23  | 0.1   | approval does not help
M2=-0.2;N2=ложное вскрытие      | error    | penalty-value              | M2   | 0.2   | the reason's is 0.4
M9=-0.4;N9=промах               | error    | penalty-value              | M9   | 0.4   | the reason's is 0.2
M2=0;N2=ложное вскрытие         | error    | penalty-value              | M2   | 0     | the reason's is 0.4
M2=-0.6;N2=ложное вскрытие      | error    | penalty-value              | M2   | 0.6   | two penalties, one reason
N2=иное;P2=+                    | error    | penalty-value              | N2   | иное  | a reason without figure
N2=пропуск проверки шерифом     | error    | penalty-role               | N2   | пропуск проверки шерифом | a citizen
N8=пропуск проверки доном       | error    | penalty-role               | N8   | пропуск проверки доном   | the sheriff
N9=пропуск проверки доном       | error    | penalty-role               | N9   | пропуск проверки доном   | a mafioso who is not the don
N2=промах                       | error    | penalty-role               | N2   | промах                   | a red does not shoot
N9=ложное вскрытие              | error    | penalty-role               | N9   | ложное вскрытие          | a black
N11=критическая ошибка          | error    | penalty-role               | N11  | критическая ошибка       | a black's vote
N12=ошибка шерифа               | error    | penalty-role               | N12  | ошибка шерифа            | a citizen
N8=ошибка чёрных                | error    | penalty-role               | N8   | ошибка чёрных            | the sheriff
N2=иное;M2=-0.2                 | warning  | penalty-approval           | N2   | иное  | other, not approved
N2=иное;M2=-0.4;P3=+            | warning  | penalty-approval           | N2   | иное  | another seat is approved
N2=шумел;M2=-0.2                | warning  | penalty-approval           | N2   | шумел | a reason of no document is other
N2=шумел                        | error    | unknown-reason             | N2   | шумел | no figure to go by
K2=8 9 3                        | error    | best-move-not-first-killed | K2   | 8 9 3 | a move as seats
K12=2;J13=+                     | error    | best-move-not-first-killed | K12  | 2     | a move as a count
H2=Мафия                        | warning  | line-up                    | H2   | 5 citizen 1 sheriff 3 mafia 1 don | three mafia
H18=Мирный                      | warning  | line-up                    | H12  | 7 citizen 2 mafia 1 don | no sheriff
""")  # fmt: skip

SEVERAL = {
    "N2=иное": [("error", "penalty-value", "N2", "иное"), ("warning", "penalty-approval", "N2", "иное")],
    "L2:L7=0.3;L9=0.3": [("error", "bonus-count", "L2", "7"), ("error", "bonus-total", "L2", "2.1")],
    "L2=0.95;L3=0.9": [("error", "bonus-range", "L2", "0.95"), ("error", "bonus-total", "L2", "1.85")],
    "M2=-0.3;M12=-0.5": [("error", "penalty-value", "M2", "0.3"), ("error", "penalty-value", "M12", "0.5")],
}

ALLOWED = read_table("""
put                              | why
                                 | nothing typed
L2:L5=0.2;L9=0.2                 | five players
L2:L6=0.2;L9=0.2;P2=+            | six, approved on one of them
L2:L6=0.2;L9=0.2;P11=да          | six, approved on any seat of the game
L2:L6=0.2;L7=0                   | a nought is no bonus
L2=0.9;L3=0.7                    | 1.6 in all
L2=0,4;L3=0,8;L4=0,1;L5=0,3      | 1.6 in all, and 1.6000000000000003 in binary fractions
L2=0.4;L3=0.8;L4=0.6;L5=0.2;P5=+ | 2.0 in all, and 2.0000000000000004 in binary fractions
L2=0.9;L3=0.71;P3=+              | 1.61, approved
L2=0.9;L3=0.9;L4=0.2;P11=+       | 2.0, approved
L2=0.9;L3=0.6;L12=0.5;L19=0.9    | 1.5 and 1.4: each game for itself
L2=0.1;L3=0.9;L9=0.1;L10=0.5     | the borders, red won
L12=0.1;L13=0.5;L19=0.1;L20=0.9  | the borders, black won
L2=0.55                          | between the borders
L22=0                            | a nought on a draw
M2=-0.2;M12=0.4;M22=-0,2         | whatever the result
M9=0.6                           | two penalties
M2=0.8;M3=1                      | more of them
M2=0                             | a nought
M8=-0.2;N8=пропуск проверки шерифом | the reason's own figure
N11=пропуск проверки доном       | the don
N9=промах;N21=неназначенный отстрел | the blacks
N2=невыставление в угадайке;N8=no nomination;N9=не выставил в угадайке;N11=невыставление в угадайке | anybody
N12=ложное вскрытие;N18=ложное вскрытие;M18=-0.4 | the reds
N12=критическая ошибка на голосовании;N18=критическая ошибка | the reds
N18=ошибка шерифа                | the sheriff
N9=ошибка чёрных;N11=ошибка мафии | the blacks
N12=иное;M12=-0.2;P12=+;N9=другое;M9=-0.4;P9=+ | other, approved
J2=+;K2=8 9 3                    | the first killed
J12=+;K12=2                      | as a count
J9=+;K9=1 2 3                    | a black may name seats, for no points
O2=+;R13=+;Q12=+;S22=+           | a removal, a disqualification, ППК, leaving
O12=+;Q12=+;M12=-0.4             | with a penalty besides
E2:E11=Товарищеская              | an unrated game
""")  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_breach_is_found_at_its_cell_and_nothing_else_is(ruleset):
    table = RULES.assign(found=found_in_each(ruleset, RULES["put"]))
    wants = [[tuple(row)] for row in RULES[["severity", "code", "cell", "value"]].to_numpy().tolist()]
    wrong = table[[got != want for got, want in zip(table["found"], wants, strict=True)]]
    assert wrong.empty, "\n" + wrong[["put", "code", "found"]].to_string()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_breaches_are_two_findings(ruleset):
    found = found_in_each(ruleset, SEVERAL)
    assert [sorted(one) for one in found] == [sorted(one) for one in SEVERAL.values()]


SPARED = {"O2=без штрафа": "O2", "O21=без впливу": "O21", "O22=Without penalty": "O22"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_removal_without_penalty_is_an_error_for_it_always_costs_points(ruleset):
    found = [[one[:3] for one in tab] for tab in found_in_each(ruleset, SPARED)]
    assert found == [[("error", "removal-without-effect", cell)] for cell in SPARED.values()]


def test_a_removal_without_penalty_is_told_as_it_was_read():
    said = [one[3] for tab in found_in_each("mafgame", SPARED) for one in tab]
    assert said == ["без штрафа", "без впливу", "Without penalty"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_the_rules_allow_is_not_found(ruleset):
    table = ALLOWED.assign(found=found_in_each(ruleset, ALLOWED["put"]))
    wrong = table[table["found"].map(len) > 0]
    assert wrong.empty, "\n" + wrong.to_string()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_code_of_the_rules_is_tried(ruleset):
    known = {rule.code for rule in rebuild.rules_of(a_league(ruleset={"name": ruleset})).checks}
    of_every_ruleset = {"two-first-kills", "foreign-role", "foreign-winner"}
    assert known == {*RULES["code"], "removal-without-effect", *of_every_ruleset}


def test_the_first_day_in_force():
    """MAFGAME-2025 holds from 5 January 2025 on; the edition of FIIM is undated, and holds on every day."""
    put = "A2:A11=04.01.2025"
    assert found_in_each("mafgame", [put]) == [[("error", "no-edition", "A2", "04.01.2025")]]
    assert found_in_each("fiim", [put, "A2:A11=01.01.1999"]) == [[], []]


def test_a_league_may_change_the_limits_and_the_severities():
    own = {
        "bonus.players.own": 2,
        "bonus.players.approved": 3,
        "bonus.total.own": 0.5,
        "bonus.winner.most": 0.4,
        "penalty.step": 0.25,
    }
    puts = ["L2:L4=0.1", "L2:L4=0.1;P2=+", "L2=0.3;L3=0.3", "L2=0.5", "M2=0.25", "M2=0.2", "O2=без штрафа"]
    of = a_league(
        ruleset={"name": "mafgame", "parameters": own}, checks={"removal-without-effect": "warning"}
    )
    _, found = checked(Memory({f"Games {n}": games(put, n) for n, put in enumerate(puts)}), of)
    assert found[["severity", "code", "tab"]].to_numpy().tolist() == [
        ["error", "bonus-count", "Games 0"],
        ["error", "bonus-total", "Games 2"],
        ["error", "bonus-range", "Games 3"],
        ["error", "penalty-value", "Games 5"],
        ["warning", "removal-without-effect", "Games 6"],
    ]


@pytest.mark.parametrize(
    ("put", "held"),
    [
        ("L2:L6=0.2;L9=0.2", ["6 players", "no more than 5", "or 6 if the chief judge approves"]),
        ("L2=0.9;L3=0.71", ["1.61", "1.6 is the most", "or 2.0 if the chief judge approves"]),
        ("L2=0.95", ["0.95", "0.1", "0.9"]),
        ("M2=-0.3", ["0.3", "multiple of 0.2"]),
        ("N2=иное;P2=+", ["иное", "no figure of its own"]),
    ],
)
def test_a_message_tells_the_limit(put, held):
    _, found = checked(Memory({"Games": games(put, 1)}), a_league(ruleset={"name": "mafgame"}))
    assert all(words in found["message"].item() for words in held), found["message"].item()
