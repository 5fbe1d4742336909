import { type Shoot, toFrames } from "../../fixtures/shoots/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import { type GroupFrame, type GroupOptionsInput, group } from "../../src/stages/group/index.ts";
import { InlineExecutor } from "../../src/workers/help.ts";
import { fixedSize, huginStacks, timeGap } from "./peer-rules.ts";

/** Sets as indices of files; each file is in one. */
export interface Grouping {
  readonly sets: readonly (readonly number[])[];
  /** The method's confidence in each set, 0 to 1, if it has one. */
  readonly confidences?: readonly number[];
  readonly thumbnailsRead: number;
}

/** A method of finding the sets of a shoot. */
export interface Method {
  readonly name: string;
  /** Whether it applies only to exported shoots. */
  readonly isForExports?: boolean;
  group(shoot: Shoot): Promise<Grouping>;
}

const { signal } = new AbortController();
const context = { kernels: new InlineExecutor().kernels(signal), memory: new PixelPool(), signal, warn: () => {} };

async function groupOurs(frames: readonly GroupFrame[], options: GroupOptionsInput = {}): Promise<Grouping> {
  const { groups, thumbnailsRead } = await group({ frames }, options, context);
  const sets = groups.map(({ frames: members, flash, twins }) => [
    ...members,
    ...flash,
    ...twins.map((twin) => twin.frame),
  ]);
  return { sets, confidences: groups.map(({ confidence }) => confidence), thumbnailsRead };
}

function peer(name: string, rule: (frames: readonly GroupFrame[], size: number) => number[][]): Method {
  return {
    name,
    group: async (shoot) => ({ sets: rule(toFrames(shoot), usualSize(shoot)), thumbnailsRead: 0 }),
  };
}

/** The photographer's setting: the most common size of the shoot's brackets. */
function usualSize({ sets, files }: Shoot): number {
  const counts = new Map<number, number>();
  for (const set of sets) {
    if (!set.isBracket) continue;
    const stems = new Set(set.files.map((i) => files[i].name.replace(/\.\w+$/, ""))).size;
    counts.set(stems, (counts.get(stems) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 3;
}

export const methods: readonly Method[] = [
  { name: "lightwell", group: (shoot) => groupOurs(toFrames(shoot)) },
  { name: "lightwell, no maker tags", group: (shoot) => groupOurs(toFrames(shoot, { hasMakerTags: false })) },
  {
    name: "lightwell, same view",
    isForExports: true,
    group: (shoot) => groupOurs(toFrames(shoot), { sameView: true }),
  },
  peer("time gap of 2 s", (frames) => timeGap(frames, 2)),
  peer("fixed N", fixedSize),
  peer("hugin's rule", huginStacks),
];
