"""The value of quantum tic-tac-toe as a function of q, exactly."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Tuple, Union


@dataclass(frozen=True)
class Root:
    """An irrational number between 0 and 1: the root of a polynomial with whole coefficients."""

    polynomial: Tuple[int, ...]  # the minimal polynomial, from the constant up
    low: Fraction  # it is the only root between these
    high: Fraction
    decimal: float

    def __float__(self):
        return self.decimal

    def __repr__(self):
        return f"{self.decimal:.9f}... (root of {_polynomial_text(self.polynomial)})"

    def sympy(self):
        """The number as a sympy expression."""
        import sympy

        q = sympy.Symbol("q")
        p = sympy.Poly(reversed(self.polynomial), q)
        low, high = (sympy.Rational(x.numerator, x.denominator) for x in (self.low, self.high))
        return next(root for root in sympy.real_roots(p) if low <= root <= high)


Number = Union[Fraction, Root]


@dataclass(frozen=True)
class Piece:
    """A polynomial and the interval of q where it holds."""

    start: Number
    end: Number
    coefficients: Tuple[Fraction, ...]  # from the constant up
    best: Tuple[str, ...] = ()  # the openings that are best on the whole piece

    def __repr__(self):
        best = f", by {' '.join(self.best)}" if self.best else ""
        return f"{_polynomial_text(self.coefficients)} from {self.start} to {self.end}{best}"


class Curve:
    """The value for X as a function of q, the probability that chance favours O.

    pieces has the function, openings the same for each first move, and fair the q where the
    value is 0.
    """

    def __init__(self, values):
        self._values = values
        document = values.document
        denominator = document["denominator"]
        self.pieces = _pieces(document["pieces"], denominator)
        self.openings = {o["move"]: _pieces(o["pieces"], denominator) for o in document["openings"]}
        self.fair = [_number(root) for root in document["fair"]]

    def value(self, q):
        """The exact value at a fraction, as a Fraction."""
        return self._values.value(q)

    __call__ = value

    def __repr__(self):
        return "\n".join(repr(piece) for piece in self.pieces)

    def sympy(self):
        """The curve as a sympy.Piecewise in q."""
        import sympy

        q = sympy.Symbol("q")
        cases = []
        for piece in self.pieces:
            terms = (
                sympy.Rational(c.numerator, c.denominator) * q**i
                for i, c in enumerate(piece.coefficients)
            )
            cases.append((sum(terms, sympy.Integer(0)), q <= _sympy(piece.end)))
        return sympy.Piecewise(*cases)


def _sympy(number):
    import sympy

    if isinstance(number, Root):
        return number.sympy()
    return sympy.Rational(number.numerator, number.denominator)


def _number(given):
    if isinstance(given, str):
        return Fraction(given)
    if "exact" in given:
        return Fraction(given["exact"])
    low, high = (Fraction(end) for end in given["interval"])
    return Root(tuple(given["polynomial"]), low, high, given["decimal"])


def _pieces(given, denominator):
    return [
        Piece(
            _number(piece["from"]),
            _number(piece["to"]),
            tuple(Fraction(c, denominator) for c in piece["polynomial"]),
            tuple(piece.get("best", ())),
        )
        for piece in given
    ]


def _polynomial_text(coefficients):
    terms = []
    for power, c in enumerate(coefficients):
        if c != 0:
            sign = "-" if c < 0 else "+"
            size = "" if abs(c) == 1 and power > 0 else str(abs(c))
            name = "" if power == 0 else "q" if power == 1 else f"q^{power}"
            terms.append((sign, " ".join(part for part in (size, name) if part)))
    if not terms:
        return "0"
    first_sign, first = terms[0]
    text = ("-" if first_sign == "-" else "") + first
    return text + "".join(f" {sign} {term}" for sign, term in terms[1:])
