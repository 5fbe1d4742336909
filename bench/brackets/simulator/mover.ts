import type { Light } from "./scenes.ts";
import type { Region } from "./take-frame.ts";

export const trafficKinds = ["walker", "car", "dog", "door"] as const;
export type TrafficKind = (typeof trafficKinds)[number];

export const moverKinds = ["person", "curtain", "leaves", "screen", "clouds", "water"] as const;
export type MoverKind = (typeof moverKinds)[number] | TrafficKind;

/** An object that looks different in each frame. */
export interface Mover {
  readonly kind: MoverKind;
  /** Region that always contains all of it. */
  readonly region: Region;
  /** Paints it over the scene as it is in frame k. */
  draw(state: Light, k: number): void;
}
