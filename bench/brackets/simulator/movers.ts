import { fractalNoise, hash2, valueNoise } from "../../../fixtures/scene/random.ts";
import { Dice } from "../../dice.ts";
import { type Mover, type MoverKind, type TrafficKind, trafficKinds } from "./mover.ts";
import { clip, each, lightAt, put, type Rgb } from "./paint.ts";
import type { Light } from "./scenes.ts";
import { drawTraffic } from "./traffic.ts";

/** A mover of a kind at a random position. */
export function drawMover(kind: MoverKind, base: Light, seed: number): Mover {
  const dice = new Dice(0x40000 + seed);
  return isTraffic(kind) ? drawTraffic(kind, base, dice, seed) : makers[kind](base, dice, seed);
}

function isTraffic(kind: MoverKind): kind is TrafficKind {
  return trafficKinds.some((each) => each === kind);
}

const makers: Readonly<Record<Exclude<MoverKind, TrafficKind>, (base: Light, dice: Dice, seed: number) => Mover>> = {
  person: drawPerson,
  curtain: drawCurtain,
  leaves: drawLeaves,
  screen: drawScreen,
  clouds: drawClouds,
  water: drawWater,
};

function colour(dice: Dice, reflectance: number): Rgb {
  return [
    reflectance * dice.between(0.5, 1.5),
    reflectance * dice.between(0.5, 1.5),
    reflectance * dice.between(0.5, 1.5),
  ];
}

/** A person with head, trunk, arms and legs in patterned cloth, who walks or shifts from foot to foot. */
function drawPerson(base: Light, dice: Dice, seed: number): Mover {
  const tall = base.height * dice.between(0.22, 0.65);
  const wide = tall * 0.3;
  const top = dice.between(0.15, 0.9) * (base.height - tall);
  const start = dice.between(0.1, 0.9) * base.width;
  const walk = dice.chance(0.7) ? dice.between(0.3, 1.6) * wide * dice.pick([-1, 1]) : 0;
  const places = Array.from({ length: 9 }, (_, k) => start + k * walk + dice.between(-0.08, 0.08) * wide);
  const lit = lightAt(base, start, top + tall / 2) * 3;
  const [skin, cloth, trousers] = [
    [0.5, 0.32, 0.22] as const,
    colour(dice, dice.between(0.03, 0.6)),
    colour(dice, dice.between(0.02, 0.3)),
  ];
  const region = clip(base, Math.min(...places) - wide, top - 2, Math.max(...places) + wide, top + tall + 2);
  /** Distance inside the body's outline, in px, and colour. */
  const body = (u: number, v: number, stride: number): readonly [number, Rgb] => {
    const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
      (1 - Math.hypot((u - cx) / rx, (v - cy) / ry)) * Math.min(rx, ry) * tall;
    const head = ellipse(0, 0.08, 0.055, 0.08);
    const trunk = Math.max(
      ellipse(0, 0.32, 0.11, 0.2),
      ellipse(-0.13, 0.34, 0.03, 0.17),
      ellipse(0.13, 0.34, 0.03, 0.17),
    );
    const legs = Math.max(ellipse(-0.05 - stride, 0.75, 0.05, 0.26), ellipse(0.05 + stride, 0.75, 0.05, 0.26));
    if (head >= trunk && head >= legs) return [head, skin];
    return trunk >= legs ? [trunk, cloth] : [legs, trousers];
  };
  return {
    kind: "person",
    region,
    draw(state, k) {
      const here = clip(base, places[k] - wide, top - 2, places[k] + wide, top + tall + 2);
      const stride = walk === 0 ? 0 : 0.025 * ((k % 3) - 1);
      each(here, (x, y) => {
        const [u, v] = [(x - places[k]) / tall, (y - top) / tall];
        const [inside, cover] = body(u, v, stride);
        if (inside <= -0.5) return;
        const pattern = 0.7 + 0.6 * fractalNoise(u * 60, v * 60, 3, seed) * (1 + 0.4 * Math.sin(v * 160));
        const shade = lit * pattern * (1 - 1.5 * Math.abs(u));
        put(state, x, y, [cover[0] * shade, cover[1] * shade, cover[2] * shade], Math.min(1, inside + 0.5));
      });
    },
  };
}

