import type { IntegerImage } from "../../src/image/index.ts";
import { type RoomBar, roomBars } from "./bars.ts";
import type { Method } from "./methods.ts";
import { renderRoom } from "./render-room.ts";
import { prepareMeasures, type RoomMeasures } from "./room-measures.ts";
import { canonicalRooms, type RoomPlan, variantRoom } from "./room-plan.ts";
import { marked, type Table } from "./table.ts";

export interface RoomResult {
  readonly plan: RoomPlan;
  readonly method: string;
  readonly measures: RoomMeasures;
}

/** Called with every fused room, e.g. to save it. */
export type RoomViewer = (plan: RoomPlan, method: string, image: IntegerImage) => Promise<void>;

/** Fuses and measures the six canonical rooms by every method. */
export function runCanonicalRooms(methods: readonly Method[], view?: RoomViewer): Promise<RoomResult[]> {
  return runRooms(canonicalRooms(), methods, view);
}

/** The same for seeded variants `first` to `first + count − 1`. */
export function runVariants(
  methods: readonly Method[],
  first: number,
  count: number,
  view?: RoomViewer,
): Promise<RoomResult[]> {
  return runRooms(
    Array.from({ length: count }, (_, i) => variantRoom(first + i)),
    methods,
    view,
  );
}

async function runRooms(
  plans: readonly RoomPlan[],
  methods: readonly Method[],
  view?: RoomViewer,
): Promise<RoomResult[]> {
  const results: RoomResult[] = [];
  for (const plan of plans) {
    const room = renderRoom(plan);
    const measure = prepareMeasures(room);
    // Cameras state the exposure of a frame, other files do not: every second room omits it.
    const exposures = plan.evs.map((ev) => (plan.seed % 2 === 0 ? 8 - ev : undefined));
    for (const method of methods) {
      const image = await method.fuse(room.frames, exposures);
      results.push({ plan, method: method.name, measures: measure(image) });
      await view?.(plan, method.name, image);
      method.release(image);
    }
  }
  return results;
}

/** One line for each room and method; missed bars are marked. */
export function roomTable(results: readonly RoomResult[]): Table {
  const shown = roomBars.filter((bar) => results.some(({ measures, plan }) => bar.value(measures, plan) !== undefined));
  const rows = results.map(({ plan, method, measures }) => [
    plan.name,
    method,
    ...shown.map((bar) => cellOf(bar, measures, plan)),
  ]);
  return { head: ["room", "method", ...shown.map(({ name, text }) => `${name} ${text} `)], rows };
}

function cellOf(bar: RoomBar, measures: RoomMeasures, plan: RoomPlan): string {
  const value = bar.value(measures, plan);
  return value === undefined ? "– " : marked(value.toFixed(bar.digits), bar.passes(value, measures));
}

/** One line for each method and bar: number of applicable rooms that pass, distribution, and the worst room. */
export function variantTable(results: readonly RoomResult[]): Table {
  const rows: string[][] = [];
  for (const method of new Set(results.map((result) => result.method))) {
    for (const bar of roomBars) {
      const own = results.filter((result) => result.method === method);
      const judged = own.flatMap(({ plan, measures }) => {
        const value = bar.value(measures, plan);
        return value === undefined ? [] : [{ plan, value, passes: bar.passes(value, measures) }];
      });
      judged.sort((a, b) => bar.distance(a.value) - bar.distance(b.value));
      if (judged.length === 0) continue;
      const at = (share: number) =>
        judged[Math.min(judged.length - 1, Math.floor(share * judged.length))].value.toFixed(bar.digits);
      const passed = judged.filter(({ passes }) => passes).length;
      rows.push([
        `${bar.name} ${bar.text}`,
        method,
        marked(`${passed}/${judged.length}`, passed === judged.length),
        at(0.5),
        at(0.9),
        at(0.98),
        at(1),
        String(judged[judged.length - 1].plan.seed),
      ]);
    }
  }
  return { head: ["bar", "method", "rooms passed ", "half", "90 %", "98 %", "worst", "its seed"], rows };
}

/** The bars that a method misses in some room. */
export function missedBars(results: readonly RoomResult[], method: string): Set<string> {
  const missed = new Set<string>();
  for (const { measures, plan } of results.filter((result) => result.method === method)) {
    for (const bar of roomBars) {
      const value = bar.value(measures, plan);
      if (value !== undefined && !bar.passes(value, measures)) missed.add(bar.name);
    }
  }
  return missed;
}
