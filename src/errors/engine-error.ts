import { type ErrorCode, type ErrorKind, errorCodes } from "./codes.ts";

/** Facts besides the message: plain JSON, so that an error can cross threads and appear in a report. */
export type ErrorContext = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An error as plain data. */
export interface ErrorData {
  /** What failed. */
  readonly code: ErrorCode;
  /** `stage: what was expected, what came`, with the remedy if there is one. */
  readonly message: string;
  /** Facts in addition to the message. */
  readonly context: ErrorContext;
}

/**
 * The only error class of the engine. `kind` says who must act; `message` reads `stage: what was expected, what came`.
 */
export class EngineError extends Error {
  /** Always `EngineError`. */
  override readonly name = "EngineError";
  /** What failed. */
  readonly code: ErrorCode;
  /** Facts in addition to the message, such as `file` or `option`. */
  readonly context: ErrorContext;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.context = context;
  }

  /** Who must act. */
  get kind(): ErrorKind {
    return errorCodes[this.code].kind;
  }

  /** Plain data for another thread, a report or a JSON response. */
  toData(): ErrorData {
    return { code: this.code, message: this.message, context: this.context };
  }

  /** The error from the plain data of {@link toData}, without its cause. */
  static fromData(data: ErrorData): EngineError {
    return new EngineError(data.code, data.message, data.context);
  }
}

/** Wraps an error of a foreign library once, at the call site. An EngineError is returned unchanged. */
export function wrapError(thrown: unknown, code: ErrorCode, stage: string, context: ErrorContext = {}): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new EngineError(code, `${stage}: ${text.split("\n", 1)[0]}`, context, thrown);
}

/** The error with the file that it is about at the beginning of its message. */
export function aboutFile(error: EngineError, file: string): EngineError {
  if (error.kind === "cancelled" || error.message.includes(file)) return error;
  return new EngineError(error.code, `${file}: ${error.message}`, { ...error.context, file }, error);
}

export function cancelledError(stage: string): EngineError {
  return new EngineError("cancelled", `${stage}: cancelled`);
}

/**
 * The error for a file of this package that is not next to its code, because a bundler moved the code or omitted the
 * file.
 */
export function missingFileError(name: string, cause?: unknown): EngineError {
  const message = `lightwell: expected its file ${name} next to its code, found none; a bundler moved one without the other. Mark lightwell as external in the bundler, and install it where the program runs (docs/how-to/bundlers.md)`;
  return new EngineError("unsupported/bundled", message, { file: name }, cause);
}
