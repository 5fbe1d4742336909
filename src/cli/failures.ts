import { EngineError, type ErrorKind } from "../errors/index.ts";
import type { FailedFile } from "../pipeline/finding/index.ts";
import { engineOptions, enhanceTables } from "../pipeline/options.ts";
import { flagName } from "./flags.ts";

/** Options whose names cannot be mistaken for words: these have a capital within. */
const optionNames = new Set(
  [...Object.values(enhanceTables), engineOptions].flatMap((table) => Object.keys(table)).filter(isCompound),
);

function isCompound(name: string): boolean {
  return /[A-Z]/.test(name);
}

/** An identifier that is not a part of a path or a file name. */
const identifier = /(?<![\w/\\.-])[a-z]\w*(?![\w/\\-]|\.\w)/g;

/** The engine's message with flags instead of the library's options. */
export function withFlagNames(text: string): string {
  return text
    .replace(/(?<![\w/\\])\w+ \((--[\w-]+)\)/g, "$1")
    .replace(identifier, (word) => (optionNames.has(word) ? `--${flagName(word)}` : word));
}

/** The message of an error; it begins with the flag if one is the cause. */
export function messageInFlags({ kind, message, context }: EngineError): string {
  // Files with options use the library's names.
  if (kind === "options" && typeof context["file"] === "string") return message;
  const text = withFlagNames(message);
  const option = context["option"];
  if (kind !== "options" || typeof option !== "string") return text.replace(/^engine: /, "");
  const flag = `--${flagName(option.replace(/^-+/, ""))}`;
  const [, fault = text] = /^\w+: (.*)$/s.exec(text) ?? [];
  if (fault.startsWith(`${option} must be`)) return flag + fault.slice(option.length);
  return fault === text || fault.includes(flag) ? fault : `${flag}: ${fault}`;
}

/**
 * Exit codes for all kinds of error. 0 is success, 1 means that some of several files
 * failed.
 */
export const exitCodes: Readonly<Record<ErrorKind, number>> = {
  options: 2,
  input: 3,
  unsupported: 4,
  limits: 5,
  io: 6,
  internal: 70,
  cancelled: 130,
};

export const someFailed = 1;

/** A failed file in JSON documents. */
export function failureJson({ file, error }: FailedFile): object {
  return { file, code: error.code, kind: error.kind, message: messageInFlags(error) };
}

/** 0 if nothing failed, the code of the kind if everything failed for the same kind of reason, otherwise 1. */
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
