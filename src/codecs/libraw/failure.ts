import { EngineError } from "../../errors/index.ts";

/** Cause of a failure: the file, LibRaw's coverage, or its limits. */
type FailureReason = "corrupt" | "unsupported" | "memory";

/** An error code, an exception or a trap of LibRaw. */
export class LibRawFailure extends Error {
  override readonly name = "LibRawFailure";
  readonly reason: FailureReason;

  constructor(message: string, reason: FailureReason, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** LibRaw's return codes (libraw_const.h, enum LibRaw_errors). */
const codes: Readonly<Record<number, readonly [string, FailureReason]>> = {
  [-1]: ["no decoder", "unsupported"],
  [-2]: ["unsupported file", "unsupported"],
  [-4]: ["calls out of order", "corrupt"],
  [-8]: ["not implemented", "unsupported"],
  [-100007]: ["out of memory", "memory"],
  [-100008]: ["corrupt data", "corrupt"],
  [-100009]: ["end of file", "corrupt"],
  [-100010]: ["cancelled", "corrupt"],
  [-100011]: ["bad crop", "corrupt"],
  [-100012]: ["too big", "memory"],
  [-100013]: ["memory pool overflow", "memory"],
};

/** Its exceptions (enum LibRaw_exceptions); its calls do not catch all of them. */
const exceptions: readonly (readonly [string, FailureReason])[] = [
  ["unknown exception", "corrupt"],
  ["out of memory", "memory"],
  ["raw decoder failed", "corrupt"],
  ["JPEG decoder failed", "corrupt"],
  ["end of file", "corrupt"],
  ["corrupt data", "corrupt"],
  ["cancelled", "corrupt"],
  ["bad crop", "corrupt"],
  ["bad file", "corrupt"],
  ["JPEG 2000 decoder failed", "corrupt"],
  ["too big", "memory"],
  ["memory pool overflow", "memory"],
  ["unsupported format", "unsupported"],
];

/**
 * The failure for a code of the wrapper: negative values are LibRaw's return codes, values from 1000 its exceptions.
 */
export function libRawFailure(code: number): LibRawFailure {
  const [text, reason] = (code >= 1000 ? exceptions[code - 1000] : codes[code]) ?? [`error ${code}`, "corrupt"];
  return new LibRawFailure(`LibRaw: ${text}`, reason);
}

/** The error for a RAW whose coding no decoder supports; `variant` names the camera and the coding. */
export function noDecoder(variant: string, cause?: unknown): EngineError {
  const message = `decode: this RAW (${variant}) cannot be decoded; export the photograph to JPEG, TIFF or an ordinary DNG`;
  return new EngineError("unsupported/variant", message, { variant }, cause);
}
