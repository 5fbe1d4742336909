import { EngineError } from "../errors/index.ts";
import type { FailedFile } from "../pipeline/finding/index.ts";
import { exitCodes, someFailed } from "./exit-codes.ts";

/** A failed file as JSON documents show it. */
export function failureJson({ file, error }: FailedFile): object {
  return { file, code: error.code, kind: error.kind, message: error.message };
}

/** 0 when nothing failed; the kind's code when everything failed for one kind of reason; else 1. */
export function failureExitCode(failed: readonly { readonly error: EngineError }[], total: number): number {
  if (failed.length === 0) return 0;
  const kinds = new Set(failed.map(({ error }) => error.kind));
  const [only] = kinds;
  return failed.length === total && kinds.size === 1 ? exitCodes[only] : someFailed;
}

/** Throws `options/invalid` when a command that needs files got none. */
export function requirePaths(paths: readonly string[]): void {
  if (paths.length === 0) throw new EngineError("options/invalid", "expected at least one file or folder, got none");
}

/** Throws `input/empty` when the folders given hold no photograph. */
export function requirePhotographs(
  files: readonly string[],
  paths: readonly string[],
  passedOver: readonly string[],
): void {
  if (files.length > 0) return;
  const [first] = passedOver;
  const hint = first === undefined ? "" : `; folders in folders are not searched, name them too, such as ${first}`;
  throw new EngineError("input/empty", `found no photographs in ${paths.join(", ")}${hint}`);
}
