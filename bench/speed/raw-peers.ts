import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contestant, isInstalled, lightwell, median, type Run, time } from "./peers.ts";

const contestants: readonly Contestant[] = [
  {
    name: "lightwell develop",
    command: ([file], folder) => [
      process.execPath,
      lightwell,
      "develop",
      file,
      "--output",
      join(folder, "own.jpg"),
      "--overwrite",
    ],
  },
  {
    name: "dcraw_emu -q 3",
    command: ([file], folder) => ["dcraw_emu", "-w", "-q", "3", "-6", "-T", "-Z", join(folder, "dcraw.tiff"), file],
  },
  {
    name: "darktable-cli",
    command: ([file], folder) => {
      const core = ["--core", "--disable-opencl", "--configdir", join(folder, "darktable")];
      return ["darktable-cli", file, join(folder, `darktable-${performance.now()}.jpg`), "--hq", "true", ...core];
    },
  },
  {
    name: "rawtherapee-cli",
    command: ([file], folder) => ["rawtherapee-cli", "-o", join(folder, "rt.jpg"), "-d", "-j95", "-Y", "-c", file],
  },
];

/** A peer's median, its ratio to `lightwell develop`, and the largest resident size of its process. */
export interface RawPeerRow {
  readonly name: string;
  readonly seconds: number;
  readonly ratioToLightwell: number;
  readonly peakMb: number;
}

/**
 * Times whole commands that develop one RAW with default settings, alternating: median seconds, ratio to our own, peak
 * memory.
 */
export function compareRawPeers(file: string, rounds = 3): RawPeerRow[] {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-raw-peers-"));
  const present = contestants.filter(({ command }) => isInstalled(command([file], folder)[0]));
  const runs = new Map(present.map(({ name }) => [name, [] as Run[]]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, command } of present) runs.get(name)?.push(time(command([file], folder)));
  }
  rmSync(folder, { recursive: true });
  const own = median(runs.get("lightwell develop") ?? []);
  return [...runs].map(([name, results]) => {
    const seconds = median(results);
    const peakMb = Math.max(...results.map((result) => result.peakMb));
    const ratio = `lightwell takes ${(own / seconds).toFixed(3)} of it`;
    console.log(
      `${name.padEnd(26)} ${seconds.toFixed(2).padStart(6)} s  peak ${peakMb.toFixed(0).padStart(5)} MB  ${ratio}`,
    );
    return { name, seconds, ratioToLightwell: seconds / own, peakMb };
  });
}
