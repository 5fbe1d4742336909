import { fractalNoise } from "../../../fixtures/scene/random.ts";
import type { Dice } from "../../dice.ts";
import type { Mover, TrafficKind } from "./mover.ts";
import { clip, each, lightAt, put, type Rgb } from "./paint.ts";
import type { Light } from "./scenes.ts";

/** Distance inside an object's outline, in units of its height (0 at the outline), and colour. */
type Shape = (u: number, v: number, k: number) => readonly [number, Rgb];

/** Maximum number of frames in a bracket. */
const maxFrames = 9;

export function drawTraffic(kind: TrafficKind, base: Light, dice: Dice, seed: number): Mover {
  return kind === "door" ? drawDoor(base, dice, seed) : drawPassing(kind, base, dice, seed);
}

/** A random colour of cloth or paint, from black to white. */
function anyColour(dice: Dice): Rgb {
  const [level, vivid] = [2 ** dice.between(-5.5, -0.3), dice.between(0, 0.9)];
  const hue = dice.between(0, 2 * Math.PI);
  const channel = (turn: number) => level * (1 + vivid * Math.cos(hue + turn));
  return [channel(0), channel((2 * Math.PI) / 3), channel((4 * Math.PI) / 3)];
}

const ellipse = (u: number, v: number, cx: number, cy: number, rx: number, ry: number) =>
  (1 - Math.hypot((u - cx) / rx, (v - cy) / ry)) * Math.min(rx, ry);
const box = (u: number, v: number, left: number, top: number, right: number, bottom: number) =>
  Math.min(u - left, right - u, v - top, bottom - v);

/** Combines parts, listed from back to front. */
function joined(parts: readonly (readonly [number, Rgb])[]): readonly [number, Rgb] {
  return parts.find(([inside]) => inside > 0) ?? parts.reduce((best, part) => (part[0] > best[0] ? part : best));
}

/** Shapes with height 1, centred at u = 0. */
const shapes: Readonly<Record<Exclude<TrafficKind, "door">, { readonly wide: number; draw(dice: Dice): Shape }>> = {
  walker: {
    wide: 0.34,
    draw(dice) {
      const [skin, cloth, trousers, hair] = [
        [0.5, 0.32, 0.22] as const,
        anyColour(dice),
        anyColour(dice),
        [0.03, 0.02, 0.015] as const,
      ];
      return (u, v, k) => {
        const stride = 0.06 * ((k % 3) - 1);
        return joined([
          [ellipse(u, v, 0, 0.04, 0.055, 0.045), hair],
          [ellipse(u, v, 0, 0.08, 0.05, 0.07), skin],
          [Math.max(ellipse(u, v, 0, 0.33, 0.12, 0.2), box(u, v, -0.16, 0.17, 0.16, 0.46)), cloth],
          [
            Math.max(
              box(u, v, -0.1 - stride, 0.45, -0.01 - stride / 2, 1),
              box(u, v, 0.01 + stride / 2, 0.45, 0.1 + stride, 1),
            ),
            trousers,
          ],
        ]);
      };
    },
  },
  car: {
    wide: 2.6,
    draw(dice) {
      const [paint, glass, tyre] = [anyColour(dice), [0.06, 0.08, 0.1] as const, [0.02, 0.02, 0.02] as const];
      return (u, v) =>
        joined([
          [Math.max(ellipse(u, v, -0.75, 0.82, 0.2, 0.18), ellipse(u, v, 0.75, 0.82, 0.2, 0.18)), tyre],
          [box(u, v, -0.6 - 0.3 * (v - 0.1), 0.08, 0.55 + 0.3 * (v - 0.1), 0.4), glass],
          [box(u, v, -1.25, 0.36, 1.25, 0.85), paint],
        ]);
    },
  },
  dog: {
    wide: 1.5,
    draw(dice) {
      const coat = anyColour(dice);
      return (u, v, k) => {
        const stride = 0.08 * ((k % 3) - 1);
        const legs = [-0.42, -0.28, 0.28, 0.42].map((at, i) =>
          box(u, v, at - 0.05 + (i % 2 ? stride : -stride), 0.5, at + 0.05, 1),
        );
        return [Math.max(ellipse(u, v, 0, 0.45, 0.55, 0.22), ellipse(u, v, 0.58, 0.2, 0.2, 0.2), ...legs), coat];
      };
    },
  },
};

