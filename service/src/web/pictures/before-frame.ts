import type { StudioFrame } from "../../store/studio-images.ts";

/**
 * The frame that a picture is compared with: of a bracket, the one whose exposure is in the middle, since that is the
 * photograph that a camera alone would have taken. Undefined if nothing was uploaded.
 */
export function beforeFrame(frames: readonly StudioFrame[]): StudioFrame | undefined {
  const uploaded = frames.filter(({ source }) => source !== null);
  const exposed = uploaded.filter(({ metadata }) => typeof metadata?.["ev100"] === "number");
  if (exposed.length < uploaded.length) return uploaded[Math.floor((uploaded.length - 1) / 2)];
  const sorted = [...exposed].sort((a, b) => Number(a.metadata?.["ev100"]) - Number(b.metadata?.["ev100"]));
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** How a frame was taken: `1/60 s · f/8 · ISO 200`. */
export function exposureOf({ metadata }: Pick<StudioFrame, "metadata">): string {
  const number = (name: string) => (typeof metadata?.[name] === "number" ? Number(metadata[name]) : undefined);
  const [time, aperture, iso] = [number("exposure_time_s"), number("f_number"), number("iso")];
  return [
    time !== undefined && time > 0 && (time >= 0.4 ? `${round(time)} s` : `1/${Math.round(1 / time)} s`),
    aperture !== undefined && `f/${round(aperture)}`,
    iso !== undefined && `ISO ${iso}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
