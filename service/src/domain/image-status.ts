/** registered → processing → processed | error; from each of them again to processing. */
export type ImageStatus = "registered" | "processing" | "processed" | "error";

/**
 * `begin`: it is to be enhanced, for the first time or again. `refuse`: it was to be, and the day's limit is reached.
 * `finish` and `fail`: what was begun has ended.
 */
export type ImageChange = "begin" | "refuse" | "finish" | "fail";

const transitions: Readonly<Record<ImageChange, Partial<Readonly<Record<ImageStatus, ImageStatus>>>>> = {
  begin: { registered: "processing", processing: "processing", processed: "processing", error: "processing" },
  // What is finished or being made stays so: a limit takes nothing away.
  refuse: { registered: "error", processing: "processing", processed: "processed", error: "error" },
  finish: { processing: "processed" },
  fail: { processing: "error" },
};

/** What a change makes of an image; undefined where there is nothing to be changed. */
export function statusAfter(change: ImageChange, status: ImageStatus): ImageStatus | undefined {
  return transitions[change][status];
}

/** Whether a change ends something, of which an event tells; an image that was processed already ends no more. */
export function isEnd(change: ImageChange, status: ImageStatus): boolean {
  const next = statusAfter(change, status);
  return next === "error" || (next === "processed" && status !== "processed");
}
