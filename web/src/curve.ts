// Exact numbers on the curve of quantum tic-tac-toe: fractions of whole numbers,
// never rounded.

import type { CurvePiece } from "./api";

export interface Fraction { top: bigint; bottom: bigint }

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

export function reduced(top: bigint, bottom: bigint): Fraction {
  const common = gcd(top, bottom) || 1n;
  return { top: top / common, bottom: bottom / common };
}

export const textOf = ({ top, bottom }: Fraction): string => (bottom === 1n ? `${top}` : `${top}/${bottom}`);
export const decimalOf = ({ top, bottom }: Fraction): number => Number(top) / Number(bottom);

// "1/3", "0.75" or "1": as the rules of a game have it. Nothing if it is none of these.
export function fractionOf(text: string): Fraction | undefined {
  const ratio = /^(\d{1,9})\/(\d{1,9})$/.exec(text);
  if (ratio && BigInt(ratio[2]!) !== 0n) return reduced(BigInt(ratio[1]!), BigInt(ratio[2]!));
  const decimal = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text);
  if (!decimal) return undefined;
  const digits = decimal[2] ?? "";
  return reduced(BigInt(decimal[1]! + digits), 10n ** BigInt(digits.length));
}

export function evaluate(polynomial: number[], denominator: number, q: number): number {
  return polynomial.reduceRight((sum, c) => sum * q + c, 0) / denominator;
}

export function exactAt(piece: CurvePiece, denominator: number, q: Fraction): Fraction {
  const degree = Math.max(piece.polynomial.length - 1, 0);
  const top = piece.polynomial.reduce(
    (sum, c, i) => sum + BigInt(c) * q.top ** BigInt(i) * q.bottom ** BigInt(degree - i), 0n);
  return reduced(top, BigInt(denominator) * q.bottom ** BigInt(degree));
}

export function pieceAt(pieces: CurvePiece[], q: number): CurvePiece {
  return pieces.find((p) => q <= p.to_decimal) ?? pieces[pieces.length - 1]!;
}
