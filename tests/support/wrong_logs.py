"""Logs of acts with something wrong, each with the finding that it must give."""

WRONG = """
log                                    | code           | cell | why
N1 exit >1; N2 check 1>7               | act-after-exit | F3 | by one who had left by night
N1 exit >4; D1 vote 4>7                | act-after-exit | F3 | the night of a number comes before its day
D1 vote 4>7; N1 exit >4                | act-after-exit | F2 | whatever the order of rows
D1 exit >2; N2 heal 2>4                | act-after-exit | F3 | by one voted out
D1 shootout >3; N2 visit 3>7           | act-after-exit | F3 | by one shot out
D1 removed >1; N2 check 1>7            | act-after-exit | F3 | by one removed
N1 exit >7; N2 shot 7>4                | act-after-exit | F3 | a shot
N2 exit >4; D10 vote 4>7               | act-after-exit | F3 | day 10 comes after night 2
N1 exit >4; D1 vote 1>4                | act-after-exit | G3 | a vote against one who had left
N1 exit >4; N2 shot >4                 | act-after-exit | G3 | a shot at one who had left
N1 exit >7; N2 check 1>7               | act-after-exit | G3 | a check of one who had left
N1 exit >4; N2 heal 2>4                | act-after-exit | G3 | a heal of one who had left
D1 exit >1; N2 visit 10>1              | act-after-exit | G3 | a visit to one who had left
D1 removed >4; N2 shot >4              | act-after-exit | G3 | a shot at one removed
N1 exit >4; D1 exit >5,4               | act-after-exit | G3 | left twice
N1 exit >4; D1 justified >4            | act-after-exit | G3 | justified after he left
N1 check 4>7                           | act-role       | E2 | a citizen has no check
N1 check 9>1                           | act-role       | E2 | the boss has no check
N1 heal 1>4                            | act-role       | E2 | the sheriff does not heal
N1 visit 4>7                           | act-role       | E2 | a citizen does not visit
N1 visit 7>1                           | act-role       | E2 | the mafia does not visit
N1 shot 1>4                            | act-role       | E2 | the sheriff does not shoot
N1 shot 3>4                            | act-role       | E2 | the maniac visits, and does not shoot
N1 shot 10>4                           | act-role       | E2 | the lover while the mafia lives
D1 exit >7,8; N2 shot 10>4             | act-role       | E3 | the lover while the boss lives
D1 exit >7,9; N2 shot 10>4             | act-role       | E3 | the lover while one mafia lives
D1 exit >7,8; N2 shot 10>4; N2 exit >9 | act-role       | E3 | the boss was alive when the night began
N0 shot >4                             | night-zero     | D2 | night 0
N0 visit 10>1                          | night-zero     | D2 | night 0
N0 check 1>7                           | night-zero     | D2 | night 0
N0 heal 2>4                            | night-zero     | D2 | night 0
N1 shot 11>4                           | unknown-seat   | F2 | by a seat at which nobody sits
N1 heal 12>4                           | unknown-seat   | F2 | by a seat at which nobody sits
N1 shot >15                            | unknown-seat   | G2 | on a seat at which nobody sits
D1 vote 4>11                           | unknown-seat   | G2 | on a seat at which nobody sits
D1 exit >7,12                          | unknown-seat   | G2 | one of two
D1 shot >4                             | act-phase      | D2 | a shot by day
D1 check 1>7                           | act-phase      | D2 | a check by day
D1 heal 2>4                            | act-phase      | D2 | a heal by day
D1 visit 3>7                           | act-phase      | D2 | a visit by day
N1 vote 4>7                            | act-phase      | D2 | a vote by night
D1 vote >7                             | act-incomplete | F2 | nobody voted
N1 visit >7                            | act-incomplete | F2 | the maniac's or the lover's
D1 exit >                              | act-incomplete | F2 | nobody left
N1 heal 2>4; N2 heal 2>4; N3 heal 2>4  | heal-thrice    | G4 | three nights running
N3 heal 2>4; N1 heal 2>4; N2 heal 2>4  | heal-thrice    | G2 | whatever the order of rows
N1 heal 2>2; N2 heal >2; N3 heal 2>2   | heal-thrice    | G4 | himself
N9 heal 2>4; N10 heal 2>4; N11 heal 2>4 | heal-thrice   | G4 | night 10 comes after night 9
N1 heal 2>5; N2 heal 2>4; N3 heal 2>4; N4 heal 2>4 | heal-thrice | G5 | the last three
N1 dance 1>4                           | unknown-action | E2 | no such act
X1 shot >4                             | unknown-phase  | D2 | no such phase
"""  # fmt: skip
