import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { machineName, today } from "../machine.ts";
import type { Score } from "./score.ts";

/** What a run of this bench measured, as bench/results keeps it: the tables of docs/GROUPING.md are made of it. */
export interface SavedRun {
  readonly command: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly machine: string;
  /** How many shoots and which seeds, in words. */
  readonly range: string;
  readonly methods: readonly string[];
  /** One for each method; the sets that were missed are not kept. */
  readonly scores: readonly Score[];
}

/** Shoots with their headers, or exported shoots. */
export type RunKind = "group" | "group-exports";

/** Saves a run of today under the words of its command, instead of the one before it of this kind. */
export function saveRun(kind: RunKind, run: Pick<SavedRun, "command" | "range" | "methods" | "scores">): void {
  const scores = run.scores.map((score) => ({ ...score, failures: [] }));
  const saved: SavedRun = { ...run, date: today(), machine: machineName(), scores };
  writeFileSync(fileOf(kind), `${JSON.stringify(saved, undefined, 1)}\n`);
}

/** Throws where no run of this kind was saved. */
export function readRun(kind: RunKind): SavedRun {
  return JSON.parse(readFileSync(fileOf(kind), "utf8")) as SavedRun;
}

function fileOf(kind: RunKind): string {
  return fileURLToPath(new URL(`../results/${kind}.json`, import.meta.url));
}
