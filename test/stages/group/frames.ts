import { emptyPhoto, type Photo } from "../../../src/image/index.ts";
import type { GroupFrame, GroupResult } from "../../../src/stages/group/index.ts";
import { seededRandom } from "../../support/random.ts";

interface FrameFacts {
  readonly name: string;
  /** Seconds since the shoot began. */
  readonly atS?: number;
  readonly timeS?: number;
  readonly fNumber?: number;
  readonly iso?: number;
  readonly model?: string;
  readonly resolutionMs?: number;
  readonly photo?: Partial<Photo>;
  readonly thumbnail?: GroupFrame["thumbnail"];
}

const begin = Date.UTC(2026, 4, 3, 9, 30);

/** A frame of a camera at f/8, ISO 100 unless said otherwise, without a picture. */
export function frameOf({ name, atS, timeS, fNumber = 8, iso = 100, model = "A", ...rest }: FrameFacts): GroupFrame {
  const resolutionMs = rest.resolutionMs ?? 10;
  const epochMs = begin + Math.floor(((atS ?? 0) * 1000) / resolutionMs) * resolutionMs;
  return {
    name,
    photo: {
      ...emptyPhoto,
      widthPx: 6000,
      heightPx: 4000,
      camera: { make: "Maker", model },
      lens: { model: "16-35", focalMm: 17 },
      exposure: timeS === undefined ? {} : { timeS, fNumber, iso },
      ...(atS === undefined
        ? {}
        : { capturedAt: { iso: new Date(epochMs).toISOString(), epochMs, resolutionMs, hasZone: false } }),
      ...rest.photo,
    },
    thumbnail: rest.thumbnail ?? (async () => undefined),
  };
}

/** The members of every group by name, sorted, so that results of differently ordered inputs compare. */
export function namesOf(frames: readonly GroupFrame[], { groups }: GroupResult): string[] {
  return groups
    .map((set) =>
      set.frames
        .map((i) => frames[i].name)
        .sort()
        .join(" "),
    )
    .sort();
}

export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1));
    [out[i], out[k]] = [out[k], out[i]];
  }
  return out;
}
