import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { Frames } from "../../bench/fusion/methods.ts";
import { installedPeers } from "../../bench/fusion/peer-methods.ts";
import { createScene, type RoomName, renderBracket } from "../../fixtures/scene/index.ts";
import type { IntegerImage } from "../../src/image/index.ts";
import { createEngine } from "../../src/index.ts";

/**
 * Updates docs/quality-grid.webp, the README's comparison: npm run docs -- grid. A row for each rendered bracket: its
 * middle frame, OpenCV's Mertens, enfuse, and `enhance` with the default options. OpenCV and enfuse must be installed.
 */
const target = fileURLToPath(new URL("../../docs/quality-grid.webp", import.meta.url));

/** Rooms, and the light of their views in stops above the room's. */
const rooms: readonly (readonly [room: RoomName, windowEv: number])[] = [
  ["bedroom", 6],
  ["kitchen", 5],
];
const evs = [-4, -2, 0, 2];
const rendered = { width: 1500, height: 1000 };
/** Size of each picture, in pixels. */
const shown = { width: 440, height: 293 };
const gapPx = 8;

const peers = installedPeers();
const engine = createEngine();
try {
  const parts: { input: Buffer; left: number; top: number }[] = [];
  for (const [row, [room, windowEv]] of rooms.entries()) {
    const bracket = renderBracket(createScene({ room, windowEv }), { ...rendered, evs });
    const frames = bracket.map(({ image }) => image) as [IntegerImage, ...IntegerImage[]];
    const pictures = [await encode(frames[evs.indexOf(0)]), ...(await fuseByPeers(frames)), await enhance(frames)];
    for (const [column, picture] of pictures.entries()) {
      const input = await sharp(picture)
        .resize({ ...shown, fit: "cover" })
        .png()
        .toBuffer();
      parts.push({ input, left: column * (shown.width + gapPx), top: row * (shown.height + gapPx) });
    }
  }
  const width = 4 * shown.width + 3 * gapPx;
  const height = rooms.length * (shown.height + gapPx) - gapPx;
  await sharp({ create: { width, height, channels: 3, background: "white" } })
    .composite(parts)
    .webp({ quality: 82 })
    .toFile(target);
} finally {
  await engine.close();
}

async function fuseByPeers(frames: Frames): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const name of ["opencv", "enfuse"]) {
    const peer = peers.find((each) => each.name === name);
    if (!peer) throw new Error(`docs: expected ${name} to be installed`);
    const image = await peer.fuse(
      frames,
      frames.map(() => undefined),
    );
    pictures.push(await encode(image));
    peer.release(image);
  }
  return pictures;
}

async function enhance(frames: Frames): Promise<Uint8Array> {
  const sources = await Promise.all(
    frames.map(async (image, i) => ({ name: `frame-${i}.png`, bytes: await encode(image) })),
  );
  const { bytes } = await engine.enhance(sources, { format: "png" });
  if (!bytes) throw new Error("expected the picture's bytes, got none");
  return bytes;
}

/** Encodes an 8-bit PNG. */
function encode({ width, height, data }: IntegerImage): Promise<Buffer> {
  const bytes = Uint8Array.from(data, (value) => (data instanceof Uint16Array ? Math.round(value / 257) : value));
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
