import { encodeLosslessJpeg } from "../../../fixtures/dng/lossless-jpeg.ts";
import { huffmanBytes, type KernelArgs, losslessPiece, maxComponents } from "../../../src/kernels/index.ts";
import { seededRandom } from "../random.ts";
import { i32Of, u8, u16 } from "./views.ts";

interface Wanted {
  readonly components: 1 | 2 | 3 | 4;
  /** Changes to the coded data of the pieces; the differences stay those of predictor 1. */
  readonly predictor: number;
  readonly curved?: boolean;
  /** Whether there are four components. */
  readonly cells?: boolean;
}

const [columns, rows] = [9, 8];

/** Four pieces of as many slices, over the edges of a frame, with codes of 5 to 16 bits; the last piece is broken. */
export function losslessPieces({
  components,
  predictor,
  curved = false,
  cells = false,
}: Wanted): KernelArgs["unpackLossless"] {
  const random = seededRandom(components);
  const across = columns * components;
  const jpegs = Array.from({ length: 4 }, (_, i) => {
    const values = Array.from({ length: across * rows }, () => Math.floor(random() * (i === 1 ? 65_536 : 300)));
    const jpeg = encodeLosslessJpeg((x, y) => values[y * across + x], across, rows, { precision: 16, components });
    return i === 3 ? jpeg.fill(0x55, jpeg.length - 20, jpeg.length - 2) : jpeg;
  });
  const bytes = u8(jpegs.reduce((sum, { length }) => sum + length, 0));
  const [width, height] = [2 * across - 3, 2 * rows - 1];
  const tables = u8(4 * maxComponents * huffmanBytes);
  const pieces: number[] = [];
  let at = 0;
  for (const [i, jpeg] of jpegs.entries()) {
    bytes.set(jpeg, at);
    const slices = i === 2 && !cells ? components : 0;
    const piece = {
      ...{ start: at + startOf(jpeg), end: at + jpeg.length, rows, columns, components, bits: 16, predictor },
      ...{ left: (i % 2) * across, top: Math.floor(i / 2) * rows, height: cells ? 2 * rows : rows, slices },
      ...{ sliceWidth: columns - 1, lastWidth: cells ? 2 * columns : across - slices * (columns - 1) },
      cell: cells ? 2 : 1,
    };
    for (const [place, value] of losslessPiece.of(piece).entries()) pieces[i * losslessPiece.length + place] = value;
    for (let c = 0; c < maxComponents; c++)
      tables.set(jpeg.subarray(...tableIn(jpeg)), (i * maxComponents + c) * huffmanBytes);
    at += jpeg.length;
  }
  return {
    ...{ bytes, pieces: i32Of(pieces), tables, ...(curved && { curve: u16(65_536, 3) }) },
    ...{ target: u16(width * height), sound: u8(4), pieceCount: 4, width, height },
  };
}

/** The only table of our encoder. */
function tableIn(jpeg: Uint8Array): [number, number] {
  const at = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xc4])) + 5;
  return [at, at + huffmanBytes];
}

function startOf(jpeg: Uint8Array): number {
  const at = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xda])) + 2;
  return at + jpeg[at] * 256 + jpeg[at + 1];
}
