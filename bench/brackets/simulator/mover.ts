import type { Light } from "./scenes.ts";
import type { Region } from "./take-frame.ts";

export const trafficKinds = ["walker", "car", "dog", "door"] as const;
export type TrafficKind = (typeof trafficKinds)[number];

export const moverKinds = ["person", "curtain", "leaves", "screen", "clouds", "water"] as const;
export type MoverKind = (typeof moverKinds)[number] | TrafficKind;

/** Something that looks different in each frame. */
export interface Mover {
  readonly kind: MoverKind;
  /** Nothing of it is ever outside. */
  readonly region: Region;
  /** Paints it as frame k sees it, over the scene. */
  draw(state: Light, k: number): void;
}
