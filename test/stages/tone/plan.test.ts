import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { type SceneContent, type SmallImage, shrinkToEdge } from "../../../src/ops/index.ts";
import { resolveOptions } from "../../../src/options/index.ts";
import { readContent } from "../../../src/stages/scene/index.ts";
import { type LayerName, layerNames, toneOptions } from "../../../src/stages/tone/index.ts";
import type { TonePlan } from "../../../src/stages/tone/layer.ts";
import { planTone } from "../../../src/stages/tone/plan.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";
import { paint, room, roomWindow, sceneOf } from "./scenes.ts";

const options = resolveOptions("tone", toneOptions, {});

const [width, height] = [240, 180];

/** The room under a lamp, its window full of hazy leaves. */
function litRoom(): IntegerImage {
  const plain = room(width, height, { exposure: 0.6, cast: [1.12, 1, 0.85] });
  const random = seededRandom(9);
  return paint(width, height, (x, y) => {
    const at = 3 * (y * width + x);
    const [r, g, b] = plain.data.subarray(at, at + 3);
    const leaf = 45 * random();
    return roomWindow(x / width, y / height) ? [195 + leaf, 205 + leaf, 190 + leaf] : [r, g, b];
  });
}

interface Shown {
  readonly small: SmallImage;
  readonly content: SceneContent;
}

async function shown(image: IntegerImage, isRoom = true): Promise<Shown> {
  const small = await shrinkToEdge(image, 512, testContext());
  const scene = isRoom ? sceneOf(image.width, image.height, roomWindow) : undefined;
  return { small, content: readContent({ small, scene }) };
}

/** A bright sky over a dark house. */
const house = paint(width, height, (x, y) => {
  if (y < 75) return [225, 235, 250];
  const grain = ((x * 7 + y * 13) % 11) * 2;
  return [30 + grain, 32 + grain, 28 + grain];
});

/** Numbers of a plan that are out of their range or none. */
function flaws(plan: TonePlan, pixels: number): string[] {
  const planes = {
    ...{ lifts: [0.01, 10], gains: [0.2, 5], views: [0, 1], veils: [0, 0.9] },
    ...{ vividness: [0, 3], neutral: [0, 1], coefficients: [-1, 2] },
  } as const;
  const flawed = Object.entries(planes).filter(([name, [least, most]]) => {
    const plane = plan[name as keyof typeof planes];
    const count = name === "gains" || name === "coefficients" ? 2 * pixels : pixels;
    return plane.length !== count || !plane.every((value) => value >= least && value <= most);
  });
  const { curve, white } = plan.curves;
  const values = Array.from({ length: 101 }, (_, i) => curve(i / 100));
  const rises = values.every((value, i) => i === 0 || value >= values[i - 1] - 1e-9);
  const isCurve = Math.abs(curve(0)) < 1e-9 && rises && white > 0 && white <= 1;
  return [...flawed.map(([name]) => name), ...(isCurve ? [] : ["curves"])];
}

/** The plan, its curve as numbers, so that two can be compared. */
function numbersOf({ curves, ...plan }: TonePlan) {
  const { curve, chroma, white } = curves;
  return { ...plan, white, curve: [0.1, 0.3, 0.5, 0.7, 0.9].map((value) => [curve(value), chroma(value)]) };
}

describe("a plan", () => {
  const [inRoom, outside] = [shown(litRoom()), shown(house, false)];

  test.each(layerNames)("can do without %s", async (name) => {
    const { small, content: seen } = await (name === "liftForeground" ? outside : inRoom);
    const content = name === "keepKnown" ? { ...seen, known: new Float32Array(seen.paint.length).fill(1) } : seen;
    const planned = (without: readonly LayerName[]) => planTone(small, options, { content, wrapX: false, without });
    const [full, rest] = [planned([]), planned([name])];
    expect(flaws(full, small.width * small.height)).toEqual([]);
    expect(flaws(rest, small.width * small.height)).toEqual([]);
    expect(numbersOf(rest)).not.toEqual(numbersOf(full));
  });

  test("changes nothing without its layers", async () => {
    const { small, content } = await inRoom;
    const plan = planTone(small, options, { content, wrapX: false, without: layerNames });
    expect(flaws(plan, small.width * small.height)).toEqual([]);
    for (const plane of [plan.gains, plan.lifts, plan.vividness])
      expect(plane.every((value) => value === 1)).toBe(true);
    for (const plane of [plan.views, plan.veils, plan.neutral]) expect(plane.every((value) => value === 0)).toBe(true);
    expect(plan.curves.curve(0.4)).toBe(0.4);
  });

  test("does not change what it is made from", async () => {
    const { small, content } = await inRoom;
    const before = structuredClone({ small, content });
    planTone(small, options, { content, wrapX: false });
    expect({ small, content }).toEqual(before);
  });
});
