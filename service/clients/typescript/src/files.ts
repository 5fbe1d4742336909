import { createReadStream } from "node:fs";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Picture } from "./generated.ts";
import type { FileSource } from "./upload.ts";

/** A file of this machine to upload; it is read as it is sent. */
export async function fileSource(path: string): Promise<FileSource> {
  const { size } = await stat(path);
  return { sizeBytes: size, open: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> };
}

/** Writes a picture to a temporary name, then renames it, so that no half file is ever seen. */
export async function savePicture({ bytes }: Picture, path: string): Promise<void> {
  const partial = `${path}.${crypto.randomUUID()}.part`;
  try {
    await writeFile(partial, bytes, { flag: "wx" });
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}
