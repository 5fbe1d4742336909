import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { findStrayConstants, findUnexplained, kernelRooms } from "./support/constant-rules.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const folders: string[] = [];

function plant(path: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-constants-"));
  folders.push(folder);
  for (const room of ["src/stages", ...kernelRooms.map((each) => `native/kernels/${each}`)])
    mkdirSync(join(folder, room), { recursive: true });
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test("the stages' numbers have an origin in params.ts", () => {
  expect(findStrayConstants(root)).toEqual([]);
});

test("files of numbers explain them, and name what judges them", () => {
  expect(findUnexplained(root)).toEqual([]);
});

test.each([
  ["a number without a comment", "// Judged by test/a.ts.\n\nexport const swing = 1.35;"],
  ["a file without a judge", "/** How far it swings. */\nexport const swing = 1.35;"],
])("%s is caught", (_what, text) => {
  expect(findUnexplained(plant("src/stages/check/params.ts", text))).toHaveLength(1);
});

test("a file of numbers with comments and a judge is not reported", () => {
  const text = "// Judged by test/a.ts.\n\n/** How far it swings. */\nexport const swing = 1.35;";
  expect(findUnexplained(plant("src/stages/check/params.ts", text))).toEqual([]);
});

test.each([
  ["a named number", "src/stages/check/a.ts", "const share = 0.3;"],
  ["a named list of numbers", "src/stages/check/a.ts", "export const [a, b] = [1 / 3, -2] as const;"],
  ["a precise number inside a function", "src/stages/check/a.ts", "export const f = (x: number) => x * 1.35;"],
  ["a precise number in a kernel", "native/kernels/check/a.cc", "double f(double x) { return x * 0.985; }"],
])("%s is caught", (_what, path, text) => {
  expect(findStrayConstants(plant(path, text))).toHaveLength(1);
});

test.each([
  ["params.ts", "src/stages/check/params.ts", "export const swing = 1.35;"],
  ["full scales and powers of two", "src/stages/check/a.ts", "export const f = (x: number) => (x * 65535) / 1024;"],
  ["zeros", "src/stages/check/a.ts", "const level = { roll: 0, pitch: 0 };"],
  ["codes of a format", "src/stages/check/a.ts", "const modes = [0x06, 0x71];"],
  ["named constants of a kernel", "native/kernels/check/a.cc", "constexpr double kPi = 3.14159;"],
])("%s may have them", (_what, path, text) => {
  expect(findStrayConstants(plant(path, text))).toEqual([]);
});
