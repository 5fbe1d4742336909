import { describe, expect, it } from "vitest";
import { roomBars } from "../../bench/fusion/bars.ts";
import { type Room, renderRoom, surfaces } from "../../bench/fusion/render-room.ts";
import { prepareMeasures } from "../../bench/fusion/room-measures.ts";
import { brackets, canonicalRooms, type RoomPlan, variantRoom } from "../../bench/fusion/room-plan.ts";
import type { IntegerImage } from "../../src/image/index.ts";

const plan = smaller(named("+4 EV, -4…+2"));
const room = renderRoom(plan);
const measure = prepareMeasures(room);

describe("the bars for a fused room", () => {
  it("are all passed by the picture that a retoucher would deliver", () => {
    expect(missed(ideal(room))).toEqual([]);
  });

  it.each<[string, string[], (level: number, pixel: number, channel: number) => number]>([
    ["a dim room", ["wall"], (level, pixel) => (isWall(pixel) ? level - 20 : level)],
    ["a room that is too bright", ["wall"], (level, pixel) => (isWall(pixel) ? level + 6 : level)],
    ["a dark halo", ["halo"], (level, pixel) => (isNear(pixel, 60) ? level - 4 : level)],
    ["a bright halo on a narrow rim", ["halo"], (level, pixel) => (isNear(pixel, 6) ? level + 4 : level)],
    ["a wide, faint halo", ["halo"], (level, pixel) => (isNear(pixel, 300) ? level - 2.5 : level)],
    ["a halo at one corner", ["halo"], (level, pixel) => (atCorner(pixel) ? level - 6 : level)],
    ["a dark window", ["window mean"], (level, pixel) => (isPane(pixel) ? level - 50 : level)],
    ["a flat window", ["window std"], (level, pixel) => (isPane(pixel) ? 200 + (level - 200) / 2 : level)],
    ["a tinted room", ["neutral ΔE"], (level, _, channel) => (channel === 2 ? level - 6 : level)],
    ["a coloured rim", ["neutral ΔE"], (level, pixel, channel) => tintRim(level, pixel, channel)],
    ["a clipped window", ["window mean", "window std", "clipped %", "range %"], blowOut],
    ["black holes", ["range %"], (level, pixel) => (isWall(pixel) && pixel % 5000 === 0 ? 0 : level)],
  ])("catch %s, and nothing else", (_, bars, spoil) => {
    expect(missed(changed(ideal(room), spoil))).toEqual(bars);
  });

  it("take grain for what it is", () => {
    let state = 1;
    const grainy = changed(ideal(room), (level) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return level + 6 * (state / 2 ** 32 - 0.5);
    });
    expect(missed(grainy)).toEqual([]);
  });

  it("measure 8 bits as 16", () => {
    const sixteen = ideal(room);
    const data = Uint8Array.from(sixteen.data, (value) => Math.round(value / 257)) as Uint8Array<never>;
    const eight = measure({ ...sixteen, data } as IntegerImage);
    const { wall, halo, window } = measure(sixteen);
    expect(eight.wall).toBeCloseTo(wall, 0);
    expect(Math.abs(eight.halo - halo)).toBeLessThan(0.6);
    expect(eight.window?.deviation).toBeCloseTo(window?.deviation ?? Number.NaN, 0);
  });

  it("ask for nothing in a window that no frame holds", () => {
    const blown = renderRoom(smaller(named("+6 EV, -2/0/+2")));
    const measures = prepareMeasures(blown)(ideal(blown));
    expect(measures.window).toBeUndefined();
    expect(measures.held).toBeLessThan(0.5);
  });
});

