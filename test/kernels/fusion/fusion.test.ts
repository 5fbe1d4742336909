import { describe, test } from "vitest";
import type { KernelArgs } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { paper, sizeAt } from "../../support/kernel-cases/bracket.ts";
import { u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples, seededRandom } from "../../support/random.ts";

/** Samples in a range of 16 bits. */
function samples(length: number, low: number, high: number, seed: number) {
  const random = seededRandom(seed);
  const data = u16(length);
  for (let i = 0; i < length; i++) data[i] = low + Math.floor(random() * (high - low + 1));
  return data;
}
const reference = kernelSet("reference");
const goOn = new Int32Array(new SharedArrayBuffer(4));
const exponents = [paper, { ...paper, exposednessWeight: 0 }, { ...paper, contrastWeight: 0.5, saturationWeight: 2 }];
/** The last one is wider than a strip. */
const sizes: [number, number][] = [
  [1, 1],
  [1, 9],
  [2, 3],
  [3, 2],
  [5, 7],
  [8, 8],
  [33, 20],
  [101, 67],
  [1101, 24],
];
const levelsOf = (width: number, height: number) => Math.min(3, Math.floor(Math.log2(Math.min(width, height))));

describe("native fusion kernels agree with their references", () => {
  test.each(sizes.filter(([width, height]) => levelsOf(width, height) > 0))(
    "fusionReduce at %i × %i",
    (width, height) => {
      const levels = levelsOf(width, height);
      const frames = [8, 16, 8].map((bits, i) => randomSamples(width * height * 3, bits as 8 | 16, i + 1));
      const rows = sizeAt(height, levels);
      const length = sizeAt(width, levels) * rows * 4;
      for (const weights of width < 1000 ? exponents : [paper]) {
        expectAgreement({
          name: "fusionReduce",
          rows,
          makeArgs: () => ({ frames, width, height, levels, ...weights, targets: frames.map(() => u16(length)) }),
          outputOf: (args) => args.targets.flatMap((target) => [...target]),
          tolerance: 6,
        });
      }
    },
  );

  test.each(sizes)("fusionCollapse at %i × %i", (width, height) => {
    const area = width * height;
    const levels = [1, 2].map((seed) => {
      const level = samples(area * 4, 0, 32640, seed);
      // Weights add up to 1, as those of a bracket do.
      const weights = samples(area, 0, 32767, 5).map((weight) => (seed === 1 ? weight : 32767 - weight));
      level.set(weights, area * 3);
      return level;
    });
    const depth = Math.floor(Math.log2(Math.min(width, height)));
    expectAgreement({
      name: "fusionCollapse",
      rows: 3,
      makeArgs: () => ({ levels, width, height, depth, target: u16(area * 3) }),
      outputOf: (args) => args.target,
      tolerance: 12,
    });
  });

  test.each(sizes)("fusionExpand at %i × %i", (width, height) => {
    const levels = levelsOf(width, height);
    const frames = [8, 16].map((bits, i) => randomSamples(width * height * 3, bits as 8 | 16, i + 4));
    const size = { width: sizeAt(width, levels), height: sizeAt(height, levels) };
    const stored = frames.map(() => u16(size.width * size.height * 4));
    const result = u16(size.width * size.height * 3);
    const input = { frames, width, height, levels, ...paper };
    if (levels > 0) {
      const depth = Math.floor(Math.log2(Math.min(width, height))) - levels;
      reference.fusionReduce({ ...input, targets: stored }, 0, size.height, goOn);
      reference.fusionCollapse({ levels: stored, target: result, ...size, depth }, 0, 3, goOn);
    }
    expectAgreement({
      name: "fusionExpand",
      rows: height,
      makeArgs: (): KernelArgs["fusionExpand"] => ({ ...input, stored, result, target: u16(width * height * 3) }),
      outputOf: (args) => args.target,
      // A level of 8 bits: where no frame weighs much, the last bit of a 16-bit frame decides between them.
      tolerance: 256,
    });
  });
});
