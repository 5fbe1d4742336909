export { type ErrorCode, type ErrorCodeEntry, type ErrorKind, errorCodes, errorKinds } from "./codes.ts";
export {
  aboutFile,
  cancelledError,
  EngineError,
  type ErrorContext,
  type ErrorData,
  missingFileError,
  wrapError,
} from "./engine-error.ts";
export {
  isNote,
  sharedCauseOf,
  type Warning,
  type WarningCode,
  type WarningCodeEntry,
  warningCodes,
} from "./warnings.ts";
