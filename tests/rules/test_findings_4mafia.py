"""Each finding under the rules of 4MAFIA, at its cell: one fault a row, put into a games tab without any."""

import pytest
from breaches import HEADER, NAMES, PLAYERS, RULES, SHEETS, cells_of, games, with_put, write
from sheets import read_table

from pipelines import league, rebuild, texts
from pipelines.checks import checks
from pipelines.findings import usual_severity


def rated(folder, put="", extra="", players="", **more):
    """The ratings of one games tab, a players tab and `more` tabs."""
    write(folder, {"Игры": games(put), "Игроки": with_put(cells_of(PLAYERS), players), **more}, extra)
    return rebuild.rated(league.load(folder))


def listed(findings):
    return [tuple(row) for row in findings[["severity", "code", "tab", "cell", "value"]].to_numpy().tolist()]


def found(folder, put="", extra="", **more):
    return listed(rated(folder, put, extra, **more).findings)


def found_in_each(folder, puts):
    """What is found in each tab of a workbook that has a games tab for each of `puts`.

    But not that the tabs are alike, nor who of the players has no row on the players tab.
    """
    tabs = {f"Игры {number}": games(put, number) for number, put in enumerate(puts, 1)}
    write(folder, {**tabs, "Игроки": cells_of(PLAYERS)})
    findings = listed(rebuild.rated(league.load(folder)).findings)
    findings = [one for one in findings if one[1] not in ("same-game-twice", "unlisted-player")]
    in_each = [[one[:2] + one[3:] for one in findings if one[2] == tab] for tab in tabs]
    assert sum(map(len, in_each)) == len(findings), "something is found elsewhere"
    return in_each


def test_the_workbook_has_no_fault_of_its_own(tmp_path):
    assert found(tmp_path) == []


# In game 1 (rows 2 to 11) red won: rows 2 to 8 are winners, 9 to 11 losers. In game 2 (rows 12 to 21) black
# won, game 3 (rows 22 to 31) is a draw.


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
        *("unread-cell", "table-without-header", "tab-without-year", "hidden-cells", "typed-points-differ"),
        *("future-date", "tab-day-differs", "numbered-names", "tab-name-taken", "conflict-copy"),
        *("structure-locked", "write-reserved", "old-tab"),
        "evening-past-midnight",
        "stage-order",
        "removal-undecided",
        *("unlisted-player", "unplayed-status", "unplayed-alias", "best-move-without-club"),
        *("game-entered-twice", "same-game-twice"),
        "seats-without-label",
        *("removal-unread", "removal-undecided"),
        "row-without-seat",
        "column-without-title",
        "unknown-mark",
        *("ambiguous-date", "count-too-large", "unusual-figure", "fouls-without-removal"),
        *("name-with-remark", "player-at-two-tables"),
        *("merged-columns", "merged-header", "merged-seats"),
        *("days-and-months-swapped", "no-timezone", "volatile-date", "volatile-value"),
        *("best-move-short", "black-first-kill", "guest-seat", "numbered-by-order", "players-by-games"),
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
