import { beforeAll, describe, expect, test } from "vitest";
import { drawResponses, measuredBasis, type Response } from "../../../bench/brackets/simulator/response.ts";
import { Dice } from "../../../bench/dice.ts";
import { createScene, renderScene } from "../../../fixtures/scene/index.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { lookUp } from "../../../src/ops/index.ts";
import { testContext } from "../../support/context.ts";
import { relateFrames } from "../../support/related-stages.ts";

/** Scene light of a small room with a window. */
const size = { width: 150, height: 100 };
let light: ArrayLike<number>;

interface Camera {
  readonly name: string;
  readonly channels: readonly Response[];
}

/** Cameras of which each channel has a separate response, after measured ones. */
function measuredCameras(count: number): Camera[] {
  const cameras: Camera[] = [];
  for (let seed = 1; cameras.length < count; seed++) {
    const { kind, channels } = drawResponses(new Dice(seed));
    if (kind === "measured") cameras.push({ name: `response ${seed}`, channels });
  }
  return cameras;
}

const hasBasis = measuredBasis() !== undefined;
if (!hasBasis) console.log("measured responses are not next to the checkout: relate is not tried on them");
const cameras = hasBasis ? measuredCameras(60) : [];

/** Two to five exposures 1 to 3 stops apart, by the camera's number. */
function stopsOf(i: number): number[] {
  const [count, step] = [2 + (i % 4), 1 + (i % 3)];
  return Array.from({ length: count }, (_, k) => (k - Math.floor(count / 2)) * step);
}

/** `falloff`: share of the light that the corners of a frame lose. */
function expose({ channels }: Camera, stops: number, falloff = 0): IntegerImage {
  const { width, height } = size;
  const data = new Uint8Array(new SharedArrayBuffer(light.length));
  for (let i = 0; i < light.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const radius = Math.hypot(x / width - 0.5, y / height - 0.5) / Math.SQRT1_2;
    data[i] = Math.round(255 * respond(channels[i % 3], light[i] * 2 ** stops * (1 - falloff * radius * radius)));
  }
  return { ...size, channels: 3, data, space: "srgb" };
}

function respond(response: Response, value: number): number {
  const at = Math.min(1, value) * (response.length - 1);
  const i = Math.min(response.length - 2, Math.floor(at));
  return Math.min(1, Math.max(0, response[i] + (response[i + 1] - response[i]) * (at - i)));
}

/** The display value of a darker frame where the brighter one has `value`. */
function predicted(response: Response, value: number, step: number): number {
  let [low, high] = [0, 1];
  for (let pass = 0; pass < 30; pass++) {
    const middle = (low + high) / 2;
    if (respond(response, middle) < value) low = middle;
    else high = middle;
  }
  return respond(response, low * 2 ** -step);
}

type Related = Awaited<ReturnType<typeof relateFrames>>;

/** Mean error of the tables over the tones that brighter frames show, weighted by how much of the picture has them. */
function errorOf(
  { relation }: Related,
  { channels }: Camera,
  frames: readonly IntegerImage[],
  stops: readonly number[],
) {
  const { order, links } = relation;
  let [sum, count] = [0, 0];
  for (const [k, { down }] of links.entries()) {
    const { data } = frames[order[k + 1]];
    const step = stops[order[k + 1]] - stops[order[k]];
    for (let i = 0; i < data.length; i += 31) {
      const value = data[i] / 255;
      if (value < 0.1 || value > 0.9) continue;
      sum += Math.abs(lookUp(down[i % 3], value) - predicted(channels[i % 3], value, step));
      count++;
    }
  }
  return sum / count;
}

async function relateThrough(camera: Camera, i: number, exif: (ev: number) => number | undefined, falloff = 0) {
  const stops = stopsOf(i);
  const frames = stops.map((each, k) => expose(camera, each, k === 1 ? falloff : 0));
  const related = await relateFrames(frames as [IntegerImage, ...IntegerImage[]], testContext(), stops.map(exif));
  return { related, error: errorOf(related, camera, frames, stops) };
}

/**
 * Cameras whose still scene is taken for a contradiction, and not trusted: a response whose toe hides most of the
 * darker of two frames 3 stops apart, where one level of eight bits equals more than 16 of the brighter one.
 */
const maxContradicted = 1;

/** Errors in rising order, of every `nth` camera. No link that contradicts is trusted. */
async function relateAll(exif: (ev: number) => number | undefined, falloff = 0, nth = 1) {
  const errors: number[] = [];
  let contradicted = 0;
  for (const [i, camera] of cameras.entries()) {
    if (i % nth !== 0) continue;
    const { related, error } = await relateThrough(camera, i, exif, falloff);
    errors.push(error);
    if (related.pairs.some(({ contradicts }) => contradicts)) contradicted++;
    expect(related.pairs.every(({ contradicts, trusted }) => !(contradicts && trusted))).toBe(true);
  }
  return { errors: errors.sort((a, b) => a - b), contradicted };
}

describe.skipIf(!hasBasis)("relate, through sixty measured responses", () => {
  beforeAll(() => {
    light = renderScene(createScene({ room: "living", windowEv: 4 }), size).radiance.data;
  });

  // Missing EXIF is the hardest and is tried on all; every fifth camera keeps all counts and steps of exposures.
  test.each([
    ["missing", 1, () => undefined],
    ["true", 5, (ev: number) => 8 - ev],
    ["of no steps", 5, () => 8],
    ["of steps twice as long", 5, (ev: number) => 8 - 2 * ev],
  ] as const)("finds the tables, EXIF %s", async (_, nth, exif) => {
    const { errors, contradicted } = await relateAll(exif, 0, nth);
    const at = (share: number) => errors[Math.floor(share * errors.length)];
    expect(at(0.5)).toBeLessThan(0.002);
    expect(at(0.9)).toBeLessThan(0.004);
    expect(errors[errors.length - 1]).toBeLessThan(0.01);
    expect(contradicted).toBeLessThanOrEqual(maxContradicted);
  });

  test("stands a frame whose corners lie in the dark, as by flash", async () => {
    const { errors, contradicted } = await relateAll((ev) => 8 - ev, 0.3, 5);
    expect(errors[errors.length >> 1]).toBeLessThan(0.015);
    expect(errors[errors.length - 1]).toBeLessThan(0.035);
    expect(contradicted).toBeLessThanOrEqual(maxContradicted);
  });
});
