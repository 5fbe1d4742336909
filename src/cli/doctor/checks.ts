import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { freemem, totalmem } from "node:os";
import { resolve } from "node:path";
import { checkLibraries } from "../../codecs/index.ts";
import { wrapError } from "../../errors/index.ts";
import { ExifTool, isPerlMissing } from "../../exiftool/index.ts";
import { type KernelChoice, type SelectedKernels, selectKernels } from "../../kernels/index.ts";
import { idleBytesOf } from "../../pipeline/memory-budget.ts";

/** `note`: pictures are made, but slower or with less; `problem`: something that is needed does not work. */
type CheckStatus = "ok" | "note" | "problem";

/** One line of the screen. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  readonly found: string;
  /** Advice on what to do; present unless the status is `ok`. */
  readonly advice?: string;
}

const GB = 2 ** 30;
/**
 * Recommended memory in bytes: the peak for five frames of 24 megapixels, plus the engine's memory without pictures.
 */
const comfortableBytes = 1 * GB;
/** Recommended free disk space in bytes: a shoot of 100 pictures, and temporary files. */
const comfortableDiskBytes = 1 * GB;
const minDiskBytes = 64 * 2 ** 20;

export function checkThreads(available: number, workers: number): Check {
  const found = workers === 0 ? `${available} threads` : `${available} threads, ${workers} used (--workers)`;
  return { name: "Processor", status: "ok", found };
}

interface MemoryFacts {
  readonly limitBytes: number;
  readonly threads: number;
  /** Memory limit of the container in bytes; without a limit, 0 or more than the machine has. */
  readonly containerBytes?: number;
  readonly machineBytes?: number;
  readonly freeBytes?: number;
}

export function checkMemory(facts: MemoryFacts): Check {
  const { limitBytes, threads, containerBytes = 0, machineBytes = totalmem(), freeBytes = freemem() } = facts;
  const isBounded = containerBytes > 0 && containerBytes < machineBytes;
  const container = isBounded ? `, ${inGb(containerBytes)} for this container` : "";
  const found = `${inGb(limitBytes)} for lightwell; the machine has ${inGb(machineBytes)}, ${inGb(freeBytes)} free${container}`;
  const name = "Memory";
  if (limitBytes <= idleBytesOf(threads)) {
    const advice = "Raise --memory-budget, or lower --workers: the limit leaves no room for a picture.";
    return { name, status: "problem", found, advice };
  }
  if (limitBytes < comfortableBytes) {
    const advice =
      "Sets that do not fit are refused; raise --memory-budget, or give the machine or container more memory.";
    return { name, status: "note", found, advice };
  }
  return { name, status: "ok", found };
}

interface DiskFacts {
  readonly freeBytes: number;
  readonly isWritable: boolean;
}

/** Throws the system's error if the folder does not exist. */
export async function readDisk(folder: string): Promise<DiskFacts> {
  const { bavail, bsize } = await statfs(folder);
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return { freeBytes: bavail * bsize, isWritable };
}

/** `isNeeded`: set for the folder of temporary files, without which work fails; results can be written elsewhere. */
export async function checkDisk(
  name: string,
  folder: string,
  { isNeeded = false, read = readDisk }: { readonly isNeeded?: boolean; readonly read?: typeof readDisk } = {},
): Promise<Check> {
  const bad = isNeeded ? "problem" : "note";
  const elsewhere = isNeeded
    ? "set TMPDIR to another folder"
    : "write the pictures to another folder with --output-dir";
  const path = resolve(folder);
  const facts = await read(folder).catch(() => undefined);
  if (!facts)
    return { name, status: bad, found: `${path} cannot be accessed`, advice: `Check ${path}, or ${elsewhere}.` };
  const { freeBytes, isWritable } = facts;
  if (!isWritable) {
    const advice = `Give this user permission to write to ${path}, or ${elsewhere}.`;
    return { name, status: bad, found: `${path} cannot be written to`, advice };
  }
  const found = `${inGb(freeBytes)} free in ${path}`;
  if (freeBytes >= comfortableDiskBytes) return { name, status: "ok", found };
  const status = freeBytes < minDiskBytes ? bad : "note";
  return { name, status, found, advice: `Make room on the disk of ${path}, or ${elsewhere}.` };
}

/** `3.4 GB`, by 2³⁰ bytes as the memory limit is set. */
function inGb(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`;
}

/** Minimum version of Node.js, the same as `engines` in package.json. */
export const minNode = [20, 19] as const;

export function checkNode(version: string): Check {
  const [major, minor] = version.replace(/^v/, "").split(".").map(Number);
  const least = minNode.join(".");
  const isNewEnough = major > minNode[0] || (major === minNode[0] && minor >= minNode[1]);
  if (isNewEnough) return { name: "Node.js", status: "ok", found: `${version} (${least} or newer is needed)` };
  const advice = `Install Node.js ${least} or newer from https://nodejs.org or by your package manager.`;
  return { name: "Node.js", status: "problem", found: `${version} is too old`, advice };
}

/** Which kernels would run, and why not the native ones. */
export function checkKernels(
  wanted: KernelChoice,
  select: (wanted: KernelChoice) => Pick<SelectedKernels, "implementation" | "reason"> = selectKernels,
): Check {
  const name = "Kernels";
  const build = "Install a C++ compiler and python3, then run `npm rebuild lightwell`";
  try {
    const { implementation, reason } = select(wanted);
    if (implementation === "native") return { name, status: "ok", found: "native" };
    if (wanted === "wasm") return { name, status: "ok", found: "WebAssembly, as --kernels asks" };
    const found = `WebAssembly; the native ones do not load: ${reason}`;
    return { name, status: "note", found, advice: `${build}; until then work takes up to twice as long.` };
  } catch (thrown) {
    const { message } = wrapError(thrown, "internal", "kernels");
    return {
      name,
      status: "problem",
      found: `none loads: ${message}`,
      advice: `${build}, or run \`npm install\` again.`,
    };
  }
}

/** A perl that does not run ExifTool is worse than none: files that need it fail. */
export async function checkMetadata(open: () => ExifTool = () => new ExifTool()): Promise<Check> {
  const name = "Metadata";
  if (isPerlMissing()) {
    const found = "no perl for ExifTool: maker notes are not read, and rare metadata is not written";
    const advice = "Install perl, or add it to PATH; lens data of some cameras and rare metadata need ExifTool.";
    return { name, status: "note", found, advice };
  }
  try {
    const tool = open();
    try {
      return { name, status: "ok", found: `ExifTool ${await tool.version()}` };
    } finally {
      await tool.close();
    }
  } catch (thrown) {
    const { message } = wrapError(thrown, "io/exiftool", "metadata");
    const advice = "Run `npm install` again, without --omit=optional, and check that `perl -v` works.";
    return { name, status: "problem", found: `ExifTool does not run: ${message}`, advice };
  }
}

export function checkDecoders(libraries = checkLibraries()): Check {
  const failed = libraries.filter(({ reason }) => reason !== undefined);
  const listed = (all: typeof libraries) => all.map(({ library, formats }) => `${library} (${formats})`).join(", ");
  if (failed.length === 0) {
    const found = libraries.map(({ library }) => library).join(", ");
    return { name: "Decoders", status: "ok", found };
  }
  const found = `${listed(failed)} not loaded: ${failed.map(({ reason }) => reason).join("; ")}`;
  const advice = "Run `npm install` again, without --omit=optional, on this machine and with this version of Node.js.";
  return { name: "Decoders", status: "problem", found, advice };
}
