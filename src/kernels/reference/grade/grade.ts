import { type ArgsOf, declareKernel, f32, out, single, size, sizeUpTo, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";
import { blockPosition, readBlocks } from "./block-grid.ts";

/** Planes of a plan. */
const planPlanes = 14;

/**
 * From a plan on blocks of factor × factor to a gain and offsets for each pixel of a width × height grid. `plan` is 14
 * planes: 0–7 slope and offset (guided filter over scene light; He, Sun, Tang 2013, eq. 8) of the room's error, 3
 * channels, and of its weight; 8–9 slope and offset of the pull on highlights; 10–12 the colour around, 3 channels; 13
 * the brightest light near by, stops: flat surfaces that are darker by `jumpFrom` to `jumpTo` are set to the room's
 * colour exactly where that is no further away than `mostShift` (Euclidean, display values), perfectly flat ones
 * anywhere. `evidence` as roomEvidence wrote it, `fused` as for roomMeans. Where 9 × 9 windows show less structure than
 * evidence 5 holds, what stands out from the colour around is raised: up to `mostGain`, not below `noise` and less in
 * structure that nears `edgeContrast` (standard deviations). `field` is 4 planes, gain and offsets: graded = gain ·
 * fused + offset. Rows are the field's.
 */
export const gradeFieldArgs = declareKernel({
  rows: "height",
  constants: { planPlanes },
  args: {
    plan: f32(planPlanes, "(width + factor - 1) / factor", "(height + factor - 1) / factor"),
    evidence: f32(6, "width", "height"),
    fused: f32(3, "width", "height"),
    field: out(f32(4, "width", "height")),
    width: size,
    height: size,
    factor: sizeUpTo(64),
    headroom: single,
    /** How fast the correction fades where less of the surroundings anchors it. */
    anchorGain: single,
    jumpFrom: single,
    jumpTo: single,
    mostShift: single,
    /** Values above this are compared as grade bends them. */
    knee: single,
    mostGain: single,
    noise: single,
    edgeContrast: single,
  },
});
export type GradeFieldArgs = ArgsOf<typeof gradeFieldArgs>;

/**
 * Grades a picture in place: `image` (width × height × 3) is coded from −headroom (0) to 1 + headroom (65535) and
 * becomes 0 to 1. `field` is 4 planes of blocks of `fieldFactor` pixels, as gradeField wrote it. Values above `knee`
 * (below 1) bend towards 1, those below 0.4 · (1 − knee) towards 0, without ever leaving [0, 1]. Rows are the image's.
 */
export const gradeArgs = declareKernel({
  rows: "height",
  args: {
    image: out(u16("width", "height", 3)),
    field: f32(4, "fieldWidth", "fieldHeight"),
    width: size,
    height: size,
    fieldWidth: sizeUpTo("width / fieldFactor + 1"),
    fieldHeight: sizeUpTo("height / fieldFactor + 1"),
    fieldFactor: sizeUpTo(64),
    headroom: single,
    knee: single,
  },
});
export type GradeArgs = ArgsOf<typeof gradeArgs>;

/** The most that a display value is changed by the gain. */
const mostChange = 0.17;

/** A perfectly flat wall of middle grey is 1 / 1.02 sure. */
const certain = 1.02;
/** How sure a surface beside a jump of light begins to be set exactly, and is. */
const [flatFrom, flatTo] = [0.3, 0.8];
/** Reach of the windows that structure is measured in, and of those that the gain is smoothed by. */
const reach = 4;
const smoothReach = 2;

export function gradeField(args: GradeFieldArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { evidence, fused, field, width, height, headroom } = args;
  const area = width * height;
  const gains = gainsOf(args, rowBegin, rowEnd, cancel);
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const at = planAt(args, x, y);
      const added = addedAt(args, x, y);
      let more = -1;
      for (const pixel of windowAround(x, y, smoothReach, args)) more += gains[pixel] / (2 * smoothReach + 1) ** 2;
      // What a strong edge would overshoot by is cut: bars of a window must not turn black.
      const apart = added.map((value, c) =>
        Math.abs(fused[3 * i + c] * (1 + 2 * headroom) - headroom + value - at(10 + c)),
      );
      const gain = 1 + more * Math.min(1, mostChange / Math.max(mostChange, more * Math.max(...apart)));
      const jump = (at(13) - evidence[i] - args.jumpFrom) / (args.jumpTo - args.jumpFrom);
      const sure = evidence[area + i];
      const offsets = added.map((value, c) => gain * value - (gain - 1) * at(10 + c));
      const shifts = offsets.map((offset, c) => {
        const graded = gain * (fused[3 * i + c] * (1 + 2 * headroom) - headroom) + offset;
        return evidence[(2 + c) * area + i] - graded;
      });
      const surest = Math.min(1, certain * sure);
      const far = Math.hypot(...shifts) ** 2 / args.mostShift ** 2;
      const flat = Math.min(1, Math.max(0, (sure - flatFrom) / (flatTo - flatFrom)));
      const beside = (flat * Math.min(1, Math.max(0, jump))) / (1 + far ** 4);
      const exact = Math.max(beside, surest ** 32) * sure;
      field[i] = gain;
      for (let c = 0; c < 3; c++) field[(1 + c) * area + i] = offsets[c] + exact * shifts[c];
    }
  }
}

