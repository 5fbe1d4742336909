import { lightEv, type Picture } from "./picture.ts";

/** How the light of one scene differs between two frames that a camera took without moving. */
export interface LightChange {
  /** Share of the picture that is well exposed in both, 0 to 1. */
  readonly coverage: number;
  /** Contrast of b over that of a, in EV over EV, where both are well exposed: 1 for exposures by one light. */
  readonly contrast: number;
  /** Correlation of both there, −1 to 1. */
  readonly correlation: number;
}

/** A flash lifts what is dark far more than what is bright, where another exposure moves all alike. */
export function lightChange({ fine: a }: Picture, { fine: b }: Picture): LightChange {
  const nothing = { coverage: 0, contrast: 1, correlation: 0 };
  if (a.luma.width !== b.luma.width || a.luma.height !== b.luma.height) return nothing;
  let [n, sumA, sumB, sumAa, sumBb, sumAb] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < a.usable.length; i++) {
    if ((a.usable[i] & b.usable[i]) === 0) continue;
    const evA = lightEv(a.luma.data[i]);
    const evB = lightEv(b.luma.data[i]);
    n++;
    sumA += evA;
    sumB += evB;
    sumAa += evA * evA;
    sumBb += evB * evB;
    sumAb += evA * evB;
  }
  if (n < 2) return nothing;
  const varianceA = sumAa / n - (sumA / n) ** 2;
  const varianceB = sumBb / n - (sumB / n) ** 2;
  if (varianceA < 1e-4 || varianceB < 1e-4) return nothing;
  return {
    coverage: n / a.usable.length,
    contrast: Math.sqrt(varianceB / varianceA),
    correlation: (sumAb / n - (sumA / n) * (sumB / n)) / Math.sqrt(varianceA * varianceB),
  };
}
