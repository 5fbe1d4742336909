import { markdownTable, marked, type Table } from "../../fusion/table.ts";
import { frameFaults } from "./frame-faults.ts";
import { pictureFaults } from "./picture-faults.ts";
import type { Trial } from "./trial.ts";

/** Minimum share of visible faults that the check finds, and maximum share of false alarms. */
const faultBars = { found: 0.97, falseAlarms: 0.01 } as const;

const weakest = new Map([...frameFaults, ...pictureFaults].map((fault) => [fault.name, fault.weakest]));
const placeWords = { frames: "frames", merge: "merged", tone: "toned" } as const;

/** One line for each fault and stage, then the clean twins. */
export function faultTable(trials: readonly Trial[]): Table {
  const planted = trials.filter(({ fault }) => fault !== "");
  const keys = [...new Set(planted.map(({ fault, place }) => `${fault}|${place}`))];
  const rows = keys.map((key) => {
    const own = planted.filter(({ fault, place }) => `${fault}|${place}` === key);
    const [{ fault, place }] = own;
    return [fault, weakest.get(fault) ?? "", placeWords[place], ...foundCells(own), namesOf(own)];
  });
  const clean = trials.filter(({ fault }) => fault === "");
  const twins = (["frames", "merge", "tone"] as const).map((place) => {
    const own = clean.filter((trial) => trial.place === place);
    const alarms = own.filter(({ found }) => found.length > 0);
    const share = alarms.length / Math.max(1, own.length);
    const cell = marked(percent(share), share <= faultBars.falseAlarms);
    return ["nothing", "false alarms", placeWords[place], String(own.length), "–", cell, "–", "–", namesOf(alarms)];
  });
  const all = ["all", "", "", ...foundCells(planted), ""];
  return {
    head: ["fault", "weakest", "planted in", "times", "visible", "found ", "rendered", "real", "mostly by"],
    rows: [...rows, all, ...twins],
  };
}

export function faultMarkdown(trials: readonly Trial[]): string {
  return markdownTable(faultTable(trials));
}

/** Counts visible faults only: an invisible change is not a fault. */
function foundCells(own: readonly Trial[]): string[] {
  const seen = own.filter(({ visible }) => visible);
  const share = foundShare(seen);
  const kinds = (["rendered", "real"] as const).map((kind) => {
    const some = seen.filter((trial) => trial.kind === kind);
    return some.length === 0 ? "–" : percent(foundShare(some));
  });
  return [String(own.length), String(seen.length), marked(percent(share), share >= faultBars.found), ...kinds];
}

function foundShare(own: readonly Trial[]): number {
  return own.filter(({ found }) => found.length > 0).length / Math.max(1, own.length);
}

/** The measures that report most often. */
function namesOf(own: readonly Trial[]): string {
  const counts = new Map<string, number>();
  for (const { found } of own) for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return ranked
    .slice(0, 3)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Missed bars, in words. */
export function missedFaultBars(trials: readonly Trial[]): string[] {
  const found = foundShare(trials.filter(({ fault, visible }) => fault !== "" && visible));
  const alarms = foundShare(trials.filter(({ fault }) => fault === ""));
  return [
    ...(found < faultBars.found ? [`faults found ${percent(found)} < ${percent(faultBars.found)}`] : []),
    ...(alarms > faultBars.falseAlarms ? [`false alarms ${percent(alarms)} > ${percent(faultBars.falseAlarms)}`] : []),
  ];
}
