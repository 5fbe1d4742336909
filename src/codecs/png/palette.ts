import { inflateSync } from "node:zlib";
import { fourCharacters } from "../four-characters.ts";

/** What IHDR says of a picture, the number of its palette's entries, and its coded samples. */
interface Indexed {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly isInterlaced: boolean;
  readonly entries: number;
  readonly coded: readonly Uint8Array[];
}

const indexedColor = 3;

/** Adam7 (ISO/IEC 15948, 8.2): first column, first row, steps across and down. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/**
 * Whether a pixel names a colour that the palette does not have, which the standard calls an error (11.2.3) and
 * decoders show as black. The first picture of the file counts.
 */
export function namesColorsBeyondPalette(png: Uint8Array): boolean {
  const indexed = readIndexed(png);
  // A palette of every colour that the bits can name has none beyond it.
  if (!indexed || indexed.entries >= 1 << indexed.depth) return false;
  const { width, height, depth, isInterlaced } = indexed;
  const passes = (isInterlaced ? adam7 : [[0, 0, 1, 1]])
    .map(([x, y, across, down]) => ({ columns: Math.ceil((width - x) / across), rows: Math.ceil((height - y) / down) }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
  const sizes = passes.map(({ columns, rows }) => (1 + Math.ceil((columns * depth) / 8)) * rows);
  const data = inflated(
    indexed.coded,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  if (!data) return false;
  let at = 0;
  return passes.some(({ columns, rows }, i) => {
    const pass = data.subarray(at, at + sizes[i]);
    at += sizes[i];
    return hasIndexFrom(indexed.entries, pass, { columns, rows, depth });
  });
}

function readIndexed(png: Uint8Array): Indexed | undefined {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < 33 || png[25] !== indexedColor) return undefined;
  const coded: Uint8Array[] = [];
  let entries = 0;
  for (let at = 8; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const type = fourCharacters(png, at + 4);
    if (at + 12 + length > png.length) break;
    if (type === "PLTE") entries = Math.floor(length / 3);
    if (type === "IDAT") coded.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return { width, height, depth: png[24], isInterlaced: png[28] === 1, entries, coded };
}

/** The filtered rows; undefined if their number of bytes does not match the picture. */
function inflated(coded: readonly Uint8Array[], length: number): Uint8Array | undefined {
  try {
    const data = inflateSync(Buffer.concat(coded), { maxOutputLength: length });
    return data.length === length ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the filters off `pass` in place (9.2), and looks at every index. */
function hasIndexFrom(
  entries: number,
  pass: Uint8Array,
  { columns, rows, depth }: { columns: number; rows: number; depth: number },
): boolean {
  const rowBytes = pass.length / rows;
  const perByte = 8 / depth;
  const mask = (1 << depth) - 1;
  for (let y = 0; y < rows; y++) {
    const row = pass.subarray(y * rowBytes, (y + 1) * rowBytes);
    const above = y > 0 ? pass.subarray((y - 1) * rowBytes, y * rowBytes) : new Uint8Array(rowBytes);
    unfilter(row, above);
    for (let x = 0; x < columns; x++) {
      const shift = 8 - depth * ((x % perByte) + 1);
      if (((row[1 + Math.floor(x / perByte)] >> shift) & mask) >= entries) return true;
    }
  }
  return false;
}

function unfilter(row: Uint8Array, above: Uint8Array): void {
  const filter = row[0];
  if (filter === 0) return;
  for (let i = 1; i < row.length; i++) {
    const left = i > 1 ? row[i - 1] : 0;
    const corner = i > 1 ? above[i - 1] : 0;
    row[i] += predicted(filter, left, above[i], corner);
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
