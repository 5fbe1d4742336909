import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { type IntegerImage, PixelPool } from "../../src/image/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import type { MergeOptionsInput } from "../../src/stages/merge/index.ts";
import { InlineExecutor } from "../../src/workers/help.ts";
import { requiredBars } from "./bars.ts";
import { type Method, ownMethod } from "./methods.ts";
import { installedPeers } from "./peer-methods.ts";
import { missedBars, roomTable, runCanonicalRooms, runVariants, variantTable } from "./rooms.ts";
import { findSequences, missedSequenceBars, runSequences, scoredEdgePx, sequenceTable } from "./sequences.ts";
import { type Table, tableLines } from "./table.ts";

const usage = `Usage: npm run bench -- fusion [--variants N] [--first SEED] [--part rooms,variants,sequences] [--sequence NAME] [--as-shot] [--deghost]
         [--method natural,mertens] [--merge JSON] [--peers] [--save DIR] [--smoke] [--check]

Judges how fused pictures look: rendered rooms whose correct appearance is known, and real brackets by MEF-SSIM. ! marks a missed bar.
  --variants N     seeded rooms in addition to the six canonical ones (200 by default), beginning with --first
  --part LIST      rooms, variants, sequences: only these
  --sequence NAME  only the real brackets whose names contain NAME
  --as-shot        real brackets without alignment
  --deghost        real brackets through the deghost stage too; scored against the input frames
  --method LIST    the engine's methods to judge (natural,mertens)
  --merge JSON     options of the merge stage for natural, e.g. '{"windowPull":"strong"}'
  --peers          also OpenCV and enfuse, where they are installed
  --save DIR       keep the fused pictures, 16-bit PNG
  --smoke          16 variants, and of the real brackets the small ones
  --check          exit with 1 if natural misses a bar that it must meet`;

const { values } = parseArgs({
  options: {
    variants: { type: "string" },
    first: { type: "string", default: "1" },
    part: { type: "string", default: "rooms,variants,sequences" },
    sequence: { type: "string", default: "" },
    method: { type: "string", default: "natural,mertens" },
    merge: { type: "string", default: "{}" },
    "as-shot": { type: "boolean", default: false },
    deghost: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    save: { type: "string" },
    smoke: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** Number of seeded rooms that are listed. */
const listedRooms = 8;

if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  // On this thread and from the sources: builds cannot be stale, and the bytes do not depend on the number of workers.
  const executor = new InlineExecutor();
  const { signal } = new AbortController();
  const context = { kernels: executor.kernels(signal), memory: new PixelPool(), signal, warn: () => {} };
  const { implementation } = context.kernels;
  console.log(
    `kernels ${implementation}${implementation === "native" ? "" : ": slow; npm run kernels:native builds the native ones"}`,
  );
  const missed = await judge(context);
  const required = requiredBars.filter((bar) => missed.has(bar));
  console.log(`\nnatural misses: ${[...missed].join(", ") || "nothing"}`);
  if (required.length > 0) console.log(`required, and missed: ${required.join(", ")}`);
  if (values.check && required.length > 0) process.exitCode = 1;
}

/** Prints all tables; returns natural's missed bars as part/bar. */
async function judge(context: StageContext): Promise<Set<string>> {
  const missed = new Set<string>();
  const methods = wantedMethods(context);
  const parts = values.part.split(",");
  const note = (part: string, bars: ReadonlySet<string>) => {
    for (const bar of bars) missed.add(`${part}/${bar}`);
  };
  if (parts.includes("rooms")) {
    const results = await runCanonicalRooms(methods, (plan, method, image) => keep(plan.name, method, image));
    print("Rooms: a uniform wall of 18 % (118 is right) and one window", roomTable(results));
    note("rooms", missedBars(results, "natural"));
  }
  if (parts.includes("variants")) {
    const count = Number(values.variants ?? (values.smoke ? 16 : 200));
    const first = Number(values.first);
    const results = await runVariants(methods, first, count, (plan, method, image) => keep(plan.name, method, image));
    if (count <= listedRooms) print("Seeded rooms", roomTable(results));
    print(`${count} seeded rooms`, variantTable(results));
    note("variants", missedBars(results, "natural"));
  }
  if (parts.includes("sequences")) {
    const sequences = new Map([...findSequences(values.smoke)].filter(([name]) => name.includes(values.sequence)));
    if (sequences.size === 0) {
      console.log("\nReal brackets: skipped, there are none next to this checkout");
    } else {
      const results = await runSequences(sequences, methods, context, {
        asShot: values["as-shot"],
        deghosted: values.deghost,
        view: keep,
      });
      print(`Real brackets: MEF-SSIM, scored at ${scoredEdgePx} px, fused at full size`, sequenceTable(results));
      note("sequences", missedSequenceBars(results));
    }
  }
  return missed;
}

function wantedMethods(context: StageContext): Method[] {
  const own = values.method.split(",").map((name) => {
    if (name !== "natural" && name !== "mertens") throw new RangeError(`--method: natural or mertens, got ${name}`);
    return ownMethod(name, name === "natural" ? (JSON.parse(values.merge) as MergeOptionsInput) : {}, context);
  });
  return [...own, ...(values.peers ? installedPeers() : [])];
}

function print(title: string, table: Table): void {
  console.log(`\n${title}\n${tableLines(table).join("\n")}`);
}

async function keep(name: string, method: string, image: IntegerImage): Promise<void> {
  if (values.save === undefined) return;
  mkdirSync(values.save, { recursive: true });
  const { width, height, data } = image;
  const samples = data instanceof Uint8Array ? new Uint8Array(data) : new Uint16Array(data);
  const file = `${name.replaceAll(/[^\w+-]+/g, "_")}-${method}.png`;
  await sharp(samples, { raw: { width, height, channels: 3 } })
    .toColourspace("rgb16")
    .png({ compressionLevel: 2 })
    .toFile(join(values.save, file));
}
