import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import {
  createScene,
  encodeJpegFrame,
  type RoomName,
  renderBracket,
  replaceExif,
  type Shot,
} from "../../fixtures/scene/index.ts";
import { addGrain } from "../frames.ts";

export interface ShootSize {
  readonly files: number;
  readonly megapixels: number;
}

/** Brackets in bursts, which headers identify; or the same files without metadata, where every picture must be read. */
export const shootKinds = ["burst", "bare"] as const;
export type ShootKind = (typeof shootKinds)[number];

const evs = [-2, 0, 2];
/** Three brackets and a single photograph, over and over. */
const rooms: readonly { readonly room: RoomName; readonly seed: number; readonly frames: number }[] = [
  { room: "kitchen", seed: 1, frames: 3 },
  { room: "living", seed: 2, frames: 3 },
  { room: "bedroom", seed: 3, frames: 3 },
  { room: "living", seed: 11, frames: 1 },
];

/**
 * A shoot of JPEGs as costly as a camera's, created once in the temporary folder: twelve rendered frames, copied under
 * new names with new times. Returns the folder.
 */
export async function makeShoot({ files, megapixels }: ShootSize, kind: ShootKind): Promise<string> {
  const folder = join(tmpdir(), `lightwell-bench-shoot-${kind}-${files}x${megapixels}`);
  const paths = Array.from({ length: files }, (_, i) => join(folder, `DSC_${String(i + 1).padStart(4, "0")}.JPG`));
  if (paths.every((path) => existsSync(path))) return folder;
  mkdirSync(folder, { recursive: true });
  const frames = await renderFrames(megapixels);
  let clockS = 0;
  for (let file = 0, set = 0; file < files; set++) {
    const room = set % rooms.length;
    for (let i = 0; i < rooms[room].frames && file < files; i++, file++) {
      const isSingle = rooms[room].frames === 1;
      const frame = frames[room * evs.length + (isSingle ? 1 : i)];
      const shot = shotOf(isSingle ? 0 : evs[i], clockS, !isSingle);
      const jpeg = replaceExif(frame.jpeg, kind === "bare" ? undefined : shot, frame);
      writeFileSync(paths[file], withComment(jpeg, `frame ${file}`));
      clockS += 0.4;
    }
    clockS += 20;
  }
  return folder;
}

/** Adds a comment, because files with equal bytes would count as copies. */
function withComment(jpeg: Uint8Array, text: string): Uint8Array {
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.of(0xff, 0xfe, 0, text.length + 2),
    Buffer.from(text),
    jpeg.subarray(2),
  ]);
}

interface Frame {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function renderFrames(megapixels: number): Promise<Frame[]> {
  const width = Math.round(Math.sqrt(megapixels * 1.5e6) / 16) * 16;
  const height = Math.round(width / 1.5 / 16) * 16;
  const small = { width: Math.min(width, 900), height: Math.min(height, 600) };
  const frames: Frame[] = [];
  for (const [i, { room, seed }] of rooms.entries()) {
    for (const { image } of renderBracket(createScene({ room, seed }), { ...small, evs })) {
      const raw = { width: image.width, height: image.height, channels: 3 as const };
      const large = await sharp(new Uint8Array(image.data), { raw }).resize(width, height).raw().toBuffer();
      const data = new Uint8Array(new SharedArrayBuffer(large.length));
      data.set(large);
      addGrain(data, i + 1, 3);
      const picture = { width, height, channels: 3 as const, data, space: "srgb" as const };
      frames.push({
        jpeg: await encodeJpegFrame(picture, { shot: shotOf(0, 0, false), quality: 93 }),
        width,
        height,
      });
    }
  }
  return frames;
}

function shotOf(ev: number, clockS: number, autoBracket: boolean): Shot {
  const time = new Date(Date.UTC(2026, 4, 14, 8, 0) + Math.round(clockS * 100) * 10).toISOString();
  return {
    make: "Canon",
    model: "Canon EOS 6D",
    serial: "012345678901",
    lensModel: "EF17-40mm f/4L USM",
    lensRange: [17, 40, 4, 4],
    fNumber: 8,
    iso: 100,
    focalMm: 17,
    focal35Mm: 17,
    exposureTimeS: 2 ** ev / 30,
    autoBracket,
    takenAt: `${time.slice(0, 22)}+00:00`,
  };
}
