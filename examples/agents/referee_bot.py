"""A bot of Quixo for a referee that gives a board and takes the board after the move."""


class QuixoBot:
    def __init__(self, symbol):
        self.symbol = symbol

    def play_turn(self, board):
        for row in range(5):  # from the left column to the right end
            if board[row][0] != -self.symbol:
                del board[row][0]
                board[row].append(self.symbol)
                return board
        for row in board:  # the left column is full of the other's: from the right to the left
            if row[4] != -self.symbol:
                del row[4]
                row.insert(0, self.symbol)
                return board
        column = next(c for c in range(1, 4) if board[0][c] != -self.symbol)
        for row in range(4):
            board[row][column] = board[row + 1][column]
        board[4][column] = self.symbol
        return board
