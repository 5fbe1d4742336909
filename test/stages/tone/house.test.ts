import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { shrinkToEdge } from "../../../src/ops/index.ts";
import { readContent } from "../../../src/stages/scene/index.ts";
import { findClusters } from "../../../src/stages/tone/house/find-clusters.ts";
import { type RoomReading, readRoom, roomTarget, solveHouse } from "../../../src/stages/tone/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";
import { tone } from "../../support/tone.ts";
import { paint, room } from "./scenes.ts";

const target = roomTarget(68.5);

async function read(image: IntegerImage): Promise<RoomReading> {
  const small = await shrinkToEdge(image, 256, testContext());
  return readRoom(small, readContent({ small }));
}

/** The room of the scenes with a sage wall on its left. */
function paintedRoom(exposure: number, cast: readonly [number, number, number] = [1, 1, 1]): IntegerImage {
  const plain = room(480, 360);
  return paint(480, 360, (x, y) => {
    const isWall = x < 190 && y > 72 && y < 216;
    const at = 3 * (y * 480 + x);
    const color = isWall ? [128, 148, 112] : plain.data.subarray(at, at + 3);
    return [0, 1, 2].map((c) => color[c] * cast[c] * exposure) as unknown as readonly [number, number, number];
  });
}

describe("the modes of surfaces", () => {
  test("are found, the fullest first", () => {
    const random = seededRandom(3);
    const samples = new Float32Array(3 * 3000);
    for (let i = 0; i < 3000; i++) {
      const [red, blue] = i % 3 === 0 ? [0.2, -0.3] : [-0.05, 0.02];
      samples.set([red + 0.01 * random(), blue + 0.01 * random(), 1], 3 * i);
    }
    const found = findClusters(samples, new Float32Array(3000).fill(1));
    expect(found).toHaveLength(2);
    expect(found[0].red).toBeCloseTo(-0.045, 1);
    expect(found[1].blue).toBeCloseTo(-0.295, 1);
  });
});

