import { buildTable, type HuffmanTable, ScanReader } from "./scan-reader.ts";

/**
 * Whether the coded data of a JPEG is what its head announces (ITU-T T.81, annexes F and G): every code exists, every
 * block fits, and every scan ends where its data does. The library decodes garbage without a word wherever it happens
 * to be made of codes that exist. Sequential and progressive files with Huffman codes of 8 bits; of others nothing is
 * known.
 */
export function isScanDamaged(jpeg: Uint8Array): boolean {
  try {
    return readPicture(jpeg) === "damaged";
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}

const marker = {
  tables: 0xc4,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  restartInterval: 0xdd,
  sequential: [0xc0, 0xc1],
  progressive: 0xc2,
} as const;

interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  /** Blocks, filled up to whole MCUs. */
  readonly columns: number;
  readonly rows: number;
  /** Blocks that a scan of this component alone holds. */
  readonly ownColumns: number;
  readonly ownRows: number;
  /** Of progressive files: which coefficients are not zero so far. */
  readonly isCoded?: Uint8Array;
}

interface Frame {
  readonly isProgressive: boolean;
  readonly components: readonly Component[];
}

interface State {
  frame?: Frame | undefined;
  restartInterval: number;
  /** By class (DC 0, AC 16) and number. */
  readonly tables: Map<number, HuffmanTable>;
}

/** Coefficients of progressive files take a byte each while they are looked at. */
const maxProgressiveBlocks = 4_000_000;

/** Writers leave a few bytes behind a scan; garbage that ends too early leaves many. */
const toleratedBytes = 4;

function readPicture(jpeg: Uint8Array): "damaged" | "sound" | "unknown" {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const state: State = { restartInterval: 0, tables: new Map() };
  for (let at = 2; at + 4 <= jpeg.length; ) {
    const kind = jpeg[at + 1];
    // Stray bytes between segments are passed over, as the library does.
    if (jpeg[at] !== 0xff || kind === 0xff || kind === 0) {
      at++;
      continue;
    }
    if (kind === marker.end) return "sound";
    const end = at + 2 + view.getUint16(at + 2);
    const body = jpeg.subarray(at + 4, end);
    if (kind === marker.scan) {
      const next = readScan(jpeg, end, body, state);
      if (typeof next === "string") return next;
      at = next;
      continue;
    }
    if (kind === marker.restartInterval) state.restartInterval = view.getUint16(at + 4);
    else if (kind === marker.tables) readTables(body, state);
    else if (kind === marker.progressive || kind === marker.sequential[0] || kind === marker.sequential[1])
      state.frame = readFrame(body, kind === marker.progressive);
    else if (kind >= 0xc0 && kind < 0xd0 && kind !== 0xc8) return "unknown";
    at = end;
  }
  return "unknown";
}

function readTables(body: Uint8Array, { tables }: State): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const symbols = body.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    tables.set(body[at], buildTable(body.subarray(at + 1, at + 17), body.subarray(at + 17, at + 17 + symbols)));
    at += 17 + symbols;
  }
}

function readFrame(body: Uint8Array, isProgressive: boolean): Frame | undefined {
  const [height, width] = [body[1] * 256 + body[2], body[3] * 256 + body[4]];
  if (body[0] !== 8 || width === 0 || height === 0 || body.length < 6 + 3 * body[5]) return undefined;
  const factors = Array.from({ length: body[5] }, (_, i) => {
    const packed = body[7 + 3 * i];
    return { id: body[6 + 3 * i], across: packed >> 4, down: packed & 15 };
  });
  if (factors.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) return undefined;
  const most = { across: Math.max(...factors.map((f) => f.across)), down: Math.max(...factors.map((f) => f.down)) };
  const [mcusAcross, mcusDown] = [Math.ceil(width / (8 * most.across)), Math.ceil(height / (8 * most.down))];
  let blocks = 0;
  const components = factors.map(({ id, across, down }) => {
    const [columns, rows] = [mcusAcross * across, mcusDown * down];
    blocks += columns * rows;
    return {
      ...{ id, across, down, columns, rows },
      ownColumns: Math.ceil(Math.ceil((width * across) / most.across) / 8),
      ownRows: Math.ceil(Math.ceil((height * down) / most.down) / 8),
    };
  });
  if (!isProgressive) return { isProgressive, components };
  if (blocks > maxProgressiveBlocks) return undefined;
  return {
    isProgressive,
    components: components.map((one) => ({ ...one, isCoded: new Uint8Array(one.columns * one.rows * 64) })),
  };
}

