import { EngineError } from "./engine-error.ts";

/**
 * The error for a file of this package that is not next to its code, because a bundler moved the code or omitted the
 * file.
 */
export function missingFileError(name: string, cause?: unknown): EngineError {
  const message = `lightwell: expected its file ${name} next to its code, found none; a bundler moved one without the other. Mark lightwell as external in the bundler, and install it where the program runs (docs/how-to/bundlers.md)`;
  return new EngineError("unsupported/bundled", message, { file: name }, cause);
}
