import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";

const engine = "test/**/*.test.ts";
const service = "service/test/**/*.test.ts";
/**
 * Files that mock modules, or look at what belongs to a whole process: its threads, its temporary folder, programs it
 * starts.
 */
const alone = [
  "test/{cli,engine,exiftool,robustness,workers}/**/*.test.ts",
  "test/pipeline/{content-keys,ladder,source,spare-buffer}.test.ts",
  "service/test/kills.test.ts",
];

interface Part {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /**
   * Whether every file has a process of its own. What it loads takes half a second, a service's two, that others need
   * not.
   */
  readonly isolate: boolean;
  readonly maxWorkers: number;
  /** Parts of one turn follow each other without a wait for the last file of the first. */
  readonly turn: number;
}

const parts: Readonly<Record<string, Part>> = {
  alone: { include: alone, isolate: true, maxWorkers: 2, turn: 1 },
  // They wait for jobs and for the disk.
  service: { include: [service], exclude: alone, isolate: false, maxWorkers: 3, turn: 0 },
  engine: { include: [engine], exclude: alone, isolate: false, maxWorkers: 2, turn: 1 },
};

export default defineConfig({
  test: {
    // Once, before all parts.
    globalSetup: ["test/support/build.ts", "service/test/support/database-template.ts"],
    sequence: { sequencer: LongestFirst },
    projects: Object.entries(parts).map(([name, { include, exclude = [], isolate, maxWorkers, turn }]) => ({
      test: {
        name,
        include: [...include],
        exclude: ["**/node_modules/**", ...exclude],
        setupFiles: ["test/support/equal-bytes.ts"],
        // Several times what they take with two cores to themselves.
        testTimeout: 120_000,
        hookTimeout: 180_000,
        pool: "forks" as const,
        isolate,
        maxWorkers,
        sequence: { groupOrder: turn },
      },
    })),
  },
});
