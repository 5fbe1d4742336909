import { describe, expect, test } from "vitest";
import { developOurs } from "../../../bench/raw/develop.ts";
import { truthScenes } from "../../../bench/raw/scenes.ts";
import { psnr } from "../../../bench/raw/score.ts";
import { bayerFilters, shootScene } from "../../../bench/raw/sensor.ts";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { f32, f64, opcode, opcodeList, u32 } from "../../../fixtures/dng/opcode-list.ts";
import { seededRandom } from "../../../fixtures/scene/random.ts";
import { readOpcodeList } from "../../../src/codecs/dng/opcodes.ts";
import { decode } from "../../../src/stages/decode/index.ts";
import { testContext } from "../../support/context.ts";

const [width, height] = [132, 100];
const [scene] = truthScenes(width, height);
const plain = shootScene(scene, bayerFilters.RGGB, { black: 512, white: 15300 });
const develop = (file: DngFile) => developOurs(encodeDngFile(file));
const everywhere = [0, 0, height, width, 0, 1, 1, 1] as const;

/** Sites that read far too much light. */
const defects = Array.from({ length: 40 }, (_, i) => [20 + ((i * 29) % 92), 20 + ((i * 17) % 60)] as const);

/** What is read is spoilt, and an opcode puts it right. */
const repairs: readonly (readonly [string, Partial<DngFile>])[] = [
  [
    "FixVignetteRadial",
    {
      sample: (x, y) => {
        const [dx, dy] = [x - (width - 1) / 2, y - (height - 1) / 2];
        const r2 = (dx * dx + dy * dy) / ((width - 1) ** 2 / 4 + (height - 1) ** 2 / 4);
        return Math.round(512 + (plain.sample(x, y, 0) - 512) / (1 + 0.4 * r2 + 0.2 * r2 * r2));
      },
      opcodes: { list3: opcodeList(opcode(3, f64(0.4, 0.2, 0, 0, 0, 0.5, 0.5))) },
    },
  ],
  [
    "FixBadPixelsConstant",
    {
      sample: (x, y) => ((x * 7 + y * 13) % 97 === 0 ? 0 : plain.sample(x, y, 0)),
      opcodes: { list1: opcodeList(opcode(4, u32(0, 0))) },
    },
  ],
  [
    "FixBadPixelsList",
    {
      sample: (x, y) =>
        defects.some(([u, v]) => u === x && v === y) || (x === 60 && y === 50) ? 15000 : plain.sample(x, y, 0),
      opcodes: {
        list1: opcodeList(opcode(5, u32(0, defects.length, 1, ...defects.flatMap(([x, y]) => [y, x]), 50, 60, 51, 61))),
      },
    },
  ],
  [
    "ScalePerRow",
    {
      sample: (x, y) => Math.round(512 + (plain.sample(x, y, 0) - 512) / (1 + (y % 2) / 4)),
      opcodes: {
        list2: opcodeList(
          opcode(12, [
            ...u32(...everywhere, height),
            ...f32(...Array.from({ length: height }, (_, y) => 1 + (y % 2) / 4)),
          ]),
        ),
      },
    },
  ],
  [
    "DeltaPerColumn",
    {
      sample: (x, y) => plain.sample(x, y, 0) + (x % 3) * 300,
      white: 15300,
      opcodes: {
        list2: opcodeList(
          opcode(11, [
            ...u32(...everywhere, width),
            ...f32(...Array.from({ length: width }, (_, x) => (-(x % 3) * 300) / (15300 - 512))),
          ]),
        ),
      },
    },
  ],
  [
    "black levels of every column and row",
    {
      sample: (x, y) => plain.sample(x, y, 0) + (x % 5) * 20 + (y % 7) * 10,
      blackColumns: Array.from({ length: width }, (_, x) => (x % 5) * 20),
      blackRows: Array.from({ length: height }, (_, y) => (y % 7) * 10),
      white: 15300,
    },
  ],
  [
    "a black level of every place of the cell",
    {
      sample: (x, y) => plain.sample(x, y, 0) + (x % 2) * 50 + (y % 2) * 90,
      black: { columns: 2, rows: 2, levels: [512, 562, 602, 652] },
      white: 15300,
    },
  ],
];

