import { distortPoint, type LensCorrection } from "./lens-correction.ts";

/** Range of scales; outside it, the model does not belong to the picture. */
const SCALE_RANGE = [0.5, 2] as const;

const SAMPLES_PER_EDGE = 128;

/**
 * The smallest scale at which every pixel of the corrected picture, in every channel, comes from inside the source.
 * With radial models that increase monotonically the border stays outermost, so it is sufficient to check the border.
 * `undefined` outside SCALE_RANGE.
 */
export function fittingScale(correction: LensCorrection): number | undefined {
  if (!correction.distortion && !correction.tca) return 1;
  let [low, high] = SCALE_RANGE as readonly [number, number];
  if (!coversBorder({ ...correction, scale: high })) return undefined;
  if (coversBorder({ ...correction, scale: low })) return undefined;
  for (let i = 0; i < 32; i++) {
    const middle = (low + high) / 2;
    if (coversBorder({ ...correction, scale: middle })) high = middle;
    else low = middle;
  }
  return high;
}

function coversBorder(correction: LensCorrection): boolean {
  const [right, bottom] = [correction.width - 1, correction.height - 1];
  const slack = 1e-6;
  // Without colour fringes, all channels come from the same position.
  const channels = correction.tca ? [0, 1, 2] : [1];
  const isInside = (x: number, y: number): boolean =>
    channels.every((channel) => {
      const source = distortPoint(correction, x, y, channel);
      return source.x >= -slack && source.y >= -slack && source.x <= right + slack && source.y <= bottom + slack;
    });
  // By symmetry about the centre, a quarter of the border represents the whole border.
  for (let i = 0; i <= SAMPLES_PER_EDGE; i++) {
    const part = i / SAMPLES_PER_EDGE / 2;
    if (!isInside(right * part, 0) || !isInside(0, bottom * part)) return false;
  }
  return true;
}
