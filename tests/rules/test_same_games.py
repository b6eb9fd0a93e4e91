"""One game twice in the sheets, by hand or by tabs that overlap, is found once, with both places."""

import pytest
from sheets import HEADER, Memory, a_league, checked, game

LESS = [name for name in HEADER if name not in ("table", "seat")]


def found(tabs):
    """Severity, code, tab, cell, value of what is found about games that are there twice, or twice in a game."""
    found = checked(Memory(tabs), a_league())[1]
    columns = ["severity", "code", "tab", "cell", "value"]
    twice = found["code"].isin(
        ["same-game-twice", "game-entered-twice", "duplicate-seat", "duplicate-player"]
    )
    return [tuple(row) for row in found.loc[twice, columns].to_numpy().tolist()]


def a_game(number=1, **facts):
    return game({**facts}, number)


def games(*some, header=HEADER):
    """A tab of games; of `a_game` some columns may be left out."""
    at = [HEADER.index(name) for name in header]
    return [list(header), *([row[column] for column in at] for rows in some for row in rows)]


WARNED = ("warning", "same-game-twice", "Games", "C12", "Games!C2")


@pytest.mark.parametrize(
    ("again", "want", "why"),
    [
        (a_game(2), [WARNED], "another number"),
        (a_game(table="2"), [WARNED], "another table"),
        (a_game(date="2023-03-02"), [WARNED], "another day"),
        (a_game(2, date="2023-03-08"), [WARNED], "a week later, another number"),
        (a_game(2, bonus_typed="0.3", best_move="1 2 3"), [WARNED], "other figures"),
        (a_game(2)[::-1], [WARNED], "in another order of rows"),
        (a_game(date="2023-03-09"), [], "more than a week later"),
        (a_game(2, winner="black"), [], "another result"),
        (a_game(2, role="don"), [], "other roles"),
        (a_game(2, player="Other"), [], "another player"),
        (a_game(2, seat="11"), [], "other seats"),
        (a_game(2, kind="unrated"), [], "a game that is not rated"),
    ],
)
def test_a_game_again_under_another_number_table_or_day(again, want, why):
    assert found({"Games": games(a_game(), again)}) == want, why


def test_a_game_of_few_players_is_not_compared():
    assert found({"Games": games(a_game()[:6], a_game(2)[:6])}) == []


def test_games_on_two_tabs_that_overlap_are_one_finding_that_names_both():
    season = games(*(a_game(n, winner=won) for n, won in enumerate(("red", "black", "draw"), 1)), header=LESS)
    month = games(*(a_game(n, winner=won) for n, won in enumerate(("red", "black"), 1)))
    assert found({"Games season": season, "Games March": month}) == [
        ("warning", "same-game-twice", "Games March", "C2", "Games season!B2")
    ]


def test_games_of_one_number_on_two_tabs_are_one_error_that_names_both():
    tab = games(a_game(), a_game(2, winner="black"))
    assert found({"Games season": tab, "Games March": tab}) == [
        ("error", "game-entered-twice", "Games March", "C2", "Games season!C2")
    ]


def test_two_games_under_one_number_are_one_error_and_not_one_a_seat():
    other = a_game(player="Other", role="don", winner="red")
    assert found({"Games": games(a_game(), other)}) == [
        ("error", "game-entered-twice", "Games", "C12", "Games!C2")
    ]


def test_a_seat_again_is_still_an_error_of_its_own():
    rows = a_game()
    rows[4][HEADER.index("seat")] = "3"
    assert [one[1] for one in found({"Games": games(rows)})] == ["duplicate-seat"]
