import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createScene, encodeJpegFrame, renderBracket, type Shot } from "../fixtures/scene/index.ts";

/** Exposures of the bench's bracket, in EV. */
const fiveEvs = [-4, -2, 0, 2, 4];

/**
 * A five-frame bracket of a rendered room at the requested size, as JPEG files that are as costly as a camera's (fine
 * grain, quality 94, EXIF of a lens in the database). Created once in the temporary folder; darkest first.
 */
export async function benchBracket(megapixels: number): Promise<string[]> {
  return writeBracket(`lightwell-bench-${megapixels}`, sizeOf(megapixels), { evs: fiveEvs });
}

/** The same room in `count` frames, which divide eight stops evenly. */
export async function benchFrames(megapixels: number, count: number): Promise<string[]> {
  if (count === fiveEvs.length) return benchBracket(megapixels);
  const evs = Array.from({ length: count }, (_, i) => (count === 1 ? 0 : (i / (count - 1)) * 8 - 4));
  return writeBracket(`lightwell-bench-${megapixels}-frames-${count}`, sizeOf(megapixels), { evs });
}

/** A shoot of brackets of three frames, taken a minute apart; no two files are equal. */
export async function benchShoot(megapixels: number, sets: number): Promise<string[][]> {
  const shoot: string[][] = [];
  for (let i = 0; i < sets; i++) {
    const name = join(`lightwell-bench-${megapixels}-shoot`, `set-${String(i).padStart(3, "0")}`);
    shoot.push(await writeBracket(name, sizeOf(megapixels), { evs: [-2, 0, 2], minute: i }));
  }
  return shoot;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf(megapixels: number): Size {
  const width = Math.round(Math.sqrt(megapixels * 1.5e6) / 16) * 16;
  return { width, height: Math.round(width / 1.5 / 16) * 16 };
}

/** The same bracket with aspect ratio 2:1: with the option `panorama`, a full sphere. */
export function benchSphere(width: number): Promise<string[]> {
  return writeBracket(`lightwell-bench-sphere-${width}`, { width, height: width / 2 }, { evs: fiveEvs });
}

/** `minute`: minutes after the first bracket of a shoot. */
async function writeBracket(
  name: string,
  size: Size,
  { evs, minute = 0 }: { evs: readonly number[]; minute?: number },
): Promise<string[]> {
  const folder = join(tmpdir(), name);
  const paths = evs.map((_, i) => join(folder, `frame-${i}.jpg`));
  if (paths.every((path) => existsSync(path))) return paths;
  mkdirSync(folder, { recursive: true });
  for (const [i, smooth] of (await renderFrames(size, evs)).entries()) {
    const data = new Uint8Array(new SharedArrayBuffer(smooth.length));
    data.set(smooth);
    addGrain(data, evs.length * minute + i + 1);
    const takenAt = new Date(Date.UTC(2026, 4, 14, 8, 21 + minute, i)).toISOString();
    const shot = { ...camera, exposureTimeS: 2 ** evs[i] / 30, takenAt: takenAt.replace("Z", "+00:00") };
    const image = { ...size, channels: 3, data, space: "srgb" } as const;
    writeFileSync(paths[i], await encodeJpegFrame(image, { shot, quality: 94 }));
  }
  return paths;
}

let lastRendered: { key: string; frames: readonly Uint8Array[] } | undefined;

/** The frames without grain. The last ones are kept, because the brackets of a shoot differ in grain only. */
async function renderFrames({ width, height }: Size, evs: readonly number[]): Promise<readonly Uint8Array[]> {
  const key = JSON.stringify([width, height, evs]);
  if (lastRendered?.key === key) return lastRendered.frames;
  const small = { width: Math.min(width, 1500), height: Math.min(height, 1000) };
  const frames: Uint8Array[] = [];
  for (const { image } of renderBracket(createScene({ room: "kitchen" }), { ...small, evs })) {
    const raw = { width: image.width, height: image.height, channels: 3 as const };
    const large = sharp(new Uint8Array(image.data), { raw }).resize(width, height, { kernel: "cubic" });
    frames.push(await large.raw().toBuffer());
  }
  lastRendered = { key, frames };
  return frames;
}

const camera: Omit<Shot, "exposureTimeS" | "takenAt"> = {
  make: "Canon",
  model: "Canon EOS 6D",
  lensModel: "EF17-40mm f/4L USM",
  lensRange: [17, 40, 4, 4],
  fNumber: 8,
  iso: 100,
  autoBracket: true,
  focalMm: 17,
  focal35Mm: 17,
};

/** Triangular noise with an amplitude of some levels, so that the files are as hard to decode as photographs. */
export function addGrain(data: Uint8Array, seed: number, levels = 1): void {
  let state = seed * 0x9e3779b1;
  for (let i = 0; i < data.length; i += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const grain = levels * (((state >>> 30) & 3) - ((state >>> 28) & 3));
    for (let c = 0; c < 3; c++) data[i + c] = Math.min(255, Math.max(0, data[i + c] + grain));
  }
}