describe("a house", () => {
  test("is not solved from a single room", async () => {
    expect(solveHouse([await read(room(480, 360))], target)).toEqual([undefined]);
  });

  test("tells every room the same whatever the order and whatever cannot be read", async () => {
    const rooms = [
      await read(room(480, 360)),
      await read(room(480, 360, { exposure: 0.6, cast: [1.12, 1, 0.85] })),
      await read(paintedRoom(0.8)),
    ];
    const told = solveHouse(rooms, target);
    const back = solveHouse([undefined, ...rooms.toReversed()], target);
    expect(told.every((setting) => setting !== undefined)).toBe(true);
    expect(back).toEqual([undefined, ...told.toReversed()]);
  });

  test("knows paint by its edge to white and its ratio in another room", async () => {
    const rooms = [paintedRoom(1), paintedRoom(0.7, [1.1, 1, 0.88]), room(480, 360)];
    const told = solveHouse(await Promise.all(rooms.map(read)), target);
    expect(told[0]?.paints.length).toBeGreaterThan(0);
    expect(told[1]?.paints.length).toBeGreaterThan(0);
    expect(told[2]?.paints.filter(({ red, blue }) => red < 0 && blue < 0)).toEqual([]);
  });

  test("brings white walls of differently exposed rooms to one level, and paint keeps its colour", async () => {
    const rooms = [room(480, 360, { exposure: 0.45 }), room(480, 360, { exposure: 0.9 }), paintedRoom(0.6)];
    const told = solveHouse(await Promise.all(rooms.map(read)), target);
    const toned = await Promise.all(rooms.map((each, i) => tone({ image: each, house: told[i] }, {}, testContext())));
    const wall = toned.slice(0, 2).map(({ image }) => image.data[3 * (150 * 480 + 260) + 1]);
    expect(Math.abs(wall[0] - wall[1])).toBeLessThan(6);
    const alone = await tone({ image: rooms[2] }, {}, testContext());
    const green = ({ image }: { readonly image: IntegerImage }) => {
      const [r, g, b] = image.data.subarray(3 * (150 * 480 + 60), 3 * (150 * 480 + 60) + 3);
      return g - (r + b) / 2;
    };
    expect(green(toned[2])).toBeGreaterThan(green(alone));
    expect(toned[2].facts?.house?.reasons.length).toBeGreaterThan(1);
  });

  test("makes a room of walls whole, and no facade under an overcast sky", async () => {
    const rooms = [await read(room(480, 360)), await read(room(480, 360, { exposure: 0.6 }))];
    const [reading] = rooms;
    const scene = { ...reading.scene, walls: 0.5, uprights: 0.83, sky: 0, foliage: 0.01, brightTop: 0.02 };
    const settingOf = (changed: Partial<typeof scene>) =>
      solveHouse([...rooms, { ...reading, scene: { ...scene, ...changed } }], target)[2];
    expect(settingOf({ room: 1 })?.room).toBe(1);
    expect(settingOf({ room: 1, sky: 0.53 })?.room).toBe(0);
    expect(settingOf({ room: 1, foliage: 0.06 })?.room).toBe(0);
    expect(settingOf({ room: 1, brightTop: 0.2 })?.room).toBe(0);
    expect(settingOf({ room: 0, sky: 0.53, uprights: 0.77 })).toBeUndefined();
  });

  test("knows a room by its dim light where the others are rooms, and no house at dusk", async () => {
    const rooms = [await read(room(480, 360)), await read(room(480, 360, { exposure: 0.6 }))];
    const [reading] = rooms;
    const seen = { ...reading.scene, room: 0, dim: 1, walls: 0.05, uprights: 0.75, sky: 0, darkSky: 0.1 };
    const scene = { ...seen, foliage: 0.01 };
    const settingOf = (changed: Partial<typeof scene>) =>
      solveHouse([...rooms, { ...reading, scene: { ...scene, ...changed } }], target)[2];
    expect(settingOf({})?.room).toBe(1);
    expect(settingOf({ room: 1, uprights: 0.6 })?.room).toBe(1);
    expect(settingOf({ dim: 0 })).toBeUndefined();
    expect(settingOf({ sky: 0.2 })).toBeUndefined();
    expect(settingOf({ brightTop: 0.5 })).toBeUndefined();
    expect(settingOf({ uprights: 0.6 })).toBeUndefined();
  });

  test("knows a room by a flash, though it shows little but a window", async () => {
    const rooms = [await read(room(480, 360)), await read(room(480, 360, { exposure: 0.6 }))];
    const [reading] = rooms;
    const closeUp = { ...reading, scene: { ...reading.scene, room: 0, dim: 0, walls: 0.05, foliage: 0.3 } };
    expect(solveHouse([...rooms, closeUp], target)[2]).toBeUndefined();
    expect(solveHouse([...rooms, { ...closeUp, flash: true }], target)[2]?.room).toBe(1);
  });

  test("makes a house of rooms that a flash lit, unless they show what is outside", async () => {
    const reading = await read(room(480, 360));
    const scene = { ...reading.scene, room: 0.2, sky: 0, foliage: 0 };
    const lit = { ...reading, scene, flash: true } as const;
    expect(solveHouse([lit, lit, lit], target).map((setting) => setting?.room)).toEqual([1, 1, 1]);
    const outside = { ...lit, scene: { ...scene, sky: 0.4 } };
    expect(solveHouse([outside, outside, outside], target)).toEqual([undefined, undefined, undefined]);
  });

  test("leaves what is outside alone", async () => {
    const garden = paint(480, 360, (x, y) => (y < 140 ? [120, 160, 215] : [50 + (x % 7) * 9, 90 + (y % 5) * 12, 40]));
    const told = solveHouse(
      await Promise.all([room(480, 360), garden, room(480, 360, { exposure: 0.6 })].map(read)),
      target,
    );
    expect(told[1]).toBeUndefined();
    expect(told[0]).toBeDefined();
  });
});
