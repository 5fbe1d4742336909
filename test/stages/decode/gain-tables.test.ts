import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { developFacts } from "../../../bench/raw/develop.ts";
import { type DngFile, type DngProfile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { encodeGainTables, type GainTables } from "../../../fixtures/dng/gain-table.ts";
import { decodeSrgb } from "../../../src/image/index.ts";
import { hasPhotographs, sharedFixture } from "../../support/shared-fixtures.ts";

const [width, height] = [72, 48];

/** A camera that sees linear RIMM (ROMM, ISO 22028-2) light itself, as Adobe's own sample files do. */
const rimm = {
  colorMatrix: [1.037, 0, 0, 0, 1, 0, 0, 0, 1.212],
  forwardMatrix: [0.7977, 0.1352, 0.0313, 0.288, 0.7119, 0.0001, 0, 0, 0.8249],
  asShotNeutral: [1, 1, 1],
};

/** Greys and soft colours that gains leave below white. */
function light(x: number, y: number, c: number): number {
  return 0.06 + 0.2 * (x / width) + 0.1 * (y / height) + 0.006 * Math.sin(x / 5 + c) + 0.006 * c;
}

const plain: DngFile = {
  ...rimm,
  width,
  height,
  bits: 16,
  white: 65_535,
  sample: (x, y, c) => Math.round(65_535 * light(x, y, c)),
};

const tables: GainTables = {
  rows: 3,
  columns: 4,
  points: 9,
  spacing: [0.4, 0.3],
  origin: [0.1, -0.05],
  weights: [0.2, 0.4, 0.1, 0.15, 0.1],
  gain: (row, column, point) => 0.6 + 0.2 * row + 0.1 * column + 0.15 * Math.sqrt(point),
};

interface Seen {
  readonly tables: GainTables;
  readonly gamma?: number;
  readonly exposure?: number;
}

/** The gain at the middle of pixel (x, y), straight from the words of the specification. */
function gainAt({ tables: t, gamma = 1, exposure = 1 }: Seen, x: number, y: number): number {
  const rgb = [0, 1, 2].map((c) => exposure * light(x, y, c));
  const parts = [...rgb, Math.min(...rgb), Math.max(...rgb)];
  const sum = parts.reduce((before, part, i) => before + part * t.weights[i], 0);
  const input = Math.min(1, Math.max(0, sum)) ** gamma;
  const axis = (count: number, relative: number, origin: number, spacing: number) => {
    const place = Math.min(count - 1, Math.max(0, (relative - origin) / spacing));
    const below = Math.floor(place);
    return [
      { at: below, share: 1 - (place - below) },
      { at: Math.min(count - 1, below + 1), share: place - below },
    ];
  };
  let gain = 0;
  for (const v of axis(t.rows, (y + 0.5) / height, t.origin[0], t.spacing[0]))
    for (const h of axis(t.columns, (x + 0.5) / width, t.origin[1], t.spacing[1]))
      for (const n of axis(t.points, input * t.points, 0, 1))
        gain += v.share * h.share * n.share * t.gain(v.at, h.at, n.at);
  return gain;
}

async function develop(file: DngFile, options: Parameters<typeof developFacts>[1] = {}) {
  const { image, development } = await developFacts(encodeDngFile(file), { rawToneCurve: "linear", ...options });
  return { data: image.data, profile: development?.profile, width: image.width, height: image.height };
}

const withMap = (profile: DngProfile, more: Partial<DngFile> = {}): DngFile => ({ ...plain, ...more, profile });

const before = await develop(plain);

/** The largest share by which the developed light is another than the light without tables times the expected gain. */
function worstShare(data: ArrayLike<number>, expected: (x: number, y: number) => number): number {
  let worst = 0;
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const [was, is] = [decodeSrgb(before.data[i] / 65_535), decodeSrgb(data[i] / 65_535)];
    if (is < 0.95) worst = Math.max(worst, Math.abs(is / (was * expected(x, y)) - 1));
  }
  return worst;
}

