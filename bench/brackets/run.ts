import { parseArgs } from "node:util";
import { runSimulator } from "./simulator/run-simulator.ts";

const usage = `Usage: npm run bench:brackets -- [--simulate 2000] [--moving 1000]

  --simulate N  still brackets of N simulated cameras   --moving N  brackets in which something moves   --seeds A-B  of these seeds
  --list        the worst seeds with their cameras   --keep DIR  write the frames of every bracket   --jobs N  processes (2)
  --check       exit with 1 where a bar is missed   --smoke  a small picture of everything`;

const { values } = parseArgs({
  options: {
    simulate: { type: "string", default: "0" },
    moving: { type: "string", default: "0" },
    seeds: { type: "string" },
    list: { type: "boolean", default: false },
    keep: { type: "string" },
    jobs: { type: "string", default: "2" },
    smoke: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  const missed: string[] = [];
  const [still, moving] = [Number(values.simulate), Number(values.moving)];
  if (values.smoke) {
    await runSimulator({ still: 2, moving: 2, first: 1, jobs: 1, small: true, list: false });
  } else if (still + moving > 0) {
    const { first, count } = seedsOf(values.seeds);
    const keep = values.keep === undefined ? {} : { keep: values.keep };
    const counts = { still: Math.min(still, count), moving: Math.min(moving, count) };
    missed.push(
      ...(await runSimulator({
        ...counts,
        first,
        jobs: Number(values.jobs),
        small: false,
        list: values.list,
        ...keep,
      })),
    );
  }
  if (missed.length > 0) console.log(`\nmissed: ${missed.join(", ")}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

/** `A-B`, or one seed. */
function seedsOf(text: string | undefined): { readonly first: number; readonly count: number } {
  if (text === undefined) return { first: 1, count: Number.POSITIVE_INFINITY };
  const match = /^(\d+)(?:-(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`--seeds: A-B or A, got ${text}`);
  const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
  return { first, count: last - first + 1 };
}
