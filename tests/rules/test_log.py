"""What the log of acts tells of each seat by night, and who left: section 5 of the rules, in hand-made games.

Seats of a table are those of `logs.ROLES`. Under demafia: 1 sheriff, 2 doctor, 3 maniac, 4 to 6 citizens, 7 and 8
mafia, 9 the boss, 10 the lover. In the evenings: 1 sheriff, 2 doctor, 3 beauty, 4, 5 and 10 citizens, 6 maniac,
7 and 8 mafia, 9 don. Every game is a draw unless its row says otherwise, and `want` names all that is not nought.
"""

from logs import a_city, book, of_seats, told, unlike

NIGHT = ["hits", "visits", "lover", "saves", "checks"]
SAVED = ["saved_red_count", "saved_sheriff_count", "saved_black_count"]
TOOK = ["took_red_count", "took_sheriff_count", "took_black_count"]

# --- who left, and how


def test_exits_and_first_kills():
    table = """
log                                  | want | why
N1 exit >4                           | 4 exit N1; 4 is_first_kill 1 | the first night
N1 exit >4,5                         | 4 exit N1; 4 is_first_kill 1; 5 exit N1; 5 is_first_kill 1 | two in the first night
N2 exit >4                           | 4 exit N2 | a later night
D1 exit >4                           | 4 exit D1 | a day
D1 exit >4,7                         | 4 exit D1; 7 exit D1 | by vote, together
D1 shootout >4                       | 4 exit D1 | a shoot-out is an exit
N1 removed >4                        | 4 is_removed 1 | a removal is no exit, and no first kill
D2 removed >4                        | 4 is_removed 1 | a removal by day
N1 exit 4>                           | 4 exit N1; 4 is_first_kill 1 | the seat told as actor
N10 exit >4; D9 exit >5              | 4 exit N10; 5 exit D9 | numbers, not letters
N1 exit >4; D1 exit >7; N2 exit >5   | 4 exit N1; 4 is_first_kill 1; 7 exit D1; 5 exit N2 | a game
"""
    for ruleset in ("demafia", "evenings"):
        assert unlike(table, ["exit", "is_first_kill", "is_removed"], ruleset) == []


def test_who_is_alive_has_ten_of_a_win_and_who_is_not_eight():
    rows = [
        {"winner": "red", "log": "N1 exit >4; D1 shootout >5; N2 removed >3; D2 exit >1; D1 vote 2>7"},
        {"winner": "black", "log": "N1 shot >4; D1 exit >7; N2 removed >9"},
    ]
    assert told(book(rows), a_city(), ["base"]) == [
        of_seats("1 base 8; 2 base 10; 4 base 8; 5 base 8; 6 base 10"),
        of_seats("7 base 8; 8 base 10; 10 base 10"),
    ]  # whoever was removed is disqualified and has nothing of a win


def test_first_kill_voted_out_and_removed_in_the_evenings():
    """A first kill +1; the sheriff, doctor or beauty voted out -2; leaving the table -2."""
    table = """
log            | want | why
N1 exit >4     | 4 compensation 1 | first killed
N1 exit >7     | 7 compensation 1 | in any role
N1 exit >4,6   | 4 compensation 1; 6 compensation 1 | both left in the first night
N2 exit >4     |  | not the first night
D1 exit >1     | 1 voted_out -2 | the sheriff
D2 exit >2     | 2 voted_out -2 | the doctor
D1 exit >3     | 3 voted_out -2 | the beauty
D1 exit >1,2,3 | 1 voted_out -2; 2 voted_out -2; 3 voted_out -2 | together
D1 exit >4,6,9 |  | other roles
D1 shootout >1 |  | shot out in a tie, not voted out
N1 exit >1     | 1 compensation 1 | left by night
D1 removed >1  | 1 left_table -2 | removed, not voted out
N1 removed >1  | 1 left_table -2 | removed, not killed
"""
    assert unlike(table, ["compensation", "voted_out", "left_table"], "evenings") == []