/**
 * The gain that brings the structure that is shown up to the best frame's, for the rows and those that they are
 * smoothed with.
 */
function gainsOf(args: GradeFieldArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): Float32Array {
  const { evidence, width, height, noise, edgeContrast } = args;
  const area = width * height;
  const shown = new Float32Array(area);
  const rowsAround = (by: number) => [Math.max(0, rowBegin - by), Math.min(height, rowEnd + by)] as const;
  const [first, last] = rowsAround(smoothReach + reach);
  for (let y = first; y < last; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) shown[y * width + x] = shownAt(args, x, y);
  }
  const gains = new Float32Array(area);
  const [gainFirst, gainLast] = rowsAround(smoothReach);
  for (let i = gainFirst * width; i < gainLast * width; i++) {
    let sum = 0;
    let squares = 0;
    for (const pixel of windowAround(i % width, Math.floor(i / width), reach, args)) {
      sum += shown[pixel];
      squares += shown[pixel] ** 2;
    }
    const count = (2 * reach + 1) ** 2;
    const variance = Math.max(0, squares / count - (sum / count) ** 2);
    const best = evidence[5 * area + i];
    const factor = Math.min(args.mostGain, Math.max(1, Math.sqrt((best + noise ** 2) / (variance + noise ** 2))));
    const edge = best / edgeContrast ** 2;
    gains[i] = 1 + (factor - 1) / (1 + edge + edge ** 2 / 2);
  }
  return gains;
}

/** The planes of the plan at a pixel. */
function planAt({ plan, width, height, factor }: GradeFieldArgs, x: number, y: number): (plane: number) => number {
  const columns = Math.ceil(width / factor);
  const rows = Math.ceil(height / factor);
  const [u, v] = [blockPosition(x, factor, columns), blockPosition(y, factor, rows)];
  return (plane) => readBlocks(plan, plane * columns * rows, columns, u, v);
}

/** What the room's correction and the pull add to the fused colour. */
function addedAt(args: GradeFieldArgs, x: number, y: number): number[] {
  const at = planAt(args, x, y);
  const light = args.evidence[y * args.width + x];
  const guided = (plane: number) => at(plane) * light + at(plane + 1);
  const anchor = guided(6);
  const trust = Math.min(1, Math.max(0, anchor * args.anchorGain)) / Math.max(1e-3, anchor);
  const pull = Math.max(0, guided(8));
  return [0, 1, 2].map((c) => guided(2 * c) * trust - pull);
}

/** The luma that the picture shows before contrast is restored. */
function shownAt(args: GradeFieldArgs, x: number, y: number): number {
  const { fused, width, headroom, knee } = args;
  const [r, g, b] = addedAt(args, x, y).map((added, c) => {
    const value = fused[3 * (y * width + x) + c] * (1 + 2 * headroom) - headroom + added;
    return value > knee ? bendEnds(value, knee) : Math.max(0, value);
  });
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

/** Pixels of the window around one; outside the picture its outermost ones repeat. */
function windowAround(x: number, y: number, by: number, { width, height }: GradeFieldArgs): number[] {
  const pixels: number[] = [];
  for (let j = y - by; j <= y + by; j++) {
    const row = Math.min(height - 1, Math.max(0, j)) * width;
    for (let i = x - by; i <= x + by; i++) pixels.push(row + Math.min(width - 1, Math.max(0, i)));
  }
  return pixels;
}

export function grade(args: GradeArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { image, field, width, fieldWidth, fieldHeight, fieldFactor, headroom, knee } = args;
  const cells = fieldWidth * fieldHeight;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    const v = blockPosition(y, fieldFactor, fieldHeight);
    for (let x = 0; x < width; x++) {
      const u = blockPosition(x, fieldFactor, fieldWidth);
      const at = (plane: number) => readBlocks(field, plane * cells, fieldWidth, u, v);
      const gain = at(0);
      for (let c = 0; c < 3; c++) {
        const i = 3 * (y * width + x) + c;
        const value = gain * ((image[i] / 65535) * (1 + 2 * headroom) - headroom) + at(1 + c);
        image[i] = Math.min(1, Math.max(0, bendEnds(value, knee))) * 65535 + 0.5;
      }
    }
  }
}

/** Nearly 1 − e^−t: starts with slope 1 and comes near 1 late. */
function bendEnds(value: number, knee: number): number {
  const room = 1 - knee;
  const low = 0.4 * room;
  const bend = (t: number) => 1 - 1 / (1 + t + t ** 2 / 2);
  if (value > knee) return knee + room * bend((value - knee) / room);
  return value < low ? low - low * bend((low - value) / low) : value;
}
