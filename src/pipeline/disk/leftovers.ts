import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** Age in milliseconds from which a folder is abandoned, from whatever machine it came. */
const oldMs = 24 * 3600 * 1000;

const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** The beginning of the name of a folder of this process, so that another one can see whether it is still needed. */
export function ownedPrefix(start: string): string {
  return `${start}${machine}-${process.pid}-`;
}

/** The beginnings of names: of files being made, and of folders for bytes. */
export const pendingStart = ".lightwell-";
export const spoolStart = "lightwell-";

/** Removes what killed runs left of files that were being made in a folder, and of bytes that were spooled. */
export async function sweepPending(folder: string): Promise<void> {
  await sweepLeftovers(folder, pendingStart);
  await sweepLeftovers(tmpdir(), spoolStart);
}

/**
 * Removes the temporary folders of killed processes from `folder`: those of this machine whose process is gone, and all
 * that are older than a day. What cannot be looked at or removed stays.
 */
async function sweepLeftovers(folder: string, start: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(start)) continue;
    const owner = /^([0-9a-f]{8}-(\d+)-)?[A-Za-z0-9]{6}$/.exec(name.slice(start.length));
    if (!owner) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) continue;
    const isHere = owner[1]?.startsWith(machine) === true;
    const isGone = (isHere && !isOwnerRunning(Number(owner[2]), found.mtimeMs)) || Date.now() - found.mtimeMs > oldMs;
    if (isGone) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Clocks of network shares may differ by as much. */
const clockSkewMs = 60_000;

/**
 * A program in a container often has the same process ID in every run, so a folder with the own ID that is older than
 * this process is an earlier one's.
 */
function isOwnerRunning(pid: number, changedMs: number): boolean {
  if (pid !== process.pid) return isRunning(pid);
  const startedMs = Date.now() - process.uptime() * 1000;
  return changedMs > startedMs - clockSkewMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as { code?: string }).code === "EPERM";
  }
}
