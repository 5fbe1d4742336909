import type { F32, U16 } from "../../image/index.ts";
import { pollCancel } from "./poll-cancel.ts";
import { reflect101 } from "./pyramid-rows.ts";

/**
 * Bayer mosaic to linear RGB: directions and colours at green places after RCD (Sanz Rodríguez 2017), green by differences (Hamilton,
 * Adams 1997), all on square roots of light. `source` is
 * width × height, one sample a photosite; red stands where x % 2 = `redX` and y % 2 = `redY`, blue on the other diagonal place.
 * Every sample becomes (v − black[c]) · scale[c], clamped to [0, 65535]. `target` is width × height × 3, interleaved. Borders are
 * mirrored, which keeps the colours' places; an output row depends on {@link demosaicBayerBorder} rows above and below. Rows are the target's.
 */
export interface DemosaicBayerArgs {
  readonly source: U16;
  readonly target: U16;
  readonly black: F32;
  readonly scale: F32;
  readonly width: number;
  readonly height: number;
  readonly redX: number;
  readonly redY: number;
}

export const demosaicBayerBorder = 10;

const eps = 1e-5;
const epsSquared = 1e-10;

/** A plane over the band and its borders; coordinates are the picture's, may be negative, and must stay inside the border. */
class Plane {
  readonly #data: Float64Array;
  readonly #stride: number;
  readonly #origin: number;

  constructor(width: number, rowBegin: number, rowEnd: number) {
    const border = demosaicBayerBorder;
    this.#stride = width + 2 * border;
    this.#data = new Float64Array(this.#stride * (rowEnd - rowBegin + 2 * border));
    this.#origin = (border - rowBegin) * this.#stride + border;
  }

  get(x: number, y: number): number {
    return this.#data[this.#origin + y * this.#stride + x];
  }

  set(x: number, y: number, value: number): void {
    this.#data[this.#origin + y * this.#stride + x] = value;
  }
}

export function demosaicBayer(args: DemosaicBayerArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, black, scale, width, height, redX, redY } = args;
  const plane = () => new Plane(width, rowBegin, rowEnd);
  const colorAt = (x: number, y: number) => {
    const inRedRow = (y & 1) === redY;
    if (((x & 1) === redX) !== inRedRow) return 1;
    return inRedRow ? 0 : 2;
  };
  const isGreen = (x: number, y: number) => colorAt(x, y) === 1;
  const isColor = (x: number, y: number) => colorAt(x, y) !== 1;
  const everywhere = () => true;
  /** Runs over all places of the band that are at least `margin` inside its border. */
  const each = (margin: number, wanted: (x: number, y: number) => boolean, visit: (x: number, y: number) => void) => {
    const reach = demosaicBayerBorder - margin;
    for (let y = rowBegin - reach; y < rowEnd + reach; y++) {
      pollCancel(cancel);
      for (let x = -reach; x < width + reach; x++) if (wanted(x, y)) visit(x, y);
    }
  };

  const cfa = plane();
  const green = plane();
  each(0, everywhere, (x, y) => {
    const c = colorAt(x, y);
    const value = (source[reflect101(y, height) * width + reflect101(x, width)] - black[c]) * (scale[c] / 65535);
    cfa.set(x, y, Math.sqrt(Math.min(1, Math.max(0, value))));
    green.set(x, y, cfa.get(x, y));
  });

  const direction = directionPlane(plane, each, everywhere, cfa, [0, 1], [1, 0]);
  each(5, isColor, (x, y) => green.set(x, y, estimateGreen(cfa, direction, x, y)));

  const diagonal = directionPlane(plane, each, isColor, cfa, [1, 1], [-1, 1]);
  const opposite = plane();
  each(7, isColor, (x, y) => {
    const falling = estimateDifference(cfa, green, x, y, 1, 1);
    const rising = estimateDifference(cfa, green, x, y, 1, -1);
    const share = decide(diagonal, x, y);
    opposite.set(x, y, Math.max(0, green.get(x, y) + share * rising + (1 - share) * falling));
  });

  each(10, everywhere, (x, y) => {
    const rgb = [0, green.get(x, y), 0];
    const inRedRow = (y & 1) === redY;
    const [own, other] = inRedRow ? [0, 2] : [2, 0];
    if (isGreen(x, y)) {
      const share = decide(direction, x, y);
      const colorFrom = (across: Plane, along: Plane) => {
        const horizontal = estimateDifference(across, green, x, y, 1, 0);
        const vertical = estimateDifference(along, green, x, y, 0, 1);
        return Math.max(0, green.get(x, y) + share * horizontal + (1 - share) * vertical);
      };
      rgb[own] = colorFrom(cfa, opposite);
      rgb[other] = colorFrom(opposite, cfa);
    } else {
      rgb[own] = cfa.get(x, y);
      rgb[other] = opposite.get(x, y);
    }
    for (let c = 0; c < 3; c++) target[(y * width + x) * 3 + c] = Math.floor(Math.min(1, rgb[c] ** 2) * 65535 + 0.5);
  });
}

