import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { addExif, type Shot } from "../../../fixtures/scene/index.ts";
import { Fuser } from "../fuse.ts";
import { type SimulatedBracket, simulateBracket } from "./bracket.ts";
import { judgeMoving, judgeStill, leastShare, type MovingScore, type StillScore, visibleError } from "./judge.ts";
import { measuredBasis } from "./response.ts";
import { SceneLibrary } from "./scenes.ts";

export interface SimulatorWish {
  readonly still: number;
  readonly moving: number;
  /** Seed of the first bracket of either kind. */
  readonly first: number;
  readonly jobs: number;
  readonly small: boolean;
  readonly list: boolean;
  /** Folder for the frames of every bracket. */
  readonly keep?: string;
}

/** What the still and the moving brackets have to reach. */
export const simulatorBars = { replacedShare: 0.001, replacedBrackets: 0.001, medianAhead: 0 } as const;

/** A part of the brackets that one process makes. */
interface Part {
  readonly moving: boolean;
  readonly seeds: readonly number[];
  readonly small: boolean;
  readonly keep?: string;
}

const listed = 12;

/** Prints how still and moving brackets of simulated cameras come out; returns the bars that were missed. */
export async function runSimulator(wish: SimulatorWish): Promise<string[]> {
  const library = new SceneLibrary(wish.small);
  await library.prepare(wish.jobs);
  if (!measuredBasis()) console.log("responses: parametric alone, the measured ones do not lie beside this checkout");
  const missed: string[] = [];
  if (wish.still > 0) missed.push(...reportStill(await scoreAll<StillScore>(wish, false, wish.still), wish.list));
  if (wish.moving > 0) reportMoving(await scoreAll<MovingScore>(wish, true, wish.moving), wish.list);
  return missed;
}

/** Seeds in order, dealt to processes of their own. */
async function scoreAll<T extends { readonly seed: number }>(
  { first, jobs, small, keep }: SimulatorWish,
  moving: boolean,
  count: number,
): Promise<T[]> {
  const seeds = Array.from({ length: count }, (_, i) => first + i);
  const hands = Math.min(jobs, count);
  const parts = Array.from({ length: hands }, (_, job) => seeds.filter((_, i) => i % hands === job));
  const shared = { moving, small, ...(keep === undefined ? {} : { keep }) };
  if (hands === 1) return (await scorePart({ ...shared, seeds })) as unknown as T[];
  const scores = await Promise.all(parts.map((part) => scoreApart<T>({ ...shared, seeds: part })));
  return scores.flat().sort((a, b) => a.seed - b.seed);
}

async function scoreApart<T>(part: Part): Promise<T[]> {
  const own = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ["--import", "tsx", own], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(part));
  const scores: T[] = [];
  for await (const line of createInterface({ input: child.stdout })) scores.push(JSON.parse(line) as T);
  return scores;
}

async function scorePart(part: Part, tell: (score: object) => void = () => {}): Promise<object[]> {
  const { moving, seeds, small, keep } = part;
  const library = new SceneLibrary(small);
  const fuser = new Fuser();
  const scores: object[] = [];
  for (const seed of seeds) {
    const bracket = await simulateBracket(library, { seed, moving, width: small ? 240 : 600 });
    if (keep !== undefined) keepFrames(bracket, join(keep, `${moving ? "moving" : "still"}-${seed}`));
    const score = moving ? await judgeMoving(bracket, fuser) : await judgeStill(bracket, fuser);
    const told = { ...score, setting: settingOf(bracket) };
    scores.push(told);
    tell(told);
  }
  return scores;
}

/** The camera in a line. */
function settingOf({ scene, camera, plan }: SimulatedBracket): string {
  const { exposures, told } = plan;
  const [drift, displaced] = [
    Math.max(...exposures.flatMap((each) => each.drift.map((gain) => Math.abs(gain - 1)))),
    exposures[1].displacedPx,
  ];
  const evs = exposures.map(({ ev }) => ev.toFixed(1)).join("/");
  return `${scene}; ${evs} EV, EXIF ${told}; ${camera.response.kind}, saturation ${camera.saturation.toFixed(2)}, q ${camera.quality}, full well ${camera.fullWell.toFixed(0)}, drift ${(100 * drift).toFixed(1)} %, displaced ${displaced.toFixed(2)} px, vignetting ${camera.vignetting.toFixed(2)}, sharpening ${camera.sharpening.toFixed(2)}`;
}

function keepFrames({ jpegs, plan, frames, objects }: SimulatedBracket, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { width, height } = frames[0];
  for (const [i, jpeg] of jpegs.entries()) {
    const ev = plan.exposuresEv[i];
    const bytes = ev === undefined ? jpeg : addExif(jpeg, shotOf(ev, i), { width, height });
    writeFileSync(join(folder, `frame-${i + 1}.jpg`), bytes);
  }
  for (const { kind, mask } of objects) {
    const header = `P5 ${width} ${height} 255\n`;
    writeFileSync(
      join(folder, `moved-${kind}.pgm`),
      Buffer.concat([Buffer.from(header), mask.map((value) => 255 * value)]),
    );
  }
}