interface ScanPart {
  readonly component: Component;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

/** Which coefficients a scan codes, and how many bits of them came before (T.81, G.1.1.1). */
interface Selection {
  readonly first: number;
  readonly last: number;
  readonly isRefining: boolean;
  readonly isProgressive: boolean;
}

/** Reads one scan; gives where the next marker stands. */
function readScan(jpeg: Uint8Array, start: number, body: Uint8Array, state: State): number | "damaged" | "unknown" {
  const { frame, tables, restartInterval } = state;
  const count = body[0];
  if (!frame || count < 1 || body.length < 4 + 2 * count) return "unknown";
  const parts: ScanPart[] = [];
  for (let i = 0; i < count; i++) {
    const component = frame.components.find(({ id }) => id === body[1 + 2 * i]);
    if (!component) return "unknown";
    const selectors = body[2 + 2 * i];
    parts.push({ component, dc: tables.get(selectors >> 4), ac: tables.get(0x10 | (selectors & 15)) });
  }
  const [first, last, approximation] = body.subarray(1 + 2 * count);
  const selection = { first, last, isRefining: approximation >> 4 > 0, isProgressive: frame.isProgressive };
  const needsDc = first === 0 && !selection.isRefining;
  const needsAc = last > 0;
  if (parts.some(({ dc, ac }) => (needsDc && !dc) || (needsAc && !ac)) || last > 63 || first > last) return "unknown";
  const reader = new ScanReader(jpeg, start);
  if (!readBlocks(reader, parts, selection, restartInterval)) return "damaged";
  const { at, left } = reader.findMarker();
  return left > toleratedBytes ? "damaged" : at;
}

function readBlocks(reader: ScanReader, parts: readonly ScanPart[], selection: Selection, interval: number): boolean {
  const [{ component }] = parts;
  const isAlone = parts.length === 1;
  const columns = isAlone ? component.ownColumns : component.columns / component.across;
  const rows = isAlone ? component.ownRows : component.rows / component.down;
  const run = { blocks: 0 };
  for (let mcu = 0; mcu < columns * rows; mcu++) {
    if (interval > 0 && mcu > 0 && mcu % interval === 0) {
      if (!reader.passRestart((mcu / interval - 1) & 7)) return false;
      run.blocks = 0;
    }
    const [x, y] = [mcu % columns, Math.floor(mcu / columns)];
    for (const part of parts) {
      const { across, down, columns: pitch } = part.component;
      const [wide, high] = isAlone ? [1, 1] : [across, down];
      for (let v = 0; v < high; v++)
        for (let h = 0; h < wide; h++)
          if (!readBlock(reader, part, selection, run, (y * high + v) * pitch + x * wide + h)) return false;
    }
    if (reader.isPastEnd) return false;
  }
  return true;
}

interface EndOfBandRun {
  /** Blocks that hold nothing more of the band. */
  blocks: number;
}

function readBlock(
  reader: ScanReader,
  { component, dc, ac }: ScanPart,
  { first, last, isRefining, isProgressive }: Selection,
  run: EndOfBandRun,
  block: number,
): boolean {
  if (first === 0) {
    if (isRefining) reader.skip(1);
    else {
      const size = reader.code(dc as HuffmanTable);
      if (size < 0 || size > 11) return false;
      reader.skip(size);
    }
  }
  if (last === 0) return true;
  const table = ac as HuffmanTable;
  if (!isProgressive) return readCoefficients(reader, table);
  const isCoded = component.isCoded as Uint8Array;
  const base = block * 64;
  return isRefining
    ? refineBand(reader, table, { isCoded, base, first, last }, run)
    : readBand(reader, table, { isCoded, base, first, last }, run);
}

/** T.81, F.2.2.2. */
function readCoefficients(reader: ScanReader, table: HuffmanTable): boolean {
  for (let k = 1; k < 64; ) {
    const symbol = reader.code(table);
    if (symbol < 0) return false;
    const size = symbol & 15;
    if (size === 0) {
      if (symbol !== 0xf0) return true;
      k += 16;
      if (k > 63) return false;
      continue;
    }
    k += (symbol >> 4) + 1;
    if (k > 64 || size > 10) return false;
    reader.skip(size);
  }
  return true;
}

interface Band {
  readonly isCoded: Uint8Array;
  readonly base: number;
  readonly first: number;
  readonly last: number;
}

/** T.81, G.1.2.2. */
function readBand(reader: ScanReader, table: HuffmanTable, band: Band, run: EndOfBandRun): boolean {
  if (run.blocks > 0) {
    run.blocks--;
    return true;
  }
  const { isCoded, base, first, last } = band;
  for (let k = Math.max(1, first); k <= last; ) {
    const symbol = reader.code(table);
    if (symbol < 0) return false;
    const [zeros, size] = [symbol >> 4, symbol & 15];
    if (size === 0 && zeros < 15) {
      run.blocks = (1 << zeros) - 1 + reader.bits(zeros);
      return true;
    }
    k += zeros;
    if (k > last) return false;
    if (size > 0) {
      reader.skip(size);
      isCoded[base + k] = 1;
    }
    k++;
  }
  return true;
}

/** T.81, G.1.2.3. */
function refineBand(reader: ScanReader, table: HuffmanTable, band: Band, run: EndOfBandRun): boolean {
  const { isCoded, base, first, last } = band;
  let k = Math.max(1, first);
  while (run.blocks === 0 && k <= last) {
    const symbol = reader.code(table);
    if (symbol < 0) return false;
    let zeros = symbol >> 4;
    const size = symbol & 15;
    if (size > 1) return false;
    if (size === 0 && zeros < 15) {
      run.blocks = (1 << zeros) + reader.bits(zeros);
      break;
    }
    if (size === 1) reader.skip(1);
    for (; k <= last; k++) {
      if (isCoded[base + k]) reader.skip(1);
      else if (zeros-- === 0) break;
    }
    if (k > last && size === 1) return false;
    if (size === 1) isCoded[base + k] = 1;
    k++;
  }
  if (run.blocks > 0) {
    for (; k <= last; k++) if (isCoded[base + k]) reader.skip(1);
    run.blocks--;
  }
  return true;
}
