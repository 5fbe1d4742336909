import { EngineError } from "../../errors/index.ts";

/** Strips of a picture, and the number of MCUs in each except the last. */
interface JpegStrips {
  /** Rows of each strip. */
  readonly heights: readonly number[];
  readonly interval: number;
}

/** Minimum number of pixels for coding in strips; smaller pictures do not get faster. */
const minPixels = 2_000_000;

/**
 * Number of strips, which one or two threads share evenly; it is fixed so that the number of threads does not change
 * the bytes.
 */
const wantedStrips = 4;

/** Maximum restart interval in MCUs, a 16-bit number (ITU-T T.81, B.2.4.4). */
const maxUnits = 65_535;

/**
 * Divides a picture into strips that can be coded in parallel; `undefined` if it is better coded whole. `unit` is the
 * side of an MCU in pixels.
 */
export function cutStrips(width: number, height: number, unit: 8 | 16): JpegStrips | undefined {
  if (width * height < minPixels) return undefined;
  const [across, down] = [Math.ceil(width / unit), Math.ceil(height / unit)];
  const rows = Math.min(Math.ceil(down / wantedStrips), Math.floor(maxUnits / across));
  if (rows < 1 || rows >= down) return undefined;
  const heights: number[] = [];
  for (let y = 0; y < height; y += rows * unit) heights.push(Math.min(rows * unit, height - y));
  return { heights, interval: rows * across };
}

const marker = { restart: 0xd0, end: 0xd9, scan: 0xda, interval: 0xdd } as const;
const startsOfFrame = [0xc0, 0xc1];

interface Parts {
  /** Bytes from the start of the image up to the scan header. */
  readonly head: Buffer;
  /** Offset of the frame's height in it. */
  readonly heightAt: number;
  readonly scanHeader: Buffer;
  readonly coded: Buffer;
}

/**
 * Joins strips, from top to bottom, that were coded separately with the same tables: their unchanged coded data with
 * restart markers in between (ITU-T T.81, E.1.4), which reset a decoder to the state at the start of each strip. The
 * pixels equal those of the picture coded whole.
 */
export function joinStrips(files: readonly Buffer[], { heights, interval }: JpegStrips): Buffer {
  const parts = files.map(splitFile);
  const [first] = parts;
  const total = heights.reduce((sum, rows) => sum + rows, 0);
  const heads = parts.map(({ head, heightAt }, i) => {
    if (head.readUInt16BE(heightAt) !== heights[i]) throw broken("a different height from the requested one");
    const same = Buffer.from(head);
    same.writeUInt16BE(total, heightAt);
    return same;
  });
  if (heads.some((head) => !head.equals(heads[0]))) throw broken("different tables");
  const restarts = Buffer.of(0xff, marker.interval, 0, 4, interval >> 8, interval & 0xff);
  const joined: Buffer[] = [heads[0], restarts, first.scanHeader];
  for (const [i, { coded }] of parts.entries()) {
    if (i > 0) joined.push(Buffer.of(0xff, marker.restart + ((i - 1) % 8)));
    joined.push(coded);
  }
  return Buffer.concat([...joined, Buffer.of(0xff, marker.end)]);
}

function splitFile(file: Buffer): Parts {
  let heightAt = 0;
  for (let at = 2; at + 4 <= file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const code = file[at + 1];
    if (file[at] !== 0xff || code === marker.interval) break;
    if (startsOfFrame.includes(code)) heightAt = at + 5;
    if (code !== marker.scan) continue;
    const codedAt = at + 2 + file.readUInt16BE(at + 2);
    const end = file.length - 2;
    if (heightAt === 0 || codedAt > end || file.readUInt16BE(end) !== (0xff00 | marker.end)) break;
    const [head, scanHeader] = [file.subarray(0, at), file.subarray(at, codedAt)];
    return { head, heightAt, scanHeader, coded: file.subarray(codedAt, end) };
  }
  throw broken("another structure than a baseline JPEG of one scan");
}

function broken(what: string): EngineError {
  return new EngineError("internal", `encode jpeg: a strip has ${what}`);
}
