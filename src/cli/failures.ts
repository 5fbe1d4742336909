import { EngineError } from "../errors/index.ts";
import type { FailedFile } from "../pipeline/finding/index.ts";
import { exitCodes, someFailed } from "./exit-codes.ts";
import { messageInFlags } from "./flag-names.ts";

/** A failed file as JSON documents show it. */
export function failureJson({ file, error }: FailedFile): object {
  return { file, code: error.code, kind: error.kind, message: messageInFlags(error) };
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
