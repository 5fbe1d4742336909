/** The tables of ITU-T T.81, annex K, as libjpeg uses them. */

/** Quantisation of luma at quality 50, row by row (table K.1). */
const luma: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

/** Quantisation of chroma at quality 50: its first four rows and columns (table K.2); the rest is 99. */
const chromaCorner: readonly (readonly number[])[] = [
  [17, 18, 24, 47],
  [18, 21, 26, 66],
  [24, 26, 56, 99],
  [47, 66, 99, 99],
];

/** Divisors of luma, then of chroma, row by row, at a quality of 1 to 100 (libjpeg's scale). */
export function quantisersAt(quality: number): Uint8Array {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  const chroma = Array.from({ length: 64 }, (_, i) => chromaCorner[i >> 3]?.[i & 7] ?? 99);
  const scaled = (value: number): number => Math.min(255, Math.max(1, Math.floor((value * percent + 50) / 100)));
  return Uint8Array.from([...luma, ...chroma], scaled);
}

export interface HuffmanTable {
  /** Number of codes of 1, 2 … 16 bits. */
  readonly counts: Uint8Array;
  /** By rising length of code. */
  readonly symbols: Uint8Array;
}

/** Tables K.3 to K.6: luma DC, luma AC, chroma DC, chroma AC. */
export const huffmanTables: readonly HuffmanTable[] = [
  table("00010501010101010100000000000000", "000102030405060708090a0b"),
  table(
    "0002010303020403050504040000017d",
    "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a" +
      "434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aa" +
      "b2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
  ),
  table("00030101010101010101010000000000", "000102030405060708090a0b"),
  table(
    "00020102040403040705040400010277",
    "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a" +
      "434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9" +
      "aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa",
  ),
];

function table(counts: string, symbols: string): HuffmanTable {
  const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
  return { counts: bytesOf(counts), symbols: bytesOf(symbols) };
}
