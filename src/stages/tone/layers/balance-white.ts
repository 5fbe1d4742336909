import { luminanceOf } from "../../../image/index.ts";
import { brightnessOf } from "../../../kernels/index.ts";
import type { SceneContent } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import type { ToneOptions } from "../options.ts";
import { balancedGains, greenGain, holdGains } from "./gains.ts";
import { expandField, smoothField } from "./smooth-field.ts";
import { casts, reaches } from "./white-params.ts";

/**
 * Removes the cast of the light. Rooms mix lamps and daylight, so the mean of the surfaces is taken around each place
 * (local-space average colour, Ebner 2007), and falls back to the overall estimate where there is little grey. Outside
 * of rooms, a place that is already cool is not made cooler, nor a warm one warmer, and a strong cast is removed to a
 * smaller part. Surfaces shown by flash frames have one light, whose cast is removed uniformly.
 */
export const balanceWhite: Layer = (input) => {
  const { copy, content, options, room } = input;
  const { red, blue, confidence } = content;
  const [warmth, tint] = [(red - blue) / 2, (red + blue) / 2];
  const share = options.toneStrength * options.whiteBalance * confidence;
  const { columns, rows, values } = smoothField(samplesAround(content, room), copy.width, copy.height, copy.wrapX);
  const gains = new Float32Array(values.length);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; i += 2) {
    const [r, b] = [red + values[i], blue + values[i + 1]];
    const local = (r - b) / 2;
    const held = local * warmth > 0 ? local : room * local;
    [gains[i], , gains[i + 1]] = gainsAgainst(held, (r + b) / 2, share, room);
    sum += local;
    squares += local * local;
  }
  const cells = values.length / 2;
  const expanded = expandField({ columns, rows, values: gains }, copy.width, copy.height, copy.wrapX);
  const held = holdGains(copy, content, withKnown(expanded, content, options), room);
  const bright = brightnesses(input.small.data, held);
  return {
    ...{ gains: held, bright, open: bright },
    balance: {
      overall: gainsAgainst(warmth, tint, share, room),
      warmth,
      tint,
      warmthSpread: Math.sqrt(Math.max(0, squares / cells - (sum / cells) ** 2)),
      confidence,
    },
  };
};

/** The gains, replaced by those of the flash's light where the colour of the surface is known. */
function withKnown(gains: Float32Array, { known, knownLight }: SceneContent, options: ToneOptions): Float32Array {
  const share = options.toneStrength * options.whiteBalance * knownLight.confidence;
  if (share === 0) return gains;
  const [red, , blue] = balancedGains(-share * knownLight.red, -share * knownLight.blue);
  return gains.map((gain, i) => {
    const part = known[i >> 1];
    return part * (i % 2 === 0 ? red : blue) + (1 - part) * gain;
  });
}

/** Brightness of every pixel after the gains (factors of R and B). */
export function brightnesses(data: Float32Array, gains: Float32Array): Float32Array {
  const bright = new Float32Array(gains.length / 2);
  for (let i = 0; i < bright.length; i++) {
    const [red, blue] = [gains[2 * i], gains[2 * i + 1]];
    const green = greenGain(red, blue);
    const [r, g, b] = [red * data[3 * i], green * data[3 * i + 1], blue * data[3 * i + 2]];
    bright[i] = Math.min(1, brightnessOf(luminanceOf(r, g, b), Math.max(r, g, b)));
  }
  return bright;
}

/**
 * The samples relative to a centre, with less weight the further away they are. White ceilings and walls show the light
 * of their place even if it differs much from that of the rest of the room.
 */
function samplesAround(content: SceneContent, room: number): Float32Array {
  const { samples, paint, known, red, blue, ceilings, walls } = content;
  const around = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i += 3) {
    if (samples[i + 2] === 0) continue;
    const [r, b] = [samples[i] - red, samples[i + 1] - blue];
    const inRooms =
      reaches.localReachInRooms + reaches.ceilingReach * ceilings[i / 3] + reaches.wallReach * walls[i / 3];
    const reach = reaches.localReach + room * (inRooms - reaches.localReach);
    around[i] = r;
    around[i + 1] = b;
    around[i + 2] =
      (1 - paint[i / 3]) * (1 - known[i / 3]) * samples[i + 2] * Math.exp(-(r * r + b * b) / (2 * reach * reach));
  }
  return around;
}

function gainsAgainst(warmth: number, tint: number, share: number, room: number): [number, number, number] {
  const warm = share * removed(warmth, warmth > 0 ? casts.plausibleWarmth : casts.plausibleCoolness, room);
  const magenta = share * removed(tint, casts.plausibleTint, room);
  return balancedGains(-(magenta + warm), -(magenta - warm));
}

function removed(cast: number, plausible: number, room: number): number {
  const outside = cast / (1 + Math.abs(cast / plausible) ** 1.5);
  const inside = cast / (1 + Math.abs(cast / casts.plausibleInRooms) ** 3);
  return casts.shareOutside * outside * (1 - room) + casts.shareInRooms * inside * room;
}
