import { type IntegerImage, maxValueOf } from "../../src/image/index.ts";
import { deltaE00, labOf } from "./color-difference.ts";
import { outOfRange } from "./out-of-range.ts";
import { lumaWeights } from "./planes.ts";
import { type Room, surfaces } from "./render-room.ts";
import { distanceToWindows, nearestOpening } from "./window-distance.ts";

/** How a fused room looks. Levels are 8-bit display values; a share that cannot be measured is absent. */
export interface RoomMeasures {
  /** Where the wall stands, as if it were one of 18 %: 118 where it is shown as exposure 0 shows it. */
  readonly wall: number;
  /** Worst deviation of the wall 3 to 400 px from a window from the level of the same wall far away, signed. */
  readonly halo: number;
  /** Panes that some frame holds unclipped, over all panes. */
  readonly held: number;
  readonly window?: { readonly mean: number; readonly deviation: number };
  /** Standard deviation of the view in the frame that exposes it best: what there is to show. */
  readonly viewDeviation?: number;
  /** Percent of the held pane pixels that the fused picture has clipped. */
  readonly windowClipped: number;
  /** Worst ΔE00 of the colour of neutral surfaces from grey of their lightness; absent in coloured light. */
  readonly neutral?: number;
  /** Percent of pixels at an end of the range which some frame holds inside it. */
  readonly outOfRange: number;
}

/** Exposure 0 shows a wall of 18 % as this. */
export const correctWall = 117.6;
const haloPx = { from: 3, to: 400 };
/** Rings round a window are this much wider each, and patches of a ring this long at most: small enough not to hide a halo. */
const ringGrowth = 1.35;
const patchPx = 64;
/** A patch of fewer pixels says too little under noise. */
const leastPatch = 32;
/** Share of the panes that must be held for their mean and contrast to be asked for. */
export const heldEnough = 0.5;

export function measureRoom(room: Room, fused: IntegerImage): RoomMeasures {
  const distance = distanceToWindows(room.plan);
  const wall = measureWall(room, fused, distance);
  const panes = measurePanes(room, fused);
  const neutralLight = room.plan.light.every((channel) => channel === 1);
  return {
    wall: correctWall + wall.level,
    halo: wall.halo,
    ...panes,
    ...(neutralLight ? { neutral: Math.max(wall.tint, tintOfThings(room, fused)) } : {}),
    outOfRange: outOfRange(room.frames, fused),
  };
}

/** Sums over some pixels. */
interface Patch {
  count: number;
  deviation: number;
  readonly rgb: [number, number, number];
}

function addPixel(patch: Patch, room: Room, fused: IntegerImage, pixel: number): void {
  const toLevels = 255 / maxValueOf(fused.data);
  patch.count++;
  for (let c = 0; c < 3; c++) {
    const level = fused.data[3 * pixel + c] * toLevels;
    patch.rgb[c] += level;
    patch.deviation += lumaWeights[c] * (level - room.truth[3 * pixel + c]);
  }
}

function patchOf(patches: Map<number, Patch>, key: number): Patch {
  const found = patches.get(key) ?? { count: 0, deviation: 0, rgb: [0, 0, 0] };
  patches.set(key, found);
  return found;
}

/**
 * The wall's deviation from the truth, far from the windows and in patches of rings round them. Means over patches, not single
 * pixels, so that grain is no halo.
 */
function measureWall(
  room: Room,
  fused: IntegerImage,
  distance: Float32Array,
): { level: number; halo: number; tint: number } {
  const { width, height } = room.plan;
  const farAway = farWall(room, distance);
  const far: number[] = [];
  const patches = new Map<number, Patch>();
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      if (room.surface[pixel] !== surfaces.wall || isBesideThing(room, x, y)) continue;
      if (distance[pixel] > farAway) far.push(deviationAt(room, fused, pixel));
      if (distance[pixel] < haloPx.from || distance[pixel] > haloPx.to) continue;
      const ring = Math.floor(Math.log(distance[pixel] / haloPx.from) / Math.log(ringGrowth));
      const { side, along } = nearestOpening(room.plan, x, y);
      addPixel(patchOf(patches, (ring * 16 + side) * 64 + Math.floor(along / patchPx) + 16), room, fused, pixel);
    }
  }
  const level = medianOf(far);
  let halo = 0;
  let tint = 0;
  for (const patch of patches.values()) {
    if (patch.count < leastPatch) continue;
    const deviation = patch.deviation / patch.count - level;
    if (Math.abs(deviation) > Math.abs(halo)) halo = deviation;
    tint = Math.max(tint, tintOf(patch));
  }
  return { level, halo, tint };
}

