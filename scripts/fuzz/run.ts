import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../../fixtures/scene/random.ts";
import { type Format, formats } from "../../src/codecs/index.ts";
import { makeCorpus, type Seed } from "./corpus.ts";
import { Examiner } from "./examiner.ts";
import { minimise } from "./minimise.ts";
import { mutate } from "./mutate.ts";
import { integer } from "./random.ts";
import type { Question } from "./subject.ts";

const usage = `Usage: npm run fuzz -- [--count 2000] [--seed 1] [--format NAME] [--from 0] [--corpus FOLDER]… [--output FOLDER] [--jobs N]

Damages small pictures of every format and reads them. A file may give a picture or a typed error; a crash, a hang of more than ten
seconds, more than 1.5 GB of memory or any other error is a fault, which is made small and saved. Exits with 1 when there was one.
  --count N       damaged files
  --seed N        another N gives other damage, the same N the same
  --from N        begin with file N: one number shows one file again with --count 1
  --format NAME   only ${formats.join(", ")}
  --corpus FOLDER also damages the files up to 160 KB below this folder
  --output FOLDER where failing files go (fuzz-failures)
  --jobs N        processes side by side`;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    format: { type: "string" },
    corpus: { type: "string", multiple: true, default: [] },
    output: { type: "string", default: "fuzz-failures" },
    jobs: { type: "string", default: String(availableParallelism()) },
    help: { type: "boolean", short: "h", default: false },
  },
});

const questions: readonly Question[] = ["headers", "picture", "picture", "thumbnail"];

if (values.help) console.log(usage);
else process.exitCode = await fuzz();

interface Mutant {
  readonly seed: Seed;
  readonly bytes: Uint8Array;
  readonly question: Question;
}

/** Alternates formats, independent of their number in the corpus. */
function makeMutant(corpus: readonly Seed[], index: number): Mutant {
  const random = seededRandom(Math.imul(Number(values.seed), 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const present = formats.filter((format) => corpus.some((seed) => seed.format === format));
  const ofFormat = (format: Format) => corpus.filter((seed) => seed.format === format);
  const seeds = ofFormat(present[index % present.length]);
  const seed = seeds[integer(random, seeds.length)];
  const others = random() < 0.8 ? seeds : corpus;
  const other = others[integer(random, others.length)];
  return {
    seed,
    bytes: mutate(seed.bytes, random, other.bytes),
    question: questions[integer(random, questions.length)],
  };
}

async function fuzz(): Promise<number> {
  const corpus = (await makeCorpus(values.corpus)).filter(({ format }) => !values.format || format === values.format);
  if (corpus.length === 0) throw new Error(`no file of format ${values.format}`);
  const folder = mkdtempSync(join(tmpdir(), "lightwell-fuzz-"));
  const [first, count] = [Number(values.from), Number(values.count)];
  const tally = new Map<string, number>();
  const slowest = { ms: 0, index: first };
  const faults: string[] = [];
  const start = performance.now();
  let next = first;
  const lane = async (number: number) => {
    const examiner = new Examiner(folder, number);
    for (let index = next++; index < first + count; index = next++) {
      const mutant = makeMutant(corpus, index);
      const outcome = await examiner.examine(mutant.bytes, mutant.question);
      const label = `${mutant.seed.format} ${outcome.kind === "refused" ? outcome.detail : outcome.kind}`;
      tally.set(label, (tally.get(label) ?? 0) + 1);
      if (outcome.ms > slowest.ms) Object.assign(slowest, { ms: outcome.ms, index });
      if (outcome.kind === "fault") {
        const name = await save(mutant, index, examiner);
        faults.push(name);
        console.log(`fault ${name} (--seed ${values.seed} --from ${index}): ${outcome.detail}`);
      }
      const done = index - first + 1;
      if (done % 5000 === 0) console.log(`${done} of ${count}, ${faults.length} faults`);
    }
    examiner.close();
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, (_, i) => lane(i)));
  rmSync(folder, { recursive: true });
  for (const [label, times] of [...tally].sort()) console.log(`${label.padEnd(30)} ${times}`);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${count} files of ${corpus.length} seeds in ${seconds} s, slowest ${Math.round(slowest.ms)} ms (--from ${slowest.index})`,
  );
  console.log(`${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
}

/** Saves the smallest file that still fails; returns its name. */
async function save({ seed, bytes, question }: Mutant, index: number, examiner: Examiner): Promise<string> {
  const smallest = await minimise(bytes, async (candidate) => {
    return candidate.length > 0 && (await examiner.examine(candidate, question)).kind === "fault";
  });
  mkdirSync(values.output, { recursive: true });
  const name = `${values.seed}-${index}-${seed.name}`;
  writeFileSync(join(values.output, name), smallest);
  return name;
}