function shotOf(ev: number, i: number): Shot {
  const time = new Date(Date.UTC(2026, 4, 14, 8, 0, i)).toISOString().slice(0, 19);
  return {
    make: "Simulated",
    model: "Camera",
    exposureTimeS: 64 / 2 ** ev,
    fNumber: 8,
    iso: 100,
    focalMm: 17,
    focal35Mm: 17,
    takenAt: `${time}+00:00`,
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

type Told<T> = T & { readonly setting?: string };

function reportStill(scores: readonly Told<StillScore>[], list: boolean): string[] {
  const replaced = scores.filter((score) => score.replaced > simulatorBars.replacedShare);
  const ahead = scores.map(({ natural, mertens }) => natural - mertens);
  const share = replaced.length / scores.length;
  const median = quantile(ahead, 0.5);
  const rungs = scores.filter(({ rung }) => rung !== "" && rung !== "full").length;
  console.log(
    `still   ${scores.length} brackets: replaced > 0.1 % in ${replaced.length} (${(100 * share).toFixed(2)} %, bar ≤ 0.1 %); natural − mertens median ${signed(median)}, 2 % ${signed(quantile(ahead, 0.02))}, worst ${signed(Math.min(...ahead))}; off the first rung ${rungs}`,
  );
  if (list) {
    const worst = [...scores].sort((a, b) => b.replaced - a.replaced || a.natural - a.mertens - b.natural + b.mertens);
    for (const each of worst.slice(0, listed)) console.log(`  ${lineOf(each)}`);
    console.log("  furthest below mertens:");
    const below = [...scores].sort((a, b) => a.natural - a.mertens - (b.natural - b.mertens));
    for (const each of below.slice(0, listed)) console.log(`  ${lineOf(each)}`);
  }
  const missed: string[] = [];
  if (share > simulatorBars.replacedBrackets) missed.push("still brackets replaced");
  if (median < simulatorBars.medianAhead) missed.push("still brackets below mertens");
  return missed;
}

function lineOf({ seed, replaced, natural, mertens, setting = "", warnings, rung }: Told<StillScore>): string {
  return `${seed}: replaced ${(100 * replaced).toFixed(2)} %, natural − mertens ${signed(natural - mertens)}${rung && ` ${rung}`}; ${setting}${warnings.length > 0 ? `; ${[...new Set(warnings)].join(" ")}` : ""}`;
}

function reportMoving(scores: readonly Told<MovingScore>[], list: boolean): void {
  const objects = scores.flatMap((score) => score.objects);
  const kinds = ["all", ...new Set(objects.map(({ kind }) => kind))];
  console.log(
    `moving  ${scores.length} brackets, ${objects.length} objects over ${100 * leastShare} % of the picture; ghosts: plain fusion more than ${visibleError} RMS from every single frame`,
  );
  for (const kind of kinds) {
    const own = objects.filter((each) => kind === "all" || each.kind === kind);
    const ghosts = own.filter(({ plainError }) => plainError > visibleError);
    const gone = ghosts.filter(isGone);
    const area = (pick: (score: (typeof own)[number]) => number) =>
      ghosts.reduce((sum, each) => sum + each.share * pick(each), 0);
    const covered = area(({ covered }) => covered) / area(() => 1);
    console.log(
      `  ${kind.padEnd(8)} ghosts ${String(ghosts.length).padStart(4)}  found ${percent(gone.length / ghosts.length)}  area covered ${percent(covered)}  error left, median: ours ${quantile(
        ghosts.map(({ error }) => error),
        0.5,
      ).toFixed(4)} plain ${quantile(
        ghosts.map(({ plainError }) => plainError),
        0.5,
      ).toFixed(
        4,
      )}; worse than plain ${own.filter(({ error, plainError }) => error > 1.1 * plainError + 0.004).length}`,
    );
  }
  if (!list) return;
  const left = (score: MovingScore) => Math.max(0, ...score.objects.map(({ share, error }) => share * error));
  for (const each of [...scores].sort((a, b) => left(b) - left(a)).slice(0, 2 * listed)) {
    const parts = each.objects.map(
      ({ kind, share, covered, error, plainError }) =>
        `${kind} ${(100 * share).toFixed(1)} %, covered ${percent(covered).trim()}, error ${error.toFixed(3)} plain ${plainError.toFixed(3)}`,
    );
    console.log(
      `  ${each.seed}: ${parts.join("; ")}; replaced ${(100 * each.replaced).toFixed(1)} %${each.rung && ` ${each.rung}`}; ${each.setting ?? ""}`,
    );
  }
}

/** Half of the ghost is gone, or what is left cannot be seen. */
function isGone({ error, plainError }: { readonly error: number; readonly plainError: number }): boolean {
  return error <= Math.max(visibleError * 0.75, plainError / 2);
}

function percent(share: number): string {
  return Number.isNaN(share) ? "    –" : `${(100 * share).toFixed(1)} %`.padStart(7);
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  await scorePart(JSON.parse(Buffer.concat(chunks).toString()) as Part, (score) => console.log(JSON.stringify(score)));
}
