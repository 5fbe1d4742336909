import type { SceneContent } from "../../../../ops/index.ts";
import { ceilingReach, roomReach, whitePaint } from "./params.ts";
import { findNeutral, followMode, type Surfaces, withoutPaint } from "./surfaces.ts";

/** Where surfaces have the colours that flash frames show, and which of them are ceilings and walls; 0 to 1. */
export interface KnownSurfaces {
  readonly luma: Float32Array;
  readonly known: Float32Array;
  /** Without those in a strong colour; by the learned map. */
  readonly ceilings: Float32Array;
  readonly walls: Float32Array;
}

/**
 * The one light in which flash frames show a room. Under one light, surfaces differ only in their paint, so the most
 * common colour is not evidence of the light: a room with peach walls looks like a white one under lamps. Ceilings are
 * painted white more often than anything else. From their colour, mean shift finds the mode of ceilings and walls; its
 * reach is so narrow that coloured walls do not take part. The less ceiling a picture shows, the more the grey of all
 * known surfaces counts. The slight tint of white paint is subtracted, since it is not the light's.
 */
export function lightOfKnown(
  { samples, areas }: Surfaces,
  { luma, known, ceilings, walls }: KnownSurfaces,
): SceneContent["knownLight"] {
  const grey = findNeutral(
    withoutPaint(
      samples,
      known.map((share) => 1 - share),
    ),
    areas,
  );
  // Smooth places count equally: a camera's tone curve reduces the cast of the brightest ones.
  const modeOf = (shares: Float32Array, reach: readonly number[], start?: Pick<Surfaces, "red" | "blue">) => {
    const smooth = samples.slice();
    for (let i = 0; i < shares.length; i++) smooth[3 * i + 2] *= (known[i] * shares[i]) / Math.max(1e-4, luma[i] ** 2);
    return followMode({ samples: smooth, areas }, reach, start);
  };
  const ceiling = modeOf(ceilings, ceilingReach);
  const white = modeOf(
    ceilings.map((share, i) => Math.min(1, share + walls[i])),
    roomReach,
    ceiling,
  );
  const share = ceiling.confidence;
  return {
    red: share * white.red + (1 - share) * grey.red - whitePaint.red,
    blue: share * white.blue + (1 - share) * grey.blue - whitePaint.blue,
    confidence: Math.max(grey.confidence, share * white.confidence),
  };
}
