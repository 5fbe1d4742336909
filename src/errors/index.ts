export { type ErrorCode, type ErrorCodeEntry, type ErrorKind, errorCodes, errorKinds } from "./codes.ts";
export {
  aboutFile,
  cancelledError,
  EngineError,
  type ErrorContext,
  type ErrorData,
  wrapError,
} from "./engine-error.ts";
export { missingFileError } from "./missing-file.ts";
export {
  isNote,
  sharedCauseOf,
  type Warning,
  type WarningCode,
  type WarningCodeEntry,
  warningCodes,
} from "./warnings.ts";
