import { type ArgsOf, declareKernel, f32, integer, number, out, size, sizeUpTo, u16 } from "../../declaration.ts";

/** Maximum number of nearby sites of the same colour (likes). */
const mostLikes = 32;

/**
 * Finds photosites that are stuck bright or dark. `width` counts the samples of a row, three a pixel for full-colour
 * data. Rows are the picture's. A row depends on `reachY` rows above and below; sites closer to an edge than the reach
 * are not examined.
 *
 * A site is a candidate if it exceeds the lower value of every pair by `floor` + `share` · (that value above `black`),
 * or is below the higher value of every pair by as much, and also by the amount by which the largest of these lower
 * values exceeds the smallest of these higher values. The variance of noise is `noiseOffset` + `noiseScale` · (light
 * above black).
 *
 * All tables contain offsets (dx in samples, dy in rows) to other sites.
 */
export const rawDefectsArgs = declareKernel({
  rows: "height",
  constants: { mostLikes },
  args: {
    source: u16("width", "height"),
    /** `slots` numbers a row: the number of defects, then the positions in the row of the first `slots` − 1, rising. */
    found: out(f32("height", "slots")),
    /** Four sites. They and the sites opposite have the site's own colour at every position of the cell. */
    pairs: f32(),
    /** For every position of the cell `likeCount` nearby sites of its own colour; unused ones are 0. */
    likes: f32(),
    /**
     * For every position of the cell `probeLength` × dx, dy, weight: a sum that is 0 where light changes evenly, and
     * rises with light on the first `beside` sites, which are next to the site. Unused ones have weight 0.
     */
    probes: f32(),
    width: size,
    height: size,
    cellWidth: sizeUpTo(64),
    cellHeight: sizeUpTo(64),
    reachX: sizeUpTo(64),
    reachY: sizeUpTo(64),
    likeCount: integer(3, mostLikes),
    beside: integer(1, "probeLength"),
    probeLength: sizeUpTo(256),
    /** Maximum number of likes and neighbouring sites that can be stuck as well. */
    fellows: integer(0, "beside - 1"),
    /**
     * Margin for the light that neighbouring sites receive from a bright point, in standard deviations: of noise, or of
     * the likes if they vary more.
     */
    sureSigmas: number,
    slots: sizeUpTo(4096),
    /** In units of the samples, as are `white` and `floor`. */
    black: integer(0, 65535),
    /** Value from which samples are clipped. */
    white: integer(),
    floor: integer(1, 65535),
    /** In 1/65536. */
    share: integer(0, "65535 - floor"),
    noiseScale: number,
    noiseOffset: number,
  },
});
export type RawDefectsArgs = ArgsOf<typeof rawDefectsArgs>;
