/** Markers of a JPEG (ITU-T T.81, table B.1), without their first byte. */
const marker = { losslessFrame: 0xc3, tables: 0xc4, scan: 0xda, restartInterval: 0xdd } as const;

/** Writers leave a few bytes behind a scan; garbage ends elsewhere. */
const toleratedBytes = 4;

/** The largest difference, −32,768, has no bits of its own. */
const widestDifference = 16;

/** Of the next 16 bits: how many the code and its difference take; 0 where they are no code. */
type Lengths = Uint8Array;

interface Head {
  /** Where the coded data begins. */
  readonly start: number;
  readonly rows: number;
  readonly columns: number;
  /** A table for each component, in the scan's order. */
  readonly lengths: readonly Lengths[];
}

/**
 * Whether the coded data of a lossless JPEG (ITU-T T.81, annex H), as RAW files have, is other than its head announces:
 * every code exists, and the last sample ends where the data does. Codes fall into step again after garbage, but then
 * there are more or fewer of them. False for all whose components are of several sizes, for restarts, and for JPEGs of
 * other kinds.
 */
export function isLosslessDamaged(jpeg: Uint8Array): boolean {
  const head = readHead(jpeg);
  return head !== undefined && !endsWithData(jpeg, head);
}

function readHead(jpeg: Uint8Array): Head | undefined {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const tables = new Map<number, Lengths>();
  let size: { readonly rows: number; readonly columns: number; readonly components: number } | undefined;
  for (let at = 2; at + 10 <= jpeg.length && jpeg[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const kind = jpeg[at + 1];
    const body = jpeg.subarray(at + 4, at + 2 + view.getUint16(at + 2));
    if (kind === marker.tables) readTables(body, tables);
    else if (kind === marker.losslessFrame) size = readSize(body);
    else if (kind === marker.restartInterval && view.getUint16(at + 4) > 0) return undefined;
    else if (kind === marker.scan) {
      if (!size || body[0] !== size.components || body.length < 1 + 2 * size.components) return undefined;
      const lengths = Array.from({ length: size.components }, (_, i) => tables.get(body[2 + 2 * i] >> 4));
      if (!lengths.every((one) => one !== undefined)) return undefined;
      return { ...size, start: at + 2 + view.getUint16(at + 2), lengths };
    }
  }
  return undefined;
}

function readSize(body: Uint8Array) {
  const components = body[5];
  const areAlike = Array.from({ length: components }, (_, i) => body[7 + 3 * i]).every((factors) => factors === 0x11);
  if (body.length < 6 + 3 * components || components < 1 || !areAlike) return undefined;
  return { rows: body[1] * 256 + body[2], columns: body[3] * 256 + body[4], components };
}

function readTables(body: Uint8Array, tables: Map<number, Lengths>): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const counts = body.subarray(at + 1, at + 17);
    const symbols = counts.reduce((sum, count) => sum + count, 0);
    if (body[at] < 16) {
      const lengths = buildLengths(counts, body.subarray(at + 17, at + 17 + symbols));
      if (lengths) tables.set(body[at], lengths);
    }
    at += 17 + symbols;
  }
}

function buildLengths(counts: Uint8Array, symbols: Uint8Array): Lengths | undefined {
  if (symbols.some((symbol) => symbol > widestDifference)) return undefined;
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

/** Steps from code to code without a look at the differences between them, which no code depends on. */
function endsWithData(jpeg: Uint8Array, { start, rows, columns, lengths }: Head): boolean {
  const total = rows * columns * lengths.length;
  const end = findEnd(jpeg, start);
  // The low `free` bits of `held` are still to be read; below 0 where those of the next byte are passed already.
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

/** Where the coded data ends: at 0xFF before anything but a stuffed zero. */
function findEnd(jpeg: Uint8Array, start: number): number {
  for (let at = jpeg.indexOf(0xff, start); at >= 0; at = jpeg.indexOf(0xff, at + 1)) if (jpeg[at + 1] !== 0) return at;
  return jpeg.length;
}