/**
 * Positions of an object by frame, in units of its width from the first: it passes, enters, leaves, or crosses and
 * stops.
 */
function drawWay(dice: Dice): number[] {
  const step = 2 ** dice.between(Math.log2(0.2), Math.log2(3)) * dice.pick([-1, 1]);
  const uneven = () => dice.between(0.85, 1.15);
  const way = [0];
  for (let k = 1; k < maxFrames; k++) way.push(way[k - 1] + step * uneven());
  return dice.chance(0.12) ? way.map((at, k) => (k > 1 ? way[1] : at)) : way;
}

/** A person, a car or a dog that passes, lit by the scene around it. */
function drawPassing(kind: Exclude<TrafficKind, "door">, base: Light, dice: Dice, seed: number): Mover {
  const { wide, draw } = shapes[kind];
  const sizes = { walker: [0.25, 0.6], car: [0.1, 0.22], dog: [0.08, 0.2] } as const;
  const tall = base.height * dice.between(sizes[kind][0], sizes[kind][1]);
  const across = wide * tall;
  const foot = base.height * dice.between(0.6, 0.98);
  const top = foot - tall;
  const way = drawWay(dice);
  // Enters or leaves the picture in one of three cases.
  const begin = dice.chance(0.33)
    ? dice.pick([-0.6 * across, base.width + 0.6 * across])
    : dice.between(0.1, 0.9) * base.width;
  const turned = begin < 0 ? Math.abs : begin > base.width ? (at: number) => -Math.abs(at) : (at: number) => at;
  const places = way.map((at) => begin + turned(at) * across);
  const cover = draw(dice);
  const reach = across / 2 + 3;
  const region = clip(base, Math.min(...places) - reach, top - 3, Math.max(...places) + reach, foot + 3);
  return {
    kind,
    region,
    draw(state, k) {
      const lit = 2.2 * lightAt(base, places[k], top + 0.7 * tall);
      each(clip(base, places[k] - reach, top - 3, places[k] + reach, foot + 3), (x, y) => {
        const [u, v] = [(x - places[k]) / tall, (y - top) / tall];
        const [inside, [r, g, b]] = cover(u, v, k);
        const share = inside * tall + 0.5;
        if (share <= 0) return;
        const shade = lit * (0.75 + 0.5 * fractalNoise(u * 12 + 40, v * 12, 3, seed)) * (1 - 0.5 * Math.abs(u / wide));
        put(state, x, y, [r * shade, g * shade, b * shade], Math.min(1, share));
      });
    },
  };
}

/** A door leaf that swings on its left or right edge, so that its width changes between frames. */
function drawDoor(base: Light, dice: Dice, seed: number): Mover {
  const tall = base.height * dice.between(0.3, 0.7);
  const wide = tall * dice.between(0.35, 0.5);
  const [left, top] = [dice.between(0, base.width - wide), dice.between(0.1, 0.9) * (base.height - tall)];
  const hinge = dice.pick([0, 1]);
  const paint = anyColour(dice);
  const first = dice.between(0.1, 1);
  const step = dice.between(0.1, 0.5) * dice.pick([-1, 1]);
  const widths = Array.from({ length: maxFrames }, (_, k) => wide * Math.abs(Math.cos(Math.acos(first) + step * k)));
  const lit = 2.2 * lightAt(base, left + wide / 2, top + tall / 2);
  const region = clip(base, left - 2, top - 2, left + wide + 2, top + tall + 2);
  return {
    kind: "door",
    region,
    draw(state, k) {
      const from = hinge ? left + wide - widths[k] : left;
      each(region, (x, y) => {
        const inside = box(x, y, from, top, from + widths[k], top + tall) + 0.5;
        if (inside <= 0) return;
        const [u, v] = [(x - from) / Math.max(1, widths[k]), (y - top) / tall];
        const panel = box(u, v, 0.15, 0.08, 0.85, 0.45) > 0 || box(u, v, 0.15, 0.52, 0.85, 0.92) > 0 ? 0.85 : 1;
        const shade =
          lit * panel * (0.6 + (0.4 * widths[k]) / wide) * (0.9 + 0.2 * fractalNoise(u * 9, v * 20, 3, seed));
        put(state, x, y, [paint[0] * shade, paint[1] * shade, paint[2] * shade], Math.min(1, inside));
      });
    },
  };
}
