"""A player of Quixo as the project in Quebec asks for one: along the top, else anywhere."""


class Plateau:
    def __init__(self, rows=None):
        self.plateau = rows or [[" "] * 5 for _ in range(5)]

    def __getitem__(self, position):
        x, y = position
        return self.plateau[y - 1][x - 1]


class QuixoIA:
    def __init__(self, joueurs, plateau=None):
        self.joueurs, self.plateau = joueurs, Plateau(plateau)

    def jouer_un_coup(self, cube):
        for y in range(1, 6):
            for x in range(1, 6):
                on_the_border = x in (1, 5) or y in (1, 5)
                if on_the_border and self.plateau[x, y] in (" ", cube):
                    return [x, y], "haut" if y > 1 else "bas"
        raise RuntimeError("no cube can be taken")
