"""One person, one name: what is joined by itself, what the players tab joins, what is only told or suggested."""

import pandas as pd
import pytest
from commands import game, run, write
from sheets import Memory, a_league, checked, lone, read, read_table

from pipelines import texts
from pipelines.checks import similar_names
from pipelines.checks.similar_names import alike
from pipelines.enrich import players
from pipelines.ingest import vocabulary
from pipelines.ingest.games import ingest
from rulesets.words import fold

# --- comparing names

COMPARED = read_table("""
one         | other        | same | why
Кот         | КОТ          | yes  | case
Кот         | Koт          | yes  | Latin K and o
ВЕНОК       | BEHOK        | yes  | capitals: B, E, H, O, K
СТРУКТУРА Х | CTPУKTУPA X  | yes  | capitals: C, T, P, K, A, X
МИМ         | MИM          | yes  | capital M
Їжак        | Ïжак         | yes  | Latin i with two dots
Ірина       | Iрина        | yes  | Ukrainian і and Latin i
Ёж          | Еж           | yes  | ё and е
Дар'я       | Дар’я        | yes  | a typographic apostrophe
Дар'я       | Дарʼя        | yes  | the letter apostrophe
Дар'я       | Дар`я        | yes  | a grave accent
Міс-Тік     | Міс–Тік      | yes  | a dash
Міс-Тік     | Міс - Тік    | yes  | spaces around it
Старый Кот  | СтарыйКот    | yes  | spaces
Дар'я       | Даря         | no   | the apostrophe is a letter
Єва         | Ева          | no   | two letters of Ukrainian
Ігор        | Игор         | no   | two letters
Ґава        | Гава         | no   | two letters of Ukrainian
Ноль        | Н0ль         | no   | a digit is no letter
""")


@pytest.mark.parametrize(("one", "other", "same", "why"), COMPARED.to_numpy().tolist())
def test_what_counts_as_the_same_word(one, other, same, why):
    assert (fold(one) == fold(other)) == (same == "yes"), why


def test_words_of_the_sheets_keep_their_meanings():
    """Each header and word of the vocabulary still means one thing only when it is compared."""
    for table in ("games", "players", "tables", "actions"):
        raw = vocabulary._raw()[table]
        keys = [{vocabulary.key(text) for text in known["headers"]} for known in raw.values()]
        assert sum(map(len, keys)) == len(set().union(*keys)), table
    for group, meanings in vocabulary._raw()["words"].items():
        keys = [{vocabulary.key(word) for word in words} for words in meanings.values()]
        if group != "own_marks":  # of one field each, and never compared with another's
            assert sum(map(len, keys)) == len(set().union(*keys)), group


ALIKE = read_table("""
one                | other             | how    | why
Кот                | кoт               | looks  | case and a Latin o
Лиса               | Лиза              | slip   | another letter
Лиса               | Лис               | slip   | a letter less
Гава               | Ґава              | sounds | one letter in Latin
Марина             | Мраина            | slip   | two letters changed places
Кот                | Кто               |        | in a short name they are another name
Тихоня             | Техона            |        | two slips in six letters
Александр Орлов    | Алексондр Арлов   |        | two slips in fourteen letters
Александр Соколов  | Алексондр Сакалов |        | three slips in sixteen letters
Александр Соколов  | Алексондр Саколов | slip   | two slips in sixteen letters
Кот 1              | Кот 2             |        | other digits
Александр 10       | Александр 11      |        | other digits
Иван Петров        | Петров Иван       | sounds | another order of words
Шерлок             | Sherlock          | sounds | in Latin letters
Саша               | Sasha             | sounds | in Latin letters
Фокс               | Fox               | sounds | in Latin letters
Юлия               | Yuliya            | sounds | in Latin letters
Михаил             | Mikhail           | sounds | in Latin letters
Пётр Жуков         | Zhukov Petr       | sounds | in Latin letters, and another order
Шерлок             | Watson            |        | two names
Кот 1              | Kot 2             |        | other digits
А                  | Б                 |        | one letter is all there is
""")  # fmt: skip


