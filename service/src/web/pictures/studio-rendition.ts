import type { StoredSource } from "../../database/stored-values.ts";
import type { RenditionRequest } from "../../engine/rendition.ts";
import { HttpError, notFound, notUploaded } from "../../errors/http-error.ts";
import { type DownloadParts, type Picture, renderedOriginal, renderedPicture } from "../../http/downloads/picture.ts";
import { plainPreview, type Rendition } from "../../http/downloads/rendition-query.ts";
import type { ImageRow } from "../../store/image-store.ts";

/** Sizes in which pages show pictures. */
export type ShownSize = "thumb" | "view" | "full";

/** Longer edge of the picture in a list, in pixels: 300 CSS pixels on a screen with twice as many. */
const thumbEdge = 600;
/** Longer edge of the largest picture that a page shows, in pixels: browsers refuse larger ones on phones. */
const fullEdge = 8192;

/** Longer edge of a picture for a screen, in pixels; that of the free preview. */
const viewEdge = 1600;

function jpeg(request: RenditionRequest | undefined, preview: boolean): Rendition {
  return { preview, mediaType: "image/jpeg", extension: "jpg", request };
}

function webp(request: Omit<RenditionRequest, "format">): Rendition {
  return { preview: true, mediaType: "image/webp", extension: "webp", request: { ...request, format: "webp" } };
}

const thumb = (watermark: boolean) => webp({ quality: 75, watermark, maxWidth: thumbEdge, maxHeight: thumbEdge });

/**
 * The made picture for a page. The full size has a watermark until the picture is bought, like a download in
 * development; smaller ones have one if `watermarked` says so.
 */
export function shownPicture(
  parts: DownloadParts,
  image: ImageRow,
  { size, watermarked }: { readonly size: ShownSize; readonly watermarked: boolean },
  isWanted: () => boolean,
): Promise<Picture> {
  if (!image.result) throw notFound("picture");
  const watermark = watermarked || image.dev_mode;
  if (size === "thumb") {
    // Made from the preview, which is read in a tenth of the time.
    const small = { ...image, result: { ...image.result, full: image.result.preview } };
    return renderedPicture(parts, small, thumb(watermark), isWanted);
  }
  if (size === "view") {
    const request = watermark ? { ...plainPreview, watermark } : undefined;
    return renderedPicture(parts, image, jpeg(request, true), isWanted);
  }
  const isFree = image.downloaded && !watermark;
  const { width, height } = image.result.full;
  const isLarge = Math.max(width, height) > fullEdge;
  const limits = isLarge ? { maxWidth: fullEdge, maxHeight: fullEdge } : {};
  const request: RenditionRequest = { format: "jpeg", quality: 85, watermark: !isFree, ...limits };
  return renderedPicture(parts, image, jpeg(isFree && !isLarge ? undefined : request, false), isWanted);
}

/** An uploaded frame for a page. Browsers cannot show most formats as they are. */
export function shownFrame(
  parts: DownloadParts,
  { name, source, account_id: accountId }: { name: string; source: StoredSource | null; account_id: string },
  size: ShownSize,
  isWanted: () => boolean,
): Promise<Picture> {
  if (!source) throw notUploaded();
  const edge = { thumb: thumbEdge, view: viewEdge, full: fullEdge }[size];
  const limits = { maxWidth: edge, maxHeight: edge };
  // A JPEG in every size: browsers turn one upright as its metadata says, but not a WebP.
  const quality = size === "thumb" ? 75 : 85;
  const rendition = jpeg({ format: "jpeg", quality, watermark: false, ...limits }, true);
  return renderedOriginal(parts, { name, accountId, source }, rendition, isWanted);
}

/** What a download of a studio contains. */
export interface Deliverable {
  readonly picture: Picture;
  /** Whether it counts as a purchase. */
  readonly isBought: boolean;
}

/** The made picture in a size for delivery; throws 409 if there is none. */
export async function deliveredPicture(
  parts: DownloadParts,
  image: ImageRow,
  { edgePx, isPreview }: { readonly edgePx: number | undefined; readonly isPreview: boolean },
  isWanted: () => boolean,
): Promise<Deliverable> {
  if (!image.result) throw new HttpError(409, "The picture is not made yet.");
  const watermark = image.dev_mode;
  if (isPreview) {
    const request = watermark ? { ...plainPreview, watermark } : undefined;
    return { picture: await renderedPicture(parts, image, jpeg(request, true), isWanted), isBought: false };
  }
  const limits = edgePx === undefined ? {} : { maxWidth: edgePx, maxHeight: edgePx };
  const request: RenditionRequest = { format: "jpeg", quality: 90, watermark, ...limits };
  const isKept = edgePx === undefined && !watermark;
  const picture = await renderedPicture(parts, image, jpeg(isKept ? undefined : request, false), isWanted);
  return { picture, isBought: !watermark };
}
