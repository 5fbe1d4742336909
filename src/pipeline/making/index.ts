export { neededFor, usesFlash } from "./blend-flash.ts";
export { developSet, enhanceSet, mergeSet, outputBitsOf } from "./bracket.ts";
export { debugName } from "./debug-pictures.ts";
export { geometryHistory } from "./earlier-work.ts";
export { Job } from "./job.ts";
export { expectDeveloped } from "./jpeg-metadata.ts";
export {
  checkTarget,
  type Delivered,
  type ReturnedPicture,
  reportPath,
  type StreamedPicture,
  type WrittenPicture,
} from "./output.ts";
export type { CheckReport } from "./picture.ts";
export { type Account, accountOf, type Report, readAccount, reportSchema } from "./report.ts";
export { type Call, runSet, type SetOrder, type SetWatcher } from "./run-set.ts";
export { bytesOf, type KeptSet, ownCopy, SetRun } from "./set-run.ts";
export { geometryOf, type ShapedPicture, shapedPicture } from "./shape-picture.ts";
