import { basename } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it, test } from "vitest";
import { ExifTool } from "../../../src/exiftool/index.ts";
import { emptyPhoto, type IntegerImage, type Photo } from "../../../src/image/index.ts";
import { detect360 } from "../../../src/stages/detect360/index.ts";
import { describePhoto, type TagRecord } from "../../../src/stages/metadata/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";
import { hasPhotographs, sharedFixture, sharedFixtures } from "../../support/shared-fixtures.ts";

type Paint = (x: number, y: number) => readonly [number, number, number];

const width = 512;
const height = 256;

/** A 2:1 picture painted in code; `paint` gets x and y in 0 to 1 and gives display values. */
function painted(paint: Paint): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = paint((x + 0.5) / width, (y + 0.5) / height);
      for (let c = 0; c < 3; c++)
        data[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, Math.round(color[c] * 255)));
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

/** A smooth random world: a colour for every direction. */
function world(seed: number): (dx: number, dy: number, dz: number) => readonly [number, number, number] {
  const random = seededRandom(seed);
  const waves = Array.from({ length: 24 }, () => ({
    k: Array.from({ length: 3 }, () => (random() - 0.5) * 40),
    phase: random() * 6.28,
    color: Array.from({ length: 3 }, () => (random() - 0.5) * 0.3),
  }));
  return (dx, dy, dz) => {
    const sum: [number, number, number] = [0.5, 0.5, 0.5];
    for (const { k, phase, color } of waves) {
      const value = Math.sin(k[0] * dx + k[1] * dy + k[2] * dz + phase);
      for (let c = 0; c < 3; c++) sum[c] += color[c] * value;
    }
    return sum;
  };
}

/** Equirectangular projection of the world, turned by a share of a full turn. */
function sphere(seed: number, turn = 0): IntegerImage {
  const colorOf = world(seed);
  return painted((x, y) => {
    const [longitude, polar] = [(x + turn) * 2 * Math.PI, y * Math.PI];
    return colorOf(Math.sin(polar) * Math.cos(longitude), Math.cos(polar), Math.sin(polar) * Math.sin(longitude));
  });
}

/** Perspective view of the same world, 90° wide. */
function perspective(seed: number): IntegerImage {
  const colorOf = world(seed);
  return painted((x, y) => {
    const [u, v] = [2 * x - 1, y - 0.5];
    const length = Math.hypot(u, v, 1);
    return colorOf(u / length, v / length, 1 / length);
  });
}

/** Turns a picture by a share of its width, and cuts a band of its rows out of it, drawn to 2:1 again. */
function cut(image: IntegerImage, turn: number, top = 0, bottom = 1): IntegerImage {
  return painted((x, y) => {
    const row = Math.floor((top + y * (bottom - top)) * height);
    const at = 3 * (row * width + (Math.floor((x + turn) * width) % width));
    return [image.data[at] / 255, image.data[at + 1] / 255, image.data[at + 2] / 255];
  });
}

/** A wood: leaves, trunks, and a canopy with gaps up to the zenith. */
function wood(seed: number): IntegerImage {
  const leaves = fractal(seed);
  return painted((x, y) => {
    const [longitude, latitude] = [2 * Math.PI * x, Math.PI * (0.5 - y)];
    const across = Math.cos(latitude);
    const leaf = leaves(across * Math.cos(longitude), across * Math.sin(longitude), Math.sin(latitude));
    if (leaf > 0.3 && latitude > 0.2) return [0.9, 0.9, 0.9];
    const isTrunk = Math.abs(latitude) < 0.5 && Math.sin(23 * longitude + seed) + Math.sin(37 * longitude) > 1.3;
    const light = isTrunk ? 0.2 + 0.1 * leaf : Math.max(0.03, 0.35 + 0.45 * leaf);
    return [(0.85 + 0.1 * Math.cos(2 * longitude)) * light, light, (0.5 + 0.2 * Math.sin(3 * longitude)) * light];
  });
}

