import type { GroupedFrame, GroupedSet, GroupOutcome } from "../pipeline/finding/index.ts";
import { formatEv } from "../stages/group/index.ts";
import { describeNames, shortLabels, withLabels } from "./file-labels.ts";
import { counted, duration, printable } from "./print.ts";

/**
 * Combining marks and joiners have width 0; East Asian characters and pictographs have width 2 (simplified from Unicode
 * TR 11).
 */
const noColumn = /^[\p{M}\p{Cf}]$/u;
const twoColumns =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** Width of a text in terminal columns. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += twoColumns.test(character) ? 2 : noColumn.test(character) ? 0 : 1;
  return width;
}

/** The text, truncated with an ellipsis to at most `width` columns. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let out = "";
  let used = 1;
  for (const character of text) {
    used += widthOf(character);
    if (used > width) break;
    out += character;
  }
  return `${out.trimEnd()}…`;
}

/** Pads with spaces on the given side. */
export function padToWidth(text: string, width: number, side: "left" | "right"): string {
  const fill = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? fill + text : text + fill;
}

/** Minimum confidence of a set, 0 to 1; sets below it should be checked. */
const sureEnough = 0.9;

/** Maximum width of the column of file names; longer names are truncated, `--why` shows them in full. */
const widestNames = 38;
const widestEvs = 24;

/** Whether a person should look at this set before it is enhanced. */
export function needsLook({ confidence, flags }: Pick<GroupedSet, "confidence" | "flags">): boolean {
  return confidence < sureEnough || flags.length > 0;
}

/**
 * The sets as a table of at most `width` columns: number, files, exposures, span, confidence, flags and the first
 * reason. With `all`, every file and reason of a set follows it on lines of their own, which may be longer.
 */
export function groupTable(groups: readonly GroupedSet[], { width, all }: { width: number; all: boolean }): string {
  const labels = shortLabels(groups.flatMap(({ files, twins }) => [...files, ...twins]));
  const rows = groups.map((set, i) => rowOf(set, i, labels));
  const header = ["SET", "FILES", "EV", "SPAN", "SURE", "LOOK", "WHY"];
  const shown = header.map((_, column) => column !== 5 || rows.some((row) => row[5] !== ""));
  const lines = [header, ...rows].map((row) => row.filter((_, column) => shown[column]));
  const widths = lines[0].slice(0, -1).map((_, column) => Math.max(...lines.map((row) => widthOf(row[column]))));
  const text = lines.map((cells) => {
    const padded = cells.slice(0, -1).map((cell, column) => {
      const isNumber = ["SET", "SPAN", "SURE"].includes(lines[0][column]);
      return padToWidth(cell, widths[column], isNumber ? "left" : "right");
    });
    return cutToWidth([...padded, cells.at(-1)].join("  "), width).trimEnd();
  });
  if (!all) return text.join("\n");
  return text.map((line, i) => (i === 0 ? line : [line, ...detailsOf(groups[i - 1], labels)].join("\n"))).join("\n");
}

function rowOf(set: GroupedSet, index: number, labels: ReadonlyMap<string, string>): string[] {
  const names = describeNames(set.files.map((file) => printable(labels.get(file) ?? file)));
  return [
    String(index + 1),
    cutToWidth(names, widestNames) + (set.twins.length > 0 ? ` +${set.twins.length}` : ""),
    cutToWidth(describeEvs(set), widestEvs),
    set.files.length > 1 && set.spanS !== undefined ? duration(set.spanS) : "",
    `${Math.round(set.confidence * 100)} %`,
    [...new Set(set.flags.map(({ kind }) => kind))].join(", ") || (needsLook(set) ? "unsure" : ""),
    printable(withLabels(set.reasons[0] ?? "", labels)),
  ];
}

function detailsOf({ files, twins, reasons, flags }: GroupedSet, labels: ReadonlyMap<string, string>): string[] {
  return [
    ...files.map((file) => `       ${printable(file)}`),
    ...twins.map((file) => `       (${printable(file)}: second file of a shot, not used)`),
    ...flags.map(({ kind, message }) => `     ! ${kind}: ${printable(withLabels(message, labels))}`),
    ...reasons.map((reason) => `     - ${printable(withLabels(reason, labels))}`),
  ];
}

/**
 * `−2 0 +2`, in capture order; `~−2 ~0 ~+2` as measured in the pictures if the files state no exposure, a dot if it is
 * unknown.
 */
export function describeEvs({ frames }: Pick<GroupedSet, "frames">): string {
  const exposures = frames.map((frame) => describeFrameEv(frame));
  if (frames.length < 2 || exposures.every((text) => text === "")) return "";
  return exposures.map((text) => text || "·").join(" ");
}

/** Empty if the exposure is unknown. */
export function describeFrameEv({ ev, pictureEv, flash }: Pick<GroupedFrame, "ev" | "pictureEv" | "flash">): string {
  if (flash) return "flash";
  if (ev !== undefined) return formatEv(ev);
  return pictureEv === undefined ? "" : `~${formatEv(pictureEv)}`;
}

/** `41 brackets, 3 single photographs; 2 to look at: 7, 19` and how long it took. */
export function groupSummary({ groups, thumbnailsRead }: GroupOutcome, seconds: number): string {
  const brackets = groups.filter(({ kind }) => kind === "bracket").length;
  const doubtful = groups.flatMap((set, i) => (needsLook(set) ? [i + 1] : []));
  const shown = doubtful.slice(0, 12).join(", ") + (doubtful.length > 12 ? ", …" : "");
  const counts = `${counted(brackets, "bracket")}, ${counted(groups.length - brackets, "single photograph")}`;
  const look = doubtful.length > 0 ? `; ${doubtful.length} to look at: ${shown}` : "";
  const pictures = thumbnailsRead > 0 ? `, ${counted(thumbnailsRead, "picture")} looked at` : "";
  return `${counts}${look} (${duration(seconds)}${pictures})`;
}
