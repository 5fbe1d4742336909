import { limits } from "./limits.ts";

/** Step at which a finding was made: on the frames, after merge, or after tone. */
type Place = "frames" | "merge" | "tone";

interface MeasureEntry {
  readonly place: Place;
  /** Maximum; a larger value is a finding. */
  readonly limit: number;
  /** Whether another way of fusing the same frames can fix it. */
  readonly fixable: boolean;
  /** Description of the fault in plain words, followed by the value. */
  readonly sentence: string;
}

const entry = (place: Place, fixable: boolean, sentence: string) => ({ place, fixable, sentence });

/**
 * Every measure of the check. Shares are 0 to 1 of the picture; "beyond" means minus the value of the plain fusion of
 * the frames.
 */
const entries = {
  "damaged-frame": entry(
    "frames",
    false,
    "a frame is one flat colour from some row on, where others show content, as files that were cut short are",
  ),
  "turned-frame": entry("frames", false, "a frame is turned or mirrored compared with the others"),
  "other-scene": entry("frames", false, "a frame shows a different scene from the others"),
  "blurred-frame": entry("frames", false, "a frame has lost fine detail that another one shows"),
  "balance-differs": entry("frames", false, "the white balance differs between the frames, or one is grey"),
  "over-exposed": entry("frames", false, "parts of the scene are white in every frame"),
  "under-exposed": entry("frames", false, "parts of the scene are black in every frame"),
  "foreign-colour": entry("merge", true, "parts of the picture have colours that no frame shows there"),
  "far-colour": entry("merge", true, "parts of the picture have colours far from what its frames show"),
  "colour-shift": entry("merge", true, "colours are far from what the frames show"),
  cast: entry("merge", true, "the picture has a cast that its frames do not have"),
  "tinted-area": entry("merge", true, "parts of the picture turned magenta or green, unlike the rest"),
  "structure-lost": entry("merge", true, "the picture shows less of the frames' structure than the plainest fusion"),
  ghosts: entry("merge", false, "what moved between the frames shows double contours, which no frame has"),
  "reversed-contrast": entry("merge", true, "places are darker than others although every frame shows them brighter"),
  "edge-ring": entry(
    "merge",
    true,
    "light or dark rings run along edges in a part of the picture, and no frame shows them",
  ),
  halo: entry("merge", true, "light or dark seams run along edges, stronger than in any frame"),
  specks: entry("merge", true, "parts of the picture have specks or detail that no frame has"),
  "torn-area": entry("merge", true, "an area is torn: brightness or colour jumps there where no frame shows an edge"),
  "speckled-area": entry("merge", true, "an area is full of specks or detail that no frame has"),
  seams: entry("merge", true, "brightness or colour jumps where no frame shows an edge"),
  "made-edges": entry("merge", true, "there are straight edges of brightness that no frame shows"),
  blur: entry("merge", false, "fine detail of the sharpest frame is lost"),
  noise: entry("merge", true, "plain surfaces are noisier than in any frame"),
  posterised: entry("merge", true, "surfaces have steps where the frames have soft gradients"),
  "lost-highlights": entry("merge", true, "parts of the picture are white where a frame shows more"),
  "lost-shadows": entry("merge", true, "parts of the picture are black where a frame shows more"),
  blank: entry("merge", true, "the picture is black, white or one grey"),
  "replaced-share": entry(
    "merge",
    true,
    "so much of the picture was taken from single frames that its frames must have been misread",
  ),
  "tilt-made": entry("tone", false, "upright lines lean more than in the frames"),
  "tilt-left": entry("tone", false, "upright lines still lean after perspective was corrected"),
  "tone-colour": entry("tone", false, "toning left colours that its white balance and vibrance do not explain"),
  "tone-tint": entry("tone", false, "toning turned parts of the picture magenta or green"),
  "tone-edges": entry("tone", false, "toning left straight edges of brightness where the picture has none"),
  "tone-contrast": entry("tone", false, "toning reversed or made large steps of brightness"),
  "tone-detail": entry("tone", false, "toning left specks or detail that the picture had not"),
  "tone-seams": entry("tone", false, "toning left jumps of brightness or colour where the picture has no edge"),
  "tone-clipped": entry("tone", false, "toning made parts of the picture white or black"),
  "tone-noise": entry("tone", false, "toning made plain surfaces noisier"),
  "tone-posterised": entry("tone", false, "toning left steps on surfaces with soft gradients"),
} as const satisfies Record<keyof typeof limits, Omit<MeasureEntry, "limit">>;

export type Measure = keyof typeof entries;

/** The measures with their limits. */
export const measures = Object.fromEntries(
  Object.entries(entries).map(([name, each]) => [name, { ...each, limit: limits[name as Measure] }]),
) as Readonly<Record<Measure, MeasureEntry>>;

/** Measured values; a measure that does not apply is absent. */
export type Measured = Partial<Record<Measure, number>>;

/** A measure over its limit. */
export interface Finding {
  /** Name of the measure. */
  readonly measure: Measure;
  /** Step: on the frames, after merge, or after tone. */
  readonly place: Place;
  /** Measured value, above `limit`. */
  readonly value: number;
  /** Maximum that passes; its unit depends on the measure. */
  readonly limit: number;
  /** Description in plain words. */
  readonly sentence: string;
}

export function findingsOf(measured: Measured): Finding[] {
  const names = Object.keys(measured) as Measure[];
  return names.flatMap((measure) => {
    const value = measured[measure] ?? 0;
    const { place, limit, sentence } = measures[measure];
    return value > limit ? [{ measure, place, value, limit, sentence }] : [];
  });
}

/** Sum of the relative excesses of findings over their limits; 0 without findings. */
export function excessOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { value, limit }) => sum + value / Math.max(limit, 1e-9), 0);
}
