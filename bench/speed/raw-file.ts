import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeDngFile } from "../../fixtures/dng/dng-file.ts";
import { truthScenes } from "../raw/scenes.ts";
import { bayerFilters, shootScene } from "../raw/sensor.ts";
import { sensorLevels } from "../raw/table.ts";

/** Size of the rendered room that is repeated as a tile; even, so that the colour filter continues. */
const tile = { width: 660, height: 520 };

/** How a frame is photographed. */
interface Shot {
  readonly ev: number;
  readonly seed: number;
  /** Bits of the grain: its values span 2 ** bits levels. */
  readonly grainBits: number;
}

/** An uncompressed 16-bit Bayer DNG of the requested size with grain; created once in the temporary folder. */
export function benchRaw(megapixels: number): string {
  const folder = join(tmpdir(), `lightwell-bench-${megapixels}`);
  const path = join(folder, "frame.dng");
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  writeRaw(path, megapixels, { ev: 0, seed: 1, grainBits: 5 });
  return path;
}

/**
 * A bracket of five such files, a stop apart, darkest first. Their grain is finer, so that black is seen to be black.
 */
export function benchRawBracket(megapixels: number): string[] {
  const folder = join(tmpdir(), `lightwell-bench-${megapixels}-raw`);
  const evs = [-2, -1, 0, 1, 2];
  const paths = evs.map((_, i) => join(folder, `frame-${i}.dng`));
  if (paths.every((path) => existsSync(path))) return paths;
  mkdirSync(folder, { recursive: true });
  for (const [i, ev] of evs.entries()) writeRaw(paths[i], megapixels, { ev, seed: i + 1, grainBits: 3 });
  return paths;
}

function writeRaw(path: string, megapixels: number, { ev, seed, grainBits }: Shot): void {
  const width = Math.round(Math.sqrt(megapixels * 1.5e6) / 16) * 16;
  const height = Math.round(width / 1.5 / 16) * 16;
  const { black, white } = sensorLevels;
  const room = truthScenes(tile.width, tile.height)[2];
  const shot = shootScene(room, bayerFilters.RGGB, sensorLevels);
  const samples = new Float64Array(tile.width * tile.height);
  for (let i = 0; i < samples.length; i++) {
    const light = shot.sample(i % tile.width, Math.floor(i / tile.width), 0) - black;
    samples[i] = black + light * 2 ** ev;
  }
  let state = seed;
  const sample = (x: number, y: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const grain = (state >>> (32 - grainBits)) - 2 ** (grainBits - 1);
    const value = Math.round(samples[(y % tile.height) * tile.width + (x % tile.width)]) + grain;
    return Math.min(white, Math.max(0, value));
  };
  writeFileSync(path, encodeDngFile({ ...shot, width, height, sample, iso: 100 }));
}
