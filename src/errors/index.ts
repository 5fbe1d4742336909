export { type ErrorCode, type ErrorKind, errorCodes, errorKinds } from "./codes.ts";
export {
  aboutFile,
  cancelledError,
  EngineError,
  type ErrorData,
  wrapError,
} from "./engine-error.ts";
export { isNote, type Warning, type WarningCode, warningCodes } from "./warnings.ts";
