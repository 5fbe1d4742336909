import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { type Frames, type Method, ownMethod } from "../../bench/fusion/methods.ts";
import { installedPeers } from "../../bench/fusion/peer-methods.ts";
import { renderRoom } from "../../bench/fusion/render-room.ts";
import { type Box, canonicalRooms } from "../../bench/fusion/room-plan.ts";
import { roomTable, runCanonicalRooms, runVariants, variantTable } from "../../bench/fusion/rooms.ts";
import { findSequences, runSequences, sequenceTable } from "../../bench/fusion/sequences.ts";
import { markdownTable } from "../../bench/fusion/table.ts";
import { savedLine } from "../../bench/machine.ts";
import { createScene, type RoomName, renderBracket } from "../../fixtures/scene/index.ts";
import { type IntegerImage, PixelPool } from "../../src/image/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { InlineExecutor } from "../../src/workers/help.ts";

/**
 * Updates the pictures in docs/fusion and the marked blocks of docs/FUSION.md: npm run docs -- fusion [--
 * SEEDED_ROOMS]. Skips peers that are not installed and real brackets that are not next to the checkout.
 */
const page = fileURLToPath(new URL("../../docs/FUSION.md", import.meta.url));
const folder = fileURLToPath(new URL("../../docs/fusion/", import.meta.url));

/** A rendered bracket, and the part of it that is shown at 100 %. */
interface Example {
  readonly name: string;
  readonly title: string;
  readonly frames: Frames;
  /** The frame with the correct exposure of the room. */
  readonly correct: IntegerImage;
  readonly cutOut: Box;
}

/** Width of the whole pictures, px. */
const wholePx = 420;
const variants = Number(process.argv[2] ?? 200);

/** A crop at a window's edge in each scene, in pictures of 1500 × 1000. */
const cutOuts: Readonly<Record<RoomName, Box>> = {
  living: { x: 690, y: 290, width: 300, height: 240 },
  bedroom: { x: 900, y: 240, width: 300, height: 240 },
  kitchen: { x: 700, y: 300, width: 300, height: 240 },
};

const { signal } = new AbortController();
const context: StageContext = {
  kernels: new InlineExecutor().kernels(signal),
  memory: new PixelPool(),
  signal,
  warn: () => {},
};
const methods = [ownMethod("natural", {}, context), ownMethod("mertens", {}, context), ...installedPeers()];

mkdirSync(folder, { recursive: true });
let text = readFileSync(page, "utf8");
text = between(text, "pictures", await pictures());
text = between(text, "tables", await tables());
writeFileSync(page, text);

function between(whole: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name}: npm run docs -- fusion -->`, `<!-- end of ${name} -->`];
  const [start, stop] = [whole.indexOf(begin), whole.indexOf(end)];
  if (start < 0 || stop < start) throw new RangeError(`${page}: expected ${begin} and ${end}`);
  return `${whole.slice(0, start + begin.length)}\n\n${part}\n\n${whole.slice(stop)}`;
}

async function pictures(): Promise<string> {
  // OpenCV's picture equals that of mertens to a fraction of a level.
  const shown = methods.filter(({ name }) => name !== "opencv");
  const sections: string[] = [];
  for (const example of [flatRoom(), scene("living", 5, [-4, -2, 0, 2]), scene("bedroom", 6, [-6, -4, -2, 0, 2])]) {
    const cells = [await showImage(example, "exposure-0", example.correct)];
    for (const method of shown) cells.push(await show(example, method));
    const heads = ["one exposure", ...shown.map(({ name }) => name)];
    const rows = [heads, heads.map(() => "---"), cells.map(({ whole }) => whole), cells.map(({ cutOut }) => cutOut)];
    const table = rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
    sections.push(`### ${example.title}\n\nWhole, and cut out at 100 %.\n\n${table}`);
  }
  return sections.join("\n\n");
}

function flatRoom(): Example {
  const plan = canonicalRooms()[1];
  const { frames } = renderRoom(plan);
  const cutOut = { x: 430, y: 400, width: 300, height: 240 };
  const title = `A wall of 18 % with one window, ${plan.name}`;
  return { name: "wall", title, frames, correct: frames[plan.evs.indexOf(0)], cutOut };
}

function scene(room: RoomName, windowEv: number, evs: readonly number[]): Example {
  const bracket = renderBracket(createScene({ room, windowEv }), { width: 1500, height: 1000, evs });
  const [first, ...rest] = bracket.map(({ image }) => image);
  const correct = bracket[evs.indexOf(0)].image;
  const title = `A rendered ${room === "living" ? "living room" : room}, view at +${windowEv} EV, ${evs.length} frames from ${evs[0]} to +${evs[evs.length - 1]} EV`;
  return { name: room, title, frames: [first, ...rest], correct, cutOut: cutOuts[room] };
}

async function show(example: Example, method: Method): Promise<{ whole: string; cutOut: string }> {
  const image = await method.fuse(
    example.frames,
    example.frames.map(() => undefined),
  );
  const cells = await showImage(example, method.name, image);
  method.release(image);
  return cells;
}

/** Saves a reduced picture and its crop at full size; returns the Markdown of both. */
async function showImage({ name, cutOut }: Example, by: string, image: IntegerImage) {
  const { width, height } = image;
  const data = Uint8Array.from(image.data, (value) =>
    image.data instanceof Uint16Array ? Math.round(value / 257) : value,
  );
  const raw = { width, height, channels: 3 } as const;
  const [whole, part] = [`${name}-${by}.webp`, `${name}-${by}-100.webp`];
  await sharp(data, { raw }).resize(wholePx).webp({ quality: 82 }).toFile(`${folder}${whole}`);
  const { x: left, y: top, ...size } = cutOut;
  await sharp(data, { raw })
    .extract({ left, top, ...size })
    .webp({ quality: 92 })
    .toFile(`${folder}${part}`);
  return { whole: `![${name}, ${by}](fusion/${whole})`, cutOut: `![${name}, ${by}, 100 %](fusion/${part})` };
}

async function tables(): Promise<string> {
  const own = methods.filter(({ name }) => name === "natural" || name === "mertens");
  const sections = [
    savedLine(),
    "Rendered rooms; **bold** misses the bar that its column names.",
    markdownTable(roomTable(await runCanonicalRooms(methods))),
    `${variants} seeded rooms.`,
    markdownTable(variantTable(await runVariants(own, 1, variants))),
  ];
  const sequences = findSequences();
  if (sequences.size > 0) {
    const { head, rows } = sequenceTable(await runSequences(sequences, methods, context));
    sections.push(`Means of ${sequences.size} real brackets; \`npm run bench -- fusion --peers\` prints each.`);
    sections.push(markdownTable({ head, rows: rows.slice(-1) }));
  }
  return sections.join("\n\n");
}
