import { blockFacts, structureBlock } from "../../kernels/index.ts";
import type { SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { doubles } from "./cells.ts";
import { worstWindow } from "./detail.ts";
import { structure } from "./params.ts";

/** Minimum standard deviation of a block with content, in display values; as a norm of the block. */
const shows = structure.shows * structureBlock;

interface StructureFacts {
  /**
   * MEF-SSIM (Ma, Zeng, Wang 2015) of luma, mean over blocks; where frames contradict each other, at least the likeness
   * to one of them.
   */
  readonly score: number;
  /**
   * Share of blocks in which frames contradict each other and the picture matches none of them (double contours), in
   * the window with the largest share.
   */
  readonly worstGhostShare: number;
}

/** Measures how much of the frames' structure a picture keeps, and how much structure it has that no frame shows. */
export async function measureStructure(
  { width, height, data }: SmallCopy,
  frames: readonly SmallCopy[],
  { kernels }: StageContext,
): Promise<StructureFacts> {
  const stride = width * height < structure.largeCells ? structureBlock : 3 * structureBlock;
  const along = (size: number) => Math.max(0, Math.floor((size - structureBlock) / stride) + 1);
  const [columns, rows] = [along(width), along(height)];
  const blocks = columns * rows;
  if (blocks === 0) return { score: 1, worstGhostShare: 0 };
  const input = { copy: data, frames: frames.map((frame) => frame.data), width, height, stride };
  const facts = doubles(blocks * (blockFacts.frames + frames.length));
  await kernels.run(
    "blockStructure",
    { ...input, facts, tellingNorm: shows, ...structure.usableLuma, contradicting: structure.contradicting },
    rows,
  );
  const [weights, largest, likeness] = [doubles(blocks * frames.length), doubles(blocks), doubles(blocks)];
  weigh(facts, weights, largest);
  await kernels.run("blockLikeness", { ...input, weights, largest, likeness, steadying: structure.steadying }, rows);
  let score = 0;
  const ghosts = new Float32Array(blocks);
  for (let block = 0, at = 0; block < blocks; block++, at += blockFacts.frames + frames.length) {
    const contradicted = facts[at + blockFacts.contradicts] !== 0;
    const likest = facts[at + blockFacts.likest];
    score += contradicted ? Math.max(likeness[block], likest) : likeness[block];
    if (contradicted && facts[at + blockFacts.norm] > shows && likest < structure.alike) ghosts[block] = 1;
  }
  return { score: score / blocks, worstGhostShare: worstWindow(ghosts, { width: columns, height: rows }) };
}

/**
 * Weights of the frames' structure in each block, larger for stronger structure where the frames agree; and the
 * contrast of the strongest.
 */
function weigh(facts: Float64Array, weights: Float64Array, largest: Float64Array): void {
  const frames = weights.length / largest.length;
  for (let block = 0, at = 0; block < largest.length; block++, at += blockFacts.frames + frames) {
    const power = Math.min(structure.maxPower, Math.tan((Math.PI / 2) * facts[at + blockFacts.agreement]));
    const norms = facts.subarray(at + blockFacts.frames, at + blockFacts.frames + frames);
    const most = Math.max(0, ...norms);
    largest[block] = most;
    for (let k = 0; k < frames; k++) {
      const norm = norms[k];
      weights[block * frames + k] = norm < 1e-6 ? 0 : (norm / most) ** power / norm;
    }
  }
}
