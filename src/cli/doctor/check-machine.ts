import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { freemem, totalmem } from "node:os";
import { resolve } from "node:path";
import { idleBytesOf } from "../../pipeline/memory-budget.ts";
import type { Check } from "./check.ts";

const GB = 2 ** 30;
/** Five frames of 24 megapixels at their peak, with what an engine takes without pictures. */
const comfortableBytes = 1 * GB;
/** A shoot of a hundred pictures, and what is spooled meanwhile. */
const comfortableDiskBytes = 1 * GB;
const leastDiskBytes = 64 * 2 ** 20;

export function checkThreads(available: number, workers: number): Check {
  const found = workers === 0 ? `${available} threads` : `${available} threads, ${workers} used (--workers)`;
  return { name: "Processor", status: "ok", found };
}

export interface MemoryFacts {
  readonly limitBytes: number;
  readonly threads: number;
  /** Of the container; without a limit, 0 or more than the machine has. */
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

export interface DiskFacts {
  readonly freeBytes: number;
  readonly isWritable: boolean;
}

/** Throws what the system says of a folder that is not there. */
export async function readDisk(folder: string): Promise<DiskFacts> {
  const { bavail, bsize } = await statfs(folder);
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return { freeBytes: bavail * bsize, isWritable };
}

/** `isNeeded`: of the folder for temporary files, where work fails without room; results can go elsewhere. */
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
    return { name, status: bad, found: `${path} cannot be looked at`, advice: `Check ${path}, or ${elsewhere}.` };
  const { freeBytes, isWritable } = facts;
  if (!isWritable) {
    const advice = `Give this user the right to write to ${path}, or ${elsewhere}.`;
    return { name, status: bad, found: `${path} cannot be written to`, advice };
  }
  const found = `${inGb(freeBytes)} free in ${path}`;
  if (freeBytes >= comfortableDiskBytes) return { name, status: "ok", found };
  const status = freeBytes < leastDiskBytes ? bad : "note";
  return { name, status, found, advice: `Make room on the disk of ${path}, or ${elsewhere}.` };
}

/** `3.4 GB`, by 2³⁰ bytes as the memory limit is set. */
function inGb(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`;
}