/** Noise of several octaves in space, each at three quarters of the strength of the one before: −1 to 1, about. */
function fractal(seed: number): (x: number, y: number, z: number) => number {
  const corner = (x: number, y: number, z: number) => {
    let hash = (x * 374761393 + y * 668265263 + z * 1103515245 + seed * 1274126177) | 0;
    hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 - 0.5;
  };
  const smooth = (x: number, y: number, z: number) => {
    const [u, v, w] = [x, y, z].map((value) => value - Math.floor(value));
    let sum = 0;
    for (let i = 0; i < 8; i++) {
      const [a, b, c] = [i & 1, (i >> 1) & 1, i >> 2];
      const weight = (a ? u : 1 - u) * (b ? v : 1 - v) * (c ? w : 1 - w);
      sum += weight * corner(Math.floor(x) + a, Math.floor(y) + b, Math.floor(z) + c);
    }
    return sum;
  };
  return (x, y, z) => [6, 12, 24, 48].reduce((sum, f, i) => sum + 0.75 ** i * smooth(f * x, f * y, f * z), 0);
}

/** Flat colours with hard edges, as somebody draws. */
function drawn(image: IntegerImage, step: number): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  for (let i = 0; i < data.length; i++) data[i] = step * Math.round(image.data[i] / step);
  return { ...image, data };
}

function fisheyePair(seed: number): IntegerImage {
  const colorOf = world(seed);
  return painted((x, y) => {
    const [u, v] = [((x * 2) % 1) * 2 - 1, y * 2 - 1];
    const r = Math.hypot(u, v);
    if (r > 0.98) return [0.01, 0.01, 0.01];
    const angle = (r * Math.PI) / 2;
    const front = x < 0.5 ? 1 : -1;
    return colorOf((Math.sin(angle) * u) / (r || 1), (Math.sin(angle) * v) / (r || 1), Math.cos(angle) * front);
  });
}

const detect = (photo: Photo, preview?: IntegerImage, options = {}) =>
  detect360({ photo, width: 6000, height: 3000, ...(preview && { preview }) }, options, testContext());

const withPanorama = (panorama: Photo["panorama"]): Photo => ({ ...emptyPhoto, ...(panorama && { panorama }) });

describe("by pixels", () => {
  it.each([1, 2, 3, 4, 5])("finds a sphere, wherever it is cut (world %i)", async (seed) => {
    for (const turn of [0, 0.13, 0.77]) {
      expect(await detect(emptyPhoto, sphere(seed, turn))).toMatchObject({ is360: true, confidence: 0.85 });
    }
  });

  it.each([1, 2, 3, 4, 5])("refuses a perspective view of 2:1 (world %i)", async (seed) => {
    expect(await detect(emptyPhoto, perspective(seed))).toMatchObject({ is360: false });
  });

  it("finds most woods and drawings wherever they are cut, and takes hardly any band of one for a sphere", async () => {
    let [found, taken] = [0, 0];
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const trees = wood(seed);
      for (const picture of [trees, drawn(sphere(seed), 28), drawn(trees, 8)]) {
        for (const turn of [0, 0.27, 0.61]) if ((await detect(emptyPhoto, cut(picture, turn))).is360) found++;
        for (const top of [0.25, 0.12]) {
          if ((await detect(emptyPhoto, cut(picture, 0.3, top, 1 - top))).is360) taken++;
        }
      }
    }
    expect(found).toBeGreaterThanOrEqual(0.8 * 54);
    expect(taken).toBeLessThanOrEqual(0.1 * 36);
  });

  it.each([1, 2, 3])("refuses an unstitched fisheye pair, whatever camera it is of (world %i)", async (seed) => {
    const photo = { ...emptyPhoto, camera: { make: "SAMSUNG", model: "SM-C200" } };
    const result = await detect(photo, fisheyePair(seed));
    expect(result).toMatchObject({ is360: false, reason: "two fisheye circles, not stitched" });
  });

  it("refuses a graphic, a framed picture and a blank one", async () => {
    const flag = painted((_, y) => (y < 0.33 ? [0.8, 0.1, 0.1] : y < 0.67 ? [1, 1, 1] : [0.1, 0.2, 0.6]));
    expect(await detect(emptyPhoto, flag)).toMatchObject({ is360: false });
    const inner = world(3);
    const isFrame = (x: number, y: number) => x < 0.03 || x > 0.97 || y < 0.05 || y > 0.95;
    const framed = painted((x, y) => (isFrame(x, y) ? [1, 1, 1] : inner(x * 2, y, 0)));
    expect(await detect(emptyPhoto, framed)).toMatchObject({ is360: false });
    expect(
      await detect(
        emptyPhoto,
        painted(() => [0.5, 0.5, 0.5]),
      ),
    ).toMatchObject({ is360: false });
  });

  it("does not judge by a picture too small to see", async () => {
    const tiny = { ...sphere(1), width: 64, height: 32, data: new Uint8Array(new SharedArrayBuffer(64 * 32 * 3)) };
    expect(await detect(emptyPhoto, tiny)).toMatchObject({ is360: false, evidence: [] });
  });

  it("does not write to the preview", async () => {
    const preview = sphere(1);
    const before = Buffer.from(preview.data);
    await detect(emptyPhoto, preview);
    expect(Buffer.from(preview.data).equals(before)).toBe(true);
  });
});

