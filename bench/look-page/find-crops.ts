import sharp from "sharp";

export interface Crop {
  readonly kind: "window" | "lamp" | "corner" | "plant";
  /** Centre, as shares of the width and the height. */
  readonly x: number;
  readonly y: number;
}

/** Longer edge of the analysed copy, and number of cells along it. */
const edgePx = 256;
const cellPx = 16;

/**
 * Interesting places by measures of cells: brightest and textured, brightest and warm, dark next to bright, green and
 * textured.
 */
export async function findCrops(path: string): Promise<Crop[]> {
  const small = sharp(path).rotate().resize(edgePx, edgePx, { fit: "inside" }).removeAlpha().toColourspace("srgb");
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const best = new Map<Crop["kind"], Crop & { readonly score: number }>();
  for (let top = 0; top + cellPx <= info.height; top += cellPx) {
    for (let left = 0; left + cellPx <= info.width; left += cellPx) {
      const scores = scoreCell(data, info.width, left, top);
      for (const [kind, score] of Object.entries(scores) as [Crop["kind"], number][]) {
        if (score <= (best.get(kind)?.score ?? 0)) continue;
        best.set(kind, { kind, x: (left + cellPx / 2) / info.width, y: (top + cellPx / 2) / info.height, score });
      }
    }
  }
  return [...best.values()].map(({ kind, x, y }) => ({ kind, x, y }));
}

function scoreCell(data: Buffer, width: number, left: number, top: number): Record<Crop["kind"], number> {
  const sums = [0, 0, 0];
  let [texture, darkest, brightest] = [0, 255, 0];
  for (let y = top; y < top + cellPx; y++) {
    for (let x = left; x < left + cellPx; x++) {
      const i = 3 * (y * width + x);
      for (let c = 0; c < 3; c++) sums[c] += data[i + c];
      const green = data[i + 1];
      if (x > left) texture += Math.abs(green - data[i - 2]);
      [darkest, brightest] = [Math.min(darkest, green), Math.max(brightest, green)];
    }
  }
  const count = cellPx * cellPx;
  const [r, g, b] = sums.map((sum) => sum / count);
  const rough = texture / count;
  return {
    window: Math.max(0, g - 150) * Math.min(12, rough) * (b >= r - 10 ? 1 : 0.2),
    lamp: Math.max(0, brightest - 200) * Math.max(0, r - b),
    corner: brightest < 200 ? brightest - darkest : 0,
    plant: Math.max(0, g - Math.max(r, b)) * rough,
  };
}
