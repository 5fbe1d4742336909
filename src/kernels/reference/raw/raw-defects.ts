import { type ArgsOf, declareKernel, f32, integer, number, out, size, sizeUpTo, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Sites like a site, at most. */
const mostLikes = 32;

/**
 * Finds photosites that are stuck bright or dark. `width` counts the samples of a row, three a pixel of full-colour
 * data. Row y's finds go to `found[y · slots]`: how many there are, then the first `slots` − 1 of their places in the
 * row, rising. Rows are the picture's; a row depends on `reachY` rows above and below, and what lies nearer to an edge
 * than the reach is not looked at.
 *
 * All tables hold offsets (dx in samples, dy in rows) to other sites:
 * `pairs`: four sites whose like on the opposite side has, as themselves, the site's own colour, wherever it stands;
 * `likes`: for every place of the cell `likeCount` near sites of its own colour, unused ones 0;
 * `probes`: for every place `probeLength` times dx, dy, weight: a sum that is 0 where light changes evenly, and rises
 * with light on the first `beside` of them, which stand next to the site. Unused ones have weight 0.
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
    /** How many of the likes and the sites beside may be stuck as well. */
    fellows: integer(0, "beside - 1"),
    /**
     * How sure it must be that the sites beside see nothing of a site, in standard deviations of noise, or of what the
     * likes let take for it.
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

/**
 * How far a stuck site stands out from its likes, of which one may be stuck as well: in noise, and in what the others
 * span.
 */
const leastSigmas = 6;
const leastSpans = 1.5;

/**
 * What stands out by less than this share of what another one does is not stuck beside it: it sees its light, or has
 * some of its own.
 */
const fellowShare = 0.1;

/**
 * Two together are stuck only if they stand out so many times as far: small things that a lens has drawn may cover two
 * sites.
 */
const pairCare = 3;

/** The likes without the outermost span so many standard deviations of noise at most, nearly always. */
const spanSigmas = 3.4;

/** Light on one site lifts those beside it by more than this share, however sharp the lens and pure the colour. */
const lensShare = 0.02;

/** Beside clipped sites, which hide what a lens spreads, only what is dark by this share of the light is stuck. */
const blackShare = 0.8;

export function rawDefects(args: RawDefectsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { found, width, height, reachX, reachY, slots } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    let count = 0;
    if (y >= reachY && y < height - reachY) {
      for (let x = reachX; x < width - reachX; x++) {
        const sign = Math.sign(excessOf(args, x, y));
        if (sign === 0 || !isStuck(args, x, y, sign)) continue;
        count++;
        if (count < slots) found[y * slots + count] = x;
      }
    }
    found[y * slots] = count;
  }
}

/** How far a site lies beyond what makes it brighter than its surroundings, or, below nothing, darker; else 0. */
function excessOf({ source, pairs, width, black, floor, share }: RawDefectsArgs, x: number, y: number): number {
  const at = y * width + x;
  let high = 0;
  let low = 65535;
  for (let i = 0; i < 8; i += 2) {
    const step = pairs[i + 1] * width + pairs[i];
    const [a, b] = [source[at + step], source[at - step]];
    high = Math.max(high, Math.min(a, b));
    low = Math.min(low, Math.max(a, b));
  }
  const margin = (level: number) => floor + Math.floor((Math.max(0, level - black) * share) / 65536);
  const span = Math.max(0, high - low);
  const over = source[at] - high - margin(high) - span;
  return over > 0 ? over : Math.min(0, source[at] - low + margin(low) + span);
}

/** Beyond what noise does, and alone: a lens spreads every point of light, so that sites beside it see some of it. */
function isStuck(args: RawDefectsArgs, x: number, y: number, sign: number): boolean {
  const {
    source,
    likes,
    likeCount,
    width,
    cellWidth,
    cellHeight,
    black,
    fellows,
    sureSigmas,
    noiseScale,
    noiseOffset,
  } = args;
  const at = y * width + x;
  const place = (y % cellHeight) * cellWidth + (x % cellWidth);
  const own = excessOf(args, x, y);
  const around = Array.from({ length: likeCount }, (_, i) => {
    const entry = (place * likeCount + i) * 2;
    const [dx, dy] = [likes[entry], likes[entry + 1]];
    return { dx, dy, value: source[at + dy * width + dx] };
  }).filter(({ dx, dy }) => dx !== 0 || dy !== 0);
  if (around.length < 2) return false;
  // The first of equal ones.
  const nearest = around.reduce((best, one) => (sign * (one.value - best.value) > 0 ? one : best));
  const values = around.map(({ value }) => value).sort((a, b) => a - b);
  const isFellow = (u: number, v: number) => sign * excessOf(args, u, v) > fellowShare * sign * own;
  const isPair = isFellow(x + nearest.dx, y + nearest.dy);
  const rival = sign > 0 ? values[values.length - (isPair ? 2 : 1)] : values[isPair ? 1 : 0];
  const excess = sign * (source[at] - rival);
  const span = values[values.length - 2] - values[1];
  const light = Math.max(0, values[values.length >> 1] - black);
  const sigma = Math.max(Math.sqrt(noiseOffset + noiseScale * light), span / spanSigmas);
  if (excess <= leastSigmas * sigma || excess <= leastSpans * span) return false;
  const probe = probeBeside(args, x, y, place, isFellow);
  const others = probe.stuck + (isPair ? 1 : 0);
  if (others > fellows || (probe.isClipped && excess < blackShare * light)) return false;
  if (others > 0 && (excess <= pairCare * leastSigmas * sigma || excess <= pairCare * leastSpans * span)) return false;
  return sign * probe.sum + sureSigmas * sigma * probe.gain <= lensShare * excess;
}

/**
 * What the sites beside see more than those around them, and what a standard deviation of noise does to that; for a
 * stuck one the one opposite counts.
 */
function probeBeside(
  args: RawDefectsArgs,
  x: number,
  y: number,
  place: number,
  isFellow: (x: number, y: number) => boolean,
) {
  const { source, probes, width, beside, probeLength, white } = args;
  const at = y * width + x;
  let [sum, squares, stuck] = [0, 0, 0];
  let isClipped = false;
  for (let i = 0; i < probeLength; i++) {
    const entry = (place * probeLength + i) * 3;
    const [dx, dy, weight] = [probes[entry], probes[entry + 1], probes[entry + 2]];
    const isStuckToo = i < beside && isFellow(x + dx, y + dy);
    const step = dy * width + dx;
    const value = source[isStuckToo ? at - step : at + step];
    if (isStuckToo) stuck++;
    if (i < beside && value >= white) isClipped = true;
    squares += weight * weight;
    sum += weight * value;
  }
  return { sum, gain: Math.sqrt(squares), stuck, isClipped };
}