describe("rendered rooms", () => {
  it("show the wall at 118 in the frame of exposure 0, and the window in a darker one", () => {
    for (const each of canonicalRooms()) {
      const { frames, surface, truth } = renderRoom(smaller(each));
      const zero = frames[each.evs.indexOf(0)].data;
      const wall = surface.indexOf(surfaces.wall);
      const pane = surface.indexOf(surfaces.pane);
      expect(zero[3 * wall]).toBe(118);
      expect(truth[3 * wall]).toBeCloseTo(117.6, 1);
      expect(frames[0].data[3 * pane]).toBeLessThan(frames[frames.length - 1].data[3 * pane] + 1);
    }
  });

  it("are the same for the same seed and others for others", () => {
    expect(variantRoom(7)).toEqual(variantRoom(7));
    expect(variantRoom(7)).not.toEqual(variantRoom(8));
    const [once, again] = [renderRoom(variantRoom(7)), renderRoom(variantRoom(7))];
    const walls = once.surface.filter((surface) => surface === surfaces.wall).length;
    expect(walls / once.surface.length).toBeGreaterThan(0.3);
    for (const [k, { data }] of once.frames.entries()) {
      const same = data.every((level, i) => level === again.frames[k].data[i]);
      expect(same).toBe(true);
    }
  });

  it("vary in everything that makes fusion hard", () => {
    const plans = Array.from({ length: 200 }, (_, i) => variantRoom(i + 1));
    const share = (has: (each: RoomPlan) => boolean) => plans.filter(has).length / plans.length;
    for (const bracket of Object.values(brackets)) expect(share(({ evs }) => evs === bracket)).toBeGreaterThan(0.2);
    expect(share(({ windows }) => windows.some(({ curtain }) => curtain))).toBeGreaterThan(0.15);
    expect(share(({ windows }) => windows.some(({ mullions }) => mullions.columns > 1))).toBeGreaterThan(0.2);
    expect(share(({ light }) => light[0] > 1)).toBeGreaterThan(0.2);
    expect(share(({ lamps }) => lamps.length > 0)).toBeGreaterThan(0.15);
    expect(share(({ fullWell }) => fullWell > 0)).toBeGreaterThan(0.3);
    expect(share(({ furniture }) => furniture.length > 1)).toBeGreaterThan(0.4);
  });
});

function named(name: string): RoomPlan {
  const found = canonicalRooms().find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
}

/** The same in a few pixels, for speed. */
function smaller(of: RoomPlan): RoomPlan {
  const [window] = of.windows;
  return { ...of, width: 640, height: 300, windows: [{ ...window, box: { x: 40, y: 80, width: 160, height: 120 } }] };
}

/** The wall as exposure 0 shows it, the window from the darkest frame, lifted to a bright view of good contrast. */
function ideal({ plan: { width, height }, truth, surface, frames }: Room): IntegerImage {
  const data = new Uint16Array(new SharedArrayBuffer(2 * truth.length));
  for (let i = 0; i < data.length; i++) {
    const level =
      surface[Math.floor(i / 3)] === surfaces.pane ? Math.min(250, 200 + 1.5 * (frames[0].data[i] - 119)) : truth[i];
    data[i] = Math.round(257 * level);
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

function changed(image: IntegerImage, change: (level: number, pixel: number, channel: number) => number): IntegerImage {
  const data = new Uint16Array(new SharedArrayBuffer(2 * image.data.length));
  for (let i = 0; i < data.length; i++) {
    const level = change(image.data[i] / 257, Math.floor(i / 3), i % 3);
    data[i] = Math.round(257 * Math.min(255, Math.max(0, level)));
  }
  return { ...image, data };
}

function missed(image: IntegerImage): string[] {
  const measures = measure(image);
  return roomBars
    .filter((bar) => {
      const value = bar.value(measures, plan);
      return value !== undefined && !bar.passes(value, measures);
    })
    .map(({ name }) => name);
}

function isWall(pixel: number): boolean {
  return room.surface[pixel] === surfaces.wall;
}

function isPane(pixel: number): boolean {
  return room.surface[pixel] === surfaces.pane;
}

function isNear(pixel: number, reach: number): boolean {
  if (!isWall(pixel)) return false;
  const { box } = plan.windows[0];
  const [x, y] = [pixel % plan.width, Math.floor(pixel / plan.width)];
  const dx = Math.max(box.x - x, 0, x - box.x - box.width);
  const dy = Math.max(box.y - y, 0, y - box.y - box.height);
  return Math.hypot(dx, dy) <= reach;
}

function atCorner(pixel: number): boolean {
  const { box } = plan.windows[0];
  const x = pixel % plan.width;
  return isNear(pixel, 24) && x > box.x + box.width && Math.floor(pixel / plan.width) < box.y;
}

function tintRim(level: number, pixel: number, channel: number): number {
  return isNear(pixel, 10) ? level + [3, -1.5, 0][channel] : level;
}

function blowOut(level: number, pixel: number): number {
  return isPane(pixel) ? level + 60 : level;
}
