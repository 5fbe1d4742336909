import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const stages = fileURLToPath(new URL("../../../src/stages/", import.meta.url));

/** Numbers that are units or ends of a type: seconds and milliseconds, percent, counters of cameras, 16 bits. */
const units = new Set(["1000", "2000", "100", "3600", "10_000", "9999", "9998", "9002", "999", "65535", "2550"]);

/** Numeric literals of more than two significant digits in the code of a file, comments and texts excluded. */
function longLiterals(source: string): string[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*$/gm, "")
    .replace(/`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"|\/(?:[^/\\\n ]|\\.)+\//g, "");
  const numbers = code.match(/(?<![\w$.])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?/g) ?? [];
  return numbers.filter(
    (number) => !units.has(number) && number.replace(/e.*|[._]/g, "").replace(/^0+/, "").length > 2,
  );
}

test.each(["group", "relate"])("numbers of %s that were tuned are in its params.ts alone", (stage) => {
  const files = readdirSync(join(stages, stage), { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.ts$/.test(file),
  );
  const found = files
    .filter((file) => !/(?:^|[\\/])params\.ts$/.test(file))
    .flatMap((file) => longLiterals(readFileSync(join(stages, stage, file), "utf8")).map((each) => `${file}: ${each}`));
  expect(found).toEqual([]);
});
