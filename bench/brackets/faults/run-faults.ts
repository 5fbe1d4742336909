import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type IntegerImage, PixelPool, share } from "../../../src/image/index.ts";
import {
  checkMerge,
  checkTone,
  findFrameEdges,
  gatherEvidence,
  type Measured,
  measureRings,
  measures,
  releaseView,
  viewPicture,
} from "../../../src/stages/check/index.ts";
import type { StageContext } from "../../../src/stages/context.ts";
import { InlineExecutor } from "../../../src/workers/help.ts";
import { tone } from "../../../test/support/tone.ts";
import { Dice } from "../../dice.ts";
import { tableLines } from "../../fusion/table.ts";
import { Fuser, photoOf } from "../fuse.ts";
import { deal, servePart, workApart } from "../parts.ts";
import { SceneLibrary } from "../simulator/scenes.ts";
import { writeBetween } from "../write-page.ts";
import { type Base, Bases } from "./bases.ts";
import { frameFaults } from "./frame-faults.ts";
import { pictureFaults } from "./picture-faults.ts";
import { copyOf } from "./pixels.ts";
import { faultMarkdown, faultTable, missedFaultBars } from "./table.ts";
import type { Trial } from "./trial.ts";
import { isVisible } from "./visible.ts";

export interface FaultsRequest {
  /** Number of planted faults, of all kinds in turn. */
  readonly count: number;
  /** Number of additional brackets without faults; by default three for each planted fault. */
  readonly clean?: number;
  /** Index of the first bracket, 0 or more: other brackets are other scenes and other parts of the real ones. */
  readonly first: number;
  readonly jobs: number;
  readonly small: boolean;
  /** Whether to print every fault that was not found, and every false alarm. */
  readonly list: boolean;
  /** Whether to write the table to docs/CHECK.md. */
  readonly write: boolean;
  /** CSV file with every number of the check for each trial. */
  readonly csv?: string;
}

/** Number of additional brackets without faults for each planted one, which show false alarms. */
const cleanPerPlanted = 3;

/** A fault and the stage at which it is planted. */
interface Planting {
  readonly name: string;
  readonly place: Trial["place"];
}

/** All combinations of fault and stage, used equally often. */
export const plantings: readonly Planting[] = [
  ...frameFaults.map(({ name }) => ({ name, place: "frames" as const })),
  ...pictureFaults.flatMap(({ name, places }) => places.map((place) => ({ name, place }))),
];

interface Part {
  readonly bases: readonly number[];
  /** Index of the first base without a planted fault. */
  readonly cleanFrom: number;
  readonly small: boolean;
}

/** Plants faults in good brackets and pictures and prints which of them the check finds; returns the missed bars. */
export async function runFaults(request: FaultsRequest): Promise<string[]> {
  const { count, first, jobs, small, list, write, csv } = request;
  await new SceneLibrary(small).prepare(jobs);
  const planted = Math.max(1, Math.ceil(count / plantings.length));
  const cleanFrom = first + planted;
  const clean = small ? 0 : (request.clean ?? planted * cleanPerPlanted);
  const bases = Array.from({ length: planted + clean }, (_, i) => first + i);
  const parts = deal(bases, jobs);
  const own = fileURLToPath(import.meta.url);
  const told =
    parts.length === 1
      ? [await plantPart({ bases, cleanFrom, small })]
      : await Promise.all(parts.map((part) => workApart<Trial>(own, { bases: part, cleanFrom, small })));
  const trials = told.flat().sort((a, b) => a.base - b.base);
  if (csv) writeFileSync(csv, trialLines(trials));
  const table = faultTable(trials);
  console.log(
    `\nFaults planted in ${planted} good brackets, and what the check finds\n${tableLines(table).join("\n")}`,
  );
  if (list) for (const trial of trials.filter(isWrong)) console.log(`  ${lineOf(trial)}`);
  if (write) writeBetween("CHECK.md", "faults", faultMarkdown(trials));
  return missedFaultBars(trials);
}

function isWrong({ fault, found, visible }: Trial): boolean {
  return fault === "" ? found.length > 0 : visible && found.length === 0;
}

function lineOf({ base, name, fault, place, strength, found }: Trial): string {
  const what =
    fault === "" ? `false alarm: ${found.join(", ")}` : `not found: ${fault}, strength ${strength.toFixed(2)}`;
  return `base ${base} (${name}), ${place}: ${what}`;
}

async function plantPart(
  { bases: indices, cleanFrom, small }: Part,
  tell: (trial: object) => void = () => {},
): Promise<Trial[]> {
  const executor = new InlineExecutor();
  const { signal } = new AbortController();
  const context: StageContext = {
    kernels: executor.kernels(signal),
    memory: new PixelPool(),
    signal,
    warn: () => {},
  };
  const fuser = new Fuser();
  const bases = new Bases(new SceneLibrary(small), small, context);
  const trials: Trial[] = [];
  for (const index of indices) {
    const base = await bases.at(index);
    const other = index < cleanFrom ? await bases.at(index + 2) : undefined;
    const shared = { base: index, name: base.name, kind: base.kind };
    const strengths = new Dice(0x60000 + index);
    const drawn = () => ({ strength: strengths.between(0, 1), seed: strengths.whole(1, 1e9) });
    const found = [
      ...(await plantInFrames(base, other, fuser, drawn)),
      ...(await plantInPicture(base, other !== undefined, fuser, context, drawn)),
    ];
    for (const each of found) {
      const trial = { ...shared, ...each };
      trials.push(trial);
      tell(trial);
    }
  }
  return trials;
}

