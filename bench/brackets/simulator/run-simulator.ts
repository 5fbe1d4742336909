import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addExif, type Shot } from "../../../fixtures/scene/index.ts";
import { Fuser } from "../fuse.ts";
import { deal, servePart, workApart } from "../parts.ts";
import { type SimulatedBracket, simulateBracket } from "./bracket.ts";
import { judgeMoving, judgeStill, type MovingScore, type StillScore } from "./judge.ts";
import { judgeTraffic, type TrafficScore } from "./judge-traffic.ts";
import { missedSimulatorBars, type ScoreKind, type SimulatorScores, simulatorLines, type Told } from "./report.ts";
import { measuredBasis } from "./response.ts";
import { SceneLibrary } from "./scenes.ts";

export interface SimulatorRequest {
  /** Number of brackets of each kind. */
  readonly counts: Readonly<Record<ScoreKind, number>>;
  /** Seed of the first bracket of each kind. */
  readonly first: number;
  readonly jobs: number;
  readonly small: boolean;
  readonly list: boolean;
  /** Folder to keep the frames of every bracket. */
  readonly keep?: string;
  /** File that receives each score as a line of JSON; a later run computes only the missing ones. */
  readonly scores?: string;
}

/** Brackets for one process. */
interface Part {
  readonly kind: ScoreKind;
  readonly seeds: readonly number[];
  readonly small: boolean;
  readonly keep?: string;
}

/** Prints results of fusing brackets of simulated cameras; returns the missed bars. */
export async function runSimulator(request: SimulatorRequest): Promise<string[]> {
  const library = new SceneLibrary(request.small);
  await library.prepare(request.jobs);
  if (!measuredBasis()) console.log("responses: parametric alone, the measured ones are not next to this checkout");
  const scores: SimulatorScores = {
    still: await scoreAll<Told<StillScore>>(request, "still"),
    moving: await scoreAll<Told<MovingScore>>(request, "moving"),
    traffic: await scoreAll<Told<TrafficScore>>(request, "traffic"),
  };
  for (const line of simulatorLines(scores, request.list)) console.log(line);
  return missedSimulatorBars(scores);
}

/** Distributes seeds over separate processes; scores already in the file are read from it. */
async function scoreAll<T extends { readonly seed: number }>(
  { counts, first, jobs, small, keep, scores: file }: SimulatorRequest,
  kind: ScoreKind,
): Promise<T[]> {
  const seeds = Array.from({ length: counts[kind] }, (_, i) => first + i);
  const made = (file === undefined ? [] : readScores<T>(file, kind)).filter(({ seed }) => seeds.includes(seed));
  const missing = seeds.filter((each) => !made.some(({ seed }) => seed === each));
  const shared = { kind, small, ...(keep === undefined ? {} : { keep }) };
  const note = (score: object) => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify({ kind, score })}\n`);
  };
  const own = fileURLToPath(import.meta.url);
  const parts = missing.length === 0 ? [] : deal(missing, jobs);
  const scores = await Promise.all(
    parts.map((part) =>
      parts.length === 1
        ? (scorePart({ ...shared, seeds: part }, note) as Promise<unknown> as Promise<T[]>)
        : workApart<T>(own, { ...shared, seeds: part }, note),
    ),
  );
  return [made, ...scores].flat().sort((a, b) => a.seed - b.seed);
}

function readScores<T>(file: string, kind: ScoreKind): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const scores = lines.map((line) => JSON.parse(line) as { kind: ScoreKind; score: T });
  return scores.filter((each) => each.kind === kind).map(({ score }) => score);
}

const judges = { still: judgeStill, moving: judgeMoving, traffic: judgeTraffic } as const;

async function scorePart(part: Part, tell: (score: object) => void = () => {}): Promise<object[]> {
  const { kind, seeds, small, keep } = part;
  const library = new SceneLibrary(small);
  const fuser = new Fuser();
  const scores: object[] = [];
  for (const seed of seeds) {
    const moves = { moving: kind !== "still", traffic: kind === "traffic" };
    const bracket = await simulateBracket(library, { seed, ...moves, width: small ? 240 : 600 });
    if (keep !== undefined) keepFrames(bracket, join(keep, `${kind}-${seed}`));
    const score = await judges[kind](bracket, fuser);
    const told = { ...score, setting: settingOf(bracket) };
    scores.push(told);
    tell(told);
  }
  return scores;
}

/** Describes the camera in one line. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await servePart(scorePart);
