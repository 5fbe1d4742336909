import { createRequire } from "node:module";
import { cancelledError, EngineError } from "../errors/index.ts";
import type { Kernel } from "./declaration.ts";
import type { KernelName, KernelSet } from "./kernels.ts";
import type { JpegDcArgs } from "./reference/jpeg/jpeg-dc.ts";

type DropPages = (view: Uint8Array) => void;
type NativeFunction = (args: object, rowBegin: number, rowEnd: number, cancel: Int32Array) => number;

const statusOk = 0;
const statusCancelled = 1;

type Addon = Record<string, NativeFunction | undefined>;

function loadAddon(): Addon | string {
  try {
    return createRequire(import.meta.url)("../../native/build/Release/lightwell.node");
  } catch (error) {
    return error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
  }
}

/**
 * Gives memory back to the system until it is touched again; its contents are lost. Absent where the addon did not
 * load.
 */
export function loadDropPages(): DropPages | undefined {
  const addon = loadAddon();
  return typeof addon === "string" ? undefined : (addon.dropPages as unknown as DropPages | undefined);
}

/**
 * Decodes a baseline JPEG's DC coefficients to RGB; says whether the data were sound. Absent where the addon did not
 * load.
 */
export function loadJpegDc(): ((args: JpegDcArgs) => boolean) | undefined {
  const addon = loadAddon();
  const native = typeof addon === "string" ? undefined : addon.jpegDc;
  return native && ((args) => native(args, 0, 1, new Int32Array(1)) === statusOk);
}

/** The native kernels, or the reason why they are not there. Names the addon does not have stay undefined. */
export function loadNative(names: readonly KernelName[]): { kernels?: KernelSet; reason?: string } {
  const addon = loadAddon();
  if (typeof addon === "string") return { reason: addon };
  const missing = names.filter((name) => typeof addon[name] !== "function");
  if (missing.length > 0) return { reason: `the built addon is older than this package (no ${missing.join(", ")})` };
  const kernels = Object.fromEntries(names.map((name) => [name, wrap(name, addon[name] as NativeFunction)]));
  return { kernels: kernels as unknown as KernelSet };
}

function wrap(name: KernelName, native: NativeFunction): Kernel<object> {
  return (args, rowBegin, rowEnd, cancel) => {
    const status = native(args, rowBegin, rowEnd, cancel);
    if (status === statusOk) return;
    if (status === statusCancelled) throw cancelledError("kernel");
    throw new EngineError("internal", `kernel ${name}: arguments were refused (status ${status})`);
  };
}
