import { lightScale } from "./camera-curve.ts";

/** Where a frame's exposure comes from; `assumed` where neither EXIF nor the pixels tell it. */
export type ExposureSource = "exif" | "pixels" | "assumed";

/** A frame whose EXIF does not fit what it shows, beside the others. */
export interface ExposureMismatch {
  /** Index of the frame, in the order given. */
  readonly frame: number;
  /** How many stops more light the frame gathered than its EXIF says. */
  readonly differenceEv: number;
}

/** One entry a frame, in the order given. */
export interface ExposureSteps {
  /** Light gathered over the darkest frame, in stops: EXIF's where it holds, else measured. */
  readonly stops: readonly number[];
  readonly sources: readonly ExposureSource[];
  /**
   * The same, as decoded sRGB shows it in the mid-tones: larger than `stops` by as much as the camera's curve adds contrast. For
   * whoever takes display values for light.
   */
  readonly apparentStops: readonly number[];
  /** How strongly a camera's curve shows in the frames: 0 linear light behind sRGB, 1 as most cameras have it. */
  readonly contrast: number;
  readonly mismatches: readonly ExposureMismatch[];
}

/** Display values that tell of light: above the noise, below the shoulder. */
const darkest = 0.06;
const brightest = 0.87;
/** Brightnesses of the brighter frame that are told apart, and how finely the darker one's are sorted. */
const tones = 27;
const levels = 1024;
/** More pixels than this tell nothing new: some are passed over. */
const mostPixels = 120_000;
/** Fewer pixels than this tell nothing of one brightness, or of two frames. */
const leastPixels = 20;
const leastShare = 5e-4;
/** A brightness has its full say from this share of the pixels on: a large wall is one brightness, no more. */
const fullShare = 0.03;
/** Strengths of the camera's curve that are tried. */
const contrasts = Array.from({ length: 16 }, (_, i) => i / 10);
/** How little must speak for another strength than a camera's usual one; decides where the frames show too few tones. */
const usual = 0.001;
/** How much EXIF says about the strength, against the pixels. */
const exifSay = 0.1;
/** Misfits, as a share of the step, beyond which it matters no more how far: movers, flare, false EXIF. */
const worstMisfit = 0.5;
/** EXIF is believed within this many stops, or this share of the step where it is long: curves differ by that much. */
const tolerance = 0.5;
const toleranceShare = 0.2;
/** The step between frames of which nothing is known: brackets are mostly shot so. */
const usualStep = 2;

/**
 * How much light each frame gathered over the darkest. Neighbours in brightness are compared in the tones that both show well: for
 * each tone of the brighter one, the median of what the darker one shows there, which stands movers and flare. One strength of the
 * camera's curve is fitted for all frames, such that a step is the same in all tones (the scale that response recovery after Debevec
 * and Malik 1997 leaves open is fixed by the form of the curve). Frames that share too few tones are apart by what EXIF says, else
 * by two stops. EXIF (`known`, ev100, larger: darker) that contradicts the pixels by more than half a stop is not used and
 * reported. `lumas`: small copies of one size, display values 0 to 1, in any order.
 */
export function findExposureSteps(
  lumas: readonly Float32Array[],
  known: readonly (number | undefined)[],
): ExposureSteps {
  const order = darkestFirst(lumas, known);
  const links: Link[] = [];
  for (let k = 1; k < order.length; k++) {
    const [dark, bright] = [order[k - 1], order[k]];
    const [before, after] = [known[dark], known[bright]];
    const told = before === undefined || after === undefined ? undefined : before - after;
    links.push({ pairs: tonePairs(lumas[dark], lumas[bright]), told });
  }
  const contrast = fitContrast(links);
  const lightOf = lightScale(contrast);
  const measured = cumulate(links.map((link) => stepOf(link, lightOf) ?? link.told ?? usualStep));
  const apparent = cumulate(links.map((link) => medianRatio(link.pairs) ?? link.told ?? usualStep));
  const trusted = trustedExif(order, measured, known);
  const stops = order.map((_, k) => {
    const anchor = nearest(k, (other) => trusted.has(order[other]), order.length);
    if (anchor === undefined) return measured[k];
    return measured[k] - measured[anchor] - (known[order[anchor]] as number);
  });
  const least = Math.min(...stops);
  const result = { stops: [] as number[], sources: [] as ExposureSource[], apparentStops: [] as number[] };
  for (const [k, frame] of order.entries()) {
    result.stops[frame] = stops[k] - least;
    result.apparentStops[frame] = apparent[k];
    const alone = [links[k - 1], links[k]].every((link) => !link || link.pairs.length === 0);
    result.sources[frame] = trusted.has(frame) ? "exif" : alone && order.length > 1 ? "assumed" : "pixels";
  }
  return { ...result, contrast, mismatches: findMismatches(order, measured, known, trusted) };
}

