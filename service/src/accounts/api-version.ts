/** From this version on, a registration returns `upload_url`; earlier versions return `s3PutObjectUrl`. */
const uploadUrlSince = "2025-05-05";

/** Versions that known clients use, oldest first. */
export const apiVersions = [
  "2024-10-01",
  "2024-11-01",
  "2025-01-01",
  "2025-05-05",
  "2025-05-08",
  "2025-08-31",
  "2026-07-01",
  "2026-10-01",
] as const;

/** The default of new accounts. */
export const newestApiVersion = "2026-10-01";

/**
 * Name of the field with the upload address. Anything that is not a date counts as not sent: unknown headers are never
 * refused.
 */
export function uploadUrlField(
  header: string | readonly string[] | undefined,
  accountVersion: string,
): "upload_url" | "s3PutObjectUrl" {
  const version = typeof header === "string" && /^\d{4}-\d{2}-\d{2}$/.test(header) ? header : accountVersion;
  return version >= uploadUrlSince ? "upload_url" : "s3PutObjectUrl";
}
