import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { createEngine } from "../../src/index.ts";
import { sharedFixture } from "../../test/support/shared-fixtures.ts";
import { drawLabels, readLabels } from "./labels.ts";
import { addPicture, newTally, rowsOf, type Tally } from "./score.ts";

const usage = `Scores the scene map against labels: npm run bench -- scene [--renderings DIR] [--labels DIR] [--save FILE] [--keep DIR]
  --renderings DIR  pictures NAME.jpg with labels NAME.png, as "npm run bench -- scene-render --photographs DIR" writes them
  --labels DIR      outlines KIND-NAME.json of the photographs ../KIND/NAME (where they are next to the checkout)
  --save FILE       the table, tab-separated
  --keep DIR        keeps the masks, KIND-NAME.png`;

/** Number of the worst pictures that are listed. */
const listed = 10;

/** Kinds of pictures that count as rooms. */
const rooms = ["room", "hall_public"];

interface Case {
  readonly name: string;
  readonly group: string;
  readonly files: readonly string[];
  /** Undefined if the kind of the picture is not labelled. */
  readonly isRoom?: boolean;
  labels(width: number, height: number): Promise<Uint8Array>;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      renderings: { type: "string" },
      labels: { type: "string", default: sharedFixture("scene-labels") },
      save: { type: "string" },
      keep: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(usage);
  const cases = [...renderedCases(values.renderings), ...labelledCases(values.labels)];
  if (cases.length === 0)
    return console.log("skipped: found no labelled pictures; name some by --renderings or --labels");
  const tallies = new Map<string, Tally>();
  const scores: { name: string; score: number }[] = [];
  const kinds = { right: 0, of: 0, wrong: [] as string[] };
  const folder = mkdtempSync(join(tmpdir(), "lightwell-scene-"));
  const engine = createEngine({ debugDir: folder });
  try {
    for (const each of cases) {
      const output = join(folder, "out.jpg");
      const making = { output, overwrite: true, report: true, perspective: "off", toneStrength: 0 } as const;
      // If frames cannot be merged, such as those of two sizes, the middle one is used.
      const found = await engine
        .enhance([...each.files], making)
        .catch(() => engine.enhance([each.files[each.files.length >> 1]], making));
      const mask = readdirSync(folder).find((name) => name.endsWith(".scene.png")) as string;
      const { data, info } = await sharp(join(folder, mask))
        .toColourspace("b-w")
        .raw()
        .toBuffer({ resolveWithObject: true });
      if (values.keep) {
        mkdirSync(values.keep, { recursive: true });
        writeFileSync(join(values.keep, `${each.name}.png`), readFileSync(join(folder, mask)));
      }
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      const tally = tallies.get(each.group) ?? newTally();
      tallies.set(each.group, tally);
      scores.push({ name: each.name, score: addPicture(tally, data, await each.labels(info.width, info.height)) });
      const { kinds: surely } = found.report.stages.scene ?? {};
      if (surely && each.isRoom !== undefined) {
        kinds.of++;
        if (surely.room + surely.hall_public > 0.5 === each.isRoom) kinds.right++;
        else kinds.wrong.push(each.name);
      }
    }
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true });
  }
  const rows = [...tallies].flatMap(([name, tally]) => rowsOf(name, tally));
  const header = ["pictures", "count", "class", "iou", "recall", "precision"].join("\t");
  console.log([header, ...rows].join("\n"));
  console.log(`room or not: ${kinds.right} of ${kinds.of} right; wrong: ${kinds.wrong.join(", ") || "none"}`);
  scores.sort((a, b) => a.score - b.score);
  console.log("worst (mean intersection over union of the classes that are there):");
  for (const { name, score } of scores.slice(0, listed)) console.log(`  ${score.toFixed(2)}  ${name}`);
  if (values.save) writeFileSync(values.save, `${[header, ...rows].join("\n")}\n`);
}

/** Photographs with outlines: a set of `finished` is its first input, one of `brackets` all its frames. */
function labelledCases(folder: string): Case[] {
  if (!existsSync(folder)) return [];
  const outlines = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return outlines.sort().flatMap((file): Case[] => {
    const name = basename(file, ".json");
    const [kind, ...rest] = name.split("-");
    const set = join(dirname(folder), kind, rest.join("-"));
    const files = existsSync(set) ? photographsOf(set, kind) : [];
    if (files.length === 0) return [];
    const labelled = readLabels(join(folder, file));
    const isRoom = rooms.includes(labelled.kind);
    const group = isRoom ? "rooms and halls" : "other photographs";
    return [{ name, group, files, isRoom, labels: async (width, height) => drawLabels(labelled, width, height) }];
  });
}

function photographsOf(set: string, kind: string): string[] {
  const names = readdirSync(set).filter((name) => /\.(jpe?g|png|tiff?|dng|nef|cr2|arw|heic)$/i.test(name));
  const originals = names.filter((name) => !/^(result|reference)\.|fusion|\.dng\.tiff$/i.test(name)).sort();
  return (kind === "finished" ? originals.slice(0, 1) : originals).map((name) => join(set, name));
}

/** Renderings with the class of every pixel. */
function renderedCases(folder: string | undefined): Case[] {
  if (folder === undefined) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".jpg"));
  return names.sort().map((file) => {
    const name = basename(file, ".jpg");
    const labels = async (width: number, height: number) => {
      const resized = sharp(join(folder, `${name}.png`)).resize(width, height, { fit: "fill", kernel: "nearest" });
      return new Uint8Array(await resized.extractChannel(0).raw().toBuffer());
    };
    return { name, group: "renderings", files: [join(folder, file)], labels };
  });
}

await main();
