import { cellSamples, lumaSample, type SmallCopy } from "../../ops/index.ts";

/** Edge of a block, in cells of the small copies. */
const edge = 8;
const area = edge * edge;
/** From one block to the next: a quarter of the picture tells as much as all of it. */
const stride = 2 * edge;
/** Of SSIM: (0.03 × full scale)². */
const steadying = 0.0009;
/** Exponent of a frame's contrast where all frames agree, at most. */
const mostPower = 10;
/** Standard deviation, in display values, from which on a block shows something. */
const shows = 0.03;
/** Correlation with the likest frame below which a block shows what no frame does. */
const alike = 0.6;

export interface StructureFacts {
  /** MEF-SSIM (Ma, Zeng, Wang 2015) of luma, mean over blocks: how much of the frames' structure is there. */
  readonly score: number;
  /** Share of blocks whose structure is that of no frame: double contours of what moved. */
  readonly ghostShare: number;
}

/** How much of the frames' structure a picture has, and how much that none of them has. */
export function measureStructure(picture: SmallCopy, frames: readonly SmallCopy[]): StructureFacts {
  const { width, height } = picture;
  const wanted = new Float32Array(area);
  const patches = frames.map(() => new Float32Array(area));
  const norms = new Float64Array(frames.length);
  const patch = new Float32Array(area);
  let score = 0;
  let ghosts = 0;
  let blocks = 0;
  for (let top = 0; top + edge <= height; top += stride) {
    for (let left = 0; left + edge <= width; left += stride, blocks++) {
      for (let k = 0; k < frames.length; k++) norms[k] = readPatch(frames[k], left, top, patches[k]);
      wantedPatch(patches, norms, wanted);
      const norm = readPatch(picture, left, top, patch);
      score += similarity(wanted, patch);
      if (norm > shows * edge && !isOfAFrame(patch, norm, patches, norms)) ghosts++;
    }
  }
  return blocks === 0 ? { score: 1, ghostShare: 0 } : { score: score / blocks, ghostShare: ghosts / blocks };
}

function isOfAFrame(patch: Float32Array, norm: number, patches: readonly Float32Array[], norms: Float64Array): boolean {
  for (let k = 0; k < patches.length; k++) if (dot(patches[k], patch) > alike * norms[k] * norm) return true;
  return false;
}

/** Luma less its mean; returns its norm. */
function readPatch({ data, width }: SmallCopy, left: number, top: number, target: Float32Array): number {
  let sum = 0;
  for (let v = 0, i = 0; v < edge; v++) {
    let at = ((top + v) * width + left) * cellSamples + lumaSample;
    for (let u = 0; u < edge; u++, i++, at += cellSamples) {
      target[i] = data[at] / 65535;
      sum += target[i];
    }
  }
  const mean = sum / area;
  let squares = 0;
  for (let i = 0; i < area; i++) {
    target[i] -= mean;
    squares += target[i] * target[i];
  }
  return Math.sqrt(squares);
}

/** The largest contrast of any frame with the structure that the frames agree on, stronger ones more. */
function wantedPatch(patches: readonly Float32Array[], norms: Float64Array, target: Float32Array): void {
  target.fill(0);
  let largest = 0;
  let total = 0;
  for (const [k, patch] of patches.entries()) {
    total += norms[k];
    if (norms[k] > largest) largest = norms[k];
    for (let i = 0; i < area; i++) target[i] += patch[i];
  }
  const agreement = total > 1e-6 ? Math.min(1, Math.sqrt(dot(target, target)) / total) : 1;
  const power = Math.min(mostPower, Math.tan((Math.PI / 2) * agreement));
  target.fill(0);
  for (const [k, patch] of patches.entries()) {
    if (norms[k] < 1e-6) continue;
    const weight = (norms[k] / largest) ** power / norms[k];
    for (let i = 0; i < area; i++) target[i] += weight * patch[i];
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
