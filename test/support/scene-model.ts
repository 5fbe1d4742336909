import { sceneClasses, sceneKinds, sceneLights } from "../../src/ops/index.ts";

/** Rows of weights by channel of the input: red, green, blue, height, scene light. */
export interface TinyModel {
  /** For some classes (and "paint"): change of its logit for a full channel. */
  readonly planes: Readonly<Record<string, readonly number[]>>;
  /** Change of the logit of a kind or light for the picture's mean. */
  readonly kinds?: Readonly<Record<string, readonly number[]>>;
}

const inputs = 5;

/** The bytes of a model with one layer for the planes and one for the kind of picture. */
export function tinyModel({ planes, kinds = {} }: TinyModel): Uint8Array {
  const header = {
    version: 1,
    edgePx: 64,
    sideStep: 16,
    logitStep: 0.125,
    logitZero: 128,
    classes: sceneClasses,
    kinds: sceneKinds,
    lights: sceneLights,
    layers: [
      { name: "planes", fine: "input", side: 1, stride: 1, out: sceneClasses.length + 1, shift: 20, zero: 128 },
      { name: "whole", fine: "input", side: 0, stride: 1, out: inputs },
      {
        name: "kind",
        fine: "whole",
        side: 1,
        stride: 1,
        out: sceneKinds.length + sceneLights.length,
        shift: 20,
        zero: 128,
      },
    ],
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = new Uint8Array(4 * Math.ceil(text.length / 4)).fill(32);
  padded.set(text);
  const start = new Uint8Array(8);
  start.set(new TextEncoder().encode("LWSM"));
  new DataView(start.buffer).setUint32(4, padded.length, true);
  return joined([
    start,
    padded,
    layerBytes([...sceneClasses, "paint"], planes),
    layerBytes([...sceneKinds, ...sceneLights], kinds),
  ]);
}

/** Weights in steps of 1/8 of a logit for a full channel, without biases. */
function layerBytes(names: readonly string[], told: TinyModel["planes"]): Uint8Array {
  const weights = new Int8Array(4 * Math.ceil((names.length * inputs) / 4));
  for (const [row, name] of names.entries()) {
    const steps = (told[name] ?? []).map((logit) => Math.round(8 * logit));
    weights.set(steps, row * inputs);
  }
  const bias = new Int32Array(names.length);
  const factors = new Int32Array(names.length).fill(Math.round(2 ** 20 / 255));
  return joined([weights, bias, factors].map(({ buffer }) => new Uint8Array(buffer)));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
