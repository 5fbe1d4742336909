import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { medianOf } from "../../src/ops/index.ts";

export const lightwell = fileURLToPath(new URL("../../bin/lightwell.js", import.meta.url));

export interface Contestant {
  readonly name: string;
  command(frames: readonly string[], folder: string): readonly [string, ...string[]];
}

const contestants: readonly Contestant[] = [
  {
    name: "lightwell enhance",
    command: (frames, folder) => [
      process.execPath,
      lightwell,
      "enhance",
      ...frames,
      "--output-dir",
      folder,
      "--overwrite",
    ],
  },
  {
    name: "lightwell merge",
    command: (frames, folder) => [
      process.execPath,
      lightwell,
      "merge",
      ...frames,
      "--output",
      join(folder, "merge.jpg"),
      "--overwrite",
    ],
  },
  {
    name: "lightwell merge, mertens",
    command: (frames, folder) => [
      process.execPath,
      lightwell,
      "merge",
      ...frames,
      "--method",
      "mertens",
      "--output",
      join(folder, "mertens.jpg"),
      "--overwrite",
    ],
  },
  {
    name: "enfuse",
    command: (frames, folder) => ["enfuse", "--compression=95", "-o", join(folder, "enfuse.jpg"), ...frames],
  },
];

/** A peer's median, its ratio to enfuse and the largest resident size of its process. */
export interface PeerRow {
  readonly name: string;
  readonly seconds: number;
  readonly ratioToEnfuse: number | undefined;
  readonly peakMb: number;
}

export interface Run {
  readonly seconds: number;
  readonly peakMb: number;
}

/**
 * Times whole commands on the same frames, alternating, so that drift of the machine affects all equally: median
 * seconds, ratio to enfuse, peak memory.
 */
export function comparePeers(frames: readonly string[], rounds: number): PeerRow[] {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-peers-"));
  const present = contestants.filter(({ command }) => isInstalled(command([], folder)[0]));
  const runs = new Map(present.map(({ name }) => [name, [] as Run[]]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, command } of present) runs.get(name)?.push(time(command(frames, folder)));
  }
  // Additional peak memory for each frame, and that of three frames.
  const three = new Map(present.map(({ name, command }) => [name, time(command(frames.slice(1, 4), folder)).peakMb]));
  rmSync(folder, { recursive: true });
  const peer = median(runs.get("enfuse") ?? []);
  return [...runs].map(([name, results]) => {
    const seconds = median(results);
    const peak = Math.max(...results.map(({ peakMb }) => peakMb));
    const ratioToEnfuse = peer ? seconds / peer : undefined;
    const ratio = ratioToEnfuse === undefined ? "" : `  ${ratioToEnfuse.toFixed(3)} × enfuse`;
    console.log(
      `${name.padEnd(26)} ${seconds.toFixed(2).padStart(6)} s  peak ${peak.toFixed(0).padStart(5)} MB${ofThree(three.get(name), peak)}${ratio}`,
    );
    return { name, seconds, ratioToEnfuse, peakMb: peak };
  });
}

function ofThree(three: number | undefined, five: number): string {
  if (three === undefined || Number.isNaN(three)) return "";
  return ` (three frames ${three.toFixed(0)}, a further one ${((five - three) / 2).toFixed(0)})`;
}

export function median(runs: readonly Run[]): number {
  return medianOf(runs.map(({ seconds }) => seconds));
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** Wall time of a whole process, and its largest resident size (GNU time, if it is installed). */
export function time([program, ...args]: readonly [string, ...string[]]): Run {
  const gnuTime = "/usr/bin/time";
  const measured = isInstalled(gnuTime);
  const start = performance.now();
  const result = measured
    ? spawnSync(gnuTime, ["-f", "peak %M", program, ...args], { encoding: "utf8" })
    : spawnSync(program, args, { encoding: "utf8" });
  const seconds = (performance.now() - start) / 1000;
  if (result.status !== 0) throw new Error(`${program} ended with ${result.status}: ${result.stderr}`);
  return { seconds, peakMb: Number(/peak (\d+)/.exec(result.stderr)?.[1] ?? Number.NaN) / 1024 };
}
