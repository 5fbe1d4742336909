import type { HuffmanTable, ScanReader } from "./scan-reader.ts";

/** One component of a frame. */
export interface Component {
  readonly id: number;
  /** Number of its quantization table. */
  readonly quantizers: number;
  readonly across: number;
  readonly down: number;
  /** Blocks across, padded to whole MCUs. */
  readonly columns: number;
  readonly rows: number;
  /** Blocks across in a scan of only this component. */
  readonly ownColumns: number;
  readonly ownRows: number;
  /** For progressive files: coefficients that are non-zero so far. */
  readonly isCoded?: Uint8Array;
}

/** A component as one scan codes it. */
export interface ScanPart {
  readonly component: Component;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
  /** Quantization step of each coefficient as coded in this scan; 0 if unknown. */
  readonly steps: Uint32Array;
  /** DC coefficient of the previous block, in these steps. */
  dcBefore: number;
}

/** Range of coefficients in a scan, and the number of their bits in earlier scans (T.81, G.1.1.1). */
interface Selection {
  readonly first: number;
  readonly last: number;
  readonly isRefining: boolean;
  readonly isProgressive: boolean;
}

/**
 * Reads all blocks of a scan; false if they contain values that are impossible in 8-bit pictures, or extend beyond the
 * data.
 */
export function readBlocks(
  reader: ScanReader,
  parts: readonly ScanPart[],
  selection: Selection,
  interval: number,
): boolean {
  const [{ component }] = parts;
  const isAlone = parts.length === 1;
  const columns = isAlone ? component.ownColumns : component.columns / component.across;
  const rows = isAlone ? component.ownRows : component.rows / component.down;
  const run = { blocks: 0 };
  for (let mcu = 0; mcu < columns * rows; mcu++) {
    if (interval > 0 && mcu > 0 && mcu % interval === 0) {
      if (!reader.passRestart((mcu / interval - 1) & 7)) return false;
      run.blocks = 0;
      for (const part of parts) part.dcBefore = 0;
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
  /** Number of remaining blocks without further coefficients in the band. */
  blocks: number;
}

function readBlock(
  reader: ScanReader,
  part: ScanPart,
  { first, last, isRefining, isProgressive }: Selection,
  run: EndOfBandRun,
  block: number,
): boolean {
  if (first === 0) {
    if (isRefining) reader.skip(1);
    else if (!readDc(reader, part)) return false;
  }
  if (last === 0) return true;
  const { component } = part;
  const table = part.ac as HuffmanTable;
  if (!isProgressive) return readCoefficients(reader, table, part.steps);
  const isCoded = component.isCoded as Uint8Array;
  const base = block * 64;
  return isRefining
    ? refineBand(reader, table, { isCoded, base, first, last, steps: part.steps }, run)
    : readBand(reader, table, { isCoded, base, first, last, steps: part.steps }, run);
}

/** The number encoded by bits of this size (T.81, F.1.2.1). */
function signed(bits: number, size: number): number {
  return size > 0 && bits < 1 << (size - 1) ? bits + 1 - (1 << size) : bits;
}

/**
 * Maximum absolute coefficient of 8-bit pictures: the DC coefficient of a black or white block is 1024 (T.81, A.3.3),
 * and no other is larger; encoders that overshoot at white against ringing add at most 31 levels, rounding adds a step.
 */
const maxCoefficient = 1024 + 8 * 31;

function isPossible(value: number, step: number): boolean {
  return Math.abs(value) * step <= maxCoefficient + step;
}

/** T.81, F.2.2.1. */
function readDc(reader: ScanReader, part: ScanPart): boolean {
  const size = reader.code(part.dc as HuffmanTable);
  if (size < 0 || size > 11) return false;
  part.dcBefore += signed(reader.bits(size), size);
  return isPossible(part.dcBefore, part.steps[0]);
}

/** T.81, F.2.2.2. */
function readCoefficients(reader: ScanReader, table: HuffmanTable, steps: Uint32Array): boolean {
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
    if (k > 64 || size > 10 || !isPossible(signed(reader.bits(size), size), steps[k - 1])) return false;
  }
  return true;
}

interface Band {
  readonly isCoded: Uint8Array;
  readonly base: number;
  readonly first: number;
  readonly last: number;
  readonly steps: Uint32Array;
}

/** T.81, G.1.2.2. */
function readBand(reader: ScanReader, table: HuffmanTable, band: Band, run: EndOfBandRun): boolean {
  if (run.blocks > 0) {
    run.blocks--;
    return true;
  }
  const { isCoded, base, first, last, steps } = band;
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
      if (!isPossible(signed(reader.bits(size), size), steps[k])) return false;
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
