import type { KernelImplementation, KernelName, KernelSet } from "./kernels.ts";
import { loadNative } from "./native.ts";
import { referenceKernels } from "./reference/index.ts";

export interface SelectedKernels {
  readonly implementation: KernelImplementation;
  readonly kernels: KernelSet;
  /** Why the reference runs although native kernels were wanted. */
  readonly reason?: string;
}

/** The native kernels where they load, else (or when `preferred` says so) the reference. */
export function selectKernels(preferred: "auto" | "reference" = "auto"): SelectedKernels {
  if (preferred === "reference") return { implementation: "reference", kernels: referenceKernels };
  const { kernels, reason } = loadNative(Object.keys(referenceKernels) as KernelName[]);
  if (kernels) return { implementation: "native", kernels };
  return { implementation: "reference", kernels: referenceKernels, ...(reason ? { reason } : {}) };
}
