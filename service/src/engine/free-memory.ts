import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const MB = 2 ** 20;
const groups = "/sys/fs/cgroup";

/**
 * Free memory in MB, of the machine or, if that has less, of the container (cgroups version 2; file caches count as
 * free). Infinity on systems other than Linux, which do not report it this way.
 */
export async function freeMemoryMb(): Promise<number> {
  const [machine, container] = await Promise.all([freeOfMachine(), freeOfContainer()]);
  return Math.floor(Math.min(machine, container) / MB);
}

async function freeOfMachine(): Promise<number> {
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(await readText("/proc/meminfo")) ?? [];
  return kilobytes === undefined ? Number.POSITIVE_INFINITY : Number(kilobytes) * 1024;
}

/** The limits of parent groups apply too. */
async function freeOfContainer(): Promise<number> {
  const [, own] = /^0::(\/.*)$/m.exec(await readText("/proc/self/cgroup")) ?? [];
  let free = Number.POSITIVE_INFINITY;
  for (let path: string | undefined = own; path !== undefined; path = path === "/" ? undefined : dirname(path)) {
    const folder = join(groups, path);
    const [most, used, stat] = await Promise.all(
      ["memory.max", "memory.current", "memory.stat"].map((name) => readText(join(folder, name))),
    );
    if (!/^\d+\s*$/.test(most)) continue;
    const [, cached = 0] = /^inactive_file (\d+)$/m.exec(stat) ?? [];
    free = Math.min(free, Number(most) - Number(used) + Number(cached));
  }
  return free;
}

/** Empty if the file does not exist. */
function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
