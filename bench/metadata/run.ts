import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { headCarrier, withBlocks } from "../../src/codecs/index.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import { OwnFirst } from "../../src/plain-metadata/index.ts";
import { planBlocks } from "../../src/plain-metadata/plan-blocks.ts";
import { planRewrite, type RewritePlan, type TagRecord } from "../../src/stages/metadata/index.ts";
import { randomTags } from "../../test/support/random-tags.ts";

/**
 * Compares our own writer of metadata with ExifTool: both write random tags into a JPEG's head, and the bytes are
 * compared. Tags that the own writer leaves to ExifTool are counted and excluded. With `--read`, measures the time to
 * read a folder's files, including the start of ExifTool, and to write them.
 *
 * Usage: npm run bench -- metadata [--count 1000] [--from 1] [--read FOLDER]
 */
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    read: { type: "string" },
  },
});
const [count, from] = [Number(values.count), Number(values.from)];
const folder = mkdtempSync(join(tmpdir(), "lw-metadata-"));
const tool = new ExifTool();
const { signal } = new AbortController();
const [differing, left]: [number[], Set<string>] = [[], new Set()];
let isWhole = 0;
try {
  if (values.read === undefined) await compareHeads();
  else await timeFolder(values.read);
} finally {
  await tool.close();
  rmSync(folder, { recursive: true, force: true });
}

async function compareHeads(): Promise<void> {
  for (let seed = from; seed < from + count; seed++) {
    const plan = planOf(seed);
    const { missing } = planBlocks(plan);
    for (const tag of missing) left.add(tag);
    if (missing.length === 0) isWhole++;
    if (!(await isAlike({ assignments: plan.assignments.filter(({ tag }) => !missing.includes(tag)) })))
      differing.push(seed);
  }
  console.log(`${count} heads: ${count - differing.length} the same bytes as ExifTool's, ${differing.length} others`);
  if (differing.length > 0) console.log(`other bytes with seeds ${differing.join(", ")}`);
  console.log(`${isWhole} without a tag that is left to ExifTool; left to it: ${[...left].sort().join(", ")}`);
  process.exitCode = differing.length > 0 ? 1 : 0;
}

async function timeFolder(source: string): Promise<void> {
  const paths = readdirSync(source).map((name) => join(source, name));
  const ownFirst = new OwnFirst(tool);
  const began = performance.now();
  const read = await ownFirst.read(paths, signal);
  const readMs = performance.now() - began;
  const failed = read.filter((each) => each instanceof Error).length;
  console.log(`${paths.length} files read in ${(readMs / 1000).toFixed(2)} s, ${failed} of them with an error`);
  const heads = paths.map((_, i) => join(folder, `${i}.jpg`));
  for (const path of heads) writeFileSync(path, headCarrier());
  const writing = performance.now();
  for (const [i, path] of heads.entries()) await ownFirst.write(path, planFor(tagsOf(read[i]), 5), signal);
  console.log(`${heads.length} heads written in ${((performance.now() - writing) / 1000).toFixed(2)} s`);
}

function tagsOf(read: TagRecord | Error): TagRecord {
  return read instanceof Error ? {} : read;
}

function planOf(seed: number): RewritePlan {
  return planFor(randomTags(seed), 1 + (seed % 12), seed % 5 === 0);
}

function planFor(tags: TagRecord, frameCount: number, is360 = false): RewritePlan {
  const frames = Array.from({ length: frameCount }, (_, i) => ({
    tags: i === 0 ? tags : {},
    sha256: String(i % 10).repeat(64),
  }));
  const subject = { format: "jpeg", widthPx: 6000, heightPx: 4000, is360, version: "0.1.0" } as const;
  const operations = [`merged ${frames.length} exposures`, "straightened verticals"];
  return planRewrite({ ...subject, tags, frames, frameCount: frames.length, operations }, { keepSerialNumbers: true });
}

async function isAlike(plan: RewritePlan): Promise<boolean> {
  const path = join(folder, "head.jpg");
  writeFileSync(path, headCarrier());
  const warnings = await tool.write(path, plan, signal);
  const own = withBlocks(headCarrier(), planBlocks(plan));
  return warnings.length === 0 && own !== undefined && readFileSync(path).equals(own);
}