describe("what a DNG asks to be done", () => {
  test.each(repairs)("gives the unspoilt picture back by %s", async (_, spoilt) => {
    const { opcodes: _opcodes, blackColumns: _columns, blackRows: _rows, ...onlySpoilt } = spoilt;
    const { black: _black, ...unexplained } = onlySpoilt;
    const whole = psnr(scene, await develop(plain));
    expect(psnr(scene, await develop({ ...plain, ...spoilt }))).toBeGreaterThan(whole - 1.5);
    expect(psnr(scene, await develop({ ...plain, ...unexplained }))).toBeLessThan(whole - 2);
  });

  test("warps by WarpRectilinear, each colour by its own terms", async () => {
    const scale = 0.9;
    const terms = f64(scale, 0, 0, 0, 0, 0);
    const list3 = opcodeList(opcode(1, [...u32(3), ...terms, ...terms, ...terms, ...f64(0.5, 0.5)]));
    const warped = await develop({ ...plain, opcodes: { list3 } });
    const straight = await develop(plain);
    const at = (picture: typeof straight, x: number, y: number) => picture.data[(y * width + x) * 3 + 1];
    let [worst, count] = [0, 0];
    for (let y = 20; y < height - 20; y += 3) {
      for (let x = 20; x < width - 20; x += 3) {
        const [sx, sy] = [(x - 65.5) * scale + 65.5, (y - 49.5) * scale + 49.5];
        if (Math.abs(sx - Math.round(sx)) > 0.05 || Math.abs(sy - Math.round(sy)) > 0.05) continue;
        worst = Math.max(worst, Math.abs(at(warped, x, y) - at(straight, Math.round(sx), Math.round(sy))));
        count++;
      }
    }
    expect(count).toBeGreaterThan(3);
    expect(worst).toBeLessThan(6000);
  });

  test("says which corrections were made, and warns of those that are unknown and not optional", async () => {
    const list3 = opcodeList(opcode(3, f64(0.1, 0, 0, 0, 0, 0.5, 0.5)), opcode(99, u32(1)), opcode(98, u32(1), 1));
    const context = testContext();
    const { development } = await decode(
      { source: encodeDngFile({ ...plain, opcodes: { list3 } }), maxPixels: 1e6 },
      {},
      context,
    );
    expect(development?.opcodes).toEqual(["fixVignetteRadial"]);
    expect(context.warnings).toEqual([{ code: "decode/opcodes-skipped", message: expect.stringMatching(/\b99\b/) }]);
    expect(context.warnings[0].message).not.toMatch(/98/);
  });

  test.each([2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])(
    "changes one place by a GainMap whose pitches are %i",
    async (pitch) => {
      const gainMap = (step: number) => {
        const area = u32(4, 6, height, width, 0, 1, step, step);
        return opcodeList(opcode(9, [...area, ...u32(1, 1), ...f64(1, 1, 0, 0), ...u32(1), ...f32(0.5)]));
      };
      const { data } = await develop({ ...plain, opcodes: { list2: gainMap(pitch) } });
      expect(data).toEqual((await develop({ ...plain, opcodes: { list2: gainMap(width) } })).data);
      expect(data).not.toEqual((await develop(plain)).data);
    },
  );

  test("survives any opcode list", async () => {
    const random = seededRandom(5);
    const trim = opcode(6, u32(9, 10, 90, 120));
    const warp = opcode(1, [...u32(1), ...f64(1, 0.01, 0, 0, 0, 0, 0.5, 0.5)]);
    const vignette = opcode(3, f64(0.4, 0, 0, 0, 0, 0.5, 0.5));
    const sound = [
      ...repairs.flatMap(([, { opcodes }]) => Object.values(opcodes ?? {})),
      opcodeList(trim, warp),
      opcodeList(trim, vignette, trim),
    ];
    for (let run = 0; run < 400; run++) {
      const bytes = sound[run % sound.length].slice(0, Math.floor(random() * 400) + 4);
      for (let k = 0; k < 4; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const { opcodes } = readOpcodeList(bytes, {
        list: 2,
        picture: { top: 5, left: -3, bottom: 105, right: 129 },
        isTrimmed: false,
      });
      expect(Array.isArray(opcodes)).toBe(true);
      if (run % 16 === 0) await develop({ ...plain, opcodes: { list1: bytes, list2: bytes, list3: bytes } });
    }
  });
});