/** Translucent hanging cloth with moving folds. */
function drawCurtain(base: Light, dice: Dice, seed: number): Mover {
  const [wide, tall] = [base.width * dice.between(0.08, 0.25), base.height * dice.between(0.3, 0.7)];
  const [left, top] = [dice.between(0, base.width - wide), dice.between(0, 0.3) * base.height];
  const region = clip(base, left, top, left + wide, top + tall);
  const lit = 2.5 * lightAt(base, left + wide / 2, top + tall / 2);
  const cloth = colour(dice, dice.between(0.15, 0.6));
  const through = dice.between(0, 0.4);
  const fold = dice.between(8, 26);
  const sway = dice.between(0.3, 2);
  const phases = Array.from({ length: 9 }, () => dice.between(-1, 1) * sway);
  return {
    kind: "curtain",
    region,
    draw(state, k) {
      each(region, (x, y) => {
        const down = (y - top) / tall;
        const wave = (x / fold) * 2 * Math.PI + 4 * valueNoise(x / 50, y / 120, seed) + phases[k] * down * 2;
        const shade = lit * (0.65 + 0.35 * Math.sin(wave)) * (0.9 + 0.2 * hash2(x, y, seed));
        const at = 3 * (y * base.width + x);
        const behind = through * (0.7 + 0.3 * Math.cos(wave));
        const [r, g, b] = cloth.map((value, c) => value * shade + behind * base.data[at + c]);
        const edge = Math.min(1, (x - region.left + 1) / 2, (region.right - x) / 2);
        put(state, x, y, [r, g, b], edge);
      });
    },
  };
}

/** Twigs with leaves in front of the scene, in wind. */
function drawLeaves(base: Light, dice: Dice, seed: number): Mover {
  const radius = base.height * dice.between(0.1, 0.28);
  const [midX, midY] = [dice.between(0.1, 0.9) * base.width, dice.between(0.1, 0.8) * base.height];
  const lit = 3 * lightAt(base, midX, midY);
  const sway = dice.between(1.5, 7);
  const length = dice.between(4, 13);
  const leaves = Array.from({ length: dice.whole(60, 320) }, () => {
    const [turn, far] = [dice.between(0, 2 * Math.PI), Math.sqrt(dice.between(0, 1)) * radius];
    const green = dice.between(0.05, 0.35);
    return {
      x: midX + far * Math.cos(turn) * 1.3,
      y: midY + far * Math.sin(turn),
      angle: dice.between(0, Math.PI),
      length: length * dice.between(0.6, 1.3),
      cover: [green * dice.between(0.4, 1), green, green * dice.between(0.1, 0.5)] as Rgb,
      own: dice.between(0.4, 1.6),
    };
  });
  const gusts = Array.from({ length: 9 }, () => [dice.between(-1, 1) * sway, dice.between(-0.6, 0.6) * sway] as const);
  const reach = length * 1.5 + 2 * sway;
  const region = clip(
    base,
    midX - 1.3 * radius - reach,
    midY - radius - reach,
    midX + 1.3 * radius + reach,
    midY + radius + reach,
  );
  return {
    kind: "leaves",
    region,
    draw(state, k) {
      for (const [i, leaf] of leaves.entries()) {
        const flutter = valueNoise(i * 0.37, k * 1.7, seed) * 2 - 1;
        const x = leaf.x + gusts[k][0] * leaf.own;
        const y = leaf.y + gusts[k][1] * leaf.own + flutter;
        drawBlade(
          state,
          x,
          y,
          leaf.angle + 0.3 * flutter,
          leaf.length,
          leaf.cover,
          lit * (0.7 + 0.6 * hash2(i, 0, seed)),
        );
      }
    },
  };
}

/** A narrow ellipse with a soft edge. */
function drawBlade(state: Light, x: number, y: number, angle: number, length: number, cover: Rgb, lit: number): void {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [long, narrow] = [length / 2, Math.max(0.8, length / 6)];
  each(clip(state, x - long - 1, y - long - 1, x + long + 2, y + long + 2), (u, v) => {
    const [dx, dy] = [u - x, v - y];
    const [along, across] = [cos * dx + sin * dy, cos * dy - sin * dx];
    const inside = (1 - Math.hypot(along / long, across / narrow)) * narrow;
    if (inside <= -0.5) return;
    put(state, u, v, [cover[0] * lit, cover[1] * lit, cover[2] * lit], Math.min(1, inside + 0.5));
  });
}

