import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { savedLine } from "../../bench/machine.ts";
import { type Developed, developLibRaw, developOurs } from "../../bench/raw/develop.ts";
import { type TruthScene, truthScenes } from "../../bench/raw/scenes.ts";
import { bayerFilters, shootScene, xTransFilter } from "../../bench/raw/sensor.ts";
import { demosaicTable, sensorLevels } from "../../bench/raw/table.ts";
import { encodeDngFile } from "../../fixtures/dng/dng-file.ts";
import { encodeSrgb } from "../../src/image/index.ts";

/** Updates the crops in docs/raw and the table of docs/RAW.md: npm run docs -- raw. */
const page = fileURLToPath(new URL("../../docs/RAW.md", import.meta.url));
const folder = fileURLToPath(new URL("../../docs/raw/", import.meta.url));

/** Size of a crop in pixels, and its zoom factor. */
const crop = { width: 88, height: 66, zoom: 3 };

/** Difficult places of each scene: zipper artefacts at edges, colour moiré in fine structure. */
const places: readonly (readonly [scene: string, x: number, y: number])[] = [
  ["fine text", 60, 60],
  ["coloured text", 60, 60],
  ["colour edges", 300, 220],
  ["zone plate", 430, 240],
  ["fabric", 300, 200],
];

mkdirSync(folder, { recursive: true });
const scenes = truthScenes(660, 520);
for (const [name, x, y] of places) {
  const scene = scenes.find((one) => one.name === name);
  if (!scene) throw new Error(`docs: no scene ${name}`);
  for (const [ending, filter] of Object.entries({ "": bayerFilters.RGGB, "-xtrans": xTransFilter })) {
    const bytes = encodeDngFile(shootScene(scene, filter, sensorLevels));
    await writeRow(
      `${folder}${name.replaceAll(" ", "-")}${ending}.webp`,
      [truthOf(scene), developLibRaw(bytes), await developOurs(bytes)],
      x,
      y,
    );
  }
}
const text = readFileSync(page, "utf8");
const [begin, end] = ["<!-- table: npm run docs -- raw -->", "<!-- end of table -->"];
const [before, after] = [text.split(begin)[0], text.split(end)[1]];
writeFileSync(page, `${before}${begin}\n\n${savedLine()}\n\n${await demosaicTable()}\n\n${end}${after}`);

function truthOf({ width, height, light }: TruthScene): Developed {
  return { width, height, data: Uint16Array.from(light, (value) => Math.round(encodeSrgb(value) * 65535)) };
}

/** The same part of several pictures, side by side. */
async function writeRow(path: string, pictures: readonly Developed[], left: number, top: number): Promise<void> {
  const [width, height] = [crop.width * crop.zoom, crop.height * crop.zoom];
  const parts = await Promise.all(
    pictures.map(async (picture, i) => {
      const eight = Buffer.from(Uint8Array.from(picture.data, (value) => Math.round(value / 257)));
      const part = sharp(eight, { raw: { width: picture.width, height: picture.height, channels: 3 } })
        .extract({ left, top, width: crop.width, height: crop.height })
        .resize(width, height, { kernel: "nearest" });
      return { input: await part.png().toBuffer(), left: i * (width + 6), top: 0 };
    }),
  );
  const row = { width: pictures.length * (width + 6) - 6, height, channels: 3 as const, background: "white" };
  await sharp({ create: row }).composite(parts).webp({ quality: 88 }).toFile(path);
}
