import { existsSync, readFileSync } from "node:fs";
import { encodeSrgb } from "../../../src/image/index.ts";
import { sharedFixture } from "../../../test/support/shared-fixtures.ts";
import type { Dice } from "../../dice.ts";

/** A camera's response: display values, 0 to 1, for linear light in steps of 1/1023 of full scale. */
export type Response = Float32Array;

export const responseSteps = 1024;

/** Standard deviations of the weights of EMoR's components over the 201 measured cameras and films. */
const spreads = [2.4, 1.1, 0.45, 0.22, 0.12] as const;

/** Deviation of red and blue from green, as a share of these. */
const channelShare = 0.06;

interface Basis {
  readonly mean: Float64Array;
  readonly parts: readonly Float64Array[];
}

let basis: Basis | undefined | null = null;

/**
 * The basis of measured responses (Grossberg, Nayar, "What is the space of camera response functions?", 2003), if its
 * file is next to the checkout.
 */
export function measuredBasis(): Basis | undefined {
  if (basis === null) basis = readBasis(sharedFixture("response/emor.txt"));
  return basis;
}

function readBasis(path: string): Basis | undefined {
  if (!existsSync(path)) return undefined;
  const columns = readFileSync(path, "utf8")
    .split(/^.*=\s*$/m)
    .slice(1)
    .map((text) => Float64Array.from(text.trim().split(/\s+/), Number));
  const [, mean, ...parts] = columns;
  return { mean, parts };
}

/**
 * Similar but not equal responses of red, green and blue of one camera. Two cameras in three use the measured basis, if
 * there is one.
 */
export function drawResponses(dice: Dice): { readonly kind: string; readonly channels: readonly Response[] } {
  const known = measuredBasis();
  // Always drawn, so that later random numbers do not depend on the basis.
  const wantsMeasured = dice.chance(0.67);
  const weights = spreads.map((spread) => spread * normal(dice));
  const shape = { contrast: dice.between(-0.2, 1.1), toe: dice.between(0, 0.03), shoulder: dice.between(0, 0.6) };
  const apart = [0, 1, 2].map((c) => spreads.map((spread) => (c === 1 ? 0 : channelShare * spread * normal(dice))));
  if (!wantsMeasured || !known) return { kind: "parametric", channels: parametric(shape, apart) };
  for (let strength = 1; strength > 0.1; strength *= 0.8) {
    const channels = apart.map((delta) =>
      combine(
        known,
        weights.map((weight, i) => strength * (weight + delta[i])),
      ),
    );
    if (channels.every(rises)) return { kind: "measured", channels };
  }
  return { kind: "measured", channels: apart.map(() => combine(known, [])) };
}

/** Approximately standard normal: the sum of twelve uniform numbers. */
function normal(dice: Dice): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += dice.between(0, 1);
  return sum;
}

function combine({ mean, parts }: Basis, weights: readonly number[]): Response {
  return Float32Array.from(mean, (value, i) => weights.reduce((sum, weight, k) => sum + weight * parts[k][i], value));
}

/** Whether all slopes exceed a hundredth of the mean slope, so that different light gives different display values. */
function rises(curve: Response): boolean {
  for (let i = 1; i < curve.length; i++) if (curve[i] - curve[i - 1] < 0.01 / responseSteps) return false;
  return true;
}

/** sRGB with a contrast curve, lowered blacks and a soft shoulder. */
function parametric(
  shape: { readonly contrast: number; readonly toe: number; readonly shoulder: number },
  apart: readonly (readonly number[])[],
): Response[] {
  return apart.map(([bend]) => {
    const contrast = shape.contrast + 0.4 * bend;
    return Float32Array.from({ length: responseSteps }, (_, i) => {
      const display = encodeSrgb(rolled(i / (responseSteps - 1), shape.shoulder));
      const bent = display + contrast * display * (1 - display) * (display - 0.45);
      return Math.min(1, Math.max(0, (bent - shape.toe * (1 - bent)) / 1));
    });
  });
}

/** Compresses highlights: more range below full scale, which is approached ever more slowly. */
function rolled(light: number, shoulder: number): number {
  const steep = 1 + 3 * shoulder;
  return (1 - (1 - light) ** steep * (1 - shoulder * light)) ** (1 / (1 + 0.25 * shoulder));
}
