import { parseArgs } from "node:util";
import { runFaults } from "./faults/run-faults.ts";
import { folds } from "./real/folds.ts";
import { type BracketsRequest, runBrackets } from "./real/run-brackets.ts";
import { missedBracketBars } from "./real/table.ts";
import { runSimulator } from "./simulator/run-simulator.ts";

const usage = `Usage: npm run bench -- brackets [--enhance] [--sheet look.jpg]

Fuses real brackets with the default options of merge, and compares each with plain fusions of its frames.
  --dir DIR     folders of brackets (repeatable); by default those next to the checkout   --name TEXT  sets with this in their name
  --fold K      sets of one fold   --edge PX  longer edge (1200)   --full  at full size   --enhance  enhance too   --no-peers  without OpenCV and enfuse
  --sheet FILE  a JPEG to look at: frame, ours, peers   --save DIR  every picture   --csv FILE  the table

npm run bench -- brackets --simulate 2000 --moving 1000 --traffic 300: brackets of simulated cameras, in which
  nothing moves, something moves, or people, cars, dogs, doors and curtains pass or swing
  --seeds A-B   of these seeds   --keep DIR  the frames of every bracket and what moved
  --scores FILE  saves every score as soon as it is known; a later run continues from there

npm run bench -- brackets --faults 500: damage planted in good brackets and pictures, and what the check finds of it

  --csv FILE  every number of every trial   --first N  from this bracket on (0), for brackets on which nothing was tuned
  --clean N  number of further brackets without a fault (three for each planted one)

  --list   the worst of each   --jobs N  processes (2)   --write  the tables of real brackets and faults into docs   --check  exit with 1 if a bar is missed
  --smoke  a little of everything, without anything next to the checkout`;

const { values } = parseArgs({
  options: {
    dir: { type: "string", multiple: true, default: [] },
    name: { type: "string", default: "" },
    fold: { type: "string" },
    edge: { type: "string", default: "1200" },
    full: { type: "boolean", default: false },
    enhance: { type: "boolean", default: false },
    "no-peers": { type: "boolean", default: false },
    sheet: { type: "string" },
    save: { type: "string" },
    csv: { type: "string" },
    simulate: { type: "string", default: "0" },
    moving: { type: "string", default: "0" },
    traffic: { type: "string", default: "0" },
    seeds: { type: "string" },
    list: { type: "boolean", default: false },
    keep: { type: "string" },
    scores: { type: "string" },
    jobs: { type: "string", default: "2" },
    faults: { type: "string", default: "0" },
    first: { type: "string", default: "0" },
    clean: { type: "string" },
    write: { type: "boolean", default: false },
    smoke: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  const missed: string[] = [];
  const [still, moving, traffic] = [values.simulate, values.moving, values.traffic].map(Number);
  if (values.smoke) {
    await runSimulator({
      counts: { still: 2, moving: 2, traffic: 1 },
      first: 1,
      jobs: 1,
      small: true,
      list: false,
    });
    await runFaults({ count: 1, first: 0, jobs: 1, small: true, list: false, write: false });
  } else if (Number(values.faults) > 0) {
    const { list, write, csv, clean } = values;
    const first = Number(values.first);
    if (!(Number.isInteger(first) && first >= 0)) throw new RangeError(`--first: 0 or more, got ${values.first}`);
    missed.push(
      ...(await runFaults({
        count: Number(values.faults),
        first,
        jobs: Number(values.jobs),
        small: false,
        list,
        write,
        ...(clean === undefined ? {} : { clean: Number(clean) }),
        ...(csv === undefined ? {} : { csv }),
      })),
    );
  } else if (still + moving + traffic > 0) {
    const { first, count } = seedsOf(values.seeds);
    const { keep, scores } = values;
    const files = { ...(keep === undefined ? {} : { keep }), ...(scores === undefined ? {} : { scores }) };
    const most = (wanted: number) => Math.min(wanted, count);
    const counts = { still: most(still), moving: most(moving), traffic: most(traffic) };
    missed.push(
      ...(await runSimulator({
        counts,
        first,
        jobs: Number(values.jobs),
        small: false,
        list: values.list,
        ...files,
      })),
    );
  } else {
    missed.push(...missedBracketBars(await runBrackets(bracketsRequest())));
  }
  if (missed.length > 0) console.log(`\nmissed: ${missed.join(", ")}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

function bracketsRequest(): BracketsRequest {
  const { dir: dirs, name, fold, full, edge, enhance, sheet, save, csv } = values;
  if (fold !== undefined && !folds[Number(fold) - 1]) throw new RangeError(`--fold: 1 to ${folds.length}, got ${fold}`);
  return {
    dirs,
    name,
    maxEdgePx: full ? Number.MAX_SAFE_INTEGER : Number(edge),
    enhance,
    peers: !values["no-peers"],
    write: values.write,
    ...(fold === undefined ? {} : { fold: Number(fold) }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(save === undefined ? {} : { save }),
    ...(csv === undefined ? {} : { csv }),
  };
}

/** Parses `A-B` or a single seed. */
function seedsOf(text: string | undefined): { readonly first: number; readonly count: number } {
  if (text === undefined) return { first: 1, count: Number.POSITIVE_INFINITY };
  const match = /^(\d+)(?:-(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`--seeds: A-B or A, got ${text}`);
  const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
  return { first, count: last - first + 1 };
}
