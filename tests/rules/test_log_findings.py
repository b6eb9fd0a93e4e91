"""What is wrong in a log of acts: each error at its cell, one fault a tab; and what is not wrong."""

import openpyxl
import pytest
from logs import HEADER, LOG_HEADER, a_city, acts, day, seats
from sheets import Memory, found_reading, read_table
from wrong_logs import WRONG

from pipelines import rebuild

# A tab of a log: A date, B table, C game, D phase, E action, F actor, G targets; the first act stands in row 2.
# Seats under demafia: 1 sheriff, 2 doctor, 3 maniac, 4 to 6 citizens, 7 and 8 mafia, 9 the boss, 10 the lover.


SEVERAL = {
    "N1 heal 2>4; N2 heal 2>4; N3 heal 2>4; N4 heal 2>4": [("heal-thrice", "G4"), ("heal-thrice", "G5")],
    "N1 exit >1,7; N2 check 1>7": [("act-after-exit", "F3"), ("act-after-exit", "G3")],
    "N0 check 4>7; D1 heal 2>4": [("act-role", "E2"), ("night-zero", "D2"), ("act-phase", "D3")],
}

RIGHT = """
log                                                | why
N1 check 1>7; N1 exit >1                           | by one who leaves that night
N1 exit >1; N1 check 1>7                           | whatever the order of rows
D1 vote 4>7; D1 exit >4,7                          | by and on one who leaves that day
N1 shot >4; N1 heal 2>4; N1 visit 3>4; N1 exit >4,2 | on and by those who leave that night
D1 exit >4; N1 shot >4; N1 heal 2>4                | the night of a number comes before its day
N10 exit >4; D9 vote 4>7; N2 heal 2>4              | night 10 comes last
D1 exit >7,8,9; N2 shot 10>4; N2 visit 10>1        | the lover once nobody else is left
D1 exit >7,8; N2 exit >9; N3 shot 10>4             | from the next night on
D1 exit >7; D2 removed >8; D3 exit >9; N4 shot 10>4 | removals too
N1 shot >4; N1 shot 9>4                            | nobody need be named
N1 heal >4; N1 check >7                            | there is one doctor and one sheriff
N1 heal 2>4; N2 heal 2>4; N4 heal 2>4              | a night lies between
N1 heal 2>4; N3 heal 2>4; N4 heal 2>4              | a night lies between
N1 heal 2>4; N2 heal 2>4; N3 heal 2>5; N4 heal 2>4 | another player lies between
N1 heal 2>4; N2 heal 2>5; N3 heal 2>4; N4 heal 2>5 | by turns
N1 heal 2>4; N2 heal 2>4; N2 heal 2>4              | one night told twice
D1 vote 4>7; D1 vote 4>7; D1 justified >7; D1 shootout >5 | the acts of a day
"""

IN_THE_EVENINGS = """
log                                   | code           | cell | why
N1 shot 2>4                           | act-role       | E2 | the doctor does not shoot
N1 check 6>1                          | act-role       | E2 | the maniac has no check
N1 visit 6>1                          | act-role       | E2 | the maniac shoots, and does not visit
N1 check >7                           | act-incomplete | F2 | the sheriff's or the don's
N1 shot 6>4; N1 exit >4; N2 shot 6>4  | act-after-exit | G4 | shot twice
N1 exit >6; N2 shot 6>4               | act-after-exit | F3 | the maniac had left
"""
FINE_IN_THE_EVENINGS = """
log                                   | why
N1 shot 6>7; N1 shot 7>6; N1 check 9>1; N1 check 1>9; N1 visit 3>4; N1 exit >6,7 | everybody's act
N1 heal 2>4; N2 heal 2>4; N3 heal 2>4 | the document knows no limit
N1 visit >4; N1 heal >4               | there is one beauty, and one doctor
"""


def found_in_each(logs, ruleset="demafia", roles=""):
    """What is found in the log of each game; each stands on a tab of its own."""
    games = [one for game in range(1, len(logs) + 1) for one in seats({"roles": roles}, game, ruleset)]
    tabs = {f"Acts {game}": [LOG_HEADER, *acts(log, game)] for game, log in enumerate(logs, 1)}
    found = found_reading(Memory({"Games": [HEADER, *games], **tabs}), a_city(ruleset, "Acts*"))
    rows = found[["tab", "severity", "code", "cell"]].to_numpy().tolist()
    in_each = [[tuple(own) for tab, *own in rows if tab == name] for name in tabs]
    assert sum(map(len, in_each)) == len(rows), "something is found elsewhere"
    return in_each


@pytest.mark.parametrize(("ruleset", "text"), [("demafia", WRONG), ("evenings", IN_THE_EVENINGS)])
def test_each_error_is_found_at_its_cell_and_nothing_else_is(ruleset, text):
    table = read_table(text)
    table["found"] = found_in_each(table["log"], ruleset)
    wants = [[("error", code, cell)] for code, cell in table[["code", "cell"]].to_numpy().tolist()]
    wrong = table[[got != want for got, want in zip(table["found"], wants, strict=True)]]
    assert wrong.empty, "\n" + wrong[["log", "code", "cell", "found"]].to_string()