type Found = Pick<Trial, "fault" | "place" | "strength" | "found" | "visible" | "measured">;
type Draw = () => { readonly strength: number; readonly seed: number };

interface Judged {
  readonly found: readonly string[];
  readonly measured: Measured;
}

/**
 * Runs the whole of `merge` without de-ghosting, whose own faults would count as found. If `other` is absent, no fault
 * is planted.
 */
async function plantInFrames(base: Base, other: Base | undefined, fuser: Fuser, draw: Draw): Promise<Found[]> {
  const photos = base.exposuresEv.map(photoOf);
  const judge = async (frames: Base["frames"]): Promise<Judged> => {
    try {
      const fused = await fuser.merge(frames, photos, { deghost: "off" });
      fuser.release(fused);
      const { check } = fused;
      const all = [...(check?.findings ?? []), ...(check?.tried ?? []).flatMap(({ findings }) => findings)];
      return { found: [...new Set(all.map(({ measure }) => measure))], measured: check?.measures ?? {} };
    } catch (thrown) {
      // A refused set counts as a found fault.
      return { found: [`refused: ${(thrown as { code?: string }).code ?? String(thrown)}`], measured: {} };
    }
  };
  const unchecked = async (frames: Base["frames"]): Promise<IntegerImage | undefined> => {
    try {
      const fused = await fuser.merge(frames, photos, { deghost: "off", check: "off" });
      const image = copyOf(fused.image);
      fuser.release(fused);
      return image;
    } catch {
      return undefined;
    }
  };
  const clean = await judge(base.frames);
  const trials: Found[] = [{ fault: "", place: "frames", strength: 0, ...clean, visible: false }];
  if (!other) return trials;
  const twin = await unchecked(base.frames);
  for (const { name, plant } of frameFaults) {
    const { strength, seed } = draw();
    const frames = plant(base.frames, strength, seed, other.frames);
    const { found, measured } = await judge(frames);
    const visible = isVisible(twin, await unchecked(frames));
    const news = found.filter((each) => !clean.found.includes(each));
    trials.push({ fault: name, place: "frames", strength, found: news, visible, measured });
  }
  return trials;
}

/** Plants the fault in the merged and in the toned picture, and calls the check stage directly. */
async function plantInPicture(
  base: Base,
  planted: boolean,
  fuser: Fuser,
  context: StageContext,
  draw: Draw,
): Promise<Found[]> {
  const { frames } = base;
  const fused = await fuser.merge(frames, base.exposuresEv.map(photoOf), {
    align: false,
    deghost: "off",
    check: "off",
  });
  const toned = await tone({ image: fused.image, outputBits: 8 }, {}, context);
  const views = await Promise.all(frames.map((frame) => viewPicture(frame, context)));
  const evidence = await gatherEvidence({ frames: views }, {}, context);
  if (!evidence) throw new Error(`${base.name}: too small to be checked`);
  const edges = await findFrameEdges(frames, context);
  const judges = {
    merge: async (image: IntegerImage) => {
      const facts = edges ? { rings: await measureRings(image, edges, context) } : {};
      return checkMerge({ image: share(image, context.memory), evidence, facts }, {}, context);
    },
    tone: (image: IntegerImage) =>
      checkTone({ before: fused.image, after: share(image, context.memory), map: toned.light }, {}, context),
  };
  const trials: Found[] = [];
  for (const place of ["merge", "tone"] as const) {
    const image = place === "merge" ? fused.image : toned.image;
    const twin = await judges[place](image);
    const clean = twin.findings.map(({ measure }) => measure);
    trials.push({ fault: "", place, strength: 0, found: clean, visible: false, measured: twin.measured });
    for (const { name, places, plant } of planted ? pictureFaults : []) {
      if (!places.includes(place)) continue;
      const { strength, seed } = draw();
      const spoilt = plant(image, strength, seed, frames);
      const { findings, measured } = await judges[place](spoilt);
      const found = findings.map(({ measure }) => measure).filter((each) => !clean.includes(each));
      trials.push({ fault: name, place, strength, found, visible: isVisible(image, spoilt), measured });
    }
  }
  for (const view of views) releaseView(view, context);
  if (toned.image !== fused.image) context.memory.release(toned.image.data);
  fuser.release(fused);
  return trials;
}

/** One line for each trial: names, strength, measures that reported it, then all numbers. */
function trialLines(trials: readonly Trial[]): string {
  const names = Object.keys(measures) as (keyof Measured)[];
  const head = ["base", "name", "kind", "fault", "place", "strength", "visible", "found", ...names].join(",");
  const lines = trials.map(({ base, name, kind, fault, place, strength, visible, found, measured }) =>
    [
      base,
      name,
      kind,
      fault.replaceAll(",", ""),
      place,
      strength,
      visible,
      found.join(" "),
      ...names.map((each) => measured[each] ?? ""),
    ].join(","),
  );
  return [head, ...lines, ""].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await servePart(plantPart);