describe("gain tables of a DNG's profile", () => {
  test.each([
    ["little-endian", false],
    ["big-endian", true],
  ])("brighten every pixel as its place and light ask, %s", async (_, bigEndian) => {
    const { data, profile } = await develop(
      withMap({ gainTableMap: encodeGainTables(tables, bigEndian) }, { bigEndian }),
    );
    expect(profile).toEqual(["gainTableMap"]);
    expect(worstShare(data, (x, y) => gainAt({ tables }, x, y))).toBeLessThan(0.002);
  });

  test.each([
    ["u8", 0.006],
    ["u16", 0.002],
    ["f16", 0.004],
    ["f32", 0.002],
  ] as const)("of the second kind are read from %s, with their gamma", async (type, bar) => {
    for (const gamma of [0.25, 1, 2]) {
      const second = { type, gamma, least: 0.5, most: 2 };
      for (const bigEndian of [false, true]) {
        const bytes = encodeGainTables({ ...tables, second }, bigEndian);
        const { data } = await develop(withMap({ gainTableMap2: bytes }, { bigEndian }));
        expect(worstShare(data, (x, y) => gainAt({ tables, gamma }, x, y))).toBeLessThan(bar);
      }
    }
  });

  test("of the second kind go before those of the first", async () => {
    const second = { type: "f32", gamma: 1, least: 0, most: 1 } as const;
    const half = encodeGainTables({ ...tables, gain: () => 0.5, second });
    const { data } = await develop(withMap({ gainTableMap: encodeGainTables(tables), gainTableMap2: half }));
    expect(worstShare(data, () => 0.5)).toBeLessThan(0.002);
  });

  test("look at light that is exposed as the file asks, whatever else is asked for", async () => {
    const file = withMap({ gainTableMap: encodeGainTables(tables) }, { baselineExposureEv: 1 });
    const gain = (x: number, y: number) => gainAt({ tables, exposure: 2 }, x, y);
    expect(worstShare((await develop(file)).data, (x, y) => 2 * gain(x, y))).toBeLessThan(0.002);
    const darker = await develop(file, { rawExposureEv: -1 });
    expect(worstShare(darker.data, gain)).toBeLessThan(0.002);
  });

  test("count from the active area, and turn with the picture", async () => {
    const border = 6;
    const framed: DngFile = {
      ...withMap({ gainTableMap: encodeGainTables(tables) }),
      width: width + 2 * border,
      height: height + 2 * border,
      activeArea: [border, border, height + border, width + border],
      sample: (x, y, c) =>
        plain.sample(Math.min(width - 1, Math.max(0, x - border)), Math.min(height - 1, Math.max(0, y - border)), c),
    };
    const upright = await develop(framed);
    expect(worstShare(upright.data, (x, y) => gainAt({ tables }, x, y))).toBeLessThan(0.002);
    const turned = await develop({ ...framed, orientation: 3 });
    const pixels = Array.from({ length: width * height }, (_, i) => [...turned.data.slice(i * 3, i * 3 + 3)]);
    expect(pixels.reverse().flat()).toEqual([...upright.data]);
  });

  test("keep what else is in the file: the tone curve, and a look that counts from what they made", async () => {
    const grey = { dims: [6, 2, 1], data: Array.from({ length: 12 }, () => [0, 0, 1]).flat() };
    const toneCurve = [0, 0, 1, 1];
    const file = withMap({ gainTableMap: encodeGainTables(tables), lookTable: grey, toneCurve });
    const { data, profile } = await develop(file, { rawToneCurve: "camera" });
    expect(profile).toEqual(["gainTableMap", "lookTable", "toneCurve"]);
    for (let i = 0; i < data.length; i += 3)
      expect(Math.max(...data.slice(i, i + 3)) - Math.min(...data.slice(i, i + 3))).toBeLessThan(40);
  });

  test("leave what clips neutral, be it darkened or brightened", async () => {
    for (const gain of [0.4, 3]) {
      const bytes = encodeGainTables({ ...tables, gain: () => gain });
      const white = {
        ...withMap({ gainTableMap: bytes }),
        sample: (_x: number, _y: number, c: number) => (c === 1 ? 65_535 : 60_000),
      };
      const { data } = await develop(white, { rawExposureEv: -1 });
      const bright = gain > 1 ? 1 : 0.2;
      for (let i = 0; i < data.length; i += 3) {
        const [r, g, b] = data.slice(i, i + 3);
        expect(Math.abs(decodeSrgb(g / 65_535) - bright)).toBeLessThan(0.02);
        if (gain > 1) expect(Math.max(r, g, b) - Math.min(r, g, b)).toBe(0);
      }
    }
  });

  const broken = (change: (view: DataView) => void, from = encodeGainTables(tables)) => {
    const bytes = Uint8Array.from(from);
    change(new DataView(bytes.buffer));
    return bytes;
  };
  const second = encodeGainTables({ ...tables, second: { type: "u8", gamma: 1, least: 0.5, most: 2 } });

  test.each<[string, DngProfile]>([
    ["are cut short", { gainTableMap: encodeGainTables(tables).subarray(0, 300) }],
    ["have no head", { gainTableMap: new Uint8Array(10) }],
    ["have no points", { gainTableMap: broken((view) => view.setUint32(40, 0, true)) }],
    ["say that there are 2³² of them", { gainTableMap: broken((view) => view.setUint32(0, 0xffffffff, true)) }],
    [
      "say that there are so many that the product wraps",
      { gainTableMap: broken((view) => [0, 4, 40].map((at) => view.setUint32(at, 65_536, true))) },
    ],
    ["have a gain below nothing", { gainTableMap: broken((view) => view.setFloat32(64, -1, true)) }],
    ["have a gain that is no number", { gainTableMap: broken((view) => view.setFloat32(64, Number.NaN, true)) }],
    ["have weights that are no numbers", { gainTableMap: broken((view) => view.setFloat32(48, Number.NaN, true)) }],
    ["stand nowhere", { gainTableMap: broken((view) => view.setFloat64(24, Number.POSITIVE_INFINITY, true)) }],
    ["stand on top of each other", { gainTableMap: broken((view) => view.setFloat64(8, 0, true)) }],
    [
      "have a gamma beyond the specification's",
      { gainTableMap2: broken((view) => view.setFloat32(68, 9, true), second) },
    ],
    ["have an unknown type", { gainTableMap2: broken((view) => view.setUint32(64, 7, true), second) }],
    [
      "have a range that is no number",
      { gainTableMap2: broken((view) => view.setFloat32(76, Number.NaN, true), second) },
    ],
    [
      "have a longer side than any needs",
      { gainTableMap: encodeGainTables({ ...tables, rows: 1, columns: 70_000, points: 1 }) },
    ],
    ["lie closer together than can be told", { gainTableMap: encodeGainTables({ ...tables, spacing: [1e-310, 0.3] }) }],
    ["are left out by option", { gainTableMap: encodeGainTables(tables) }],
  ])("that %s leave the picture, and the curve meant for them out", async (what, profile) => {
    const off = what.endsWith("option") ? ({ rawProfile: "off" } as const) : {};
    const found = await develop(withMap({ ...profile, toneCurve: [0, 0, 0.5, 0.2, 1, 1] }), off);
    expect(found.profile).toEqual([]);
    expect(found.data).toEqual(before.data);
  });

  test.skipIf(!hasPhotographs("raw/dng/adobesdk_05_PGTM2_unsigned8.dng"))(
    "of Adobe's own sample brighten its even grey as they say",
    async () => {
      const bytes = readFileSync(sharedFixture("raw/dng/adobesdk_05_PGTM2_unsigned8.dng"));
      const options = { rawToneCurve: "camera" } as const;
      const [{ image, development }, plainly] = await Promise.all([
        developFacts(bytes, options),
        developFacts(bytes, { rawToneCurve: "linear", rawProfile: "off" }),
      ]);
      expect(development?.profile).toEqual(["gainTableMap", "toneCurve"]);
      const gain = (x: number, y: number) => {
        const i = (y * 200 + x) * 3;
        return decodeSrgb(image.data[i] / 65_535) / decodeSrgb(plainly.image.data[i] / 65_535);
      };
      // Brightest in the middle, as dark as before at the sides and corners.
      expect(gain(100, 100)).toBeGreaterThan(3.8);
      for (const [x, y] of [
        [0, 0],
        [199, 199],
        [0, 100],
        [100, 199],
      ])
        expect(gain(x, y)).toBeCloseTo(1, 1);
    },
  );
});
