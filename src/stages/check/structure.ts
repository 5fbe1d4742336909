import { cellSamples, lumaSample, type SmallCopy } from "../../ops/index.ts";

/** Edge of a block, in cells of the small copies. */
const edge = 8;
const area = edge * edge;
/** Of a large picture a ninth of the blocks tells as much as all of them. */
const largeCells = 150_000;
/** Of SSIM: (0.03 × full scale)². */
const steadying = 0.0009;
/** Exponent of a frame's contrast where all frames agree, at most. */
const mostPower = 10;
/** Standard deviation, in display values, from which on a block shows something. */
const shows = 0.02;
/** Mean and largest luma, in display values, between which a frame tells what there is. */
const tells = [0.05, 0.97] as const;
/** Correlation below which two frames say different things of a block: something moved there. */
const contradicting = 0.3;
/** Correlation with the likest frame below which a block shows several at once. */
const alike = 0.85;

export interface StructureFacts {
  /** MEF-SSIM (Ma, Zeng, Wang 2015) of luma, mean over blocks; where frames contradict each other, at least the likeness to one of them. */
  readonly score: number;
  /** Share of blocks in which frames contradict each other and the picture is like none of them: double contours. */
  readonly ghostShare: number;
}

/** A block of one picture. */
interface Patch {
  /** Luma less its mean. */
  readonly values: Float32Array;
  norm: number;
  /** Whether it is neither too dark nor clipped, and shows something. */
  telling: boolean;
}

/** How much of the frames' structure a picture has, and how much that none of them has. */
export function measureStructure(picture: SmallCopy, frames: readonly SmallCopy[]): StructureFacts {
  const { width, height } = picture;
  const stride = width * height < largeCells ? edge : 3 * edge;
  const wanted = new Float32Array(area);
  const patches = frames.map(emptyPatch);
  const ours = emptyPatch();
  let score = 0;
  let ghosts = 0;
  let blocks = 0;
  for (let top = 0; top + edge <= height; top += stride) {
    for (let left = 0; left + edge <= width; left += stride, blocks++) {
      for (let k = 0; k < frames.length; k++) readPatch(frames[k], left, top, patches[k]);
      readPatch(picture, left, top, ours);
      fillWanted(patches, wanted);
      const fused = similarity(wanted, ours.values);
      if (!contradict(patches)) {
        score += fused;
        continue;
      }
      const likest = likenessToOne(ours, patches);
      score += Math.max(fused, likest);
      if (ours.norm > shows * edge && likest < alike) ghosts++;
    }
  }
  return blocks === 0 ? { score: 1, ghostShare: 0 } : { score: score / blocks, ghostShare: ghosts / blocks };
}

function emptyPatch(): Patch {
  return { values: new Float32Array(area), norm: 0, telling: false };
}

function contradict(patches: readonly Patch[]): boolean {
  for (let i = 1; i < patches.length; i++) {
    if (!patches[i].telling) continue;
    for (let j = 0; j < i; j++) {
      if (!patches[j].telling) continue;
      const most = contradicting * patches[i].norm * patches[j].norm;
      if (dot(patches[i].values, patches[j].values) < most) return true;
    }
  }
  return false;
}

function likenessToOne(ours: Patch, patches: readonly Patch[]): number {
  let best = 0;
  for (const { values, norm } of patches) best = Math.max(best, dot(values, ours.values) / (norm * ours.norm + 1e-9));
  return best;
}

function readPatch({ data, width }: SmallCopy, left: number, top: number, patch: Patch): void {
  const { values } = patch;
  let sum = 0;
  let most = 0;
  for (let v = 0, i = 0; v < edge; v++) {
    let at = ((top + v) * width + left) * cellSamples + lumaSample;
    for (let u = 0; u < edge; u++, i++, at += cellSamples) {
      const luma = data[at] / 65535;
      values[i] = luma;
      sum += luma;
      if (luma > most) most = luma;
    }
  }
  const mean = sum / area;
  for (let i = 0; i < area; i++) values[i] -= mean;
  patch.norm = Math.sqrt(dot(values, values));
  patch.telling = patch.norm > shows * edge && mean > tells[0] && most < tells[1];
}

/** The largest contrast of any frame with the structure that the frames agree on, stronger ones more. */
function fillWanted(patches: readonly Patch[], target: Float32Array): void {
  target.fill(0);
  let largest = 0;
  let total = 0;
  for (const { values, norm } of patches) {
    total += norm;
    if (norm > largest) largest = norm;
    for (let i = 0; i < area; i++) target[i] += values[i];
  }
  const agreement = total > 1e-6 ? Math.min(1, Math.sqrt(dot(target, target)) / total) : 1;
  const power = Math.min(mostPower, Math.tan((Math.PI / 2) * agreement));
  target.fill(0);
  for (const { values, norm } of patches) {
    if (norm < 1e-6) continue;
    const weight = (norm / largest) ** power / norm;
    for (let i = 0; i < area; i++) target[i] += weight * values[i];
  }
  const norm = Math.sqrt(dot(target, target));
  if (norm > 1e-9) for (let i = 0; i < area; i++) target[i] *= largest / norm;
}

function similarity(a: Float32Array, b: Float32Array): number {
  return (2 * dot(a, b) + steadying * area) / (dot(a, a) + dot(b, b) + steadying * area);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < area; i++) sum += a[i] * b[i];
  return sum;
}
