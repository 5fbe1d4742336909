import { EngineError } from "../../errors/index.ts";

/** Strips of a picture, and how many coding units (MCUs) each but the last has. */
interface JpegStrips {
  /** Rows of each strip. */
  readonly heights: readonly number[];
  readonly interval: number;
}

/** Below this there is nothing to gain. */
const leastPixels = 2_000_000;

/** What a thread or two share out evenly; a number of threads must not change the bytes. */
const wantedStrips = 4;

/** The restart interval is a number of 16 bits (ITU-T T.81, B.2.4.4). */
const mostUnits = 65_535;

/**
 * How a picture is cut so that its strips may be coded side by side; `undefined` for one that is better coded whole.
 * `unit` is the side of an MCU, pixels.
 */
export function cutStrips(width: number, height: number, unit: 8 | 16): JpegStrips | undefined {
  if (width * height < leastPixels) return undefined;
  const [across, down] = [Math.ceil(width / unit), Math.ceil(height / unit)];
  const rows = Math.min(Math.ceil(down / wantedStrips), Math.floor(mostUnits / across));
  if (rows < 1 || rows >= down) return undefined;
  const heights: number[] = [];
  for (let y = 0; y < height; y += rows * unit) heights.push(Math.min(rows * unit, height - y));
  return { heights, interval: rows * across };
}

const marker = { restart: 0xd0, end: 0xd9, scan: 0xda, interval: 0xdd } as const;
const startsOfFrame = [0xc0, 0xc1];

interface Parts {
  /** From the start of the image to the scan header, exclusive. */
  readonly head: Buffer;
  /** Offset of the frame's height in it. */
  readonly heightAt: number;
  readonly scanHeader: Buffer;
  readonly coded: Buffer;
}

/**
 * One file of strips that were coded alone with the same tables, top to bottom: their coded data as they are, restart
 * markers in between (ITU-T T.81, E.1.4), at which a decoder begins again as every strip does. The pixels are those of
 * the picture coded whole.
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
