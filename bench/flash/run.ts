import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { deltaE00 } from "../fusion/color-difference.ts";
import { machineName, today } from "../machine.ts";
import { type MadeView, type Mode, makePictures, modes } from "./make-pictures.ts";
import { measureSurfaces, measureTraces } from "./measure-flash.ts";
import { photographFlash } from "./photograph-flash.ts";

const usage = `Renders rooms by their own light and by a moving flash, and compares every mode of --flash with the paint:
npm run bench -- flash [--first 101] [--rooms 12] [--json FILE]
Seeds up to 100 are for fitting; nothing was chosen on the others.`;

/** Measurements of one mode, one number for each surface, view or wall. */
interface Figures {
  /** ΔE00 between each large surface and its paint, in the stage's picture after one white balance. */
  readonly paint: number[];
  /** The same in the finished picture without white balance; paint in neutral light of the same brightness. */
  readonly finished: number[];
  /** The same relative to paint in uniform light over the whole picture, so that uneven light counts. */
  readonly evenlyLit: number[];
  readonly hot: number[];
  readonly shadow: number[];
  readonly window: number[];
  /** ΔE00 of each wall between the finished views of its room, and the same at equal lightness. */
  readonly walls: number[];
  readonly wallHues: number[];
  /** Number of views that the flash frames changed. */
  applied: number;
  views: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      first: { type: "string", default: "101" },
      rooms: { type: "string", default: "12" },
      json: { type: "string" },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(usage);
  const [first, rooms] = [Number(values.first), Number(values.rooms)];
  const figures = Object.fromEntries(modes.map((mode) => [mode, noFigures()])) as Record<Mode, Figures>;
  for (let seed = first; seed < first + rooms; seed++) {
    const room = photographFlash(seed);
    const made = await makePictures(room);
    for (const mode of modes) {
      const own = noFigures();
      measure(made[mode], own);
      join(figures[mode], own);
      if (values.verbose)
        console.log(`${seed} ${room.gel} ${room.plan.light} ${room.bouncedShare} | ${rowOf(mode, own)}`);
    }
  }
  console.log(
    "| mode | used | paint ΔE00 before toning, median / p90 / worst | within 3 | finished, median / p90 | within 3 | in one light, median / p90 | within 3 | hot spots | shadows | windows ΔE00 | same wall ΔE00, median / worst | within 3 | without lightness |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const mode of modes) console.log(rowOf(mode, figures[mode]));
  if (values.json) {
    const head = {
      date: today(),
      machine: machineName(),
      command: `npm run bench -- flash --first ${first} --rooms ${rooms}`,
    };
    writeFileSync(values.json, `${JSON.stringify({ ...head, modes: summaries(figures) }, null, 2)}\n`);
  }
}

function noFigures(): Figures {
  return {
    paint: [],
    finished: [],
    evenlyLit: [],
    wallHues: [],
    hot: [],
    shadow: [],
    window: [],
    walls: [],
    applied: 0,
    views: 0,
  };
}

function measure(views: readonly MadeView[], into: Figures): void {
  const walls = new Map<number, Parameters<typeof deltaE00>[0][]>();
  for (const { view, ambient, blended, finished, facts } of views) {
    into.views++;
    if (facts.applied) into.applied++;
    into.paint.push(...measureSurfaces(view, blended, true).map(({ shown, paint }) => deltaE00(shown, paint)));
    const surfaces = measureSurfaces(view, finished, false);
    into.finished.push(...surfaces.map(({ shown, paint }) => deltaE00(shown, paint)));
    into.evenlyLit.push(...surfaces.map(({ shown, evenlyLit }) => deltaE00(shown, evenlyLit)));
    for (const { surface, shown } of surfaces)
      if (surface < 4) walls.set(surface, [...(walls.get(surface) ?? []), shown]);
    const traces = measureTraces(view, ambient, blended);
    into.hot.push(traces.hot);
    into.shadow.push(traces.shadow);
    if (traces.window !== undefined) into.window.push(traces.window);
  }
  for (const [first, second] of walls.values()) {
    if (!second) continue;
    into.walls.push(deltaE00(first, second));
    into.wallHues.push(deltaE00(first, [first[0], second[1], second[2]]));
  }
}

function join(into: Figures, own: Figures): void {
  for (const name of ["paint", "finished", "evenlyLit", "hot", "shadow", "window", "walls", "wallHues"] as const)
    into[name].push(...own[name]);
  into.applied += own.applied;
  into.views += own.views;
}

function rowOf(mode: Mode, figures: Figures): string {
  const { paint, finished, evenlyLit, hot, shadow, window, walls, wallHues, applied, views } = figures;
  const f = (value: number) => value.toFixed(1);
  const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.001 ? 3 : 1)} %`;
  return `| ${[
    mode,
    `${applied}/${views}`,
    `${f(at(paint, 0.5))} / ${f(at(paint, 0.9))} / ${f(at(paint, 1))}`,
    percent(within(paint)),
    `${f(at(finished, 0.5))} / ${f(at(finished, 0.9))}`,
    percent(within(finished)),
    `${f(at(evenlyLit, 0.5))} / ${f(at(evenlyLit, 0.9))}`,
    percent(within(evenlyLit)),
    percent(mean(hot)),
    percent(mean(shadow)),
    `${f(mean(window))} / ${f(at(window, 1))}`,
    `${f(at(walls, 0.5))} / ${f(at(walls, 1))}`,
    percent(within(walls)),
    percent(within(wallHues)),
  ].join(" | ")} |`;
}

function summaries(figures: Record<Mode, Figures>): object {
  return Object.fromEntries(
    modes.map((mode) => {
      const { paint, finished, evenlyLit, hot, shadow, window, walls, wallHues, applied, views } = figures[mode];
      const of = (values: readonly number[]) => ({
        ...{ count: values.length, median: round(at(values, 0.5)), p90: round(at(values, 0.9)) },
        ...{ worst: round(at(values, 1)), within3: round(within(values)) },
      });
      const colours = { paint: of(paint), finished: of(finished), evenlyLit: of(evenlyLit) };
      const summary = { views, applied, ...colours, walls: of(walls), wallHues: of(wallHues) };
      return [mode, { ...summary, hotShare: mean(hot), shadowShare: mean(shadow), window: round(mean(window)) }];
    }),
  );
}

function round(value: number): number {
  return Math.round(1000 * value) / 1000;
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

function within(values: readonly number[]): number {
  return values.filter((value) => value <= 3).length / Math.max(1, values.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
}

await main();
