import {
  brightnessOf,
  hazeOf,
  lightOf,
  nearlyClipped,
  type ToneMapArgs,
  toneCell,
  toneNode,
} from "../../../../src/kernels/declarations/tone.ts";
import { pollCancel } from "../poll-cancel.ts";

/** White balance fades from full at 1 − 1/10 of full scale to none at full scale. */
const whiteFade = 10;

/** Part of a gain below 1 that is not applied to a clipped channel. */
const clippedKeeps = 0.6;

/** Maximum value of a channel that was not above it before; well below the clipping threshold. */
const gamutCeiling = 0.985;

export function toneMap(args: ToneMapArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width } = args;
  const scaleIn = 1 / (source instanceof Uint8Array ? 255 : 65535);
  const scaleOut = target instanceof Uint8Array ? 255 : 65535;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const rgb = [source[at] * scaleIn, source[at + 1] * scaleIn, source[at + 2] * scaleIn] as const;
      const mapped = mapPixel(args, rgb, cellAt(args, x, y));
      const rounding = args.dither ? (bayer8(x & 7, y & 7) + 0.5) / 64 : 0.5;
      for (let c = 0; c < 3; c++) {
        target[at + c] = Math.floor(Math.min(1, Math.max(0, mapped[c])) * args.white * scaleOut + rounding);
      }
    }
  }
}

type Rgb = readonly [number, number, number];
type Cell = ReturnType<typeof toneCell.read>;

function mapPixel({ curve, vibrance }: ToneMapArgs, source: Rgb, cell: Cell): Rgb {
  const { slope, offset, redGain: gainRed, blueGain: gainBlue, lift, neutral, veil, vividness } = cell;
  const gainGreen = (1 - 0.2126 * gainRed - 0.0722 * gainBlue) / 0.7152;
  const brightest = Math.max(...source);
  const veiled = Math.min(...source);
  const haze = hazeOf(veil, veiled);
  const clear = source.map((value) => (value - haze) / (1 - haze));
  const fade = Math.min(1, (1 - Math.min(...clear)) * whiteFade);
  const balanced = [
    clear[0] * (1 + (gainRed - 1) * fade * trusted(source[0], gainRed)),
    clear[1] * (1 + (gainGreen - 1) * fade * trusted(source[1], gainGreen)),
    clear[2] * (1 + (gainBlue - 1) * fade * trusted(source[2], gainBlue)),
  ] as const;
  const balancedLuma = 0.2126 * balanced[0] + 0.7152 * balanced[1] + 0.0722 * balanced[2];
  const before = brightnessOf(balancedLuma, Math.max(...balanced));
  const light = lightOf(before, lift);
  const [r, g, b] = [balanced[0] * light, balanced[1] * light, balanced[2] * light];
  const luma = balancedLuma * light;
  const bright = before * light;
  const held = Math.min(1, bright);

  const last = curve.length / toneNode.length - 1;
  const node = Math.floor(Math.min(1, Math.max(0, slope * held + offset)) * last + 0.5);
  const u = 1 - held;
  const { darkRatio, darkBend, lightRatio, lightBend, chroma: kept } = toneNode.read(curve, node);
  const lower = held * (darkRatio + darkBend * held);
  const upper = 1 - u * (lightRatio + lightBend * u);
  const ceiling = Math.max(gamutCeiling, brightest);
  const gain = Math.min(ceiling, Math.max(0, held * last < node ? lower : upper)) / Math.max(bright, 1e-6);
  const toned = luma * gain;

  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const saturation = (max - min) / Math.max(max, 1e-6);
  const vivid = Math.max(0, vividness) * (1 + vibrance * 40 * saturation * (1 - saturation) * Math.min(0.1, luma));
  const spread = gain * (max - min);
  const vividPart = spread ** 2 + 1e-6;
  const wanted = (vivid * kept * vividPart) / (vividPart + Math.max(0, neutral) ** 2);
  const toCeiling = (ceiling - toned) / Math.max(gain * max - toned, 1e-6);
  const toFloor = toned / Math.max(toned - gain * min, 1e-6);
  const chroma = Math.min(wanted, toCeiling, toFloor);
  return [
    toned + (gain * r - toned) * chroma,
    toned + (gain * g - toned) * chroma,
    toned + (gain * b - toned) * chroma,
  ];
}

/** Part of a gain that applies to a channel: a clipped one had more light than it shows and is darkened less. */
function trusted(value: number, gain: number): number {
  const clipped = Math.min(1, Math.max(0, (value - nearlyClipped) / (1 - nearlyClipped)));
  const lowered = Math.min(1, Math.max(0, (1 - gain) * 1e3));
  return 1 - clippedKeeps * clipped * lowered;
}

function cellAt(args: ToneMapArgs, x: number, y: number): Cell {
  const { grid, gridWidth, gridHeight, gridScaleX, gridScaleY, wrapX } = args;
  const gx = (x + 0.5) * gridScaleX - 0.5;
  const gy = (y + 0.5) * gridScaleY - 0.5;
  const x0 = Math.floor(gx);
  const y0 = Math.floor(gy);
  const left = gridColumn(x0, gridWidth, wrapX);
  const right = gridColumn(x0 + 1, gridWidth, wrapX);
  const top = Math.min(gridHeight - 1, Math.max(0, y0)) * gridWidth;
  const bottom = Math.min(gridHeight - 1, Math.max(0, y0 + 1)) * gridWidth;
  const tx = gx - x0;
  const ty = gy - y0;
  const at = (place: number) => {
    const value = (cell: number) => grid[cell * toneCell.length + place];
    const upper = value(top + left) * (1 - tx) + value(top + right) * tx;
    const lower = value(bottom + left) * (1 - tx) + value(bottom + right) * tx;
    return upper * (1 - ty) + lower * ty;
  };
  return toneCell.read(
    toneCell.names.map((_, place) => at(place)),
    0,
  );
}

function gridColumn(x: number, width: number, wrapX: 0 | 1): number {
  if (wrapX) return ((x % width) + width) % width;
  return Math.min(width - 1, Math.max(0, x));
}

/** Rank of a cell of the 8 × 8 Bayer matrix, 0 to 63: the bits of x ^ y and y, interleaved and reversed. */
function bayer8(x: number, y: number): number {
  const d = x ^ y;
  return ((d & 1) << 5) | ((y & 1) << 4) | ((d & 2) << 2) | ((y & 2) << 1) | ((d & 4) >> 1) | ((y & 4) >> 2);
}