# --- checks


def test_found_black_and_found_sheriff():
    evenings = """
log                                      | want | why
N1 check 1>7                             | 1 actions 1; 1 found_black_count 1 | mafia
N1 check 1>9; N2 check 1>6               | 1 actions 2; 1 found_black_count 2 | the don; the maniac
N1 check 1>4; N2 check 1>2               |  | a citizen; the doctor
N1 check 9>1                             | 9 actions 1; 9 found_sheriff_count 1 | the don found the sheriff
N1 check 9>4; N2 check 9>2               |  | he did not
N1 check 9>6; N1 check 1>3               |  | the maniac is nothing to the don
N1 check 1>7; N1 exit >1                 | 1 actions 1; 1 found_black_count 1 | he died that night
"""
    columns = ["actions", "found_black_count", "found_sheriff_count"]
    assert unlike(evenings, columns, "evenings") == []
    demafia = """
log                                      | want | why
N1 check 1>7; N2 check 1>9; N3 check 1>10 | 1 checks 15 | mafia, boss, lover
N1 check 1>3; N2 check 1>4               |  | the maniac is red here
N1 check >8                              | 1 checks 5 | nobody but the sheriff checks
N1 check 1>7; N1 exit >1                 | 1 checks 5 | he died that night
"""
    assert unlike(demafia, NIGHT) == []


# --- the evenings: saves, whom the beauty takes along, the maniac's shot


def test_saves_of_the_doctor_and_the_beauty_in_the_evenings():
    table = """
log                                      | want | why
N1 shot 7>4; N1 heal 2>4                 | 2 saved_red_count 1 | a citizen
N1 shot 7>1; N1 heal 2>1                 | 2 saved_sheriff_count 1 | the sheriff
N1 shot 6>7; N1 heal 2>7                 | 2 saved_black_count 1 | a black whom the maniac shot
N1 shot 7>6; N1 heal 2>6                 | 2 saved_black_count 1 | the maniac
N1 shot 7>2; N1 heal 2>2                 | 2 saved_red_count 1 | himself
N1 shot 7>3; N1 heal 2>3                 | 2 saved_red_count 1 | the beauty is red
N1 shot 6>4; N1 heal 2>4                 | 2 saved_red_count 1 | from the maniac's shot
N1 shot >4; N1 heal 2>4                  | 2 saved_red_count 1 | a shot without an actor
N1 shot >4; N1 heal >4                   | 2 saved_red_count 1 | nobody but the doctor heals
N1 shot 7>4; N1 heal 2>4; N1 exit >4     |  | who is healed dies all the same
N1 shot 7>4; N1 heal 2>4; N1 exit >2     | 2 saved_red_count 1 | the doctor dies, not whom he healed
N1 shot 7>4; N1 heal 2>4; D1 exit >4     | 2 saved_red_count 1 | he leaves the day after
N1 shot 7>4; N1 heal 2>5                 |  | another one was shot
N1 heal 2>4                              |  | nobody was shot
N1 shot 7>4; N2 heal 2>4                 |  | another night
N1 shot 7>4; N1 visit 3>4                | 3 saved_red_count 1 | the beauty, likewise
N1 shot 7>1; N1 visit 3>1                | 3 saved_sheriff_count 1 | the beauty, likewise
N1 shot 7>4; N1 visit 3>4; N1 exit >4    |  | whom she visited dies
N1 visit 3>4; N1 visit 3>5               |  | nobody was shot
N1 shot 7>4; N1 heal 2>4; N1 visit 3>4   | 2 saved_red_count 1; 3 saved_red_count 1 | both
N1 shot 7>4; N1 shot 6>1; N1 heal 2>1; N1 visit 3>4 | 2 saved_sheriff_count 1; 3 saved_red_count 1 | one each
N1 shot 7>4; N1 heal 2>4; N3 shot 8>4; N3 heal 2>4; N2 shot 7>1; N2 heal 2>1 | 2 saved_red_count 2; 2 saved_sheriff_count 1 | three nights
N1 shot 7>4; N1 shot 6>4; N1 heal 2>4    | 2 saved_red_count 1 | shot twice, saved once
"""
    assert unlike(table, [*SAVED, *TOOK], "evenings") == []


