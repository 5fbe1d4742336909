import { type KernelChoice, type KernelSet, type SelectedKernels, selectKernels } from "../../src/kernels/index.ts";
import { referenceKernels } from "./reference/index.ts";

/** Whether the native addon is built here. */
export const hasNative = selectKernels().implementation === "native";

/** Sanitizers see the native kernels alone; the others have the run without them. */
const isSanitized = process.env["LIGHTWELL_TEST_SANITIZED"] !== undefined;

/** Kernels of C++, compiled once or twice; the tests hold each against the reference. */
export const compiled: readonly ("native" | "wasm")[] = [
  ...(hasNative ? (["native"] as const) : []),
  ...(isSanitized ? [] : (["wasm"] as const)),
];

/** All that there are. */
export const kernelKinds: readonly ("native" | "wasm" | "reference")[] = [
  ...compiled,
  ...(isSanitized ? [] : (["reference"] as const)),
];

export type KernelKind = KernelChoice | "reference";

/** The reference runs under the name of what it replaces, which no stage asks for. */
export function kernelsOf(kind: KernelKind = "auto"): SelectedKernels {
  return kind === "reference" ? { implementation: "native", kernels: referenceKernels } : known(kind);
}

export function kernelSet(kind: KernelKind): KernelSet {
  return kernelsOf(kind).kernels;
}

/** The memory of the WebAssembly kernels is made once a file. */
const selected = new Map<KernelChoice, SelectedKernels>();

function known(choice: KernelChoice): SelectedKernels {
  const kernels = selected.get(choice) ?? selectKernels(choice);
  selected.set(choice, kernels);
  return kernels;
}
