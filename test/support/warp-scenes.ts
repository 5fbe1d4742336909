import sharp from "sharp";
import { createScene, type RoomName, renderScene } from "../../fixtures/scene/index.ts";
import { decodeSrgb } from "../../src/image/index.ts";
import { border, type RadianceMap } from "./seeded-warps.ts";
import { sharedFixture } from "./shared-fixtures.ts";

/** A ray-traced room, 2 µs a pixel. */
export function roomRadiance(room: RoomName, pictureWidth: number, pictureHeight: number): RadianceMap {
  const pad = Math.ceil(border * pictureWidth);
  const [width, height] = [pictureWidth + 2 * pad, pictureHeight + 2 * pad];
  const { radiance } = renderScene(createScene({ room }), { width, height });
  const data = Float32Array.from({ length: width * height }, (_, i) => radiance.data[i * 3 + 1]);
  return { width, height, data, density: 1, pictureWidth, pictureHeight };
}

/** Real brackets that are next to the checkout: files, brightest first. */
export const realSets = {
  kitchen: [5, 4, 1, 3, 2].map((i) => `kitchen/bracket-${i}.JPG`),
  corridor: [4, 3, 2, 1].map((i) => `corridor/0${i}.jpg`),
  library: ["library_canon/IMG_0322.JPG", "library_canon/IMG_0319.JPG", "library_canon/IMG_0321.JPG"],
  grandcanal: ["over", "mean", "under"].map((name) => `grandcanal/grandcanal_${name}.jpg`),
  mask: ["over", "mean", "under"].map((name) => `mask/mask_${name}.jpg`),
} as const;

export type RealSet = keyof typeof realSets;

/**
 * The green light of a real bracket, at the size of its frames. Each pixel is read from the brightest frame that does
 * not clip it, so a bracket from a tripod provides its whole range; motion between frames becomes part of the scene.
 */
export async function realRadiance(name: RealSet): Promise<RadianceMap> {
  const frames = await Promise.all(realSets[name].map(readGreen));
  const [{ width, height, data }, ...darker] = frames;
  let total = 1;
  let last = data;
  const light = Float32Array.from(data, decode);
  for (const frame of darker) {
    total *= ratioOf(last, frame.data);
    for (let i = 0; i < light.length; i++) if (last[i] > 235) light[i] = decode(frame.data[i]) * total;
    last = frame.data;
  }
  const pictureWidth = Math.floor(width / (1 + 2 * border)) & ~1;
  const pictureHeight = Math.floor(height - 2 * border * pictureWidth) & ~1;
  return { width, height, data: light, density: 1, pictureWidth, pictureHeight };
}

const decode = (code: number) => decodeSrgb(code / 255);

async function readGreen(path: string): Promise<{ width: number; height: number; data: Uint8Array }> {
  const { data, info } = await sharp(sharedFixture(`brackets/${path}`))
    .extractChannel(1)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Ratio of exposures: the median over pixels that both frames show well. */
function ratioOf(bright: Uint8Array, dark: Uint8Array): number {
  const ratios: number[] = [];
  for (let i = 0; i < bright.length; i += 97) {
    if (bright[i] < 235 && bright[i] > 60 && dark[i] > 10) ratios.push(decode(bright[i]) / decode(dark[i]));
  }
  return ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 4;
}
