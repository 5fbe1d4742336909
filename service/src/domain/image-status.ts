/** registered → processing → processed | error; each of them → processing again. */
export type ImageStatus = "registered" | "processing" | "processed" | "error";

/**
 * `begin`: an enhancement begins, the first or another. `refuse`: the day's limit is reached. `finish` and `fail`: the
 * enhancement has ended.
 */
export type ImageChange = "begin" | "refuse" | "finish" | "fail";

const transitions: Readonly<Record<ImageChange, Partial<Readonly<Record<ImageStatus, ImageStatus>>>>> = {
  begin: { registered: "processing", processing: "processing", processed: "processing", error: "processing" },
  // A finished or running enhancement is not affected by a limit.
  refuse: { registered: "error", processing: "processing", processed: "processed", error: "error" },
  finish: { processing: "processed" },
  fail: { processing: "error" },
};

/** The state after a change of an image; undefined if the change does not apply. */
export function statusAfter(change: ImageChange, status: ImageStatus): ImageStatus | undefined {
  return transitions[change][status];
}

/** Whether a change is an end that an event reports; an image that is processed already has no further end. */
export function isEnd(change: ImageChange, status: ImageStatus): boolean {
  const next = statusAfter(change, status);
  return next === "error" || (next === "processed" && status !== "processed");
}
