import sharp from "sharp";

export const renditionFormats = ["jpeg", "png", "webp", "avif"] as const;

export type RenditionFormat = (typeof renditionFormats)[number];

/** Format and size of a picture to deliver; an absent field changes nothing. */
export interface RenditionRequest {
  readonly format: RenditionFormat;
  /** 1 to 100; ignored for png. */
  readonly quality: number;
  readonly maxWidth?: number;
  readonly maxHeight?: number;
  /** Factor for both edges, over 0, at most 1. */
  readonly scale?: number;
  /** Largest share of the input's pixels, over 0, at most 1. */
  readonly maxPixelShare?: number;
  readonly dpi?: number;
  readonly watermark: boolean;
}

/** The free picture: at most 1600 px on the longer edge, and at most half of the full size's pixels. */
export const previewLimits = { maxWidth: 1600, maxHeight: 1600, maxPixelShare: 0.5 } as const;

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads a finished picture and writes it in the requested form, with its metadata. Never enlarges. */
export async function render(input: string, output: string, request: RenditionRequest): Promise<Size> {
  const source = sharp(input, { limitInputPixels: 1_000_000_000 });
  const { width = 1, height = 1 } = await source.metadata();
  const share = Math.min(
    1,
    request.scale ?? 1,
    (request.maxWidth ?? width) / width,
    (request.maxHeight ?? height) / height,
    Math.sqrt(request.maxPixelShare ?? 1),
  );
  // Rounded up, both edges together could have more pixels than their share.
  const whole = request.maxPixelShare === undefined ? Math.round : Math.floor;
  const edge = (length: number) => Math.max(1, whole(length * share + 1e-6));
  const size = { width: edge(width), height: edge(height) };
  let picture = source.resize({ ...size, fit: "fill", kernel: "lanczos3" });
  if (request.watermark) picture = picture.composite([{ input: watermark(size.width, size.height) }]);
  picture = picture.keepMetadata();
  if (request.dpi !== undefined) picture = picture.withMetadata({ density: request.dpi });
  const { quality } = request;
  const encoded =
    request.format === "png"
      ? picture.png({ compressionLevel: 3 })
      : request.format === "jpeg"
        ? picture.jpeg({ quality, optimiseCoding: false })
        : request.format === "webp"
          ? picture.webp({ quality, effort: 2 })
          : picture.avif({ quality, effort: 2 });
  await encoded.toFile(output);
  return size;
}

/** Light stripes across the whole picture: only shapes, since fonts may be missing. */
function watermark(width: number, height: number): Buffer {
  const step = Math.max(24, Math.round(Math.max(width, height) / 12));
  const lines: string[] = [];
  for (let offset = -height; offset < width + height; offset += step) {
    lines.push(`<path d="M${offset} ${height}L${offset + height} 0"/>`);
  }
  const stroke = Math.max(1, Math.round(step / 24));
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g stroke="#fff" stroke-opacity="0.35" stroke-width="${stroke}">${lines.join("")}</g></svg>`,
  );
}
