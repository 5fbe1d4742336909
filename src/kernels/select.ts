import { EngineError } from "../errors/index.ts";
import { PixelPool } from "../image/index.ts";
import { declarations } from "./declarations/index.ts";
import type { KernelImplementation, KernelName, KernelSet, ThreadKernels } from "./kernels.ts";
import { loadNative } from "./native.ts";
import { WasmKernels, type WasmShare } from "./wasm/index.ts";

/** `auto`: the native kernels if they load, otherwise WebAssembly. Both give the same bytes. */
export const kernelChoices = ["auto", "native", "wasm"] as const;
export type KernelChoice = (typeof kernelChoices)[number];

export interface SelectedKernels extends ThreadKernels {
  readonly implementation: KernelImplementation;
  readonly kernels: KernelSet;
  /** Why the native kernels were not chosen. Absent unless the choice was `auto` and they did not load. */
  readonly reason?: string;
  /** Only for WebAssembly, whose kernels see a single memory: that memory and what threads share. */
  readonly wasm?: WasmKernels;
}

const names = Object.keys(declarations).filter((name) => name !== "jpegDc") as KernelName[];

/**
 * Selects the kernels of this thread. WebAssembly has its own memory or, given `share`, that of another thread. Throws
 * `options/invalid` if `native` is requested and missing.
 */
export function selectKernels(choice: KernelChoice = "auto", share?: WasmShare): SelectedKernels {
  if (choice === "wasm") return selectWasm(share);
  const { native, reason } = loadNative(names);
  if (native) return { implementation: "native", ...native };
  if (choice === "auto") return { ...selectWasm(share), reason };
  throw new EngineError("options/invalid", `kernels: expected an addon that loads, got none (${reason})`);
}

function selectWasm(share?: WasmShare): SelectedKernels {
  const wasm = new WasmKernels(declarations, share);
  const { jpegDc, ...kernels } = wasm.kernels;
  return {
    implementation: "wasm",
    kernels: kernels as unknown as KernelSet,
    jpegDc: (args) => isSound(() => jpegDc(args, 0, 1, neverRaised)),
    newPool: () => new PixelPool(wasm.memory),
    wasm,
  };
}

const neverRaised = new Int32Array(1);

/** Returns false if the decoder rejects the data. Other errors are thrown. */
function isSound(decode: () => void): boolean {
  try {
    decode();
    return true;
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.code === "internal") return false;
    throw thrown;
  }
}
