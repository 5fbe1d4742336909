import { describe, expect, test } from "vitest";
import { EngineError } from "../../src/errors/index.ts";
import type { Kernel, KernelName } from "../../src/kernels/index.ts";
import { type KernelCase, kernelCases } from "../support/kernel-cases/index.ts";
import { mutants } from "../support/kernel-cases/mutate.ts";
import { compiled, kernelSet } from "../support/kernel-sets.ts";

// Shows little alone: a read or a write outside is what `npm run test:sanitize` sees, and a crash anyone.

const cancel = new Int32Array(new SharedArrayBuffer(4));
const names = Object.keys(kernelCases) as KernelName[];
/** A refusal costs nothing; a size that is taken for right and is not may be much. */
const maxMs = 5000;

describe.each(compiled)("A %s kernel given wrong arguments", (kind) => {
  test.each(names)("%s works or refuses them with a typed error", (name) => {
    const kernel = kernelSet(kind)[name] as Kernel<object>;
    const cases: readonly KernelCase<KernelName>[] = kernelCases[name];
    for (const [i, { makeArgs, rows }] of cases.entries()) {
      const right = makeArgs();
      kernel(right, 0, rows, cancel);
      for (const { change, args, rowBegin, rowEnd } of mutants({ ...right }, rows, 200, i + 1)) {
        const begin = performance.now();
        try {
          kernel(args, rowBegin, rowEnd, cancel);
        } catch (error) {
          if (!(error instanceof EngineError || error instanceof TypeError)) throw new Error(`${change}: ${error}`);
        }
        if (performance.now() - begin > maxMs) throw new Error(`${change}: took more than ${maxMs} ms`);
      }
    }
  });

  test.each<[KernelName, Readonly<Record<string, number>>]>([
    ["convolve", { fineChannels: 1025 }],
    ["convolve", { coarseChannels: 2 }],
    ["convolve", { shift: 63 }],
    ["reducePlanes", { width: 0 }],
    ["reducePlanes", { width: Number.NaN }],
    ["structureMaps", { width: 2 ** 31 - 2 }],
    ["structureMaps", { factor: 2 ** 31 - 1 }],
    ["fusionReduce", { levels: 2 ** 31 - 1 }],
    ["fusionExpand", { levels: -1 }],
    ["fusionCollapse", { depth: 2 ** 24 }],
    ["shrink", { width: -37, height: -23 }],
    ["gainField", { colPitch: 2 ** 31 - 1 }],
    ["deghostBlend", { width: 1, wrapX: 1 }],
    ["developBayer", { stepX: 2 ** 53 - 1 }],
    ["developColor", { stepY: -(2 ** 53 - 1) }],
    ["exposeFrames", { baseFactor: 2 ** 30 }],
    ["toneMap", { gridScaleX: 2 ** 32 }],
    ["warp", { gridStep: Number.POSITIVE_INFINITY }],
  ])("%s refuses %o", (name, change) => {
    const kernel = kernelSet(kind)[name] as Kernel<object>;
    const [{ makeArgs, rows }] = kernelCases[name];
    expect(() => kernel({ ...makeArgs(), ...change }, 0, rows, cancel)).toThrow(/rejected|kernel argument/);
  });

  test.each([
    [-1, 5],
    [5, 0],
    [0, 1000],
  ])("is refused rows %i to %i", (rowBegin, rowEnd) => {
    for (const name of names) {
      const kernel = kernelSet(kind)[name] as Kernel<object>;
      const [{ makeArgs }] = kernelCases[name];
      expect(() => kernel(makeArgs(), rowBegin, rowEnd, cancel), name).toThrow(/rejected|kernel argument/);
    }
  });
});
