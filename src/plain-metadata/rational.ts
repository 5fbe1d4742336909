/** Numerator and denominator. */
export type Rational = readonly [numerator: number, denominator: number];

/** A fraction closer than this is the number. */
const mostError = 1e-8;

/**
 * The fraction of a number with the smallest terms that comes as near as 10⁻⁸ of it, by its continued fraction, which
 * is how ExifTool finds it (`Rationalize` of its Writer.pl). `undefined` if it is not a number.
 *
 * @param text A decimal number, `a/b`, or `inf` and `undef` as ExifTool reads a denominator of 0.
 * @param most The largest term that the field holds.
 */
export function toRational(text: string, most: number): Rational | undefined {
  if (text === "inf") return [1, 0];
  if (text === "undef") return [0, 0];
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  if (value === 0) return [0, 1];
  const [numerator, denominator] = nearest(Math.abs(value), most);
  return [Math.sign(value) * numerator, denominator];
}

function nearest(value: number, most: number): Rational {
  const terms: number[] = [];
  let best: Rational | undefined;
  for (let rest = value; ; ) {
    const found = assemble(Math.floor(rest + 0.5), terms);
    if (found[0] > most || found[1] > most) return best ?? (value < 1 ? [1, most] : [most, 1]);
    best = found;
    if (Math.abs((found[0] / found[1] - value) / value) < mostError) return best;
    const whole = Math.floor(rest);
    terms.unshift(whole);
    if (rest === whole) return best;
    rest = 1 / (rest - whole);
  }
}

/** The fraction of a continued one whose last term is `last`, before it `terms` from the last to the first. */
function assemble(last: number, terms: readonly number[]): Rational {
  return terms.reduce<Rational>(
    ([numerator, denominator], term) => [term * numerator + denominator, numerator],
    [last, 1],
  );
}
