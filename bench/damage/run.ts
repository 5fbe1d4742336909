import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { madeRaws } from "../../fixtures/raw/index.ts";
import { getCodec } from "../../src/codecs/index.ts";
import { type Attempt, attempt, cutShort, type DamageOutcome, garbled, outcomeOf } from "../../test/support/damage.ts";
import { sharedFixture, sharedFixtures } from "../../test/support/shared-fixtures.ts";

/**
 * Measures what the decoder reports for damaged files: every sample is truncated at many lengths, and one in a hundred
 * of its data's bytes is changed. A visibly damaged picture without a warning is SILENT.
 *
 * Usage: npm run bench -- damage [--cuts 50] [--seeds 5] [--only words] [--without words] [--list] [--also folder]
 *
 * The last table has one row for each format: FALSE ALARMS are intact samples that are reported as damaged or
 * truncated.
 */
const { values } = parseArgs({
  options: {
    cuts: { type: "string", default: "50" },
    seeds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    without: { type: "string" },
    list: { type: "boolean", default: false },
    also: { type: "string" },
  },
});

const kinds = ["cut", "scattered", "stretch"] as const;
type Kind = (typeof kinds)[number];

interface Tally {
  files: number;
  alarms: number;
  readonly by: Record<Kind, Record<DamageOutcome["kind"], number>>;
}

const tallies = new Map<string, Tally>();

for (const [name, read] of samples()) {
  if (!name.includes(values.only)) continue;
  if (values.without !== undefined && name.includes(values.without)) continue;
  const bytes = read();
  const sound = await attempt(bytes).catch(() => undefined);
  if (!sound) continue;
  await measure(name, bytes, sound);
}
print();
printByFormat();

function samples(): [string, () => Uint8Array][] {
  const real = ["raw", "heif", "standard"].flatMap(sharedFixtures);
  real.push(sharedFixture("brackets/raw_d5000/sample3.dng"));
  const own = fileURLToPath(new URL("../../fixtures/standard/", import.meta.url));
  const ours = ["gradient-8bit.heic", "gradient-10bit.heic", "gradient-10bit-422.hif"];
  ours.push("gradient-8bit.jxl", "gradient-16bit.jxl", "gradient-turned.jxl");
  const also = values.also === undefined ? [] : readdirSync(values.also).map((name) => join(values.also!, name));
  real.push(...also);
  return [
    ...Object.entries(madeRaws).map(([name, { write }]): [string, () => Uint8Array] => [`made ${name}`, write]),
    ...ours.map((name): [string, () => Uint8Array] => [`made ${name}`, () => readFileSync(own + name)]),
    ...real.map((path): [string, () => Uint8Array] => [
      relative(sharedFixture("."), path),
      () => new Uint8Array(readFileSync(path)),
    ]),
  ];
}

async function measure(name: string, bytes: Uint8Array, sound: Attempt): Promise<void> {
  const { format } = getCodec(bytes);
  const group = format === "raw" ? `raw ${name.split(/[ /.]/).filter(Boolean)[1]}` : format;
  const key = `${name.startsWith("made") ? "own" : "real"} ${group}`;
  const tally = tallies.get(key) ?? { files: 0, alarms: 0, by: emptyCounts() };
  tallies.set(key, tally);
  tally.files++;
  if (sound.warnings.some((code) => code === "decode/damaged" || code === "decode/truncated")) {
    tally.alarms++;
    console.log(`${name}: FALSE ALARM`);
  }
  const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
  const damaged = [...cutShort(bytes, Number(values.cuts)), ...seeds.flatMap((seed) => garbled(bytes, seed))];
  for (const { how, bytes: broken } of damaged) {
    const outcome = await outcomeOf(broken, sound).catch((thrown) => {
      console.log(`${name}, ${how}: UNTYPED ${thrown}`);
      return { kind: "refused", code: "untyped" } as const;
    });
    const kind = kinds.find((one) => how.includes(one)) ?? "cut";
    tally.by[kind][outcome.kind]++;
    if (outcome.kind === "silent") {
      const { facts } = sound.decoded;
      console.log(`${name} (${facts.source}), ${how}: SILENT, ${(outcome.off * 100).toFixed(1)} % off`);
    } else if (values.list) console.log(`${name}, ${how}: ${outcome.kind} ${"code" in outcome ? outcome.code : ""}`);
  }
}

function emptyCounts(): Tally["by"] {
  const zero = () => ({ refused: 0, warned: 0, sound: 0, silent: 0 });
  return { cut: zero(), scattered: zero(), stretch: zero() };
}

function print(): void {
  console.log("| format | files | damage | refused | warned | as sound | SILENT |");
  console.log("|---|---:|---|---:|---:|---:|---:|");
  for (const [format, { files, by }] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const kind of kinds) {
      const { refused, warned, sound, silent } = by[kind];
      console.log(`| ${format} | ${files} | ${kind} | ${refused} | ${warned} | ${sound} | ${silent} |`);
    }
  }
}

function printByFormat(): void {
  console.log("\n| format | files | damaged copies | silent | false alarms |");
  console.log("|---|---:|---:|---:|---:|");
  for (const [format, { files, alarms, by }] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const all = kinds.flatMap((kind) => Object.values(by[kind])).reduce((sum, one) => sum + one, 0);
    const silent = kinds.reduce((sum, kind) => sum + by[kind].silent, 0);
    console.log(`| ${format} | ${files} | ${all} | ${silent} | ${alarms} |`);
  }
}
