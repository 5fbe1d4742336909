import { type Static, Type } from "@sinclair/typebox";
import { type RenditionFormat, type RenditionRequest, renditionFormats } from "../engine/rendition.ts";
import { HttpError } from "../http/errors.ts";

const previewEdge = 1600;

export const downloadQuery = Type.Object({
  preview: Type.Optional(Type.Boolean({ description: "Default true; false: the full size, which uses a credit" })),
  size: Type.Optional(Type.String({ maxLength: 16, description: "Legacy: small, large or big" })),
  quality: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
  format: Type.Optional(Type.String({ maxLength: 16, description: "jpeg, png, webp or avif; jxl is not built in" })),
  watermark: Type.Optional(Type.Boolean()),
  finetune: Type.Optional(Type.Boolean({ description: "Accepted, without effect" })),
  max_width: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 })),
  scale: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  dpi: Type.Optional(Type.Integer({ minimum: 72, maximum: 65535 })),
  response: Type.Optional(
    Type.String({ maxLength: 16, description: "json: a description of the picture instead of its bytes" }),
  ),
  expires: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String()),
});

export type DownloadQuery = Static<typeof downloadQuery>;

export interface Rendition {
  readonly preview: boolean;
  readonly mediaType: string;
  readonly extension: string;
  /** Undefined: the kept file as it is. */
  readonly request: RenditionRequest | undefined;
}

/** What a query asks for. Throws 422 for a format that cannot be made. */
export function renditionOf(query: DownloadQuery, devMode: boolean): Rendition {
  const format = formatOf(query.format);
  const preview = query.preview ?? !(query.size === "large" || query.size === "big");
  const watermark = devMode || query.watermark === true;
  const changes =
    watermark ||
    format !== "jpeg" ||
    [query.quality, query.max_width, query.scale, query.dpi].some((value) => value !== undefined);
  const names = { preview, mediaType: `image/${format}`, extension: format === "jpeg" ? "jpg" : format };
  if (!changes) return { ...names, request: undefined };
  const width = Math.min(query.max_width ?? Number.POSITIVE_INFINITY, preview ? previewEdge : Number.POSITIVE_INFINITY);
  return {
    ...names,
    request: {
      format,
      quality: query.quality ?? (preview ? 85 : 90),
      watermark,
      ...(Number.isFinite(width) ? { maxWidth: width } : {}),
      ...(preview ? { maxHeight: previewEdge } : {}),
      ...(query.scale === undefined ? {} : { scale: query.scale }),
      ...(query.dpi === undefined ? {} : { dpi: query.dpi }),
    },
  };
}

function formatOf(name = "jpeg"): RenditionFormat {
  const plain = name.toLowerCase() === "jpg" ? "jpeg" : name.toLowerCase();
  const format = renditionFormats.find((one) => one === plain);
  if (format) return format;
  const message = `Expected one of ${renditionFormats.join(", ")}, got ${name}.`;
  throw new HttpError(422, "The request is not valid; detail names the fields.", { query: { format: [message] } });
}
