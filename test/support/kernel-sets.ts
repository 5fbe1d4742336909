import { type KernelChoice, type KernelSet, type SelectedKernels, selectKernels } from "../../src/kernels/index.ts";
import { referenceKernels } from "./reference/index.ts";

/** Whether the native addon is built here. */
export const hasNative = selectKernels().implementation === "native";

/** Sanitizers only check the native kernels; the others are tested in the run without them. */
const isSanitized = process.env["LIGHTWELL_TEST_SANITIZED"] !== undefined;

/** Kernels compiled from C++, which the tests compare with the reference. */
export const compiled: readonly ("native" | "wasm")[] = [
  ...(hasNative ? (["native"] as const) : []),
  ...(isSanitized ? [] : (["wasm"] as const)),
];

/** All kinds of kernels. */
export const kernelKinds: readonly ("native" | "wasm" | "reference")[] = [
  ...compiled,
  ...(isSanitized ? [] : (["reference"] as const)),
];

export type KernelKind = KernelChoice | "reference";

/** The reference replaces the compiled kernels under the same name; stages never request it. */
export function kernelsOf(kind: KernelKind = "auto"): SelectedKernels {
  return kind === "reference" ? { implementation: "native", kernels: referenceKernels } : known(kind);
}

export function kernelSet(kind: KernelKind): KernelSet {
  return kernelsOf(kind).kernels;
}

/** The memory of the WebAssembly kernels is created once for each test file. */
const selected = new Map<KernelChoice, SelectedKernels>();

function known(choice: KernelChoice): SelectedKernels {
  const kernels = selected.get(choice) ?? selectKernels(choice);
  selected.set(choice, kernels);
  return kernels;
}