function deviationAt(room: Room, fused: IntegerImage, pixel: number): number {
  const toLevels = 255 / maxValueOf(fused.data);
  let sum = 0;
  for (let c = 0; c < 3; c++)
    sum += lumaWeights[c] * (fused.data[3 * pixel + c] * toLevels - room.truth[3 * pixel + c]);
  return sum;
}

/** Distance beyond which the wall is far: 400 px, or nearer where that would leave less than a tenth of the wall. */
function farWall(room: Room, distance: Float32Array): number {
  const distances = distance.filter((_, pixel) => room.surface[pixel] === surfaces.wall).sort();
  return Math.min(haloPx.to, distances[Math.floor(0.9 * distances.length)]);
}

/** Wall so near to furniture that the edge's own contrast shows on it. */
const guardPx = 12;

function isBesideThing({ surface, plan: { width, height } }: Room, x: number, y: number): boolean {
  for (const [dx, dy] of [
    [-guardPx, 0],
    [guardPx, 0],
    [0, -guardPx],
    [0, guardPx],
    [-guardPx, -guardPx],
    [guardPx, -guardPx],
    [-guardPx, guardPx],
    [guardPx, guardPx],
  ]) {
    const [u, v] = [x + dx, y + dy];
    if (u < 0 || v < 0 || u >= width || v >= height) continue;
    const found = surface[v * width + u];
    if (found === surfaces.other || found >= surfaces.plain) return true;
  }
  return false;
}

/** ΔE00 between a patch's mean colour and grey of the same lightness. */
function tintOf({ count, rgb }: Patch): number {
  const lab = labOf([rgb[0] / count / 255, rgb[1] / count / 255, rgb[2] / count / 255]);
  return deltaE00(lab, [lab[0], 0, 0]);
}

function tintOfThings(room: Room, fused: IntegerImage): number {
  const patches = new Map<number, Patch>();
  for (let pixel = 0; pixel < room.surface.length; pixel++) {
    if (room.surface[pixel] >= surfaces.plain) addPixel(patchOf(patches, room.surface[pixel]), room, fused, pixel);
  }
  return Math.max(0, ...[...patches.values()].filter(({ count }) => count >= leastPatch).map(tintOf));
}

function measurePanes(
  room: Room,
  fused: IntegerImage,
): Pick<RoomMeasures, "held" | "window" | "viewDeviation" | "windowClipped"> {
  const top = maxValueOf(fused.data);
  // What an 8-bit file would show as 255 or 0.
  const [low, high] = [top / 510, top - top / 510];
  let panes = 0;
  let clipped = 0;
  const held: number[] = [];
  for (let pixel = 0; pixel < room.surface.length; pixel++) {
    if (room.surface[pixel] !== surfaces.pane) continue;
    panes++;
    if (!room.frames.some((frame) => holds(frame, pixel))) continue;
    held.push(pixel);
    for (let c = 0; c < 3; c++) {
      const sample = fused.data[3 * pixel + c];
      if (sample >= low && sample < high) continue;
      clipped++;
      break;
    }
  }
  const share = held.length / Math.max(1, panes);
  const windowClipped = (100 * clipped) / Math.max(1, held.length);
  if (share < heldEnough) return { held: share, windowClipped };
  const views = room.frames.map((frame) => spread(frame, held).deviation);
  return { held: share, window: spread(fused, held), viewDeviation: Math.max(...views), windowClipped };
}

function holds({ data }: IntegerImage, pixel: number): boolean {
  for (let i = 3 * pixel; i < 3 * pixel + 3; i++) if (data[i] === 0 || data[i] === 255) return false;
  return true;
}

function spread({ data }: IntegerImage, pixels: readonly number[]): { mean: number; deviation: number } {
  const toLevels = 255 / maxValueOf(data);
  let sum = 0;
  let squares = 0;
  for (const pixel of pixels) {
    let luma = 0;
    for (let c = 0; c < 3; c++) luma += lumaWeights[c] * data[3 * pixel + c] * toLevels;
    sum += luma;
    squares += luma * luma;
  }
  const mean = sum / pixels.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / pixels.length - mean * mean)) };
}

function medianOf(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}
