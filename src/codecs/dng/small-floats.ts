const words = new Uint32Array(1);
const single = new Float32Array(words.buffer);

interface Shape {
  readonly exponent: number;
  readonly mantissa: number;
  readonly bias: number;
}

/**
 * The float formats that DNG stores (DNG 1.6, chapter 2; IEEE 754). In the 24-bit format, Adobe's SDK writes 1 with the
 * exponent 63.
 */
const half: Shape = { exponent: 5, mantissa: 10, bias: 15 };
const float24: Shape = { exponent: 7, mantissa: 16, bias: 63 };

/** Table of all half floats: small, and faster than arithmetic. */
let halves: Float32Array | undefined;

/** The value of a float of 2, 3 or 4 bytes from its bits. */
export function toFloat(bits: number, bytes: number): number {
  if (bytes === 2) {
    halves ??= Float32Array.from({ length: 65536 }, (_, i) => expand(i, half));
    return halves[bits & 0xffff];
  }
  if (bytes === 3) return expand(bits, float24);
  words[0] = bits;
  return single[0];
}

function expand(bits: number, { exponent, mantissa, bias }: Shape): number {
  const fraction = bits & (2 ** mantissa - 1);
  const power = (bits >>> mantissa) & (2 ** exponent - 1);
  const sign = (bits >>> (mantissa + exponent)) & 1 ? -1 : 1;
  if (power === 0) return sign * fraction * 2 ** (1 - bias - mantissa);
  if (power === 2 ** exponent - 1) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 2 ** mantissa) * 2 ** (power - bias);
}
