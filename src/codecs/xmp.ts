import { withXmp as withJpegXmp } from "./jpeg/index.ts";
import { withPngXmp } from "./png/index.ts";
import { withWebpXmp } from "./webp/index.ts";

/** A JPEG, PNG or WebP of ours with an XMP packet; `undefined` for other formats and where the packet has no place. */
export function withXmp(file: Uint8Array, packet: string): Uint8Array | undefined {
  const start = Buffer.from(file.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\xff\xd8")) return withJpegXmp(file, packet);
  if (start.startsWith("\x89PNG")) return withPngXmp(file, packet);
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? withWebpXmp(file, packet) : undefined;
}
