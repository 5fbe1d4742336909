import { describe, expect, it } from "vitest";
import { frameFaults } from "../../../bench/brackets/faults/frame-faults.ts";
import { pictureFaults } from "../../../bench/brackets/faults/picture-faults.ts";
import { meanChange } from "../../../bench/brackets/faults/pixels.ts";
import { plantings } from "../../../bench/brackets/faults/run-faults.ts";
import { faultTable, missedFaultBars } from "../../../bench/brackets/faults/table.ts";
import type { Trial } from "../../../bench/brackets/faults/trial.ts";
import type { IntegerImage } from "../../../src/image/index.ts";

const [width, height] = [180, 120];

/** Smooth shades with objects in them, at an exposure. */
function shades(gain: number, phase = 0): IntegerImage {
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const [x, y, c] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width), i % 3];
    const thing = (x + phase) % 40 < 12 && y % 30 < 14 ? 0.5 : 1;
    return Math.min(255, gain * thing * (60 + 0.5 * x + 0.3 * y + 12 * Math.sin(x / 7 + c) + 8 * c));
  });
  const shared = new Uint8Array(new SharedArrayBuffer(data.length));
  shared.set(data);
  return { width, height, channels: 3, data: shared, space: "srgb" };
}

const frames = [shades(0.5), shades(1), shades(1.7)] as const;
const other = [shades(0.5, 20), shades(1, 20), shades(1.7, 20)] as const;

describe("a fault of frames", () => {
  it.each(frameFaults)("$name: is in at least one frame, the same for the same seed", ({ plant }) => {
    const before = frames.map(({ data }) => data.slice());
    const planted = plant(frames, 0, 5, other);
    expect(plant(frames, 0, 5, other)).toEqual(planted);
    const changed = planted.filter((frame, i) => frame.width !== width || meanChange(frame, frames[i]) > 0.002);
    expect(changed.length).toBeGreaterThan(0);
    expect(frames.map(({ data }) => data.slice())).toEqual(before);
  });
});

describe("a fault of a picture", () => {
  it.each(pictureFaults)("$name: changes it, more at its strongest, the same for the same seed", ({ plant }) => {
    const [, picture] = frames;
    const weak = plant(picture, 0, 9, frames);
    expect(plant(picture, 0, 9, frames)).toEqual(weak);
    expect(meanChange(weak, picture)).toBeGreaterThan(0.001);
    expect(meanChange(plant(picture, 1, 9, frames), picture)).toBeGreaterThan(0.002);
  });

  it("takes 16 bits like 8", () => {
    const [, { data }] = frames;
    const deep = new Uint16Array(new SharedArrayBuffer(2 * data.length));
    for (let i = 0; i < data.length; i++) deep[i] = 257 * data[i];
    for (const { plant } of pictureFaults) {
      const planted = plant({ ...frames[1], data: deep }, 0.5, 3, frames);
      const inEight = plant(frames[1], 0.5, 3, frames);
      let most = 0;
      for (let i = 0; i < data.length; i++) most = Math.max(most, Math.abs(planted.data[i] / 257 - inEight.data[i]));
      expect(most).toBeLessThan(1.6);
    }
  });
});

describe("the table of faults", () => {
  const trial = (fault: string, found: string[], visible = true): Trial => {
    return {
      base: 0,
      name: "room",
      kind: "rendered",
      fault,
      place: "merge",
      strength: 0.5,
      found,
      visible,
      measured: {},
    };
  };

  it("counts what was found and what was nothing", () => {
    const trials = [
      trial("cast", ["cast"]),
      trial("cast", []),
      trial("cast", [], false),
      trial("", []),
      trial("", ["noise"]),
    ];
    const { head, rows } = faultTable(trials);
    for (const row of rows) expect(row).toHaveLength(head.length);
    expect(rows[0].slice(3, 6)).toEqual(["3", "2", "50.0 %!"]);
    expect(rows.find(([fault, , place]) => fault === "nothing" && place === "merged")?.[5]).toBe("50.0 %!");
    expect(missedFaultBars(trials)).toHaveLength(2);
    expect(missedFaultBars([trial("cast", ["cast"]), trial("", [])])).toEqual([]);
  });

  it("has every planting once", () => {
    const keys = plantings.map(({ name, place }) => `${name} ${place}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(frameFaults.length + pictureFaults.length);
  });
});
