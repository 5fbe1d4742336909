import { encodeSrgb, type Image } from "../../../src/image/index.ts";
import { seededRandom } from "../../support/random.ts";

/** A made-up room in scene light: 1.0 is what a normal exposure shows as white. Row-major, grey. */
export interface PaintedScene {
  readonly width: number;
  readonly height: number;
  readonly light: Float32Array;
}

interface Camera {
  /** Exposure in EV over the normal one. */
  readonly ev: number;
  /** Where the hand has moved to, in pixels. */
  readonly dx: number;
  readonly dy: number;
  readonly seed: number;
}

const margin = 4;

/** A scene that is painted when the first photograph of it is looked at. */
export function lazyScene(seed: number, width?: number, height?: number): () => PaintedScene {
  let scene: PaintedScene | undefined;
  return () => {
    scene ??= paintScene(seed, width, height);
    return scene;
  };
}

/**
 * Walls with a fall of light, furniture, and one or two windows 3 to 6 EV brighter. The same seed gives the same room.
 */
function paintScene(seed: number, width = 96, height = 64): PaintedScene {
  const random = seededRandom(seed);
  const light = new Float32Array(width * height);
  const [tiltX, tiltY, level] = [random() - 0.5, random() - 0.5, 0.12 + 0.2 * random()];
  for (let i = 0; i < light.length; i++) {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
    light[i] = level * 2 ** (2.5 * (tiltX * x + tiltY * y));
  }
  const boxes = 14 + Math.floor(random() * 12);
  for (let k = 0; k < boxes; k++) fillBox(light, width, height, random, 2 ** (4 * random() - 3), 0.35);
  const windows = random() < 0.8 ? 1 + Math.floor(random() * 2) : 0;
  for (let k = 0; k < windows; k++) fillBox(light, width, height, random, 2 ** (3 + 3 * random()), 0.25);
  for (let i = 0; i < light.length; i++) light[i] *= 2 ** (0.3 * (random() - 0.5));
  return { width, height, light };
}

function fillBox(light: Float32Array, width: number, height: number, random: () => number, gain: number, size: number) {
  const w = Math.max(2, Math.floor(width * size * random()));
  const h = Math.max(2, Math.floor(height * size * 1.4 * random()));
  const x0 = Math.floor(random() * (width - w));
  const y0 = Math.floor(random() * (height - h));
  const stripes = 1 + Math.floor(random() * 6);
  for (let y = y0; y < y0 + h; y++) {
    for (let x = x0; x < x0 + w; x++) {
      light[y * width + x] *= gain * (Math.floor((x - x0) / stripes) % 2 === 0 ? 1 : 0.7);
    }
  }
}

/** A dark church: few lamps, and windows 8 to 11 EV brighter than its walls. The same seed gives the same church. */
export function paintChurch(seed: number, width = 96, height = 64): PaintedScene {
  const random = seededRandom(seed);
  const light = new Float32Array(width * height);
  const [tiltX, tiltY] = [random() - 0.5, random()];
  for (let i = 0; i < light.length; i++) {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
    light[i] = 0.004 * 2 ** (3 * (tiltX * x - tiltY * y));
  }
  const box = (w: number, h: number, gain: () => number) => {
    const [x0, y0] = [Math.floor(random() * (width - w)), Math.floor(random() * (height - h))];
    for (let y = y0; y < y0 + h; y++) for (let x = x0; x < x0 + w; x++) light[y * width + x] *= gain();
  };
  const plain = (gain: number) => () => gain;
  for (let k = 0; k < 24; k++) {
    const gain = 2 ** (5 * random() - 3);
    box(3 + Math.floor(random() * 26), 4 + Math.floor(random() * 40), plain(gain));
  }
  for (let k = 0; k < 5; k++) box(2, 2, plain(2 ** (3 + 2 * random())));
  const windows = 2 + Math.floor(random() * 3);
  for (let k = 0; k < windows; k++) {
    const gain = 2 ** (8 + 3 * random());
    const glass = seededRandom(seed * 31 + k);
    box(5 + Math.floor(random() * 7), 10 + Math.floor(random() * 16), () => gain * 2 ** (2 * glass() - 2));
  }
  for (let i = 0; i < light.length; i++) light[i] *= 2 ** (0.3 * (random() - 0.5));
  return { width, height, light };
}

/** Photographs the scene: exposure, a film-like curve, noise and 8 bits. */
export function photograph(scene: PaintedScene, { ev, dx, dy, seed }: Camera): Image {
  const random = seededRandom(seed);
  const width = scene.width - 2 * margin;
  const height = scene.height - 2 * margin;
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = scene.light[(y + margin + dy) * scene.width + x + margin + dx] * 2 ** ev;
      const noisy = light + Math.sqrt(light * 2e-4 + 4e-7) * (random() + random() - 1);
      const display = encodeSrgb(Math.min(1, Math.max(0, noisy)));
      // Cameras add contrast: a soft S-curve around the middle.
      const value = Math.round(255 * (display + 0.35 * display * (1 - display) * (display - 0.5)));
      data.fill(value, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}