def test_whom_the_beauty_takes_along():
    table = """
log                                     | want | why
N1 shot 7>3; N1 visit 3>4; N1 exit >3,4 | 3 took_red_count 1 | a citizen
N1 shot 7>3; N1 visit 3>2; N1 exit >3,2 | 3 took_red_count 1 | the doctor
N1 shot 7>3; N1 visit 3>1; N1 exit >3,1 | 3 took_sheriff_count 1 | the sheriff
N1 shot 7>3; N1 visit 3>8; N1 exit >3,8 | 3 took_black_count 1 | mafia
N1 shot 7>3; N1 visit 3>6; N1 exit >3,6 | 3 took_black_count 1 | the maniac
N1 shot 6>3; N1 visit 3>9; N1 exit >3; N1 exit >9 | 3 took_black_count 1 | the exits in two rows
N1 shot 7>3; N1 visit 3>4; N1 exit >3   |  | she leaves alone
N1 shot 7>4; N1 visit 3>4; N1 exit >4   |  | she stays
N1 shot 7>3; N1 visit 3>4; N1 exit >3; D1 exit >4 |  | he leaves the day after
N1 shot 7>3; N1 visit 3>4; N1 exit >3,5 |  | another one leaves with her
N1 visit 3>4; N2 shot 7>3; N2 exit >3,4 |  | another night's visit
"""
    assert unlike(table, [*SAVED, *TOOK], "evenings") == []


def test_the_shot_of_the_maniac_in_the_evenings():
    table = """
log                                  | want | why
N1 shot 6>7; N1 exit >7              | 6 killed_active_count 1 | mafia
N1 shot 6>9; N1 exit >9              | 6 killed_active_count 1 | the don
N1 shot 6>3; N1 exit >3              | 6 killed_active_count 1 | the beauty
N1 shot 6>2; N1 exit >2              | 6 killed_active_count 1 | the doctor
N1 shot 6>1; N1 exit >1              | 6 killed_active_count 1 | the sheriff
N1 shot 6>4; N1 exit >4              |  | a citizen is not active
N1 shot 6>1                          |  | he did not leave
N1 shot 6>1; N1 heal 2>1             | 2 saved_sheriff_count 1 | he was healed
N1 shot 6>1; D1 exit >1              |  | he left the day after
N1 shot 6>1; N1 exit >2              |  | another one left
N1 shot >1; N1 exit >1               |  | a shot without an actor is the mafia's
N1 shot 7>1; N1 exit >1              |  | the mafia's
N1 shot 7>1; N1 shot 6>1; N1 exit >1 | 6 killed_active_count 1 | both shot
N1 shot 7>4; N1 shot 6>9; N1 exit >4,9; N2 shot 6>8; N2 exit >8 | 6 killed_active_count 2 | two nights
"""
    assert unlike(table, ["killed_active_count", *SAVED], "evenings") == []


# --- demafia by night


