import sharp from "sharp";
import { expect, test } from "vitest";
import { parseIccProfile } from "../../../src/codecs/color/icc-profile.ts";
import { srgbProfile } from "../../../src/codecs/color/srgb-profile.ts";
import { decodeSrgb } from "../../../src/image/index.ts";

async function profileOf(name: "p3" | "srgb" | "cmyk"): Promise<Buffer> {
  const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: "#888" } }).withIccProfile(name);
  const { icc } = await sharp(await picture.jpeg().toBuffer()).metadata();
  if (!icc) throw new Error("the picture has no profile");
  return icc;
}

test("the profile that is embedded is sRGB to the last bit of 12", () => {
  const profile = parseIccProfile(srgbProfile());
  expect(profile).toMatchObject({ name: "sRGB IEC61966-2.1", dataSpace: "RGB", isSrgb: true });
  const [curve] = profile?.rgb?.curves ?? [];
  for (let x = 0; x <= 1; x += 1 / 997) expect(curve?.(x)).toBeCloseTo(decodeSrgb(x), 4);
});

test("other makers' sRGB is known by its numbers, Display P3 is not sRGB", async () => {
  expect(parseIccProfile(await profileOf("srgb"))?.isSrgb).toBe(true);
  const p3 = parseIccProfile(await profileOf("p3"));
  expect(p3).toMatchObject({ isSrgb: false, dataSpace: "RGB" });
  const [, , , , green] = p3?.rgb?.toSrgb ?? [];
  expect(green).toBeCloseTo(1.042, 2);
});

test("a matrix keeps white white", async () => {
  const { rgb } = parseIccProfile(await profileOf("p3")) ?? {};
  for (const row of [0, 3, 6]) {
    expect((rgb?.toSrgb ?? []).slice(row, row + 3).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
  }
});

test("a CMYK profile is named and has no matrix", async () => {
  const profile = parseIccProfile(await profileOf("cmyk"));
  expect(profile?.dataSpace).toBe("CMYK");
  expect(profile?.rgb).toBeUndefined();
});

test("a profile cut short at any length is none, or one without a matrix", () => {
  const whole = srgbProfile();
  for (let length = 0; length < whole.length - 8; length++) {
    const profile = parseIccProfile(whole.subarray(0, length));
    expect(profile?.rgb, `${length} bytes`).toBeUndefined();
  }
});

test("a matrix that no space can have is not taken", () => {
  const profile = Buffer.from(srgbProfile());
  const at = new Map<string, number>();
  for (let entry = 132; at.size < profile.readUInt32BE(128); entry += 12) {
    at.set(profile.toString("latin1", entry, entry + 4), profile.readUInt32BE(entry + 4));
  }
  const [red = 0, green = 0, blue = 0] = ["rXYZ", "gXYZ", "bXYZ"].map((tag) => at.get(tag));
  // The three colorants cancel out: there is no white to scale by.
  for (const i of [8, 12, 16])
    profile.writeInt32BE(-profile.readInt32BE(green + i) - profile.readInt32BE(blue + i), red + i);
  expect(parseIccProfile(profile)?.rgb).toBeUndefined();
});

test.each([
  ["gamma 1.8", curv([1, 0x01cc]), (x: number) => x ** (0x01cc / 256)],
  ["no entries", curv([0]), (x: number) => x],
  ["a table", curv([3, 0, 16_384, 65_535]), (x: number) => (x < 0.5 ? x / 2 : 0.25 + (x - 0.5) * 1.5)],
])("a curve of %s is followed", (_, body, expected) => {
  const profile = parseIccProfile(withCurve(body));
  for (const x of [0, 0.2, 0.5, 0.7, 1]) expect(profile?.rgb?.curves[1](x)).toBeCloseTo(expected(x), 4);
});

/** Count as 32 bits, then entries of 16. */
function curv([count, ...entries]: number[]): Buffer {
  const body = Buffer.alloc(12 + entries.length * 2);
  body.write("curv", 0, "latin1");
  body.writeUInt32BE(count, 8);
  entries.forEach((entry, i) => {
    body.writeUInt16BE(entry, 12 + i * 2);
  });
  return body;
}

/** The sRGB profile with this curve at its end and all three channels pointing there. */
function withCurve(body: Buffer): Buffer {
  const profile = Buffer.concat([srgbProfile(), body]);
  for (let i = 0; i < profile.readUInt32BE(128); i++) {
    const entry = 132 + i * 12;
    if (profile.toString("latin1", entry + 1, entry + 4) === "TRC")
      profile.writeUInt32BE(srgbProfile().length, entry + 4);
  }
  return profile;
}