type LightScale = ReturnType<typeof lightScale>;

const asDecoded = lightScale(0);

/** What a brightness of the brighter frame is in the darker one, and the share of the pixels that has it. */
interface TonePair {
  readonly bright: number;
  readonly dark: number;
  readonly share: number;
}

/** Two neighbours in brightness; `told` is their step after EXIF. */
interface Link {
  readonly pairs: readonly TonePair[];
  readonly told: number | undefined;
}

/** The frames' indices by the mean of their luma; equal ones by EXIF. */
export function darkestFirst(lumas: readonly Float32Array[], known: readonly (number | undefined)[]): number[] {
  const means = lumas.map(meanOf);
  const ev = (frame: number) => known[frame] ?? 0;
  return lumas.map((_, frame) => frame).sort((a, b) => means[a] - means[b] || ev(b) - ev(a) || a - b);
}

function meanOf(values: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** Tones whose darker counterparts would partly lie under the darkest trusted value are left out: their median would be false. */
function tonePairs(dark: Float32Array, bright: Float32Array): TonePair[] {
  const stride = Math.ceil(bright.length / mostPixels);
  const counts = new Int32Array(tones * levels);
  const sums = new Float64Array(tones);
  const span = (brightest - darkest) / tones;
  for (let i = 0; i < bright.length; i += stride) {
    if (!(bright[i] >= darkest && bright[i] < brightest)) continue;
    const tone = Math.min(tones - 1, Math.floor((bright[i] - darkest) / span));
    sums[tone] += bright[i];
    counts[tone * levels + Math.min(levels - 1, Math.max(0, Math.floor(dark[i] * levels)))]++;
  }
  const pairs: TonePair[] = [];
  const read = Math.ceil(bright.length / stride);
  for (let tone = 0; tone < tones; tone++) {
    const sorted = counts.subarray(tone * levels, (tone + 1) * levels);
    const pixels = sorted.reduce((sum, count) => sum + count, 0);
    if (pixels < Math.max(leastPixels, leastShare * read)) continue;
    if (quantileOf(sorted, pixels / 4) < darkest) continue;
    const middle = quantileOf(sorted, pixels / 2);
    pairs.push({ bright: sums[tone] / pixels, dark: middle, share: pixels / read });
  }
  return pairs;
}

/** The value under which `rank` of the counted ones lie. */
function quantileOf(counts: Int32Array, rank: number): number {
  let below = 0;
  for (let level = 0; level < levels; level++) {
    if (below + counts[level] >= rank) return (level + (rank - below) / counts[level]) / levels;
    below += counts[level];
  }
  return 1;
}

/** The strength of the camera's curve for which each step comes out the most alike in all tones, and like EXIF's. */
function fitContrast(links: readonly Link[]): number {
  let best = { contrast: 1, cost: Number.POSITIVE_INFINITY };
  for (const contrast of contrasts) {
    let cost = usual * Math.abs(contrast - 1);
    const lightOf = lightScale(contrast);
    for (const link of links) {
      const step = stepOf(link, lightOf);
      if (step === undefined) continue;
      const misfit = (other: number) => Math.min(worstMisfit, Math.abs(other - step) / Math.max(0.3, step));
      let [sum, total] = [0, 0];
      for (const { light, weight } of stepsByTone(link, lightOf)) {
        sum += weight * misfit(light);
        total += weight;
      }
      cost += (sum / total + (link.told === undefined ? 0 : exifSay * misfit(link.told))) / links.length;
    }
    if (cost < best.cost) best = { contrast, cost };
  }
  return best.contrast;
}

function stepsByTone({ pairs }: Link, lightOf: LightScale): { light: number; weight: number }[] {
  return pairs.map(({ bright, dark, share }) => ({
    light: lightOf(bright) - lightOf(dark),
    weight: Math.min(share, fullShare),
  }));
}

/** Never less than 0: the frames are ordered by their brightness. */
function stepOf(link: Link, lightOf: LightScale): number | undefined {
  return link.pairs.length === 0 ? undefined : Math.max(0, weightedMedian(stepsByTone(link, lightOf)));
}

function medianRatio(pairs: readonly TonePair[]): number | undefined {
  if (pairs.length === 0) return undefined;
  const ratios = pairs.map(({ bright, dark, share }) => ({
    light: asDecoded(bright) - asDecoded(dark),
    weight: share,
  }));
  return Math.max(0, weightedMedian(ratios));
}

function weightedMedian(values: readonly { light: number; weight: number }[]): number {
  const sorted = [...values].sort((a, b) => a.light - b.light);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { light, weight } of sorted) {
    left -= weight;
    if (left <= 0) return light;
  }
  return sorted[sorted.length - 1].light;
}

