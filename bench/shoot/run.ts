import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine.ts";
import { makeShoot, type ShootKind, shootKinds } from "./make.ts";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "500" },
    mp: { type: "string", default: "24" },
    measure: { type: "string" },
    cache: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

const usage = `Usage: npm run bench -- shoot [--files 500] [--mp 24]

Groups a generated shoot (about 6 MB a file of 24 megapixels in the temporary folder, made once) in a fresh process: wall time, processor time
and peak memory of Node.js, peak memory of the ExifTool processes, pictures read. First with brackets that the headers alone decide,
then with the same files without metadata; each without a cache, with an empty one, and again with the full one. ! marks a row that misses a bar: 6 s if headers decide,
20 s if they do not, 400 MB.`;

/** Bars for 500 files of 24 megapixels, cold, on two idle cores, in seconds. */
const barsS: Readonly<Record<ShootKind, number>> = { burst: 6, bare: 20 };
const barMb = 400;

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly nodeMb: number;
  readonly exiftoolMb: number;
  readonly sets: number;
  readonly thumbnailsRead: number;
}

if (values.help) console.log(usage);
else if (values.measure !== undefined) console.log(JSON.stringify(await measure(values.measure, values.cache)));
else await compare();

async function compare(): Promise<void> {
  const size = { files: Number(values.files), megapixels: Number(values.mp) };
  for (const kind of shootKinds) {
    const folder = await makeShoot(size, kind);
    const cache = mkdtempSync(join(tmpdir(), "lightwell-bench-cache-"));
    for (const [name, args] of [
      ["no cache", []],
      ["new cache", ["--cache", cache]],
      ["full cache", ["--cache", cache]],
    ] as const) {
      show(kind, name, inFreshProcess(folder, args));
    }
    rmSync(cache, { recursive: true });
  }
}

function inFreshProcess(folder: string, args: readonly string[]): Measured {
  const own = fileURLToPath(import.meta.url);
  const { stdout } = spawnSync(process.execPath, ["--import", "tsx", own, "--measure", folder, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(stdout) as Measured;
}

function show(kind: ShootKind, name: string, found: Measured): void {
  const { seconds, cpuSeconds, nodeMb, exiftoolMb, sets, thumbnailsRead } = found;
  const isMissed = seconds > barsS[kind] || nodeMb + exiftoolMb > barMb;
  console.log(
    `${isMissed ? "!" : " "} ${kind.padEnd(6)} ${name.padEnd(11)} ${seconds.toFixed(1).padStart(6)} s  ${cpuSeconds.toFixed(1).padStart(6)} s CPU  ${nodeMb.toFixed(0).padStart(4)} MB Node.js  ${exiftoolMb.toFixed(0).padStart(4)} MB ExifTool  ${sets} sets, ${thumbnailsRead} pictures read`,
  );
}

async function measure(folder: string, cacheDir = ""): Promise<Measured> {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const start = performance.now();
  const engine = createEngine({ cacheDir });
  const { groups, thumbnailsRead } = await engine.group(files);
  const seconds = (performance.now() - start) / 1000;
  const exiftoolMb = childrenMb();
  await engine.close();
  const { user, system } = process.cpuUsage();
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    nodeMb: ownPeakMb(),
    exiftoolMb,
    sets: groups.length,
    thumbnailsRead,
  };
}

/** The system's figure includes the time before the program began, so it is at least the parent's. */
function ownPeakMb(): number {
  return existsSync("/proc/self/status") ? peakMb("self") : process.resourceUsage().maxRSS / 1024;
}

function peakMb(pid: string): number {
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Sum of the peak memory of this process's children; 0 if the system has no /proc. */
function childrenMb(): number {
  try {
    const tasks = readdirSync("/proc/self/task");
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean),
    );
    return children.map(peakMb).reduce((sum, mb) => sum + mb, 0);
  } catch {
    return 0;
  }
}