/** A television whose picture changes. */
function drawScreen(base: Light, dice: Dice, seed: number): Mover {
  const wide = base.width * dice.between(0.1, 0.32);
  const tall = wide * 0.5625;
  const [left, top] = [dice.between(0, base.width - wide), dice.between(0, base.height - tall)];
  const region = clip(base, left, top, left + wide, top + tall);
  const level = Math.max(lightAt(base, left + wide / 2, top + tall / 2), 0.02) * 2 ** dice.between(0, 2.5);
  const block = dice.between(10, 40);
  return {
    kind: "screen",
    region,
    draw(state, k) {
      each(region, (x, y) => {
        const bezel = x - region.left < 4 || region.right - x < 5 || y - region.top < 4 || region.bottom - y < 5;
        const part = (c: number) =>
          level * 2 ** (3 * fractalNoise(x / block, y / block, 3, seed + 97 * k + 13 * c) - 1.5);
        put(state, x, y, bezel ? [0.01, 0.01, 0.01] : [part(0), part(1), part(2)], 1);
      });
    },
  };
}

/** Clouds that drift over bright parts: the sky, or the view in a window. */
function drawClouds(base: Light, dice: Dice, seed: number): Mover {
  const bright = brightPart(base);
  const size = base.width * dice.between(0.06, 0.2);
  const step = size * dice.between(0.15, 1) * dice.pick([-1, 1]);
  const rangeEv = dice.between(0.5, 2);
  return {
    kind: "clouds",
    region: { left: 0, top: 0, right: base.width, bottom: base.height },
    draw(state, k) {
      for (let p = 0; p < bright.length; p++) {
        if (!bright[p]) continue;
        const [x, y] = [p % base.width, Math.floor(p / base.width)];
        const cloud = fractalNoise((x + step * k) / size, (1.5 * y) / size, 3, seed);
        const gain = 2 ** (rangeEv * Math.min(1, Math.max(-1, 4 * cloud - 2)));
        for (let i = 3 * p; i < 3 * p + 3; i++) state.data[i] *= gain;
      }
    },
  };
}

/** Mask of pixels over four times the median light; of the upper third if there are few. */
function brightPart({ width, height, data }: Light): Uint8Array {
  const luminance = Float32Array.from({ length: width * height }, (_, p) => data[3 * p + 1]);
  const median = Float32Array.from(
    { length: 4096 },
    (_, i) => luminance[Math.floor((i * luminance.length) / 4096)],
  ).sort()[2048];
  const bright = Uint8Array.from(luminance, (value) => (value > 4 * median ? 1 : 0));
  const share = bright.reduce((sum, value) => sum + value, 0) / bright.length;
  return share > 0.02 ? bright : bright.map((_, p) => (p < bright.length / 3 ? 1 : 0));
}

/** Waves and glints of water on the floor. */
function drawWater(base: Light, dice: Dice, seed: number): Mover {
  const top = base.height * dice.between(0.55, 0.8);
  const region = clip(base, 0, top, base.width, base.height);
  const lit = 2 * lightAt(base, base.width / 2, top - 20);
  const wave = dice.between(5, 18);
  const heightEv = dice.between(0.4, 1.4);
  const glint = dice.between(2, 12);
  return {
    kind: "water",
    region,
    draw(state, k) {
      each(region, (x, y) => {
        const near = 0.4 + (1.2 * (y - top)) / (base.height - top);
        const slope = 2 * fractalNoise(x / (3 * wave * near), y / (wave * near), 3, seed + 131 * k) - 1;
        const shade = lit * 0.25 * 2 ** (2 * heightEv * slope) * (slope > 0.45 ? glint : 1);
        put(state, x, y, [0.75 * shade, 0.95 * shade, 1.1 * shade], Math.min(1, (y - region.top + 1) / 4));
      });
    },
  };
}
