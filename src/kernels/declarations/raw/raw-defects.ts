import { type ArgsOf, declareKernel, f32, integer, number, out, size, sizeUpTo, u16 } from "../../declaration.ts";

/** Sites like a site, at most. */
const mostLikes = 32;

/**
 * Finds photosites that are stuck bright or dark. `width` counts the samples of a row, three a pixel of full-colour
 * data. Row y's finds go to `found[y · slots]`: how many there are, then the first `slots` − 1 of their places in the
 * row, rising. Rows are the picture's; a row depends on `reachY` rows above and below, and what lies nearer to an edge
 * than the reach is not looked at.
 *
 * All tables hold offsets (dx in samples, dy in rows) to other sites:
 * `pairs`: four sites whose like on the opposite side has, as themselves, the site's own colour, wherever it is;
 * `likes`: for every place of the cell `likeCount` near sites of its own colour, unused ones 0;
 * `probes`: for every place `probeLength` times dx, dy, weight: a sum that is 0 where light changes evenly, and rises
 * with light on the first `beside` of them, which are next to the site. Unused ones have weight 0.
 *
 * `black`, `white`, `floor` are in units of the samples; `share` in 1/65536. A site is looked at closely where it
 * exceeds every pair's lower value by `floor` + `share` · (that value above `black`), or falls below every pair's
 * higher value by as much, and by what the one of these values exceeds the other. The noise's variance is `noiseOffset`
 * + `noiseScale` · (light above black).
 */
export const rawDefectsArgs = declareKernel({
  rows: "height",
  constants: { mostLikes },
  args: {
    source: u16("width", "height"),
    found: out(f32("height", "slots")),
    pairs: f32(),
    likes: f32(),
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
    /** How many of the likes and the neighbouring sites may be stuck as well. */
    fellows: integer(0, "beside - 1"),
    /**
     * How certain it must be that neighbouring sites see nothing of a site, in standard deviations of noise, or of what
     * the likes let take for it.
     */
    sureSigmas: number,
    slots: sizeUpTo(4096),
    black: integer(0, 65535),
    /** From here on samples are clipped. */
    white: integer(),
    floor: integer(1, 65535),
    share: integer(0, "65535 - floor"),
    noiseScale: number,
    noiseOffset: number,
  },
});
export type RawDefectsArgs = ArgsOf<typeof rawDefectsArgs>;
