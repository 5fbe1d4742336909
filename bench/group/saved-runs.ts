import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { machineName, today } from "../machine.ts";
import type { Score } from "./score.ts";

/** Results of a run of this bench in bench/results, from which the tables of docs/GROUPING.md are made. */
export interface SavedRun {
  readonly command: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly machine: string;
  /** Number of shoots and range of seeds, in words. */
  readonly range: string;
  readonly methods: readonly string[];
  /** One for each method; missed sets are not saved. */
  readonly scores: readonly Score[];
}

/** Shoots with their headers, or exported shoots. */
export type RunKind = "group" | "group-exports";

/** Saves today's run with its command, replacing the earlier one of this kind; then run `npm run format`. */
export function saveRun(kind: RunKind, run: Pick<SavedRun, "command" | "range" | "methods" | "scores">): void {
  const scores = run.scores.map((score) => ({ ...score, failures: [] }));
  const saved: SavedRun = { ...run, date: today(), machine: machineName(), scores };
  writeFileSync(fileOf(kind), `${JSON.stringify(saved, undefined, 2)}\n`);
}

/** Throws if no run of this kind was saved. */
export function readRun(kind: RunKind): SavedRun {
  return JSON.parse(readFileSync(fileOf(kind), "utf8")) as SavedRun;
}

function fileOf(kind: RunKind): string {
  return fileURLToPath(new URL(`../results/${kind}.json`, import.meta.url));
}
