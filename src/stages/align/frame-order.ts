import type { Pyramid } from "./luminance-pyramid.ts";

/** Frames by exposure, and which of them is not moved. */
export interface FrameOrder {
  /** Frame indices, brightest first. */
  readonly byExposure: readonly number[];
  readonly reference: number;
}

/**
 * Orders by the camera's exposure values where every frame has one, and by the pictures' brightness where not or where
 * values are equal. The reference is the middle exposure; of two middle ones, the one with more tones between black and
 * white.
 */
export function orderFrames(pyramids: readonly Pyramid[], exposuresEv: readonly (number | undefined)[]): FrameOrder {
  const known = exposuresEv.every((ev) => ev !== undefined && Number.isFinite(ev));
  const byExposure = pyramids
    .map((_, i) => i)
    .sort((a, b) => {
      const difference = known ? (exposuresEv[a] as number) - (exposuresEv[b] as number) : 0;
      return difference || pyramids[b].mean - pyramids[a].mean || a - b;
    });
  const lower = byExposure[Math.floor((byExposure.length - 1) / 2)];
  const upper = byExposure[Math.floor(byExposure.length / 2)];
  return { byExposure, reference: pyramids[upper].midtones > pyramids[lower].midtones ? upper : lower };
}
