/** Markers of a JPEG (ITU-T T.81, table B.1), without their first byte. */
const marker = { start: 0xd8, losslessFrame: 0xc3, tables: 0xc4, scan: 0xda, restartInterval: 0xdd } as const;

/** Maximum unused bytes after a scan: writers leave a few, garbage leaves more. */
const toleratedBytes = 4;

/** The largest difference, −32,768, has no extra bits. */
const widestDifference = 16;

/** A Huffman table as in DHT: the number of codes of each length from 1 to 16, and their symbols. */
interface HuffmanTable {
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** Header of a lossless JPEG. */
export interface LosslessHead {
  /** Offset of the coded data. */
  readonly start: number;
  readonly rows: number;
  readonly columns: number;
  readonly bits: number;
  readonly predictor: number;
  /** Number of bits by which samples are shifted. */
  readonly pointTransform: number;
  /** Huffman tables by their numbers in the file. */
  readonly tables: ReadonlyMap<number, HuffmanTable>;
  /** Number of each component's table, in the order of the scan. */
  readonly tableOf: readonly number[];
}

/**
 * Whether the coded data of a lossless JPEG (ITU-T T.81, annex H), as in RAW files, contradicts its header: in sound
 * data every code exists, and the last sample ends with the data. Decoding resynchronizes after garbage, but the number
 * of codes differs then. False for files that {@link readLosslessHead} does not support.
 */
export function isLosslessDamaged(jpeg: Uint8Array): boolean {
  const head = readLosslessHead(jpeg);
  return head !== undefined && !endsWithData(jpeg, head);
}

/**
 * Reads the header; `undefined` unless the file is a lossless JPEG with components of one size, each with a table, and
 * without restarts.
 */
export function readLosslessHead(jpeg: Uint8Array): LosslessHead | undefined {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const tables = new Map<number, HuffmanTable>();
  if (jpeg[0] !== 0xff || jpeg[1] !== marker.start) return undefined;
  let frame: ReturnType<typeof readFrame>;
  for (let at = 2; at + 10 <= jpeg.length && jpeg[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const kind = jpeg[at + 1];
    const body = jpeg.subarray(at + 4, at + 2 + view.getUint16(at + 2));
    if (kind === marker.tables) readTables(body, tables);
    else if (kind === marker.losslessFrame) frame = readFrame(body);
    else if (kind === marker.restartInterval && view.getUint16(at + 4) > 0) return undefined;
    else if (kind === marker.scan) {
      if (!frame || body[0] !== frame.components || body.length < 4 + 2 * frame.components) return undefined;
      const tableOf = Array.from({ length: frame.components }, (_, i) => body[2 + 2 * i] >> 4);
      if (!tableOf.every((number) => tables.has(number))) return undefined;
      const [predictor, pointTransform] = [body[1 + 2 * frame.components], body[3 + 2 * frame.components] & 15];
      const start = at + 2 + view.getUint16(at + 2);
      return { ...frame, start, predictor, pointTransform, tables, tableOf };
    }
  }
  return undefined;
}

function readFrame(body: Uint8Array) {
  const components = body[5];
  const areAlike = Array.from({ length: components }, (_, i) => body[7 + 3 * i]).every((factors) => factors === 0x11);
  if (body.length < 6 + 3 * components || components < 1 || !areAlike) return undefined;
  return { bits: body[0], rows: body[1] * 256 + body[2], columns: body[3] * 256 + body[4], components };
}

function readTables(body: Uint8Array, tables: Map<number, HuffmanTable>): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const counts = body.subarray(at + 1, at + 17);
    const length = counts.reduce((sum, count) => sum + count, 0);
    const symbols = body.subarray(at + 17, at + 17 + length);
    if (body[at] < 16 && symbols.every((symbol) => symbol <= widestDifference))
      tables.set(body[at], { counts, symbols });
    at += 17 + length;
  }
}

/** Lookup table from the next 16 bits to the length of the code and its difference; 0 if they are not a code. */
function lengthsOf({ counts, symbols }: HuffmanTable): Uint8Array {
  const lengths = new Uint8Array(65_536);
  let [code, next] = [0, 0];
  for (let length = 1; length <= 16; length++, code <<= 1) {
    for (let i = 0; i < counts[length - 1]; i++, code++) {
      const first = code << (16 - length);
      const symbol = symbols[next++];
      lengths.fill(length + (symbol % widestDifference), first, first + (1 << (16 - length)));
    }
  }
  return lengths;
}

/** Steps from code to code and skips the differences, which do not affect the codes. */
function endsWithData(jpeg: Uint8Array, { start, rows, columns, tables, tableOf }: LosslessHead): boolean {
  const lengths = tableOf.map((number) => lengthsOf(tables.get(number) as HuffmanTable));
  const total = rows * columns * lengths.length;
  const end = findEnd(jpeg, start);
  // The low `free` bits of `held` are unread; negative if bits of the next byte are already consumed.
  let [at, held, free] = [start, 0, 0];
  for (let i = 0, component = 0; i < total; i++) {
    while (free <= 24) {
      const byte = at < end ? jpeg[at] : 0;
      at += byte === 0xff ? 2 : 1;
      held = (held << 8) | byte;
      free += 8;
    }
    const taken = lengths[component][(held >>> (free - 16)) & 0xffff];
    if (taken === 0 || at > end + toleratedBytes) return false;
    free -= taken;
    if (++component === lengths.length) component = 0;
  }
  const left = end - at + free / 8;
  return left >= 0 && left <= toleratedBytes + 1;
}

/** Offset of the end of coded data: 0xFF followed by anything except a stuffed zero. */
function findEnd(jpeg: Uint8Array, start: number): number {
  for (let at = jpeg.indexOf(0xff, start); at >= 0; at = jpeg.indexOf(0xff, at + 1)) if (jpeg[at + 1] !== 0) return at;
  return jpeg.length;
}