def test_the_seats_at_which_nobody_sits_are_named():
    log = {"N1 shot 11>4": "11", "D1 exit >7,12,13": "12, 13"}
    games = [one for game in (1, 2) for one in seats({}, game, "demafia")]
    tabs = {f"Acts {game}": [LOG_HEADER, *acts(one, game)] for game, one in enumerate(log, 1)}
    found = found_reading(Memory({"Games": [HEADER, *games], **tabs}), a_city("demafia", "Acts*"))
    assert found["value"].tolist() == list(log.values())


def test_several_errors_are_several_findings():
    found = found_in_each(SEVERAL)
    assert [sorted(one) for one in found] == [
        sorted(("error", *place) for place in places) for places in SEVERAL.values()
    ]


@pytest.mark.parametrize(("ruleset", "text"), [("demafia", RIGHT), ("evenings", FINE_IN_THE_EVENINGS)])
def test_what_is_right_is_not_found(ruleset, text):
    table = read_table(text)
    table["found"] = found_in_each(table["log"], ruleset)
    wrong = table[table["found"].map(len) > 0]
    assert wrong.empty, "\n" + wrong.to_string()


def test_the_actor_of_a_heal_is_not_guessed_among_two_doctors():
    roles = "sheriff doctor doctor citizen citizen citizen mafia mafia don lover"
    assert found_in_each(["N1 heal >4"], roles=roles) == [[("error", "act-incomplete", "F2")]]


def test_an_act_of_an_unknown_game():
    """No game of that number, of that date, of that table; and two games where the log tells no table."""
    games = [HEADER, *seats({}, 1, "demafia")]
    other = [dict(zip(HEADER, row, strict=True)) | {"table": "2"} for row in games[1:]]
    games += [[row[name] for name in HEADER] for row in other]
    act = ["N1", "shot", "", "4"]
    log = [
        [day(1), "1", "2", *act],
        [day(2), "1", "1", *act],
        [day(1), "3", "1", *act],
        [day(1), "2", "1", *act],
    ]
    found = found_reading(Memory({"Games": games, "Acts": [LOG_HEADER, *log]}), a_city())
    want = [["error", "unknown-game", f"C{row}"] for row in (2, 3, 4)]
    assert found[["severity", "code", "cell"]].to_numpy().tolist() == want
    log = [["date", "game_no", *LOG_HEADER[3:]], [day(1), "1", *act]]
    found = found_reading(Memory({"Games": games, "Acts": log}), a_city())
    assert found[["severity", "code", "cell"]].to_numpy().tolist() == [["error", "unknown-game", "B2"]]


# --- what an error does


def league_of_three_games(folder, log, on_error):
    """Three games of which the second has this log; the first and third have a justification each."""
    workbook = openpyxl.Workbook()
    games, told = workbook.active, workbook.create_sheet("Acts")
    games.title = "Games"
    kept = "D1 justified >4"
    rows = [HEADER, *(one for game in (1, 2, 3) for one in seats({}, game, "demafia"))]
    log_rows = [LOG_HEADER, *acts(kept, 1), *acts(f"{kept}; {log}", 2), *acts(kept, 3)]
    for sheet, cells in ((games, rows), (told, log_rows)):
        for row in cells:
            sheet.append([cell or None for cell in row])
    workbook.save(folder / "memory.xlsx")
    return a_city(checks={"on_error": on_error}, folder=folder)


FAULTS = read_table(WRONG).drop_duplicates("code").set_index("code")["log"].to_dict()


@pytest.mark.parametrize("code", FAULTS)
def test_with_skip_game_only_the_game_of_the_error_is_left_out(code, tmp_path):
    done = rebuild.rated(league_of_three_games(tmp_path, FAULTS[code], "skip-game"))
    assert code in set(done.findings["code"])
    assert not done.stopped
    assert done.left_out == 1
    assert done.standings.set_index("player").loc["P4", ["games", "score"]].tolist() == [2, 4]


@pytest.mark.parametrize("code", FAULTS)
def test_an_error_in_the_log_stops_the_rebuild(code, tmp_path):
    done = rebuild.rated(league_of_three_games(tmp_path, FAULTS[code], "stop"))
    assert done.stopped
    assert set(done.findings["code"]) - {"same-game-twice"} == {code}


def test_a_log_without_error_stops_nothing(tmp_path):
    done = rebuild.rated(league_of_three_games(tmp_path, "D1 vote 1>4", "stop"))
    assert set(done.findings["code"]) <= {"same-game-twice"}
    assert done.standings.set_index("player").loc["P4", ["games", "score"]].tolist() == [3, 6]