@pytest.mark.parametrize(("one", "other", "how", "why"), ALIKE.to_numpy().tolist())
def test_how_two_names_are_alike(one, other, how, why):
    found = alike(pd.Series([one, "Бегемот", other]))
    assert found.to_numpy().tolist() == ([[*sorted([one, other]), how]] if how else []), why


def test_each_pair_is_told_once_and_the_order_of_names_does_not_matter():
    names = pd.Series(["Кот", "Кит", "кот", "Kot", "Кот"])
    want = [
        ["Kot", "Кит", "slip"],
        ["Kot", "Кот", "looks"],
        ["Kot", "кот", "looks"],
        ["Кит", "Кот", "slip"],
        ["Кит", "кот", "slip"],
        ["Кот", "кот", "looks"],
    ]
    assert alike(names).to_numpy().tolist() == want
    assert alike(names[::-1]).to_numpy().tolist() == want


def test_names_that_are_all_unlike():
    assert alike(pd.Series([], dtype="str")).empty
    assert alike(pd.Series(["Кот"])).empty
    assert alike(pd.Series(["Кот", "Барсук", "???", "!!!"])).empty


# --- what the players tab joins

PLAYERS = [
    ["player", "status", "aliases"],
    ["Кот", "gold", "Котофей, Мурзик"],
    ["Кот", "silver", ""],
    ["Ёлка", "", ""],
    ["Дар'я", "", ""],
    ["Уж", "", ""],
    ["уж", "", ""],
    ["Мышь", "", "Ёж"],
]
JOINED = read_table("""
typed     | under    | why
Кот       | Кот      | as it stands on the tab
кот       | Кот      | case
Kоt       | Кот      | Latin letters
К о т     | Кот      | spaces
мурзик    | Кот      | an alias, however typed
КОТОФЕЙ   | Кот      | an alias, however typed
Елка      | Ёлка     | ё and е
Дар’я     | Дар'я    | another apostrophe
Уж        | Уж       | two names of the tab look the same: each for itself
уж        | уж       | two names of the tab look the same: each for itself
УЖ        | УЖ       | nobody can tell whose it is
Еж        | Мышь     | an alias that looks the same
Кит       | Кит      | a letter is not joined, it is told
Сова      | Сова     | not on the tab
""")


def with_players(rows, tab):
    """The sheets of games that each have one seat, and of a players tab."""
    of = a_league(source={"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"})
    return Memory({"Games": lone(rows), "Players": tab}), of


def test_a_name_on_the_players_tab_stands_for_all_its_spellings():
    typed = JOINED["typed"].tolist()
    source, of = with_players([{"player": name} for name in typed], PLAYERS)
    seats = read(source, of).seats.sort_values("game_no")
    got = JOINED.assign(got=seats["player"].astype("str").to_numpy())
    wrong = got[got["got"] != got["under"]]
    assert wrong.empty, "\n" + wrong.to_string()
    status = seats.set_index("game_no")["status"]
    assert status[1] == status[2] == status[5], "and what the tab tells of him goes to all of them"


def test_without_a_players_tab_names_stay_as_typed():
    rows = [{"player": name} for name in ("Кот", "кот", " Кот ", "Кот\u00a0", "К\u200bот")]
    seats = read(Memory({"Games": lone(rows)}), a_league()).seats.sort_values("game_no")
    assert seats["player"].tolist() == ["Кот", "кот", "Кот", "Кот", "Кот"], "but for what nobody can see"


def test_an_alias_of_nobody_joins_nothing():
    source, of = with_players([{"player": "Кот"}], [["player", "aliases"], ["", "Кот"], ["Уж", ""]])
    assert read(source, of).seats["player"].tolist() == ["Кот"]


# --- what is told

TOGETHER = read_table("""
games         | told | why
1:Лиса;2:Лиза | one  | never at one table
1:Лиса,Лиза   | two  | at one table once: one of the two may be a slip
1:Лиса,Лиза;2:Лиса,Лиза |     | twice at one table: they are two
1:Кот,кот     | two  | at one table, but nobody can tell them apart
1:Кот,кот;2:Кот,кот | two | nobody can tell them apart
1:Кот;2:Kot   | one  | look-alikes
1:Sova;2:Сова | one  | in Latin letters
1:Sova,Сова;2:Сова,Sova | | twice at one table: they are two
""")


