import type { StudioImage, StudioOrder } from "../../store/studio-orders.ts";

export type Tone = "good" | "bad" | "busy" | "plain";

/** A state in plain words, and how it is shown. */
export interface State {
  readonly text: string;
  readonly tone: Tone;
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What an order is called: its name, or when it was made. */
export function titleOf({ name, createdAt }: Pick<StudioOrder, "name" | "createdAt">): string {
  return name ?? `Order of ${createdAt.toISOString().slice(0, 16).replace("T", ", ")} UTC`;
}

export function stateOfOrder({ isMerging, counts, total, waitingFiles }: StudioOrder): State {
  const { processing, processed, error, registered } = counts;
  if (isMerging) return { text: "Finding out which frames belong together", tone: "busy" };
  if (processing > 0) return { text: `Making pictures: ${processed} of ${total} ready`, tone: "busy" };
  if (total === 0 || registered === total) {
    if (waitingFiles === 0) return { text: "No files yet", tone: "plain" };
    return { text: `${countOf(waitingFiles, "file")} uploaded, not started`, tone: "plain" };
  }
  const failed = error > 0 ? `, ${error} could not be made` : "";
  return { text: `${countOf(processed, "picture")} ready${failed}`, tone: processed === 0 ? "bad" : "good" };
}

export function stateOfImage({ status, picture }: Pick<StudioImage, "status" | "picture">): State {
  if (status === "processing") return { text: picture ? "Being made again" : "Being made", tone: "busy" };
  if (status === "processed") return { text: "Ready", tone: "good" };
  if (status === "error") return { text: "Could not be made", tone: "bad" };
  return { text: "Waits for its file", tone: "plain" };
}

/** A reason without the code that programs read: `input/decode: the file …` → `The file …`. */
export function sentenceOf(reason: string): string {
  const text = reason.replace(/^[a-z]+(\/[a-z-]+)*: /, "");
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