def test_hits():
    """Four points to each mafia and boss alive at the start of the night."""
    table = """
log                                      | want | why
N1 shot >4; N1 exit >4                   | 7 hits 4; 8 hits 4; 9 hits 4 | a shot without an actor
N1 shot 8>4; N1 exit >4                  | 7 hits 4; 8 hits 4; 9 hits 4 | whoever is told as the actor
N1 shot 7>4; N1 shot 8>4; N1 exit >4     | 7 hits 4; 8 hits 4; 9 hits 4 | two who shoot the same are one shot
N1 shot >4                               |  | he did not leave
N1 shot >4; N1 exit >5                   |  | another one left
N1 shot >4; D1 exit >4                   |  | he left by day
N1 exit >4                               |  | no shot
N1 exit >7; N2 shot >4; N2 exit >4       | 8 hits 4; 9 hits 4 | one had left
D1 exit >9; N2 shot >4; N2 exit >4       | 7 hits 4; 8 hits 4 | the boss was voted out
D1 shootout >8; N2 shot >4; N2 exit >4   | 7 hits 4; 9 hits 4 | shot out
D1 removed >7; N2 shot >4; N2 exit >4    | 8 hits 4; 9 hits 4 | removed
N1 shot >4; N1 exit >4,7                 | 7 hits 4; 8 hits 4; 9 hits 4 | who leaves that night began it alive
N1 shot >8; N1 exit >8                   | 7 hits 4; 8 hits 4; 9 hits 4 | one of their own
N1 shot >4; N1 exit >4; D1 exit >7; N2 shot >5; N2 exit >5 | 7 hits 4; 8 hits 8; 9 hits 8 | two nights
D1 exit >7,8; D2 exit >9; N3 shot 10>4; N3 exit >4 | 10 hits 4 | the lover shoots for them
D1 exit >7,8,9; N2 shot >4; N2 exit >4   | 10 hits 4 | the lover, not told as the actor
D1 exit >7,8; N2 shot >4; N2 exit >4,9   | 9 hits 4 | the boss began the night alive
D1 exit >7,8,9; N2 shot 10>4             |  | the lover missed
D1 exit >7,8,9; N2 shot 10>4; N2 visit 10>1; N2 exit >1,4 | 10 hits 4; 10 lover 5 | both acts of the lover
N1 shot >1; N1 visit 10>1; N1 exit >1    | 7 hits 4; 8 hits 4; 9 hits 4; 10 lover 5 | found and shot at once
N1 shot >4; N1 heal 2>4; N1 exit >4      | 7 hits 4; 8 hits 4; 9 hits 4 | he left all the same
"""
    assert unlike(table, NIGHT) == []


def test_visits_of_the_maniac():
    """Two points for the first visit to a black player, three for the second; a visit that the doctor undid is none."""
    table = """
log                                         | want | why
N1 visit 3>7                                | 3 visits 2 | a first visit
N1 visit 3>7; N2 visit 3>7; N2 exit >7      | 3 visits 5 | both
N1 visit 3>7; N3 visit 3>7; N3 exit >7      | 3 visits 5 | not running
N1 visit 3>9; N2 visit 3>10; N3 visit 3>9; N3 exit >9 | 3 visits 7 | the boss twice, the lover once
N1 visit 3>4; N2 visit 3>4; N2 exit >4      |  | reds give nothing
N1 visit 3>3; N2 visit 3>3; N2 exit >3      |  | himself
N1 visit 3>7; N2 visit 3>4                  | 3 visits 2 | another one
N1 visit 3>7; N1 heal 2>7                   |  | healed
N1 visit 3>7; N1 heal 2>4                   | 3 visits 2 | another one healed
N1 visit 3>7; N2 heal 2>7                   | 3 visits 2 | healed another night
N1 visit 3>7; N1 heal 2>7; N2 visit 3>7     | 3 visits 2 | healed, so the next is the first
N1 visit 3>7; N1 heal 2>7; N2 visit 3>7; N3 visit 3>7; N3 exit >7 | 3 visits 5 | then the second
N1 visit 3>7; N2 visit 3>7; N2 heal 2>7     | 3 visits 2; 2 saves 6 | the second one undone
N1 visit 3>7; N2 visit 3>7; N2 heal 2>7; N3 visit 3>7; N3 exit >7 | 3 visits 5; 2 saves 6 | and made again
N1 visit 3>7; N2 visit 3>7; N2 shot >7; N2 heal 2>7; N2 exit >7 | 3 visits 5; 7 hits 4; 8 hits 4; 9 hits 4 | left all the same
N1 visit 3>7; N1 shot >7; N1 heal 2>7; N1 exit >7 | 3 visits 2; 7 hits 4; 8 hits 4; 9 hits 4 | a first visit, left all the same
N1 visit 3>7; N2 visit 3>7; N2 shot >7; N2 exit >7 | 3 visits 5; 7 hits 4; 8 hits 4; 9 hits 4 | others killed him too
N1 visit 3>8; N1 exit >3                    | 3 visits 2 | he died that night
"""
    assert unlike(table, NIGHT) == []