def seats_of(games):
    """Seats from `1:Лиса,Лиза;2:Лиса`: game numbers and who sat there."""
    return [
        {"game_no": number, "player": name}
        for number, names in (one.split(":") for one in games.split(";"))
        for name in names.split(",")
    ]


def told_of(found):
    """The findings about similar names: value and message."""
    return found.loc[found["code"] == "similar-names", ["value", "message"]].to_numpy().tolist()


@pytest.mark.parametrize(("games", "told", "why"), TOGETHER.to_numpy().tolist())
def test_who_sat_at_one_table_is_not_one_person(games, told, why):
    _, found = checked(Memory({"Games": lone(seats_of(games))}), a_league())
    messages = [message for _, message in told_of(found)]
    assert len(messages) == bool(told), why
    assert all(("easily confused" in one) == (told == "two") for one in messages), why


def test_both_on_the_players_tab_are_two_unless_they_look_the_same():
    rows = [{"player": name} for name in ("Лиса", "Лиза", "Кот", "кот")]
    source, of = with_players(rows, [["player"], ["Лиса"], ["Лиза"], ["Кот"], ["кот"]])
    _, found = checked(source, of)
    assert [value for value, _ in told_of(found)] == ["Кот / кот"]


def test_a_pair_is_told_with_the_first_cell_and_the_games_of_each():
    rows = seats_of("1:Кот;2:Кот;3:Кот;4:Kот")
    memory = Memory({"Games": lone(rows)})
    _, found = checked(memory, a_league())
    [(value, message)] = told_of(found)
    assert value == "Kот / Кот"
    assert "Kот / Кот: the first at Games!G5, 1 games; the second at Games!G2, 3 games" in message


def test_cells_of_several_workbooks_are_told_with_their_file():
    books = [Memory({"Games": lone([{"player": name, "game_no": number}])}, f"{number}.xlsx")
             for number, name in (("1", "Кот"), ("2", "кот"))]  # fmt: skip
    _, found = checked(books, a_league())
    [(_, message)] = told_of(found)
    assert "1.xlsx Games!G2" in message
    assert "2.xlsx Games!G2" in message


# --- what is suggested

SUGGESTED = read_table("""
games                           | tab  | rows           | why
1:Кот;2:Кот;3:кот               |      | Кот = кот      | the most frequent spelling is the name
1:Кот;2:кот;3:кот               |      | кот = Кот      | the most frequent spelling is the name
1:Кот;2:кот;3:кот               | Кот  |                | the tab joins them by itself
1:Лиса;2:Лиза;3:Лиза            | Лиса | Лиса = Лиза    | the name on the players tab, though less frequent
1:Лиса,Лиза                     |      |                | they sat at one table
1:Лиса;2:Лиза                   | Лиса, Лиза |          | both stand on the players tab
1:Кот;2:Кот;3:кот;4:Kot         |      | Кот = Kot, кот | one row for all spellings
1:Sova;2:Sova;3:Сова            |      | Sova = Сова    | in Latin letters
1:Лиса;2:Лиса;3:Лиса;4:Лиза;5:Лиза;6:Лаза |  | Лиса = Лаза, Лиза | a slip of a slip
1:Лиса,Лаза;2:Лиса;3:Лиза;4:Лаза;5:Лаза |  | Лаза = Лиза | but not one who sat with him
1:Кот;2:Барсук                  |      |                | two names
""")  # fmt: skip


@pytest.mark.parametrize(("games", "tab", "rows", "why"), SUGGESTED.to_numpy().tolist())
def test_rows_for_the_players_tab(games, tab, rows, why):
    listed = [["player"], *([name.strip()] for name in tab.split(",") if name.strip())]
    source, of = with_players(seats_of(games), [*listed, ["Филин"]])
    got = similar_names.rows(similar_names.suggested(players.known(ingest([source], of))))
    said = [f"{player} = {aliases}" for player, aliases in got.to_numpy().tolist()]
    assert said == ([rows] if rows else []), why


