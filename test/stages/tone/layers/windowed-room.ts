import { seededRandom } from "../../../support/random.ts";

/** A small copy of a room with a window at its right. */
export const copy = { width: 200, height: 100, wrapX: false };
export const count = copy.width * copy.height;

export function inWindow(i: number): boolean {
  return i % copy.width > 120 && i % copy.width < 180;
}

/** A place in the window, and one on the wall. */
export const [pane, wall] = [50 * copy.width + 150, 50 * copy.width + 30];

export const views = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));

const random = seededRandom(3);

/** Luma of a room of 0.5 with leaves in its window: 0.85 and 0.97, as it happens; so at the pane and next to it. */
export const leaves = Float32Array.from({ length: count }, (_, i) => {
  const isDark = random() < 0.5;
  if (!inWindow(i)) return 0.5;
  return i === pane ? 0.85 : i === pane + 1 ? 0.97 : isDark ? 0.85 : 0.97;
});
