import type { KernelName } from "../../../src/kernels/index.ts";
import { bracketCases } from "./bracket.ts";
import type { KernelCases } from "./case.ts";
import { checkCases } from "./check.ts";
import { finishCases } from "./finish.ts";
import { lightCases } from "./light.ts";
import { rawCases } from "./raw.ts";
import { sceneCases } from "./scene.ts";

export type { KernelCase, KernelCases } from "./case.ts";

/** Right calls of every kernel. */
export const kernelCases: KernelCases<KernelName> = {
  ...bracketCases,
  ...checkCases,
  ...finishCases,
  ...lightCases,
  ...rawCases,
  ...sceneCases,
};
