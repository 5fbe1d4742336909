import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { selectKernels } from "../../src/kernels/index.ts";

const addon = new URL("../../native/build/Release/lightwell.node", import.meta.url);

// Without one of them WebAssembly runs, and nothing is held against the native ones.
test.skipIf(!existsSync(addon))("the built addon has every kernel, by the name of its reference", () => {
  expect(selectKernels().reason).toBeUndefined();
});
