import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { room } from "../stages/tone/scenes.ts";
import { runInside } from "../support/run-cli.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

const run = (...args: string[]) => runInside(args);

/** Rooms as photographed, and the same brightened and warmed. */
async function writePairs(): Promise<string> {
  const path = folder.fresh("pairs");
  for (const kind of ["before", "after"]) mkdirSync(join(path, kind), { recursive: true });
  for (const [i, exposure] of [0.5, 0.8].entries()) {
    const { data, width, height } = room(480, 360, { exposure });
    const raw = { raw: { width, height, channels: 3 as const } };
    await sharp(Buffer.from(Uint8Array.from(data)), raw)
      .jpeg({ quality: 95 })
      .toFile(join(path, "before", `r${i}.jpg`));
    const warm = Uint8Array.from(data, (value, c) => Math.min(255, (value / exposure) * [1.06, 1, 0.9][c % 3]));
    await sharp(Buffer.from(warm), raw)
      .png()
      .toFile(join(path, "after", `R${i}.png`));
  }
  return path;
}

test("a look is learned from pairs, shown, and followed", async () => {
  const pairs = await writePairs();
  const file = join(folder.fresh("look"), "mine.json");
  mkdirSync(join(file, ".."), { recursive: true });
  const learned = await run("look", "learn", pairs, "--output", file);
  expect(learned).toMatchObject({ status: 0, stderr: "" });
  expect(learned.stdout).toMatch(/from 2 pairs/);
  expect((await run("look", "show", file)).stdout).toMatch(/rooms \(2\): .*white warm/);
  const [plain, matched] = [folder.fresh("plain"), folder.fresh("matched")];
  const photographs = join(pairs, "before");
  expect((await run("enhance", photographs, "--bracket-size", "1", "--output-dir", plain)).status).toBe(0);
  expect((await run("look", "apply", file, photographs, "--bracket-size", "1", "--output-dir", matched)).status).toBe(
    0,
  );
  expect(readdirSync(matched)).toEqual(readdirSync(plain));
  const warmth = async (path: string) => {
    const { channels } = await sharp(join(path, "r0.jpg")).stats();
    return channels[0].mean - channels[2].mean;
  };
  expect(await warmth(matched)).toBeGreaterThan((await warmth(plain)) + 4);
});

test("a damaged look is reported", async () => {
  const file = join(folder.fresh("damaged"), "look.json");
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "{}");
  const told = await run("look", "show", file);
  expect(told.status).toBe(3);
  expect(told.stderr).toMatch(/look: expected a look, got something else/);
  expect(readFileSync(file, "utf8")).toBe("{}");
  expect((await run("look")).status).toBe(2);
});
