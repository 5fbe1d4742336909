import { type Static, Type } from "@sinclair/typebox";
import {
  previewLimits,
  type RenditionFormat,
  type RenditionRequest,
  renditionFormats,
} from "../../engine/rendition.ts";
import { HttpError } from "../../errors/http-error.ts";

export const downloadQuery = Type.Object({
  preview: Type.Optional(Type.Boolean({ description: "Default true; false: the full size, which uses a credit" })),
  size: Type.Optional(Type.String({ maxLength: 16, description: "Legacy: small, large or big" })),
  quality: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
  format: Type.Optional(
    Type.String({
      maxLength: 16,
      description: "jpeg, png, webp or avif; jxl is not built in and returns a JPEG, as Content-Type says",
    }),
  ),
  watermark: Type.Optional(Type.Boolean()),
  finetune: Type.Optional(Type.Boolean({ description: "Accepted, without effect" })),
  max_width: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 })),
  scale: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  dpi: Type.Optional(Type.Integer({ minimum: 72, maximum: 65535 })),
  response: Type.Optional(
    Type.String({ maxLength: 16, description: "json: a description of the picture instead of its bytes" }),
  ),
  dev_mode: Type.Optional(Type.Boolean({ description: "The same as the header x-dev-mode, for signed addresses" })),
  expires: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String()),
});

type DownloadQuery = Static<typeof downloadQuery>;

export interface Rendition {
  readonly preview: boolean;
  readonly mediaType: string;
  readonly extension: string;
  /** Undefined: the kept file as it is. */
  readonly request: RenditionRequest | undefined;
}

/** The preview that is stored with each result. */
export const plainPreview: RenditionRequest = { format: "jpeg", quality: 85, watermark: false, ...previewLimits };

/** The rendition of the enhanced picture that a query requests. Throws 422 for an unknown format. */
export function renditionOf(query: DownloadQuery, devMode: boolean): Rendition {
  const format = formatOf(query.format);
  const preview = query.preview ?? !(query.size === "large" || query.size === "big");
  const watermark = devMode || query.watermark === true;
  const changes =
    watermark ||
    format !== "jpeg" ||
    [query.quality, query.max_width, query.scale, query.dpi].some((value) => value !== undefined);
  const plan = { format, preview, watermark };
  return { ...namesOf(plan), request: changes ? requestOf(query, plan, previewLimits) : undefined };
}

/**
 * The rendition of an uploaded file of the format `own` that a query requests: the file itself, unless it names another
 * format or size. Throws 422 for an unknown format.
 */
export function originalRenditionOf(query: DownloadQuery, own: string): Rendition | undefined {
  const kept = renditionFormats.find((one) => one === own);
  const format = query.format === undefined ? (kept ?? "jpeg") : formatOf(query.format);
  const preview = query.preview === true;
  const isResized = preview || query.max_width !== undefined || query.scale !== undefined;
  if (!isResized && (query.format === undefined || format === kept)) return undefined;
  const plan = { format, preview, watermark: query.watermark === true };
  // The client's own file is free in any size.
  const { maxWidth, maxHeight } = previewLimits;
  return { ...namesOf(plan), request: requestOf(query, plan, { maxWidth, maxHeight }) };
}

interface Plan {
  readonly format: RenditionFormat;
  readonly preview: boolean;
  readonly watermark: boolean;
}

function namesOf({ format, preview }: Plan) {
  return { preview, mediaType: `image/${format}`, extension: format === "jpeg" ? "jpg" : format };
}

/** `limits`: the limits of a preview. */
function requestOf(
  query: DownloadQuery,
  { format, preview, watermark }: Plan,
  limits: Pick<RenditionRequest, "maxWidth" | "maxHeight" | "maxPixelShare">,
): RenditionRequest {
  const maxWidth = Math.min(
    query.max_width ?? Number.POSITIVE_INFINITY,
    preview ? previewLimits.maxWidth : Number.POSITIVE_INFINITY,
  );
  return {
    format,
    quality: query.quality ?? (preview ? plainPreview.quality : 90),
    watermark,
    ...(preview ? limits : {}),
    ...(Number.isFinite(maxWidth) ? { maxWidth } : {}),
    ...(query.scale === undefined ? {} : { scale: query.scale }),
    ...(query.dpi === undefined ? {} : { dpi: query.dpi }),
  };
}

/** Other names of a format. JPEG XL cannot be written here; clients get a picture that they can read. */
const otherNames: Readonly<Record<string, RenditionFormat>> = { jpg: "jpeg", jxl: "jpeg" };

function formatOf(name = "jpeg"): RenditionFormat {
  const lower = name.toLowerCase();
  const plain = Object.hasOwn(otherNames, lower) ? otherNames[lower] : lower;
  const format = renditionFormats.find((one) => one === plain);
  if (format) return format;
  const message = `Expected one of ${renditionFormats.join(", ")}, got ${name}.`;
  throw new HttpError(422, "The request is not valid; detail names the fields.", { query: { format: [message] } });
}
