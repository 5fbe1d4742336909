import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { IntegerImage } from "../../src/image/index.ts";
import type { Frames, Method } from "./methods.ts";

/** The system's Python, for which distributions package OpenCV. */
const python = "/usr/bin/python3";
const script = fileURLToPath(new URL("./opencv-mertens.py", import.meta.url));

/** OpenCV's Mertens and enfuse with its defaults, if they are installed. */
export function installedPeers(): Method[] {
  const peers: Method[] = [];
  if (runs(python, ["-c", "import cv2"])) peers.push(peer("opencv", fuseByOpenCv));
  if (runs("enfuse", ["--version"])) peers.push(peer("enfuse", fuseByEnfuse));
  return peers;
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

function peer(name: string, fuse: (frames: Frames, folder: string) => Promise<IntegerImage>): Method {
  return {
    name,
    async fuse(frames) {
      const folder = mkdtempSync(join(tmpdir(), "lightwell-fusion-"));
      try {
        return await fuse(frames.map(toBytes) as unknown as Frames, folder);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    release() {},
  };
}

async function fuseByOpenCv(frames: Frames, folder: string): Promise<IntegerImage> {
  const [{ width, height }] = frames;
  const paths = frames.map((frame, i) => {
    const path = join(folder, `${i}.rgb`);
    writeFileSync(path, frame.data);
    return path;
  });
  const out = join(folder, "fused.rgb16");
  start(python, [script, String(width), String(height), out, ...paths]);
  const bytes = readFileSync(out);
  const data = new Uint16Array(new SharedArrayBuffer(bytes.length));
  data.set(new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2));
  return { width, height, channels: 3, data, space: "srgb" };
}

async function fuseByEnfuse(frames: Frames, folder: string): Promise<IntegerImage> {
  const [{ width, height }] = frames;
  const raw = { width, height, channels: 3 } as const;
  const paths: string[] = [];
  for (const [i, { data }] of frames.entries()) {
    const path = join(folder, `${i}.png`);
    await sharp(new Uint8Array(data), { raw }).png({ compressionLevel: 1 }).toFile(path);
    paths.push(path);
  }
  const out = join(folder, "fused.png");
  start("enfuse", ["-o", out, ...paths]);
  const pixels = await sharp(out).removeAlpha().raw().toBuffer();
  const data = new Uint8Array(new SharedArrayBuffer(pixels.length));
  data.set(pixels);
  return { width, height, channels: 3, data, space: "srgb" };
}

function start(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}

/** Converts to 8 bits for the peers. */
function toBytes(image: IntegerImage): IntegerImage {
  if (image.data instanceof Uint8Array) return image;
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  for (let i = 0; i < data.length; i++) data[i] = Math.round(image.data[i] / 257);
  return { ...image, data };
}
