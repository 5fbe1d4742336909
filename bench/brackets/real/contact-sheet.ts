import sharp, { type OverlayOptions } from "sharp";
import type { IntegerImage } from "../../../src/image/index.ts";
import type { BracketResult } from "./judge-bracket.ts";

const cellPx = { width: 460, height: 307 } as const;
const captionPx = 18;

/** Writes a JPEG for visual inspection: a row for each set with a frame, our picture and the peers' pictures. */
export async function writeSheet(path: string, results: readonly BracketResult[]): Promise<void> {
  const columns = ["frame", "natural", "enhanced", "opencv", "enfuse"].filter((name) =>
    results.some(({ pictures }) => pictures.has(name)),
  );
  const rowPx = cellPx.height + captionPx;
  const parts: OverlayOptions[] = [];
  for (const [row, result] of results.entries()) {
    parts.push({ input: caption(captionOf(result), columns.length * cellPx.width), left: 0, top: row * rowPx });
    for (const [column, name] of columns.entries()) {
      const image = result.pictures.get(name);
      if (!image) continue;
      parts.push({ input: await shrink(image), left: column * cellPx.width, top: row * rowPx + captionPx });
    }
  }
  const size = { width: columns.length * cellPx.width, height: results.length * rowPx };
  await sharp({ create: { ...size, channels: 3, background: "#222" }, limitInputPixels: false })
    .composite(parts)
    .jpeg({ quality: 88 })
    .toFile(path);
}

/** Saves each picture of a set as a file, for inspection at 100 %. */
export async function savePictures(folder: string, { name, pictures }: BracketResult): Promise<void> {
  for (const [method, { width, height, data }] of pictures) {
    await sharp(new Uint8Array(data), { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
      .toFile(`${folder}/${name}-${method}.jpg`);
  }
}

function captionOf({ name, verdict, rung, damage, moved, ahead, findings }: BracketResult): string {
  const numbers = `far ${damage.far.toFixed(3)}, p95 ${damage.p95.toFixed(1)}, specks ${damage.specks.toFixed(3)}`;
  return `${name}: ${verdict}; moved ${(100 * moved).toFixed(1)} %; ${numbers}; MEF-SSIM less plain ${ahead.toFixed(4)} ${rung} ${findings.join(", ")}`;
}

function caption(text: string, width: number): Buffer {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${captionPx}"><text x="4" y="13" font-family="sans-serif" font-size="13" fill="#fff">${escaped}</text></svg>`,
  );
}

function shrink({ width, height, data }: IntegerImage): Promise<Buffer> {
  return sharp(new Uint8Array(data), { raw: { width, height, channels: 3 } })
    .resize(cellPx.width - 4, cellPx.height - 4, { fit: "inside" })
    .jpeg({ quality: 92 })
    .toBuffer();
}
