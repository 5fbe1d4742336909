import { createRequire } from "node:module";
import { cancelledError, EngineError } from "../errors/index.ts";
import type { Kernel } from "./declaration.ts";
import type { JpegDc, KernelName, KernelSet } from "./kernels.ts";

type DropPages = (view: Uint8Array) => void;
type NativeFunction = (args: object, rowBegin: number, rowEnd: number, cancel: Int32Array) => number;

export interface NativeKernels {
  readonly kernels: KernelSet;
  readonly jpegDc: JpegDc;
}

const statusOk = 0;
const statusCancelled = 1;

type Addon = Record<string, NativeFunction | undefined>;

/** Loads the addon that a clone has built, or that of the optional package; returns the reason if neither loads. */
function loadAddon(): Addon | string {
  const require = createRequire(import.meta.url);
  try {
    return require("../../native/build/Release/lightwell.node");
  } catch (error) {
    const name = prebuiltName();
    const { version } = require("../../package.json") as { version: string };
    // Another version's kernels might give other bytes.
    if (versionOf(name, require) === version) return require(name);
    const isMissing = (error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND";
    if (isMissing) return `the optional package ${name} ${version} is not installed`;
    return error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
  }
}

function versionOf(name: string, require: NodeJS.Require): string | undefined {
  try {
    return (require(`${name}/package.json`) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/**
 * Loads the function that returns pages of memory to the system; their contents are lost. Absent if the addon did not
 * load.
 */
export function loadDropPages(): DropPages | undefined {
  const addon = loadAddon();
  return typeof addon === "string" ? undefined : (addon.dropPages as unknown as DropPages | undefined);
}

/** Functions that put memory in files, where the system has them. Views are whole buffers or parts of them. */
export interface FilePages {
  /** First byte of the whole pages of a view, counted from its start, and the byte after them. */
  wholePages(view: Uint8Array): readonly [begin: number, end: number];
  /**
   * Makes the whole pages of a view those of an open file (its descriptor), from its first byte on. The file must have
   * their size, and their contents if they are to stay. Returns 0, or the system's error number.
   */
  toFile(view: Uint8Array, file: number): number;
  /** Makes the pages of a view memory again; their contents are undefined. Returns 0, or the system's error number. */
  toMemory(view: Uint8Array): number;
  /** Takes the pages of a view in a file out of the process until they are touched again; they keep their contents. */
  leave(view: Uint8Array): void;
}

/** Absent on systems other than Linux, and if the addon did not load. */
export function loadFilePages(): FilePages | undefined {
  const addon = loadAddon();
  if (typeof addon === "string" || !addon.wholePages) return undefined;
  const { wholePages, fileOnPages: toFile, memoryOnPages: toMemory, leavePages: leave } = addon;
  return { wholePages, toFile, toMemory, leave } as unknown as FilePages;
}

/** The native kernels, or the reason why they are missing. */
export function loadNative(
  names: readonly KernelName[],
): { native: NativeKernels; reason?: undefined } | { native?: undefined; reason: string } {
  const addon = loadAddon();
  if (typeof addon === "string") return { reason: addon };
  const { jpegDc } = addon;
  const missing = names.filter((name) => typeof addon[name] !== "function");
  if (missing.length > 0 || !jpegDc) {
    return { reason: `the built addon is older than this package (no ${missing.join(", ") || "jpegDc"})` };
  }
  const kernels = Object.fromEntries(names.map((name) => [name, wrap(name, addon[name] as NativeFunction)]));
  return {
    native: {
      kernels: kernels as unknown as KernelSet,
      jpegDc: (args) => jpegDc(args, 0, 1, new Int32Array(1)) === statusOk,
    },
  };
}

function wrap(name: KernelName, native: NativeFunction): Kernel<object> {
  return (args, rowBegin, rowEnd, cancel) => {
    const status = native(args, rowBegin, rowEnd, cancel);
    if (status === statusOk) return;
    if (status === statusCancelled) throw cancelledError("kernel");
    throw new EngineError("internal", `kernel ${name}: the arguments were rejected (status ${status})`);
  };
}

/** The C library on Linux, `glibc` or `musl` as in npm's `libc` field; undefined on other systems. */
export function libcOf(): "glibc" | "musl" | undefined {
  if (process.platform !== "linux") return undefined;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime ? "glibc" : "musl";
}

/** Name of the optional package with this platform's native kernels. */
export function prebuiltName(): string {
  return ["@lightwell/kernels", process.platform, process.arch, libcOf()].filter(Boolean).join("-");
}