function cumulate(steps: readonly number[]): number[] {
  const sums = [0];
  for (const step of steps) sums.push(sums[sums.length - 1] + step);
  return sums;
}

/** Frames whose EXIF agrees with that of the frame that most others agree with; of several such, the one nearest to the middle. */
function trustedExif(
  order: readonly number[],
  measured: readonly number[],
  known: readonly (number | undefined)[],
): ReadonlySet<number> {
  const told = order.map((_, k) => k).filter((k) => known[order[k]] !== undefined);
  const agrees = (a: number, b: number) =>
    Math.abs(excess(a, b, order, measured, known)) <=
    Math.max(tolerance, toleranceShare * Math.abs(measured[a] - measured[b]));
  const middle = (order.length - 1) / 2;
  const friends = told.map((k) => ({ k, count: told.filter((other) => agrees(k, other)).length }));
  friends.sort((a, b) => b.count - a.count || Math.abs(a.k - middle) - Math.abs(b.k - middle) || a.k - b.k);
  const [anchor] = friends;
  return new Set(told.filter((k) => agrees(anchor.k, k)).map((k) => order[k]));
}

/** Stops that frame `a` shows more of, over `b`, than their EXIF says. */
function excess(
  a: number,
  b: number,
  order: readonly number[],
  measured: readonly number[],
  known: readonly (number | undefined)[],
): number {
  const told = (known[order[b]] as number) - (known[order[a]] as number);
  return measured[a] - measured[b] - told;
}

function findMismatches(
  order: readonly number[],
  measured: readonly number[],
  known: readonly (number | undefined)[],
  trusted: ReadonlySet<number>,
): ExposureMismatch[] {
  const found: ExposureMismatch[] = [];
  for (const [k, frame] of order.entries()) {
    if (known[frame] === undefined || trusted.has(frame)) continue;
    const anchor = nearest(k, (other) => trusted.has(order[other]), order.length);
    if (anchor !== undefined) found.push({ frame, differenceEv: excess(k, anchor, order, measured, known) });
  }
  return found.sort((a, b) => a.frame - b.frame);
}

/** The nearest place, itself included, that fits; of two, the lower. */
function nearest(from: number, fits: (place: number) => boolean, places: number): number | undefined {
  for (let reach = 0; reach < places; reach++) {
    for (const place of [from - reach, from + reach]) if (place >= 0 && place < places && fits(place)) return place;
  }
  return undefined;
}
