import type { SceneEvidence } from "./scene.ts";

/** A picture with this much texture (mean distance from the base) or colour needs no more of it. */
const enoughTexture = 0.012;
const enoughColour = 0.45;

/** Factor of the asked vibrance: none where there is colour enough, in rooms, and before a bright sky. */
export function vibranceDue(colour: number, { againstSky }: SceneEvidence, inRoom: number): number {
  return spare(colour, enoughColour) * (1 - inRoom) * (1 - 0.8 * againstSky);
}

/** The share of the asked texture that is due: none where there is enough. */
export function textureDue(texture: number): number {
  return spare(texture, enoughTexture);
}

/** Mean distance of the luma from its base, rows counting by their `areas`. */
export function textureOf(luma: Float32Array, coefficients: Float32Array, areas: Float32Array | undefined): number {
  const width = areas ? luma.length / areas.length : luma.length;
  let sum = 0;
  for (let i = 0; i < luma.length; i++) {
    const distance = Math.abs(luma[i] - (coefficients[2 * i] * luma[i] + coefficients[2 * i + 1]));
    sum += areas ? areas[Math.floor(i / width)] * distance : distance;
  }
  return sum / luma.length;
}

/**
 * What is left of a boost for a picture that has `found` of something already, where `enough` needs no more: 1 to 0.
 */
function spare(found: number, enough: number): number {
  return Math.min(1, Math.max(0, (enough - found) / (0.6 * enough)));
}
