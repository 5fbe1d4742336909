import { createScene, type RoomName, renderScene } from "../../fixtures/scene/index.ts";
import { hash2 } from "../../fixtures/scene/random.ts";

/** Linear sRGB light, interleaved; 1 is display white. */
export interface TruthScene {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly light: Float32Array;
}

type Rgb = readonly [number, number, number];
type Paint = (x: number, y: number) => Rgb;

/** Samples a side of a pixel. */
const grid = 4;

/** Standard deviation of a lens's blur, in px; with the pixel's square, contrast at the Nyquist frequency is 0.19. */
const blurPx = 0.5;

/** All scenes for judging a demosaic: common and difficult ones. */
export function truthScenes(width: number, height: number): readonly TruthScene[] {
  return [
    ...(["living", "bedroom", "kitchen"] as const).map((name) => room(name, width, height)),
    painted("zone plate", width, height, zonePlate(width, height, [1, 1, 1])),
    painted("coloured zone plate", width, height, zonePlate(width, height, [1, 0.55, 0.25])),
    painted("fine text", width, height, text([0.02, 0.02, 0.02], [0.85, 0.85, 0.82])),
    painted("coloured text", width, height, text([0.55, 0.03, 0.05], [0.75, 0.8, 0.35])),
    painted("colour edges", width, height, colourEdges(width, height)),
    painted("fabric", width, height, fabric),
  ];
}

function room(name: RoomName, width: number, height: number): TruthScene {
  const { radiance } = renderScene(createScene({ room: name }), { width, height });
  const light = radiance.data.map((value) => Math.min(1, Math.max(0, value)));
  return { name, width, height, light: blurred(light, width, height) };
}

function painted(name: string, width: number, height: number, paint: Paint): TruthScene {
  const light = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let j = 0; j < grid; j++) {
        for (let i = 0; i < grid; i++) {
          const rgb = paint(x + (i + 0.5) / grid, y + (j + 0.5) / grid);
          for (let c = 0; c < 3; c++) light[(y * width + x) * 3 + c] += rgb[c] / (grid * grid);
        }
      }
    }
  }
  return { name, width, height, light: blurred(light, width, height) };
}

/** Rings with increasing frequency, up to 0.42 cycles a pixel at the middle of the sides. */
function zonePlate(width: number, height: number, tint: Rgb): Paint {
  const k = (Math.PI * 0.42) / (Math.min(width, height) / 2);
  return (x, y) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const far = Math.hypot(dx, dy) / (Math.min(width, height) / 2);
    const level = 0.35 + (far < 1 ? 0.3 * Math.cos(k * (dx * dx + dy * dy)) : 0);
    return [level * tint[0], level * tint[1], level * tint[2]];
  };
}

/** Letters of 5 × 7 dots, a number for each row. */
const letters: readonly (readonly number[])[] = [
  [14, 17, 17, 31, 17, 17, 17],
  [30, 17, 30, 17, 17, 17, 30],
  [14, 17, 16, 16, 16, 17, 14],
  [31, 16, 30, 16, 16, 16, 31],
  [17, 18, 20, 24, 20, 18, 17],
  [17, 27, 21, 21, 17, 17, 17],
  [14, 17, 17, 17, 17, 17, 14],
  [14, 17, 16, 14, 1, 17, 14],
  [31, 4, 4, 4, 4, 4, 4],
  [17, 17, 10, 4, 10, 17, 17],
];

/** Slightly slanted lines of letters whose dots grow from 1.1 to 3 pixels. */
function text(ink: Rgb, paper: Rgb): Paint {
  return (x, y) => {
    const v = y + x * 0.03;
    const line = Math.floor(v / 30);
    const dot = 1.1 + (((line % 8) + 8) % 8) * 0.27;
    const row = Math.floor((v - line * 30) / dot) - 1;
    const column = Math.floor(x / dot);
    const place = Math.floor(column / 6);
    const bit = 4 - (column - place * 6);
    const letter = letters[Math.floor(hash2(place, line, 7) * letters.length) % letters.length];
    const inked = row >= 0 && row < 7 && bit >= 0 && ((letter[row] >> bit) & 1) === 1;
    return inked ? ink : paper;
  };
}

/** Sectors and bars of strong colours that meet at all angles. */
function colourEdges(width: number, height: number): Paint {
  const colours: readonly Rgb[] = [
    [0.7, 0.05, 0.05],
    [0.05, 0.35, 0.08],
    [0.05, 0.08, 0.5],
    [0.75, 0.65, 0.05],
    [0.5, 0.5, 0.5],
    [0.6, 0.1, 0.45],
    [0.05, 0.45, 0.5],
    [0.02, 0.02, 0.02],
    [0.8, 0.8, 0.8],
  ];
  return (x, y) => {
    const half = width / 2;
    if (x < half) {
      const angle = Math.atan2(y - height / 2, x - half / 2) / (2 * Math.PI) + 0.5;
      return colours[Math.floor(angle * 36) % colours.length];
    }
    const column = Math.floor((x - half + y * 0.11) / 9);
    const row = Math.floor((y - x * 0.07) / 13);
    return colours[Math.floor(hash2(column, row, 3) * 9) % 9];
  };
}

/** Woven threads of two colours, 2.6 to 6 pixels wide. */
function fabric(x: number, y: number): Rgb {
  const period = 2.6 + 3.4 * (0.5 + 0.5 * Math.sin(x / 90) * Math.cos(y / 70));
  const warp = 0.5 + 0.5 * Math.sin((2 * Math.PI * (x + 0.2 * y)) / period);
  const weft = 0.5 + 0.5 * Math.sin((2 * Math.PI * (y - 0.15 * x)) / period);
  return [0.1 + 0.4 * warp, 0.12 + 0.25 * warp * weft, 0.15 + 0.35 * weft];
}

/** A separable Gaussian of {@link blurPx}; edges are repeated. */
function blurred(light: Float32Array, width: number, height: number): Float32Array {
  const weights = [0, 1, 2].map((d) => Math.exp((-d * d) / (2 * blurPx * blurPx)));
  const sum = weights[0] + 2 * (weights[1] + weights[2]);
  const pass = (source: Float32Array, dx: number, dy: number) => {
    const out = new Float32Array(source.length);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let d = -2; d <= 2; d++) {
          const sx = Math.min(width - 1, Math.max(0, x + d * dx));
          const sy = Math.min(height - 1, Math.max(0, y + d * dy));
          for (let c = 0; c < 3; c++) {
            out[(y * width + x) * 3 + c] += (weights[Math.abs(d)] / sum) * source[(sy * width + sx) * 3 + c];
          }
        }
      }
    }
    return out;
  };
  return pass(pass(light, 1, 0), 0, 1);
}