describe("by metadata", () => {
  it("needs exactly 2:1, whatever the metadata says", async () => {
    const photo = withPanorama({ projection: "equirectangular" });
    const result = await detect360({ photo, width: 6002, height: 3000 }, {}, testContext());
    expect(result).toMatchObject({ is360: false, confidence: 1, reason: "6002 × 3000 is not 2:1" });
  });

  test.each<[string, Photo["panorama"], boolean]>([
    ["the projection alone", { projection: "equirectangular" }, true],
    ["the projection in capitals", { projection: "Equirectangular" }, true],
    [
      "the full size of a larger original",
      { projection: "equirectangular", fullWidthPx: 8000, croppedWidthPx: 8000 },
      true,
    ],
    ["a part of the width", { projection: "equirectangular", fullWidthPx: 8000, croppedWidthPx: 7000 }, false],
    ["a part of the height", { projection: "equirectangular", fullHeightPx: 4000, croppedHeightPx: 3000 }, false],
    ["a cylinder", { projection: "cylindrical" }, false],
    ["no GPano", undefined, false],
  ])("decides by GPano with %s", async (_, panorama, expected) => {
    expect((await detect(withPanorama(panorama))).is360).toBe(expected);
  });

  it("is less sure when the edges do not meet", async () => {
    const photo = withPanorama({ projection: "equirectangular" });
    expect(await detect(photo, perspective(1))).toMatchObject({ is360: true, confidence: 0.8 });
  });

  test.each(["RICOH THETA Z1", "Insta360 ONE X2", "GoPro Max", "SM-R210", "QooCam 8K", "KeyMission 360"])(
    "takes 2:1 of a %s for a sphere when there is nothing to see",
    async (model) => {
      expect(await detect({ ...emptyPhoto, camera: { model } })).toMatchObject({ is360: true, confidence: 0.7 });
    },
  );

  it("asks more than the camera's name when there are pixels", async () => {
    const photo = { ...emptyPhoto, camera: { model: "RICOH THETA S" } };
    expect((await detect(photo, perspective(2))).is360).toBe(false);
    expect(await detect(photo, sphere(2))).toMatchObject({ is360: true, confidence: 0.97 });
  });
});

it("does as the option says", async () => {
  expect((await detect(emptyPhoto, perspective(1), { panorama: "on" })).is360).toBe(true);
  expect((await detect(withPanorama({ projection: "equirectangular" }), sphere(1), { panorama: "off" })).is360).toBe(
    false,
  );
  const photo = { photo: emptyPhoto, width: 600, height: 400 };
  expect((await detect360(photo, { panorama: "on" }, testContext())).is360).toBe(false);
  await expect(detect(emptyPhoto, undefined, { panorama: "maybe" })).rejects.toMatchObject({ code: "options/invalid" });
});

it("is cancelled by the signal", async () => {
  const signal = AbortSignal.abort();
  const input = { photo: emptyPhoto, width: 2, height: 1 };
  await expect(detect360(input, {}, testContext({ signal }))).rejects.toMatchObject({ code: "cancelled" });
});

