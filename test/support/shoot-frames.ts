import { basename, extname } from "node:path";
import { ExifTool, type Tags } from "exiftool-vendored";
import sharp from "sharp";
import { emptyPhoto, type Image, type Photo, toOrientation } from "../../src/image/index.ts";
import type { GroupFrame } from "../../src/stages/group/index.ts";

const thumbnailEdgePx = 384;

/** Real photographs as the group stage wants them: headers by ExifTool, thumbnails by sharp (of the preview, for RAW files). */
export async function readShootFrames(paths: readonly string[]): Promise<GroupFrame[]> {
  const exiftool = new ExifTool({ taskTimeoutMillis: 30_000 });
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const tags = await exiftool.read(path);
        const isRaw = extname(path).toLowerCase() === ".dng";
        const source = isRaw ? await exiftool.extractBinaryTagToBuffer("PreviewImage", path) : path;
        let thumbnail: Promise<Image> | undefined;
        return {
          name: path,
          photo: photoOf(tags),
          ...(tags.ImageWidth && tags.ImageHeight ? { widthPx: tags.ImageWidth, heightPx: tags.ImageHeight } : {}),
          thumbnail: () => {
            thumbnail ??= thumbnailOf(source);
            return thumbnail;
          },
        };
      }),
    );
  } finally {
    await exiftool.end();
  }
}

async function thumbnailOf(source: string | Buffer): Promise<Image> {
  const { data, info } = await sharp(source)
    .rotate()
    .resize(thumbnailEdgePx, thumbnailEdgePx, { fit: "inside" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const samples = new Uint8Array(new SharedArrayBuffer(data.length));
  samples.set(data);
  return { width: info.width, height: info.height, channels: info.channels as 3, data: samples, space: "srgb" };
}

function photoOf(tags: Tags): Photo {
  const taken = tags.SubSecDateTimeOriginal ?? tags.DateTimeOriginal;
  const time = typeof taken === "object" ? Date.parse(`${taken.toISOString({ includeOffset: false })}Z`) : undefined;
  const seconds = typeof tags.ExposureTime === "string" ? fraction(tags.ExposureTime) : tags.ExposureTime;
  const fileNumber = Number(String(tags["FileNumber"] ?? "").replace(/^\d+-/, ""));
  const bracketValue = Number(tags["AEBBracketValue"] ?? tags["ExposureBracketValue"] ?? Number.NaN);
  const lens = tags.LensModel ?? tags.LensID;
  return {
    ...emptyPhoto,
    orientation: toOrientation(tags.Orientation),
    camera: { ...(tags.Make ? { make: tags.Make } : {}), ...(tags.Model ? { model: tags.Model } : {}) },
    lens: {
      ...(lens ? { model: lens } : {}),
      ...(tags.FocalLength ? { focalMm: Number.parseFloat(tags.FocalLength) } : {}),
    },
    exposure: {
      ...(seconds ? { timeS: Number(seconds) } : {}),
      ...(tags.FNumber ? { fNumber: tags.FNumber } : {}),
      ...(tags.ISO ? { iso: tags.ISO } : {}),
    },
    ...(time === undefined
      ? {}
      : {
          capturedAt: {
            iso: new Date(time).toISOString(),
            epochMs: time,
            resolutionMs: tags.SubSecTimeOriginal === undefined ? 1000 : 10,
            hasZone: false,
          },
        }),
    series: {
      ...(tags["BracketMode"] === "AEB" ? { bracketing: true } : {}),
      ...(Number.isFinite(bracketValue) ? { bracketValueEv: bracketValue } : {}),
      ...(fileNumber > 0 ? { fileNumber } : {}),
    },
  };
}

function fraction(text: string): number {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

/** The folder that a real bracket lies in: its true set. */
export function trueSetOf(path: string): string {
  return basename(path.slice(0, path.lastIndexOf("/")));
}
