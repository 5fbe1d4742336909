import { HttpError } from "../../errors/http-error.ts";
import { noPicture, sniffImageFormat } from "../../storage/image-format.ts";

export const pngRefusal =
  "PNG files are accepted through the API only. Export the picture as JPEG or TIFF, and add it here.";

/** Throws 415 if the first bytes of a file are not those of a picture that the pages accept. */
export function requirePhotograph(head: Uint8Array): void {
  const format = sniffImageFormat(head);
  if (format === undefined) throw new HttpError(415, noPicture);
  if (format === "png") throw new HttpError(415, pngRefusal);
}
