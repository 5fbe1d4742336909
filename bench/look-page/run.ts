import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { createEngine } from "../../src/index.ts";
import { sharedFixture } from "../../test/support/shared-fixtures.ts";
import { findCrops } from "./find-crops.ts";
import { type Row, writePage } from "./write-page.ts";

const usage = `Writes a page that shows the original, our result, the professional's and those of other programs side by side:
  npm run bench -- look-page [--out look-page] [--peers DIR]... [FOLDER]...
FOLDER holds a folder for every scene: input_*.jpg with result.jpg, or the frames of a bracket. --peers: DIR/NAME.jpg, made of
scene NAME by another program (enfuse, OpenCV), shown under the name of DIR.`;

/** Longer edge of whole pictures on the page, and edges of crops at 100 %. */
const [shownPx, cropPx] = [1600, 360];

const engine = createEngine();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      out: { type: "string", default: "look-page" },
      peers: { type: "string", multiple: true, default: [] },
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help) return console.log(usage);
  const folders = positionals.length > 0 ? positionals : ["finished", "brackets"].map(sharedFixture).filter(existsSync);
  const scenes = folders.flatMap((folder) => subfolders(folder));
  mkdirSync(join(values.out, "pictures"), { recursive: true });
  const rows: Row[] = [];
  for (const scene of scenes) {
    try {
      rows.push(await makeRow(scene, values.out, values.peers));
      writePage(rows, values.out);
    } catch (error) {
      console.error(`${basename(scene)}: ${error instanceof Error ? error.message : error}`);
    }
  }
  console.log(`${rows.length} of ${scenes.length} scenes: ${resolve(values.out, "index.html")}`);
}

function subfolders(folder: string): string[] {
  const inside = readdirSync(folder).map((name) => join(folder, name));
  const folders = inside.filter((path) => statSync(path).isDirectory());
  return (folders.length > 0 ? folders : [folder]).sort();
}

async function makeRow(scene: string, out: string, peers: readonly string[]): Promise<Row> {
  const name = basename(scene);
  const files = readdirSync(scene)
    .filter((file) => /\.(jpe?g|png|tiff?|dng|nef|cr2|arw)$/i.test(file))
    .sort()
    .map((file) => join(scene, file));
  const result = files.find((file) => basename(file, extname(file)) === "result");
  const frames = files.filter((file) => file !== result);
  if (frames.length === 0) throw new Error("no photographs");
  const ours = join(out, "pictures", `${name}-ours.jpg`);
  await engine.enhance(result ? frames.slice(0, 1) : frames, { output: ours, quality: 95, overwrite: true });
  const middle = join(out, "pictures", `${name}-before.jpg`);
  await engine.develop(frames[result ? 0 : frames.length >> 1], { output: middle, overwrite: true });
  const others = peers
    .map((folder) => ({ label: basename(folder), path: join(folder, `${name}.jpg`) }))
    .filter(({ path }) => existsSync(path));
  const entries = [
    { label: "before", path: middle },
    { label: "ours", path: ours },
    ...(result ? [{ label: "professional", path: result }] : []),
    ...others,
  ];
  const crops = await findCrops(ours);
  const shown = [];
  for (const [i, { label, path }] of entries.entries()) {
    const whole = `pictures/${name}-${i}.jpg`;
    await sharp(path)
      .rotate()
      .resize(shownPx, shownPx, { fit: "inside", withoutEnlargement: true })
      .toFile(join(out, whole));
    const details: string[] = [];
    for (const { kind, x, y } of crops) {
      const file = `pictures/${name}-${i}-${kind}.jpg`;
      await cutCrop(path, [x, y], join(out, file));
      details.push(file);
    }
    shown.push({ label, whole, details });
  }
  return { name, crops: crops.map(({ kind }) => kind), pictures: shown };
}

/** A square at 100 % around a place given as shares of the picture. */
async function cutCrop(path: string, [x, y]: readonly [number, number], target: string): Promise<void> {
  const { data, info } = await sharp(path).rotate().raw().toBuffer({ resolveWithObject: true });
  const [width, height] = [Math.min(cropPx, info.width), Math.min(cropPx, info.height)];
  const left = Math.round(Math.min(info.width - width, Math.max(0, x * info.width - width / 2)));
  const top = Math.round(Math.min(info.height - height, Math.max(0, y * info.height - height / 2)));
  await sharp(data, { raw: info }).extract({ left, top, width, height }).jpeg({ quality: 92 }).toFile(target);
}

await main().finally(() => engine.close());
