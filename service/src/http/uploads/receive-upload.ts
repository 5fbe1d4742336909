import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Config } from "../../config/config.ts";
import type { StoredSource } from "../../database/stored-values.ts";
import { HttpError } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { noPicture, sniffImageFormat } from "../../storage/image-format.ts";
import { TooLarge } from "../../storage/storage.ts";
import { storageKey } from "../../storage/storage-key.ts";

/**
 * Stores a request's bytes under a new key. Throws 400, 413 or 415, and then stores nothing.
 */
export async function receive(
  { storage, config }: Parts,
  body: Readable | undefined,
  request: IncomingMessage,
): Promise<StoredSource> {
  if (!body) throw empty();
  const key = storageKey("source");
  let written: Awaited<ReturnType<typeof storage.write>>;
  try {
    written = await storage.write(key, Readable.from(chunksOf(body)), maxBytesOf(config));
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge(config.maxUploadMb);
    if (body.readableAborted || body.errored) throw new HttpError(400, "The upload ended too early; send it again.");
    throw error;
  }
  const format = sniffImageFormat(written.head);
  const isCut = isCutOff(request);
  if (format !== undefined && !isCut) return { key, sizeBytes: written.sizeBytes, sha256: written.sha256, format };
  await storage.remove(key);
  if (isCut) throw new HttpError(400, "More bytes arrived than the Content-Length says; send the file again.");
  if (written.sizeBytes === 0) throw empty();
  throw new HttpError(415, noPicture);
}

/**
 * Whether the bytes after the body were not a valid request: then its Content-Length was too short, and the body is
 * only the first part of a file.
 */
function isCutOff({ socket: { errored } }: IncomingMessage): boolean {
  return errored instanceof Error && "code" in errored && String(errored.code).startsWith("HPE_");
}

/** A reader that stops ends this stream, not the request, whose connection must still carry the answer. */
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk;
}

export function tooLarge(maxMb: number): HttpError {
  return new HttpError(413, `An upload may have ${maxMb} MB at most.`);
}

function empty(): HttpError {
  return new HttpError(400, "The upload is empty; send the file's bytes as the body.");
}

export function maxBytesOf({ maxUploadMb }: Config): number {
  return maxUploadMb * 2 ** 20;
}
