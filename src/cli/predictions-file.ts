import type { GroupedSet } from "../pipeline/finding/index.ts";
import { shortLabels } from "./file-labels.ts";

const header = "filename,group_id";

/** The sets as CSV: a row a file, second files of a shot too, sets numbered from 1. */
export function formatPredictions(groups: readonly GroupedSet[]): string {
  const labels = shortLabels(groups.flatMap(({ files, twins }) => [...files, ...twins]));
  const rows = groups.flatMap(({ files, twins }, i) =>
    [...files, ...twins].map((file) => `${quoted(labels.get(file) ?? file)},${i + 1}`),
  );
  return `${[header, ...rows].join("\n")}\n`;
}

/** Whether a text is one of {@link formatPredictions}. */
export function isPredictions(text: string): boolean {
  return text.startsWith(`${header}\n`);
}

function quoted(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
