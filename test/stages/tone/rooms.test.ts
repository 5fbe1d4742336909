import { describe, expect, test } from "vitest";
import { testContext } from "../../support/context.ts";
import { tone } from "../../support/tone.ts";
import { paint, room, roomWindow, roomWithView, sceneOf, street, whiteRoomWithWall } from "./scenes.ts";

describe("tone in rooms", () => {
  test("brings rooms of every exposure to one level and leaves black and white apart", async () => {
    for (const exposure of [0.35, 0.5, 0.7]) {
      const { image, facts } = await tone({ image: room(480, 360, { exposure }) }, {}, testContext());
      expect(facts?.medianLightness.after).toBeGreaterThan(66);
      expect(facts?.medianLightness.after).toBeLessThan(78);
      const samples = Uint8Array.from(image.data).sort();
      expect(samples[0]).toBeLessThan(90);
      expect(samples[samples.length - 1]).toBeGreaterThan(190);
    }
  });

  test.each([
    ["a lamp", [1.12, 1, 0.85]],
    ["shade", [0.95, 1, 1.06]],
  ] as const)("makes walls neutral under %s", async (_, cast) => {
    const { image } = await tone({ image: room(480, 360, { exposure: 0.6, cast }) }, {}, testContext());
    const at = (180 * 480 + 60) * 3;
    const [r, g, b] = image.data.subarray(at, at + 3);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(10);
  });

  test("keeps dark paint dark next to white walls", async () => {
    const share = async (options?: { fittings: boolean }) => {
      const wall = whiteRoomWithWall([66, 70, 78], options);
      const { image } = await tone({ image: paint(480, 320, wall) }, {}, testContext());
      const green = (x: number) => image.data[3 * (110 * 480 + x) + 1];
      return green(130) / green(400);
    };
    expect(await share()).toBeLessThan(0.9 * (await share({ fittings: false })));
  });

  test("leaves a smooth window white, since nothing is to be seen in it", async () => {
    const image = room(480, 360, { exposure: 0.8 });
    const plain = await tone({ image }, {}, testContext());
    const known = await tone({ image, scene: sceneOf(480, 360, roomWindow) }, {}, testContext());
    for (let i = 0; i < 480 * 360; i++) {
      if (!roomWindow(((i % 480) + 0.5) / 480, (Math.floor(i / 480) + 0.5) / 360)) continue;
      expect(Math.abs(known.image.data[3 * i + 1] - plain.image.data[3 * i + 1])).toBeLessThan(8);
    }
  });

  test("brings the view down where the map knows the window, and leaves the wall as it is", async () => {
    const image = roomWithView(480, 360, { exposure: 0.8 });
    const [plain, known] = [
      await tone({ image }, {}, testContext()),
      await tone({ image, scene: sceneOf(480, 360, roomWindow) }, {}, testContext()),
    ];
    const green = ({ data }: typeof image, x: number, y: number) => data[3 * (y * 480 + x) + 1];
    expect(green(known.image, 384, 160)).toBeLessThan(green(plain.image, 384, 160) - 10);
    expect(Math.abs(green(known.image, 60, 180) - green(plain.image, 60, 180))).toBeLessThan(3);
  });
});

describe("tone at night", () => {
  test("keeps the sky dark", async () => {
    const dark = paint(480, 360, street([22, 26, 38]));
    const { image, facts } = await tone({ image: dark }, {}, testContext());
    expect(facts?.liftEv).toBeLessThan(0.9);
    expect(image.data[3 * (480 * 20 + 200) + 1]).toBeLessThan(45);
  });
});
