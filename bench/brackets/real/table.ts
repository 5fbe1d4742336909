import { marked, signed, type Table } from "../../fusion/table.ts";
import { foldOf, folds, notStill } from "./folds.ts";
import type { BracketResult } from "./judge-bracket.ts";

/**
 * Bars of `merge` for sets without motion: number of damaged pictures, mean MEF-SSIM relative to a plain fusion, and
 * mean share of edges with a ring relative to enfuse.
 */
const bracketBars = { ruined: 0, suspect: 2, mean: -0.02, rings: 0.02 } as const;

/** Sets that count: those with motion have no plain fusion as a reference. */
export function counted(results: readonly BracketResult[]): BracketResult[] {
  return results.filter(({ name }) => !notStill.has(name));
}

/** Methods whose rings are shown next to those of natural. */
const ringPeers = ["mertens", "enfuse"];
const ringHeads = (methods: readonly string[]) =>
  ["natural", ...ringPeers.filter((peer) => methods.includes(peer))].map((method) => `rings ${method}`);
const percentOf = (share: number | undefined) => (share === undefined ? "–" : `${(100 * share).toFixed(0)} %`);

/** One line for each set. */
export function bracketTable(results: readonly BracketResult[]): Table {
  const methods = [...new Set(results.flatMap(({ scores }) => [...scores.keys()]))];
  const isEnhanced = results.some(({ enhanced }) => enhanced);
  const rows = results.map((result) => {
    const { name, damage, verdict, ahead, scores, rings, moved, rung, findings, enhanced, frames, width, height } =
      result;
    const isCounted = !notStill.has(name);
    return [
      name,
      `${frames} × ${width} × ${height}`,
      String(foldOf(name) ?? "–"),
      `${(100 * moved).toFixed(1)} %`,
      damage.far.toFixed(3),
      damage.p95.toFixed(1),
      damage.specks.toFixed(3),
      ...methods.map((method) => scores.get(method)?.toFixed(4) ?? "–"),
      signed(ahead),
      ...["natural", ...ringPeers.filter((peer) => methods.includes(peer))].map((method) =>
        percentOf(rings.get(method)),
      ),
      percentOf(result.shadows),
      isCounted ? marked(verdict, verdict !== "RUINED") : `(${verdict}) `,
      rung || "–",
      findings.join(", ") || "–",
      ...(isEnhanced ? [`${enhanced?.rung || "–"} ${enhanced?.findings.join(", ") ?? ""}`.trim()] : []),
    ];
  });
  const head = [
    "set",
    "frames",
    "fold",
    "moved",
    "far",
    "p95",
    "specks",
    ...methods,
    "natural − plain",
    ...ringHeads(methods),
    "shadows kept",
    "verdict ",
  ];
  return { head: [...head, "rung", "check", ...(isEnhanced ? ["enhance"] : [])], rows };
}

/** One line for each fold and one for all: results on sets that were not used to choose constants. */
export function foldTable(results: readonly BracketResult[]): Table {
  const known = folds.map(({ name, reason }, i) => {
    const own = results.filter((result) => foldOf(result.name) === i + 1);
    return { name: `${i + 1} ${name}`, reason, own };
  });
  const parts = [...known, { name: "all", reason: "", own: [...results] }].filter(({ own }) => own.length > 0);
  const rows = parts.map(({ name, reason, own }) => {
    const still = counted(own);
    const aheads = still.map(({ ahead }) => ahead);
    const count = (verdict: string) => still.filter((result) => result.verdict === verdict).length;
    const [ruined, mean, worst] = [count("RUINED"), meanOf(aheads), Math.min(...aheads)];
    return [
      name,
      reason,
      `${still.length} of ${own.length}`,
      marked(String(ruined), ruined <= bracketBars.ruined),
      String(count("suspect")),
      still.length === 0 ? "–" : marked(signed(mean), mean >= bracketBars.mean),
      still.length === 0 ? "–" : signed(worst),
      String(own.filter(({ rung }) => rung !== "" && rung !== "full").length),
    ];
  });
  const head = [
    "fold",
    "why together",
    "still sets",
    "ruined ",
    "suspect",
    "natural − plain, mean ",
    "worst",
    "on a safer rung",
  ];
  return { head, rows };
}

/** Missed bars of the sets, in words. */
export function missedBracketBars(results: readonly BracketResult[]): string[] {
  const still = counted(results);
  if (still.length === 0) return [];
  const named = (verdict: string) => still.filter((result) => result.verdict === verdict).map(({ name }) => name);
  const [ruined, suspect] = [named("RUINED"), named("suspect")];
  const mean = meanOf(still.map(({ ahead }) => ahead));
  const more = still.flatMap(({ rings }) => {
    const [own, theirs] = ["natural", "enfuse"].map((method) => rings.get(method));
    return own === undefined || theirs === undefined ? [] : [own - theirs];
  });
  return [
    ...(ruined.length > bracketBars.ruined ? [`ruined: ${ruined.join(", ")}`] : []),
    ...(suspect.length > bracketBars.suspect ? [`suspect: ${suspect.join(", ")}`] : []),
    ...(mean < bracketBars.mean ? [`mean ${signed(mean)} < ${bracketBars.mean}`] : []),
    ...(meanOf(more) > bracketBars.rings ? [`edges with rings: enfuse + ${percentOf(meanOf(more))}`] : []),
  ];
}

/** A whole table as comma-separated values. */
export function csvOf({ head, rows }: Table): string {
  const cell = (text: string) => `"${text.trim().replaceAll('"', '""')}"`;
  return `${[head, ...rows].map((row) => row.map(cell).join(",")).join("\n")}\n`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