def test_finds_of_the_lover():
    table = """
log                                   | want | why
N1 visit 10>1; N1 exit >1             | 10 lover 5 | found and dead
N1 visit 10>1; N1 heal 2>1            | 10 lover 5; 2 saves 6 | found and saved
N1 visit 10>4                         |  | any other
N1 visit 10>2; N1 exit >2             |  | any other
N1 visit 10>1; N1 heal 2>1; N2 visit 10>1; N2 exit >1 | 10 lover 10; 2 saves 6 | two nights
N1 visit 10>1; N1 exit >1,10          | 10 lover 5 | she died that night
"""
    assert unlike(table, NIGHT) == []


def test_saves_of_the_doctor():
    """Six points for a heal under a threat if the player did not leave."""
    table = """
log                                         | want | why
N1 shot >4; N1 heal 2>4                     | 2 saves 6 | a shot
N1 shot >2; N1 heal 2>2                     | 2 saves 6 | himself
N1 shot >7; N1 heal 2>7                     | 2 saves 6 | a black
N1 shot >4; N1 heal >4                      | 2 saves 6 | nobody but the doctor heals
N1 visit 3>4; N2 visit 3>4; N2 heal 2>4     | 2 saves 6 | the maniac's second visit
N1 visit 3>7; N3 visit 3>7; N3 heal 2>7     | 2 saves 6; 3 visits 2 | of a black
N1 visit 10>1; N1 heal 2>1                  | 2 saves 6; 10 lover 5 | the lover found the sheriff
D1 exit >7,8,9; N2 shot 10>4; N2 heal 2>4   | 2 saves 6 | the lover's shot
N1 heal 2>4                                 |  | idle
N1 shot >4; N1 heal 2>5; N1 exit >4         | 7 hits 4; 8 hits 4; 9 hits 4 | another one was shot
N1 shot >4; N2 heal 2>4                     |  | another night
N1 visit 3>4; N1 heal 2>4                   |  | a first visit is no threat
N1 visit 10>4; N1 heal 2>4                  |  | the lover is a threat to the sheriff only
N1 visit 3>4; N2 heal 2>4                   |  | no second visit
N1 visit 3>4; N1 heal 2>4; N2 visit 3>4; N2 heal 2>4 |  | the first visit was undone: the second is a first
N1 visit 3>4; N1 heal 2>4; N2 visit 3>4; N3 visit 3>4; N3 heal 2>4 | 2 saves 6 | the second that counts is the third
N1 visit 3>4; N2 visit 3>5; N2 heal 2>5     |  | visits to two players
N1 shot >1; N1 visit 10>1; N1 heal 2>1; N1 exit >1 | 7 hits 4; 8 hits 4; 9 hits 4; 10 lover 5 | two threats, the heal fails
N1 visit 3>4; N2 visit 3>4; N2 shot >4; N2 heal 2>4; N2 exit >4 | 7 hits 4; 8 hits 4; 9 hits 4 | two threats, the heal fails
N1 shot >4; N1 heal 2>4; N2 shot >4; N2 heal 2>4; N3 shot >5; N3 heal 2>5 | 2 saves 18 | three nights
N1 shot >4; N1 heal 2>4; N1 exit >2         | 2 saves 6 | the doctor dies, not whom he healed
N1 shot >4; N1 heal 2>4; D1 exit >4         | 2 saves 6 | he is voted out the day after
"""
    assert unlike(table, NIGHT) == []
