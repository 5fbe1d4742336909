/** Where the k-th coefficient of the zigzag sequence stands in a block's rows (ITU-T T.81, figure A.6). */
export const zigzag: Uint8Array = Uint8Array.from(
  [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28,
  ].concat([
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
    55, 62, 63,
  ]),
);

const constBits = 13;
const passBits = 2;
const fix = (value: number): number => Math.round(value * 2 ** constBits);

/**
 * Forward DCT of 64 samples less 128, in place, rows first; the result is 8 times the DCT of T.81, A.3.3. The fast algorithm of Loeffler,
 * Ligtenberg and Moschytz (ICASSP 1989) with 12 multiplications, in the integers of libjpeg's "slow" transform, so that both
 * round alike.
 */
export function forwardDct(block: Int32Array): void {
  for (let row = 0; row < 8; row++) transform(block, row * 8, 1, -passBits, constBits - passBits);
  for (let column = 0; column < 8; column++) transform(block, column, 8, passBits, constBits + passBits);
}

/** Eight values, `step` apart: sums are shifted right by `plainBits` (left where negative), products by `productBits`, rounded. */
function transform(d: Int32Array, at: number, step: number, plainBits: number, productBits: number): void {
  const value = (i: number): number => d[at + i * step];
  const [sum0, sum1, sum2, sum3] = [0, 1, 2, 3].map((i) => value(i) + value(7 - i));
  const [dif0, dif1, dif2, dif3] = [0, 1, 2, 3].map((i) => value(i) - value(7 - i));
  const plain = (x: number): number => (plainBits < 0 ? x << -plainBits : (x + (1 << (plainBits - 1))) >> plainBits);
  const product = (x: number): number => (x + (1 << (productBits - 1))) >> productBits;
  const put = (i: number, x: number): void => {
    d[at + i * step] = x;
  };
  const [even0, even1, even2, even3] = [sum0 + sum3, sum1 + sum2, sum1 - sum2, sum0 - sum3];
  const turned = (even2 + even3) * fix(0.5411961);
  put(0, plain(even0 + even1));
  put(4, plain(even0 - even1));
  put(2, product(turned + even3 * fix(0.765366865)));
  put(6, product(turned - even2 * fix(1.847759065)));
  const z5 = (dif3 + dif1 + dif2 + dif0) * fix(1.175875602);
  const z1 = -(dif3 + dif0) * fix(0.899976223);
  const z2 = -(dif2 + dif1) * fix(2.562915447);
  const z3 = z5 - (dif3 + dif1) * fix(1.96157056);
  const z4 = z5 - (dif2 + dif0) * fix(0.390180644);
  put(7, product(dif3 * fix(0.298631336) + z1 + z3));
  put(5, product(dif2 * fix(2.053119869) + z2 + z4));
  put(3, product(dif1 * fix(3.072711026) + z2 + z3));
  put(1, product(dif0 * fix(1.50132111) + z1 + z4));
}

/** A transformed block's coefficients divided by the quantisation table's, rounded half away from zero, in zigzag order. */
export function quantise(block: Int32Array, table: Uint8Array, out: Int32Array): void {
  for (let k = 0; k < 64; k++) {
    const i = zigzag[k];
    const divisor = table[i] * 8;
    const size = Math.floor((Math.abs(block[i]) + (divisor >> 1)) / divisor);
    out[k] = block[i] < 0 ? -size : size;
  }
}