type Step = readonly [dx: number, dy: number];
type Each = (margin: number, wanted: (x: number, y: number) => boolean, visit: (x: number, y: number) => void) => void;

/** 1 where the picture varies along `a` only, 0 where along `b` only: high-pass energies over three places of each line. */
function directionPlane(
  plane: () => Plane,
  each: Each,
  wanted: (x: number, y: number) => boolean,
  cfa: Plane,
  a: Step,
  b: Step,
): Plane {
  const energyAlong = ([dx, dy]: Step) => {
    const energy = plane();
    each(3, wanted, (x, y) => {
      const at = (i: number) => cfa.get(x + i * dx, y + i * dy);
      energy.set(x, y, (at(-3) + at(3) - (at(-1) + at(1)) - 3 * (at(-2) + at(2)) + 6 * at(0)) ** 2);
    });
    return energy;
  };
  const sumAlong = (energy: Plane, [dx, dy]: Step, x: number, y: number) =>
    Math.max(epsSquared, energy.get(x - dx, y - dy) + energy.get(x, y) + energy.get(x + dx, y + dy));
  const alongA = energyAlong(a);
  const alongB = energyAlong(b);
  const result = plane();
  each(4, wanted, (x, y) => {
    const sumA = sumAlong(alongA, a, x, y);
    result.set(x, y, sumA / (sumA + sumAlong(alongB, b, x, y)));
  });
  return result;
}

/** Whichever of a place's own direction and its diagonal neighbours' mean is more decided (further from ½) counts more. */
function decide(direction: Plane, x: number, y: number): number {
  const own = direction.get(x, y);
  const corners =
    direction.get(x - 1, y - 1) +
    direction.get(x + 1, y - 1) +
    direction.get(x - 1, y + 1) +
    direction.get(x + 1, y + 1);
  const around = corners / 4;
  const a = (own - 0.5) ** 2;
  const b = (around - 0.5) ** 2;
  return (a * own + b * around + eps / 2) / (a + b + eps);
}

/** Green at a red or blue place: the neighbouring green and half the step of the place's own colour (Hamilton, Adams 1997), from four sides. */
function estimateGreen(cfa: Plane, direction: Plane, x: number, y: number): number {
  const side = (dx: number, dy: number) => {
    const at = (i: number) => cfa.get(x + i * dx, y + i * dy);
    const gradient =
      eps + Math.abs(at(-1) - at(1)) + Math.abs(at(0) - at(2)) + Math.abs(at(1) - at(3)) + Math.abs(at(2) - at(4));
    return { gradient, estimate: at(1) + (at(0) - at(2)) / 2 };
  };
  const vertical = blendSides(side(0, -1), side(0, 1));
  const horizontal = blendSides(side(-1, 0), side(1, 0));
  const share = decide(direction, x, y);
  return Math.max(0, share * horizontal + (1 - share) * vertical);
}

/** Colour minus green along one line through a place, from the two nearest samples. */
function estimateDifference(color: Plane, green: Plane, x: number, y: number, dx: number, dy: number): number {
  const side = (s: number) => {
    const at = (i: number) => color.get(x + i * s * dx, y + i * s * dy);
    const beyond = Math.abs(at(1) - at(3));
    const greens = Math.abs(green.get(x, y) - green.get(x + 2 * s * dx, y + 2 * s * dy));
    return {
      gradient: eps + Math.abs(at(-1) - at(1)) + greens + beyond,
      estimate: at(1) - green.get(x + s * dx, y + s * dy),
    };
  };
  return blendSides(side(-1), side(1));
}

interface Side {
  readonly gradient: number;
  readonly estimate: number;
}

/** Estimates from two opposite sides, each weighted with the other side's gradient. */
function blendSides(a: Side, b: Side): number {
  return (a.gradient * b.estimate + b.gradient * a.estimate) / (a.gradient + b.gradient);
}
