import { leastEdge } from "./params.ts";

export function isTooSmall({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.min(width, height) < leastEdge;
}
