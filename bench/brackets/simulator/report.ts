import { marked, signed, type Table, tableLines } from "../../fusion/table.ts";
import { type MovingScore, minShare, type ObjectScore, type StillScore, visibleError } from "./judge.ts";
import type { PassingScore, TrafficScore } from "./judge-traffic.ts";

/** A score and a line that describes the camera. */
export type Told<T> = T & { readonly setting: string };

/** Nothing moves; any kind of object moves; an object passes and must be shown whole. */
export type ScoreKind = "still" | "moving" | "traffic";

export interface SimulatorScores {
  readonly still: readonly Told<StillScore>[];
  readonly moving: readonly Told<MovingScore>[];
  readonly traffic: readonly Told<TrafficScore>[];
}

/**
 * Bars: maximum share of still brackets with more than `share` replaced, minimum median relative to mertens, minimum
 * share of passing objects shown whole, and maximum share of the others without a warning.
 */
const simulatorBars = { share: 0.001, brackets: 0.003, medianAhead: -0.02, whole: 0.97, silent: 0.01 } as const;

/** Number of the worst brackets that are listed. */
const listed = 12;

/** Tables of both kinds, optionally with the worst brackets. */
export function simulatorLines(scores: SimulatorScores, list: boolean): string[] {
  const { still, moving, traffic } = scores;
  const lines: string[] = [];
  if (still.length > 0) {
    lines.push("", "Simulated cameras, nothing moves", ...tableLines(stillTable(still)));
    if (list) lines.push(...worstStill(still));
  }
  if (moving.length > 0) {
    lines.push("", `Simulated cameras, ${movingWords(moving)}`, ...tableLines(movingTable(moving)));
    if (list) lines.push(...worstMoving(moving));
  }
  if (traffic.length > 0) {
    lines.push("", `Simulated cameras, ${trafficWords(traffic)}`, ...tableLines(trafficTable(traffic)));
    if (list) lines.push(...worstTraffic(traffic));
  }
  return lines;
}

function movingWords(moving: readonly MovingScore[]): string {
  const count = moving.reduce((sum, { objects }) => sum + objects.length, 0);
  return `${count} things over ${100 * minShare} % of the picture move; a ghost is ${visibleError} of full scale (RMS) from what every single frame saw`;
}

function trafficWords(traffic: readonly TrafficScore[]): string {
  return `${passing(traffic).length} people, cars, dogs, doors and curtains pass or swing`;
}

/** All passing objects, with the warnings of their pictures. */
function passing(traffic: readonly TrafficScore[]) {
  return traffic.flatMap(({ objects, warnings }) => objects.map((object) => ({ ...object, warnings })));
}

const isWhole = ({ outcome }: PassingScore) => outcome === "once" || outcome === "removed";
const isSilent = (object: ReturnType<typeof passing>[0]) =>
  !isWhole(object) && !object.warnings.some((code) => code.startsWith("check/"));
const shareOf = <T>(all: readonly T[], is: (each: T) => boolean) => all.filter(is).length / Math.max(1, all.length);

function trafficTable(traffic: readonly TrafficScore[]): Table {
  const objects = passing(traffic);
  const kinds = ["all", ...new Set(objects.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const own = objects.filter((each) => kind === "all" || each.kind === kind);
    const count = (outcome: PassingScore["outcome"]) => String(own.filter((each) => each.outcome === outcome).length);
    const [whole, silent] = [shareOf(own, isWhole), shareOf(own, isSilent)];
    return [
      kind,
      String(own.length),
      ...(["once", "removed", "twice", "ghost"] as const).map(count),
      marked(percent(whole), whole >= simulatorBars.whole),
      marked(percent(silent), silent <= simulatorBars.silent),
    ];
  });
  const head = ["what passes", "things", "once", "removed", "twice", "ghost"];
  const bars = [`whole ≥ ${100 * simulatorBars.whole} % `, `not, and no warning ≤ ${100 * simulatorBars.silent} % `];
  return { head: [...head, ...bars], rows };
}

function worstTraffic(traffic: readonly Told<TrafficScore>[]): string[] {
  const line = ({ seed, objects, replaced, rung, setting, warnings }: Told<TrafficScore>) =>
    `  ${seed}: ${objects.map(({ kind, outcome, off }) => `${kind} ${outcome}, ${percent(off)} off`).join("; ")}; replaced ${percent(replaced)}${rung && `, ${rung}`}; ${setting}; ${warnings.join(" ")}`;
  const worst = traffic.filter(({ objects }) => !objects.every(isWhole));
  return ["not whole:", ...worst.map(line)];
}

function missedTrafficBars(traffic: readonly TrafficScore[]): string[] {
  const objects = passing(traffic);
  if (objects.length === 0) return [];
  const [whole, silent] = [shareOf(objects, isWhole), shareOf(objects, isSilent)];
  return [
    ...(whole < simulatorBars.whole ? [`things whole ${percent(whole)}`] : []),
    ...(silent > simulatorBars.silent ? [`ghosts without a warning ${percent(silent)}`] : []),
  ];
}

