import { type Component, readBlocks, type ScanPart } from "./scan-blocks.ts";
import { buildTable, type HuffmanTable, ScanReader } from "./scan-reader.ts";

/**
 * Whether the coded data of a JPEG contradicts its header (ITU-T T.81, annexes F and G): in sound data every code
 * exists, every block fits, no coefficient exceeds those of black and white, and every scan ends with its data. The
 * library decodes garbage without an error if it consists of valid codes. Checks sequential and progressive 8-bit files
 * with Huffman codes; false for others.
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
  quantizers: 0xdb,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  restartInterval: 0xdd,
  sequential: [0xc0, 0xc1],
  progressive: 0xc2,
} as const;

interface Frame {
  readonly isProgressive: boolean;
  readonly components: readonly Component[];
}

interface State {
  frame?: Frame | undefined;
  restartInterval: number;
  /** Huffman tables by class (DC 0, AC 16) and number. */
  readonly tables: Map<number, HuffmanTable>;
  /** Quantizers in zigzag order, by table. */
  readonly quantizers: Map<number, Uint16Array>;
}

/** Maximum number of blocks of a progressive file, whose coefficients take one byte each during the check. */
const maxProgressiveBlocks = 4_000_000;

/** Maximum unused bytes after a scan: writers leave a few, garbage that ends too early leaves many. */
const toleratedBytes = 4;

function readPicture(jpeg: Uint8Array): "damaged" | "sound" | "unknown" {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const state: State = { restartInterval: 0, tables: new Map(), quantizers: new Map() };
  for (let at = 2; at + 4 <= jpeg.length; ) {
    const kind = jpeg[at + 1];
    // Stray bytes between segments are skipped, as in the library.
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
    else if (kind === marker.quantizers) readQuantizers(body, state);
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

function readQuantizers(body: Uint8Array, { quantizers }: State): void {
  for (let at = 0; at + 65 <= body.length; ) {
    const isWide = body[at] >> 4 > 0;
    const valueAt = (i: number) => (isWide ? body[at + 1 + 2 * i] * 256 + body[at + 2 + 2 * i] : body[at + 1 + i]);
    quantizers.set(
      body[at] & 15,
      Uint16Array.from({ length: 64 }, (_, i) => valueAt(i)),
    );
    at += isWide ? 129 : 65;
  }
}

function readFrame(body: Uint8Array, isProgressive: boolean): Frame | undefined {
  const [height, width] = [body[1] * 256 + body[2], body[3] * 256 + body[4]];
  if (body[0] !== 8 || width === 0 || height === 0 || body.length < 6 + 3 * body[5]) return undefined;
  const factors = Array.from({ length: body[5] }, (_, i) => {
    const packed = body[7 + 3 * i];
    return { id: body[6 + 3 * i], across: packed >> 4, down: packed & 15, quantizers: body[8 + 3 * i] };
  });
  if (factors.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) return undefined;
  const most = { across: Math.max(...factors.map((f) => f.across)), down: Math.max(...factors.map((f) => f.down)) };
  const [mcusAcross, mcusDown] = [Math.ceil(width / (8 * most.across)), Math.ceil(height / (8 * most.down))];
  let blocks = 0;
  const components = factors.map(({ id, across, down, quantizers }) => {
    const [columns, rows] = [mcusAcross * across, mcusDown * down];
    blocks += columns * rows;
    return {
      ...{ id, quantizers, across, down, columns, rows },
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

/** Reads one scan; returns the offset of the next marker. */
function readScan(jpeg: Uint8Array, start: number, body: Uint8Array, state: State): number | "damaged" | "unknown" {
  const { frame, tables, quantizers, restartInterval } = state;
  const count = body[0];
  if (!frame || count < 1 || body.length < 4 + 2 * count) return "unknown";
  const [first, last, approximation] = body.subarray(1 + 2 * count);
  const parts: ScanPart[] = [];
  for (let i = 0; i < count; i++) {
    const component = frame.components.find(({ id }) => id === body[1 + 2 * i]);
    if (!component) return "unknown";
    const selectors = body[2 + 2 * i];
    const [dc, ac] = [tables.get(selectors >> 4), tables.get(0x10 | (selectors & 15))];
    const quantizer = quantizers.get(component.quantizers);
    const steps = Uint32Array.from({ length: 64 }, (_, i) => (quantizer?.[i] ?? 0) << (approximation & 15));
    parts.push({ component, dc, ac, steps, dcBefore: 0 });
  }
  const selection = { first, last, isRefining: approximation >> 4 > 0, isProgressive: frame.isProgressive };
  const needsDc = first === 0 && !selection.isRefining;
  const needsAc = last > 0;
  if (parts.some(({ dc, ac }) => (needsDc && !dc) || (needsAc && !ac)) || last > 63 || first > last) return "unknown";
  const reader = new ScanReader(jpeg, start);
  if (!readBlocks(reader, parts, selection, restartInterval)) return "damaged";
  const { at, left } = reader.findMarker();
  return left > toleratedBytes || !reader.isPadded ? "damaged" : at;
}
