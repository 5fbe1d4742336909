import { writeFileSync } from "node:fs";
import type { Failure } from "./score.ts";

/** A line for each missed set, by its traits, with their numbers. */
export function writeFailures(file: string, failures: readonly Failure[]): void {
  const byTraits = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = [...failure.traits].sort().join(", ");
    byTraits.set(key, [...(byTraits.get(key) ?? []), failure]);
  }
  const blocks = [...byTraits]
    .sort((a, b) => b[1].length - a[1].length)
    .map(([key, missed]) => `${missed.length} × ${key}\n${missed.map(lineOf).join("\n")}\n`);
  writeFileSync(file, blocks.join("\n"));
}

function lineOf({ seed, kind, mergesScenes, expected, found }: Failure): string {
  const groups = found.map((names) => `[${names.join(" ")}]`).join(" ");
  return `  seed ${seed}, ${kind}${mergesScenes ? " with another scene" : ""}: expected [${expected.join(" ")}], found ${groups}`;
}
