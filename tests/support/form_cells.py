"""The cells of forms in memory."""


def cells(text):
    return [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]


TABLE = """
№ | Игрок | Роль
1 | Астра |
2 | Буран | М
3 | Вольт | Ш
4 | Гранит |
5 | Джем | Д
6 | Ежевика |
7 | Жук |
8 | Зенит | М
9 | Ирис |
10 | Комета |
""".strip()
