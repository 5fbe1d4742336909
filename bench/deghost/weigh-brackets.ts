import { fileURLToPath } from "node:url";
import { type Evidence, weighAreas } from "../../src/stages/deghost/area-evidence.ts";
import type { Area } from "../../src/stages/deghost/areas.ts";
import { comparableFrames } from "../../src/stages/deghost/carry-out.ts";
import { findCandidates } from "../../src/stages/deghost/plan.ts";
import { testContext } from "../../test/support/context.ts";
import { relateFrames } from "../../test/support/related-stages.ts";
import { servePart } from "../brackets/parts.ts";
import { type SimulatedBracket, simulateBracket } from "../brackets/simulator/bracket.ts";
import { SceneLibrary } from "../brackets/simulator/scenes.ts";

/** Width of the simulated pictures, pixels. */
const widthPx = 600;
/** Amplitude of the displacement of frames that are poorly aligned, pixels. */
const displacedPx = 1.5;
/** Share of moved cells among an area's contradicting ones from which it counts as moved, and below which as still. */
const [movedFrom, stillBelow] = [0.25, 0.05];

/** What happens in a bracket. Only in the last two does something move. */
type Kind = "still" | "displaced" | "lights" | "moving" | "traffic";

export interface Case {
  readonly seed: number;
  readonly kind: Kind;
}

/** The brackets of a seed. */
export const casesOf = (seed: number): Case[] =>
  (["still", "displaced", "lights", seed % 2 === 0 ? "moving" : "traffic"] as const).map((kind) => ({ seed, kind }));

/** The areas of one bracket that are clearly moving or still. */
export interface Row extends Case {
  readonly areas: readonly {
    readonly evidence: Evidence;
    readonly isRight: boolean;
    /** Share of the picture. */
    readonly share: number;
  }[];
}

async function weighBrackets(cases: readonly Case[], tell: (row: Row) => void): Promise<void> {
  const library = new SceneLibrary(false);
  for (const { seed, kind } of cases) {
    const moves = { moving: kind === "moving" || kind === "traffic", traffic: kind === "traffic" };
    const faults = { lights: kind === "lights", displacedPx: kind === "displaced" ? displacedPx : undefined };
    const bracket = await simulateBracket(library, { seed, ...moves, ...faults, width: widthPx });
    tell({ seed, kind, areas: await areasOf(bracket) });
  }
}

/** Evidence for the areas that may have moved, as the stage computes it, with the truth known to the simulator. */
async function areasOf({ frames, plan, objects }: SimulatedBracket): Promise<Row["areas"]> {
  const context = testContext();
  const { relation } = await relateFrames(frames, context, plan.exposuresEv);
  if (!relation.links.some(({ trusted }) => trusted)) return [];
  const { copies, links, grid } = comparableFrames({ relation });
  const candidates = await findCandidates({ copies, links, grid }, context);
  const evidence = weighAreas(candidates.areas, { ...candidates, copies, grid });
  const moved = new Uint8Array(grid.width * grid.height);
  const { width } = frames[0];
  for (const { mask } of objects) {
    for (let p = mask.indexOf(1); p >= 0; p = mask.indexOf(1, p + 1)) {
      const [x, y] = [Math.floor((p % width) / grid.factor), Math.floor(p / width / grid.factor)];
      if (x < grid.width && y < grid.height) moved[y * grid.width + x] = 1;
    }
  }
  return candidates.areas.flatMap((area, i) => {
    const share = movedShare(area, candidates.worst, moved);
    if (share < movedFrom && share >= stillBelow) return [];
    return [{ evidence: evidence[i], isRight: share >= movedFrom, share: area.shown.length / moved.length }];
  });
}

/** Share of an area's contradicting cells that moved. */
function movedShare({ core, tolerated }: Area, worst: Uint8Array, moved: Uint8Array): number {
  const cells = core.filter((cell) => worst[cell] > tolerated);
  return cells.filter((cell) => moved[cell] === 1).length / Math.max(1, cells.length);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await servePart(weighBrackets);
