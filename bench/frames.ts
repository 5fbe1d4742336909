import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createScene, encodeJpegFrame, renderBracket, type Shot } from "../fixtures/scene/index.ts";

/** Exposures of the bench's bracket. */
const evs = [-4, -2, 0, 2, 4];

/**
 * A five-frame bracket of a rendered room at the requested size, as JPEG files that are as costly as a camera's (fine
 * grain, quality 94, EXIF of a lens in the database). Created once in the temporary folder; darkest first.
 */
export async function benchBracket(megapixels: number): Promise<string[]> {
  const width = Math.round(Math.sqrt(megapixels * 1.5e6) / 16) * 16;
  const height = Math.round(width / 1.5 / 16) * 16;
  return writeBracket(`lightwell-bench-${megapixels}`, width, height);
}

/** The same bracket with aspect ratio 2:1: with the option `panorama`, a full sphere. */
export function benchSphere(width: number): Promise<string[]> {
  return writeBracket(`lightwell-bench-sphere-${width}`, width, width / 2);
}

async function writeBracket(name: string, width: number, height: number): Promise<string[]> {
  const folder = join(tmpdir(), name);
  const paths = evs.map((_, i) => join(folder, `frame-${i}.jpg`));
  if (paths.every((path) => existsSync(path))) return paths;
  mkdirSync(folder, { recursive: true });
  const small = { width: Math.min(width, 1500), height: Math.min(height, 1000) };
  const frames = renderBracket(createScene({ room: "kitchen" }), { ...small, evs });
  for (const [i, { image }] of frames.entries()) {
    const raw = { width: image.width, height: image.height, channels: 3 as const };
    const large = await sharp(new Uint8Array(image.data), { raw })
      .resize(width, height, { kernel: "cubic" })
      .raw()
      .toBuffer();
    const data = new Uint8Array(new SharedArrayBuffer(large.length));
    data.set(large);
    addGrain(data, i + 1);
    const shot = { ...camera, exposureTimeS: 2 ** evs[i] / 30, takenAt: `2026-05-14T10:21:0${i}.00+02:00` };
    writeFileSync(
      paths[i],
      await encodeJpegFrame({ width, height, channels: 3, data, space: "srgb" }, { shot, quality: 94 }),
    );
  }
  return paths;
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