export function missedSimulatorBars({ still, traffic }: SimulatorScores): string[] {
  const missed = missedTrafficBars(traffic);
  if (still.length === 0) return missed;
  const replaced = replacedOf(still).length / still.length;
  return [
    ...missed,
    ...(replaced > simulatorBars.brackets ? ["still brackets replaced"] : []),
    ...(quantile(still.map(aheadOf), 0.5) < simulatorBars.medianAhead ? ["still brackets below mertens"] : []),
  ];
}

function stillTable(still: readonly StillScore[]): Table {
  const ahead = still.map(aheadOf);
  const replaced = replacedOf(still).length;
  const [half, low, worst] = [quantile(ahead, 0.5), quantile(ahead, 0.02), Math.min(...ahead)];
  const safer = still.filter(({ rung }) => rung !== "" && rung !== "full").length;
  return {
    head: [
      "brackets",
      `replaced > ${100 * simulatorBars.share} % `,
      `of them, ≤ ${100 * simulatorBars.brackets} % `,
      `natural − mertens, median ≥ ${simulatorBars.medianAhead} `,
      "2 %",
      "worst",
      "on a safer rung",
    ],
    rows: [
      [
        String(still.length),
        String(replaced),
        marked(percent(replaced / still.length), replaced / still.length <= simulatorBars.brackets),
        marked(signed(half), half >= simulatorBars.medianAhead),
        signed(low),
        signed(worst),
        String(safer),
      ],
    ],
  };
}

function movingTable(moving: readonly MovingScore[]): Table {
  const objects = moving.flatMap((score) => score.objects);
  const kinds = ["all", ...new Set(objects.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const own = objects.filter((each) => kind === "all" || each.kind === kind);
    const ghosts = own.filter(({ plainError }) => plainError > visibleError);
    const area = ghosts.reduce((sum, { share }) => sum + share, 0);
    const covered = ghosts.reduce((sum, { share, covered: part }) => sum + share * part, 0);
    const median = (pick: (object: ObjectScore) => number) => quantile(ghosts.map(pick), 0.5).toFixed(4);
    return [
      kind,
      String(own.length),
      String(ghosts.length),
      percent(ghosts.filter(isGone).length / ghosts.length),
      percent(covered / area),
      median(({ error }) => error),
      median(({ plainError }) => plainError),
      String(own.filter(isWorse).length),
    ];
  });
  const head = ["what moves", "things", "ghosts in a plain fusion", "gone or halved", "of their area changed"];
  return { head: [...head, "error left, median", "plain", "worse than plain"], rows };
}

function worstStill(still: readonly Told<StillScore>[]): string[] {
  const line = ({ seed, replaced, natural, mertens, setting, warnings, rung }: Told<StillScore>) =>
    `  ${seed}: replaced ${percent(replaced)}, natural − mertens ${signed(natural - mertens)}${rung && `, ${rung}`}; ${setting}; ${[...new Set(warnings)].join(" ")}`;
  const replaced = [...still].sort((a, b) => b.replaced - a.replaced);
  const below = [...still].sort((a, b) => aheadOf(a) - aheadOf(b));
  return [
    "most replaced:",
    ...replaced.slice(0, listed).map(line),
    "furthest below:",
    ...below.slice(0, listed).map(line),
  ];
}

function worstMoving(moving: readonly Told<MovingScore>[]): string[] {
  const left = ({ objects }: MovingScore) => Math.max(0, ...objects.map(({ share, error }) => share * error));
  const part = ({ kind, share, covered, error, plainError }: ObjectScore) =>
    `${kind} ${percent(share)}, changed ${percent(covered)}, error ${error.toFixed(3)}, plain ${plainError.toFixed(3)}`;
  const line = ({ seed, objects, replaced, rung, setting, warnings }: Told<MovingScore>) =>
    `  ${seed}: ${objects.map(part).join("; ")}; replaced ${percent(replaced)}${rung && `, ${rung}`}; ${setting}; ${[...new Set(warnings)].join(" ")}`;
  const worst = [...moving].sort((a, b) => left(b) - left(a));
  return ["most left:", ...worst.slice(0, 2 * listed).map(line)];
}

function replacedOf(still: readonly StillScore[]): StillScore[] {
  return still.filter(({ replaced }) => replaced > simulatorBars.share);
}

function aheadOf({ natural, mertens }: StillScore): number {
  return natural - mertens;
}

/** Whether at least half of the ghost is removed, or the remainder is invisible. */
function isGone({ error, plainError }: ObjectScore): boolean {
  return error <= Math.max(visibleError * 0.75, plainError / 2);
}

function isWorse({ error, plainError }: ObjectScore): boolean {
  return error > 1.1 * plainError + 0.004;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function percent(share: number): string {
  return Number.isNaN(share) ? "–" : `${(100 * share).toFixed(2)} %`;
}
