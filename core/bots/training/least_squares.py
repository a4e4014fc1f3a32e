"""Least squares with a ridge: fit weights to differences of features and the results that they had."""

from collections.abc import Sequence

#: Keeps the weights of differences that hardly ever occur from growing without bounds.
_RIDGE = 3.0


def fit(differences: Sequence[Sequence[float]], results: Sequence[float]) -> list[float]:
    """Return the weights with which the differences come closest to the results."""
    size = len(differences[0])
    squares = [[_RIDGE * (i == j) for j in range(size)] for i in range(size)]
    products = [0.0] * size
    for row, result in zip(differences, results, strict=True):
        filled = [(i, amount) for i, amount in enumerate(row) if amount]
        for i, amount in filled:
            products[i] += amount * result
            for j, other in filled:
                squares[i][j] += amount * other
    return solve(squares, products)


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by elimination without pivots, which the matrix of `fit` does not need."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, row in enumerate(rows):
        for below in rows[i + 1 :]:
            factor = below[i] / row[i]
            for j in range(i, len(row)):
                below[j] -= factor * row[j]
    found = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        known = sum(rows[i][j] * found[j] for j in range(i + 1, len(rows)))
        found[i] = (rows[i][-1] - known) / rows[i][i]
    return found
