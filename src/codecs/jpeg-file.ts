import type { IntegerImage, PixelMemory, U8 } from "../image/index.ts";
import { type KernelRunner, zigzag } from "../kernels/index.ts";
import { type HuffmanTable, huffmanTables, quantisersAt } from "./jpeg-tables.ts";

/** A restart interval is a row of MCUs; so many are coded at a time. */
const bandRows = 4;

/** Bytes a pixel that a row of MCUs gets at first: more than photographs need, less than noise at the highest quality. */
const likelyBytesAPixel = 1.5;

/**
 * A baseline JPEG (ITU-T T.81) of display RGB, without any application segment. Samples and quantised coefficients are those of libjpeg;
 * restart markers part the rows of MCUs, so that they can be coded side by side. The same bytes whatever the threads.
 */
export async function encodeJpeg(
  image: IntegerImage,
  { quality, fullChroma }: { readonly quality: number; readonly fullChroma: boolean },
  { kernels, memory }: { readonly kernels: KernelRunner; readonly memory: PixelMemory },
): Promise<Buffer> {
  const { width, height, data: source } = image;
  const side = fullChroma ? 8 : 16;
  const rows = Math.ceil(height / side);
  const quantisers = shared(memory, quantisersAt(quality));
  const { codes, lengths } = codesBySymbol(memory);
  const sizes = new Int32Array(new SharedArrayBuffer(rows * 4));
  const tables = { quantisers, codes, lengths };
  const pass = async (slotBytes: number): Promise<{ target: U8; slotBytes: number }> => {
    const target = memory.u8(rows * slotBytes);
    const halved = fullChroma ? 0 : 1;
    const args = { source, width, height, halved, ...tables, target, slotBytes, sizes } as const;
    await kernels.run("jpegScan", args, rows, bandRows);
    const largest = sizes.reduce((a, b) => Math.max(a, b));
    if (largest <= slotBytes) return { target, slotBytes };
    memory.release(target);
    return pass(largest);
  };
  const coded = await pass(Math.ceil(width * side * likelyBytesAPixel) + 64);
  const head = headOf(width, height, quantisers, fullChroma);
  const parts: Uint8Array[] = [head];
  for (let row = 0; row < rows; row++) {
    const begin = row * coded.slotBytes;
    parts.push(coded.target.subarray(begin, begin + sizes[row]));
    parts.push(Uint8Array.of(0xff, row < rows - 1 ? 0xd0 + (row & 7) : 0xd9));
  }
  const file = Buffer.concat(parts);
  for (const view of [quantisers, codes, lengths, coded.target]) memory.release(view);
  return file;
}

/** SOI to SOS: DQT, SOF0, DHT, DRI (T.81, annex B). */
function headOf(width: number, height: number, quantisers: Uint8Array, fullChroma: boolean): Buffer {
  const side = fullChroma ? 8 : 16;
  const zigzagged = (table: number) => Array.from(zigzag, (i) => quantisers[table * 64 + i]);
  const word = (value: number) => [value >> 8, value & 255];
  const components = [0, 1, 2].flatMap((c) => [c + 1, c === 0 && !fullChroma ? 0x22 : 0x11, c === 0 ? 0 : 1]);
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...zigzagged(0)]),
    ...segment(0xdb, [1, ...zigzagged(1)]),
    ...segment(0xc0, [8, ...word(height), ...word(width), 3, ...components]),
    // Class (DC, AC) in the upper half, destination in the lower one.
    ...huffmanTables.flatMap(({ counts, symbols }, i) =>
      segment(0xc4, [(i & 1) * 16 + (i >> 1), ...counts, ...symbols]),
    ),
    ...segment(0xdd, word(Math.ceil(width / side))),
    ...segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ]);
}

function segment(marker: number, body: readonly number[]): number[] {
  const length = body.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...body];
}

/** Codes and their lengths by symbol, 256 a table (T.81, annex C). */
function codesBySymbol(memory: PixelMemory) {
  const codes = memory.u16(256 * huffmanTables.length).fill(0);
  const lengths = memory.u8(codes.length).fill(0);
  huffmanTables.forEach(({ counts, symbols }: HuffmanTable, table) => {
    let code = 0;
    let next = 0;
    for (let length = 1; length <= 16; length++, code <<= 1) {
      for (let i = 0; i < counts[length - 1]; i++) {
        const at = table * 256 + symbols[next++];
        codes[at] = code++;
        lengths[at] = length;
      }
    }
  });
  return { codes, lengths };
}

function shared(memory: PixelMemory, values: Uint8Array): U8 {
  const view = memory.u8(values.length);
  view.set(values);
  return view;
}