describe("real photographs", () => {
  const tool = new ExifTool();
  afterAll(() => tool.close());

  async function detectFile(path: string, hasPixels: boolean) {
    const [tags] = await tool.read([path], new AbortController().signal);
    const { photo } = describePhoto(tags as TagRecord);
    const { widthPx = 1, heightPx = 1 } = photo;
    const size = { photo, width: widthPx, height: heightPx };
    return detect360(hasPixels ? { ...size, preview: await decode(path) } : size, {}, testContext());
  }

  async function decode(path: string, squeeze?: [number, number]): Promise<IntegerImage> {
    const picture = sharp(path).removeAlpha().toColourspace("srgb");
    if (squeeze) picture.resize(squeeze[0], squeeze[1], { fit: "fill" });
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
    pixels.set(data);
    return { width: info.width, height: info.height, channels: 3, data: pixels, space: "srgb" };
  }

  // The nextcloud files are cut short, so their metadata alone decides. Those called "pos" there include parts of a
  // sphere.
  const expectations: [string, boolean, "pixels" | "metadata"][] = [
    ["no_gpano/egjs_equi.jpg", true, "pixels"],
    ["no_gpano/horizonnet_demo.png", true, "pixels"],
    ["no_gpano/horizonnet_demo_aligned_rgb.png", true, "pixels"],
    ["no_gpano/hugin_church_equirect_grid.jpg", true, "pixels"],
    ["no_gpano/panolens_field.jpg", true, "pixels"],
    ["no_gpano/panolens_tunnel.jpg", true, "pixels"],
    ["no_gpano/vrview_chichen-itza.jpg", true, "pixels"],
    ["no_gpano/vrview_taj-mahal.jpg", true, "pixels"],
    ["not360/egjs_cylindrical_panorama2.jpg", false, "pixels"],
    ["not360/photoprism_flash.jpg", false, "pixels"],
    ["not360/psv_dualfisheye.jpg", false, "pixels"],
    ["not360/py360convert_worldmap_2to1.png", false, "pixels"],
    ["nextcloud_detect/pos2.jpg", true, "metadata"],
    ["nextcloud_detect/pos5.jpg", true, "metadata"],
    ["nextcloud_detect/pos7.jpg", true, "metadata"],
    ["nextcloud_detect/pos3.jpg", false, "metadata"],
    ["nextcloud_detect/pos4.jpg", false, "metadata"],
    ["nextcloud_detect/pos8.jpg", false, "metadata"],
    ["nextcloud_detect/pos10.jpg", false, "metadata"],
    ["nextcloud_detect/neg1.jpg", false, "metadata"],
    ["nextcloud_detect/neg2.jpg", false, "metadata"],
    ["nextcloud_detect/missing_starttag.jpg", false, "metadata"],
    ["nextcloud_detect/missing_tags.jpg", false, "metadata"],
  ];

  test.skipIf(!hasPhotographs("pano360")).each(expectations)("%s: %s by its %s", async (name, expected, by) => {
    const result = await detectFile(sharedFixture(`pano360/${name}`), by === "pixels");
    expect(result, result.evidence.join("; ")).toMatchObject({ is360: expected });
  });

  const ordinary = [
    "brackets/kitchen",
    "brackets/corridor",
    "brackets/arch",
    "metadata/lens",
    "retouch/exposure_errors",
  ]
    .flatMap(sharedFixtures)
    .filter((path) => /\.(jpe?g|png)$/i.test(path));

  test.skipIf(!hasPhotographs("metadata/lens")).each(ordinary.map((path) => [basename(path), path]))(
    "%s in 600 × 400, cut to 2:1, is none",
    async (_, path) => {
      const whole = await decode(path, [600, 400]);
      for (const top of [0, 50, 100]) {
        const rows = whole.data.slice(3 * 600 * top, 3 * 600 * (top + 300));
        const data = new Uint8Array(new SharedArrayBuffer(rows.length));
        data.set(rows);
        expect((await detect(emptyPhoto, { ...whole, height: 300, data })).is360).toBe(false);
      }
    },
  );

  test.skipIf(!hasPhotographs("metadata/lens")).each(ordinary.map((path) => [basename(path), path]))(
    "%s squeezed to 2:1 is none",
    async (_, path) => {
      const preview = await decode(path, [512, 256]);
      expect((await detect(emptyPhoto, preview)).is360).toBe(false);
    },
  );
});
