import { blendSides, decide, type Each, eps, type Plane } from "./bayer-plane.ts";

/** Weights with which the smooth green follows the step of the site's colour, and with which it follows a direction. */
const [bluntStep, bluntShare] = [0.33, 0.45];

/** Variance of noise, and ratio of residual variance to colour variance that halves the trust in a line. */
const [noise, rounding, doubt] = [2e-6, 3e-4, 0.01];

/**
 * Regularisation of the slope towards one, as a variance of green; for an untrusted line, relative to that variance and
 * towards another slope.
 */
const [ridge, doubtfulRidge, doubtfulSlope, maxSlope] = [1e-3, 2, 0.9, 4];

/** A low pass over differences along a line. */
const weights = [3, 5, 7, 8, 7, 5, 3].map((weight) => weight / 38);

interface GreenWork {
  readonly plane: () => Plane;
  readonly each: Each;
  readonly isColor: (x: number, y: number) => boolean;
  readonly isGreen: (x: number, y: number) => boolean;
  readonly cfa: Plane;
  readonly direction: Plane;
  /** Contains the samples at green sites; those at red and blue sites are written. */
  readonly green: Plane;
  /** Output: the slope of the site's own colour relative to green. */
  readonly slope: Plane;
}

/**
 * Estimates green at red and blue sites, and the slope of the site's colour relative to it. For a correct green, the
 * colour is a linear function of it over nine sites. So a sharp and a smooth green are blended by the residual of that
 * fit; if both residuals are large, a third, smoother one is used.
 */
export function estimateGreen({ plane, each, isColor, isGreen, cfa, direction, green, slope }: GreenWork): void {
  const [sharp, smooth, blunt] = [plane(), plane(), plane()];
  const differences = [
    [1, 0],
    [0, 1],
  ].map(([dx, dy]) => {
    const result = plane();
    each(
      2,
      () => true,
      (x, y) => result.set(x, y, (isGreen(x, y) ? 1 : -1) * curvature(cfa, x, y, dx, dy)),
    );
    return (x: number, y: number) =>
      weights.reduce((sum, weight, i) => sum + weight * result.get(x + (i - 3) * dx, y + (i - 3) * dy), 0);
  });
  each(5, isColor, (x, y) => {
    const share = decide(direction, x, y);
    const along = (step: number, part: number) => {
      const vertical = blendSides(side(cfa, step, x, y, 0, -1), side(cfa, step, x, y, 0, 1));
      const horizontal = blendSides(side(cfa, step, x, y, -1, 0), side(cfa, step, x, y, 1, 0));
      return Math.max(0, part * horizontal + (1 - part) * vertical);
    };
    sharp.set(x, y, along(0.5, share));
    blunt.set(x, y, along(bluntStep, 0.5 + bluntShare * (share - 0.5)));
    const difference = share * differences[0](x, y) + (1 - share) * differences[1](x, y);
    smooth.set(x, y, Math.max(0, cfa.get(x, y) + difference));
  });
  each(7, isColor, (x, y) => {
    const [a, b] = [fitOf(cfa, sharp, x, y), fitOf(cfa, smooth, x, y)];
    const mix = b.residual ** 2 / (a.residual ** 2 + b.residual ** 2);
    const mixed = (one: number, other: number) => mix * one + (1 - mix) * other;
    const limit = (doubt * (a.colorVariance + 100 * noise)) ** 2;
    const trust = limit / (limit + (mixed(a.residual, b.residual) - noise) ** 2);
    green.set(x, y, trust * mixed(sharp.get(x, y), smooth.get(x, y)) + (1 - trust) * blunt.get(x, y));
    const variance = mixed(a.variance, b.variance);
    const pull = ridge + doubtfulRidge * (1 - trust) * variance;
    const prior = doubtfulSlope + (1 - doubtfulSlope) * trust;
    slope.set(x, y, Math.min(maxSlope, (mixed(a.covariance, b.covariance) + prior * pull) / (variance + pull)));
  });
}

/** A site's sample minus its prediction from two neighbours on a line and the second difference of its colour. */
function curvature(cfa: Plane, x: number, y: number, dx: number, dy: number): number {
  const at = (i: number) => cfa.get(x + i * dx, y + i * dy);
  return (2 * at(0) + at(-2) + at(2)) / 4 - (at(-1) + at(1)) / 2;
}

/** The neighbouring green plus `step` times the step of the site's own colour (Hamilton, Adams 1997 with one half). */
function side(cfa: Plane, step: number, x: number, y: number, dx: number, dy: number) {
  const at = (i: number) => cfa.get(x + i * dx, y + i * dy);
  const gradient =
    eps + Math.abs(at(-1) - at(1)) + Math.abs(at(0) - at(2)) + Math.abs(at(1) - at(3)) + Math.abs(at(2) - at(4));
  return { gradient, estimate: at(1) + step * (at(0) - at(2)) };
}

/** Residual variance of the sites' colour in a linear fit to green, through nine sites two apart. */
function fitOf(color: Plane, green: Plane, x: number, y: number) {
  let [c, g, cc, cg, gg] = [0, 0, 0, 0, 0];
  for (let dy = -2; dy <= 2; dy += 2) {
    for (let dx = -2; dx <= 2; dx += 2) {
      const [own, other] = [color.get(x + dx, y + dy), green.get(x + dx, y + dy)];
      c += own / 9;
      g += other / 9;
      cc += own ** 2 / 9;
      cg += (own * other) / 9;
      gg += other ** 2 / 9;
    }
  }
  const [covariance, variance] = [Math.max(0, cg - c * g), Math.max(0, gg - g * g)];
  const colorVariance = Math.max(0, cc - c * c);
  const residual = Math.max(0, colorVariance - covariance ** 2 / (variance + noise)) + noise + rounding * colorVariance;
  return { covariance, variance, colorVariance, residual };
}