def test_the_surest_come_first():
    rows = seats_of("1:Лиса;2:Лиза;3:Кот;4:кот;5:Sova;6:Сова")
    links = similar_names.suggested(players.known(ingest([Memory({"Games": lone(rows)})], a_league())))
    assert links["how"].tolist() == ["looks", "sounds", "slip"]
    assert links.set_index("alias").loc["кот", ["player", "games", "alias_games", "cell"]].tolist() == [
        "Кот", 1, 1, "Games!G5",
    ]  # fmt: skip


def test_a_name_with_a_comma_is_no_alias():
    commas = [{"game_no": str(number), "player": name} for number, name in ((3, "Кот, я"), (4, "Кот,я"))]
    rows = [*seats_of("1:Кот;2:Кот"), *commas]
    links = similar_names.suggested(players.known(ingest([Memory({"Games": lone(rows)})], a_league())))
    assert links.empty


# --- the command

TWO_SPELLINGS = [*game(), *[[row[0], 2, *row[2:]] for row in game(Игрок_1="кот", Игрок_4="Еж")]]


def test_suggested_rows_alone_stand_on_stdout(tmp_path):
    write(tmp_path, TWO_SPELLINGS)
    result = run("players", tmp_path, "--suggest")
    assert result.exit_code == 0
    assert result.stdout == "Игрок\tПсевдонимы\nЁж\tЕж\nКот\tкот\n"
    assert "Игры!E12" in result.stderr
    assert "выглядят одинаково" in result.stderr


def test_the_suggested_rows_on_the_players_tab_silence_the_findings(tmp_path):
    write(tmp_path, TWO_SPELLINGS)
    assert "similar-names (4)" in run("check", tmp_path).stdout, (
        "the two, and Уж beside either Ёж at one table"
    )
    rows = [line.split("\t") for line in run("players", tmp_path, "--suggest").stdout.splitlines()]
    of = a_league(source={"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"})
    header = ["date", "game_no", "club", "seat", "player", "role", "winner"]
    seats = [header, *([str(cell) for cell in row[:7]] for row in TWO_SPELLINGS)]
    sheets, found = checked(Memory({"Games": seats, "Players": rows}), of)
    assert told_of(found) == []
    assert sheets.seats["player"].nunique() == 10


def test_nothing_to_suggest_leaves_stdout_empty(tmp_path):
    write(tmp_path, game())
    result = run("players", tmp_path, "--suggest")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "Клуб" in result.stderr


@pytest.mark.parametrize("options", [[], ["--suggest"]])
def test_errors_in_the_sheets_do_not_matter(tmp_path, options):
    wrong = [list(row) for row in TWO_SPELLINGS]
    wrong[0][5], wrong[3][0], wrong[5][9] = "Донн", "позавчера", "много"
    write(tmp_path, wrong)
    result = run("players", tmp_path, *options)
    assert result.exit_code == 0
    assert "кот" in result.stdout


def test_who_plays_is_listed_with_the_games_and_the_other_spellings():
    tab = [
        ["player", "status", "since", "registration", "aliases"],
        ["Кот", "silver", "2023-01-01", "7", "Мурзик"],
        ["Кот", "gold", "2024-01-01", "", ""],
        ["Филин", "", "", "", ""],
    ]
    source, of = with_players(seats_of("1:Кот;2:кот;3:Мурзик;4:мурзик;5:кот;6:Ёж"), tab)
    listed = similar_names.table(ingest([source], of), pd.Timestamp("2023-12-31"))
    want = [
        ["Ёж", 1, "", "novice"],
        ["Кот", 5, "Мурзик (1), кот (2), мурзик (1)", "silver"],
        ["Филин", 0, "", "novice"],
    ]
    assert listed[["player", "games", "spellings", "status"]].fillna("").to_numpy().tolist() == want
    assert listed.loc[1, "registration"] == 7
    later = similar_names.table(ingest([source], of), pd.Timestamp("2024-01-01"))
    assert later.loc[1, "status"] == "gold", "from its day on"


def test_a_league_without_anybody(tmp_path):
    write(tmp_path, [], header=["Ведомость"])
    result = run("players", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "mafrating check" in result.stderr


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_headers_of_the_rows_are_those_of_the_players_tab(language):
    fields = [vocabulary.headers("players")[vocabulary.key(texts.say(f"header.{name}", language))].name
              for name in ("player", "aliases")]  # fmt: skip
    assert fields == ["player", "aliases"]
